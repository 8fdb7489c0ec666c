"""Tables of Firepower dice, ammo checks and reloading."""

from collections.abc import Mapping

from necrostats.analyses.rule_tables.grid import Cell, Chance, Grid, Row, mean, rule_table
from necrostats.engine.enumerating import Law, law, law_after, then
from necrostats.systems.necromunda.ammo import (
    DRY,
    JAMMED,
    USER_OUT,
    Burst,
    Magazine,
    firepower_die,
    reload,
    use_up,
)
from necrostats.systems.necromunda.attacks import magazine
from necrostats.systems.necromunda.catalogue import Catalogue
from necrostats.systems.necromunda.models import Situation, WeaponProfile
from necrostats.systems.necromunda.options import Options
from necrostats.systems.necromunda.reloading import can_reload

DICE = range(1, 4)
VALUES = range(2, 7)
KINDS: dict[str, Mapping[str, int | None]] = {
    "1 Firepower die": {},
    "2 dice, Rapid Fire": {"rapid-fire": 2},
    "3 dice, Rapid Fire": {"rapid-fire": 3},
    "Combi": {"combi": None},
    "Grenade": {"grenade": None},
    "Single Shot": {"single-shot": None},
}


def _magazine(cat: Catalogue, options: Options, traits: Mapping[str, int | None], ammo: int = 4) -> Magazine:
    """What a weapon with these traits rolls."""
    return magazine(_weapon(traits, ammo), cat.human, Situation(), options)


def _weapon(traits: Mapping[str, int | None], ammo: int) -> WeaponProfile:
    return WeaponProfile(id="", weapon="custom", name="custom", ammo=ammo, traits=dict(traits))


def _shot(loaded: Magazine) -> Law:
    """What one shot makes of a loaded weapon: marks as ``use_up`` gives them."""
    rolled = (
        law_after(firepower_die, loaded, Burst(), loaded.dice) if loaded.dice else Law((Burst(),), (1,), 1)
    )
    return then(rolled, lambda burst: law(lambda dice: use_up(loaded, burst.symbols, dice)))


@rule_table(
    "firepower",
    "Firepower dice: bullet holes",
    "Chance of each number of bullet holes, which are hits if the hit roll of Rapid Fire succeeds, and their mean.",
    ("N17-A-FIRE-01", "N17-A-RF-01"),
    options=("ammo_face_holes",),
    advanced=True,
)
def _firepower(cat: Catalogue, options: Options) -> Grid:
    loaded = _magazine(cat, options, {})
    laws = [law_after(firepower_die, loaded, Burst(), n) for n in DICE]
    holes = [each.of(lambda burst: burst.holes) for each in laws]
    most = max(max(each) for each in holes)
    least = min(min(each) for each in holes)
    rows = []
    for n, each in zip(DICE, holes, strict=True):
        cells: list[Cell] = [Chance(each[k]) if k in each else "" for k in range(least, most + 1)]
        rows.append(Row((str(n),), (*cells, mean(each))))
    return Grid(("Firepower dice",), "Holes", (*map(str, range(least, most + 1)), "Mean"), tuple(rows))


@rule_table(
    "ammo-symbols",
    "Firepower dice: Ammo symbols",
    "Chance of each number of Ammo symbols, each of which calls for an ammo check.",
    ("N17-A-FIRE-01", "N17-A-FIRE-03", "N17-A-RF-01"),
    advanced=True,
)
def _ammo_symbols(cat: Catalogue, options: Options) -> Grid:
    loaded = _magazine(cat, options, {})
    rows = []
    for n in DICE:
        symbols = law_after(firepower_die, loaded, Burst(), n).of(lambda burst: burst.symbols)
        cells: list[Cell] = [Chance(symbols[k]) if k in symbols else "" for k in range(DICE[-1] + 1)]
        rows.append(Row((str(n),), tuple(cells)))
    return Grid(("Firepower dice",), "Ammo symbols", tuple(map(str, range(DICE[-1] + 1))), tuple(rows))


@rule_table(
    "ammo",
    "Ammo: out of ammo in one shot",
    "Chance that one shot leaves the weapon out of ammo, jams included, by Ammo value and traits; a grenade is checked "
    "after every throw.",
    ("N17-A-FIRE-03", "N17-A-RF-01", "N17-A-TRT-05", "N17-A-TRT-13"),
    advanced=True,
)
def _ammo(cat: Catalogue, options: Options) -> Grid:
    return _by_value(cat, options, DRY, KINDS)


@rule_table(
    "jam",
    "Ammo: jams and Unstable weapons in one shot",
    "Chance that one shot jams the weapon for the battle (two failed ammo checks), and that an Unstable one puts its "
    "user out of action.",
    ("N17-A-RF-01", "N17-A-TRT-04"),
    advanced=True,
)
def _jam(cat: Catalogue, options: Options) -> Grid:
    rapid = {f"Jammed, {n} dice": KINDS[f"{n} dice, Rapid Fire"] for n in DICE[1:]}
    jams, users = (
        _by_value(cat, options, JAMMED, rapid),
        _by_value(cat, options, USER_OUT, {"User out of action, Unstable": {"unstable": None}}),
    )
    rows = [
        Row(one.heads, (*one.cells, *other.cells)) for one, other in zip(jams.rows, users.rows, strict=True)
    ]
    return Grid(jams.heads, "", (*jams.columns, *users.columns), tuple(rows))


def _by_value(
    cat: Catalogue, options: Options, became: int, kinds: Mapping[str, Mapping[str, int | None]]
) -> Grid:
    """The chance of a mark after one shot, by Ammo value and kind of weapon."""
    rows = []
    for value in VALUES:
        shots = (_shot(_magazine(cat, options, traits, value)) for traits in kinds.values())
        rows.append(
            Row((f"{value}+",), tuple(Chance(shot.p(lambda marks: marks & became)) for shot in shots))
        )
    return Grid(("Ammo",), "", tuple(kinds), tuple(rows))


@rule_table(
    "reload",
    "Reloading",
    "Chance that one Reload action fills the weapon, by Ammo value and traits; jammed weapons cannot be reloaded.",
    ("N17-A-FIRE-04", "N17-A-TRT-13"),
    advanced=True,
)
def _reloading(cat: Catalogue, options: Options) -> Grid:
    kinds: dict[str, Mapping[str, int | None]] = {
        "No trait": {},
        "Combi": {"combi": None},
        "Plentiful": {"plentiful": None},
        "Scarce": {"scarce": None},
        "Limited": {"limited": None},
        "Single Shot": {"single-shot": None},
    }
    rows = []
    for value in VALUES:
        cells: list[Cell] = []
        for traits in kinds.values():
            if not can_reload(_weapon(traits, value)):
                cells.append("never")
                continue
            loaded, sure = _magazine(cat, options, traits, value), int("plentiful" in traits)
            cells.append(Chance(law(lambda dice, m=loaded, sure=sure: reload(m, sure, dice)).p(bool)))  # type: ignore[misc]
        rows.append(Row((f"{value}+",), tuple(cells)))
    return Grid(("Ammo",), "", tuple(kinds), tuple(rows))
