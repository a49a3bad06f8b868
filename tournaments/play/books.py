"""The reconciliation of all events: ``evidence`` derives the transfers that they should have, and
``payouts.reports.reconciliation`` compares these with the ledger."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from payouts.bookkeeping.books import REAL
from payouts.reports import reconciliation
from payouts.reports.reconciliation import Comparison, Drift
from tables.cash import books
from tables.pools import books as pool_books
from tournaments.models import Tournament
from tournaments.money import transfer_causes
from tournaments.play.evidence import Case


@dataclass(slots=True)
class Reconciliation:
    """All comparisons, by event, and all drifts."""

    events: int = 0
    rows: list[tuple[str, Comparison]] = field(default_factory=list)
    drifts: list[Drift] = field(default_factory=list)


def reconcile(*, seen: Callable[[], object] = lambda: None) -> Reconciliation:
    """Compare the whole ledger with the results of all events; ``seen`` is called after each."""
    result = Reconciliation(drifts=list(reconciliation.books()))
    moved: Counter[str] = Counter()
    unknown = reconciliation.pools()
    for tournament in Tournament.objects.select_related("draw").order_by("pk").iterator():
        case = Case(tournament)
        flows = case.flows()
        rows, drifts = reconciliation.compare(
            tournament.event,
            flows,
            entry_keys=transfer_causes.of_entries(tournament.pk),
            books=tournament.books,
        )
        result.rows += [(tournament.event, row) for row in rows]
        result.drifts += [*case.wrong_records(), *drifts]
        if tournament.books is REAL:
            moved.update(reconciliation.changes(flows))
            unknown.discard(tournament.event)
        result.events += 1
        seen()
    for event in sorted(unknown):
        result.drifts += reconciliation.compare(event, {}, entry_keys=f"{event}:")[1]
    played: list[books.CashTable | pool_books.Pool] = [*books.tables(), *pool_books.pools()]
    for cash in played:
        rows, drifts = cash.compared()
        result.rows += [(cash.event, row) for row in rows]
        result.drifts += [*cash.wrong_records(), *drifts]
        moved.update(reconciliation.changes(cash.flows))
        result.events += 1
    result.drifts += reconciliation.holdings(moved)
    return result
