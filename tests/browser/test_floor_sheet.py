"""The floor's sheet in a browser that loses the network: nothing is lost, nothing comes twice."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from core.types import EntryId
from players.models import User
from tests.browser.felt import settle
from tests.browser.test_axe import violations
from tests.browser.test_desk import sign_in
from tests.harness.chromium import PHONE
from tests.harness.room import RunningRoom, wait_for
from tests.tournaments.live_events import Floor, live
from tournaments.live_room.models import BustOut
from tournaments.live_room.verbs import counts
from tournaments.models import Act, Tournament

# Whatever the page has asked for, its style, script and all that those name.
KEPT = """async () => {
  const worker = await navigator.serviceWorker.getRegistration();
  const files = performance.getEntriesByType("resource").map((it) => it.name);
  const asked = files.filter((name) => name.includes("/static/"));
  const found = await Promise.all(asked.map((name) => caches.match(name)));
  return Boolean(worker?.active && found.length > 5 && found.every(Boolean));
}"""


def enter_out(page: Page, floor: Floor, entry: EntryId) -> None:
    """Tick somebody at their table, and enter it."""
    page.locator("#table").select_option(str(floor.table_of(entry).pk))
    settle(page)
    page.locator(f"#out-{entry}").check()
    page.get_by_role("button", name="Enter", exact=True).click()
    expect(page.locator(f"#out-{entry}")).to_have_count(0)


@pytest.mark.rule("LIVE-12")
def test_what_is_entered_without_network_survives_and_is_applied_in_order_once(
    room: RunningRoom,
    new_context: Callable[..., BrowserContext],
    shot: Callable[..., None],
) -> None:
    floor = Floor(live(starts_at=timezone.now() + timedelta(hours=1)), players=0)
    floor.now = timezone.now()
    floor.enter(8)
    # Only now may the room's clock find it due: without players it would cancel it.
    Tournament.objects.filter(pk=floor.pk).update(starts_at=timezone.now())
    wait_for("the tables", lambda: len(floor.stacks()) == 8)
    first, second = floor.tables()
    one, two, *rest = floor.seated(first)
    three = next(iter(floor.seated(second)))
    flora = User.objects.create_user("flora", is_staff=True)
    flora.groups.add(Group.objects.get(name="floor"))
    page = sign_in(new_context(viewport=PHONE), room, flora)
    page.goto(f"{room.url}/admin/tournaments/tournament/{floor.pk}/floor/")
    strip = page.locator("#strip")
    expect(strip).to_have_text("Connected: everything has been sent")
    wait_for("the sheet to be kept", lambda: page.evaluate(KEPT))
    # What the room says again is not drawn again: whoever has come so far by keys stays there.
    page.locator(f"#out-{rest[0]}").focus()
    with page.expect_response("**/floor/entries/"):
        pass
    with page.expect_response("**/floor/entries/"):
        pass
    expect(page.locator(f"#out-{rest[0]}")).to_be_focused()

    page.context.set_offline(True)
    expect(strip).to_contain_text("Offline since")
    for entry in (one, two, three):
        enter_out(page, floor, entry)
    page.locator("#table").select_option(str(first.pk))
    page.get_by_role("button", name="Count the chips").click()
    for entry, chips in zip(rest, (3000, 3000), strict=True):
        page.locator(f"#chips-{entry}").fill(str(chips))
    page.keyboard.press("Enter")
    expect(page.locator("#told")).to_have_text("Kept on this device as no. 4.")
    settle(page)
    page.get_by_role("button", name="Penalty").click()
    page.locator("#player").select_option(str(rest[1]))
    page.locator("#why").fill("Phone at the table.")
    shot(page, "sheet-penalty")
    page.keyboard.press("Enter")
    expect(page.locator("#told")).to_have_text("Kept on this device as no. 5.")
    page.reload()
    expect(strip).to_contain_text("5 waiting")
    expect(page.locator("#waiting li")).to_have_count(5)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    shot(page, "sheet-offline")
    assert violations(page) == []
    assert not Act.objects.filter(verb=Act.Verb.BUST).exists()

    # Somebody else has counted the second table meanwhile.
    stacks = {pk: seat.stack for pk, seat in floor.seated(second).items()}
    counts.count(table_id=second.pk, stacks=stacks, by=floor.by, now=timezone.now())
    page.context.set_offline(False)
    expect(strip).to_have_text("Stopped at no. 3, 3 waiting")
    expect(page.locator("#conflict-why")).to_contain_text("chips were counted or sold by others")
    shot(page, "sheet-conflict")
    assert violations(page) == []
    page.get_by_role("button", name="Enter it again").click()
    expect(page.locator(f"#out-{three}")).to_be_checked()
    page.get_by_role("button", name="Enter", exact=True).click()
    expect(strip).to_have_text("Connected: everything has been sent")
    expect(page.locator("#done li")).to_have_count(5)
    shot(page, "sheet-done")

    mine = list(Act.objects.filter(by=flora).order_by("pk"))
    assert [act.verb for act in mine] == ["bust", "bust", "bust", "count", "penalize"]
    assert all(act.entered_at and act.entered_at < act.at for act in mine)
    gone = BustOut.objects.filter(entry__tournament=floor.pk)
    assert list(gone.order_by("pk").values_list("entry", flat=True)) == [one, two, three]

    page.get_by_role("button", name="Dealer's mistake").click()
    shot(page, "sheet-mistake")
    assert violations(page) == []
