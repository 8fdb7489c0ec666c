"""Generated chains: the package's exact reading against the naive one."""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from functools import partial

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import necrostats as ns
from necrostats.analyses.chain_ammo import _gun
from necrostats.engine.waiting import spread
from necrostats.errors import UsageError
from necrostats.systems.necromunda import ammo, injuries
from necrostats.systems.necromunda.attrition import (
    Course,
    Fray,
    Onslaught,
    after_hit,
    after_round,
    between,
    sure_hit,
)
from necrostats.systems.necromunda.grammar import fighter as read_fighter
from necrostats.systems.necromunda.grammar import weapon as read_weapon
from necrostats.systems.necromunda.models import Situation
from necrostats.systems.necromunda.options import resolve, under_options
from necrostats.systems.necromunda.recovery import care_of
from necrostats.systems.necromunda.reloading import POLICIES, Drill, can_reload
from tests.naive import chains
from tests.naive.advanced.cards import in_force
from tests.naive.cards import fighter, gun
from tests.systems.necromunda.generated import CAT
from tests.systems.necromunda.generated_advanced import (
    ATTACKER_SKILLS,
    BLADE_TRAITS,
    GUN_TRAITS,
    TARGET_KIT,
    TARGET_SKILLS,
    advanced_guns,
    advanced_options,
    ask_advanced,
    soldiers,
    under_advanced,
    weapons,
)

MANY = 120
FEW = 60
AREAS = {"blast", "template", "grenade", "smoke"}
ADVANCED = resolve(CAT, "advanced")


# ---- ammo ----------------------------------------------------------------------------------------------------


@st.composite
def magazines(draw):
    """A profile, who shoots it, the Firepower dice and the policy."""
    traits = {}
    kind = draw(st.sampled_from(("", "", "rapid-fire", "grenade", "template")))
    if kind:
        traits[kind] = draw(st.integers(1, 3)) if kind == "rapid-fire" else None
    for name in ("combi", "plentiful", "scarce", "limited", "single-shot", "unstable", "unwieldy"):
        if draw(st.integers(0, 3)) == 0:
            traits[name] = None
    made = replace(gun(), traits=traits, ammo=draw(st.sampled_from((0, 2, 3, 4, 5, 6))))
    if kind == "template":
        made = replace(made, rng_s="-", rng_l="T")
    who = fighter(
        skills=draw(st.sampled_from(((), (), ("munitioneer",), ("bulging-biceps",)))),
        wargear=draw(st.sampled_from(((), ("gold-plated-gun",), ("suspensor",)))),
    )
    dice = draw(st.integers(0, traits.get("rapid-fire") or 1))
    return made, who, dice, draw(st.sampled_from(POLICIES))


def both(made, who, dice, policy):
    """The weapon as the package has it, and as the naive reading has it."""
    ours = _gun(CAT, made, who, dice, policy, ADVANCED)
    sights = made.rng_l != "T" and "grenade" not in made.traits
    golden = "gold-plated-gun" in who.wargear and sights and "munitioneer" not in who.skills
    light = "bulging-biceps" in who.skills or "suspensor" in who.wargear
    theirs = chains.Gun(
        made,
        dice or made.traits.get("rapid-fire") or 1,
        policy,
        "unwieldy" in made.traits and not light,
        "munitioneer" in who.skills,
    )
    return ours, theirs, chains.Load(golden=golden)


def read(supply):
    """A supply of the package in the words of the naive reading; what was fired apart."""
    became = supply.became
    state = chains.JAMMED if became & ammo.JAMMED else chains.DRY if became & ammo.DRY else chains.LOADED
    return state, bool(became & ammo.USER_OUT), supply.again == 1


def told(chances):
    found = defaultdict(int)
    for load, p in chances.items():
        found[load.state, load.user_out, load.golden] += p
    return dict(found)


@settings(max_examples=MANY, deadline=None)
@given(magazines(), st.integers(1, 5))
def test_ammo__shot_by_shot(case, n):
    ours, theirs, load = both(*case)
    found = spread(ours.start, ours.shot, [n])[n].of(read)
    assert {state: p for state, p in found.items() if p} == told(
        chains.steps(load, partial(chains.shot, theirs), n)[n]
    )


@settings(max_examples=MANY, deadline=None)
@given(magazines(), st.integers(1, 4))
def test_ammo__round_by_round(case, n):
    ours, theirs, load = both(*case)
    found = spread(ours.start, ours.activation, [n])[n]
    known = chains.steps(load, partial(chains.activation, theirs), n)[n]
    assert {state: p for state, p in found.of(read).items() if p} == told(known)
    fired = found.p(lambda supply: supply.fired and not supply.became & ammo.USER_OUT)
    assert fired == sum(p for end, p in known.items() if end.fired and not end.user_out)


# ---- a target worn down --------------------------------------------------------------------------------------


def read_target(c):
    """A condition of the package in the words of the naive reading."""
    if c.down == injuries.OUT:
        return (0, 0, c.down, True, True)
    return (
        c.wounds, c.toughness, c.down, not c.marks & injuries.BURNT_OUT, not c.marks & injuries.BOOSTED,
    )  # fmt: skip


def told_targets(chances, target, before):
    found = defaultdict(int)
    for worn, p in chances.items():
        if worn.down == injuries.OUT:
            found[0, 0, worn.down, True, True] += p
        else:
            left, toughness = before.wounds - worn.lost, before.toughness - worn.flesh
            fresh = worn.booster or "bio-booster" not in target.wargear
            found[left, toughness, worn.down, worn.field, fresh] += p
    return dict(found)


@settings(max_examples=MANY, deadline=None)
@given(
    advanced_guns(),
    soldiers(TARGET_SKILLS, TARGET_KIT),
    advanced_options(),
    st.sampled_from(("", "behind", "prone")),
    st.sampled_from(("short", "long")),
    st.integers(1, 4),
)
def test_down__hit_by_hit(weapon, target, chosen, place, band, n):
    assume(not AREAS & set(weapon.traits))
    options = under_advanced(**chosen)
    who, standing = fighter(), Situation(band=band, behind=place == "behind", target_prone=place == "prone")
    lying = replace(standing, seriously_injured=True, target_prone=False)
    try:
        hits = [
            ask_advanced(who, target, weapon, None, how, None, options).numbers.guns[0].hit
            for how in (standing, lying)
        ]
    except UsageError:  # traits that contradict each other
        assume(False)
    start = ask_advanced(who, target, weapon, None, standing, None, options).start.scene.target
    found = spread(start, lambda c: after_hit(*hits, c), [n])[n].of(read_target)
    step = partial(
        chains.after_hit,
        attacker=who,
        target=target,
        weapon=weapon,
        situation=standing,
        options=in_force(chosen),
    )
    known = chains.steps(chains.Worn(), step, n)[n]
    assert {state: p for state, p in found.items() if p} == told_targets(known, target, start)


@settings(max_examples=FEW, deadline=None)
@given(
    advanced_guns(),
    soldiers(("munitioneer", "marksman", "precision-shot"), ("mono-sight",)),
    soldiers(TARGET_SKILLS, ("energy-shield", "respirator"), wounds=(1, 2)),
    st.sampled_from(POLICIES),
    st.sampled_from(("none", "partial")),
    st.booleans(),
    st.integers(1, 3),
)
def test_down__activation_by_activation(weapon, who, target, policy, cover, aim, n):
    assume(not {"blast", "grenade", "smoke"} & set(weapon.traits))
    flame = "template" in weapon.traits
    standing = Situation(band="long" if flame else "short", cover=cover, aim=aim)
    lying = replace(standing, cover="none", seriously_injured=True)
    hurried, quick = replace(standing, aim=False), replace(lying, aim=False)

    def attack(how):
        return ask_advanced(who, target, weapon, None, how, None, ADVANCED)

    try:
        attacks = [attack(how) for how in (standing, hurried, lying, quick)]
    except UsageError:
        assume(False)
    if cover != "none":
        attacks[2:] = [None, None]
    drill = Drill(
        attacks[0].numbers.guns[0].magazine,
        policy,
        can_reload(weapon),
        int("plentiful" in weapon.traits),
        aims=aim,
    )
    onslaught = Onslaught(drill, *attacks)
    start = onslaught.start()
    found = defaultdict(int)
    for bout, p in spread(start, onslaught.activation, [n])[n].chances().items():
        state = read_target(bout.target)[:3]
        found[(*state, bout.shooter.down == injuries.IN_PLAY, *read(bout.supply)[:1])] += p
    theirs = chains.Gun(weapon, policy=policy, munitioneer="munitioneer" in who.skills)
    step = partial(
        chains.after_activation, gun=theirs, attacker=who, target=target, situation=standing, chosen={}
    )
    known = defaultdict(int)
    for worn, p in chains.steps(chains.Worn(), step, n)[n].items():
        out = worn.down == injuries.OUT
        state = (
            (0, 0, worn.down)
            if out
            else (start.target.wounds - worn.lost, start.target.toughness - worn.flesh, worn.down)
        )
        known[(*state, worn.shooter, worn.load.state)] += p
    assert {state: p for state, p in found.items() if p} == {state: p for state, p in known.items() if p}


# ---- close combat, and recovery ------------------------------------------------------------------------------

BLADES = weapons(BLADE_TRAITS, own="melee", rng_l="E")
PISTOLS = weapons(GUN_TRAITS, own="pistol", rng_s="8", rng_l="12")
HELP = {
    "alone": (False, None, 1, False),
    "assisted": (True, None, 2, False),
    "a medic with kit": (True, fighter(skills=("medicae",), wargear=("medicae-kit",)), 3, True),
}


@settings(max_examples=MANY, deadline=None)
@given(
    st.one_of(BLADES, BLADES, PISTOLS),
    soldiers(("bull-charge", "backstab", "disarm"), ("mono-sight",)),
    soldiers(TARGET_SKILLS, TARGET_KIT),
    advanced_options(),
    st.booleans(),
    st.integers(1, 4),
)
def test_down__hit_by_hit_in_close_combat(weapon, who, target, chosen, behind, n):
    options = under_advanced(**chosen)
    standing = Situation(close=True, band=None, behind=behind)
    try:
        attacks = [
            ask_advanced(who, target, weapon, None, how, None, options)
            for how in (standing, replace(standing, seriously_injured=True))
        ]
    except UsageError:
        assume(False)
    start = between(attacks[0].target)
    hits = [sure_hit(attack) for attack in attacks]
    found = spread(start, lambda c: after_hit(*hits, c), [n])[n].of(read_target)
    step = partial(
        chains.after_hit,
        attacker=who,
        target=target,
        weapon=weapon,
        situation=standing,
        options=in_force(chosen),
    )
    known = chains.steps(chains.Worn(), step, n)[n]
    assert {state: p for state, p in found.items() if p} == told_targets(known, target, start)


@st.composite
def fights(draw):
    """Attacker, target, weapon, second, options, situation."""
    chosen = draw(advanced_options())
    for name in ("odd_die", "hit_order"):  # what is best is judged once
        chosen.pop(name, None)
    if draw(st.booleans()):
        chosen["coup_after_fight"] = draw(st.sampled_from(("True", "False")))
    hand = st.one_of(BLADES, BLADES, PISTOLS)
    first, second = draw(hand), draw(st.one_of(st.none(), hand))
    if "toxin" in first.traits or (second is not None and "toxin" in second.traits):
        chosen.pop("multi_serious", None)  # whether it is about toxin too is read in two ways
    situation = Situation(
        close=True,
        band=None,
        charging=draw(st.booleans()),
        turned=draw(st.integers(0, 3)) == 0,
        interference=draw(st.sampled_from((0, 0, 1))),
        blocked=draw(st.booleans()),
    )
    return (
        draw(soldiers(ATTACKER_SKILLS, ("mono-sight",))),
        draw(soldiers((*TARGET_SKILLS, "unstoppable"), ("energy-shield", "respirator"), wounds=(1, 1, 2))),
        first,
        second,
        chosen,
        situation,
    )


def states_of_courses(law):
    found = defaultdict(int)
    for course, p in law.chances().items():
        bout = course.bout
        in_play = bout.shooter.down == injuries.IN_PLAY
        found[(*read_target(bout.target)[:3], in_play, bool(course.fell), bool(course.rose))] += p
    return {state: p for state, p in found.items() if p}


def told_courses(chances, start):
    found = defaultdict(int)
    for worn, p in chances.items():
        out = worn.down == injuries.OUT
        left = (0, 0) if out else (start.wounds - worn.lost, start.toughness - worn.flesh)
        found[(*left, worn.down, worn.shooter, worn.fell, worn.rose)] += p
    return dict(found)


@settings(max_examples=FEW, deadline=None)
@given(fights(), st.sampled_from(sorted(HELP)), st.booleans(), st.integers(1, 3))
def test_down__fight_by_fight(case, help_given, recovers, n):
    who, target, weapon, second, chosen, situation = case
    options = under_advanced(**chosen)
    later = replace(situation, charging=False, turned=False)
    try:
        first, rest = (
            ask_advanced(who, target, weapon, second, how, None, options) for how in (situation, later)
        )
    except UsageError:
        assume(False)
    fray = Fray(first, rest, int(situation.interference == 0), int(options.on("coup_after_fight")))
    act = partial(
        chains.after_fight,
        attacker=who,
        target=target,
        weapon=weapon,
        second=second,
        situation=situation,
        chosen=chosen,
    )
    start = fray.start()
    assisted, helper, dice, medicae = HELP[help_given]
    if recovers:
        care = care_of(target, options, assisted=assisted, helper=helper)
        found = spread(Course(start), partial(after_round, fray.activation, care), [n])[n]
        step = partial(chains.after_round, act=act, target=target, chosen=chosen, dice=dice, medicae=medicae)
        assert states_of_courses(found) == told_courses(chains.steps(chains.Worn(), step, n)[n], start.target)
        return
    found = spread(start, fray.activation, [n])[n].of(lambda bout: (*read_target(bout.target)[:3], bout.met))
    known = defaultdict(int)
    for worn, p in chains.steps(chains.Worn(), act, n)[n].items():
        out = worn.down == injuries.OUT
        left = (0, 0) if out else (start.target.wounds - worn.lost, start.target.toughness - worn.flesh)
        known[(*left, worn.down, int(worn.met))] += p
    assert {state: p for state, p in found.items() if p} == dict(known)


# Target, weapon, attacker, keywords, Injury dice of recovery, whether with Medicae.
ROUNDS = {
    "shot, alone": ("rork", "boltgun", "zarann", {}, 1, False),
    "shot in cover": ("rork", "autogun", "zarann", {"cover": "partial", "assisted": True}, 2, False),
    "an empty gun while hidden": ("rork", "custom[am=6]", "zarann", {"cover": "partial"}, 1, False),
    "aimed, helped by a medic": (
        "rork", "lasgun", "kaiya", {"aim": True, "helper": "kaiya[+medicae]"}, 2, True,
    ),
    "unstoppable": ("rork[+unstoppable]", "boltgun", "kaiya", {}, 1, False),
    "fists, enemies near": ("kaiya", "unarmed", "rork", {"interference": 1, "assisted": True}, 2, False),
    "a coup with the next activation": (
        "rork", "chainsword", "zarann",
        {"charging": True, "with_weapon": "stub-gun", "options": {"coup_after_fight": False}}, 1, False,
    ),
    "a coup at once": ("kaiya", "power-sword", "rork", {"turned": True}, 1, False),
}  # fmt: skip


@pytest.mark.parametrize("name", ROUNDS)
def test_down__rounds_as_they_are_asked(name):
    target, weapon, attacker, how, dice, medicae = ROUNDS[name]
    n = 4
    answer = ns.chain.down(target, weapon=weapon, attacker=attacker, recovery=True, rows=n, **how)
    who, whom, (_, profile, _) = (
        read_fighter(CAT, attacker), read_fighter(CAT, target), read_weapon(CAT, weapon),
    )  # fmt: skip
    profile = under_options(profile, ADVANCED)
    of_situation = {
        k: v for k, v in how.items() if k in ("cover", "aim", "charging", "turned", "interference")
    }
    chosen = how.get("options", {})
    if answer["situation"]["mode"] == "close":
        second = read_weapon(CAT, how["with_weapon"])[1] if "with_weapon" in how else None
        act = partial(
            chains.after_fight,
            attacker=who,
            target=whom,
            weapon=profile,
            second=second,
            situation=Situation(close=True, band=None, **of_situation),
            chosen=chosen,
        )
    else:
        act = partial(
            chains.after_activation,
            gun=chains.Gun(profile, policy="when-dry"),
            attacker=who,
            target=whom,
            situation=Situation(band=answer["situation"]["range"], **of_situation),
            chosen=chosen,
        )
    step = partial(chains.after_round, act=act, target=whom, chosen=chosen, dice=dice, medicae=medicae)
    events = {
        "in_play": lambda worn: worn.down == injuries.IN_PLAY,
        "seriously_injured": lambda worn: worn.down == injuries.SERIOUS,
        "out_of_action": lambda worn: worn.down == injuries.OUT,
        "down": lambda worn: worn.fell,
        "back": lambda worn: worn.rose,
    }
    for row, known in zip(answer["rows"], chains.steps(chains.Worn(), step, n)[1:], strict=True):
        for event, happened in events.items():
            p = sum(p for worn, p in known.items() if happened(worn))
            assert row[event]["p"] == pytest.approx(float(p), rel=1e-14, abs=0)
            assert Fraction(row[event].get("fraction", p)) == p


# Target, weapon, attacker, keywords of the chain, keywords of the situation besides the range.
SHOOTERS = {
    "in the open": ("rork", "lasgun", "kaiya", {}, {}),
    "aimed, dry": ("rork", "boltgun", "kaiya", {"reload": "at-once"}, {"aim": True}),
    "in cover": ("rork", "boltgun", "zarann", {"reload": "never"}, {"cover": "partial"}),
    "engaged": ("kaiya", "stub-gun", "rork", {"reload": "at-once"}, {"target_engaged": True}),
    "prone": ("kaiya", "autogun", "zarann", {}, {"target_prone": True}),
    "not the closest": ("kaiya", "autogun", "zarann", {}, {"not_closest": True, "behind": True}),
    "unwieldy": ("rork", "heavy-stubber", "zarann", {"reload": "at-once"}, {}),
    "one die": ("rork", "heavy-stubber", "zarann[+bulging-biceps]", {}, {"firepower": 1}),
    "unstable": ("rork", "plasma-gun/low[traits=unstable]", "zarann", {"reload": "when-dry"}, {}),
    "munitioneer": ("rork", "boltgun", "zarann[+munitioneer]", {"reload": "at-once"}, {}),
    "blind fire": ("rork", "boltgun", "zarann", {"reload": "at-once"}, {"action": "blind-fire"}),
    "a flamer": ("rork", "flamer", "zarann", {}, {}),
    "a scarce one": ("rork", "needle-rifle", "zarann", {}, {}),
    "three Wounds": ("custom[w=3,t=4,armour=mesh]", "autogun", "zarann", {}, {"wounds_lost": 1}),
}


@pytest.mark.parametrize("name", SHOOTERS)
def test_down__as_it_is_asked(name):
    """Cards of the catalogue, through the question itself."""
    target, weapon, attacker, how, situation = SHOOTERS[name]
    n = 3
    answer = ns.chain.down(
        target, weapon=weapon, attacker=attacker, by="activation", rows=n, **how, **situation
    )
    who, whom, (_, profile, _) = (
        read_fighter(CAT, attacker), read_fighter(CAT, target), read_weapon(CAT, weapon),
    )  # fmt: skip
    band = answer["situation"]["range"]
    gun = chains.Gun(
        under_options(profile, ADVANCED),
        policy=how.get("reload", "when-dry"),
        double="action" in situation or ("unwieldy" in profile.traits and "bulging-biceps" not in who.skills),
        munitioneer="munitioneer" in who.skills,
    )
    step = partial(
        chains.after_activation,
        gun=gun,
        attacker=who,
        target=whom,
        situation=Situation(band=band, **situation),
        chosen={},
    )
    start = chains.Worn(lost=situation.get("wounds_lost", 0))
    for row, known in zip(answer["rows"], chains.steps(start, step, n)[1:], strict=True):
        for name, down in (("seriously_injured", injuries.SERIOUS), ("out_of_action", injuries.OUT)):
            p = sum(p for worn, p in known.items() if worn.down == down)
            assert row[name]["p"] == pytest.approx(float(p), rel=1e-14, abs=0)
            assert Fraction(row[name].get("fraction", p)) == p
