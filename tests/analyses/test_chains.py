"""What all chains have in common: shape, need, what they refuse."""

import json
from fractions import Fraction

import pytest

import necrostats as ns

F = Fraction


def of(chance):
    return F(chance["fraction"])


def column(answer, name):
    return [of(row[name]) for row in answer["rows"]]


ASKED = {
    "ammo": lambda **how: ns.chain.ammo("heavy-stubber", **how),
    "down": lambda **how: ns.chain.down("rork", weapon="boltgun", **how),
    "activations": lambda **how: ns.chain.down(
        "rork", weapon="boltgun", attacker="kaiya", by="activation", **how
    ),
    "fights": lambda **how: ns.chain.down(
        "rork", weapon="chainsword", attacker="zarann", by="activation", charging=True, **how
    ),
    "rounds": lambda **how: ns.chain.down("rork", weapon="boltgun", recovery=True, assisted=True, **how),
}


@pytest.mark.parametrize("name", ASKED)
def test_shape(name):
    answer = ASKED[name]().to_dict()
    assert list(answer)[:5] == ["schema_version", "question", "chain", "system", "rules"]
    assert (answer["question"], answer["rules"]) == ("chain", "advanced")
    unit = answer["unit"]
    columns = [column for column in answer["rows"][0] if column != unit]
    for row in answer["rows"]:
        assert list(row) == [unit, *columns]
        assert all(0 <= row[name]["p"] <= 1 for name in columns)
    for entry in answer["until"].values():
        assert set(entry) == {"unit", "ever", "median", "mean", "mode", "need"}
    explained = set(answer["definitions"])
    assert {*columns, *answer["until"], "ever", "median", "mean", "mode", "need"} <= explained
    assert answer["stamp"]["rules"] == "advanced"
    json.dumps(answer, allow_nan=False)


@pytest.mark.parametrize("name", ASKED)
def test_rows_and_until_are_of_one_chain(name):
    answer = ASKED[name](rows=40)
    for event, entry in answer["until"].items():
        if entry["unit"] != answer["unit"]:
            continue
        curve = column(answer, event) if "fraction" in answer["rows"][39][event] else None
        if curve is None:
            curve = [F(row[event]["p"]) for row in answer["rows"]]
        for share, n in ((F(1, 2), entry["median"]), (F(9, 10), entry["need"]["by"])):
            if n is not None and n <= 40:
                assert curve[n - 1] >= share
                assert n == 1 or curve[n - 2] < share


def test_long_fractions_are_left_out():
    row = ns.chain.ammo("heavy-stubber", rows=200)["rows"][199]["out_of_ammo"]
    assert set(row) == {"p", "method", "error"}
    assert row["p"] == pytest.approx(1 - (121 / 144) ** 200, rel=1e-15)


@pytest.mark.parametrize("need", ["0.9", 0.9, "90%", "9/10", Fraction(9, 10)])
def test_need__is_read_as_it_is_written(need):
    assert ns.chain.ammo("autogun", need=need, rows=1)["until"]["out_of_ammo"]["need"]["fraction"] == "9/10"


def test_need__of_certainty_is_answered():
    entry = ns.chain.ammo("autogun", need=1)["until"]["out_of_ammo"]
    assert entry["need"] == {"p": 1.0, "fraction": "1", "by": None, "at_least": 1}
    assert "never certain" in str(ns.chain.ammo("autogun", need=1))
    assert "at most 80.0% ever, not 90%" in str(ns.chain.ammo("plasma-gun/maximal"))


@pytest.mark.parametrize("need", [0, 1.5, -0.5, float("nan"), float("inf"), True, "much", "", None, "1e-400"])
def test_need__refuses(need):
    with pytest.raises(ns.UsageError, match="need"):
        ns.chain.ammo("autogun", need=need)


@pytest.mark.parametrize(
    ("named", "weapon", "how"),
    [
        ("no Ammo value", "custom", {}),
        ("no Ammo value", "shock-whip", {}),
        ("close combat", "power-sword", {}),
        ("close combat", "unarmed", {}),
        ("no weapon", "nogun", {}),
        ("rounds", "autogun", {"rounds": 0}),
        ("rounds", "autogun", {"rounds": -1}),
        ("rounds", "autogun", {"rounds": 101}),
        ("rounds", "autogun", {"rounds": 2.5}),
        ("rows", "autogun", {"rows": 0}),
        ("rows", "autogun", {"rows": 201}),
        ("firepower", "autogun", {"firepower": 2}),
        ("firepower", "autogun", {"firepower": -1}),
        ("reload", "autogun", {"reload": "later"}),
        ("all of them", None, {}),
        ("got both", "autogun", {"every": True}),
        ("got both", None, {"every": True, "fighter": "rork"}),
        ("firepower", None, {"every": True, "firepower": 1}),
        ("rows", None, {"every": True, "rows": 3}),
        ("no weapon with an Ammo value", None, {"fighter": "custom"}),
        ("advanced rules", "autogun", {"rules": "basic"}),
        ("fighter", "autogun", {"fighter": "nobody"}),
    ],
)
def test_ammo__refuses(named, weapon, how):
    with pytest.raises(ns.UsageError, match=named):
        ns.chain.ammo(weapon, **how)


@pytest.mark.parametrize(
    ("named", "how"),
    [
        ("close combat", {"weapon": "lasgun", "close": True}),
        ("every hit here is sure", {"weapon": "power-sword", "charging": True}),
        ("charging belongs to close combat", {"by": "activation", "charging": True}),
        ("assists belongs to close combat", {"by": "activation", "assists": 1}),
        ("cover and aim", {"weapon": "power-sword", "by": "activation", "cover": "partial"}),
        ("target_engaged", {"weapon": "power-sword", "target_engaged": True}),
        ("blast_cover belongs to shooting", {"weapon": "power-sword", "blast_cover": "full"}),
        ("nobody reloads", {"weapon": "power-sword", "by": "activation", "reload": "never"}),
        ("two weapons", {"weapon": "unarmed", "by": "activation", "with_weapon": "stub-gun"}),
        (
            "Unwieldy",
            {"weapon": "brute-cleaver[traits=melee|unwieldy]", "by": "activation", "with_weapon": "stub-gun"},
        ),
        ("headbutt", {"weapon": "power-sword", "by": "activation", "action": "headbutt"}),
        (
            "blind-fire belongs to shooting",
            {"weapon": "power-sword", "by": "activation", "action": "blind-fire"},
        ),
        ("close: expected True or False", {"close": "yes"}),
        ("assisted, helper: expected recovery", {"assisted": True}),
        ("assisted, helper: expected recovery", {"helper": "kaiya", "by": "activation"}),
        ("got 'hit'", {"recovery": True, "by": "hit"}),
        ("recovery: expected True or False", {"recovery": "yes"}),
        ("fighter", {"recovery": True, "helper": "nobody"}),
        ("need", {"need": 0, "recovery": True}),
        ("no weapon", {"weapon": "nogun"}),
        ("by", {"by": "shot"}),
        ("reload", {"by": "activation", "reload": "often"}),
        ("aim", {"aim": True}),
        ("cover", {"cover": "full"}),
        ("firepower", {"firepower": 1}),
        ("rows", {"rows": -1}),
        ("with_weapon", {"by": "activation", "with_weapon": "laspistol"}),
        ("charging", {"charging": True}),
        ("seriously_injured", {"seriously_injured": True}),
        ("keyword", {"wounds": 1}),
        ("action", {"by": "activation", "action": "headbutt"}),
        ("wounds_lost", {"wounds_lost": 1}),
        ("flesh_wounds", {"flesh_wounds": 4}),
        ("no short range", {"weapon": "frag-grenades", "range": "short"}),
        ("base contact", {"distance": 0}),
        ("Blast", {"blast_cover": "full"}),
        ("hidden", {"by": "activation", "cover": "full", "target_prone": True}),
        ("Unwieldy", {"weapon": "heavy-stubber", "by": "activation", "aim": True}),
        ("advanced rules", {"rules": "basic"}),
    ],
)
def test_down__refuses(named, how):
    with pytest.raises(ns.UsageError, match=named):
        ns.chain.down("rork", **{"weapon": "lasgun", **how})


def test_house_rules_that_are_basic_are_refused_with_a_way_out(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "necrostats.toml").write_text('default = "club"\n[house.club]\nrules = "basic"\n', "utf-8")
    with pytest.raises(ns.UsageError, match="club") as caught:
        ns.chain.ammo("autogun")
    assert "--rules advanced" in caught.value.hint
    assert ns.chain.ammo("autogun", rules="advanced", rows=1)["rows"]


def test_answer__shows_itself():
    for ask in ASKED.values():
        answer = ask()
        assert "(exact)" in str(answer)
        assert answer._repr_html_().startswith("<div")
        frame = answer.to_frame()
        first = frame.query("part == 'rows' and step == 1")
        assert set(first["quantity"]) == set(answer["rows"][0]) - {answer["unit"]}
        with pytest.raises(TypeError):
            answer.explain()
