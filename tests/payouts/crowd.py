"""Many people at the same moment: real threads, each with a connection of its own."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from django.db import connection

from core.refusal import Refusal

DONE = "done"


def at_once(verbs: Sequence[Callable[[], object]]) -> list[str]:
    """Start every verb at the same moment; for each ``DONE`` or the code of its refusal."""
    start = Barrier(len(verbs))

    def run(verb: Callable[[], object]) -> str:
        try:
            start.wait(timeout=60)
            be_patient()
            verb()
        except Refusal as refusal:
            return str(refusal)
        else:
            return DONE
        finally:
            with connection.cursor() as cursor:
                cursor.execute("RESET lock_timeout")
            connection.close()

    with ThreadPoolExecutor(len(verbs)) as threads:
        return list(threads.map(run, verbs))


def be_patient() -> None:
    """Wait for locks as long as a busy machine needs: who wins is asked here, not how fast."""
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '60s'")


def somebody_waits() -> bool:
    """Whether any session waits for a lock of another."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_locks WHERE NOT granted")
        return cursor.fetchone() is not None
