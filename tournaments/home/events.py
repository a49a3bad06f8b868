"""A tournament or Sit&Go of a home game (HOME-1 to HOME-3)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from django.db.models import QuerySet, Sum

from core.refusal import Refusal
from core.types import EntryId, UserId
from payouts.rules import refunds
from payouts.rules.prizes import pooled
from payouts.rules.refunds import StillIn
from payouts.rules.schemes import PrizeRun, Scheme, Standard, Winners
from tables import games
from tournaments import room_settings
from tournaments.entry import registration
from tournaments.floor import floors, step_schedule
from tournaments.floor.locking import lock as lock_event
from tournaments.home import venues
from tournaments.home.kinds import HomeKind, HomeTerms, SeatWish
from tournaments.home.models import HomeGame, HomePlayer
from tournaments.models import Due, Entry, Order, Purchase, Tournament
from tournaments.play import bounties, timekeeping
from tournaments.refusals import EventCode
from tournaments.rules import structures
from tournaments.rules.structures import BlindPace
from tournaments.staff import cancellation, orders
from tournaments.staff.cancellation_draft import chips_of

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


def event_of(game: HomeGame) -> Tournament:
    """Return the event of a home game. Refuses ONLY_IN_AN_EVENT."""
    if game.tournament is None:
        raise Refusal(EventCode.ONLY_IN_AN_EVENT)
    return game.tournament


class HomeEvent(HomeKind):
    """A home game that is a tournament or Sit&Go."""

    def open(self, terms: HomeTerms, *, name: str, now: datetime) -> dict[str, Any]:
        event = _event(terms, name=name, now=now)
        event.save(force_insert=True)
        Due.objects.create(tournament=event, due_at=now)
        return {"tournament": event}

    def is_in(self, game: HomeGame, user_id: UserId) -> bool:
        return event_of(game).entries.filter(user=user_id, status__in=Entry.LIVE).exists()

    def let_in(self, game: HomeGame, user_id: UserId, wish: SeatWish, *, now: datetime) -> None:
        """Register a player. Refuses as ``registration.register`` does."""
        event_id = event_of(game).pk
        registration.register(tournament_id=event_id, user_id=user_id, let_in=True, now=now)

    def leave(self, game: HomeGame, user_id: UserId, *, now: datetime) -> None:
        """Refuses as ``registration.unregister`` does."""
        registration.unregister(tournament_id=event_of(game).pk, user_id=user_id, now=now)

    def start(self, game: HomeGame, *, now: datetime) -> bool:
        """Refuses TOO_FEW_TO_START, EVENT_OVER."""
        event = lock_event(event_of(game).pk)
        if event.over:
            raise Refusal(EventCode.EVENT_OVER)
        if event.entry_count < event.min_entries:
            raise Refusal(
                EventCode.TOO_FEW_TO_START, entries=event.entry_count, fewest=event.min_entries
            )
        if not event.registering or event.held_until is not None:
            return False
        event.held_until = now
        event.save(update_fields=["held_until"])
        step_schedule.look_at(event.pk, at=now)
        return True

    def pause(self, game: HomeGame, *, now: datetime) -> None:
        """Refuses as ``timekeeping.pause`` does."""
        event_id, cause = event_of(game).pk, timekeeping.Cause.HOST
        timekeeping.pause(tournament_id=event_id, reason="", cause=cause, now=now)

    def resume(self, game: HomeGame, *, now: datetime) -> None:
        """Refuses as ``timekeeping.resume`` does."""
        timekeeping.resume(tournament_id=event_of(game).pk, now=now)

    def let_folded_chat(self, game: HomeGame, *, may: bool) -> None:
        event = lock_event(event_of(game).pk)
        event.folded_may_chat = may
        event.save(update_fields=["folded_may_chat"])

    def remove(
        self, game: HomeGame, user_id: UserId, *, by: UserId, why: str, now: datetime
    ) -> None:
        """Before the start at once, in play after the hand, with place and written result.

        Refuses LAST_PLAYER, and what ``registration.unregister`` and ``orders.disqualify`` refuse.
        """
        event = lock_event(event_of(game).pk)
        entry = event.entries.filter(user=user_id, status__in=Entry.LIVE).first()
        if entry is not None and event.registering:
            registration.unregister(tournament_id=event.pk, user_id=user_id, by_staff=True, now=now)
        elif entry is not None:
            # Those whose removal waits for the end of a hand are as good as gone.
            waiting = event.orders.filter(kind=Order.Kind.DISQUALIFY, closed_at=None)
            if event.live_count - waiting.exclude(entry=entry).count() <= 2:
                raise Refusal(EventCode.LAST_PLAYER)
            if venue := venues.find(event.venue):
                venue.take_out(entry, by=by, now=now)
            else:
                orders.disqualify(entry_id=EntryId(entry.pk), by=by, why=why, now=now)

    def still_in(self, game: HomeGame) -> QuerySet[HomePlayer]:
        live = event_of(game).entries.filter(status__in=Entry.LIVE)
        return game.players.filter(user__in=live.values("user"), removed_at=None)

    def end(
        self, game: HomeGame, *, counted: Mapping[UserId, int] | None = None, now: datetime
    ) -> None:
        """Refuses PLAY_HAS_DECIDED where the winner is known: the event ends by itself."""
        event = lock_event(event_of(game).pk)
        if event.over:
            return
        if event.status == Tournament.Status.RUNNING:
            stacks = chips_of(floors.read(event, now=now))
            if counted is not None:
                stacks = {user: counted.get(UserId(user), 0) for user in stacks}
            game.stacks = {str(user): chips for user, chips in stacks.items() if chips}
            game.save(update_fields=["stacks"])
        cancellation.cancel(event, now=now)

    def passes_on(self, game: HomeGame) -> bool:
        """A phone that lies dark on a table with real cards keeps the role (HOME-4)."""
        return event_of(game).floor.deals

    def finished(self, game: HomeGame, *, now: datetime) -> bool:
        return event_of(game).over

    def count(self, game: HomeGame, players: Sequence[HomePlayer]) -> None:
        entries = event_of(game).entries.exclude(status=Entry.Status.WITHDRAWN)
        counted = list(entries.order_by("place", "pk"))
        rebuys = _rebuys(game)
        prizes, heads = _won(game, counted, rebuys)
        for player in players:
            own = [entry for entry in counted if entry.user_id == player.user_id]
            bought = sum(rebuys.get(entry.pk, 0) for entry in own)
            player.buy_ins = len(own) + bought
            player.put_in = player.buy_ins * game.buy_in + len(own) * game.bounty
            player.prize = sum(prizes[entry.pk] for entry in own)
            player.bounties = sum(heads[entry.pk] for entry in own)
            player.place = min((entry.place for entry in own if entry.place), default=None)


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
    return Tournament(
        name=name,
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


def pool_of(game: HomeGame) -> tuple[int, list[PrizeRun]]:
    """Return the written pool of a game as it stands, and its prizes by place; hundredths."""
    event = event_of(game)
    cents = game.buy_in * (event.entry_count + sum(_rebuys(game).values()))
    return cents, event.prize_scheme.sheet(entries=event.entry_count, pool=cents)


def _rebuys(game: HomeGame) -> dict[int, int]:
    """The rebuys and add-ons by entry, without those that the host has taken back; each costs as
    much as the entry."""
    made = Purchase.objects.filter(entry__tournament=event_of(game))
    by_entry = made.order_by("-entry").values_list("entry", "entry__user").annotate(Sum("count"))
    left = dict(game.players.values_list("user", "taken_back"))
    rebuys = {}
    for entry, user, count in by_entry:
        back = min(count, left.get(user, 0))
        left[user] = left.get(user, 0) - back
        rebuys[entry] = count - back
    return rebuys


def _won(
    game: HomeGame, entries: Sequence[Entry], rebuys: Mapping[int, int]
) -> tuple[Counter[int], Counter[int]]:
    """The amount that each entry wins by place, or by its chips where the host has ended the game,
    and by heads; hundredths."""
    event = event_of(game)
    pool = game.buy_in * (len(entries) + sum(rebuys.values()))
    prizes = event.prize_scheme.prizes(entries=len(entries), pool=pool)
    placed = [entry for entry in entries if entry.place]
    finalists = [entry for entry in placed if event.status == Tournament.Status.FINISHED]
    first = [entry for entry in finalists if entry.place == 1]
    heads: Counter[int] = Counter()
    for won in bounties.recount(event, first, bounty=game.bounty):
        heads[won.winner_id] += won.paid
    if finalists:
        return Counter(_by_place(prizes, placed, best=1)), heads
    live = _still_in(game, entries, rebuys)
    if not live:
        # No hand was played: each entry gets its buy-in back.
        back = {entry.pk: game.buy_in * (1 + rebuys.get(entry.pk, 0)) for entry in entries}
        return Counter(back), Counter({entry.pk: game.bounty for entry in entries})
    for player in live:
        heads[player.entry] += game.bounty
    # Bounties that were not won are divided with the pool (BOUNTY-4).
    unclaimed = game.bounty * len(entries) - sum(heads.values())
    plan = refunds.in_play(live, pool=pool + unclaimed, prizes=prizes, case2_when_all_itm=True)
    won_so_far = Counter(_by_place(prizes, placed, best=len(live) + 1))
    won_so_far.update({line.entry: line.amount for line in plan.lines})
    return won_so_far, heads


def _by_place(prizes: Sequence[int], placed: Sequence[Entry], *, best: int) -> Mapping[int, int]:
    groups = [
        [entry.pk for entry in group] for _place, group in groupby(placed, attrgetter("place"))
    ]
    return pooled(prizes[best - 1 :], groups)


def _still_in(game: HomeGame, entries: Sequence[Entry], rebuys: Mapping[int, int]) -> list[StillIn]:
    """The entries that had chips when the host ended the game."""
    return [
        StillIn(
            entry.pk,
            right=game.buy_in,
            chips=game.stacks[str(entry.user_id)],
            purchases=(game.buy_in,) * rebuys.get(entry.pk, 0),
        )
        for entry in sorted(entries, key=attrgetter("pk"))
        if entry.status == Entry.Status.REFUNDED and str(entry.user_id) in game.stacks
    ]
