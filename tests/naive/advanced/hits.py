"""What becomes of hits, one after the other: field, wound, Dodge, save, injury (R3 to R14, R33)."""

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from necrostats.systems.necromunda.models import Situation, WeaponProfile
from tests.naive.advanced.cards import (
    cool,
    field_burns_out,
    field_need,
    gas_protection,
    immune,
    initiative,
    save_value,
)
from tests.naive.advanced.injuries import (
    DOWN,
    IN_PLAY,
    OUT,
    SERIOUS,
    Body,
    Victim,
    flesh_wounds,
    injury_roll,
    out,
    toughness_now,
    toughness_of_rolls,
    unsaved_wound,
)
from tests.naive.damage import FACES, SIXTH, roll_wounds, save_made, wound_need

ONE = Fraction(1)
NOTHING, STOPPED = "no wound", "wound dodged or saved"


class Hit(NamedTuple):
    """A hit that stands, with all that the hit roll has added to it."""

    weapon: str  # which weapon, by place
    traits: frozenset[str]
    strength: int | None
    ap: int
    damage: int
    bonus: int = 0  # added to the save roll
    area: str = ""  # "blast", "template"
    no_save: bool = False
    sure_wound: bool = False  # a six of Shock
    power_six: bool = False
    fists: bool = False
    pushed: bool = False
    push_die: bool = False  # Knockback of a blast rolls for itself
    melta: bool = False  # at short range
    disarms: bool = False
    entangles: bool = False


class Kept(NamedTuple):
    """What a target has not used up: a field that is not burnt out, a bio-booster."""

    field: bool
    booster: bool


def traits_of(weapon: WeaponProfile) -> frozenset[str]:
    return frozenset(weapon.traits)


def sixths(n: int) -> Fraction:
    return n * SIXTH


def toughness_or_six(need: int) -> Fraction:
    """R8 to R10: a D6 of a Toughness or more, or a natural 6."""
    return sixths(sum(face >= need or face == 6 for face in FACES))


def either(one: Body, p: Fraction, other: Body) -> dict[Body, Fraction]:
    """One body with chance p, else the other; they are the same where a mark is there already."""
    ends: dict[Body, Fraction] = defaultdict(Fraction)
    ends[one] += p
    ends[other] += 1 - p
    return {body: q for body, q in ends.items() if q}


def each(bodies: dict[Body, Fraction], step: Callable[[Body], dict[Body, Fraction]]) -> dict[Body, Fraction]:
    """Every body takes a step."""
    after: dict[Body, Fraction] = defaultdict(Fraction)
    for body, p in bodies.items():
        for end, q in step(body).items():
            after[end] += p * q
    return {body: p for body, p in after.items() if p}


# ---- the wound roll and the save -----------------------------------------------------------------------------


def wound_faces(hit: Hit, toughness: int, victim: Victim) -> dict[bool | None, Fraction]:
    """B-WND-01, A-TRT-07: {None: no wound, True: wounded by a natural 6, False: wounded otherwise: chance}."""
    if hit.strength is None:
        return {None: ONE}
    if hit.sure_wound:
        return {False: ONE}
    if hit.fists and "iron-jaw" in victim.card.skills:
        toughness += 2
    need = wound_need(hit.strength, toughness, victim.options)
    ways: dict = defaultdict(Fraction)
    for face in FACES:
        ways[face == 6 if roll_wounds(face, need) else None] += SIXTH
    return ways


def dodges(hit: Hit, victim: Victim) -> Fraction:
    """R4: the chance that Dodge cancels a wound."""
    return SIXTH if "dodge" in victim.card.skills and not hit.area else Fraction(0)


def save_fails(hit: Hit, six: bool, victim: Victim) -> Fraction:
    """B-SAV-01 to 05: the chance that a wound is not saved."""
    if hit.no_save or (six and "seismic" in hit.traits):
        return ONE
    value = save_value(victim.card, victim.front, victim.close, hit.area, hit.bonus, victim.options)
    made = sum(save_made(face, value, hit.ap + hit.bonus, victim.options) for face in FACES)
    return 1 - sixths(made)


def wound_ways(hit: Hit, toughness: int, victim: Victim) -> dict[str | int, Fraction]:
    """One wound roll with its Dodge and save: {NOTHING, STOPPED or the Damage: chance}."""
    ways: dict = defaultdict(Fraction)
    for six, p in wound_faces(hit, toughness, victim).items():
        if six is None:
            ways[NOTHING] += p
            continue
        damage = hit.damage + 1 if six and "rending" in hit.traits and hit.damage else hit.damage
        through = (1 - dodges(hit, victim)) * save_fails(hit, six, victim)
        ways[damage] += p * through
        ways[STOPPED] += p * (1 - through)
    return ways


def takes_wound(body: Body, hit: Hit, ways: dict, victim: Victim) -> dict[Body, Fraction]:
    """One wound roll's ways, carried on to Wounds and injuries."""
    ends: dict = defaultdict(Fraction)
    for way, p in ways.items():
        if way == NOTHING:
            ends[body] += p
        elif way == STOPPED:
            ends[body._replace(wound=True)] += p
        else:
            kinds = {name: name in hit.traits for name in ("toxin", "pulverise")}
            for end, q in unsaved_wound(body, way, victim, melta=hit.melta, **kinds).items():
                ends[end] += p * q
    return ends


# ---- what takes the place of a wound roll --------------------------------------------------------------------


def gassed(body: Body, hit: Hit, victim: Victim) -> dict[Body, Fraction]:
    """A-TRT-02, R10: a D6 against Toughness and breathing gear, then an Injury die; scare gas: a Nerve test."""
    resists = toughness_of_rolls(body, victim) + gas_protection(victim.card)
    if victim.chem:
        resists = max(1, resists - 1)
    p = toughness_or_six(resists)
    ends: dict = defaultdict(Fraction)
    ends[body] += 1 - p
    if "fear" in hit.traits:
        # reading: of scare gas `wound` is the Gas roll, `unsaved` the broken nerve
        for end, q in frightened(body._replace(wound=True), victim).items():
            ends[end] += p * q
        return ends
    poisoned = body._replace(wound=True, unsaved=True)
    for end, q in injury_roll(1, poisoned, victim, "pulverise" in hit.traits).items():
        ends[end] += p * q
    return ends


def frightened(body: Body, victim: Victim) -> dict[Body, Fraction]:
    """A Nerve test at -2 (R11)."""
    steady = cool(victim.card, victim.options, -2)
    broken = body._replace(wound=True, unsaved=True).marked("broken")
    return either(body, steady, broken)


def dazzled(body: Body, victim: Victim) -> dict[Body, Fraction]:
    """A-TRT-17, R11: an Initiative test against Flash."""
    passed = initiative(victim.card, victim.options, int("photo-goggles" in victim.card.wargear))
    return either(body, passed, body._replace(wound=True, unsaved=True).marked("blinded"))


def webbed(body: Body, hit: Hit, victim: Victim) -> dict[Body, Fraction]:
    """A-TRT-18, R11: the wound roll webs; no Dodge, no save, no Wounds."""
    p = wound_faces(hit, toughness_of_rolls(body, victim), victim).get(None, Fraction(0))
    caught = body._replace(wound=True, unsaved=True, down=DOWN, hurt=max(body.hurt, SERIOUS))
    return either(body, p, caught.marked("webbed"))


def rolled_instead(p: Fraction, hit: Hit, victim: Victim) -> dict[str | int, Fraction]:
    """A roll of chance p in place of the wound roll, then Dodge and save as usual (Graviton Pulse, Toxin n18)."""
    through = (1 - dodges(hit, victim)) * save_fails(hit, False, victim)
    return {NOTHING: 1 - p, STOPPED: p * (1 - through), hit.damage: p * through}


def struck(body: Body, hit: Hit, victim: Victim) -> dict[Body, Fraction]:
    """Section 7 with all that replaces it: what a hit does that no field stopped."""
    if "gas" in hit.traits:
        return gassed(body, hit, victim)
    if "fear" in hit.traits:
        return frightened(body, victim)
    if "flash" in hit.traits:
        return dazzled(body, victim)
    if "web" in hit.traits:
        return webbed(body, hit, victim)
    toughness = toughness_of_rolls(body, victim)
    if "graviton-pulse" in hit.traits:
        p = sixths(sum(face > victim.strength or face == 6 for face in FACES))
        return takes_wound(body, hit, rolled_instead(p, hit, victim), victim)
    if "toxin" in hit.traits and victim.options["toxin"] == "n18":
        resists = max(1, toughness - 1) if victim.chem else toughness
        return takes_wound(body, hit, rolled_instead(toughness_or_six(resists), hit, victim), victim)
    ways = wound_ways(hit, toughness, victim)
    if "scattershot" not in hit.traits:
        return takes_wound(body, hit, ways, victim)
    ends: dict = defaultdict(Fraction)  # A-TRT-06, R13
    bodies = {body: ONE}

    @cache
    def one_roll(now: Body) -> dict[Body, Fraction]:
        return {now: ONE} if now.down == OUT else takes_wound(now, hit, ways, victim)

    for _ in FACES:
        bodies = each(bodies, one_roll)
        for end, p in bodies.items():
            ends[end] += p * SIXTH
    return ends


# ---- one hit and many ----------------------------------------------------------------------------------------


def past_field(body: Body, hit: Hit, victim: Victim) -> list[tuple[Body, bool, Fraction]]:
    """R3: [(body, whether the field stopped the hit, chance)]."""
    need = field_need(victim.card)
    if need is None or not body.field or "gas" in hit.traits:
        return [(body, False, ONE)]
    works = sixths(sum(face >= need for face in FACES))
    burns = SIXTH if field_burns_out(victim.card) else Fraction(0)
    return [
        (body, False, 1 - works),
        (body, True, works * (1 - burns)),
        (body._replace(field=False), True, works * burns),
    ]


def knocked_back(body: Body, hit: Hit, victim: Victim) -> list[tuple[Body, Hit, Fraction]]:
    """B-KB-02, R17: a blast's own D6 against Strength; other pushes were settled by the hit roll."""
    if not hit.push_die:
        return [(body._replace(pushed=body.pushed or hit.pushed), hit, ONE)]
    pushed = sixths(sum(face >= victim.strength for face in FACES))
    harder = hit._replace(damage=hit.damage + 1) if victim.blocked and hit.damage else hit
    return [(body, hit, 1 - pushed), (body._replace(pushed=True), harder, pushed)]


def one_hit(body: Body, hit: Hit, victim: Victim) -> dict[Body, Fraction]:
    """R2 to R14: one hit from the field to its last effect."""
    body = body._replace(hits=body.hits + 1)
    if body.down == OUT:
        # reading: who is out already is not pushed any more either
        return {body: ONE}
    # reading: Disarm and Entangle are matters of the hit roll, whatever a field does
    body = body.marked(*["disarmed"] * hit.disarms, *["entangled"] * hit.entangles)
    ends: dict = defaultdict(Fraction)
    for moved, harder, p in knocked_back(body, hit, victim):
        for met, stopped, q in past_field(moved, hit, victim):
            if stopped:
                ends[met] += p * q
                continue
            touched = met.marked(
                *["concussed"] * ("concussion" in hit.traits),
                *["hit by Blaze"] * ("blaze" in hit.traits),
                *["hit by Drag"] * ("drag" in hit.traits),
            )
            for end, r in struck(touched, harder, victim).items():
                if "rad-phage" in hit.traits and end.down != OUT and not immune(victim.card, "rad-phage"):
                    end = flesh_wounds(end, 1, victim)  # R14
                ends[end] += p * q * r
    return ends


class Sequence:
    """Chains are sequential (0.3): the hits of one victim, one after the other; what is known is kept."""

    def __init__(self, body: Body, victim: Victim) -> None:
        self.victim = victim
        self.after: dict[tuple[Hit, ...], dict[Body, Fraction]] = {(): {body: ONE}}
        self.ended: dict[tuple[Hit, ...], dict[Body, Fraction]] = {}
        self.known: dict[tuple[Body, Hit], dict[Body, Fraction]] = {}

    def one(self, body: Body, hit: Hit) -> dict[Body, Fraction]:
        if (body, hit) not in self.known:
            self.known[body, hit] = one_hit(body, hit, self.victim)
        return self.known[body, hit]

    def bodies(self, hits: tuple[Hit, ...]) -> dict[Body, Fraction]:
        """{body: chance} after these hits in this order, before what ends the attack."""
        if hits not in self.after:
            before = self.bodies(hits[:-1])
            self.after[hits] = each(before, lambda body: self.one(body, hits[-1]))
        return self.after[hits]

    def ends(self, hits: tuple[Hit, ...]) -> dict[Body, Fraction]:
        """{body: chance} at the end of the attack."""
        if hits not in self.ended:
            self.ended[hits] = each(self.bodies(hits), lambda body: after_attack(body, self.victim))
        return self.ended[hits]


def all_hits(ways: dict[tuple[Hit, ...], Fraction], body: Body, victim: Victim) -> dict[Body, Fraction]:
    """{hits in their order: chance} to {body: chance} at the end of the attack, equal states taken together."""
    ends: dict = defaultdict(Fraction)
    sequence = Sequence(body, victim)
    going = {(hits, body): p for hits, p in ways.items()}
    while going:
        after: dict = defaultdict(Fraction)
        for (hits, now), p in going.items():
            if not hits:
                ends[now] += p
                continue
            for end, q in sequence.one(now, hits[0]).items():
                after[hits[1:], end] += p * q
        going = {key: p for key, p in after.items() if p}
    return each(ends, lambda now: after_attack(now, victim))


def after_attack(body: Body, victim: Victim) -> dict[Body, Fraction]:
    """R1, R15, R33: flesh wounds of a batch, then Blaze and Drag."""
    if body.down != OUT and toughness_now(body, victim) <= 0:
        body = out(body)
    risks = body.marks & {"hit by Blaze", "hit by Drag"}
    body = body._replace(marks=body.marks - risks)
    ways = {body if victim.lasts else body._replace(field=True, booster=True): ONE}
    for risk, mark, chance in (
        ("hit by Blaze", "on_fire", sixths(sum(face >= 4 for face in FACES))),
        ("hit by Drag", "dragged", sixths(sum(face >= victim.strength for face in FACES))),
    ):
        if risk in risks:
            ways = {
                end: p * q
                for known, p in ways.items()
                for end, q in ((known, 1 - chance), (known.marked(mark), chance))
            }
    return ways


def start(situation: Situation, kept: Kept | None = None) -> Body:
    """The target before the attack; R7: once injured it has used its bio-booster, unless ``kept`` knows better."""
    injured = situation.seriously_injured or situation.flesh_wounds > 0
    kept = kept or Kept(True, not injured)
    return Body(down=DOWN if situation.seriously_injured else IN_PLAY, field=kept.field, booster=kept.booster)
