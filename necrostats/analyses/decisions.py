"""Who should do what at which distance: best play of a duel, put into words."""

from typing import Any

from necrostats.engine.decide import Floats
from necrostats.systems.necromunda.duel import lane
from necrostats.systems.necromunda.duel.arms import Gun
from necrostats.systems.necromunda.duel.contest import Turn
from necrostats.systems.necromunda.duel.lane import ARGUMENTS, State
from necrostats.systems.necromunda.duel.legal import SHOTS
from necrostats.systems.necromunda.duel.numbers import Setup
from necrostats.systems.necromunda.duel.solve import Solution
from necrostats.systems.necromunda.shooting import BEYOND

CLOSE_CALL = 0.0005
KINDS = {
    lane.SHOOT: "shoot",
    lane.FIGHT: "fight",
    lane.CHARGE: "charge",
    lane.KNOWN_CHARGE: "charge",
    lane.MOVE: "move",
    lane.RETREAT: "retreat",
    lane.NOTHING: "wait",
}
REACH = {lane.CHARGE, lane.KNOWN_CHARGE}


def describe(setup: Setup, side: int, option: int, gap: int) -> str:
    """An option of *side* in words; *gap* is the distance before it."""
    kind, argument = option // ARGUMENTS, option % ARGUMENTS
    if kind in (lane.MOVE, lane.CRAWL):
        verb = "move" if kind == lane.MOVE else "crawl"
        return f"{verb} {abs(argument - gap)} {'closer' if argument < gap else 'away'}"
    if kind in SHOTS:
        return f"shoot {gun_name(setup.guns[side][argument])}"
    if kind in (lane.FIGHT, lane.CHARGE_FIGHT):
        return f"fight with {setup.sets[side][argument].name.lower()}"
    if kind == lane.RETREAT_TO:
        return f"retreat to {argument}"
    return {
        lane.NOTHING: "wait",
        lane.AIM: "aim",
        lane.RETREAT: "retreat",
        lane.STAND_UP: "stand up",
        lane.ROLL_CHARGE: "roll the charge die",
    }.get(kind, "charge")


def gun_name(gun: Gun) -> str:
    """What is shot, in words."""
    shot = [each for each in (gun.first, gun.second) if each is not None]
    return " and ".join(
        each.name.lower() if not each.id else f"{each.weapon.replace('-', ' ')} ({each.name})"
        for each in shot
    )


def decisions(solution: Solution, side: int) -> list[dict[str, Any]]:
    """What *side* should do at each gap: first to act in round 1, both fresh and standing, in their cover.

    Returns:
        Rows for runs of gaps with the same advice: ``from``, ``to`` (inches), ``do``, ``then``, ``value`` and
        ``value_to`` (chance to win less chance to lose, for that side, at both ends), ``margin`` (the least gain over
        the best different kind of first action) and ``instead``.
    """
    setup = solution.setup
    rows: list[dict[str, Any]] = []
    for gap in range(setup.lane + 1):
        row = _advice(solution, side, gap)
        if row["margin"] is not None and row["margin"] < CLOSE_CALL and " or " in row["alike"]:
            row["do"] = f"{row['alike']}: no difference"
            row |= {"then": "", "instead": "no difference", "margin": 0.0}
        last = rows[-1] if rows else None
        if last is not None and gap > 1 and (last["do"], last["then"]) == (row["do"], row["then"]):
            last["to"], last["value_to"] = gap, row["value_to"]
            if row["margin"] is not None and (last["margin"] is None or row["margin"] < last["margin"]):
                last["margin"], last["instead"] = row["margin"], row["instead"]
        else:
            rows.append(row)
    for row in rows:
        del row["alike"]
    return rows


def _advice(solution: Solution, side: int, gap: int) -> dict[str, Any]:
    setup, turn = solution.setup, Turn(1, side, 0)
    values = solution.best_values[turn.number]
    start = solution.start_of(side)
    state = start._replace(gap=gap)
    point = lane.START
    options, worth = _options(solution, turn, point, state, values)
    best = int(solution_pick(solution, turn, point, state))
    option = int(options[best])
    alike = {
        KINDS[o // ARGUMENTS]: None
        for i, o in enumerate(options.tolist())
        if worth[best] - worth[i] < CLOSE_CALL and o // ARGUMENTS in KINDS
    }
    kind = option // ARGUMENTS
    if kind == lane.ROLL_CHARGE:
        do, then = "decide when the charge die is known", ""
    else:
        do, then = describe(setup, side, option, gap), _follow(solution, turn, option, state, values)
    margin, instead = None, ""
    every = [(float(worth[i]), -i, each) for i, each in enumerate(options.tolist()) if i != best]
    others = [
        row
        for row in every
        if row[2] // ARGUMENTS != kind and not _wasted(solution, turn, row[2], state, values)
    ]
    if every:
        runner_up, _, other = max(others or every)
        margin = max(0.0, float(worth[best]) - runner_up)
        follow = _follow(solution, turn, other, state, values)
        instead = describe(setup, side, other, gap) + (f", then {follow}" if follow else "")
    value = float(values[_node(solution, side, point, state)])
    return {
        "from": gap,
        "to": gap,
        "do": do,
        "then": then,
        "value": value,
        "value_to": value,
        "margin": margin,
        "instead": instead,
        "alike": " or ".join(alike),
    }


def _wasted(solution: Solution, turn: Turn, option: int, state: State, values: Floats) -> bool:
    """Whether a first action only puts off what follows, or shoots beyond range."""
    kind, argument = option // ARGUMENTS, option % ARGUMENTS
    if kind == lane.SHOOT:
        return lane.band(solution.setup.numbers, turn.actor, argument, state.gap) == BEYOND
    if kind not in (lane.NOTHING, lane.AIM):
        return False
    follow = _follow(solution, turn, option, state, values)
    return follow != "" if kind == lane.NOTHING else not follow.startswith("shoot")


def _node(solution: Solution, side: int, point: int, state: State) -> int:
    game = solution.games[side]
    return int(game.place[point * game.space.size + game.space.number(state)])


def _layer_of(solution: Solution, side: int, node: int) -> tuple[int, int] | None:
    """The layer of a node and its number there, None where the node is never reached."""
    for i, layer in enumerate(solution.games[side].layers):
        at = node - int(layer.nodes[0])
        if 0 <= at < layer.nodes.size:
            return i, at
    return None


def _at(solution: Solution, side: int, point: int, state: State) -> tuple[int, int]:
    found = _layer_of(solution, side, _node(solution, side, point, state))
    if found is None:
        raise LookupError(f"expected a point that is reached, got {point} in {state}")
    return found


def _options(solution: Solution, turn: Turn, point: int, state: State, values: Any) -> tuple[Any, Any]:
    """The options at a point and what each is worth to the side that acts."""
    game = solution.games[turn.actor]
    i, at = _at(solution, turn.actor, point, state)
    layer = game.layers[i]
    low = int(layer.first_option[at])
    high = int(layer.first_option[at + 1]) if at + 1 < layer.nodes.size else layer.options.size
    kept = layer.only_node(low, high)
    return layer.options[low:high], kept.expect(values)


def solution_pick(solution: Solution, turn: Turn, point: int, state: State) -> int:
    """Which of the options at a point best play picks, counted within the point."""
    game = solution.games[turn.actor]
    i, at = _at(solution, turn.actor, point, state)
    return int(solution.picks(turn, i)[at] - game.layers[i].first_option[at])


def _follow(solution: Solution, turn: Turn, option: int, state: State, values: Any) -> str:
    """What comes after a first action, where that is one thing to say."""
    setup, side, kind = solution.setup, turn.actor, option // ARGUMENTS
    after: State | None
    if kind in REACH:
        point, after = lane.FREE_FIGHT, state._replace(gap=0, their_pinned=0, my_cover=0)
    elif kind in (lane.MOVE, lane.AIM, lane.STAND_UP, lane.SHOOT, lane.NOTHING):
        point, after = lane.after_first(kind), state
        if kind == lane.MOVE:
            after = state._replace(gap=option % ARGUMENTS, my_cover=0)
        elif kind == lane.STAND_UP:
            after = state._replace(my_pinned=0)
    else:
        return ""
    if _layer_of(solution, side, _node(solution, side, point, after)) is None:
        after = after._replace(their_pinned=1)
        if kind != lane.SHOOT or _layer_of(solution, side, _node(solution, side, point, after)) is None:
            return ""
    options, _ = _options(solution, turn, point, after, values)
    picked = int(options[solution_pick(solution, turn, point, after)])
    if picked // ARGUMENTS == lane.NOTHING:
        return "" if kind != lane.CHARGE else "hold the blow"
    said = describe(setup, side, picked, after.gap)
    if kind == lane.SHOOT:
        return f"{said} if it misses"
    return said
