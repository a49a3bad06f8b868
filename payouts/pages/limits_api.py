"""The HTTP API of a player's own limits (PLAY-1, PLAY-3). Refusals: 409 {code, message}."""

from typing import Any

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.decorators import permission_classes
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from core import room_clock
from core.money_field import MOST_TYPED
from core.pages.api_fields import CurrencyField
from core.pages.api_views import api_view
from core.pages.requests import who
from core.types import UserId
from payouts.models.limits import LimitKindChoices as Kinds
from payouts.pages.forms import MINUTES_A_MONTH
from payouts.protection import limits
from payouts.rules.limits import LimitKind, LimitPeriod
from players.protection import reminders


class WaitingLimitSerializer(serializers.Serializer[Any]):
    """A higher limit, or none (null), that applies from a later moment on."""

    amount = serializers.IntegerField(allow_null=True)
    effective_at = serializers.DateTimeField()


class LimitSerializer(serializers.Serializer[Any]):
    """A limit of a period: cents, or minutes of time; null is none."""

    kind = serializers.ChoiceField(choices=Kinds.choices)
    period = serializers.ChoiceField(choices=[period.value for period in LimitPeriod])
    amount = serializers.IntegerField(allow_null=True)
    used = serializers.IntegerField(
        help_text="Since the period began; below zero for who has won more than they lost."
    )
    waiting = WaitingLimitSerializer(allow_null=True)


class AskedLimitSerializer(serializers.Serializer[Any]):
    """A wish for a limit: cents, or minutes for time; null for none.

    A lower limit applies at once, a higher one in seven days.
    """

    kind = serializers.ChoiceField(choices=Kinds.choices)
    period = serializers.ChoiceField(choices=[period.value for period in LimitPeriod])
    amount = serializers.IntegerField(min_value=0, allow_null=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse amounts that the page would refuse."""
        most = MINUTES_A_MONTH if LimitKind(attrs["kind"]) is LimitKind.TIME else MOST_TYPED
        if attrs["amount"] is not None and attrs["amount"] > most:
            words = serializers.IntegerField.default_error_messages["max_value"]
            raise serializers.ValidationError({"amount": [words.format(max_value=most)]})
        return attrs


class CareSerializer(serializers.Serializer[Any]):
    """The player's limits, and the minutes of play between two reminders (PLAY-4)."""

    currency = CurrencyField()
    limits = LimitSerializer(many=True)
    remind_every = serializers.IntegerField()


@extend_schema(
    request=AskedLimitSerializer,
    responses={200: CareSerializer, 409: OpenApiResponse(description="Refused by name.")},
)
@api_view(["GET", "POST"])
@permission_classes([IsAuthenticated])
def own_limits(request: Request) -> Response:
    """The reader's limits of deposits, losses and time; POST asks for another one."""
    if request.method == "POST":
        wish = AskedLimitSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        data = wish.validated_data
        limits.set_limit(
            user_id=who(request),
            kind=LimitKind(data["kind"]),
            period=LimitPeriod(data["period"]),
            amount=data["amount"],
            now=room_clock.now(),
        )
    return Response(CareSerializer(_care(who(request))).data)


def _care(user_id: UserId) -> dict[str, Any]:
    now = room_clock.now()
    limit_list = []
    for kind in LimitKind:
        for period in LimitPeriod:
            which: dict[str, Any] = {"user_id": user_id, "kind": kind, "period": period, "now": now}
            standing = limits.limit(**which)
            limit_list.append(
                {
                    "kind": kind.value,
                    "period": period.value,
                    "amount": standing.amount,
                    "used": limits.used(**which),
                    "waiting": standing.waiting,
                }
            )
    return {"limits": limit_list, "remind_every": reminders.every(user_id)}
