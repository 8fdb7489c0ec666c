"""``necrostats explain battle``: what it prints, the page it writes, what it refuses."""

import inspect
import json

import pytest

from necrostats.analyses import battle_asked
from necrostats.analyses.battle_told import explain_battle
from necrostats.cli.battles import OPTIONS
from necrostats.systems.necromunda.catalogue import load
from tests.cli.running import PROGRAM, program, run
from tests.cli.test_commands import watching

DUEL = ("explain", "battle", "kaiya", "rork", "--rounds", "2")


def embedded(path):
    page = path.read_text("utf-8")
    return json.loads(page.partition('id="battle">')[2].partition("</script>")[0])


def test_report(capsys):
    code, text, err = run(capsys, *DUEL, "--seed", "7", "--no-stamp")
    assert (code, err) == (0, "")
    assert text.startswith("Kaiya (look-ahead) against Rork (look-ahead) on Turf War (seed 7)\n")
    assert "\n\nRound 1\nin play: Kaiya 1, Rork 1\n\n" in text
    assert "\n\nKaiya acts, at 12.0, 0.5\n" in text
    assert "reconstructed" in text


def test_answer__is_that_of_the_seed_and_trial(capsys):
    answer = json.loads(run(capsys, *DUEL, "--seed", "7", "--trial", "3", "--no-stamp", "--json")[1])
    told = explain_battle("kaiya", "rork", rounds=2, seed=7, trial=3).to_dict()
    told.pop("stamp")
    assert answer == told
    first = json.loads(run(capsys, *DUEL, "--seed", "7", "--no-stamp", "--json")[1])
    assert answer["lines"] != first["lines"]
    assert "(seed 7, trial 3)" in run(capsys, *DUEL, "--seed", "7", "--trial", "3")[1]


def test_advanced_rules(tmp_path, capsys):
    page, words = (
        tmp_path / "battle.html",
        ("explain", "battle", "carrion-queens", "ironlords", "--rules", "advanced"),
    )
    code, text, err = run(capsys, *words, "--seed", "7", "--no-stamp", "--replay", str(page), "--quiet")
    assert (code, err) == (0, "")
    assert "\n\nEnd phase\n" in text
    assert "{" not in text
    assert "in play: Carrion Queens" in text
    answer = embedded(page)
    assert answer["rules"] == "advanced"
    assert answer == json.loads(run(capsys, *words, "--seed", "7", "--no-stamp", "--json")[1])
    assert (
        answer["lines"]
        != explain_battle("carrion-queens", "ironlords", rules="basic", seed=7).to_dict()["lines"]
    )


def test_advanced_rules__count_nobody_who_has_fled_as_in_play(capsys):
    """What stands under a round is what its frame says."""
    words = (
        "explain",
        "battle",
        "carrion-queens",
        "ironlords",
        "--rules",
        "advanced",
        "--no-stamp",
        "--seed",
        "7",
    )
    answer = json.loads(run(capsys, *words, "--json")[1])
    text = run(capsys, *words)[1]
    fled = 0
    for line in answer["lines"]:
        if line["text"].startswith("Round "):
            postures = answer["frames"][line["frame"]]["posture"]
            left = [sum(p not in ("out", "fled") for p in postures[at : at + 4]) for at in (0, 4)]
            assert f"\n{line['text']}\nin play: Carrion Queens {left[0]}, Ironlords {left[1]}\n" in text
            fled += postures.count("fled")
    assert fled > 0


def test_defaults__are_those_of_python():
    """The help says what the analysis does where nothing is said."""
    said = {option.name: option.default for function in OPTIONS for option in [option_of(function)]}
    taken = {
        name: one.default
        for name, one in inspect.signature(battle_asked.asked).parameters.items()
        if name in said
    }
    assert said == taken


def option_of(decorate):
    """The option that a decorator gives a command."""

    def nothing():
        """Nothing."""

    (option,) = decorate(nothing).__click_params__
    return option


def test_replay__holds_the_answer(tmp_path, capsys):
    page, answer = tmp_path / "battle.html", tmp_path / "battle.json"
    words = (*DUEL, "--seed", "7", "--replay", str(page), "-o", str(answer))
    code, out, err = run(capsys, *words)
    assert (code, out) == (0, "")
    assert err == f"wrote {answer}\nwrote {page}\n"
    assert embedded(page) == json.loads(answer.read_text("utf-8"))
    assert sorted(tmp_path.iterdir()) == [page, answer]


def test_replay__leaves_the_report_on_stdout(tmp_path, capsys):
    page = tmp_path / "battle.HTML"
    code, out, err = run(capsys, *DUEL, "--replay", str(page))
    assert (code, err) == (0, f"wrote {page}\n")
    assert out.startswith("Kaiya (look-ahead)")
    assert "stamp" in embedded(page)
    assert run(capsys, *DUEL, "--replay", str(page), "--quiet", "--no-stamp")[2] == ""
    assert "stamp" not in embedded(page)


def test_replay__takes_the_place_of_the_old_one_or_of_nothing(tmp_path, capsys, monkeypatch):
    page = tmp_path / "battle.html"
    page.write_text("old", "utf-8")
    monkeypatch.setattr("necrostats.reports.replay.replay_page", lambda _answer: 1 / 0)
    code, out, err = run(capsys, *DUEL, "--replay", str(page))
    assert code == 1
    assert out.startswith("Kaiya (look-ahead)")
    assert "division by zero" in err
    assert page.read_text("utf-8") == "old"
    assert [*tmp_path.iterdir()] == [page]


def test_gangs_boards_and_policies(capsys):
    words = ("explain", "battle", "carrion-queens", "2*rork[w=2]+nox", "--board", "columns", "--rounds", "1")
    words += ("--policy-a", "random", "--policy-b", "brawlers", "--seed", "1", "--json", "--no-stamp")
    answer = json.loads(run(capsys, *words)[1])
    assert answer["board"] == "columns"
    assert (answer["policy_a"], answer["policy_b"]) == ("random", "brawlers")
    assert [who["name"] for who in answer["fighters"]][4:] == ["Rork 1", "Rork 2", "Nox"]
    assert [who["wounds"] for who in answer["fighters"]][4:] == [2, 2, 1]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("kaya", "rork"), "no gang or fighter 'kaya'; did you mean kaiya?"),
        (("kaiya", "rork", "--board", "turf-wr"), "no board 'turf-wr'; did you mean turf-war?"),
        (("kaiya", "rork", "--policy-a", "agressive"), "no policy 'agressive'; did you mean aggressive?"),
        (("kaiya", "rork", "--policy-b", "best"), "no policy 'best'"),
        (("kaiya", "rork", "--seed", "-1"), "seed: expected 0 to 2^63 - 1, got '-1'"),
        (("kaiya", "rork", "--seed", "x"), "seed: expected a whole number, got 'x'"),
        (("kaiya", "rork", "--trial", "-1"), "trial: expected 0 to 999999999999, got '-1'"),
        (("kaiya", "rork", "--rounds", "0"), "rounds: expected 1 to 30, got '0'"),
        (("21*kaiya", "rork"), "expected at most 20 fighters in a gang"),
        (("kaiya", "rork", "--faces", "5,4"), "no option '--faces'"),
        (("kaiya", "rork", "--plot", "map.png"), "no option '--plot'"),
        (("kaiya",), "missing argument 'B'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_refused(args, said, capsys):
    code, out, err = run(capsys, "explain", "battle", *args)
    assert (code, out) == (2, "")
    assert said in err.replace("\nhint: ", "; ")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("battle.png", "expected a file that ends in .html, got"),
        ("battle", "hint: for example battle.html"),
        ("nowhere/battle.html", "no such file or directory"),
        ("", "hint: for example battle.html"),
    ],
)
def test_replay__where_it_cannot_go(name, said, tmp_path):
    path = tmp_path / name if name else ""
    done = program(*DUEL, "--replay", str(path))
    assert done.returncode == 2
    assert said in done.stderr.decode()
    assert b"Traceback" not in done.stderr
    answered = name == "nowhere/battle.html"  # only then is it known too late, and the answer is not lost
    assert (b"Kaiya (look-ahead)" in done.stdout) == answered
    assert [*tmp_path.iterdir()] == []


def test_replay__is_another_file_than_the_answer(tmp_path):
    path = tmp_path / "battle.html"
    done = program(*DUEL, "-o", str(path), "--replay", str(path))
    assert done.returncode == 2
    assert "expected two files for -o and --replay" in done.stderr.decode()
    assert not path.exists()


def test_replay__is_not_part_of_a_report(tmp_path, capsys):
    asked = tmp_path / "report.toml"
    asked.write_text('[[question]]\nask = "explain battle kaiya rork --replay x.html"\n', "utf-8")
    done = program("report", str(asked))
    assert done.returncode == 3
    assert "a question without --replay" in done.stderr.decode()
    asked.write_text('[[question]]\nask = "explain battle kaiya rork --rounds 1 --seed 7"\n', "utf-8")
    code, out, _ = run(capsys, "report", str(asked), "--format", "markdown", "--quiet")
    assert code == 0
    assert "Kaiya acts" in out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("carrion", "carrion-queens"),
        ("kaiya+ror", "kaiya+rork"),
        ("kaiya rork --policy-a agg", "aggressive"),
        ("kaiya rork --board col", "columns"),
    ],
)
def test_completion(words, expected):
    line = f"necrostats explain battle {words}"
    done = program(
        code=watching(PROGRAM),
        _NECROSTATS_COMPLETE="bash_complete",
        COMP_WORDS=line,
        COMP_CWORD=str(len(line.split()) - 1),
    )
    assert expected in [line.partition(",")[2] for line in done.stdout.decode().splitlines()]
    assert done.stderr.decode().splitlines()[-1] == "heavy:"


def test_policies__are_named_in_the_data(capsys):
    for policy in load().policies:
        words = (*DUEL, "--policy-a", policy, "--rounds", "1", "--seed", "1", "--json", "--no-stamp")
        assert json.loads(run(capsys, *words)[1])["policy_a"] == policy
