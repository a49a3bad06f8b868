"""Hands as the staff look for them at the desk."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from players.models import User
from tables.admin.hands import HandAdmin, HandsOfAPlayer
from tables.models import Hand
from tests.tables.rooms import Room, open_room

pytestmark = pytest.mark.django_db
LIST = "admin:tables_hand_changelist"


@pytest.fixture
def desk(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("boss"))
    return client


@pytest.fixture
def played() -> tuple[Room, Room]:
    """Seven hands of two, and between them as many of others."""
    ours, others = open_room(10_000, 10_000), open_room(10_000, 10_000)
    for _ in range(7):
        for room in (ours, others):
            room.deal()
            room.fold_out()
    return ours, others


def listed(desk: Client, **query: str | int) -> tuple[list[int], int]:
    """The numbers of the hands on a page of the list, and how many it says there are."""
    answer = desk.get(reverse(LIST), query)
    assert answer.status_code == 200
    found = answer.context["cl"]
    return [hand.pk for hand in found.result_list], found.result_count


def test_the_hands_of_a_player_are_found_page_by_page_and_either_way(
    desk: Client, played: tuple[Room, Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, _ = played
    name = ours.users[1].username
    mine = [*Hand.objects.filter(table=ours.table_id).order_by("pk").values_list("pk", flat=True)]
    monkeypatch.setattr(HandAdmin, "list_per_page", 3)
    latest = mine[::-1]
    assert [listed(desk, q=name, p=page) for page in (1, 2, 3)] == [
        (latest[:3], 7),
        (latest[3:6], 7),
        (latest[6:], 7),
    ]
    assert listed(desk, q=name, p=2, o="0") == (mine[3:6], 7)


def test_a_number_or_an_event_finds_its_own_hands(desk: Client, played: tuple[Room, Room]) -> None:
    ours, others = played
    one = Hand.objects.filter(table=others.table_id).earliest("pk")
    assert listed(desk, q=one.pk) == ([one.pk], 1)
    # A player who is called like a hand is not meant.
    User.objects.filter(pk=ours.users[1].pk).update(username=str(one.pk))
    assert listed(desk, q=one.pk) == ([one.pk], 1)
    of_event = {*Hand.objects.filter(event=one.event).values_list("pk", flat=True)}
    found, count = listed(desk, q=one.event)
    assert ({*found}, count) == (of_event, len(of_event))
    assert listed(desk, q="nobody") == ([], 0)


def test_hands_of_others_are_not_read_for_those_of_a_player(
    desk: Client, played: tuple[Room, Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HandAdmin, "list_per_page", 3)
    name = played[0].users[1].username
    with CaptureQueriesContext(connection) as asked:
        listed(desk, q=name)
    lists = [query["sql"] for query in asked if "tables_handplayer" in query["sql"]]
    assert any("COUNT" in sql for sql in lists)
    for sql in lists:
        assert 'tables_hand"' not in sql or '"tables_hand"."id" IN (' in sql


def test_a_player_s_hands_are_counted_no_further_than_those_of_all(
    played: tuple[Room, Room], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HandsOfAPlayer, "MOST", 5)
    player = played[0].users[1].pk
    pages = HandsOfAPlayer(Hand.objects.order_by("-pk"), 2, player=player)
    assert (str(pages.count), pages.num_pages) == ("5+", 3)
