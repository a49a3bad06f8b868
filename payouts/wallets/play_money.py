"""Play money: worth nothing, never sold, and in books of its own (FREE-1)."""

from datetime import datetime

from django.db import transaction

from core.refusal import Refusal
from core.settings.room_time import zone
from core.types import Cents, UserId
from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.books import PLAY
from payouts.refusals import MoneyCode
from payouts.rules.limits import LimitPeriod, bounds
from players import access, player_lock
from players.access import Activity

# Chips: the content of a full purse, and the bound below which it may be filled up.
FULL = 10_000
BOUND = 2_000


def balance(user_id: UserId) -> Cents:
    """Return the play-money chips in a player's purse; not those at tables."""
    return ledger.balance(accounts.player(user_id), books=PLAY)


def may_fill_up(*, user_id: UserId, at_tables: int, now: datetime) -> bool:
    """Return whether ``fill_up`` would give chips."""
    return balance(user_id) + at_tables < BOUND and not _filled_today(user_id, now=now)


def within_reach(*, user_id: UserId, at_tables: int, now: datetime) -> int:
    """Return the chips that a player has, or would have after ``fill_up``."""
    if may_fill_up(user_id=user_id, at_tables=at_tables, now=now):
        return FULL - at_tables
    return balance(user_id)


def fill_up(*, user_id: UserId, at_tables: int, now: datetime) -> ledger.Posting:
    """Fill a purse with less than ``BOUND`` chips up to ``FULL``, once a day.

    Chips ``at_tables`` count. Refuses SUSPENDED, SELF_EXCLUDED, ENOUGH_PLAY_MONEY (``bound``),
    FILLED_UP_TODAY (``until``).
    """
    with transaction.atomic():
        player_lock.hold(user_id)
        access.check(user_id=user_id, what=Activity.PLAY_MONEY, now=now)
        held = balance(user_id) + at_tables
        if held >= BOUND:
            raise Refusal(MoneyCode.ENOUGH_PLAY_MONEY, bound=BOUND)
        if _filled_today(user_id, now=now):
            raise Refusal(
                MoneyCode.FILLED_UP_TODAY, until=bounds(LimitPeriod.DAY, now=now, zone=zone())[1]
            )
        gift = ledger.Leg(
            accounts.OUTSIDE, accounts.player(user_id), FULL - held, ledger.Reason.GIFT
        )
        return ledger.post([gift], key=_cause(user_id, now=now), now=now, books=PLAY)


def _filled_today(user_id: UserId, *, now: datetime) -> bool:
    return ledger.posted(_cause(user_id, now=now), books=PLAY)


def _cause(user_id: UserId, *, now: datetime) -> str:
    return f"gift:{user_id}:{now.astimezone(zone()).date()}"
