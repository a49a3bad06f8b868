"""The wallet: the balance, its transfers, and demo money in and out."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Case, F, QuerySet, Sum, When, Window
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from core import room_clock
from core.money import money_text
from core.pages.replies import refusal_as_message
from payouts import events
from payouts.bookkeeping import accounts, ledger
from payouts.models import Transfer
from payouts.pages.forms import DepositForm, WithdrawalForm
from payouts.wallets import bonuses
from payouts.wallets import wallet as verbs
from players.protection import exclusions
from players.requests import PlayerRequest

LINES_A_PAGE = 25


@require_safe
@login_required
def wallet(request: PlayerRequest) -> HttpResponse:
    return _page(request)


@require_POST
@login_required
def deposit(request: PlayerRequest) -> HttpResponse:
    """Deposit demo money into the reader's wallet, once per key."""
    if not settings.DEMO:
        raise Http404
    form = DepositForm(request.POST)
    if not form.is_valid():
        return _page(request, deposit=form)
    with refusal_as_message(request):
        verbs.deposit(
            user_id=request.user.pk,
            amount=form.cents(),
            key=form.cleaned_data["key"].hex,
            now=room_clock.now(),
        )
        messages.success(
            request, _("%(amount)s is in your wallet.") % {"amount": money_text(form.cents())}
        )
    return redirect("wallet")


@require_POST
@login_required
def withdraw(request: PlayerRequest) -> HttpResponse:
    """Withdraw demo money from the reader's wallet, once per key; always open to every player."""
    if not settings.DEMO:
        raise Http404
    form = WithdrawalForm(request.POST)
    if not form.is_valid():
        return _page(request, withdrawal=form)
    with refusal_as_message(request):
        verbs.withdraw(
            user_id=request.user.pk,
            amount=form.cents(),
            key=form.cleaned_data["key"].hex,
            now=room_clock.now(),
        )
        messages.success(
            request, _("%(amount)s has left your wallet.") % {"amount": money_text(form.cents())}
        )
    return redirect("wallet")


def _page(
    request: PlayerRequest,
    *,
    deposit: DepositForm | None = None,
    withdrawal: WithdrawalForm | None = None,
) -> HttpResponse:
    """Show the wallet; with the invalid form, if there is one."""
    name, now = accounts.player(request.user.pk), room_clock.now()
    page = Paginator(_lines(name), LINES_A_PAGE).get_page(request.GET.get("page"))
    context: dict[str, Any] = {
        "form": deposit or DepositForm(),
        "withdrawal": withdrawal or WithdrawalForm(),
        "registered": exclusions.is_registered(user_id=request.user.pk, now=now),
        "excluded_until": exclusions.excluded_until(user_id=request.user.pk, now=now),
        "bonuses": [bonuses.progress(bonus) for bonus in bonuses.of(request.user.pk)],
        "page": page,
        "lines": _with_events(list(page.object_list)),
    }
    status = 400 if deposit or withdrawal else 200
    return render(request, "payouts/wallet.html", context, status=status)


def _lines(name: str) -> QuerySet[Transfer]:
    """Return the statement, each line with its ``change`` and the balance ``after`` it, cents."""
    change = Case(When(credit__name=name, then=F("amount")), default=-F("amount"))
    rows: QuerySet[Transfer] = ledger.statement(name)
    return rows.annotate(change=change, after=Window(Sum(change), order_by=F("pk").asc()))


def _with_events(lines: Sequence[Transfer]) -> list[tuple[Transfer, events.Event | None]]:
    """Return each line with the event that it paid for or won in.

    The event is found by the pool, or the escrow of a table, of the same cause.
    """
    holders = Transfer.objects.filter(key__in={line.key for line in lines}).values_list(
        "key", "debit__name", "credit__name"
    )
    event_of = {
        key: event
        for key, debit, credit in holders
        for name in (debit, credit)
        if (event := accounts.event(name))
    }
    known = events.find(event_of.values())
    return [(line, known.get(event_of.get(line.key, ""))) for line in lines]
