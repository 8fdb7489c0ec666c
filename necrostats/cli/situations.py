"""Options on how one attack is made; all commands on attacks share them."""

import functools
from collections.abc import Callable, Iterable
from typing import Any

import click

from necrostats.cli.completing import complete_weapon
from necrostats.cli.values import Real, Whole, once
from necrostats.errors import UsageError

FARTHEST = 999
ADVANCED = {
    "flesh_wounds": "--flesh-wounds",
    "seriously_injured": "--seriously-injured",
    "assists": "--assists",
    "interference": "--interference",
    "barricade": "--barricade",
    "action": "--action",
    "not_closest": "--not-closest",
    "blast_cover": "--blast-cover",
    "in_line": "--in-line",
    "in_melee": "--in-melee",
    "firepower": "--firepower",
    "share": "--share",
    "using": "--using",
    "also": "--also",
}
USUAL_RULES = "advanced, or those of the house rules"
PLAIN = ("none", "rest", "", 0, None, ())


def situation_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Gives the command ``situation``, the keyword arguments of ``attack``, weapon included; and settles ``rules``."""
    return _given(function, (WEAPON, *WHERE, *HOW))


def several_weapons(function: Callable[..., Any]) -> Callable[..., Any]:
    """As ``situation_options``, with any number of weapons."""
    return _given(function, (WEAPONS, *WHERE, *HOW))


def several_situations(function: Callable[..., Any]) -> Callable[..., Any]:
    """As ``situation_options``, with any number of weapons, ranges, distances and covers."""
    return _given(function, (WEAPONS, *WHERES, *HOW))


def _given(function: Callable[..., Any], options: Iterable[Callable[..., Any]]) -> Callable[..., Any]:
    @functools.wraps(function)
    def wrapped(*args: Any, rules: str | None, house: str | None, **rest: Any) -> Any:
        from necrostats.systems.necromunda.houses import rules_of

        rules = rules_of(house, rules)
        for name, option in ADVANCED.items():
            if rest[name] not in PLAIN and rules != "advanced":
                raise UsageError(
                    f"{option} belongs to the advanced rules", f"leave {option} out under --rules basic"
                )
        situation = {name: rest.pop(name) for name in NAMES}
        situation["action"] = situation["action"] or ""
        if situation["range"] and situation["distance"] not in (None, ()):
            raise UsageError(
                "expected --range or --distance, got both", "the distance says which range it is"
            )
        return function(*args, rules=rules, house=house, situation=situation, **rest)

    for option in reversed([*options]):
        wrapped = option(wrapped)
    return wrapped


def _number(what: str, high: int) -> Whole:
    return Whole(what, 0, high)


_weapon_option = functools.partial(click.option, "--weapon", metavar="WEAPON", shell_complete=complete_weapon)
_range_option = functools.partial(click.option, "--range", "range", type=click.Choice(["short", "long"]))
_distance_option = functools.partial(click.option, "--distance", type=Real("distance", FARTHEST))
_cover_option = functools.partial(click.option, "--cover", type=click.Choice(["none", "partial", "full"]))
WEAPON = _weapon_option(multiple=True, callback=once, help="Id, id/profile, id[change,...], unarmed.")
WEAPONS = _weapon_option(multiple=True, help="Id, id/profile, id[change,...], unarmed; repeatable.")
WHERE = (
    _range_option(help="Range band."),
    _distance_option(help="Inches, instead of --range."),
    _cover_option(default="none", help="The target's cover (none)."),
)
WHERES = (
    _range_option(multiple=True, help="Range band; repeatable."),
    _distance_option(multiple=True, help="Inches, instead of --range; repeatable."),
    _cover_option(multiple=True, help="The target's cover (none); repeatable."),
)
HOW = (
    click.option("--aim", is_flag=True, help="After an Aim action."),
    click.option("--target-prone", is_flag=True, help="The target is prone."),
    click.option("--target-engaged", is_flag=True, help="The target is engaged."),
    click.option("--behind", is_flag=True, help="The attacker is outside the target's vision arc."),
    click.option("--blocked", is_flag=True, help="The target cannot be knocked back."),
    click.option(
        "--save-bonus", type=_number("save-bonus", 6), default=0, help="Added to the target's saves."
    ),
    click.option(
        "--wounds-lost", type=_number("wounds-lost", 99), default=0, help="Wounds the target lost before."
    ),
    click.option("--close", is_flag=True, help="Close combat."),
    click.option("--charging", is_flag=True, help="The free Fight of a Charge."),
    click.option("--turned", is_flag=True, help="The attacker turned to face first (-1)."),
    click.option(
        "--with",
        "with_weapon",
        metavar="WEAPON",
        shell_complete=complete_weapon,
        help="Second weapon in close combat, or second pistol (advanced).",
    ),
    click.option(
        "--flesh-wounds",
        type=_number("flesh-wounds", 99),
        default=0,
        help="Flesh wounds the target has; this and all below: advanced rules.",
    ),
    click.option("--seriously-injured", is_flag=True, help="The target is seriously injured."),
    click.option("--assists", type=_number("assists", 99), default=0, help="Friends who assist."),
    click.option(
        "--interference", type=_number("interference", 99), default=0, help="Enemies who interfere."
    ),
    click.option("--barricade", is_flag=True, help="The fight is across a barricade."),
    click.option(
        "--action",
        type=click.Choice(["blind-fire", "hip-shooting", "headbutt", "coup-de-grace"]),
        help="Another action than Shoot or Fight.",
    ),
    click.option("--not-closest", is_flag=True, help="A nearer enemy makes a test of target priority due."),
    click.option(
        "--blast-cover",
        type=click.Choice(["none", "partial", "full"]),
        default="none",
        help="Cover from the centre of a blast: better saves (none).",
    ),
    click.option(
        "--in-line", type=_number("in-line", 10), default=0, help="Bystanders on the line of a stray shot."
    ),
    click.option(
        "--in-melee", type=_number("in-melee", 10), default=0, help="Bystanders engaged with the target."
    ),
    click.option(
        "--firepower", type=_number("firepower", 9), default=0, help="Firepower dice rolled (all there are)."
    ),
    click.option("--also", metavar="FIGHTER", help="Second target of rapid fire, within 3 inches."),
    click.option(
        "--share",
        type=click.Choice(["rest", "alternate"]),
        default="rest",
        help="Hits for the second target: all but the first, or every second (rest).",
    ),
    click.option(
        "--using",
        type=click.Choice(["chem-synth", "stimm-slug-stash"]),
        multiple=True,
        help="Wargear used before the attack.",
    ),
)
NAMES = (
    "weapon",
    "range",
    "distance",
    "cover",
    "aim",
    "target_prone",
    "target_engaged",
    "behind",
    "blocked",
    "save_bonus",
    "wounds_lost",
    "close",
    "charging",
    "turned",
    "with_weapon",
    *ADVANCED,
)
