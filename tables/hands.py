"""The rows of a hand: written when it is dealt, completed when it is over."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import connection

from tables import engine, shuffle
from tables.engine import commitment
from tables.models import Hand, HandPlayer, HandSecret, Table
from tables.record import TableRecord

FINISH = """
    WITH result AS (
        SELECT * FROM unnest(%s::int[], %s::bigint[], %s::int[]) AS result (no, stack, bank_ms)
    ), seats AS (
        UPDATE tables_seat SET stack = result.stack, bank_ms = result.bank_ms
        FROM result WHERE table_id = %s AND tables_seat.no = result.no
    ), players AS (
        UPDATE tables_handplayer SET finish_stack = result.stack
        FROM result WHERE hand_id = %s AND seat_no = result.no
    )
    UPDATE tables_hand SET finished_at = %s WHERE id = %s"""


def begin(
    table: TableRecord, stacks: Mapping[int, int], deck: Sequence[str], *, now: datetime
) -> tuple[Hand, engine.Step]:
    """Move the button, commit to the deck, store both, and deal to the seats in ``stacks``.

    A mixed game changes with every orbit (MIX-1).
    """
    seats = sorted(stacks)
    before = None if table.positions is None else engine.Positions.from_json(table.positions)
    positions = engine.next_positions(before, seats, first_button=shuffle.drawn(seats))
    # Passing the last seat, the button begins another orbit, whoever has come or gone.
    table.live.orbit += before is not None and positions.button <= before.button
    game = engine.game_of_orbit(table.game, table.live.orbit)
    step = engine.start(
        game=game,
        stakes=engine.Stakes.from_json(table.stakes),
        positions=positions,
        stacks=stacks,
        deck=deck,
    )
    seed = shuffle.seed()
    table.hand_no += 1
    table.positions = positions.to_json()
    hand = Hand.objects.create(
        table_id=table.id,
        number=table.hand_no,
        event=table.event,
        game=game,
        stakes=table.stakes,
        positions=table.positions,
        commitment=commitment.commit(deck, seed),
        started_at=now,
    )
    HandSecret.objects.create(hand=hand, deck="".join(deck), seed=seed.hex())
    Table.objects.filter(pk=table.id).update(hand_no=table.hand_no, positions=table.positions)
    live = table.live
    live.hand_id, live.commitment, live.stored_events = hand.pk, hand.commitment, 0
    live.dealt = {no: live.seats[no].user for no in seats}
    HandPlayer.objects.bulk_create(
        HandPlayer(hand=hand, user_id=user, seat_no=no, start_stack=stacks[no])
        for no, user in live.dealt.items()
    )
    return hand, step


def finish(table: TableRecord, *, now: datetime) -> None:
    """Write what everybody has after the hand: seats, time banks, the hand's result."""
    live = table.live
    assert live.hand is not None
    for no, stack in live.hand.stacks.items():
        live.seats[no].stack = stack
    results = [(no, live.seats[no].stack, live.seats[no].bank_ms) for no in live.dealt]
    columns = [list(column) for column in zip(*results, strict=True)]
    with connection.cursor() as cursor:
        cursor.execute(FINISH, [*columns, table.id, live.hand_id, now, live.hand_id])
