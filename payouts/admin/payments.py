"""The staff's desk: waiting withdrawals, every payment with its steps, and contradictions."""

from datetime import UTC, datetime
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.widgets import UnfoldAdminTextInputWidget

from core import room_clock
from core.admin.staff import ReadOnly, ReasonForm, button
from core.formats import moment
from core.money import money_text
from core.pages.replies import go_to, refusal_as_message
from core.pages.requests import who
from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.models import Payment, PaymentNotice, WalletCall
from payouts.models.payments import LONGEST_REFERENCE
from payouts.payments import gateway_events, review, withdrawals
from payouts.protection import limits
from payouts.rules.payments import NOT_SENT, PaymentKind, PaymentState
from players.identity import gates

Decision = PaymentNotice.Decision
# The style of a link to another page at the desk.
LINK = "text-primary-600 dark:text-primary-500 underline"


class SentForm(ReasonForm):
    """The form for a payment sent by hand: the bank's reference and the reason."""

    reference = forms.CharField(
        label=gettext_lazy("the bank's reference"),
        max_length=LONGEST_REFERENCE,
        widget=UnfoldAdminTextInputWidget(attrs={"autocomplete": "off"}),
    )
    field_order = ("reference", "reason")


class Working(ReadOnly):
    """A page for staff who may work on payments."""

    def has_work_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return request.user.has_perm(review.RIGHT)


@admin.register(Payment)
class PaymentAdmin(Working):
    """Every deposit and withdrawal, and the acts of staff on withdrawals."""

    list_display = ("asked_at", "user", "kind", "sum", "state", "first_by", "approved_by")
    list_filter = ("state", "kind", "over_limit")
    list_select_related = ("user", "first_by", "approved_by")
    search_fields = ("user__username", "token__exact", "reference__exact")
    date_hierarchy = "asked_at"
    ordering = ("-pk",)
    fields = (
        *("player", "kind", "sum", "fees", "arrive", "destination", "state", "free_at"),
        *("wallet", "identity", "paid_in_since", "played_since"),
        *("over_limit", "first_by", "approved_by", "gateway", "reference", "token", "history"),
        "gateway_notices",
    )
    actions_detail = ("approve", "refuse", "mark_sent", "came_back")

    def offers(self, button: str, row: Payment, request: HttpRequest) -> bool:
        me = request.user.pk
        if row.way is not PaymentKind.WITHDRAWAL or row.user_id == me:
            return False
        by_hand = not row.gateway
        return {
            "approve": row.at is PaymentState.IN_REVIEW
            or (row.at is PaymentState.SECOND and row.first_by_id != me),
            "refuse": row.at in NOT_SENT,
            "mark_sent": by_hand and row.at is PaymentState.APPROVED,
            "came_back": by_hand and row.at is PaymentState.SETTLED,
        }[button]

    @admin.display(description=gettext_lazy("amount"), ordering="amount")
    def sum(self, payment: Payment) -> str:
        return money_text(payment.amount)

    @admin.display(description=gettext_lazy("fee of the payment"))
    def fees(self, payment: Payment) -> str:
        return money_text(payment.fee)

    @admin.display(description=gettext_lazy("arrives"))
    def arrive(self, payment: Payment) -> str:
        return money_text(payment.arrives)

    @admin.display(description=gettext_lazy("player"))
    def player(self, payment: Payment) -> SafeString:
        page = reverse("admin:players_player_change", args=[payment.user_id])
        return format_html('<a class="{}" href="{}">{}</a>', LINK, page, payment.user)

    @admin.display(description=gettext_lazy("balance now"))
    def wallet(self, payment: Payment) -> str:
        user_id = UserId(payment.user_id)
        words = _("%(balance)s, plus %(held)s being withdrawn")
        balance = ledger.balance(accounts.player(user_id))
        return words % {
            "balance": money_text(balance),
            "held": money_text(withdrawals.on_hold(user_id)),
        }

    @admin.display(description=gettext_lazy("identity"))
    def identity(self, payment: Payment) -> str:
        return str(gates.standing(UserId(payment.user_id), now=room_clock.now()).label)

    @admin.display(description=gettext_lazy("paid in since the last payout"))
    def paid_in_since(self, payment: Payment) -> str:
        since, until = _since(payment)
        return money_text(limits.paid_in(user_id=UserId(payment.user_id), since=since, until=until))

    @admin.display(description=gettext_lazy("played since the last payout"))
    def played_since(self, payment: Payment) -> str:
        since, until = _since(payment)
        played = limits.at_play(user_id=UserId(payment.user_id), since=since, until=until)
        words = _("%(paid)s staked, %(back)s returned")
        return words % {"paid": money_text(played.paid), "back": money_text(played.back)}

    @admin.display(description=gettext_lazy("history"))
    def history(self, payment: Payment) -> SafeString | str:
        """Show each step: its time, state, author and reason."""
        steps = payment.steps.select_related("by").order_by("pk")
        rows = [
            (moment(step.at), step.get_after_display(), step.by or step.get_who_display(), step.why)
            for step in steps
        ]
        heads = (_("time"), _("state"), _("by"), _("why"))
        return _table(heads, rows)

    @admin.display(description=gettext_lazy("message of the payment service"))
    def gateway_notices(self, payment: Payment) -> SafeString | str:
        rows = [
            (
                moment(word.received_at),
                word.said,
                money_text(word.amount),
                word.get_outcome_display(),
            )
            for word in payment.notices.order_by("pk")
        ]
        return _table((_("time"), _("says"), _("amount"), _("outcome")), rows)

    @button(
        description=gettext_lazy("Approve"),
        permissions=["work"],
        dialog={
            "title": gettext_lazy("Approve this withdrawal"),
            "description": gettext_lazy(
                "You are responsible for it. Above the limit a second person must "
                "approve it too; then a payment service pays it at once."
            ),
            "form_class": ReasonForm,
        },
    )
    def approve(self, request: HttpRequest, form: ReasonForm, object_id: int) -> HttpResponse:
        with refusal_as_message(request):
            done = review.approve(payment_id=object_id, **_said(request, form))
            if done.at is PaymentState.SECOND:
                messages.warning(request, _("Noted: a second person must confirm this."))
            else:
                messages.success(request, _("Approved."))
        return go_to("payouts_payment", object_id)

    @button(
        description=gettext_lazy("Refuse"),
        permissions=["work"],
        dialog={
            "title": gettext_lazy("Refuse this withdrawal"),
            "description": gettext_lazy(
                "The money goes back to the wallet. The player reads your reason."
            ),
            "form_class": ReasonForm,
        },
    )
    def refuse(self, request: HttpRequest, form: ReasonForm, object_id: int) -> HttpResponse:
        with refusal_as_message(request):
            review.refuse(payment_id=object_id, **_said(request, form))
            messages.success(request, _("Refused: the money is back in the wallet."))
        return go_to("payouts_payment", object_id)

    @button(
        description=gettext_lazy("Mark as sent"),
        permissions=["work"],
        dialog={
            "title": gettext_lazy("Mark as sent"),
            "description": gettext_lazy(
                "Press this only after you have ordered the transfer at the bank."
            ),
            "form_class": SentForm,
        },
    )
    def mark_sent(self, request: HttpRequest, form: SentForm, object_id: int) -> HttpResponse:
        with refusal_as_message(request):
            reference = form.cleaned_data["reference"]
            review.mark_sent(payment_id=object_id, reference=reference, **_said(request, form))
            messages.success(request, _("Booked: the money has left the room."))
        return go_to("payouts_payment", object_id)

    @button(
        description=gettext_lazy("It came back"),
        permissions=["work"],
        dialog={
            "title": gettext_lazy("The bank has returned it"),
            "description": gettext_lazy(
                "The whole amount goes back to the wallet. The person who sent it "
                "cannot confirm this."
            ),
            "form_class": ReasonForm,
        },
    )
    def came_back(self, request: HttpRequest, form: ReasonForm, object_id: int) -> HttpResponse:
        with refusal_as_message(request):
            review.came_back(payment_id=object_id, **_said(request, form))
            messages.success(request, _("Booked: the money is back in the wallet."))
        return go_to("payouts_payment", object_id)


@admin.register(PaymentNotice)
class PaymentNoticeAdmin(Working):
    """Every notice of a payment service; contradictions wait for a decision."""

    list_display = ("received_at", "token", "said", "sum", "outcome", "decision")
    list_filter = ("outcome", "said", "decision")
    list_select_related = ("payment__user",)
    search_fields = ("token__exact", "notice_id__exact")
    date_hierarchy = "received_at"
    ordering = ("-pk",)
    fields = (
        *("gateway", "notice_id", "received_at", "payment", "said", "sum", "stands", "outcome"),
        *("decision", "why", "first_by", "decided_by", "decided_at", "body"),
    )
    actions_detail = ("follow", "send_back", "leave")

    def offers(self, button: str, row: PaymentNotice, request: HttpRequest) -> bool:
        if row.outcome != PaymentNotice.Outcome.CONTRADICTION or row.decided_at:
            return False
        mine = row.first_by_id == request.user.pk and row.decision == button
        return button == Decision.LEAVE or (row.payment_id is not None and not mine)

    @admin.display(description=gettext_lazy("amount"), ordering="amount")
    def sum(self, word: PaymentNotice) -> str:
        return money_text(word.amount)

    @admin.display(description=gettext_lazy("state of the payment"))
    def stands(self, word: PaymentNotice) -> str:
        payment = word.payment
        if payment is None:
            return _("This room does not know this token.")
        return f"{payment.get_state_display()}, {money_text(payment.amount)}"

    @button(
        description=gettext_lazy("Book what it says"),
        permissions=["work"],
        dialog={
            "title": gettext_lazy("Book what the payment service says"),
            "description": gettext_lazy(
                "Check the payment service's own pages first. You propose it, and a "
                "second person confirms."
            ),
            "form_class": ReasonForm,
        },
    )
    def follow(self, request: HttpRequest, form: ReasonForm, object_id: int) -> HttpResponse:
        return _decide(request, form, object_id, Decision.FOLLOW)

    @button(
        description=gettext_lazy("Send the money back"),
        permissions=["work"],
        dialog={
            "title": gettext_lazy("Send this deposit back"),
            "description": gettext_lazy(
                "The payment service returns the money to the payer. You propose it, "
                "and a second person confirms."
            ),
            "form_class": ReasonForm,
        },
    )
    def send_back(self, request: HttpRequest, form: ReasonForm, object_id: int) -> HttpResponse:
        return _decide(request, form, object_id, Decision.SEND_BACK)

    @button(
        description=gettext_lazy("Book nothing"),
        permissions=["work"],
        dialog={
            "title": gettext_lazy("Book nothing"),
            "description": gettext_lazy("It stays on record with your reason. Nothing moves."),
            "form_class": ReasonForm,
        },
    )
    def leave(self, request: HttpRequest, form: ReasonForm, object_id: int) -> HttpResponse:
        return _decide(request, form, object_id, Decision.LEAVE)


@admin.register(WalletCall)
class WalletCallAdmin(ReadOnly):
    """Calls to the operator's own account system, with their outcome (MONEY-5)."""

    list_display = ("asked_at", "user", "kind", "sum", "state", "ended_at", "tries")
    list_filter = ("state", "kind")
    list_select_related = ("user",)
    search_fields = ("user__username", "key__exact")
    date_hierarchy = "asked_at"
    ordering = ("-pk",)
    fields = ("key", "user", "kind", "sum", "asked_at", "state", "ended_at", "due_at", "tries")

    @admin.display(description=gettext_lazy("amount"), ordering="amount")
    def sum(self, call: WalletCall) -> str:
        return money_text(call.amount)


def _since(payment: Payment) -> tuple[datetime, datetime]:
    """Return the time of the player's last payout before this payment, or the earliest, and now."""
    user_id = UserId(payment.user_id)
    since = limits.last_payout(user_id=user_id, before=payment.asked_at)
    return since or datetime(2000, 1, 1, tzinfo=UTC), room_clock.now()


def _decide(
    request: HttpRequest, form: ReasonForm, object_id: int, decision: Decision
) -> HttpResponse:
    with refusal_as_message(request):
        done = gateway_events.decide(notice_id=object_id, decision=decision, **_said(request, form))
        if done.decided_at is None:
            messages.warning(request, _("Noted: a second person must confirm this."))
        else:
            messages.success(request, _("Decided."))
    return go_to("payouts_paymentnotice", object_id)


def _said(request: HttpRequest, form: ReasonForm) -> dict[str, Any]:
    return {"by": who(request), "why": form.cleaned_data["reason"], "now": room_clock.now()}


def _table(heads: Any, rows: Any) -> SafeString | str:
    if not rows:
        return "–"
    body = ((format_html_join("", "<td>{}</td>", ((cell,) for cell in row)),) for row in rows)
    return format_html(
        '<div class="desk-scroll" tabindex="0"><table class="steps"><thead><tr>{}</tr></thead>'
        "<tbody>{}</tbody></table></div>",
        format_html_join("", '<th scope="col">{}</th>', ((head,) for head in heads)),
        format_html_join("", "<tr>{}</tr>", body),
    )
