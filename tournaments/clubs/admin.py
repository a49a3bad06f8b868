"""Clubs at the desk: staff read reports, and suspend and reopen clubs (CLUB-6)."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core import room_clock
from core.admin.staff import ReadOnly, ReasonForm, button
from core.pages.replies import go_to, refusal_as_message
from core.pages.requests import who
from tournaments.clubs import moderation
from tournaments.clubs.models import Club, ClubReport


@admin.register(Club)
class ClubAdmin(ReadOnly):
    list_display = ("name", "owner", "members", "state", "open_reports", "created_at")
    list_filter = (
        ("suspended_at", admin.EmptyFieldListFilter),
        ("closed_at", admin.EmptyFieldListFilter),
    )
    search_fields = ("name", "members__user__username")
    ordering = ("-pk",)
    fields = (
        *("name", "description", "owner", "members", "members_open", "created_at"),
        *("suspended_at", "suspended_why", "closed_at", "open_reports"),
    )
    actions_detail = ("suspend", "reopen", "dismiss")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Club]:
        reports = Q(reports__closed_at=None, reports__isnull=False)
        clubs: QuerySet[Club] = super().get_queryset(request)
        return clubs.annotate(report_count=Count("reports", filter=reports))

    def has_suspend_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return request.user.has_perm("tournaments.suspend_club")

    def offers(self, button: str, row: Club, request: HttpRequest) -> bool:
        if row.closed_at is not None:
            return False
        if "dismiss" in button:
            return row.reports.filter(closed_at=None).exists()
        return (row.suspended_at is None) == ("suspend" in button)

    @admin.display(description=gettext_lazy("owner"))
    def owner(self, club: Club) -> str:
        row = club.members.filter(role="owner", left_at=None).select_related("user").first()
        return "" if row is None else row.user.get_username()

    @admin.display(description=gettext_lazy("members"))
    def members(self, club: Club) -> int:
        return club.members.filter(left_at=None).count()

    @admin.display(description=gettext_lazy("open reports"), ordering="report_count")
    def open_reports(self, club: Club) -> int:
        return club.reports.filter(closed_at=None).count()

    @admin.display(description=gettext_lazy("state"))
    def state(self, club: Club) -> str:
        if club.closed_at is not None:
            return _("closed")
        return _("open") if club.suspended_at is None else _("suspended")

    @button(
        description=gettext_lazy("Suspend this club"),
        permissions=["suspend"],
        dialog={
            "title": gettext_lazy("Suspend this club"),
            "description": gettext_lazy(
                "No game of it can be opened or started; those that have begun are played to "
                "their end. Its members read the reason."
            ),
            "form_class": ReasonForm,
        },
    )
    def suspend(self, request: HttpRequest, form: ReasonForm, object_id: int) -> HttpResponse:
        """Suspend a club (CLUB-6)."""
        with refusal_as_message(request):
            moderation.suspend(club_id=object_id, **_act(request, form))
            messages.success(request, _("The club is suspended."))
        return go_to("tournaments_club", object_id)

    @button(
        description=gettext_lazy("Reopen this club"),
        permissions=["suspend"],
        dialog={"title": gettext_lazy("Reopen this club"), "form_class": ReasonForm},
    )
    def reopen(self, request: HttpRequest, form: ReasonForm, object_id: int) -> HttpResponse:
        """End the suspension of a club (CLUB-6)."""
        with refusal_as_message(request):
            moderation.reopen(club_id=object_id, **_act(request, form))
            messages.success(request, _("The club is open again."))
        return go_to("tournaments_club", object_id)

    @button(
        description=gettext_lazy("Dismiss the reports"),
        permissions=["suspend"],
        dialog={
            "title": gettext_lazy("Dismiss the reports"),
            "description": gettext_lazy("The club goes on as it is."),
            "form_class": ReasonForm,
        },
    )
    def dismiss(self, request: HttpRequest, form: ReasonForm, object_id: int) -> HttpResponse:
        """Close the reports of a club without suspending it (CLUB-6)."""
        with refusal_as_message(request):
            moderation.dismiss(club_id=object_id, **_act(request, form))
            messages.success(request, _("The reports are closed."))
        return go_to("tournaments_club", object_id)


@admin.register(ClubReport)
class ClubReportAdmin(ReadOnly):
    list_display = ("club", "why", "by", "at", "closed_at", "closed_by")
    list_filter = (("closed_at", admin.EmptyFieldListFilter),)
    list_select_related = ("club", "by", "closed_by")
    search_fields = ("club__name", "by__username")
    ordering = ("-pk",)
    fields = ("club", "why", "by", "at", "closed_at", "closed_by")


def _act(request: HttpRequest, form: ReasonForm) -> dict[str, Any]:
    return {"by": who(request), "why": form.cleaned_data["reason"], "now": room_clock.now()}
