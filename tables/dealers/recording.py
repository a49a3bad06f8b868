"""Records of dealing mistakes, and their totals."""

from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Count

from tables.dealers.kinds import Facts, ruling_on
from tables.models import DealingError


def record(
    *,
    kind: str,
    facts: Facts,
    table: str,
    hand_no: int | None,
    dealer: str,
    stacks: Mapping[str, int],
    note: str,
    by: int,
    key: UUID,
    at: datetime | None = None,
    now: datetime,
) -> DealingError:
    """Record a mistake with the ruling that follows from ``facts``; idempotent by key.

    ``stacks``: seat number -> chips put back, where the bets went back (DLR-1 to DLR-8). ``at``:
    when it was entered on a device that had no network, else now.
    """
    ruling = ruling_on(kind, facts)
    values = {
        "at": at or now,
        "received_at": now,
        "table": table,
        "hand_no": hand_no,
        "dealer": dealer,
        "kind": kind,
        "facts": dict(facts),
        "rule": ruling.rule,
        "outcome": ruling.outcome.value,
        "stacks": dict(stacks),
        "note": note,
        "by_id": by,
    }
    with transaction.atomic():
        return DealingError.objects.get_or_create(key=key, defaults=values)[0]


class DealerLine(NamedTuple):
    """One dealer's mistakes by kind, in the order of ``Kind``."""

    dealer: str
    counts: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.counts)


def by_dealer(*, since: datetime) -> list[DealerLine]:
    """Count each dealer's mistakes by kind; the most first, then by name."""
    counted: dict[str, Counter[str]] = {}
    mistakes = DealingError.objects.filter(at__gte=since).order_by()
    for dealer, kind, times in mistakes.values_list("dealer", "kind").annotate(Count("pk")):
        counted.setdefault(dealer, Counter())[kind] = times
    lines = [
        DealerLine(dealer, tuple([counts[kind] for kind in DealingError.Kind.values]))
        for dealer, counts in counted.items()
    ]
    return sorted(lines, key=lambda line: (-line.total, line.dealer))
