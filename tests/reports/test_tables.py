import pytest

import necrostats as ns
from necrostats.reports.screens import Screen, encodes_all, in_ascii, screen_of, width_of
from necrostats.reports.tables import shares, text
from tests.reports import fixtures

ANSWERS = {
    "matchup": fixtures.matchup(),
    "advanced": fixtures.advanced_matchup(),
    "large": fixtures.large_matchup(),
    "attack": fixtures.attack(),
    "simulated": fixtures.simulated_attack(),
    "weapons": {"question": "attack", "attacks": fixtures.matchup()["attacks"][:6]},
    "story": fixtures.story(),
}
FAIR_FIGHT = [fixtures.card("rork"), fixtures.card("rork")]


@pytest.mark.parametrize("width", [60, 72, 80, 100])
@pytest.mark.parametrize("name", ANSWERS)
def test_report__is_no_wider_than_the_screen(name, width):
    report = text(ANSWERS[name], Screen(width=width))
    assert max(width_of(line) for line in report.splitlines()) <= width


@pytest.mark.parametrize("name", ANSWERS)
def test_report__ascii_has_the_same_shape(name):
    whole, plain = text(ANSWERS[name]), text(ANSWERS[name], Screen(ascii_only=True))
    assert plain.isascii()
    assert [width_of(line) for line in whole.splitlines()] == [len(line) for line in plain.splitlines()]


@pytest.mark.parametrize("name", ANSWERS)
def test_report__has_colour_only_when_asked(name):
    assert "\x1b" not in text(ANSWERS[name])
    assert "\x1b" in text(ANSWERS[name], Screen(colour=True))


def test_matchup__says_it_in_one_sentence_first():
    first = text(ANSWERS["matchup"]).splitlines()[0]
    assert first == (
        "Rork wins 54.2%, Kaiya 41.0%, draw 4.8% with best play of both, starting 12 inches apart (exact)"
    )


def test_matchup__shows_all_parts():
    report = text(ANSWERS["matchup"])
    for part in (
        "M   WS  BS  S  T  W  I   A  Ld  Cl  Wil  Int",
        "6+, 5+ from the front",
        "Kaiya attacks Rork (exact)",
        "66.7% 2/3",
        "Still standing",
        "best reply",
        "What Kaiya should do against Rork",
        "<0.1",
        "|z| = 1.9; they agree",
        "Kaiya wins 41.1% [40.9, 41.3]",
        "reconstructed",
        "not modelled",
        "seed 1",
    ):
        assert part in report, part


def test_matchup__under_the_advanced_rules():
    report = text(ANSWERS["advanced"])
    for part in (
        "or seriously injured after the last End phase",
        "struck is down",
        "What injuries change (exact)",
        "every Injury die is out of action",
        "Lead by distance (exact)",
        "seriously injured does not",
        "drawn by chance, action by action",
    ):
        assert part in " ".join(report.split()), part
    assert "What injuries change" not in text(ANSWERS["matchup"])


def test_matchup__too_large_to_be_solved():
    report = " ".join(text(ANSWERS["large"]).split())
    for part in (
        "with best of the named policies of both",
        "(simulated 200,000 times)",
        "too many decision points to be solved",
        "Policy against policy (simulated 200,000 times each)",
        "Best of these for Kaiya: stand-and-shoot 60% of the time, charge 40% of the time.",
        "Best of these for Rork: stand-and-shoot.",
    ):
        assert part in report, part
    for part in ("best reply", "What injuries change", "Lead by distance", "should do"):
        assert part not in report


def test_matchup__without_cross_check_stamp_or_decisions_is_shorter():
    bare = fixtures.matchup(cross_check=None, decisions={}, policies=None, not_modelled=[], reconstructed=[])
    del bare["stamp"]
    report = text(bare)
    for part in ("Cross-check", "Small print", "best reply", "should do"):
        assert part not in report


def test_matchup__disagreement_is_said_aloud():
    check = {**fixtures.matchup()["cross_check"], "z_max": 7.2}
    assert "do NOT agree" in text(fixtures.matchup(cross_check=check))


def test_matchup__of_twins_says_a_and_b():
    report = text(fixtures.matchup(fighters=FAIR_FIGHT))
    assert report.startswith("Rork (B) wins 54.2%, Rork (A) 41.0%")


def test_matchup__named_policies_and_options_are_said():
    duel = {**fixtures.matchup()["duel"], "policy_a": "charge"}
    report = text(fixtures.matchup(duel=duel, options={"pin_on": "attack"}))
    assert "with Kaiya playing charge and Rork best" in report
    assert "pin_on=attack" in report


def test_matchup__engaged_at_the_start():
    situation = {**fixtures.matchup()["situation"], "distance": 0}
    assert "starting engaged (exact)" in text(fixtures.matchup(situation=situation))


def test_attack__each_figure_is_defined_where_it_stands():
    report = text(ANSWERS["attack"])
    assert "27.8% (5/18) out of action (exact)" in report.splitlines()[0]
    for part in (
        "at least one hit",
        "exclude each other and sum to 1",
        "exactly",
        "at least",
        "pinned and still in play",
    ):
        assert part in report, part


@pytest.mark.parametrize("width", [72, 80, 100, 120])
def test_table__no_column_is_cut_off(width):
    """Ten columns on a screen that is too narrow for them: narrower ones, but each cell whole."""
    table = ns.table("weapons-grenades").to_dict()
    report = text(table, Screen(width=width))
    assert max(width_of(line) for line in report.splitlines()) <= width
    chances = [cell for row in table["rows"] for cell in row["cells"] if not isinstance(cell, str)]
    assert report.count("%") == len(chances)


def test_a_nameless_fighter_is_spoken_of_as_one():
    shot = ns.attack("custom", "custom[t=4]", weapon="lasgun").to_dict()
    assert text(shot).startswith(
        "A nameless human attacks a nameless human [t=4] with lasgun, at short range: "
    )
    assert text(ns.attack("kaiya", "custom").to_dict()).startswith(
        "Kaiya attacks a nameless human, weapon by"
    )
    ranked = text(ns.compare(weapon="shotgun/solid", target="custom[t=4]").to_dict())
    assert ranked.startswith("Most likely to put a nameless human [t=4] down: shotgun (solid slug), ")
    assert "\nA nameless human attacks (WS 4+" in ranked
    blast = ns.blast("custom", weapon="frag-grenades", arrangement="0,0", trials=0).to_dict()
    assert text(blast).startswith("A nameless human, frag grenades")


def test_attack__leaves_out_what_cannot_be():
    """A target of one Wound that lost it is down; the JSON says so with a 0, the report says nothing."""
    lost = "lost Wounds, still in play"
    one, three = (ns.attack("kaiya", f"rork[w={w}]", weapon="laspistol").to_dict() for w in (1, 3))
    assert one["outcomes"]["wounded"]["p"] == 0
    assert lost not in text(one)
    assert lost in text(three)
    assert "seriously injured and nothing worse" not in text(three)
    assert lost in text(ns.attack("kaiya", "rork", weapon="laspistol", trials=1000, seed=7).to_dict())


def test_attack__simulated_carries_its_interval():
    report = text(ANSWERS["simulated"])
    assert "simulated 10,000 times" in report
    assert "50.0%  [49.0, 51.0]" in report
    assert "under 3/10,000" in report


def test_attack__not_carried_and_notes_are_said():
    report = text(
        fixtures.attack(not_carried=True, notes=["beyond long range"], not_modelled=["stub gun: plentiful"])
    )
    for part in ("taken for this question", "beyond long range", "stub gun: plentiful"):
        assert part in report


def test_story__a_die_is_one_line_in_columns():
    lines = text(ANSWERS["story"]).splitlines()
    hit = next(line for line in lines if line.startswith("  hit roll"))
    wound = next(line for line in lines if line.startswith("  wound roll"))
    expected = "hit roll N17-B-HIT-01 needs 3+ (BS 4+, short range +1) rolled 5 hit"
    assert " ".join(hit.split()) == expected
    assert hit.index("N17-") == wound.index("N17-")
    assert hit.index("rolled") == wound.index("rolled")


def test_shares__fill_the_bar_and_show_what_is_possible():
    assert sum(shares([0.0001, 0.4999, 0.5], 100)) == 100
    assert shares([0.0, 1.0], 10) == [0, 10]
    assert shares([1e-9, 1 - 1e-9], 10) == [1, 9]


class Stream:
    def __init__(self, encoding="utf-8", terminal=True):
        self.encoding, self.terminal = encoding, terminal

    def isatty(self):
        return self.terminal


@pytest.mark.parametrize("environ", [{"NO_COLOR": "1", "TERM": "xterm"}, {"TERM": "dumb"}])
def test_screen__no_colour_where_none_is_wanted(environ):
    assert not screen_of(Stream(), environ).colour
    assert screen_of(Stream(), {"TERM": "xterm"}).colour
    assert not screen_of(Stream(terminal=False), {"TERM": "xterm"}).colour


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "latin-1", "cp437", "gbk"])
def test_screen__what_is_not_utf8_gets_ascii(encoding):
    assert screen_of(Stream(encoding), {}).ascii_only
    assert not encodes_all(Stream(encoding))
    assert encodes_all(Stream("UTF-8"))


def test_in_ascii__keeps_columns():
    for sign in "─━│╭█░▓·×±≥→–’é激ﬀ½😀":
        assert len(in_ascii(sign)) == width_of(sign), sign
        assert in_ascii(sign).isascii()
