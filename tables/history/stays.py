"""The receipt of a stay in a game for money, for its player (INFO-3)."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple

from payouts import receipts
from tables.models import CashStay, PoolEntry
from tables.models.money_games import Moment, MoneyGame

Kind = Moment.Kind
TOP_UPS = (Kind.TOP_UP, Kind.AUTO_TOP_UP, Kind.REBUY)


class Absence(NamedTuple):
    """``until`` is None while it lasts."""

    since: datetime
    until: datetime | None

    @property
    def minutes(self) -> int | None:
        """The length in minutes, None while it lasts."""
        return None if self.until is None else (self.until - self.since) // timedelta(minutes=1)


@dataclass(slots=True)
class StayReceipt:
    """A stay with all that belongs to it, in cents; ``place`` is the table or pool, ``url`` the
    page of this receipt. ``rake`` is the rake that its player bore; ``holds`` are the chips that
    are theirs while the stay lasts, before a pool's unfinished hands."""

    stay: CashStay | PoolEntry
    place: str
    url: str
    game: MoneyGame | None
    hands: int
    rake: int
    holds: int
    top_ups: list[Moment] = field(default_factory=list)
    absences: list[Absence] = field(default_factory=list)
    given_back: int = 0

    def tell(self, moments: Iterable[Moment]) -> None:
        """Add the moments of the stay, in their order."""
        heard = list(moments)
        self.top_ups = [moment for moment in heard if moment.kind in TOP_UPS]
        self.absences = _absences(heard, closed_at=self.stay.closed_at)
        self.given_back = sum(moment.cents for moment in heard if moment.kind == Kind.GIVEN_BACK)

    @property
    def number(self) -> str:
        return self.stay.receipt

    @property
    def code(self) -> str:
        return receipts.code(self.number)

    @property
    def topped_up(self) -> int:
        return sum(moment.cents for moment in self.top_ups)

    @property
    def sat_in_with(self) -> int:
        """The chips at the beginning of the stay, brought back or new."""
        return self.stay.brought - self.topped_up

    @property
    def over(self) -> bool:
        return self.stay.closed_at is not None

    @property
    def result(self) -> int:
        """Cents won or lost, so far while the stay lasts: taken and held, less brought."""
        return (self.stay.took or 0) + self.holds - self.stay.brought


def checked(stay: CashStay | PoolEntry, *, name: str) -> receipts.Receipt:
    """Return a stay's receipt as its public check shows it."""
    return receipts.Receipt(
        number=stay.receipt,
        name=name,
        player=stay.user.get_username(),
        at=stay.opened_at,
        paid=stay.brought,
        back=stay.took or 0,
    )


def _absences(moments: Iterable[Moment], *, closed_at: datetime | None) -> list[Absence]:
    """Return the absences; each ends when the player is back, or with the stay."""
    absences: list[Absence] = []
    since = None
    for moment in moments:
        if moment.kind == Kind.SAT_OUT:
            since = moment.at
        elif moment.kind == Kind.CAME_BACK and since is not None:
            absences.append(Absence(since, moment.at))
            since = None
    return absences if since is None else [*absences, Absence(since, closed_at)]
