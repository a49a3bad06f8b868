"""The page on which a final table makes its deal (DEAL-MAKE)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.formats import localize_input
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from core import room_clock
from core.money import as_chips, units
from core.pages.htmx import HtmxRequest, whole_or_part
from core.pages.replies import lead_to, refusal_as_message, turn_away
from core.pages.requests import number, who
from core.refusal import Refusal
from core.sentences import say
from payouts.pages.forms import MONEY_INPUT, CentsField
from payouts.refusals import MoneyCode
from tournaments.entry import admission
from tournaments.models import DealProposal, Tournament
from tournaments.play import awards, deals
from tournaments.play.deals import Finalist, Snapshot

# Characters of a refused amount that are shown back.
LONGEST_TEXT = 20
TALK_MINUTES = deals.TALK // timedelta(minutes=1)

Method = DealProposal.Method


class KeptForm(forms.Form):
    """A form for the part of the pool that a deal leaves to play for."""

    kept = CentsField(label=gettext_lazy("Left to play for"), widget=MONEY_INPUT)

    def cents(self) -> int:
        """Return the amount in cents. Refuses NOT_AN_AMOUNT."""
        if not self.is_valid():
            raise _no_amount(self.data.get("kept", ""))
        cents: int = self.cleaned_data["kept"]
        return cents


@dataclass(frozen=True, slots=True)
class DealRow:
    """A player, their cents by each calculation, and the agreed figure as it was typed, if it was
    refused."""

    player: Finalist
    icm: int
    chips: int
    typed: str

    @property
    def field(self) -> str:
        return _field(self.player)


@require_http_methods(["GET", "HEAD", "POST"])
def deal(request: HtmxRequest, pk: int) -> HttpResponse:
    """Show the page of a deal: ask for a pause, compare three calculations, propose one, accept or
    refuse. htmx asks for the part that changes with every hand and answer."""
    if not request.user.is_authenticated:
        # A page whose user signed out elsewhere asks for its part: lead all of it to sign in.
        return lead_to(request.path) if request.htmx else turn_away(request)
    event = get_object_or_404(admission.seen_by(request.user), pk=pk)
    if not admission.may_watch(event, request.user):
        return turn_away(request)
    with as_chips(event.free):
        return _deal(request, event)


def _deal(request: HtmxRequest, event: Tournament) -> HttpResponse:
    now = room_clock.now()
    if request.method == "POST":
        with refusal_as_message(request):
            _do(request, event, now=now)
            return redirect("deal", pk=event.pk)
    form, kept = KeptForm(request.POST or request.GET), 0
    # The error of a refused proposal is already shown.
    if form.is_valid() or not request.POST:
        with refusal_as_message(request):
            kept = form.cents()
    pending = deals.pending(event, now=now)
    refusal = deals.refusal(event, now=now)
    context = {
        "event": event,
        "form": form,
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
            frozen = deals.snapshot(event, now=now)
            context["seen"] = frozen.fingerprint
            context["rows"] = _rows(frozen, kept=kept, typed=request.POST)
            # A refusal of figures is shown once, not with every refresh.
            context["worked_out"] = form.is_valid()
    response = whole_or_part(request, "tournaments/deal.html", "parts/deal.html", context)
    if request.POST:
        response.status_code = 400
    return response


def _rows(frozen: Snapshot, *, kept: int, typed: Mapping[str, object]) -> list[DealRow]:
    icm, chips = (frozen.shares(method, kept=kept) for method in (Method.ICM, Method.CHIPS))
    figures = [str(typed.get(_field(player), "")) for player in frozen.players]
    return [DealRow(*row) for row in zip(frozen.players, icm, chips, figures, strict=True)]


def _field(player: Finalist) -> str:
    return f"agreed_{player.entry}"


def _do(request: HttpRequest, event: Tournament, *, now: datetime) -> None:
    wish, user_id = request.POST.get("do", ""), who(request)
    if wish == "ask":
        deals.ask(tournament_id=event.pk, user_id=user_id, now=now)
        words = _("The cards wait for %(minutes)s minutes: propose shares, or accept a proposal.")
        messages.success(request, words % {"minutes": TALK_MINUTES})
    elif wish in Method.values:
        deals.propose(
            tournament_id=event.pk,
            user_id=user_id,
            method=wish,
            kept=KeptForm(request.POST).cents(),
            agreed=_agreed(request),
            seen=request.POST.get("seen", ""),
            now=now,
        )
        messages.success(request, _("Your proposal is on the table."))
    elif wish in ("accept", "refuse") and (deal_id := number(request.POST.get("deal", ""))):
        proposal = get_object_or_404(event.deals, pk=deal_id)
        deals.answer(deal_id=proposal.pk, user_id=user_id, yes=wish == "accept", now=now)
        done = _("You accepted.") if wish == "accept" else _("You refused. The next hand is dealt.")
        messages.success(request, done)


def _agreed(request: HttpRequest) -> dict[int, int]:
    """Read the agreed amounts, as typed, as cents by entry. Refuses NOT_AN_AMOUNT."""
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
    return Refusal(
        MoneyCode.NOT_AN_AMOUNT, text=str(text)[:LONGEST_TEXT], example=localize_input(units(1250))
    )
