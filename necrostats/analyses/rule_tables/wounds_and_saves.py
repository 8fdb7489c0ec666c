"""Tables of wound rolls, saves, and both after a hit roll."""

from dataclasses import replace

from necrostats.analyses.rule_tables.grid import Chance, Grid, Row, reaching, rule_table, signed, targets
from necrostats.engine.enumerating import law_from
from necrostats.systems.necromunda.catalogue import Catalogue
from necrostats.systems.necromunda.damage import (
    EXACT,
    HALF_T,
    HALVES,
    LAST_ROWS,
    NEVER,
    Target,
    armour_value,
    save_need,
    wound_on,
)
from necrostats.systems.necromunda.hits import TEMPLATE_COVER
from necrostats.systems.necromunda.models import Situation
from necrostats.systems.necromunda.options import Options
from necrostats.systems.necromunda.shooting import Shot, shoot

STRENGTHS, TOUGHNESSES = range(1, 11), range(1, 9)
SAVES = range(2, 7)
PENETRATIONS = range(0, -5, -1)
NEEDS = range(2, 7)
AREAS = {"blast": "Blast", "template": "Flame template"}


@rule_table(
    "wound",
    "Wound rolls",
    "Chance to wound by Strength of the attack and Toughness of the target, with what the D6 needs; a natural 6 always "
    "wounds, a natural 1 never.",
    ("N17-B-WND-01", "N17-B-WND-02"),
    options=("wound_last_row", "half_toughness"),
)
def _wound(_cat: Catalogue, options: Options) -> Grid:
    last, half = LAST_ROWS[options["wound_last_row"]], HALVES[options["half_toughness"]]
    rows = [
        Row((str(s),), tuple(reaching(wound_on(s, t, last, half)) for t in TOUGHNESSES)) for s in STRENGTHS
    ]
    return Grid(("Strength",), "Toughness", tuple(map(str, TOUGHNESSES)), tuple(rows))


@rule_table(
    "save",
    "Saves",
    "Chance to save a wound by armour save and Armour Penetration of the weapon, with what the D6 needs; no natural 6 "
    "saves by itself.",
    ("N17-B-SAV-01", "N17-B-SAV-02", "N17-B-SAV-03"),
    options=("save_nat1_fails",),
)
def _save(_cat: Catalogue, options: Options) -> Grid:
    rows = [
        Row((f"{value}+",), tuple(reaching(save_need(value, ap, 0, options)) for ap in PENETRATIONS))
        for value in SAVES
    ]
    return Grid(("Armour save",), "Armour Penetration", signed(PENETRATIONS), tuple(rows))


@rule_table(
    "armour",
    "Saves of each suit of armour",
    "Chance to save a wound at Armour Penetration 0 by suit of armour and where the attack comes from: from the front "
    "means from inside the wearer's vision arc.",
    ("N17-B-SAV-01", "N17-B-SAV-04"),
    options=("save_nat1_fails", "arc_save_timing"),
)
def _armour(cat: Catalogue, options: Options) -> Grid:
    ways = {
        "Close combat, from the front": Situation(close=True),
        "Close combat, from behind": Situation(close=True, behind=True),
        "Shooting, from the front": Situation(),
        "Shooting, from behind": Situation(behind=True),
    }
    rows = []
    for suit in cat.armour.values():
        wearer = replace(cat.human, armour=suit)
        needs = [save_need(armour_value(wearer, how, options), 0, 0, options) for how in ways.values()]
        rows.append(Row((suit.name,), tuple(map(reaching, needs))))
    return Grid(("Armour",), "", tuple(ways), tuple(rows))


@rule_table(
    "template",
    "Saves against blasts and flame templates",
    "Chance to save a wound at Armour Penetration 0 by suit of armour and cover: who is touched by a blast marker or a "
    "flame template is hit without a roll, and cover, as seen from the centre of the blast or the flamer, makes the "
    "save better.",
    ("N17-A-BLAST-04", "N17-A-FLAME-01", "N17-A-SAV-01", "N17-A-SAV-02"),
    options=("flak_vs_flame", "save_nat1_fails"),
    advanced=True,
)
def _template(cat: Catalogue, options: Options) -> Grid:
    rows = []
    for suit in cat.armour.values():
        wearer, cells = replace(cat.human, armour=suit), []
        for area in AREAS:
            value = armour_value(wearer, Situation(), options, area)
            cells += [reaching(save_need(value, 0, bonus, options)) for bonus in TEMPLATE_COVER.values()]
        rows.append(Row((suit.name,), tuple(cells)))
    covers = ("No cover", "Partial cover", "Full cover")
    return Grid(
        ("Armour",), "", tuple(f"{area}, {cover}" for area in AREAS.values() for cover in covers), tuple(rows)
    )


@rule_table(
    "attack",
    "Hit, wound and save",
    "Chance that one shot or attack die ends in an unsaved wound, by what the hit roll, the wound roll and the save "
    "need.",
    ("N17-B-HIT-01", "N17-B-WND-01", "N17-B-SAV-01"),
)
def _attack(_cat: Catalogue, _options: Options) -> Grid:
    saves = (*SAVES, NEVER)
    strength_for = {wound_on(s, 4, HALF_T, EXACT): s for s in STRENGTHS}
    rows = []
    for hit_on in NEEDS:
        for wound_needs in NEEDS:
            cells = []
            for save_on in saves:
                shot = Shot(
                    1,
                    hit_on,
                    NEVER,
                    -1,
                    NEVER,
                    NEVER,
                    0,
                    strength_for[wound_needs],
                    save_on,
                    1,
                    HALF_T,
                    EXACT,
                )
                after = law_from(shoot, shot, Target(1, 4))
                cells.append(Chance(after.p(lambda target: target.unsaved)))
            rows.append(Row((f"{hit_on}+", f"{wound_needs}+"), tuple(cells)))
    return Grid(("Hit roll", "Wound roll"), "Save roll", (*targets(SAVES[0], SAVES[-1]), "none"), tuple(rows))
