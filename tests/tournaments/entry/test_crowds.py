"""A whole crowd at the same moment: real threads, real transactions, real PostgreSQL.

The threads share the process's pool of connections, as a web process's do: most wait for one.
"""

from collections import Counter
from functools import partial

import pytest
from django.db import connection

from core.types import UserId
from payouts.reports.audit import audit
from tests.harness.long_forms import longer
from tests.payouts.crowd import DONE, at_once
from tests.tournaments import events
from tests.tournaments.events import BUY_IN, FEE, START
from tournaments.entry.registration import register
from tournaments.models import Entry, Tournament
from tournaments.refusals import EventCode

pytestmark = pytest.mark.django_db(transaction=True)


def registering(event: Tournament, user_id: UserId) -> partial[Entry]:
    return partial(register, tournament_id=event.pk, user_id=user_id, now=START)


@pytest.fixture(autouse=True)
def _patience(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine, nobody in a crowd gives up waiting for a connection."""
    pool = connection.pool  # type: ignore[attr-defined]
    monkeypatch.setattr(pool, "timeout", 60)


@pytest.mark.slow
@pytest.mark.long
def test_of_many_buyers_one_gets_the_last_seat() -> None:
    buyers = longer(400, short=100)
    event, people = events.sit_and_go(), events.players(5 + buyers)
    for user in people[:5]:
        register(tournament_id=event.pk, user_id=user.pk, now=START)
    results = at_once([registering(event, user.pk) for user in people[5:]])
    assert Counter(results) == {DONE: 1, EventCode.EVENT_FULL: buyers - 1}
    event.refresh_from_db()
    assert (event.entry_count, event.entries.count()) == (6, 6)
    assert events.pool(event) == 6 * BUY_IN
    assert sum(events.wallets(people)) == (buyers - 1) * (BUY_IN + FEE)
    assert audit().sound


@pytest.mark.slow
@pytest.mark.long
def test_people_who_click_four_times_make_an_entry_each() -> None:
    count = longer(100, short=25)
    event = events.scheduled(max_entries=500)
    people = events.players(count, cents=4 * (BUY_IN + FEE))
    results = at_once([registering(event, user.pk) for user in people * 4])
    assert Counter(results) == {DONE: count, EventCode.ALREADY_REGISTERED: 3 * count}
    event.refresh_from_db()
    assert (event.entry_count, event.entries.count()) == (count, count)
    assert set(events.wallets(people)) == {3 * (BUY_IN + FEE)}
    assert events.pool(event) == count * BUY_IN
    assert audit().sound
