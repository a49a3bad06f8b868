"""Chat at the desk: reports to decide, measures taken, and lines (CHAT-6)."""

from typing import Any, Final

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.widgets import UnfoldAdminSelectWidget

from core import room_clock
from core.admin.staff import ReadOnly, ReasonForm, button, number
from core.formats import written
from core.pages.replies import go_to, refusal_as_message
from core.pages.requests import who
from core.types import UserId
from players.chat import moderation
from players.chat.models import ChatLine, ChatReport, ChatSanction
from players.chat.moderation import MOST_DAYS, Kind, Verdict

VERDICTS = [
    (Verdict.DISMISS.value, gettext_lazy("Nothing wrong")),
    (Verdict.REMOVE.value, gettext_lazy("Remove the line")),
    (Verdict.WARN.value, gettext_lazy("Remove the line and warn the player")),
    (Verdict.BAN.value, gettext_lazy("Remove the line and ban the player from chat")),
]


class VerdictForm(ReasonForm):
    """A decision about a line, and its reason, which a warned or banned player reads."""

    verdict = forms.ChoiceField(
        label=gettext_lazy("decision"), choices=VERDICTS, widget=UnfoldAdminSelectWidget
    )
    days = number(gettext_lazy("days of a ban"), 1, MOST_DAYS, 7)
    field_order = ("verdict", "days", "reason")


class MeasureForm(ReasonForm):
    """A warning or a ban from chat without a report, and its reason, which the player reads."""

    kind = forms.ChoiceField(
        label=gettext_lazy("measure"),
        choices=[(kind.value, kind.label) for kind in (Kind.WARNING, Kind.BAN)],
        widget=UnfoldAdminSelectWidget,
    )
    days = number(gettext_lazy("days of a ban"), 1, MOST_DAYS, 7)
    field_order = ("kind", "days", "reason")


LIFT_BAN: Final[dict[str, Any]] = {
    "title": gettext_lazy("Lift the ban from chat"),
    "description": gettext_lazy("The player can use the chat again."),
    "form_class": ReasonForm,
}


@admin.register(ChatReport)
class ChatReportAdmin(ReadOnly):
    """The queue of reports, each with the lines around it."""

    list_display = ("at", "line", "author", "by", "status", "decided_by")
    list_filter = ("status",)
    list_select_related = ("line__user", "by", "decided_by")
    search_fields = ("line__user__username", "by__username")
    ordering = ("-pk",)
    fields = (
        *("at", "by", "author", "channel", "lines_around"),
        *("status", "decided_by", "decided_at", "why"),
    )
    readonly_fields = ("author", "channel", "lines_around")
    actions_detail = ("decide",)

    def has_decide_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return request.user.has_perm("players.moderate_chat")

    def offers(self, button: str, row: ChatReport, request: HttpRequest) -> bool:
        return row.status == ChatReport.Status.OPEN

    @admin.display(description=gettext_lazy("author"))
    def author(self, report: ChatReport) -> str:
        return report.line.user.get_username()

    @admin.display(description=gettext_lazy("channel"))
    def channel(self, report: ChatReport) -> str:
        return report.line.channel

    @admin.display(description=gettext_lazy("lines around it"))
    def lines_around(self, report: ChatReport) -> SafeString:
        lines = (
            (
                "▸" if line.pk == report.line_id else "",
                written(timezone.localtime(line.at), "H:i:s"),
                line.user.get_username(),
                line.said,
                _("removed") if line.removed_at else "",
            )
            for line in moderation.around(report.line)
        )
        return format_html_join(SafeString("<br>"), "{} {} <b>{}</b>: {} <i>{}</i>", lines)

    @button(
        description=gettext_lazy("Decide"),
        permissions=["decide"],
        dialog={
            "title": gettext_lazy("Decide all reports of this line"),
            "description": gettext_lazy(
                "A player who is warned or banned from chat reads the reason."
            ),
            "form_class": VerdictForm,
        },
    )
    def decide(self, request: HttpRequest, form: VerdictForm, object_id: int) -> HttpResponse:
        chosen = form.cleaned_data
        with refusal_as_message(request):
            moderation.decide(
                report_id=object_id,
                verdict=Verdict(chosen["verdict"]),
                by=who(request),
                why=chosen["reason"],
                days=chosen["days"],
                now=room_clock.now(),
            )
            messages.success(request, _("Done, and on record."))
        return go_to("players_chatreport", object_id)


@admin.register(ChatSanction)
class ChatSanctionAdmin(ReadOnly):
    """Warnings, bans from chat and their ends; a player's last ban or end counts."""

    list_display = ("at", "user", "kind", "until", "by", "why")
    list_filter = ("kind",)
    list_select_related = ("user", "by")
    search_fields = ("user__username", "by__username", "why")
    ordering = ("-pk",)
    fields = ("at", "user", "kind", "until", "about", "by", "why")
    actions_detail = ("lift_ban",)

    def has_decide_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return request.user.has_perm("players.moderate_chat")

    def offers(self, button: str, row: ChatSanction, request: HttpRequest) -> bool:
        now = room_clock.now()
        return moderation.banned_until(user_id=UserId(row.user_id), now=now) is not None

    @button(
        description=gettext_lazy("Lift the ban from chat"),
        permissions=["decide"],
        dialog=LIFT_BAN,
    )
    def lift_ban(self, request: HttpRequest, form: ReasonForm, object_id: int) -> HttpResponse:
        row = ChatSanction.objects.get(pk=object_id)
        with refusal_as_message(request):
            moderation.lift(
                user_id=UserId(row.user_id),
                by=who(request),
                why=form.cleaned_data["reason"],
                now=room_clock.now(),
            )
            messages.success(request, _("Done, and on record."))
        return go_to("players_chatsanction", object_id)


@admin.register(ChatLine)
class ChatLineAdmin(ReadOnly):
    """Lines of chat, for as long as they are kept."""

    list_display = ("at", "channel", "user", "said_text", "removed_at")
    list_filter = (("removed_at", admin.EmptyFieldListFilter),)
    list_select_related = ("user",)
    search_fields = ("user__username__iexact", "channel")
    ordering = ("-pk",)
    fields = ("at", "channel", "user", "said_text", "removed_at")
    readonly_fields = ("said_text",)

    @admin.display(description=gettext_lazy("line"))
    def said_text(self, line: ChatLine) -> str:
        return line.said
