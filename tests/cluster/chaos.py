"""Faults of all kinds in a room on two nodes, while bots play: ``make chaos`` (CHAOS=short, long).

After each fault the room must play on; in the end all that the players were told must be stored,
every hand must replay, and the books must be sound. The table says how long tables were silent.
"""

import argparse
import json
import os
import signal
import statistics
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

from poker_site.launch import embedded, start
from poker_site.launch.processes import Child
from tests.cluster import history, slow_link
from tests.cluster.inside import BUGS
from tests.cluster.nodes import ROOM, Node
from tests.cluster.running import Running, Say, running

MINUTES = {"quick": 2, "short": 10, "long": 60}
BOTS = 24
# How long a fault lasts that does not end by itself, s.
LASTS = 20.0
# How much longer a packet takes on a slow link.
SLOW_SECONDS = 0.1
# Needs processes that are slow at all times (libfaketime), so it comes by ``--only``.
SET_CLOCK = "set the clock of a node by ten minutes, and back"
# By how much a clock is set.
STEP_SECONDS = 600
# Play between two faults, s.
PLAY = 6.0

Fault = Callable[[Running, Random], Iterator[None]]
FAULTS: dict[str, Fault] = {}


def fault(name: str) -> Callable[[Fault], Fault]:
    """Name a fault: a generator that breaks something, waits at its yields, and mends it."""

    def register(function: Fault) -> Fault:
        FAULTS[name] = function
        return function

    return register


def _killed(name: str) -> Fault:
    def kill(room: Running, dice: Random) -> Iterator[None]:
        _signal(dice.choice(room.cluster.players).children[name], signal.SIGKILL)
        yield

    return kill


for process in (*ROOM, "valkey", "sentinel", "front"):
    FAULTS[f"kill {process}"] = _killed(process)


@fault("kill all web processes of a node")
def _kill_web(room: Running, dice: Random) -> Iterator[None]:
    node = dice.choice(room.cluster.players)
    for name in ("web", "web2"):
        _signal(node.children[name], signal.SIGKILL)
    yield


@fault("restart the room on a node")
def _restart(room: Running, dice: Random) -> Iterator[None]:
    node = dice.choice(room.cluster.players)
    for name in ROOM:
        _signal(node.children[name], signal.SIGTERM)
        yield


@fault("fill the disk of the primary")
def _fill_disk(room: Running, dice: Random) -> Iterator[None]:
    leader = room.leader()
    filler = leader.folder / "postgres" / "filler"
    with filler.open("wb") as file, suppress(OSError):
        while True:
            file.write(bytes(1 << 20))
    yield from _for(LASTS)
    filler.unlink()


@fault("kill the primary")
def _kill_primary(room: Running, dice: Random) -> Iterator[None]:
    os.kill(_postmaster(room.leader()), signal.SIGKILL)
    yield


@fault("stop the primary at once")
def _immediate(room: Running, dice: Random) -> Iterator[None]:
    os.kill(_postmaster(room.leader()), signal.SIGQUIT)
    yield


@fault("kill Patroni beside the primary")
def _kill_patroni(room: Running, dice: Random) -> Iterator[None]:
    _signal(room.leader().children["postgres"], signal.SIGKILL)
    yield


@fault("end every session of the database")
def _end_sessions(room: Running, dice: Random) -> Iterator[None]:
    with room.primary() as session:
        session.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = %s",
            [embedded.PLAYER],
        )
    yield


@fault("lose the node of the primary")
def _lose_primary(room: Running, dice: Random) -> Iterator[None]:
    yield from _isolated(room.leader())


@fault("lose the other node")
def _lose_standby(room: Running, dice: Random) -> Iterator[None]:
    leader = room.leader()
    yield from _isolated(next(node for node in room.cluster.players if node is not leader))


@fault("lose the witness")
def _lose_witness(room: Running, dice: Random) -> Iterator[None]:
    yield from _isolated(room.cluster.witness)


@fault("cut two machines from each other")
def _cut(room: Running, dice: Random) -> Iterator[None]:
    a, b = dice.sample([node.machine for node in room.cluster.nodes], 2)
    a.drop_to(b)
    a.drop_from(b)
    yield from _for(LASTS)
    a.heal()


@fault("cut the primary off from the nodes, not from its players")
def _cut_primary(room: Running, dice: Random) -> Iterator[None]:
    leader = room.leader()
    for node in room.cluster.nodes:
        if node is not leader:
            leader.machine.drop_to(node.machine)
            leader.machine.drop_from(node.machine)
    yield from _for(2 * LASTS)
    leader.machine.heal()


@fault("cut one direction")
def _cut_one_way(room: Running, dice: Random) -> Iterator[None]:
    a, b = dice.sample([node.machine for node in room.cluster.nodes], 2)
    a.drop_to(b)
    yield from _for(LASTS)
    a.heal()


@fault("lose one packet of twenty to a node")
def _lose_packets(room: Running, dice: Random) -> Iterator[None]:
    node = dice.choice(room.cluster.players)
    node.machine.lose_some(5)
    yield from _for(LASTS)
    node.machine.heal()


@fault("slow the link between the nodes")
def _slow_link(room: Running, dice: Random) -> Iterator[None]:
    a, b = (node.machine for node in room.cluster.players)
    with slow_link.delayed(a, b, seconds=SLOW_SECONDS):
        yield from _for(LASTS)


@fault(SET_CLOCK)
def _set_clock(room: Running, dice: Random) -> Iterator[None]:
    node = dice.choice(room.cluster.players)
    for seconds in (dice.choice((-STEP_SECONDS, STEP_SECONDS)), 0):
        node.set_clock(seconds)
        yield from _for(LASTS)


@fault("freeze a worker")
def _freeze_worker(room: Running, dice: Random) -> Iterator[None]:
    yield from _frozen(dice.choice(room.cluster.players).children["worker"])


@fault("freeze both beats in turn")
def _freeze_beats(room: Running, dice: Random) -> Iterator[None]:
    for node in room.cluster.players:
        yield from _frozen(node.children["beat"])


@fault("freeze a web process")
def _freeze_web(room: Running, dice: Random) -> Iterator[None]:
    yield from _frozen(dice.choice(room.cluster.players).children["web"])


@fault("lose both Valkeys")
def _lose_valkey(room: Running, dice: Random) -> Iterator[None]:
    children = [node.children["valkey"] for node in room.cluster.players]
    room.held |= {child.name for child in children}
    for child in children:
        _signal(child, signal.SIGKILL)
    yield from _for(2 * LASTS)
    room.held.clear()


@fault("give every tick five times")
def _many_ticks(room: Running, dice: Random) -> Iterator[None]:
    room.python(
        "import django; django.setup()\n"
        "from tournaments.tasks import tick, tend\n"
        "for task in (tick, tend) * 5: task.delay()"
    )
    yield


@fault("run a third beat")
def _third_beat(room: Running, dice: Random) -> Iterator[None]:
    var = room.cluster.folder / "third"
    var.mkdir(exist_ok=True)
    log = room.cluster.folder / "third.log"
    third = Child(name="third beat", command=start.beat(var), log=log, env=room.outside)
    third.start()
    yield from _for(LASTS)
    third.stop()


def _isolated(node: Node) -> Iterator[None]:
    node.machine.isolate()
    yield from _for(2 * LASTS)
    node.machine.heal()


def _frozen(child: Child) -> Iterator[None]:
    _signal(child, signal.SIGSTOP)
    yield from _for(LASTS)
    _signal(child, signal.SIGCONT)


def _for(seconds: float) -> Iterator[None]:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        yield


def _signal(child: Child, number: int) -> None:
    if child.alive and child.pid is not None:
        os.kill(child.pid, number)


def _postmaster(node: Node) -> int:
    text = (node.folder / "postgres" / "data" / "postmaster.pid").read_text()
    return int(text.splitlines()[0])


# --- a run --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Plan:
    """The faults of a run: for ``seconds``, or until each kind came so many ``times``; between two
    of them so many seconds of ``play``."""

    names: Sequence[str]
    seconds: float
    times: int
    play: float
    bots: int

    def draw(self, dice: Random) -> Iterator[str]:
        """Return the names in the order of the run: each kind once before any comes again."""
        end = time.monotonic() + self.seconds
        rounds = 0
        while rounds < self.times if self.times else time.monotonic() < end:
            for name in dice.sample(self.names, len(self.names)):
                if self.times or time.monotonic() < end:
                    yield name
            rounds += 1


@contextmanager
def players(room: Running, diary: Path, bots: int) -> Iterator[None]:
    """Have bots that play from outside of all nodes, and write down what they are told."""
    child = Child(
        name="bots",
        command=[sys.executable, "-m", "tests.cluster.players", room.cluster.url, diary, str(bots)],
        log=room.cluster.folder / "bots.log",
        env=room.outside,
    )
    room.start(child)
    yield
    child.stop()


def run(room: Running, dice: Random, plan: Plan, figures: Path | None, say: Say) -> bool:
    """Break things for a while; return whether all that was told is so."""
    diary = room.cluster.folder / "diary"
    spans: list[tuple[str, float, float]] = []
    with players(room, diary, plan.bots):
        room.kept_until("a hand", lambda: diary.exists() and diary.stat().st_size > 100_000)
        for name in plan.draw(dice):
            _keep_for(room, plan.play)
            since = time.monotonic()
            for _ in FAULTS[name](room, dice):
                room.keep()
                time.sleep(0.2)
            room.kept_until("a standby", room.has_standby)
            room.kept_until("play", _grown(diary))
            spans.append((name, since, time.monotonic()))
            say(f"{name}: over")
        _keep_for(room, plan.play)
    # The last line may be cut off.
    pauses = history.silences(json.loads(text) for text in diary.read_text().splitlines()[:-1])
    before = [0.0, *(until for _name, _since, until in spans)]
    found = [
        (name, history.longest(pauses, since, until, after=after))
        for (name, since, until), after in zip(spans, before, strict=False)
    ]
    if figures is not None:
        with figures.open("a") as file:
            file.writelines(json.dumps(one) + "\n" for one in found)
    report(found)
    return room.sound(diary)


def _grown(diary: Path) -> Callable[[], bool]:
    """Return a question: has more been played since?"""
    least = diary.stat().st_size + 5_000
    return lambda: diary.stat().st_size > least


def _keep_for(room: Running, seconds: float) -> None:
    for _ in _for(seconds):
        room.keep()
        time.sleep(0.2)


def report(found: Iterable[tuple[str, Sequence[float]]]) -> None:
    """Print how long tables were silent in each kind of fault, s."""
    silent: dict[str, list[float]] = defaultdict(list)
    times: Counter[str] = Counter()
    for name, pauses in found:
        silent[name] += pauses
        times[name] += 1
    print(f"{'fault':54} {'times':>5} {'tables':>6} {'p50':>6} {'p95':>6} {'max':>6}")
    for name, some in sorted(silent.items()):
        if some:
            ordered = sorted(some)
            p95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
            figures = (statistics.median(some), p95, ordered[-1])
            print(
                f"{name:54} {times[name]:5} {len(some):6} "
                + " ".join(f"{figure:6.1f}" for figure in figures)
            )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.cluster.chaos")
    parser.add_argument("--length", choices=MINUTES, default="short")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--only", choices=sorted(FAULTS), action="append", help="again for more")
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--times", type=int, default=0, help="how often each fault comes")
    parser.add_argument("--play", type=float, default=PLAY, help="seconds between two faults")
    parser.add_argument("--bots", type=int, default=BOTS)
    parser.add_argument("--figures", type=Path, help="a file that the silences are added to")
    parser.add_argument("--report", action="store_true", help="print the silences of that file")
    parser.add_argument("--bug", choices=sorted(BUGS), default="", help="plant a bug to be found")
    parser.add_argument("--release", type=Path, help="a checkout of a release that node b runs")
    parser.add_argument("--keep", type=Path, help="a folder for logs and diary")
    asked = parser.parse_args()
    if asked.report:
        report(json.loads(line) for line in asked.figures.read_text().splitlines())
        return 0
    began = time.monotonic()

    def say(what: str) -> None:
        print(f"{time.monotonic() - began:6.1f} s  {what}", flush=True)

    names = asked.only or sorted(FAULTS.keys() - {SET_CLOCK})
    seconds = 60 * (asked.minutes or MINUTES[asked.length])
    plan = Plan(names, seconds, asked.times, asked.play, asked.bots)
    say(f"seed {asked.seed}")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with tempfile.TemporaryDirectory(prefix="cluster-", ignore_cleanup_errors=True) as folder:
        where = asked.keep or Path(folder)
        where.mkdir(exist_ok=True)
        where.chmod(0o711)
        try:
            with running(
                where,
                say,
                bots=asked.bots,
                bug=asked.bug,
                release=asked.release,
                clocks=SET_CLOCK in names,
            ) as room:
                sound = run(room, Random(asked.seed), plan, asked.figures, say)
                return 0 if sound else 1
        except embedded.CannotStart as reason:
            print(reason, file=sys.stderr)
            return 1


if __name__ == "__main__":
    sys.exit(main())
