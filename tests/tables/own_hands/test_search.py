"""Own hands are found by every filter, page by page, and nobody finds another's (FIND-1)."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from core.types import UserId
from players.models import User
from tables.models import HandMark, PlayedHand
from tables.own_hands import counting, marking, search
from tables.own_hands.search import HandQuery
from tests.harness import worlds
from tests.tables.rooms import Room, open_room

pytestmark = [pytest.mark.django_db]


@worlds.shared
def evening() -> Room:
    """Four hands of three players, the first of them a day before the others; the second is checked
    down, the last played all-in."""
    room = open_room(10_000, 10_000, 10_000)
    room.later(-2 * 86_400)
    for no, moves in enumerate(HANDS):
        if no == 1:
            room.later(86_400)
        room.deal()
        for move in moves:
            kind, *to = move.split()
            room.act(kind, int(to[0]) if to else None)
        room.fold_out()
        room.later(5)
    counting.count_waiting(now=room.now)
    return room


HANDS: tuple[tuple[str, ...], ...] = (
    ("raise 60", "fold", "fold"),
    ("call", "call", "check", *("check",) * 9),
    ("fold",),
    ("all_in", "call", "fold"),
)


def numbers(room: Room, query: HandQuery, *, seat: int = 1) -> list[int]:
    """The numbers, from 1, of the hands that are found."""
    user_id = room.users[seat].pk
    every = list(
        PlayedHand.objects.filter(user=user_id).order_by("hand").values_list("hand", flat=True)
    )
    return [every.index(pk) + 1 for pk in search.every(user_id, query, at_once=2, now=room.now)]


@pytest.mark.rule("FIND-1")
def test_each_filter_finds_its_hands(evening: Room) -> None:
    rows = list(PlayedHand.objects.filter(user=evening.users[1].pk).order_by("hand"))
    day = rows[0].started_at + timedelta(hours=12)

    def where(fits: Callable[[PlayedHand], object]) -> list[int]:
        return [no for no, row in reversed([*enumerate(rows, 1)]) if fits(row)]

    for query, found in (
        (HandQuery(), [4, 3, 2, 1]),
        (HandQuery(kind="tournament"), [4, 3, 2, 1]),
        (HandQuery(kind="cash"), []),
        (HandQuery(game="nlhe"), [4, 3, 2, 1]),
        (HandQuery(game="plo"), []),
        (HandQuery(event="tournament:1"), [4, 3, 2, 1]),
        (HandQuery(event="tournament:2"), []),
        (HandQuery(since=day), [4, 3, 2]),
        (HandQuery(until=day), [1]),
        (
            HandQuery(starting=frozenset({rows[0].starting})),
            where(lambda row: row.starting == rows[0].starting),
        ),
        (HandQuery(all_in=True), where(lambda row: row.flags >> 23 & 1)),
        (HandQuery(result="won"), where(lambda row: row.net > 0)),
        (HandQuery(result="lost"), where(lambda row: row.net < 0)),
        (HandQuery(least_pot=100), [4]),
        (HandQuery(most_pot=100), [3, 2, 1]),
        (HandQuery(opponent=evening.users[2].pk), [4, 3, 2, 1]),
        (HandQuery(opponent=UserId(evening.users[1].pk + 10_000)), []),
        (HandQuery(position=rows[0].position), where(lambda row: row.position == rows[0].position)),
    ):  # fmt: skip
        assert numbers(evening, query) == found, query
    assert 2 in numbers(evening, HandQuery(showdown=True))
    assert 2 not in numbers(evening, HandQuery(showdown=False))


@pytest.mark.rule("FIND-1")
def test_a_search_stops_and_goes_on_where_it_stopped(
    evening: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "LOOKED_AT", 1)
    user_id = evening.users[1].pk
    first_hand = PlayedHand.objects.filter(user=user_id).earliest("hand")
    query = HandQuery(until=first_hand.started_at + timedelta(hours=1))
    # Dates bound what is looked at; other filters do not.
    assert numbers(evening, query) == [1]
    query = HandQuery(game="plo")
    first = search.page(user_id, query, count=5, now=evening.now)
    assert (first.hand_ids, first.stopped) == ([], True)
    assert numbers(evening, HandQuery(event="tournament:1")) == [4, 3, 2, 1]
    # And back: from the first hand to the latest.
    at, seen = PlayedHand.objects.earliest("hand").hand_id - 1, 0
    while (found := search.page(user_id, query, after=at, count=5, now=evening.now)).newer:
        assert found.stopped
        at, seen = found.newer, seen + 1
    assert seen == 3


@pytest.mark.rule("FIND-2")
def test_stars_tags_and_notes_find_a_hand_and_are_their_player_s_alone(
    client: Client, evening: Room
) -> None:
    one, other = evening.users[1], evening.users[2]
    first = PlayedHand.objects.filter(user=one).earliest("hand").hand_id
    client.force_login(one)
    marks = {"starred": "on", "tags": "Bluff, cooler ,bluff", "note": "never  again"}
    assert client.post(reverse("mark_hand", args=[first]), marks).status_code == 302
    row = HandMark.objects.get()
    assert (row.starred, row.tags, row.note) == (True, ["bluff", "cooler"], "never again")
    for query in (HandQuery(starred=True), HandQuery(tag="cooler")):
        assert numbers(evening, query) == [1]
        assert numbers(evening, query, seat=2) == []
    assert numbers(evening, HandQuery(tag="other")) == []
    page = client.get(reverse("hand", args=[first])).content.decode()
    assert "never again" in page
    assert "never again" in client.get(reverse("my_hands") + "?tag=Bluff").content.decode()
    api = client.get(reverse("api_hands"), {"starred": "on"}).json()
    assert [(hand["id"], hand["note"]) for hand in api["hands"]] == [(first, "never again")]
    client.force_login(other)
    assert "never again" not in client.get(reverse("hand", args=[first])).content.decode()
    assert client.get(reverse("api_hands"), {"starred": "on"}).json()["hands"] == []
    # Removed again: the row goes.
    marking.mark(user_id=one.pk, hand_id=first, starred=False, tags=[], note="", now=evening.now)
    assert not HandMark.objects.exists()


@pytest.mark.rule("FIND-2")
def test_marks_are_refused_by_name(client: Client, evening: Room) -> None:
    mine = PlayedHand.objects.earliest("hand").hand_id
    stranger = User.objects.create(username="stranger", password="!")
    for user, change, code in (
        (stranger, {"starred": True}, "NOT_YOUR_HAND"),
        (evening.users[1], {"note": "x" * 501}, "HAND_NOTE_TOO_LONG"),
        (evening.users[1], {"tags": ["y" * 21]}, "TAGS_TOO_LONG"),
        (evening.users[1], {"tags": [str(no) for no in range(9)]}, "TAGS_TOO_LONG"),
    ):
        client.force_login(user)
        sent = client.put(
            reverse("api_mark_hand", args=[mine]), change, content_type="application/json"
        )
        assert (sent.status_code, sent.json()["code"]) == (409, code)
    assert not HandMark.objects.exists()


@pytest.mark.rule("FIND-2")
def test_a_player_marks_no_more_than_the_most(
    evening: Room, monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    monkeypatch.setattr(marking, "MOST", 1)
    ids = list(PlayedHand.objects.values_list("hand", flat=True).distinct().order_by("hand"))
    client.force_login(evening.users[1])
    answers = [
        client.put(
            reverse("api_mark_hand", args=[pk]), {"starred": True}, content_type="application/json"
        )
        for pk in (ids[0], ids[0], ids[1])
    ]
    assert [answer.status_code for answer in answers] == [204, 204, 409]
    assert answers[-1].json()["code"] == "TOO_MANY_MARKS"


@pytest.mark.rule("FIND-1")
@pytest.mark.parametrize(
    ("typed", "error"),
    [
        ({"starting": "AKx"}, "starting"),
        ({"opponent": "nobody-here"}, "opponent"),
        ({"since": "yesterday"}, "since"),
        ({"position": "utg"}, "position"),
        ({"least_pot": "-1"}, "least_pot"),
    ],
)
def test_a_filter_that_says_nothing_names_its_field(
    client: Client, evening: Room, typed: dict[str, str], error: str
) -> None:
    client.force_login(evening.users[1])
    page = client.get(reverse("my_hands"), typed)
    assert page.status_code == 200
    assert error in page.context["form"].errors
    answer = client.get(reverse("api_hands"), typed)
    assert answer.status_code == 400
    assert error in answer.json()["fields"]


@pytest.mark.rule("FIND-1")
def test_links_of_the_list_keep_the_filter(
    client: Client, evening: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tables.pages.views.HANDS_A_PAGE", 2)
    client.force_login(evening.users[1])
    page = client.get(reverse("my_hands") + "?game=nlhe&event=tournament:1").content.decode()
    assert 'href="?game=nlhe&amp;event=tournament%3A1&amp;before=' in page
    for anything in ("?event=%00", "?before=x", "?least_pot=1e9", "?tag=%F0%9F%98%80"):
        assert client.get(reverse("my_hands") + anything).status_code in (200, 400)
