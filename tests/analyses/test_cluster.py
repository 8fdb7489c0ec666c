"""Battles on a dask cluster of this machine: the counts of one thread, whatever becomes of the workers."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path

import distributed
import pytest

import necrostats as ns
from necrostats.analyses import battle as analysis
from necrostats.analyses import cluster
from necrostats.errors import UsageError
from tests.cli.running import run

pytestmark = pytest.mark.compiled

ROOT = Path(__file__).resolve().parents[2]
DUEL = {"board": "open-ground", "table": 0, "seed": 7}


@contextmanager
def started(what, *args):
    process = subprocess.Popen(
        [sys.executable, "-m", f"distributed.cli.dask_{what}", "--no-dashboard", *args],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@contextmanager
def scheduler():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with started("scheduler", "--host", "127.0.0.1", "--port", str(port)) as process:
        deadline = time.monotonic() + 60
        while True:
            with socket.socket() as tried:
                if not tried.connect_ex(("127.0.0.1", port)):
                    break
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.05)
        yield f"tcp://127.0.0.1:{port}"


def worker(address):
    return started("worker", address, "--host", "127.0.0.1", "--no-nanny", "--nthreads", "1")


def wait_for(address, workers):
    with distributed.Client(address, set_as_default=False) as client:
        client.wait_for_workers(workers, timeout=60)


@pytest.fixture(scope="module")
def address():
    with scheduler() as found, worker(found), worker(found):
        wait_for(found, 2)
        yield found


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch):
    monkeypatch.setattr(analysis, "BATCH", 20)


def figures(answer):
    return {key: value for key, value in answer.to_dict().items() if key != "stamp"}


def test_battle__on_a_cluster(address):
    seen = []
    asked = {**DUEL, "trials": 310, "vary": ["rork[t=3]"]}
    there = ns.battle("kaiya", "rork", cluster=address, progress=lambda done, _: seen.append(done), **asked)
    assert figures(there) == figures(ns.battle("kaiya", "rork", **asked))
    assert there["stamp"]["stopped"] == "trials"
    blocks = [*range(20, 301, 20), 310]
    assert seen == [*blocks, *(310 + 2 * done for done in blocks)]


def test_battle__a_worker_is_killed(address):
    """As it has begun: what it was at, and what it had in store, is done by the others."""
    killed = []

    def progress(done, _):
        if not killed:
            killed.append(done)
            victim.send_signal(signal.SIGKILL)

    with worker(address) as victim:
        wait_for(address, 3)
        there = ns.battle("kaiya", "rork", cluster=address, trials=2_000, progress=progress, **DUEL)
        assert victim.wait(10) == -signal.SIGKILL
    assert killed == [20]
    assert there["stamp"]["stopped"] == "trials"
    assert figures(there) == figures(ns.battle("kaiya", "rork", trials=2_000, **DUEL))


def test_battle__the_scheduler_is_killed(monkeypatch):
    """What was counted is the answer, and the notes say what happened."""
    with ExitStack() as stack:
        kept = stack.enter_context(ExitStack())
        found = kept.enter_context(scheduler())
        stack.enter_context(worker(found))
        wait_for(found, 1)

        def progress(done, _):
            if done == 40:
                monkeypatch.setattr(cluster, "REACHED", 0.5)
                kept.close()

        there = ns.battle("kaiya", "rork", cluster=found, trials=100_000, progress=progress, **DUEL)
    trials = there["stamp"]["trials"]
    assert there["stamp"]["stopped"] == "interrupted"
    assert 40 <= trials < 100_000
    assert there["notes"][0].startswith("executor: expected it to sample every block, got ")
    here = ns.battle("kaiya", "rork", trials=trials, **DUEL)
    assert figures(there) == {**figures(here), "notes": there["notes"]}


def test_command__cluster(address, capsys, tmp_path):
    """Also to a precision, and with a state that one thread goes on from."""
    kept = str(tmp_path / "duel.run")
    command = ("battle", "kaiya", "rork", "--board", "open-ground", "--table", "0", "--seed", "7", "--json")
    begun = run(capsys, *command, "--precision", "0.05", "--cluster", address, "--resume", kept)
    surely = run(capsys, *command, "--precision", "0.05")
    assert begun[0] == surely[0] == 0
    assert json.loads(begun[1])["battle"] == json.loads(surely[1])["battle"]
    rest = run(capsys, *command, "--trials", "800", "--resume", kept)
    assert json.loads(rest[1])["battle"] == ns.battle("kaiya", "rork", trials=800, **DUEL)["battle"]


def test_joined__other_versions(address, monkeypatch):
    monkeypatch.setattr(cluster, "__version__", "99.1")
    with pytest.raises(UsageError, match=r"expected necrostats 99\.1 .* got version 0\S+ on tcp") as caught:
        ns.battle("kaiya", "rork", cluster=address, **DUEL)
    assert "start the workers again" in caught.value.hint


def test_check__names_who_differs():
    mine = cluster.here()
    found = {"tcp://a:1": mine, "tcp://b:2": {**mine, "data": "0"}, "tcp://c:3": ModuleNotFoundError("none")}
    with pytest.raises(UsageError, match=r"got data 0 on tcp://b:2, and 1 more\n"):
        cluster._check("tcp://s:8786", found)
    del found["tcp://b:2"]
    with pytest.raises(UsageError, match=r"got ModuleNotFoundError \(none\) on tcp://c:3\n"):
        cluster._check("tcp://s:8786", found)


def test_joined__other_sources(address, monkeypatch):
    monkeypatch.setattr("necrostats.engine.sampling.SOURCES", "0123456789abcdef")
    with pytest.raises(UsageError, match=r"with sources 0123456789abcdef .* got sources [0-9a-f]{16} on tcp"):
        ns.battle("kaiya", "rork", cluster=address, **DUEL)


def test_joined__no_workers():
    with (
        scheduler() as found,
        pytest.raises(UsageError, match=r"expected workers at tcp.*, got none") as caught,
    ):
        ns.battle("kaiya", "rork", cluster=found, **DUEL)
    assert caught.value.hint == f"dask worker {found}"


def test_joined__nobody_there():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        nobody = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    with pytest.raises(UsageError, match=r"expected a dask scheduler at tcp.* got: Connection refused"):
        ns.battle("kaiya", "rork", cluster=nobody, **DUEL)


def test_joined__somebody_else(monkeypatch):
    """What takes a connection and never says a word is no scheduler."""
    monkeypatch.setattr(cluster, "REACHED", 1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        other = f"127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(UsageError, match=r"expected a dask scheduler at 127.* to answer in 1 s, got: "):
            ns.battle("kaiya", "rork", cluster=other, **DUEL)


@pytest.mark.parametrize(
    "wrong",
    ["", "nonsense", "tcp://:8786", "127.0.0.1:0", "127.0.0.1:65536", "inproc://127.0.0.1:8786", 8786],
)
def test_joined__no_address(wrong):
    with pytest.raises(
        UsageError, match="expected the address of a dask scheduler, such as tcp://"
    ) as caught:
        ns.battle("kaiya", "rork", cluster=wrong, **DUEL)
    assert repr(wrong) in str(caught.value)


def test_joined__without_dask(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match="expected dask and distributed to be installed") as caught:
        ns.battle("kaiya", "rork", cluster="127.0.0.1:8786", **DUEL)
    assert 'pip install "necrostats[dask]"' in caught.value.hint


def test_battle__executor_and_cluster():
    with pytest.raises(UsageError, match="expected an executor or a cluster, got both"):
        ns.battle("kaiya", "rork", executor=object(), cluster="127.0.0.1:8786", **DUEL)


def test_battle__interrupted_after_the_battles():
    """In the table of policies: what is counted of the battle itself is the answer."""

    def progress(done, _):
        if done > 100:
            raise KeyboardInterrupt

    found = ns.battle("kaiya", "rork", **{**DUEL, "table": 50}, trials=100, progress=progress)
    assert (found["stamp"]["trials"], found["stamp"]["stopped"], found["policies"]) == (
        100,
        "interrupted",
        {},
    )
    assert found["battle"] == ns.battle("kaiya", "rork", **DUEL, trials=100)["battle"]
    assert "100 battles" in str(found)


def test_import__no_dask():
    code = "import sys, necrostats.cli.battle, necrostats.engine.monte_carlo; sys.exit('dask' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
