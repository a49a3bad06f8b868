"""Corrections, bonuses and tickets at the desk, made in a player's file (STAFF-8, BONUS-1)."""

from datetime import datetime

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core import room_clock
from core.admin.staff import ReadOnly, ReasonForm, button
from core.money import amount_text, money_text
from core.pages.replies import go_to, refusal_as_message
from core.pages.requests import who
from core.types import UserId
from payouts.wallets import bonuses
from payouts.wallets.bonuses import Bonus
from payouts.wallets.corrections import RIGHT, Correction
from players.admin.two_person_orders import SecondPersonAdmin, confirming, turning_down
from tournaments.models import Ticket
from tournaments.staff import gifts


@admin.register(Correction)
class CorrectionAdmin(SecondPersonAdmin, ReadOnly):
    """Every correction, with the staff who ordered and decided it."""

    list_display = ("given_at", "user", "kind", "sum", "status", "given_by", "decided_by")
    list_filter = ("status", "kind")
    list_select_related = ("user", "given_by", "decided_by")
    search_fields = ("user__username", "given_by__username")
    date_hierarchy = "given_at"
    ordering = ("-pk",)
    fields = (
        *("user", "kind", "sum", "why", "given_by", "given_at", "status"),
        *("decided_by", "decided_at", "why_not"),
    )
    parties = ("given_by_id", "user_id")
    nothing_done = gettext_lazy("Nothing has moved.")
    confirm = confirming(
        gettext_lazy("Confirm this correction"),
        gettext_lazy(
            "The money moves now. You and the person who ordered it are both responsible."
        ),
    )
    turn_down = turning_down(
        gettext_lazy("Turn this correction down"),
        gettext_lazy("Nothing moves. If the order is your own, it is withdrawn."),
    )

    @admin.display(description=gettext_lazy("amount"), ordering="amount")
    def sum(self, row: Correction) -> str:
        return money_text(row.amount)

    def may_decide(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm(RIGHT))

    def carry_out(self, pk: int, *, by: UserId, now: datetime) -> None:
        gifts.confirm_correction(correction_id=pk, by=by, now=now)

    def drop(self, pk: int, *, by: UserId, why: str, now: datetime) -> None:
        gifts.drop_correction(correction_id=pk, by=by, why=why, now=now)


@admin.register(Bonus)
class BonusAdmin(ReadOnly):
    """Every bonus with its terms, its progress, and its outcome."""

    list_display = ("given_at", "user", "sum", "fees", "expires_at", "status", "given_by")
    list_filter = ("status",)
    list_select_related = ("user", "given_by")
    search_fields = ("user__username", "given_by__username")
    date_hierarchy = "given_at"
    ordering = ("-pk",)
    fields = (
        *("user", "sum", "fees", "so_far", "expires_at", "why", "given_by", "given_at"),
        *("status", "ended_at"),
    )
    actions_detail = ("take_back",)

    @admin.display(description=gettext_lazy("amount"), ordering="amount")
    def sum(self, bonus: Bonus) -> str:
        return money_text(bonus.amount)

    @admin.display(description=gettext_lazy("fees to be paid"), ordering="wager")
    def fees(self, bonus: Bonus) -> str:
        return money_text(bonus.wager)

    @admin.display(description=gettext_lazy("fees paid so far"))
    def so_far(self, bonus: Bonus) -> str:
        return money_text(bonuses.progress(bonus).paid)

    def has_promise_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return bool(request.user.has_perm(bonuses.RIGHT))

    def offers(self, button: str, row: Bonus, request: HttpRequest) -> bool:
        return row.status == bonuses.Status.OPEN

    @button(
        description=gettext_lazy("Take back"),
        permissions=["promise"],
        dialog={
            "title": gettext_lazy("Take this bonus back"),
            "description": gettext_lazy("Its value goes back to the house."),
            "form_class": ReasonForm,
        },
    )
    def take_back(self, request: HttpRequest, form: ReasonForm, object_id: int) -> HttpResponse:
        with refusal_as_message(request):
            why, by = form.cleaned_data["reason"], who(request)
            gifts.take_bonus(bonus_id=object_id, by=by, why=why, now=room_clock.now())
            messages.success(request, _("Done, and on record."))
        return go_to("payouts_bonus", object_id)


@admin.register(Ticket)
class TicketAdmin(ReadOnly):
    """Seats paid by satellites and tickets given by staff, with their outcome."""

    list_display = ("id", "owner", "sum", "template", "won_at", "given_by", "entry")
    list_filter = (("given_by", admin.EmptyFieldListFilter),)
    list_select_related = ("owner", "template", "entry", "given_by")
    search_fields = ("owner__username",)
    ordering = ("-pk",)
    fields = (
        *("owner", "sum", "template", "won_with", "given_by", "why", "won_at", "entry"),
        "revoked_at",
    )
    actions_detail = ("take_back",)

    @admin.display(description=gettext_lazy("value"), ordering="value")
    def sum(self, ticket: Ticket) -> str:
        return amount_text(ticket.value, chips=ticket.free)

    def has_give_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return bool(request.user.has_perm("tournaments.give_ticket"))

    def offers(self, button: str, row: Ticket, request: HttpRequest) -> bool:
        return bool(row.given_by_id) and row.entry_id is None and row.revoked_at is None

    @button(
        description=gettext_lazy("Take back"),
        permissions=["give"],
        dialog={
            "title": gettext_lazy("Take this ticket back"),
            "description": gettext_lazy("Its value goes back to the house."),
            "form_class": ReasonForm,
        },
    )
    def take_back(self, request: HttpRequest, form: ReasonForm, object_id: int) -> HttpResponse:
        with refusal_as_message(request):
            why, by = form.cleaned_data["reason"], who(request)
            gifts.take_ticket(ticket_id=object_id, by=by, why=why, now=room_clock.now())
            messages.success(request, _("Done, and on record."))
        return go_to("tournaments_ticket", object_id)
