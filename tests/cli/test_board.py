"""``necrostats board``: what it prints, draws and refuses."""

import csv
import io
import json
from math import hypot

import pytest

import necrostats as ns
from necrostats.reports.figures import draw
from tests.cli.running import run

SEEN = ("board", "turf-war", "--viewer", "5,3", "--target", "6,13")


def test_report(capsys):
    code, text, err = run(capsys, *SEEN, "--no-stamp")
    assert (code, err) == (0, "")
    assert text.startswith('Turf War: the target is in partial cover, 9.07" away\n')
    assert "to charge" in text
    assert run(capsys, "board", "columns")[1].startswith('Columns: 24" by 24", 9 walls\n')


def test_formats(capsys):
    answer = json.loads(run(capsys, *SEEN, "--json")[1])
    assert answer["sight"]["cover"] == "partial"
    assert answer["sight"]["distance"] == pytest.approx(hypot(1, 10) - 25 / 25.4)
    rows = {
        row["quantity"]: row["value"] for row in csv.DictReader(io.StringIO(run(capsys, *SEEN, "--csv")[1]))
    }
    assert float(rows["way"]) == answer["sight"]["way"]["inches"]
    assert float(rows["level"]) > float(rows["way"])
    assert draw(answer) is not None
    assert "data:image/svg+xml" in run(capsys, *SEEN, "--format", "html")[1]


def test_an_enemy_in_between_hides_the_target():
    seen = ns.board("open-ground", viewer="2,2", target="12,2", others="7,2")["sight"]
    assert (seen["cover"], seen["share"], seen["in_arc"]) == ("hidden", 0, False)
    aside = ns.board("open-ground", viewer="2,2", target="12,2", facing="2,20")["sight"]
    assert (aside["cover"], aside["in_arc"]) == ("none", False)


def test_a_wall_from_edge_to_edge_leaves_no_way(tmp_path, capsys):
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "own.toml").write_text(
        '[boards.halves]\nname = "Halves"\nwidth = 10\nheight = 10\n'
        'pieces = [{kind = "wall", line = [[0, 5], [10, 5]], thick = 0.5}]\n'
    )
    seen = ns.board("halves", viewer="5,2", target="5,8", data=[tmp_path])["sight"]
    assert (seen["way"], seen["level"], seen["cover"]) == (None, None, "hidden")
    assert "halves" in run(capsys, "list", "boards", "--data", str(tmp_path))[1]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("turf-wr",), "no board 'turf-wr'"),
        (("turf-war", "--viewer", "5,3"), "expected a viewer and a target, got one of them"),
        (("turf-war", "--others", "5,3"), "expected a viewer and a target with others and facing"),
        (("turf-war", "--viewer", "5,6.5", "--target", "3,3"), "viewer: expected a place on the board"),
        (("columns", "--viewer", "6,6", "--target", "3,3"), "viewer: expected a place on the board"),
        (("columns", "--viewer", "0,3", "--target", "3,3"), "viewer: expected a place on the board"),
        (("columns", "--viewer", "3,3", "--target", "3.5,3"), "target: expected bases that do not overlap"),
        (("columns", "--viewer", "3,3 4,4", "--target", "3.5,3"), "viewer: expected one point, got 2"),
        (("columns", "--viewer", "here", "--target", "3.5,3"), "got 'here'"),
        (
            ("columns", "--viewer", "3,3", "--target", "9,3", "--facing", "3,3"),
            "facing: expected another point",
        ),
    ],
    ids=" ".join,
)
def test_refused(args, said, capsys):
    code, out, err = run(capsys, "board", *args)
    assert (code, out) == (2, "")
    assert said in err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("width = 3", "boards.x.width: expected a number from 4 to 96, got 3"),
        ("width = nan", "boards.x.width: expected a number from 4 to 96"),
        ('deploy = ["top"]', "boards.x.deploy: expected two different edges"),
        (
            'pieces = [{kind = "hedge", line = [[1, 1], [2, 2]], thick = 1}]',
            "pieces[0].kind: expected one of wall",
        ),
        ('pieces = [{kind = "wall", line = [[1, 1], [1, 1]], thick = 1}]', "expected two different points"),
        ('pieces = [{kind = "wall", line = [[1, 1]], thick = 1}]', "expected a list of 2 points"),
        (
            'pieces = [{kind = "wall", corners = [[1, 1], [2, 2], [3, 3]]}]',
            "corners of a convex polygon in order",
        ),
        (
            'pieces = [{kind = "wall", corners = [[1, 1], [3, 3], [3, 1], [1, 3]]}]',
            "corners of a convex polygon",
        ),
        (
            'pieces = [{kind = "wall", corners = [[1, 1], [30, 3], [3, 1]]}]',
            "points on a board of 10 by 10 inches",
        ),
        ("pieces = 3", "pieces: expected a list of tables"),
        ("hight = 3", "no such key (did you mean height?)"),
    ],
)
def test_mistakes_of_the_data(text, said, tmp_path, capsys):
    (tmp_path / "boards").mkdir()
    lines = {"name": 'name = "X"', "width": "width = 10", "height": "height = 10"}
    lines[text.partition(" ")[0]] = text
    (tmp_path / "boards" / "x.toml").write_text("[boards.x]\n" + "\n".join(lines.values()) + "\n")
    code, out, err = run(capsys, "board", "x", "--data", str(tmp_path))
    assert (code, out) == (3, "")
    assert said in err
