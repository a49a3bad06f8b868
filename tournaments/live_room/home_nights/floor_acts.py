"""The acts of the host of a night with real cards, who is its floor (HOME-4, HOME-5).

They wrap the verbs of the live room: each locks the home game first, and asks who its host is.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import Sum
from django.utils.translation import get_language

from core import own_texts
from core.refusal import Refusal
from core.types import Chips, EntryId, SeatNo, UserId
from players import access
from players.access import Activity
from players.sign_in import guests
from tables.live import seating, shuffle
from tables.models import Seat, Table
from tournaments.entry import purchases
from tournaments.floor import floors, step_schedule
from tournaments.floor.locking import lock as lock_event
from tournaments.home import games, gates, hosting, settling
from tournaments.home.events import event_of
from tournaments.home.models import LONGEST_CALLED, HomeGame, HomePlayer
from tournaments.live_room.models import BustOut
from tournaments.live_room.verbs import busts, moves, undoing, walk_ins
from tournaments.models import Act, Entry, Purchase, Tournament
from tournaments.refusals import EventCode


@contextmanager
def as_floor(game_id: int, by: UserId, *, now: datetime) -> Iterator[HomeGame]:
    """Lock a game for an act of its host. Refuses what ``hosting.as_host`` refuses, and NOT_LIVE
    for a game online."""
    with hosting.as_host(game_id, by, now=now) as game:
        busts.check_live(event_of(game))
        hosting.seen(game, now=now)
        yield game


def add_named(*, game_id: int, by: UserId, name: str, key: str, now: datetime) -> None:
    """Let a player in by a name that the host types, as a guest whose account nobody uses; the same
    ``key`` again is the same player.

    Refuses NAMED_IN_GAME, and what ``guests.make`` and ``games.admit`` refuse.
    """
    called = " ".join(name.split())[:LONGEST_CALLED]
    with as_floor(game_id, by, now=now) as game:
        user = guests.make(
            # The host answers for the age of the players at the table.
            of_age=True,
            known_as=(),
            called=walk_ins.plain(called),
            language=get_language() or settings.LANGUAGE_CODE,
            key=hashlib.sha256(f"home:{game.pk}:{key}".encode()).hexdigest(),
            now=now,
        )
        if game.players.filter(user=user).exists():
            return
        if any(player.name.casefold() == called.casefold() for player in _players(game)):
            raise Refusal(EventCode.NAMED_IN_GAME, name=called)
        games.admit(game, UserId(user.pk), now=now)
        game.players.filter(user=user).update(called=called)


def add_member(*, game_id: int, by: UserId, user_id: UserId, now: datetime) -> None:
    """Let a player in whom the owner of the game lists (``gates``), or once more one who is out.
    Idempotent. Refuses NOT_IN_HOME_GAME, MAY_NOT_BE_ADDED, and what ``games.admit`` refuses."""
    with as_floor(game_id, by, now=now) as game:
        members = {user.pk for user in gates.members(game) or ()}
        if user_id not in members and not game.players.filter(user=user_id).exists():
            raise Refusal(EventCode.NOT_IN_HOME_GAME)
        with _for_another():
            games.admit(game, user_id, now=now)


def draw_seats(*, game_id: int, by: UserId, now: datetime) -> None:
    """Draw the seats of all players at as few tables as hold them, also once more. Refuses
    NIGHT_HAS_BEGUN."""
    with as_floor(game_id, by, now=now) as game:
        event = lock_event(event_of(game).pk)
        if not event.registering or event.held_until is not None:
            raise Refusal(EventCode.NIGHT_HAS_BEGUN)
        _draw(game, event, now=now)


def start(*, game_id: int, by: UserId, now: datetime) -> None:
    """Start the clock; seats that are not drawn yet are drawn now. Idempotent. Refuses what
    ``hosting.start`` refuses."""
    with as_floor(game_id, by, now=now) as game:
        event = lock_event(event_of(game).pk)
        if event.registering and event.held_until is None and game.seats_drawn_at is None:
            _draw(game, event, now=now)
        hosting.start(game_id=game_id, by=by, now=now)


def put_out(
    *, game_id: int, by: UserId, user_id: UserId, takers: Sequence[UserId] = (), now: datetime
) -> None:
    """Enter a player as out, for good; ``takers`` have the written bounty in equal parts.
    Idempotent. Refuses NOT_IN_HOME_GAME, and what ``busts.bust`` refuses."""
    with as_floor(game_id, by, now=now) as game:
        mine = event_of(game).entries.filter(user=user_id).order_by("pk")
        entry = mine.exclude(status=Entry.Status.WITHDRAWN).last()
        if entry is None:
            raise Refusal(EventCode.NOT_IN_HOME_GAME)
        _bust(entry, takers, by=by, now=now)


def take_out(entry: Entry, *, by: UserId, now: datetime) -> None:
    """Enter a player who is removed as out (HOME-3); the chips stay at the table. Refuses what
    ``busts.bust`` refuses."""
    _bust(entry, (), by=by, now=now)


def rebuy(*, game_id: int, by: UserId, user_id: UserId, key: str, now: datetime) -> None:
    """Write down a rebuy of a player. Refuses MAY_NOT_BE_ADDED, and what ``purchases.rebuy``
    refuses."""
    with as_floor(game_id, by, now=now) as game, _for_another():
        purchases.rebuy(tournament_id=event_of(game).pk, user_id=user_id, key=key, now=now)


def add_on(*, game_id: int, by: UserId, user_id: UserId, key: str, now: datetime) -> None:
    """Write down the add-on of a player. Refuses MAY_NOT_BE_ADDED, and what ``purchases.add_on``
    refuses."""
    with as_floor(game_id, by, now=now) as game, _for_another():
        purchases.add_on(tournament_id=event_of(game).pk, user_id=user_id, key=key, now=now)


def take_back(*, game_id: int, by: UserId, user_id: UserId, bought: int, now: datetime) -> None:
    """Take back the last rebuy or add-on of a player, who has ``bought`` so many as the host sees
    it. Idempotent. Refuses EVENT_OVER, NOTHING_TO_TAKE_BACK."""
    with as_floor(game_id, by, now=now) as game:
        event = lock_event(event_of(game).pk)
        if event.over:
            raise Refusal(EventCode.EVENT_OVER)
        stands = bought_by(game).get(user_id, 0)
        if not stands:
            raise Refusal(EventCode.NOTHING_TO_TAKE_BACK)
        if bought != stands:
            return
        player = game.players.get(user=user_id)
        player.taken_back += 1
        player.save(update_fields=["taken_back"])
        _take_chips(event, user_id, chips=event.starting_stack, now=now)


def bought_by(game: HomeGame) -> dict[int, int]:
    """Return the rebuys and add-ons by user, without those taken back."""
    made = Purchase.objects.filter(entry__tournament=event_of(game).pk).order_by()
    bought = dict(made.values_list("entry__user").annotate(Sum("count")))
    back = dict(game.players.filter(taken_back__gt=0).values_list("user", "taken_back"))
    return {user: count - back.get(user, 0) for user, count in bought.items()}


def rearrange(*, game_id: int, by: UserId, key: str, now: datetime) -> Act:
    """Make the move that is due, as the host has seen it; the lot says who goes where. Refuses what
    ``moves.rearrange`` refuses."""
    with as_floor(game_id, by, now=now) as game:
        return moves.rearrange(tournament_id=event_of(game).pk, key=key, by=by, now=now)


def undo(*, game_id: int, by: UserId, act_id: int, now: datetime) -> None:
    """Undo an "out" or a move; a night that has ended with it goes on, and its settlement is worked
    out anew. Idempotent. Refuses NOTHING_TO_UNDO, ALREADY_PAID, and what ``undoing.undo``
    refuses."""
    with as_floor(game_id, by, now=now) as game:
        event = event_of(game)
        if not event.acts.filter(pk=act_id).exists():
            raise Refusal(EventCode.NOTHING_TO_UNDO)
        if act_id in undoing.undone(event):
            return
        if game.settled_at is not None:
            settling.reopen(game)
        undoing.undo(act_id=act_id, by=by, why=own_texts.UNDONE_BY_HOST, now=now)
        back = BustOut.objects.filter(act=act_id).values("entry__user")
        game.players.filter(user__in=back).update(removed_at=None)


def last_undoable(event: Tournament) -> Act | None:
    """Return the latest "out" or move that is not undone."""
    acts = event.acts.filter(verb__in=(Act.Verb.BUST, Act.Verb.REARRANGE))
    return acts.exclude(pk__in=undoing.undone(event)).order_by("-pk").first()


def level_again(*, game_id: int, by: UserId, row: int, key: str, now: datetime) -> None:
    """Go back to the level at ``row``, with its whole time. Refusals: ``amending.amend``."""
    with as_floor(game_id, by, now=now):
        hosting.level_again(game_id=game_id, by=by, row=row, key=key, now=now)


def finish(*, game_id: int, by: UserId, now: datetime) -> None:
    """Let the last player win although others could still enter: the levels in which they could are
    ended. Idempotent. Refuses NOT_STARTED, SEVERAL_STILL_IN."""
    with as_floor(game_id, by, now=now) as game:
        event = lock_event(event_of(game).pk)
        if event.status == Tournament.Status.RUNNING and len(still_in(event)) > 1:
            raise Refusal(EventCode.SEVERAL_STILL_IN)
        hosting.close_pool(event, now=now)


def end(*, game_id: int, by: UserId, counted: Mapping[UserId, int], now: datetime) -> None:
    """End the night early; the chips that the host has ``counted`` divide the pool. Idempotent.
    Refuses COUNT_THE_CHIPS, and what ``hosting.end`` refuses."""
    with as_floor(game_id, by, now=now) as game:
        event = lock_event(event_of(game).pk)
        if event.status == Tournament.Status.RUNNING and (
            {*counted} != still_in(event) or min(counted.values(), default=0) < 1
        ):
            raise Refusal(EventCode.COUNT_THE_CHIPS)
        hosting.end(game_id=game_id, by=by, counted=counted, now=now)


def take_over(*, game_id: int, by: UserId, now: datetime) -> None:
    """Become the host of a night in play whose host has been away for a minute, as one of its
    players. Idempotent. Refuses NO_SUCH_HOME_GAME, NOT_LIVE, HOST_IS_HERE, and what
    ``hosting.appoint`` and ``access.check`` refuse."""
    with transaction.atomic():
        game = games.lock(game_id)
        event = busts.check_live(event_of(game))
        if game.is_host(by):
            return
        if event.registering or not hosting.is_away(game, now=now):
            raise Refusal(EventCode.HOST_IS_HERE)
        access.check(user_id=by, what=Activity.PLAY_MONEY, now=now)
        hosting.appoint(game_id=game_id, user_id=by, now=now)


def still_in(event: Tournament) -> set[UserId]:
    """Return the users who have chips."""
    seats = Seat.objects.filter(
        table__event=event.event, table__status=Table.Status.OPEN, stack__gt=0
    )
    return {UserId(user) for user in seats.values_list("user", flat=True) if user is not None}


@contextmanager
def _for_another() -> Iterator[None]:
    """Refuse MAY_NOT_BE_ADDED where a player is barred: the host does not learn why."""
    try:
        yield
    except Refusal as refusal:
        if refusal.code in access.SHUT:
            raise Refusal(EventCode.MAY_NOT_BE_ADDED) from refusal
        raise


def _players(game: HomeGame) -> list[HomePlayer]:
    return list(game.players.select_related("user"))


def _draw(game: HomeGame, event: Tournament, *, now: datetime) -> None:
    """Draw all seats of a locked game and event: the tables differ by one player at most, and no
    seat between two players is empty."""
    entries = list(event.entries.filter(status=Entry.Status.REGISTERED))
    plan = floors.read(event, now=now)
    needed = max(1, -(-len(entries) // event.seats_per_table))
    while len(plan.tables) < needed:
        plan.open_table(plan.next_label(), event.levels[0])
    tables = sorted(plan.tables)
    for place, entry in enumerate(shuffle.shuffled(entries)):
        entry.drawn_table_id = tables[place % needed]
        entry.drawn_seat = place // needed + 1
    Entry.objects.bulk_update(entries, ["drawn_table", "drawn_seat"])
    for table_id in tables[needed:]:
        plan.close(table_id)
    game.seats_drawn_at = now
    game.save(update_fields=["seats_drawn_at"])


def _bust(entry: Entry, takers: Sequence[UserId], *, by: UserId, now: datetime) -> None:
    """Enter an entry as out, unless it is."""
    event = lock_event(entry.tournament_id)
    seat = Seat.objects.filter(
        user=entry.user_id, table__event=event.event, table__status=Table.Status.OPEN
    ).first()
    if seat is None or not seat.stack:
        return
    winners = event.entries.filter(user__in=takers, status=Entry.Status.PLAYING).order_by("pk")
    busts.bust(
        table_id=seat.table_id,
        groups=[[EntryId(entry.pk)]],
        takers=[EntryId(pk) for pk in winners.values_list("pk", flat=True)],
        by=by,
        now=now,
    )
    if event.sells_chips:
        busts.waive(entry_id=EntryId(entry.pk), by=by, now=now)


def _take_chips(event: Tournament, user_id: UserId, *, chips: int, now: datetime) -> None:
    """Take chips off a player who is seated, and leave one at least: stacks are estimates."""
    seat = Seat.objects.filter(
        user=user_id, table__event=event.event, table__status=Table.Status.OPEN, stack__gt=0
    ).first()
    if seat is None:
        return
    gone = min(chips, seat.stack - 1)
    left = {SeatNo(seat.no): Chips(seat.stack - gone)}
    seating.set_stacks(table_id=seat.table_id, stacks=left, now=now)
    event.corrected_chips -= gone
    event.counted_at = None
    event.save(update_fields=["corrected_chips", "counted_at"])
    step_schedule.look_at(event.pk, at=now)
