"""The debts between players of a finished home game: a note, and no money (HOME-2)."""

from datetime import datetime
from typing import Any, Final

from django.db import transaction

from core.refusal import Refusal
from core.types import UserId
from payouts.rules.settling import settle_up
from tournaments.home import games
from tournaments.home.models import HomeGame, HomePayment, HomePlayer
from tournaments.refusals import EventCode

# What is counted of each player at the end.
COUNTED: Final = (
    *("buy_ins", "place", "put_in", "prize", "bounties"),
    *("chips_bought", "chips_taken"),
)


def settle(*, game_id: int, now: datetime) -> None:
    """Store what each player of a finished game put in and takes out, and who pays whom.
    Idempotent; nothing while it is not over."""
    with transaction.atomic():
        game = games.lock(game_id)
        kind = games.kind_of(game)
        if game.settled_at is not None or not kind.finished(game, now=now):
            return
        players = list(game.players.order_by("pk"))
        kind.count(game, players)
        HomePlayer.objects.bulk_update(players, COUNTED)
        owed = settle_up({player.user_id: player.balance for player in players})
        HomePayment.objects.bulk_create(
            HomePayment(game=game, payer_id=each.payer, payee_id=each.payee, amount=each.amount)
            for each in owed
        )
        game.settled_at = now
        game.save(update_fields=["settled_at"])


def reopen(game: HomeGame) -> None:
    """Take back the settlement of a locked game whose event goes on (HOME-5). Refuses
    ALREADY_PAID once a payment is ticked."""
    if game.payments.filter(ticked_at__isnull=False).exists():
        raise Refusal(EventCode.ALREADY_PAID)
    game.payments.all().delete()
    game.players.update(buy_ins=0, put_in=0, prize=0, bounties=0, place=None)
    game.settled_at = None
    game.save(update_fields=["settled_at"])


def settle_finished(sender: Any, *, tournament_id: int, now: datetime, **_: Any) -> None:
    """Settle the home game whose event is over."""
    game = HomeGame.objects.filter(tournament=tournament_id).only("pk").first()
    if game is not None:
        settle(game_id=game.pk, now=now)


def tick(*, game_id: int, payment_id: int, by: UserId, paid: bool, now: datetime) -> None:
    """Tick a payment as paid, or not, by a player who ``may_tick``. Idempotent. Refuses
    NO_SUCH_HOME_GAME, NOT_YOUR_PAYMENT."""
    with transaction.atomic():
        game = games.lock(game_id)
        payment = game.payments.filter(pk=payment_id).first()
        if payment is None or not may_tick(game, payment, by):
            raise Refusal(EventCode.NOT_YOUR_PAYMENT)
        if paid == (payment.ticked_at is not None):
            return
        payment.ticked_by_id, payment.ticked_at = (by, now) if paid else (None, None)
        payment.save(update_fields=["ticked_by", "ticked_at"])


def may_tick(game: HomeGame, payment: HomePayment, user_id: int | None) -> bool:
    """Return whether a player may tick a payment: either side, and the host for a player whom a
    host has added by name (HOME-4)."""
    sides = (payment.payer_id, payment.payee_id)
    if user_id in sides or not game.is_host(user_id):
        return user_id in sides
    return game.players.filter(user__in=sides).exclude(called="").exists()
