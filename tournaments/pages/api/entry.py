"""The HTTP API of events for their players: entering, leaving, buying chips."""

from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.fields import empty
from rest_framework.parsers import FormParser, MultiPartParser
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from core import room_clock
from core.pages.parsers import CarefulJSONParser
from core.pages.requests import who
from core.refusal import Refusal
from tables.models import Table
from tournaments.entry import admission, check_in, offers, purchases, registration
from tournaments.models import Entry, Purchase
from tournaments.play import velox
from tournaments.refusals import EventCode


class EntrySerializer(serializers.ModelSerializer[Entry]):
    """The reader's own entry; ``prize`` and ``bounties`` won in cents, ``place`` once registration
    is closed.

    ``seed`` is the reader's part of a VeloX draw, empty in other events.
    """

    bounties = serializers.IntegerField(source="bounty_money", read_only=True)

    class Meta:
        model = Entry
        fields = [
            *("id", "status", "re_entry", "registered_at"),
            *("place", "prize", "bounties", "seed"),
        ]


class SeedSerializer(serializers.Serializer[Any]):
    """A player's seed for a draw."""

    seed = serializers.CharField(max_length=200)


class EntryPaymentSerializer(serializers.Serializer[Any]):
    """The payment: the number of a ticket, or without one the wallet."""

    ticket = serializers.IntegerField(allow_null=True, default=None)


class PasswordSerializer(serializers.Serializer[Any]):
    """The password of a private event; empty for other events."""

    password = serializers.CharField(required=False, default="", allow_blank=True, max_length=128)


class WishSerializer(serializers.Serializer[Any]):
    """A purchase: ``key`` is its idempotency key, so that asking twice buys once."""

    key = serializers.CharField(max_length=64)


class CountField(serializers.IntegerField):
    """The number of rebuys. Refuses REBUY_COUNT, as the page does."""

    def run_validation(self, data: Any = empty) -> int:
        try:
            count: int = super().run_validation(data)
        except serializers.ValidationError:
            raise Refusal(EventCode.REBUY_COUNT) from None
        return count


class RebuyWishSerializer(WishSerializer):
    """A purchase of ``count`` rebuys at once."""

    count = CountField(default=1, min_value=1)


class PurchaseSerializer(serializers.ModelSerializer[Purchase]):
    """A purchase: cents to pool and house; ``applied_at`` once the chips are on the table."""

    class Meta:
        model = Purchase
        fields = ["id", "kind", "count", "chips", "pool", "fee", "bought_at", "applied_at"]


class AtTableSerializer(serializers.Serializer[Any]):
    """The table at which the answer is read, if any."""

    table = serializers.IntegerField(
        required=False, default=None, allow_null=True, min_value=1, max_value=2**63 - 1
    )


def table_read(request: Request) -> int | None:
    """Return the number of the table at which the answer is read."""
    place = AtTableSerializer(data=request.query_params)
    place.is_valid(raise_exception=True)
    number: int | None = place.validated_data["table"]
    return number


class SaleSerializer(serializers.Serializer[Any]):
    """An offer of chips: ``price`` in cents, up to ``most`` at once."""

    price = serializers.IntegerField()
    chips = serializers.IntegerField()
    most = serializers.IntegerField()


class OfferSerializer(serializers.Serializer[Any]):
    """The offers to the reader now; a reader without chips is out at ``until``.

    ``coming`` chips are paid and wait for the end of the hand. Once ``sells`` is false no rebuy or
    add-on will be sold any more. ``re_entry`` is for players who are out: register again.
    ``version`` is that of the table ``table`` which the answer knows: a page that shows an older
    one keeps the answer until it has shown the end of the hand.
    """

    sells = serializers.BooleanField()
    rebuy = SaleSerializer(allow_null=True)
    add_on = SaleSerializer(allow_null=True)
    until = serializers.DateTimeField(allow_null=True)
    coming = serializers.IntegerField()
    re_entry = SaleSerializer(allow_null=True)
    version = serializers.IntegerField(allow_null=True)


REFUSED = {409: OpenApiResponse(description="Refused by name.")}


class EntryActions:
    """Actions of a player on their own entry and chips in an event."""

    @extend_schema(
        request=PasswordSerializer,
        parameters=[EntryPaymentSerializer],
        responses={200: EntrySerializer, **REFUSED},
    )
    # Most clients send an empty body, in one of several content types.
    @action(
        detail=True,
        methods=["post"],
        permission_classes=[IsAuthenticated],
        parser_classes=[CarefulJSONParser, FormParser, MultiPartParser],
    )
    def register(self, request: Request, pk: str) -> Response:
        """Buy in from the wallet or with a ticket; a player who is out pays the price of a
        re-entry."""
        payment = EntryPaymentSerializer(data=request.query_params)
        payment.is_valid(raise_exception=True)
        secret = PasswordSerializer(data=request.data)
        secret.is_valid(raise_exception=True)
        verb = partial(
            registration.register,
            ticket_id=payment.validated_data["ticket"],
            password=secret.validated_data["password"],
        )
        return _entry(verb, request, pk)

    @extend_schema(request=None, responses={200: EntrySerializer, **REFUSED})
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def unregister(self, request: Request, pk: str) -> Response:
        """Withdraw until ``unregistration_ends_at`` or the start; everything comes back."""
        return _entry(registration.unregister, request, pk)

    @extend_schema(request=None, responses={200: EntrySerializer, **REFUSED})
    @action(
        detail=True,
        methods=["post"],
        url_path="check-in",
        permission_classes=[IsAuthenticated],
    )
    def check_in(self, request: Request, pk: str) -> Response:
        """Check in, where the event asks for it before the start."""
        return _entry(check_in.check_in, request, pk)

    @extend_schema(request=RebuyWishSerializer, responses={200: PurchaseSerializer, **REFUSED})
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def rebuy(self, request: Request, pk: str) -> Response:
        """Buy chips again: paid now, on the table after the hand."""
        wish = RebuyWishSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        return _bought(purchases.rebuy, wish.validated_data, request, pk)

    @extend_schema(request=WishSerializer, responses={200: PurchaseSerializer, **REFUSED})
    @action(
        detail=True,
        methods=["post"],
        url_path="add-on",
        permission_classes=[IsAuthenticated],
    )
    def add_on(self, request: Request, pk: str) -> Response:
        """Buy the add-on: paid now, on the table after the hand."""
        wish = WishSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        return _bought(purchases.add_on, wish.validated_data, request, pk)

    @extend_schema(responses=OfferSerializer, parameters=[AtTableSerializer])
    @action(detail=True, permission_classes=[IsAuthenticated])
    def offer(self, request: Request, pk: str) -> Response:
        """Return the offers to the reader at this moment."""
        event = get_object_or_404(admission.seen_by(request.user), pk=pk)
        table_id = table_read(request)
        offered = offers.offer(event, user_id=who(request), ahead=True, now=room_clock.now())
        # Last: at least as new as all that was read.
        at = Table.objects.filter(pk=table_id or 0, event=event.event)
        version = at.values_list("version", flat=True).first()
        return Response(OfferSerializer({**asdict(offered), "version": version}).data)

    @extend_schema(request=SeedSerializer, responses={200: EntrySerializer, **REFUSED})
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def seed(self, request: Request, pk: str) -> Response:
        """Choose the reader's seed for a VeloX draw, until the last seat is taken."""
        wish = SeedSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        return _entry(partial(velox.set_seed, seed=wish.validated_data["seed"]), request, pk)


def _entry(verb: Callable[..., Entry], request: Request, pk: str) -> Response:
    entry = verb(tournament_id=int(pk), user_id=who(request), now=room_clock.now())
    return Response(EntrySerializer(entry).data)


def _bought(
    verb: Callable[..., Purchase], wish: dict[str, Any], request: Request, pk: str
) -> Response:
    purchase = verb(tournament_id=int(pk), user_id=who(request), now=room_clock.now(), **wish)
    return Response(PurchaseSerializer(purchase).data)
