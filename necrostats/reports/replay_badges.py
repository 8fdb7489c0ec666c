"""What the advanced rules make of a fighter, as signs on its base: seriously injured, on fire, broken and so on."""

from collections.abc import Mapping
from typing import Any

BADGES = {
    "injured": ("seriously injured", "M-5-5H5V5H-5Z", "M0-3V3M-3 0H3"),
    "on-fire": (
        "on fire",
        "M.3-6.4C.8-3.4 4.6-1.8 4.6 1.7A4.6 4.3 0 0 1-4.6 1.7C-4.6-.3-3.4-1.4-2.6-2.6L-1-.9C-1.4-3-.8-5 .3-6.4Z",
        "",
    ),
    "broken": ("broken", "M-3.6-5.6L5-4 2.6-1.6 5 1-3.6.6Z", "M-3.6-5.6V6"),
    "blinded": ("blinded", "M-6 0Q0-6.6 6 0 0 6.6-6 0Z", "M-4.6 5L4.6-5"),
    "no-ammo": ("out of ammo", "M-2.7 5.4V-1.4Q-2.7-5 0-6.2 2.7-5 2.7-1.4V5.4Z", "M-5 4L5-4"),
}
"""What each says, its outline and the lines on it, about (0, 0) in pixels of the screen."""
AWAY = "M-5-4.5L-.5 0-5 4.5M.5-4.5L5 0 .5 4.5"
Frame = Mapping[str, Any]


def is_advanced(frame: Frame) -> bool:
    """Whether a frame has what the advanced rules add."""
    return "marks" in frame


def _drawn(name: str) -> str:
    _, outline, lines = BADGES[name]
    return f'<path d="{outline}"/>' + (f'<path class="ink" d="{lines}"/>' if lines else "")


def badges(frame: Frame) -> str:
    """All signs of a fighter, of which the page shows those that it has; nothing under the basic rules."""
    if not is_advanced(frame):
        return ""
    made = "".join(f'<g class="badge {name}">{_drawn(name)}</g>' for name in BADGES)
    return f'{made}<path class="away" d="{AWAY}"/>'


def patterns(frame: Frame) -> str:
    """The patterns on the bases of those that are seriously injured."""
    if not is_advanced(frame):
        return ""
    size = 'width="24" height="24" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"'
    return "".join(
        f'<pattern id="cross-{side}" {size}><path d="M0 0V24M0 0H24" class="hatch"/></pattern>'
        for side in "ab"
    )


def key_of_badges(frame: Frame) -> str:
    """What the signs mean, as entries of the key."""
    if not is_advanced(frame):
        return ""
    signs = [(said, f'<g class="badge {name}">{_drawn(name)}</g>') for name, (said, _, _) in BADGES.items()]
    signs.append(("fled", f'<path class="away" d="{AWAY}"/>'))
    signs.append(("blast or flame", '<circle class="marker" r="5.4"/>'))
    return "".join(
        f'<li><svg viewBox="0 0 20 12"><g transform="translate(10 6)">{drawn}</g></svg>{said}</li>'
        for said, drawn in signs
    )
