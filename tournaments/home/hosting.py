"""The acts of a host, who is the floor of this game alone, and who has the role (HOME-1, HOME-3).

Each act locks the home game and asks who its host is: two who press at once come one after the
other, and the second may have the role no longer.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.urls import reverse

from core import own_texts, reasons
from core.due_checks import ExistsQuery
from core.jobs import attempt
from core.refusal import Refusal
from core.types import UserId
from players import access
from players.access import Activity
from players.contacts import friends
from players.profile import presence
from tournaments import room_settings
from tournaments.entry import acts
from tournaments.floor.locking import lock as lock_event
from tournaments.home import games, gates, settling
from tournaments.home.events import event_of
from tournaments.home.models import HomeGame, HomePlayer
from tournaments.models import Act, Tournament
from tournaments.play import timekeeping
from tournaments.refusals import EventCode
from tournaments.rules import changes
from tournaments.staff import amending

# HOME-1: a host who is away for so long while the game is played is replaced.
AWAY: Final = timedelta(minutes=1)
# A game that nobody has started by then is ended, and a cash game where nobody has been since.
UNSTARTED: Final = timedelta(days=1)
# Games whose notes one run of the purge deletes.
AT_ONCE: Final = 200

# True if ``watch`` would look at a game.
DUE = ExistsQuery(
    """EXISTS (SELECT FROM tournaments_homegame AS game LEFT JOIN tournaments_tournament AS event
        ON event.id = game.tournament_id WHERE game.settled_at IS NULL
        AND (event.status <> 'registering' OR game.started_at IS NOT NULL
            OR game.ended_at IS NOT NULL OR game.created_at < %(now)s - interval '1 day'))"""
)


@contextmanager
def as_host(game_id: int, by: UserId, *, now: datetime) -> Iterator[HomeGame]:
    """Lock a game for an act of its host. Refuses NO_SUCH_HOME_GAME, NOT_THE_HOST, SUSPENDED,
    SELF_EXCLUDED."""
    with transaction.atomic():
        game = games.lock(game_id)
        if not game.is_host(by):
            raise Refusal(EventCode.NOT_THE_HOST)
        access.check(user_id=by, what=Activity.PLAY_MONEY, now=now)
        yield game


def start(*, game_id: int, by: UserId, now: datetime) -> None:
    """Begin with the players who are there. Idempotent. Refuses what ``HomeKind.start`` refuses,
    and what the gate of the game's owner (``gates``) refuses."""
    with as_host(game_id, by, now=now) as game:
        gates.check(game, by)
        if games.kind_of(game).start(game, now=now):
            seen(game, now=now)


def invite(*, game_id: int, by: UserId, to: Sequence[UserId], now: datetime) -> None:
    """Invite players whom the host follows; not those who are in the game, were removed from it or
    may not enter it.

    Refuses NOT_THE_HOST, HOME_GAME_OVER, and what ``friends.invite`` refuses.
    """
    # Without a lock: a player is locked before a game.
    game = HomeGame.objects.select_related("tournament").get(pk=game_id)
    if not game.is_host(by):
        raise Refusal(EventCode.NOT_THE_HOST)
    if game.over:
        raise Refusal(EventCode.HOME_GAME_OVER)
    known = set(game.players.values_list("user", flat=True))
    asked = [user_id for user_id in friends.among(by, to) if user_id not in known]
    friends.invite(
        by=by,
        to=[user_id for user_id in asked if gates.lets_in(game, user_id)],
        place="home",
        ref=game.pk,
        name=game.title,
        url=reverse("home_game", args=[game.token]),
        now=now,
    )


def pause(*, game_id: int, by: UserId, now: datetime) -> None:
    """Stop all clocks; the hand that is played goes on. Refusals: ``HomeKind.pause``."""
    with as_host(game_id, by, now=now) as game:
        games.kind_of(game).pause(game, now=now)


def resume(*, game_id: int, by: UserId, now: datetime) -> None:
    """Start all clocks again. Refusals: ``HomeKind.resume``."""
    with as_host(game_id, by, now=now) as game:
        games.kind_of(game).resume(game, now=now)


def next_level(*, game_id: int, by: UserId, row: int, now: datetime) -> None:
    """End the level that the host saw at ``row``. Refusals: ``timekeeping.end_level``."""
    with as_host(game_id, by, now=now) as game:
        timekeeping.end_level(tournament_id=event_of(game).pk, row=row, now=now)


def level_again(*, game_id: int, by: UserId, row: int, key: str, now: datetime) -> None:
    """Go back to the level at ``row``, with its whole time. Refusals: ``amending.amend``."""
    with as_host(game_id, by, now=now) as game:
        _amend(game, changes.LevelAgain(row), by=by, key=key, now=now)


def add_time(*, game_id: int, by: UserId, row: int, seconds: int, key: str, now: datetime) -> None:
    """Make the level at ``row`` longer. Refusals: ``amending.amend``."""
    with as_host(game_id, by, now=now) as game:
        _amend(game, changes.LevelTime(row, seconds), by=by, key=key, now=now)


def allow_late_entry(*, game_id: int, by: UserId, levels: int, key: str, now: datetime) -> None:
    """Let players in until the end of a later level. Refusals: ``amending.amend``."""
    with as_host(game_id, by, now=now) as game:
        _amend(game, changes.LateLevels(levels), by=by, key=key, now=now)


def finish(*, game_id: int, by: UserId, now: datetime) -> None:
    """Let the last player win although others could still enter. Idempotent. Refuses NOT_STARTED,
    SEVERAL_STILL_IN."""
    with as_host(game_id, by, now=now) as game:
        event = lock_event(event_of(game).pk)
        if event.status == Tournament.Status.RUNNING and event.live_count > 1:
            raise Refusal(EventCode.SEVERAL_STILL_IN)
        close_pool(event, now=now)


def close_pool(event: Tournament, *, now: datetime) -> None:
    """End the levels of a locked event in which others could still enter, or buy chips. Idempotent.
    Refuses NOT_STARTED."""
    if event.over:
        return
    if event.registering:
        raise Refusal(EventCode.NOT_STARTED)
    event = timekeeping.resume(tournament_id=event.pk, now=now)
    while event.pool_may_grow(now):
        event = timekeeping.end_level(tournament_id=event.pk, now=now)


def set_blinds(*, game_id: int, by: UserId, big_blind: int, now: datetime) -> None:
    """Set the blinds of a cash game from the next hand on. Refusals: ``HomeCash.set_blinds``."""
    with as_host(game_id, by, now=now) as game:
        games.CASH_GAME.set_blinds(game, big_blind=big_blind, now=now)


def set_entry(*, game_id: int, by: UserId, is_open: bool, now: datetime) -> None:
    """Open the game to new players, or close it."""
    with as_host(game_id, by, now=now) as game:
        game.entry_open = is_open
        game.save(update_fields=["entry_open"])


def set_chat(*, game_id: int, by: UserId, folded_may_talk: bool, now: datetime) -> None:
    """Open the chat of the tables to those who have folded while an all-in is played, or close it
    (CHAT-2)."""
    with as_host(game_id, by, now=now) as game:
        games.kind_of(game).let_folded_chat(game, may=folded_may_talk)


def renew_link(*, game_id: int, by: UserId, now: datetime) -> HomeGame:
    """Give the game a new link; the players who are in find it."""
    with as_host(game_id, by, now=now) as game:
        return games.renewed(game)


def remove(*, game_id: int, by: UserId, user_id: UserId, now: datetime) -> None:
    """Remove a player: before the start at once, in play after their hand, with their written
    result (HOME-3). Idempotent.

    Refuses HOME_GAME_OVER, HOST_STAYS, NOT_IN_HOME_GAME, and what ``HomeKind.remove`` refuses.
    """
    with as_host(game_id, by, now=now) as game:
        if game.over:
            raise Refusal(EventCode.HOME_GAME_OVER)
        if game.is_host(user_id):
            raise Refusal(EventCode.HOST_STAYS)
        player = game.players.filter(user=user_id).first()
        if player is None:
            raise Refusal(EventCode.NOT_IN_HOME_GAME)
        why = own_texts.REMOVED_BY_HOST
        _remove(game, player, by=by, why=why, now=now)


def put_out(*, game_id: int, by: UserId, user_id: UserId, why: str, now: datetime) -> None:
    """Remove a player as ``remove`` does, for the owner of the game (``gates``); a host who goes is
    replaced by the player who came first, and a game without another player ends. The last two
    play on. Idempotent. Refuses NO_SUCH_HOME_GAME.
    """
    with transaction.atomic():
        game = games.lock(game_id)
        player = game.players.filter(user=user_id).first()
        if player is None or game.over:
            return
        if game.is_host(user_id):
            others = games.kind_of(game).still_in(game).exclude(user=user_id)
            heir = others.order_by("pk").first()
            if heir is None:
                _end(game, now=now)
                return
            _make_host(game, UserId(heir.user_id), now=now)
        # What another order at the table holds up is tried again by the caller's next look.
        with suppress(Refusal):
            _remove(game, player, by=by, why=why, now=now)


def appoint(*, game_id: int, user_id: UserId, now: datetime) -> None:
    """Make a player the host without asking the present one, for the owner of the game (``gates``).
    Refuses NO_SUCH_HOME_GAME, NOT_IN_HOME_GAME, HOME_GAME_OVER."""
    with transaction.atomic():
        game = games.lock(game_id)
        if game.over:
            raise Refusal(EventCode.HOME_GAME_OVER)
        if not game.players.filter(user=user_id, removed_at=None).exists():
            raise Refusal(EventCode.NOT_IN_HOME_GAME)
        _make_host(game, user_id, now=now)


def call_off(*, game_id: int, now: datetime) -> None:
    """End a game that has not begun, for the owner of the game (``gates``). Idempotent."""
    with transaction.atomic():
        game = games.lock(game_id)
        if game.waiting:
            _end(game, now=now)


def hand_over(*, game_id: int, by: UserId, user_id: UserId, now: datetime) -> None:
    """Give another player of the game the role. Refuses NOT_IN_HOME_GAME."""
    with as_host(game_id, by, now=now) as game:
        if not game.players.filter(user=user_id, removed_at=None).exists():
            raise Refusal(EventCode.NOT_IN_HOME_GAME)
        _make_host(game, user_id, now=now)


def end(
    *,
    game_id: int,
    by: UserId,
    counted: Mapping[UserId, int] | None = None,
    now: datetime,
) -> None:
    """End a game; what its players have won so far is settled by their chips (HOME-2), which the
    host has ``counted`` where they are real. Idempotent.

    Refuses what ``HomeKind.end`` refuses.
    """
    with as_host(game_id, by, now=now) as game:
        _end(game, counted=counted, now=now)


def end_by_staff(*, game_id: int, by: int, why: str, now: datetime) -> None:
    """End a game as ``end`` does, by staff of the room, with an act. Refuses NO_REASON,
    NO_SUCH_HOME_GAME, HOME_GAME_OVER, and what ``HomeKind.end`` refuses."""
    reasons.check(why)
    with transaction.atomic():
        game = games.lock(game_id)
        if game.over:
            raise Refusal(EventCode.HOME_GAME_OVER)
        acts.record(
            Act.Verb.CANCEL,
            by=by,
            now=now,
            about=game.title,
            tournament=game.tournament,
            why=why,
            before={"status": game.status},
        )
        _end(game, now=now)


def watch(*, now: datetime) -> int:
    """Replace hosts who are away from games in play, end games that never started, and settle those
    that are over; return how many games were looked at."""
    begun = ~HomeGame.WAITING
    unstarted = Q(created_at__lt=now - UNSTARTED)
    games_due = HomeGame.objects.filter(begun | unstarted, settled_at=None).order_by("pk")
    ids = list(games_due.values_list("pk", flat=True))
    for game_id in ids:
        attempt("look after home game", partial(_look_after, game_id, now=now), game=game_id)
    return len(ids)


def purge(*, now: datetime) -> int:
    """Delete the written results of games that ended long ago; their events and hands stay, as all
    do. Return how many."""
    before = now - timedelta(days=room_settings.HOME_DAYS.value())
    ended = Q(tournament__finished_at__lt=before) | Q(ended_at__lt=before)
    old = HomeGame.objects.filter(HomeGame.OVER, ended).exclude(settled_at=None, tournament=None)
    ids = list(old.order_by("pk").values_list("pk", flat=True)[:AT_ONCE])
    HomeGame.objects.filter(pk__in=ids).delete()
    return len(ids)


def _remove(game: HomeGame, player: HomePlayer, *, by: UserId, why: str, now: datetime) -> None:
    if player.removed_at is not None:
        return
    user_id = UserId(player.user_id)
    games.kind_of(game).remove(game, user_id, by=by, why=why, now=now)
    player.removed_at = now
    player.save(update_fields=["removed_at"])


def _look_after(game_id: int, *, now: datetime) -> None:
    with transaction.atomic():
        game = games.lock(game_id)
        if game.waiting:
            if game.created_at < now - UNSTARTED:
                _end(game, now=now)
            return
        if games.kind_of(game).finished(game, now=now):
            settling.settle(game_id=game_id, now=now)
        if game.over:
            return
        here = _note_presence(game, now=now)
        if game.host_id in here:
            seen(game, now=now)
        elif games.kind_of(game).passes_on(game) and is_away(game, now=now):
            stayed = min(here.values(), key=lambda one: (one.here_since, one.pk), default=None)
            if stayed is not None:
                _make_host(game, UserId(stayed.user_id), now=now)
            elif game.tournament is None and game.host_seen_at <= now - UNSTARTED:
                # Blinds end an event that all have left; nothing ends a cash game.
                _end(game, now=now)


def is_away(game: HomeGame, *, now: datetime) -> bool:
    """Return whether the host of a game in play has been away for a minute."""
    return game.host_seen_at <= now - AWAY


def _note_presence(game: HomeGame, *, now: datetime) -> dict[int, HomePlayer]:
    """Note since when each player has a page of the room open; return those who have, by user."""
    players = {player.user_id: player for player in game.players.filter(removed_at=None)}
    here = presence.here(list(players), now=now)
    changed = [
        player for user, player in players.items() if (user in here) != bool(player.here_since)
    ]
    for player in changed:
        player.here_since = now if player.user_id in here else None
    HomePlayer.objects.bulk_update(changed, ["here_since"])
    return {user: player for user, player in players.items() if user in here}


def _make_host(game: HomeGame, user_id: UserId, *, now: datetime) -> None:
    game.host_id = user_id
    game.save(update_fields=["host"])
    seen(game, now=now)


def seen(game: HomeGame, *, now: datetime) -> None:
    """Note that the host of a locked game is there."""
    game.host_seen_at = now
    game.save(update_fields=["host_seen_at"])


def _amend(game: HomeGame, change: changes.Change, *, by: UserId, key: str, now: datetime) -> None:
    why = own_texts.CHANGED_BY_HOST
    amending.amend(tournament_id=event_of(game).pk, change=change, by=by, why=why, key=key, now=now)


def _end(game: HomeGame, *, counted: Mapping[UserId, int] | None = None, now: datetime) -> None:
    games.kind_of(game).end(game, counted=counted, now=now)
    settling.settle(game_id=game.pk, now=now)
