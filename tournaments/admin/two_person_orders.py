"""Orders for a running event that need two people: asked for on its watch page, decided here."""

from datetime import datetime
from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.widgets import UnfoldAdminIntegerFieldWidget

from core.admin.staff import ReadOnly
from core.formats import number
from core.money import money_text
from core.pages.requests import number as whole
from core.pages.requests import who
from core.types import EntryId, UserId
from players.admin.two_person_orders import SecondPersonAdmin, confirming, turning_down
from tournaments.admin.change_dialogs import ShownForm
from tournaments.admin.dialogs import BeforeAfter, Dialog, StaffRequest
from tournaments.models import Act, JointOrder
from tournaments.staff import two_person_orders
from tournaments.staff.two_person_orders import Kind

# A bound above the chips of any event.
MOST_CHIPS = 10**12


class StackForm(ShownForm):
    """The correction of a stack, in chips."""

    chips = forms.IntegerField(
        label=gettext_lazy("change in chips"),
        help_text=gettext_lazy("Negative to take chips away, as in -500."),
        min_value=-MOST_CHIPS,
        max_value=MOST_CHIPS,
        widget=UnfoldAdminIntegerFieldWidget,
    )
    field_order = ("chips", "why")

    def look(self) -> list[BeforeAfter]:
        seen = two_person_orders.look_at_stack(
            entry_id=EntryId(whole(self.request.GET.get("entry", "")) or 0),
            chips=self.cleaned_data["chips"],
            by=who(self.request),
        )
        return [
            BeforeAfter(_("Stack, before the hand that is played"), *map(number, seen[:2])),
            BeforeAfter(_("All chips of the event"), *map(number, seen[2:])),
        ]

    def done(self) -> bool:
        return self.event.joint_orders.filter(key=self.cleaned_data["key"]).exists()


def _ask(wish: StaffRequest, form: dict[str, Any]) -> None:
    two_person_orders.ask_stack(
        entry_id=EntryId(wish.entry),
        chips=form["chips"],
        by=wish.by,
        why=form["why"],
        key=form["key"],
        now=wish.now,
    )


STACKS: dict[str, Dialog] = {
    Act.Verb.CORRECT_STACK: Dialog(
        gettext_lazy("Correct this stack"),
        gettext_lazy(
            "A second person must agree. Then it happens after the hand; the player "
            "and the table see the reason."
        ),
        StackForm,
        _ask,
        gettext_lazy("Now a second person must agree."),
    ),
}


@admin.register(JointOrder)
class JointOrderAdmin(SecondPersonAdmin, ReadOnly):
    """The orders that need a second person in an event, with their decisions."""

    list_display = (
        *("given_at", "tournament", "kind", "player", "worth"),
        *("status", "given_by", "decided_by"),
    )
    list_filter = ("status", "kind")
    list_select_related = ("tournament", "entry__user", "given_by", "decided_by")
    search_fields = ("tournament__name", "entry__user__username", "given_by__username")
    date_hierarchy = "given_at"
    ordering = ("-pk",)
    fields = (
        *("tournament", "kind", "player", "worth", "why", "given_by", "given_at"),
        *("status", "decided_by", "decided_at", "why_not"),
    )
    confirm = confirming(
        gettext_lazy("Agree to this order"),
        gettext_lazy(
            "A stack is corrected after its hand; a guarantee is raised now. You and "
            "the person who asked are both responsible."
        ),
        label=gettext_lazy("Agree"),
    )
    turn_down = turning_down(
        gettext_lazy("Turn this order down"),
        gettext_lazy("Nothing changes. If the order is your own, it is withdrawn."),
    )

    @admin.display(description=gettext_lazy("player"))
    def player(self, row: JointOrder) -> str:
        return row.entry.user.get_username() if row.entry else "–"

    @admin.display(description=gettext_lazy("what for"), ordering="amount")
    def worth(self, row: JointOrder) -> str:
        if row.kind == Kind.GUARANTEE:
            return money_text(row.amount)
        words = _("%(chips)s chips more") if row.amount > 0 else _("%(chips)s chips fewer")
        return words % {"chips": number(abs(row.amount))}

    def may_decide(self, request: HttpRequest) -> bool:
        return any(map(request.user.has_perm, two_person_orders.RIGHTS.values()))

    def offers(self, button: str, row: JointOrder, request: HttpRequest) -> bool:
        about = row.entry is not None and row.entry.user_id == request.user.pk
        allowed = request.user.has_perm(two_person_orders.RIGHTS[row.kind])
        stands = allowed and not (button == "confirm" and about)
        return stands and super().offers(button, row, request)

    def carry_out(self, pk: int, *, by: UserId, now: datetime) -> None:
        two_person_orders.confirm(order_id=pk, by=by, now=now)

    def drop(self, pk: int, *, by: UserId, why: str, now: datetime) -> None:
        two_person_orders.turn_down(order_id=pk, by=by, why=why, now=now)
