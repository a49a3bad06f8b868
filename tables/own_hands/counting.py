"""Counting finished hands, once for each player: the rows by which own hands are found, and the
sums by which they are shown (STATS-1, STATS-3).

A trigger notes each hand that is finished or declared void; a worker counts it here. The row of a
player and a hand, and the sums that it changes, are written by one statement: where the row is
there already, the sums stay as they are.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Final

from django.db import transaction

from core import sql
from core.due_checks import ExistsQuery
from core.jobs import attempt
from core.types import UserId
from players.models import Forgotten
from tables.engine.events import Event
from tables.models import Hand, HandPlayer, PlayedHand
from tables.models.own_hands import COUNTS
from tables.models.owners import KINDS
from tables.own_hands import signals
from tables.rules import hand_facts
from tables.rules.hand_facts import SeatFacts
from tables.storage import packed_events

# Whether players have seen the last card of a hand that waits (SHOW-2): looked up hand by hand,
# since a join might read all hands.
_SHOWN: Final = """((
    SELECT shown_at FROM tables_hand WHERE id = tables_uncountedhand.hand_id
) > %(now)s) IS NOT TRUE"""
# True if ``count_waiting`` would find something.
DUE = ExistsQuery(f"EXISTS (SELECT FROM tables_uncountedhand WHERE {_SHOWN})")
# Hands of one transaction, and of one call.
AT_ONCE: Final = 50
MOST: Final = 2_000
# Kinds of events whose stakes a player chooses.
WITH_STAKES: Final = [*KINDS]

_COLUMNS: Final = (
    *("hand_id", "user_id", "started_at", "net", "net_bb", "pot", "big_blind", "flags"),
    *("position", "starting", "game", "event"),
)
_CLAIM = f"""
    DELETE FROM tables_uncountedhand WHERE hand_id IN (
        SELECT hand_id FROM tables_uncountedhand WHERE {_SHOWN}
        ORDER BY hand_id LIMIT %(at_once)s FOR UPDATE SKIP LOCKED
    ) RETURNING hand_id"""  # noqa: S608
_INSERT = f"""
    WITH counted AS (
        INSERT INTO tables_playedhand ({", ".join(_COLUMNS)})
        SELECT * FROM unnest(
            %(hand_id)s::bigint[], %(user_id)s::bigint[], %(started_at)s::timestamptz[],
            %(net)s::bigint[], %(net_bb)s::bigint[], %(pot)s::bigint[], %(big_blind)s::bigint[],
            %(flags)s::int[], %(position)s::text[], %(starting)s::text[], %(game)s::text[],
            %(event)s::text[]
        )
        ON CONFLICT DO NOTHING
        RETURNING *
    )"""  # noqa: S608
_DELETE = """
    WITH counted AS (
        DELETE FROM tables_playedhand WHERE hand_id = ANY(%(hands)s) RETURNING *
    )"""
_OF_A_PLAYER = """
    WITH counted AS (SELECT * FROM tables_playedhand WHERE user_id = %(user)s)"""
_SUMS: Final = ("hands", "net", "net_bb", *COUNTS)
# In the order of their keys, so that concurrent workers never wait for each other in a circle.
_ADD = f"""
    INSERT INTO tables_playedhour
        (user_id, hour, kind, game, big_blind, position, {", ".join(_SUMS)})
    SELECT user_id, date_trunc('hour', started_at, 'UTC'), split_part(event, ':', 1), game,
        CASE WHEN split_part(event, ':', 1) = ANY(%(with_stakes)s) THEN big_blind ELSE 0 END,
        position, %(sign)s * count(*), %(sign)s * sum(net), %(sign)s * sum(net_bb),
        {", ".join(f"%(sign)s * sum((flags >> {bit}) & 1)" for bit in range(len(COUNTS)))}
    FROM counted GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (user_id, hour, kind, game, big_blind, position) DO UPDATE SET
        {", ".join(f"{name} = tables_playedhour.{name} + excluded.{name}" for name in _SUMS)}"""  # noqa: S608
# Held shared while a hand is counted, alone while the rows of a player are erased or summed anew.
_LOCK: Final = "own hands"
_SHARED = "SELECT pg_advisory_xact_lock_shared(hashtextextended(%s, 0))"
_ALONE = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))"


def count_waiting(*, now: datetime) -> int:
    """Count the hands that wait and have been seen to their end, at most MOST; return how many.
    Safe concurrently."""
    counted = 0
    while counted < MOST and (portion := _count_portion(now)):
        counted += portion
    return counted


def count(hand_ids: Collection[int]) -> None:
    """Count finished hands that are not counted yet, and take out those that are void."""
    with transaction.atomic():
        _count(hand_ids)


def recount(hand_ids: Collection[int]) -> None:
    """Count hands anew, whatever their rows say."""
    with transaction.atomic():
        _take_out(hand_ids)
        _count(hand_ids)


def sum_anew(user_id: UserId) -> None:
    """Sum a player's counted hands anew."""
    with alone():
        sql.run("DELETE FROM tables_playedhour WHERE user_id = %s", [user_id])
        _add(_OF_A_PLAYER, {"user": user_id})


@contextmanager
def alone() -> Iterator[None]:
    """Open a transaction in which no hand is counted by others."""
    with transaction.atomic():
        sql.run(_ALONE, [_LOCK])
        yield


def _count_portion(now: datetime) -> int:
    with transaction.atomic():
        hand_ids = [hand_id for (hand_id,) in sql.rows(_CLAIM, {"now": now, "at_once": AT_ONCE})]
        if hand_ids:
            _count(hand_ids)
    return len(hand_ids)


def _count(hand_ids: Collection[int]) -> None:
    # Waits for an erasure, and then sees it.
    sql.run(_SHARED, [_LOCK])
    hands = Hand.objects.in_bulk([*hand_ids])
    if void := [hand.pk for hand in hands.values() if hand.voided_at is not None]:
        _take_out(void)
    counted = [
        hand for hand in hands.values() if hand.finished_at is not None and hand.voided_at is None
    ]
    events = packed_events.of_hands(hand.pk for hand in counted)
    rows, players = _rows(counted, events)
    if rows:
        columns = zip(*([getattr(row, name) for name in _COLUMNS] for row in rows), strict=True)
        _add(_INSERT, dict(zip(_COLUMNS, map(list, columns), strict=True)))
        users = {(player.hand_id, player.seat_no): UserId(player.user_id) for player in players}
        signals.hands_counted.send(sender=PlayedHand, hands=counted, events=events, users=users)


def _take_out(hand_ids: Collection[int]) -> None:
    _add(_DELETE, {"hands": [*hand_ids]}, sign=-1)


def _add(source: str, known: dict[str, Any], *, sign: int = 1) -> None:
    sql.run(source + _ADD, {**known, "sign": sign, "with_stakes": WITH_STAKES})


def _rows(
    hands: Sequence[Hand], events: Mapping[int, Sequence[Event]]
) -> tuple[list[PlayedHand], list[HandPlayer]]:
    """Return the rows of all players of these hands, but for those who were anonymised, and the
    players."""
    facts = {hand.pk: _facts(hand, events.get(hand.pk, [])) for hand in hands}
    players = list(HandPlayer.objects.filter(hand__in=[hand.pk for hand in hands]))
    users = {player.user_id for player in players}
    nameless = {*Forgotten.objects.filter(user__in=users).values_list("user", flat=True)}
    by_id = {hand.pk: hand for hand in hands}
    known = [
        player
        for player in players
        if player.user_id not in nameless and player.seat_no in facts[player.hand_id]
    ]
    rows = [
        _row(by_id[player.hand_id], player, facts[player.hand_id][player.seat_no])
        for player in known
    ]
    return rows, known


def _facts(hand: Hand, events: Sequence[Event]) -> dict[int, SeatFacts]:
    # One bad hand must not stop the others; a rebuild counts it once it can be read.
    return attempt("count hand", lambda: hand_facts.of_hand(events), hand=hand.pk) or {}


def _row(hand: Hand, player: HandPlayer, facts: SeatFacts) -> PlayedHand:
    big_blind = hand.stakes["big_blind"]
    return PlayedHand(
        hand_id=hand.pk,
        user_id=player.user_id,
        started_at=hand.started_at,
        net=facts.net,
        net_bb=hundredths(facts.net, big_blind),
        pot=facts.pot,
        big_blind=big_blind,
        flags=int(facts.flags),
        position=facts.position,
        starting=facts.starting,
        game=hand.game,
        event=hand.event,
    )


def hundredths(chips: int, big_blind: int) -> int:
    """Return chips in hundredths of a big blind, toward zero."""
    whole = 100 * abs(chips) // big_blind
    return whole if chips >= 0 else -whole
