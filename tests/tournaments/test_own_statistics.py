"""A player's own statistics: sums by tab, never of money and play money, shares with samples, and
nobody else's (STATS-1 to STATS-5)."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from players.models import User
from players.staff import anonymising
from tables.live.state import Live
from tables.models import CashStay, HandMark, PlayedHand, PlayedHour, Table
from tables.own_hands import counting, figures, sessions
from tables.own_hands.search import HandQuery
from tests.harness import worlds
from tests.tables.rooms import people
from tests.tournaments import events
from tournaments.models import Entry, Tournament
from tournaments.pages import own_results

pytestmark = [pytest.mark.django_db]


def played(user: User, hand_id: int, **facts: Any) -> PlayedHand:
    """A counted hand as it might be."""
    return PlayedHand(
        **{
            "hand_id": hand_id,
            "user": user,
            "started_at": events.START + timedelta(hours=hand_id % 50),
            "net": 100,
            "net_bb": 200,
            "pot": 300,
            "big_blind": 50,
            "flags": 0,
            "position": "btn",
            "starting": "AKs",
            "game": "nlhe",
            "event": "cash:1",
            **facts,
        }
    )


@worlds.shared
def counted() -> User:
    """A player with hands for money, for play money and in events, and a neighbour with one."""
    user, neighbour = people(2, prefix="counted")
    month = 2611 * 10**9
    PlayedHand.objects.bulk_create(
        [
            *(played(user, month + no, flags=0b11) for no in range(1, 31)),
            *(played(user, month + no, net=-5_000, net_bb=-10_000, flags=0b1, position="bb")
              for no in range(31, 41)),
            played(user, month + 41, event="play:2", net=777_000, net_bb=1_554_000),
            played(user, month + 42, event="tournament:3", net=4_000, net_bb=8_000),
            played(neighbour, month + 43, net=1_000_500, net_bb=9_999),
        ]
    )  # fmt: skip
    for one in (user, neighbour):
        counting.sum_anew(one.pk)
    return user


@pytest.mark.rule("STATS-3")
def test_money_and_play_money_are_never_added(client: Client, counted: User) -> None:
    client.force_login(counted)
    sums = {}
    for tab in ("cash", "play", "tournaments"):
        told = client.get(reverse("api_statistics"), {"of": tab}).json()
        sums[tab] = (told["hands"], told["net"], told["net_bb"])
        page = client.get(reverse("statistics"), {"of": tab})
        assert page.status_code == 200
    assert sums == {
        "cash": (40, 30 * 100 - 10 * 5_000, 30 * 200 - 10 * 10_000),
        "play": (1, 777_000, 1_554_000),
        # Chips of several events are no sum.
        "tournaments": (1, None, 8_000),
    }
    text = client.get(reverse("statistics"), {"of": "cash"}).content.decode()
    assert "777,000" not in text
    assert "10,005" not in text


@pytest.mark.rule("STATS-2")
def test_shares_name_their_samples_by_position(client: Client, counted: User) -> None:
    client.force_login(counted)
    told = client.get(reverse("api_statistics")).json()
    assert told["of"] == "cash"
    assert told["figures"]["vpip"] == {
        "all": {"done": 30, "chance": 40},
        "bb": {"done": 0, "chance": 10},
        "btn": {"done": 30, "chance": 30},
    }
    assert told["figures"]["three_bet"]["all"] == {"done": 0, "chance": 0}
    page = client.get(reverse("statistics")).content.decode()
    assert "75 %" in page


@pytest.mark.rule("STATS-3")
@pytest.mark.parametrize(
    ("asked", "hands"),
    [
        ({}, 40),
        ({"position": "bb"}, 10),
        ({"game": "plo"}, 0),
        ({"kind": "pool"}, 0),
        ({"until": "2000-01-01"}, 0),
        # Beyond the sums: from the hands themselves.
        ({"starting": "AKs"}, 40),
        ({"starting": "AKo"}, 0),
        ({"result": "lost"}, 10),
        ({"event": "cash:1", "position": "btn"}, 30),
        ({"least_pot": "7"}, 0),
        ({"starred": "on"}, 0),
    ],
)
def test_the_filters_of_the_list_hold_for_the_figures(
    client: Client, counted: User, asked: dict[str, str], hands: int
) -> None:
    client.force_login(counted)
    told = client.get(reverse("api_statistics"), {**asked, "of": "cash"}).json()
    assert told["hands"] == hands


@pytest.mark.rule("STATS-3")
def test_sums_and_hands_give_the_same_figures(counted: User) -> None:
    every = HandQuery(least_pot=0)
    assert not every.is_of_sums
    for kinds in (["cash", "fast"], ["play"], ["tournament"]):
        of_hands = figures.read(counted.pk, every, kinds=kinds)
        of_sums = figures.read(counted.pk, HandQuery(), kinds=kinds)
        assert dict(of_hands.by_position) == dict(of_sums.by_position)
        assert of_hands.hours == of_sums.hours


@pytest.mark.rule("STATS-3")
def test_a_filter_beyond_the_sums_looks_at_the_latest_hands_and_says_so(
    client: Client, counted: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(figures, "LOOKED_AT", 12)
    client.force_login(counted)
    told = client.get(reverse("api_statistics"), {"starting": "AKs", "of": "cash"}).json()
    assert (told["only_latest"], told["hands"]) == (12, 10)


def test_the_largest_pots_lead_to_the_replayer(client: Client, counted: User) -> None:
    client.force_login(counted)
    page = client.get(reverse("statistics"), {"of": "cash"})
    [(_title, lost)] = page.context["biggest"]
    assert [pot.big_blinds for pot in lost] == [-100.0] * 5
    assert reverse("replay_hand", args=[lost[0].hand.hand_id]) in page.content.decode()


@pytest.mark.rule("STATS-1")
def test_nobody_is_shown_another_s(client: Client, counted: User) -> None:
    stranger = User.objects.create_superuser("chief")
    client.force_login(stranger)
    assert client.get(reverse("api_statistics")).json()["hands"] == 0
    assert not client.get(reverse("statistics")).context["total"].hands
    client.logout()
    assert client.get(reverse("statistics")).status_code == 302
    assert client.get(reverse("api_statistics")).status_code in (401, 403)


@pytest.mark.rule("STAFF-9")
def test_an_anonymised_account_leaves_no_rows(counted: User) -> None:
    HandMark.objects.create(user=counted, hand_id=2611 * 10**9 + 1, tags=["x"])
    staff = User.objects.create_superuser("chief")
    anonymising.forget(user_id=counted.pk, by=staff.pk, why="asked", now=events.START)
    for rows in (PlayedHand, PlayedHour, HandMark):
        assert not rows.objects.filter(user=counted).exists()
    assert PlayedHand.objects.exists()


@pytest.mark.rule("STATS-4")
def test_sessions_add_up_by_the_hour_for_money_and_play_money_apart(client: Client) -> None:
    (user,) = people(1, prefix="grinder")
    for no, (event, took) in enumerate((("cash:1", 15_00), ("cash:1", 7_00), ("play:2", 90_000))):
        table = Table.objects.create(
            event=event,
            name=f"Blaise {no}",
            max_seats=6,
            stakes={"small_blind": 5, "big_blind": 10},
            action_seconds=20,
            live=Live().to_json(),
            opened_at=events.START,
        )
        CashStay.objects.create(
            user=user,
            table=table,
            brought=10_00,
            took=took,
            opened_at=events.START + timedelta(days=no),
            closed_at=events.START + timedelta(days=no, hours=2),
        )
    money = sessions.read(user.pk, HandQuery(), kinds=["cash", "pool"])
    assert (money.number, money.net, money.hours, money.an_hour) == (2, 2_00, 4.0, 50)
    assert [(one.place, one.net, one.net_bb) for one in money.latest] == [
        ("Blaise 1", -3_00, -3_000),
        ("Blaise 0", 5_00, 5_000),
    ]
    dated = HandQuery(until=events.START + timedelta(hours=1))
    assert sessions.read(user.pk, dated, kinds=["cash", "pool"]).net == 5_00
    assert sessions.read(user.pk, HandQuery(), kinds=["play"]).net == 89_000
    client.force_login(user)
    told = client.get(reverse("api_statistics"), {"of": "cash"}).json()["sessions"]
    assert told == {"count": 2, "minutes": 240, "net": 200, "net_an_hour": 50}


@pytest.mark.rule("STATS-5")
def test_tournaments_count_what_was_paid_and_won(client: Client) -> None:
    (user,) = people(1, prefix="pro")
    for no, (place, prize) in enumerate(((1, 5_000), (2, 0), (9, 0))):
        event = events.sit_and_go(name=f"Turbo {no}", buy_in=900, fee=100)
        Tournament.objects.filter(pk=event.pk).update(
            status="finished",
            started_at=events.START + timedelta(days=no),
            finished_at=events.START,
        )
        Entry.objects.create(
            tournament=event,
            user=user,
            status="finished" if place == 1 else "out",
            registered_at=events.START,
            place=place,
            prize=prize,
        )
    free = events.sit_and_go(name="Free", buy_in=0, fee=0)
    Tournament.objects.filter(pk=free.pk).update(status="finished", started_at=events.START)
    Entry.objects.create(
        tournament=free, user=user, status="out", registered_at=events.START, place=2, prize=0
    )
    entries = own_results.read(user.pk, HandQuery())
    results = own_results.add(entries)
    assert (results.entries, results.free, results.paid, results.won) == (3, 1, 3_000, 5_000)
    assert (results.roi, results.itm, results.average) == (67, 33, 1_000)
    assert own_results.places(entries) == [(1, 1), (2, 2), (9, 1)]
    dated = HandQuery(since=events.START + timedelta(days=1))
    assert own_results.add(own_results.read(user.pk, dated)).entries == 2
    client.force_login(user)
    page = client.get(reverse("statistics"), {"of": "tournaments"})
    assert page.context["chart"].points[-1][1] == "+€20.00"
    told = client.get(reverse("api_statistics"), {"of": "tournaments"}).json()
    assert told["tournaments"]["roi_percent"] == 67
