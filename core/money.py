"""The room's currency, and amounts of it as text in the active language.

Amounts are integers of the currency's smallest unit: cents of the euro, grosze, yen. The code calls
them cents whatever the currency.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from decimal import Decimal
from functools import lru_cache

from babel import Locale
from babel.core import get_global
from babel.numbers import (
    format_currency,
    format_decimal,
    get_currency_precision,
    get_currency_symbol,
)
from django.utils.formats import get_format
from django.utils.translation import to_locale

from core import languages

# Currencies are offered that somebody used on the first of these days; the other is for those
# without an end.
SINCE, LONG = (2025, 1, 1), (9999, 1, 1)
_CENTS = re.compile(r"{([0-9]+)}")
_read: Callable[[], str] = "EUR".__str__
# Set while amounts are those of something played for play money (FREE-1).
_in_chips: ContextVar[bool] = ContextVar("in_chips", default=False)


def read_by(read: Callable[[], str]) -> None:
    """Set the function that returns the room's currency (called by the setting)."""
    global _read
    _read = read


def currency() -> str:
    """Return the ISO 4217 code of the room's currency."""
    return _read()


def digits() -> int:
    """Return the number of decimals of the currency: 2 for the euro, 0 for yen and chips."""
    return 0 if _in_chips.get() else get_currency_precision(_read())


def codes() -> list[str]:
    """Return the codes of currencies in use. One that ends stays: a room may have it."""
    rows = (row for rows in get_global("territory_currencies").values() for row in rows)
    return sorted(
        {code for code, _since, until, tender in rows if tender and (until or LONG) >= SINCE}
    )


def named_codes() -> list[tuple[str, str]]:
    """Return the same codes, each with its name in the active language."""
    names = _locale(languages.active()).currencies
    return [(code, f"{code} · {names.get(code, code)}") for code in codes()]


def units(cents: int) -> Decimal:
    """Return an amount as people write it, in whole units with decimals: 1250 -> 12.50 euro."""
    return Decimal(cents).scaleb(-digits())


def cents_of(units: Decimal) -> int:
    """Return an amount in the smallest unit: 12.50 euro -> 1250."""
    return int(units.scaleb(digits()))


def symbol() -> str:
    """Return the currency's sign, or its code where the language knows none; none for chips."""
    if _in_chips.get():
        return ""
    return get_currency_symbol(_read(), locale=_locale(languages.active()))


def plain_text(cents: int) -> str:
    """Return cents as files for programs have them: the English sign, digits and a point."""
    sign = "" if _in_chips.get() else get_currency_symbol(_read(), locale=_locale("en"))
    return f"{sign}{units(cents):f}"


def arithmetic_text(arithmetic: str) -> str:
    """Return an arithmetic whose amounts are cents in braces, such as ``{4200} × 3 / 10``, with
    amounts as text."""
    point = str(get_format("DECIMAL_SEPARATOR"))
    return _CENTS.sub(lambda found: f"{units(int(found[1])):f}".replace(".", point), arithmetic)


@contextmanager
def as_chips(chips: bool = True) -> Iterator[None]:
    """Write and read the amounts meanwhile as whole chips without a currency, or again as money.

    An event or a ticket knows whether its amounts are cents or chips of play money; a page that
    shows it writes both alike.
    """
    token = _in_chips.set(chips)
    try:
        yield
    finally:
        _in_chips.reset(token)


def money_text(cents: int) -> str:
    """Return cents as €1,234.50 in English, 1.234,50 € in Italian; below zero with a true minus
    sign. Within ``as_chips`` they are chips: 123,450."""
    return _amount(cents, whole=False)


def short_money_text(cents: int) -> str:
    """Return cents as text, whole units without decimals: €5 and 5 €, but €0.50."""
    return _amount(cents, whole=True)


def text_in(currency: str, amount: int) -> str:
    """Return an amount of another currency than the room's, in its smallest unit, as text."""
    return _written(amount, currency, languages.active(), whole=False)


def amount_text(cents: int, *, chips: bool) -> str:
    """Return an amount as chips of play money, or else as money."""
    with as_chips(chips):
        return money_text(cents)


def _amount(cents: int, *, whole: bool) -> str:
    language = languages.active()
    if _in_chips.get():
        text: str = format_decimal(cents, locale=_locale(language))
        return text.replace("-", "\N{MINUS SIGN}")
    return _written(cents, _read(), language, whole=whole)


# A list repeats few amounts, and each takes a tenth of a millisecond.
@lru_cache(maxsize=4096)
def _written(cents: int, code: str, language: str, *, whole: bool) -> str:
    precision, locale = get_currency_precision(code), _locale(language)
    amount = Decimal(cents).scaleb(-precision)
    pattern = _pattern(locale, code)
    if whole and amount == amount.to_integral_value():
        pattern = pattern.replace(".00", "")
        text = format_currency(amount, code, pattern, locale=locale, currency_digits=False)
    else:
        text = format_currency(amount, code, pattern, locale=locale)
    return text.replace("-", "\N{MINUS SIGN}")


@lru_cache
def _pattern(locale: Locale, code: str) -> str:
    """Return the language's pattern; a sign that ends with a letter keeps off the digits."""
    pattern: str = locale.currency_formats["standard"].pattern
    apart = get_currency_symbol(code, locale=locale)[-1:].isalpha()
    return pattern.replace("¤#", "¤\N{NO-BREAK SPACE}#") if apart else pattern


@lru_cache
def _locale(language: str) -> Locale:
    return Locale.parse(to_locale(language))
