"""Revenue, payments and liabilities of the room, by days, weeks and months of its clock.

Every figure is a sum over transfers, so those of a period add up to the balances of the accounts. A
closed day was added up when two signed it, and no transfer enters it any more: the nightly audit
adds it up again.
"""

from collections import defaultdict
from collections.abc import Collection, Container, Iterable, Iterator
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from django.db.models import Case, F, Q, QuerySet, Sum, When
from django.db.models.functions import TruncDate

from core import sql
from core.settings.room_time import zone
from payouts.bookkeeping import accounts
from payouts.models import Account, DayClosing, Transfer

Kind, Reason = Account.Kind, Transfer.Reason

ONE_DAY = timedelta(days=1)


class By(StrEnum):
    DAY = "day"
    WEEK = "week"
    MONTH = "month"


class RevenueFigures(NamedTuple):
    """Cents that moved in a period.

    The house's: ``fees``, ``rake``, the rest of VeloX draws (``velox``), the cost of guarantees
    (``guarantees``, below zero), fees of payments, corrections by staff (``corrections``) and the
    cost of bonuses (``bonuses``, below zero); their sum is ``result``. ``dealers`` is withheld for
    the dealers, and theirs (LIVE-14). ``withdrawals`` are less those that came back; money from and
    to an operator's own wallet counts as deposits and withdrawals. Entries bring bounties in with
    their ``buy_ins``; ``bounties`` are those that were paid out. ``wallets``, ``held`` and
    ``in_play`` are changes of players' money in wallets, on its way to them, and in pools, at
    tables and in tickets; ``promised`` of bonuses not earned yet; ``debts`` of what they owe, below
    zero.
    """

    deposits: int = 0
    withdrawals: int = 0
    buy_ins: int = 0
    fees: int = 0
    rake: int = 0
    velox: int = 0
    guarantees: int = 0
    payment_fees: int = 0
    corrections: int = 0
    bonuses: int = 0
    result: int = 0
    prizes: int = 0
    bounties: int = 0
    refunds: int = 0
    dealers: int = 0
    chips_bought: int = 0
    chips_cashed: int = 0
    charge_backs: int = 0
    wallets: int = 0
    held: int = 0
    in_play: int = 0
    promised: int = 0
    debts: int = 0

    def __add__(self, other: tuple[int, ...]) -> "RevenueFigures":  # type: ignore[override]
        return RevenueFigures(*[mine + theirs for mine, theirs in zip(self, other, strict=True)])

    @classmethod
    def all_of(cls, several: Collection["RevenueFigures"]) -> "RevenueFigures":
        """Return the sum of thousands of figures at once."""
        return cls(*map(sum, zip(*several, strict=True))) if several else cls()


class Owed(NamedTuple):
    """Players' cents at some moment: in wallets, on the way to them, and in play.

    In play is money in pools, at tables and in tickets.
    """

    wallets: int
    held: int
    in_play: int

    @property
    def all(self) -> int:
        return self.wallets + self.held + self.in_play


class Takings(NamedTuple):
    """The figures of a day, or of the week or month that begins then."""

    begins: date
    figures: RevenueFigures


class Report(NamedTuple):
    """The lines from ``begin`` to ``end`` (both included), each with the previous period.

    Also the sums of both periods, and the players' money at the end.
    """

    begin: date
    end: date
    lines: list[Takings]
    earlier: list[RevenueFigures]
    total: RevenueFigures
    before: RevenueFigures
    owed: Owed


def report(*, begin: date, end: date, by: By = By.DAY) -> Report:
    """Return the days ``begin`` to ``end``, grouped ``by`` period; zero without transfers."""
    days = of_days(begin=begin, end=end)
    length = end - begin + ONE_DAY
    earlier = of_days(begin=begin - length, end=begin - ONE_DAY)
    lines: dict[date, RevenueFigures] = {}
    shifted: dict[date, RevenueFigures] = {}
    for day in _dates(begin, end):
        first = max(begin, _first(day, by))
        lines[first] = lines.get(first, RevenueFigures()) + days.get(day, RevenueFigures())
        shifted[first] = shifted.get(first, RevenueFigures()) + earlier.get(
            day - length, RevenueFigures()
        )
    return Report(
        begin,
        end,
        [Takings(first, figures) for first, figures in lines.items()],
        list(shifted.values()),
        RevenueFigures.all_of(days.values()),
        RevenueFigures.all_of(earlier.values()),
        owed_after(end),
    )


def of_days(*, begin: date, end: date) -> dict[date, RevenueFigures]:
    """Return the figures of each day on which money moved; of closed days as they were signed."""
    closed = closed_days(begin, end)
    first = first_open(closed, begin=begin, end=end)
    computed = {} if first is None else in_ledger(begin=first, end=end)
    signed = {day: figures for day, figures in closed.items() if any(figures)}
    return dict(sorted({**computed, **signed}.items()))


def first_open(closed: Container[date], *, begin: date, end: date) -> date | None:
    """Return the first of the days ``begin`` to ``end`` that is not among the closed."""
    return next((day for day in _dates(begin, end) if day not in closed), None)


def closed_days(begin: date, end: date) -> dict[date, RevenueFigures]:
    """Return the closed days among ``begin`` to ``end``, with their figures as signed."""
    rows = DayClosing.objects.filter(day__range=(begin, end), closed_by__isnull=False)
    return {
        day: RevenueFigures(**figures)
        for day, figures in rows.order_by("day").values_list("day", "figures")
    }


def in_ledger(*, begin: date, end: date) -> dict[date, RevenueFigures]:
    """Return the figures of each day on which money moved, added up from the transfers."""
    rows = (
        _between(begin, end)
        .annotate(day=TruncDate("created_at", tzinfo=zone()))
        .values_list("day", "reason", _holder("debit"), _holder("credit"))
        .annotate(cents=Sum("amount"))
        .order_by("day")
    )
    cells: defaultdict[date, list[Cell]] = defaultdict(list)
    for day, *cell in rows:
        cells[day].append(Cell(*cell))
    return {day: figures_of(cents) for day, cents in cells.items()}


def owed_after(day: date) -> Owed:
    """Return players' money at the end of a day: the current balances, less later transfers."""
    rows = sql.rows(_HELD, {"since": midnight(day + ONE_DAY)})
    held = {kind: int(cents) for kind, cents in rows}
    in_play = sum([held.get(kind, 0) for kind in _IN_PLAY])
    return Owed(held.get(Kind.PLAYER, 0), held.get(Kind.HELD, 0), in_play)


def first_day() -> date | None:
    """Return the day on which money first moved."""
    first = Transfer.objects.order_by("created_at").values_list("created_at", flat=True).first()
    return first.astimezone(zone()).date() if first else None


def midnight(day: date) -> datetime:
    """Return the time at which a day of the room's clock begins."""
    return datetime.combine(day, time(), zone())


class Cell(NamedTuple):
    """Cents moved for one reason between two kinds of holder; each house account is a kind."""

    reason: str
    debit: str
    credit: str
    cents: int


_IN_PLAY = (Kind.POOL, Kind.ESCROW, Kind.TICKETS)
_HOUSE = (
    *(accounts.FEES, accounts.RAKE, accounts.VELOX, accounts.GUARANTEES, accounts.PAYMENTS),
    *(accounts.CORRECTIONS, accounts.BONUSES),
)
_BOUGHT = (Reason.BUY_IN, Reason.REBUY, Reason.ADD_ON)


def figures_of(cells: Iterable[Cell]) -> RevenueFigures:
    """Return the sum of moved cents as figures of a report."""
    sums = [0] * len(RevenueFigures._fields)
    for cell in cells:
        for column, sign in _signs(cell.reason, cell.debit, cell.credit):
            sums[column] += sign * cell.cents
    return RevenueFigures(*sums)


@cache
def _signs(reason: str, debit: str, credit: str) -> list[tuple[int, int]]:
    """Return the figures that such a transfer counts in, each with its sign."""

    def moved(*reasons: str) -> int:
        return int(reason in reasons)

    def net(*names: str) -> int:
        return int(credit in names) - int(debit in names)

    # A payment returned by a bank takes its fee out of the house's account: that was never
    # withdrawn.
    back = int(reason == Reason.RETURNED and debit == Kind.OUTSIDE)
    home = int(reason == Reason.WALLET_OUT and credit == Kind.OUTSIDE)
    # An entry pays a bounty into the pool, and the pool pays it out: one reason, two directions.
    on_a_head = int(reason == Reason.BOUNTY and credit == Kind.POOL)
    figures = RevenueFigures(
        deposits=moved(Reason.DEPOSIT, Reason.WALLET_IN),
        withdrawals=moved(Reason.WITHDRAWAL) + home - back,
        buy_ins=moved(*_BOUGHT) + on_a_head,
        fees=net(accounts.FEES),
        rake=net(accounts.RAKE),
        velox=net(accounts.VELOX),
        guarantees=net(accounts.GUARANTEES),
        payment_fees=net(accounts.PAYMENTS),
        corrections=net(accounts.CORRECTIONS),
        bonuses=net(accounts.BONUSES),
        result=net(*_HOUSE),
        prizes=moved(Reason.PRIZE) - moved(Reason.PRIZE_BACK),
        bounties=moved(Reason.BOUNTY) - on_a_head - moved(Reason.BOUNTY_BACK),
        refunds=moved(Reason.REFUND),
        dealers=net(accounts.DEALERS),
        chips_bought=moved(Reason.CHIPS),
        chips_cashed=moved(Reason.CASH_OUT),
        charge_backs=moved(Reason.CHARGE_BACK),
        wallets=net(Kind.PLAYER),
        held=net(Kind.HELD),
        in_play=net(*_IN_PLAY),
        promised=net(Kind.BONUS),
        debts=net(Kind.DEBT),
    )
    return [(column, sign) for column, sign in enumerate(figures) if sign]


def _holder(side: str) -> Case:
    return Case(
        When(Q(**{f"{side}__kind": Kind.HOUSE}), then=F(f"{side}__name")),
        default=F(f"{side}__kind"),
    )


def _between(begin: date, end: date) -> QuerySet[Transfer]:
    span = (midnight(begin), midnight(end + ONE_DAY))
    return Transfer.objects.filter(created_at__gte=span[0], created_at__lt=span[1])


def _dates(begin: date, end: date) -> Iterator[date]:
    for days in range((end - begin).days + 1):
        yield begin + timedelta(days=days)


def _first(day: date, by: By) -> date:
    if by is By.WEEK:
        return day - timedelta(days=day.weekday())
    return day.replace(day=1) if by is By.MONTH else day


# One statement, so that no money moves between the balances and the later transfers.
_HELD = """
    SELECT kind, sum(cents)
    FROM (
        SELECT kind, balance AS cents FROM payouts_account
        UNION ALL
        SELECT kind, amount
        FROM payouts_transfer JOIN payouts_account ON payouts_account.id = debit_id
        WHERE created_at >= %(since)s
        UNION ALL
        SELECT kind, -amount
        FROM payouts_transfer JOIN payouts_account ON payouts_account.id = credit_id
        WHERE created_at >= %(since)s
    ) AS moved
    GROUP BY kind
"""
