"""The desk's page of an order that waits for a second person: two buttons (STAFF-2)."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.forms import BaseDialogForm

from core import room_clock
from core.admin.staff import Offering, ReasonForm, button
from core.formats import moment
from core.pages.replies import go_to, refusal_as_message
from core.pages.requests import who
from core.types import UserId
from players.models import ByTwo


class SecondPersonAdmin(Offering):
    """Two buttons for a second person; a subclass names the verbs and the buttons' texts."""

    actions_detail: tuple[str, ...] = ("confirm", "turn_down")
    # The people in these columns may not confirm.
    parties: tuple[str, ...] = ("given_by_id",)
    # The message after an order is turned down.
    nothing_done: Any = gettext_lazy("Nothing has changed.")

    def may_decide(self, request: HttpRequest) -> bool:
        raise NotImplementedError

    def has_decide_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return self.may_decide(request)

    def carry_out(self, pk: int, *, by: UserId, now: datetime) -> Any:
        raise NotImplementedError

    def drop(self, pk: int, *, by: UserId, why: str, now: datetime) -> Any:
        raise NotImplementedError

    def offers(self, button: str, row: Any, request: HttpRequest) -> bool:
        mine = any(getattr(row, party) == request.user.pk for party in self.parties)
        return row.status == ByTwo.Status.WAITING and not (button == "confirm" and mine)

    def say_done(self, request: HttpRequest, done: Any) -> None:
        messages.success(request, _("Done, and on record."))


def confirming(title: Any, description: Any, *, label: Any = None) -> Callable[..., HttpResponse]:
    """Return the button that carries an order out."""

    @button(
        description=label or gettext_lazy("Confirm"),
        permissions=["decide"],
        dialog={"title": title, "description": description},
    )
    def confirm(
        desk: SecondPersonAdmin, request: HttpRequest, form: BaseDialogForm, object_id: int
    ) -> HttpResponse:
        with refusal_as_message(request):
            done = desk.carry_out(object_id, by=who(request), now=room_clock.now())
            desk.say_done(request, done)
        return go_to(desk.opts.label_lower.replace(".", "_"), object_id)

    return confirm


def turning_down(title: Any, description: Any) -> Callable[..., HttpResponse]:
    """Return the button that turns an order down, with a reason."""

    @button(
        description=gettext_lazy("Turn down or withdraw"),
        permissions=["decide"],
        dialog={"title": title, "description": description, "form_class": ReasonForm},
    )
    def turn_down(
        desk: SecondPersonAdmin, request: HttpRequest, form: ReasonForm, object_id: int
    ) -> HttpResponse:
        with refusal_as_message(request):
            why = form.cleaned_data["reason"]
            desk.drop(object_id, by=who(request), why=why, now=room_clock.now())
            messages.success(request, desk.nothing_done)
        return go_to(desk.opts.label_lower.replace(".", "_"), object_id)

    return turn_down


def versions(rows: "QuerySet[Any]") -> SafeString:
    """Render the numbered versions of something that two people decide: each with its page, its
    state, when it was ordered, its two people and the reason."""
    page = f"admin:{rows.model._meta.label_lower.replace('.', '_')}_change"
    lines = (
        (
            reverse(page, args=[row.pk]),
            row.number,
            row.get_status_display(),
            moment(row.given_at),
            " + ".join(str(by) for by in (row.given_by, row.decided_by) if by),
            row.why,
        )
        for row in rows.select_related("given_by", "decided_by").order_by("-number")
    )
    line = '<a href="{}">{}</a> · {} · {} · {} · {}'
    return format_html_join(SafeString("<br>"), line, lines)
