"""The desk's dialog before a suspension, on every page that offers one."""

from datetime import date, datetime, time, timedelta
from typing import Any, Final

from django import forms
from django.core.validators import MaxValueValidator
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminSingleDateWidget

from core.admin.staff import ReasonForm
from core.settings.room_time import zone


class SuspendForm(ReasonForm):
    """The reason of a suspension, and its end."""

    last_day = forms.DateField(
        label=_("last day (empty: until staff lift it)"),
        required=False,
        validators=[MaxValueValidator(date(2199, 12, 31))],
        widget=UnfoldAdminSingleDateWidget,
    )
    field_order = ("reason", "last_day")

    def until(self) -> datetime | None:
        """Return the end of the last day by the room's clock."""
        day = self.cleaned_data["last_day"]
        return day and datetime.combine(day + timedelta(days=1), time(), zone())


SUSPEND: Final[dict[str, Any]] = {
    "title": _("Suspend this player"),
    "description": _(
        "The player is signed out everywhere and leaves cash tables and events that "
        "have not begun, with their money. In running events they sit out. The "
        "counter still pays out."
    ),
    "form_class": SuspendForm,
}
LIFT: Final[dict[str, Any]] = {
    "title": _("Lift the suspension"),
    "description": _("The player can sign in and play again."),
    "form_class": ReasonForm,
}
