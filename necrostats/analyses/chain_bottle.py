"""When a gang bottles out under the losses of each round, and what is left of it after its fighters flee."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

from necrostats.analyses.answers import reconstructed, rulebook, whole
from necrostats.analyses.chains import (
    NEED,
    ChainResult,
    chance,
    check_rules,
    distribution,
    head,
    how_long,
    needed,
    number,
    tail,
)
from necrostats.engine.enumerating import Law
from necrostats.engine.waiting import Followed
from necrostats.errors import UsageError
from necrostats.systems.necromunda import grammar
from necrostats.systems.necromunda.models import Fighter
from necrostats.systems.necromunda.morale import bottle_need
from necrostats.systems.necromunda.muster import Losses, Muster, Near, Side, line_up
from necrostats.systems.necromunda.options import Options
from necrostats.systems.necromunda.side_law import after_each_round
from necrostats.systems.necromunda.side_round import in_play, serious, standing

MOST_FIGHTERS = 20
MOST_ROUNDS = 20
MOST_WAYS = 16_000  # for a gang to stand: about 10 seconds
FINEST = 100  # parts of the share of losses out of action
RANKS = ("leader", "champion", "ganger", "juve")
DEFINITIONS = {
    "rows": "chances in and after each round",
    "bottled": "has bottled out by then",
    "bottles_now": "bottles out in this round, not before",
    "fighter_fled": "a fighter or more has fled",
    "half_gone": "half of the starting crew or more are out of action or fled",
    "nobody_left": "all are out of action or fled",
    "by_round": "mean numbers of fighters at the end of each round",
    "bottle_test": "chance to bottle out in one test, by how many are seriously injured or out of action",
    "left": "fighters on the battlefield after the last round, those seriously injured included",
    "fled": "fighters who have fled by the end of the last round",
    "left_need": "median; how many are left at least, and at most, with that chance; fled_need: the same of fled",
    "ever": "chance that it happens within the rounds of the battle",
    "need": "by: the least number by which it has happened with that chance; at_least: the greatest number that it "
    "takes, or more, with that chance; null if there is none within the battle",
}


def bottle(
    gang: str,
    *,
    losses: int | str | Sequence[int] = 1,
    rounds: int = 6,
    out_of_action: object = None,
    near_leader: int | None = None,
    near_champion: int = 0,
    helpers: int = 0,
    need: object = NEED,
    rules: str | None = None,
    house: str | None = None,
    options: Mapping[str, object] | None = None,
    data: Iterable[Path] = (),
) -> ChainResult:
    """When *gang* bottles out (N17-A-END-01), and who flees (N17-A-END-02) and recovers (N17-A-END-03) round by round.

    Args:
        gang: The starting crew: "10*escher-ganger", "goliath-leader+2*goliath-champion+7*goliath-ganger", a gang's id.
            Fighters of one rank must be alike in Cool, Toughness and recovery.
        losses: Fighters who go down in each round, any of those standing with the same chance; "1,2,1" or [1, 2, 1] for
            rounds 1, 2 and 3, the last number going on.
        rounds: How many rounds the battle lasts.
        out_of_action: Share of the losses who are out of action at once, 0.25, "25%" or "1/4"; the others are seriously
            injured. None for that of an Injury die.
        near_leader, near_champion: Friends within 12 inches of the leader, within 6 of each champion, who need not test
            while it stays; by default all near the leader, and nobody near the champions alone.
        helpers: Friends who assist a seriously injured one each in the End phase.
        need: The chance for which ``until`` says how many rounds it takes: 0.9, "90%".

    Raises:
        UsageError: Too many fighters or too many ranks of them, fighters of one rank who are not alike, more losses
            than fighters, a value out of range, the basic rules.

    Of four fighters one goes out of action: three faces of 6 and more than 4 casualties from D6 + 1.

    >>> found = bottle("4*custom", losses=1, out_of_action=1, rounds=2).to_dict()
    >>> [row["bottled"]["fraction"] for row in found["rows"]]
    ['1/2', '5/6']
    """
    cat, chosen = rulebook(data, rules, options, house)
    check_rules(chosen, rules, "bottle tests are part")
    share = needed(need)
    rounds = whole("rounds", rounds, 1, MOST_ROUNDS)
    crew = grammar.gang(cat, gang, MOST_FIGHTERS)
    _check_crew(crew)
    numbers = _numbers(losses, len(crew))
    serious_parts, out_parts = _parts(out_of_action, chosen)
    each = [Losses(n, serious=serious_parts, out=out_parts) for n in numbers]
    near = _near(crew, near_leader, near_champion, helpers)
    muster, start = line_up(crew, chosen, losses=each[0], near=near)
    laws = after_each_round(muster, start, rounds, each)
    events = _events(len(crew))
    waiting = {name: Followed([law.p(event) for law in laws]) for name, event in events.items()}
    left = laws[-1].of(in_play)
    fled = laws[-1].of(lambda side: side.fled)
    answer = {
        **head("bottle", chosen),
        "title": _title(numbers, len(crew), rounds),
        "gang": gang,
        "crew": len(crew),
        "fighters": _by_rank(crew),
        "losses": numbers,
        "rounds": rounds,
        "out_of_action": chance(Fraction(out_parts, serious_parts + out_parts)),
        "near_leader": near.leader,
        "near_champion": near.champion,
        "helpers": near.helpers,
        "flee_phase": chosen["flee_phase"],
        "iron_will": muster.iron_will,
        "bottle_test": _tests(muster),
        "unit": "round",
        "rows": [_row(n, waiting) for n in range(1, rounds + 1)],
        "until": {
            name: how_long(each, "round", share) | {"within": rounds} for name, each in waiting.items()
        },
        "by_round": [_means(n, law) for n, law in enumerate(laws) if n],
        "left": distribution(left),
        "left_mean": number(_mean(left)),
        "left_need": _sure_of(left, share),
        "fled": distribution(fled),
        "fled_mean": number(_mean(fled)),
        "fled_need": _sure_of(fled, share),
        **tail(chosen, DEFINITIONS, reconstructed=reconstructed(*crew), not_modelled=_left_out(near)),
    }
    return ChainResult(answer, waiting)


def _check_crew(crew: Sequence[Fighter]) -> None:
    """Refuse crews of so many ranks that they take too long to follow."""
    ways = ways_to_stand([row["number"] for row in _by_rank(crew)])
    if ways > MOST_WAYS:
        raise UsageError(
            f"gang: expected at most {MOST_WAYS:,} ways for its ranks to stand, lie or be gone, got {ways:,}",
            "fewer fighters or ranks: take juves as gangers, for example",
        )


def ways_to_stand(ranks: Sequence[int]) -> int:
    """How many sides so many fighters of each rank can become: standing, seriously injured, out of action or fled.

    >>> ways_to_stand([1])
    7
    """
    gone = [1]  # in how many ways so many are gone
    for n in ranks:
        wider = [0] * (len(gone) + n)
        for before, ways in enumerate(gone):
            for more in range(n + 1):
                wider[before + more] += ways * comb(n - more + 1, 1)
        gone = wider
    return sum(ways * (n + 2) for n, ways in enumerate(gone))


def _by_rank(crew: Sequence[Fighter]) -> list[dict[str, Any]]:
    """How many of each rank, and the Cool of the first."""
    found = []
    for rank in RANKS:
        alike = [fighter for fighter in crew if (fighter.rank if fighter.rank in RANKS else "ganger") == rank]
        if alike:
            found.append({"rank": rank, "number": len(alike), "name": alike[0].name, "cool": alike[0].cl})
    return found


def _numbers(losses: int | str | Sequence[int], crew: int) -> list[int]:
    """The losses of the first rounds.

    Raises:
        UsageError: No whole numbers, or more than there are fighters.
    """
    parts: list[Any] = losses.split(",") if isinstance(losses, str) else [losses]
    if isinstance(losses, Sequence) and not isinstance(losses, str):
        parts = list(losses)
    try:
        numbers = [whole("losses", int(n) if isinstance(n, str) else n, 0, 10**6) for n in parts]
    except ValueError:
        numbers = []
    except UsageError:
        numbers = []
    if not 1 <= len(numbers) <= MOST_ROUNDS:
        raise UsageError(
            f"losses: expected whole numbers, one for each round, got {str(losses)[:40]!r}",
            "for example 1 each round, or 1,2,1 for rounds 1, 2 and all from 3 on",
        )
    if max(numbers) > crew:
        raise UsageError(
            f"losses: expected at most the {crew} fighters of the gang in a round, got {max(numbers)}",
            f"{crew} put all of them down",
        )
    return numbers


def _parts(share: object, options: Options) -> tuple[int, int]:
    """Of so many losses how many are seriously injured, and how many out of action.

    Raises:
        UsageError: No share from 0 to 1, or a finer one than hundredths.
    """
    if share is None:
        _, lying, out = map(int, options["injury_faces"].split(","))
        return (lying, out) if lying + out else (0, 1)
    text = str(share).strip()
    try:
        part = Fraction(text[:30].removesuffix("%")) / (100 if text.endswith("%") else 1)
    except (ValueError, ZeroDivisionError):
        part = Fraction(-1)
    if isinstance(share, bool) or not 0 <= part <= 1 or part.denominator > FINEST:
        raise UsageError(
            f"out_of_action: expected a share from 0 to 1 in hundredths, got {text[:40]!r}",
            "for example 0.25, 25% or 1/4",
        )
    return part.denominator - part.numerator, part.numerator


def _near(crew: Sequence[Fighter], leader: int | None, champion: int, helpers: int) -> Near:
    """Who stands near whom.

    Raises:
        UsageError: More than the others of the crew, or nobody whom they could be near.
    """
    others = len(crew) - 1
    ranks = {fighter.rank for fighter in crew}
    for name, asked, rank in (("near_leader", leader, "leader"), ("near_champion", champion, "champion")):
        if asked and rank not in ranks:
            raise UsageError(f"{name}: expected a gang with a {rank}, got none", f"leave out {name}")
    by_leader = others if "leader" in ranks else 0
    if leader is not None:
        by_leader = whole("near_leader", leader, 0, others)
    return Near(
        by_leader,
        whole("near_champion", champion, 0, others),
        helpers=whole("helpers", helpers, 0, others),
    )


def _events(crew: int) -> dict[str, Callable[[Side], bool]]:
    return {
        "bottled": lambda side: side.bottled == 1,
        "fighter_fled": lambda side: side.fled > 0,
        "half_gone": lambda side: 2 * (side.out + side.fled) >= crew,
        "nobody_left": lambda side: in_play(side) == 0,
    }


def _row(n: int, waiting: Mapping[str, Followed]) -> dict[str, Any]:
    bottled = waiting["bottled"]
    rest = {name: chance(each.by(n)) for name, each in waiting.items() if name != "bottled"}
    return {
        "round": n,
        "bottled": chance(bottled.by(n)),
        "bottles_now": chance(bottled.exactly(n)),
        **rest,
    }


def _tests(muster: Muster) -> dict[str, Any]:
    """The chance of a bottle test by the number of casualties, as far as it is not 0."""
    needs = {n: bottle_need(muster.crew, n, muster.iron_will) for n in range(muster.crew + 1)}
    return distribution({n: Fraction(7 - need, 6) for n, need in needs.items()})


def _means(n: int, law: Law) -> dict[str, Any]:
    counts: dict[str, Callable[[Side], int]] = {
        "standing": lambda side: standing(side.ranks),
        "seriously_injured": lambda side: serious(side.ranks),
        "out_of_action": lambda side: side.out,
        "fled": lambda side: side.fled,
    }
    return {"round": n, **{name: number(_mean(law.of(count))) for name, count in counts.items()}}


def _mean(chances: Mapping[int, Fraction]) -> Fraction:
    return sum((n * p for n, p in chances.items()), Fraction(0))


def _sure_of(chances: Mapping[int, Fraction], need: Fraction) -> dict[str, Any]:
    """The median, and how many it is at least, and at most, with a chance of *need*.

    >>> _sure_of({0: Fraction(1, 2), 3: Fraction(1, 2)}, Fraction(9, 10))
    {'chance': 0.9, 'median': 0, 'at_least': 0, 'at_most': 3}
    """
    numbers = sorted(chances)

    def up_to(n: int) -> Fraction:
        return sum((p for k, p in chances.items() if k <= n), Fraction(0))

    return {
        "chance": float(need),
        "median": next(n for n in numbers if 2 * up_to(n) >= 1),
        "at_least": max(n for n in numbers if 1 - up_to(n) + chances[n] >= need),
        "at_most": next(n for n in numbers if up_to(n) >= need),
    }


def _title(numbers: Sequence[int], crew: int, rounds: int) -> str:
    shown = list(numbers[:rounds])
    while len(shown) > 1 and shown[-1] == shown[-2]:
        shown.pop()
    more = " a round" if len(shown) == 1 else " and so on" if len(shown) < rounds else ""
    who = "One fighter" if crew == 1 else f"Gang of {crew}"
    return f"{who}, losing {', '.join(map(str, shown))}{more}"


def _left_out(near: Near) -> list[str]:
    """What bears on a gang in a battle and is not looked at."""
    broken = "nerve tests and rallying: broken fighters bottle, flee and go down as others do (N17-A-NRV-01)"
    return [
        f"{broken}, but could not assist" if near.helpers else broken,
        "flesh wounds that add up: each recovery test is made at the Toughness of the card",
        "who moves: as many are near the leader, the champions and the injured in every round",
        "hits on those who lie, coups de grace, fighters who leave or arrive for other reasons",
    ]
