"""What a hand costs an event, by how many tables it has: ``python -m tests.bench.director``.

Events of nine at a table are put there in bulk, by SQL. Then some tables deal on by themselves, and
the director looks at the whole field: while all play, and with a player out at one of them.
Milliseconds of this process, and of PostgreSQL's for it; ratios are against the first size.
``python -m tests.bench.director 10 28000`` takes other sizes.
"""

import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from tests.bench.answers import ticks_of_database
from tests.bench.field import NOW, PEOPLE, TABLES, enter, fill
from tests.bench.setting import servers

SIZES = (10, 1_000, 4_000)
LOOKS = 100
RUNS = 3
DEADLINES = """
    INSERT INTO tables_deadline (table_id) SELECT id FROM tables_table WHERE event = %(event)s"""


class Cost(NamedTuple):
    """Milliseconds of a processor: ours, and PostgreSQL's."""

    ours: float
    theirs: float

    @property
    def both(self) -> float:
        return self.ours + self.theirs


def measure(tables: int) -> dict[str, Cost]:
    """What each kind of work costs an event of so many tables."""
    from tables.models import Table
    from tests.tournaments import events
    from tournaments import director
    from tournaments.play import auto_deal

    players = 9 * tables
    event = events.scheduled(name=f"Field of {tables}", max_entries=players, seats_per_table=9)
    enter(event, players=players)
    fill(TABLES + ";" + DEADLINES, event, players=players)
    fill("ANALYZE")
    step = partial(director.step, tournament_id=event.pk, now=NOW)
    costs = {"all begin": _cost([step])}
    here = Table.objects.filter(event=event.event).order_by("pk").values_list("pk", flat=True)
    looks = [partial(auto_deal.look, table_id=table_id, now=NOW) for table_id in here[:LOOKS]]
    costs["a hand"] = _cost(looks)
    costs["a step while all play"] = _cost([step] * RUNS)
    return costs


def _cost(work: Sequence[Callable[[], object]]) -> Cost:
    """Of one of several pieces of work, on average."""
    theirs, ours = ticks_of_database(), time.process_time()
    for job in work:
        job()
    spent, answered = time.process_time() - ours, ticks_of_database() - theirs
    return Cost(1000 * spent / len(work), 10 * answered / len(work))


def main(sizes: Sequence[int]) -> None:
    least: dict[str, Cost] = {}
    print(f"{'tables':>8}  {'work':<24}{'ours, ms':>10}{'theirs, ms':>12}{'ratio':>8}")
    with servers():
        fill(PEOPLE, players=9 * max(sizes))
        for size in sizes:
            for work, cost in measure(size).items():
                ratio = cost.both / least.setdefault(work, cost).both
                figures = f"{cost.ours:>10.2f}{cost.theirs:>12.2f}{ratio:>8.2f}"
                print(f"{size:>8,}  {work:<24}{figures}", flush=True)


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or SIZES)
