"""What each stay in a pool was, told to its player (INFO-3). Read, never stored."""

from dataclasses import dataclass

from django.db.models import QuerySet

from core.types import UserId
from payouts import receipts
from tables.models import FastEntry

LETTER = "P"


@dataclass(frozen=True, slots=True)
class Receipt:
    """A stay in a pool, in cents."""

    entry: FastEntry

    @property
    def number(self) -> str:
        return receipts.number(LETTER, self.entry.pk)

    @property
    def code(self) -> str:
        return receipts.code(self.number)

    @property
    def over(self) -> bool:
        return self.entry.closed_at is not None

    @property
    def result(self) -> int:
        """Won or lost; by now, before the hands that are not finished, while the stay lasts."""
        return self.entry.took + self.entry.held - self.entry.brought


def of_player(user_id: UserId) -> QuerySet[FastEntry]:
    """A player's stays in pools, the latest first."""
    return FastEntry.objects.filter(user=user_id).select_related("pool").order_by("-pk")


def find(pk: int) -> receipts.Receipt | None:
    """A stay's receipt as whoever holds it may check it."""
    entry = FastEntry.objects.filter(pk=pk).select_related("pool", "user").first()
    if entry is None:
        return None
    return receipts.Receipt(
        number=receipts.number(LETTER, pk),
        name=entry.pool.name,
        player=entry.user.get_username(),
        at=entry.opened_at,
        paid=entry.brought,
        back=entry.took,
    )
