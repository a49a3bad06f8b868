"""Shared hands at the desk: the links of players, which staff can end (SHARE-3)."""

from typing import Any, Final

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core import room_clock
from core.admin.staff import ReadOnly, ReasonForm, button
from core.pages.replies import go_to, refusal_as_message
from core.pages.requests import who
from tables.models import SharedHand
from tables.own_hands import sharing

END: Final[dict[str, Any]] = {
    "title": gettext_lazy("End the link"),
    "description": gettext_lazy(
        "It shows nothing any more, and the player cannot share the hand again. They read the "
        "reason."
    ),
    "form_class": ReasonForm,
}


@admin.register(SharedHand)
class SharedHandAdmin(ReadOnly):
    """The links without their addresses, which are keys."""

    list_display = ("number", "user", "names_shown", "created_at", "expires_at", "ended_at")
    list_filter = ("names_shown",)
    list_select_related = ("user",)
    search_fields = ("user__username", "=hand__id")
    ordering = ("-pk",)
    fields = (
        *("hand", "user", "names_shown", "created_at", "expires_at"),
        *("ended_at", "ended_by", "why"),
    )
    actions_detail = ("end",)

    @admin.display(description=gettext_lazy("hand"), ordering="hand")
    def number(self, row: SharedHand) -> int:
        return row.hand_id

    def has_end_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return request.user.has_perm("tables.end_shared_hand")

    def offers(self, button: str, row: SharedHand, request: HttpRequest) -> bool:
        return row.ended_by_id is None

    @button(description=gettext_lazy("End the link"), permissions=["end"], dialog=END)
    def end(self, request: HttpRequest, form: ReasonForm, object_id: int) -> HttpResponse:
        with refusal_as_message(request):
            sharing.end(
                link_id=object_id,
                by=who(request),
                why=form.cleaned_data["reason"],
                now=room_clock.now(),
            )
            messages.success(request, _("Done, and on record."))
        return go_to("tables_sharedhand", object_id)
