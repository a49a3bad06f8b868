"""Template filters for amounts, in the reader's language."""

from decimal import Decimal
from functools import lru_cache

from babel.numbers import format_decimal, format_percent
from django import template
from django.utils.safestring import SafeString
from django.utils.translation import to_locale

from core import languages
from core.money import as_chips, money_text, short_money_text

register = template.Library()

register.filter("money", money_text)
register.filter("short_money", short_money_text)


@register.filter
def wallet(cents: int) -> str:
    """Return the cents of a wallet as money, also on the page of an event for play money."""
    with as_chips(False):
        return money_text(cents)


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


class _Amounts(template.Node):
    """A part of a template whose amounts are chips if ``of`` is played for play money."""

    def __init__(self, of: template.base.FilterExpression, inside: template.NodeList) -> None:
        self.of, self.inside = of, inside

    def render(self, context: template.Context) -> SafeString:
        with as_chips(self.of.resolve(context).free):
            return self.inside.render(context)


@register.tag
def amounts(parser: template.base.Parser, token: template.base.Token) -> _Amounts:
    """Write the amounts inside as what an event is played for: ``{% amounts event %}``."""
    _name, of = token.split_contents()
    inside = parser.parse(("endamounts",))
    parser.delete_first_token()
    return _Amounts(parser.compile_filter(of), inside)


@register.filter
def signed_chips(amount: int) -> str:
    """Return a change of a stack with its sign; zero has none."""
    sign = "+" if amount > 0 else "\N{MINUS SIGN}" if amount < 0 else ""
    return sign + chips(abs(amount))
