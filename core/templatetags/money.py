"""Template filters for amounts, in the reader's language."""

from decimal import Decimal
from functools import lru_cache

from babel.numbers import format_decimal, format_percent
from django import template
from django.utils.translation import to_locale

from core import languages
from core.money import money_text, short_money_text

register = template.Library()

register.filter("money", money_text)
register.filter("short_money", short_money_text)


@register.filter
def chips(amount: int | Decimal) -> str:
    """Return 15000 as "15,000" in English, "15.000" in Italian."""
    return _grouped(amount, languages.active())


# A list repeats few numbers.
@lru_cache(maxsize=4096)
def _grouped(amount: int | Decimal, language: str) -> str:
    return format_decimal(amount, locale=to_locale(language))


@register.filter
def percent(hundredths: int) -> str:
    """Return 1650 as "16.5%" in English, "16,5%" in Italian."""
    locale = to_locale(languages.active())
    return format_percent(Decimal(hundredths).scaleb(-4), "#,##0.##%", locale=locale)


@register.filter
def signed_money(cents: int) -> str:
    """Return a change of a balance: a plus sign or a true minus sign, then the amount."""
    sign = "+" if cents > 0 else "\N{MINUS SIGN}"
    return sign + money_text(abs(cents))


@register.filter
def signed_chips(amount: int) -> str:
    """Return a change of a stack with its sign; zero has none."""
    sign = "+" if amount > 0 else "\N{MINUS SIGN}" if amount < 0 else ""
    return sign + chips(abs(amount))
