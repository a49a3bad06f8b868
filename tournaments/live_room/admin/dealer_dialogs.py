"""The dialog for the rota of a live event's dealers (LIVE-10)."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy
from unfold.forms import BaseDialogForm
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldAdminTextareaWidget

from tournaments.admin.dialogs import Dialog, StaffRequest
from tournaments.live_room.models import Rota
from tournaments.live_room.verbs.dealers import LONGEST_NAME, MINUTES, set_rota
from tournaments.models import Act


class RotaForm(BaseDialogForm):
    """The dealers in order, and the minutes of a turn."""

    dealers = forms.CharField(
        label=gettext_lazy("dealers"),
        max_length=4000,
        help_text=gettext_lazy("One name per line. The first dealer begins at the first table."),
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 8, "autofocus": True}),
    )
    minutes = forms.IntegerField(
        label=gettext_lazy("minutes per turn"),
        min_value=MINUTES.start,
        max_value=MINUTES.stop - 1,
        initial=30,
        widget=UnfoldAdminIntegerFieldWidget(attrs={"inputmode": "numeric"}),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        rota = Rota.objects.filter(pk=int(self.object_id or 0)).first()
        if rota is not None:
            self.initial.update(dealers="\n".join(rota.dealers), minutes=rota.minutes)

    def clean_dealers(self) -> list[str]:
        """Return the names of the dealers, in order."""
        lines = map(str.strip, self.cleaned_data["dealers"].splitlines())
        return [line[:LONGEST_NAME] for line in lines if line]


def _rota(wish: StaffRequest, form: dict[str, Any]) -> None:
    set_rota(
        tournament_id=wish.event,
        dealers=form["dealers"],
        minutes=form["minutes"],
        by=wish.by,
        now=wish.now,
    )


DEALERS: Final[dict[str, Dialog]] = {
    Act.Verb.SET_ROTA: Dialog(
        gettext_lazy("Dealers"),
        gettext_lazy(
            "With each turn every dealer moves one table on; a dealer without a table rests."
        ),
        RotaForm,
        _rota,
        gettext_lazy("The rota begins now."),
    ),
}
