"""Worked examples and disputed readings under the advanced rules that ``test_advanced.py`` does not ask."""

from fractions import Fraction

import pytest

from necrostats.analyses.attack import attack
from necrostats.engine.dice import repeat
from necrostats.engine.enumerating import law, law_from
from necrostats.errors import UsageError
from necrostats.systems.necromunda import attacks, questions
from necrostats.systems.necromunda.actions import Deed, finish_off
from necrostats.systems.necromunda.brawl import Sides, trade
from necrostats.systems.necromunda.hits import condition_of
from necrostats.systems.necromunda.injuries import DISARMED, IN_PLAY, OUT, PUSHED
from necrostats.systems.necromunda.models import Armour, Situation, WeaponProfile
from necrostats.systems.necromunda.templates import Landed, Marker, scatter
from tests.naive.cards import (
    FLAK,
    FURNACE,
    blade,
    boltgun,
    escher,
    fighter,
    goliath,
    gun,
    knife,
    lasgun,
    laspistol,
    plasma_pistol,
    power_hammer,
    power_sword,
    slug,
    suit,
    sword,
)
from tests.systems.necromunda.generated_advanced import under_advanced

F = Fraction
OPEN = Situation()
LONG = Situation(band="long")
CLOSE = Situation(close=True, band=None)
CHARGE = Situation(close=True, band=None, charging=True)
ALL_OUT = "0,0,6"  # Injury dice without a mild face, so that a lost fighter is out as in the basic rules


def ask(attacker, target, profile, situation=OPEN, second=None, **options):
    return questions.attack(attacker, target, profile, situation, under_advanced(**options), second)


def p_of(asked, event):
    return asked.law().p(event)


def hit(asked):
    return p_of(asked, asked.hits)


def out(asked):
    return p_of(asked, lambda end: asked.outcome(end) == "out_of_action")


def injuries(asked):
    """Chances of a flesh wound at worst, a serious injury, out of action."""
    found = asked.law().of(asked.outcome)
    return tuple(found.get(name, 0) for name in ("flesh_wound", "seriously_injured", "out_of_action"))


# ------------------------------------------------------------------ shooting


def test_e46__flesh_wounds_soften():
    for flesh, expected in enumerate((F(1, 2), F(2, 3), F(5, 6))):
        shot = ask(fighter(), fighter(), gun(), Situation(flesh_wounds=flesh))
        assert p_of(shot, shot.wound) / hit(shot) == expected


def test_e39__an_autogun_through_six_attacks():
    autogun = gun("autogun", "rapid-fire", rng_s="8", acc_s=1, ammo=4)
    shot = ask(fighter(), fighter(), autogun)

    def six(dice):
        return repeat(
            dice,
            6,
            lambda numbers, dry, dice: dry or shot.step(numbers, shot.start, dice).scene.weapon,
            shot.numbers,
            0,
        )

    assert law(six).p(lambda dry: not dry) == F(1771561, 2985984)


@pytest.mark.parametrize(("value", "each"), [("1-3", F(1, 2)), ("6", F(1, 6)), ("off", 0)])
def test_d23__stray_shots(value, each):
    shot = ask(fighter(), fighter(), gun(), Situation(in_line=2), stray_hit=value)
    missed = 1 - hit(shot)
    assert p_of(shot, lambda end: end.scene.strays & 1) / missed == each
    assert p_of(shot, lambda end: end.scene.strays & 2) / missed == (1 - each) * each


def test_e54__nobody_is_hit():
    shot = ask(fighter(), fighter(), gun(), Situation(target_engaged=True, in_melee=1, in_line=1))
    assert p_of(shot, lambda end: not shot.hits(end) and not end.scene.strays) == F(1, 6)


@pytest.mark.parametrize(("base", "touches"), [(25, F(1, 9)), (32, F(5, 18))])
def test_d38__does_a_scattered_marker_touch(base, touches):
    answer = attack(
        "custom", "custom", weapon="custom[traits=blast(3)]", range="long", rules="advanced"
    ).to_dict()
    assert answer["stages"]["hit"]["fraction"] == "5/9"  # E52.total_bs4
    frag = WeaponProfile(id="", weapon="frag", name="frag", rng_l="24", traits={"blast": 3})
    shot = ask(fighter(), fighter(base=base), frag, LONG)
    assert (hit(shot) - F(1, 2)) / F(1, 2) == touches


def test_e53__misfires():
    def lands(touching, back):
        return law_from(scatter, Marker(touching, back), Landed(0, 0))

    assert lands(0, 0).p(lambda landed: landed.shooter) == F(1, 108)
    assert lands(6, 0).p(lambda landed: landed == Landed(0, 0)) == F(5, 108)
    assert lands(0, 1).p(lambda landed: landed == Landed(1, 1)) == F(1, 108)


@pytest.mark.parametrize(("short", "expected"), [("12", "1/2"), ("16", "2/3"), ("18", "2/3"), (None, "2/3")])
def test_d46__short_range_of_a_lasgun(short, expected):
    options = {} if short is None else {"lasgun_short": short}
    answer = attack(
        "custom", "custom", weapon="lasgun", distance=14, rules="advanced", options=options
    ).to_dict()
    assert answer["stages"]["hit"]["fraction"] == expected


def test_d43__unwieldy():
    with pytest.raises(UsageError, match="Unwieldy"):
        ask(fighter(), fighter(), gun("heavy", "unwieldy"), Situation(band="long", aim=True))
    assert hit(ask(fighter(), fighter(), gun("heavy", "unwieldy"), LONG)) == F(1, 2)


# ------------------------------------------------------------------ injuries


@pytest.mark.parametrize(
    ("faces", "flesh", "serious"), [("2,3,1", F(1, 3), F(1, 2)), ("3,2,1", F(1, 2), F(1, 3))]
)
def test_d31__faces_of_the_injury_die(faces, flesh, serious):
    shot = ask(fighter(), fighter(), gun(), injury_faces=faces)
    unsaved = p_of(shot, shot.unsaved)
    assert injuries(shot) == (flesh * unsaved, serious * unsaved, F(1, 6) * unsaved)


def test_d45__coup_de_grace_after_a_fight():
    fight = ask(fighter(), fighter(), blade(), CLOSE)
    unsaved = p_of(fight, fight.unsaved)
    assert out(fight) / unsaved == F(1, 6)

    def finished(alone):
        both = law(lambda dice: finish_off(alone, Deed(fight.roll(dice).scene), dice))
        return both.p(lambda end: end.scene.target.down == OUT) / unsaved

    assert finished(1) == F(2, 3)


def test_e50_e60__what_is_left_of_the_chances():
    needle = gun("needle", "toxin", strength=10, d=0)
    for t, untouched in ((3, F(3, 8)), (4, F(1, 2))):
        shot = ask(fighter(), fighter(t=t), needle)
        wounded = p_of(shot, shot.unsaved)
        assert (
            p_of(shot, lambda end, shot=shot: shot.unsaved(end) and not end.scene.target.down) / wounded
            == untouched
        )


# ------------------------------------------------------------------ close combat


@pytest.mark.parametrize(("value", "expected"), [("applied", F(2, 3)), ("ignored", F(1, 2))])
def test_d47__accuracy_in_close_combat(value, expected):
    assert (
        hit(ask(fighter(), fighter(), blade("stiletto-knife", acc_l=1), CLOSE, melee_accuracy=value))
        == expected
    )


@pytest.mark.parametrize(("value", "expected"), [("other_weapon", F(3901, 7776)), ("fists", F(22631, 46656))])
def test_d48__dice_beside_a_pistol(value, expected):
    target = fighter(t=4, armour=FLAK)
    fight = ask(fighter(a=3), target, knife(), CLOSE, laspistol(), pistol_surplus=value)
    assert p_of(fight, fight.unsaved) == expected
    assert (
        out(
            ask(fighter(a=3), target, knife(), CLOSE, laspistol(), pistol_surplus=value, injury_faces=ALL_OUT)
        )
        == expected
    )


def traded(a, b, weapons, reply, situation=CHARGE, *, turned=False, **options):
    """An attack and the reaction to it: the chances of both sides after it."""
    numbers = attacks.trade(a, b, *weapons, situation, under_advanced(**options), reply, turned=turned)
    return law_from(trade, numbers, Sides(condition_of(a, CLOSE), condition_of(b, situation)))


ESCHER, GOLIATH = escher(knife()), goliath(knife())
ONE_KNIFE = (knife(), None)


def who_is_out(found):
    """Chances that the one attacked is out, the attacker, neither."""
    return (
        found.p(lambda s: s.target.down == OUT),
        found.p(lambda s: s.attacker.down == OUT),
        found.p(lambda s: OUT not in (s.attacker.down, s.target.down)),
    )


@pytest.mark.parametrize(("value", "expected"), [("0", F(1, 2)), ("-1", F(1, 3))])
def test_d41__charging_a_pinned_fighter(value, expected):
    pinned = Situation(close=True, band=None, charging=True, target_prone=True)
    harmless = blade(strength="-")
    found = traded(
        fighter(), fighter(), (harmless, None), (blade(), None), pinned, charged_prone_reaction=value
    )
    assert found.p(lambda s: s.attacker.hits) == expected


@pytest.mark.parametrize(
    ("value", "a_out", "a_down"),
    [("sequential", F(961, 3888), F(3193, 17496)), ("simultaneous", F(1, 3), F(2, 9))],
)
def test_d42__are_reactions_simultaneous(value, a_out, a_down):
    found = traded(ESCHER, GOLIATH, ONE_KNIFE, ONE_KNIFE, reaction_order=value, injury_faces=ALL_OUT)
    assert found.p(lambda s: s.attacker.down == OUT) == a_out
    found = traded(ESCHER, GOLIATH, ONE_KNIFE, ONE_KNIFE, reaction_order=value)
    assert found.p(lambda s: s.attacker.down != IN_PLAY) == a_down  # E65.a_down if sequential


@pytest.mark.parametrize(
    ("value", "reacts"), [("attacker_choice", False), ("never", False), ("always", True)]
)
def test_d44__pushed_out_of_contact(value, reacts):
    hammer = blade("hammer", "knockback", ap=-1)
    found = traded(ESCHER, GOLIATH, (hammer, None), ONE_KNIFE, melee_kb_followup=value, injury_faces=ALL_OUT)
    pushed = found.p(lambda s: s.target.marks & PUSHED)
    assert pushed == F(3, 4)  # every hit pushes: 4+ against Strength 4
    up = found.p(lambda s: s.target.marks & PUSHED and s.target.down == IN_PLAY)
    struck = found.p(lambda s: s.target.marks & PUSHED and s.attacker.down == OUT)
    assert struck == (up / 3 if reacts else 0)
    assert found.p(lambda s: s.attacker.down == OUT) == (F(961, 3888) if reacts else F(1, 4) * F(1, 3))


def test_d44__a_push_that_is_blocked_keeps_them_together():
    hammer = blade("hammer", "knockback", ap=-1)
    wall = Situation(close=True, band=None, charging=True, blocked=True)
    found = traded(ESCHER, GOLIATH, (hammer, None), ONE_KNIFE, wall, injury_faces=ALL_OUT)
    assert found.p(lambda s: s.attacker.down == OUT) == F(961, 3888)


# ------------------------------------------------------------------ the basic examples once more


PLATES = fighter(armour=FURNACE)
BEHIND = Situation(close=True, band=None, behind=True)
COVERED = Situation(band="long", cover="full")
MELEE_BEHIND_A_WALL = Situation(band="long", cover="full", target_engaged=True)
AGAINST_E17 = fighter(s=4, t=4, w=3, armour=FLAK)
POWER_5 = blade("power-sword", "power", strength="5", ap=-2)
SHOTS = {
    "E07": (F(5, 36), fighter(), goliath(armour=FLAK), lasgun(), Situation(cover="partial"), {}),
    "E11": (F(1, 3), fighter(), fighter(w=2, armour=FLAK), boltgun(), LONG, {}),
    "E13.front": (F(1, 9), fighter(), goliath(), gun(), OPEN, {}),
    "E13.rear": (F(5, 36), fighter(), goliath(), gun(), Situation(behind=True), {}),
    "E15": (F(5, 18), fighter(), fighter(armour=FLAK), lasgun(), OPEN, {}),
    "E17.open": (0, fighter(), AGAINST_E17, slug(), OPEN, {}),
    "E17.blocked": (F(5, 24), fighter(), AGAINST_E17, slug(), Situation(blocked=True), {}),
    "D01.literal": (F(1, 12), fighter(), fighter(t=4), gun(), OPEN, {"wound_last_row": "seed_literal"}),
    "D01.roundup": (F(1, 12), fighter(), fighter(), gun(strength=2), OPEN, {"half_toughness": "round_up"}),
    "D06": (F(5, 36), fighter(), goliath(), gun(), OPEN, {"arc_save_timing": "after_pinning"}),
    "E20": (F(5, 24), fighter(), PLATES, knife(), CLOSE, {}),
    "E24": (F(1, 3), fighter(), PLATES, knife(), BEHIND, {}),
    "E30": (F(1, 9), goliath(), goliath(w=3), power_hammer(), CLOSE, {}),
    "E31": (F(8, 27), fighter(), fighter(t=4, armour=suit(4)), POWER_5, CLOSE, {}),
    "E32": (F(1, 18), goliath(), goliath(power_sword(), w=3), power_hammer(), CLOSE, {}),
}
PAIRS = {
    "E21": (F(6965, 13824), fighter(), PLATES, knife(), CHARGE, knife()),
    "E22": (F(521, 1296), fighter(), fighter(t=4, armour=FLAK), knife(), CHARGE, laspistol()),
    "E23": (
        F(22019, 26244),
        fighter(ws=3, a=3),
        fighter(armour=FLAK),
        plasma_pistol(),
        CLOSE,
        plasma_pistol(),
    ),
    "E28": (F(10265, 27648), fighter(), fighter(sword(), armour=FURNACE), knife(), CHARGE, knife()),
}
HITS = {
    "E08": (F(5, 6), fighter(bs=3), lasgun(), Situation(aim=True), {}),
    "E09.basic": (0, fighter(), gun(), MELEE_BEHIND_A_WALL, {"impossible_shot": "miss"}),
    "E09.improbable": (F(1, 12), fighter(), gun(), MELEE_BEHIND_A_WALL, {}),
    "E16.long": (F(1, 3), fighter(), lasgun(), Situation(band="long", target_prone=True), {}),
    "E16.short": (F(2, 3), fighter(), lasgun(), Situation(target_prone=True), {}),
    "E25.ws4": (F(1, 3), fighter(), blade(), Situation(close=True, band=None, turned=True), {}),
    "E25.ws6": (0, fighter(ws=6), blade(), Situation(close=True, band=None, turned=True), {}),
    "E37": (F(2, 3), fighter(), gun(), Situation(band="long", aim=True), {}),
    "D02.impossible": (0, fighter(bs=5), gun(), COVERED, {"impossible_shot": "miss"}),
    "D35.open": (F(1, 2), fighter(), blade(), CLOSE, {}),
    "D02.nat6": (F(1, 6), fighter(bs=5), gun(), COVERED, {"impossible_shot": "nat6_hits"}),
    "D32.partial": (F(1, 3), fighter(), gun(), Situation(band="long", cover="partial"), {}),
    "D32.full": (F(1, 6), fighter(), gun(), COVERED, {}),
}  # fmt: skip


@pytest.mark.parametrize("name", SHOTS)
def test_basic_example__where_every_injury_is_the_last(name):
    expected, attacker, target, profile, situation, options = SHOTS[name]
    assert out(ask(attacker, target, profile, situation, injury_faces=ALL_OUT, **options)) == expected


@pytest.mark.parametrize("name", PAIRS)
def test_basic_example__two_weapons(name):
    expected, attacker, target, profile, situation, second = PAIRS[name]
    assert out(ask(attacker, target, profile, situation, second, injury_faces=ALL_OUT)) == expected


@pytest.mark.parametrize("name", HITS)
def test_basic_example__to_hit(name):
    expected, attacker, profile, situation, options = HITS[name]
    assert hit(ask(attacker, fighter(), profile, situation, **options)) == expected


def test_e10__wound_table():
    pairs = {
        (6, 3): 5,
        (5, 4): 4,
        (4, 4): 3,
        (3, 4): 2,
        (2, 4): 1,
        (3, 6): 1,
        (2, 5): 1,
        (2, 3): 2,
        (3, 5): 2,
    }
    for (strength, toughness), faces in pairs.items():
        shot = ask(fighter(), fighter(t=toughness), gun(strength=strength))
        assert p_of(shot, shot.wound) / hit(shot) == F(faces, 6)


@pytest.mark.parametrize(
    ("armour", "ap", "bonus", "options", "fails"),
    [
        (0, 0, 1, {}, F(5, 6)),
        (0, 0, 2, {}, F(2, 3)),
        (6, 0, 1, {}, F(2, 3)),
        (6, -1, 2, {}, F(2, 3)),
        (2, 0, 1, {}, F(1, 6)),
        (2, 0, 1, {"save_nat1_fails": False}, 0),
    ],
    ids=["E14", "E14", "E14", "E14", "D03", "D03"],
)
def test_e14_d03__saves(armour, ap, bonus, options, fails):
    shot = ask(fighter(), fighter(armour=suit(armour)), gun(ap=ap), Situation(save_bonus=bonus), **options)
    assert p_of(shot, shot.unsaved) / p_of(shot, shot.wound) == fails


@pytest.mark.parametrize(("value", "expected"), [("hit", F(1, 6)), ("attack", 1)])
def test_d04__pinned_by_the_shot_or_by_the_hit(value, expected):
    shot = ask(fighter(), fighter(), gun(strength="-"), COVERED, pin_on=value)
    assert p_of(shot, shot.pinned) == expected


@pytest.mark.parametrize(
    ("s", "cover", "die", "expected"),
    [
        (3, "none", "natural", F(2, 3)),
        (3, "partial", "natural", F(1, 2)),
        (5, "partial", "natural", F(1, 3)),
        (4, "none", "natural", F(1, 2)),
        (4, "none", "modified", F(2, 3)),
        (5, "full", "natural", F(1, 3)),
        (5, "full", "modified", F(1, 6)),
    ],
    ids=["E18", "E18", "E18", "D07", "D07", "D07", "D07"],
)
def test_e18_d07__pushed_back(s, cover, die, expected):
    shot = ask(fighter(), fighter(s=s), slug(), Situation(cover=cover), knockback_die=die)
    assert p_of(shot, shot.pushed) == expected


def test_e19__pushed_by_a_blast():
    frag = WeaponProfile(
        id="", weapon="frag", name="frag", rng_l="24", strength="3", traits={"blast": 3, "knockback": None}
    )
    flak = Armour(id="flak", name="Flak", save=6, save_vs_blast=5)
    wall = Situation(band="long", blocked=True)
    shot = ask(fighter(), fighter(s=4, t=4, w=2, armour=flak), frag, wall, injury_faces=ALL_OUT)
    assert (out(shot) / hit(shot), p_of(shot, lambda end: shot.lost(end) == 1) / hit(shot)) == (
        F(1, 9),
        F(1, 9),
    )


@pytest.mark.parametrize(
    ("value", "modifier", "six"),
    [("natural", -1, F(1, 6)), ("modified", -1, 0), ("modified", 1, F(1, 3))],
)
def test_d12__the_six_of_a_power_weapon(value, modifier, six):
    sword_ = blade("power-sword", "power", acc_l=modifier, strength="10")
    fight = ask(fighter(ws=2), fighter(armour=suit(1)), sword_, CLOSE, power_six=value, save_nat1_fails=False)
    assert p_of(fight, fight.unsaved) == six * F(5, 6)


def test_e26_e27__parries():
    def hits(n, *weapons):
        found = ask(fighter(a=n), fighter(*weapons), blade(), CLOSE, injury_faces=ALL_OUT)
        return found.law().of(found.hits)

    assert hits(1, sword())[1] == F(1, 4)
    assert hits(2, sword()) == {0: F(1, 2), 1: F(3, 8), 2: F(1, 8)}
    assert hits(3, sword()) == {0: F(5, 16), 1: F(3, 8), 2: F(1, 4), 3: F(1, 16)}
    assert hits(3, sword(), sword()) == {0: F(13, 32), 1: F(13, 32), 2: F(5, 32), 3: F(1, 32)}
    power = ask(fighter(), fighter(sword()), power_sword(), CLOSE)
    assert hit(power) == F(1, 2)  # E29
    assert hit(ask(fighter(), fighter(power_sword()), power_sword(), CLOSE)) == F(1, 4)


@pytest.mark.parametrize(("value", "stays"), [("defender_best", F(4, 27)), ("random", F(7, 36))])
def test_d10__who_picks_the_die_to_parry(value, stays):
    hammer = blade("power-hammer", "power disarm", strength="S+1", ap=-1, d=0)
    fight = ask(goliath(a=2), goliath(power_sword(), w=3), hammer, CLOSE, parry_choice=value)
    assert p_of(fight, lambda end: fight.marked(end, DISARMED)) == stays  # by a natural 6 that stands


def test_e33_e34_e72__exchanges():
    found = traded(ESCHER, GOLIATH, ONE_KNIFE, ONE_KNIFE, injury_faces=ALL_OUT)
    assert who_is_out(found) == (F(335, 1296), F(961, 3888), F(961, 1944))
    behind = Situation(close=True, band=None, charging=True, behind=True)
    found = traded(ESCHER, GOLIATH, ONE_KNIFE, ONE_KNIFE, behind, turned=True, injury_faces=ALL_OUT)
    assert who_is_out(found) == (F(7, 16), F(1, 8), F(7, 16))
    a, b = escher(knife(), knife()), fighter(power_sword(), ws=3, a=2, w=2, armour=FLAK)
    found = traded(a, b, (knife(), knife()), (power_sword(), None), injury_faces=ALL_OUT)
    assert who_is_out(found) == (F(3, 32), F(203, 324), F(725, 2592))
