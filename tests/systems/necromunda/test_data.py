"""The project's own data against figures typed by hand from the sources."""

import re
from itertools import combinations

import pytest

from necrostats.gamedata import data_folder
from necrostats.gamedata.read import parse
from necrostats.systems.necromunda.catalogue import load, mistakes
from necrostats.systems.necromunda.entries import FIGURES, STATS
from necrostats.systems.necromunda.kit import find_profile

CAT = load()
PROFILES = [profile for weapon in CAT.weapons.values() for profile in weapon.profiles]


def test_the_data_has_no_mistake():
    assert mistakes() == []


def test_all_weapons_and_profiles_are_there():
    assert (len(CAT.weapons), len(PROFILES)) == (103, 134)
    assert [sum(weapon.category == kind for weapon in CAT.weapons.values()) for kind in CATEGORIES] == [
        11,
        12,
        18,
        12,
        39,
        11,
    ]
    assert sum(profile.bought for profile in PROFILES) == 10
    assert len({profile.key for profile in PROFILES}) == 134


CATEGORIES = ("pistol", "basic", "special", "heavy", "close-combat", "grenade")

# rng_s, rng_l, acc_s, acc_l, str, ap, d, am, traits; as printed in the list of 2018
WEAPON_LINES = """
autopistol                     4 12 +1 0 3 0 1 4 pistol rapid-fire(1)
laspistol                      8 12 +1 0 3 0 1 2 pistol plentiful
needle-pistol                  4 9 +2 0 4 -1 0 6 pistol scarce toxin
plasma-pistol/maximal          6 12 +1 0 7 -2 3 5 pistol scarce unstable
stub-gun                       6 12 +2 0 3 0 1 4 pistol plentiful
stub-gun/dumdum                5 10 +1 0 4 0 1 4 limited
combi-pistol-stub-plasma/plasma 6 12 +2 0 5 -1 2 5 combi pistol scarce
autogun                        8 24 +1 0 3 0 1 4 rapid-fire(1)
boltgun                        12 24 +1 0 4 -1 2 6 rapid-fire(1)
combat-shotgun/salvo           4 12 +1 0 4 0 2 4 knockback rapid-fire(1)
combat-shotgun/shredder        - T 0 0 2 0 1 4 scattershot template
lasgun                         18 24 +1 0 3 0 1 2 plentiful
lasgun/hotshot-las-pack        18 24 +1 0 4 -1 1 4
shotgun/solid                  8 16 +1 0 4 0 2 4 knockback
shotgun/scatter                4 8 +2 0 2 0 1 4 scattershot
shotgun/executioner            4 16 -1 +1 4 -2 2 6 knockback limited
shotgun/acid                   4 16 +1 0 3 -1 1 4 blaze scattershot
stub-cannon                    9 18 0 0 5 0 1 3 knockback
blunderbuss-polearm/emperors-wrath 8 12 0 -1 4 -1 2 4 knockback pulverise
chem-thrower-nightshade        - T 0 0 - 0 0 5 gas template
combi-bolter-needler/needler   9 18 +1 0 4 -1 0 6 combi scarce toxin
grav-gun                       9 18 +1 0 * -1 2 5 blast(3) concussion graviton-pulse
grenade-launcher/krak          6 24 -1 0 6 -2 2 6
long-las                       18 36 0 +1 4 0 1 2 plentiful
meltagun                       6 12 +1 0 8 -4 3 4 melta scarce
needle-rifle                   9 18 +2 0 4 -2 0 6 scarce toxin
web-gun                        - T 0 0 5 0 0 5 template web
heavy-bolter                   18 36 +1 0 5 -2 2 6 rapid-fire(2) unwieldy
lascannon                      24 48 0 +1 10 -3 3 4 knockback unwieldy
missile-launcher/frag          24 48 +1 0 4 -1 1 6 blast(5) knockback unwieldy
krumper-rivet-cannon/super-heated 3 9 +2 0 6 -2 2 3 blaze unwieldy
axe                            - E 0 0 S+1 0 1 0 disarm melee
brute-cleaver                  - E 0 +1 S -1 1 0 disarm melee
chain-glaive                   E 2 -1 0 S+2 -2 2 0 melee unwieldy versatile
fighting-knife                 - E 0 0 S -1 1 0 backstab melee
las-cutter                     E 2 +1 0 9 -3 2 6 melee scarce versatile
power-hammer                   - E 0 0 S+1 -1 2 0 melee power
power-sword                    - E 0 0 S+1 -2 1 0 melee parry power
shock-whip                     E 3 0 0 S+1 0 1 0 melee shock versatile
spud-jacker                    - E 0 0 S+1 0 1 0 knockback melee
stiletto-knife                 - E 0 +1 S 0 1 0 melee toxin
sword                          - E 0 +1 S -1 1 0 melee parry
thunder-hammer                 - E 0 0 S+1 -1 3 0 melee power shock
two-handed-axe                 - E 0 -1 S+2 0 2 0 melee unwieldy
choke-gas-grenades             - Sx3 0 0 - 0 0 5 blast(3) gas grenade
demolition-charges             - Sx2 0 0 8 -3 3 0 blast(5) grenade single-shot
frag-grenades                  - Sx3 0 0 3 0 1 4 blast(3) grenade knockback
krak-grenades                  - Sx3 0 -1 6 -2 2 4 demolitions grenade
"""


@pytest.mark.parametrize("line", WEAPON_LINES.strip().splitlines(), ids=lambda line: line.split()[0])
def test_a_weapon_line_is_as_printed(line):
    key, rng_s, rng_l, acc_s, acc_l, strength, ap, d, am, *traits = line.split()
    weapon_id, _, name = key.partition("/")
    weapon = CAT.weapons[weapon_id]
    profile = find_profile(weapon, name) if name else weapon.profiles[0]
    assert profile.key == key
    assert (profile.rng_s, profile.rng_l, profile.strength) == (rng_s, rng_l, strength)
    assert [profile.acc_s, profile.acc_l, profile.ap, profile.d, profile.ammo] == [
        int(n) for n in (acc_s, acc_l, ap, d, am)
    ]
    assert [f"{name}({number})" if number else name for name, number in profile.traits.items()] == traits


@pytest.mark.parametrize("profile", PROFILES, ids=lambda profile: profile.key)
def test_every_figure_is_possible(profile):
    assert FIGURES["rng_s"][0].fullmatch(profile.rng_s)
    assert FIGURES["rng_l"][0].fullmatch(profile.rng_l)
    assert FIGURES["str"][0].fullmatch(profile.strength)
    assert profile.rng_l != "-"
    assert -1 <= profile.acc_s <= 2
    assert -1 <= profile.acc_l <= 1
    assert -4 <= profile.ap <= 0
    assert 0 <= profile.d <= 3
    assert profile.ammo == 0 or 2 <= profile.ammo <= 6
    if profile.short and profile.long and "versatile" not in profile.traits:
        assert profile.short < profile.long
    assert ("E" in (profile.rng_s, profile.rng_l)) == ("melee" in profile.traits)
    assert (profile.rng_l == "T") == ("template" in profile.traits)
    assert profile.rng_l.startswith("Sx") == ("grenade" in profile.traits)
    assert profile.strength_of(3) is not None or profile.traits.keys() & {
        "gas",
        "flash",
        "graviton-pulse",
        "smoke",
    }
    assert profile.d > 0 or profile.traits.keys() & {"gas", "flash", "toxin", "web", "smoke"}
    assert not profile.changed


def test_bought_profiles_do_not_come_with_the_weapon():
    assert [profile.id for profile in CAT.weapons["shotgun"].printed] == ["solid", "scatter"]
    assert [profile.key for profile in CAT.weapons["lasgun"].printed] == ["lasgun"]
    assert all(weapon.printed for weapon in CAT.weapons.values())


def test_what_sources_print_otherwise_is_kept():
    lasgun = CAT.entry("weapon", "lasgun")["variants"]
    assert [(variant["source"], variant["rng_s"]) for variant in lasgun] == [
        ("translation", 12),
        ("underhive", 16),
    ]
    assert [variant["str"] for variant in CAT.entry("weapon", "spud-jacker")["variants"]] == ["5+1"]
    assert sum(len(CAT.entry("weapon", name).get("variants", ())) for name in CAT.weapons) == 44
    assert [variant["bs"] for variant in CAT.entry("fighter", "goliath-champion")["variants"]] == [3, 3]


# M WS BS S T W I A Ld Cl Wil Int, armour, cost
CARDS = """
escher-leader    5 3 3 3 3 2 2 3 5 6 6 7 flak 115
escher-champion  5 3 3 3 3 2 2 2 6 7 6 6 flak 90
escher-ganger    5 4 4 3 3 1 3 1 7 8 7 7 flak 45
escher-juve      6 4 5 2 3 1 2 1 8 9 8 8 none 20
goliath-leader   4 3 3 4 4 2 3 3 5 4 8 7 furnace-plates 145
goliath-champion 4 3 4 4 4 2 4 2 6 5 8 8 furnace-plates 110
goliath-ganger   4 4 4 4 4 1 4 1 8 5 9 8 furnace-plates 60
goliath-juve     5 4 5 3 3 1 3 1 9 5 10 9 none 25
orlock-leader    5 3 3 3 3 3 4 2 4 5 5 5 mesh 120
orlock-ganger    5 4 4 3 3 1 4 1 6 7 7 7 mesh 55
van-saar-leader  4 4 2 3 3 2 5 2 4 5 5 4 armoured-bodyglove 130
van-saar-ganger  4 4 3 3 3 1 5 1 6 7 7 6 armoured-bodyglove 65
cawdor-champion  5 4 3 3 3 2 4 2 5 6 7 6 flak 95
delaque-ganger   5 4 4 3 3 1 4 1 7 6 7 7 flak 50
genestealer-cult-aberrant 5 3 6 5 4 2 5 2 9 4 6 10 none 95
genestealer-cult-neophyte 4 4 4 3 3 1 4 1 7 5 6 8 hazard-suit 45
chaos-cult-helot 5 4 4 3 3 1 3 1 9 7 7 8 none 35
kaiya            5 4 4 3 3 1 3 1 7 8 7 7 flak 75
rork             4 4 4 4 4 1 4 1 8 5 9 8 furnace-plates 80
"""


@pytest.mark.parametrize("line", CARDS.strip().splitlines(), ids=lambda line: line.split()[0])
def test_a_card_is_as_printed(line):
    name, *stats, armour, cost = line.split()
    card = CAT.fighters[name]
    printed = [getattr(card, {"int": "intelligence"}.get(key, key)) for key in STATS if key != "base"]
    assert printed == [int(n) for n in stats]
    assert (card.armour.id, card.under.id, card.cost, card.base) == (armour, "none", int(cost), 25)


def test_every_rank_of_every_house_is_there():
    ranks = {name: card for name, card in CAT.fighters.items() if not card.gang}
    assert len(ranks) == 33
    assert all(
        not card.weapons and not card.reconstructed and card.house in CAT.houses for card in ranks.values()
    )
    assert all(name == f"{card.house}-{card.rank}" for name, card in ranks.items())
    for card in ranks.values():
        assert card.armour.id in ("none", CAT.houses[card.house].armour)


def test_the_two_gangs_of_the_box():
    assert CAT.gangs["carrion-queens"].fighters == ("kaiya", "reina", "zarann", "brae")
    assert CAT.gangs["ironlords"].fighters == ("rork", "varik", "drago", "nox")
    kits = {
        name: [weapon.id for weapon in CAT.fighters[name].weapons]
        for gang in CAT.gangs.values()
        for name in gang.fighters
    }
    assert kits == {
        "kaiya": ["laspistol", "power-sword"],
        "reina": ["lasgun", "stiletto-knife"],
        "zarann": ["autogun"],
        "brae": ["shotgun"],
        "rork": ["stub-gun", "brute-cleaver"],
        "varik": ["combat-shotgun", "fighting-knife"],
        "drago": ["stub-cannon"],
        "nox": ["stub-gun", "spud-jacker"],
    }


@pytest.mark.parametrize(("gang_id", "cost"), [("carrion-queens", 270), ("ironlords", 325)])
def test_a_gang_keeps_within_its_budget_and_no_two_of_it_are_the_same(gang_id, cost):
    cards = [CAT.fighters[name] for name in CAT.gangs[gang_id].fighters]
    assert sum(card.cost for card in cards) == cost <= 450
    for card in cards:
        assert card.reconstructed
        assert card.gang == gang_id
        assert card.rank == "ganger"
        assert card.cost == CAT.fighters[f"{card.house}-ganger"].cost + sum(
            weapon.cost["box"] for weapon in card.weapons
        )
    for one, other in combinations(cards, 2):
        assert [weapon.id for weapon in one.weapons] != [weapon.id for weapon in other.weapons]


# save, from the front arc, against blasts, against templates, added under another suit
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("none", (0, 0, 0, 0, 0)),
        ("flak", (6, 0, 5, 6, 0)),
        ("furnace-plates", (6, 5, 0, 0, 0)),
        ("mesh", (5, 0, 0, 0, 0)),
        ("armoured-undersuit", (6, 0, 0, 0, 1)),
        ("armoured-bodyglove", (6, 0, 0, 0, 1)),
        ("hazard-suit", (6, 0, 0, 0, 0)),
        ("carapace-light", (4, 0, 0, 0, 0)),
        ("carapace-heavy", (4, 3, 0, 0, 0)),
    ],
)
def test_armour(name, expected):
    suit = CAT.armour[name]
    found = (suit.save, suit.save_front_arc, suit.save_vs_blast, suit.save_vs_template, suit.save_bonus)
    assert found == expected


def test_kit__its_figures_as_printed():
    """Each in its entry; the rules say them once more, since an item does more than a number can tell."""
    printed = {
        ("armour", "hazard-suit", "gas_toughness"): 3,
        ("wargear", "respirator", "gas_toughness"): 2,
        ("wargear", "filter-plugs", "gas_toughness"): 1,
        ("armour", "carapace-heavy", "initiative"): -1,
        ("armour", "carapace-heavy", "charge_move"): -1,
        ("shield", "energy-shield", "save_bonus_melee"): 2,
        ("shield", "energy-shield", "save_bonus_ranged"): 1,
        ("shield", "energy-shield", "best_save"): 2,
        ("field", "refractor", "roll"): 5,
        ("field", "conversion", "roll"): 5,
        ("field", "displacer", "roll"): 4,
    }
    assert {key: CAT.entry(*key[:2])[key[2]] for key in printed} == printed


def test_items():
    kinds = ("trait", "skill", "field", "shield", "wargear", "accessory")
    assert [len(CAT.of_kind(kind)) for kind in kinds] == [41, 50, 3, 1, 12, 8]
    assert len(CAT.items) == 115
    for item in CAT.items.values():
        assert item.effect.endswith(".")
        assert item.effect.count("\n") == 0
    basic = {trait.id for trait in CAT.traits.values() if trait.rules == "basic"}
    assert basic == {"backstab", "knockback", "melee", "parry", "pistol", "power"}
    assert CAT.traits["rapid-fire"].numbers == (1, 2, 3)
    assert CAT.traits["blast"].numbers == (3, 5)


def test_every_source_is_named():
    for kind in ("weapon", "armour", "trait", "skill", "fighter", "wargear", "accessory", "field", "shield"):
        for name in CAT.ids(kind):
            entry = CAT.entry(kind, name)
            given = [*entry.get("sources", ()), *(variant["source"] for variant in entry.get("variants", ()))]
            assert given, (kind, name)
            assert set(given) <= set(CAT.sources), (kind, name)


def test_special_dice():
    assert CAT.tables["injury-die"]["faces"] == ["flesh-wound"] * 2 + ["serious-injury"] * 3 + [
        "out-of-action"
    ]
    assert sum(CAT.tables["firepower-die"]["holes"]) == 10
    assert CAT.tables["firepower-die"]["ammo"].count(True) == 1
    assert CAT.tables["scatter-die"]["faces"].count("hit") == 2


def test_rules():
    basic = [rule for rule in CAT.rules.values() if rule.id.startswith("N17-B-")]
    advanced = [rule for rule in CAT.rules.values() if rule.id.startswith("N17-A-")]
    assert (len(basic), len(advanced), len(CAT.rules)) == (87, 62, 149)
    assert {rule.status for rule in basic} <= {"done", "partial"}
    for rule in CAT.rules.values():
        assert re.fullmatch(r"N17-[AB]-[A-Z]+-\d\d", rule.id)
        assert rule.title
        assert rule.section
        assert rule.chapter
        assert bool(rule.reason) == (rule.status == "partial")
    assert CAT.rules["N17-B-SAV-04"].options == ("arc_save_timing", "arc_test")
    assert CAT.rules["N17-B-HIT-03"].options == ("impossible_shot",)


@pytest.mark.parametrize(
    ("kind", "name", "expected"),
    [
        ("weapon", "激光枪", "lasgun"),
        ("weapon", "霰弹枪", "shotgun"),
        ("armour", "防弹甲", "flak"),
        ("armour", "甲片", "furnace-plates"),
        ("armour", "无甲", "none"),
        ("trait", "击退", "knockback"),
        ("trait", "速射", "rapid-fire"),
        ("gang", "腐尸女王", "carrion-queens"),
        ("gang", "钢铁领主", "ironlords"),
        ("house", "歌莉娅帮", "goliath"),
        ("fighter", "歌莉娅领班", "goliath-ganger"),
        ("fighter", "埃舍尔首领", "escher-leader"),
        ("characteristic", "力量", "s"),
        ("term/weapon-field", "力量", "str"),
        ("term/cover", "部分掩体", "partial"),
        ("term/status", "压制", "pinned"),
    ],
)
def test_chinese_names(kind, name, expected):
    assert CAT.find(kind, name) == expected


def test_the_examples_of_adding_are_true(tmp_path):
    page = (data_folder().parent / "docs" / "adding.md").read_text("utf-8")
    blocks = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    assert len(blocks) == 6
    (tmp_path / "mine.toml").write_text("\n".join(blocks), "utf-8")
    assert mistakes([tmp_path]) == []
    own = load([tmp_path])
    assert [profile.key for profile in own.fighters["mad-kat"].weapons[0].profiles] == [
        "nail-gun",
        "nail-gun/long-nails",
    ]
    assert (len(own.boards["yard"].pieces), own.policies["snipers"].weights["near"]) == (3, -0.01)
    assert parse(blocks[3])["options"]["pin_on"] == CAT.entry("option", "pin_on")
    assert (
        parse(blocks[4])["standard"]["laspistol-pins"].items()
        >= CAT.entry("standard figure", "laspistol-pins").items()
    )
