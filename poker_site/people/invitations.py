"""Invitations of staff at the desk: sent, withdrawn, and vouched for by another owner (STAFF-2)."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.forms import BaseDialogForm
from unfold.widgets import (
    UnfoldAdminCheckboxSelectMultipleWidget,
    UnfoldAdminEmailInputWidget,
    UnfoldAdminTextInputWidget,
)

from core import room_clock
from core.admin.staff import ReadOnly, action, button
from core.pages.replies import go_to, lead_to, refusal_as_message
from core.pages.requests import who
from players.models import StaffInvitation
from poker_site.people import joining, pairs
from tournaments import staff_groups


class InvitationDialog(BaseDialogForm):  # type: ignore[misc]  # unfold's
    """The name, the address and the roles of a new member of staff."""

    called = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=150,
        required=False,
        widget=UnfoldAdminTextInputWidget(attrs={"autocomplete": "off"}),
    )
    mail = forms.EmailField(
        label=gettext_lazy("Email address"),
        widget=UnfoldAdminEmailInputWidget(attrs={"autocomplete": "off"}),
    )
    roles = forms.MultipleChoiceField(
        label=gettext_lazy("Groups"),
        choices=joining.roles,
        widget=UnfoldAdminCheckboxSelectMultipleWidget,
    )


@admin.register(StaffInvitation)
class StaffInvitationAdmin(ReadOnly):
    """Each invitation with its inviter, the account created by it, and the owner who vouched."""

    list_display = ("at", "mail", "called", "by", "until", "user", "vouched_by")
    list_select_related = ("by", "user", "vouched_by")
    list_before_template = "poker_site/desk/pairs_list.html"
    search_fields = ("mail", "by__username", "user__username")
    ordering = ("-pk",)
    fields = (
        *("mail", "called", "work", "is_superuser", "by", "at", "until"),
        *("user", "used_at", "withdrawn_at", "vouched_by", "vouched_at"),
    )
    actions_list = ("invite",)
    actions_detail = ("vouch", "withdraw")

    @admin.display(description=gettext_lazy("groups"))
    def work(self, invitation: StaffInvitation) -> str:
        return ", ".join(map(staff_groups.name_of, invitation.groups)) or "-"

    def has_own_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return bool(request.user.is_superuser)

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> Any:
        shown = {"pairs": pairs.pairs(now=room_clock.now()), **(extra_context or {})}
        return super().changelist_view(request, shown)

    def offers(self, button: str, row: Any, request: HttpRequest) -> bool:
        if button == "withdraw":
            return row.user_id is None and row.withdrawn_at is None
        mine = request.user.pk in (row.by_id, row.user_id)
        return row.user_id is not None and row.vouched_by_id is None and not mine

    @action(
        description=gettext_lazy("Invite"),
        permissions=["own"],
        dialog={
            "title": gettext_lazy("Invite a member of staff"),
            "description": gettext_lazy(
                "The link goes to this address, creates one account, and expires "
                "after three days. You see neither the link nor the password that is "
                "chosen."
            ),
            "form_class": InvitationDialog,
        },
    )
    def invite(self, request: HttpRequest, form: InvitationDialog) -> HttpResponse:
        cleaned = form.cleaned_data
        with refusal_as_message(request):
            joining.invite(
                mail=cleaned["mail"],
                called=cleaned["called"],
                roles=cleaned["roles"],
                by=who(request),
                now=room_clock.now(),
            )
            messages.success(
                request, _("Invited. The link has been emailed, and is valid for three days.")
            )
        return lead_to(reverse("admin:players_staffinvitation_changelist"))

    @button(
        description=gettext_lazy("Vouch for them"),
        permissions=["own"],
        dialog={
            "title": gettext_lazy("Vouch for this member of staff"),
            "description": gettext_lazy(
                "You have met this person: they are not the person who invited them, "
                "and the address is their own. From now on the two can confirm each "
                "other's orders."
            ),
        },
    )
    def vouch(self, request: HttpRequest, form: BaseDialogForm, object_id: int) -> HttpResponse:
        with refusal_as_message(request):
            joining.vouch(invitation_id=object_id, by=who(request), now=room_clock.now())
            messages.success(request, _("Vouched for: this stays on record."))
        return go_to("players_staffinvitation", object_id)

    @button(
        description=gettext_lazy("Withdraw this invitation"),
        permissions=["own"],
        dialog={
            "title": gettext_lazy("Withdraw this invitation"),
            "description": gettext_lazy("Its link is no longer valid."),
        },
    )
    def withdraw(self, request: HttpRequest, form: BaseDialogForm, object_id: int) -> HttpResponse:
        with refusal_as_message(request):
            joining.withdraw(invitation_id=object_id, by=who(request), now=room_clock.now())
            messages.success(request, _("Withdrawn."))
        return go_to("players_staffinvitation", object_id)
