"""A cash game of a home game: one table, with chips from outside the room (HOME-6)."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, Final
from uuid import uuid4

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Q, QuerySet, Sum
from django.urls import reverse

from core.own_texts import own_text
from core.refusal import Refusal
from core.types import Cents, UserId
from payouts.events import Event
from payouts.rules.money import split
from players.models import User
from tables import games
from tables.cash import cashier, croupier, held_seats
from tables.live import dealer, outage_grace, seating
from tables.models import CashGame, CashStay, Seat, StayMoment, Table, Waiting
from tables.refusals import TableCode
from tables.wire.frame_types import Notice
from tournaments.home.kinds import HomeKind, HomeTerms, SeatWish
from tournaments.home.models import HomeGame, HomePlayer
from tournaments.refusals import EventCode

# The chips of a buy-in: the room's limit of a session holds ten of them (CASH-1).
LEAST_CHIPS: Final = 20
MOST_CHIPS: Final = 10_000
# The smallest buy-in in big blinds.
FEWEST_BLINDS: Final = 5
# A game begins with so many players who have a seat.
FEWEST: Final = 2
WAITS: Final[Notice] = {"kind": "waiting"}
PAUSED: Final[Notice] = {"kind": "paused", "cause": "host", "reason": ""}
# What a player has bought chips by, beside sitting down.
BOUGHT: Final = (
    StayMoment.Kind.TOP_UP,
    StayMoment.Kind.AUTO_TOP_UP,
    StayMoment.Kind.REBUY,
)


def cash_of(game: HomeGame) -> CashGame:
    """Return the cash game of a home game. Refuses ONLY_IN_A_CASH_GAME."""
    if game.cash_game is None:
        raise Refusal(EventCode.ONLY_IN_A_CASH_GAME)
    return game.cash_game


def table_of(game: HomeGame) -> Table:
    """Return the table of a cash game."""
    return Table.objects.only("pk", "status").get(event=cash_of(game).event)


def check_stakes(*, big_blind: int, least: int, most: int) -> None:
    """Refuse BUY_IN_RANGE, BLINDS_TOO_LARGE."""
    if not LEAST_CHIPS <= least <= most <= MOST_CHIPS:
        raise Refusal(EventCode.BUY_IN_RANGE, fewest=LEAST_CHIPS, most=MOST_CHIPS)
    if not 2 <= big_blind <= least // FEWEST_BLINDS:
        raise Refusal(EventCode.BLINDS_TOO_LARGE, most=max(2, least // FEWEST_BLINDS))


class HomeCash(HomeKind):
    """A home game that is a cash game."""

    def open(self, terms: HomeTerms, *, name: str, now: datetime) -> dict[str, Any]:
        cash = CashGame(
            # No page shows it: friends call their game as they like.
            name=f"home {uuid4().hex}",
            home=True,
            play_money=True,
            game=terms.game,
            seats=terms.seats,
            least_chips=terms.least or terms.most,
            most_chips=terms.most,
            action_seconds=terms.seconds,
            **_stakes(terms.game, terms.big_blind),
        )
        cash.save(force_insert=True)
        table = croupier.open_table(cash, 1, name=name, now=now)
        dealer.freeze(table_id=table.pk, notice=WAITS, now=now)
        return {"cash_game": cash, "name": name, "stack": terms.most}

    def is_in(self, game: HomeGame, user_id: UserId) -> bool:
        return Seat.objects.filter(table__event=cash_of(game).event, user=user_id).exists()

    def let_in(self, game: HomeGame, user_id: UserId, wish: SeatWish, *, now: datetime) -> None:
        """Sell a player chips and a seat; at a full table they are in without one.

        Refuses HOME_GAME_OVER, and what ``cashier.sit_down`` refuses.
        """
        if game.over:
            raise Refusal(EventCode.HOME_GAME_OVER)
        amount = cash_of(game).most if wish.amount is None else wish.amount
        try:
            cashier.sit_down(
                table_id=table_of(game).pk,
                user_id=user_id,
                amount=Cents(amount),
                key=wish.key or uuid4().hex,
                posts=True,
                now=now,
            )
        except Refusal as refusal:
            if refusal.code is not TableCode.TABLE_FULL:
                raise

    def leave(self, game: HomeGame, user_id: UserId, *, now: datetime) -> None:
        """Refuses HOME_GAME_BEGUN once it is started: one leaves at the table."""
        if not game.waiting:
            raise Refusal(EventCode.HOME_GAME_BEGUN)
        self._stand_up(game, user_id, now=now)

    def start(self, game: HomeGame, *, now: datetime) -> bool:
        """Refuses TOO_FEW_SEATED, HOME_GAME_OVER."""
        if game.over:
            raise Refusal(EventCode.HOME_GAME_OVER)
        if game.started_at is not None:
            return False
        table = table_of(game)
        seated = table.seats.filter(stack__gt=0).count()
        if seated < FEWEST:
            raise Refusal(EventCode.TOO_FEW_SEATED, seated=seated)
        game.started_at = now
        game.save(update_fields=["started_at"])
        dealer.thaw(table_id=table.pk, grace=outage_grace.LEAST, now=now)
        return True

    def pause(self, game: HomeGame, *, now: datetime) -> None:
        """Refuses HOME_GAME_WAITS, HOME_GAME_OVER."""
        dealer.freeze(table_id=self._running(game).pk, notice=PAUSED, now=now)

    def resume(self, game: HomeGame, *, now: datetime) -> None:
        """Refuses HOME_GAME_WAITS, HOME_GAME_OVER."""
        dealer.thaw(table_id=self._running(game).pk, grace=outage_grace.LEAST, now=now)

    def let_folded_chat(self, game: HomeGame, *, may: bool) -> None:
        game.folded_may_chat = may
        game.save(update_fields=["folded_may_chat"])

    def remove(
        self, game: HomeGame, user_id: UserId, *, by: UserId, why: str, now: datetime
    ) -> None:
        """The player takes the chips away: at once, or after the hand that they are in."""
        self._stand_up(game, user_id, now=now)

    def still_in(self, game: HomeGame) -> QuerySet[HomePlayer]:
        return game.players.filter(removed_at=None)

    def end(
        self, game: HomeGame, *, counted: Mapping[UserId, int] | None = None, now: datetime
    ) -> None:
        if game.over:
            return
        cash, table = cash_of(game), table_of(game)
        cash.tables = 0
        cash.save(update_fields=["tables"])
        if table.status == Table.Status.OPEN:
            # The hand that is played is played to its end.
            dealer.thaw(table_id=table.pk, grace=outage_grace.LEAST, now=now)
        croupier.close(table.pk, cash, now=now)
        game.ended_at = now
        game.save(update_fields=["ended_at"])

    def passes_on(self, game: HomeGame) -> bool:
        return True

    def finished(self, game: HomeGame, *, now: datetime) -> bool:
        """Also closes the table once its last hand is over."""
        if game.over:
            croupier.close(table_of(game).pk, cash_of(game), now=now)
        closed = table_of(game).status == Table.Status.CLOSED
        if closed and not game.over:
            # Staff have broken the table off.
            self.end(game, now=now)
        return closed

    def set_blinds(self, game: HomeGame, *, big_blind: int, now: datetime) -> None:
        """Set the blinds of the next hand; the buy-in stays.

        Refuses HOME_GAME_OVER, BLINDS_TOO_LARGE, ONLY_IN_A_CASH_GAME.
        """
        if game.over:
            raise Refusal(EventCode.HOME_GAME_OVER)
        cash = cash_of(game)
        check_stakes(big_blind=big_blind, least=cash.least, most=cash.most)
        stakes = _stakes(cash.game, big_blind)
        for name, chips in stakes.items():
            setattr(cash, name, chips)
        cash.save(update_fields=list(stakes))
        seating.set_stakes(table_id=table_of(game).pk, stakes=cash.stakes, now=now)

    def count(self, game: HomeGame, players: Sequence[HomePlayer]) -> None:
        stays = CashStay.objects.filter(table__event=cash_of(game).event).order_by()
        sums = stays.values("user").annotate(bought=Sum("brought"), taken=Sum("took", default=0))
        chips = {row["user"]: row for row in sums}
        times = stays.values("user").annotate(
            times=Count("pk", distinct=True)
            + Count("moments", filter=Q(moments__kind__in=BOUGHT), distinct=True)
        )
        bought_times = {row["user"]: row["times"] for row in times}
        for player in players:
            row = chips.get(player.user_id, {"bought": 0, "taken": 0})
            player.buy_ins = bought_times.get(player.user_id, 0)
            player.chips_bought, player.chips_taken = row["bought"], row["taken"]
        won = [max(0, player.chips_taken - player.chips_bought) for player in players]
        lost = [max(0, player.chips_bought - player.chips_taken) for player in players]
        money = sum(won) * game.buy_in // game.stack if game.stack else 0
        for player, gain, loss in zip(players, split(money, won), split(money, lost), strict=True):
            player.prize, player.put_in = gain, loss

    def _running(self, game: HomeGame) -> Table:
        if game.over:
            raise Refusal(EventCode.HOME_GAME_OVER)
        if game.waiting:
            raise Refusal(EventCode.HOME_GAME_WAITS)
        return table_of(game)

    def _stand_up(self, game: HomeGame, user_id: UserId, *, now: datetime) -> None:
        """Let a player leave the table, if they sit there, and the list of those who wait."""
        held_seats.end(Waiting.End.LEFT, now=now, game=game.cash_game_id, user=user_id)
        with suppress(Refusal):
            cashier.leave(table_id=table_of(game).pk, user_id=user_id, now=now)


def _stakes(game: str, big_blind: int) -> dict[str, int]:
    """The fields of a cash game's stakes; without blinds all ante half of the smallest bet."""
    half = big_blind // 2
    if games.has_blinds(game):
        return {"small_blind": half, "big_blind": big_blind, "ante": 0}
    return {"small_blind": 0, "big_blind": big_blind, "ante": half}


def check_sitting(cash_game_id: int, user_id: UserId) -> None:
    """Refuse NOT_LET_IN to all but the players of a home game, and REMOVED_BY_HOST."""
    player = HomePlayer.objects.filter(game__cash_game=cash_game_id, user=user_id).first()
    if player is None:
        raise Refusal(EventCode.NOT_LET_IN)
    if player.removed_at is not None:
        raise Refusal(EventCode.REMOVED_BY_HOST)


def may_watch(cash_game_id: int, user: User | AnonymousUser) -> bool:
    """Return whether a reader may see the table: the game's players may, and staff."""
    players = HomePlayer.objects.filter(game__cash_game=cash_game_id, removed_at=None)
    return user.is_staff or players.filter(user=user.pk or 0).exists()


def find_games(ids: Collection[int]) -> dict[int, Event]:
    """The names and rooms of these cash games, for hands and tables."""
    found = HomeGame.objects.filter(cash_game__in=ids).select_related("cash_game")
    return {
        cash.pk: Event(
            own_text(game.name),
            reverse("home_game", args=[game.token]),
            game=games.name_of(cash.game),
            stake=cash.stakes_text,
        )
        for game in found
        if (cash := game.cash_game) is not None
    }
