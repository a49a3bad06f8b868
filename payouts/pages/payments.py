"""Deposits and withdrawals: the list with their states, two forms, and a page for each."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from core import room_clock
from core.money import money_text
from core.pages.replies import refusal_as_message
from payouts.gateways import connected
from payouts.models import Payment, PaymentStep
from payouts.pages.forms import PayInForm, PayOutForm
from payouts.payments import deposits, payment_terms, sending, withdrawals
from payouts.rules.payments import PaymentKind, PaymentState
from payouts.wallets import debts
from players.protection import exclusions
from players.protection.register import queries
from players.requests import PlayerRequest
from players.sign_in import proof

LINES_A_PAGE = 25
# The reasons of the room's own steps, by the stored word.
WHY: dict[str, str | Promise] = {
    "SELF_EXCLUDED": gettext_lazy("You have excluded yourself: the deposit is returned to you."),
    "EXCLUDED_BY_REGISTER": gettext_lazy(
        "You are in the exclusion register: the deposit is returned to you."
    ),
    "SUSPENDED": gettext_lazy("Your account is suspended: the deposit is returned to you."),
    "charged_back": gettext_lazy("One of your deposits was charged back."),
}


@require_safe
@login_required
def page(request: PlayerRequest) -> HttpResponse:
    return _page(request)


@require_POST
@login_required
def deposit(request: PlayerRequest) -> HttpResponse:
    """Begin a deposit, and redirect to the page that leads to the payment service."""
    form = PayInForm(request.POST)
    if not form.is_valid():
        return _page(request, pay_in=form)
    with refusal_as_message(request):
        now = room_clock.now()
        queries.refresh(user_id=request.user.pk, now=now)
        begun = deposits.begin(
            user_id=request.user.pk,
            amount=form.cents(),
            key=form.cleaned_data["key"].hex,
            now=now,
        )
        if begun.at is PaymentState.BEGUN:
            # A service that does not answer now is asked again by the sweep.
            sending.look(payment_id=begun.pk, now=now)
        return redirect("payment", begun.token)
    # Refused: the typed values stay, with their key.
    return _page(request, pay_in=form)


@require_POST
@login_required
def withdraw(request: PlayerRequest) -> HttpResponse:
    """Ask to be paid, once per key; open to every player at any time.

    An IBAN that is new takes the password again (ACCOUNT-5).
    """
    form = PayOutForm(request.POST)
    if not form.is_valid():
        return _page(request, pay_out=form)
    destination, now = form.cleaned_data["destination"], room_clock.now()
    if withdrawals.is_new(user_id=request.user.pk, destination=destination, now=now):
        proof.require(request)
    with refusal_as_message(request):
        withdrawal = withdrawals.ask(
            user_id=request.user.pk,
            amount=form.cents(),
            destination=destination,
            key=form.cleaned_data["key"].hex,
            now=now,
        )
        words = _(
            "%(amount)s is reserved for you, and will be sent when the staff have approved it."
        )
        messages.success(request, words % {"amount": money_text(withdrawal.amount)})
        return redirect("payment", withdrawal.token)
    return _page(request, pay_out=form)


@require_safe
@login_required
def payment(request: PlayerRequest, token: UUID) -> HttpResponse:
    """Show one payment, its steps and its possible actions, to its own player alone."""
    own = _mine(request, token)
    steps = [(step, _why(step)) for step in own.steps.order_by("pk")]
    context = {"payment": own, "steps": steps}
    return render(request, "payouts/payment.html", context)


@require_POST
@login_required
def cancel(request: PlayerRequest, token: UUID) -> HttpResponse:
    """Take a withdrawal back while it waits."""
    withdrawal = _mine(request, token)
    with refusal_as_message(request):
        withdrawals.cancel(user_id=request.user.pk, payment_id=withdrawal.pk, now=room_clock.now())
        words = _("%(amount)s is back in your wallet.")
        messages.success(request, words % {"amount": money_text(withdrawal.amount)})
    return redirect("payment", token)


def _mine(request: PlayerRequest, token: UUID) -> Payment:
    row = Payment.objects.filter(token=token, user=request.user.pk).first()
    if row is None:
        raise Http404
    return row


def _page(
    request: PlayerRequest, *, pay_in: PayInForm | None = None, pay_out: PayOutForm | None = None
) -> HttpResponse:
    """Show the list; with the form that was invalid or refused, if there is one."""
    user_id, now = request.user.pk, room_clock.now()
    page = Paginator(withdrawals.of(user_id), LINES_A_PAGE).get_page(request.GET.get("page"))
    context: dict[str, Any] = {
        "pay_in": pay_in or PayInForm(),
        "pay_out": pay_out or PayOutForm(),
        "deposits_open": bool(connected.name()),
        "in_terms": payment_terms.of(PaymentKind.DEPOSIT),
        "out_terms": payment_terms.of(PaymentKind.WITHDRAWAL),
        "hold_hours": int(payment_terms.hold().total_seconds()) // 3600,
        "iban_hours": int(payment_terms.new_iban_hold().total_seconds()) // 3600,
        "on_hold": withdrawals.on_hold(user_id),
        "debt": debts.owed(user_id),
        "registered": exclusions.is_registered(user_id=user_id, now=now),
        "excluded_until": exclusions.excluded_until(user_id=user_id, now=now),
        "page": page,
        "lines": [(row, _why(_last(row))) for row in page.object_list],
    }
    status = 400 if pay_in or pay_out else 200
    return render(request, "payouts/payments.html", context, status=status)


def _last(payment: Payment) -> PaymentStep | None:
    """Return the step that led to the current state; read with the list."""
    return max(payment.steps.all(), key=lambda step: step.pk, default=None)


def _why(step: PaymentStep | None) -> str:
    """Return the reason of a step for the player: staff's words, or the room's, translated.

    The reason of an approval is for the record alone.
    """
    if step is None or step.who == PaymentStep.Who.GATEWAY:
        return ""
    if step.who == PaymentStep.Who.ROOM:
        return str(WHY.get(step.why, ""))
    return step.why if step.after in (PaymentState.REFUSED, PaymentState.RETURNED) else ""
