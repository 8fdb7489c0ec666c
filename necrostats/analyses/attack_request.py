"""How one attack is to be made, as a user says it, and what of that the rules forbid."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from necrostats.analyses.answers import whole
from necrostats.errors import UnknownNameError, UsageError
from necrostats.systems.necromunda.models import Action, Cover, Fighter, Share
from necrostats.systems.necromunda.options import Options
from necrostats.systems.necromunda.wargear import USABLE, bearing

FLAGS = (
    "aim", "target_prone", "target_engaged", "behind", "blocked", "close", "charging", "turned",
    "seriously_injured", "barricade", "not_closest",
)  # fmt: skip
CHOICES = {
    "range": (None, "short", "long"),
    "cover": ("none", "partial", "full"),
    "blast_cover": ("none", "partial", "full"),
    "action": ("", "blind-fire", "hip-shooting", "headbutt", "coup-de-grace"),
    "share": ("rest", "alternate"),
}
COUNTS = {
    "save_bonus": 6, "wounds_lost": 99, "flesh_wounds": 99, "assists": 99, "interference": 99, "in_line": 10,
    "in_melee": 10, "firepower": 9,
}  # fmt: skip
ADVANCED = (
    "flesh_wounds", "seriously_injured", "assists", "interference", "barricade", "action", "not_closest",
    "blast_cover", "in_line", "in_melee", "firepower", "share", "using", "also",
)  # fmt: skip


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


@dataclass(frozen=True, kw_only=True)
class Request:
    """How the attack is to be made, as the user said it; see ``necrostats attack --help``.

    Those from ``flesh_wounds`` on belong to the advanced rules; ``also`` names a second target of rapid fire.
    """

    range: str | None = None
    distance: float | None = None
    cover: Cover = "none"
    aim: bool = False
    target_prone: bool = False
    target_engaged: bool = False
    behind: bool = False
    blocked: bool = False
    save_bonus: int = 0
    wounds_lost: int = 0
    close: bool = False
    charging: bool = False
    turned: bool = False
    with_weapon: str | None = None
    flesh_wounds: int = 0
    seriously_injured: bool = False
    assists: int = 0
    interference: int = 0
    barricade: bool = False
    action: Action = ""
    not_closest: bool = False
    blast_cover: Cover = "none"
    in_line: int = 0
    in_melee: int = 0
    firepower: int = 0
    share: Share = "rest"
    using: tuple[str, ...] = ()
    also: str | None = None

    def __post_init__(self) -> None:
        for name, allowed in CHOICES.items():
            value = getattr(self, name)
            if value not in allowed:
                known = ", ".join(str(a) for a in allowed if a)
                raise UsageError(f"{name}: expected one of {known}, got {value!r}")
        if self.distance is not None and not (_number(self.distance) and 0 <= self.distance < 1e6):
            raise UsageError(f"distance: expected inches, 0 or more, got {self.distance!r}")
        for name, most in COUNTS.items():
            whole(name, getattr(self, name), 0, most)
        for item in self.using:
            if item not in USABLE:
                raise UsageError(f"using: expected one of {', '.join(USABLE)}, got {item!r}")
        for name in FLAGS:
            if not isinstance(getattr(self, name), bool):
                raise UsageError(f"{name}: expected True or False, got {getattr(self, name)!r}")
        if self.range and self.distance is not None:
            raise UsageError(
                "expected a range or a distance, got both", "the distance says which range it is"
            )
        if self.target_prone and self.target_engaged:
            raise UsageError(
                "a fighter is never prone and engaged at once (N17-B-STAT-03)",
                "leave out target-prone or target-engaged",
            )
        if self.target_prone and self.cover != "none" and not self.close:
            raise UsageError(
                "a prone target in cover is hidden and cannot be shot (N17-B-SHT-01)",
                "leave out target-prone or cover",
            )


def request(situation: Mapping[str, Any]) -> Request:
    """The request of keywords.

    Raises:
        UnknownNameError: A keyword that there is not.
    """
    known = [f.name for f in fields(Request)]
    for name in situation:
        if name not in known:
            raise UnknownNameError("keyword", name, known, f"there are {', '.join(known)}")
    return Request(**situation)


def check_request(how: Request, whom: Fighter, options: Options) -> None:
    """Refuse what the rules in force or the target's card do not allow.

    Raises:
        UsageError: An advanced situation under the basic rules; more lost than the target has.
    """
    plain = Request()
    if options.rules == "basic":
        for name in ADVANCED:
            if getattr(how, name) != getattr(plain, name):
                raise UsageError(
                    f"{name} belongs to the advanced rules", f"leave {name} out, or take rules advanced"
                )
    hurt = how.flesh_wounds > 0 or how.seriously_injured
    most = whom.w if hurt else whom.w - 1
    if how.wounds_lost > most:
        raise UsageError(
            f"wounds_lost: expected at most {most} of the target's {whom.w} Wounds, got {how.wounds_lost}",
            "a target without Wounds left is out of action, unless it is seriously injured or has flesh wounds",
        )
    if how.flesh_wounds >= bearing(whom).t:
        raise UsageError(
            f"flesh_wounds: expected less than the target's Toughness of {bearing(whom).t}, got {how.flesh_wounds}",
            "a target whose Toughness is 0 is out of action (N17-A-INJ-03)",
        )
    if how.action == "coup-de-grace" and not how.seriously_injured:
        raise UsageError(
            "a coup de grace needs a seriously injured target (N17-A-CDG-01)", "add seriously-injured"
        )
