"""Forms and fields for money."""

import re
import uuid
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from core.euro import euro
from payouts.models.limits import LimitKindChoices, LimitPeriodChoices, amount_text
from payouts.rules import limits
from players.protection import reminders

EUROS = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})


MINUTES_A_MONTH = 31 * 24 * 60
# The highest limit that a player may type, in euro and in cents.
MOST_EUROS = 1_000_000
MOST_LIMITED = MOST_EUROS * 100


def _new_key() -> str:
    return uuid.uuid4().hex


def _times() -> list[tuple[int, str]]:
    return [(minutes, amount_text(limits.LimitKind.TIME, minutes)) for minutes in reminders.CHOICES]


class EuroField(forms.DecimalField):
    """An amount as people write one, from ``least`` to ``most`` cents.

    Decimals in program notation (1e3, 1_000, ٣) are no amounts.
    """

    WRITTEN = re.compile(r"\s*[0-9]+([.,][0-9]*)?\s*", re.ASCII)
    # As our own pages write it. With both signs there is no doubt, so either language is read.
    GROUPED = re.compile(
        r"\s*[0-9]{1,3}(\.[0-9]{3})+,[0-9]{2}\s*|\s*[0-9]{1,3}(,[0-9]{3})+\.[0-9]{2}\s*", re.ASCII
    )

    def __init__(self, *, least: int, most: int, **options: Any) -> None:
        super().__init__(decimal_places=2, localize=True, **options)
        self.least, self.most = least, most

    def to_python(self, value: Any) -> Decimal | None:  # type: ignore[override]
        if isinstance(value, str) and self.GROUPED.fullmatch(value):
            return Decimal(re.sub(r"[.,]", "", value.strip())).scaleb(-2)
        if isinstance(value, str) and value.strip() and not self.WRITTEN.fullmatch(value):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(value)

    def validate(self, value: Any) -> None:
        super().validate(value)
        if value is None:
            return
        if value * 100 < self.least:
            words = _("Type %(amount)s or more.") % {"amount": euro(self.least)}
            raise forms.ValidationError(words, code="too_small")
        if value * 100 > self.most:
            words = _("Type %(amount)s or less.") % {"amount": euro(self.most)}
            raise forms.ValidationError(words, code="too_large")


def euros(least: str, most: int, **options: Any) -> EuroField:
    """Return a field for an amount in euro, with the reader's own decimal sign."""
    return EuroField(
        least=int(Decimal(least) * 100),
        most=most * 100,
        **{"label": _("Amount in euro"), "widget": EUROS, **options},
    )


class CentsField(EuroField):
    """A term that is stored in cents and typed in euro; empty is ``empty``: no term, or zero."""

    def __init__(self, *, empty: int | None = 0, most: int = MOST_EUROS * 100, **options: Any):
        self.empty = empty
        super().__init__(least=0, most=most, **{"required": False, **options})

    def prepare_value(self, value: Any) -> Any:
        return Decimal(value).scaleb(-2) if isinstance(value, int) else value

    def clean(self, value: Any) -> Any:
        cleaned = super().clean(value)
        return self.empty if cleaned is None else int(cleaned * 100)

    def has_changed(self, initial: Any, data: Any) -> bool:
        return super().has_changed(self.prepare_value(initial), data)


class MoneyForm(forms.Form):
    """An amount of demo money; ``key`` makes a double click one transfer."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=_new_key)

    def cents(self) -> int:
        """Return the amount of a valid form, cents."""
        return int(self.cleaned_data["amount"] * 100)


class DepositForm(MoneyForm):
    amount = euros("1", 1000, initial=Decimal(50))


class WithdrawalForm(MoneyForm):
    """Its ids are its own, as it stands on the deposit's page."""

    amount = euros("0.01", 1_000_000)

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, auto_id="out_%s")


class PayInForm(MoneyForm):
    """A deposit by the payment service; the verb checks its bounds."""

    amount = euros("0.01", MOST_EUROS)


class PayOutForm(MoneyForm):
    """A withdrawal: the amount and the IBAN."""

    amount = euros("0.01", MOST_EUROS)
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
    amount: forms.Field = euros(
        "0",
        MOST_EUROS,
        label=_("New limit in euro"),
        required=False,
        help_text=_("Empty: no limit."),
    )

    def most(self) -> int | None:
        """Return the limit of a valid form, in cents; None for none."""
        amount = self.cleaned_data["amount"]
        return None if amount is None else int(amount * 100)


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
