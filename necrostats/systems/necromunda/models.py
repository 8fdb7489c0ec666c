"""What Necromunda's cards say, as frozen values: fighters, weapons, armour, situations.

Target numbers such as 4+ are stored as 4, distances in inches, prices in credits.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from necrostats.systems.necromunda.book import rule

Cover = Literal["none", "partial", "full"]
Band = Literal["short", "long"]
Action = Literal["", "blind-fire", "hip-shooting", "headbutt", "coup-de-grace"]
Share = Literal["rest", "alternate"]


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponProfile:
    """One line of a weapon table (N17-B-WPN-01).

    Attributes:
        id: Kebab-case within its weapon, "" where the weapon has one profile only.
        weapon: Id of the weapon it belongs to, "custom" or "unarmed".
        rng_s, rng_l: As printed: inches ("12"), "E" engaged, "T" template, "Sx3" thrown, "-" none.
        acc_s, acc_l: Added to the hit roll at short and long range; melee accuracy is in ``acc_l``.
        strength: As printed: "3", "S", "S+1", "-" (none) or "*" (its trait decides).
        ap: Added to the save roll, 0 or negative.
        d: Wounds lost for an unsaved wound, 0 where the book prints "-".
        ammo: Target number of the ammo check, 0 = never checked.
        traits: Trait id -> its number (``{"rapid-fire": 1}``), None where it has none.
        bought: Belongs to the weapon only once the fighter carries it.
        changed: Names of the fields that the user changed.
    """

    id: str
    weapon: str
    name: str
    rng_s: str = "-"
    rng_l: str = "-"
    acc_s: int = 0
    acc_l: int = 0
    strength: str = "S"
    ap: int = 0
    d: int = 1
    ammo: int = 0
    traits: Mapping[str, int | None] = field(default_factory=dict)
    bought: bool = False
    changed: frozenset[str] = frozenset()

    @property
    def key(self) -> str:
        """The id that the command line takes: ``lasgun``, ``shotgun/solid``."""
        return f"{self.weapon}/{self.id}" if self.id else self.weapon

    @property
    def short(self) -> int | None:
        """Short range in inches, None if it has none."""
        return int(self.rng_s) if self.rng_s.isdigit() else None

    @property
    def long(self) -> int | None:
        """Long range in inches, None if it has none (engaged only, template, thrown)."""
        return int(self.rng_l) if self.rng_l.isdigit() else None

    @property
    def close_combat(self) -> bool:
        """Whether it may be used in close combat (N17-B-TRT-02)."""
        return "melee" in self.traits or "pistol" in self.traits

    def strength_of(self, bearer: int) -> int | None:
        """Strength of an attack by a bearer of that Strength (N17-B-WPN-03); None if it has none."""
        if self.strength.startswith("S"):
            return bearer + int(self.strength[1:] or 0)
        return int(self.strength) if self.strength.isdigit() else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Weapon:
    """A weapon with its profiles, in the order of the table."""

    id: str
    name: str
    category: str
    profiles: tuple[WeaponProfile, ...]
    slots: int = 1
    cost: Mapping[str, int] = field(default_factory=dict)
    rarity: str = ""
    confidence: str = ""
    sources: tuple[str, ...] = ()
    note: str = ""

    @property
    def printed(self) -> tuple[WeaponProfile, ...]:
        """The profiles that come with the weapon."""
        return tuple(p for p in self.profiles if not p.bought)


@dataclass(frozen=True, slots=True, kw_only=True)
class Armour:
    """A suit of armour. Saves are target numbers on a D6, 0 = none.

    Attributes:
        save: When nothing else applies.
        save_front_arc: Against attackers inside the wearer's vision arc, 0 = as ``save``.
        save_vs_blast, save_vs_template: Advanced rules; 0 = as ``save``.
        save_bonus: What it adds to the save of another suit it is worn under; 0 = not worn under.
        initiative: Added to Initiative rolls of its wearer.
        gas_toughness: What a respirator under it adds to Toughness against Gas, 0 = as always.
        immune: Traits that do nothing to its wearer.
    """

    id: str
    name: str
    save: int
    save_front_arc: int = 0
    save_vs_blast: int = 0
    save_vs_template: int = 0
    save_bonus: int = 0
    initiative: int = 0
    gas_toughness: int = 0
    immune: tuple[str, ...] = ()
    cost: Mapping[str, int] = field(default_factory=dict)
    rarity: str = ""
    confidence: str = ""
    sources: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A skill, a trait, a field, a shield or a piece of wargear: a name and what it does in one sentence.

    Attributes:
        kind: "skill", "trait", "field", "shield", "wargear" or "accessory".
        rules: "basic" if the basic rules use it, "advanced", or "board" if it acts only on a board.
    """

    id: str
    name: str
    kind: str
    effect: str
    rules: str = "advanced"
    cost: Mapping[str, int] = field(default_factory=dict)
    rarity: str = ""
    sources: tuple[str, ...] = ()
    note: str = ""


@rule("N17-B-CHR-01")
@dataclass(frozen=True, slots=True, kw_only=True)
class Fighter:
    """A fighter card (N17-B-CHR-01) with everything carried.

    Attributes:
        m: Movement in inches.
        ws, bs, i: Target numbers on a D6; ld, cl, wil, intelligence: on 2D6.
        base: Diameter of the base in millimetres.
        armour, under: A suit and what is worn under it, ids of the catalogue; "none".
        weapons: In kit order; each with the profiles the fighter really has. Two knives are two entries.
        reconstructed: What of the card is inferred rather than printed, "" if nothing is.
        label: How the user named this fighter, for headings (``rork[+boltgun]``).
    """

    id: str
    name: str
    m: int = 5
    ws: int = 4
    bs: int = 4
    s: int = 3
    t: int = 3
    w: int = 1
    i: int = 4
    a: int = 1
    ld: int = 7
    cl: int = 7
    wil: int = 7
    intelligence: int = 7
    base: int = 25
    armour: Armour
    under: Armour
    weapons: tuple[Weapon, ...] = ()
    skills: tuple[str, ...] = ()
    wargear: tuple[str, ...] = ()
    house: str = ""
    rank: str = ""
    gang: str = ""
    cost: float = 0
    reconstructed: str = ""
    sources: tuple[str, ...] = ()
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """Where and how one attack is made.

    Attributes:
        close: Close combat; otherwise a ranged attack.
        band: Range band of a ranged attack, None beyond long range.
        distance: Inches between the bases, None if only the band was given.
        aim: An Aim action was made before this shot.
        target_prone, target_engaged: The target's status.
        behind: The attacker's base centre is outside the target's vision arc.
        blocked: The target cannot be moved back by Knockback.
        save_bonus: Added to the target's save rolls, 0 or more.
        wounds_lost: Wounds the target has lost already.
        charging: This is the free Fight of a Charge.
        turned: The attacker turned to face (N17-B-CC-02).
        flesh_wounds, seriously_injured: What the target has suffered already.
        assists, interference: Friends of the attacker and of the target who join in (N17-A-MULTI-01).
        barricade: The fight is across a barricade (N17-A-MULTI-02).
        entangled: A natural 6 with Entangle hampers this reaction (N17-A-TRT-19).
        action: "" = shoot or fight, else "blind-fire", "hip-shooting", "headbutt" or "coup-de-grace".
        not_closest: A nearer enemy makes a test of target priority necessary (N17-A-SHT-01).
        blast_cover: Cover of the target as seen from the centre of a blast.
        in_line, in_melee: Fighters whom a stray shot may hit: on its line, and engaged with the target.
        firepower: Firepower dice that the player chose to roll, 0 = as many as Rapid Fire allows.
        share: Hits of rapid fire for a second target: "rest" = all but the first, "alternate" = every second.
        using: Items that the attacker uses for this attack: "chem-synth", "stimm-slug-stash".
    """

    close: bool = False
    band: Band | None = "short"
    distance: float | None = None
    cover: Cover = "none"
    aim: bool = False
    target_prone: bool = False
    target_engaged: bool = False
    behind: bool = False
    blocked: bool = False
    save_bonus: int = 0
    wounds_lost: int = 0
    charging: bool = False
    turned: bool = False
    flesh_wounds: int = 0
    seriously_injured: bool = False
    assists: int = 0
    interference: int = 0
    barricade: bool = False
    entangled: bool = False
    action: Action = ""
    not_closest: bool = False
    blast_cover: Cover = "none"
    in_line: int = 0
    in_melee: int = 0
    firepower: int = 0
    share: Share = "rest"
    using: tuple[str, ...] = ()
