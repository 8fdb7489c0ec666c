"""Attacks under the advanced rules made by hypothesis: every trait, skill and piece of kit, past both edges."""

from dataclasses import replace

from hypothesis import strategies as st

from necrostats.systems.necromunda import injuries, questions
from necrostats.systems.necromunda.models import Situation
from necrostats.systems.necromunda.options import resolve
from tests.naive.advanced.ends import End
from tests.naive.cards import fighter, profile
from tests.systems.necromunda.generated import ATTACK, CAT, accuracies, strengths, undersuits

ADVANCED = resolve(CAT, "advanced")
OPTIONS = (
    *ATTACK, "test_auto_fail", "ammo_face_holes", "firepower_when", "pistol_melee_firepower", "rapid_fire_in_melee",
    "knockback_rapid_scope", "stray_hit", "injury_faces", "injury_dice", "multi_serious", "multi_hit", "toxin",
    "flak_vs_flame", "hit_order", "melta", "toxin_without_damage",
)  # fmt: skip
GUN_TRAITS = (
    "knockback", "plentiful", "scarce", "limited", "single-shot", "combi", "unstable", "scattershot", "rending",
    "seismic", "pulverise", "rad-phage", "blaze", "concussion", "drag", "shock",
)  # fmt: skip
BLADE_TRAITS = (
    "parry", "power", "backstab", "shock", "disarm", "entangle", "knockback", "rending", "seismic", "pulverise",
    "rad-phage", "scattershot", "blaze", "concussion",
)  # fmt: skip
INSTEAD = ("", "", "", "toxin", "melta", "web", "gas", "flash", "fear", "graviton-pulse", "gas fear")
ATTACKER_SKILLS = (
    "ballistics-expert", "gunfighter", "marksman", "munitioneer", "precision-shot", "trick-shot", "backstab",
    "berserker", "bull-charge", "combat-master", "crushing-blow", "disarm",
)  # fmt: skip
TARGET_SKILLS = (
    "dodge",
    "evade",
    "nerves-of-steel",
    "true-grit",
    "fearsome",
    "iron-jaw",
    "parry",
    "step-aside",
)
ATTACKER_KIT = (
    "servo-harness-partial", "servo-harness-full", "mono-sight", "telescopic-sight", "infra-sight", "las-projector",
    "gold-plated-gun",
)  # fmt: skip
TARGET_KIT = (
    "refractor", "conversion", "displacer", "energy-shield", "respirator", "filter-plugs", "bio-booster",
    "photo-goggles", "servo-harness-partial",
)  # fmt: skip
SUITS = ("none", "flak", "furnace-plates", "mesh", "carapace-light", "carapace-heavy", "hazard-suit")


def under_advanced(**chosen):
    """The advanced rules with some options chosen."""
    return resolve(CAT, "advanced", chosen)


@st.composite
def advanced_options(draw):
    """A few options chosen, as a dict of name and value."""
    found = {}
    for name in draw(st.lists(st.sampled_from(OPTIONS), max_size=3, unique=True)):
        found[name] = draw(st.sampled_from(list(CAT.options[name].values)))
    if draw(st.integers(0, 9)) == 0:
        found["injury_faces"] = draw(st.sampled_from(("3,2,1", "0,0,6", "6,0,0", "1,4,1")))
    return found


def some(draw, names, most):
    return draw(st.lists(st.sampled_from(names), max_size=most, unique=True))


@st.composite
def soldiers(draw, skills, kit, weapons=(), attacks=(1, 2), wounds=(1, 1, 2, 3)):
    return fighter(
        *weapons,
        ws=draw(st.integers(2, 6)),
        bs=draw(st.integers(2, 7)),
        s=draw(st.integers(1, 7)),
        t=draw(st.integers(1, 6)),
        w=draw(st.sampled_from(wounds)),
        a=draw(st.sampled_from(attacks)),
        i=draw(st.integers(2, 6)),
        cl=draw(st.integers(3, 11)),
        wil=draw(st.integers(3, 11)),
        intelligence=draw(st.integers(3, 11)),
        base=draw(st.sampled_from((25, 28, 32, 40))),
        armour=CAT.armour[draw(st.sampled_from(SUITS))],
        under=draw(undersuits),
        skills=tuple(some(draw, skills, 2)),
        wargear=tuple(some(draw, kit, 2)),
    )


@st.composite
def weapons(draw, traits, own="", **fields):
    kept = [*own.split(), *some(draw, traits, 3), *draw(st.sampled_from(INSTEAD)).split()]
    if "web" in kept:
        kept = [trait for trait in kept if trait != "scattershot"]
    made = profile(
        draw(st.sampled_from(("gun", "other-gun"))),
        " ".join(dict.fromkeys(kept)),
        acc_s=draw(accuracies),
        acc_l=draw(accuracies),
        strength=draw(strengths),
        ap=draw(st.integers(-3, 0)),
        d=draw(st.integers(0, 3)),
        **fields,
    )
    return replace(made, ammo=draw(st.sampled_from((0, 2, 4, 5, 6))))


@st.composite
def advanced_guns(draw):
    made = draw(weapons(GUN_TRAITS, rng_s="8", rng_l="16"))
    traits = dict(made.traits)
    kind = draw(
        st.sampled_from(("plain", "plain", "plain", "rapid", "rapid", "blast", "grenade", "template"))
    )
    if kind == "rapid":
        traits["rapid-fire"] = draw(st.integers(1, 3))
    elif kind in ("blast", "grenade"):
        traits["blast"] = draw(st.sampled_from((3, 5)))
        if draw(st.booleans()):
            traits["rapid-fire"] = 1
    if kind == "grenade":
        traits["grenade"] = None
        traits.pop("rapid-fire", None)
    if kind == "template":
        return replace(made, rng_s="-", rng_l="T", traits={**traits, "template": None})
    return replace(made, traits=traits)


@st.composite
def volleys(draw):
    """A ranged attack: attacker, target, profile, second pistol, situation, second target."""
    attacker = draw(soldiers(ATTACKER_SKILLS, ATTACKER_KIT))
    target = draw(soldiers(TARGET_SKILLS, TARGET_KIT))
    gun = draw(advanced_guns())
    second, other = None, None
    if draw(st.integers(0, 5)) == 0 and not {"blast", "template", "grenade"} & set(gun.traits):
        gun = replace(gun, traits={**gun.traits, "pistol": None})
        pistol = draw(weapons(GUN_TRAITS, rng_s="8", rng_l="16"))
        second = replace(pistol, traits={**pistol.traits, "pistol": None})
    elif "rapid-fire" in gun.traits and "blast" not in gun.traits and draw(st.booleans()):
        other = draw(soldiers(TARGET_SKILLS, TARGET_KIT))
    down = draw(st.sampled_from(("", "", "", "prone", "serious")))
    engaged = not down and draw(st.integers(0, 3)) == 0
    return (
        attacker,
        target,
        gun,
        second,
        Situation(
            band=draw(st.sampled_from(("short", "short", "long", None)))
            if "template" not in gun.traits
            else "long",
            cover="none" if down else draw(st.sampled_from(("none", "partial", "full"))),
            blast_cover=draw(st.sampled_from(("none", "partial", "full"))),
            aim=draw(st.booleans()),
            target_prone=down == "prone",
            seriously_injured=down == "serious",
            target_engaged=engaged,
            behind=draw(st.booleans()),
            blocked=draw(st.booleans()),
            save_bonus=draw(st.sampled_from((0, 0, 1))),
            wounds_lost=draw(st.integers(0, target.w if down == "serious" else target.w - 1)),
            flesh_wounds=draw(st.sampled_from((0, 0, 0, 1))) if target.t > 1 else 0,
            not_closest=draw(st.integers(0, 4)) == 0,
            in_line=draw(st.sampled_from((0, 0, 2))),
            in_melee=1 if engaged and draw(st.booleans()) else 0,
            firepower=draw(st.sampled_from((0, 1))),
            share=draw(st.sampled_from(("rest", "alternate"))),
        ),
        other,
    )


@st.composite
def brawls(draw):
    """An attack in close combat: attacker, target, profile, second, situation, None."""
    blade = weapons(BLADE_TRAITS, own="melee", rng_l="E")
    pistol = weapons(GUN_TRAITS, own="pistol", rng_s="8", rng_l="12")
    hand = st.one_of(blade, blade, pistol)
    armed = [draw(blade) for _ in range(draw(st.integers(0, 2)))]
    target = draw(soldiers(TARGET_SKILLS, TARGET_KIT, weapons=armed))
    second = draw(st.one_of(st.none(), hand))
    first = draw(hand)
    if draw(st.integers(0, 4)) == 0 and "pistol" in first.traits:
        first = replace(first, traits={**first.traits, "rapid-fire": 1})
    serious = draw(st.integers(0, 5)) == 0
    return (
        draw(soldiers(ATTACKER_SKILLS, ATTACKER_KIT)),
        target,
        first,
        second,
        Situation(
            close=True,
            band=None,
            charging=draw(st.booleans()),
            turned=draw(st.booleans()),
            behind=draw(st.booleans()),
            blocked=draw(st.booleans()),
            save_bonus=draw(st.sampled_from((0, 0, 1))),
            wounds_lost=draw(st.integers(0, target.w - 1)),
            flesh_wounds=draw(st.sampled_from((0, 0, 1))) if target.t > 1 else 0,
            seriously_injured=serious,
            assists=draw(st.sampled_from((0, 0, 2))),
            interference=draw(st.sampled_from((0, 0, 1))),
            barricade=draw(st.integers(0, 3)) == 0,
        ),
        None,
    )


def ask_advanced(attacker, target, first, second, situation, other, options=ADVANCED):
    """The attack as the package has it."""
    return questions.attack(attacker, target, first, situation, options, second, other)


def end_of(attack, other=None):
    """An end of an attack in the words of the naive reading."""
    before = attack.start.scene

    def read(end):
        scene = end.scene
        t, out = scene.target, scene.target.down == injuries.OUT
        marks = {name for name, mark in questions.TARGET_MARKS.items() if t.marks & mark}
        names = attack.bystanders()
        return End(
            t.hits,
            attack.wound(end),
            attack.unsaved(end),
            attack.lost(end),
            t.down,
            0 if out else t.flesh,
            hurt(t),
            attack.pinned(end),
            attack.pushed(end),
            frozenset() if out else frozenset(marks),
            frozenset(n for n, mark in questions.WEAPON_MARKS.items() if scene.weapon & mark),
            scene.attacker.down,
            frozenset(name for place, name in enumerate(names) if scene.strays >> place & 1),
            None if other is None else beside(before.other, scene.other),
        )

    return read


def hurt(condition):
    if condition.down == injuries.OUT:
        return 3
    if condition.marks & injuries.SERIOUS_RESULT:
        return 2
    return 1 if condition.marks & injuries.FLESH_RESULT else 0


def beside(before, after):
    out = after.down == injuries.OUT
    return (after.hits, before.wounds - after.wounds, after.down, 0 if out else after.flesh, hurt(after))


def advanced_ends(attack, other=None):
    """The law of an attack in the words of the naive reading, without what cannot happen."""
    return {end: p for end, p in attack.law().of(end_of(attack, other)).items() if p}
