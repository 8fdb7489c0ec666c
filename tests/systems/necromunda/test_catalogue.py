import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from necrostats.errors import GameDataError, UnknownNameError
from necrostats.gamedata import data_folder
from necrostats.systems.necromunda.catalogue import KINDS, Catalogue, load, mistakes
from necrostats.systems.necromunda.kit import UNARMED, carry, price

GOOD = """
[weapons.zap]
name = "Zap gun"
aliases = ["电枪"]
category = "basic"
profiles = [ { rng_s = 6, rng_l = 12, str = 4, d = 2, traits = { knockback = true } } ]

[fighters.mad-kat]
name = "Mad Kat"
profile = "kaiya"
w = 2
weapons = ["zap", "shotgun/acid", "fighting-knife", "fighting-knife"]
"""


@pytest.fixture
def mine(tmp_path):
    def write(text, name="mine.toml"):
        (tmp_path / name).write_text(text, "utf-8")
        return tmp_path

    return write


def lines(folder):
    return [line.replace(str(folder) + "/", "") for line in mistakes([folder])]


def test_the_catalogue_is_read_once():
    assert load() is load(())


def test_entries_are_read_when_asked_for():
    cat = Catalogue(KINDS, data_folder() / "necromunda")
    assert cat.fighters["kaiya"].weapons[1].id == "power-sword"
    assert not cat._content
    assert {key for kind, key in cat._tables if kind == "weapons"} == {"laspistol", "power-sword"}


def test_a_folder_of_the_user_adds_and_overrides(mine):
    cat = load([mine(GOOD + '[fighters.rork]\nname = "Other Rork"\nt = 5\n')])
    kat = cat.fighters["mad-kat"]
    assert (kat.w, kat.bs, kat.house, kat.armour.id) == (2, 4, "escher", "flak")
    assert [[line.key for line in weapon.profiles] for weapon in kat.weapons] == [
        ["zap"],
        ["shotgun/solid", "shotgun/scatter", "shotgun/acid"],
        ["fighting-knife"],
        ["fighting-knife"],
    ]
    assert cat.find("weapon", "电枪") == "zap"
    assert (cat.fighters["rork"].name, cat.fighters["rork"].t, cat.fighters["rork"].armour.id) == (
        "Other Rork",
        5,
        "none",
    )
    assert load().fighters["rork"].t == 4
    assert "mad-kat" not in load().fighters


def test_a_changed_file_is_read_again(mine):
    folder = mine(GOOD)
    assert load([folder]).fighters["mad-kat"].w == 2
    mine(GOOD.replace("w = 2", "w = 3 # more"))
    assert load([folder]).fighters["mad-kat"].w == 3


EXPECTED = """
mine.toml: weapons.a.profiles[0].str: expected 1 to 12, S, S+1 to S+9, S-1 to S-9, * or -, got 13
mine.toml: weapons.a.profiles[0].ap: expected a whole number from -6 to 6, got 'x3'
mine.toml: weapons.a.profiles[0].d: expected a whole number from 1 to 10 or "-", got nan
mine.toml: weapons.a.profiles[0].rng_s: expected at most the long range of 6, got 12
mine.toml: weapons.a.profiles[1].rng_l: expected inches from 1 to 99, E, T, Sx1 to Sx9 or -, got 300
mine.toml: weapons.a.profiles[1].am: expected a whole number from 2 to 6 or "-", got 1
mine.toml: weapons.a.profiles[1].traits: expected a table, got 3
mine.toml: weapons.a.profiles[1].rng_l: expected a range, short or long, got '-'
mine.toml: weapons.a.profiles: expected a different id for each profile, got ''
mine.toml: weapons.a.variants[0].profile: expected the id of a profile, got 'zz'
mine.toml: weapons.a.variants[0].ws: expected no such key (known: acc_l, acc_s, am, ap, d, edition, profile, rng_l, rng_s, source, str, traits, why), got 3
mine.toml: weapons.a.name: expected a text on one line, got nothing
mine.toml: weapons.a.category: expected one of pistol, basic, special, heavy, close-combat, grenade, got 'pistols'
mine.toml: weapons.a.nmae: expected no such key (did you mean name?), got 'A'
mine.toml: weapons.b.profiles: expected at least one profile, got []
more.toml: armour.h.save: expected a whole number from 2 to 6 or "-", got 7
more.toml: fighters.c.profile: expected the id of a known fighter (did you mean escher-ganger?), got 'escher-gangr'
more.toml: fighters.c.armour: expected the id of a known armour (did you mean mesh?), got 'mish'
more.toml: fighters.c.under: expected armour that can be worn under another suit, got 'mesh'
more.toml: fighters.c.weapons: expected ids of weapons, or weapon/profile (did you mean lasgun?), got 'lasgunn'
more.toml: fighters.c.weapons: expected ids of weapons, or weapon/profile (did you mean shotgun?), got 'shotgun/nope'
more.toml: fighters.c.ws: expected a whole number from 2 to 6, got 4.0
more.toml: fighters.c.t: expected a whole number from 1 to 10, got 0
more.toml: fighters.c.skills: expected ids of skills (did you mean parry?), got 'pary'
more.toml: fighters.d.profile: expected a fighter that is not taken from this one, got 'e'
more.toml: fighters.e.profile: expected a fighter that is not taken from this one, got 'd'
more.toml: options.o.default: expected one of x, got 'z'
more.toml: gangs.g.fighters: expected a known fighter (did you mean kaiya?), got 'kaya'
more.toml: options.o.rules: expected a known rule (did you mean N17-B-COV-01?), got 'N17-B-NO-01'
mine.toml: weapons.a.profiles[0].traits: expected a known trait (did you mean pistol?), got 'pistl'
mine.toml: weapons.a.profiles[0].traits: expected a number behind rapid-fire, one of 1, 2, 3, got 'rapid-fire'
mine.toml: weapons.a.profiles[0].traits: expected no number behind melee, got 'melee'
"""  # noqa: E501


def test_all_mistakes_of_all_files_at_once(mine):
    mine(
        """
[weapons.a]
nmae = "A"
category = "pistols"
profiles = [
    { rng_s = 12, rng_l = 6, str = 13, ap = "x3", d = nan, traits = { pistl = true, rapid-fire = true, melee = 2 } },
    { rng_l = 300, am = 1, traits = 3 },
]
variants = [ { source = "x", profile = "zz", ws = 3 } ]

[weapons.b]
name = "B"
category = "basic"
profiles = []
"""
    )
    folder = mine(
        """
[fighters.c]
name = "C"
profile = "escher-gangr"
t = 0
ws = 4.0
armour = "mish"
under = "mesh"
weapons = ["lasgunn", "shotgun/nope"]
skills = ["pary"]
[fighters.d]
name = "D"
profile = "e"
[fighters.e]
name = "E"
profile = "d"
[gangs.g]
name = "G"
fighters = ["kaya"]
[armour.h]
name = "Lasgun"
save = 7
[options.o]
title = "O"
layer = "basic"
rules = ["N17-B-NO-01"]
default = "z"
values.x = "y"
""",
        "more.toml",
    )
    expected = EXPECTED.strip().splitlines()
    assert sorted(lines(folder)) == sorted(expected)
    with pytest.raises(GameDataError) as caught:
        load([folder])
    assert len(caught.value.mistakes) == 32
    assert caught.value.exit_code == 3


def test_names_are_unique_within_a_kind(mine):
    folder = mine(
        '[skills.a]\nname = "Alpha"\neffect = "x"\n[skills.b]\nname = "alpha"\neffect = "y"\naliases = ["B", 3]\n'
    )
    assert lines(folder) == [
        "mine.toml: skills.b.aliases: expected a list of texts, got ['B', 3]",
        "mine.toml: skills.b.aliases: expected names that no other entry has (a has this one), got 'alpha'",
    ]


def test_a_folder_that_is_not_there(tmp_path):
    assert lines(tmp_path / "nowhere")[0].endswith(
        "nowhere: folder: expected a folder or file of data, got none"
    )
    with pytest.raises(GameDataError):
        load([tmp_path / "nowhere"])


def test_paths_are_shown_from_the_working_folder(mine, monkeypatch):
    monkeypatch.chdir(mine("[wepons.x]\n"))
    assert mistakes([Path("mine.toml")]) == [
        "mine.toml: wepons: expected a kind of entry (did you mean weapons?), got this"
    ]


def test_unknown_names_come_with_suggestions():
    with pytest.raises(UnknownNameError, match="no weapon 'lasgunn'") as caught:
        load().find("weapon", "lasgunn")
    assert caught.value.hint.startswith("did you mean lasgun")
    assert caught.value.exit_code == 2
    with pytest.raises(UnknownNameError) as caught:
        load().find("armour", "x" * 10_000)
    assert len(str(caught.value)) < 200
    assert load().get("weapon", "nothing such") is None
    assert load().find("rule", "n17-b-hit-03") == "N17-B-HIT-03"
    assert load().find("option", "Pin-On") == "pin_on"


def test_one_price_out_of_several_lists():
    assert price({"box": 5, "gw-escher": 10, "trading-post": 15}, "escher") == 5
    assert price({"gw1-goliath": 15, "gw-goliath": 20}, "goliath") == 20
    assert price({"gw-cawdor": 40, "gw-orlock": 30}, "escher") == 30
    assert price({}) == 0


def test_bought_profiles_go_to_a_weapon_that_lacks_them():
    shotgun = load().weapons["shotgun"]
    acid, inferno = shotgun.profiles[4], shotgun.profiles[3]
    carried = carry((), shotgun)
    carried = carry(carry(carry(carried, shotgun, acid), shotgun, inferno), shotgun, acid)
    assert [[line.id for line in weapon.profiles] for weapon in carried] == [
        ["solid", "scatter", "acid", "inferno"],
        ["solid", "scatter", "acid"],
    ]


def test_unarmed():
    """N17-B-CC-03."""
    (fists,) = UNARMED.profiles
    assert (fists.key, fists.strength_of(4), fists.ap, fists.d, fists.close_combat) == (
        "unarmed",
        4,
        0,
        1,
        True,
    )


def test_starting_costs_little():
    cat = Catalogue(KINDS, data_folder() / "necromunda")
    for name in ("kaiya", "rork"):
        assert cat.fighters[name]
    read = sum(len(table.values) for table in cat._tables.values())
    assert read < 150, "two fighters need few entries"


kinds = st.sampled_from(
    ["weapons", "fighters", "armour", "skills", "gangs", "options", "rules", "terms", "tables"]
)
keys = st.sampled_from(
    [
        "name",
        "profiles",
        "profile",
        "weapons",
        "armour",
        "rng_l",
        "traits",
        "variants",
        "cost",
        "aliases",
        "ws",
        "values",
    ]
)
values = st.recursive(
    st.sampled_from(
        ["1", "nan", "-inf", "true", '"x"', '"kaiya"', "1979-05-27", "0x1F", '""', "'''\n'''", "99999999999"]
    ),
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda items: f"[{', '.join(items)}]")
        | st.dictionaries(keys, inner, max_size=2).map(
            lambda table: "{ " + ", ".join(f"{key} = {value}" for key, value in table.items()) + " }"
        )
    ),
    max_leaves=6,
)


@settings(max_examples=40)
@given(
    st.lists(
        st.tuples(
            kinds, st.sampled_from(["a", "kaiya", "lasgun"]), st.dictionaries(keys, values, max_size=4)
        ),
        max_size=3,
    )
)
def test_any_file_is_mistakes_and_no_traceback(tmp_path_factory, tables):
    path = tmp_path_factory.getbasetemp() / f"any-{os.getpid()}.toml"
    text = ""
    for kind, name, entries in tables:
        text += f"[{kind}.{name}]\n" + "".join(f"{key} = {value}\n" for key, value in entries.items())
    path.write_text(text)
    cat = Catalogue(KINDS, data_folder() / "necromunda", (path,))
    for line in cat.check(own=False):
        assert ": expected " in line
        assert "\n" not in line
