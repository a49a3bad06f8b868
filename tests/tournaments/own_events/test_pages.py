"""A player's own event: its hands, its end, and what comes next (KEY-1, NEXT-1, NEXT-2)."""

import re
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from payouts.protection import limits
from payouts.rules.limits import LimitKind, LimitPeriod
from players.models import SelfExclusion, User
from tables.models import HandPlayer
from tables.own_hands import counting
from tests.harness import worlds
from tests.tournaments import events
from tests.tournaments.evening import Evening
from tests.tournaments.events import START
from tournaments.entry import scheduling
from tournaments.models import Tournament
from tournaments.own_events import offers

pytestmark = pytest.mark.django_db


@worlds.shared
def duel() -> Tournament:
    """A Sit&Go for two, played to its end and counted."""
    event = events.sit_and_go(max_entries=2, name="Duel")
    room = Evening(event, events.players(2, cents=event.entry_right), seed=3)
    room.register(2)
    while room.event.status != Tournament.Status.FINISHED:
        room.step()
        room.play_hands()
    counting.count_waiting(now=timezone.now())
    return room.event


def reader(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def loser(event: Tournament) -> User:
    return event.entries.select_related("user").get(place=2).user


def page(event: Tournament, user: User) -> str:
    answer = reader(user).get(f"/tournaments/{event.pk}/mine/")
    assert answer.status_code == 200
    return answer.content.decode()


def told(event: Tournament, user: User) -> Any:
    return reader(user).get(f"/api/tournaments/{event.pk}/mine/").json()


@pytest.mark.rule("KEY-1")
@pytest.mark.middling
@pytest.mark.usefixtures("afterwards")
def test_a_player_reads_every_hand_of_their_event_with_their_stack(duel: Tournament) -> None:
    user = loser(duel)
    mine = HandPlayer.objects.filter(user=user).order_by("hand")
    hands = told(duel, user)["hands"]
    assert [(hand["hand"], hand["before"], hand["after"]) for hand in hands] == list(
        mine.values_list("hand", "start_stack", "finish_stack")
    )
    assert hands[-1]["marks"] == ["no chips left"]
    text = page(duel, user)
    assert "You finished 2nd of 2." in text
    assert f"/tournaments/{duel.pk}/mine/{hands[0]['hand']}/" in text


@pytest.mark.rule("KEY-1")
def test_nobody_else_reads_it_and_a_hand_of_another_event_is_none_of_it(duel: Tournament) -> None:
    stranger = User.objects.create_user("stranger")
    hand = HandPlayer.objects.values_list("hand", flat=True).first()
    for address in (f"/tournaments/{duel.pk}/mine/", f"/tournaments/{duel.pk}/mine/{hand}/"):
        assert reader(stranger).get(address).status_code == 404
        assert Client().get(address).status_code == 302
    assert reader(stranger).get(f"/api/tournaments/{duel.pk}/mine/").status_code == 404
    assert reader(loser(duel)).get(f"/tournaments/{duel.pk}/mine/1/").status_code == 404


@pytest.mark.rule("KEY-2")
@pytest.mark.usefixtures("afterwards")
def test_what_decided_it_is_replayed_hand_after_hand(duel: Tournament) -> None:
    user = loser(duel)
    hands = [hand["hand"] for hand in told(duel, user)["hands"]]
    decided = told(duel, user)["decided"]
    assert decided[-1] == hands[-1]
    assert len(decided) == min(3, len(hands))
    client = reader(user)
    for before, hand, after in zip([None, *hands], hands, [*hands[1:], None], strict=False):
        text = client.get(f"/tournaments/{duel.pk}/mine/{hand}/").content.decode()
        assert 'id="replay-frames"' in text
        for way, there in (("hand-before", before), ("hand-after", after)):
            link = re.search(rf'id="{way}" href="/tournaments/{duel.pk}/mine/(\d+)/"', text)
            assert (link and int(link[1])) == there


@pytest.mark.middling
@pytest.mark.usefixtures("afterwards")
def test_the_cost_follows_the_page_and_not_the_hands(duel: Tournament) -> None:
    user = loser(duel)
    client = reader(user)

    def statements() -> int:
        with CaptureQueriesContext(connection) as ran:
            assert client.get(f"/tournaments/{duel.pk}/mine/").status_code == 200
        return len(ran)

    statements()
    with patch("tournaments.own_events.pages.views.HANDS_A_PAGE", 1):
        few = statements()
    assert statements() == few


@pytest.mark.rule("NEXT-1")
def test_the_next_event_like_it_and_a_satellite_into_something_larger(duel: Tournament) -> None:
    user = loser(duel)
    assert "The next one like it" not in page(duel, user)
    assert duel.template_id is not None
    again = scheduling.publish(template_id=duel.template_id, now=START)
    events.scheduled(name="Alike", starts_at=START + timedelta(days=1))
    scheme = events.satellite_scheme()
    scheme.seat = duel.entry_right + 1
    scheme.save()
    larger = events.scheduled(name="Step", scheme=scheme, starts_at=START + timedelta(days=2))
    text = page(duel, user)
    assert f'formaction="/tournaments/{again.pk}/register/"' in text
    assert f'formaction="/tournaments/{larger.pk}/register/"' in text


@pytest.mark.rule("NEXT-1")
def test_another_series_is_like_it_by_kind_game_and_price(duel: Tournament) -> None:
    at = START + timedelta(days=1)
    events.sit_and_go(name="Dearer", buy_in=duel.buy_in + 100, max_entries=2)
    events.sit_and_go(name="Omaha", game="plo", max_entries=2)
    events.sit_and_go(name="Play", play_money=True, max_entries=2)
    events.sit_and_go(name="Private", access="invited", max_entries=2)
    assert offers.like(duel, now=at) is None
    same = events.sit_and_go(name="Same price", max_entries=2)
    assert offers.like(duel, now=at) == same


@pytest.mark.rule("NEXT-2")
@pytest.mark.parametrize("protection", ["excluded", "limited", "suspended", "raised"])
def test_players_who_protect_themselves_see_their_result_and_no_offer(
    duel: Tournament, protection: str
) -> None:
    user = loser(duel)
    events.sit_and_go(name="Alike", max_entries=2)
    assert "The next one like it" in page(duel, user)
    now = START + timedelta(days=1)
    if protection == "excluded":
        SelfExclusion.objects.create(user=user, asked_at=START, until=START + timedelta(days=300))
    elif protection == "suspended":
        User.objects.filter(pk=user.pk).update(is_active=False)
    else:
        asked: Any = {"user_id": user.pk, "kind": LimitKind.LOSS, "period": LimitPeriod.WEEK}
        limits.set_limit(**asked, amount=5000, now=START)
        if protection == "raised":
            limits.set_limit(**asked, amount=None, now=START)
            after = START + timedelta(days=8)
            assert offers.without_offers([user.pk], now=after) == set()
    assert offers.without_offers([user.pk], now=now) == {user.pk}
    if protection != "suspended":
        text = page(duel, user)
        assert "You finished 2nd of 2." in text
        assert "The next one like it" not in text
