"""Chat among those who have entered an event, and in the room of a home game."""

import pytest
from django.urls import reverse

from core.refusal import Refusal
from core.types import UserId
from players import room_settings
from players.chat.models import ChatLine, ChatReport
from players.models import User
from poker_site.room_settings import changes
from tests.players.chat.setting import said
from tests.tables.rooms import people
from tests.tournaments import events
from tests.tournaments.events import START
from tests.tournaments.home.setting import begun, joined, opened
from tests.tournaments.home.test_pages import client, read
from tournaments.chat import rules_of
from tournaments.entry import registration
from tournaments.home import hosting
from tournaments.home.events import event_of

pytestmark = pytest.mark.django_db


def allow_chat_where_money_is_played_for() -> None:
    owner = User.objects.create(username="boss", is_staff=True, is_superuser=True)
    key = room_settings.CHAT_MONEY.key
    changes.change(key=key, new=True, by=UserId(owner.pk), why="asked", now=START)


@pytest.mark.rule("CHAT-1")
def test_players_of_a_home_game_talk_until_the_host_removes_them() -> None:
    anna, bea, stranger = people(3)
    game = opened(anna)
    joined(game, bea)
    channel = f"home/{game.pk}"
    assert said(bea, "ciao", channel=channel).pk
    with pytest.raises(Refusal, match="CHAT_NOT_HERE"):
        said(stranger, "ciao", channel=channel)
    who = {"by": UserId(anna.pk), "user_id": UserId(bea.pk)}
    hosting.remove(game_id=game.pk, **who, now=START)
    with pytest.raises(Refusal, match="CHAT_NOT_HERE"):
        said(bea, "why?", channel=channel)


@pytest.mark.rule("CHAT-2")
def test_the_host_lets_folded_players_talk_and_no_other_player_does() -> None:
    anna, bea = people(2)
    game, _ = begun(anna, bea)
    assert rules_of(event_of(game).pk) == (True, False)
    for by, expected in ((bea, False), (anna, True)):
        page = reverse("home_act", args=[game.token])
        client(by).post(page, {"act": "open_chat"})
        assert rules_of(event_of(game).pk).folded_may_talk == expected
    client(anna).post(page, {"act": "close_chat"})
    assert not rules_of(event_of(game).pk).folded_may_talk


@pytest.mark.rule("CHAT-1")
def test_the_room_of_a_home_game_shows_the_chat_to_its_players() -> None:
    anna, bea, stranger = people(3)
    game = opened(anna)
    joined(game, bea)
    room, chat = reverse("home_game", args=[game.token]), f"/chat/home/{game.pk}/"
    assert chat in read(client(bea), room)
    assert chat not in read(client(stranger), room)
    answer = client(bea).post(chat, {"text": "<b>ciao</b>"}, HTTP_HX_REQUEST="true")
    assert "&lt;b&gt;ciao" in answer.content.decode()
    assert "About this line of player2" in read(client(anna), chat)
    assert client(stranger).get(chat).status_code == 404
    line = ChatLine.objects.get()
    client(anna).post(reverse("chat_about", args=[line.pk]), {"act": "report"})
    assert ChatReport.objects.get().by == anna
    client(anna).post(reverse("chat_about", args=[line.pk]), {"act": "mute"})
    assert "ciao" not in read(client(anna), chat)


@pytest.mark.rule("CHAT-1")
def test_the_api_reads_a_channel_and_says_something_there() -> None:
    anna, bea, stranger = people(3)
    game = opened(anna)
    joined(game, bea)
    page = reverse("api_chat", args=["home", game.pk])
    wish = {"text": "ciao", "key": "12345678"}
    said_there = client(bea).post(page, wish, "application/json").json()
    assert client(bea).post(page, wish, "application/json").json() == said_there
    found = client(anna).get(page).json()
    assert [line["said"] for line in found["lines"]] == ["ciao"]
    assert (found["refusal"], found["mutes_all"]) == (None, False)
    assert len(found["reactions"]) == 8
    refused = client(stranger).post(page, wish, "application/json")
    assert (refused.status_code, refused.json()["code"]) == (409, "CHAT_NOT_HERE")
    other = reverse("api_contact", args=[bea.pk])
    client(anna).post(other, {"muted": True, "note": "loud", "colour": "red"}, "application/json")
    assert client(anna).get(page).json()["hidden"] == [bea.pk]
    assert client(anna).get(reverse("api_contacts")).json() == [
        {
            "user": bea.pk,
            "name": "player2",
            "note": "loud",
            "colour": "red",
            "muted": True,
            "blocked": False,
            "followed": False,
        }
    ]
    client(anna).post(reverse("api_mute_all"), {"mutes_all": True}, "application/json")
    assert client(anna).get(page).json()["mutes_all"]


@pytest.mark.rule("CHAT-1")
def test_an_event_for_money_has_a_chat_if_the_room_says_so() -> None:
    event = events.scheduled()
    anna, bea = events.players(2)
    channel = f"event/{event.pk}"
    registration.register(tournament_id=event.pk, user_id=UserId(anna.pk), now=START)
    with pytest.raises(Refusal, match="CHAT_OFF"):
        said(anna, "ciao", channel=channel)
    assert f"/chat/{channel}/" not in read(client(anna), reverse("tournament", args=[event.pk]))
    allow_chat_where_money_is_played_for()
    assert said(anna, "ciao", channel=channel).pk
    with pytest.raises(Refusal, match="CHAT_NOT_HERE"):
        said(bea, "ciao", channel=channel)
    assert f"/chat/{channel}/" in read(client(anna), reverse("tournament", args=[event.pk]))


@pytest.mark.rule("CHAT-1")
@pytest.mark.parametrize(("most", "told"), [(2, 1), (1, 0)])
def test_a_line_is_pushed_to_no_large_field(
    most: int, told: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    allow_chat_where_money_is_played_for()
    anna, bea = events.players(2)
    event = events.scheduled()
    for player in (anna, bea):
        registration.register(tournament_id=event.pk, user_id=UserId(player.pk), now=START)
    pushed: list[list[UserId]] = []
    monkeypatch.setattr("tables.wire.push.tell_people", lambda ids, about: pushed.append([*ids]))
    monkeypatch.setattr("tournaments.chat.MOST_TOLD", most)
    assert said(anna, "ciao", channel=f"event/{event.pk}").pk
    assert len(pushed) == told
    assert all({*ids} == {anna.pk, bea.pk} for ids in pushed)
