"""The hands of a feature table: typed by its dealer, shown to spectators later (LIVE-13)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import accumulate
from uuid import UUID

from django.db import transaction

from core.refusal import Refusal
from tables import engine
from tables.engine.cards import join, split
from tables.engine.games import Game
from tournaments.entry import acts
from tournaments.live_room.models import BustOut, FeatureHand, FeatureTable
from tournaments.live_room.verbs import busts
from tournaments.models import Act, Entry, Tournament
from tournaments.refusals import EventCode
from tournaments.rules import typed_hand
from tournaments.staff import orders

# Minutes until a hand is shown: long enough to reveal nothing about the hand in play.
MINUTES = range(5, 181)


@dataclass(frozen=True, slots=True)
class Shown:
    """A hand that may be shown: hole cards by seat and player, and the board by street."""

    number: int
    table: str
    shown_at: datetime
    hole: Sequence[tuple[int, str, Sequence[str]]]
    streets: Sequence[Sequence[str]]


def feature(*, table_id: int, minutes: int, by: int, now: datetime) -> FeatureTable:
    """Make a table the feature table, with each hand shown ``minutes`` after it was entered; again
    changes the delay of later hands.

    Refuses NOT_RUNNING, NOT_THIS_EVENT, NOT_LIVE, FEATURE_MINUTES.
    """
    with transaction.atomic():
        event = busts.event_at(table_id)
        table = orders.check_open(event, table_id)
        if minutes not in MINUTES:
            raise Refusal(EventCode.FEATURE_MINUTES, least=MINUTES.start, most=MINUTES.stop - 1)
        known = FeatureTable.objects.filter(table=table_id).first()
        if known is not None and known.minutes == minutes:
            return known
        set_now, _ = FeatureTable.objects.update_or_create(
            table_id=table_id, defaults={"tournament": event, "minutes": minutes}
        )
        acts.record(
            Act.Verb.FEATURE,
            by=by,
            now=now,
            about=table.name,
            tournament=event,
            table_id=table_id,
            before={"minutes": known.minutes} if known else {},
            after={"minutes": minutes},
        )
    return set_now


def keep_hand(
    *, table_id: int, cards: str, number: int | None = None, key: UUID, by: int, now: datetime
) -> FeatureHand:
    """Store a hand as typed; with the ``number`` of an earlier hand it replaces that one once its
    own delay has passed. The same key again returns the first. The act does not contain the cards.

    Refuses NOT_RUNNING, NOT_THIS_EVENT, NOT_LIVE, NO_FEATURE, and what ``typed_hand.read`` does.
    """
    with transaction.atomic():
        event = busts.event_at(table_id)
        table = orders.check_open(event, table_id)
        if known := FeatureHand.objects.filter(key=key).first():
            return known
        feature = FeatureTable.objects.filter(table=table_id).first()
        if feature is None:
            raise Refusal(EventCode.NO_FEATURE)
        entries = _entries(event, table_id)
        typed = typed_hand.read(cards, game=game_of(event), seated=entries)
        last = FeatureHand.objects.filter(table=table_id).order_by("-number").first()
        following = last.number + 1 if last else 1
        hand = FeatureHand.objects.create(
            key=key,
            tournament=event,
            table=feature,
            number=min(number or following, following),
            hole=[[seat, entries[seat], join(cards)] for seat, cards in sorted(typed.hole.items())],
            board=join(typed.board),
            entered_at=now,
            shows_at=now + timedelta(minutes=feature.minutes),
            by_id=by,
        )
        acts.record(
            Act.Verb.KEEP_HAND,
            by=by,
            now=now,
            about=table.name,
            tournament=event,
            table_id=table_id,
            after={"hand": hand.number, "shows_at": hand.shows_at},
        )
    return hand


def shown(event: Tournament, *, now: datetime, at_most: int = 50) -> list[Shown]:
    """The hands that spectators may see, latest first, each as last corrected. Only this function
    reads their cards."""
    due = FeatureHand.objects.filter(tournament=event, shows_at__lte=now)
    words = due.order_by("table", "number", "-pk").distinct("table", "number")
    rows = FeatureHand.objects.filter(pk__in=words.values("pk"))
    hands = list(rows.select_related("table__table").order_by("-shows_at", "-pk")[:at_most])
    entries = {entry for hand in hands for _seat, entry, _cards in hand.hole}
    names = dict(Entry.objects.filter(pk__in=entries).values_list("pk", "user__username"))
    game = game_of(event)
    return [
        Shown(
            number=hand.number,
            table=hand.table.table.name,
            shown_at=hand.shows_at,
            hole=[(seat, names[entry], split(cards)) for seat, entry, cards in hand.hole],
            streets=_streets(game, split(hand.board)),
        )
        for hand in hands
    ]


def game_of(event: Tournament) -> Game:
    """The game that the event deals first."""
    return engine.GAMES[engine.game_of_orbit(event.game, 0)]


def _entries(event: Tournament, table_id: int) -> dict[int, int]:
    """Entries by seat of a table; for an empty seat the last one that busted there, since a hand is
    often typed after its bust-out was entered."""
    outs = BustOut.objects.filter(table_id=table_id, undone_at=None).order_by("pk")
    busted = dict(outs.values_list("seat", "entry"))
    return {**busted, **{seat.no: pk for pk, seat in busts.at_table(event, table_id).items()}}


def _streets(game: Game, board: Sequence[str]) -> list[Sequence[str]]:
    """The board as it was dealt: flop, turn and river, as far as it came."""
    sizes = [street.board for street in game.streets if street.board]
    ends = list(accumulate(sizes))
    return [
        board[end - size : end] for size, end in zip(sizes, ends, strict=True) if end <= len(board)
    ]
