"""Whoever asks for a whole field names it by its event: a statement takes 65,535 values."""

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.db import connection

from players.notices import news
from tests.tournaments import events
from tests.tournaments.events import START
from tournaments import director
from tournaments.entry import registration
from tournaments.models import Elimination, Entry, Tournament
from tournaments.play import awards, books
from tournaments.staff import cancellation

pytestmark = pytest.mark.django_db
FEW, MANY = 4, 13
# What a statement may be given that only the larger field asks.
MOST = 5
SOME = re.compile(r"%s(, %s)+")


def begin(event: Tournament) -> None:
    director.step(tournament_id=event.pk, now=START)


def audit(event: Tournament) -> None:
    books.reconcile()


def call_off(event: Tournament) -> None:
    plan = cancellation.preview(tournament_id=event.pk, by=None, now=START)
    who: dict[str, Any] = {"by": None, "reason": "the power is out"}
    cancellation.execute(tournament_id=event.pk, digest=plan.digest, now=START, **who)


def rank(event: Tournament) -> None:
    """All but one went out while places were still open."""
    best = event.entries.earliest("pk")
    out = event.entries.exclude(pk=best.pk)
    fact: dict[str, Any] = {"table_name": "1", "level": 1, "start_stack": 1000, "at": START}
    Elimination.objects.bulk_create(
        Elimination(entry=entry, hand_id=entry.pk, **fact) for entry in out
    )
    out.update(status=Entry.Status.OUT)
    event.refresh_from_db()
    assert len(awards.due(event)) == event.entry_count - 1


def values(entries: int, *acts: Callable[[Tournament], None]) -> dict[str, int]:
    """The most values that each statement of the last of these acts is given.

    Rows that are written together are not counted: Django sends no more than a statement holds.
    """
    event = events.scheduled(max_entries=20, seats_per_table=FEW, scheme=events.standard_scheme())
    for user in events.players(entries, prefix=f"of{entries}"):
        registration.register(tournament_id=event.pk, user_id=user.pk, now=START)
    most: dict[str, int] = {}

    def count(execute: Any, sql: str, given: Sequence[Any], many: bool, context: Any) -> Any:
        if not sql.startswith("INSERT") and "CASE WHEN" not in sql:
            shape = SOME.sub("%s", sql)
            most[shape] = max(most.get(shape, 0), len(given or ()))
        return execute(sql, given, many, context)

    *before, last = acts
    for act in before:
        act(event)
    with connection.execute_wrapper(count):
        last(event)
    return most


@pytest.mark.rule("TRN-1", "CANCEL-0", "RANK-1")
@pytest.mark.parametrize(
    "acts",
    [(begin,), (begin, audit), (begin, rank), (call_off,), (call_off, audit)],
    ids=lambda acts: acts[-1].__name__,
)
def test_no_statement_of_a_field_is_given_a_value_for_each_entry(
    acts: tuple[Callable[[Tournament], None], ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Players are told in portions, and refunded.
    monkeypatch.setattr(news, "PORTION", 3)
    monkeypatch.setattr(cancellation, "REFUNDS_A_POSTING", 3)
    few, many = values(FEW, *acts), values(MANY, *acts)
    assert len(many) > 2
    assert {sql: count for sql, count in many.items() if count > few.get(sql, MOST)} == {}
