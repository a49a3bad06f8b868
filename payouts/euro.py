"""Cents as a person reads them."""

from decimal import Decimal

from babel.numbers import format_currency
from django.utils.translation import get_language, to_locale


def euro(cents: int) -> str:
    """€1,234.50 in English, 1.234,50 € in Italian: the active language decides."""
    locale = to_locale(get_language() or "en")
    return format_currency(Decimal(cents).scaleb(-2), "EUR", locale=locale)
