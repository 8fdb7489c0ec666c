"""Fighters, weapons, situations and options made by hypothesis, past both edges of what cards print."""

from dataclasses import replace

from hypothesis import strategies as st

from necrostats.systems.necromunda import questions
from necrostats.systems.necromunda.catalogue import load
from necrostats.systems.necromunda.models import Armour, Situation
from necrostats.systems.necromunda.options import resolve
from tests.naive.cards import fighter, profile
from tests.naive.damage import Result

CAT = load()
BASIC = resolve(CAT, "basic")

# Those that an attack, a test, a duel can look at; lasgun_short has its own tests.
ATTACK = (
    "wound_last_row", "half_toughness", "impossible_shot", "save_nat1_fails", "pin_on", "pin_engaged",
    "arc_save_timing", "knockback_die", "pistol_surplus", "parry_choice", "parry_needs_wielded", "power_six",
    "odd_die", "melee_accuracy",
)  # fmt: skip
TESTS = ("test_auto_fail",)
DUEL = (
    *ATTACK, *TESTS, "charge_contact", "reaction_order", "charge_d3", "retreat_reaction", "retreat_timing",
    "half_move_rounding", "priority_tie",
)  # fmt: skip


def under(**chosen):
    """The basic rules with some options chosen."""
    return resolve(CAT, "basic", chosen)


@st.composite
def chosen_options(draw, names):
    """A few options chosen, as a dict of name and value."""
    found = {}
    for name in draw(st.lists(st.sampled_from(names), max_size=4, unique=True)):
        found[name] = draw(st.sampled_from(list(CAT.options[name].values)))
    return found


saves = st.sampled_from((0, 6, 5, 4, 3))


@st.composite
def suits(draw):
    save = draw(saves)
    front = draw(st.sampled_from((0, save - 1))) if save else 0
    return Armour(id="suit", name="Suit", save=save, save_front_arc=front)


undersuits = st.sampled_from(
    (
        Armour(id="none", name="No armour", save=0),
        Armour(id="none", name="No armour", save=0),
        Armour(id="armoured-undersuit", name="Armoured undersuit", save=6, save_bonus=1),
    )
)
strengths = st.sampled_from((*map(str, range(1, 11)), "S", "S+1", "S+2", "-"))
numbers = {"ap": st.integers(-4, 0), "d": st.integers(0, 4)}
accuracies = st.integers(-3, 3)


@st.composite
def guns(draw, ranges=((8, 16),)):
    short, long = draw(st.sampled_from(ranges))
    traits = draw(st.sampled_from(("", "", "knockback", "pistol", "knockback pistol", "rapid-fire")))
    return profile(
        draw(st.sampled_from(("gun", "other-gun"))),
        traits,
        rng_s=str(short) if short else "-",
        rng_l=str(long),
        acc_s=draw(accuracies),
        acc_l=draw(accuracies),
        strength=draw(strengths),
        **{name: draw(each) for name, each in numbers.items()},
    )


@st.composite
def blades(draw):
    kept = [t for t in ("parry", "power", "backstab", "shock") if draw(st.integers(0, 2)) == 0]
    short = draw(st.sampled_from(("-", "-", "E")))
    return profile(
        draw(st.sampled_from(("blade", "other-blade"))),
        " ".join(["melee", *kept]),
        rng_s=short,
        rng_l="E",
        acc_s=draw(accuracies) if short == "E" else 0,
        acc_l=draw(accuracies),
        strength=draw(strengths),
        **{name: draw(each) for name, each in numbers.items()},
    )


NO_WEAPONS, ONE_TO_FIVE, ANY_MOVEMENT, SOME_ATTACKS = (
    st.just(()),
    st.integers(1, 5),
    st.integers(0, 6),
    st.integers(1, 4),
)


@st.composite
def fighters(draw, weapons=NO_WEAPONS, attacks=ONE_TO_FIVE, wounds=ONE_TO_FIVE, m=ANY_MOVEMENT):
    return fighter(
        *draw(weapons),
        m=draw(m),
        ws=draw(st.integers(2, 7)),
        bs=draw(st.integers(2, 7)),
        s=draw(st.integers(1, 10)),
        t=draw(st.integers(1, 10)),
        w=draw(wounds),
        a=draw(attacks),
        i=draw(st.integers(2, 7)),
        armour=draw(suits()),
        under=draw(undersuits),
    )


@st.composite
def shots(draw):
    """A ranged attack: attacker, target, profile, None, situation."""
    target = draw(fighters())
    prone = draw(st.booleans())
    return (
        draw(fighters()),
        target,
        draw(guns()),
        None,
        Situation(
            band=draw(st.sampled_from(("short", "short", "long", "long", None))),
            cover="none" if prone else draw(st.sampled_from(("none", "partial", "full"))),
            aim=draw(st.booleans()),
            target_prone=prone,
            target_engaged=not prone and draw(st.booleans()),
            behind=draw(st.booleans()),
            blocked=draw(st.booleans()),
            save_bonus=draw(st.integers(0, 3)),
            wounds_lost=draw(st.integers(0, target.w - 1)),
        ),
    )


@st.composite
def fights(draw, attacks=SOME_ATTACKS):
    """An attack in close combat: attacker, target, profile, second, situation."""
    armed = st.lists(st.one_of(blades(), guns()), max_size=3)
    target = draw(fighters(armed))
    hand = st.one_of(blades(), blades(), guns().map(_pistol))
    return (
        draw(fighters(attacks=attacks)),
        target,
        draw(hand),
        draw(st.one_of(st.none(), hand)),
        Situation(
            close=True,
            charging=draw(st.booleans()),
            turned=draw(st.booleans()),
            behind=draw(st.booleans()),
            save_bonus=draw(st.integers(0, 3)),
            wounds_lost=draw(st.integers(0, target.w - 1)),
        ),
    )


def _pistol(gun):
    return replace(gun, traits={**gun.traits, "pistol": None})


def ask(attacker, target, first, second, situation, options=BASIC):
    """The attack as the package has it."""
    return questions.attack(attacker, target, first, situation, options, second)


def result(before):
    """What the naive reading calls an end of an attack on *before*, as a function of the target after it."""

    def read(after):
        return Result(
            after.hits,
            bool(after.wounded),
            bool(after.unsaved),
            before.wounds - after.wounds,
            bool(after.pushed),
            bool(after.pinned),
        )

    return read


def ends(attack):
    """The law of an attack in the words of the naive reading, without what cannot happen."""
    return {end: p for end, p in attack.law().of(result(attack.target)).items() if p}
