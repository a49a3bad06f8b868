"""``make cluster``: run the room on two nodes until Ctrl-C."""

import signal
import sys
import tempfile
import time
from pathlib import Path

from poker_site.launch import embedded
from tests.cluster.running import running


def main() -> int:
    began = time.monotonic()

    def say(what: str) -> None:
        print(f"{time.monotonic() - began:6.1f} s  {what}", flush=True)

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with tempfile.TemporaryDirectory(prefix="cluster-", ignore_cleanup_errors=True) as folder:
        # PostgreSQL runs as another user than root.
        Path(folder).chmod(0o711)
        try:
            with running(Path(folder), say, bots=24) as room:
                while True:
                    room.keep()
                    time.sleep(0.5)
        except embedded.CannotStart as reason:
            print(reason, file=sys.stderr)
            return 1
        except KeyboardInterrupt:
            return 0


if __name__ == "__main__":
    sys.exit(main())
