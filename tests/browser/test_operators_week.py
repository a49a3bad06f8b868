"""An operator's week in the browser: settings, players, money, an event, the closings, the month.

The week ends with a change of the clocks. MONTEPREMI_SHOTS keeps the pictures.
"""

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from typing import Any

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from core.money import money_text
from core.templatetags.money import signed_money
from payouts.models import Account, DayClosing, Payment
from payouts.reports import closing
from payouts.reports.audit import audit
from payouts.reports.by_mail import NAMES
from payouts.reports.revenue import RevenueFigures
from players.models import Compared
from tests.browser.desk_jobs import Clerk, too_long
from tests.browser.week import (
    MONDAY,
    Shot,
    Week,
    at,
    days_after,
    enter,
    invite_staff,
    make_a_payout_table,
    plan_and_cancel,
    publish,
    serve_at_the_counter,
    set_the_room_up,
    shut_somebody_out,
    sign_the_day_before,
    sign_up,
)
from tests.harness.chromium import PHONE
from tests.payouts.reports.test_reports import second
from tests.players.identity.test_identity import picture
from tests.tournaments.evening import Evening
from tournaments.models import Tournament

SUNDAY = date(2026, 10, 25)
IBAN = "IT60 X054 2811 1010 0000 0123 456"


@pytest.fixture
def week(
    live_server: LiveServer, new_context: Callable[..., BrowserContext], shot: Shot
) -> Iterator[Week]:
    with time_machine.travel(at(MONDAY, 9)) as clock:
        url = live_server.url
        yield Week(
            *(clock, url, new_context, shot),
            olivia=Clerk("olivia", new_context(), url),
            carla=Clerk("carla", new_context(), url, "cashier"),
            dario=Clerk("dario", new_context(), url, "cashier"),
            flora=Clerk("flora", new_context(viewport=PHONE), url, "floor"),
        )


@pytest.mark.slow
@pytest.mark.rule("HOUSE-1", "KYC-1", "MONEY-2", "STAFF-4", "STAFF-6", "AMEND-3")
def test_an_operators_week_and_the_clicks_that_it_takes(week: Week) -> None:
    with week.day(0, 9):
        set_the_room_up(week)
        invite_staff(week)
        plan_and_cancel(week)
        make_a_payout_table(week)
        publish(week)
    with week.day(1, 11):
        anna = sign_up(week)
        serve_at_the_counter(week)
        enter(week, anna)
    with week.day(2, 10):
        sign_the_day_before(week)
        shut_somebody_out(week)
    with week.day(2, 21):
        event = run_the_event(week)
    with week.day(3, 12):
        withdraw(week, anna)
    sign_every_day(week)
    read_the_month(week, event)
    assert too_long(week.clicks) == {}


def run_the_event(week: Week) -> Tournament:
    """It begins, the floor changes it while it runs, from a phone; then it is played out."""
    event = Tournament.objects.get(name="Wednesday Six")
    evening = Evening(event, [], seed=4)
    evening.now = timezone.now() + timedelta(seconds=1)
    evening.step()
    week.clock.move_to(evening.later(20))
    evening.step()
    flora, page = week.flora, week.flora.page

    def watch() -> None:
        page.get_by_role("link", name="Wednesday Six").first.click()
        expect(page.locator(".desk-clock")).to_be_visible()

    with flora.job("Stop the clock of an event"):
        watch()
        flora.dialog("Stop the clock", why="The lights went out.")
        expect(page.locator(".desk-clock")).to_contain_text("The lights went out.")
    with flora.job("Start the clock again"):
        watch()
        flora.dialog("Start the clock")
        flora.told("Play continues.")
    with flora.job("Add time to a level"):
        watch()
        flora.dialog("Add or take time", twice=True, minutes="5", why="For the lights.")
        flora.told("The clock is set.")
    week.shot(page, "3-wednesday-watch")
    with flora.job("Extend late registration"):
        watch()
        flora.dialog("Extend late registration", twice=True, levels="3", why="A train is late.")
        flora.told("Late registration is extended.")
    with flora.job("Register a player in an event"):
        watch()
        flora.dialog("Register a player", twice=True, name="bruno", why="He has no telephone.")
        flora.told("The player is registered.")
    with flora.job("Write to all players of an event"):
        watch()
        flora.dialog("Message to all", why="We play on.")
        flora.told("Your message has been sent.")
    with flora.job("Warn a player"):
        watch()
        page.locator("a.desk-name", has_text="player").first.click()
        flora.dialog("Warn this player", why="No phones, please.")
        flora.told("The player is warned.")
    event.refresh_from_db()
    assert (event.levels[0].seconds, event.late_levels) == (1500, 3)
    assert event.amendments.count() == 2

    play_out(week, evening)
    return event


def play_out(week: Week, evening: Evening) -> None:
    """Everybody puts everything in, hand after hand."""
    evening.now = timezone.now()
    while evening.event.status == Tournament.Status.RUNNING:
        for table in evening.tables():
            evening.put_everything_in(table)
        evening.later(3600)
        evening.step()
    evening.check_finishes()


def withdraw(week: Week, anna: Page) -> None:
    """Nobody is paid out whom the room does not know: first she shows who she is."""
    payments = f"{week.address}{reverse('payments')}"

    def ask() -> None:
        anna.goto(payments)
        anna.locator(".pay-out [name=amount]").fill("50")
        anna.locator(".pay-out [name=destination]").fill(IBAN)
        anna.locator(".pay-out button").click()

    ask()
    expect(anna.locator(".messages, [role=alert]").first).to_be_visible()
    assert not Payment.objects.exists()
    anna.goto(f"{week.address}{reverse('identity')}")
    said = {"name": "Anna Bianchi", "born": "1990-03-01", "number": "BNCNNA90C41H501X"}
    for field, value in said.items():
        anna.locator(f"form.form [name={field}]").fill(value)
    card = {"name": "card.png", "mimeType": "image/png", "buffer": picture()}
    anna.locator("form.form [name=file]").set_input_files(card)  # type: ignore[arg-type]
    anna.get_by_role("button", name="Send this document").click()
    expect(anna.get_by_text("In review").first).to_be_visible()
    week.shot(anna, "4-thursday-identity")

    carla = week.carla
    with carla.job("Verify an identity") as page:
        carla.menu("Identities")
        page.get_by_role("link", name="anna").first.click()
        ticked: dict[str, Any] = dict.fromkeys(Compared.values, "on")
        carla.dialog("Verify", **ticked, reason="The card, and her face.")
        carla.told("Done, and on record.")
    ask()
    expect(anna.get_by_text("Waits for the staff").first).to_be_visible()
    with carla.job("Approve a withdrawal") as page:
        page.get_by_role("link", name="Withdrawal", exact=True).click()
        carla.dialog("Approve", reason="Her own account.")
        carla.told("Approved.")
    with carla.job("Mark a withdrawal as sent") as page:
        page.get_by_role("link", name="Withdrawal", exact=True).click()
        carla.dialog("Mark as sent", reference="BANK 1", reason="Sent.")
        carla.told("Booked: the money has left the room.")
    week.shot(page, "4-thursday-sent")
    payment = Payment.objects.get()
    assert (payment.state, payment.amount) == ("settled", 50_00)
    anna.goto(f"{week.address}{reverse('payment', args=[payment.token])}")
    week.shot(anna, "4-thursday-paid")


def sign_every_day(week: Week) -> None:
    """The mornings until Monday; on Sunday the clocks go back, and its day has 25 hours."""
    week.clock.move_to(at(days_after(7), 9))
    while (day := closing.next_day()) is not None and day <= SUNDAY:
        closing.sign(day=day, by=week.carla.user.pk, now=timezone.now())
        closing.close(day=day, by=week.dario.user.pk, now=timezone.now())
    assert DayClosing.objects.filter(closed_by=None).count() == 0
    for row in DayClosing.objects.all():
        assert RevenueFigures(**row.figures) == second(row.day, row.day)


def read_the_month(week: Week, event: Tournament) -> None:
    """Every number on the month's report is the ledger's."""
    olivia = week.olivia
    with olivia.job("Read what the room has earned") as page:
        olivia.menu("Revenue and closings")
        page.get_by_text("Revenue", exact=True).first.click()
        expect(page.locator("#bars")).to_be_visible()
    begin, end = date(2026, 10, 1), date(2026, 10, 31)
    page.goto(f"{page.url.partition('?')[0]}?begin={begin}&end={end}&by=month")
    week.shot(page, "5-monday-month")
    month, before = second(begin, end), second(date(2026, 8, 31), date(2026, 9, 30))
    assert (month.fees, month.guarantees, month.withdrawals) == (7 * 2_00, -10_00, 450_00)
    sums = page.locator("section[aria-labelledby=sums] tbody tr")
    for name, now, then in zip(NAMES.values(), month, before, strict=True):
        row = sums.filter(has=page.get_by_role("rowheader", name=str(name), exact=True))
        change = signed_money(now - then) if now != then else "–"
        expect(row.locator("td")).to_have_text([money_text(now), money_text(then), change])
    head = (month.result, month.fees, month.rake, owed())
    expect(page.locator(".figures dd")).to_have_text([money_text(cents) for cents in head])
    shown = [cents for name, cents in month._asdict().items() if cents or name == "result"]
    cells = page.locator("section[aria-labelledby=lines] tbody tr td.number")
    expect(cells).to_have_text([money_text(cents) for cents in shown])
    assert audit().sound


def owed() -> int:
    """What all players have, by the balances."""
    held = Account.objects.filter(kind__in=("player", "held", "pool", "escrow", "tickets"))
    return sum(held.values_list("balance", flat=True))
