"""The replay of a battle: one page that fetches nothing, with the board, everybody on it, and the story.

The board, the fighters and the whole story stand in the page as they are. ``replay.js`` steps from line to line, and
``replay_drawing.js`` moves and marks them. Without JavaScript it is the board at deployment and the story to read.
"""

import json
from collections.abc import Iterator, Mapping
from html import escape
from importlib.resources import files
from math import atan2, degrees, pi
from typing import Any

from necrostats.reports.blocks import Result
from necrostats.reports.closing import closing, without_command
from necrostats.reports.html import render
from necrostats.reports.pages import again
from necrostats.reports.replay_badges import badges, key_of_badges, patterns
from necrostats.reports.story_report import in_play, needs

INCH = 100  # units of the drawing
MARGIN = 0.9  # inches round the board, for its numbers
MM = 25.4
BOLD_LINE = 6
Line = Mapping[str, Any]


def replay_page(result: Result) -> str:
    """The page of a told battle, from the dictionary of ``explain battle``."""
    parts = {
        "TITLE": escape(f"{result['title']} (seed {result['seed']})"),
        "STYLE": _file("replay.css"),
        "HEADER": _header(result),
        "RATIO": f"{_width(result) / _height(result):.5f}",
        "BOARD": _board(result),
        "KEY": _key(result),
        "STATES": key_of_badges(result["frames"][0]),
        "ROUNDS": _rounds(result),
        "LINES": str(len(result["lines"])),
        "ROSTER": "".join(_roster(result, side) for side in (0, 1)),
        "STORY": _story(result),
        "SMALL_PRINT": _small_print(result),
        "DATA": embedded(result),
        "SCRIPT": f"{_file('replay_drawing.js')}\n\n{_file('replay.js')}",
    }
    first, *pieces = _file("replay.html").split("{{")
    made = [first]
    for piece in pieces:
        name, _, rest = piece.partition("}}")
        made += [parts[name], rest]
    return "".join(made)


def embedded(value: Any) -> str:
    r"""JSON that no tag can end.

    >>> print(embedded("</script>"))
    "\u003c/script>"
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _file(name: str) -> str:
    return (files("necrostats.reports") / name).read_text("utf-8").strip()


def _letter(side: int) -> str:
    return "AB"[side]


def tags(result: Result) -> list[str]:
    """What stands on the base of each fighter: A1, A2, ... B1, B2 ..."""
    counts, made = [0, 0], []
    for fighter in result["fighters"]:
        counts[fighter["side"]] += 1
        made.append(f"{_letter(fighter['side'])}{counts[fighter['side']]}")
    return made


def _chip(tag: str) -> str:
    """The mark of a side or a fighter, as its base looks on the board."""
    return f'<i class="chip {tag[0].lower()}{" long" * (len(tag) > 2)}">{tag}</i>'


# --------------------------------------------------------------------- header


def _header(result: Result) -> str:
    a, b = (f"<span>{_chip(_letter(side))}{escape(name)}</span>" for side, name in enumerate(result["sides"]))
    end = result["result"]
    facts = {
        "board": result["name"],
        "policies": f"{result['policy_a']} against {result['policy_b']}",
        "rules": result["rules"],
        "seed": f"{result['seed']}" + (f", trial {result['trial']}" if result.get("trial") else ""),
    }
    said = "".join(f"<div><dt>{name}</dt><dd>{escape(str(text))}</dd></div>" for name, text in facts.items())
    outcome = str(end["outcome"])
    outcome = escape(outcome[:1].upper() + outcome[1:])
    return (
        f'<h1>{a} <small>against</small> {b}</h1>\n<p class="result"><b>{outcome}</b> '
        f'in round {escape(str(end["round"]))}; {escape(str(end["left"]))}</p>\n<dl class="facts">{said}</dl>'
    )


# ---------------------------------------------------------------------- board


def _width(result: Result) -> float:
    return float(result["width"]) + 2 * MARGIN


def _height(result: Result) -> float:
    return float(result["height"]) + 2 * MARGIN


def _units(*inches: float) -> str:
    return " ".join(f"{INCH * each:.6g}" for each in inches)


def _board(result: Result) -> str:
    """The drawing: y grows upwards on a board and downwards in a drawing."""
    width, height = result["width"], result["height"]
    box = _units(-MARGIN, -MARGIN, _width(result), _height(result))
    label = f"{result['name']}, {width:g} by {height:g} inches; the story says who does what"
    parts = [
        f'<svg id="board" viewBox="{box}" role="img" aria-label="{escape(label)}" data-height="{height:g}">',
        f"<defs>{_hatch('a')}{_hatch('b')}{patterns(result['frames'][0])}</defs>",
        f'<rect class="ground" width="{INCH * width:g}" height="{INCH * height:g}"/>',
        *_grid(width, height),
        *(_edge(result, side) for side in (0, 1)),
        *(_piece(piece, height) for piece in result["pieces"]),
        f'<g id="sights">{"".join(_sights(result))}</g>',
        '<g id="marks"></g>',
        f'<g id="fighters">{"".join(_fighters(result))}</g>',
        '<g id="clashes"></g><g id="names"></g><g id="calls"></g></svg>',
    ]
    return "\n".join(parts)


def _hatch(side: str) -> str:
    """The pattern on the base of a pinned fighter."""
    size = 'width="24" height="24" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"'
    return f'<pattern id="hatch-{side}" {size}><path d="M0 0V24" class="hatch"/></pattern>'


def _grid(width: float, height: float) -> Iterator[str]:
    for bold in (False, True):
        across = [x for x in range(1, int(width) + 1) if (x % BOLD_LINE == 0) == bold and x < width]
        down = [y for y in range(1, int(height) + 1) if (y % BOLD_LINE == 0) == bold and y < height]
        path = [f"M{_units(x, 0)}V{_units(height)}" for x in across]
        path += [f"M{_units(0, height - y)}H{_units(width)}" for y in down]
        if path:
            yield f'<path class="grid{" bold" * bold}" d="{"".join(path)}"/>'
    for x in range(0, int(width) + 1, BOLD_LINE):
        yield f'<text class="inch" x="{_units(x)}" y="{_units(height + 0.55)}">{x}</text>'
    for y in range(BOLD_LINE, int(height) + 1, BOLD_LINE):
        yield f'<text class="inch" x="{_units(-0.45)}" y="{_units(height - y)}">{y}</text>'


def _edge(result: Result, side: int) -> str:
    """The edge at which a side deploys."""
    width, height = result["width"], result["height"]
    ends = {
        "bottom": (0, height, width, height),
        "top": (0, 0, width, 0),
        "left": (0, 0, 0, height),
        "right": (width, 0, width, height),
    }[result["deploy"][side]]
    return f'<path class="edge {_letter(side).lower()}" d="M{_units(*ends[:2])}L{_units(*ends[2:])}"/>'


def _piece(piece: Line, height: float) -> str:
    corners = "L".join(_units(x, height - y) for x, y in piece["corners"])
    return f'<path class="piece {escape(piece["kind"])}" d="M{corners}Z"><title>{escape(piece["kind"])}</title></path>'


def _radius(fighter: Line) -> float:
    return float(fighter["base"]) / 2 / MM * INCH


def _at(result: Result, n: int) -> str:
    """Where the first frame has a fighter."""
    frame = result["frames"][0]
    x, y = INCH * frame["x"][n], INCH * (result["height"] - frame["y"][n])
    return f"transform:translate({x:.6g}px,{y:.6g}px)"


def _turned(frame: Line, n: int) -> str:
    x, y = frame["facing"][n]
    return f"transform:rotate({-degrees(atan2(y, x)):.4g}deg)"


def _sights(result: Result) -> Iterator[str]:
    """The beginning of each vision arc, under all bases."""
    frame = result["frames"][0]
    for n, fighter in enumerate(result["fighters"]):
        yield (
            f'<g class="sight {_letter(fighter["side"]).lower()}" style="{_at(result, n)}"><g class="turn" '
            f'style="{_turned(frame, n)}"><path class="arc" d="{_wedge(_radius(fighter) + 80)}"/></g></g>'
        )


def _fighters(result: Result) -> Iterator[str]:
    """A group each, where the first frame has it: ring of Wounds, base, facing, cross and letters."""
    frame = result["frames"][0]
    for n, (fighter, tag) in enumerate(zip(result["fighters"], tags(result), strict=True)):
        radius = _radius(fighter)
        r = f"{radius:.4g}"
        cross = f"{0.62 * radius:.4g}"
        yield (
            f'<g class="fighter {tag[0].lower()}" data-fighter="{n}" style="--r:{r}px;{_at(result, n)}">'
            f"<title>{escape(fighter['name'])}</title>"
            f'<g class="turn" style="{_turned(frame, n)}"><path class="nose" d="{_nose(radius)}"/></g>'
            f'<circle class="halo" r="{radius + (30 if fighter["wounds"] > 1 else 22):.4g}"/>'
            f'<circle class="base" r="{r}"/><circle class="lies" r="{r}"/>'
            f'<circle class="rim" r="{radius - 7:.4g}"/>{_wounds(radius, fighter["wounds"])}'
            f'<text class="tag"><tspan>{tag[0]}</tspan>{tag[1:]}</text>'
            f'<path class="cross" d="M-{cross} -{cross}L{cross} {cross}M-{cross} {cross}L{cross} -{cross}"/>'
            '<path class="ready" d="M0-4.6L4.6 0 0 4.6-4.6 0Z"/>'
            f"{badges(frame)}</g>"
        )


def _wedge(radius: float) -> str:
    """A quarter of a disc to the right: the vision arc."""
    side = radius * 0.5**0.5
    return f"M0 0L{side:.4g} -{side:.4g}A{radius:.4g} {radius:.4g} 0 0 1 {side:.4g} {side:.4g}Z"


def _nose(radius: float) -> str:
    return f"M{radius - 2:.4g} -26L{radius + 30:.4g} 0L{radius - 2:.4g} 26Z"


def _wounds(radius: float, wounds: int) -> str:
    """A ring of as many parts as there are Wounds; nothing where there is one."""
    if wounds < 2:
        return ""
    around = radius + 13
    length = 2 * pi * around
    part = length / wounds
    return "".join(
        f'<circle class="wound" r="{around:.4g}" stroke-dasharray="{part - 8:.4g} {length - part + 8:.4g}" '
        f'transform="rotate({360 * n / wounds - 90:.4g})"/>'
        for n in range(wounds)
    )


def _key(result: Result) -> str:
    kinds = dict.fromkeys(piece["kind"] for piece in result["pieces"])
    return "".join(
        f'<li><svg viewBox="0 0 20 12"><rect class="piece {escape(kind)}" x="1" y="1" width="18" height="10"/></svg>'
        f"{escape(kind)}</li>"
        for kind in kinds
    )


# ---------------------------------------------------------------------- story


def is_round(line: Line) -> bool:
    """Whether a round begins at a line."""
    return line["kind"] == "heading" and "event" not in line


def _rounds(result: Result) -> str:
    """Links to where the rounds begin."""
    starts = [n for n, line in enumerate(result["lines"], 1) if is_round(line)]
    return "".join(
        f'<a href="#step={start}" data-step="{start}" aria-label="Round {number}">{number}</a>'
        for number, start in enumerate(starts, 1)
    )


def _story(result: Result) -> str:
    """The lines, in a group for each activation."""
    fighters, letters = result["fighters"], tags(result)
    made, open_group = [], False
    for n, line in enumerate(result["lines"], 1):
        if line["kind"] == "heading" or not open_group:
            made.append("</ol></section>" * open_group)
            side = ""
            if line.get("event") == "acts":
                side = " " + _letter(fighters[line["who"]]["side"]).lower()
            made.append(f'<section class="act{side}"><ol>')
            open_group = True
        made.append(_line(n, line, result, letters))
    return "\n".join([*made, "</ol></section>" * open_group])


def _line(n: int, line: Line, result: Result, letters: list[str]) -> str:
    if line["kind"] == "die":
        kind, inside = "die", _die(line)
    elif is_round(line):
        kind, inside = "round", f"<b>{escape(line['text'])}</b><small>{escape(in_play(line, result))}</small>"
    elif line.get("event") == "ends":
        kind, inside = "ends", f"<b>{escape(line['text'])}</b>"
    elif line["kind"] == "heading":
        fighter = result["fighters"][line["who"]]
        name, where = fighter["name"], str(line["text"]).removeprefix(fighter["name"])
        kind, inside = "acts", f"{_chip(letters[line['who']])}<b>{escape(name)}</b>{escape(where)}"
    else:
        kind, inside = "say", escape(line["text"])
    event = f" {line['event'].replace(' ', '-')}" if "event" in line and kind == "say" else ""
    if kind == "die" and not line["outcome"]:
        event = " open"
    return f'<li class="{kind}{event}"><a href="#step={n}" id="step={n}" data-step="{n}">{inside}</a></li>'


def _die(line: Line) -> str:
    outcome = str(line.get("outcome") or "")
    good = " good" if line["need"] and int(line["rolled"]) >= int(line["need"]) else ""
    texts = [("what", line["title"]), ("need", needs(line)), ("outcome", outcome), ("rule", line["rule"])]
    said = "".join(
        f'<span class="{name}{good * (name == "outcome")}">{escape(str(text))}</span>'
        for name, text in texts
        if text
    )
    return f'{_face(line)}<span class="hidden">rolled {escape(str(line["rolled"]))}</span>{said}'


PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def _face(line: Line) -> str:
    """The face of a D6, or the number in a square."""
    rolled = line["rolled"]
    if line["dice"] == "D6" and rolled in PIPS:
        inside = "".join(f'<circle cx="{10 + 5 * x}" cy="{10 + 5 * y}" r="1.8"/>' for x, y in PIPS[rolled])
    else:
        inside = f'<text x="10" y="14">{escape(str(rolled))}</text>'
    box = '<rect x="1" y="1" width="18" height="18" rx="4"/>'
    return f'<svg class="face" viewBox="0 0 20 20" aria-hidden="true">{box}{inside}</svg>'


def _roster(result: Result, side: int) -> str:
    """The fighters of a side, with a place for how they are."""
    frame, letter = result["frames"][0], _letter(side).lower()
    rows = "".join(
        f'<li data-fighter="{n}">{_chip(tag)}<span class="who">{escape(fighter["name"])}</span>'
        f'<span class="how">{escape(frame["posture"][n])}</span>'
        f'<span class="left" title="Wounds left">{frame["wounds"][n]}/{fighter["wounds"]} W</span></li>'
        for n, (fighter, tag) in enumerate(zip(result["fighters"], tags(result), strict=True))
        if fighter["side"] == side
    )
    return f'<section class="{letter}"><h2>{escape(result["sides"][side])}</h2><ul>{rows}</ul></section>'


def _small_print(result: Result) -> str:
    command = again(result)
    said = f"<p>To get this again:</p><pre><code>{escape(command)}</code></pre>" if command else ""
    return render(closing(without_command(result))[1:]) + said
