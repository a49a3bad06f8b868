"""Numbers, places and moments as text, in the active language."""

from datetime import date, datetime
from decimal import Decimal

from babel import Locale
from babel.numbers import format_decimal
from django.utils import timezone
from django.utils.formats import date_format, get_format
from django.utils.translation import pgettext, to_locale

from core import languages


def number(amount: int) -> str:
    """Return chips as 1,234 in English, 1.234 in Italian."""
    return format_decimal(amount, locale=to_locale(languages.active()))


def points(hundredths: int) -> str:
    """Return hundredths of a point as 1,234.5 in English, 1.234,5 in Italian."""
    amount = Decimal(hundredths) / 100
    return format_decimal(amount, format="#,##0.##", locale=to_locale(languages.active()))


def ordinal(place: int) -> str:
    """Return a place in the active language: 1 -> 1st, 1º."""
    words = {
        "one": pgettext("ordinal", "{place}st"),
        "two": pgettext("ordinal", "{place}nd"),
        "few": pgettext("ordinal", "{place}rd"),
        "many": pgettext("ordinal", "{place}th"),
        "other": pgettext("ordinal", "{place}th"),
    }
    form = Locale.parse(to_locale(languages.active())).ordinal_form(place)
    return words.get(form, words["other"]).format(place=place)


def written(at: date, form: str) -> str:
    """Return a local moment or a date in one of Django's formats; in lower case in languages whose
    formats ask for it (LOWER_CASE_DATES)."""
    text = date_format(at, form)
    return text.lower() if get_format("LOWER_CASE_DATES") is True else text


def clock_time(at: datetime) -> str:
    """Return the hour and minute of a moment in the room's time zone."""
    return written(timezone.localtime(at), "H:i")


def moment(at: datetime) -> str:
    """Return date, hour and minute of a moment in the room's time zone, in the active language."""
    return written(timezone.localtime(at), "j F Y, H:i")
