"""Bad input under the advanced rules: refused in one clear line, or answered as the rules say."""

import json
import shlex

import pytest

import necrostats as ns
from tests.cli.running import run

ADVANCED = ("--rules", "advanced")
REFUSED = [
    # what the target has suffered
    ("lasgun --flesh-wounds 3", "flesh_wounds: expected less than the target's Toughness of 3, got 3", "INJ-03"),
    ("lasgun --flesh-wounds 99", "flesh_wounds: expected less than the target's Toughness of 3, got 99", ""),
    ("lasgun --flesh-wounds 100", "flesh-wounds: expected 0 to 99, got '100'", ""),
    ("lasgun --flesh-wounds -1", "flesh-wounds: expected 0 to 99, got '-1'", ""),
    ("lasgun --flesh-wounds 1.5", "flesh-wounds: expected a whole number, got '1.5'", ""),
    ("lasgun --wounds-lost 1", "wounds_lost: expected at most 0 of the target's 1 Wounds, got 1", "out of action"),
    ("lasgun --wounds-lost 2 --flesh-wounds 1", "wounds_lost: expected at most 1 of", "out of action"),
    ("lasgun --wounds-lost -1", "wounds-lost: expected 0 to 99, got '-1'", ""),
    ("lasgun --seriously-injured --target-engaged", "never prone and engaged at once", "leave out"),
    ("lasgun --target-prone --in-melee 1", "never prone and engaged at once", "target-prone or in-melee"),
    ("lasgun --seriously-injured --cover full", "a prone target in cover is hidden", "leave out"),
    # weapons
    ("custom[d=-1]", "expected d of custom to be a whole number from 1 to 10 or -, got '-1'", ""),
    ("custom[d=11]", "expected d of custom to be a whole number from 1 to 10 or -, got '11'", ""),
    ("custom[am=7]", "expected am of custom to be a whole number from 2+ to 6+ or -, got '7'", ""),
    ("custom[rng_s=T]", "expected custom to have no range besides T, got T and 24", "rng_s=-,rng_l=T"),
    ("custom[traits=rapid-fire(0)]", "expected rapid-fire with one of 1, 2, 3", "rapid-fire(1)"),
    ("custom[traits=rapid-fire(4)]", "expected rapid-fire with one of 1, 2, 3", "rapid-fire(1)"),
    ("custom[traits=rapid-fire(99)]", "expected rapid-fire with one of 1, 2, 3", "rapid-fire(1)"),
    ("custom[traits=rapid-fire(-1)]", "expected traits such as knockback|rapid-fire(1)", ""),
    ("custom[traits=rapid-fire]", "expected a number behind rapid-fire, one of 1, 2, 3", "rapid-fire(1)"),
    ("custom[traits=blast(0)]", "expected blast with one of 3, 5, got 'blast(0)'", "blast(3)"),
    ("custom[traits=blast(4)]", "expected blast with one of 3, 5, got 'blast(4)'", "blast(3)"),
    ("custom[traits=knockback(1)]", "expected no number behind knockback, got 'knockback(1)'", ""),
    ("custom[traits=knockback(7)]", "expected no number behind knockback, got 'knockback(7)'", ""),
    ("custom[traits=limited(0)]", "expected no number behind limited, got 'limited(0)'", ""),
    ("custom[traits=assault(2)]", "no trait 'assault'", "necrostats list traits"),
    ("custom[traits=gas,blaze]", "no change of a weapon 'blaze'", "traits=one|other"),
    ("custom[traits=gas|gas]", "expected each trait once, got gas twice", "leave one"),
    ("custom[traits=rapid-fire(1)|rapid-fire(2)]", "expected each trait once, got rapid-fire twice", "leave one"),
    ("custom[traits=gas|flash]", "to replace the wound roll once, got gas and flash", "leave one"),
    ("custom[traits=gas|fear|flash]", "to replace the wound roll once, got gas and fear and flash", "leave one"),
    ("custom[traits=toxin|melta]", "to replace the Injury dice once, got toxin and melta", "leave one"),
    ("custom[traits=toxin|web]", "to replace the Injury dice once, got toxin and web", "leave one"),
    ("custom[traits=blast(3)|template]", "expected custom to have Blast or a flame template, got both", "leave one"),
    ("flamer[traits=blast(3)]", "expected flamer to have Blast or a flame template, got both", "leave one"),
    ("custom[traits=toxin|gas] --option toxin=n18", "to replace the wound roll once, got gas and toxin", "leave"),
    ("custom[traits=gas|toxin]", "toxin acts on a wound, and gas makes none", "leave one"),
    ("custom[traits=flash|web]", "web acts on a wound, and flash makes none", "leave one"),
    # second weapons and second targets
    ("unarmed --with unarmed", "fists are none (N17-B-CC-04)", "name two weapons"),
    ("fighting-knife --with unarmed", "fists are none", "name two weapons"),
    ("lasgun --also rork", "also: expected a weapon with Rapid Fire, got lasgun", "only its hits are shared"),
    ("lasgun --with laspistol", "expected two pistols to shoot with (N17-A-SHT-02), got lasgun", "--with"),
    ("laspistol --with fighting-knife", "expected two pistols to shoot with", "--close"),
    ("laspistol --with nonsense", "no weapon 'nonsense'", "necrostats list weapons"),
    ("fighting-knife --with flamer", "expected one for close combat (Melee or Pistol), got 'flamer'", "--with"),
    ("polearm --with fighting-knife --close", "leaves no hand for a second weapon", "--with"),
    ("'custom[traits=pistol|unwieldy]' --with laspistol --close", "leaves no hand for a second weapon", "--with"),
    ("fighting-knife --also rork", "also belongs to shooting", "leave out also"),
    ("autogun --also nobody", "no fighter 'nobody'", "necrostats list fighters"),
    ("autogun --also ''", "expected a fighter, got ''", "such as kaiya"),
    ("autogun --share alternate", "share: expected a second target for 'alternate', got none", "add also"),
    ("autogun --share half", "'half' is not one of", "--help"),
    ("autogun --firepower 2", "firepower: expected at most 1 Firepower dice for autogun, got 2", "RF-01"),
    ("autogun --firepower -1", "firepower: expected 0 to 9, got '-1'", ""),
    # who else is there
    ("lasgun --in-line -1", "in-line: expected 0 to 10, got '-1'", ""),
    ("lasgun --in-line 1000", "in-line: expected 0 to 10, got '1000'", ""),
    ("lasgun --in-line 6 --in-melee 5", "expected at most 10 bystanders together, got 11", "leave out"),
    ("fighting-knife --assists -1", "assists: expected 0 to 99, got '-1'", ""),
    ("fighting-knife --interference -1", "interference: expected 0 to 99, got '-1'", ""),
    ("lasgun --assists 1", "assists belongs to close combat", "--close"),
    ("lasgun --barricade", "barricade belongs to close combat", "--close"),
    ("frag-grenades --in-line 1", "has no stray shots", "leave it out"),
    ("fighting-knife --in-line 1", "in_line belongs to shooting", "leave out"),
    ("fighting-knife --not-closest", "not_closest belongs to shooting", "leave out"),
    ("fighting-knife --action blind-fire", "blind-fire belongs to shooting", "leave out"),
    ("lasgun --blast-cover full", "blast_cover: expected a weapon with Blast, got lasgun", "leave it out"),
    ("lasgun -o ''", "-o: expected the name of a file", "answer.md"),
    ("lasgun --plot ''", "--plot: expected the name of a file", "answer.png"),
    # how and where
    ("flamer --distance 20", "a flame template reaches about 8 inches, got 20", "leave out distance"),
    ("flamer --close", "expected one for close combat (Melee or Pistol), got 'flamer'", "--close"),
    ("frag-grenades --close", "expected one for close combat (Melee or Pistol)", "--close"),
    ("flamer --range short", "flamer has no short range", "--range long"),
    ("flamer --charging", "charging belongs to close combat", "--close"),
    ("frag-grenades --distance 0", "0 inches is base contact", "--close"),
    ("lasgun --distance -1", "distance: expected 0 to 999, got '-1'", ""),
    ("lasgun --distance nan", "distance: expected 0 to 999, got 'nan'", ""),
    ("lasgun --distance inf", "distance: expected 0 to 999, got 'inf'", ""),
    ("heavy-bolter --aim", "heavy-bolter is Unwieldy", "leave out --aim"),
    ("lasgun --action hip-shooting", "the skill hip-shooting", "add [+hip-shooting]"),
    ("lasgun --action blind-fire --aim", "blind-fire leaves no action to aim", "leave out --aim"),
    ("lasgun --action headbutt", "expected the skill headbutt", "add [+headbutt]"),
    ("lasgun --action coup-de-grace", "a coup de grace needs a seriously injured target", "seriously-injured"),
    ("lasgun --action coup-de-grace --seriously-injured --distance 9", "at most 1 inch", "leave out distance"),
    ("lasgun --action run", "'run' is not one of", "--help"),
    ("lasgun --using spoon", "'spoon' is not one of", "--help"),
    # options
    ("lasgun --option injury_faces=0,0,0", "three other counts that sum to 6, got '0,0,0'", "show injury_faces"),
    ("lasgun --option injury_faces=7,-1,0", "three other counts that sum to 6", "show injury_faces"),
    ("lasgun --option injury_faces=2,3", "three other counts that sum to 6", "show injury_faces"),
    ("lasgun --option stray_hit=7", "expected stray_hit to be 1-3 or 6 or off, got '7'", "show stray_hit"),
    ("lasgun --option stray_hits=6", "no option 'stray_hits'", "did you mean stray_hit?"),
    ("lasgun --option ammo_face_holes=2", "expected ammo_face_holes to be 1 or 0, got '2'", "show ammo"),
    ("lasgun --option cover_half=half", "expected cover_half to be partial or full, got 'half'", "show cover_half"),
    ("lasgun --house nobody", "no house rules 'nobody'", ""),
]  # fmt: skip


def refused(capsys, message, hint, *args):
    """Hold a command to one line of error, perhaps one of help, and exit code 2."""
    code, out, err = run(capsys, *args)
    first, *rest = err.splitlines()
    assert (code, out) == (2, "")
    assert first.startswith("error: ")
    assert message in first
    assert hint in "".join(rest)
    assert len(rest) <= 1
    assert all(line.startswith("hint: ") for line in rest)


@pytest.fixture(autouse=True)
def _no_house_rules(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))


@pytest.mark.parametrize(("how", "message", "hint"), REFUSED, ids=[bad[0] for bad in REFUSED])
def test_attack__refuses(how, message, hint, capsys):
    refused(capsys, message, hint, "attack", "custom", "custom", *ADVANCED, "--weapon", *shlex.split(how))


@pytest.mark.parametrize(
    ("target", "message", "hint"),
    [
        ("custom[t=0]", "expected t of Custom fighter to be a whole number from 1 to 10, got '0'", ""),
        ("custom[w=0]", "expected w of Custom fighter to be a whole number from 1 to 10, got '0'", ""),
        ("custom[base=0]", "expected base of Custom fighter to be a whole number from 20 to 80", ""),
        ("custom[+no-such-skill]", "no weapon, armour, skill or wargear 'no-such-skill'", "necrostats list"),
        (
            "custom[+true-gritt]",
            "no weapon, armour, skill or wargear 'true-gritt'",
            "did you mean true-grit?",
        ),
        ("custom[-dodge]", "expected an item that Custom fighter carries, got 'dodge'", "carries nothing"),
        ("custom[skill=dodge]", "no change of a fighter 'skill=dodge'", "+item"),
        ("custom[armour=zzz]", "no armour 'zzz'", "necrostats list armour"),
    ],
)
def test_fighter__is_refused(target, message, hint, capsys):
    refused(capsys, message, hint, "attack", "custom", target, *ADVANCED, "--weapon", "lasgun")


MARKER = ("--marker", "3", "--hit", "4+")
NOBODY_THERE = [
    ((*MARKER, "--base", "0"), "base: expected", ""),
    ((*MARKER, "--base", "-5"), "base: expected", ""),
    ((*MARKER, "--base", "999"), "base: expected", ""),
    ((*MARKER, "--base", "inf"), "base: expected", ""),
    ((*MARKER, "--arrangement", "0,0@0"), "base: expected 20 to 80 mm, got '0'", "25, 32 and 40"),
    ((*MARKER, "--arrangement", "0,0@-25"), "base: expected 20 to 80 mm, got '-25'", "25, 32 and 40"),
    ((*MARKER, "--arrangement", " "), "arrangement: expected at least one fighter", "for example"),
    ((*MARKER, "--arrangement", "here"), "arrangement: expected x,y in inches, got 'here'", "for example"),
    ((*MARKER, "--arrangement", "0,0,0"), "arrangement: expected x,y in inches, got '0,0,0'", "for example"),
    ((*MARKER, "--arrangement", "inf,0"), "arrangement: expected x,y in inches, got 'inf,0'", "for example"),
    ((*MARKER, "--arrangement", "1000,0"), "expected inches from -999 to 999, got '1000'", "for example"),
    ((*MARKER, "--arrangement", "line of 0 at 1 inch"), "expected 1 to 100 fighters, got 0", "for example"),
    ((*MARKER, "--arrangement", "line of 3 at -1 inch"), "expected inches from 0 to 999, got '-1'", "for example"),
    ((*MARKER, "--arrangement", "line of 3"), "arrangement: expected x,y in inches, got 'line'", "for example"),
    ((*MARKER, "--aim-at", "1"), "expected a point x,y in inches, got '1'", "1.5,0"),
    ((*MARKER, "--shooter", "0,-9 3,3"), "shooter: expected one point x,y in inches", "0,-9"),
    (("--marker", "0", "--hit", "4+"), "marker: expected 3", ""),
    (("--marker", "4", "--hit", "4+"), "marker: expected 3", ""),
    (("--marker", "3", "--hit", "1+"), "hit: expected 2+ to 6+, got '1+'", "4+"),
    (("--marker", "3", "--hit", "7+"), "hit: expected 2+ to 6+, got '7+'", "4+"),
    (("--marker", "3"), "expected a fighter with a weapon, or the hit roll", "--hit 4+"),
    (("kaiya", "--weapon", "lasgun"), "expected a weapon with Blast, got lasgun", "--marker 3"),
    (("kaiya", "--weapon", "flamer"), "expected a weapon with Blast, got flamer", "--marker 3"),
    (("kaiya", "--weapon", "frag-grenades", "--distance", "-1"), "distance: expected 0 to 999", ""),
    (("kaiya", "--weapon", "frag-grenades", "--distance", "0"), "0 inches is base contact", ""),
    (("kaiya", "--weapon", "frag-grenades", "--distance", "50"), "beyond the long range", "BLAST-01"),
    (("kaiya", "--weapon", "frag-grenades", "--shooter", "0,-999"), "beyond the long range", "BLAST-01"),
    (("nobody", "--weapon", "frag-grenades"), "no fighter 'nobody'", "necrostats list fighters"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("args", "message", "hint"), NOBODY_THERE, ids=[" ".join(bad[0]) for bad in NOBODY_THERE]
)
def test_blast__refuses(args, message, hint, capsys):
    refused(capsys, message, hint, "blast", *args, "--exact")


@pytest.mark.parametrize(
    ("name", "hint"), [("stray_hitt", "did you mean stray_hit?"), ("no-such-option", "list")]
)
def test_show__knows_no_such_option(name, hint, capsys):
    refused(capsys, f"no entry '{name}'", hint, "show", name)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("default = 'club'\n[house", "file: expected TOML"),
        ("default = 'club'\n[house.club]\nrules = 'expert'", "house.club.rules: expected"),
        ("default = 'club'\n[house.club.options]\nstray_hits = 6", "stray_hits: expected an option"),
        ("default = 'club'\n[house.club.options]\ninjury_faces = '0,0,0'", "injury_faces: "),
        ("default = 'nobody'\n[house.club]", "default: "),
    ],
)
def test_house_rules__are_bad_data(text, message, tmp_path, capsys):
    (tmp_path / "necrostats.toml").write_text(text, "utf-8")
    code, out, err = run(capsys, "attack", "custom", "custom", *ADVANCED, "--weapon", "lasgun")
    assert (code, out) == (3, "")
    assert message in err
    assert "Traceback" not in err
    assert len(err.splitlines()) == 2


ANSWERED = [
    ("custom[d=-]", "outcomes.unhurt", "1/2"),
    ("custom[d=-] --option injury_dice=equal_damage", "outcomes.unhurt", "1/2"),
    ("'custom[d=-,traits=rending|knockback]' --blocked", "outcomes.unhurt", "1/2"),
    ("custom[d=-,traits=toxin]", "outcomes.out_of_action", "1/8"),
    ("custom[str=-]", "stages.wound", "0"),
    ("custom[str=S-9]", "stages.wound", "0"),
    ("custom[traits=shock,str=-]", "stages.wound", "0"),
    ("custom[rng_s=Sx9,rng_l=Sx1] --distance 20", "outcomes.missed", "1"),
    ("custom --flesh-wounds 2", "outcomes.flesh_wound", "0"),
    ("custom --flesh-wounds 2", "stages.wound", "5/12"),
    ("custom --flesh-wounds 1 --wounds-lost 1", "outcomes.flesh_wound", "1/9"),
    ("custom --seriously-injured --wounds-lost 1", "stages.hit", "1/3"),
    ("custom --option injury_faces=6,0,0", "outcomes.flesh_wound", "1/4"),
    ("frag-grenades --distance 50", "outcomes.missed", "1"),
    ("'custom[traits=rapid-fire(2)|grenade]'", "hits.1", "1/2"),
    ("'custom[traits=unstable|combi,am=-]'", "outcomes.out_of_action", "1/24"),
    ("fighting-knife --assists 99", "stages.hit", "5/6"),
    ("fighting-knife --interference 99", "stages.hit", "0"),
    ("autogun --also custom", "other.hits.0", "2/3"),
    ("lasgun --in-line 2 --option stray_hit=off", "strays.in_line_1", "0"),
]


@pytest.mark.parametrize(("how", "figure", "fraction"), ANSWERED, ids=[f"{a[0]} {a[1]}" for a in ANSWERED])
def test_attack__answers_what_is_odd_but_legal(how, figure, fraction, capsys):
    code, out, err = run(
        capsys, "attack", "custom", "custom", *ADVANCED, "--json", "--weapon", *shlex.split(how)
    )
    assert (code, err) == (0, "")
    found = json.loads(out)
    for key in figure.split("."):
        found = found[key]
    assert found["fraction"] == fraction


@pytest.mark.parametrize(
    ("kit", "three_hits"),
    [("", "1/8"), ("+sword", "1/16"), ("+sword,+sword", "1/32"), ("+sword,+sword,+power-sword", "1/32")],
)
def test_parry_weapons__more_than_two_are_two(kit, three_hits):
    answer = ns.attack("custom[a=3]", f"custom[{kit}]", weapon="fighting-knife", rules="advanced")
    assert answer["hits"]["3"]["fraction"] == three_hits


def test_blast__two_fighters_on_one_spot_are_said(capsys):
    _, out, _ = run(capsys, "blast", *MARKER, "--arrangement", "0,0 0,0", "--exact", "--json")
    answer = json.loads(out)
    assert answer["expected"]["fraction"] == "10/9"
    assert any("overlap" in note for note in answer["notes"])


@pytest.mark.parametrize(
    ("named", "how"),
    [
        ("using", {"using": None}),
        ("using", {"using": "chem-synth"}),
        ("using", {"using": ["spoon"]}),
        ("firepower", {"firepower": True}),
        ("in_line", {"in_line": 1.5}),
        ("in_line", {"in_line": "2"}),
        ("flesh_wounds", {"flesh_wounds": -1}),
        ("seriously_injured", {"seriously_injured": "yes"}),
        ("share", {"share": None}),
        ("action", {"action": None}),
        ("blast_cover", {"blast_cover": "some"}),
        ("injury_faces", {"options": {"injury_faces": (0, 0, 0)}}),
        ("rules", {"rules": "Advanced"}),
        ("distance", {"distance": float("nan")}),
        ("weapon", {"with_weapon": 3}),
    ],
)
def test_python__refuses(named, how):
    with pytest.raises(ns.UsageError, match=named):
        ns.attack("custom", "custom", **{"weapon": "lasgun", "rules": "advanced", **how})


@pytest.mark.parametrize(
    ("name", "weapon"),
    [
        ("in_line", "lasgun"),
        ("in_melee", "lasgun"),
        ("save_bonus", "lasgun"),
        ("firepower", "autogun"),
        ("flesh_wounds", "lasgun"),
        ("assists", "fighting-knife"),
        ("interference", "fighting-knife"),
    ],
)
def test_python__takes_whole_numbers_of_any_type(name, weapon):
    one, same = (
        ns.attack("custom", "custom", weapon=weapon, rules="advanced", **{name: n}) for n in (1, 1.0)
    )
    assert one.to_dict() == same.to_dict()


@pytest.mark.parametrize("name", [None, 3, ""])
def test_option__is_named_by_a_text(name):
    with pytest.raises(ns.UsageError, match="option"):
        ns.option(name)
