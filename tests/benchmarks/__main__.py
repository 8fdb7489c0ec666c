"""``make bench``: how fast the promised things are, medians of nine interleaved runs, against ``python -c pass``.

Figures are printed, not judged: machines differ and are noisy, so read the ratios.
"""

import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from necrostats.engine import enumerating
from necrostats.systems.necromunda import close_combat, questions
from necrostats.systems.necromunda.catalogue import load
from necrostats.systems.necromunda.damage import Target
from necrostats.systems.necromunda.duel.numbers import set_up
from necrostats.systems.necromunda.duel.solve import Solution
from necrostats.systems.necromunda.grammar import fighter, weapon
from necrostats.systems.necromunda.models import Situation
from necrostats.systems.necromunda.options import resolve
from tests.benchmarks import ratios

RUNS = 9
COVER = {"cover_a": "full", "cover_b": "partial"}
CAT = load()
OPTIONS, ADVANCED = resolve(CAT, "basic"), resolve(CAT, "advanced")
Timed = Callable[[], float]


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def forget() -> None:
    for cache in (enumerating.law_from, enumerating.law_after, enumerating._law_once):
        cache.cache_clear()


def one_volley() -> float:
    forget()
    a, b = fighter(CAT, "goliath-ganger"), fighter(CAT, "goliath-ganger[armour=flak]")
    gun = weapon(CAT, "heavy-stubber")[1]
    return seconds(lambda: questions.attack(a, b, gun, Situation(), ADVANCED).law())


def one_shot() -> float:
    forget()
    a, b = fighter(CAT, "goliath-ganger"), fighter(CAT, "goliath-ganger[armour=flak]")
    gun = weapon(CAT, "lasgun")[1]
    return seconds(lambda: questions.attack(a, b, gun, Situation(cover="partial"), OPTIONS).law())


def one_exchange() -> float:
    forget()
    a, b = fighter(CAT, "escher-leader[a=3,+power-sword]"), fighter(CAT, "goliath-leader[a=3,+chainsword]")
    blades = [who.weapons[0].profiles[0] for who in (a, b)]
    close = Situation(close=True)

    def work() -> object:
        combat = close_combat.Combat(
            close_combat.melee(a, b, blades[0], None, close, OPTIONS),
            close_combat.melee(b, a, blades[1], None, close, OPTIONS),
            close_combat.SEQUENTIAL,
        )
        sides = close_combat.Exchange(Target(a.w, a.t), Target(b.w, b.t))
        return enumerating.law_from(close_combat.exchange, combat, sides)

    return seconds(work)


def new_duel() -> Solution:
    return Solution(set_up(fighter(CAT, "kaiya"), fighter(CAT, "rork"), OPTIONS))


def fixed_policies() -> float:
    new_duel().course("charge", "charge")  # fills the tables of attacks
    solution = new_duel()
    return seconds(lambda: solution.course("charge", "charge"))


def best_play() -> float:
    solution = new_duel()
    solution.games  # noqa: B018
    return seconds(lambda: solution.value)


def best_play_with_tables() -> float:
    return seconds(lambda: new_duel().value)


KITS = {
    "basic, one gun each": ("basic", "lasgun,+fighting-knife", "autogun,+fighting-knife", {}, 6),
    "basic, one gun each, cover": ("basic", "lasgun,+fighting-knife", "autogun,+fighting-knife", COVER, 6),
    "advanced, one gun each": ("advanced", "lasgun,+fighting-knife", "autogun,+fighting-knife", {}, 6),
    "advanced, two guns each": ("advanced", "lasgun,+stub-gun", "autogun,+laspistol", {}, 6),
    "advanced, two guns each, cover": ("advanced", "lasgun,+stub-gun", "autogun,+laspistol", COVER, 3),
}


def duels_by_size() -> list[str]:
    """Best play from the cards, by Wounds: how many decision points, and how long."""
    lines = [
        "Duels solved with best play of both, six rounds on a lane of 24 inches, from the cards; medians of 3 runs.",
        "",
        "| duel | Wounds | conditions | decision points | solved in | goal |",
        "|---|---|---|---|---|---|",
    ]
    for name, (rules, a, b, where, most) in KITS.items():
        for wounds in range(1, most + 1):
            cards = [fighter(CAT, f"custom[w={wounds},+{kit}]") for kit in (a, b)]
            times = []
            for _ in range(3):
                forget()
                start = time.perf_counter()
                solution = Solution(set_up(*cards, resolve(CAT, rules), **where))
                solution.value  # noqa: B018
                times.append(time.perf_counter() - start)
            goal = "2 s" if (name, wounds) == ("advanced, two guns each", 1) else ""
            conditions = " x ".join(str(len(each)) for each in solution.setup.conditions)
            median = statistics.median(times)
            lines.append(
                f"| {name} | {wounds} | {conditions} | {solution.points:,} | {median:.2f} s | {goal} |"
            )
    return lines


def process(*words: str, until_first_byte: bool = False, **env: str) -> float:
    start = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "COLUMNS": "100", "PYTHONDONTWRITEBYTECODE": "", **env},
    ) as running:
        assert running.stdout is not None
        running.stdout.read(1)
        first = time.perf_counter() - start
        running.stdout.read()
    return first if until_first_byte else time.perf_counter() - start


def program(*words: str, **how: object) -> Timed:
    return lambda: process("-m", "necrostats", *words, **how)  # type: ignore[arg-type]


COMPILE = """
import time
from necrostats.engine import monte_carlo
from necrostats.systems.necromunda.catalogue import load
from necrostats.systems.necromunda.grammar import fighter, weapon
from necrostats.systems.necromunda.models import Situation
from necrostats.systems.necromunda.options import resolve
from necrostats.systems.necromunda import questions
from necrostats.systems.necromunda.duel.numbers import set_up
from necrostats.systems.necromunda.duel.play import match_of
from necrostats.systems.necromunda.duel.solve import Solution
cat = load(); options = resolve(cat, "basic"); advanced = resolve(cat, "advanced")
a, b = fighter(cat, "kaiya"), fighter(cat, "rork")
match = match_of(Solution(set_up(a, b, options)), "best", "best")
from necrostats.systems.necromunda import kernels
def first(make):
    start = time.perf_counter(); sampler = make(); monte_carlo.run(sampler, trials=10, seed=1)
    return sampler, time.perf_counter() - start
def rate(sampler, trials):
    start = time.perf_counter(); monte_carlo.run(sampler, trials=trials, seed=1)
    return trials / (time.perf_counter() - start)
close, charging = Situation(close=True), Situation(close=True, charging=True)
duel, one = first(lambda: kernels.DuelSampler(match))
shots = questions.attack(a, b, weapon(cat, "laspistol")[1], Situation(), options)
fights = questions.attack(a, b, weapon(cat, "power-sword")[1], charging, options)
(shot, two), (fight, three) = (first(lambda: kernels.sampler_of(each)) for each in (shots, fights))
volleys = questions.attack(a, b, weapon(cat, "heavy-stubber")[1], Situation(), advanced)
brawls = questions.attack(a, b, weapon(cat, "power-sword")[1], close, advanced)
(volley, four), (brawl, five) = (first(lambda: kernels.sampler_of(each)) for each in (volleys, brawls))
from necrostats.analyses.battle_asked import asked
from necrostats.systems.necromunda.battle.kernels import BattleSampler
gangs = "carrion-queens", "ironlords"
battle, six = first(lambda: BattleSampler(asked(*gangs).battle))
by_the_other_rules = asked(*gangs, rules="advanced").battle
advanced, seven = first(lambda: BattleSampler(by_the_other_rules))
print(one, two + three, four + five, six, seven, rate(advanced, 20_000), rate(battle, 20_000))
print(rate(volley, 2_000_000), rate(brawl, 2_000_000))
print(rate(duel, 2_000_000), rate(shot, 5_000_000), rate(fight, 5_000_000))
"""


def compile_times() -> list[float]:
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-c", COMPILE],
            env={**os.environ, "NECROSTATS_CACHE": folder},
            capture_output=True,
            text=True,
            check=True,
        )
    return [float(x) for x in done.stdout.split()]


def main() -> None:
    duel = ("matchup", "kaiya", "rork", "--seed", "7", "--trials", "200000", "--rules", "basic")
    advanced_duel = ("matchup", "kaiya", "rork", "--seed", "7")
    shot = ("attack", "kaiya", "rork", "--weapon", "laspistol", "--rules", "basic")
    inside: dict[str, tuple[Timed, str]] = {
        "one exact shot, fractions, after import": (one_shot, "3 ms"),
        "exact exchange, three attacks each": (one_exchange, "10 ms"),
        "exact volley, rapid fire 2 with injuries": (one_volley, "10 ms"),
        "duel, fixed policies, tables built": (fixed_policies, "5 ms"),
        "duel, best play of both, tables built": (best_play, "100 ms"),
        "duel, best play of both, from the cards": (best_play_with_tables, "-"),
    }
    whole: dict[str, tuple[Timed, str]] = {
        "python -c pass": (lambda: process("-c", "pass"), "1"),
        "necrostats --help": (program("--help"), "12 times"),
        "necrostats list weapons": (program("list", "weapons"), "12 times"),
        "completion of a fighter": (
            program(_NECROSTATS_COMPLETE="bash_complete", COMP_WORDS="necrostats matchup ka", COMP_CWORD="2"),
            "12 times",
        ),
        "necrostats attack, exact": (program(*shot), "20 times"),
        "necrostats matchup, basic rules, exact part printed": (
            program(*duel, until_first_byte=True),
            "500 ms",
        ),
        "necrostats matchup, basic rules, 200,000 duels": (program(*duel), "1600 ms"),
        "necrostats matchup, advanced rules": (program(*advanced_duel), "-"),
    }
    for work, _ in (*inside.values(), *whole.values()):
        work()
    times: dict[str, list[float]] = {name: [] for name in (*inside, *whole)}
    for _ in range(RUNS):
        for name, (work, _goal) in (*inside.items(), *whole.items()):
            times[name].append(work())
    base = statistics.median(times["python -c pass"])
    lines = [
        f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}; medians of {RUNS} runs",
        "",
        "| figure | median | times python -c pass | goal |",
        "|---|---|---|---|",
    ]
    for name, (_, goal) in (*inside.items(), *whole.items()):
        median = statistics.median(times[name])
        ratio = f"{median / base:.1f}" if name in whole else ""
        lines.append(f"| {name} | {1e3 * median:.2f} ms | {ratio} | {goal} |")
    (
        duel_s, others_s, advanced_s, battle_s, harder_s, harder, battles, volleys, brawls, duels, shots, fights
    ) = compile_times()  # fmt: skip
    lines += [
        f"| compiling the duel's kernel, cold | {duel_s:.1f} s | | 10 s |",
        f"| compiling the attacks of the basic rules, cold | {others_s:.1f} s | | 10 s |",
        f"| compiling volleys and brawls of the advanced rules, cold | {advanced_s:.1f} s | | 10 s |",
        f"| compiling a battle's kernel, cold | {battle_s:.1f} s | | 40 s |",
        f"| compiling a battle's kernel of the advanced rules, cold | {harder_s:.1f} s | | - |",
        f"| Turf War, 4 against 4, look-ahead, one core | {battles:,.0f} a second | | 10,000 |",
        f"| the same by the advanced rules | {harder:,.0f} a second | | - |",
        f"| duels played die by die, one core | {duels / 1e6:.1f} million a second | | - |",
        f"| shots, die by die, one core | {shots / 1e6:.1f} million a second | | - |",
        f"| charges with a power sword, die by die, one core | {fights / 1e6:.1f} million a second | | - |",
        f"| volleys, rapid fire 2 with injuries, one core | {volleys / 1e6:.1f} million a second | | - |",
        f"| fights with a power sword and injuries, one core | {brawls / 1e6:.1f} million a second | | - |",
    ]
    everyone = ratios.everyone()
    lines += [
        f"| 100 fighters, each against each, fixed policies, exact, one core | {everyone:.1f} s | | 40 s |",
        "",
        "How many times faster than the other way, each pair timed in turn:",
        "",
        *ratios.table(),
        "",
        "Cost of one trial as there are more of them, best of 3 runs:",
        "",
        *ratios.growth(),
        "",
        *duels_by_size(),
    ]
    text = "\n".join(lines)
    print(text)
    page = Path(__file__).parents[2] / "docs" / "performance.md"
    page.write_text(
        f"# Performance\n\nWritten by `make bench`; the goals stand beside the figures.\n\n{text}\n"
    )


main()
