"""Cents, places and moments in words, in the active language."""

from datetime import date, datetime
from decimal import Decimal
from functools import lru_cache

from babel import Locale
from babel.numbers import format_currency, format_decimal
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, to_locale


def euro(cents: int) -> str:
    """Return cents as €1,234.50 in English, 1.234,50 € in Italian; below zero with a true minus
    sign."""
    return _written(cents, get_language() or "en")


# A list repeats few amounts, and each takes a tenth of a millisecond.
@lru_cache(maxsize=4096)
def _written(cents: int, language: str) -> str:
    amount = format_currency(Decimal(cents).scaleb(-2), "EUR", locale=to_locale(language))
    return amount.replace("-", "\N{MINUS SIGN}")


def number(amount: int) -> str:
    """Return chips as 1,234 in English, 1.234 in Italian."""
    return format_decimal(amount, locale=to_locale(get_language() or "en"))


def ordinal(place: int) -> str:
    """Return a place in the active language: 1 -> 1st, 1º."""
    if get_language() == "it":
        return f"{place}º"
    teens = place % 100 in (11, 12, 13)
    ending = "th" if teens else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


def short_euro(cents: int) -> str:
    """Return cents as euro, whole ones without decimals: €5 and 5 €, but €0.50."""
    return euro(cents) if cents % 100 else _whole(cents // 100, get_language() or "en")


@lru_cache(maxsize=4096)
def _whole(euros: int, language: str) -> str:
    locale = Locale.parse(to_locale(language))
    pattern = locale.currency_formats["standard"].pattern.replace(".00", "")
    return format_currency(euros, "EUR", format=pattern, locale=locale, currency_digits=False)


def written(at: date, form: str) -> str:
    """Return a local moment or a date in one of Django's formats; all in lower case in Italian."""
    text = date_format(at, form)
    return text.lower() if get_language() == "it" else text


def clock_time(at: datetime) -> str:
    """Return the hour and minute of a moment in the room's time zone."""
    return written(timezone.localtime(at), "H:i")


def moment(at: datetime) -> str:
    """Return date, hour and minute of a moment in the room's time zone, in the active language."""
    return written(timezone.localtime(at), "j F Y, H:i")
