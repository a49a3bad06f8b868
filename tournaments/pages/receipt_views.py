"""The receipt of an entry, for its player alone: the page, and the API."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import permission_classes
from rest_framework.exceptions import NotFound
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from core.pages.api_fields import CurrencyField
from core.pages.api_views import api_view
from core.pages.requests import who
from core.types import UserId
from players.requests import PlayerRequest
from tournaments.entry import receipts
from tournaments.entry.receipts import EntryReceipt


class PaymentSerializer(serializers.Serializer[Any]):
    """One payment, in cents."""

    what = serializers.ChoiceField(choices=["entry", "re_entry", "rebuy", "add_on"])
    times = serializers.IntegerField(help_text="So many rebuys at once.")
    at = serializers.DateTimeField()
    pool = serializers.IntegerField()
    bounty = serializers.IntegerField(help_text="To the pool, on the player's own head.")
    fee = serializers.IntegerField()
    chips = serializers.IntegerField()


class EntryReceiptSerializer(serializers.Serializer[Any]):
    """The payments and winnings of an entry (INFO-3), in cents."""

    currency = CurrencyField()
    number = serializers.CharField()
    code = serializers.CharField(help_text="With the number, what a check of the receipt asks.")
    event = serializers.IntegerField(source="event.pk")
    name = serializers.CharField(source="event.name")
    status = serializers.CharField(source="entry.status")
    place = serializers.IntegerField(source="entry.place", allow_null=True)
    payments = PaymentSerializer(many=True)
    ticket = serializers.IntegerField(help_text="Of what was paid, by a ticket.")
    paid = serializers.IntegerField()
    prize = serializers.IntegerField(source="entry.prize", allow_null=True)
    ticket_won = serializers.IntegerField(help_text="Of the prize, as a ticket.")
    dealt = serializers.IntegerField(help_text="By a deal, until it is a part of the prize.")
    bounties = serializers.IntegerField(source="entry.bounty_money")
    given_back = serializers.IntegerField()
    result = serializers.IntegerField(help_text="What came back less what was paid, by now.")


@require_safe
@login_required
def receipt(request: PlayerRequest, pk: int) -> HttpResponse:
    """Show the receipt of one of the reader's entries."""
    own = _own(who(request), pk)
    if own is None:
        raise Http404
    return render(request, "tournaments/receipt.html", {"receipt": own})


@extend_schema(responses={200: EntryReceiptSerializer, 404: None})
@api_view(["GET"])
@permission_classes([IsAuthenticated])
def entry_receipt(request: Request, pk: int) -> Response:
    """The receipt of one of the reader's entries."""
    own = _own(who(request), pk)
    if own is None:
        raise NotFound
    return Response(EntryReceiptSerializer(own).data)


def _own(user_id: UserId, pk: int) -> EntryReceipt | None:
    owned = receipts.of_entries(receipts.of_player(user_id).filter(pk=pk))
    return owned[0] if owned else None
