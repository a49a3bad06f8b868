"""A tournament with its players, its latecomers and its sweeps each in a thread of their own."""

import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial

import pytest
from django.db import connection
from django.utils import timezone

from core.refusal import Refusal
from core.types import UserId
from tables.live import dealer, record
from tables.models import Hand
from tests.harness.long_forms import longer
from tests.tables.rooms import random_action
from tests.tournaments import events
from tests.tournaments.evening import Evening
from tournaments import tasks
from tournaments.entry import registration
from tournaments.models import Due, Move, Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.rule("TRN-3")]

# Late registration for a moment, a short break, and blinds that end it soon.
ROWS = [(1, 50, 100, 0), (1, 0, 0, 0), (1, 200, 400, 0), (60, 1000, 2000, 0)]
ROUNDS = 20_000


@pytest.mark.slow
@pytest.mark.long
def test_chips_seats_and_money_survive_everybody_at_once() -> None:
    event = events.scheduled(
        starts_at=timezone.now(),
        rows=ROWS,
        seats_per_table=4,
        max_entries=22,
        starting_stack=longer(1500, short=400),
        late_registration_levels=1,
    )
    early, latecomers = longer((16, 6), short=(9, 4))
    people = events.players(early + latecomers)
    room = Evening(event, people[:early], seed=1)
    room.register(early)
    Due.objects.update(due_at=timezone.now())
    late = (partial(_register, event.pk, user.pk) for user in people[early:])
    jobs: list[Callable[[], object]] = [
        *(partial(_until_over, event, partial(_act, event, random.Random(n))) for n in range(3)),
        *(partial(_until_over, event, _sweep) for _ in range(2)),
        *late,
    ]
    with ThreadPoolExecutor(len(jobs)) as threads:
        for done in [threads.submit(_in_a_thread, job) for job in jobs]:
            done.result(timeout=120)
    room.check()
    room.check_result()
    # Stacks so short may be lost while entry is open, and then no final table is drawn.
    reasons = longer([Move.Reason.FINAL], short=list(Move.Reason))
    assert Move.objects.filter(reason__in=reasons).exists()
    assert not Hand.objects.filter(finished_at=None).exists()


def _in_a_thread(job: Callable[[], object]) -> None:
    try:
        job()
    finally:
        connection.close()


def _until_over(event: Tournament, once: Callable[[], object]) -> None:
    for _ in range(ROUNDS):
        once()
        if Tournament.objects.get(pk=event.pk).over:
            return
    raise AssertionError("it never ends")


def _register(tournament_id: int, user_id: UserId) -> None:
    # On a busy machine late registration may already be over.
    with suppress(Refusal):
        registration.register(tournament_id=tournament_id, user_id=user_id, now=timezone.now())


def _sweep() -> None:
    # Without this a lost look costs a heartbeat of real time; the test has no patience.
    Due.objects.filter(due_at__gt=timezone.now()).update(due_at=timezone.now())
    tasks.sweep()


def _act(event: Tournament, dice: random.Random) -> None:
    """Somebody acts at some table; others may have been quicker."""
    running = list(Hand.objects.filter(event=event.event, finished_at=None))
    if not running:
        # Else whoever has nothing to do takes the processor from those who have.
        time.sleep(0.01)
        return
    table = record.read(dice.choice(running).table_id)
    hand, turn = table.live.playing, table.live.turn
    if hand is None or turn is None:
        return
    with suppress(Refusal):
        dealer.act(
            table_id=table.id,
            user_id=table.live.dealt[turn],
            action=random_action(hand, dice),
            seen_version=table.version,
            now=timezone.now(),
        )
