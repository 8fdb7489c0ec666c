"""One battle told die by die, with where everybody stands after each line; needs no numba."""

from typing import Any

from necrostats.analyses.answers import random_seed, stamp, whole
from necrostats.analyses.battle_asked import asked, board_shown, inferred
from necrostats.analyses.battle_lines import BattleTeller
from necrostats.analyses.battle_watched import Frame, Watching, shown
from necrostats.analyses.explain import Story
from necrostats.engine.limits import LARGEST_RUN
from necrostats.engine.monte_carlo import check_seed
from necrostats.systems.necromunda.battle import fighting
from necrostats.systems.necromunda.battle.rows import armed


def explain_battle(gang_a: str, gang_b: str, *, seed: int | None = None, trial: int = 0, **how: Any) -> Story:
    """One battle, die by die: the one that the simulation of *seed* plays as its trial *trial*.

    Args:
        how: As for ``battle_asked.asked``.

    Raises:
        UsageError, UnknownNameError: As ``battle_asked.asked`` does.

    >>> story = explain_battle("kaiya", "rork", seed=7).to_dict()
    >>> story["result"]["outcome"] != "" and story["lines"][0]["rule"]
    'N17-B-SCN-03'
    """
    asking = asked(gang_a, gang_b, **how)
    trial = whole("trial", trial, 0, LARGEST_RUN - 1)
    chosen = random_seed() if seed is None else check_seed(seed)
    dice = Watching(chosen, trial, asking.battle)
    end = fighting.play_battle(asking.battle, dice)
    dice.catch_up()
    frames = dice.seen
    arms = [armed(who, asking.options) for who in asking.fighters]
    lines = BattleTeller(asking, arms, frames, dice.bends).told(dice.story)
    kept: dict[Frame, int] = {}
    for line in lines:
        line["frame"] = kept.setdefault(frames[line["frame"]], len(kept))
    a, b = asking.titles
    outcome = (f"{a} win", f"{b} win", "a draw")[end.winner]
    head = {
        "rules": asking.options.rules,
        **board_shown(asking.board),
        "policy_a": asking.policies[0].id,
        "policy_b": asking.policies[1].id,
        "sides": list(asking.titles),
        "fighters": [
            {"name": name, "side": int(place >= len(asking.gangs[0])), "base": who.base, "wounds": who.w}
            for place, (name, who) in enumerate(zip(asking.names, asking.fighters, strict=True))
        ],
        "frames": [shown(frame, arms) for frame in kept],
        "trial": trial,
        "reconstructed": inferred(asking),
        "options": asking.options.changed(),
        "not_modelled": asking.not_modelled(),
        "stamp": stamp(asking.options, seed=chosen),
    }
    left = f"{end.left_a} of {len(asking.gangs[0])} and {end.left_b} of {len(asking.gangs[1])} in play"
    return Story(
        f"{a} ({asking.policies[0].id}) against {b} ({asking.policies[1].id}) on {asking.board.name}",
        chosen,
        lines,
        {"outcome": outcome, "round": end.round, "left": left},
        head,
    )
