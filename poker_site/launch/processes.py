"""Child processes that never outlive their parent, and report the reason of a failure."""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

PR_SET_PDEATHSIG = 1
STOP_SECONDS = 10.0

# Waits for its standard input to close, which happens when the parent is gone however it ended.
_WATCHDOG = """
import os, sys
sys.stdin.buffer.read()
try:
    os.kill(int(sys.argv[1]), int(sys.argv[2]))
except ProcessLookupError:
    pass
"""


@dataclass(kw_only=True)
class Child:
    """One command to keep running. Start it from the main thread: Linux ties its life to that."""

    name: str
    command: Sequence[str | Path]
    log: Path
    env: Mapping[str, str] = field(default_factory=dict)
    stop_signal: signal.Signals = signal.SIGTERM
    become: Callable[[], None] | None = None
    death_signal: bool = sys.platform == "linux"
    _process: subprocess.Popen[bytes] | None = field(default=None, init=False)
    _watchdog: subprocess.Popen[bytes] | None = field(default=None, init=False)

    def start(self) -> None:
        """Run the command (again); its output is appended to the log."""
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with self.log.open("ab") as out:
            self._process = subprocess.Popen(
                [str(part) for part in self.command],
                env={**os.environ, **self.env},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                preexec_fn=self._before_exec(parent=os.getpid()),
            )
        if not self.death_signal:
            self._watch()

    def _before_exec(self, *, parent: int) -> Callable[[], None]:
        def prepare() -> None:
            # A session of its own: Ctrl-C reaches the parent alone, which stops all in order.
            os.setsid()
            if self.become is not None:
                self.become()
            # After `become`: a change of user clears the death signal.
            if self.death_signal:
                ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(self.stop_signal))
                if os.getppid() != parent:
                    os._exit(1)

        return prepare

    def _watch(self) -> None:
        """Start a helper that stops the child after its parent, where there is no death signal."""
        assert self._process is not None
        self._watchdog = subprocess.Popen(
            [sys.executable, "-c", _WATCHDOG, str(self._process.pid), str(int(self.stop_signal))],
            stdin=subprocess.PIPE,
            start_new_session=True,
        )

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None else None

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def last_words(self, lines: int = 12) -> str:
        """Return the end of its log, for the sentence with the reason of its stop."""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:])

    def stop(self) -> None:
        """Ask it to stop, and kill it after ten seconds; idempotent."""
        if self._process is not None and self.alive:
            self._process.send_signal(self.stop_signal)
            try:
                self._process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        if self._watchdog is not None and self._watchdog.stdin is not None:
            self._watchdog.stdin.close()
            self._watchdog.wait()
            self._watchdog = None


@dataclass(kw_only=True)
class Keeper:
    """A supervisor of one child: restarts at once the first time, later each time after it.

    It watches its own child alone, so a child that keeps stopping costs the others nothing.
    """

    FIRST_PAUSE: ClassVar = 1.0
    # Short: the cause, a full disk, may be gone, and without PostgreSQL all play stops.
    LONGEST_PAUSE: ClassVar = 8.0
    # A child that lived this long is restarted without a pause.
    STEADY_SECONDS: ClassVar = 60.0
    # From this number of stops in a row on, its last words are worth reading.
    WORRYING: ClassVar = 3

    child: Child
    started_at: float
    stops: int = 0
    due_at: float | None = None

    def look(self, *, now: float) -> str:
        """Start it again if it is time; return a message, mostly empty."""
        if self.due_at is None:
            return "" if self.child.alive else self._stopped(now)
        if now >= self.due_at:
            self.due_at, self.started_at = None, now
            try:
                self.child.start()
            except OSError as error:
                # A full disk, no memory for a process: the next call finds it stopped.
                return f"{self.child.name} cannot be started: {error}"
        return ""

    def _stopped(self, now: float) -> str:
        if now - self.started_at >= self.STEADY_SECONDS:
            self.stops = 0
        pause = min(self.LONGEST_PAUSE, self.FIRST_PAUSE * 2 ** (self.stops - 1)) * (self.stops > 0)
        self.stops += 1
        self.due_at = now + pause
        when = f"in {pause:.0f} s" if pause else "now"
        sentence = f"{self.child.name} stopped; it is started again {when}"
        if self.stops < self.WORRYING:
            return sentence
        return f"{sentence} ({self.child.log}). It said:\n{self.child.last_words()}\n"
