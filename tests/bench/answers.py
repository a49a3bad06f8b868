"""What one answer costs: processor time of this process and of PostgreSQL, and statements."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from tests.bench.setting import percentile

RUNS = 30
HEAD = f"{'':<42}{'p50, ms':>9}{'p95, ms':>9}{'database':>10}{'statements':>12}"


class Cost(NamedTuple):
    """One kind of answer: our milliseconds (p50, p95), PostgreSQL's on average, statements."""

    p50: float
    p95: float
    theirs: float
    statements: int

    @property
    def whole(self) -> float:
        """Milliseconds of processors, ours and PostgreSQL's."""
        return self.p95 + self.theirs

    def line(self, name: str) -> str:
        figures = f"{self.p50:>9.1f}{self.p95:>9.1f}{self.theirs:>10.1f}{self.statements:>12}"
        return f"{name[:41]:<42}{figures}"


@contextmanager
def counted(count: list[int]) -> Iterator[None]:
    """Add the statements of this thread to the first of ``count``."""
    from django.db import connection

    def one(execute: Any, *told: Any) -> Any:
        count[0] += 1
        return execute(*told)

    with connection.execute_wrapper(one):
        yield


def cost(answer: Callable[[], object], *, runs: int = RUNS) -> Cost:
    """What an answer costs, once it has been given before."""
    answer()
    count = [0]
    with counted(count):
        answer()
    theirs, spent = ticks_of_database(), []
    for _ in range(runs):
        began = time.process_time()
        answer()
        spent.append(1000 * (time.process_time() - began))
    database = 10 * (ticks_of_database() - theirs) / runs
    return Cost(percentile(spent, 0.5), percentile(spent, 0.95), database, count[0])


def ticks_of_database() -> int:
    """Hundredths of a second that PostgreSQL has used for this thread's connection."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        [pid] = cursor.fetchone()
    user, system = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]
    return int(user) + int(system)
