"""Shots until a weapon is out of ammo or jammed, and how many of them a battle gives."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from necrostats.analyses.answers import reconstructed, rulebook, whole
from necrostats.analyses.attack_request import Request, check_shot
from necrostats.analyses.chains import (
    NEED,
    Chain,
    ChainResult,
    chance,
    check_rules,
    distribution,
    figures,
    head,
    how_long,
    needed,
    number,
    tail,
)
from necrostats.analyses.weapon_asked import find_noted, full_name, is_only_close, profiles_of
from necrostats.engine.enumerating import Law
from necrostats.engine.waiting import Waiting, spread
from necrostats.errors import UsageError
from necrostats.systems.necromunda import attacks, wargear
from necrostats.systems.necromunda.ammo import DRY, JAMMED, USER_OUT
from necrostats.systems.necromunda.catalogue import Catalogue
from necrostats.systems.necromunda.grammar import fighter as read_fighter
from necrostats.systems.necromunda.models import Fighter, Situation, WeaponProfile
from necrostats.systems.necromunda.options import Options
from necrostats.systems.necromunda.reloading import (
    POLICIES,
    USELESS,
    Drill,
    Supply,
    activate,
    can_reload,
    refill,
    shoot_off,
)

MOST_ROUNDS = 100
TRAITS = (
    "rapid-fire",
    "combi",
    "plentiful",
    "scarce",
    "limited",
    "single-shot",
    "grenade",
    "unstable",
    "unwieldy",
)
BECAME = {"out_of_ammo": DRY, "jammed": JAMMED, "user_out_of_action": USER_OUT}
DEFINITIONS = {
    "rows": "chances after so many shots, without reloading",
    "works": "not out of ammo, and its user not out of action",
    "out_of_ammo": "jams included",
    "jammed": "two ammo checks of one shot failed: no reloading in this battle",
    "user_out_of_action": "by an Ammo symbol of an Unstable weapon",
    "one_shot": "what becomes of a loaded weapon in one shot",
    "reload": "one: chance that one Reload action fills it; two: that one of two does; null if none can",
    "by_round": "chances in and after each round, one activation a round",
    "shoots": "a shot is fired in this round",
    "for_good": "jammed, its user out of action, or out of ammo and not to be reloaded",
    "shots": "how many shots are fired in all rounds",
}


def ammo(
    weapon: str | None = None,
    *,
    fighter: str | None = None,
    every: bool = False,
    firepower: int = 0,
    reload: str = "when-dry",
    rounds: int = 6,
    need: object = NEED,
    rows: int | None = None,
    rules: str | None = None,
    house: str | None = None,
    options: Mapping[str, object] | None = None,
    data: Iterable[Path] = (),
) -> ChainResult:
    """How many shots *weapon* has before it is out of ammo or jammed.

    Args:
        weapon: With an Ammo value; None for all weapons of *fighter*, or of the catalogue if *every*.
        fighter: Who shoots it: skills and kit count.
        firepower: Firepower dice rolled, 0 = as many as Rapid Fire allows.
        reload: "when-dry": an empty weapon is reloaded before all else. "at-once": also with the action after the shot
            that emptied it. "never".
        rounds: How many rounds the battle lasts, with an activation each.
        need: The chance for which ``until`` says how many shots it takes: 0.9, "90%".
        rows: How many shots the rows go on; None for as many as it takes.

    Raises:
        UsageError: A weapon without an Ammo value, a value out of range, the basic rules.

    >>> autogun = ammo("autogun", rows=6).to_dict()
    >>> autogun["rows"][5]["works"]["fraction"], autogun["reload"]["two"]["fraction"]
    ('1771561/2985984', '3/4')
    >>> autogun["until"]["out_of_ammo"]["median"], autogun["until"]["out_of_ammo"]["need"]["by"]
    (8, 27)
    """
    cat, chosen = rulebook(data, rules, options, house)
    check_rules(chosen, rules, "ammo checks are part")
    share = needed(need)
    if reload not in POLICIES:
        raise UsageError(
            f"reload: expected one of {', '.join(POLICIES)}, got {reload!r}", "or leave it out: when-dry"
        )
    rounds = whole("rounds", rounds, 1, MOST_ROUNDS)
    firepower = whole("firepower", firepower, 0, 9)
    who = read_fighter(cat, fighter) if fighter is not None else None
    if weapon is None:
        if rows is not None:
            raise UsageError("expected no rows without a weapon", "name a weapon")
        return _table(cat, who, every, firepower, reload, rounds, share, chosen)
    if every:
        raise UsageError("expected a weapon or all of them, got both", "leave one of them out")
    profile, notes = find_noted(cat, who, weapon)
    check_ammo(profile)
    gun = _gun(cat, profile, who, firepower, reload, chosen)
    shown, waiting = figures(gun.by_shot(), share, rows)
    battle, for_good = _battle(gun, rounds)
    answer = {
        **head("ammo", chosen),
        "title": _title(profile, who),
        "weapon": profile.key,
        "weapon_name": full_name(profile),
        "fighter": who.label if who else None,
        "ammo": gun.profile.ammo or None,
        "firepower": gun.drill.magazine.dice,
        "traits": _traits(gun.profile),
        "policy": reload,
        "double_action": gun.drill.double,
        "rounds": rounds,
        "one_shot": {name: chance(p) for name, p in gun.one_shot().items()},
        "reload": gun.reloads(),
        **shown,
        **battle,
        **tail(
            chosen,
            DEFINITIONS,
            notes=[*notes, *_remarks(gun, chosen)],
            reconstructed=reconstructed(who) if who else [],
            not_modelled=_left_out(who, [profile]),
        ),
    }
    answer["until"] = {**answer["until"], "for_good": how_long(for_good, "round", share)}
    return ChainResult(answer, {**waiting, "for_good": for_good})


@dataclass(frozen=True)
class Gun:
    """A weapon in somebody's hands, as chains of shots and of activations."""

    profile: WeaponProfile
    drill: Drill

    @property
    def start(self) -> Supply:
        """Loaded."""
        return Supply(again=self.drill.magazine.again)

    def shot(self, supply: Supply) -> Law:
        """One shot; no more once the weapon is empty."""
        return shoot_off(self.drill.magazine, supply) if supply.became == 0 else Law((supply,), (1,), 1)

    def activation(self, supply: Supply) -> Law:
        """One activation."""
        return activate(
            self.drill,
            supply._replace(fired=0),
            lambda now: now,
            lambda now, first: self.shot(now),
            lambda now: refill(self.drill, now),
        )

    def may(self) -> list[str]:
        """What of BECAME can be."""
        magazine = self.drill.magazine
        jams = magazine.dice > 1 and magazine.check_on > 0
        return ["out_of_ammo", *["jammed"] * jams, *["user_out_of_action"] * magazine.unstable]

    def one_shot(self) -> dict[str, Fraction]:
        """What becomes of it in one shot."""
        law = self.shot(self.start)
        return {name: law.p(_marked(name)) for name in self.may()}

    def by_shot(self) -> Chain[Supply]:
        """Shot after shot, without reloading."""
        events = {name: _marked(name) for name in self.may()}
        return Chain("shot", self.start, self.shot, {"works": _works, **events}, events)

    def reloads(self) -> dict[str, Any] | None:
        """The chances of one and of two Reload actions; None if there are none."""
        if not self.drill.fills:
            return None
        chain = spread(self.start._replace(became=DRY), self._refilled, (1, 2))
        return {name: chance(chain[n].p(_works)) for n, name in ((1, "one"), (2, "two"))}

    def _refilled(self, supply: Supply) -> Law:
        return refill(self.drill, supply) if supply.became else Law((supply,), (1,), 1)


def _works(supply: Supply) -> bool:
    return supply.became == 0


def _marked(name: str) -> Callable[[Supply], bool]:
    return lambda supply: bool(supply.became & BECAME[name])


def _battle(gun: Gun, rounds: int) -> tuple[dict[str, Any], Waiting[Supply]]:
    """So many rounds with an activation each: round by round, how many shots, and how long the weapon is of use."""
    activation = cache(gun.activation)

    def counting(state: tuple[int, Supply]) -> Law:
        law = activation(state[1])
        return law._replace(outcomes=tuple((state[0] + each.fired, each) for each in law.outcomes))

    after = spread((0, gun.start), counting, range(1, rounds + 1))
    columns: dict[str, Callable[[Supply], bool]] = {
        "shoots": lambda supply: supply.fired == 1,
        "works": _works,
        **{name: _marked(name) for name in gun.may()},
        "for_good": lambda supply: gun.drill.status(supply) == USELESS,
    }
    by_round = [
        {
            "round": n,
            **{name: chance(law.p(lambda s, e=event: e(s[1]))) for name, event in columns.items()},  # type: ignore[misc]
        }
        for n, law in after.items()
    ]
    fired = after[rounds].of(lambda state: state[0])
    mean = sum((n * p for n, p in fired.items()), Fraction(0))
    found = {"by_round": by_round, "shots": distribution(fired), "shots_mean": number(mean)}
    return found, Waiting(gun.start, activation, columns["for_good"])


def _gun(
    cat: Catalogue, profile: WeaponProfile, who: Fighter | None, firepower: int, policy: str, options: Options
) -> Gun:
    """The weapon with the skills and kit of whoever shoots it."""
    armed = wargear.bearing(who or cat.human)
    check_shot(profile, Request(firepower=firepower), armed)
    situation = Situation(firepower=firepower)
    fitted = wargear.fitted(profile, armed, situation)
    return Gun(
        fitted,
        Drill(
            attacks.magazine(fitted, armed, situation, options),
            policy,
            can_reload(fitted),
            int("plentiful" in fitted.traits),
            wargear.unwieldy(fitted, armed, False),
        ),
    )


def check_ammo(profile: WeaponProfile) -> None:
    """Refuse weapons that no ammo check can empty.

    Raises:
        UsageError: For close combat alone, or without an Ammo value.
    """
    if is_only_close(profile):
        raise UsageError(
            f"{profile.key} is for close combat and needs no ammo", "necrostats list weapons names the others"
        )
    if not has_ammo(profile):
        raise UsageError(
            f"{profile.key} has no Ammo value: no ammo check can empty it (N17-A-FIRE-03)",
            f"to give it one: {profile.key}[am=4]",
        )


def has_ammo(profile: WeaponProfile) -> bool:
    """Whether shooting can empty the weapon: by an ammo check, or because it has one shot."""
    return not is_only_close(profile) and (profile.ammo > 0 or "single-shot" in profile.traits)


def _title(profile: WeaponProfile, who: Fighter | None) -> str:
    return f"{full_name(profile)} of {who.name}" if who else full_name(profile)


def _traits(profile: WeaponProfile) -> list[str]:
    """The traits that bear on ammo, with their numbers."""
    return [
        f"{name}({profile.traits[name]})" if profile.traits[name] is not None else name
        for name in TRAITS
        if name in profile.traits
    ]


def _remarks(gun: Gun, options: Options) -> list[str]:
    """What the user may not have meant."""
    notes = []
    if options["firepower_when"] == "only_on_hit" and gun.drill.magazine.dice:
        notes.append(
            "firepower_when=only_on_hit: shots that miss cost no ammo; here every shot is one that hits"
        )
    if "limited" in gun.profile.traits:
        notes.append("Limited: once this ammo is used up, the weapon's other profiles can still be reloaded")
    if "combi" in gun.profile.traits:
        notes.append("Combi: the other half of the weapon is checked on its own")
    return notes


def _left_out(who: Fighter | None, profiles: list[WeaponProfile]) -> list[str]:
    """What bears on ammo and is not looked at."""
    lines = []
    if any("pistol" in profile.traits for profile in profiles):
        lines.append("pistols in close combat, where they are checked as well")
    if who is None or "munitioneer" not in who.skills:
        lines.append("a friend with Munitioneer within 6 inches")
    if who is not None and "fast-shot" in who.skills:
        lines.append(f"Fast Shot of {who.name}: a second shot in an activation")
    return lines


# --------------------------------------------------------------------------------------------- all weapons


def _table(
    cat: Catalogue,
    who: Fighter | None,
    every: bool,
    firepower: int,
    policy: str,
    rounds: int,
    need: Fraction,
    options: Options,
) -> ChainResult:
    """A row for each weapon, those with the most shots first."""
    if who is None and not every:
        raise UsageError("expected a weapon, or all of them", "for example autogun, or --all")
    if who is not None and every:
        raise UsageError(
            "expected all weapons or those of a fighter, got both", "leave out the fighter, or --all"
        )
    if firepower:
        raise UsageError("expected no firepower without a weapon", "name a weapon")
    profiles = (
        profiles_of(who) if who else [profile for each in cat.weapons.values() for profile in each.profiles]
    )
    asked = list({profile.key: profile for profile in profiles if has_ammo(profile)}.values())
    if not asked:
        raise UsageError(f"{who.name if who else 'nobody'} has no weapon with an Ammo value", "name a weapon")
    rows = [_row(_gun(cat, profile, who, 0, policy, options), profile, rounds, need) for profile in asked]
    rows.sort(key=lambda row: (-row["shots_mean"]["mean"], -row["mean"]["mean"], row["weapon"]))
    left = len({profile.key for profile in profiles}) - len(asked)
    many = "a profile" if left == 1 else f"{left} profiles"
    notes = [f"left out: {many} for close combat alone or without an Ammo value"] if left else []
    answer = {
        **head("ammo", options),
        "title": f"Weapons of {who.name}" if who else "All weapons",
        "weapon": None,
        "fighter": who.label if who else None,
        "policy": policy,
        "rounds": rounds,
        "need": chance(need),
        "unit": "shot",
        "rows": rows,
        **tail(
            options,
            {**DEFINITIONS, "shots_all": "chance of a shot in every round"},
            notes=notes,
            reconstructed=reconstructed(who) if who else [],
            not_modelled=_left_out(who, asked),
        ),
    }
    return ChainResult(answer)


def _row(gun: Gun, profile: WeaponProfile, rounds: int, need: Fraction) -> dict[str, Any]:
    """One weapon in the table of all."""
    one = gun.one_shot()
    dry = Waiting(gun.start, cache(gun.shot), _marked("out_of_ammo"))
    told = how_long(dry, "shot", need)
    battle, _ = _battle(gun, rounds)
    return {
        "weapon": profile.key,
        "weapon_name": full_name(profile),
        "ammo": gun.profile.ammo or None,
        "traits": _traits(gun.profile),
        "out_of_ammo": chance(one["out_of_ammo"]),
        "jammed": chance(one.get("jammed", Fraction(0))),
        **{name: told[name] for name in ("median", "mean")},
        "by": told["need"]["by"],
        "at_least": told["need"]["at_least"],
        "shots_mean": battle["shots_mean"],
        "shots_all": battle["shots"].get(str(rounds), chance(Fraction(0))),
    }
