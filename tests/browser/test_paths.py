"""Staff's and players' ways through an event in the browser: from the plan to the refund, and
from the last hand to the results."""

import csv
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth.models import Group
from django.urls import reverse
from django.utils import timezone, translation
from playwright.sync_api import BrowserContext, Page, expect

from core.money import money_text
from payouts.bookkeeping import accounts, ledger
from payouts.reports.audit import audit
from players.models import User
from players.notices import preferences
from tables import engine
from tables.live import dealer, record
from tables.models import Hand, Table
from tests.browser.felt import pay
from tests.browser.test_desk import order, sign_in
from tests.flows.conftest import EventMaker
from tests.harness.chromium import PHONE
from tests.harness.room import RunningRoom, wait_for
from tournaments.entry import registration
from tournaments.floor import step_schedule
from tournaments.models import CancellationPlan, Entry, Purchase, Template, Tournament

# What ``people`` have.
WALLET = 1_000_00


@pytest.mark.rule("TRN-2", "TRN-3", "CANCEL-4")
def test_from_a_copied_plan_to_the_refund(
    room: RunningRoom,
    new_context: Callable[..., BrowserContext],
    people: Callable[[int], list[User]],
) -> None:
    flora = User.objects.create_user("flora", is_staff=True)
    flora.groups.add(Group.objects.get(name="floor"))
    desk = sign_in(new_context(), room, flora)
    event = plan_and_publish(desk, room)

    anna, *others = people(5)
    page = sign_in(new_context(viewport=PHONE, locale="it-IT"), room, anna)
    page.goto(f"{room.url}{reverse('tournament', args=[event.pk])}")
    page.locator("#enter").click()
    pay(page)
    expect(page.locator(".registered")).to_be_visible()
    for user in others:
        registration.register(tournament_id=event.pk, user_id=user.pk, now=timezone.now())
    begin(event)

    rebuy(page, event, f"{room.url}{reverse('tournament', args=[event.pk])}")
    break_a_table(desk, room, event, anna)
    plan = cancel(desk, room, event)
    check_what_came_back(page, anna, plan)
    assert ledger.balance(accounts.pool(event.event)) == 0
    assert audit().sound


def plan_and_publish(desk: Page, room: RunningRoom) -> Tournament:
    """Copy a template, make it one's own, publish it for tomorrow evening."""
    desk.goto(f"{room.url}{reverse('admin:tournaments_template_changelist')}")
    desk.get_by_role("link", name="Rebuy Rush").click()
    press(desk, "Duplicate")
    of_demo = Template.objects.get(name="Rebuy Rush", active=True)
    desk.wait_for_url(lambda url: f"/{of_demo.pk}/" not in url)
    terms = {"name": "Rush of Flora", "seats_per_table": 4, "action_seconds": 120}
    for name, value in terms.items():
        desk.locator(f"#id_{name}").fill(str(value))
    desk.locator("[name=_continue]").click()
    expect(desk.get_by_text("was changed successfully")).to_be_visible()

    open_dialog(desk, "Create an event")
    tomorrow = timezone.localdate() + timedelta(days=1)
    desk.locator("#dialog-form [name=starts_at]").fill(f"{tomorrow}T21:00")
    desk.locator("#dialog button[type=submit]").click()
    expect(desk.get_by_text("“Rush of Flora” is open.")).to_be_visible()
    return Tournament.objects.get(name="Rush of Flora")


def open_dialog(desk: Page, action: str) -> None:
    desk.get_by_text(action, exact=True).first.click()
    expect(desk.locator("#dialog")).to_be_visible()


def press(desk: Page, action: str) -> None:
    """Take an action of an admin's page that asks for nothing but to be sure."""
    open_dialog(desk, action)
    desk.locator("#dialog button[type=submit]").click()


def begin(event: Tournament) -> None:
    """The day passes; both tables have their first hand."""
    now = timezone.now()
    Tournament.objects.filter(pk=event.pk).update(starts_at=now)
    step_schedule.look_at(event.pk, at=now)
    wait_for("the first hands", lambda: len(playing(event)) == 2)


def playing(event: Tournament) -> set[int]:
    """The tables where a hand runs."""
    hands = Hand.objects.filter(event=event.event, finished_at=None)
    return set(hands.values_list("table_id", flat=True))


def fold_until(what: str, event: Tournament, done: Callable[[], bool]) -> None:
    """Finish hands until something has happened between two of them."""

    def found() -> bool:
        fold_out(event)
        return done()

    wait_for(what, found)


def fold_out(event: Tournament) -> None:
    """Finish every hand that runs: whoever is to act folds."""
    for table_id in playing(event):
        while (turn := (table := record.read(table_id)).live.turn) is not None:
            dealer.act(
                table_id=table_id,
                user_id=table.live.dealt[turn],
                action=engine.Action("fold"),
                seen_version=table.version,
                now=timezone.now(),
            )


def rebuy(page: Page, event: Tournament, event_page: str) -> None:
    """One rebuy of the three, on the event's page; its chips come after the hand."""
    # Whoever waited there was taken to the table, and comes back.
    page.wait_for_url("**/tables/**")
    page.goto(event_page)
    expect(page.locator("#rebuy")).to_be_visible()
    page.locator("#rebuy button").click()
    pay(page)
    expect(page.locator(".messages")).to_be_visible()
    purchase = Purchase.objects.get(entry__tournament=event)
    assert (purchase.count, purchase.applied_at) == (1, None)
    fold_until("the chips", event, Purchase.objects.exclude(applied_at=None).exists)


def break_a_table(desk: Page, room: RunningRoom, event: Tournament, anna: User) -> None:
    """One player goes, so that one table would do; the director keeps a seat for who is late."""
    tables = Table.objects.filter(event=event.event, status=Table.Status.OPEN)
    small, full = sorted(tables, key=lambda table: table.seats.count())
    rude = Entry.objects.exclude(user=anna).filter(
        tournament=event, user__in=full.seats.values("user")
    )[0]
    name = rude.user.get_username()
    desk.goto(f"{room.url}{reverse('admin:tournaments_tournament_watch', args=[event.pk])}")
    desk.locator("a.desk-name", has_text=name).click()
    order(desk, "Disqualify this player", "Shouted at the others.")
    expect(desk.locator(".desk-acts")).to_contain_text("Shouted at the others.")
    fold_until("the seat", event, lambda: not full.seats.filter(user=rude.user).exists())
    expect(desk.locator("a.desk-name", has_text=name)).to_have_count(0)

    about = desk.locator(f".desk-table[aria-labelledby=table-{small.pk}]")
    about.get_by_role("button", name="Table").click()
    order(desk, "Break this table", "The lamp is broken.")
    expect(desk.locator(".desk-acts")).to_contain_text("The lamp is broken.")
    fold_until("the table", event, lambda: not small.seats.exists())
    expect(desk.locator(".desk-table")).to_have_count(1)
    assert full.seats.count() == 4
    wait_for("play to go on", lambda: playing(event) == {full.pk})


def cancel(desk: Page, room: RunningRoom, event: Tournament) -> CancellationPlan:
    """First what everybody would get, then the payment of exactly that."""
    desk.goto(f"{room.url}{reverse('admin:tournaments_tournament_change', args=[event.pk])}")
    press(desk, "Cancel this event")
    desk.wait_for_url("**/cancellationplan/**")
    plan = CancellationPlan.objects.get(tournament=event)
    assert plan.executed_at is None
    for line in plan.lines:
        total = money_text(sum(part["amount"] for part in line["parts"]))
        row = desk.locator("tr", has=desk.get_by_role("rowheader", name=line["name"], exact=True))
        expect(row).to_contain_text(total)
    open_dialog(desk, "Pay this and close the event")
    desk.locator("#dialog-form [name=reason]").fill("Manca la corrente.")
    desk.locator("#dialog button[type=submit]").click()
    expect(desk.get_by_text("The event is cancelled, and all players are paid.")).to_be_visible()
    return plan


def check_what_came_back(page: Page, anna: User, plan: CancellationPlan) -> None:
    """The page said so by itself; the wallet holds it."""
    (line,) = (line for line in plan.lines if line["name"] == anna.get_username())
    back = sum(part["amount"] for part in line["parts"])
    # The entry and one rebuy, each 2.00 and 0.20.
    kept = WALLET - 2 * 2_20
    with translation.override("it"):
        expect(page.locator(".cancelled")).to_contain_text("Manca la corrente.")
        expect(page.locator(".cancelled .won")).to_have_text(money_text(back))
        page.locator("a.balance").click()
        expect(page.locator(".wallet-amount")).to_have_text(money_text(kept + back))
        expect(page.locator(".transfers")).to_contain_text(f"+{money_text(back)}")


@pytest.mark.rule("PAY-WIN")
def test_from_the_last_hand_to_the_results(
    room: RunningRoom,
    new_context: Callable[..., BrowserContext],
    people: Callable[[int], list[User]],
    publish: EventMaker,
) -> None:
    # The blinds take every chip: both are all-in before anybody could act.
    event = publish(
        name="All or Nothing", levels=[(600, 500, 1000, 0)], shares=[7000, 3000],
        starting_stack=400, seats_per_table=2, min_entries=2, max_entries=2,
    )  # fmt: skip
    anna, other = people(2)
    page = sign_in(new_context(), room, anna)
    # The table would open, and the event is over before anybody could look at it.
    preferences.choose(user_id=anna.pk, chosen={}, opens_tables=False, quiet=None, language="en")
    page.goto(f"{room.url}{reverse('tournament', args=[event.pk])}")
    for user in (anna, other):
        registration.register(tournament_id=event.pk, user_id=user.pk, now=timezone.now())

    page.get_by_role("link", name="Results and hands").click(timeout=60_000)
    entry = Entry.objects.get(tournament=event, user=anna)
    place, prize = {1: ("1st", "7.00"), 2: ("2nd", "3.00")}[entry.place or 0]
    mine = page.locator("tr.here")
    expect(mine).to_contain_text(place)
    expect(mine).to_contain_text(f"€{prize}")
    with page.expect_download() as download:
        page.get_by_role("link", name="Results (CSV)").click()
    rows = list(csv.DictReader(StringIO(Path(download.value.path()).read_text("utf-8-sig"))))
    assert [row["Player"] for row in rows if row["Place"] == str(entry.place)] == ["ada"]
    assert {row["Prize"] for row in rows} == {"7.00", "3.00"}

    page.get_by_role("link", name="All or Nothing").first.click()
    expect(page.locator(".result")).to_have_text(f"You finished {place}")
    expect(page.locator(".result-prize")).to_contain_text(f"€{prize}")
