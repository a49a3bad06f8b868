"""Private events and check-in: who is let in, and who is there at the start."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.refusal import Refusal
from players.models import User
from tests.tournaments import events
from tests.tournaments.events import BUY_IN, FEE, START
from tournaments import director
from tournaments.entry import admission, check_in, scheduling
from tournaments.entry.registration import register, unregister
from tournaments.models import Entry, Template, Tournament
from tournaments.play import books
from tournaments.refusals import EventCode

pytestmark = pytest.mark.django_db

SECRET = "quattro assi"


@pytest.fixture(autouse=True)
def _quick_hashes(settings: Any) -> None:
    """How long a guess takes is Django's business, and tests make many."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def enter(event: Tournament, user: User, password: str = "") -> Entry:
    return register(tournament_id=event.pk, user_id=user.pk, password=password, now=START)


def with_password(**terms: Any) -> Tournament:
    return events.sit_and_go(access="password", password=make_password(SECRET), **terms)


def test_a_private_event_opens_to_its_password() -> None:
    event, [anna] = with_password(), events.players(1, prefix="opens")
    with pytest.raises(Refusal, match=EventCode.PASSWORD_WRONG):
        enter(event, anna, "quattro re")
    assert enter(event, anna, SECRET).status == Entry.Status.REGISTERED
    unregister(tournament_id=event.pk, user_id=anna.pk, now=START)
    with pytest.raises(Refusal, match=EventCode.PASSWORD_WRONG):
        enter(event, anna)


def test_a_password_cannot_be_guessed_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    event, [bea] = with_password(), events.players(1, prefix="guesses")
    monkeypatch.setattr(admission, "TRIES", 2)
    for _ in range(2):
        with pytest.raises(Refusal, match=EventCode.PASSWORD_WRONG):
            enter(event, bea, "quattro re")
    with pytest.raises(Refusal, match=EventCode.PASSWORD_TRIES):
        enter(event, bea, SECRET)


def test_a_changed_password_leaves_everybody_in() -> None:
    event, [anna, bea] = with_password(), events.players(2, prefix="changed")
    enter(event, anna, SECRET)
    event.password = make_password("tre dame")
    event.save(update_fields=["password"])
    with pytest.raises(Refusal, match=EventCode.PASSWORD_WRONG):
        enter(event, bea, SECRET)
    with pytest.raises(Refusal, match=EventCode.ALREADY_REGISTERED):
        enter(event, anna)


def test_an_event_of_invited_players_is_for_them_alone() -> None:
    [anna, bea, carla] = events.players(3)
    plan = events.template(access="invited")
    plan.invited.add(anna)
    event = _published(plan)
    assert enter(event, anna).status == Entry.Status.REGISTERED
    with pytest.raises(Refusal, match=EventCode.NOT_INVITED):
        enter(event, bea)
    # The list of an event is its own: the plan's later guests are the next event's.
    plan.invited.add(carla)
    with pytest.raises(Refusal, match=EventCode.NOT_INVITED):
        enter(event, carla)
    event.invited.add(bea)
    assert enter(event, bea).status == Entry.Status.REGISTERED


def _published(plan: Template) -> Tournament:
    return scheduling.publish(template_id=plan.pk, now=START)


def checked(event: Tournament, user: User, minutes: int) -> Entry:
    now = event.starts_at or START
    return check_in.check_in(
        tournament_id=event.pk, user_id=user.pk, now=now - timedelta(minutes=minutes)
    )


@pytest.mark.slow
@pytest.mark.rule("TRN-2")
def test_who_has_not_checked_in_by_the_start_is_taken_out_with_everything_back() -> None:
    later = START + timedelta(hours=1)
    event = events.scheduled(starts_at=later, check_in_minutes=15)
    [anna, bea, carla, dora, emma] = events.players(5)
    for user in (anna, bea, carla, emma):
        enter(event, user)
    unregister(tournament_id=event.pk, user_id=emma.pk, now=START)
    with pytest.raises(Refusal, match=EventCode.CHECK_IN_NOT_OPEN):
        checked(event, anna, 16)
    first = checked(event, anna, 15)
    assert checked(event, anna, 1).checked_in_at == first.checked_in_at
    checked(event, bea, 0)
    # Who comes while check-in is open is there.
    late = {"tournament_id": event.pk, "user_id": dora.pk, "now": later - timedelta(minutes=5)}
    register(**late)  # type: ignore[arg-type]
    for _ in range(2):
        director.step(tournament_id=event.pk, now=later)
    event.refresh_from_db()
    assert (event.status, event.entry_count) == (Tournament.Status.RUNNING, 3)
    assert events.wallet(carla) == BUY_IN + FEE
    assert check_in.missed(event, user_id=carla.pk)
    assert not check_in.missed(event, user_id=emma.pk), "who left by themselves"
    with pytest.raises(Refusal, match=EventCode.ALREADY_STARTED):
        check_in.check_in(tournament_id=event.pk, user_id=carla.pk, now=later)
    assert books.reconcile().drifts == []


def test_too_few_who_are_there_have_the_event_called_off() -> None:
    event = events.scheduled(check_in_minutes=15, min_entries=3)
    people = events.players(3)
    for user in people:
        register(tournament_id=event.pk, user_id=user.pk, now=START - timedelta(hours=1))
    checked(event, people[0], 5)
    for _ in range(2):
        director.step(tournament_id=event.pk, now=START)
    event.refresh_from_db()
    assert event.status == Tournament.Status.CANCELLED
    assert [events.wallet(user) for user in people] == [BUY_IN + FEE] * 3


def test_an_event_without_check_in_says_so() -> None:
    event, [anna] = events.scheduled(), events.players(1)
    enter(event, anna)
    with pytest.raises(Refusal, match=EventCode.NO_CHECK_IN):
        checked(event, anna, 1)


def test_the_page_asks_for_the_password_and_takes_it(client: Client) -> None:
    event, [anna] = with_password(), events.players(1, prefix="page")
    client.force_login(anna)
    page = reverse("tournament", args=[event.pk])
    shown = client.get(page, {"confirm": "register"}).content.decode()
    assert 'name="password"' in shown
    assert "Private" in shown
    done = client.post(reverse("register", args=[event.pk]), {"password": "no"}, follow=True)
    assert "That is not the password of this tournament." in done.content.decode()
    client.post(reverse("register", args=[event.pk]), {"password": SECRET})
    assert event.entries.get().user == anna


def test_the_page_of_an_invited_event_tells_the_others(client: Client) -> None:
    event, [anna] = events.sit_and_go(access="invited"), events.players(1)
    client.force_login(anna)
    shown = client.get(reverse("tournament", args=[event.pk])).content.decode()
    assert "This tournament is for invited players." in shown
    assert 'id="enter"' not in shown
    assert "By invitation" in client.get(reverse("lobby")).content.decode()


@pytest.mark.slow
@pytest.mark.parametrize("running", [False, True])
@pytest.mark.parametrize("access", ["invited", "password", "open"])
def test_who_plays_a_private_event_is_for_its_players_and_staff(
    client: Client, access: str, running: bool
) -> None:
    event = events.scheduled(access=access, password=make_password(SECRET))
    [inside, other, outside] = events.players(3, prefix=access)
    event.invited.set([inside, other])
    for user in (inside, other):
        enter(event, user, SECRET)
    if running:
        director.step(tournament_id=event.pk, now=START)
    page = reverse("tournament", args=[event.pk])
    answers = f"/api/tournaments/{event.pk}/"
    staff = User.objects.create_user("floor", is_staff=True)
    for reader, sees in ((None, False), (outside, False), (inside, True), (staff, True)):
        if reader is not None:
            client.force_login(reader)
        shown = client.get(page).content.decode()
        assert "€9" in shown or "9.00" in shown
        assert (other.username in shown) is (sees or access == "open")
        tables = client.get(answers).json()["tables"]
        assert bool(tables) is (running and (sees or access == "open"))


@pytest.mark.rule("VELOX-4")
def test_who_plays_a_private_velox_is_not_on_the_page_of_its_draw(client: Client) -> None:
    event = events.velox(access="password", password=make_password(SECRET))
    [anna] = events.players(1, prefix="spins")
    enter(event, anna, SECRET)
    page = reverse("velox_draw", args=[event.pk])
    assert anna.username not in client.get(page).content.decode()
    client.force_login(anna)
    assert anna.username in client.get(page).content.decode()


def test_one_checks_in_from_the_page(client: Client) -> None:
    soon = timezone.now() + timedelta(minutes=5)
    event, [anna] = events.scheduled(starts_at=soon, check_in_minutes=15), events.players(1)
    register(tournament_id=event.pk, user_id=anna.pk, now=START)
    Entry.objects.update(checked_in_at=None)
    client.force_login(anna)
    page = reverse("tournament", args=[event.pk])
    assert 'id="check-in"' in client.get(page).content.decode()
    client.post(reverse("check_in", args=[event.pk]))
    assert event.entries.get().checked_in_at is not None
    assert "You have checked in." in client.get(page).content.decode()
