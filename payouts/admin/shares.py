"""The shares of places at the desk: a table of places and percent, stored in hundredths."""

from collections.abc import Iterator, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

from django import forms
from django.utils.formats import localize_input, sanitize_separators
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.templatetags.money import percent
from payouts.models.schemes import FAULTS, PrizeScheme
from payouts.rules.payout_tables import MOST_PLACES
from payouts.rules.schemes import WHOLE

# The number of rows of a new scheme, and of empty rows after the last place.
FEWEST_ROWS, SPARE_ROWS = 6, 3
CELL = (
    '<tr><th scope="row">{place}</th><td><input type="text" inputmode="decimal" name="{name}" '
    'value="{value}" aria-label="{label}" autocomplete="off" class="desk-share"></td></tr>'
)


class SharesTable(forms.Widget):
    """A row for each place, some empty rows, and the total."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        typed = data.getlist(name) if hasattr(data, "getlist") else data.get(name, [])
        return [str(one).strip() for one in typed]

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        typed = list(value or ())
        rows = max(FEWEST_ROWS, len(typed) + SPARE_ROWS)
        padded = [*typed, *[""] * (rows - len(typed))]
        cells = (
            {
                "place": place,
                "name": name,
                "value": one,
                "label": _("Percent of place %(place)s") % {"place": place},
            }
            for place, one in enumerate(padded, start=1)
        )
        body = format_html_join("", CELL, cells)
        return format_html(
            '<div class="desk-scroll" tabindex="0"><table id="{}"><thead><tr>'
            '<th scope="col">{}</th><th scope="col">{}</th></tr></thead><tbody>{}</tbody>'
            '<tfoot><tr><th scope="row">{}</th><td>{}</td></tr></tfoot></table></div>',
            *((attrs or {}).get("id", ""), _("Place"), _("Percent"), body, _("Sum")),
            percent(sum(_hundredths(one) or 0 for one in typed)),
        )


class SharesField(forms.Field):
    """The shares of a scheme; an invalid row is refused by its place."""

    widget = SharesTable

    def __init__(self) -> None:
        column = PrizeScheme._meta.get_field("shares")
        super().__init__(
            label=capfirst(gettext_lazy("shares")), required=False, help_text=column.help_text
        )

    def prepare_value(self, value: Any) -> Any:
        return [
            localize_input(Decimal(one).scaleb(-2)) if isinstance(one, int) else one
            for one in value or ()
        ]

    def clean(self, value: Sequence[str]) -> list[int]:
        typed = list(value or ())
        while typed and not typed[-1]:
            typed.pop()
        if len(typed) > MOST_PLACES:
            raise forms.ValidationError(
                _("A scheme pays at most %(most)s places.") % {"most": MOST_PLACES}
            )
        shares = [_hundredths(one) for one in typed]
        faults = list(_faults(shares))
        if faults:
            raise forms.ValidationError(faults)
        filled = [share for share in shares if share is not None]
        if filled and sum(filled) != WHOLE:
            words = _("The shares add up to %(sum)s, not to 100 %%.") % {
                "sum": percent(sum(filled))
            }
            raise forms.ValidationError(words, code="not_whole")
        return filled

    def has_changed(self, initial: Any, data: Any) -> bool:
        return [one for one in self.prepare_value(initial) if one] != [one for one in data if one]


def _faults(shares: Sequence[int | None]) -> Iterator[str]:
    """Yield the fault of each invalid share, with the number of its place."""
    words = _("Place %(place)s: %(fault)s")
    for place, share in enumerate(shares, start=1):
        above = shares[place - 2] if place > 1 else None
        if share is None or share <= 0:
            yield words % {"place": place, "fault": FAULTS["not_positive"]}
        elif above is not None and share > above:
            yield words % {"place": place, "fault": FAULTS["rising"]}


def _hundredths(typed: Any) -> int | None:
    """Return typed percent in hundredths; None for text that is not such a number."""
    try:
        percentage = Decimal(str(sanitize_separators(str(typed))))
    except InvalidOperation:
        return None
    whole = percentage.scaleb(2) if percentage.is_finite() else Decimal("0.5")
    return int(whole) if whole == whole.to_integral_value() and abs(whole) <= WHOLE * 100 else None
