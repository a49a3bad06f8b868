"""The forms of seasons: at the desk, and of clubs."""

from decimal import Decimal, InvalidOperation
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.formats import points
from core.refusal import Refusal
from core.sentences import say
from payouts.admin.money_fields import HundredthsField
from tournaments.rules.seasons import ONE
from tournaments.seasons.club_seasons import SeasonTerms
from tournaments.seasons.models import Season

MOST_PLACES = 200
MOST_POINTS = Decimal(1_000_000)
USUAL_TABLE = [10 * ONE, 7 * ONE, 5 * ONE, 4 * ONE, 3 * ONE, 2 * ONE, ONE]
# Whose days have moments in every time zone.
FIRST_YEAR, LAST_YEAR = 2000, 2100
# The fields that are not those of the model.
OWN_FIELDS: Final = frozenset({"points_table", "factor", "attendance"})
TYPED: Final = {"autocomplete": "off", "inputmode": "decimal"}


class PointsTableField(forms.CharField):
    """Points by place as text, "10, 7.5, 5"; cleaned to hundredths."""

    def prepare_value(self, value: Any) -> Any:
        return "; ".join(map(points, value)) if isinstance(value, list) else value

    def clean(self, value: Any) -> list[int]:
        """Return the hundredths by place; the error is a text that is no falling list of points."""
        text = super().clean(value)
        rows = text.replace(",", ".") if ";" in text else text
        parts = [part.strip() for part in rows.replace(";", ",").split(",") if part.strip()]
        try:
            amounts = [Decimal(part) for part in parts]
        except InvalidOperation as error:
            raise forms.ValidationError(_("Write points like 10; 7.5; 5.")) from error
        if len(amounts) > MOST_PLACES or any(
            not each.is_finite() or not 0 <= each <= MOST_POINTS or each * ONE % 1
            for each in amounts
        ):
            raise forms.ValidationError(
                _("At most %(most)s places, each with at most two decimals.")
                % {"most": MOST_PLACES}
            )
        if amounts != sorted(amounts, reverse=True):
            raise forms.ValidationError(_("A worse place cannot bring more points."))
        return [int(each * ONE) for each in amounts]


class SeasonForm(forms.ModelForm):  # type: ignore[type-arg]  # Django's stubs
    """A season; one that has begun has no other field than its name (SERIES-5)."""

    points_table = PointsTableField(
        label=gettext_lazy("points by place"),
        required=False,
        initial=USUAL_TABLE,
        help_text=gettext_lazy("For a fixed table: 10; 7; 5 gives the winner 10 points."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    factor = HundredthsField(
        label=gettext_lazy("factor"),
        required=False,
        initial=10 * ONE,
        max_value=MOST_POINTS,
        widget=forms.TextInput(attrs=TYPED),
        help_text=gettext_lazy(
            "For the square root: the number that multiplies it. For the share: the points that an "
            "event divides."
        ),
    )
    attendance = HundredthsField(
        label=gettext_lazy("points for taking part"),
        required=False,
        initial=0,
        max_value=MOST_POINTS,
        widget=forms.TextInput(attrs=TYPED),
    )

    class Meta:
        model = Season
        fields = (
            *("name", "span", "begins_on", "ends_on", "formula", "points_table"),
            *("factor", "attendance", "best"),
        )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        # One that has begun has no days.
        if "ends_on" in self.fields:
            self.fields["ends_on"].required = False
            self.fields["ends_on"].help_text = _("Only for dates of its own.")
            self.fields["begins_on"].help_text = _("Of a month or quarter any day of it.")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        for name in ("begins_on", "ends_on"):
            if data.get(name) and not FIRST_YEAR <= data[name].year <= LAST_YEAR:
                self.add_error(name, _("Choose a day that is nearer."))
        begins, ends = data.get("begins_on"), data.get("ends_on")
        if begins and data.get("span") != Season.Span.DATES:
            data["ends_on"] = begins
        elif begins and (ends is None or ends < begins):
            self.add_error("ends_on", _("Choose a day that is not before the first one."))
        by_table = data.get("formula") == Season.Formula.TABLE
        if by_table and "points_table" not in self.errors and not data.get("points_table"):
            self.add_error("points_table", _("Enter the points of at least one place."))
        if data.get("formula") and not by_table and not data.get("factor"):
            self.add_error("factor", _("Enter a factor above zero."))
        return data


class ClubSeasonForm(SeasonForm):
    """A season of a club, as its managers write it (SERIES-8)."""

    class Meta(SeasonForm.Meta):
        widgets = {
            name: forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
            for name in ("begins_on", "ends_on")
        }

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if self.instance.pk and self.instance.begun:
            self.fields = {"name": self.fields["name"]}

    def terms(self) -> SeasonTerms:
        return SeasonTerms.of(self.instance)

    def refuse(self, refusal: Refusal) -> None:
        """Show a refusal in the form."""
        self.add_error(None, say(refusal))
