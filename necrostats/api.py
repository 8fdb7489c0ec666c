"""What a notebook uses: the command line's questions with the same words, as values that show themselves.

>>> import necrostats as ns
>>> answer = ns.attack("rork", "kaiya", weapon="stub-gun", distance=6, cover="partial")
>>> answer["outcomes"]["out_of_action"]["fraction"], answer["outcomes"]["seriously_injured"]["fraction"]
('5/108', '5/36')
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from necrostats.reports import export, html, tables

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


class Answer:
    """An answer: prints as a report, shows itself in a notebook, and gives its figures in any form.

    Attributes:
        result: What the analysis found, for further questions.
    """

    def __init__(self, result: Any, told: Callable[..., Any] | None = None) -> None:
        self.result = result
        self._told = told

    def to_dict(self) -> dict[str, Any]:
        """The JSON of the command line as a dictionary."""
        answer: dict[str, Any] = self.result.to_dict()
        return answer

    def __getitem__(self, key: str) -> Any:
        """One entry of the dictionary."""
        return self.to_dict()[key]

    def __contains__(self, key: object) -> bool:
        return key in self.to_dict()

    def to_json(self) -> str:
        """The JSON of the command line."""
        return export.to_json(self.to_dict())

    def to_html(self) -> str:
        """A page on its own, with charts: what ``--format html`` writes."""
        from necrostats.reports.pages import page

        return page(self.to_dict())

    def to_frame(self) -> "pd.DataFrame":
        """A tidy table: one figure a row, with its interval or as exact."""
        import pandas as pd

        answer = self.to_dict()
        return pd.DataFrame(export.rows(answer), columns=list(export.columns(answer)))

    def plot(self) -> "Figure":
        """The figure that ``--plot`` saves."""
        from necrostats.reports import figures

        return figures.draw(self.to_dict())

    def explain(self, seed: int | None = None, faces: list[int] | None = None) -> "Answer":
        """One throw of the dice, die by die: trial 0 of *seed*, or with the D6 *faces* given.

        Raises:
            TypeError: This answer has no dice of its own to tell.
        """
        if self._told is None:
            raise TypeError("expected the answer of one attack or a matchup; this one has no single throw")
        return Answer(self._told(seed=seed, faces=faces))

    def __str__(self) -> str:
        return tables.text(self.to_dict())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return html.fragment(self.to_dict())


class Listing(Answer):
    """A list, or one entry of the catalogue: its rows are the table."""

    def to_frame(self) -> "pd.DataFrame":
        """The rows as they are."""
        import pandas as pd

        return pd.DataFrame(self.to_dict()["rows"])

    def plot(self) -> "Figure":
        """There is none.

        Raises:
            TypeError: Always.
        """
        raise TypeError("a list has no figure")


def attack(attacker: str, target: str, **situation: Any) -> Answer:
    """One attack action by *attacker* on *target*; keywords as in ``necrostats.analyses.attack.attack``.

    Raises:
        UsageError: Something that the rules forbid or that is out of range.
    """
    from necrostats.analyses import attack as analysis

    def told(**dice: Any) -> Any:
        from necrostats.analyses.explain import explain_attack

        sampling = ("trials", "precision", "threads", "level", "seed", "resume")
        rest = {k: v for k, v in situation.items() if k not in sampling}
        return explain_attack(attacker, target, **rest, **dice)

    return Answer(analysis.attack(attacker, target, **situation), told)


def matchup(a: str, b: str, **duel: Any) -> Answer:
    """Who wins between *a* and *b*; keywords as in ``necrostats.analyses.matchup.matchup``.

    >>> print(matchup("kaiya", "rork", rounds=2, trials=0)["duel"]["policy_a"])
    best

    Raises:
        UsageError: A value out of range, an unknown name.
    """
    from necrostats.analyses import matchup as analysis

    def told(**dice: Any) -> Any:
        from necrostats.analyses.explain import explain_duel

        sampling = ("trials", "precision", "max_trials", "threads", "seed", "progress", "resume")
        return explain_duel(a, b, **{k: v for k, v in duel.items() if k not in sampling}, **dice)

    return Answer(analysis.matchup(a, b, **duel), told)


def option(name: str, **data: Any) -> Answer:
    """What the readings of an option are, and which standard figures they change.

    >>> option("pin_on")["rows"][0]["difference"]["fraction"]
    '1/2'

    Raises:
        UnknownNameError: No such option.
    """
    from necrostats.analyses.option_effects import option_effects

    return Answer(option_effects(name, **data))


def blast(attacker: str | None = None, **shot: Any) -> Answer:
    """Who is under a blast marker; keywords as in ``necrostats.analyses.blast.blast``.

    >>> blast(marker=3, hit="4+", arrangement="line of 3 at 1 inch")["landing"]["stays"]["fraction"]
    '1/2'

    Raises:
        UsageError: A value out of range, an unknown name.
    """
    from necrostats.analyses import blast as analysis

    return Answer(analysis.blast(attacker, **shot))


def board(name: str, **seen: Any) -> Answer:
    """A board, and what is seen on it; keywords as in ``necrostats.analyses.board.board``.

    >>> board("columns", viewer="6,3", target="6,9")["sight"]["cover"]
    'hidden'

    Raises:
        UnknownNameError: No such board.
        UsageError: A point off the board or in a wall, bases that overlap.
    """
    from necrostats.analyses import board as analysis

    return Answer(analysis.board(name, **seen))


class Chains:
    """What becomes of something over shots, hits, activations or rounds; one method a chain."""

    def ammo(self, weapon: str | None = None, **how: Any) -> Answer:
        """Shots until out of ammo; keywords as in ``necrostats.analyses.chain_ammo.ammo``.

        >>> chain.ammo("autogun")["until"]["out_of_ammo"]["mean"]["fraction"]
        '12'

        Raises:
            UsageError: A weapon without an Ammo value, a value out of range.
        """
        from necrostats.analyses import chain_ammo as analysis

        return Answer(analysis.ammo(weapon, **how))

    def down(self, target: str, **how: Any) -> Answer:
        """Hits, activations or rounds until *target* is down; keywords as in ``necrostats.analyses.chain_down.down``.

        >>> chain.down("rork", weapon="lasgun")["until"]["down"]["median"]
        5

        Raises:
            UsageError: A situation that the rules forbid, help without recovery.
        """
        from necrostats.analyses import chain_down as analysis

        return Answer(analysis.down(target, **how))

    def recovery(self, who: str, **how: Any) -> Answer:
        """End phases until *who* is back; keywords as in ``necrostats.analyses.chain_recovery.recovery``.

        >>> chain.recovery("rork")["until"]["back"]["ever"]["fraction"]
        '2/3'

        Raises:
            UsageError: More flesh wounds than the Toughness allows.
        """
        from necrostats.analyses import chain_recovery as analysis

        return Answer(analysis.recovery(who, **how))

    def bottle(self, gang: str, **how: Any) -> Answer:
        """Rounds until *gang* bottles out; keywords as in ``necrostats.analyses.chain_bottle.bottle``.

        >>> chain.bottle("4*custom", losses=1, out_of_action=1, rounds=2)["rows"][1]["bottled"]["fraction"]
        '5/6'

        Raises:
            UsageError: Too many fighters, more losses than fighters, fighters of one rank who are not alike.
        """
        from necrostats.analyses import chain_bottle as analysis

        return Answer(analysis.bottle(gang, **how))


chain = Chains()


def compare(**asked: Any) -> Answer:
    """Which weapon or loadout does best; keywords as in ``necrostats.analyses.compare.compare``.

    >>> answer = compare(weapon=["lasgun", "autogun"], target="escher-ganger", range=["short", "long"])
    >>> [(row["weapon"], row["situation"]["range"]) for row in answer["rows"]]
    [('autogun', 'short'), ('autogun', 'long'), ('lasgun', 'short'), ('lasgun', 'long')]

    Raises:
        UsageError: Nothing to compare, a value out of range, no attack that can be made.
    """
    from necrostats.analyses import compare as analysis

    return Answer(analysis.compare(**asked))


def sweep(question: str, *subjects: str, **asked: Any) -> Answer:
    """Any question over one or two axes; keywords as in ``necrostats.analyses.sweep.sweep``.

    >>> answer = sweep("attack", "kaiya", "rork", weapon="lasgun", over={"distance": [12, 20]})
    >>> [row["value"]["fraction"] for row in answer["rows"]]
    ['8/81', '2/27']

    Raises:
        UsageError: An axis or a figure that there is not, too many cells, none that has an answer.
    """
    from necrostats.analyses import sweep as analysis

    return Answer(analysis.sweep(question, *subjects, **asked))


def battle(gang_a: str, gang_b: str, **how: Any) -> Answer:
    """Gang against gang on a board; keywords as in ``necrostats.analyses.battle.battle``.

    >>> answer = battle("kaiya+reina", "rork", trials=50, table=0, seed=1)
    >>> [row["name"] for row in answer["fighters"]]
    ['Kaiya', 'Reina', 'Rork']

    Raises:
        UsageError: A gang of nobody or of too many, no room to deploy, a value out of range.
        UnknownNameError: An unknown fighter, gang, board or policy.
    """
    from necrostats.analyses import battle as analysis

    def told(**dice: Any) -> Any:
        from necrostats.analyses.battle_told import explain_battle

        if dice.pop("faces", None) is not None:
            raise TypeError("expected a seed for a battle, got faces: it has dice other than D6")
        sampling = (
            "vary", "trials", "precision", "max_trials", "threads", "executor", "cluster", "table", "progress",
            "resume", "seed",
        )  # fmt: skip
        return explain_battle(gang_a, gang_b, **{k: v for k, v in how.items() if k not in sampling}, **dice)

    return Answer(analysis.battle(gang_a, gang_b, **how), told)


def tournament(fighters: Sequence[str], **how: Any) -> Answer:
    """Everyone against everyone; keywords as in ``necrostats.analyses.tournament.tournament``.

    >>> answer = tournament(["kaiya", "rork"], policy="charge", rules="basic")
    >>> answer["ranking"][0]["fighter"]
    'rork'

    Raises:
        UsageError: Too few fighters or too many, one twice, a value out of range, a duel that is too large.
    """
    from necrostats.analyses import tournament as analysis

    return Answer(analysis.tournament(fighters, **how))


def table(name: str, **how: Any) -> Answer:
    """A probability table of the rules; keywords as in ``necrostats.analyses.table.table``.

    >>> table("save")["rows"][4]["cells"][0]["fraction"]
    '1/6'

    Raises:
        UnknownNameError: No such table, no such language.
        UsageError: A table of the advanced rules under the basic ones.
    """
    from necrostats.analyses import table as analysis

    return Answer(analysis.table(name, **how))


def listed(kind: str, **data: Any) -> Answer:
    """What there is of a kind, as ``ns.list``; keywords as in ``necrostats.analyses.inventory.listed``.

    >>> listed("gangs")["rows"][0]["id"]
    'carrion-queens'

    Raises:
        UnknownNameError: No such kind.
    """
    from necrostats.analyses import inventory

    return Listing(inventory.listed(kind, **data))


def show(name: str, **data: Any) -> Answer:
    """One entry by id, name or alias, of an option also what it changes; keywords as in ``analyses.entry.shown``.

    >>> show("flak")["rows"][1]
    {'what': 'cost', 'is': 'trading-post 10'}

    Raises:
        UnknownNameError: Nothing has that name.
    """
    from necrostats.analyses import entry

    found = entry.shown(name, **data)
    return Answer(found) if found.to_dict()["question"] == "option" else Listing(found)


def explain(a: str, b: str, **how: Any) -> Answer:
    """One throw of the dice, die by die: an attack where a ``weapon`` is named, else a duel."""
    from necrostats.analyses.explain import explain_attack, explain_duel

    return Answer(explain_attack(a, b, **how) if "weapon" in how else explain_duel(a, b, **how))
