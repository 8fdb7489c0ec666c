"""Attacks under the advanced rules: worked examples as exact fractions, dice from the table, every weapon, kernels."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from necrostats.analyses.attack import attack
from necrostats.analyses.explain import explain_attack
from necrostats.analyses.standard_targets import STANDARD_TARGETS
from necrostats.engine.enumerating import law, law_from
from necrostats.engine.monte_carlo import run
from necrostats.engine.narrating import Plain, Scripted
from necrostats.errors import UsageError
from necrostats.systems.necromunda import attacks, questions, traits
from necrostats.systems.necromunda.ammo import DRY, Burst, Magazine, firepower_die, reload
from necrostats.systems.necromunda.brawl import Sides, trade
from necrostats.systems.necromunda.close_combat import unarmed
from necrostats.systems.necromunda.damage import Blow
from necrostats.systems.necromunda.hits import condition_of
from necrostats.systems.necromunda.injuries import (
    BLINDED,
    IN_PLAY,
    OUT,
    SERIOUS,
    WOUND,
    Body,
    Condition,
    Effect,
    Hit,
    coup_de_grace,
    take_hit,
)
from necrostats.systems.necromunda.models import Situation, WeaponProfile
from necrostats.systems.necromunda.wargear import FIELDS
from tests.conftest import INTERPRETED, assert_chances
from tests.naive.cards import FLAK, blade, escher, fighter, goliath, gun, knife
from tests.systems.necromunda.generated import CAT
from tests.systems.necromunda.generated_advanced import (
    ADVANCED,
    advanced_options,
    ask_advanced,
    brawls,
    under_advanced,
    volleys,
)

F = Fraction
CLOSE = Situation(close=True, band=None)
OPEN = Situation()


def ask(attacker, target, profile, situation=OPEN, second=None, other=None, **options):
    return questions.attack(attacker, target, profile, situation, under_advanced(**options), second, other)


def outcomes(attack_):
    return {name: p for name, p in attack_.law().of(attack_.outcome).items() if p}


def p_of(attack_, event):
    return attack_.law().p(event)


def autogun(**fields):
    return gun("autogun", "rapid-fire", **{"rng_s": "8", "acc_s": 1, "ammo": 4, **fields})


def injured(wounds, damage, toughness, **body):
    """What one sure, unsaved hit does: chances of (down, flesh wounds)."""
    hit = Hit(Blow(10, 7, damage), 1, Effect(), Body(**body))
    return law_from(take_hit, hit, Condition(wounds, toughness)).of(lambda c: (c.down, c.flesh))


def down(chances, what):
    return sum(p for (state, _), p in chances.items() if state == what)


# ------------------------------------------------------------------ firepower and ammo


def test_e38__firepower_dice():
    def holes(n, symbol_holes=1):
        def one(dice):
            burst = Burst()
            for _ in range(n):
                burst = firepower_die(Magazine(symbol_holes=symbol_holes), burst, dice)
            return burst.holes

        return law(one).chances()

    assert holes(1) == {1: F(1, 2), 2: F(1, 3), 3: F(1, 6)}
    assert holes(2) == {2: F(1, 4), 3: F(1, 3), 4: F(5, 18), 5: F(1, 9), 6: F(1, 36)}
    assert sum(n * p for n, p in holes(1).items()) == F(5, 3)  # D17
    assert sum(n * p for n, p in holes(1, 0).items()) == F(3, 2)


def dry(profile, event=lambda end: end.scene.weapon & 1, **options):
    return p_of(ask(fighter(), fighter(), profile, **options), event)


def test_e39__running_dry():
    assert dry(gun(ammo=2)) == F(1, 36)
    assert dry(gun(ammo=4)) == F(1, 12)  # D18
    assert dry(gun(ammo=4), firepower_when="only_on_hit") == F(1, 24)
    assert dry(gun(ammo=6)) == F(5, 36)
    heavy = autogun()
    heavy = gun("heavy", "").__class__(**{**_fields(heavy), "traits": {"rapid-fire": 2}})
    assert dry(heavy) == F(23, 144)
    assert dry(heavy, lambda end: end.scene.weapon & 2) == F(1, 144)
    assert dry(gun("combi", "combi", ammo=4)) == F(1, 8)
    assert dry(gun(ammo=0)) == 0


def _fields(profile):
    return {name: getattr(profile, name) for name in profile.__dataclass_fields__}


def test_e40__two_reloads():
    once = law(lambda dice: reload(Magazine(check_on=4), 0, dice)).p(bool)
    assert 1 - (1 - once) ** 2 == F(3, 4)
    assert law(lambda dice: reload(Magazine(check_on=6), 1, dice)).p(bool) == 1  # Plentiful


def test_e41_e68__rapid_fire():
    shot = ask(fighter(), fighter(armour=FLAK), autogun())
    assert p_of(shot, shot.unsaved) == F(5825, 15552)
    assert sum(n * p for n, p in shot.law().of(shot.hits).items()) == F(10, 9)
    tough = ask(fighter(), fighter(armour=FLAK, w=2), autogun())
    assert p_of(tough, lambda end: tough.lost(end) == 2) == F(625, 7776)


def test_e57__unstable():
    plasma = gun("plasma", "unstable", ammo=5)
    shot = ask(fighter(), fighter(), plasma)
    assert p_of(shot, lambda end: end.scene.attacker.down == OUT) == F(1, 12)
    assert dry(plasma) == F(1, 9)


def test_d15_d16__pistols_in_close_combat():
    pistol = gun("autopistol", "pistol rapid-fire", ammo=4)
    for value, expected in (("False", F(1, 4)), ("True", F(31, 96))):
        fight = ask(fighter(), fighter(), pistol, CLOSE, rapid_fire_in_melee=value)
        assert p_of(fight, fight.unsaved) == expected
    for value, expected in (("True", F(1, 12)), ("False", 0)):
        fight = ask(fighter(), fighter(), pistol, CLOSE, pistol_melee_firepower=value)
        assert p_of(fight, lambda end: end.scene.weapon & 1) == expected


# ------------------------------------------------------------------ shooting


def test_d02__improbable():
    shot = ask(fighter(bs=5), fighter(), gun(), Situation(band="long", cover="full"))
    assert p_of(shot, shot.hits) == F(1, 18)


def test_e54__stray_shots():
    engaged = Situation(band="long", target_engaged=True, in_melee=1, in_line=1)
    shot = ask(fighter(), fighter(), gun(), engaged)
    assert p_of(shot, shot.hits) == F(1, 3)
    assert p_of(shot, lambda end: end.scene.strays == 1) == F(1, 3)
    assert p_of(shot, lambda end: end.scene.strays == 2) == F(1, 6)
    six = ask(fighter(), fighter(), gun(), engaged, stray_hit="6")
    assert p_of(six, lambda end: end.scene.strays & 1) == F(2, 3) * F(1, 6)


def test_e63__twin_pistols():
    pistol = gun("laspistol", "pistol", acc_s=2)
    both = ask(fighter(), fighter(), pistol, second=pistol)
    assert p_of(both, both.hits) == F(8, 9)
    with pytest.raises(UsageError, match="two pistols"):
        ask(fighter(), fighter(), pistol, second=gun())


def test_e64__target_priority():
    shot = ask(
        fighter(cl=8),
        fighter(),
        gun(acc_s=1),
        Situation(not_closest=True),
        test_auto_fail="nat1_only_hit_rolls",
    )
    assert p_of(shot, shot.hits) == F(5, 18)
    marksman = ask(fighter(cl=8, skills=("marksman",)), fighter(), gun(acc_s=1), Situation(not_closest=True))
    assert p_of(marksman, marksman.hits) == F(2, 3)


def test_e74__sharing_rapid_fire():
    shot = ask(
        fighter(), fighter(armour=FLAK), autogun(), Situation(share="alternate"), other=fighter(armour=FLAK)
    )
    assert p_of(shot, shot.unsaved) == F(395, 1296)
    assert p_of(shot, lambda end: end.scene.other.marks & 8) == F(5, 36)


def test_d09__blocked_push_and_rapid_fire():
    slug = gun("salvo", "knockback rapid-fire", strength=4, d=2)
    for value, expected in (("all_hits", F(3, 4)), ("first_hit", F(1, 2))):
        shot = ask(
            fighter(bs=4), fighter(t=4, w=3, s=4), slug, Situation(blocked=True), knockback_rapid_scope=value
        )
        two = [(end, p) for end, p in shot.law().chances().items() if shot.hits(end) == 2]
        gone = sum(p for end, p in two if end.scene.target.wounds == 0)
        assert gone / sum(p for _, p in two) == expected


# ------------------------------------------------------------------ templates


@pytest.mark.parametrize(
    ("marker", "base", "touches"), [(3, 25, F(1, 9)), (3, 32, F(5, 18)), (5, 25, F(5, 18)), (5, 32, F(4, 9))]
)
def test_e52_e53__a_blast_that_scatters(marker, base, touches):
    profile = gun("frag", "").__class__(**{**_fields(gun()), "traits": {"blast": marker}})
    shot = ask(fighter(), fighter(base=base), profile, Situation(band="long"))
    assert p_of(shot, shot.hits) == F(1, 2) + F(1, 2) * touches
    sure = gun("frag", "").__class__(
        **{**_fields(gun(strength=10)), "traits": {"blast": marker, "gas": None}}
    )
    hurt = p_of(
        ask(fighter(), fighter(), sure, Situation(band="long")), lambda end: end.scene.attacker.marks & WOUND
    )
    thirds = F(4, 6)  # gas takes on 3+ against Toughness 3; an attacker put out keeps the mark
    assert hurt == F(1, 216) * thirds


def test_e69__krak_grenade():
    krak = gun("krak", "grenade", acc_l=-1, strength=6, ap=-2, d=2, ammo=4)
    shot = ask(fighter(), fighter(armour=FLAK), krak, Situation(band="long"))
    assert outcomes(shot)["out_of_action"] == F(55, 648)
    assert dry(krak) == F(1, 2)


def test_d39_e70__saves_against_templates():
    flame = gun("flamer", "template", rng_s="-", rng_l="T", strength=10)

    def fails(target, **how):
        options = how.pop("options", {})
        shot = ask(fighter(), target, flame, Situation(band="long", **how), **options)
        return p_of(shot, shot.unsaved) / p_of(shot, shot.wound)

    flak = fighter(armour=CAT.armour["flak"])
    assert fails(flak) == F(5, 6)
    assert fails(flak, options={"flak_vs_flame": "5+"}) == F(2, 3)
    assert fails(flak, cover="partial", options={"flak_vs_flame": "5+"}) == F(1, 2)
    assert fails(fighter(), cover="full") == F(2, 3)


# ------------------------------------------------------------------ injuries


def test_e42_e43_e44__injury_dice():
    assert injured(1, 1, 3) == {(0, 1): F(1, 3), (1, 0): F(1, 2), (2, 0): F(1, 6)}
    two = injured(1, 2, 3)
    assert (down(two, OUT), down(two, SERIOUS), two[0, 2]) == (F(11, 36), F(7, 12), F(1, 9))
    assert down(injured(1, 2, 2), OUT) == F(5, 12)
    assert down(injured(2, 3, 4), OUT) == F(11, 36)  # D19
    assert down(injured(2, 3, 4, equal_damage=1), OUT) == F(91, 216)
    assert down(injured(1, 2, 1), OUT) == F(3, 4)  # D20
    assert down(injured(1, 2, 1, extra_serious=1), OUT) == 1


def test_e45__a_shot_with_injuries():
    shot = ask(fighter(), goliath(armour=FLAK), gun("lasgun", acc_s=1), Situation(cover="partial"))
    assert outcomes(shot) == {
        "missed": F(1, 2),
        "unhurt": F(13, 36),
        "flesh_wound": F(5, 108),
        "seriously_injured": F(5, 72),
        "out_of_action": F(5, 216),
    }


def test_e47_d22__flesh_wounds_between_hits():
    for value, expected in (("sequential", F(71, 432)), ("batch", F(23, 144))):
        batch = int(value == "batch")
        hit = Hit(Blow(3, 7, 1), 0, Effect(), Body(batch=batch))
        from necrostats.engine.enumerating import law_after

        assert law_after(take_hit, hit, Condition(1, 3), 2).p(lambda c: c.down == OUT) == expected


def test_e50_e51_d37__toxin_and_gas():
    def one(profile, target, **options):
        found = outcomes(ask(fighter(bs=2), target, profile, **options))
        return {name: found.get(name, 0) for name in ("out_of_action", "seriously_injured")}

    needle = gun("needle", "toxin", strength=10, d=0, acc_s=9)
    hit, wound = F(5, 6), F(5, 6)
    for t, out, serious in ((3, F(1, 2), F(1, 8)), (4, F(3, 8), F(1, 8))):
        found = one(needle, fighter(t=t))
        assert found == {"out_of_action": hit * wound * out, "seriously_injured": hit * wound * serious}
    assert one(needle, fighter(), toxin="n18")["out_of_action"] == hit * F(1, 9)
    gas = gun("gas", "template gas", rng_s="-", rng_l="T", strength="-", d=0)
    assert one(gas, fighter())["out_of_action"] == F(1, 9)
    assert one(gas, fighter(t=4))["out_of_action"] == F(1, 12)
    assert one(gas, fighter(t=4, wargear=("respirator",)))["out_of_action"] == F(1, 36)


def test_e58_e60_e61_e62__traits_and_skills():
    scatter = gun("shotgun", "scattershot", strength=2, acc_s=9)
    shot = ask(fighter(bs=2), fighter(armour=FLAK), scatter)
    assert p_of(shot, shot.unsaved) == F(5, 6) * F(128191265, 204073344)
    hit = Hit(Blow(10, 7, 2), 1, Effect(pulverise=1), Body())
    found = law_from(take_hit, hit, Condition(1, 4)).of(lambda c: c.down)
    assert (found[OUT], found[SERIOUS], found[IN_PLAY]) == (F(11, 36), F(23, 36), F(1, 18))
    for trait, expected in (("shock", F(1, 3)), ("", F(1, 4))):
        fight = ask(fighter(), fighter(t=4), blade("baton", trait, strength="4"), CLOSE)
        assert p_of(fight, fight.wound) == expected
    grit = injured(1, 1, 3, grit=1)
    assert (grit[0, 1], grit[1, 0], grit[2, 0]) == (F(5, 9), F(5, 12), F(1, 36))


def test_e66__catching_fire():
    flame = gun("flamer", "template blaze", rng_s="-", rng_l="T", strength="-")
    shot = ask(fighter(), fighter(), flame)
    assert p_of(shot, lambda end: end.scene.target.marks & 32) == F(1, 2)


# ------------------------------------------------------------------ close combat and what follows


def test_e59_d35__assists_and_barricades():
    crowd = Situation(close=True, band=None, assists=2, interference=1)
    fight = ask(fighter(), fighter(), blade(), crowd)
    assert p_of(fight, fight.hits) == F(2, 3)
    across = ask(fighter(), fighter(), blade(), Situation(close=True, band=None, barricade=True))
    assert p_of(across, across.hits) == F(1, 3)


def test_e71_d45__coup_de_grace():
    fight = ask(fighter(), fighter(), blade(), CLOSE)
    assert outcomes(fight)["flesh_wound"] == F(1, 12)
    gone = law(lambda dice: coup_de_grace(1, fight.roll(dice).scene.target, dice)).p(lambda c: c.down == OUT)
    assert gone == F(1, 6)
    finished = ask(
        fighter(),
        fighter(),
        blade(),
        Situation(close=True, band=None, action="coup-de-grace", seriously_injured=True),
    )
    assert outcomes(finished) == {"out_of_action": 1}


def test_e65__an_exchange_with_injuries():
    a, b = escher(knife()), goliath(knife())
    charge = Situation(close=True, band=None, charging=True)
    numbers = attacks.trade(a, b, knife(), None, charge, ADVANCED, (knife(), None))
    ends = law_from(trade, numbers, Sides(condition_of(a, CLOSE), condition_of(b, CLOSE)))
    b_down = ends.p(lambda s: s.target.down != IN_PLAY)
    a_down = ends.p(lambda s: s.attacker.down != IN_PLAY)
    assert (b_down, a_down) == (F(695, 3888), F(3193, 17496))
    assert ends.p(lambda s: s.attacker.down == s.target.down == IN_PLAY) == F(22351, 34992)


# ------------------------------------------------------------------ the whole catalogue


TARGETS = tuple(STANDARD_TARGETS)
PROFILES = [profile for item in CAT.weapons.values() for profile in item.profiles]


@pytest.mark.parametrize("profile", PROFILES, ids=[profile.key for profile in PROFILES])
def test_every_profile_answers(profile):
    ways = []
    if profile.close_combat:
        ways.append({"close": True})
    if profile.rng_l == "T" or profile.long is not None or profile.rng_l.startswith("Sx"):
        ways.append({} if profile.short is None else {"range": "short"})
        ways.append({} if profile.rng_l == "T" else {"range": "long"})
    assert ways
    for target in TARGETS:
        for how in ways:
            answer = attack("custom", target, weapon=profile.key, rules="advanced", **how).to_dict()
            assert sum(F(p["fraction"]) for p in answer["outcomes"].values() if "fraction" in p) == 1
            assert all("board" in line for line in answer["not_modelled"]), answer["not_modelled"]


def test_contradictory_traits():
    for pair in (("gas", "flash"), ("toxin", "web"), ("melta", "toxin"), ("graviton-pulse", "fear")):
        with pytest.raises(UsageError, match="expected"):
            ask(fighter(), fighter(), gun("odd", " ".join(pair)))
    assert ask(fighter(), fighter(), gun("scare", "gas fear")).law()


@settings(max_examples=40, deadline=None)
@given(volleys(), st.randoms(use_true_random=False))
def test_the_order_of_traits_does_not_matter(case, random):
    attacker, target, profile, _second, situation, _other = case
    names = list(profile.traits.items())
    random.shuffle(names)
    mixed = profile.__class__(**{**_fields(profile), "traits": dict(names)})
    given_ = traits.Given(attacker, target, profile, situation, ADVANCED)
    mixed_ = traits.Given(attacker, target, mixed, situation, ADVANCED)
    try:
        assert traits.effect_of(given_) == traits.effect_of(mixed_)
    except UsageError:
        with pytest.raises(UsageError):
            traits.effect_of(mixed_)


@pytest.mark.parametrize(
    "how",
    [
        {"weapon": "heavy-bolter", "aim": True},
        {"weapon": "polearm", "with_weapon": "fighting-knife", "close": True},
        {"weapon": "lasgun", "with_weapon": "laspistol"},
        {"weapon": "lasgun", "firepower": 2},
        {"weapon": "lasgun", "flesh_wounds": 3},
        {"weapon": "lasgun", "wounds_lost": 2},
        {"weapon": "lasgun", "action": "coup-de-grace"},
        {"weapon": "lasgun", "action": "headbutt"},
        {"weapon": "lasgun", "using": ("spoon",)},
        {"weapon": "lasgun", "action": "blind-fire", "aim": True},
        {"weapon": "lasgun", "assists": 1},
    ],
)
def test_bad_input(how):
    with pytest.raises(UsageError):
        attack("custom", "custom", rules="advanced", **how)


@pytest.mark.parametrize(("kinds", "pinned"), [("gas", F(0)), ("gas seismic", F(4, 9))])
def test_seismic_pins_in_spite_of_gas_and_of_nerves(kinds, pinned):
    """Hit on a 4+; Gas acts on a 6 and then leaves a flesh wound on 1 or 2: 1/2 x (5/6 + 1/6 x 1/3)."""
    attack_ = ask(fighter(bs=4), fighter(t=10, skills=("nerves-of-steel",)), gun("cannon", kinds))
    assert p_of(attack_, attack_.pinned) == pinned


def test_a_charger_that_does_not_dare_has_fired_no_pistol():
    """Willpower 7+ on 2D6: 21/36."""
    charge = Situation(close=True, band=None, charging=True)
    attack_ = ask(fighter(), fighter(skills=("fearsome",)), gun("flare", "pistol single-shot"), charge)
    assert p_of(attack_, lambda end: end.scene.weapon & DRY) == F(7, 12)


def test_stimm_slugs_make_their_user_tougher_too():
    """Both dice below Toughness 4, then Strength 3 + 2 against Toughness 3 + 2."""
    use = Situation(close=True, band=None, action="headbutt", using=("stimm-slug-stash",))
    attack_ = ask(fighter(skills=("headbutt",)), fighter(t=4), knife(), use)
    assert p_of(attack_, lambda end: end.scene.attacker.marks & WOUND) == F(1, 4) * F(1, 2)


def test_a_ballistics_expert_tests_once_for_both_pistols():
    """Intelligence 7+ on 2D6, then both pistols on 3+ or both on 4+."""
    pistol, aiming = gun("pistol", "pistol"), Situation(band="long", aim=True)
    attack_ = ask(fighter(bs=4, skills=("ballistics-expert",)), fighter(), pistol, aiming, pistol)
    missed = F(21, 36) * F(1, 3) ** 2 + F(15, 36) * F(1, 2) ** 2
    assert outcomes(attack_)["missed"] == missed


def test_a_bio_booster_acts_once_in_a_battle():
    """Hit on 4+, wounded on 4+; hurt once, the target rolls its die without the booster."""
    patient = fighter(t=4, wargear=("bio-booster",))
    fresh = ask(fighter(bs=4), patient, gun(strength=4))
    assert outcomes(fresh)["out_of_action"] == F(1, 4) * F(1, 36)
    hurt = ask(fighter(bs=4), patient, gun(strength=4), Situation(seriously_injured=True))
    assert outcomes(hurt)["out_of_action"] == F(1, 4) * F(1, 6)


def test_an_iron_jaw_holds_against_fists_named_as_the_weapon():
    """Strength 3 against Toughness 3 + 2 wounds on a 5+."""
    blow = ask(fighter(ws=4), fighter(skills=("iron-jaw",)), unarmed(), CLOSE)
    assert p_of(blow, blow.wound) == F(1, 2) * F(1, 3)


def test_a_shooter_under_its_own_blast_is_blinded_as_well():
    """Miss 1/2 x Hit symbol 2/6 x 1 inch 1/6 x on the shooter 1/6; then Initiative 4+ is failed."""
    flare = WeaponProfile(
        id="",
        weapon="flare",
        name="flare",
        rng_s="12",
        rng_l="24",
        strength="-",
        d=0,
        traits={"blast": 5, "flash": None},
    )
    attack_ = ask(fighter(bs=4), fighter(), flare, Situation(band="long"))
    struck = F(1, 2) * F(2, 6) * F(1, 6) * F(1, 6)
    assert p_of(attack_, lambda end: end.scene.attacker.marks & BLINDED) == struck * F(1, 2)


# ------------------------------------------------------------------ sampling


ATTACKS, TRIALS = (12, 300) if INTERPRETED else (60, 20_000)


@pytest.mark.sampled
@settings(max_examples=ATTACKS, deadline=None)
@given(st.one_of(volleys(), brawls()), advanced_options(), st.integers(0, 2**63 - 1))
def test_sampled_and_exact(case, chosen, seed):
    from necrostats.systems.necromunda.kernels import sampler_of

    try:
        made = ask_advanced(*case, under_advanced(**chosen))
    except UsageError:
        return
    sampler = sampler_of(made)
    counts = run(sampler, trials=TRIALS, seed=seed).counts
    found = {}
    for at in counts.nonzero()[0]:
        found[sampler.end(int(at)).scene] = found.get(sampler.end(int(at)).scene, 0) + int(counts[at])
    assert sum(found.values()) == TRIALS
    assert_chances(found, made.law().of(lambda end: end.scene))


@settings(max_examples=40, deadline=None)
@given(st.one_of(volleys(), brawls()), st.integers(0, 1000))
def test_a_throw_is_one_of_the_ends(case, trial):
    try:
        made = ask_advanced(*case)
    except UsageError:
        return
    assert made.roll(Plain(5, trial)) in made.law().outcomes


def test_fields_roll_what_the_data_says():
    data = {name: CAT.table("fields", name).values["roll"] for name in CAT.places("fields")}
    assert data == FIELDS


def test_firepower_faces_are_those_of_the_data():
    table = CAT.tables["firepower-die"]
    for face in range(1, 7):
        burst = firepower_die(Magazine(), Burst(), Scripted([face]))
        assert (burst.holes, bool(burst.symbols)) == (table["holes"][face - 1], table["ammo"][face - 1])


def test_explain__says_what_injury_and_firepower_dice_show():
    story = explain_attack("custom", "custom", weapon="autogun", rules="advanced", faces=[6, 1, 6, 4, 3])
    told = {line["title"]: line["outcome"] for line in story.lines if line["kind"] == "die"}
    assert told["Firepower die"] == "1 hole, Ammo symbol"
    assert told["Injury die"] == "serious injury"
