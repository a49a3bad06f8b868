"""What a room costs while nobody is in it: processor time of each of its processes.

``python -m tests.bench.idle``: the room of ``make run`` with data of its own, without bots and
then with the demo's. Not part of ``make bench``: it takes minutes.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import django

ROOT = Path(__file__).parents[2]
# A room is quiet once so many seconds cost no less than those before them.
LOOK_SECONDS = 10
# In the command lines of the processes; their children are counted with them.
KINDS = {
    "web": "uvicorn",
    "worker": " poker_site worker",
    "beat": " poker_site beat",
    "bots": " bots ",
    "postgres": "/bin/postgres",
    "valkey": "valkey-server",
}


@contextmanager
def demo_room(folder: Path, *, bots: int) -> Iterator[Any]:
    """``manage.py room`` with servers of its own; stopped afterwards."""
    from tests.harness.room import PATIENCE, START_PATIENCE, RunningRoom, free_port, wait_for

    theirs = ("DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL")
    environment = {name: value for name, value in os.environ.items() if name not in theirs}
    port = free_port()
    output = folder / "room.log"
    with output.open("wb") as out:
        process = subprocess.Popen(
            [
                *(sys.executable, "manage.py", "room"),
                *("--port", str(port), "--bots", str(bots)),
            ],
            cwd=ROOT,
            env={**environment, "VAR_DIR": str(folder / "var"), "DEMO": "true"},
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    room = RunningRoom(process, port=port, output=output)
    try:
        wait_for("the room to open", lambda: _open(room), seconds=START_PATIENCE)
        yield room
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)


def _open(room: Any) -> bool:
    assert room.process.poll() is None, room.said()
    return "Montepremi is open" in room.said()


def cpu(pid: int, kind: str = "supervisor") -> Counter[str]:
    """Processor seconds since the start, by kind of process, of one and all that came of it."""
    used: Counter[str] = Counter()
    with suppress(OSError):
        command = Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
        if kind == "supervisor":
            kind = next((name for name, sign in KINDS.items() if sign in command), kind)
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        # Its own, and that of children which are gone (PostgreSQL's workers come and go).
        ticks = sum(int(field) for field in fields[11:15])
        used[kind] += ticks / os.sysconf("SC_CLK_TCK")  # type: ignore[assignment]
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                used.update(cpu(int(child), kind))
    return used


def spent(pid: int, seconds: float) -> Counter[str]:
    """Processor seconds of each kind while that time passes."""
    before = cpu(pid)
    time.sleep(seconds)
    used = cpu(pid)
    used.subtract(before)
    return used


def wait_until_quiet(pid: int) -> None:
    last = spent(pid, LOOK_SECONDS).total()
    while (now := spent(pid, LOOK_SECONDS).total()) < last:
        last = now


def measure(*, bots: int, seconds: float) -> None:
    with (
        tempfile.TemporaryDirectory(prefix="montepremi-idle-") as folder,
        demo_room(Path(folder), bots=bots) as room,
    ):
        wait_until_quiet(room.process.pid)
        used = spent(room.process.pid, seconds)
    load = os.getloadavg()[0]
    print(f"{bots} bots, {seconds:.0f} s, load {load:.1f}: percent of a core", flush=True)
    for kind in ("supervisor", *KINDS):
        if kind in used:
            print(f"{kind:>12} {100 * used[kind] / seconds:6.2f}")
    print(f"{'together':>12} {100 * used.total() / seconds:6.2f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--bots", type=int, nargs="+", default=[0, 48])
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "poker_site.settings")
    django.setup()
    for bots in options.bots:
        measure(bots=bots, seconds=options.seconds)


if __name__ == "__main__":
    main()
