"""A person enters a VeloX, watches the draw, and lets the browser check it."""

import json
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect
from pytest_django import Settings

from payouts.models import PrizeDraw
from payouts.rules import velox
from payouts.wallets import wallet
from players.models import User
from tests.browser.felt import pay, serve
from tests.browser.test_evening import sign_up
from tests.browser.worktree import ORIGIN
from tests.harness.chromium import PHONE
from tests.harness.room import RunningRoom, wait_for
from tournaments import director
from tournaments.entry import registration
from tournaments.floor import step_schedule
from tournaments.models import Due, Tournament

RECORD = {
    "seats": 3,
    "buy_in": 500,
    "player_seeds": {"21": "ccc", "7": "aaa", "9": "bbb"},
    "server_seed": bytes(range(32)).hex(),
}
ODDS = [[multiplier, tickets] for multiplier, tickets in velox.UP_TO_5.items()]
# What an event's page says of prizes while the strip rolls.
AS_IT_ROLLS = """() => {
  document.querySelector(".stage").classList.add("rolling");
  return [...document.querySelectorAll(".facts dd.won, #odds, #prizes")]
    .filter((one) => one.checkVisibility())
    .map((one) => one.innerText.trim());
}"""


def fill(event: Tournament, users: list[User], settings: Settings) -> None:
    """The last seats are taken and the prize is drawn, at one stroke, since the room shows results
    for no time; it is shown until the room is told to ``go_on``."""
    soon = timedelta(seconds=20)
    wait_for("a room that has done all it had to", lambda: due_at(event) > timezone.now() + soon)
    settings.RESULT_SECONDS = 3600.0
    with transaction.atomic():
        for user in users:
            registration.register(tournament_id=event.pk, user_id=user.pk, now=timezone.now())
        director.step(tournament_id=event.pk, now=timezone.now())
        step_schedule.forget(event.pk)


def go_on(event: Tournament) -> None:
    """The prize has been seen."""
    Tournament.objects.filter(pk=event.pk).update(started_at=timezone.now())
    Due.objects.create(tournament=event, due_at=timezone.now())


def due_at(event: Tournament) -> datetime:
    return Due.objects.get(tournament=event).due_at


@pytest.mark.rule("VELOX-1", "VELOX-4")
def test_a_person_watches_the_draw_and_checks_it(
    room: RunningRoom,
    page: Page,
    new_context: Callable[..., BrowserContext],
    people: Callable[[int], list[User]],
    settings: Settings,
) -> None:
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    event = wait_for(
        "a VeloX to open",
        lambda: Tournament.objects.filter(draw__seats=3, draw__buy_in=500).first(),
    )
    sign_up(page, room)
    giulia = User.objects.get(username="giulia")
    wallet.deposit(user_id=giulia.pk, amount=50_00, key="test", now=timezone.now())
    page.get_by_role("link", name="VeloX", exact=True).first.click()
    page.locator(f"#register-{event.pk}").click()
    pay(page)
    page.get_by_label("Your seed").fill("la mia fortuna")
    # News come every second, and must not sweep away what is being typed.
    page.wait_for_timeout(2_500)
    page.get_by_role("button", name="Change").click()
    expect(page.get_by_text("Your seed is set.")).to_be_visible()
    expect(page.get_by_label("Your seed")).to_have_value("la mia fortuna")

    watcher = new_context(viewport=PHONE).new_page()
    watcher.goto(f"{room.url}/tournaments/{event.pk}/")
    fill(event, people(2), settings)
    draw = PrizeDraw.objects.get(event=event.event)
    # The table opens by itself, and the prize is drawn there.
    page.wait_for_url("**/tables/*/")
    expect(page.locator(".notice.draw .drawn .title")).to_have_text(f"×{draw.multiplier}")
    phone = new_context(viewport=PHONE, locale="it-IT").new_page()
    phone.goto(page.url)
    expect(phone.locator(".notice.draw")).to_contain_text(f"×{draw.multiplier}")
    # News soon replace the stage that has just landed: whichever is there, it rolls no more.
    expect(watcher.locator(".stage:not(.rolling) .stage-multiplier")).to_have_text(
        f"×{draw.multiplier}"
    )

    # In place of an empty prize: what may come of it.
    assert watcher.evaluate(AS_IT_ROLLS) == ["€10 – €30,000", "Odds and prizes"]

    assert PrizeDraw.objects.get(event=event.event).revealed_at is None
    go_on(event)
    wait_for("the reveal", lambda: PrizeDraw.objects.get(event=event.event).revealed_at)
    check_the_proof(page, f"{room.url}/velox/{event.pk}/draw/")
    expect_a_forgery_to_be_found(page, f"{room.url}/velox/{event.pk}/draw/")
    assert faults == []


def check_the_proof(page: Page, address: str) -> None:
    page.goto(address)
    verdict = page.locator("#verdict")
    expect(verdict).to_have_attribute("data-state", "kept")
    expect(verdict).to_contain_text("the result is the same")
    expect(verdict).to_contain_text("shown before the draw")
    expect(page.locator("[data-value].agrees")).to_have_count(5)
    expect(page.get_by_role("row", name="giulia")).to_contain_text("la mia fortuna")


def expect_a_forgery_to_be_found(page: Page, address: str) -> None:
    """The same page, told of another seed of the player's."""

    def forge(route: Route) -> None:
        record = route.fetch().json()
        first = min(record["player_seeds"])
        seeds = {**record["player_seeds"], first: "forged"}
        route.fulfill(body=json.dumps({**record, "player_seeds": seeds}))

    page.route("**/api/tournaments/*/draw/", forge)
    page.goto(address)
    expect(page.locator("#verdict")).to_have_attribute("data-state", "broken")
    expect(page.locator("[data-value=text]")).to_have_class("mono differs")
    page.unroute("**/api/tournaments/*/draw/")


@pytest.mark.rule("VELOX-1")
def test_whoever_wants_no_motion_sees_the_prize_at_once(
    room: RunningRoom,
    new_context: Callable[..., BrowserContext],
    people: Callable[[int], list[User]],
    settings: Settings,
) -> None:
    event = wait_for(
        "a VeloX to open",
        lambda: Tournament.objects.filter(draw__seats=3, draw__buy_in=500).first(),
    )
    page = new_context(reduced_motion="reduce").new_page()
    page.goto(f"{room.url}/velox/{event.pk}/draw/")
    fill(event, people(3), settings)
    expect(page.locator(".stage.drawn .stage-multiplier")).to_be_visible()
    expect(page.locator(".stage.rolling")).to_have_count(0)


# --- the script of the proof, by itself ---------------------------------------------------


@pytest.fixture(scope="module")
def blank(chromium: Browser) -> Iterator[Page]:
    page = chromium.new_page()
    serve(page)
    page.goto(f"{ORIGIN}/blank")
    yield page
    page.close()


def run(page: Page, code: str, *arguments: Any) -> Any:
    """The value of ``code``, in which ``m`` is the module and ``a`` the arguments."""
    return page.evaluate(
        f"async a => {{ const m = await import('/static/js/velox/proof.js'); return {code}; }}",
        list(arguments),
    )


@pytest.mark.rule("VELOX-4")
@pytest.mark.parametrize(("game", "ticket"), [("G1", 311_848), ("G2", 356_569), ("G3", 357_118)])
def test_the_browser_draws_what_the_rulebook_says(blank: Page, game: str, ticket: int) -> None:
    steps = run(blank, "m.recompute(a[0], a[1])", {**RECORD, "event": game}, ODDS)
    assert steps["ticket"] == str(ticket)
    assert steps["multiplier"] == "2"
    assert steps["text"] == f"velox:v1:3max:5.00:{game}:aaa|bbb|ccc"
    assert steps["commitment"] == velox.commitment(bytes(range(32)))


@pytest.mark.rule("VELOX-4")
@pytest.mark.parametrize(
    ("ticket", "multiplier"),
    [(0, 6000), (1, 6000), (2, 600), (51, 100), (4_801, 10), (259_853, 4), (259_854, 2),
     (999_999, 2), (1_000_000, None)],
)  # fmt: skip
def test_the_browser_reads_the_odds_from_the_top(
    blank: Page, ticket: int, multiplier: int | None
) -> None:
    assert run(blank, "m.multiplierOf(a[0], a[1])", ticket, ODDS) == multiplier


@pytest.mark.rule("VELOX-4")
@pytest.mark.parametrize("seeds", [{"7": "perché 🍀", "10": "è", "9": "x"}, {}])
def test_browser_and_server_hash_the_same_text(blank: Page, seeds: dict[str, str]) -> None:
    record = {**RECORD, "event": "tournament:12", "buy_in": 250, "seats": 6, "player_seeds": seeds}
    steps = run(blank, "m.recompute(a[0], a[1])", record, ODDS)
    drawn = velox.draw(
        server_seed=bytes(range(32)),
        seats=6,
        buy_in=250,
        game="tournament:12",
        player_seeds={int(player): seed for player, seed in seeds.items()},
    )
    assert steps["ticket"] == str(drawn.ticket)


@pytest.mark.rule("VELOX-4")
@pytest.mark.parametrize(
    ("currency", "ticket", "head"),
    [("EUR", 311_848, "v1:3max:5.00"), ("JPY", 280_058, "v2:3max:JPY:500")],
)
def test_the_browser_reads_the_currency_of_the_record(
    blank: Page, currency: str, ticket: int, head: str
) -> None:
    record = {**RECORD, "event": "G1", "currency": currency}
    steps = run(blank, "m.recompute(a[0], a[1])", record, ODDS)
    assert (steps["ticket"], steps["text"]) == (str(ticket), f"velox:{head}:G1:aaa|bbb|ccc")


@pytest.mark.parametrize("seed", ["", "00", "zz" * 32, None])
def test_a_record_without_its_seed_is_unreadable(blank: Page, seed: str | None) -> None:
    code = "m.recompute(a[0], a[1]).then(() => 'read', e => e instanceof m.Unreadable)"
    assert run(blank, code, {**RECORD, "event": "G1", "server_seed": seed}, ODDS) is True
