"""What the readings of an option change: every option that can act in one attack changes a standard figure."""

import re
from fractions import Fraction

import pytest

import necrostats as ns
from necrostats.analyses.attack import attack
from necrostats.analyses.option_effects import DEFINITIONS, option_effects
from necrostats.errors import GameDataError, UnknownNameError
from necrostats.systems.necromunda.catalogue import load, mistakes

CAT = load()
FIGURES = CAT.standard

# They act in a duel, between activations, in the End phase, or in the exchange after an attack.
ELSEWHERE = {
    "test_auto_fail", "charge_contact", "turf_first_tie", "free_turn_engaged", "reaction_target", "reaction_order",
    "charge_d3", "retreat_reaction", "retreat_timing", "half_move_rounding", "may_pass", "priority_tie",
    "coup_after_fight", "recovery_si_flesh", "flee_phase", "iron_will", "charged_prone_reaction", "melee_kb_followup",
}  # fmt: skip
ACTING = [name for name, option in CAT.options.items() if option.layer != "board" and name not in ELSEWHERE]
# No whole Strength lies between half of an odd Toughness and that half rounded down.
NEVER = {("half_toughness", "round_down")}


def effects(name):
    return option_effects(name).to_dict()


def chance(figure, rules, **options):
    """A figure, asked for by hand."""
    asked = {"weapon": figure.weapon, **figure.situation, "rules": rules, "options": options}
    found = attack(figure.attacker, figure.target, **asked, house="none").to_dict()
    for key in figure.figure.split("."):
        found = found.get(key, {})
    return Fraction(found.get("fraction", 0))


@pytest.mark.parametrize("name", ACTING)
def test_every_reading_that_acts_in_an_attack_changes_a_figure(name):
    option = CAT.options[name]
    rules = ["advanced"] if option.layer == "advanced" else ["basic", "advanced"]
    rows = effects(name)["rows"]
    for layer in rules:
        usual = option.default_basic if layer == "basic" else option.default_advanced
        changing = {row["value"] for row in rows if row["rules"] == layer}
        others = {*option.values, *option.examples} - {usual}
        assert others - {value for each, value in NEVER if each == name} == changing


@pytest.mark.parametrize("name", ACTING)
def test_the_rows_are_what_an_attack_says(name):
    for row in effects(name)["rows"]:
        figure = FIGURES[row["figure"]]
        assert (row["title"], row["key"]) == (figure.title, figure.figure)
        default = chance(figure, row["rules"])
        found = chance(figure, row["rules"], **{name: row["value"]})
        assert [Fraction(row[key]["fraction"]) for key in ("default", "with_it", "difference")] == [
            default,
            found,
            found - default,
        ]
        assert found != default


@pytest.mark.parametrize("name", ["save_nat1_fails", "hit_order", "stray_hit"])
def test_no_figure_that_changes_is_left_out(name):
    """Also those whose attack was not computed because it reads no such option."""
    option = CAT.options[name]
    rows = {(row["figure"], row["rules"], row["value"]) for row in effects(name)["rows"]}
    for figure in FIGURES.values():
        for rules in figure.rules if option.layer == "basic" else ["advanced"]:
            usual = chance(figure, rules)
            for value in option.values:
                changes = chance(figure, rules, **{name: value}) != usual
                assert changes == ((figure.id, rules, value) in rows)


@pytest.mark.parametrize("name", sorted(ELSEWHERE))
def test_what_changes_nothing_says_why(name):
    answer = effects(name)
    assert answer["rows"] == []
    assert "acts elsewhere" in answer["notes"][0]
    for where in ("matchup", "battle"):
        shown = f"necrostats {where} A B --option {name}=VALUE"
        assert any(shown in note for note in answer["notes"]) == (answer["layer"] == "basic")


@pytest.mark.parametrize("name", [name for name, option in CAT.options.items() if option.layer == "board"])
def test_an_option_of_the_board_is_explained_all_the_same(name):
    answer = effects(name)
    assert answer["rows"] == []
    assert "board" in answer["notes"][0]
    assert answer["notes"][1].startswith(f"necrostats battle A B --option {name}=VALUE")
    assert [reading["value"] for reading in answer["readings"]] == list(CAT.options[name].values)


def test_the_answer_is_whole():
    answer = effects("Impossible-Shot")
    assert (answer["question"], answer["option"], answer["layer"]) == ("option", "impossible_shot", "basic")
    assert answer["default"] == {"basic": "miss", "advanced": "improbable"}
    assert [reading["default"] for reading in answer["readings"]] == [["basic"], ["advanced"], []]
    assert answer["rules"][0] == {"id": "N17-B-HIT-03", "title": CAT.rules["N17-B-HIT-03"].title}
    assert {key for row in answer["rows"] for key in row} == set(DEFINITIONS)
    assert answer["stamp"]["rules"] == "basic and advanced"
    assert effects("injury_faces")["default"] == {"advanced": "2,3,1"}
    assert effects("injury_faces")["examples"] == ["3,2,1"]


def test_a_reading_that_changes_nothing_is_named():
    assert effects("half_toughness")["notes"] == [
        "half_toughness=round_down changes none of the standard figures."
    ]


def test_house_rules_are_left_aside(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    usual = effects("pin_on")["rows"]
    (tmp_path / "necrostats.toml").write_text(
        'default = "a"\n[house.a.options]\npin_on = "attack"\nwound_last_row = "seed_literal"\n', "utf-8"
    )
    assert effects("pin_on")["rows"] == usual


def test_from_python():
    answer = ns.option("pin_on")
    assert "A laspistol shot at long range pins Rork" in str(answer)
    frame = answer.to_frame()
    assert set(frame["reading"]) == {"attack"}
    assert (frame["with_it"] - frame["default"]).round(12).tolist() == frame["difference"].round(12).tolist()
    assert "What changes" in answer._repr_html_()
    with pytest.raises(UnknownNameError) as caught:
        ns.option("pin_onn")
    assert "pin_on" in caught.value.hint
    with pytest.raises(TypeError):
        answer.explain()


def test_every_figure_has_words_and_none_twice():
    titles = [figure.title for figure in FIGURES.values()]
    assert len(set(titles)) == len(titles) < 60
    assert all(re.match(r"[A-Za-z]", title) and not title.endswith(".") for title in titles)
    questions = [
        (f.attacker, f.target, f.weapon, tuple(f.situation.items()), f.figure) for f in FIGURES.values()
    ]
    assert len(set(questions)) == len(questions)


MINE = """
[standard.mine]
title = "an autogun hits"
attacker = "zarann"
target = "rork"
weapon = "autogun"
situation = { range = "long" }
figure = "stages.hit"
rules = ["basic"]
"""


def test_figures_of_a_user(tmp_path):
    (tmp_path / "mine.toml").write_text(MINE.replace("stages.hit", "target_after.pinned"), "utf-8")
    rows = option_effects("pin_on", data=[tmp_path]).to_dict()["rows"]
    assert [row["rules"] for row in rows if row["figure"] == "mine"] == ["basic"]
    (tmp_path / "mine.toml").write_text(MINE.replace('"autogun"', '"autogunn"'), "utf-8")
    with pytest.raises(
        GameDataError, match=r"standard\.mine: expected an attack that can be asked for, got: no weapon"
    ):
        option_effects("pin_on", data=[tmp_path])
    (tmp_path / "mine.toml").write_text(MINE.replace("range =", "rnage ="), "utf-8")
    with pytest.raises(GameDataError, match=r"standard\.mine"):
        option_effects("pin_on", data=[tmp_path])


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"stages.hit"', '"hit"', "figure: expected a figure such as outcomes.out_of_action, got 'hit'"),
        ('"stages.hit"', '"stages.__class__.x.y"', "figure: expected a figure"),
        ('["basic"]', '["basics"]', "rules: expected names out of basic, advanced, got ['basics']"),
        (
            '{ range = "long" }',
            "{ range = [] }",
            "situation.range: expected a text, a number, true or false, got []",
        ),
        ('{ range = "long" }', '"long"', "situation: expected a table, got 'long'"),
        ('title = "an autogun hits"', "", "title: expected a text on one line, got nothing"),
        ("weapon =", "wepon =", "wepon: expected no such key (did you mean weapon?)"),
    ],
)
def test_mistakes_in_a_figure(old, new, said, tmp_path):
    (tmp_path / "mine.toml").write_text(MINE.replace(old, new), "utf-8")
    assert any(said in line for line in mistakes([tmp_path])), mistakes([tmp_path])
