"""Merges of accounts at the desk: ordered in the file of the player who stays, decided here
(STAFF-12)."""

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.forms import BaseDialogForm
from unfold.widgets import UnfoldAdminTextInputWidget

from core.replies import go_to, refusal_as_message
from core.requests import who
from core.staff import ReadOnly, ReasonForm, button
from players.merging import RIGHT, Merge, Status
from tournaments.staff import merges


class MergeForm(ReasonForm):
    """Which account is the same person's, and why that is known."""

    other = forms.CharField(
        label=gettext_lazy("account that closes"),
        max_length=150,
        widget=UnfoldAdminTextInputWidget(attrs={"autocomplete": "off"}),
    )
    field_order = ("other", "reason")

    def clean_other(self) -> User:
        name = self.cleaned_data["other"].strip()
        user = User.objects.filter(username__iexact=name).first()
        if user is None:
            raise forms.ValidationError(_("Nobody is called %(names)s.") % {"names": name})
        return user


@admin.register(Merge)
class MergeAdmin(ReadOnly):
    """Every merge of two accounts, with who ordered it and who decided it."""

    list_display = ("given_at", "user", "other", "status", "given_by", "decided_by")
    list_filter = ("status",)
    list_select_related = ("user", "other", "given_by", "decided_by")
    search_fields = ("user__username", "other__username", "given_by__username")
    date_hierarchy = "given_at"
    ordering = ("-pk",)
    fields = (
        *("user", "other", "why", "given_by", "given_at"),
        *("status", "decided_by", "decided_at", "why_not"),
    )
    actions_detail = ("confirm", "turn_down")

    def has_merge_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return bool(request.user.has_perm(RIGHT))

    def offers(self, button: str, found: Merge, request: HttpRequest) -> bool:
        mine = request.user.pk in (found.given_by_id, found.user_id, found.other_id)
        return found.status == Status.WAITING and not (button == "confirm" and mine)

    @button(
        description=gettext_lazy("Confirm"),
        permissions=["merge"],
        dialog={
            "title": gettext_lazy("Make these two accounts one"),
            "description": gettext_lazy(
                "For good. The one that is kept gets balance, tickets and bonus of the other, and "
                "the stricter limits and exclusions of both. Nobody signs in to the other any more."
            ),
        },
    )
    def confirm(self, request: HttpRequest, form: BaseDialogForm, object_id: int) -> HttpResponse:
        with refusal_as_message(request):
            merges.confirm(merge_id=object_id, by=who(request), now=timezone.now())
            messages.success(request, _("Done, and on record."))
        return go_to("players_merge", object_id)

    @button(
        description=gettext_lazy("Turn down or withdraw"),
        permissions=["merge"],
        dialog={
            "title": gettext_lazy("Turn this merge down"),
            "description": gettext_lazy("Both stay as they are. Your own order is withdrawn."),
            "form_class": ReasonForm,
        },
    )
    def turn_down(self, request: HttpRequest, form: ReasonForm, object_id: int) -> HttpResponse:
        with refusal_as_message(request):
            why, by = form.cleaned_data["reason"], who(request)
            merges.turn_down(merge_id=object_id, by=by, why=why, now=timezone.now())
            messages.success(request, _("Nothing has changed."))
        return go_to("players_merge", object_id)
