"""The desk's read-only records of players: exclusions, suspensions, names, mails, sign-ins."""

from django.conf import settings
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from core import ip_addresses
from core.admin.staff import ReadOnly
from players.models import (
    AccountClosing,
    FormerName,
    Guest,
    Login,
    Mail,
    Notice,
    PushDevice,
    RegisterAnswer,
    Reminder,
    SelfExclusion,
    Suspension,
)


@admin.register(SelfExclusion)
class SelfExclusionAdmin(ReadOnly):
    list_display = ("asked_at", "user", "until")
    list_select_related = ("user",)
    search_fields = ("user__username",)
    ordering = ("-pk",)
    fields = ("asked_at", "user", "until")


@admin.register(AccountClosing)
class AccountClosingAdmin(ReadOnly):
    """Accounts that their players close, and what has stopped one (ACCOUNT-6)."""

    list_display = ("asked_at", "user", "due_at", "cancelled_at", "stopped", "shut_at", "erased_at")
    list_filter = (("due_at", admin.EmptyFieldListFilter), ("stopped", admin.EmptyFieldListFilter))
    list_select_related = ("user",)
    search_fields = ("user__username",)
    ordering = ("-pk",)
    fields = ("user", "asked_at", "due_at", "cancelled_at", "stopped", "shut_at", "erased_at")


@admin.register(RegisterAnswer)
class RegisterAnswerAdmin(ReadOnly):
    """The last answer of the exclusion register about each player, and its failures (PLAY-6)."""

    list_display = ("asked_at", "user", "answered_at", "until", "failure", "due_at")
    list_filter = (("failure", admin.EmptyFieldListFilter), ("until", admin.EmptyFieldListFilter))
    list_select_related = ("user",)
    search_fields = ("user__username",)
    ordering = ("-asked_at",)
    fields = ("user", "asked_at", "answered_at", "until", "failure", "due_at")


@admin.register(Suspension)
class SuspensionAdmin(ReadOnly):
    """Suspensions and their ends, with reasons; the last row of a player counts."""

    list_display = ("at", "user", "lifted", "until", "by", "why")
    list_filter = ("lifted",)
    list_select_related = ("user", "by")
    search_fields = ("user__username", "by__username", "why")
    ordering = ("-pk",)
    fields = ("at", "user", "lifted", "until", "by", "why")


@admin.register(Reminder)
class ReminderAdmin(ReadOnly):
    """The chosen intervals of reminders about the time at the tables (PLAY-4)."""

    list_display = ("user", "minutes")
    list_filter = ("minutes",)
    list_select_related = ("user",)
    search_fields = ("user__username",)
    ordering = ("user",)
    fields = ("user", "minutes")


@admin.register(Guest)
class GuestAdmin(ReadOnly):
    """Players without an account; those let go keep their hands and their name."""

    list_display = ("user", "made_at", "gone_at")
    list_select_related = ("user",)
    search_fields = ("user__username",)
    ordering = ("-made_at",)
    fields = ("user", "made_at", "gone_at")


@admin.register(FormerName)
class FormerNameAdmin(ReadOnly):
    list_display = ("name", "user", "until")
    list_select_related = ("user",)
    search_fields = ("name", "user__username")
    ordering = ("-pk",)
    fields = ("name", "user", "until")


@admin.register(Mail)
class MailAdmin(ReadOnly):
    """Mails by address; their texts only in a demo, which sends none."""

    list_display = ("written_at", "to", "subject", "sent_at", "tries")
    search_fields = ("to",)
    ordering = ("-pk",)

    def get_fields(self, request: HttpRequest, obj: Mail | None = None) -> tuple[str, ...]:
        """Return the fields; only a demo shows the text, which may hold a way into an account."""
        text = ("body", "html") if settings.DEMO else ()
        return ("to", "subject", *text, "written_at", "sent_at", "tries")


@admin.register(Notice)
class NoticeAdmin(ReadOnly):
    """Notices by player, and whether they were seen."""

    list_display = ("at", "user", "kind", "url", "seen_at")
    list_filter = ("kind",)
    list_select_related = ("user",)
    search_fields = ("user__username",)
    ordering = ("-pk",)
    fields = ("at", "user", "kind", "data", "url", "until", "seen_at")


@admin.register(PushDevice)
class PushDeviceAdmin(ReadOnly):
    """Browsers that take notices; without address and keys, with which others could send."""

    list_display = ("made_at", "user", "browser", "system", "ended_at", "ended")
    list_filter = ("ended",)
    list_select_related = ("user",)
    search_fields = ("user__username",)
    ordering = ("-pk",)
    fields = ("made_at", "user", "browser", "system", "language", "ended_at", "ended")


@admin.register(Login)
class LoginAdmin(ReadOnly):
    """Sign-ins and attempts, with address and device (ACCOUNT-4)."""

    list_display = ("at", "name", "outcome", "address", "browser", "system")
    list_filter = ("outcome",)
    search_fields = ("user__username__iexact",)
    search_help_text = gettext_lazy("A player's name, or an address.")
    ordering = ("-pk",)
    fields = ("at", "name", "user", "outcome", "address", "browser", "system")

    def get_search_results(
        self, request: HttpRequest, queryset: "QuerySet[Login]", search_term: str
    ) -> "tuple[QuerySet[Login], bool]":
        """Search by an IP address, too: as a whole, so that its index finds it."""
        if address := ip_addresses.parsed(search_term.strip()):
            return queryset.filter(address=address), False
        matches: tuple[QuerySet[Login], bool] = super().get_search_results(
            request, queryset, search_term
        )
        return matches
