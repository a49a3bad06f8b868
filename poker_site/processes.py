"""Child processes that never outlive their parent, and say why when they fail."""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO

PR_SET_PDEATHSIG = 1
STOP_SECONDS = 10.0

# Waits for its standard input to close, which happens when the parent is gone however it ended.
_WATCHDOG = """
import os, signal, sys
sys.stdin.buffer.read()
try:
    os.kill(int(sys.argv[1]), int(sys.argv[2]))
except ProcessLookupError:
    pass
"""


def _die_with_parent(parent: int, stop: signal.Signals) -> None:
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, int(stop))
    if os.getppid() != parent:
        os._exit(1)


class Child:
    """One running command. Start it from the main thread: Linux ties its life to that thread."""

    def __init__(
        self,
        name: str,
        command: Sequence[str | Path],
        *,
        log: Path,
        env: Mapping[str, str] | None = None,
        stop: signal.Signals = signal.SIGTERM,
        become: Callable[[], None] | None = None,
    ) -> None:
        self.name = name
        self.log = log
        self.stop_signal = stop
        parent = os.getpid()
        linux = sys.platform == "linux"

        def before_exec() -> None:
            # A session of its own: Ctrl-C at the terminal reaches the parent alone, which then
            # stops its children in order.
            os.setsid()
            if become is not None:
                become()
            # After `become`: a change of user clears the death signal.
            if linux:
                _die_with_parent(parent, stop)

        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("ab") as out:
            self.process = subprocess.Popen(
                [str(part) for part in command],
                env={**os.environ, **(env or {})},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                preexec_fn=before_exec,
            )
        self._watchdog = None if linux else self._watch()

    def _watch(self) -> subprocess.Popen[bytes]:
        """Where the system has no death signal, a helper sees the parent go and tells the child."""
        return subprocess.Popen(
            [sys.executable, "-c", _WATCHDOG, str(self.process.pid), str(int(self.stop_signal))],
            stdin=subprocess.PIPE,
            start_new_session=True,
        )

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    def last_words(self, lines: int = 12) -> str:
        """The end of its log, for the sentence that says why it stopped."""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:])

    def stop(self) -> None:
        """Ask it to stop, and insist after ten seconds; safe to call twice."""
        if self.alive:
            self.process.send_signal(self.stop_signal)
            try:
                self.process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        if self._watchdog is not None:
            pipe: IO[bytes] | None = self._watchdog.stdin
            if pipe is not None:
                pipe.close()
            self._watchdog.wait()
