"""Lists of figures as people type them: chips, euro, percentages."""

import re
from decimal import Decimal
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

LISTED = forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off"})


class FiguresField(forms.CharField):
    """Figures with spaces or slashes between them; ``95x1000`` repeats one.

    Read as whole units of ``scale`` to one: 1 for chips, 100 for euro and percentages.
    """

    CHIPS: Final = re.compile(r"[0-9]{1,12}|[0-9]{1,3}([.,'][0-9]{3}){1,3}", re.ASCII)
    DECIMAL: Final = re.compile(r"[0-9]{1,9}([.,][0-9]{1,2})?", re.ASCII)
    MANY: Final = re.compile(r"([1-9][0-9]{0,2})[x×](.+)", re.ASCII)
    default_error_messages = {
        "figures": _("Write figures with spaces between them, e.g. 50 30 20."),
        "too_many": _("That is more than %(most)s figures."),
    }

    def __init__(self, *, scale: int, most: int, **options: Any) -> None:
        super().__init__(max_length=2_000, **{"widget": LISTED, **options})
        self.scale, self.most = scale, most

    def to_python(self, value: Any) -> list[int]:  # type: ignore[override]
        words = re.split(r"[\s/;]+", super().to_python(value) or "")
        found = [figure for word in words if word for figure in self._figures(word)]
        if len(found) > self.most:
            raise self._wrong("too_many", most=self.most)
        return found

    def _figures(self, word: str) -> list[int]:
        times, figure = 1, word
        if many := self.MANY.fullmatch(word):
            times, figure = int(many[1]), many[2]
        pattern = self.CHIPS if self.scale == 1 else self.DECIMAL
        if not pattern.fullmatch(figure):
            raise self._wrong("figures")
        if self.scale == 1:
            return [int(re.sub(r"[.,']", "", figure))] * times
        return [int(Decimal(figure.replace(",", ".")) * self.scale)] * times

    def _wrong(self, code: str, **values: int) -> forms.ValidationError:
        return forms.ValidationError(self.error_messages[code], code=code, params=values)
