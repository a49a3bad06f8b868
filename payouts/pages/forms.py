"""Forms and fields for money."""

import uuid
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from core.money_field import MOST_TYPED, MoneyField
from payouts.models.limits import LimitKindChoices, LimitPeriodChoices, amount_text
from payouts.rules import limits
from players.protection import reminders

MONEY_INPUT = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})
MINUTES_A_MONTH = 31 * 24 * 60


def _new_key() -> str:
    return uuid.uuid4().hex


def _times() -> list[tuple[int, str]]:
    return [(minutes, amount_text(limits.LimitKind.TIME, minutes)) for minutes in reminders.CHOICES]


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

    amount = money_field(1, MOST_TYPED)


class PayOutForm(MoneyForm):
    """A withdrawal: the amount and the IBAN."""

    amount = money_field(1, MOST_TYPED)
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
        MOST_TYPED,
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
