"""The naive advanced reading of what no worked example has, reading by reading."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest

from necrostats.systems.necromunda.models import Armour, Situation
from tests.naive import attack as basic
from tests.naive.advanced.attack import attack, joint
from tests.naive.advanced.cards import in_force
from tests.naive.advanced.close_combat import ARM_KNIFE
from tests.naive.advanced.figures import (
    CHARGE,
    FIGHT,
    LONG,
    MAN,
    SHORT,
    F,
    autogun,
    blast,
    flame,
    fw,
    given_hit,
    ooa,
    per_unsaved,
    rapid,
)
from tests.naive.advanced.injuries import Body, Victim, injury_dice
from tests.naive.cards import (
    FLAK,
    FURNACE,
    NONE,
    blade,
    boltgun,
    fighter,
    gun,
    item,
    knife,
    laspistol,
    power_sword,
    suit,
    sword,
)
from tests.naive.close_combat import FISTS


def test_true_grit_and_bio_booster_together():
    both = Victim(fighter(skills=("true-grit",), wargear=("bio-booster",)), 3, 3, 1, in_force({}))
    for n, dice in ((1, 0), (2, 0), (3, 1), (4, 2)):
        found = injury_dice(n, Body(), both)
        assert {sum(counts) for counts in found} == {dice or 1}
    used = injury_dice(2, Body(booster=False), both)
    assert {sum(counts) for counts in used} == {1}
    # of Toughness 1 a flesh wound is worse than a serious injury
    frail = both._replace(toughness=1)
    assert injury_dice(1, Body(), frail)[0, 1, 0] == F(1) - F(1, 2) * F(1, 2)


def test_bio_booster_once():
    # two hits for sure: the booster softens the first Injury roll only
    man = fighter(wargear=("bio-booster",), t=6)
    ends = joint(MAN, man, rapid(1, strength=12), LONG, {"injury_faces": "3,0,3"})
    one = sum(p for end, p in ends.items() if end.hits == 1)
    assert sum(p for end, p in ends.items() if end.hits == 1 and end.down == 2) / one == F(5, 6) * F(1, 4)
    two = sum(p for end, p in ends.items() if end.hits == 2)
    first, plain = F(5, 6) * F(1, 4), F(5, 6) * F(1, 2)
    # first roll out; or no wound, then the booster; or a flesh wound, then a plain die
    chance = first + F(1, 6) * first + F(5, 6) * F(3, 4) * plain
    assert sum(p for end, p in ends.items() if end.hits == 2 and end.down == 2) / two == chance


def test_fields():
    for name, stops in (("refractor", F(1, 3)), ("conversion", F(1, 3)), ("displacer", F(1, 2))):
        man = fighter(wargear=(name,))
        found = attack(MAN, man, gun(traits="rad-phage", strength="-"), LONG, {})
        assert found["stages"]["hit"] == F(1, 2)  # what a field stops was a hit
        assert fw(found) == F(1, 2) * (1 - stops)
    two = joint(MAN, fighter(wargear=("refractor",), t=9), rapid(1, "rad-phage", strength="-"), LONG, {})
    hits = sum(p for end, p in two.items() if end.hits == 2)
    neither = sum(p for end, p in two.items() if end.hits == 2 and end.flesh == 0)
    assert neither / hits == F(1, 3) * F(5, 6) * F(1, 3)
    gas = attack(MAN, fighter(wargear=("displacer",)), gun(traits="gas", d=0), LONG, {})
    assert gas["stages"]["wound"] == F(1, 2) * F(2, 3)


def test_dodge():
    nimble = fighter(skills=("dodge",))
    found = attack(MAN, nimble, gun(), LONG, {})["stages"]
    assert (found["wound"], found["unsaved"]) == (F(1, 4), F(1, 4) * F(5, 6))
    for weapon in (flame(), flame("web", strength=3, d=0), gun(traits="gas", d=0), gun(traits="flash")):
        found = attack(MAN, nimble, weapon, LONG, {})["stages"]
        assert found["wound"] == found["unsaved"]


def test_what_takes_the_place_of_wounds():
    web = attack(MAN, MAN, flame("web", strength=3, d=0), LONG, {})
    assert web["outcomes"]["seriously_injured"] == web["target_after"]["webbed"] == F(1, 2)
    flash = attack(MAN, fighter(i=4, wargear=("photo-goggles",)), gun(traits="flash", d=0), LONG, {})
    assert flash["target_after"]["blinded"] == F(1, 2) * F(1, 3)
    fear = attack(MAN, fighter(cl=7), gun(traits="fear", d=0), LONG, {})
    assert fear["target_after"]["broken"] == F(1, 2) * F(26, 36)
    scare = attack(MAN, fighter(cl=7), gun(traits="gas fear", d=0), LONG, {})
    assert scare["target_after"]["broken"] == F(1, 2) * F(2, 3) * F(26, 36)
    assert scare["outcomes"]["unhurt"] == F(1, 2)
    pulse = attack(MAN, fighter(s=4), gun(traits="graviton-pulse", strength="*"), LONG, {})
    assert pulse["stages"]["unsaved"] == F(1, 2) * F(1, 3)
    harnessed = fighter(s=4, wargear=("servo-harness-full",))
    pulse = attack(MAN, harnessed, gun(traits="graviton-pulse", strength="*"), LONG, {})
    assert pulse["stages"]["unsaved"] == F(1, 2) * F(1, 6)


def test_rad_phage():
    glove = Armour(id="g", name="Glove", save=6, save_bonus=1, immune=("rad-phage",))
    rad = gun(traits="rad-phage", strength="-")
    assert attack(MAN, MAN, rad, LONG, {})["target_after"]["toughness"] == {2: F(1, 2), 3: F(1, 2)}
    for kit in ({"armour": glove}, {"armour": FLAK, "under": glove}):
        assert fw(attack(MAN, fighter(**kit), rad, LONG, {})) == 0
    assert ooa(attack(MAN, fighter(t=1), rad, LONG, {})) == F(1, 2)


def test_melta():
    melta = gun(traits="melta", strength=8, d=1)
    assert per_unsaved(MAN, MAN, melta, SHORT, {}) == (0, 0, 1)
    assert per_unsaved(MAN, MAN, melta, LONG, {}) == (F(1, 3), F(1, 2), F(1, 6))
    assert per_unsaved(MAN, fighter(w=2), melta, SHORT, {}) == (0, 0, 0)
    assert per_unsaved(MAN, fighter(w=2), melta, SHORT, {"melta": "any_unsaved_wound"}) == (0, 0, 1)


def test_rending_and_seismic():
    found = attack(MAN, fighter(w=3), gun(traits="rending"), LONG, {})["wounds_lost"]
    assert found == {0: F(3, 4), 1: F(1, 6), 2: F(1, 12)}
    found = attack(MAN, fighter(armour=suit(2)), gun(traits="seismic"), LONG, {})
    assert found["stages"]["unsaved"] == F(1, 2) * (F(1, 6) + F(1, 3) * F(1, 6))


def test_nerves_of_steel():
    calm = fighter(cl=8, w=9, skills=("nerves-of-steel",))
    assert attack(MAN, calm, gun(), LONG, {})["target_after"]["pinned"] == F(1, 2) * F(7, 12)
    assert attack(MAN, calm, gun(traits="seismic"), LONG, {})["target_after"]["pinned"] == F(1, 2)


def test_marksman_and_precision():
    marksman = fighter(skills=("marksman",))
    found = attack(marksman, fighter(w=9), gun(d=2), LONG, {})["wounds_lost"]
    assert found == {0: F(3, 4), 2: F(1, 6), 4: F(1, 12)}
    blocked = Situation(band="long", blocked=True)
    found = attack(marksman, fighter(w=9), gun(traits="knockback", d=2), blocked, {})["wounds_lost"]
    assert found == {0: F(3, 4), 3: F(1, 6), 5: F(1, 12)}
    sharp = fighter(skills=("precision-shot",))
    found = attack(sharp, fighter(w=9, armour=suit(2)), gun(), LONG, {})["stages"]
    assert found["unsaved"] == F(1, 2) * (F(1, 6) + F(1, 3) * F(1, 6))


@pytest.mark.parametrize(
    ("shooter", "target", "situation", "chance"),
    [
        ({}, {"skills": ("evade",)}, SHORT, F(1, 2)),  # accuracy +1, Evade -1
        ({}, {"skills": ("evade",)}, LONG, F(1, 6)),
        ({}, {"skills": ("evade",)}, Situation(band="long", target_prone=True), F(1, 3)),
        ({"skills": ("trick-shot",)}, {}, Situation(band="long", cover="partial"), F(1, 2)),
        ({"skills": ("trick-shot",)}, {}, Situation(band="long", cover="full", target_engaged=True), F(1, 3)),
        ({"wargear": ("infra-sight",)}, {}, Situation(band="long", cover="full"), F(1, 3)),
        ({"wargear": ("mono-sight",)}, {}, Situation(band="long", aim=True), F(5, 6)),
        ({"wargear": ("telescopic-sight",)}, {}, Situation(band="long", aim=True), F(5, 6)),
        ({"wargear": ("telescopic-sight",)}, {}, LONG, F(1, 2)),
        ({"wargear": ("las-projector",)}, {}, SHORT, F(5, 6)),
        ({}, {}, Situation(band="long", action="blind-fire"), F(1, 6)),
        ({}, {}, Situation(band="long", action="hip-shooting"), F(1, 3)),
        ({"skills": ("ballistics-expert",), "intelligence": 8}, {}, Situation(band="long", aim=True),
         F(5, 12) * F(5, 6) + F(7, 12) * F(2, 3)),
    ],
)  # fmt: skip
def test_hit_modifiers(shooter, target, situation, chance):
    options = {"impossible_shot": "miss"}
    found = attack(fighter(**shooter), fighter(**target), gun(acc_s=1), situation, options)
    assert found["stages"]["hit"] == chance


def test_hotshot():
    pack = fighter(wargear=("hotshot-las-pack",))
    lasgun = gun("lasgun", "plentiful", ammo=2)
    found = attack(pack, fighter(armour=FLAK), lasgun, LONG, {})
    assert found["stages"]["unsaved"] == F(1, 2) * F(2, 3)
    assert found["attacker_after"]["out_of_ammo"] == F(1, 12)


def test_munitioneer_and_gold():
    for kit, chance in (
        ({"skills": ("munitioneer",)}, F(1, 24)),
        ({"wargear": ("gold-plated-gun",)}, F(1, 24)),
        ({"skills": ("munitioneer",), "wargear": ("gold-plated-gun",)}, F(1, 24)),
    ):
        assert attack(fighter(**kit), MAN, autogun(), LONG, {})["attacker_after"]["out_of_ammo"] == chance
    after = attack(fighter(wargear=("gold-plated-gun",)), MAN, rapid(2, ammo=4), LONG, {})["attacker_after"]
    assert after["jammed"] == F(1, 36) * F(1, 4) * F(1, 2)


def test_dropped_at_the_own_feet():
    sure = blast(5, "gas", strength="-", d=0)
    near = Situation(band="long", distance=1.5)
    for distance, extra in ((near, 1), (Situation(band="long", distance=3), 0), (LONG, 0)):
        found = attack(MAN, MAN, sure, distance, {})
        assert found["stages"]["hit"] == F(1, 2) + F(1, 2) * F(5, 18) + extra * F(1, 216)


def test_blast_knockback():
    # E19, the blast hits: frag at 4+ against S4
    frag = blast(3, "knockback")
    man = fighter(s=4, t=4, w=2, armour=replace(FLAK, save_vs_blast=5))
    ends = joint(MAN, man, frag, Situation(band="long", blocked=True), {})
    hit = sum(p for end, p in ends.items() if end.hits)
    assert sum(p for end, p in ends.items() if end.lost == 2) / hit == F(1, 9)
    assert sum(p for end, p in ends.items() if end.lost == 1) / hit == F(1, 9)


def test_many_markers():
    many = replace(blast(3), traits={"blast": 3, "rapid-fire": 1})
    hits = attack(MAN, fighter(w=9), many, LONG, {})["hits"]
    touch = F(1, 9)
    for n in (1, 2, 3):
        missed = F(0)
        for markers, p in ((1, F(1, 2)), (2, F(1, 3)), (3, F(1, 6))):
            for touched in product((True, False), repeat=markers):
                if sum(touched) == n:
                    missed += p * touch**n * (1 - touch) ** (markers - n)
        on_hit = {1: F(1, 2), 2: F(1, 3), 3: F(1, 6)}[n]
        assert hits[n] == (on_hit + missed) / 2


def test_shields():
    shield = fighter(wargear=("energy-shield",))
    carried = fighter(item(blade("shield", "energy-shield")), armour=FLAK)
    for target, situation, fails in (
        (shield, FIGHT, F(2, 3)),
        (shield, SHORT, F(5, 6)),
        (carried, FIGHT, F(1, 2)),
        (carried, Situation(close=True, behind=True), F(5, 6)),
        (carried, Situation(band="short", target_prone=True), F(5, 6)),
    ):
        weapon = blade() if situation.close else gun()
        found = attack(MAN, target, weapon, situation, {})["stages"]
        assert found["unsaved"] / found["wound"] == fails


def test_attack_dice():
    def most_hits(attacker, weapon, situation, second=None):
        return max(attack(attacker, fighter(w=9), weapon, situation, {}, second)["hits"])

    digi = blade("digi-laser", "digi versatile", strength="1")
    assert most_hits(fighter(a=2), blade(), FIGHT) == 2
    assert most_hits(fighter(a=2), blade(), FIGHT, blade()) == 3
    assert most_hits(fighter(a=2), blade(), FIGHT, digi) == 3
    assert most_hits(fighter(a=2), digi, FIGHT) == 1
    assert most_hits(fighter(a=2, skills=("berserker",)), blade(), CHARGE) == 4
    assert most_hits(fighter(a=2, skills=("berserker",)), blade(), FIGHT) == 2
    assert most_hits(fighter(a=2, wargear=("extra-arm",)), blade(), FIGHT) == 3
    assert most_hits(fighter(a=3), laspistol(), FIGHT) == 3
    two_handed = blade("two-handed", "unwieldy")
    with pytest.raises(ValueError, match="Unwieldy"):
        attack(MAN, MAN, two_handed, FIGHT, {}, blade())
    assert most_hits(fighter(skills=("bulging-biceps",)), two_handed, FIGHT, blade()) == 2
    assert ARM_KNIFE.ap == -1


def test_skills_of_the_attacker():
    goon = fighter(t=4)
    for skills, situation, chance in (
        (("crushing-blow",), FIGHT, F(1, 2)),
        (("bull-charge",), FIGHT, F(1, 3)),
        (("backstab",), Situation(close=True, behind=True), F(1, 2)),
    ):
        found = attack(fighter(skills=skills), goon, blade(), situation, {})["stages"]
        assert found["wound"] / found["hit"] == chance
    behind = Situation(close=True, behind=True)
    found = attack(fighter(skills=("backstab",)), goon, knife(), behind, {})["stages"]
    assert found["wound"] / found["hit"] == F(2, 3)
    charge = attack(fighter(skills=("bull-charge",)), fighter(s=5, w=9), blade(), CHARGE, {})
    assert charge["target_after"]["pushed"] == 1 - F(2, 3) ** 2
    disarm = fighter(skills=("disarm",))
    strong = fighter(w=9, t=9)
    for weapon, chance in ((blade(), F(1, 6)), (blade(traits="disarm"), F(1, 3)), (FISTS, 0)):
        assert attack(disarm, strong, weapon, FIGHT, {})["target_after"]["disarmed"] == chance
    calm = fighter(skills=("combat-master",))
    crowded = Situation(close=True, interference=2)
    assert attack(calm, MAN, blade(), crowded, {})["stages"]["hit"] == F(1, 2)
    found = attack(MAN, fighter(skills=("iron-jaw",)), FISTS, FIGHT, {})["stages"]
    assert found["wound"] / found["hit"] == F(1, 3)


def test_parries():
    for target, chance in (
        (fighter(sword()), F(1, 4)),
        (fighter(skills=("parry",)), F(1, 4)),
        (fighter(sword(), sword()), F(1, 4)),
    ):
        assert attack(MAN, target, blade(), FIGHT, {})["stages"]["hit"] == chance
    three = fighter(sword(), sword(), skills=("parry",))
    found = attack(fighter(a=3), three, blade(), FIGHT, {})["hits"]
    assert found[3] == F(1, 64)
    flail = blade(traits="entangle")
    found = attack(MAN, fighter(sword(), t=9, w=9), flail, FIGHT, {})
    assert found["stages"]["hit"] == F(1, 2)
    assert found["target_after"]["entangled"] == F(1, 6)
    aside = fighter(i=4, skills=("step-aside",))
    found = attack(fighter(a=2), aside, blade(), FIGHT, {})["hits"]
    assert found == {0: F(1, 4) + F(1, 2) * F(1, 2), 1: F(1, 4) + F(1, 8), 2: F(1, 8)}


def test_fearsome():
    scary = fighter(skills=("fearsome",))
    assert attack(fighter(wil=8), scary, blade(), CHARGE, {})["stages"]["hit"] == F(5, 12) * F(3, 4)
    assert attack(fighter(wil=8), scary, blade(), FIGHT, {})["stages"]["hit"] == F(1, 2)


def test_headbutt():
    head = Situation(close=True, action="headbutt")
    found = attack(MAN, MAN, FISTS, head, {})
    assert found["stages"]["hit"] == F(8, 9)
    assert found["stages"]["unsaved"] == F(8, 9) * F(2, 3)
    assert ooa(found) == F(8, 9) * F(2, 3) * F(11, 36)
    after = found["attacker_after"]
    assert after["out_of_action"] == F(1, 9) * F(1, 2) * F(1, 6)
    assert after["seriously_injured"] == F(1, 9) * F(1, 2) * F(1, 2)


def test_chem_synth_and_stimm():
    chem = Situation(band="long", using=("chem-synth",))
    gas = gun(traits="gas", strength="-", d=0)
    assert given_hit(ooa, MAN, fighter(t=4), gas, chem, {}) == F(4, 6) * F(1, 6)
    stimm = Situation(close=True, using=("stimm-slug-stash",))
    found = attack(MAN, fighter(t=4), blade(), stimm, {})["stages"]
    assert found["wound"] / found["hit"] == F(2, 3)


def test_seriously_injured_targets():
    lying = Situation(band="short", seriously_injured=True)
    found = attack(MAN, fighter(w=3), gun(d=2), lying, {})
    assert found["wounds_lost"] == {0: 1}
    assert ooa(found) == F(1, 4) * F(11, 36)
    assert found["target_after"]["pinned"] == 0
    found = attack(MAN, MAN, gun(), lying, {"multi_serious": "flesh_wound"})
    assert found["target_after"]["toughness"][2] == F(1, 4) * F(5, 6)


def test_hit_order():
    # a flesh wound by the strong blade softens the target for the weak one
    weak, strong = blade("weak", strength="3"), blade("strong", strength="9")
    first = {"hit_order": "as_rolled"}
    one = ooa(attack(fighter(a=2), MAN, weak, FIGHT, first, strong))
    other = ooa(attack(fighter(a=2), MAN, strong, FIGHT, {**first, "odd_die": "second_weapon"}, weak))
    best = ooa(attack(fighter(a=2), MAN, weak, FIGHT, {"hit_order": "best_for_attacker"}, strong))
    assert one < other == best


@pytest.mark.parametrize(
    ("attacker", "weapon", "situation", "second"),
    [
        (MAN, rapid(3, "unstable combi", ammo=4), Situation(band="short", in_line=1, in_melee=1), None),
        (fighter(a=3), power_sword(), CHARGE, knife()),
        (fighter(a=3), boltgun(), SHORT, None),
        (MAN, blast(5, "knockback rad-phage blaze"), LONG, None),
    ],
)
def test_everything_sums_to_one(attacker, weapon, situation, second):
    target = fighter(
        sword(), w=3, armour=FLAK, skills=("true-grit", "step-aside", "dodge", "nerves-of-steel"),
        wargear=("refractor", "bio-booster"),
    )  # fmt: skip
    for options in ({}, {"multi_hit": "batch", "arc_save_timing": "after_pinning"}):
        ends = joint(attacker, target, weapon, situation, options, second)
        assert sum(ends.values()) == 1
        assert all(p > 0 for p in ends.values())
        for end in ends:
            assert end.down < 2 or not (end.pinned or end.flesh or end.marks)


def test_plain_attacks_agree_with_the_basic_reading():
    # with Wounds to spare there are no injuries; knockback in close combat is an advanced rule
    random = Random(3)
    for _ in range(60):
        attacker = fighter(a=random.randint(1, 3), ws=random.randint(2, 6), bs=random.randint(2, 6))
        kit = random.sample([sword(), power_sword(), knife()], random.randint(0, 2))
        armour = random.choice([NONE, FLAK, FURNACE])
        target = fighter(*kit, w=40, t=random.randint(2, 6), s=random.randint(3, 5), armour=armour)
        common = {"behind": random.random() < 0.5, "blocked": random.random() < 0.5, "save_bonus": 1}
        fields = {"ap": -random.randint(0, 2), "d": random.randint(0, 3)}
        options = {"impossible_shot": random.choice(["miss", "improbable", "nat6_hits"])}
        options["parry_choice"] = random.choice(["defender_best", "random", "first"])
        second = None
        if random.random() < 0.5:
            situation = Situation(close=True, charging=random.random() < 0.5, turned=True, **common)
            traits = random.choice(["", "power", "backstab"])
            weapon = random.choice([blade(traits=traits, acc_l=1, **fields), gun(traits="pistol", **fields)])
            second = random.choice([None, knife(), laspistol()])
        else:
            cover = random.choice(["none", "partial", "full"])
            situation = Situation(band=random.choice(["short", "long", None]), cover=cover, **common)
            weapon = gun(traits=random.choice(["", "knockback"]), strength=random.randint(2, 6), **fields)
        old = basic.attack(attacker, target, weapon, situation, options, second)
        new = attack(attacker, target, weapon, situation, options, second)
        for name in ("stages", "hits", "wounds_lost"):
            assert new[name] == old[name], (name, weapon, situation)
        for name in ("missed", "unhurt", "wounded", "out_of_action"):
            assert new["outcomes"][name] == old["outcomes"][name]
        assert new["target_after"]["pinned"] == old["pinned"]
        assert new["target_after"]["pushed"] == old["pushed"]
