"""Merges of accounts at the desk: ordered in the kept account's file, decided here (STAFF-12)."""

from datetime import datetime

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from core.admin.staff import ReadOnly, ReasonForm, UserNameField
from core.types import UserId
from players.admin.two_person_orders import SecondPersonAdmin, confirming, turning_down
from players.staff.merging import RIGHT, Merge
from tournaments.staff import merges


class MergeForm(ReasonForm):
    """A merge: the other account of the same person, and the reason."""

    other = UserNameField(label=gettext_lazy("account that closes"))
    field_order = ("other", "reason")


@admin.register(Merge)
class MergeAdmin(SecondPersonAdmin, ReadOnly):
    """Every merge of two accounts, with the staff who ordered and decided it."""

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
    parties = ("given_by_id", "user_id", "other_id")
    confirm = confirming(
        gettext_lazy("Merge these two accounts"),
        gettext_lazy(
            "This is permanent. The account that is kept gets the other one's "
            "balance, tickets and bonus, and the stricter limits and exclusions of "
            "both. The other account can no longer be used."
        ),
    )
    turn_down = turning_down(
        gettext_lazy("Turn this merge down"),
        gettext_lazy("Both stay as they are. If the order is your own, it is withdrawn."),
    )

    def may_decide(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm(RIGHT))

    def carry_out(self, pk: int, *, by: UserId, now: datetime) -> None:
        merges.confirm(merge_id=pk, by=by, now=now)

    def drop(self, pk: int, *, by: UserId, why: str, now: datetime) -> None:
        merges.turn_down(merge_id=pk, by=by, why=why, now=now)
