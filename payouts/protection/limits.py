"""Responsible gaming: a player's own limits of deposits, of losses and of time.

Withdrawals are never held back. Each verb locks the player's row first, so that neither two
deposits nor a deposit and a new limit can miss each other.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models import Max, Q, Sum

from core.refusal import Refusal, RefusalCode
from core.settings.room_time import zone
from core.types import Cents, UserId
from payouts.bookkeeping import accounts
from payouts.models import LimitChange, Payment, PlayedTime, Transfer
from payouts.refusals import MoneyCode
from payouts.rules.limits import (
    InForce,
    LimitKind,
    LimitPeriod,
    LimitWish,
    bounds,
    effective_at,
    standing,
)
from payouts.rules.payments import UNDER_WAY
from players import access, identity, merged_accounts, player_lock
from players.access import Activity
from players.identity import Gate

REFUSED: Mapping[LimitKind, Mapping[LimitPeriod, RefusalCode]] = {
    LimitKind.DEPOSIT: {
        LimitPeriod.DAY: MoneyCode.DAILY_LIMIT,
        LimitPeriod.WEEK: MoneyCode.WEEKLY_LIMIT,
        LimitPeriod.MONTH: MoneyCode.MONTHLY_LIMIT,
    },
    LimitKind.LOSS: {
        LimitPeriod.DAY: MoneyCode.DAILY_LOSS_LIMIT,
        LimitPeriod.WEEK: MoneyCode.WEEKLY_LOSS_LIMIT,
        LimitPeriod.MONTH: MoneyCode.MONTHLY_LOSS_LIMIT,
    },
    LimitKind.TIME: {
        LimitPeriod.DAY: MoneyCode.DAILY_TIME_LIMIT,
        LimitPeriod.WEEK: MoneyCode.WEEKLY_TIME_LIMIT,
        LimitPeriod.MONTH: MoneyCode.MONTHLY_TIME_LIMIT,
    },
}
# Money from or to the outside, and gifts, were neither won nor lost.
_NO_PLAY = (
    *(Transfer.Reason.DEPOSIT, Transfer.Reason.WITHDRAWAL, Transfer.Reason.GIFT),
    *(Transfer.Reason.HOLD, Transfer.Reason.RELEASE, Transfer.Reason.RETURNED),
    *(Transfer.Reason.CHARGE_BACK, Transfer.Reason.DEBT, Transfer.Reason.PAYMENT_FEE),
    *(Transfer.Reason.WALLET_IN, Transfer.Reason.WALLET_OUT),
    *(Transfer.Reason.CORRECTION, Transfer.Reason.BONUS, Transfer.Reason.MERGE),
)


class AtPlay(NamedTuple):
    """Cents of a player's wallet that went into play, and that came back from it."""

    paid: int
    back: int


def set_limit(
    *,
    user_id: UserId,
    kind: LimitKind = LimitKind.DEPOSIT,
    period: LimitPeriod,
    amount: int | None,
    now: datetime,
) -> LimitChange:
    """Ask for a limit in cents or minutes, or with None for none (PLAY-1, PLAY-3).

    A lower limit applies at once, a higher one in a week. Refuses AMOUNT_NOT_POSITIVE below zero;
    zero is a limit like any other.
    """
    if amount is not None and amount < 0:
        raise Refusal(MoneyCode.AMOUNT_NOT_POSITIVE)
    with transaction.atomic():
        player_lock.hold(user_id)
        current = limit(user_id=user_id, kind=kind, period=period, now=now).amount
        return LimitChange.objects.create(
            user_id=user_id,
            kind=kind,
            period=period,
            amount=amount,
            set_at=now,
            effective_at=effective_at(current=current, wanted=amount, now=now),
        )


def check_deposit(*, user_id: UserId, amount: int, now: datetime) -> None:
    """Refuse a deposit that the player may not make (PLAY-1). The caller holds the player.

    Refuses SUSPENDED, SELF_EXCLUDED, GUEST, DAILY_LIMIT, WEEKLY_LIMIT, MONTHLY_LIMIT. The context
    of the last three: ``limit``, and ``left`` cents that may still be deposited.
    """
    access.check(user_id=user_id, what=Activity.PAY_IN, now=now)
    _check(user_id, {LimitKind.DEPOSIT: amount}, now=now)


def check_play(*, user_id: UserId, stake: int, game: str = "", now: datetime) -> None:
    """Refuse ``stake`` cents of a player's wallet that may not go into play; 0 is play, too.

    ``game`` is a ``Restriction.Game``, or empty. The caller holds the player. Refuses SUSPENDED,
    SELF_EXCLUDED, GUEST, EVENTS_RESTRICTED or CASH_RESTRICTED (STAFF-10), IDENTITY_NEEDED (KYC-1),
    and by the player's own limits (PLAY-3) DAILY_LOSS_LIMIT, DAILY_TIME_LIMIT, and those of weeks
    and months.
    """
    access.check(user_id=user_id, what=Activity.PLAY, game=game, now=now)
    identity.check(user_id=user_id, gate=Gate.PLAY, now=now)
    identity.check(user_id=user_id, gate=Gate.BUY_IN, amount=Cents(stake), now=now)
    _check(user_id, {LimitKind.LOSS: stake, LimitKind.TIME: 1}, now=now)


def most_to_stake(*, user_id: UserId, now: datetime) -> int | None:
    """Return the cents that a player's own limits still allow into play; None: no limit."""
    if time_left(user_id=user_id, now=now) == 0:
        return 0
    in_force = _in_force(user_id, (LimitKind.LOSS,), now=now)
    return min((max(0, most - so_far) for _, _, most, so_far in in_force), default=None)


def time_left(*, user_id: UserId, now: datetime) -> int | None:
    """Return the minutes that a player's own limits still allow at tables; None: no limit."""
    in_force = _in_force(user_id, (LimitKind.TIME,), now=now)
    return min((max(0, most - so_far) for _, _, most, so_far in in_force), default=None)


def limit(
    *, user_id: UserId, kind: LimitKind = LimitKind.DEPOSIT, period: LimitPeriod, now: datetime
) -> InForce:
    """Return the limit in force for a period, and the raise that waits."""
    return standing(_asked(user_id, (kind,)).get((kind, period), ()), now=now)


def limited(users: Collection[UserId], *, now: datetime) -> set[UserId]:
    """Return those of these players who have a limit of any kind in force; one statement."""
    wishes: defaultdict[tuple[UserId, str, str], list[LimitWish]] = defaultdict(list)
    for row in LimitChange.objects.filter(user__in=users).order_by("pk"):
        wishes[row.user_id, row.kind, row.period].append(row.change)
    return {
        user
        for (user, _kind, _period), changes in wishes.items()
        if standing(changes, now=now).amount is not None
    }


def used(*, user_id: UserId, kind: LimitKind, period: LimitPeriod, now: datetime) -> int:
    """Return the cents or minutes that count towards a limit since the period began."""
    return _USED[kind](user_id=user_id, period=period, now=now)


def deposited(*, user_id: UserId, period: LimitPeriod, now: datetime) -> int:
    """Return the cents deposited since the period began, and those under way.

    Withdrawals do not make room again.
    """
    first, after = bounds(period, now=now, zone=zone())
    users = merged_accounts.with_merged(user_id)
    on_their_way = Payment.objects.filter(
        user__in=users, kind=Payment.Kind.DEPOSIT, state__in=UNDER_WAY
    )
    rows = Transfer.objects.filter(
        credit__name__in=map(accounts.player, users),
        reason=Transfer.Reason.DEPOSIT,
        created_at__gte=first,
        created_at__lt=after,
    )
    return sum(
        payments.aggregate(cents=Sum("amount", default=0))["cents"]
        for payments in (rows, on_their_way)
    )


def lost(*, user_id: UserId, period: LimitPeriod, now: datetime) -> int:
    """Return the cents put into play since the period began, less those back; negative: won.

    Money still in play counts as lost until it comes back.
    """
    first, after = bounds(period, now=now, zone=zone())
    played = at_play(user_id=user_id, since=first, until=after)
    return played.paid - played.back


def at_play(*, user_id: UserId, since: datetime, until: datetime) -> AtPlay:
    """Return the cents that a player put into play in that time, and those back (PLAY-4)."""
    wallets = [*map(accounts.player, merged_accounts.with_merged(user_id))]
    back, paid = Q(credit__name__in=wallets), Q(debit__name__in=wallets)
    rows = Transfer.objects.filter(back | paid, created_at__gte=since, created_at__lt=until)
    sums = rows.exclude(reason__in=_NO_PLAY).aggregate(
        back=Sum("amount", filter=back, default=0), paid=Sum("amount", filter=paid, default=0)
    )
    return AtPlay(**sums)


def paid_in(*, user_id: UserId, since: datetime, until: datetime) -> int:
    """Return the cents that a player has deposited in that time, merged accounts included."""
    wallets = [*map(accounts.player, merged_accounts.with_merged(user_id))]
    rows = Transfer.objects.filter(
        credit__name__in=wallets,
        reason=Transfer.Reason.DEPOSIT,
        created_at__gte=since,
        created_at__lt=until,
    )
    cents: int = rows.aggregate(cents=Sum("amount", default=0))["cents"]
    return cents


def last_payout(*, user_id: UserId, before: datetime) -> datetime | None:
    """Return the time of a player's last withdrawal before a time, at the counter or by bank."""
    whose = merged_accounts.with_merged(user_id)
    names = [name(user) for user in whose for name in (accounts.player, accounts.held)]
    rows = Transfer.objects.filter(
        debit__name__in=names, reason=Transfer.Reason.WITHDRAWAL, created_at__lt=before
    )
    last: datetime | None = rows.aggregate(last=Max("created_at"))["last"]
    return last


def sat(*, user_id: UserId, period: LimitPeriod, now: datetime) -> int:
    """Return the counted minutes at tables since the period began."""
    first, after = bounds(period, now=now, zone=zone())
    users = merged_accounts.with_merged(user_id)
    days = PlayedTime.objects.filter(user__in=users, day__gte=first.date(), day__lt=after.date())
    return days.aggregate(minutes=Sum("minutes"))["minutes"] or 0


_USED: Mapping[LimitKind, Callable[..., int]] = {
    LimitKind.DEPOSIT: deposited,
    LimitKind.LOSS: lost,
    LimitKind.TIME: sat,
}


def _check(user_id: UserId, more: Mapping[LimitKind, int], *, now: datetime) -> None:
    for kind, period, most, so_far in _in_force(user_id, more, now=now):
        # A player who puts in nothing loses nothing, however much is lost already.
        if more[kind] and more[kind] > (left := max(0, most - so_far)):
            until = bounds(period, now=now, zone=zone())[1]
            raise Refusal(REFUSED[kind][period], limit=most, left=left, until=until)


def _in_force(
    user_id: UserId, kinds: Mapping[LimitKind, int] | tuple[LimitKind, ...], *, now: datetime
) -> list[tuple[LimitKind, LimitPeriod, int, int]]:
    """Yield the limits in force, each with the amount so far that counts towards it, days first."""
    wishes = _asked(user_id, tuple(kinds))
    return [
        (kind, period, most, used(user_id=user_id, kind=kind, period=period, now=now))
        for kind in kinds
        for period in LimitPeriod
        if (changes := wishes.get((kind, period)))
        and (most := standing(changes, now=now).amount) is not None
    ]


# Plain SQL: runs at every entry and every purchase, and few players have a limit.
_ASKED = """
    SELECT * FROM payouts_limitchange WHERE user_id = %s AND kind = ANY(%s) ORDER BY id"""


def _asked(
    user_id: UserId, kinds: tuple[LimitKind, ...]
) -> dict[tuple[LimitKind, LimitPeriod], list[LimitWish]]:
    """Return every wish of a player, the oldest first; one statement."""
    wishes: dict[tuple[LimitKind, LimitPeriod], list[LimitWish]] = {}
    rows = LimitChange.objects.raw(_ASKED, [user_id, list(kinds)])
    for row in rows:
        wishes.setdefault((LimitKind(row.kind), LimitPeriod(row.period)), []).append(row.change)
    return wishes
