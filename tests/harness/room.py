"""A whole room under test: the processes that ``make run`` starts, on this test's database."""

import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from django.conf import settings
from django.db import connection
from django.utils import timezone

from core.redis_client import client
from poker_site.demo import room as demo
from poker_site.launch import embedded

# Nothing waits longer than for what it waits: these only end a wait for what never comes, and a
# machine that is busy with other things needs many times the seconds of an idle one.
PATIENCE = 180.0
START_PATIENCE = 600.0
T = TypeVar("T")


def wait_for(what: str, found: Callable[[], T | None], *, seconds: float = PATIENCE) -> T:
    """The first truthy answer; AssertionError naming what never came."""
    deadline = time.monotonic() + seconds
    while not (answer := found()):
        assert time.monotonic() < deadline, f"waited {seconds:.0f} s for {what}"
        time.sleep(0.05)
    return answer


def free_port() -> int:
    """A port that is free, and below those that the system gives to whoever connects."""
    while True:
        port = 20_000 + secrets.randbelow(12_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


class RunningRoom:
    """``manage.py room`` and what it started."""

    def __init__(self, process: subprocess.Popen[bytes], *, port: int, output: Path) -> None:
        self.process = process
        self.port = port
        self.output = output
        self.url = f"http://127.0.0.1:{port}"

    def said(self) -> str:
        return self.output.read_text(errors="replace")

    def pid_of(self, name: str) -> int | None:
        """The process of web, worker, beat or bots; None while it is down."""
        sign = {
            "web": "uvicorn",
            "worker": " poker_site worker ",
            "beat": " poker_site beat ",
            "bots": " bots ",
        }[name]
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        for pid in map(int, children.split()):
            try:
                # Celery may have made one text of it, as a title that says what it does.
                if sign in Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " "):
                    return pid
            except OSError:
                continue
        return None

    def kill(self, name: str) -> None:
        """``kill -9``; returns once another process has taken its place."""
        victim = wait_for(name, lambda: self.pid_of(name))
        os.kill(victim, signal.SIGKILL)
        wait_for(f"another {name}", lambda: self.pid_of(name) not in {None, victim})

    @contextmanager
    def held(self, name: str) -> Iterator[None]:
        """A process that is there and does nothing, until the block ends."""
        self.signal(name, signal.SIGSTOP)
        try:
            yield
        finally:
            self.signal(name, signal.SIGCONT)

    def signal(self, name: str, number: signal.Signals) -> None:
        os.kill(wait_for(name, lambda: self.pid_of(name)), number)

    def rest(self) -> None:
        """Stop beat and worker once no process of the room does anything any more.

        Without the ticks of beat a worker would tick by itself after a while.
        """
        self.signal("beat", signal.SIGSTOP)
        wait_for("the room to rest", lambda: not _busy())
        self.signal("worker", signal.SIGSTOP)

    def go_on(self) -> None:
        """Let beat and worker run again."""
        for name in ("worker", "beat"):
            self.signal(name, signal.SIGCONT)


# Whoever else has asked this database something a moment ago, or has not finished. A worker on a
# busy machine may need most of a second from fetching a job to its first question.
BUSY = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND pid != pg_backend_pid()
        AND backend_type = 'client backend'
        AND (state != 'idle' OR state_change > clock_timestamp() - interval '1 second')
        -- Signs of life, and looks whether the time is kept, never end.
        AND query !~ 'tables_websign|advisory_(un)?lock|FROM .?tables_heartbeat'"""


def _busy() -> bool:
    if client().llen("celery"):
        return True
    with connection.cursor() as cursor:
        cursor.execute(BUSY)
        [count] = cursor.fetchone()
    return bool(count)


class Rooms:
    """At most one room on this process's database; a test goes on with that of the one before."""

    def __init__(self, folders: Callable[[], Path]) -> None:
        self._folders = folders
        self._room: RunningRoom | None = None
        self._until_closed = ExitStack()

    @contextmanager
    def open(self) -> Iterator[RunningRoom]:
        """A room with the demo and nobody in it, on an empty database; at rest afterwards."""
        if self._room is None or self._room.process.poll() is not None:
            self.close()
            self._room = self._until_closed.enter_context(running(self._folders()))
        else:
            demo.load(bots=0, now=timezone.now())
            self._room.go_on()
        yield self._room
        try:
            self._room.rest()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        if self._room is not None and self._room.process.poll() is None:
            self._room.go_on()
        self._room = None
        self._until_closed.close()


@contextmanager
def running(folder: Path) -> Iterator[RunningRoom]:
    """Start a room without bots on the database of this test; stop it afterwards."""
    port = free_port()
    output = folder / "room.log"
    database = connection.settings_dict["NAME"]
    with output.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "room", "--port", str(port), "--bots", "0"],
            cwd=settings.BASE_DIR,
            env={
                **os.environ,
                **embedded.environment(settings.VAR_DIR, name=database),
                "VAR_DIR": str(folder),
            },
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


def _open(room: RunningRoom) -> bool:
    assert room.process.poll() is None, room.said()
    return "Montepremi is open" in room.said()
