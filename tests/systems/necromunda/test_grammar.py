import os
import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from necrostats.errors import GameDataError, NecrostatsError, UnknownNameError, UsageError
from necrostats.systems.necromunda.catalogue import load
from necrostats.systems.necromunda.entries import STATS
from necrostats.systems.necromunda.fighter_changes import carried_ids
from necrostats.systems.necromunda.grammar import fighter, gang, weapon

CAT = load()


def ids(card):
    return [weapon.id for weapon in card.weapons]


# -- fighters ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["kaiya", "Kaiya", " KAIYA ", "ｋａｉｙａ"])
def test_a_fighter_by_any_spelling(text):
    card = fighter(CAT, text)
    assert (card.id, card.name) == ("kaiya", "Kaiya")
    assert card.label == {"ｋａｉｙａ": "kaiya"}.get(text, text.strip())


def test_ranks_and_aliases():
    assert fighter(CAT, "Escher Ganger").id == "escher-ganger"
    assert fighter(CAT, "歌莉娅领班").id == "goliath-ganger"
    assert fighter(CAT, "Forge Boss").id == "goliath-champion"


def test_a_custom_fighter_is_a_nameless_human_without_kit():
    card = fighter(CAT, "custom[]")
    stats = [
        getattr(card, key)
        for key in ("m", "ws", "bs", "s", "t", "w", "i", "a", "ld", "cl", "wil", "intelligence")
    ]
    assert stats == [5, 4, 4, 3, 3, 1, 4, 1, 7, 7, 7, 7]
    assert (card.armour.id, card.under.id, card.weapons, card.base) == ("none", "none", (), 25)
    assert fighter(CAT, "Custom").label == "Custom"


def test_every_characteristic_can_be_changed():
    for key, (low, high) in STATS.items():
        for value in (low, high):
            card = fighter(CAT, f"kaiya[{key.upper()} = {value}]")
            assert getattr(card, {"int": "intelligence"}.get(key, key)) == value


def test_target_numbers_with_or_without_plus():
    assert fighter(CAT, "kaiya[bs=3+,i=2,Int=5+]").bs == 3
    assert fighter(CAT, "kaiya[力量=5]").s == 5
    assert fighter(CAT, "kaiya[Weapon Skill=2+]").ws == 2


def test_items_are_added_and_removed():
    card = fighter(CAT, "rork[+boltgun,-brute-cleaver,w=2,armour=mesh]")
    assert (ids(card), card.w, card.armour.id) == (["stub-gun", "boltgun"], 2, "mesh")
    assert card.cost == 80 + 55 - 15 + 15
    assert ids(fighter(CAT, "custom[+fighting-knife,+fighting-knife]")) == ["fighting-knife"] * 2
    assert ids(fighter(CAT, "custom[+fighting-knife,+fighting-knife,-fighting-knife]")) == ["fighting-knife"]
    assert ids(fighter(CAT, "custom[+激光枪,+ 'Krumper' rivet cannon ]")) == [
        "lasgun",
        "krumper-rivet-cannon",
    ]
    assert fighter(CAT, "kaiya[+parry,+parry]").skills == ("parry",)
    assert fighter(CAT, "kaiya[+refractor,+mono-sight,-refractor,+energy-shield]").wargear == (
        "mono-sight",
        "energy-shield",
    )


def test_every_item_can_be_carried():
    for kind in ("weapon", "armour", "skill", "wargear", "field", "shield", "accessory"):
        for name in CAT.ids(kind):
            if name != "none":
                card = fighter(CAT, f"custom[+{name}]")
                assert carried_ids(card) == [name]
                assert carried_ids(fighter(CAT, f"custom[+{name},-{name}]")) == []


def test_bought_profiles_belong_to_the_weapon_once_carried():
    def profiles(text):
        return [[line.id for line in weapon.profiles] for weapon in fighter(CAT, text).weapons]

    assert profiles("brae") == [["solid", "scatter"]]
    assert profiles("brae[+shotgun/acid]") == [["solid", "scatter", "acid"]]
    assert profiles("brae[+shotgun/solid]") == [["solid", "scatter"], ["solid", "scatter"]]
    assert profiles("custom[+shotgun/Inferno (bought ammo)]") == [["solid", "scatter", "inferno"]]
    assert profiles("brae[+shotgun/acid,+shotgun/inf,-shotgun/acid]") == [["solid", "scatter", "inferno"]]
    assert profiles("reina[+lasgun/hotshot]")[0] == ["", "hotshot-las-pack"]
    assert profiles("brae[+shotgun/acid,-shotgun]") == []
    assert fighter(CAT, "brae[+shotgun/acid]").cost == 65


def test_a_carried_weapon_may_be_changed():
    (gun,) = fighter(CAT, "custom[+boltgun[ap=-3,traits=none]]").weapons
    assert (gun.profiles[0].ap, gun.profiles[0].traits, sorted(gun.profiles[0].changed)) == (
        -3,
        {},
        ["ap", "traits"],
    )
    (own,) = fighter(CAT, "custom[+custom[rng_l=10,str=5],w=2]").weapons
    assert (own.id, own.profiles[0].long, own.profiles[0].strength) == ("custom", 10, "5")
    (acid,) = fighter(CAT, "brae[+shotgun/acid[d=3]]").weapons
    assert [line.d for line in acid.profiles] == [2, 1, 3]


@pytest.mark.parametrize(
    ("changes", "armour", "under"),
    [
        ("+mesh", "mesh", "none"),
        ("armour=none", "none", "none"),
        ("+armoured-undersuit", "flak", "armoured-undersuit"),
        ("+armoured-undersuit,armour=mesh", "mesh", "armoured-undersuit"),
        ("+armoured-undersuit,+mesh", "mesh", "armoured-undersuit"),
        ("-flak,+armoured-undersuit", "armoured-undersuit", "none"),
        ("-flak,+armoured-undersuit,+mesh", "mesh", "armoured-undersuit"),
        ("+armoured-undersuit,-flak", "armoured-undersuit", "none"),
        ("+armoured-undersuit,-armoured-undersuit", "flak", "none"),
        ("+armoured-undersuit,armour=none", "none", "none"),
        ("armour=armoured-bodyglove,+flak", "flak", "armoured-bodyglove"),
        ("armour=防弹甲", "flak", "none"),
        ("armor=Mesh armour", "mesh", "none"),
        ("-flak", "none", "none"),
        ("+none", "none", "none"),
    ],
)
def test_armour_and_what_is_worn_under_it(changes, armour, under):
    card = fighter(CAT, f"kaiya[{changes}]")
    assert (card.armour.id, card.under.id) == (armour, under)


IMPOSSIBLE = {
    "kaiya[t=0]": "expected t of Kaiya to be a whole number from 1 to 10, got '0'",
    "kaiya[ws=x]": "expected ws of Kaiya to be a whole number from 2+ to 6+, got 'x'",
    "kaiya[ws=9]": "expected ws of Kaiya to be a whole number from 2+ to 6+, got '9'",
    "kaiya[bs=1+]": "from 2+ to 6+, got '1+'",
    "kaiya[m=-1]": "expected m of Kaiya to be a whole number from 0 to 12, got '-1'",
    "kaiya[m=13]": "from 0 to 12",
    "kaiya[w=1.5]": "from 1 to 10, got '1.5'",
    "kaiya[w=1e3]": "from 1 to 10",
    "kaiya[w=]": "from 1 to 10, got ''",
    "kaiya[w=nan]": "from 1 to 10",
    "kaiya[w=٣]": "from 1 to 10",
    "kaiya[w=1_0]": "from 1 to 10",
    "kaiya[w=3+]": "from 1 to 10, got '3+'",
    "kaiya[ld=13]": "from 2+ to 12+",
    "kaiya[base=10]": "from 20 to 80",
    "kaiya[w=" + "9" * 4999 + "]": "expected a fighter of at most 5,000 characters",
    "kaiya[-boltgun]": "expected an item that Kaiya carries, got 'boltgun'",
    "kaiya[-none]": "expected an item that Kaiya carries, got 'none'",
    "brae[-shotgun/solid]": "expected a weapon or a bought profile, got 'shotgun/solid'",
    "brae[-shotgun/acid]": "expected an item that Brae carries, got 'shotgun/acid'",
    "kaiya[+unarmed]": "expected an item that can be carried, got 'unarmed'",
    "kaiya[+flak[w=2]]": "expected a weapon before the changes in brackets, got 'flak[w=2]'",
    "van-saar-ganger[+armoured-undersuit]": "expected armour that can be worn with armoured-bodyglove",
    "kaiya[": "close each bracket",
    "kaiya]": "open each bracket",
    "kaiya[w=2)": "open each bracket",
    "kaiya[w=2]x": "expected the fighter to end with ']'",
    "kaiya[w=2][t=3]": "expected",
    "kaiya[w=2,]": "expected a change before and after each comma",
    "kaiya[,]": "expected a change before and after each comma",
    "[w=2]": "expected the name of a fighter before the brackets",
    "": "expected a fighter, got ''",
    "   ": "expected a fighter, got '   '",
    "kaiya+rork": "expected one fighter, got the gang 'kaiya+rork'",
    "2*rork": "expected one fighter, got the gang '2*rork'",
    "ironlords": "expected one fighter, got the gang 'ironlords'",
    "custom[" + "+lasgun," * 200 + "w=1]": "expected Custom fighter to carry at most 100 items",
}


@pytest.mark.parametrize("text", IMPOSSIBLE, ids=lambda text: text[:30] or "empty")
def test_impossible_fighters(text):
    with pytest.raises(UsageError) as caught:
        fighter(CAT, text)
    assert IMPOSSIBLE[text] in str(caught.value)
    assert caught.value.exit_code == 2


def test_what_is_carried_is_said():
    with pytest.raises(UsageError) as caught:
        fighter(CAT, "brae[+shotgun/acid,+parry,-boltgun]")
    assert caught.value.hint == "Brae carries shotgun, shotgun/acid, flak, parry"


@pytest.mark.parametrize(
    ("text", "said", "hint"),
    [
        ("kaya", "no fighter 'kaya'", "did you mean kaiya?"),
        ("escher-gangr", "no fighter 'escher-gangr'", "escher-ganger"),
        ("kaiya[+boltgn]", "no weapon, armour, skill or wargear 'boltgn'", "boltgun"),
        ("kaiya[-boltgn]", "no weapon, armour, skill or wargear 'boltgn'", "boltgun"),
        ("kaiya[+]", "no weapon, armour, skill or wargear ''", ""),
        ("kaiya[armour=mish]", "no armour 'mish'", "mesh"),
        ("kaiya[ap=2]", "no change of a fighter 'ap=2'", "a fighter takes m, ws, bs"),
        ("kaiya[boltgun]", "no change of a fighter 'boltgun'", "+item, -item"),
        (
            "kaiya[+shotgun/nope]",
            "no profile of shotgun 'nope'",
            "shotgun has solid, scatter, executioner, inferno, acid",
        ),
        ("kaiya[+boltgun/x]", "no profile of boltgun 'x'", "boltgun has one profile only"),
        ("wat\x1b[31m]", "no fighter 'wat\\x1b'", ""),
    ],
)
def test_unknown_names(text, said, hint):
    with pytest.raises(UnknownNameError) as caught:
        fighter(CAT, text)
    assert said in str(caught.value)
    assert hint in caught.value.hint


# -- weapons -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "key", "named"),
    [
        ("lasgun", "lasgun", True),
        ("激光枪", "lasgun", True),
        ("Lasgun/hotshot", "lasgun/hotshot-las-pack", True),
        ("shotgun", "shotgun/solid", False),
        ("shotgun/solid", "shotgun/solid", True),
        ("Shotgun / Solid Slug", "shotgun/solid", True),
        ("shotgun/sc", "shotgun/scatter", True),
        ("blunderbuss-polearm/Emperor's wrath (bought ammo)", "blunderbuss-polearm/emperors-wrath", True),
        ("Polearm / autogun", "autogun-polearm/polearm", False),
        ("Combi-weapon (bolter / needler)", "combi-bolter-needler/bolter", False),
        ("combi-pistol-stub-plasma/plasma (low only)", "combi-pistol-stub-plasma/plasma", True),
        ("autogun-polearm/autogun", "autogun-polearm/autogun", True),
        ("sawn-off shotgun", "sawn-off-shotgun/scatter", True),
        ("unarmed", "unarmed", True),
        ("徒手攻击", "unarmed", True),
        ("custom", "custom", True),
    ],
)
def test_a_weapon_by_any_spelling(text, key, named):
    found, line, was_named = weapon(CAT, text)
    assert (line.key, was_named) == (key, named)
    assert line in found.profiles
    assert not line.changed


def test_every_profile_is_found_by_id_and_by_printed_name():
    for found in CAT.weapons.values():
        for line in found.profiles:
            assert weapon(CAT, line.key)[1] is line
            if line.id:
                assert weapon(CAT, f"{found.name}/{line.name}")[1] is line


def test_a_custom_weapon():
    """The defaults of an own weapon, and one that says everything."""
    _, line, _ = weapon(CAT, "custom[]")
    assert (line.rng_s, line.rng_l, line.acc_s, line.acc_l) == ("-", "24", 0, 0)
    assert (line.strength, line.ap, line.d, line.ammo, line.traits) == ("3", 0, 1, 0, {})
    _, line, _ = weapon(
        CAT, "custom[rng_s=8,rng_l=16,acc_s=1,acc_l=-1,str=4,ap=-1,d=2,am=4+,traits=knockback|rapid-fire(1)]"
    )
    assert (line.short, line.long, line.acc_s, line.acc_l) == (8, 16, 1, -1)
    assert (line.strength, line.ap, line.d, line.ammo) == ("4", -1, 2, 4)
    assert line.traits == {"knockback": None, "rapid-fire": 1}
    assert line.changed == {"rng_s", "rng_l", "acc_s", "acc_l", "strength", "ap", "d", "ammo", "traits"}


@pytest.mark.parametrize(
    ("change", "field", "expected"),
    [
        ("str=S", "strength", "S"),
        ("STR = s+1", "strength", "S+1"),
        ("str=-", "strength", "-"),
        ("str=10", "strength", "10"),
        ("rng_l=e", "rng_l", "E"),
        ("rng_l=T", "rng_l", "T"),
        ("rng_l=sX3", "rng_l", "Sx3"),
        ('rng-l=18"', "rng_l", "18"),
        ("射程=6", None, None),
        ("长射程=6", "rng_l", "6"),
        ("d=-", "d", 0),
        ("am=-", "ammo", 0),
        ("ap=-", "ap", 0),
        ("ap=+1", "ap", 1),
        ('traits=Blast (3")|手枪', "traits", {"blast": 3, "pistol": None}),
        ("traits=", "traits", {}),
        ("traits=none", "traits", {}),
    ],
)
def test_changes_of_a_weapon(change, field, expected):
    if field is None:
        with pytest.raises(UnknownNameError):
            weapon(CAT, f"custom[{change}]")
    else:
        _, line, _ = weapon(CAT, f"custom[{change}]")
        assert getattr(line, field) == expected
        assert line.changed == {field}


def test_the_lasgun_keeps_what_the_user_says():
    """Option lasgun_short acts on what nobody changed."""
    assert weapon(CAT, "lasgun[ap=-1,acc_s=2]")[1].changed == {"ap", "acc_s"}
    assert "rng_s" in weapon(CAT, "lasgun[rng_s=18]")[1].changed


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("lasgunn", "no weapon 'lasgunn'"),
        ("lasgun[w=2]", "no change of a weapon 'w=2'"),
        ("lasgun[ap]", "no change of a weapon 'ap'"),
        ("lasgun[ap=7]", "expected ap of lasgun to be a whole number from -6 to 6, got '7'"),
        ("lasgun[ap=x]", "expected ap of lasgun"),
        ("lasgun[d=0.5]", "expected d of lasgun to be a whole number from 1 to 10 or -, got '0.5'"),
        ("lasgun[d=-1]", "expected d of lasgun"),
        ("lasgun[am=1]", "expected am of lasgun to be a whole number from 2+ to 6+ or -, got '1'"),
        ("lasgun[str=0]", "expected str of lasgun to be 1 to 12, S, S+1 to S+9, S-1 to S-9, * or -, got '0'"),
        ("lasgun[str=4+]", "expected str of lasgun"),
        ("lasgun[rng_s=0]", "expected rng_s of lasgun to be inches from 1 to 99"),
        ("lasgun[rng_l=6]", "expected rng_s of lasgun to be at most its long range of 6, got 18"),
        ("custom[rng_l=-]", "expected a range in rng_s or rng_l of custom, got - in both"),
        ("lasgun[traits=pary]", "no trait 'pary'"),
        (
            "lasgun[traits=rapid-fire]",
            "expected a number behind rapid-fire, one of 1, 2, 3, got 'rapid-fire'",
        ),
        ("lasgun[traits=rapid-fire(9)]", "expected rapid-fire with one of 1, 2, 3"),
        ("lasgun[traits=melee(1)]", "expected no number behind melee, got 'melee(1)'"),
        ("lasgun[traits=parry|]", "expected traits such as"),
        ("lasgun[traits=parry()]", "expected traits such as"),
        ("shotgun/s", "no profile of shotgun 's'"),
        ("shotgun/", "no profile of shotgun ''"),
        ("/solid", "no weapon '/solid'"),
        ("unarmed/x", "no weapon 'unarmed/x'"),
        ("", "expected a weapon, got ''"),
    ],
)
def test_wrong_weapons(text, said):
    with pytest.raises(UsageError) as caught:
        weapon(CAT, text)
    assert said in str(caught.value)


# -- gangs -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ironlords", ["rork", "varik", "drago", "nox"]),
        ("腐尸女王", ["kaiya", "reina", "zarann", "brae"]),
        ("kaiya+rork", ["kaiya", "rork"]),
        ("2*rork + nox", ["rork", "rork", "nox"]),
        ("3 * kaiya[+boltgun,+parry]", ["kaiya"] * 3),
        (
            "2*custom[+custom[str=4,traits=knockback|rapid-fire(1)],w=2]+kaiya[ws=3+]",
            ["custom", "custom", "kaiya"],
        ),
        ("kaiya", ["kaiya"]),
        ("ironlords+kaiya", ["rork", "varik", "drago", "nox", "kaiya"]),
    ],
)
def test_gangs(text, expected):
    assert [card.id for card in gang(CAT, text)] == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "+",
        "kaiya+",
        "+kaiya",
        "kaiya++rork",
        "0*kaiya",
        "-1*kaiya",
        "51*kaiya",
        "99999999999999999999*kaiya",
        "2*",
        "*kaiya",
    ]
    + [
        "2*2*kaiya",
        "kaiya+nobody",
        "26*kaiya+25*rork",
        "13*ironlords",
        "ironlords[w=2]",
        "2*[w=2]",
        "@",
        "@/",
        "@nowhere.toml",
    ],
)
def test_wrong_gangs(text):
    with pytest.raises(NecrostatsError):
        gang(CAT, text)


# -- files -------------------------------------------------------------------------------------------------------------

KAT = '[fighters.kat]\nname = "Kat"\nprofile = "kaiya"\nweapons = ["zap"]\n'
ZAP = '[weapons.zap]\nname = "Zap"\ncategory = "basic"\nprofiles = [ { rng_l = 12, str = 9 } ]\n'


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def write(text, name="own.toml"):
        (tmp_path / name).write_text(text, "utf-8")
        return f"@{name}"

    return write


def test_a_fighter_of_the_users_own(file):
    text = file(KAT + ZAP)
    card = fighter(CAT, text)
    assert (card.id, card.label, ids(card), card.armour.id) == ("kat", text, ["zap"], "flak")
    changed = fighter(CAT, f"{text}[w=3,+zap,-zap]")
    assert (changed.w, ids(changed), changed.label) == (3, ["zap"], f"{text}[w=3,+zap,-zap]")
    assert [card.name for card in gang(CAT, f"2*{text}+rork+{text}[w=2]")] == ["Kat", "Kat", "Rork", "Kat"]
    assert fighter(load(), "kaiya").id == "kaiya"


def test_a_gang_of_the_users_own(file):
    both = KAT + ZAP + '[fighters.tom]\nname = "Tom"\n'
    assert [card.id for card in gang(CAT, file(both))] == ["kat", "tom"]
    one = both + '[gangs.g]\nname = "G"\nfighters = ["tom", "tom", "rork"]\n'
    assert [card.id for card in gang(CAT, file(one, "a+b[1].toml"))] == ["tom", "tom", "rork"]
    with pytest.raises(GameDataError, match="expected one fighter, got 2"):
        fighter(CAT, file(both))
    with pytest.raises(GameDataError, match="expected one gang, or fighters alone, got 2 gangs"):
        gang(CAT, file(one + '[gangs.h]\nname = "H"\nfighters = ["kat"]\n'))


def test_wrong_files(file):
    for text in (
        "@nowhere.toml",
        "@.",
        "@/dev/null",
        "@/dev/zero",
        "@\0",
        "@" + "x" * 4000,
        "@~nobody-here/x.toml",
    ):
        with pytest.raises(GameDataError) as caught:
            fighter(CAT, text)
        assert caught.value.exit_code == 3
        assert len(str(caught.value)) < 500
    with pytest.raises(GameDataError, match="expected one fighter, got 0"):
        fighter(CAT, file(ZAP))
    with pytest.raises(
        GameDataError, match=r"own.toml: fighters.kat.t: expected a whole number from 1 to 10, got 0"
    ):
        fighter(CAT, file('[fighters.kat]\nname = "Kat"\nt = 0\n'))
    with pytest.raises(GameDataError, match="expected TOML"):
        gang(CAT, file("<roster/>"))
    with pytest.raises(UnknownNameError, match="wargear 'zapp'"):
        fighter(CAT, file(KAT + ZAP) + "[+zapp]")


# -- anything ----------------------------------------------------------------------------------------------------------

pieces = st.sampled_from(
    [
        "kaiya",
        "rork",
        "custom",
        "ironlords",
        "lasgun",
        "shotgun",
        "solid",
        "acid",
        "flak",
        "parry",
        "refractor",
        "激光枪",
    ]
    + [
        "[",
        "]",
        "(",
        ")",
        "+",
        "-",
        "=",
        ",",
        "|",
        "/",
        "*",
        "@",
        " ",
        "2",
        "0",
        "-1",
        "3+",
        "99",
        "w",
        "ws",
        "armour",
    ]
    + [
        "traits",
        "str",
        "rng_l",
        "S",
        "E",
        "knockback",
        "rapid-fire(1)",
        "\0",
        "\n",
        "\ud800",
        "\u202e",
        "，",
        "［",
    ]
)
texts = st.lists(pieces, max_size=12).map("".join) | st.text(max_size=30)


def error_of(read, text):
    """What a reader says against a text, None if it takes it."""
    try:
        read(CAT, text)
    except NecrostatsError as error:
        return str(error)
    return None


@given(texts)
@example("kaiya[+lasgun[traits=" + "(" * 1000)
@example("[" * 4000)
@example("kaiya" + "[" * 1000 + "]" * 1000)
@example("@" + "a/" * 2000)
def test_any_text_is_an_answer_or_an_error_that_helps(text):
    for read in (fighter, weapon, gang):
        said = error_of(read, text)
        assert said is None or 0 < len(said) < 1500
        assert said is None or "\n" not in said


@given(
    st.sampled_from(list(CAT.fighters)), st.dictionaries(st.sampled_from(list(STATS)), st.integers(-3, 90))
)
def test_any_figures_are_taken_or_refused_by_their_range(name, stats):
    text = f"{name}[{','.join(f'{key}={value}' for key, value in stats.items())}]"
    possible = all(STATS[key][0] <= value <= STATS[key][1] for key, value in stats.items())
    if possible:
        card = fighter(CAT, text)
        assert {key: getattr(card, {"int": "intelligence"}.get(key, key)) for key in stats} == stats
    else:
        with pytest.raises(UsageError):
            fighter(CAT, text)


@given(st.lists(st.sampled_from(list(CAT.weapons)), max_size=6), st.data())
def test_adding_and_removing_keeps_count(names, data):
    removed = data.draw(st.lists(st.sampled_from(names), unique=True) if names else st.just([]))
    text = "custom[" + ",".join([*(f"+{name}" for name in names), *(f"-{name}" for name in removed)]) + "]"
    left = list(names)
    for name in removed:
        left.remove(name)
    card = fighter(CAT, text)
    assert ids(card) == left
    assert card.cost == sum(fighter(CAT, f"custom[+{name}]").cost for name in left)


def test_long_texts_are_answered_at_once():
    before = time.perf_counter()
    for text in (
        "a" * 4999,
        "[" * 4999,
        "+" * 4999,
        "kaiya[" + "w=2," * 1200 + "w=1]",
        " (" * 2000,
        "2*" * 2000,
    ):
        for read in (fighter, weapon, gang):
            error_of(read, text)
    assert time.perf_counter() - before < 5


def test_files_named_by_other_bytes():
    with pytest.raises(GameDataError):
        fighter(CAT, "@" + os.fsdecode(b"\xff\xfe.toml"))
