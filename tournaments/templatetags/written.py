"""Amounts that players have only written down, in a unit of their own (HOME-2)."""

from decimal import Decimal

from django import template
from django.utils.formats import number_format

register = template.Library()


@register.filter
def written(hundredths: int, unit: str) -> str:
    """Return an amount with its unit, with decimals only where there are some: "10 €"."""
    places = 2 if hundredths % 100 else 0
    amount = number_format(Decimal(hundredths) / 100, decimal_pos=places, force_grouping=True)
    return f"{amount} {unit}"
