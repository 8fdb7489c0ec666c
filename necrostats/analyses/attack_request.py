"""How one attack is to be made, as a user says it, and what of that the rules forbid."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from necrostats.analyses.answers import whole
from necrostats.errors import UnknownNameError, UsageError
from necrostats.systems.necromunda.hits import area_of
from necrostats.systems.necromunda.models import Action, Cover, Fighter, Share, WeaponProfile
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
MOST_BYSTANDERS = 10
OF_CLOSE_COMBAT = ("charging", "turned", "assists", "interference", "barricade")
OF_SHOOTING = ("not_closest", "blast_cover", "in_line", "in_melee", "firepower", "also")
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
            object.__setattr__(self, name, whole(name, getattr(self, name), 0, most))
        using: object = self.using
        if not isinstance(using, list | tuple) or any(item not in USABLE for item in using):
            raise UsageError(f"using: expected a list of {', '.join(USABLE)}, got {using!r}")
        object.__setattr__(self, "using", tuple(using))
        for name in FLAGS:
            if not isinstance(getattr(self, name), bool):
                raise UsageError(f"{name}: expected True or False, got {getattr(self, name)!r}")
        if self.range and self.distance is not None:
            raise UsageError(
                "expected a range or a distance, got both", "the distance says which range it is"
            )
        if self.in_line + self.in_melee > MOST_BYSTANDERS:
            raise UsageError(
                f"in_line, in_melee: expected at most {MOST_BYSTANDERS} bystanders together, "
                f"got {self.in_line + self.in_melee}",
                "leave out the farthest ones",
            )
        down = "target-prone" if self.target_prone else "seriously-injured" if self.seriously_injured else ""
        engaged = "target-engaged" if self.target_engaged else "in-melee" if self.in_melee else ""
        if down and engaged:
            raise UsageError(
                "a fighter is never prone and engaged at once (N17-B-STAT-03)",
                f"leave out {down} or {engaged}",
            )
        if down and self.cover != "none" and not self.close:
            raise UsageError(
                "a prone target in cover is hidden and cannot be shot (N17-B-SHT-01)",
                f"leave out {down} or cover",
            )
        if self.share != "rest" and self.also is None:
            raise UsageError(
                f"share: expected a second target for {self.share!r}, got none",
                "add also, or leave out share",
            )
        if self.action == "coup-de-grace" and (self.distance or 0) > 1:
            raise UsageError(
                f"distance: expected at most 1 inch for a coup de grace, got {self.distance:g} (N17-A-CDG-01)",
                "leave out distance",
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


def check_shot(profile: WeaponProfile, how: Request, who: Fighter) -> None:
    """Refuse what the weapon or its bearer cannot do.

    Raises:
        UsageError: More Firepower dice than Rapid Fire allows, a second target without it, cover from a blast without
            one; Blind Fire after Aim; Hip Shooting without the skill.
    """
    most, area = profile.traits.get("rapid-fire") or 1, area_of(profile)
    if how.firepower > most:
        raise UsageError(
            f"firepower: expected at most {most} Firepower dice for {profile.key}, got {how.firepower}",
            "the number behind Rapid Fire is the most (N17-A-RF-01)",
        )
    if how.also is not None and (area or "rapid-fire" not in profile.traits):
        raise UsageError(
            f"also: expected a weapon with Rapid Fire, got {profile.key}",
            "only its hits are shared (N17-A-RF-02)",
        )
    if how.blast_cover != "none" and area != "blast":
        raise UsageError(f"blast_cover: expected a weapon with Blast, got {profile.key}", "leave it out")
    if how.in_line and area:
        raise UsageError(f"in_line: {profile.key} has no stray shots (N17-A-SHT-04)", "leave it out")
    if how.aim and how.action in ("blind-fire", "hip-shooting"):
        raise UsageError(f"{how.action} leaves no action to aim", "leave out --aim")
    if how.action == "hip-shooting" and "hip-shooting" not in who.skills:
        raise UsageError(f"expected the skill hip-shooting, {who.name} has not got it", "add [+hip-shooting]")
