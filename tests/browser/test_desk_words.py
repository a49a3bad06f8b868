"""What the desk's framework says in its widgets, as a browser gets it."""

from collections.abc import Callable
from urllib.parse import urljoin

from django.urls import reverse
from playwright.sync_api import BrowserContext

from players.models import User
from tests.browser.test_desk import sign_in
from tests.harness.room import RunningRoom

# Bytes of the desk's words that came over the line.
WORDS = """() => performance.getEntriesByType("resource").filter(
  ({ name }) => name.endsWith("/jsi18n/")).map((it) => it.transferSize)"""


def test_the_desk_asks_for_its_words_once_in_each_language(
    room: RunningRoom, new_context: Callable[..., BrowserContext]
) -> None:
    boss = User.objects.create_superuser("boss")
    page = sign_in(new_context(), room, boss)

    def loaded(place: str) -> tuple[bool, str]:
        """Whether the words came over the line, and one of them."""
        page.goto(urljoin(room.url, reverse(f"admin:{place}_changelist")))
        [size] = page.evaluate(WORDS)
        return bool(size), page.evaluate("gettext('Today')")

    assert loaded("tournaments_tournament") == (True, "Today")
    assert loaded("tables_cashgame") == (False, "Today")
    page.context.add_cookies([{"name": "django_language", "value": "it", "url": room.url}])
    assert loaded("tables_cashgame") == (True, "Oggi")
    assert loaded("tournaments_tournament") == (False, "Oggi")
