"""How amounts read: cents as euro, chips with their thousands marked, in the reader's language."""

from decimal import Decimal

from babel.numbers import format_currency, format_decimal
from django import template
from django.utils.translation import get_language

register = template.Library()


@register.filter
def euro(cents: int) -> str:
    """1050 -> "€10.50" in English, "10,50 €" in Italian."""
    return format_currency(Decimal(cents) / 100, "EUR", locale=get_language() or "en")


@register.filter
def chips(amount: int) -> str:
    """15000 -> "15,000" in English, "15.000" in Italian."""
    return format_decimal(amount, locale=get_language() or "en")
