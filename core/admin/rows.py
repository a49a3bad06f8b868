"""Rows of a table that staff type, in forms of the desk."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _


class TypedRow(forms.Form):
    """A row of such a table. An empty one does not count; one that is begun has all ``NEEDED``."""

    NEEDED: ClassVar[tuple[str, ...]]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.filled:
            for name in self.NEEDED:
                if cleaned.get(name) is None and name not in self.errors:
                    self.add_error(name, _("Fill in the whole row, or leave it empty."))
        return cleaned

    @property
    def filled(self) -> bool:
        return any(value is not None for value in self.cleaned_data.values())
