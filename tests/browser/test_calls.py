"""A person who is called: to two tables, to one that opens by itself, by a notice that
came while no page was open; and without a connection."""

import json
import re
from collections.abc import Callable
from urllib.parse import urljoin

from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from players.models import Notice, User
from players.notices import preferences
from tables import engine
from tables.live import dealer, record
from tables.models import Seat, Table
from tests.browser.felt import settle
from tests.browser.test_desk import sign_in
from tests.flows.conftest import EventMaker
from tests.harness.chromium import PHONE
from tests.harness.room import RunningRoom, wait_for
from tournaments.entry import registration
from tournaments.models import Tournament

# What a page does besides what is seen: the number on the app's icon, and a phone that shakes.
HEARD = """
window.badges = [];
window.shaken = 0;
navigator.setAppBadge = async (count) => window.badges.push(count);
navigator.clearAppBadge = async () => window.badges.push(0);
navigator.vibrate = () => (window.shaken += 1);
"""


def test_a_person_is_called_to_two_tables_and_to_one_that_opens_by_itself(
    room: RunningRoom,
    new_context: Callable[..., BrowserContext],
    people: Callable[[int], list[User]],
    publish: EventMaker,
) -> None:
    anna, *others = people(3)
    page = sign_in(new_context(viewport=PHONE, locale="it-IT"), room, anna)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.add_init_script(HEARD)
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    chosen = {"turn": ["page", "sound"]}
    preferences.choose(
        user_id=anna.pk, chosen=chosen, opens_tables=False, quiet=None, language="it"
    )
    page.goto(urljoin(room.url, reverse("wallet")))
    # Before a first gesture browsers let no page be heard.
    page.locator(".wallet-top").click(position={"x": 3, "y": 3})
    tables = [begin(publish, f"Duel {other}", anna, other) for other in others]
    bar = page.locator(".seat-call")
    # Which of the two calls first depends on who has the buttons.
    for table in tables:
        let_come(table, anna)
    expect(bar).to_contain_text("Tocca a te a 2 tavoli.")
    expect(bar).to_have_count(1)
    expect(page).to_have_title("(2) Portafoglio · Montepremi")
    expect(page.locator('link[rel="icon"]')).to_have_attribute("href", re.compile("logo_call"))
    assert page.evaluate("window.badges.at(-1)") == 2
    # Both calls may come at once, and shake the phone once.
    assert page.evaluate("window.shaken") in (1, 2)
    assert any("zzfx" in url for url in loaded)

    settle(page)
    first = 0 if page.locator(f"#call-{tables[0]}").count() else 1
    here, other = tables[first], tables[1 - first]
    page.locator(f"#call-{here}").click()
    act(page, here)
    expect(page.locator(f"#call-{other}")).to_be_visible()
    settle(page)
    page.locator(f"#call-{other}").click()
    page.wait_for_url(f"**{reverse('table', args=[other])}", wait_until="commit")
    act(page, other)
    # The table itself says whose turn it is there.
    expect(page.locator(f"#call-{other}")).to_have_count(0)
    assert not Seat.objects.filter(user=anna, away=True).exists()

    preferences.choose(user_id=anna.pk, chosen={}, opens_tables=True, quiet=None, language="it")
    page.goto(urljoin(room.url, reverse("rules")))
    expect(bar).to_be_visible()
    opens = begin(publish, "Opens", anna, others[0])
    page.wait_for_url(f"**{reverse('table', args=[opens])}")
    wait_for("it to be seen", lambda: not unseen(anna, opens))
    push_and_go_offline(page, room)
    assert faults == []


def begin(publish: EventMaker, name: str, *users: User) -> int:
    """A duel with time to think; its table, once the first hand is dealt."""
    event: Tournament = publish(
        name=name, levels=[(3600, 10, 20, 0)], seats_per_table=2, max_entries=2, min_entries=2,
        action_seconds=120, shares=[10_000],
    )  # fmt: skip
    for user in users:
        registration.register(tournament_id=event.pk, user_id=user.pk, now=timezone.now())

    def dealt() -> int | None:
        table = Table.objects.filter(event=event.event).first()
        return table.pk if table and record.read(table.pk).live.turn else None

    return wait_for(f"a hand of {name}", dealt)


def let_come(table_id: int, user: User) -> None:
    """Whoever is to act before this player calls."""
    table = record.read(table_id)
    assert table.live.turn is not None
    mover = table.live.seats[table.live.turn].user
    if mover != user.pk:
        now = timezone.now()
        action = engine.Action("call")
        version = table.version
        dealer.act(table_id=table_id, user_id=mover, action=action, seen_version=version, now=now)


def act(page: Page, table_id: int) -> None:
    """Check or call, whichever it is."""
    before = record.read(table_id).live.turn_version
    page.locator("button.passive").click()
    wait_for("the action", lambda: record.read(table_id).live.turn_version != before)


def unseen(user: User, table_id: int) -> bool:
    url = reverse("table", args=[table_id])
    return Notice.objects.filter(user=user, url=url, seen_at=None).exists()


def push_and_go_offline(page: Page, room: RunningRoom) -> None:
    """What the service worker shows of a push, and where nobody answers."""
    page.goto(urljoin(room.url, reverse("rules")))
    active = "navigator.serviceWorker.getRegistration().then((it) => Boolean(it?.active))"
    wait_for("the page's service worker", lambda: page.evaluate(active))
    browser = page.context.new_cdp_session(page)
    known: list[str] = []
    browser.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: known.extend(each["registrationId"] for each in event["registrations"]),
    )
    browser.send("ServiceWorker.enable")

    def found() -> list[str]:
        page.wait_for_timeout(100)
        return known

    wait_for("the service worker", found)
    [worker] = page.context.service_workers
    # A browser without windows shows no notifications: they are written down instead.
    worker.evaluate("""() => {
        self.shown = [];
        ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
            self.shown.push([title, options.body, options.tag, options.data.url]);
        };
    }""")
    told = {"title": "Tocca a te", "text": "Duel ti aspetta.", "tag": "turn", "url": "/tables/5/"}
    message = json.dumps({**told, "language": "it"})
    browser.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": room.url, "registrationId": known[0], "data": message},
    )
    shown = "() => self.shown"
    wait_for("the notice", lambda: worker.evaluate(shown))
    assert worker.evaluate(shown) == [list(told.values())]

    page.context.set_offline(True)
    page.goto(urljoin(room.url, reverse("wallet")))
    expect(page.get_by_role("heading")).to_have_text("La sala non è raggiungibile")
    kept = """async () => {
        const kept = [];
        for (const name of await caches.keys()) kept.push(await (await caches.open(name)).keys());
        return kept.flat().map(({ url }) => url);
    }"""
    urls = page.evaluate(kept)
    assert any(url.endswith("/css/offline.css") for url in urls)
    assert not [url for url in urls if "/wallet/" in url]
    page.context.set_offline(False)
