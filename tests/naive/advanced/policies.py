"""What the named policies of a duel do under the advanced rules, as their definition says."""

from collections import defaultdict
from fractions import Fraction

from tests.naive.advanced.kit import band
from tests.naive.lane import HALF, State

ONE = Fraction(1)
FIRE = ("fire",)
PLANNERS = ("stand-and-shoot", "charge", "keep-away")


class Deciding:
    """The decisions of a duel; whoever inherits says what is legal (``tests.naive.advanced.lane``)."""

    def plan(self, s: State, me: int) -> tuple[str, ...]:
        """The two steps that a policy fixes when its fighter is activated."""
        policy, mine = self.policies[me], s.sides[me]
        if policy not in PLANNERS or not mine.in_play:
            return ()
        if self.engaged(s):
            return ("retreat", "away") if policy == "keep-away" else ("fight",)
        if mine.pinned:
            second = {"stand-and-shoot": "shoot", "charge": "towards", "keep-away": "away"}
            return ("stand up", second[policy])
        if policy == "charge":
            return ("charge",) if self.may_charge(s, me) else ("towards", "towards")
        k = self.best_gun(s, me, False)
        best = None if k is None else self.kits[me].guns[k]
        if policy == "stand-and-shoot":
            if not self.kits[me].guns:
                return ()
            if best is None:
                return ("shoot", "shoot")  # or Reload, as long as it is empty
            # reading: two pistols shoot at short range if the first does
            near = band(best.first, self.cards[me], s.gap) == "short"
            return ("shoot",) if near or best.unwieldy else ("aim", "shoot")
        if self.in_reach(1 - me, s.gap):
            return ("away", "shoot")
        return ("shoot",) if best is not None and best.unwieldy else ("aim", "shoot")

    def by_policy(self, s: State) -> dict[tuple, Fraction]:
        """What a named policy does here: {choice: chance}."""
        me = self.who(s)
        ways = self.legal(s)
        if s.wait[0] == "react":
            return {("react", self.best_arms(s, me, hampered=s.wait)): ONE}
        if self.policies[me] == "random":
            return self.by_chance(s, me, ways)
        if s.wait[0] == "free fight":
            return {("free fight", self.best_arms(s, me, True)): ONE}
        if s.wait[0] == "distance":
            return {ways[-1]: ONE}
        if s.wait == FIRE:
            lies_down = s.sides[me].in_play and not self.engaged(s)
            return {("burn", int(lies_down)): ONE}
        if ("coup",) in ways:
            return {("coup",): ONE}
        step = s.plan[0] if s.plan else "nothing"
        if step in ("aim", "shoot") and self.dry(s, me) and self.to_reload(s, me):
            step = "reload"
        if step in ("towards", "away"):
            moves = [way[1] for way in ways if way[0] == "move"]
            closer, further = [g for g in moves if g < s.gap], [g for g in moves if g > s.gap]
            if step == "towards" and closer:
                return {("move", min(closer)): ONE}
            if step == "away" and further:
                return {("move", max(further)): ONE}
            return {("nothing",): ONE}
        return self.of_kind(s, me, step, ways) or {("nothing",): ONE}  # not legal: the action is lost

    def by_chance(self, s: State, me: int, ways: list[tuple]) -> dict[tuple, Fraction]:
        """The policy `random`: all kinds alike, distances alike."""
        if s.wait[0] == "free fight":
            return {("no fight",): HALF, ("free fight", self.best_arms(s, me, True)): HALF}
        if s.wait[0] == "distance" or s.wait == FIRE:
            return dict.fromkeys(ways, Fraction(1, len(ways)))
        kinds = list(dict.fromkeys(way[0] for way in ways))
        chances: dict = defaultdict(Fraction)
        for kind in kinds:
            for way, p in self.of_kind(s, me, kind, ways).items():
                chances[way] += p / len(kinds)
        return chances

    def of_kind(self, s: State, me: int, kind: str, ways: list[tuple]) -> dict[tuple, Fraction]:
        """One kind of action, its weapon and store chosen as every policy does, its new gap uniform."""
        same = [way for way in ways if way[0] == kind]
        if same and kind == "shoot":
            return {("shoot", self.best_gun(s, me, "aim" in s.used)): ONE}
        if same and kind == "fight":
            return {("fight", self.best_arms(s, me)): ONE}
        if same and kind == "reload":
            return {same[0]: ONE}
        return {way: Fraction(1, len(same)) for way in same}
