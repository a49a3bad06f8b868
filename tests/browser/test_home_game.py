"""A home game: from nothing to a dealt hand of two browsers, and to the settle-up page (HOME-1)."""

import re
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from itertools import groupby
from operator import attrgetter
from urllib.parse import urlsplit

import pytest
from django.utils import timezone, translation
from playwright.sync_api import BrowserContext, Page, expect

from core.refusal import Refusal
from core.types import UserId
from payouts.rules.schemes import Standard
from players.sign_in import guests
from tables.engine import Action
from tables.live import dealer, record
from tables.models import Table
from tests.browser.felt import settle
from tests.harness.chromium import PHONE
from tests.harness.room import RunningRoom, wait_for
from tests.tournaments.evening import put_everything_in
from tournaments.home import games
from tournaments.home.cash import cash_of
from tournaments.home.events import event_of
from tournaments.home.models import HomeGame
from tournaments.templatetags.written import written

Shot = Callable[[Page, str], None]

# Presses of all players together, from the front page to their cards.
MOST_PRESSES = 6
# Players who put all their chips into a hand.
ALL_IN = 3
OTHERS = ("Bea", "Carlo", "Dino", "Elena", "Franco", "Gino", "Ines", "Luca")


def _skip_hints(page: Page) -> None:
    """End the hints of a first hand, which lie over the table's head, or end by themselves."""
    settle(page)
    page.locator(".tour-skip").dispatch_event("click")


def _talk(host: Page, friend: Page) -> None:
    """Say something at the table: the other is told how many lines are unread, and reads each
    phrase in their own language; the felt keeps its size (CHAT-1)."""
    felt = friend.locator(".stage").bounding_box()
    host.locator(".chat-drawer summary").first.click()
    settle(host)
    host.locator("[name=text]").fill("ciao")
    host.keyboard.press("Enter")
    expect(host.locator(".chat-line")).to_have_count(1)
    expect(friend.locator("[data-chat-unread]")).to_have_text("1")
    host.get_by_text("Quick phrases").click()
    settle(host)
    host.get_by_role("button", name="Good luck!").click()
    expect(friend.locator("[data-chat-unread]")).to_have_text("2")
    friend.locator(".chat-drawer summary").first.press("Enter")
    expect(friend.locator(".chat-lines")).to_contain_text("Buona fortuna!")
    expect(friend.locator("[data-chat-unread]")).to_be_hidden()
    assert friend.locator(".stage").bounding_box() == felt
    settle(friend)
    friend.locator(".chat-about summary").first.click()
    settle(friend)
    friend.locator(".chat-about button[value=report]").first.click()
    expect(friend.locator(".chat-about[open]")).to_have_count(0)
    friend.keyboard.press("Escape")
    expect(friend.locator(".chat-drawer")).not_to_have_attribute("open", "")


def _note(page: Page) -> None:
    """Write a note on another player at their seat; the felt shows its colour at once (CHAT-4)."""
    page.locator(".note-open").first.press("Enter")
    settle(page)
    dialog = page.get_by_role("dialog")
    dialog.locator("textarea").fill("calls too much")
    dialog.locator("select").select_option("red")
    dialog.get_by_role("button", name="Follow").click()
    # Guests follow nobody: the room's own sentence says so.
    expect(dialog.locator(".fault")).to_contain_text("sign up first")
    dialog.get_by_role("button", name="Save the note").click()
    expect(dialog).to_have_count(0)
    expect(page.locator(".note-open:has(.colour-red)")).to_have_attribute("title", "calls too much")
    page.reload()
    expect(page.locator(".note-open:has(.colour-red)")).to_have_attribute("title", "calls too much")


@pytest.mark.rule("HOME-1", "HOME-2")
def test_a_laptop_and_two_phones_come_to_a_hand_by_a_link_and_settle_up(
    room: RunningRoom, new_context: Callable[..., BrowserContext], shot: Shot
) -> None:
    host, friend = new_context().new_page(), new_context(viewport=PHONE, locale="it-IT").new_page()
    other = new_context(viewport=PHONE).new_page()
    pages = (host, friend, other)
    host.goto(room.url)
    presses = [host.get_by_role("link", name="Start a home game").first]
    presses[-1].click()
    host.locator("#home-name").fill("Anna")
    host.locator("[name=buy_in]").fill("10")
    presses.append(host.locator("#open-game"))
    presses[-1].click()
    link = host.locator("#home-address").input_value()
    for page, name in ((friend, "Bea"), (other, "Cleo")):
        page.goto(link)
        page.locator("#home-name").fill(name)
        presses.append(page.locator("#sit-down"))
        presses[-1].click()
    expect(host.locator(".home-players li")).to_have_count(len(pages))
    shot(host, "home-wait")
    presses.append(host.locator("#start-game:enabled"))
    presses[-1].wait_for()
    settle(host)
    presses[-1].click()
    for page in pages:
        expect(page.locator(".mine .hole .card").first).to_be_visible()
    assert len(presses) <= MOST_PRESSES
    for page, name in zip(pages, ("laptop", "phone", "other-phone"), strict=True):
        shot(page, f"home-cards-{name}")
    for page in pages:
        _skip_hints(page)
        expect(page.locator(".tour")).to_be_hidden()
    _talk(host, friend)
    _note(host)

    host.goto(f"{link}?end=yes")
    settle(host)
    host.locator(".home-asked button").click()
    friend.goto(link)
    expect(friend.locator(".chat-line")).to_have_count(0)
    results = friend.locator("table")
    expect(results.locator("tbody tr")).to_have_count(len(pages))
    expect(results).to_contain_text("10 €")
    assert friend.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


@pytest.mark.rule("HOME-6")
def test_two_friends_come_from_the_form_of_a_cash_game_to_settling_up(
    room: RunningRoom, new_context: Callable[..., BrowserContext], shot: Shot
) -> None:
    host, friend = new_context().new_page(), new_context(viewport=PHONE, locale="it-IT").new_page()
    pages = (host, friend)
    host.goto(f"{room.url}/home/new/")
    host.locator("#home-name").fill("Carla")
    # Each kind of game shows its own questions.
    expect(host.locator("[name=most]")).to_be_hidden()
    host.locator("[name=kind][value=cash]").check()
    expect(host.locator("[name=most]")).to_be_visible()
    host.locator("[name=buy_in]").fill("10")
    host.locator("[name=seconds]").select_option("40")
    host.locator("#open-game").click()
    link = host.locator("#home-address").input_value()
    friend.goto(link)
    friend.locator("#home-name").fill("Dora")
    friend.locator("#sit-down").click()
    host.locator("#start-game:enabled").wait_for()
    settle(host)
    host.locator("#start-game").click()
    for page in pages:
        expect(page.locator(".mine .hole .card").first).to_be_visible()
        _skip_hints(page)
    assert friend.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    shot(friend, "home-cash-table")
    fold = ".actions.yours .buttons .fold"
    loser = wait_for(
        "a turn", lambda: next(filter(lambda page: page.locator(fold).count(), pages), None)
    )
    names = ("Carla", "Dora") if loser is host else ("Dora", "Carla")
    host.goto(f"{link}?end=yes")
    settle(host)
    host.locator(".home-asked button").click()
    # The hand that is dealt is played to its end: the small blind gives up, and has lost it.
    if loser is host:
        host.locator("#to-table").click()
    settle(loser)
    loser.locator(fold).click()
    friend.goto(link)
    game = HomeGame.objects.get(token=urlsplit(link).path.split("/")[2])
    cents = game.buy_in * cash_of(game).small_blind // game.stack
    with translation.override("it"):
        amount = written(cents, "€")
    expect(friend.locator(".home-payments li")).to_contain_text(f"{names[0]} paga {amount}")
    settle(friend)
    friend.locator(".home-payments button").click()
    expect(friend.locator(".home-paid .badge")).to_have_text("pagato")
    expect(friend.locator("#home-text")).to_have_value(re.compile(f"paga {amount} a .+ ✓"))
    shot(friend, "home-cash-settle-up")
    friend.evaluate("navigator.canShare = undefined")
    settle(friend)
    with friend.expect_download() as saved:
        friend.locator("[data-share-list]").click()
    assert saved.value.suggested_filename == "settle-up.png"


@pytest.mark.rule("HOME-2")
def test_nine_guests_play_a_tournament_to_settling_up(
    room: RunningRoom, new_context: Callable[..., BrowserContext], shot: Shot
) -> None:
    host = new_context(viewport=PHONE).new_page()
    host.goto(f"{room.url}/home/new/")
    host.locator("#home-name").fill("Anna")
    host.locator("[name=buy_in]").fill("10")
    host.locator("#open-game").click()
    link = host.locator("#home-address").input_value()
    game = HomeGame.objects.get(token=urlsplit(link).path.split("/")[2])
    for name in OTHERS:
        now = timezone.now()
        guest = guests.make(of_age=True, known_as=(), called=name, now=now)
        games.join(token=game.token, user_id=UserId(guest.pk), now=now)
    expect(host.locator(".home-players li")).to_have_count(len(OTHERS) + 1)
    shot(host, "home-nine-wait")
    host.locator("#start-game:enabled").wait_for()
    settle(host)
    host.locator("#start-game").click()
    wait_for("one player to have all chips", lambda: _play_on(game))

    # Late entry is open: the game waits for others unless the host says otherwise.
    host.goto(link)
    host.locator("#finish").wait_for()
    settle(host)
    host.locator("#finish").click()
    rows = host.locator("section[aria-labelledby=results-title] tbody tr")
    expect(rows).to_have_count(len(OTHERS) + 1)
    # The pool of nine buy-ins of ten euros goes to the places by the standard scheme, and the
    # payments are what the players are left with.
    prizes = Standard().prizes(entries=len(OTHERS) + 1, pool=9_000)
    prizes += [0] * (len(OTHERS) + 1 - len(prizes))
    players = {player.user_id: player for player in game.players.order_by("place")}
    for place, tied in groupby(players.values(), attrgetter("place")):
        shares = [player.prize for player in tied]
        assert sum(shares) == sum(prizes[place - 1 : place - 1 + len(shares)])
        assert max(shares) - min(shares) <= 1
    paid = Counter[int]({user: -1_000 + player.prize for user, player in players.items()})
    payments = list(game.payments.all())
    assert len(payments) < len(players)
    for payment in payments:
        paid[payment.payer_id] += payment.amount
        paid[payment.payee_id] -= payment.amount
    assert set(paid.values()) == {0}
    expect(host.locator(".home-payments li")).to_have_count(len(payments))
    assert host.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    shot(host, "home-nine-settle-up")


def _play_on(game: HomeGame) -> bool:
    """Play whatever hand runs, all-in by three players; return whether one has all chips."""
    event = event_of(game)
    for table in Table.objects.filter(event=event.event, status=Table.Status.OPEN):
        # The room's own processes act too.
        with suppress(Refusal):
            read = record.read(table.pk)
            hand, turn = read.live.playing, read.live.turn
            if hand is None or turn is None:
                continue
            dealer.act(
                table_id=table.pk,
                user_id=read.live.dealt[turn],
                action=Action("fold") if len(hand.live) > ALL_IN else put_everything_in(hand),
                seen_version=read.version,
                now=timezone.now(),
            )
    event.refresh_from_db()
    return event.live_count == 1
