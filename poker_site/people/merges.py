"""Merges of accounts at the desk: ordered in the kept account's file, decided here (STAFF-12)."""

from datetime import datetime

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from core.admin.staff import ReadOnly, ReasonForm, UserNameField
from core.types import UserId
from players.admin.deciding import Deciding, confirming, turning_down
from players.staff.merging import RIGHT, Merge
from tournaments.staff import merges


class MergeForm(ReasonForm):
    """A merge: the other account of the same person, and the reason."""

    other = UserNameField(label=gettext_lazy("account that closes"))
    field_order = ("other", "reason")


@admin.register(Merge)
class MergeAdmin(Deciding, ReadOnly):
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
        gettext_lazy("Make these two accounts one"),
        gettext_lazy(
            "For good. The one that is kept gets balance, tickets and bonus of the other, and "
            "the stricter limits and exclusions of both. Nobody signs in to the other any more."
        ),
    )
    turn_down = turning_down(
        gettext_lazy("Turn this merge down"),
        gettext_lazy("Both stay as they are. Your own order is withdrawn."),
    )

    def may_decide(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm(RIGHT))

    def carry_out(self, pk: int, *, by: UserId, now: datetime) -> None:
        merges.confirm(merge_id=pk, by=by, now=now)

    def drop(self, pk: int, *, by: UserId, why: str, now: datetime) -> None:
        merges.turn_down(merge_id=pk, by=by, why=why, now=now)
