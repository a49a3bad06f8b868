"""Whoever asks for a whole field names it by its event: a statement takes 65,535 values."""

import re
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from payouts.models import PrizeScheme
from players.notices import news
from tests.tournaments import events, stages
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


def end_the_session(event: Tournament) -> None:
    """Everybody is still in, and wins by chips."""
    stages.fold_out(event)
    director.step(tournament_id=event.pk, now=START + timedelta(minutes=10))
    event.refresh_from_db()
    assert event.over


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


def values(entries: int, *acts: Callable[[Tournament], None], **terms: Any) -> dict[str, int]:
    """The most values that each statement of the last of these acts is given.

    Rows that are written together are not counted: Django sends no more than a statement holds.
    """
    plain = {"max_entries": 20, "seats_per_table": FEW, "scheme": events.standard_scheme()}
    event = events.scheduled(**{**plain, **terms})
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


@pytest.mark.middling
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


@pytest.mark.middling
@pytest.mark.rule("PAY-SPLIT")
def test_nor_at_the_end_of_a_session_with_everybody_still_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(news, "PORTION", 3)
    split, _ = PrizeScheme.objects.get_or_create(name="by chips", kind="split")
    acts, terms = (begin, end_the_session), {"scheme": split, "session_levels": 1}
    few, many = values(FEW, *acts, **terms), values(MANY, *acts, **terms)
    assert {sql: count for sql, count in many.items() if count > few.get(sql, MOST)} == {}
