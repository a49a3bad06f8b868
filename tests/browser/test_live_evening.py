"""A live evening in the browser, from the first receipt to the last slip: the floor, a cashier and
two dealers, each on a device of their own. The director's steps and the clock are the test's.

What somebody does often is clicked the first times, and then sent by the page's own form.
"""

from collections.abc import Callable, Iterator
from datetime import timedelta
from random import Random

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from core.formats import number
from payouts.bookkeeping import accounts, ledger
from payouts.models import CounterOrder
from payouts.reports.audit import audit
from tables.engine import Positions
from tests.browser.desk_jobs import Clerk
from tests.harness.chromium import DESKTOP, PHONE
from tests.harness.long_forms import longer
from tests.tournaments import events
from tests.tournaments.events import START
from tests.tournaments.live_events import Floor, live
from tests.tournaments.live_room.test_live_event import ROWS
from tournaments.live_room.models import FloorCall
from tournaments.live_room.pages import own_seat
from tournaments.live_room.verbs import busts, moves
from tournaments.live_room.verbs.moves import DueMove, MoveKind
from tournaments.models import Act, DealProposal, Move, Tournament
from tournaments.play import books, deals

Shot = Callable[..., None]
TABLET: ViewportSize = {"width": 820, "height": 1180}
# How often a clerk clicks the same before it is sent without a click.
CLICKED = 1
# The form of a dialog as the page has it, filled in and sent; the address that its answer leads to.
SEND = """async ([address, said]) => {
    const asked = { headers: { "HX-Request": "true" } };
    const page = await (await fetch(address, asked)).text();
    const form = new FormData(
        new DOMParser().parseFromString(page, "text/html").querySelector("#dialog form"));
    for (const [name, value] of Object.entries(said)) form.set(name, value);
    const answer = await fetch(address, { method: "POST", body: form, ...asked });
    return answer.headers.get("HX-Redirect") ?? await answer.text();
}"""


class Desk(Clerk):
    """Somebody of the staff with the watch page of the event before them."""

    def sit_down(self, event: Tournament) -> None:
        self.watch = self.address + reverse("admin:tournaments_tournament_watch", args=[event.pk])
        self.done: dict[str, int] = {}
        self.page.goto(self.watch)

    def job_of(self, verb: str, about: str = "", **said: str) -> None:
        """A dialog of the page: by clicks while it is new to them."""
        self.done[verb] = self.done.get(verb, 0) + 1
        if self.done[verb] > CLICKED:
            lead = self.page.evaluate(SEND, [f"{self.watch}{verb}/{about}", said])
            assert lead.startswith("/admin/"), lead
            return
        self.page.goto(self.watch)
        self.page.locator(f"button[hx-get$='{verb}/{about}']").first.click()
        self.fill(**said)
        self.submit()

    def at_table(self, table: int, verb: str, **said: str) -> None:
        """The same from a table's menu."""
        self.done[verb] = self.done.get(verb, 0) + 1
        about = f"{verb}/?table={table}"
        if self.done[verb] > CLICKED:
            lead = self.page.evaluate(SEND, [f"{self.watch}{about}", said])
            assert lead.startswith("/admin/"), lead
            return
        self.page.goto(self.watch)
        self.page.locator(f"button[hx-get$='menu/?table={table}']").click()
        self.page.locator(f"#dialog button[hx-get$='{about}']").click()
        self.fill(**said)
        self.submit()

    def out(self, table: int, entry: int) -> None:
        """Two clicks put a player out: the name, and *Out*."""
        self.done["out"] = self.done.get("out", 0) + 1
        if self.done["out"] > CLICKED:
            self.at_table(table, "bust", out=str(entry))
            return
        self.page.goto(self.watch)
        self.page.evaluate("sessionStorage.clicks = 0")
        self.page.locator(f"a.desk-name[hx-get$='menu/?entry={entry}']").click()
        with self.page.expect_navigation():
            self.page.locator("#dialog form[hx-post*='bust/'] button").click()
        assert self.page.evaluate("sessionStorage.clicks") == "2"

    def fill(self, **said: str) -> None:
        form = self.page.locator("#dialog-form")
        for name, value in said.items():
            control = form.locator(f"[name={name}]")
            if control.first.get_attribute("type") == "checkbox":
                form.locator(f"[name={name}][value='{value}']").check()
            else:
                control.fill(value)

    def submit(self) -> None:
        with self.page.expect_navigation():
            self.page.locator("#dialog button[type=submit]").click()

    def see_first(self, verb: str, about: str = "", **said: str) -> None:
        """A dialog that first shows what it would do."""
        self.page.goto(self.watch)
        self.page.locator(f"button[hx-get$='{verb}/{about}']").first.click()
        with self.page.expect_navigation():
            self.answer(twice=True, **said)


class Room:
    """The evening: its event, its clock, and who works there."""

    def __init__(
        self,
        clock: time_machine.Traveller,
        staff: list[Desk],
        shot: Shot,
        *,
        tables: int,
        seats: int,
    ) -> None:
        self.floor = Floor(
            live(
                name="Saturday Live",
                live_tables=tables,
                dealers_share=300,
                seats_per_table=seats,
                max_entries=400,
                starting_stack=20_000,
                rows=ROWS,
                late_registration_levels=2,
                scheme=events.standard_scheme(),
            ),
            players=0,
        )
        self.clock, self.shot, self.dice = clock, shot, Random(5)
        self.flora, self.carla, self.dora, self.dino = staff
        for clerk in staff:
            clerk.sit_down(self.event)

    @property
    def event(self) -> Tournament:
        return self.floor.event

    def step(self, **later: float) -> None:
        """So much later the director looks."""
        self.clock.shift(timedelta(**(later or {"seconds": 6})))
        self.floor.now = timezone.now()
        self.floor.step(seconds=0)

    def walk_in(self, name: str) -> None:
        """Somebody new pays in cash: from the second on with the card of the one before on the
        screen. A name and two times Enter."""
        carla = self.carla
        if carla.done.get("walk_in", 0) >= CLICKED:
            carla.job_of("walk_in", name=name, new="on")
            return
        page = carla.page
        carla.done["walk_in"] = carla.done.get("walk_in", 0) + 1
        page.locator("button[hx-get$='walk_in/']").click()
        field = page.locator("#dialog-form [name=name]")
        expect(field).to_be_focused()
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(page.locator("#dialog-form [name=new]")).to_be_checked()
        expect(field).to_be_focused()
        with page.expect_navigation():
            page.keyboard.press("Enter")
        expect(page.locator(".paper-seat")).to_be_visible()

    def dealer_of(self, table: int) -> Desk:
        return (self.dora, self.dino)[table % 2]

    def lose(self, *, wrongly: bool) -> None:
        """Somebody goes out at the fullest table; ``wrongly``: somebody else was entered first."""
        tables = self.floor.tables()
        table = max(tables, key=lambda each: len(self.floor.seated(each))).pk
        seated = [pk for pk, seat in busts.at_table(self.event, table).items() if seat.stack]
        out, wrong, *_ = self.dice.sample(seated, 2)
        dealer = self.dealer_of(table)
        if wrongly:
            dealer.at_table(table, "bust", out=str(wrong))
            self.undo("bust")
        dealer.out(table, out)

    def undo(self, verb: str) -> None:
        act = self.event.acts.filter(verb=verb).latest("pk")
        self.flora.job_of("undo", f"?act={act.pk}", why="It was another seat.")

    def rearrange(self) -> Iterator[MoveKind]:
        """Whatever is due, one after another."""
        while (due := moves.due_now(self.event, now=timezone.now())) is not None:
            said = {}
            if due.what == MoveKind.BALANCE:
                button = self.dice.randint(1, 6)
                # Blinds right of an empty seat: the hand was dealt to others.
                seats = (button, button % 6 + 1, (button + 1) % 6 + 1)
                said.update(
                    {
                        f"{name}_{table}": str(seat)
                        for table in due.tables
                        for name, seat in zip(Positions._fields, seats, strict=True)
                    }
                )
            flora = self.flora
            if flora.done.get("rearrange", 0) < CLICKED:
                flora.page.goto(flora.watch)
                expect(flora.page.locator("button[hx-get*='rearrange/']")).to_have_class(
                    "desk-verb is-strong"
                )
                self.shot(flora.page, f"live-due-{due.what}")
            self.move(due, said)
            yield due.what
            self.step()

    def move(self, due: DueMove, said: dict[str, str]) -> None:
        """The floor sees who goes where, has it done, and has new cards to print."""
        flora, balance = self.flora, due.what == MoveKind.BALANCE
        if flora.done.get("rearrange", 0) < CLICKED:
            flora.done["rearrange"] = 1
            if balance:
                flora.see_first("rearrange", f"?due={due.key}", **said)
            else:
                flora.page.goto(flora.watch)
                flora.page.locator("button[hx-get*='rearrange/']").first.click()
                expect(flora.page.locator(".desk-preview dt").first).to_be_visible()
                self.shot(flora.page, "live-moves")
                flora.submit()
            expect(flora.page.locator(".paper-seat").first).to_be_visible()
            self.shot(flora.page, "live-new-cards")
            return
        if balance:
            last = {
                table: Positions(*(int(said[f"{name}_{table}"]) for name in Positions._fields))
                for table in due.tables
            }
            steps = moves.draw(
                tournament_id=self.event.pk, key=due.key, last_hands=last, now=timezone.now()
            )
            said["shown"] = moves.seen(steps)
        flora.job_of("rearrange", f"?due={due.key}", **said)

    def deal(self) -> None:
        """The last three share most of the prizes on a slip, and play on for the rest."""
        event = self.event
        if event.live_count > 3 or deals.refusal(event, now=timezone.now()):
            return
        flora, stacks = self.flora, self.floor.stacks()
        chips = {f"chips_{pk}": str(chips) for pk, chips in stacks.items()}
        flora.see_first("offer_deal", method="icm", kept="3", **chips)
        expect(flora.page.locator(".paper-line")).to_have_count(len(stacks))
        self.shot(flora.page, "live-deal-slip")
        deal = DealProposal.objects.get()
        flora.job_of("sign_deal", f"?deal={deal.pk}")
        flora.told("The deal is made.")

    def count(self, *, wrongly: bool) -> None:
        """Chips have gone round; the dealers count their tables, one of them wrongly at first."""
        stacks = self.floor.stacks()
        rich = max(stacks, key=lambda pk: stacks[pk])
        for pk in stacks:
            if pk != rich and stacks[pk] > 1000:
                stacks[pk] -= 1000
                stacks[rich] += 1000
        event = self.event
        sold = event.chips_in_play
        # Whoever waits for a seat has paid for a stack that nobody has touched.
        assert sum(stacks.values()) + event.arriving_count * event.starting_stack == sold
        tables = [table.pk for table in self.floor.tables()]
        first = self.floor.table_of(rich).pk

        def enter(table: int, **slip: int) -> None:
            there = {f"chips_{pk}": stacks[pk] for pk in busts.at_table(self.event, table)} | slip
            said = {name: str(chips) for name, chips in there.items()}
            self.dealer_of(table).at_table(table, "count", **said)

        if wrongly:
            enter(first, **{f"chips_{rich}": stacks[rich] + 5000})
        for table in tables:
            if table != first:
                enter(table)
        page = self.flora.page
        if wrongly:
            page.goto(self.flora.watch)
            expect(page.locator(".desk-note.is-wrong")).to_be_visible()
            self.shot(page, "live-count")
        enter(first)
        dealer = self.dealer_of(first)
        if dealer.done["count"] > CLICKED:
            dealer.page.goto(dealer.watch)
        dealer.told(f"All {number(sold)} chips are there")
        page.goto(self.flora.watch)
        expect(page.locator("#room")).to_contain_text(f"All {number(sold)} chips were counted")
        assert self.floor.stacks() == stacks

    def in_break(self) -> int | None:
        """Which row of the schedule it is, where that is a break."""
        reading = self.event.clock_at(timezone.now())
        assert reading is not None
        return reading.index if reading.is_break else None


@pytest.fixture
def staff(
    live_server: LiveServer, new_context: Callable[..., BrowserContext]
) -> Iterator[tuple[time_machine.Traveller, list[Desk]]]:
    with time_machine.travel(START - timedelta(hours=1)) as clock:
        yield (
            clock,
            [
                Desk(name, new_context(viewport=TABLET), live_server.url, *groups)
                for name, *groups in (
                    ("flora", "floor"),
                    ("carla", "cashier"),
                    ("dora", "floor"),
                    ("dino", "floor"),
                )
            ],
        )


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.rule(
    "LIVE-1",
    "LIVE-2",
    "LIVE-3",
    "LIVE-4",
    "LIVE-5",
    "LIVE-6",
    "LIVE-9",
    "LIVE-13",
    "LIVE-14",
    "AMEND-2",
    "DEAL-MAKE",
    "TRN-3",
)
def test_a_live_evening_from_the_first_receipt_to_the_last_slip(
    staff: tuple[time_machine.Traveller, list[Desk]],
    new_context: Callable[..., BrowserContext],
    shot: Shot,
) -> None:
    tables, seats, players, undoings, minutes = longer((10, 9, 180, 5, 1), short=(2, 6, 14, 2, 5))
    room = Room(*staff, shot, tables=tables, seats=seats)
    for no in range(players):
        room.walk_in(f"Walk In {no}")
    shot(room.carla.page, "live-card")
    room.flora.see_first("start_now", why="All players are here.")
    room.step()
    assert len(room.floor.stacks()) == tables * seats
    phone = on_the_phone(room, new_context(viewport=PHONE))
    undone, counted, breaks = 0, 0, set[int]()
    while not room.event.over:
        row = room.in_break()
        if row is not None and row not in breaks:
            breaks.add(row)
            room.count(wrongly=not counted)
            if not counted:
                look_around(room)
                feature_a_hand(room, phone)
            counted += 1
        for _ in room.rearrange():
            if undone == undoings - 1 and not room.event.arriving_count:
                room.undo("rearrange")
                undone += 1
        room.deal()
        if row is None and room.event.live_count > 1:
            room.lose(wrongly=undone < undoings - 1)
            undone += undone < undoings - 1
        for table in room.floor.tables() if room.event.in_round else ():
            room.dealer_of(table.pk).at_table(table.pk, "hand_over")
        room.step(minutes=minutes)
    assert counted
    assert DealProposal.objects.get().status == DealProposal.Status.DONE
    assert undone == undoings == room.event.acts.filter(verb=Act.Verb.UNDO).count()
    check_and_pay(room, players=players)


def on_the_phone(room: Room, context: BrowserContext) -> Page:
    """A player opens the page of the seat card, and calls the floor, who comes."""
    entry = room.event.entries.filter(status="playing").earliest("pk")
    page = context.new_page()
    page.clock.set_fixed_time(timezone.now())
    code = own_seat.code_of(entry)
    page.goto(room.flora.address + reverse("live_player", args=[entry.pk, code]))
    page.locator("#call-floor").click()
    expect(page.get_by_text("has called the floor")).to_be_visible()
    room.shot(page, "live-phone")
    call = FloorCall.objects.get()
    room.flora.job_of("answer_call", f"?call={call.pk}")
    expect(page.get_by_text("of the floor answered")).to_be_visible()
    return page


def look_around(room: Room) -> None:
    """What hangs on the wall in the first break, what the desk is like, and what a dealer reads."""
    wall, page = room.flora.page.context.new_page(), room.flora.page
    wall.clock.set_fixed_time(timezone.now())
    wall.set_viewport_size(DESKTOP)
    wall.goto(room.flora.address + reverse("wall", args=[room.event.pk]))
    expect(wall.locator("#wall")).to_contain_text(number(room.event.average_stack or 0))
    room.shot(wall, "live-wall")
    wall.goto(f"{room.flora.address}{reverse('admin:tables_dealingerror_add')}")
    for size, name in ((DESKTOP, ""), (PHONE, "-phone")):
        page.set_viewport_size(size)
        room.shot(page, f"live-desk{name}")
        wall.set_viewport_size(size)
        room.shot(wall, f"live-guide{name}")
    wall.close()
    page.set_viewport_size(TABLET)


def feature_a_hand(room: Room, phone: Page) -> None:
    """A dealer keeps a hand by taps; minutes later a spectator's telephone has it."""
    dora, table = room.dora, room.floor.tables()[0].pk
    a, b, *_ = busts.at_table(room.event, table).values()
    dora.at_table(table, "feature", minutes="5")
    page = dora.page
    page.set_viewport_size(PHONE)
    page.goto(dora.watch)
    page.locator(f"button[hx-get$='menu/?table={table}']").click()
    page.locator("#dialog button[hx-get*='keep_hand']").click()
    keys = page.locator(".card-keys")
    for key in (f" {a.no} ", *"AsKd", f" {b.no} ", *"QhQc", " / ", *"Ts9h2d3c"):
        keys.locator(f"button[data-adds='{key}']").click()
    keys.locator("[data-removes]").click()
    keys.locator("[data-adds='h']").click()
    line = page.locator("#dialog-form [name=cards]")
    expect(line).to_have_value(f"{a.no} AsKd {b.no} QhQc / Ts9h2d3h")
    room.shot(page, "live-hand-keys")
    dora.submit()
    dora.told("is saved, and shown from")
    page.set_viewport_size(TABLET)
    ace = phone.get_by_label("ace of spades").first
    phone.goto(dora.address + reverse("feature", args=[room.event.pk]))
    expect(phone.get_by_text("No hands are shown yet.")).to_be_visible()
    room.clock.shift(timedelta(minutes=5, seconds=1))
    phone.reload()
    expect(ace).to_be_visible()
    phone.get_by_role("link", name="Flop").click()
    expect(phone.locator(".feature-board [role=img]")).to_have_count(3)
    phone.get_by_role("link", name="Turn").click()
    expect(phone.locator(".feature-board [role=img]")).to_have_count(4)
    room.shot(phone, "live-feature")


def check_and_pay(room: Room, *, players: int) -> None:
    """Every move has its rule, the pool is prizes and the dealers' share, and each prize is handed
    out and signed for."""
    event = room.event
    assert event.status == Tournament.Status.FINISHED
    assert event.entry_count == players
    brought = players * events.BUY_IN
    assert ledger.balance(accounts.DEALERS) == event.withheld == brought * 300 // 10_000
    pool = brought - event.withheld
    assert event.prize_pool == pool == sum(entry.prize or 0 for entry in event.entries.all())
    assert events.pool(event) == 0
    assert Move.objects.exists()
    assert all(move.rule for move in Move.objects.all())
    for entry in event.entries.filter(prize__gt=0).order_by("place"):
        room.carla.job_of("pay_out", f"?entry={entry.pk}")
        room.flora.job_of("countersign", f"?entry={entry.pk}")
    room.carla.page.goto(room.carla.watch)
    expect(room.carla.page.locator("#room")).not_to_contain_text("To pay")
    expect(room.carla.page.locator("#room")).not_to_contain_text("To countersign")
    paid_out = CounterOrder.objects.filter(kind=CounterOrder.Kind.PAY_OUT)
    assert sum(order.amount for order in paid_out) == pool
    # What is left outside of the room is what the house has earned.
    assert -ledger.balance(accounts.OUTSIDE) == players * events.FEE + event.withheld
    assert books.reconcile().drifts == []
    assert audit().sound
