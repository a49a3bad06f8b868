"""What a run of the machine has reached, so that it is known what it proves."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from tables.live import record
from tables.live.record import TableRecord
from tables.models import Hand
from tests.payouts.crowd import DONE
from tests.tournaments.invariants import held_tables, open_tables
from tests.tournaments.machine.ways import DIED
from tournaments.models import Entry, Tournament
from tournaments.rules.level_clock import ClockReading


@dataclass(frozen=True, slots=True)
class Scene:
    """The event as one rule left it."""

    event: Tournament
    now: datetime
    reading: ClockReading | None
    tables: list[TableRecord]
    orders: int

    @property
    def cause(self) -> str | None:
        return None if self.event.pause is None else self.event.pause["cause"]

    @property
    def stacks(self) -> list[int]:
        return [one.stack for table in self.tables for one in table.live.seats.values()]

    @property
    def away(self) -> list[bool]:
        return [one.away for table in self.tables for one in table.live.seats.values()]

    @property
    def idle(self) -> int:
        return sum(table.live.playing is None for table in self.tables)

    @property
    def round_runs(self) -> bool:
        return self.event.in_round and self.idle < len(self.tables)


def scene(event: Tournament, now: datetime) -> Scene:
    tables = [record.read(table.pk) for table in open_tables(event)]
    orders = event.orders.filter(closed_at=None).count()
    return Scene(event, now, event.clock_at(now), tables, orders)


STATES: dict[str, Callable[[Scene], bool]] = {
    "registering": lambda seen: seen.event.registering,
    "running": lambda seen: seen.event.status == Tournament.Status.RUNNING,
    "finished": lambda seen: seen.event.status == Tournament.Status.FINISHED,
    "cancelled": lambda seen: seen.event.status == Tournament.Status.CANCELLED,
    "others may still enter": lambda seen: bool(
        seen.tables and seen.event.may_still_enter(seen.now)
    ),
    "somebody is out": lambda seen: seen.event.entries.filter(status=Entry.Status.OUT).exists(),
    "a break": lambda seen: seen.reading is not None and seen.reading.is_break,
    "the last level": lambda seen: seen.reading is not None and seen.reading.left is None,
    "several tables": lambda seen: len(seen.tables) > 1,
    "a table of one": lambda seen: any(len(table.live.seats) == 1 for table in seen.tables),
    "a round of hand-for-hand": lambda seen: seen.round_runs,
    "a table waits in a round": lambda seen: seen.round_runs and seen.idle > 0,
    "a pause in a round": lambda seen: seen.round_runs and seen.cause is not None,
    "an order in a round": lambda seen: seen.round_runs and seen.orders > 0,
    "paused by staff": lambda seen: seen.cause == "staff",
    "paused by lost connections": lambda seen: seen.cause == "connections",
    "a hand stands in a pause": lambda seen: (
        seen.cause is not None and seen.idle < len(seen.tables)
    ),
    "after an outage": lambda seen: any(pause["cause"] == "outage" for pause in seen.event.pauses),
    "an order waits": lambda seen: seen.orders > 0,
    "a table is held": lambda seen: bool(held_tables(seen.event)),
    "somebody without chips has a seat": lambda seen: 0 in seen.stacks,
    "some sit out": lambda seen: any(seen.away),
    "all sit out": lambda seen: bool(seen.away) and all(seen.away),
    "blinds above the last level": lambda seen: (
        seen.reading is not None
        and any(
            table.stakes["big_blind"] > seen.event.levels[-1].big_blind for table in seen.tables
        )
    ),
    "chips taken off": lambda seen: seen.event.removed_chips > 0,
    "a hand is void": lambda seen: Hand.objects.filter(
        event=seen.event.event, voided_at__isnull=False
    ).exists(),
    "re-entered": lambda seen: (
        seen.event.entries.count() > seen.event.entries.values("user").distinct().count()
    ),
    "chips bought": lambda seen: seen.event.purchased > 0,
    "a bounty won": lambda seen: seen.event.entries.filter(bounties__isnull=False).exists(),
    "a shoot-out's first round": lambda seen: seen.event.stage == 1,
    "a shoot-out's later round": lambda seen: seen.event.stage > 1,
    "a session with an end": lambda seen: seen.event.session_levels > 0,
}


class Reach:
    """Counts, over all events: what came of each rule, and after how many rules a state stood."""

    def __init__(self) -> None:
        self.answers: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.states: Counter[str] = Counter()

    def note(self, rule: str, answers: Iterable[str]) -> None:
        self.answers[rule].update(answers)

    def look(self, seen: Scene) -> None:
        self.states.update(name for name, holds in STATES.items() if holds(seen))

    def table(self) -> str:
        """Rules and states, those never reached with a 0."""
        lines = [f"{'rule':28}{'done':>7}{'died':>7}{'refused':>9}  most refused for"]
        for rule, answers in sorted(self.answers.items()):
            refused = Counter(
                {code: times for code, times in answers.items() if code not in (DONE, DIED)}
            )
            most = ", ".join(code for code, _ in refused.most_common(3))
            counts = f"{answers[DONE]:7}{answers[DIED]:7}{refused.total():9}"
            lines.append(f"{rule:28}{counts}  {most}")
        lines += ["", f"{'state':36}{'seen':>6}"]
        lines += [f"{name:36}{self.states[name]:6}" for name in STATES]
        return "\n".join(lines)
