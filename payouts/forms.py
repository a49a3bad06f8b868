"""What a person fills in about money."""

import uuid
from decimal import Decimal

from django import forms
from django.utils.translation import gettext_lazy as _


def _new_key() -> str:
    return uuid.uuid4().hex


class DepositForm(forms.Form):
    """Demo money; ``key`` makes a double click one deposit."""

    amount = forms.DecimalField(
        label=_("Amount in euro"),
        min_value=Decimal(1),
        max_value=Decimal(1000),
        max_digits=6,
        decimal_places=2,
        localize=True,
        initial=Decimal(50),
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )
    key = forms.UUIDField(widget=forms.HiddenInput, initial=_new_key)

    def cents(self) -> int:
        """The amount of a valid form."""
        return int(self.cleaned_data["amount"] * 100)
