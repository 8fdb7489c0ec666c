"""What a duel leaves out, in sentences."""

from collections.abc import Iterator

from necrostats.systems.necromunda.duel.numbers import Setup

OF_EVERY_DUEL = (
    "Take Cover, Blind Fire and actions that skills add",
    "nerve and bottle tests: a fighter alone has nobody to see fall, and no crew",
)
SKILLS = {
    "fast-shot": "Fast Shot: a second shot in an activation",
    "counter-attack": "Counter-Attack: the dice it adds to a reaction",
}


def left_out(setup: Setup) -> list[str]:
    """What the duel does not model, as far as these two fighters could tell."""
    return list(dict.fromkeys([*setup.left_out, *(_advanced(setup) if setup.advanced is not None else ())]))


def _advanced(setup: Setup) -> Iterator[str]:
    yield from OF_EVERY_DUEL
    if any(store.jams for arms in setup.arms for store in arms.stores):
        yield "jams: a jammed weapon counts as out of ammo"
    for fighter, arms in zip(setup.fighters, setup.arms, strict=True):
        traits = {trait for each in (*arms.guns, *arms.sets) for trait in each.traits}
        for skill, line in SKILLS.items():
            if skill in fighter.skills:
                yield f"{fighter.name}: {line}"
        if "gold-plated-gun" in fighter.wargear:
            yield f"{fighter.name}: a gold-plated gun re-rolls a failed check in each shot, not once a battle"
        if "fear" in traits:
            yield f"{fighter.name}: what becomes of a broken enemy"
        if "concussion" in traits:
            yield f"{fighter.name}: Concussion outside retreats"
    if setup.options["charged_prone_reaction"] == "-1":
        yield "charged_prone_reaction=-1: who was pinned when charged reacts as well as others"
