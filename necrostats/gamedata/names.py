"""Names by which entries are found: ids, printed names, aliases in any language; what was meant by a wrong one."""

import unicodedata
from collections.abc import Iterable, Mapping

CUTOFF = 75  # how alike, of 100, two names must be for one to be suggested


def normal(name: str) -> str:
    """A name in the form in which names are compared.

    Case, the width of letters, and quotation marks do not count; spaces and underscores are hyphens.

    >>> normal("Stub_Gun"), normal(" 'Krumper'  rivet cannon "), normal("激光枪")
    ('stub-gun', 'krumper-rivet-cannon', '激光枪')
    """
    folded = unicodedata.normalize("NFKC", name).casefold()
    for mark in "'\"’‘“”`":
        folded = folded.replace(mark, "")
    return "-".join(folded.replace("_", " ").replace("-", " ").split())


def nearest(name: str, known: Iterable[str], *, limit: int = 3) -> list[str]:
    """Those of the known names that may have been meant, the likeliest first.

    >>> nearest("lasgunn", ["autogun", "lasgun", "shock-whip"])
    ['lasgun']
    >>> nearest("xyzzy", ["autogun", "lasgun"])
    []
    """
    wanted = normal(name[:100])
    if len(wanted) < 2:
        return []
    from rapidfuzz import fuzz, process

    candidates = sorted(each for each in set(known) if 2 * len(each) >= len(wanted))
    found = process.extract(
        wanted, candidates, scorer=fuzz.WRatio, processor=normal, limit=limit, score_cutoff=CUTOFF
    )
    return [str(match) for match, _score, _index in found]


class Names:
    """The names of one kind of entry: which id each of them stands for."""

    def __init__(self) -> None:
        self._ids: dict[str, str] = {}
        self._names: dict[str, str] = {}

    def add(self, entry_id: str, names: Iterable[str]) -> Mapping[str, str]:
        """Make an entry known under its id and names; return the names that another entry has already."""
        self._ids[normal(entry_id)] = entry_id
        taken = {}
        for name in names:
            owner = self._names.setdefault(normal(name), entry_id)
            if owner != entry_id:
                taken[name] = owner
        return taken

    def replace(self, other: "Names") -> None:
        """Take over all names of ``other``; where both have one, that of ``other`` counts."""
        self._ids.update(other._ids)
        self._names.update(other._names)

    def get(self, name: str) -> str | None:
        """Id of the entry with this id, name or alias, None if there is none. An id counts before a name."""
        wanted = normal(name)
        return self._ids.get(wanted) or self._names.get(wanted)

    def known(self) -> list[str]:
        """Every id, and every name in letters that ids do not have (激光枪)."""
        return sorted({*self._ids.values(), *(name for name in self._names if not name.isascii())})
