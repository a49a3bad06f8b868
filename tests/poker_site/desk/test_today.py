"""Today at the desk: what is to be done first, per right of whoever looks."""

from datetime import timedelta
from typing import Any
from unittest import mock

import pytest
from django.contrib.auth.models import Group
from django.http import HttpRequest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from payouts.models import AuditRun, CounterOrder
from payouts.reports import audits, closing, revenue
from payouts.wallets import counter
from players.models import Mail, User
from poker_site.desk import today
from poker_site.models import Backup
from poker_site.running import process_heartbeats
from tables.storage import months
from tests.tournaments import events
from tournaments.entry import scheduling

pytestmark = [pytest.mark.django_db, pytest.mark.rule("STAFF-2", "STAFF-6")]


@pytest.fixture(autouse=True)
def _lively(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_heartbeats, "is_alive", lambda process: True)
    # The tests' database may have been made in another month.
    month = months.of(timezone.now())
    monkeypatch.setattr(months, "with_events", lambda: [month, months.after(month)])


class Desk:
    """Whoever looks at the first page, and what stands there."""

    def __init__(self, *groups: str) -> None:
        self.user = User.objects.create_user("-".join(groups) or "nobody", is_staff=True)
        self.user.groups.set(Group.objects.filter(name__in=groups))
        self.client = Client()
        self.client.force_login(self.user)

    def look(self) -> dict[str, Any]:
        """The figures by title."""
        page = self.client.get(reverse("admin:index"))
        self.text = page.content.decode()
        return {str(figure.title): figure for figure in page.context["figures"]}


def test_a_real_room_on_the_embedded_server_is_warned(settings: Settings) -> None:
    request = HttpRequest()
    request.user = Desk("auditor").user

    def titles() -> set[str]:
        return {str(one.title) for one in today.figures(request, waiting=0, now=timezone.now())}

    settings.EMBEDDED, settings.DEMO = True, False
    assert "Database" in titles()
    settings.DEMO = True
    assert "Database" not in titles()


@pytest.mark.middling
def test_a_real_room_without_a_fresh_backup_is_warned() -> None:
    now = timezone.now()
    assert today._backup("", now).alarm
    with mock.patch.object(Backup.objects, "aggregate", return_value={"at": now}):
        assert not today._backup("", now + Backup.EVERY).alarm
        assert today._backup("", now + Backup.EVERY + timedelta(seconds=1)).alarm


def test_each_group_sees_the_figures_of_its_own_work() -> None:
    everything = {
        "At the counter today", "Daily closing", "Audit of the ledger", "The room's processes",
    }  # fmt: skip
    assert set(Desk("cashier").look()) == everything
    assert set(Desk("auditor").look()) == everything
    assert set(Desk("floor").look()) == {"The room's processes"}
    assert set(Desk().look()) == set()


@pytest.mark.middling
def test_every_figure_leads_to_a_page_that_its_reader_may_open() -> None:
    desk = Desk("cashier")
    for figure in desk.look().values():
        assert desk.client.get(figure.url).status_code in {200, 503}, figure


def test_the_counter_is_summed_from_midnight_in_the_room() -> None:
    desk = Desk("cashier")
    [anna] = events.players(1, cents=100_00)
    now = timezone.now()
    for no, (kind, amount, ago) in enumerate(
        (("in", 50_00, 0), ("in", 7_00, 0), ("out", 20_00, 0), ("in", 1_00, 30))
    ):
        counter.give(
            kind=kind, user_id=anna.pk, amount=amount, by=desk.user.pk, why="x", key=f"{no}",
            now=now - timedelta(hours=ago),
        )  # fmt: skip
    assert desk.look()["At the counter today"].text == "€57.00 in, €20.00 out"
    assert CounterOrder.objects.count() == 4


@pytest.mark.middling
def test_an_audit_is_kept_and_one_that_fails_or_is_late_is_an_alarm() -> None:
    desk = Desk("auditor")
    assert desk.look()["Audit of the ledger"].text.startswith("None yet")
    assert audits.run(now=timezone.now()).sound
    figure = desk.look()["Audit of the ledger"]
    assert (figure.text.startswith("Sound"), figure.alarm) == (True, False)
    page = desk.client.get(reverse("admin:payouts_auditrun_changelist"))
    assert page.status_code == 200
    latest = audits.latest()
    assert latest is not None
    late = latest.at + today.AUDITED_WITHIN + timedelta(seconds=1)
    assert today._audit("", late).alarm
    AuditRun.objects.create(
        at=timezone.now(), sound=False, accounts=1, transfers=1, total=1, drifts=[],
        missing_guards=["x"],
    )  # fmt: skip
    figure = desk.look()["Audit of the ledger"]
    assert (figure.text.startswith("Errors"), figure.alarm) == (True, True)


@pytest.mark.rule("POOL-2")
def test_a_guarantee_is_at_risk_within_a_day_while_the_players_have_not_covered_it() -> None:
    now = timezone.now()
    soon, later = now + timedelta(hours=3), now + timedelta(hours=25)
    for name, guarantee, starts_at in (
        ("Small", 20_00, soon), ("Great", 900_00, soon), ("Later", 900_00, later), ("None", 0, soon)
    ):  # fmt: skip
        plan = events.template(kind="scheduled", name=name, guarantee=guarantee)
        scheduling.publish(template_id=plan.pk, now=now, starts_at=starts_at)
    risks = today.at_risk(now=now)
    assert [(risk.event.name, risk.lacking) for risk in risks] == [
        ("Great", 900_00), ("Small", 20_00),
    ]  # fmt: skip
    desk = Desk("floor")
    desk.look()
    assert "Guarantees at risk" in desk.text
    assert "€900.00" in desk.text
    assert "Later" not in desk.text.partition("Guarantees at risk")[2].partition("</section>")[0]


def test_silent_processes_and_mails_that_do_not_go_out_are_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = Desk("floor")
    assert desk.look()["The room's processes"].text == "All is well"
    now = timezone.now()
    Mail.objects.create(to="a@b.it", subject="x", written_at=now - 2 * today.STUCK, due_at=now)
    monkeypatch.setattr(process_heartbeats, "is_alive", lambda process: process == "beat")
    figure = desk.look()["The room's processes"]
    assert figure.alarm
    assert figure.text == "worker is silent, 1 email is not sent"


def test_closings_that_are_behind_are_said() -> None:
    now = timezone.now()
    assert today._closing(now).text == "No money has moved yet"
    events.players(1, cents=100_00)
    first = closing.next_day()
    assert first is not None
    over = revenue.midnight(first + revenue.ONE_DAY)
    # Closing refuses a day until an hour after its end.
    assert today._closing(over + timedelta(minutes=59)).text == "Nothing to sign"
    assert today._closing(over + timedelta(minutes=61)).text == "1 day to be signed"
    figure = today._closing(now + timedelta(days=3000))
    assert figure.alarm
    assert "days to be signed" in figure.text


@pytest.mark.middling
def test_the_page_takes_a_bounded_number_of_statements(
    django_assert_max_num_queries: Any,
) -> None:
    desk = Desk("cashier", "floor", "auditor")
    for name in "abc":
        plan = events.template(kind="scheduled", name=name, guarantee=900_00)
        scheduling.publish(
            template_id=plan.pk, now=timezone.now(), starts_at=timezone.now() + timedelta(hours=1)
        )
    desk.look()
    with django_assert_max_num_queries(40):
        desk.look()


@pytest.mark.middling
def test_a_month_to_come_without_its_partition_is_an_alarm_and_an_old_one_a_hint(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = Desk("floor")
    assert "Months of hands" not in desk.look()
    month = months.of(timezone.now())
    there = [months.before(month, months=months.KEPT + 1), month, months.after(month)]
    monkeypatch.setattr(months, "with_events", lambda: there)
    hint = desk.look()["Months of hands"]
    assert (hint.text, hint.alarm) == ("1 month can be archived", False)
    there.pop()
    alarm = desk.look()["Months of hands"]
    assert alarm.alarm
    assert alarm.text.startswith(f"next month, {months.after(month)}, has no partition yet, ")
    assert desk.client.get(alarm.url).status_code == 200
    assert "Months of hands" not in Desk().look()


def test_a_plan_that_is_set_aside_says_why_and_leads_to_its_page_until_it_is_changed() -> None:
    now = timezone.now()
    bad = events.template(name="Often", kind="scheduled", recurrence="FREQ=HOURLY;BYHOUR=25")
    impossible = "FREQ=MINUTELY;INTERVAL=90;BYHOUR=2;BYMINUTE=0"
    events.template(name="Never", kind="scheduled", recurrence=impossible)
    events.template(name="Off", kind="scheduled", recurrence=impossible, active=False)
    scheduling.open_lobbies(now=now)
    desk = Desk("floor")
    desk.look()
    lines = [line for line in today.figures(_asked(desk), waiting=0, now=now) if line.alarm]
    assert [(str(line.title), line.text) for line in lines] == [
        ("Plan that cannot be published", "Often: BYHOUR of a recurrence cannot be “25”."),
        (
            "Plan that cannot be published",
            f"Never: “{impossible}” gives no possible dates for an event.",
        ),
    ]
    for line in lines:
        page = desk.client.get(line.url)
        assert page.status_code == 200
        assert line.text.partition(": ")[2] in page.content.decode()
    wish = {
        "_form_submitted": "True",
        "repeats": "weekly",
        "days": ["4"],
        "at": "21:00",
        "exceptions": "",
    }
    dates = f"/admin/tournaments/template/{bad.pk}/set_dates/"
    shown = desk.client.post(dates, wish)
    desk.client.post(dates, {**wish, "shown": shown.context["form"]["shown"].value()})
    assert "Often" not in {
        line.text.partition(":")[0] for line in today.figures(_asked(desk), waiting=0, now=now)
    }


def test_only_some_plans_that_are_set_aside_are_shown_and_the_others_counted() -> None:
    now = timezone.now()
    for number in range(today.PLANS_SHOWN + 2):
        events.template(name=f"Bad {number}", kind="scheduled", recurrence="FREQ=SECONDLY")
    scheduling.open_lobbies(now=now)
    lines = list(today._plans(_asked(Desk("floor")), now=now))
    assert len(lines) == today.PLANS_SHOWN + 1
    assert lines[-1].text == "2 more plans"


def _asked(desk: Desk) -> HttpRequest:
    request = HttpRequest()
    request.user = desk.user
    return request
