"""What fighters get over: serious injuries and webs in the End phase, fire when activated (sections 8.6 and 8.7)."""

from typing import NamedTuple

from necrostats.engine.dice import Dice, passes, repeat, roll, step
from necrostats.systems.necromunda.book import rule
from necrostats.systems.necromunda.damage import HALVES, LAST_ROWS, NEVER, Blow, armour_value, save_need
from necrostats.systems.necromunda.hits import body_of
from necrostats.systems.necromunda.injuries import (
    FLESH_RESULT,
    IN_PLAY,
    ON_FIRE,
    OUT,
    PINNED,
    SERIOUS,
    SERIOUS_RESULT,
    STRUCK,
    UNSAVED,
    WEBBED,
    WOUND,
    Body,
    Condition,
    Effect,
    Hit,
    Rolled,
    injury_die,
    marked,
    milder,
    put_out,
    settle,
    take_hit,
    wound_flesh,
)
from necrostats.systems.necromunda.models import Fighter, Situation
from necrostats.systems.necromunda.options import Options

UNSTOPPABLE = roll("N17-A-END-03", "unstoppable")
FLAMES = roll("N17-A-TRT-03", "does the fire go out")
RUNS = roll("N17-A-TRT-03", "how far a burning fighter runs")

OF_ONE_HIT = STRUCK | WOUND | UNSAVED | FLESH_RESULT | SERIOUS_RESULT
DOUBLE_ACTION = 4  # what it adds to the roll against the flames


class Care(NamedTuple):
    """How a fighter recovers.

    Attributes:
        body: For the faces of its Injury dice (option ``injury_faces``).
        toughness: On its card; what it lacks of it are flesh wounds.
        dice: Injury dice, of which the owner keeps one.
        again: 1 if those that show out of action are rolled again (Medicae).
        serious_costs: 1 if a serious injury costs a flesh wound (option ``recovery_si_flesh``).
        unstoppable: 1 with that skill.
    """

    body: Body
    toughness: int
    dice: int = 1
    again: int = 0
    serious_costs: int = 0
    unstoppable: int = 0


@rule("N17-A-END-03", "N17-A-SKL-01", "N17-A-KIT-01")
def care_of(
    fighter: Fighter, options: Options, *, assisted: bool = False, helper: Fighter | None = None
) -> Care:
    """How *fighter* recovers: an active friend within 1 inch adds an Injury die.

    A helper with a medicae kit adds another one, and one with the skill Medicae rolls those again that show out of
    action. True Grit and a bio-booster act when hits cause Injury dice, not here.

    Args:
        assisted: Whether a friend without such skill or kit assists.
        helper: The friend who assists; one fighter helps one other in each End phase.
    """
    skills, kit = (helper.skills, helper.wargear) if helper else ((), ())
    return Care(
        body=body_of(fighter, options, area=True),
        toughness=fighter.t,
        dice=1 + int(assisted or helper is not None) + int("medicae-kit" in kit),
        again=int("medicae" in skills),
        serious_costs=int(options.on("recovery_si_flesh")),
        unstoppable=int("unstoppable" in fighter.skills),
    )


@rule("N17-A-END-03")
@step
def recovery_die(care: Care, rolled: Rolled, dice: Dice) -> Rolled:
    """One Injury die of a recovery test; with the help of Medicae an out of action is rolled again, once."""
    after = injury_die(care.body, rolled, dice)
    if care.again == 1 and after.out > rolled.out:
        return injury_die(care.body, rolled, dice)
    return after


@rule("N17-A-END-03", "N17-A-TRT-18")
@step
def recover(care: Care, c: Condition, dice: Dice) -> Condition:
    """N17-A-END-03: a recovery test: a flesh wound and pinned, still seriously injured, or out of action.

    Of several dice the owner keeps the mildest; a flesh wound too many counts as out of action. Unstoppable rolls
    first: on 4+ a flesh wound is gone or, if there was none, another die is rolled. N17-A-TRT-18: so do the webbed.
    """
    if c.down != SERIOUS:
        return c
    n = care.dice
    if care.unstoppable == 1 and passes(dice, 4, UNSTOPPABLE):
        if c.toughness < care.toughness:
            c = Condition(c.wounds, c.toughness + 1, max(0, c.flesh - 1), c.down, c.hits, c.marks)
        else:
            n += 1
    kept = milder(repeat(dice, n, recovery_die, care, Rolled(0, 0, 0)), c.toughness)
    if kept.out > 0:
        return put_out(c)
    c = wound_flesh(c, care.serious_costs if kept.serious > 0 else 1, 0)
    if c.down == OUT:
        return c
    marks = c.marks & ~OF_ONE_HIT
    if kept.serious > 0:
        return Condition(c.wounds, c.toughness, c.flesh, SERIOUS, c.hits, marks)
    return Condition(c.wounds, c.toughness, c.flesh, IN_PLAY, c.hits, (marks | PINNED) & ~WEBBED)


class Burning(NamedTuple):
    """A fighter on fire when it is activated.

    Attributes:
        hit: What the fire does to it (``fire_hit``).
        friends: Active friends within 1 inch.
        double: 1 if it spends a Double action on the flames and goes pinned.
    """

    hit: Hit
    friends: int = 0
    double: int = 0


@rule("N17-A-TRT-03")
def fire_hit(fighter: Fighter, options: Options) -> Hit:
    """N17-A-TRT-03: the hit of a fire that goes on: Strength 3, AP -1, Damage 1.

    It comes from no side and is no attack: no save is better from the front, and there is nothing to dodge.
    """
    value = armour_value(fighter, Situation(close=True, band=None, behind=True), options)
    blow = Blow(
        3,
        save_need(value, -1, 0, options),
        1,
        LAST_ROWS[options["wound_last_row"]],
        HALVES[options["half_toughness"]],
    )
    body = body_of(fighter, options, area=True)
    return Hit(blow, 0, Effect(), body._replace(field_on=NEVER))


@rule("N17-A-TRT-03")
@step
def burn(burning: Burning, c: Condition, dice: Dice) -> Condition:
    """N17-A-TRT-03: on 6+ the fire goes out, at +1 for each active friend and +4 for a Double action; else it hits.

    A seriously injured fighter has no Double action for it. A fighter still on fire has lost its activation; one that
    stands runs 2D6 inches in a random direction.
    """
    if c.down == OUT or c.marks & ON_FIRE == 0:
        return c
    need = 6 - burning.friends
    if burning.double == 1 and c.down == IN_PLAY:
        need -= DOUBLE_ACTION
        c = marked(c, PINNED)
    if passes(dice, need, FLAMES):
        return Condition(c.wounds, c.toughness, c.flesh, c.down, c.hits, c.marks & ~ON_FIRE)
    c = settle(burning.hit.body.batch, repeat(dice, 1, take_hit, burning.hit, c), dice)
    return Condition(c.wounds, c.toughness, c.flesh, c.down, c.hits, c.marks & ~OF_ONE_HIT)
