"""Fighters and weapons from scraps of the grammar and noise: what is accepted reads back as itself."""

import re
import unicodedata
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from necrostats.errors import NecrostatsError, UsageError
from necrostats.systems.necromunda.catalogue import load
from necrostats.systems.necromunda.entries import FIELDS, FIGURES, NUMBERS, STATS
from necrostats.systems.necromunda.grammar import fighter, gang, weapon

CAT = load()
NAMES = ["kaiya", "rork", "custom", "escher-ganger", "Goliath champion", "unarmed", "lasgun", "shotgun/solid",
         "shotgun", "stub-gun", "激光枪", "power sword", "brute-cleaver", "frag-grenades", "mesh", "flak", "parry",
         "none", "medicae", "ironlords"]  # fmt: skip
DIGITS = ["0", "1", "2", "3", "6", "10", "13", "-1", "+3", "3+", "4++", "1e1", "0x2", "1_0", "03", "2.0", "nan", "inf",
          "２", "٣", "²", "1²", "①", "½", "߂", "9" * 40, "S+1", "Sx3", "-", "E", "T"]  # fmt: skip
SIGNS = [
    "[",
    "]",
    "[",
    "]",
    ",",
    ",",
    "=",
    "=",
    "+",
    "-",
    "−",
    "/",
    "|",
    "(",
    ")",
    "*",
    "@",
    "，",
    "［",
    "］",
    "＝",
    "＋",
]
NOISE = [
    " ",
    "\t",
    "\n",
    "\0",
    "\u200b",
    "\u202e",
    "e\u0301",
    "ﬁ",
    "\ud800",
    "\U0001f3b2",
    "'",
    '"',
    "\\",
    "%s",
    "{0}",
]
KEYS = [*STATS, *FIGURES, *NUMBERS, "traits", "armour", "BS", "Wounds"]
SCRAPS = st.one_of(
    st.sampled_from(NAMES), st.sampled_from(KEYS), st.sampled_from(DIGITS), st.sampled_from(SIGNS),
    st.sampled_from(NOISE), st.text(max_size=4),
)  # fmt: skip
CHANGES = st.one_of(
    st.builds("{}={}".format, st.sampled_from(KEYS), st.sampled_from(DIGITS)),
    st.builds("+{}".format, st.sampled_from(NAMES)),
    st.builds("-{}".format, st.sampled_from(NAMES)),
    st.builds("+{}[{}={}]".format, st.sampled_from(NAMES), st.sampled_from(KEYS), st.sampled_from(DIGITS)),
    SCRAPS,
)
TEXTS = st.one_of(
    st.lists(SCRAPS, max_size=12).map("".join),
    st.builds("{}[{}]".format, st.sampled_from(NAMES), st.lists(CHANGES, max_size=5).map(",".join)),
)
MANY = 150


def read(what, text):
    """What a text is read as, None where it is refused in a sentence."""
    try:
        return what(CAT, text)
    except NecrostatsError as refused:
        said = str(refused)
    assert 0 < len(said) < 2_000
    return None


def figures_in(text):
    """The last figure that a text gives for each characteristic of the fighter itself, as one reads it."""
    plain = unicodedata.normalize("NFKC", text)
    inner = re.sub(r"\[[^\[\]]*\]", "", plain.partition("[")[2].rstrip()[:-1])
    found = {}
    for part in inner.split(","):
        key, _, value = (piece.strip() for piece in part.partition("="))
        if key.lower() in STATS and re.fullmatch(r"\+?\d+\+?", value, re.ASCII):
            found[key.lower()] = int(value.strip("+"))
    return found


@settings(max_examples=MANY)
@given(TEXTS)
@example("custom[ld=1²]")
@example("kaiya[w=２]")
def test_fighter__reads_back_as_itself(text):
    card = read(fighter, text)
    if card is None:
        return
    assert fighter(CAT, card.label) == card
    for key, value in figures_in(card.label).items():
        assert getattr(card, {"int": "intelligence"}.get(key, key)) == value
        assert STATS[key][0] <= value <= STATS[key][1]


@settings(max_examples=MANY)
@given(TEXTS)
def test_weapon__reads_back_from_its_figures(text):
    found = read(weapon, text)
    if found is None:
        return
    line = found[1]
    keys = {FIELDS.get(key, key): key for key in (*FIGURES, *NUMBERS)}
    figures = [f"{keys[name]}={getattr(line, name)}" for name in sorted(line.changed) if name in keys]
    if "traits" in line.changed:
        traits = "|".join(name if n is None else f"{name}({n})" for name, n in line.traits.items())
        figures.append(f"traits={traits}")
    again = weapon(CAT, f"{line.key}[{','.join(figures)}]" if figures else line.key)[1]
    assert replace(again, changed=line.changed) == line


@settings(max_examples=MANY // 2)
@given(
    st.lists(st.one_of(TEXTS, SCRAPS, st.sampled_from(["+", "2*", "3 * ", "0*"])), max_size=5).map("".join)
)
def test_gang__is_read_or_refused(text):
    found = read(gang, text)
    assert found is None or 0 < len(found) <= 50


@pytest.mark.parametrize("text", ["custom[ld=1²]", "kaiya[w=①]", "kaiya[w=½]", "kaiya[w=²]", "lasgun[ap=⑴]"])
def test_digits_that_are_none_are_refused(text):
    for what in (fighter, weapon):
        with pytest.raises(UsageError, match="expected plain digits, got"):
            what(CAT, text)


def test_scraps_are_read_often_enough_to_mean_something():
    """Of the texts that are put together here many are accepted, so that what is accepted is indeed looked at."""
    accepted = [
        card
        for card in (read(fighter, f"custom[{key}={value}]") for key in STATS for value in DIGITS)
        if card
    ]
    assert 40 < len(accepted) < len(STATS) * len(DIGITS)
