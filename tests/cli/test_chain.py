"""``necrostats chain``: what it prints, draws and refuses."""

import csv
import io
import json

import pytest

import necrostats as ns
from tests.cli.running import PROGRAM, program, run
from tests.cli.test_commands import watching
from tests.reports.test_figures import axes_of, overlaps

AMMO = ("chain", "ammo", "heavy-stubber")
DOWN = ("chain", "down", "rork", "--weapon", "lasgun")
ACTIVATIONS = (*DOWN, "--attacker", "kaiya", "--by", "activation")
FIGHTS = (
    "chain",
    "down",
    "rork",
    "--weapon",
    "chainsword",
    "--with",
    "stub-gun",
    "--by",
    "activation",
    "--charging",
)
ROUNDS = (*DOWN, "--attacker", "kaiya", "--recovery", "--helper", "kaiya[+medicae-kit,+medicae]")
RECOVERY = ("chain", "recovery", "rork", "--assisted")
LONG = "custom[t=4,w=3,armour=mesh,+refractor]"
FIGURES = {
    "autogun": lambda: ns.chain.ammo("autogun"),
    "two dice": lambda: ns.chain.ammo("heavy-stubber"),
    "three curves": lambda: ns.chain.ammo("custom[am=4,traits=rapid-fire(2)|unstable]"),
    "far": lambda: ns.chain.ammo("lasgun", rounds=40, need=0.99),
    "at once": lambda: ns.chain.ammo("demolition-charges"),
    "never certain": lambda: ns.chain.ammo("frag-grenades", need=1),
    "one row": lambda: ns.chain.ammo("autogun", rows=1, rounds=1),
    "hits": lambda: ns.chain.down("rork", weapon="lasgun"),
    "soft": lambda: ns.chain.down("custom[t=1]", weapon="boltgun"),
    "tough": lambda: ns.chain.down(LONG, weapon="autogun"),
    "activations": lambda: ns.chain.down("rork", weapon="autogun", attacker="zarann", by="activation"),
    "grenades": lambda: ns.chain.down("rork", weapon="frag-grenades", attacker="kaiya", by="activation"),
    "never": lambda: ns.chain.down("rork", weapon="photon-flash-flares"),
    "fights": lambda: ns.chain.down("rork", weapon="chainsword", by="activation", charging=True),
    "fights, no coup": lambda: ns.chain.down("kaiya", weapon="power-sword", by="activation", interference=1),
    "close hits": lambda: ns.chain.down(LONG, weapon="fighting-knife"),
    "rounds": lambda: ns.chain.down("rork", weapon="lasgun", attacker="kaiya", recovery=True),
    "rounds, helped": lambda: ns.chain.down(LONG, weapon="boltgun", recovery=True, assisted=True, need=0.5),
    "rounds, four curves": lambda: ns.chain.down(
        "custom", weapon="custom[str=5,am=5,traits=scarce|unstable]", recovery=True
    ),
    "one round": lambda: ns.chain.down("rork", weapon="boltgun", recovery=True, rows=1),
    "a fighter": lambda: ns.chain.ammo(fighter="rork[+boltgun,+frag-grenades]"),
    "one weapon": lambda: ns.chain.ammo(fighter="zarann"),
    "all": lambda: ns.chain.ammo(every=True),
}


def sentences(out):
    """What is printed, in one line."""
    return " ".join(out.split())


def test_ammo__says_how_long_it_lasts(capsys):
    code, out, err = run(capsys, *AMMO, "--no-stamp")
    assert (code, err) == (0, "")
    assert out.startswith(
        "Heavy stubber: out of ammo by shot 4 half the time, after 6.26 shots on average, by shot 14 in 90%\n(exact)\n"
    )
    for part in (
        "Ammo 4+; 2 Firepower dice a shot; Unwieldy.",
        "out of ammo 16.0% (23/144), jammed 0.7% (1/144)",
        "A Reload fills it in 50.0% (1/2), one of two in 75.0% (3/4).",
        "1 84.0% 16.0% 0.7%",
        "at most 4.3%",
        "any number",
        "In 6 rounds: 5.09 shots on average",
        "A shot takes both actions.",
        "Munitioneer",
    ):
        assert part in sentences(out)
    assert max(map(len, out.splitlines())) <= 100


def test_ammo__a_row_for_each_weapon(capsys):
    code, out, err = run(capsys, "chain", "ammo", "--all", "--no-stamp")
    assert (code, err) == (0, "")
    assert "Boltgun" in out
    assert "13.9% 5/36" in out
    assert max(map(len, out.splitlines())) <= 100
    assert "Stub gun" in run(capsys, "chain", "ammo", "--fighter", "rork")[1]


def test_down__says_how_many_hits_it_takes(capsys):
    code, out, err = run(capsys, *DOWN, "--no-stamp")
    assert (code, err) == (0, "")
    assert sentences(out).startswith(
        "Rork against lasgun hits: down by hit 5 half the time, after 5.82 hits on average, by hit 12 in 90% (exact) "
    )
    for part in ("Wounds on 5+", "14.8%", "recovery in the End phase", "flesh wounds add up"):
        assert part in out
    assert "Hits on" not in out
    assert max(map(len, out.splitlines())) <= 100


def test_down__by_activation(capsys):
    code, out, _ = run(capsys, *ACTIVATIONS, "--aim", "--distance", "8")
    assert code == 0
    assert out.startswith("Rork against Kaiya's lasgun: down by activation")
    assert "Hits on" in out
    assert 'at short range (8"), aimed.' in sentences(out)
    assert "After a Reload it is unaimed." in sentences(out)


def test_down__in_close_combat(capsys):
    code, out, err = run(capsys, *FIGHTS, "--attacker", "zarann", "--no-stamp")
    assert (code, err) == (0, "")
    said = sentences(out)
    assert said.startswith(
        "Rork against Zarann's chainsword and stub gun: down by activation 3 half the time"
    )
    for part in (
        "One fight each activation, in close combat, charging. Only the first is a charge.",
        "Seriously injured, the target is given a coup de grace at once.",
        "reactions: nobody strikes back (N17-B-CC-12)",
        "one that runs dry is used on",
    ):
        assert part in said
    assert "reloaded" not in said
    later = sentences(run(capsys, *FIGHTS, "--option", "coup_after_fight=False")[1])
    assert "given a coup de grace with the next activation" in later
    assert max(map(len, out.splitlines())) <= 100


def test_down__with_recovery(capsys):
    code, out, err = run(capsys, *ROUNDS, "--no-stamp")
    assert (code, err) == (0, "")
    said = sentences(out)
    assert said.startswith(
        "Rork, recovering with the best of 3 dice, against Kaiya's lasgun: out of action by round"
    )
    for part in (
        "Round by round",
        "tests for recovery with the best of 3 Injury dice, each out of action rolled again once.",
        "back: has recovered at least once",
        "once back, and so pinned, it stands up before the next attack",
    ):
        assert part in said
    assert "whoever is seriously injured stays so" not in said
    assert max(map(len, out.splitlines())) <= 100


def test_recovery__alone_and_with_help(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    code, out, err = run(capsys, *RECOVERY, "--no-stamp")
    assert (code, err) == (0, "")
    table = out.partition("With help\n")[2]
    for line in ("nobody 33.3% 66.7% 33.3% 2 never", "a friend 55.6% 95.2% 4.8% 1 4"):
        assert line in sentences(table)
    assert table.count("one with") == 3
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize("line", [AMMO, DOWN, ACTIVATIONS, FIGHTS, ROUNDS, RECOVERY], ids=" ".join)
def test_every_format_says_the_same(line, capsys, tmp_path):
    answer = json.loads(run(capsys, *line, "--json")[1])
    assert answer["question"] == "chain"
    unit = answer["unit"]
    rows = list(csv.DictReader(io.StringIO(run(capsys, *line, "--csv")[1])))
    curve = [row for row in rows if row["part"] == "rows" and row["step"] == "1"]
    assert {row["quantity"]: float(row["value"]) for row in curve} == {
        name: chance["p"] for name, chance in answer["rows"][0].items() if name != unit
    }
    first = next(iter(answer["until"]))
    (median,) = [r for r in rows if r["part"] == f"until.{first}" and r["quantity"] == "median"]
    assert median["value"] == str(answer["until"][first]["median"])
    assert run(capsys, *line, "--format", "markdown")[1].startswith(f"# {answer['title']}")
    assert run(capsys, *line, "--format", "html")[1].startswith("<!doctype html>")
    path = tmp_path / "chain.png"
    quiet = ("--plot", str(path), "-o", str(tmp_path / "chain.json"), "--quiet")
    assert run(capsys, *line, *quiet) == (0, "", "")
    assert path.read_bytes().startswith(b"\x89PNG")


def test_csv__of_all_weapons(capsys):
    rows = list(csv.DictReader(io.StringIO(run(capsys, "chain", "ammo", "--all", "--csv")[1])))
    (found,) = [row for row in rows if row["weapon"] == "boltgun" and row["quantity"] == "out_of_ammo"]
    assert found["fraction"] == "5/36"
    assert {row["part"] for row in rows} == {"rows"}


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("ammo", "custom"), "no Ammo value"),
        (("ammo", "power-sword"), "close combat"),
        (("ammo", "nogun"), "no weapon 'nogun'"),
        (("ammo",), "expected a weapon"),
        (("ammo", "autogun", "--rounds", "0"), "rounds: expected 1 to 100"),
        (("ammo", "autogun", "--rounds", "-2"), "rounds: expected 1 to 100"),
        (("ammo", "autogun", "--need", "0"), "need: expected a chance"),
        (("ammo", "autogun", "--need", "1.5"), "need: expected a chance"),
        (("ammo", "autogun", "--need", "nan"), "need: expected a chance"),
        (("ammo", "autogun", "--rows", "0"), "rows: expected 1 to 200"),
        (("ammo", "autogun", "--firepower", "2"), "at most 1 Firepower dice"),
        (("ammo", "autogun", "--reload", "later"), "'later' is not one of"),
        (("ammo", "autogun", "--rules", "basic"), "advanced rules"),
        (("down", "rork"), "missing option '--weapon'"),
        (("down", "rork", "--weapon", "lasgun", "--close"), "expected one for close combat"),
        (
            ("down", "rork", "--weapon", "lasgun", "--by", "activation", "--charging"),
            "belongs to close combat",
        ),
        (("down", "rork", "--weapon", "power-sword", "--turned"), "every hit here is sure"),
        (("down", "rork", "--weapon", "lasgun", "--by", "activation", "--with", "laspistol"), "one gun"),
        (("down", "rork", "--weapon", "lasgun", "--helper", "kaiya"), "expected recovery as well"),
        (("down", "rork", "--weapon", "lasgun", "--assisted"), "expected recovery as well"),
        (("down", "rork", "--weapon", "lasgun", "--recovery", "--by", "hit"), "expected activation"),
        (("down", "rork", "--weapon", "lasgun", "--recovery", "--rules", "basic"), "advanced rules"),
        (("down", "rork", "--weapon", "lasgun", "--aim"), "every hit here is sure"),
        (("down", "nobody", "--weapon", "lasgun"), "no fighter 'nobody'"),
        (("amo", "autogun"), "no chain 'amo'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_refuses_in_one_line(args, message, capsys):
    code, out, err = run(capsys, "chain", *args)
    assert (code, out) == (2, "")
    assert err.startswith("error: ")
    assert message in err
    assert len(err.splitlines()) <= 2


def test_need__of_certainty_is_no_mistake(capsys):
    code, out, _ = run(capsys, "chain", "ammo", "autogun", "--need", "1")
    assert code == 0
    assert "never certain" in out
    assert "by shot 1, always" in run(capsys, "chain", "ammo", "demolition-charges", "--need", "1")[1]
    rounds = sentences(run(capsys, *ROUNDS, "--need", "1")[1])
    assert "after 15.52 rounds on average, never certain (exact)" in rounds


def test_need__that_is_never_reached_is_answered(capsys):
    """A back that comes about in part of all battles, whatever the number of rounds."""
    code, out, _ = run(capsys, *ROUNDS, "--need", "0.99")
    assert code == 0
    assert "at most " in out


def test_chain__without_a_name_shows_what_there_is(capsys):
    code, out, err = run(capsys, "chain")
    assert (code, err) == (0, "")
    assert "ammo" in out
    assert "down" in out


@pytest.mark.parametrize("line", [("chain", "--help"), AMMO, ACTIVATIONS], ids=" ".join)
def test_imports_nothing_heavy(line):
    assert program(*line, code=watching(PROGRAM)).stderr.decode().splitlines()[-1] == "heavy:"


@pytest.mark.parametrize("name", FIGURES)
def test_figure__nothing_lies_on_anything(name):
    figure = FIGURES[name]().plot()
    assert overlaps(figure) == []


def test_figure__draws_the_rows():
    answer = FIGURES["two dice"]()
    axes = axes_of(answer.plot())
    lines = {line.get_label(): line for line in axes["curves"].get_lines()}
    for name in ("out_of_ammo", "jammed"):
        assert list(lines[name].get_xdata()) == [0, *(row["shot"] for row in answer["rows"])]
        assert list(lines[name].get_ydata()) == [0, *(row[name]["p"] for row in answer["rows"])]
    said = [text.get_text() for text in axes["curves"].texts]
    assert {"half by shot 4", "90% by shot 14"} <= set(said)
    assert any(text.startswith("jammed\n") for text in said)
    widths = [bar.get_width() for bar in axes["shots"].patches]
    assert widths == [chance["p"] for chance in answer["shots"].values()]
    assert (axes["curves"].get_xlabel(), axes["curves"].get_ylabel()) == (
        "shots",
        "chance that it has happened",
    )


def test_figure__of_all_weapons():
    answer = FIGURES["a fighter"]()
    axes = axes_of(answer.plot())["shots"]
    assert [bar.get_width() for bar in axes.patches] == [row["shots_mean"]["mean"] for row in answer["rows"]]
    assert [text.get_text() for text in axes.get_yticklabels()] == ["Stub gun", "Boltgun", "Frag grenades"]
