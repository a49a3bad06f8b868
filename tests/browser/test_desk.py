"""The floor staff's way through a running event, in the browser: watch, warn, stop, order, undo."""

from collections.abc import Callable
from datetime import timedelta

from django.contrib.auth.models import Group
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, Route, expect

from players.models import User
from poker_site.bots.session import open_session
from tables.models import Hand
from tests.flows.conftest import EventMaker
from tests.harness.chromium import PHONE
from tests.harness.room import RunningRoom, wait_for
from tournaments.entry import registration
from tournaments.models import Act, Order, Tournament


def sign_in(context: BrowserContext, room: RunningRoom, user: User) -> Page:
    cookie = {"name": "sessionid", "value": open_session(user), "url": room.url}
    context.add_cookies([cookie])  # type: ignore[list-item]
    return context.new_page()


def order(desk: Page, choice: str, text: str) -> None:
    """Open a dialog that is offered on the page, fill in its text, submit it."""
    desk.get_by_role("button", name=choice).first.click()
    desk.locator("#dialog-form textarea").fill(text)
    desk.locator("#dialog button[type=submit]").click()


def refuse_posts(route: Route) -> None:
    """Answer every POST with an error of the server."""
    if route.request.method == "POST":
        route.fulfill(status=500, body="no")
    else:
        route.continue_()


def test_the_floor_warns_stops_the_clock_and_orders(
    room: RunningRoom,
    new_context: Callable[..., BrowserContext],
    people: Callable[[int], list[User]],
    publish: EventMaker,
    shot: Callable[..., None],
) -> None:
    event = publish(
        name="Friday Three", levels=[(600, 10, 20, 0), (600, 20, 40, 0)], shares=[10000],
        seats_per_table=3, min_entries=3, max_entries=3, action_seconds=120,
    )  # fmt: skip
    users = people(3)
    for user in users:
        registration.register(tournament_id=event.pk, user_id=user.pk, now=event.created_at)
    floor = User.objects.create_user("flora", is_staff=True)
    floor.groups.add(Group.objects.get(name="floor"))
    wait_for("the first hand", lambda: Hand.objects.filter(event=event.event).exists())
    table_id = Hand.objects.get(event=event.event).table_id

    player = sign_in(new_context(), room, users[0])
    player.goto(f"{room.url}/tables/{table_id}/")
    desk = sign_in(new_context(viewport=PHONE), room, floor)
    desk.goto(f"{room.url}/admin/tournaments/tournament/{event.pk}/watch/")
    expect(desk.locator(".desk-turn")).to_contain_text("is to act")
    assert desk.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    expect(desk.locator(".desk-dot.is-there")).to_have_count(1)

    desk.locator("a.desk-name", has_text=users[0].username).click()
    desk.route("**/warn/**", lambda route: route.fulfill(status=500, body="no"))
    desk.get_by_role("button", name="Warn this player").first.click()
    failed = desk.locator("#modal-content").get_by_text("Something went wrong.")
    expect(failed).to_be_visible()
    desk.unroute("**/warn/**")
    desk.keyboard.press("Escape")
    desk.locator("a.desk-name", has_text=users[0].username).click()
    desk.route("**/warn/**", refuse_posts)
    order(desk, "Warn this player", "No <b>phones</b>, please.")
    expect(failed).to_be_visible()
    desk.unroute("**/warn/**")
    desk.locator("#dialog button[type=submit]").click()
    expect(player.get_by_text("No <b>phones</b>, please.")).to_be_visible()
    shot(player, "warned")
    player.get_by_role("button", name="Understood").click()
    expect(player.get_by_text("A warning from the floor")).not_to_be_visible()

    desk.locator("a.desk-name", has_text=users[1].username).click()
    order(desk, "Disqualify this player", "Two accounts.")
    expect(desk.locator(".desk-waiting")).to_contain_text("Two accounts.")
    order(desk, "Withdraw this order", "It was somebody else.")
    expect(desk.locator(".desk-waiting")).to_have_count(0)

    order(desk, "Stop the clock", "The lights went out.")
    expect(desk.locator(".desk-clock")).to_contain_text("The lights went out.")
    expect(player.get_by_text("Paused: no clock is running")).to_be_visible()
    shot(desk, "desk-phone")
    desk.set_viewport_size({"width": 1280, "height": 800})
    shot(desk, "desk")
    desk.get_by_role("button", name="Start the clock").click()
    desk.locator("#dialog button[type=submit]").click()
    expect(desk.locator(".desk-clock")).not_to_contain_text("The lights went out.")
    assert not Order.objects.filter(closed_at=None).exists()
    assert {act.by for act in Act.objects.filter(tournament=event).select_related("by")} == {floor}


def test_a_plan_is_written_from_nothing_and_published(
    room: RunningRoom, new_context: Callable[..., BrowserContext], shot: Callable[..., None]
) -> None:
    floor = User.objects.create_user("fosco", is_staff=True)
    floor.groups.add(Group.objects.get(name="floor"))
    desk = sign_in(new_context(), room, floor)
    desk.goto(f"{room.url}/admin/tournaments/blindstructure/add/")
    desk.locator("#id_name").fill("Eighty in an evening")
    desk.locator("[name=_save]").click()
    desk.get_by_text("Fill the blind structure", exact=True).first.click()
    desk.locator("#dialog-form [name=pace]").select_option("turbo")
    submit = desk.locator("#dialog button[type=submit]")
    submit.click()
    expect(desk.locator("#dialog")).to_contain_text("Press the button again")
    submit.click()
    expect(desk.get_by_text("The structure has its new levels.")).to_be_visible()
    shot(desk, "new-structure")

    desk.goto(f"{room.url}/admin/tournaments/template/add/")
    terms = {"name": "Fosco's Eighty", "buy_in": "10.00", "fee": "1.00", "starting_stack": 5000}
    for name, value in {**terms, "max_entries": 80}.items():
        desk.locator(f"#id_{name}").fill(str(value))
    desk.locator("#id_kind").select_option("scheduled")
    desk.locator("#id_structure").select_option("Eighty in an evening")
    desk.locator("#id_scheme").select_option(index=1)
    shot(desk, "new-plan")
    desk.locator("[name=_continue]").click()
    expect(desk.get_by_text("was added successfully")).to_be_visible()

    desk.get_by_text("Create an event", exact=True).first.click()
    tomorrow = timezone.localdate() + timedelta(days=1)
    desk.locator("#dialog-form [name=starts_at]").fill(f"{tomorrow}T21:00")
    submit.click()
    expect(desk.get_by_text("is open.")).to_be_visible()
    event = Tournament.objects.get(name="Fosco's Eighty")
    assert (event.levels[0].seconds, event.starting_stack) == (300, 5000)
