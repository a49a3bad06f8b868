"""Numbers, places and moments as text, in the active language."""

from datetime import date, datetime

from babel.numbers import format_decimal
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, to_locale


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
