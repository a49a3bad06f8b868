"""When one may come in and go out before the start: an event's own deadlines (TRN-2)."""

from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from core.refusal import Refusal, RefusalCode
from core.sentences import say
from players.models import User
from players.protection import exclusions
from tests.tournaments import events
from tests.tournaments.events import BUY_IN, FEE, START
from tournaments import director
from tournaments.entry import check_in
from tournaments.entry.registration import register, unregister
from tournaments.models import Entry, Tournament
from tournaments.play.books import reconcile
from tournaments.refusals import EventCode

pytestmark = [pytest.mark.django_db, pytest.mark.rule("TRN-2")]

STARTS = START + timedelta(days=1)


def announced(**terms: Any) -> Tournament:
    return events.scheduled(starts_at=STARTS, **terms)


def before(minutes: int) -> datetime:
    return STARTS - timedelta(minutes=minutes)


def about(event: Tournament, user: User, *, minutes: int) -> dict[str, Any]:
    return {"tournament_id": event.pk, "user_id": user.pk, "now": before(minutes)}


@pytest.mark.parametrize(
    ("opens", "minutes", "code"),
    [
        (0, 24 * 60, None),
        (60, 61, EventCode.REGISTRATION_NOT_OPEN),
        (60, 60, None),
        (60, 1, None),
    ],
)
def test_registration_opens_so_many_minutes_before_the_start(
    opens: int, minutes: int, code: RefusalCode | None
) -> None:
    event, [anna] = announced(registration_minutes=opens), events.players(1)
    assert event.may_still_enter(before(minutes)) == (code is None)
    if code is None:
        register(**about(event, anna, minutes=minutes))
        return
    with pytest.raises(Refusal, match=code) as refused:
        register(**about(event, anna, minutes=minutes))
    assert say(refused.value) == (
        "Registration for this tournament opens on 21 November 2026, 20:00."
    )


@pytest.mark.parametrize(
    ("ends", "minutes", "code"),
    [
        (0, 0, None),
        (30, 31, None),
        (30, 30, EventCode.UNREGISTRATION_CLOSED),
        (30, 0, EventCode.UNREGISTRATION_CLOSED),
    ],
)
def test_unregistration_ends_so_many_minutes_before_the_start(
    ends: int, minutes: int, code: RefusalCode | None
) -> None:
    event, [anna] = announced(unregistration_minutes=ends), events.players(1)
    register(**about(event, anna, minutes=90))
    if code is None:
        unregister(**about(event, anna, minutes=minutes))
        assert events.wallet(anna) == BUY_IN + FEE
        return
    with pytest.raises(Refusal, match=code) as refused:
        unregister(**about(event, anna, minutes=minutes))
    assert "ended on 21 November 2026, 20:30" in say(refused.value)
    assert events.wallet(anna) == 0


def test_once_it_has_started_that_is_the_reason() -> None:
    event, people = announced(unregistration_minutes=30), events.players(2)
    for user in people:
        register(**about(event, user, minutes=90))
    director.step(tournament_id=event.pk, now=STARTS)
    with pytest.raises(Refusal, match=EventCode.ALREADY_STARTED):
        unregister(**about(event, people[0], minutes=0))


@pytest.mark.rule("PLAY-2")
def test_the_deadline_keeps_nobody_who_has_excluded_themselves() -> None:
    event, [anna] = announced(unregistration_minutes=30), events.players(1)
    register(**about(event, anna, minutes=90))
    exclusions.exclude(user_id=anna.pk, days=7, now=before(5))
    assert event.entries.get().status == Entry.Status.WITHDRAWN
    assert events.wallet(anna) == BUY_IN + FEE
    assert reconcile().drifts == []


@pytest.mark.rule("CANCEL-0")
def test_no_shows_and_a_cancelled_event_have_everything_back_after_the_deadline() -> None:
    event = announced(unregistration_minutes=60, check_in_minutes=15, min_entries=2)
    [anna, bea] = events.players(2)
    for user in (anna, bea):
        register(**about(event, user, minutes=90))
    check_in.check_in(**about(event, anna, minutes=10))
    for _ in range(2):
        director.step(tournament_id=event.pk, now=STARTS)
    event.refresh_from_db()
    assert event.status == Tournament.Status.CANCELLED
    assert [events.wallet(user) for user in (anna, bea)] == [BUY_IN + FEE] * 2
    assert check_in.missed(event, user_id=bea.pk)
    assert reconcile().drifts == []


@pytest.fixture
def reader(client: Client) -> tuple[Client, User]:
    [anna] = events.players(1)
    client.force_login(anna)
    return client, anna


@pytest.mark.slow
def test_page_lobby_and_program_say_when_registration_opens(reader: tuple[Client, User]) -> None:
    client, _ = reader
    event = announced(registration_minutes=60)
    address, api = reverse("tournament", args=[event.pk]), f"/api/tournaments/{event.pk}/"
    with time_machine.travel(before(90), tick=False):
        page = client.get(address).content.decode()
        assert "Registration opens Sat 21 Nov, 20:00." in page
        assert 'id="enter"' not in page
        assert "Opens Sat 20:00" in client.get(reverse("lobby")).content.decode()
        told = client.get(api).json()
        assert (told["registration_opens_at"], told["may_enter"]) == (
            "2026-11-21T20:00:00+01:00",
            False,
        )
        assert client.post(f"{api}register/").json()["code"] == "REGISTRATION_NOT_OPEN"
    with time_machine.travel(before(60), tick=False):
        assert 'id="enter"' in client.get(address).content.decode()
        assert "Register" in client.get(reverse("lobby")).content.decode()
        assert client.get(api).json()["may_enter"]


@pytest.mark.slow
def test_page_and_program_say_until_when_one_may_leave(reader: tuple[Client, User]) -> None:
    client, anna = reader
    event = announced(unregistration_minutes=30)
    address, api = reverse("tournament", args=[event.pk]), f"/api/tournaments/{event.pk}/"
    with time_machine.travel(before(20), tick=False):
        warned = client.get(address, {"confirm": "register"}).content.decode()
        assert "an entry made now is final" in warned
    register(**about(event, anna, minutes=90))
    with time_machine.travel(before(40), tick=False):
        page = client.get(address).content.decode()
        assert "You can unregister until Sat 21 Nov, 20:30." in page
        assert 'id="leave"' in page
        assert client.get(api).json()["unregistration_ends_at"] == "2026-11-21T20:30:00+01:00"
    with time_machine.travel(before(20), tick=False):
        for query in ({}, {"confirm": "unregister"}):
            page = client.get(address, query).content.decode()
            assert "Unregistration has closed: your entry is final." in page
            assert 'id="leave"' not in page
            assert 'id="unregister"' not in page
        answer = client.post(reverse("unregister", args=[event.pk]), follow=True)
        assert "your entry stays" in answer.content.decode()
        assert client.post(f"{api}unregister/").json()["code"] == "UNREGISTRATION_CLOSED"
    assert event.entries.get().status == Entry.Status.REGISTERED
