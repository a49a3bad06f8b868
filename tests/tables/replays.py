"""Replaying a hand's events gives its snapshot: for every hand that any test plays."""

from tables import engine
from tables.live import record
from tables.models import Hand, Table
from tables.storage import packed_events


def check_every_hand(**which: object) -> None:
    """Replay every hand (of ``event``, say) and compare it with all that was stored about it."""
    latest = {}
    for table_id in Table.objects.filter(**which).values_list("pk", flat=True):
        live = record.read(table_id).live
        latest[live.hand_id] = live
    for hand in Hand.objects.filter(**which).prefetch_related("events", "players"):
        events = packed_events.of_hand(hand.pk)
        first = 1
        for row in hand.events.all():
            assert row.seq == first
            first += len(packed_events.row(row.payload, row.packed))
        replayed = engine.replay(events)
        assert replayed.finished == (hand.finished_at is not None)
        players = {player.seat_no: player for player in hand.players.all()}
        assert replayed.start_stacks == {no: row.start_stack for no, row in players.items()}
        if replayed.finished:
            assert replayed.stacks == {no: row.finish_stack for no, row in players.items()}
        # A void hand is shown at no table any more.
        if hand.pk in latest and hand.voided_at is None:
            live = latest[hand.pk]
            assert live.hand == replayed
            assert live.stored_events == len(events)
            assert live.commitment == hand.commitment
            assert live.dealt == {no: row.user_id for no, row in players.items()}
