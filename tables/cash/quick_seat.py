"""A play-money seat at once, and the guests who take one (FREE-1, FREE-2)."""

from datetime import datetime, timedelta
from functools import partial

from django.db.models import Count, Exists, F, OuterRef, Q

from core.jobs import attempt
from core.refusal import Refusal
from core.types import Cents, UserId
from payouts.bookkeeping import ledger
from payouts.wallets import play_money
from players import room_settings as players_house
from players.models import Guest
from players.sign_in import guests
from tables import engine, room_settings
from tables.cash import cashier, lobby, stays
from tables.cash.lobby import OpenTable
from tables.live import record
from tables.models import CashGame, HandPlayer, Seat, Table
from tables.refusals import TableCode

# Guests removed in one run.
AT_ONCE = 50
# Lifetime of a guest who never played once more than half of the guests' places are taken: else a
# handful of addresses would fill them for a week.
UNUSED = timedelta(hours=1)


# Guests who stay though they are at no table: registered by packages above (``expect``).
_expected: list[Exists] = []


def expect(somewhere: Exists) -> None:
    """Keep guests who are expected ``somewhere``, of whose user the condition's query asks (from
    ``AppConfig.ready``)."""
    _expected.append(somewhere)


def take_a_seat(*, user_id: UserId, key: str, wanted: int | None = None, now: datetime) -> int:
    """Seat a player at the play-money table that they ``wanted``, else at one with players where
    the next hand comes soonest, with as much as it allows; return the table's id. A player who sits
    at one already stays there.

    A purse that is nearly empty is filled up first, if allowed. Refuse NO_PLAY_SEAT, and what
    ``play_money.fill_up`` and ``cashier.sit_down`` refuse.
    """
    tables = [each for each in lobby.open_tables(user_id=user_id, now=now) if each.game.play_money]
    for mine in tables:
        if mine.seated:
            return mine.table.pk
    if play_money.may_fill_up(user_id=user_id, at_tables=stays.at_tables(user_id), now=now):
        fill_up(user_id=user_id, now=now)
    refused = Refusal(TableCode.NO_PLAY_SEAT)
    live = {row.id: row.live for row in record.read_all([each.table.pk for each in tables])}

    def soonest(each: OpenTable) -> tuple[bool, bool, int, int]:
        """Return the sort key: a hand begins at once where only the newcomer is missing, elsewhere
        after the current one. An empty table has no opponents."""
        hand = live[each.table.pk].playing
        left = 0 if hand is None else _decisions_left(hand)
        return each.table.pk != wanted, not each.players, left, -each.players

    for open_table in sorted(tables, key=soonest):
        if not open_table.free:
            continue
        try:
            cashier.sit_down(
                table_id=open_table.table.pk,
                user_id=user_id,
                amount=_buy_in(open_table, user_id),
                key=key,
                posts=True,
                now=now,
            )
        except Refusal as refusal:
            # Another table may have a seat still, or a smaller game.
            refused = refusal
        else:
            return open_table.table.pk
    raise refused


def takes_guests() -> bool:
    """Return whether a visitor without an account finds a seat now; two statements."""
    if not players_house.GUESTS.value():
        return False
    games = [game.event for game in CashGame.objects.filter(play_money=True, home=False)]
    tables = Table.objects.filter(event__in=games, status=Table.Status.OPEN)
    with_room = tables.annotate(players=Count("seats")).filter(players__lt=F("max_seats"))
    return bool(games) and with_room.exists()


def _decisions_left(hand: engine.HandState) -> int:
    """Estimate the decisions left in a hand: those of all players who can bet, on this street and
    on all that follow."""
    streets = len(hand.game.streets) - hand.street
    return len(hand.waiting) + max(0, len(hand.able) - 1) * streets


def fill_up(*, user_id: UserId, now: datetime) -> ledger.Posting:
    """Add play money for a player who has little, in purse and at tables together.

    Refuse what ``play_money.fill_up`` refuses.
    """
    return play_money.fill_up(user_id=user_id, at_tables=stays.at_tables(user_id), now=now)


def let_idle_go(*, now: datetime) -> int:
    """Remove the guests who have no seat, are expected nowhere and have played no hand for
    ``GUEST_DAYS`` days, and, where there are many, those who never played; return how many.
    Idempotent."""
    since = now - room_settings.GUEST_DAYS.value()
    seats = Seat.objects.filter(user=OuterRef("user"))
    hands = HandPlayer.objects.filter(user=OuterRef("user"))
    lately = hands.filter(hand__started_at__gte=since)
    goes = Q(~Exists(lately), made_at__lt=since)
    if guests.here() > players_house.MOST_GUESTS.value() // 2:
        goes |= Q(~Exists(hands), made_at__lt=now - UNUSED)
    elsewhere = [~there for there in _expected]
    idle = Guest.objects.filter(goes, ~Exists(seats), *elsewhere, gone_at=None).order_by("made_at")
    ids = idle.values_list("user", flat=True)[:AT_ONCE]
    return sum(
        attempt("let a guest go", partial(guests.let_go, user_id=UserId(pk), now=now), user=pk) or 0
        for pk in ids
    )


def _buy_in(open_table: OpenTable, user_id: UserId) -> Cents:
    """Return as much as table and purse allow."""
    least, most = open_table.may_bring
    return Cents(max(least, min(most, play_money.balance(user_id))))
