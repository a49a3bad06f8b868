"""A page of the rules as one reader sees it."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from core.euro import short_euro
from poker_site.rulebook import book, markdown
from poker_site.rulebook.book import Chapter
from poker_site.rulebook.contents import PAGE_OF, Page


class Told(NamedTuple):
    """A chapter in the reader's language; ``here`` says what this room has set."""

    chapter: Chapter
    html: SafeString
    here: str


def language() -> str:
    """The reader's, of those that the book is written in."""
    asked = (get_language() or "en").partition("-")[0]
    return asked if asked in book.LANGUAGES else "en"


def told(page: Page) -> list[Told]:
    """Everything that stands on a page."""
    spoken = language()
    chapters = book.chapters(spoken)
    resolve = partial(_resolve, spoken)
    return [
        Told(chapters[key], markdown.html(chapters[key].text, resolve), here(key))
        for key in page.keys
    ]


def address(key: str) -> str:
    """Where a chapter stands."""
    return f"{reverse('rules_page', args=[PAGE_OF[key].slug])}#{key}"


def here(rule: str) -> str:
    """What this room has set where a rule leaves it open; empty where it leaves nothing."""
    say = HERE.get(rule)
    return say() if say else ""


def _resolve(spoken: str, target: str) -> str | None:
    """A link within the book; what lies outside of it players do not read."""
    key = book.anchors(spoken).get(target.removeprefix("#"))
    return address(key) if key is not None and key in PAGE_OF else None


def _seconds(number: float) -> str:
    return ngettext("%(number)g second", "%(number)g seconds", round(number)) % {"number": number}


def _minutes(number: int) -> str:
    return ngettext("%(number)s minute", "%(number)s minutes", number) % {"number": number}


def _lost() -> str:
    percent = settings.LOST_CONNECTIONS_PERCENT
    if not percent:
        return _("no event pauses by itself")
    outage = _seconds(settings.OUTAGE_SECONDS)
    return _("%(percent)s %% of the connections; an outage counts from %(outage)s on") % {
        "percent": percent,
        "outage": outage,
    }


HERE: dict[str, Callable[[], str]] = {
    "SHOW-2": lambda: _seconds(settings.RESULT_SECONDS),
    "CASH-1": lambda: _minutes(settings.CASH_RETURN_MINUTES),
    "POOL-1": lambda: short_euro(settings.ENTRY_RIGHT_LIMIT),
    "CANCEL-3": lambda: (
        _("CANCEL-2 applies") if settings.CASE2_WHEN_ALL_ITM else _("CANCEL-1 applies")
    ),
    "TRN-2": lambda: _seconds(settings.REBUY_SECONDS),
    "TRN-6": _lost,
    "PLAY-5": lambda: settings.HELP_LINE,
    "STAFF-2": lambda: (
        _("%(order)s for one order, %(day)s in a day")
        % {
            "order": short_euro(settings.FOUR_EYES_CENTS),
            "day": short_euro(settings.CASHIER_DAY_CENTS),
        }
    ),
}
