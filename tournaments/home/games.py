"""Home games opened, entered and left by the link (HOME-1).

Lock order: the home game, then player, tournament and table as everywhere.
"""

from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Max

from core import own_texts
from core.refusal import Refusal
from core.types import UserId
from players import access, player_lock
from players.access import Activity
from tables import games
from tournaments import room_settings
from tournaments.home import gates, venues
from tournaments.home.cash import HomeCash, check_stakes
from tournaments.home.events import HomeEvent
from tournaments.home.kinds import AS_OFFERED, CASH, HomeKind, HomeTerms, SeatWish
from tournaments.home.models import HomeGame, HomePlayer, new_token
from tournaments.models import Tournament
from tournaments.refusals import EventCode

EVENT, CASH_GAME = HomeEvent(), HomeCash()
MOST_AGAIN: Final = 10


def kind_named(kind: str) -> HomeKind:
    """Return what a game of this kind of terms plays."""
    return CASH_GAME if kind == CASH else EVENT


def kind_of(game: HomeGame) -> HomeKind:
    """Return what a home game plays."""
    return EVENT if game.cash_game_id is None else CASH_GAME


def create(
    *,
    host_id: UserId,
    terms: HomeTerms,
    key: str,
    now: datetime,
    name: str = "",
    enters: bool = True,
) -> HomeGame:
    """Open a home game whose host is its first player; the same ``key`` of the same player again is
    the same game.

    Where the host does not enter, as in one that a club has planned, the first to sit down is the
    host, and the limit of one host's games does not count.

    Refuses HOME_GAMES_OFF, TOO_MANY_HOME_GAMES, SUSPENDED, SELF_EXCLUDED, and what ``check_terms``
    refuses.
    """
    if not room_settings.HOME_GAMES.value():
        raise Refusal(EventCode.HOME_GAMES_OFF)
    check_terms(terms)
    with transaction.atomic():
        player_lock.hold(host_id)
        # Others may have the same key; the role of the host may have gone to another since.
        key = f"{host_id}:{key}"
        if known := HomeGame.objects.filter(key=key).first():
            return known
        access.check(user_id=host_id, what=Activity.PLAY_MONEY, now=now)
        going = HomeGame.objects.filter(host=host_id).exclude(HomeGame.OVER)
        limit = room_settings.HOME_GAMES_A_HOST.value()
        if enters and going.count() >= limit:
            raise Refusal(EventCode.TOO_MANY_HOME_GAMES, most=limit)
        number = (HomeGame.objects.aggregate(last=Max("pk"))["last"] or 0) + 1
        kind = kind_named(terms.kind)
        game = HomeGame.objects.create(
            **kind.open(terms, name=name or own_texts.home_game(number), now=now),
            host_id=host_id,
            key=key,
            unit=terms.unit,
            buy_in=terms.buy_in if terms.unit else 0,
            bounty=terms.bounty if terms.unit else 0,
            created_at=now,
            host_seen_at=now,
        )
        if enters:
            _let_in(game, host_id, AS_OFFERED, now=now)
    return game


def check_terms(terms: HomeTerms) -> None:
    """Refuse NO_REAL_CARDS, GAME_SEATS; of an event BOUNTY_OR_REBUYS, of a cash game BUY_IN_RANGE
    and BLINDS_TOO_LARGE."""
    if terms.venue != Tournament.Venue.ONLINE and venues.find(terms.venue) is None:
        raise Refusal(EventCode.NO_REAL_CARDS)
    if terms.seats > (most := games.most_seats(terms.game)):
        raise Refusal(EventCode.GAME_SEATS, seats=most)
    if terms.kind == CASH:
        least = terms.least or terms.most
        check_stakes(big_blind=terms.big_blind, least=least, most=terms.most)
    elif terms.bounty and (terms.rebuys or terms.add_on):
        raise Refusal(EventCode.BOUNTY_OR_REBUYS)


def lock(game_id: int) -> HomeGame:
    """Lock a home game until this transaction ends. Refuses NO_SUCH_HOME_GAME."""
    game = HomeGame.objects.select_for_update(of=("self",)).filter(pk=game_id).first()
    if game is None:
        raise Refusal(EventCode.NO_SUCH_HOME_GAME)
    return game


def join(*, token: str, user_id: UserId, wish: SeatWish = AS_OFFERED, now: datetime) -> HomeGame:
    """Let a player in who has the link, also once more where re-entries are open, or at the table
    of a cash game, where ``wish`` says the chips. Idempotent.

    Refuses NO_SUCH_HOME_GAME for an old link, REMOVED_BY_HOST, HOME_ENTRY_CLOSED to new players,
    and what the gate of its owner (``gates``) and the game (``HomeKind.let_in``) refuse.
    """
    with transaction.atomic():
        game = HomeGame.objects.select_for_update(of=("self",)).filter(token=token).first()
        if game is None:
            raise Refusal(EventCode.NO_SUCH_HOME_GAME)
        # Who has had a seat in a cash game takes one again.
        known = game.cash_game_id is not None and game.players.filter(user=user_id).exists()
        if not game.entry_open and not known and not kind_of(game).is_in(game, user_id):
            _check_removed(game, user_id)
            raise Refusal(EventCode.HOME_ENTRY_CLOSED)
        admit(game, user_id, wish, now=now)
        if not game.players.filter(user=game.host_id).exists():
            game.host_id = user_id
            game.save(update_fields=["host"])
    return game


def admit(game: HomeGame, user_id: UserId, wish: SeatWish = AS_OFFERED, *, now: datetime) -> None:
    """Let a player into a locked game, as ``join`` does. Idempotent.

    Refuses REMOVED_BY_HOST, and what the gate of its owner (``gates``) and the game
    (``HomeKind.let_in``) refuse.
    """
    _check_removed(game, user_id)
    if kind_of(game).is_in(game, user_id):
        return
    gates.check(game, user_id)
    _let_in(game, user_id, wish, now=now)


def leave(*, game_id: int, user_id: UserId, now: datetime) -> None:
    """Take a player out before the start. Refuses HOST_STAYS, and what ``HomeKind.leave``
    refuses."""
    with transaction.atomic():
        game = lock(game_id)
        if game.is_host(user_id):
            raise Refusal(EventCode.HOST_STAYS)
        kind_of(game).leave(game, user_id, now=now)
        game.players.filter(user=user_id).delete()


def renewed(game: HomeGame) -> HomeGame:
    """Give a locked game a new link: the old one leads nowhere."""
    game.token = new_token()
    game.save(update_fields=["token"])
    return game


def _check_removed(game: HomeGame, user_id: UserId) -> None:
    if game.players.filter(user=user_id, removed_at__isnull=False).exists():
        raise Refusal(EventCode.REMOVED_BY_HOST)


def _let_in(game: HomeGame, user_id: UserId, wish: SeatWish, *, now: datetime) -> None:
    HomePlayer.objects.get_or_create(game=game, user_id=user_id, defaults={"joined_at": now})
    kind_of(game).let_in(game, user_id, wish, now=now)
