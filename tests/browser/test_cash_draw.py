"""A person plays Italian draw for cash by clicking only, and has the money back (DRAW-1)."""

from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import BrowserContext, Page

from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from players.models import User
from poker_site.bots.session import open_session
from tables.models import CashGame, CashStay, HandPlayer, Table
from tests.browser.company import opponents
from tests.browser.felt import listen, press, while_there
from tests.harness.chromium import DESKTOP, PHONE
from tests.harness.long_forms import longer
from tests.harness.room import RunningRoom, wait_for

HANDS = longer(20, short=4)
# What there is to press, the cheapest first: a person who likes to see cards.
PRESSED = ("Check", "Cip", "Parola", "Call", "Bet", "Fold anyway", "Fold")


@pytest.mark.rule("DRAW-1", "DRAW-4", "CASH-1")
@pytest.mark.slow
@pytest.mark.long
def test_a_person_plays_draw_poker_for_cash_and_has_the_money_back(
    room: RunningRoom,
    new_context: Callable[..., BrowserContext],
    people: Callable[[int], list[User]],
    shot: Callable[..., None],
) -> None:
    users = people(4)
    me = UserId(users[0].pk)
    game = CashGame.objects.get(game="italian")
    table = Table.objects.get(event=f"cash:{game.pk}")
    context = new_context(viewport=PHONE, device_scale_factor=2)
    cookie = {"name": "sessionid", "value": open_session(users[0]), "url": room.url}
    context.add_cookies([cookie])  # type: ignore[list-item]
    page = context.new_page()
    faults = listen(page)
    with opponents(room, users[1:], lambda bot: bot.sit_down(table.pk, 20_00)):
        page.goto(f"{room.url}/tables/{table.pk}/")
        page.get_by_role("button", name="Sit down").click()
        wait_for("a seat", lambda: CashStay.objects.filter(user=me).exists())
        for size, name in ((PHONE, "draw-cash-phone"), (DESKTOP, "draw-cash")):
            page.set_viewport_size(size)
            play(page, me, partial(shot, page, name), hands=HANDS // 2)
            assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        page.get_by_label("Your chips").click()
        page.get_by_role("button", name="Leave the table").click()

        now = page.get_by_role("button", name="Fold and leave")

        def gone() -> bool:
            # Offered to a player in a hand, once the wish to leave has arrived.
            if now.count():
                while_there(now)
            return mine(me).closed_at is not None

        wait_for("the money", gone)
    session = mine(me)
    assert session.took is not None
    assert ledger.balance(accounts.player(me)) == 1_000_00 - session.brought + session.took
    assert faults == []


def mine(user_id: UserId) -> CashStay:
    return CashStay.objects.get(user=user_id)


def played(user_id: UserId) -> int:
    return HandPlayer.objects.filter(user=user_id, hand__finished_at__isnull=False).count()


def play(page: Page, user_id: UserId, look: Callable[[], None], *, hands: int) -> None:
    """Play on until so many hands more are over; change two cards wherever cards are changed."""
    wanted = played(user_id) + hands

    def there() -> bool:
        # What has been sent is shown until the table answers.
        cards = page.locator(".change .pick:enabled")
        if cards.count() == 5:
            for card in (3, 4):
                while_there(cards.nth(card))
            look()
            press(page, "Change 2")
        else:
            press(page, *PRESSED)
        return played(user_id) >= wanted

    wait_for(f"{hands} hands", there)
