"""The staff's desk: plans become events, and events are only looked at."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.db import ProgrammingError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from players.models import User
from tests.tournaments import events
from tests.tournaments.events import START
from tournaments import director
from tournaments.entry.registration import register
from tournaments.models import Template, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Client:
    staff = User.objects.create_superuser("staff")
    client = Client()
    client.force_login(staff)
    return client


def press(desk: Client, action: str, template: Template, **form: str) -> str:
    """Open a dialog of a template, submit it; the address that the page goes on to."""
    address = f"/admin/tournaments/template/{template.pk}/{action}/"
    assert b'type="submit"' in desk.get(address).content
    answer = desk.post(address, {"_form_submitted": "on", **form})
    return str(answer.headers["HX-Redirect"])


def test_a_template_becomes_an_event_on_the_rooms_clock(desk: Client) -> None:
    template = events.template(kind="scheduled", max_entries=50)
    there = press(desk, "publish", template, starts_at="2026-12-24T21:30")
    event = Tournament.objects.get()
    assert there == reverse("admin:tournaments_tournament_change", args=[event.pk])
    assert event.starts_at == datetime(2026, 12, 24, 20, 30, tzinfo=UTC)


@pytest.mark.slow
def test_what_cannot_be_published_is_explained(desk: Client) -> None:
    template = events.template(kind="scheduled", max_entries=50, fee=500)
    there = press(desk, "publish", template, starts_at="2026-12-24T21:30")
    assert b"80" in desk.get(there).content
    there = press(desk, "publish", events.template(kind="scheduled", name="Dateless"))
    assert "needs a start time" in desk.get(there).content.decode()
    assert not Tournament.objects.exists()


def test_a_clone_is_inactive_and_shares_the_structure(desk: Client) -> None:
    template = events.template(recurrence="FREQ=DAILY;BYHOUR=21;BYMINUTE=0;BYSECOND=0")
    press(desk, "clone", template)
    copy = Template.objects.exclude(pk=template.pk).get()
    assert not copy.active
    assert copy.structure == template.structure


@pytest.mark.slow
def test_the_desk_shows_dates_lists_and_a_running_event(desk: Client) -> None:
    template = events.template(
        kind="scheduled", recurrence="FREQ=MINUTELY;INTERVAL=5", name="Express"
    )
    page = desk.get(reverse("admin:tournaments_template_change", args=[template.pk]))
    assert page.content.count(b"<p>") >= 10
    event = events.sit_and_go(max_entries=2)
    for user in events.players(2):
        register(tournament_id=event.pk, user_id=user.pk, now=START)
    director.step(tournament_id=event.pk, now=START)
    page = desk.get(reverse("admin:tournaments_tournament_change", args=[event.pk]))
    watch = reverse("admin:tournaments_tournament_watch", args=[event.pk])
    assert f'<a href="{watch}">1</a>' in page.content.decode()
    for name in ("template", "tournament"):
        assert desk.get(reverse(f"admin:tournaments_{name}_changelist")).status_code == 200


@pytest.mark.slow
def test_the_next_twenty_dates_are_local_and_mark_the_night_the_clocks_change(
    desk: Client,
) -> None:
    rule = "FREQ=DAILY;BYHOUR=21;BYMINUTE=0;BYSECOND=0"
    template = events.template(kind="scheduled", recurrence=rule)
    address = reverse("admin:tournaments_template_change", args=[template.pk])
    with time_machine.travel(datetime(2026, 3, 20, 12, 0, tzinfo=UTC), tick=False):
        client = Client()
        client.force_login(User.objects.get(username="staff"))
        page = client.get(address).content.decode()
    dates = re.findall(r"<p>(\w{3} \d+ \w+ 2026, 21:00[^<]*)</p>", page)
    assert len(dates) == 20
    marked = [date for date in dates if "clocks" in date]
    assert marked == ["Sun 29 March 2026, 21:00 · the clocks have gone forward"]


def test_nobody_edits_an_event_not_even_the_database(desk: Client) -> None:
    event = events.sit_and_go()
    address = reverse("admin:tournaments_tournament_change", args=[event.pk])
    assert desk.post(address, {"name": "Other"}).status_code == 403
    assert desk.get(reverse("admin:tournaments_tournament_add")).status_code == 403
    changes: list[dict[str, Any]] = [{"buy_in": 1}, {"schedule": []}, {"scheme": {}}]
    for change in changes:
        with pytest.raises(ProgrammingError), transaction.atomic():
            Tournament.objects.filter(pk=event.pk).update(**change)


@pytest.mark.slow
def test_the_form_of_a_plan_says_at_its_head_what_is_wrong_with_its_stored_recurrence(
    desk: Client,
) -> None:
    template = events.template(kind="scheduled", name="Odd", recurrence="now and then")
    address = reverse("admin:tournaments_template_change", args=[template.pk])
    form = desk.get(address).context["adminform"].form
    data = {name: value for name, value in form.initial.items() if value is not None}
    answer = desk.post(address, data)
    assert "not a recurrence rule" in answer.content.decode()


@pytest.mark.slow
@pytest.mark.rule("POOL-2")
def test_the_desk_shows_what_a_guarantee_may_cost_the_house(desk: Client) -> None:
    event = events.scheduled(guarantee=5000)
    [user] = events.players(1)
    register(tournament_id=event.pk, user_id=user.pk, now=START)
    page = desk.get(reverse("admin:tournaments_tournament_change", args=[event.pk]))
    expected = "€41.00 with the present entries; nothing from 6 entries on"
    assert expected in page.content.decode()
    assert desk.get(reverse("admin:tournaments_ticket_changelist")).status_code == 200


@pytest.mark.middling
def test_the_page_of_an_event_takes_as_many_statements_whoever_is_in_it(desk: Client) -> None:
    event = events.scheduled()
    page = reverse("admin:tournaments_tournament_change", args=[event.pk])
    desk.get(page)
    taken = []
    for count in (2, 30):
        for user in events.players(count, prefix=f"of{count}-"):
            register(tournament_id=event.pk, user_id=user.pk, now=START)
        with CaptureQueriesContext(connection) as asked:
            assert desk.get(page).status_code == 200
        taken.append(len(asked))
    assert taken[0] == taken[1] <= 20
