"""The staff's desk: a plan of cancellation, to read before it is carried out."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.forms import BaseDialogForm
from unfold.widgets import UnfoldAdminTextInputWidget

from core import room_clock
from core.admin.staff import ReadOnly, button
from core.money import amount_text, money_text
from core.pages.replies import go_to, refusal_as_message
from core.pages.requests import who
from tournaments.admin.books_of_pages import InBooks
from tournaments.models import CancellationPlan, Terms
from tournaments.pages.cancellation_page import RULES, RefundLine, ToldPart, with_words
from tournaments.staff import desk

# Rows of a page; the rest of a large field is shown as a number.
LINES_SHOWN = 2000


class CancellationReasonForm(BaseDialogForm):
    """The reason of a cancellation, which the players read."""

    reason = forms.CharField(
        label=gettext_lazy("reason"),
        max_length=200,
        help_text=gettext_lazy("Players see it on the event's page."),
        widget=UnfoldAdminTextInputWidget,
    )


@admin.register(CancellationPlan)
class CancellationPlanAdmin(InBooks, ReadOnly):
    """The amount of each player; carrying it out pays exactly this, or nothing if it is stale."""

    list_display = ("tournament", "rule", "total_paid", "created_at", "created_by", "executed_at")
    list_filter = ("rule",)
    list_select_related = ("tournament", "created_by")
    ordering = ("-pk",)
    fields = (
        *("tournament", "rule_in_words", "pool_held", "house", "total_paid", "table"),
        *("created_at", "created_by", "executed_at", "executed_by", "reason", "digest"),
    )
    actions_detail = ("carry_out",)

    def terms_of(self, row: CancellationPlan) -> Terms:
        return row.tournament

    def get_queryset(self, request: HttpRequest) -> QuerySet[CancellationPlan]:
        """Defer the lines, which only a plan's own page reads."""
        plans: QuerySet[CancellationPlan] = super().get_queryset(request)
        return plans.defer("lines")

    def offers(self, button: str, row: Any, request: HttpRequest) -> bool:
        return row.executed_at is None and not row.tournament.over

    def has_carry_out_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return request.user.has_perm("tournaments.cancel_tournament")

    @admin.display(description=gettext_lazy("rule"))
    def rule_in_words(self, plan: CancellationPlan) -> str:
        return f"{plan.rule} · {RULES[plan.rule]}"

    @admin.display(description=gettext_lazy("prize pool"))
    def pool_held(self, plan: CancellationPlan) -> str:
        return money_text(plan.pool)

    @admin.display(description=gettext_lazy("added by the house"))
    def house(self, plan: CancellationPlan) -> str:
        return money_text(plan.added)

    @admin.display(description=gettext_lazy("paid in all"))
    def total_paid(self, plan: CancellationPlan) -> str:
        return amount_text(plan.total, chips=plan.tournament.free)

    @admin.display(description=gettext_lazy("to each"))
    def table(self, plan: CancellationPlan) -> SafeString:
        """A table of the lines: player, amount, rule, arithmetic."""
        heads = ((_("Player"), ""), (_("Amount"), "number"), (_("Rule"), ""), (_("Arithmetic"), ""))
        rows = ((_row(with_words(line)),) for line in plan.lines[:LINES_SHOWN])
        more = len(plan.lines) - LINES_SHOWN
        return format_html(
            '<div class="desk-scroll" tabindex="0"><table><thead><tr>{}</tr></thead>'
            "<tbody>{}</tbody></table></div>{}",
            format_html_join("", '<th scope="col" class="{1}">{0}</th>', heads),
            format_html_join("", "<tr>{}</tr>", rows),
            _("… and %(more)s more") % {"more": more} if more > 0 else "",
        )

    @button(
        description=gettext_lazy("Pay this and close the event"),
        permissions=["carry_out"],
        dialog={
            "title": gettext_lazy("Cancel the event"),
            "description": gettext_lazy(
                "Play stops, hands in progress are void, and every player is paid "
                "exactly what this plan says. This cannot be undone."
            ),
            "form_class": CancellationReasonForm,
            "form_submit_text": gettext_lazy("Cancel the event"),
            "keep": gettext_lazy("Keep the event"),
        },
    )
    def carry_out(
        self, request: HttpRequest, form: CancellationReasonForm, object_id: int
    ) -> HttpResponse:
        with refusal_as_message(request):
            desk.cancel(
                plan_id=object_id,
                by=who(request),
                why=form.cleaned_data["reason"],
                now=room_clock.now(),
            )
            messages.success(request, _("The event is cancelled, and all players are paid."))
        return go_to("tournaments_cancellationplan", object_id)


def _row(line: RefundLine) -> SafeString:
    sums = format_html_join("", "<p>{}: {}{}</p>", map(_sum, line.parts))
    return format_html(
        '<th scope="row">{}</th><td class="number">{}</td><td>{}</td><td class="sums">{}</td>',
        *(line.name, money_text(line.amount), line.rule, sums),
    )


def _sum(part: ToldPart) -> tuple[object, str, str]:
    """Return a part of a line: its word, its arithmetic if it has some, and its amount."""
    reckoned = f"{part['arithmetic']} = " if " " in part["arithmetic"] else ""
    return part["word"], reckoned, money_text(part["amount"])
