"""Home games opened, entered and left by the link (HOME-1).

Lock order: the home game, then player, tournament and table as everywhere.
"""

from datetime import datetime
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import Max

from core import own_texts
from core.refusal import Refusal
from core.types import UserId
from payouts.rules.schemes import Scheme, Standard, Winners
from players import access, player_lock
from players.access import Activity
from tables import games
from tournaments import room_settings
from tournaments.entry import registration
from tournaments.home import gates, venues
from tournaments.home.models import HomeGame, HomePlayer, new_token
from tournaments.models import Due, Entry, Tournament
from tournaments.refusals import EventCode
from tournaments.rules import structures
from tournaments.rules.structures import BlindPace

# The names by which players are paid, and the schemes behind them.
PAYOUTS: Final[dict[str, Scheme]] = {
    "standard": Standard(),
    "winner": Winners([10_000]),
    "two": Winners([6_500, 3_500]),
    "three": Winners([5_000, 3_000, 2_000]),
}
# HOME-4: real cards are dealt more slowly, and antes are a nuisance without a dealer.
LIVE_PACES: Final = {
    "live_fast": BlindPace(600, depth=100, break_after=6, break_seconds=600),
    "live": BlindPace(900, depth=100, break_after=4, break_seconds=600),
    "live_slow": BlindPace(1_200, depth=100, break_after=4, break_seconds=600),
}
PACES: Final = {**structures.PRESETS, **LIVE_PACES}
# Rebuys and re-entries are open as long as late entry, which lasts at least so long then; levels.
LATE_LEVELS: Final = 4
MOST_AGAIN: Final = 10


class HomeTerms(NamedTuple):
    """The choices of a host; ``buy_in`` and ``bounty`` are hundredths of ``unit``, only written."""

    venue: str = Tournament.Venue.ONLINE
    kind: str = Tournament.Kind.SCHEDULED
    game: str = "nlhe"
    speed: str = "turbo"
    stack: int = 5_000
    seats: int = 9
    late_levels: int = LATE_LEVELS
    re_entries: int = 0
    rebuys: int = 0
    add_on: bool = False
    payout: str = "standard"
    unit: str = ""
    buy_in: int = 0
    bounty: int = 0


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

    Refuses HOME_GAMES_OFF, TOO_MANY_HOME_GAMES, what ``check_terms`` refuses, SUSPENDED,
    SELF_EXCLUDED.
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
        going = HomeGame.objects.filter(host=host_id).exclude(
            tournament__status__in=Tournament.OVER
        )
        limit = room_settings.HOME_GAMES_A_HOST.value()
        if enters and going.count() >= limit:
            raise Refusal(EventCode.TOO_MANY_HOME_GAMES, most=limit)
        event = _event(terms, name=name, now=now)
        event.save(force_insert=True)
        Due.objects.create(tournament=event, due_at=now)
        game = HomeGame.objects.create(
            tournament=event,
            host_id=host_id,
            key=key,
            unit=terms.unit,
            buy_in=terms.buy_in if terms.unit else 0,
            bounty=terms.bounty if terms.unit else 0,
            created_at=now,
            host_seen_at=now,
        )
        if enters:
            _let_in(game, host_id, now=now)
    return game


def check_terms(terms: HomeTerms) -> None:
    """Refuse NO_REAL_CARDS, GAME_SEATS, BOUNTY_OR_REBUYS."""
    if terms.venue != Tournament.Venue.ONLINE and venues.find(terms.venue) is None:
        raise Refusal(EventCode.NO_REAL_CARDS)
    if terms.seats > (most := games.most_seats(terms.game)):
        raise Refusal(EventCode.GAME_SEATS, seats=most)
    if terms.bounty and (terms.rebuys or terms.add_on):
        raise Refusal(EventCode.BOUNTY_OR_REBUYS)


def lock(game_id: int) -> HomeGame:
    """Lock a home game until this transaction ends. Refuses NO_SUCH_HOME_GAME."""
    game = HomeGame.objects.select_for_update(of=("self",)).filter(pk=game_id).first()
    if game is None:
        raise Refusal(EventCode.NO_SUCH_HOME_GAME)
    return game


def join(*, token: str, user_id: UserId, now: datetime) -> HomeGame:
    """Let a player in who has the link, also once more where re-entries are open. Idempotent.

    Refuses NO_SUCH_HOME_GAME for an old link, REMOVED_BY_HOST, HOME_ENTRY_CLOSED, and what the
    gate of its owner (``gates``) and ``registration.register`` refuse.
    """
    with transaction.atomic():
        game = HomeGame.objects.select_for_update(of=("self",)).filter(token=token).first()
        if game is None:
            raise Refusal(EventCode.NO_SUCH_HOME_GAME)
        live = game.tournament.entries.filter(user=user_id, status__in=Entry.LIVE)
        if not game.entry_open and not live.exists():
            _check_removed(game, user_id)
            raise Refusal(EventCode.HOME_ENTRY_CLOSED)
        admit(game, user_id, now=now)
        if not game.players.filter(user=game.host_id).exists():
            game.host_id = user_id
            game.save(update_fields=["host"])
    return game


def admit(game: HomeGame, user_id: UserId, *, now: datetime) -> None:
    """Let a player into a locked game, as ``join`` does. Idempotent.

    Refuses REMOVED_BY_HOST, and what the gate of its owner (``gates``) and
    ``registration.register`` refuse.
    """
    _check_removed(game, user_id)
    if game.tournament.entries.filter(user=user_id, status__in=Entry.LIVE).exists():
        return
    gates.check(game, user_id)
    _let_in(game, user_id, now=now)


def leave(*, game_id: int, user_id: UserId, now: datetime) -> None:
    """Take a player out before the start. Refuses HOST_STAYS, and what ``registration.unregister``
    refuses."""
    with transaction.atomic():
        game = lock(game_id)
        if game.is_host(user_id):
            raise Refusal(EventCode.HOST_STAYS)
        registration.unregister(tournament_id=game.tournament_id, user_id=user_id, now=now)
        game.players.filter(user=user_id).delete()


def renewed(game: HomeGame) -> HomeGame:
    """Give a locked game a new link: the old one leads nowhere."""
    game.token = new_token()
    game.save(update_fields=["token"])
    return game


def _check_removed(game: HomeGame, user_id: UserId) -> None:
    if game.players.filter(user=user_id, removed_at__isnull=False).exists():
        raise Refusal(EventCode.REMOVED_BY_HOST)


def _let_in(game: HomeGame, user_id: UserId, *, now: datetime) -> None:
    registration.register(tournament_id=game.tournament_id, user_id=user_id, let_in=True, now=now)
    HomePlayer.objects.get_or_create(game=game, user_id=user_id, defaults={"joined_at": now})


def _event(terms: HomeTerms, *, name: str, now: datetime) -> Tournament:
    """Build the event of a home game, unsaved: without prices, on no list, without a date."""
    alone = terms.kind == Tournament.Kind.SIT_AND_GO or games.carries(terms.game)
    most = terms.seats if alone else max(terms.seats, room_settings.HOME_PLAYERS.value())
    again = terms.re_entries or terms.rebuys or terms.add_on
    late = max(terms.late_levels, LATE_LEVELS) if again else terms.late_levels
    live = terms.venue != Tournament.Venue.ONLINE
    pace = PACES[terms.speed]
    if not games.has_blinds(terms.game):
        # All ante as much as the big blind, in every level (DRAW-1).
        pace = pace._replace(antes_from=0)
    levels = structures.preset(
        pace._replace(live=live), starting_stack=terms.stack, entries=max(most, 10)
    ).levels
    number = (HomeGame.objects.aggregate(last=Max("pk"))["last"] or 0) + 1
    return Tournament(
        name=name or own_texts.home_game(number),
        home=True,
        kind=terms.kind,
        venue=terms.venue,
        live_tables=-(-most // terms.seats) if live else 0,
        game=terms.game,
        buy_in=0,
        fee=0,
        starting_stack=terms.stack,
        seats_per_table=terms.seats,
        max_entries=most,
        late_registration_levels=late,
        re_entries=terms.re_entries,
        rebuys=terms.rebuys,
        rebuy_levels=late if terms.rebuys else 0,
        rebuy_chips=terms.stack if terms.rebuys else 0,
        add_on_after_level=late if terms.add_on else 0,
        add_on_chips=terms.stack if terms.add_on else 0,
        access=Tournament.Access.INVITED,
        hand_for_hand=Tournament.HandForHand.OFF,
        deals_allowed=False,
        schedule=[level.to_json() for level in levels],
        scheme=PAYOUTS[terms.payout].to_json(),
        created_at=now,
    )
