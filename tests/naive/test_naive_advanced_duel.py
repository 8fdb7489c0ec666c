"""The duel under the advanced rules: the engine against a second reading of the rules, pair by pair of fighters."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from necrostats.systems.necromunda.catalogue import load
from necrostats.systems.necromunda.duel.numbers import set_up
from necrostats.systems.necromunda.duel.solve import Solution
from necrostats.systems.necromunda.grammar import fighter
from necrostats.systems.necromunda.options import resolve
from tests.naive.advanced.duel import best_value, duel
from tests.systems.necromunda.generated_advanced import (
    BLADE_TRAITS,
    OPTIONS,
    TARGET_KIT,
    TARGET_SKILLS,
    advanced_guns,
    soldiers,
    weapons,
)

CAT = load()
KNIFE = CAT.weapons["fighting-knife"].profiles[0]
EXACT = 1e-12
SHOOT, CHARGE, AWAY, RANDOM = "stand-and-shoot", "charge", "keep-away", "random"
PLANNED = (SHOOT, CHARGE, AWAY)


def card(changes):
    """A nameless human with some changes, written as on the command line."""
    return changes if not isinstance(changes, str) else fighter(CAT, f"custom[{changes}]")


def solve(a, b, options, **where):
    return Solution(set_up(card(a), card(b), resolve(CAT, "advanced", options), knife=KNIFE, **where))


def differences(course, expected):
    """How far the engine's course is from that of the second reading, figure by figure."""
    rows = expected["by_round"]
    pairs = [
        (course.a_wins, expected["a_wins"]),
        (course.b_wins, expected["b_wins"]),
        (course.draw, expected["draw"]),
        (course.rounds_mean, expected["rounds_mean"]),
        *zip(course.a_standing, (row["a_standing"] for row in rows), strict=True),
        *zip(course.b_standing, (row["b_standing"] for row in rows), strict=True),
    ]
    return [abs(ours - float(theirs)) for ours, theirs in pairs]


def agree(a, b, policies, options, **where):
    """Both readings of the duel under each pair of policies; `random` is followed over one round."""
    a, b = card(a), card(b)
    known, solutions = {}, {}
    for policy_a, policy_b in policies:
        rounds = 1 if RANDOM in (policy_a, policy_b) else where.get("rounds", 2)
        here = {**where, "rounds": rounds}
        if rounds not in solutions:
            solutions[rounds] = solve(a, b, options, **here)
        ours = solutions[rounds].course(policy_a, policy_b)
        theirs = duel(
            a, b, policy_a=policy_a, policy_b=policy_b, options=options, knife=KNIFE, known=known, **here
        )
        assert max(differences(ours, theirs)) < EXACT, (policy_a, policy_b)


# ------------------------------------------------------------------ named fighters

BOTH_SHOOT = ((SHOOT, SHOOT),)
CLASH = ((CHARGE, SHOOT), (SHOOT, CHARGE))
CHASE = ((CHARGE, AWAY), (AWAY, CHARGE))
DUELS = {
    "plain gangers": ("+lasgun,+fighting-knife", "t=2,+stub-gun,+sword", {}, {"lane": 9}, (*CLASH, (AWAY, SHOOT))),
    "everything at random": (
        "t=2,m=2,+stub-gun", "t=1,m=1,+laspistol", {}, {"distance": 2, "lane": 3}, ((RANDOM, RANDOM),)
    ),
    "two pistols": (
        "t=2,m=1,+stub-gun,+reclaimed-autopistol,+gunfighter", "t=1,m=1,+sword", {},
        {"cover_b": "partial", "lane": 5}, (*BOTH_SHOOT, (SHOOT, CHARGE))
    ),
    "unwieldy": (
        "t=2,+heavy-stubber", "t=2,m=4,+two-handed-axe", {"priority_tie": "reroll"}, {"distance": 7, "lane": 9},
        (*CLASH, (AWAY, CHARGE))
    ),
    "flamer": ("t=2,+flamer", "t=2,m=3,+axe", {}, {"cover_b": "full"}, (*CLASH, (SHOOT, AWAY))),
    "hand flamer": (
        "t=2,m=3,+hand-flamer", "t=2,m=4,+sword", {"flak_vs_flame": "5+"}, {"distance": 2}, ((SHOOT, CHARGE), *CHASE)
    ),
    "drag": (
        "t=2,m=3,+harpoon-launcher", "t=2,m=3,+stub-gun", {}, {"cover_b": "partial"}, (*BOTH_SHOOT, (AWAY, CHARGE))
    ),
    "web": (
        "t=2,m=2,+web-gun", "t=2,+long-rifle,+dodge", {"recovery_si_flesh": "True"}, {},
        (*BOTH_SHOOT, (CHARGE, SHOOT))
    ),
    "blinded": (
        "t=1,m=2,+photon-flash-flares,+fighting-knife", "t=2,m=2,+stub-gun,+photo-goggles", {}, {"distance": 3},
        (*CLASH, (AWAY, CHARGE))
    ),
    "concussed": (
        "t=2,m=2,+grav-gun", "t=1,m=2,i=3,+fighting-knife", {"retreat_timing": "after_move"}, {"distance": 2},
        ((SHOOT, AWAY), (CHARGE, AWAY))
    ),
    "own blast": (
        "t=2,w=2,bs=6,m=2,armour=flak,+frag-grenades,+krak-grenades", "t=1,m=1,+fighting-knife",
        {"arc_save_timing": "after_pinning"}, {"distance": 1, "lane": 4, "cover_a": "partial"},
        (*BOTH_SHOOT, (AWAY, CHARGE), (SHOOT, RANDOM))
    ),
    "shock": (
        "t=2,+shock-whip", "t=2,+shock-stave,+parry", {"melee_accuracy": "ignored"}, {"distance": 0},
        ((CHARGE, CHARGE), *CHASE)
    ),
    "entangled": (
        "t=2,+flail", "t=2,+sword,+stub-gun", {"test_auto_fail": "nat1_all_d6_tests"}, {"distance": 0},
        ((CHARGE, CHARGE), *CHASE)
    ),
    "disarm as a skill": (
        "w=3,t=2,+fighting-knife,+disarm", "t=2,+power-hammer", {}, {"distance": 0}, ((CHARGE, CHARGE), *CHASE),
    ),
    "a blade on an empty gun": ("t=2,+blunderbuss-polearm", "t=2,m=4,+sword", {}, {"lane": 6}, ((SHOOT, CHARGE),)),
    "burning and striking back together": (
        "t=2,+hand-flamer,+fighting-knife", "t=3,+fighting-knife", {"reaction_order": "simultaneous"},
        {"distance": 3, "lane": 4}, ((SHOOT, CHARGE), (CHARGE, CHARGE), (CHARGE, AWAY)),
    ),
    "disarmed": (
        "t=2,+power-axe", "t=2,w=3,+power-sword,+axe", {"power_six": "modified"}, {"distance": 0},
        ((CHARGE, CHARGE), *CHASE)
    ),
    "disarmed and entangled together": (
        "t=2,+flail,+axe", "t=2,+sword", {"reaction_order": "simultaneous"}, {"distance": 0},
        ((CHARGE, CHARGE), (AWAY, SHOOT))
    ),
    "knocked back": (
        "t=2,s=4,+spud-jacker", "t=2,+fighting-knife", {}, {"distance": 1, "cover_b": "full"}, (*CLASH, *CHASE)
    ),
    "knocked back and followed": (
        "t=2,s=4,+spud-jacker", "t=2,s=4,+spud-jacker", {"melee_kb_followup": "always"}, {"distance": 0},
        ((CHARGE, CHARGE), *CHASE)
    ),
    "toxin": (
        "t=2,+needle-pistol,+stiletto-knife", "t=2,w=2,+laspistol", {"multi_serious": "flesh_wound"},
        {"distance": 3}, (*BOTH_SHOOT, *CLASH)
    ),
    "toxin of 2018": (
        "t=2,+needle-pistol", "t=3,+stiletto-sword", {"toxin": "n18"}, {"distance": 3}, (*BOTH_SHOOT, *CLASH)
    ),
    "melta": (
        "t=2,+meltagun", "t=2,w=2,+bolt-pistol", {"melta": "any_unsaved_wound"}, {}, (*BOTH_SHOOT, (CHARGE, SHOOT))
    ),
    "unstable": (
        "t=2,m=3,+plasma-pistol", "t=2,w=2,m=3,+chainsword", {"pistol_melee_firepower": "False"}, {"distance": 3},
        (*BOTH_SHOOT, *CLASH)
    ),
    "unstable in close combat": (
        "t=2,+plasma-pistol,+fighting-knife", "t=2,+sword", {"firepower_when": "only_on_hit"}, {"distance": 0},
        ((CHARGE, CHARGE), *CHASE)
    ),
    "bio-booster": (
        "t=3,m=2,+stub-gun,+bio-booster", "t=2,m=2,+lasgun,+bio-booster", {}, {"cover_a": "full"},
        (*BOTH_SHOOT, (CHARGE, AWAY))
    ),
    "field": (
        "t=2,m=2,+shotgun,+refractor", "t=1,m=2,+las-carbine,+fighting-knife", {"pin_on": "attack"}, {},
        (*BOTH_SHOOT, (SHOOT, CHARGE))
    ),
    "true grit": (
        "t=2,w=2,m=2,+boltgun,+true-grit", "t=3,m=2,+lasgun,+true-grit,+nerves-of-steel",
        {"injury_dice": "equal_damage"}, {}, (*BOTH_SHOOT, (CHARGE, SHOOT))
    ),
    "fists": (
        "t=2,a=2,+iron-jaw", "t=2,+step-aside,+lasgun", {"charge_contact": "within_1"}, {"distance": 6},
        ((CHARGE, SHOOT), (CHARGE, AWAY))
    ),
    "a fearsome enemy": (
        "t=2,+chainaxe,+berserker", "t=2,+axe,+fearsome,+unstoppable", {"charge_d3": "before_declare"},
        {"distance": 6, "lane": 8}, ((CHARGE, SHOOT), (CHARGE, CHARGE), (SHOOT, CHARGE))
    ),
    "combi weapon": ("t=2,m=2,+combi-bolter-plasma", "t=1,m=2,+combi-autogun-flamer", {}, {}, BOTH_SHOOT),
    "many profiles": (
        "t=2,m=2,+shotgun/acid,+munitioneer", "t=1,m=2,+shotgun/inferno,armour=mesh", {"half_move_rounding": "up"},
        {"cover_b": "partial"}, BOTH_SHOOT
    ),
    "no coup de grace for free": (
        "t=2,+power-hammer", "t=3,+fighting-knife", {"coup_after_fight": "False"}, {"distance": 1},
        ((CHARGE, CHARGE), (CHARGE, AWAY), (RANDOM, SHOOT))
    ),
    "reactions to passed tests only": (
        "t=2,i=2,+axe", "t=2,i=3,+power-axe", {"retreat_reaction": "only_if_passed"}, {"distance": 0},
        (*CHASE, (AWAY, AWAY), (AWAY, RANDOM))
    ),
    "batch": (
        "t=2,+sawn-off-shotgun", "t=3,w=2,+heavy-bolter,+suspensor", {"multi_hit": "batch"}, {"distance": 4},
        BOTH_SHOOT
    ),
    "tough": (
        "t=5,+power-sword,+sword", "t=2,w=3,m=3,+boltgun,armour=carapace-heavy", {"injury_faces": "1,4,1"},
        {"rounds": 1}, ((CHARGE, SHOOT),)
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", DUELS)
def test_course(name):
    a, b, options, where, policies = DUELS[name]
    agree(a, b, policies, options, **{"distance": 5, "lane": 6, **where})


# ------------------------------------------------------------------ fighters made by hypothesis

IN_A_DUEL = (
    "charge_contact", "charge_d3", "retreat_reaction", "retreat_timing", "half_move_rounding", "priority_tie",
    "coup_after_fight", "recovery_si_flesh", "melee_kb_followup",
)  # fmt: skip
NOT_TOGETHER = {("drag", "knockback"), ("template", "melta")}


@st.composite
def duel_guns(draw):
    """A gun of short range, thrown, or with a template."""
    gun = draw(advanced_guns())
    traits = {
        n: v for n, v in gun.traits.items() if not any(n == b and a in gun.traits for a, b in NOT_TOGETHER)
    }
    if "grenade" in traits:
        return replace(gun, traits=traits, rng_s="-", rng_l="Sx1")
    if gun.rng_l == "T":
        return replace(gun, traits=traits)
    short, long = draw(st.sampled_from((("2", "5"), ("4", "8"), ("-", "6"))))
    kind = draw(st.sampled_from(({}, {}, {"pistol": None}, {"unwieldy": None})))
    return replace(gun, traits=traits | kind, rng_s=short, rng_l=long)


@st.composite
def duellists(draw):
    blade = weapons(BLADE_TRAITS, own="melee", rng_l="E").map(lambda made: replace(made, ammo=0))
    kit = draw(st.lists(st.one_of(duel_guns(), blade), min_size=1, max_size=2))
    made = draw(soldiers((*TARGET_SKILLS, "unstoppable"), TARGET_KIT, weapons=kit, wounds=(1,)))
    return replace(made, m=draw(st.integers(1, 5)), t=draw(st.sampled_from((1, 2, 2))))


@st.composite
def some_options(draw):
    names = draw(st.lists(st.sampled_from((*OPTIONS, *IN_A_DUEL)), max_size=3, unique=True))
    return {name: draw(st.sampled_from(list(CAT.options[name].values))) for name in names}


covers = st.sampled_from(("none", "none", "partial", "full"))
plans = st.sampled_from((SHOOT, CHARGE, AWAY))


@settings(max_examples=4)
@given(
    duellists(), duellists(), some_options(), st.integers(0, 4), covers, covers, plans, plans, st.booleans()
)
def test_course__generated(a, b, options, distance, cover_a, cover_b, policy_a, policy_b, no_aim):
    where = {"distance": distance, "lane": 4, "cover_a": cover_a, "cover_b": cover_b, "no_aim": no_aim}
    agree(a, b, ((policy_a, policy_b), (policy_b, policy_a)), options, **where)


# ------------------------------------------------------------------ best play

BEST = {
    "pistol and knife": ("t=1,m=1,+stub-gun,+fighting-knife", "t=1,m=1,+stub-gun", {}, {}),
    "fire and cover": ("t=1,m=1,+flamer", "t=1,m=1,+axe", {}, {"distance": 2, "cover_b": "partial"}),
    "two stores": ("t=1,m=1,+meltagun,+plasma-pistol", "t=1,m=2,+sword", {}, {"distance": 2}),
    "unwieldy": ("t=1,m=1,+heavy-stubber", "t=2,m=2,+fighting-knife", {"charge_d3": "before_declare"}, {}),
    "engaged": ("t=1,m=1,+axe,+sword", "t=2,m=1,+flail", {"retreat_timing": "after_move"}, {"distance": 0}),
    "blinded": ("t=1,m=1,+photon-flash-flares", "t=1,m=1,+fighting-knife", {}, {"distance": 1}),
}  # fmt: skip


@pytest.mark.parametrize("name", BEST)
def test_best_play(name):
    """The value of best play, and of the best reply to each policy of the other side."""
    a, b, options, where = BEST[name]
    a, b = card(a), card(b)
    where = {"distance": 3, "lane": 3, "rounds": 1, **where}
    ours, known = solve(a, b, options, **where), {}

    def theirs(**policies):
        return float(best_value(a, b, options=options, knife=KNIFE, known=known, **policies, **where))

    assert abs(ours.value - theirs()) < EXACT
    policies = (*PLANNED, RANDOM)
    for value, policy in zip(ours.replies(0, policies), policies, strict=True):
        assert abs(value - theirs(policy_b=policy)) < EXACT, policy
    for value, policy in zip(ours.replies(1, policies), policies, strict=True):
        assert abs(value - theirs(policy_a=policy)) < EXACT, policy
