"""A form field for an amount of money."""

import re
from decimal import Decimal
from typing import Any, Final

from django import forms
from django.core.validators import DecimalValidator
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from core import money
from core.money import money_text

# The highest amount of a field that names none, in cents.
MOST_TYPED: Final = 1_000_000_00


class MoneyField(forms.DecimalField):
    """An amount in the room's currency as people write one, from ``least`` to ``most`` cents; its
    value is cents.

    Decimals in program notation (1e3, 1_000, ٣) are no amounts.
    """

    WRITTEN = re.compile(r"[0-9]+([.,][0-9]*)?", re.ASCII)
    # As our own pages write it. With both signs there is no doubt, so either language is read.
    GROUPED = re.compile(
        r"[0-9]{1,3}(\.[0-9]{3})+,[0-9]{2,3}|[0-9]{1,3}(,[0-9]{3})+\.[0-9]{2,3}", re.ASCII
    )
    # A currency without decimals: every sign stands between thousands.
    WHOLE = re.compile(r"[0-9]+|[0-9]{1,3}(\.[0-9]{3})+|[0-9]{1,3}(,[0-9]{3})+", re.ASCII)

    def __init__(self, *, least: int = 0, most: int = MOST_TYPED, **options: Any) -> None:
        label = options.pop("label", _("Amount"))
        super().__init__(localize=True, label=_with_symbol(label), **options)
        self.least, self.most = least, most

    def prepare_value(self, value: Any) -> Any:
        return money.units(value) if isinstance(value, int) else value

    def to_python(self, value: Any) -> Decimal | None:  # type: ignore[override]
        text = value.strip() if isinstance(value, str) else ""
        if text and (self.GROUPED if money.digits() else self.WHOLE).fullmatch(text):
            return Decimal(re.sub(r"[.,]", "", text)).scaleb(-_decimals(text))
        if text and not (money.digits() and self.WRITTEN.fullmatch(text)):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(value)

    def validate(self, value: Any) -> None:
        super().validate(value)
        if value is None:
            return
        DecimalValidator(None, money.digits())(value)
        if value < money.units(self.least):
            words = _("Type %(amount)s or more.") % {"amount": money_text(self.least)}
            raise forms.ValidationError(words, code="too_small")
        if value > money.units(self.most):
            words = _("Type %(amount)s or less.") % {"amount": money_text(self.most)}
            raise forms.ValidationError(words, code="too_large")

    def clean(self, value: Any) -> Any:
        cleaned = super().clean(value)
        return None if cleaned is None else money.cents_of(cleaned)

    def has_changed(self, initial: Any, data: Any) -> bool:
        return super().has_changed(self.prepare_value(initial), data)


def _decimals(text: str) -> int:
    """Return the number of decimals of a grouped amount."""
    return len(re.split(r"[.,]", text)[-1]) if money.digits() else 0


def _with_symbol(label: Any) -> Any:
    """Return a label with the currency's sign, read when it is shown."""
    return lazy(lambda: ", ".join(filter(None, (str(label), money.symbol()))), str)()
