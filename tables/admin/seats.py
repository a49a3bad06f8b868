"""Tables at the desk: their seats, and the button that ends one."""

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core import room_clock
from core.admin.staff import ReasonForm, button
from core.pages.replies import go_to, refusal_as_message
from core.pages.requests import who
from tables.admin.shown import OfEvents, ReadOnlyInline
from tables.cash import cashier
from tables.models import Seat, Table


class SeatInline(ReadOnlyInline):
    model = Seat
    fields = ("no", "user", "stack", "in_pot", "bank_ms", "away")


@admin.register(Table)
class TableAdmin(OfEvents):
    list_display = ("name", "event_name", "status", "hand_no", "blinds", "opened_at")
    list_filter = ("status",)
    search_fields = ("name", "=event")
    ordering = ("-pk",)
    inlines = (SeatInline,)
    # Named one by one: ``live`` holds the cards of the hand in progress.
    fields = (
        *("name", "event_link", "status", "game_name", "max_seats", "blinds"),
        *("action_seconds", "away_seconds", "notice"),
        *("hand_no", "positions", "version", "opened_at", "closed_at"),
    )

    actions_detail = ("break_off",)

    def has_break_off_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return request.user.has_perm("tables.change_cashgame")

    @button(
        description=gettext_lazy("End this cash table after a malfunction"),
        permissions=["break_off"],
        dialog={
            "title": gettext_lazy("End this cash table"),
            "description": gettext_lazy(
                "The hand in progress is void: all players get back the chips from before."
            ),
            "form_class": ReasonForm,
        },
    )
    def break_off(self, request: HttpRequest, form: ReasonForm, object_id: int) -> HttpResponse:
        """End the table after a malfunction (CASH-5)."""
        with refusal_as_message(request):
            cashier.break_off(
                table_id=object_id,
                by=who(request),
                why=form.cleaned_data["reason"],
                now=room_clock.now(),
            )
            messages.success(request, _("The table is closed, and all players have been paid."))
        return go_to("tables_table", object_id)
