"""What a notebook can ask wrongly: one clear error, never a silent number."""

import json

import pytest

import necrostats as ns
from tests.cli.running import run

SHOT = {"weapon": "laspistol"}
RULES = pytest.mark.parametrize("rules", ["basic", "advanced"])


@RULES
@pytest.mark.parametrize(
    ("named", "how"),
    [
        ("rules", {"rules": "expert"}),
        ("wounds_lost", {"wounds_lost": 0.5}),
        ("save_bonus", {"save_bonus": 999}),
        ("aim", {"aim": "no"}),
        ("distance", {"distance": "6"}),
        ("base contact", {"distance": 0}),
        ("prone and engaged", {"target_prone": True, "target_engaged": True}),
        ("seed", {"trials": 10, "seed": 1.5}),
        ("trials", {"trials": -1}),
        ("options", {"options": ["pin_on=hit"]}),
    ],
)
def test_attack__refuses(named, how, rules):
    with pytest.raises(ns.UsageError, match=named):
        ns.attack("kaiya", "rork[w=3]", **SHOT, **{"rules": rules, **how})


@pytest.mark.parametrize(
    ("named", "how"),
    [
        ("rules", {"rules": "expert"}),
        ("distance", {"distance": 12.0}),
        ("cover", {"cover_a": "some"}),
        ("rounds", {"rounds": True}),
        ("policy", {"policy_a": None}),
        ("duel", {"lane": 120, "rounds": 30, "cover_a": "full", "cover_b": "full"}),
    ],
)
def test_matchup__refuses(named, how):
    with pytest.raises(ns.UsageError, match=named):
        ns.matchup("kaiya[w=4]", "rork[w=4]", trials=0, **how)


def test_fighter__is_a_text():
    with pytest.raises(ns.UsageError, match="fighter"):
        ns.attack(None, "rork", **SHOT)


def test_faces__are_whole_and_stand_alone():
    answer = ns.attack("kaiya", "rork", **SHOT)
    with pytest.raises(ns.UsageError, match="faces"):
        answer.explain(faces=[5.5, 1])
    with pytest.raises(ns.UsageError, match="both"):
        answer.explain(seed=1, faces=[1])


def test_data__one_folder_may_be_named_without_a_list(tmp_path):
    weapon = '[weapon.pea-shooter]\nname = "Pea shooter"\n'
    (tmp_path / "mine.toml").write_text(weapon)
    with pytest.raises(ns.GameDataError, match=r"mine\.toml"):
        ns.attack("kaiya", "rork", weapon="pea-shooter", data=str(tmp_path))


def test_pin_on_attack__is_answered():
    short = {"rounds": 3, "lane": 12, "distance": 8}
    duel = ns.matchup("kaiya", "rork", **short, trials=0, options={"pin_on": "attack"})["duel"]
    assert duel["draw"]["p"] > 0.3


@RULES
@pytest.mark.parametrize(
    ("ranges", "distance", "band"),
    [
        ("rng_s=Sx2,rng_l=24", 5, "short"),
        ("rng_s=Sx2,rng_l=24", 7, "long"),
        ("rng_s=12,rng_l=Sx3", 9, "short"),
        ("rng_s=12,rng_l=Sx3", 11, "beyond"),
    ],
)
def test_thrown_ranges__both_are_multiples_of_strength(ranges, distance, band, rules):
    answer = ns.attack("kaiya", "rork", weapon=f"custom[{ranges}]", distance=distance, rules=rules)
    assert answer["situation"]["range"] == band


@RULES
def test_versatile__shoots_within_its_reach_and_fights_close(rules):
    whip = {"weapon": "shock-whip", "rules": rules}
    assert ns.attack("kaiya", "rork", **whip, distance=2)["situation"]["mode"] == "ranged"
    assert ns.attack("kaiya", "rork", **whip, close=True)["situation"]["mode"] == "close"


@RULES
def test_accuracy__in_close_combat_is_that_of_range_e(rules):
    club = {"weapon": "custom[rng_s=8,rng_l=24,acc_l=2,traits=melee]", "close": True}
    far = ns.attack("kaiya", "rork", **club, rules=rules)
    assert far["stages"]["hit"]["fraction"] == "1/2"


@RULES
def test_needs__never_contradict_the_chances(rules):
    assert ns.attack("kaiya", "rork", **SHOT, distance=50, rules=rules)["needs"] == {}
    far = {"cover": "full", "distance": 12, "rules": rules, "options": {"impossible_shot": "improbable"}}
    assert ns.attack("kaiya[bs=6]", "rork", **SHOT, **far)["needs"]["hit"]["on"] == 6


def test_second_weapon__not_in_the_kit_is_said():
    two = ns.attack("kaiya", "rork", weapon="power-sword", with_weapon="power-sword")
    assert any("second weapon" in note for note in two["notes"])


def test_batch__a_number_without_bounds_spoils_its_own_line_only(tmp_path, capsys):
    lines = tmp_path / "questions.jsonl"
    good = '{"id": 2, "args": ["kaiya", "rork", "--weapon", "laspistol"]}'
    lines.write_text('{"id": 1e999, "args": ["kaiya", "rork"]}\n' + good + "\n")
    _, out, _ = run(capsys, "attack", "--batch", str(lines))
    first, second = (json.loads(line) for line in out.splitlines())
    assert first["exit_code"] == 2
    assert second["id"] == 2
