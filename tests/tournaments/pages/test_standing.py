"""How an event stands, as its tables ask it: clock, field, rank, and how far the next prize is."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client, override_settings

from core.types import UserId
from players.models import User
from tables import engine
from tables.live import dealer, record
from tables.models import HandPlayer, Table
from tests.tournaments import events, stages
from tests.tournaments.events import START
from tournaments.models import Tournament
from tournaments.pages import played_event, sheet, standing
from tournaments.pages.wall import screens

pytestmark = pytest.mark.django_db

NoMoreQueries = Callable[[int], AbstractContextManager[Any]]


@pytest.fixture(autouse=True)
def nothing_is_kept() -> Iterator[None]:
    """Rows of tests before had the same ids."""
    standing.forget()
    yield
    standing.forget()


def at(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def told(event: Tournament, seconds: float = 0) -> dict[str, Any]:
    standing.forget()
    found = standing.read(event.pk, now=at(seconds))
    assert found is not None
    return found.content


@pytest.mark.parametrize(
    ("seconds", "level", "until", "next_blind", "break_at", "late_until"),
    [
        (0, 1, 120, 100, 240, 240),
        (130, 2, 240, 300, 240, 240),
        # In a break the level to come is next, and the last who may enter have.
        (250, 2, 300, 300, None, None),
        (310, 3, 420, 800, None, None),
        (500, 4, None, None, None, None),
    ],
)
def test_the_clock_is_told_by_its_moments(
    seconds: int,
    level: int,
    until: int | None,
    next_blind: int | None,
    break_at: int | None,
    late_until: int | None,
) -> None:
    event = stages.started(entries=4, late_registration_levels=2)
    found = told(event, seconds)
    moments = {"until": until, "break_at": break_at, "late_until": late_until}
    expected = {key: None if each is None else at(each) for key, each in moments.items()}
    assert {key: found[key] for key in expected} == expected
    assert (found["level"], found["late"]) == (level, late_until is not None)
    assert (found["next"] and found["next"]["big_blind"]) == next_blind


@pytest.mark.parametrize(
    ("chips", "out", "in_money"),
    [
        # Two of five are paid.
        ([3000, 2500, 2000, 1500, 1000], 3, False),
        ([4000, 3000, 2000, 1000], 2, False),
        ([5000, 3000, 2000], 1, False),
        # In the money: whoever goes out next leaves the other a greater prize.
        ([6000, 4000], 1, True),
    ],
)
def test_the_next_prize_is_so_many_players_away(chips: list[int], out: int, in_money: bool) -> None:
    event = stages.in_play(chips, entries=5)
    event.refresh_from_db()
    found = told(event)
    prizes = event.prize_scheme.prizes(entries=5, pool=event.prize_pool)
    places = len([prize for prize in prizes if prize])
    assert places == 2
    assert (found["left"], found["entries"], found["paid"]) == (len(chips), 5, places)
    assert (found["out"], found["in_money"]) == (out, in_money)
    assert found["prize"] == prizes[len(chips) - out - 1]
    assert found["sure"] == (prizes[len(chips) - 1] if in_money else 0)


@pytest.mark.rule("POOL-2")
def test_what_is_guaranteed_is_nobodys_prize_before_somebody_enters() -> None:
    found = told(events.scheduled(guarantee=10_000))
    assert (found["paid"], found["in_money"], found["out"], found["prize"]) == (
        0,
        False,
        None,
        None,
    )


@pytest.mark.middling
def test_each_is_told_their_own_rank_and_nobody_s_stack(client: Client) -> None:
    event = stages.in_play([3000, 5000, 3000, 4000], entries=5)
    address = f"/api/tournaments/{event.pk}/standing/"
    with time_machine.travel(START, tick=False):
        assert client.get(address).json()["rank"] is None
        ranks = []
        for entry in event.entries.order_by("pk").select_related("user"):
            client.force_login(entry.user)
            answer = client.get(address).json()
            ranks.append(answer.pop("rank"))
            assert "stacks" not in answer
    assert ranks == [3, 1, 3, 2, None]
    assert client.get("/api/tournaments/9999999/standing/").status_code == 404


def test_an_answer_names_the_version_of_the_reader_s_table_that_it_knows(client: Client) -> None:
    event, elsewhere = (stages.in_play([3000, 5000], entries=2) for _ in range(2))
    table, other = (Table.objects.get(event=one.event) for one in (event, elsewhere))
    client.force_login(event.entries.all()[0].user)
    with time_machine.travel(START, tick=False):
        for what in ("standing", "offer"):
            address = f"/api/tournaments/{event.pk}/{what}/"
            asked = [client.get(f"{address}?table={pk}").json() for pk in (table.pk, other.pk)]
            assert [answer["version"] for answer in asked] == [table.version, None]
            assert client.get(address).json()["version"] is None
            assert client.get(f"{address}?table=x").status_code == 400


def test_however_many_ask_and_play_it_is_worked_out_once_in_five_seconds(
    django_assert_max_num_queries: NoMoreQueries, django_assert_num_queries: NoMoreQueries
) -> None:
    event = stages.started(entries=9)
    with django_assert_max_num_queries(6):
        first = standing.read(event.pk, now=START)
    with django_assert_num_queries(0):
        for _ in range(20):
            assert standing.read(event.pk, now=at(4)) is first
    assert standing.read(event.pk, now=at(5)) is not first
    # A clock that was set back asks anew.
    assert standing.read(event.pk, now=at(-60)) is not first


@pytest.mark.middling
@pytest.mark.rule("DEAL-MAKE")
@pytest.mark.parametrize(
    ("chips", "terms", "offered"),
    [
        ([5000, 3000, 2000], {}, True),
        ([5000, 3000, 2000], {"deals_allowed": False}, False),
        ([4000, 3000, 2000], {"seats_per_table": 2}, False),
        ([3000, 3000, 2000, 2000], {}, False),
    ],
)
def test_a_deal_is_offered_at_the_table_once_somebody_is_out_and_one_may_be_made(
    chips: list[int], terms: dict[str, Any], offered: bool
) -> None:
    event = stages.in_play(chips, entries=4, **terms)
    assert told(event)["deal"] is offered


@pytest.mark.rule("SHOW-2")
@pytest.mark.middling
def test_no_page_tells_the_end_of_an_all_in_before_its_last_card(client: Client) -> None:
    event = stages.in_play([3000, 5000], entries=2)
    [table] = Table.objects.filter(event=event.event)
    with override_settings(RESULT_SECONDS=4):
        hand = dealer.deal(table_id=table.pk, now=START)
        while (playing := record.read(table.pk).live.playing) is not None:
            legal = engine.legal_actions(playing)
            kind = "all_in" if legal.all_in is not None else "call"
            _act(table.pk, kind)
    assert hand is not None
    played = HandPlayer.objects.filter(hand=hand.pk)
    before, after = (
        dict(played.values_list("user", name)) for name in ("start_stack", "finish_stack")
    )
    assert before != after
    for seconds, stacks in ((4.4, before), (4.5, after)):
        now = at(seconds)
        standing.forget()
        found = standing.read(event.pk, now=now)
        assert found is not None
        assert found.stacks == stacks
        entries = sheet.players_page(event, None, now=now)
        assert {entry.user_id: vars(entry)["stack"] for entry in entries} == stacks
        [row] = sheet.tables_page(event, None, own=None, now=now)
        assert vars(row)["largest"] == max(stacks.values())
        seats = sheet.seats(event, by_name=True, now=now)
        assert {seat["user_id"]: seat["chips"] for seat in seats} == stacks
        leaders = screens.read(event, screens.Screen.LEADERS, now=now).lines
        assert [line.chips for line in leaders] == sorted(stacks.values(), reverse=True)
        for user in stacks:
            hands = played_event.read(event, user_id=UserId(user), now=now)
            assert (hand.pk in [one.hand.id for one in hands]) == (stacks == after)
            client.force_login(User.objects.get(pk=user))
            with time_machine.travel(now, tick=False):
                own = client.get(f"/tournaments/{event.pk}/my-hands.phhs")
                assert (f"hand = {hand.pk}".encode() in b"".join(own)) == (stacks == after)
                end = client.get(f"/api/tournaments/{event.pk}/mine/").json()
                assert (hand.pk in [one["hand"] for one in end["hands"]]) == (stacks == after)


def _act(table_id: int, kind: str) -> None:
    table = record.read(table_id)
    assert table.live.turn is not None
    dealer.act(
        table_id=table_id,
        user_id=table.live.dealt[table.live.turn],
        action=engine.Action(kind),
        seen_version=table.version,
        now=START,
    )
