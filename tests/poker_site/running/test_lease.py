"""One beat leads, and a beat that was stopped or cut off leads no more."""

import time
from collections.abc import Iterator
from itertools import count

import psycopg
import pytest

from poker_site.running.lease import Lease

# The server ends a silent session by a timer, which libfaketime keeps from it.
pytestmark = [pytest.mark.django_db, pytest.mark.today]

_NUMBERS = count(1)
LONG = 3_600.0


@pytest.fixture
def made() -> Iterator[list[Lease]]:
    """Leases to be given up after the test."""
    leases: list[Lease] = []
    yield leases
    for lease in leases:
        lease.release()


def pair(made: list[Lease], term: float = LONG) -> tuple[Lease, Lease]:
    """Return two leases of one new number, of which the first is held."""
    number = next(_NUMBERS)
    made += [Lease(number, term), Lease(number, term)]
    first, second = made
    assert first.is_held()
    return first, second


def ask_again(lease: Lease) -> bool:
    """Return the answer as if a quarter of the term had passed."""
    lease._asked_at = float("-inf")
    return lease.is_held()


def test_one_of_two_leads(made: list[Lease]) -> None:
    first, second = pair(made)
    assert not second.is_held()
    assert not ask_again(second)
    assert ask_again(first)


def test_when_a_leader_ends_the_other_leads_at_its_next_question(made: list[Lease]) -> None:
    first, second = pair(made)
    assert not second.is_held()
    first.release()
    assert not second.is_held()
    deadline = time.monotonic() + 10
    while not ask_again(second):
        assert time.monotonic() < deadline
    assert not ask_again(first)


def test_a_leader_that_was_stopped_learns_that_it_leads_no_more(made: list[Lease]) -> None:
    first, second = pair(made, term=0.2)
    deadline = time.monotonic() + 10
    while not second.is_held():
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert not first.is_held()
    # It asks on, as the one that waits, by a new session.
    assert not ask_again(first)
    assert ask_again(second)


def test_without_postgres_nobody_leads(made: list[Lease], monkeypatch: pytest.MonkeyPatch) -> None:
    def away(**_: object) -> None:
        raise psycopg.OperationalError("no server")

    monkeypatch.setattr(psycopg, "connect", away)
    assert not Lease(next(_NUMBERS)).is_held()
