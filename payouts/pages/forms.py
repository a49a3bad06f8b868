"""Forms and fields for money."""

import re
import uuid
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django import forms
from django.core.validators import DecimalValidator
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from core import money
from core.money import money_text
from payouts.models.limits import LimitKindChoices, LimitPeriodChoices, amount_text
from payouts.rules import limits
from players.protection import reminders

MONEY_INPUT = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})


MINUTES_A_MONTH = 31 * 24 * 60
# The highest limit that a player may type, in cents.
MOST_LIMITED = 1_000_000_00


def _new_key() -> str:
    return uuid.uuid4().hex


def _times() -> list[tuple[int, str]]:
    return [(minutes, amount_text(limits.LimitKind.TIME, minutes)) for minutes in reminders.CHOICES]


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

    def __init__(self, *, least: int = 0, most: int = MOST_LIMITED, **options: Any) -> None:
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
    return lazy(lambda: f"{label}, {money.symbol()}", str)()


def money_field(least: int, most: int, **options: Any) -> MoneyField:
    """Return a required field for an amount from ``least`` to ``most`` cents."""
    return MoneyField(least=least, most=most, **{"widget": MONEY_INPUT, **options})


class CentsField(MoneyField):
    """A term; empty is ``empty``: no term, or zero."""

    def __init__(self, *, empty: int | None = 0, **options: Any) -> None:
        self.empty = empty
        super().__init__(**{"required": False, **options})

    def clean(self, value: Any) -> Any:
        cleaned = super().clean(value)
        return self.empty if cleaned is None else cleaned


class MoneyForm(forms.Form):
    """An amount of demo money; ``key`` makes a double click one transfer."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=_new_key)

    def cents(self) -> int:
        """Return the amount of a valid form, cents."""
        cents: int = self.cleaned_data["amount"]
        return cents


class DepositForm(MoneyForm):
    amount = money_field(1_00, 1000_00, initial=50_00)


class WithdrawalForm(MoneyForm):
    """Its ids are its own, as it stands on the deposit's page."""

    amount = money_field(1, 1_000_000_00)

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, auto_id="out_%s")


class PayInForm(MoneyForm):
    """A deposit by the payment service; the verb checks its bounds."""

    amount = money_field(1, MOST_LIMITED)


class PayOutForm(MoneyForm):
    """A withdrawal: the amount and the IBAN."""

    amount = money_field(1, MOST_LIMITED)
    destination = forms.CharField(
        label=_("IBAN"),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        help_text=_("An account in your own name."),
    )

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, auto_id="out_%s")


class LimitForm(forms.Form):
    """A limit for one period; left empty, none."""

    kind = forms.ChoiceField(choices=LimitKindChoices, widget=forms.HiddenInput)
    period = forms.ChoiceField(choices=LimitPeriodChoices, widget=forms.HiddenInput)
    amount: forms.Field = money_field(
        0,
        MOST_LIMITED,
        label=_("New limit"),
        required=False,
        help_text=_("Empty: no limit."),
    )

    def most(self) -> int | None:
        """Return the limit of a valid form, in cents; None for none."""
        cents: int | None = self.cleaned_data["amount"]
        return cents


class TimeLimitForm(LimitForm):
    """A limit of time for one period."""

    amount = forms.IntegerField(
        label=_("New limit in minutes"),
        min_value=0,
        max_value=MINUTES_A_MONTH,
        required=False,
        help_text=_("Empty: no limit."),
    )

    def most(self) -> int | None:
        """Return the limit of a valid form, in minutes; None for none."""
        minutes: int | None = self.cleaned_data["amount"]
        return minutes


class ReceiptForm(forms.Form):
    """The number and the code of a receipt."""

    number = forms.CharField(label=_("Number"), max_length=20)
    code = forms.CharField(label=_("Code"), max_length=20)


class ReminderForm(forms.Form):
    """The choice of the interval of reminders of the time at the tables."""

    minutes = forms.TypedChoiceField(
        label=_("Remind me every"),
        choices=_times,
        coerce=int,
    )


class ExclusionForm(forms.Form):
    """The length of a self-exclusion, and its confirmation."""

    DAYS = (
        (1, _("one day")),
        (7, _("one week")),
        (30, _("30 days")),
        (180, _("180 days")),
        (365, _("one year")),
        (5 * 365, _("five years")),
    )

    days = forms.TypedChoiceField(label=_("For how long"), choices=DAYS, coerce=int)
    meant = forms.BooleanField(label=_("I understand that this cannot be ended early."))
