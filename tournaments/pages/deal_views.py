"""The page on which a final table makes its deal (DEAL-MAKE)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from core.pages.replies import refusal_as_message, turn_away
from core.pages.requests import PlayerRequest, number
from core.refusal import Refusal
from core.sentences import say
from payouts.pages.forms import EUROS, CentsField
from payouts.refusals import Code
from tournaments.entry import admission
from tournaments.models import DealProposal, Tournament
from tournaments.play import awards, deals
from tournaments.play.deals import Finalist, Snapshot

# How much is said back of what somebody typed.
LONGEST_TEXT = 20
TALK_MINUTES = deals.TALK // timedelta(minutes=1)

Method = DealProposal.Method


class KeptForm(forms.Form):
    """How much of the first prize stays in play."""

    kept = CentsField(label=gettext_lazy("Left to play for, €"), widget=EUROS)

    def cents(self) -> int:
        """Refuses NOT_AN_AMOUNT."""
        if not self.is_valid():
            raise _no_amount(self.data.get("kept", ""))
        cents: int = self.cleaned_data["kept"]
        return cents


@dataclass(frozen=True, slots=True)
class Row:
    """A player, what each calculation gives them, and the figure for an agreement, as it was typed
    if it was refused."""

    player: Finalist
    icm: int
    chips: int
    typed: str

    @property
    def field(self) -> str:
        return _field(self.player)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def deal(request: PlayerRequest, pk: int) -> HttpResponse:
    """Ask for a pause, compare three calculations, propose one, accept or refuse."""
    event = get_object_or_404(Tournament.objects.select_related("draw"), pk=pk)
    if not admission.may_watch(event, request.user):
        return turn_away(request)
    now = timezone.now()
    if request.method == "POST":
        with refusal_as_message(request):
            _do(request, event, now=now)
            return redirect("deal", pk=pk)
    form, kept = KeptForm(request.POST or request.GET), 0
    # What was wrong with a proposal has been said.
    if form.is_valid() or not request.POST:
        with refusal_as_message(request):
            kept = form.cents()
    pending = deals.pending(event, now=now)
    refusal = deals.refusal(event, now=now)
    context = {
        "event": event,
        "form": form,
        "refused": bool(request.POST),
        "kept": kept,
        "pending": pending,
        "talk_minutes": TALK_MINUTES,
        "until": deals.until(event, pending, now=now) if pending else None,
        "done": awards.deal_done(event),
        "refusal": say(Refusal(refusal)) if refusal else None,
        "here": event.entries.filter(user=request.user.pk, status="playing").exists(),
    }
    if refusal is None:
        with refusal_as_message(request):
            frozen = deals.snapshot(event)
            context["prizes"] = frozen.prizes
            context["rows"] = _rows(frozen, kept=kept, typed=request.POST)
    return render(request, "tournaments/deal.html", context, status=400 if request.POST else 200)


def _rows(frozen: Snapshot, *, kept: int, typed: Mapping[str, object]) -> list[Row]:
    icm, chips = (frozen.shares(method, kept=kept) for method in (Method.ICM, Method.CHIPS))
    figures = [str(typed.get(_field(player), "")) for player in frozen.players]
    return [Row(*row) for row in zip(frozen.players, icm, chips, figures, strict=True)]


def _field(player: Finalist) -> str:
    return f"agreed_{player.entry}"


def _do(request: PlayerRequest, event: Tournament, *, now: datetime) -> None:
    wish, user_id = request.POST.get("do", ""), request.user.pk
    if wish == "ask":
        deals.ask(tournament_id=event.pk, user_id=user_id, now=now)
        words = _("The cards wait for %(minutes)s minutes. Talk it over.")
        messages.success(request, words % {"minutes": TALK_MINUTES})
    elif wish in Method.values:
        deals.propose(
            tournament_id=event.pk,
            user_id=user_id,
            method=wish,
            kept=KeptForm(request.POST).cents(),
            agreed=_agreed(request),
            now=now,
        )
        messages.success(request, _("Your proposal is on the table."))
    elif wish in ("accept", "refuse") and (deal_id := number(request.POST.get("deal", ""))):
        found = get_object_or_404(event.deals, pk=deal_id)
        deals.answer(deal_id=found.pk, user_id=user_id, yes=wish == "accept", now=now)
        done = _("You accepted.") if wish == "accept" else _("You refused. The cards are dealt.")
        messages.success(request, done)


def _agreed(request: PlayerRequest) -> dict[int, int]:
    """Cents by entry, as typed in euro; an empty field is nothing. Refuses NOT_AN_AMOUNT."""
    amount = CentsField()
    agreed = {}
    for name, text in request.POST.items():
        entry = number(name.removeprefix("agreed_"))
        if entry and name.startswith("agreed_"):
            try:
                agreed[entry] = amount.clean(text)
            except forms.ValidationError:
                raise _no_amount(text) from None
    return agreed


def _no_amount(text: object) -> Refusal:
    return Refusal(Code.NOT_AN_AMOUNT, text=str(text)[:LONGEST_TEXT])
