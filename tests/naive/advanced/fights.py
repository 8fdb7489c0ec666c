"""A close combat attack under the advanced rules, with headbutts and coups de grace."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from itertools import product

from necrostats.systems.necromunda.models import Situation
from tests.naive.advanced.ammo import blows_up, weapon_after
from tests.naive.advanced.cards import initiative, strength
from tests.naive.advanced.close_combat import fought, headbutts, two_hands
from tests.naive.advanced.ends import NOBODY, ONE, End, end_of, target_of, user
from tests.naive.advanced.hits import Hit, Kept, all_hits, start
from tests.naive.advanced.injuries import DOWN, IN_PLAY, OUT, OUT_OF_ACTION, Body
from tests.naive.advanced.volleys import with_unstable
from tests.naive.rounds import chance_of_test


def fight(
    attacker, target, weapon, second, situation: Situation, options, kept: Kept | None = None
) -> dict[End, Fraction]:
    """R25 to R34: Fearsome, then the attack with the odd die and the order of the weapons that the options say."""
    two_hands(weapon, second, attacker)
    odd = {"first_weapon": (0,), "second_weapon": (1,), "best": (0, 1)}[options["odd_die"]]
    orders = (False, True) if options["hit_order"] == "best_for_attacker" else (False,)
    if second is None:
        odd, orders = (0,), (False,)
    ways = [
        fight_in_order(attacker, target, weapon, second, situation, odd_to, second_first, options, kept)
        for odd_to in odd
        for second_first in orders
    ]
    # reading: both choices are made together, and equals go to the weapon named first
    best = max(ways, key=merit)
    if not situation.charging or "fearsome" not in target.skills:
        return best
    dares = chance_of_test(attacker.wil, 2, 0, options)
    ends: dict = defaultdict(Fraction)
    ends[end_of(start(situation, kept), lasts=kept is not None)] += 1 - dares
    for end, p in best.items():
        ends[end] += p * dares
    return dict(ends)


def merit(ends: Mapping[End, Fraction]) -> tuple[Fraction, Fraction, Fraction]:
    """R34: out of action, then seriously injured, then Wounds."""
    outs = sum((p for end, p in ends.items() if end.down == OUT), Fraction(0))
    downs = sum((p for end, p in ends.items() if end.down == DOWN), Fraction(0))
    return outs, downs, sum((end.lost * p for end, p in ends.items()), Fraction(0))


def fight_in_order(
    attacker,
    target,
    weapon,
    second,
    situation: Situation,
    odd_to: int,
    second_first: bool,
    options,
    kept=None,
) -> dict[End, Fraction]:
    """One close combat attack with all choices made."""
    front, lasts = not situation.behind and not situation.seriously_injured, kept is not None
    victim = target_of(target, situation, front, options, lasts)
    body = start(situation, kept)
    rolled = fought(attacker, victim, weapon, second, situation, odd_to, second_first, options)
    by_symbols: dict = defaultdict(dict)
    for end, p in rolled.items():
        by_symbols[end.first_symbols, end.second_symbols][end.hits] = p
    ends: dict = defaultdict(Fraction)
    for (first, other), ways in by_symbols.items():
        weapons = {NOBODY: ONE}
        if "pistol" in weapon.traits:
            weapons = weapon_after(first, weapon, attacker, False)
        seconds = {NOBODY: ONE}
        if lasts and second is not None and "pistol" in second.traits:
            seconds = weapon_after(other, second, attacker, False)
        shooters = with_unstable({IN_PLAY: ONE}, blows_up(first, weapon))
        if second is not None:
            shooters = with_unstable(shooters, blows_up(other, second))
        for (end, p), (state, q), (after, r), (shooter, s) in product(
            all_hits(ways, body, victim).items(), weapons.items(), seconds.items(), shooters.items()
        ):
            ends[end_of(end, weapon=state, shooter=shooter, second=after, lasts=lasts)] += p * q * r * s
    return dict(ends)


def headbutt(attacker, target, situation: Situation, options) -> dict[End, Fraction]:
    """R30: a hit at Strength +2 and Damage 2, or one of the user's own at its Strength."""
    front = not situation.behind and not situation.seriously_injured
    victim = target_of(target, situation, front, options)
    s = strength(attacker, "stimm-slug-stash" in situation.using)
    head = Hit("head", frozenset(), s + 2, 0, 2, bonus=situation.save_bonus)
    own = Hit("head", frozenset(), s, 0, 1)
    succeeds = headbutts(victim)
    aside = Fraction(0)
    # reading: a headbutt is not parried, for it has no hit roll, but it is a hit that one may step aside from
    if "step-aside" in target.skills and not situation.seriously_injured:
        aside = initiative(target, options)
    ends: dict = defaultdict(Fraction)
    landed = {(head,): 1 - aside, (): aside}
    for body, p in all_hits(landed, start(situation), victim).items():
        ends[end_of(body)] += succeeds * p
    for body, p in all_hits({(own,): ONE}, Body(), user(attacker, situation, True, options)).items():
        ends[end_of(start(situation), shooter=body.down)] += (1 - succeeds) * p
    return {end: p for end, p in ends.items() if p}


def coup_de_grace(situation: Situation) -> dict[End, Fraction]:
    """A-CDG-01, R30: no roll."""
    if not situation.seriously_injured:
        raise ValueError("only somebody seriously injured can be given a coup de grace")
    # reading: it counts as one hit, wound and unsaved wound that takes no Wounds
    return {end_of(Body(hits=1, wound=True, unsaved=True, down=OUT, hurt=OUT_OF_ACTION)): ONE}
