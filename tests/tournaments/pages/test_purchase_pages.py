"""Rebuys and add-ons as pages, programs and bots meet them, and their plans in the form."""

from copy import copy
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from players.models import User
from tables.models import Hand, Seat
from tests.harness.long_forms import longer
from tests.tournaments import events, stages
from tests.tournaments.events import START
from tests.tournaments.sales import ADD_ON, BREAK, CHIPS, CUT, PRICE, REBUYS
from tournaments import director
from tournaments.models import Entry, Purchase, Template, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.rule("TRN-2")]


@pytest.fixture
def event() -> Tournament:
    """Three in play, their first hand over, each with money for more."""
    found = stages.started(entries=3, seats_per_table=3, **REBUYS, **ADD_ON)
    stages.fold_out(found)
    for entry in found.entries.all():
        events.fund(entry.user, cents=50_00)
        stages.give(found, entry, CHIPS)
    return found


@pytest.fixture
def anna(event: Tournament) -> User:
    return Seat.objects.filter(table__event=event.event)[0].user


@pytest.fixture
def browser(anna: User) -> Client:
    client = Client()
    client.force_login(anna)
    return client


def ask(browser: Client, event: Tournament) -> dict[str, Any]:
    answer: dict[str, Any] = browser.get(f"/api/tournaments/{event.pk}/offer/").json()
    return answer


def page(browser: Client, event: Tournament, **query: str) -> str:
    return browser.get(reverse("tournament", args=[event.pk]), query).content.decode()


def test_the_offer_says_what_is_sold_now(event: Tournament, browser: Client) -> None:
    with time_machine.travel(START, tick=False):
        assert ask(browser, event) == {
            "sells": True,
            "rebuy": {"price": PRICE + CUT, "chips": CHIPS, "most": 2},
            "add_on": None,
            "until": None,
            "coming": 0,
            "re_entry": None,
            "version": None,
        }
    with time_machine.travel(BREAK, tick=False):
        assert ask(browser, event)["add_on"] == {"price": 20_00, "chips": 4_000, "most": 1}
    assert ask(Client(), event)["code"] == "LOGIN_REQUIRED"


@pytest.mark.slow
def test_a_program_buys_and_is_refused_by_name(event: Tournament, browser: Client) -> None:
    path = f"/api/tournaments/{event.pk}/rebuy/"
    with time_machine.travel(START, tick=False):
        for _ in range(2):
            bought = browser.post(path, {"key": "a", "count": 2}, content_type="application/json")
            assert bought.json()["chips"] == 2 * CHIPS
        refused = browser.post(path, {"key": "b"}, content_type="application/json")
        assert (refused.status_code, refused.json()["code"]) == (409, "REBUYS_USED")
        assert refused.json()["message"] == "Rebuys you have left: 0."
        nameless = browser.post(path, {}, content_type="application/json")
        assert nameless.status_code == 400
        add_on = f"/api/tournaments/{event.pk}/add-on/"
        early = browser.post(add_on, {"key": "c"}, content_type="application/json")
        assert early.json()["code"] == "ADD_ON_NOT_YET"
    assert Purchase.objects.count() == 1


NO_COUNTS = ["-5", "abc", "0", "", "1.5", "٣", "9" * 30]


@pytest.mark.slow
def test_how_many_rebuys_is_a_number_above_zero_or_nothing_is_bought(
    event: Tournament, browser: Client
) -> None:
    program = f"/api/tournaments/{event.pk}/rebuy/"
    with time_machine.travel(START, tick=False):
        for count in NO_COUNTS:
            form = {"key": "a", "count": count}
            done = browser.post(reverse("rebuy", args=[event.pk]), form, follow=True)
            assert "Say how many rebuys you want" in done.content.decode(), count
        odd: list[Any] = [*NO_COUNTS[:-2], None, -5, 0, True, [], 1.5]
        for wish in odd:
            refused = browser.post(program, {"key": "a", "count": wish}, "application/json")
            assert (refused.status_code, refused.json()["code"]) == (409, "REBUY_COUNT"), wish
        refused = browser.post(program, {"key": "a", "count": 10**30}, "application/json")
        assert refused.json()["code"] == "REBUYS_USED"
    assert not Purchase.objects.exists()


@pytest.mark.slow
def test_a_ticket_that_is_none_is_refused_and_not_paid_from_the_wallet(browser: Client) -> None:
    event = events.sit_and_go()
    done = browser.post(reverse("register", args=[event.pk]), {"ticket": "abc"}, follow=True)
    assert "You have no unused ticket for this event." in done.content.decode()
    assert not event.entries.exists()


@pytest.mark.slow
def test_the_page_sells_them_and_counts_them(event: Tournament, browser: Client) -> None:
    with time_machine.travel(START, tick=False):
        shown = page(browser, event)
        assert "Rebuy: 1,500 for €5.00" in shown
        assert "Rebuys, up to 2, to the end of level 2" in shown
        done = browser.post(
            reverse("rebuy", args=[event.pk]), {"key": "a", "count": "2"}, follow=True
        ).content.decode()
        assert "Rebuy paid. The chips come at once, or after the hand you are in." in done
        # 3 x 9.00 and 2 x 4.50.
        assert "€36.00" in done
        assert "Rebuy:" not in done
    with time_machine.travel(BREAK, tick=False):
        assert "Add-on: 4,000 for €20.00" in page(browser, event)
        browser.post(reverse("add_on", args=[event.pk]), {"key": "b"})
    assert Purchase.objects.get(kind="add_on").entry.user == event_user(browser)


def event_user(browser: Client) -> User:
    return User.objects.get(pk=browser.session["_auth_user_id"])


@pytest.mark.slow
def test_who_has_no_chips_reads_how_long_there_is(event: Tournament, anna: User) -> None:
    browser = Client()
    browser.force_login(anna)
    stages.give(event, event.entries.get(user=anna), 0)
    with time_machine.travel(START, tick=False):
        shown = page(browser, event)
        assert "You have no chips left." in shown
        assert ask(browser, event)["until"] == "2026-11-20T21:00:20+01:00"
        director.step(tournament_id=event.pk, now=START)
    assert event.entries.get(user=anna).status == Entry.Status.PLAYING


@pytest.mark.rule("SHOW-2")
@pytest.mark.middling
def test_the_page_tells_no_end_of_a_hand_before_its_last_card(
    event: Tournament, anna: User, browser: Client
) -> None:
    stages.give(event, event.entries.get(user=anna), 0)
    hand = Hand.objects.filter(event=event.event).latest("pk")
    Hand.objects.filter(pk=hand.pk).update(shown_at=START + timedelta(seconds=3))
    for seconds, told in ((2.9, False), (3, True)):
        with time_machine.travel(START + timedelta(seconds=seconds), tick=False):
            shown = page(browser, event)
            assert ("You have no chips left." in shown) == told
            assert ("Rebuy:" in shown) == told
            # The felt asks early, and shows it after the last card.
            assert ask(browser, event)["until"] is not None


@pytest.fixture
def desk() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("staff"))
    return client


def test_every_term_of_a_plan_has_its_place_in_the_form(desk: Client) -> None:
    plan = events.template()
    form = desk.get(reverse("admin:tournaments_template_change", args=[plan.pk])).content.decode()
    for name in {"invited", *Template.term_names()} - {"password", "re_entry_chips", "play_money"}:
        assert f'name="{name}"' in form, name
    assert 'name="new_password"' in form
    # What a plan is for never changes.
    new = desk.get(reverse("admin:tournaments_template_add")).content.decode()
    assert 'name="play_money"' in new


FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"rebuys": 1, "rebuy_chips": 100}, "Enter the level until whose end"),
    ({"rebuys": 1, "rebuy_levels": 1}, "Enter the chips of a rebuy."),
    ({"add_on_after_level": 1}, "Enter the chips of the add-on."),
    ({"re_entry_buy_in": 100}, "Enter the number of re-entries first."),
    ({"re_entries": 1}, "Players can enter again while late registration is open."),
    ({"bounty": 100, **REBUYS}, "An event with bounties can have re-entries"),
    ({"format": "shootout", "late_registration_levels": 1}, "A shootout has no late registration"),
    ({"format": "shootout", "session_levels": 1}, "A shootout has no late registration"),
    ({"check_in_minutes": 5}, "Only a tournament with a date has a check-in."),
    ({"registration_minutes": 5}, "Only a tournament with a date has deadlines"),
    ({"unregistration_minutes": 5}, "Only a tournament with a date has deadlines"),
    (
        {"kind": "scheduled", "registration_minutes": 60, "unregistration_minutes": 60},
        "Registration opens only 60 minutes before: players could never unregister.",
    ),
    ({"access": "password"}, "Set the password that players need to enter."),
]


@pytest.mark.slow
@pytest.mark.long
def test_a_plan_that_does_not_fit_together_is_explained(
    desk: Client, subtests: pytest.Subtests
) -> None:
    """By the form, and on the page: of each fault, or of the first."""
    plan = events.template()
    address = reverse("admin:tournaments_template_change", args=[plan.pk])
    form = desk.get(address).context["adminform"].form
    values = {name: value for name, value in form.initial.items() if value not in (None, False)}
    values.pop("invited", None)
    for terms, fault in FAULTS:
        with subtests.test(**terms):
            filled = type(form)({**values, **terms}, instance=copy(plan))
            assert fault in filled.errors.as_text()
    for terms, fault in longer(FAULTS, short=FAULTS[:1]):
        with subtests.test(**terms):
            assert fault in desk.post(address, {**values, **terms}).content.decode()


def test_the_desk_invites_and_changes_a_password(desk: Client) -> None:
    event = events.sit_and_go(access="invited")
    [anna] = events.players(1)
    invite = f"/admin/tournaments/tournament/{event.pk}/invite/"
    wrong = desk.post(invite, {"_form_submitted": "on", "names": "nobody"}).content.decode()
    assert "No user is named nobody." in wrong
    desk.post(invite, {"_form_submitted": "on", "names": anna.username})
    assert event.invited.get() == anna
    private = events.sit_and_go(access="password", password="!", name="Private")
    change = f"/admin/tournaments/tournament/{private.pk}/set_password/"
    desk.post(change, {"_form_submitted": "on", "password": "tre dame"})
    private.refresh_from_db()
    assert private.password.startswith(("pbkdf2", "md5"))


@pytest.mark.parametrize("name", ["rebuy", "add_on"])
def test_a_wish_with_a_name_that_no_database_reads_is_malformed(
    event: Tournament, browser: Client, name: str
) -> None:
    address = reverse(name, args=[event.pk])
    assert browser.post(address, {"key": "a\0b"}).status_code == 400
    assert not Purchase.objects.exists()
