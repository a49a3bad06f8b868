"""A page of the rules as one reader sees it."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core import languages
from core.money import short_money_text
from core.settings.registry import Setting
from payouts import room_settings as payouts_house
from players import room_settings as players_house
from poker_site.rulebook import book, markdown
from poker_site.rulebook.book import Chapter
from poker_site.rulebook.contents import PAGE_OF, Page
from tables import room_settings as tables_house
from tournaments import room_settings as events_house


class RenderedChapter(NamedTuple):
    """A chapter in the reader's language; ``here`` has this room's own settings."""

    chapter: Chapter
    html: SafeString
    here: str


def language() -> str:
    """Return the reader's language, of those that the book is written in."""
    code = languages.active()
    return code if code in book.languages() else settings.LANGUAGE_CODE


def rendered(page: Page) -> list[RenderedChapter]:
    """Return the chapters of a page."""
    spoken = language()
    chapters = book.chapters(spoken)
    resolve = partial(_resolve, spoken)
    return [
        RenderedChapter(chapters[key], markdown.html(chapters[key].text, resolve), here(key))
        for key in page.keys
    ]


def address(key: str) -> str:
    """Return the address of a chapter."""
    return f"{reverse('rules_page', args=[PAGE_OF[key].slug])}#{key}"


def here(rule: str) -> str:
    """Return this room's setting of a rule; empty where the rule leaves nothing open."""
    say = HERE.get(rule)
    return say() if say else ""


def _resolve(spoken: str, target: str) -> str | None:
    """Return the address of a link within the book; other texts are not for players."""
    key = book.anchors(spoken).get(target.removeprefix("#"))
    return address(key) if key is not None and key in PAGE_OF else None


def _seconds(number: float) -> str:
    return ngettext("%(number)g second", "%(number)g seconds", round(number)) % {"number": number}


def _time(setting: Setting[timedelta]) -> str:
    """Return a time in seconds, or in minutes where they are whole."""
    seconds = setting.value().total_seconds()
    if seconds % 60:
        return _seconds(seconds)
    minutes = int(seconds // 60)
    return ngettext("%(number)s minute", "%(number)s minutes", minutes) % {"number": minutes}


def _lost() -> str:
    percent = events_house.LOST_CONNECTIONS.value()
    if not percent:
        return _("no event pauses by itself")
    outage = _seconds(settings.OUTAGE_SECONDS)
    return _("%(percent)s %% of the connections; an outage counts from %(outage)s on") % {
        "percent": percent,
        "outage": outage,
    }


HERE: dict[str, Callable[[], str]] = {
    "SHOW-2": lambda: _seconds(settings.RESULT_SECONDS),
    "CASH-1": lambda: _time(tables_house.CASH_RETURN),
    "POOL-1": lambda: short_money_text(events_house.ENTRY_RIGHT_LIMIT.value()),
    "CANCEL-3": lambda: (
        _("CANCEL-2 applies") if events_house.CASE2_WHEN_ALL_ITM.value() else _("CANCEL-1 applies")
    ),
    "TRN-2": lambda: _time(events_house.REBUY_TIME),
    "TRN-6": _lost,
    "PLAY-5": lambda: players_house.HELP_LINE.value(),
    "STAFF-2": lambda: (
        _("%(order)s for one order, %(day)s in a day")
        % {
            "order": short_money_text(payouts_house.FOUR_EYES.value()),
            "day": short_money_text(payouts_house.CASHIER_DAY.value()),
        }
    ),
}
