"""A font for Chinese names in figures, since that of all figures has no Chinese letters."""

import json
import re
from functools import cache
from pathlib import Path

from necrostats.reports.blocks import Result

CHINESE = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")
FAMILIES = (
    "Noto Sans CJK SC",
    "Noto Sans SC",
    "Source Han Sans SC",
    "Source Han Sans CN",
    "Microsoft YaHei",
    "PingFang SC",
    "Hiragino Sans GB",
    "Heiti SC",
    "SimHei",
    "WenQuanYi Micro Hei",
    "WenQuanYi Zen Hei",
    "Droid Sans Fallback",
    "Noto Sans CJK JP",
)
FILES = re.compile(
    r"(sans.?cjk|notosanssc|sourcehansans|msyh|pingfang|hiragino|heiti|simhei|wqy|droidsansfallback)"
)
MISSING = "no font with Chinese letters was found: the figure has boxes; install one, like fonts-noto-cjk"


def has_chinese(result: Result) -> bool:
    """Whether an answer has names in Chinese, Japanese or Korean letters.

    >>> has_chinese({"attacker": "激光枪"}), has_chinese({"attacker": "Zoë"})
    (True, False)
    """
    return CHINESE.search(json.dumps(result, ensure_ascii=False, default=str)) is not None


@cache
def chinese_family() -> str | None:
    """An installed font for them, also one installed since matplotlib last looked; None without any."""
    from matplotlib.font_manager import findSystemFonts, fontManager

    known = {font.name for font in fontManager.ttflist}
    if known.isdisjoint(FAMILIES):
        for file in findSystemFonts():
            if FILES.search(Path(file).name.lower()):
                fontManager.addfont(file)
        known = {font.name for font in fontManager.ttflist}
    return next((name for name in FAMILIES if name in known), None)


def remark(result: Result) -> str:
    """What to say beside a figure whose names cannot be shown; empty if all is well."""
    return MISSING if has_chinese(result) and chinese_family() is None else ""
