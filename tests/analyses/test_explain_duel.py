"""A duel under the advanced rules, told: what is said is what happens."""

from necrostats.analyses.explain import explain_duel


def told(a, b, **more):
    story = explain_duel(a, b, **{"policy_a": "stand-and-shoot", "policy_b": "stand-and-shoot", **more})
    return [
        line["text"] if line["kind"] != "die" else (line["title"], line["outcome"]) for line in story.lines
    ], story


def test_injury_coup_de_grace_and_the_end():
    """Rork has priority and charges from 4 inches: stub gun and cleaver, a serious injury, and the end of Kaiya."""
    faces = [1, 6, 6]  # priority, the charge
    faces += [1, 3, 3, 3]  # the stub gun misses, the cleaver hits twice; Kaiya has one rolled again: a hit
    faces += [2, 5, 3, 1]  # Firepower, a wound, a serious injury; and no wound
    lines, story = told("kaiya", "rork", policy_b="charge", distance=4, rounds=1, faces=faces)
    assert ("Injury die", "serious injury") in lines
    assert lines[-1] == "Rork finishes Kaiya off: a coup de grace"
    assert story.result == {"outcome": "Rork wins", "round": 1}


def test_rapid_fire_tells_its_holes_and_a_lasgun_does_not():
    for gun, said in (("autogun", True), ("lasgun", False)):
        lines, _ = told(f"custom[+{gun}]", "custom", distance=10, rounds=1, seed=3)
        outcomes = [line[1] for line in lines if isinstance(line, tuple) and line[0] == "Firepower die"]
        assert outcomes
        assert all(("hole" in outcome) == said for outcome in outcomes)


def test_an_empty_gun_is_said_and_reloaded():
    """An autogun that runs dry is loaded again by a Reload on 4+."""
    faces = [6, 1]  # priority
    faces += [1, 1, 1]  # a miss, an Ammo symbol, the check fails
    faces += [6, 1]  # priority of round 2
    faces += [6, 1, 2]  # reloaded; a miss, no symbol
    lines, _ = told("custom[+autogun]", "custom", distance=10, rounds=2, faces=faces)
    empty = lines.index("Custom fighter A: the autogun is out of ammo")
    assert lines.index("Custom fighter A reloads the autogun") > empty
    assert ("reload", "loaded") in lines
    assert "the autogun is loaded again" in lines


def test_recovery_is_told_at_the_end_of_the_round():
    faces = [6, 1, 6, 2, 6, 3]  # priority; a hit, no symbol, a wound, a serious injury
    lines, story = told("custom[+lasgun]", "custom", distance=10, rounds=1, faces=[*faces, 3])
    assert lines[-1] == "Custom fighter B stays down, seriously injured"
    assert story.result["outcome"] == "Custom fighter A wins, the other being seriously injured"
    lines, story = told("custom[+lasgun]", "custom", distance=10, rounds=1, faces=[*faces, 1])
    assert lines[-1] == "Custom fighter B has recovered and is pinned"
    assert story.result["outcome"] == "both still in play: a draw"


def test_fire_is_told():
    """B catches fire in its own round's beginning and puts it out lying down."""
    faces = [6, 1]  # priority
    faces += [6, 1, 4]  # no symbol, no wound, on fire
    faces += [2]  # a Double action: out on 2+
    lines, _ = told("custom[+flamer]", "custom", distance=5, rounds=1, faces=faces)
    assert "Custom fighter B is on fire" in lines
    assert "Custom fighter B is on fire and goes down to put it out" in lines
    assert ("does the fire go out", "it goes out") in lines
    assert "Custom fighter B puts the fire out" in lines
