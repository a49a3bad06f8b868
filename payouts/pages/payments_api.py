"""The HTTP API of a player's deposits and withdrawals (MONEY-1, MONEY-2). Refusals: 409."""

from typing import Any
from uuid import UUID

from django import forms
from django.http import Http404
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import permission_classes
from rest_framework.permissions import SAFE_METHODS, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from core import room_clock
from core.money_field import MOST_TYPED
from core.pages.api_fields import CurrencyField
from core.pages.api_views import api_view
from core.pages.requests import who
from payouts.models import Payment
from payouts.payments import deposits, sending, withdrawals
from payouts.rules.payments import PaymentKind, PaymentState
from players.protection.register import queries
from players.sign_in import proof

# The most payments of the list, the latest.
SHOWN = 100
REFUSED = OpenApiResponse(description="Refused by name.")


class WalletPaymentSerializer(serializers.ModelSerializer[Payment]):
    """A deposit or withdrawal, cents; ``pay_at`` is where a deposit is paid."""

    currency = CurrencyField()

    class Meta:
        model = Payment
        fields = (
            *("token", "kind", "currency", "amount", "fee", "state", "destination"),
            *("asked_at", "free_at", "pay_at"),
        )
        read_only_fields = fields


class AskedPaymentSerializer(serializers.Serializer[Any]):
    """A wish to pay in, or to be paid at an IBAN (``destination``); idempotent by ``key``."""

    kind = serializers.ChoiceField(choices=Payment.Kind.choices)
    amount = serializers.IntegerField(min_value=1, max_value=MOST_TYPED)
    # The framework of the API has no Italian for it, Django's forms do.
    key = serializers.UUIDField(error_messages=forms.UUIDField.default_error_messages)
    destination = serializers.CharField(max_length=60, required=False, default="")


@extend_schema(
    methods=["GET"], responses=WalletPaymentSerializer(many=True), operation_id="payments_list"
)
@extend_schema(
    methods=["POST"],
    request=AskedPaymentSerializer,
    responses={201: WalletPaymentSerializer, 409: REFUSED},
    operation_id="payments_ask",
)
@api_view(["GET", "POST"])
@permission_classes([IsAuthenticated])
def payments(request: Request) -> Response:
    """The reader's deposits and withdrawals, the latest first; POST asks for another one."""
    user_id, now = who(request), room_clock.now()
    if request.method in SAFE_METHODS:
        rows = withdrawals.of(user_id)[:SHOWN]
        return Response(WalletPaymentSerializer(rows, many=True).data)
    wish = AskedPaymentSerializer(data=request.data)
    wish.is_valid(raise_exception=True)
    data = wish.validated_data
    terms: dict[str, Any] = {"amount": data["amount"], "key": data["key"].hex}
    if data["kind"] == PaymentKind.WITHDRAWAL:
        terms["destination"] = data["destination"]
        if withdrawals.is_new(user_id=user_id, destination=data["destination"], now=now):
            proof.check(request)
        payment = withdrawals.ask(user_id=user_id, now=now, **terms)
    else:
        queries.refresh(user_id=user_id, now=now)
        payment = deposits.begin(user_id=user_id, now=now, **terms)
        if payment.at is PaymentState.BEGUN:
            sending.look(payment_id=payment.pk, now=now)
            payment.refresh_from_db()
    return Response(WalletPaymentSerializer(payment).data, status.HTTP_201_CREATED)


@extend_schema(request=None, responses={200: WalletPaymentSerializer, 409: REFUSED})
@api_view(["POST"])
@permission_classes([IsAuthenticated])
def cancel(request: Request, token: UUID) -> Response:
    """Take a withdrawal back while it waits."""
    payment = Payment.objects.filter(token=token, user=who(request)).first()
    if payment is None:
        raise Http404
    done = withdrawals.cancel(user_id=who(request), payment_id=payment.pk, now=room_clock.now())
    return Response(WalletPaymentSerializer(done).data)
