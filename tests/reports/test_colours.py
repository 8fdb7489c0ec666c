"""Colours that stand beside each other are told apart by everyone, on light pages and on dark ones."""

from itertools import combinations

import numpy as np
import pytest

from necrostats.reports.charts.chart import COLOURS
from necrostats.reports.outcome_bars import COLOURS as OUTCOMES

# What the eye gets of linear red, green and blue: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, IEEE Trans. Vis.
# Comput. Graph. 15 (2009) 1291-1298, severity 1.0.
SEEN = {
    "everything": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "no red": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "no green": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "no blue": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
XYZ = [
    [0.4124564, 0.3575761, 0.1804375],
    [0.2126729, 0.7151522, 0.0721750],
    [0.0193339, 0.1191920, 0.9503041],
]
WHITE = np.array([0.95047, 1.0, 1.08883])
APART = 16  # CIE 1976 differences of colour; 2.3 is just seen


def lab(colour, eye):
    """CIE L*a*b* of a colour as an eye sees it."""
    red_green_blue = np.array([int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)])
    linear = np.where(
        red_green_blue <= 0.04045, red_green_blue / 12.92, ((red_green_blue + 0.055) / 1.055) ** 2.4
    )
    x = np.array(XYZ) @ np.clip(np.array(SEEN[eye]) @ linear, 0, 1) / WHITE
    f = np.where(x > (6 / 29) ** 3, np.cbrt(x), x / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@pytest.mark.parametrize("page", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("eye", SEEN)
@pytest.mark.parametrize(
    "names",
    [[name.replace("_", "-") for name in OUTCOMES], [f"line-{n}" for n in range(4)]],
    ids=["outcomes", "lines"],
)
def test_colours__are_told_apart(names, eye, page):
    seen = {name: lab(COLOURS[name][page], eye) for name in names}
    near = {
        (one, other): round(float(np.linalg.norm(seen[one] - seen[other])), 1)
        for one, other in combinations(names, 2)
        if np.linalg.norm(seen[one] - seen[other]) < APART
    }
    assert near == {}
