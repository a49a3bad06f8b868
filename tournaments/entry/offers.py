"""The purchases open to a player now: for the event's page, the felt and the API (TRN-2)."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from core.refusal import Refusal
from core.types import UserId
from tables.live import shown_stacks
from tables.models import Table
from tournaments.entry import purchases, registration
from tournaments.entry.purchases import Holding
from tournaments.models import Tournament
from tournaments.money import entry_money
from tournaments.play import last_chances


@dataclass(frozen=True, slots=True)
class Sale:
    """``price`` cents, fee included, for ``chips``; up to ``most`` at once."""

    price: int
    chips: int
    most: int = 1

    @property
    def counts(self) -> range:
        return range(1, self.most + 1)


@dataclass(frozen=True, slots=True)
class Offer:
    """The purchases open to a player, and the deadline of a player without chips.

    ``sells`` is False once the event sells no rebuy or add-on any more, so that pages stop asking.
    ``re_entry`` is for players who are out.
    """

    sells: bool
    rebuy: Sale | None = None
    add_on: Sale | None = None
    until: datetime | None = None
    coming: int = 0
    re_entry: Sale | None = None


def offer(
    event: Tournament, *, user_id: UserId | None, ahead: bool = False, now: datetime
) -> Offer:
    """Return what this player may buy; the verbs check again at the purchase.

    While the last cards of a hand are being turned up it tells no end of it (SHOW-2). With
    ``ahead`` it does: tables ask early, and show the answer after the last card.
    """
    sells = event.sells_chips and not event.over
    if registration.may_enter_again(event, user_id=user_id, now=now):
        price = event.re_entry_price
        return Offer(sells, re_entry=Sale(price.right, price.chips))
    if not sells or user_id is None or event.started_at is None:
        return Offer(sells)
    try:
        holding = purchases.holding(event, user_id)
    except Refusal:
        return Offer(sells)
    tables = Table.objects.filter(pk=holding.table_id)
    if not ahead and shown_stacks.turned_up(tables, now=now):
        return Offer(sells, coming=holding.coming)
    until = None
    if not holding.stack and not holding.coming:
        hand = last_chances.bust_out_hand(event, holding.entry)
        until = last_chances.until(event, holding.entry, hand=hand, now=now)
    return Offer(
        sells=until is not None or event.rebuys_open(now) or event.add_on_ahead(now),
        rebuy=_rebuys(event, holding, now=now),
        add_on=_add_on(event, holding, now=now),
        until=until,
        coming=holding.coming,
    )


def _rebuys(event: Tournament, holding: Holding, *, now: datetime) -> Sale | None:
    """As many rebuys as the event, the stack and the spending limit allow."""
    if not _allowed(lambda: purchases.check_rebuy(event, holding, count=1, now=now)):
        return None
    most = event.rebuys - last_chances.bought(holding.entry).rebuys
    if event.rebuy_right:
        paid = entry_money.paid_for(event, user_id=holding.entry.user_id)
        most = min(most, (entry_money.spending_limit(event) - paid) // event.rebuy_right)
    return Sale(event.rebuy_right, event.rebuy_chips, most)


def _add_on(event: Tournament, holding: Holding, *, now: datetime) -> Sale | None:
    fits = _allowed(lambda: purchases.check_add_on(event, holding, now=now))
    return Sale(event.add_on_right, event.add_on_chips) if fits else None


def _allowed(check: Callable[[], None]) -> bool:
    try:
        check()
    except Refusal:
        return False
    return True
