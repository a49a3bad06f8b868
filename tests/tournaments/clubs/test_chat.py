"""Chat in a club: its members talk, read while it is suspended, and nobody else does either."""

from typing import Any

import pytest
from django.urls import reverse

from core.refusal import Refusal
from core.types import UserId
from players.chat.models import ChatLine
from players.models import User
from tests.players.chat.setting import said
from tests.tables.rooms import people
from tests.tournaments.clubs.setting import founded
from tests.tournaments.clubs.test_meetings import WHY, staff
from tests.tournaments.clubs.test_membership import me
from tests.tournaments.events import START
from tests.tournaments.home.test_pages import client, read
from tournaments.clubs import founding, membership, moderation
from tournaments.clubs.refusals import ClubCode

pytestmark = [pytest.mark.django_db, pytest.mark.rule("CHAT-1")]


def silent(user: User, channel: str, *, code: str = "CHAT_NOT_HERE") -> None:
    with pytest.raises(Refusal, match=code):
        said(user, "hello?", channel=channel)


def test_members_of_a_club_talk_and_banned_members_and_strangers_do_not() -> None:
    anna, bea, banned, stranger = people(4)
    club = founded(anna, bea, banned)
    channel, lobby = f"club/{club.pk}", reverse("club", args=[club.slug])
    chat = f"/chat/{channel}/"
    assert said(banned, "before", channel=channel).pk
    membership.ban(club_id=club.pk, by=me(anna), user_id=me(banned), now=START)
    assert said(bea, "ciao", channel=channel).pk
    assert chat in read(client(anna), lobby)
    assert "ciao" in read(client(anna), chat)
    for other in (banned, stranger):
        silent(other, channel)
        assert chat not in read(client(other), lobby)
        assert client(other).get(chat).status_code == 404
        about = reverse("chat_about", args=[ChatLine.objects.latest("pk").pk])
        assert client(other).post(about, {"act": "report"}).status_code == 404


def test_a_suspended_club_reads_its_chat_and_a_closed_one_has_none() -> None:
    anna, bea = people(2)
    club = founded(anna, bea)
    channel = f"club/{club.pk}"
    chat = f"/chat/{channel}/"
    assert said(bea, "ciao", channel=channel).pk
    by = UserId(staff().pk)
    act: dict[str, Any] = {"club_id": club.pk, "by": by, "why": WHY, "now": START}
    moderation.suspend(**act)
    silent(bea, channel, code=ClubCode.CLUB_SUSPENDED)
    assert "ciao" in read(client(anna), chat)
    moderation.reopen(**act)
    assert said(bea, "again", channel=channel, at=1).pk
    founding.close(club_id=club.pk, by=me(anna), now=START)
    silent(bea, channel)
    assert client(anna).get(chat).status_code == 404
