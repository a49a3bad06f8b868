"""A large field is put in order once in a moment, not once a reader."""

import pytest

from tables.models import Seat
from tests.tournaments import stages
from tests.tournaments.events import START
from tournaments.models import Tournament
from tournaments.pages import field_order, sheet

pytestmark = pytest.mark.django_db

ORDERING_TAKES = 0.25


class Clock:
    """Stands still while nothing is ordered: each look at it is a quarter of a second later."""

    now = 0.0

    def monotonic(self) -> float:
        self.now += ORDERING_TAKES
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(field_order, "time", clock)
    return clock


@pytest.fixture(autouse=True)
def _nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(field_order, "_kept", {})


@pytest.fixture
def event() -> Tournament:
    return stages.in_play([3_000, 2_000, 1_000], entries=4, seats_per_table=6)


def stacks(event: Tournament) -> list[int]:
    return [entry.stack for entry in sheet.players_page(event, "1", now=START)]  # type: ignore[attr-defined]


def test_a_small_field_is_put_in_order_for_each_reader(event: Tournament, clock: Clock) -> None:
    assert field_order.keys(event, sheet.players(event), "players") is None
    assert stacks(event)[:3] == [3_000, 2_000, 1_000]


def test_a_large_field_stays_in_its_order_for_ten_times_what_that_took(
    event: Tournament, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(field_order, "LARGE", 2)
    monkeypatch.setattr(sheet, "PLAYERS_A_PAGE", 1)
    assert stacks(event) == [3_000]
    Seat.objects.filter(stack=3_000).update(stack=500)
    # Whom the page shows is a moment old, and what it says of them is not.
    assert stacks(event) == [500]
    clock.now += field_order.KEPT_FOR * ORDERING_TAKES
    assert stacks(event) == [2_000]


def test_who_comes_while_a_field_is_put_in_order_gets_the_order_before(
    event: Tournament, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(field_order, "LARGE", 2)
    before = field_order.keys(event, sheet.players(event), "players")
    clock.now += field_order.KEPT_FOR * ORDERING_TAKES
    second: list[object] = []
    Seat.objects.filter(stack=3_000).update(stack=500)

    class Slow:
        def values_list(self, *_names: str, **_how: bool) -> list[int]:
            second.append(field_order.keys(event, sheet.players(event), "players"))
            return list(sheet.players(event).values_list("pk", flat=True))

    first = field_order.keys(event, Slow(), "players")  # type: ignore[arg-type]
    assert second == [before]
    assert first != before


def test_an_event_that_is_over_has_the_order_of_its_places_at_once(
    event: Tournament, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(field_order, "LARGE", 2)
    monkeypatch.setattr(field_order, "KEPT_FOR", 1_000_000)
    field_order.keys(event, sheet.players(event), "players")
    event.status = "finished"
    found = sheet.players(event).reverse()
    assert field_order.keys(event, found, "players") is not None
    assert list(field_order.keys(event, found, "players") or ()) == list(
        found.values_list("pk", flat=True)
    )
