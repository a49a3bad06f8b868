"""The first days of an operator's week: the room set up, players at the counter, the first closing.

The pages are a live server's, in this process, so that its clock is the test's: each day is one
move of it.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import time_machine
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from core.money import money_text
from payouts.bookkeeping import accounts, ledger
from payouts.models import DayClosing, PrizeScheme
from payouts.reports.by_mail import NAMES
from payouts.wallets import counter, wallet
from players.models import User
from tests.browser.desk_jobs import Clerk, come_in
from tests.browser.felt import pay
from tests.harness.chromium import PHONE
from tests.payouts.reports.test_reports import second
from tests.tournaments import events
from tournaments.entry import registration, scheduling
from tournaments.models import Template, Tournament
from tournaments.staff import people

ROME = ZoneInfo("Europe/Rome")
MONDAY = date(2026, 10, 19)
PASSWORD = "quietly plays 72"
Shot = Callable[..., None]


def at(day: date, hour: int, minute: int = 0) -> datetime:
    """A moment of the room's clock."""
    return datetime(day.year, day.month, day.day, hour, minute, tzinfo=ROME)


def days_after(days: int) -> date:
    return MONDAY + timedelta(days=days)


@dataclass
class Week:
    """The staff, their players, and the clock that all of them live by."""

    clock: time_machine.Traveller
    address: str
    context: Callable[..., BrowserContext]
    shot: Shot
    olivia: Clerk
    carla: Clerk
    dario: Clerk
    flora: Clerk

    @contextmanager
    def day(self, number: int, hour: int) -> Iterator[None]:
        """A day of the week, from an hour on; what is moved then happens by the room's clock."""
        self.clock.move_to(at(days_after(number), hour))
        yield
        assert timezone.localdate() == days_after(number)

    @property
    def clicks(self) -> dict[str, int]:
        counted: dict[str, int] = {}
        for clerk in (self.olivia, self.carla, self.dario, self.flora):
            counted.update(clerk.clicks)
        return counted


def set_the_room_up(week: Week) -> None:
    """The owner names the room, wants to know who is paid out, and changes a limit with another."""
    olivia = week.olivia
    with olivia.job("Change a setting") as page:
        olivia.menu("Settings")
        page.get_by_label("Find a setting").fill("Name of the room")
        page.keyboard.press("Enter")
        page.locator("[name=value]").fill("Sala Verdi")
        page.locator("[name=reason]").fill("Our own name.")
        page.get_by_role("button", name="Change").click()
        olivia.told("It takes effect everywhere within two seconds.")
    week.shot(page, "1-monday-setting")
    setting = reverse("admin:house_setting", args=["players.identity_for_withdrawal"])
    page.goto(f"{week.address}{setting}")
    page.locator("[name=value]").select_option("yes")
    page.locator("[name=reason]").fill("The law.")
    page.get_by_role("button", name="Change").click()
    olivia.told("It takes effect everywhere within two seconds.")
    page.goto(f"{week.address}/")
    expect(page.locator("body")).to_contain_text("Sala Verdi")


def invite_staff(week: Week) -> None:
    olivia = week.olivia
    with olivia.job("Invite a member of staff"):
        olivia.menu("Invitations of staff")
        olivia.dialog("Invite", called="Piero", mail="piero@example.org", roles="group:cashier")
        olivia.told("Invited. The link has been emailed, and is valid for three days.")


def plan_and_cancel(week: Week) -> None:
    """A weekly guaranteed event from one page; then five of its events are cancelled at once."""
    olivia = week.olivia
    with olivia.job("Plan a weekly guaranteed event") as page:
        olivia.menu("Plans")
        page.get_by_role("link", name="New recurring event").click()
        form = page.locator("form.desk-list")
        for field, value in {
            "name": "Sunday Twenty",
            "at": "18:00",
            "buy_in": "20",
            "fee": "2",
            "guarantee": "500",
        }.items():
            form.locator(f"[name={field}]").fill(value)
        form.get_by_label("Sunday").check()
        form.get_by_role("button", name="Plan this event").click()
        olivia.told("“Sunday Twenty” is planned: Sun at 18:00.")
    week.shot(page, "1-monday-planned")
    plan = Template.objects.get(name="Sunday Twenty")
    now = timezone.now()
    for weeks in range(5):
        starts_at = at(days_after(6 + 7 * weeks), 18)
        scheduling.publish(template_id=plan.pk, starts_at=starts_at, now=now)
    with olivia.job("Cancel five events") as page:
        olivia.menu("Tournaments")
        expect(page.locator("input.action-select")).to_have_count(5)
        for box in page.locator("input.action-select").all():
            box.check()
        page.locator("select[name=action]").select_option("cancel_several")
        page.get_by_role("button", name="Run").click()
        page.locator(".desk-several [name=why]").fill("The room is closed on Sundays.")
        page.get_by_role("button", name="Cancel the events").click()
        expect(page.locator("input.action-select").first).to_be_visible()
    cancelled = Tournament.objects.filter(status=Tournament.Status.CANCELLED)
    assert cancelled.count() == Tournament.objects.count() == 5


def make_a_payout_table(week: Week) -> None:
    PrizeScheme.objects.create(name="The house's", kind="standard")
    carla, page = week.carla, week.carla.page
    page.goto(f"{week.address}/admin/")
    carla.menu("Prize schemes")
    page.get_by_role("link", name="The house's").click()
    carla.dialog("Make a payout table", twice=True, percent="30", steepness="80", least="1")
    carla.told("The scheme has its new rows.")
    week.shot(page, "1-monday-payouts")
    scheme = PrizeScheme.objects.get(name="The house's")
    assert scheme.rows


def publish(week: Week) -> None:
    """The floor publishes Wednesday's event of its plan."""
    levels = [(1200, 50 * no, 100 * no, 0) for no in range(1, 9)]
    events.template(
        name="Wednesday Six", kind=Template.Kind.SCHEDULED,
        scheme=PrizeScheme.objects.get(name="The house's"),
        buy_in=20_00, fee=2_00, guarantee=150_00, max_entries=60, late_registration_levels=2,
        rows=levels,
    )  # fmt: skip
    flora = week.flora
    flora.page.set_viewport_size({"width": 1280, "height": 800})
    with flora.job("Publish an event"):
        flora.menu("Plans")
        flora.page.get_by_role("link", name="Wednesday Six").click()
        flora.dialog("Create an event", starts_at=f"{days_after(2)}T21:00")
        flora.told("is open.")
    flora.page.set_viewport_size(PHONE)


def sign_up(week: Week) -> Page:
    page = week.context(viewport=PHONE).new_page()
    page.goto(f"{week.address}{reverse('account_signup')}")
    page.locator("[name=username]").fill("anna")
    for field in ("password1", "password2"):
        page.locator(f"[name={field}]").fill(PASSWORD)
    page.locator("[name=of_age]").check()
    page.get_by_role("button", name="Create the account").click()
    expect(page.locator("a.balance")).to_be_visible()
    return page


def serve_at_the_counter(week: Week) -> None:
    """Cash in; some of it out again; what is over the limit by two."""
    carla, dario = week.carla, week.dario
    bruno, by, now = User.objects.create_user("bruno"), carla.user.pk, timezone.now()
    people.verify_identity(user_id=bruno.pk, by=by, why="Known for years.", now=now)
    counter.give(
        kind="in", user_id=bruno.pk, amount=900_00, by=by, why="Cash.", key="bruno", now=now
    )
    with carla.job("Find a player"):
        carla.find("anna")
    with carla.job("Take cash in") as page:
        page.get_by_role("link", name="At the counter today").click()
        carla.dialog("Take cash in", player="anna", amount="300", reason="Cash.")
        carla.told("The wallet of anna holds")
    page.get_by_role("button", name="Print the receipt").click()
    expect(page.get_by_role("heading", name="Receipt R2026000002")).to_be_visible()
    week.shot(page, "2-tuesday-receipt")
    with carla.job("Pay cash out") as page:
        page.get_by_role("link", name="At the counter today").click()
        carla.dialog("Pay cash out", player="bruno", amount="400", reason="He goes home.")
        carla.told("Nothing has moved yet")
    with dario.job("Confirm cash of a colleague") as page:
        page.get_by_role("link", name="Withdrawal", exact=True).click()
        dario.dialog("Confirm")
        dario.told("The wallet of bruno holds €500.00.")
    week.shot(page, "2-tuesday-counter")
    with dario.job("Read a player's transfers") as page:
        dario.find("bruno")
        expect(page.locator("#statement")).to_contain_text("400.00")
    with dario.job("Write a note about a player"):
        dario.find("bruno")
        dario.dialog("Write a note", text="Wants his receipts on paper.")
        dario.told("Done, and on record.")
    assert ledger.balance(accounts.player(bruno.pk)) == 500_00


def enter(week: Week, anna: Page) -> None:
    event = Tournament.objects.get(name="Wednesday Six")
    anna.goto(f"{week.address}{reverse('tournament', args=[event.pk])}")
    anna.locator("#enter").click()
    pay(anna)
    expect(anna.locator(".registered")).to_be_visible()
    week.shot(anna, "2-tuesday-anna")
    now = timezone.now()
    for user in events.players(5, cents=0):
        wallet.deposit(user_id=user.pk, amount=22_00, key="in", now=now)
        registration.register(tournament_id=event.pk, user_id=user.pk, now=now)


def sign_the_day_before(week: Week) -> None:
    """Whoever opens in the morning signs, and somebody else closes."""
    carla, dario = week.carla, week.dario
    with carla.job("Sign yesterday") as page:
        page.get_by_role("link", name="Daily closing").click()
        carla.dialog("Sign the next day")
        carla.told("It waits for a second signature.")
    with dario.job("Close yesterday") as page:
        page.get_by_role("link", name="Daily closing", exact=True).last.click()
        dario.dialog("Sign as the second, and close")
        dario.told("The day is closed.")
    week.shot(page, "3-wednesday-closing")
    row = DayClosing.objects.get()
    figures = second(row.day, row.day)
    assert (figures.deposits, figures.withdrawals) == (1_310_00, 400_00)
    for name, cents in figures._asdict().items():
        said = page.locator(".desk-figures tr").filter(
            has=page.get_by_role("rowheader", name=str(NAMES[name]), exact=True)
        )
        expect(said.locator("td")).to_have_text(money_text(cents))


def shut_somebody_out(week: Week) -> None:
    """At once and everywhere; then the floor lets him in again."""
    bruno, wallet_page = User.objects.get(username="bruno"), f"{week.address}{reverse('wallet')}"
    context = week.context()
    come_in(context, bruno, week.address)
    page = context.new_page()
    page.goto(wallet_page)
    expect(page.locator(".wallet-amount")).to_have_text(money_text(500_00))
    # An open page would ask by itself, and be told before we look.
    page.close()
    flora = week.flora
    with flora.job("Suspend a player"):
        flora.find("bruno")
        flora.dialog("Suspend", reason="Two accounts.")
        flora.told("Done, and on record.")
    week.shot(flora.page, "3-wednesday-suspended")
    page = context.new_page()
    answer = page.goto(wallet_page)
    assert answer is not None
    assert answer.status == 403
    with flora.job("Lift a suspension"):
        flora.find("bruno")
        flora.dialog("Lift the suspension", reason="It was his brother.")
        flora.told("Done, and on record.")
    come_in(context, bruno, week.address)
    page.goto(wallet_page)
    expect(page.locator(".wallet-amount")).to_have_text(money_text(500_00))
