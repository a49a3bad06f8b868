"""Figures of play, against the same reckoned in another way over random histories."""

from collections import defaultdict
from datetime import UTC, date, datetime, timedelta
from io import BytesIO
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth.models import Group
from django.db import transaction
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from players.models import User
from tables.models import Hand, HandPlayer, Table
from tables.storage import months
from tests.harness.long_forms import longer
from tests.tables.rooms import people
from tests.tournaments import events
from tournaments.models import Entry, Tournament
from tournaments.rules import structures
from tournaments.rules.level_clock import BlindLevel
from tournaments.staff import figures

pytestmark = [pytest.mark.django_db, pytest.mark.rule("STAFF-6")]

ROME = ZoneInfo("Europe/Rome")
# In Rome the first has 23 hours and the second 25.
SPRING, AUTUMN = date(2027, 3, 28), date(2027, 10, 31)
PEOPLE = 4
DAY = timedelta(days=1)


def deal(hands: list[tuple[datetime, set[int]]], users: list[User]) -> None:
    """Hands that began then, with these players."""
    # A hand that is not over, which alone takes players, needs a table of its own.
    tables = Table.objects.bulk_create(
        Table(
            event="nobody:1",
            max_seats=PEOPLE,
            stakes={},
            action_seconds=15,
            live={},
            opened_at=at,
        )
        for at, _who in hands
    )
    rows = Hand.objects.bulk_create(
        Hand(
            pk=months.first_id(months.of(at)) + table.pk,
            table=table,
            number=1,
            event=table.event,
            game="nlhe",
            stakes={},
            positions={},
            commitment="",
            started_at=at,
        )
        for table, (at, _who) in zip(tables, hands, strict=True)
    )
    HandPlayer.objects.bulk_create(
        HandPlayer(hand=row, user=users[who], seat_no=who, start_stack=1)
        for row, (_at, whose) in zip(rows, hands, strict=True)
        for who in whose
    )


def second(hands: list[tuple[datetime, set[int]]], day: date) -> tuple[int, int, int]:
    """Players, hands and the peak of a day of Rome, in Python."""
    begins, ends = (
        datetime(each.year, each.month, each.day, tzinfo=ROME).astimezone(UTC)
        for each in (day, day + DAY)
    )
    mine = [(at, who) for at, who in hands if begins <= at < ends]
    hours: defaultdict[int, set[int]] = defaultdict(set)
    for at, who in mine:
        hours[int((at - begins).total_seconds() // 3600)] |= who
    players = set().union(*[who for _at, who in mine])
    return len(players), len(mine), max([len(who) for who in hours.values()], default=0)


@given(
    around=st.sampled_from([SPRING, AUTUMN, date(2027, 12, 31)]),
    dealt=st.lists(
        st.tuples(
            # Whole hours and the seconds beside them: every boundary is among them.
            st.integers(-40, 40),
            st.sampled_from([-1, 0, 1]),
            st.sets(st.integers(0, PEOPLE - 1), min_size=1),
        ),
        min_size=1,
        max_size=12,
    ),
)
@settings(max_examples=longer(100, short=8))
@pytest.mark.long
def test_each_day_of_rome_counts_its_players_hands_and_fullest_hour(
    around: date, dealt: list[tuple[int, int, set[int]]]
) -> None:
    noon = datetime(around.year, around.month, around.day, 12, tzinfo=UTC)
    hands = [(noon + timedelta(hours=h, seconds=s), who) for h, s, who in dealt]
    with transaction.atomic():
        deal(hands, people(PEOPLE, prefix="dealt"))
        found = figures.days(begin=around - DAY, end=around + DAY)
        transaction.set_rollback(True)
    assert [day.day for day in found] == [around - DAY, around, around + DAY]
    for day in found:
        assert (day.players, day.hands, day.peak) == second(hands, day.day)
        assert (day.peak_at is None) == (day.peak == 0)


@pytest.mark.parametrize(
    ("chips", "seconds"),
    [
        # 20 big blinds of 50, of 100, of 300 (the break before it counts) and of none.
        (1_000, 120),
        (1_001, 240),
        (6_000, 420),
        (10**9, 480),
    ],
)
def test_an_event_is_planned_until_its_chips_are_20_big_blinds(chips: int, seconds: int) -> None:
    levels = [
        BlindLevel(length, small, big, ante, is_break=not big)
        for length, small, big, ante in events.FAST
    ]
    assert structures.ends_after(levels, chips=chips) == seconds


def ended(name: str, *, took: int, **terms: Any) -> Tournament:
    """An event of two entries that was over so many seconds after its start."""
    event = events.sit_and_go(name=name, **terms)
    begun = datetime(2027, 5, 1, 18, 0, tzinfo=UTC)
    Tournament.objects.filter(pk=event.pk).update(
        status=Tournament.Status.FINISHED,
        started_at=begun,
        finished_at=begun + timedelta(seconds=took),
        entry_count=2,
    )
    return event


@pytest.mark.middling
def test_the_desk_shows_guarantees_lengths_and_who_came_back() -> None:
    event = ended("=Big", took=480, guarantee=40_00)
    ended("Elsewhere", took=60)
    anna, bruno = people(2, prefix="came")
    for user, month in ((anna, 3), (anna, 4), (bruno, 3), (bruno, 5)):
        Entry.objects.create(
            tournament=event,
            user=user,
            status=Entry.Status.FINISHED,
            registered_at=datetime(2027, month, 1, 12, tzinfo=UTC),
        )
    assert figures.retention() == [figures.Cohort(date(2027, 3, 1), [2, 1, 1])]
    found = figures.figures(begin=date(2027, 5, 1), end=date(2027, 5, 2))
    [promise] = found.promises
    assert (promise.promised, promise.brought, promise.added) == (40_00, 2 * events.BUY_IN, 22_00)
    assert [length.took for length in found.lengths] == [timedelta(seconds=s) for s in (60, 480)]
    [length] = [one for one in found.lengths if one.event.pk == event.pk]
    # 3,000 chips are 20 big blinds of 100 and more: it was to end with the level of 300.
    assert (length.planned, length.percent) == (timedelta(seconds=420), 14)

    auditor = User.objects.create_user("auditor", is_staff=True)
    auditor.groups.set(Group.objects.filter(name="auditor"))
    desk = Client()
    desk.force_login(auditor)
    address = "/admin/tournaments/tournament/figures"
    asked = {"first": "2027-05-01", "last": "2027-05-02"}
    page = desk.get(address, asked, follow=True).content.decode()
    assert "€22.00" in page
    assert "50 %" in page
    for first, last in (
        ("x", "2027-05-01"),
        ("2027-05-03", "2027-05-01"),
        ("0001-01-01", "0001-01-02"),
        ("9999-12-31", "9999-12-31"),
    ):
        answer = desk.get(address, {"first": first, "last": last}, follow=True)
        assert answer.status_code == 200
        assert 'role="alert"' in answer.content.decode()
    book = load_workbook(BytesIO(desk.get(address, {**asked, "as": "xlsx"}, follow=True).content))
    assert [row[0] for row in book["Guarantees"].values] == ["Event", "'=Big"]
    lines = desk.get(address, {**asked, "as": "csv"}, follow=True).content.decode().splitlines()
    assert "'=Big,2,40.00,18.00,22.00" in lines
