"""The HTTP API of events: lists, details, draws, standings. Refusals: 409 {code, message}."""

from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.pagination import LimitOffsetPagination
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView
from rest_framework.viewsets import ReadOnlyModelViewSet

from core import room_clock
from core.money import currency
from core.pages.api_fields import CurrencyField
from core.pages.requests import who
from payouts.bookkeeping import accounts, ledger
from payouts.prizes import prize_draws
from payouts.prizes.prize_draws import PrizeDraw
from payouts.wallets import play_money
from tables.models import Table
from tournaments.entry import admission
from tournaments.models import Terms, Tournament
from tournaments.money import tickets
from tournaments.pages import amendments_shown, end_of_event, sheet, standing, velox_page
from tournaments.pages.api.entry import AtTableSerializer, EntryActions, EntrySerializer, table_read
from tournaments.pages.lobby import listed, places
from tournaments.pages.lobby.event_filter import EventFilter


class LevelSerializer(serializers.Serializer[Any]):
    """A row of the blind schedule; a break has no blinds."""

    seconds = serializers.IntegerField()
    small_blind = serializers.IntegerField()
    big_blind = serializers.IntegerField()
    ante = serializers.IntegerField()
    is_break = serializers.BooleanField()
    big_blind_ante = serializers.BooleanField()


class AmendmentSerializer(serializers.Serializer[Any]):
    """An amendment of an event: its time, a sentence in the reader's language, its reason and rule
    (AMEND-1)."""

    at = serializers.DateTimeField()
    says = serializers.CharField()
    why = serializers.CharField()
    rule = serializers.CharField()


class ClockSerializer(serializers.Serializer[Any]):
    """The clock; ``until`` is null in the last level and while it is stopped."""

    number = serializers.IntegerField()
    level = LevelSerializer()
    until = serializers.DateTimeField(allow_null=True)
    paused = serializers.BooleanField()


class ChanceSerializer(serializers.Serializer[Any]):
    """A multiplier of a VeloX, and the number of its tickets in a million."""

    multiplier = serializers.IntegerField()
    tickets = serializers.IntegerField()


class DrawSerializer(serializers.Serializer[Any]):
    """The public record of a VeloX draw, with the data to verify it (VELOX-4)."""

    event = serializers.CharField()
    seats = serializers.IntegerField()
    currency = serializers.CharField()
    buy_in = serializers.IntegerField()
    commitment = serializers.CharField()
    player_seeds = serializers.DictField(child=serializers.CharField())
    server_seed = serializers.CharField(help_text="Empty until it is revealed.")
    ticket = serializers.IntegerField(allow_null=True)
    multiplier = serializers.IntegerField(allow_null=True)
    odds = serializers.CharField(
        help_text="The room's own table, multiplier:tickets; empty: the regulations'."
    )
    multipliers = ChanceSerializer(many=True)
    returned_percent = serializers.FloatField(
        help_text="What of all buy-ins is paid back on average."
    )


class RunSerializer(serializers.Serializer[Any]):
    """Places with one share: hundredths of a percent of the pool."""

    first = serializers.IntegerField()
    last = serializers.IntegerField()
    share = serializers.IntegerField()


class BracketSerializer(serializers.Serializer[Any]):
    """A row of a prize table (PAY-STD, PAY-TABLE): the shares for ``least`` to ``most`` entries."""

    least = serializers.IntegerField()
    most = serializers.IntegerField()
    places = RunSerializer(many=True)


class SchemeSerializer(serializers.Serializer[Any]):
    """The division of the pool, in hundredths of a percent: ``shares`` by place (empty where seats
    or chips decide), ``by_chips`` when the session ends, by ``chips_places`` or, where there are
    none, in proportion. A satellite's ``seat`` and ``secondary`` are cents (0: none), ``table`` is
    Standard's, or the room's own."""

    kind = serializers.CharField()
    name = serializers.CharField()
    shares = serializers.ListField(child=serializers.IntegerField())
    by_chips = serializers.IntegerField()
    chips_places = RunSerializer(many=True)
    seat = serializers.IntegerField()
    secondary = serializers.IntegerField()
    table = BracketSerializer(many=True)


class TicketSerializer(serializers.Serializer[Any]):
    """An unused ticket: cents, or chips of play money, and the template whose events it is good for
    (null: any)."""

    id = serializers.IntegerField()
    value = serializers.IntegerField()
    play_money = serializers.BooleanField()
    template = serializers.IntegerField(source="template_id", allow_null=True)


class StandingSerializer(serializers.Serializer[Any]):
    """The standing of an event, at most a few seconds old. ``until`` is the end of the level (null:
    the last one, or the clock stands), ``next`` the blinds to come, ``break_at`` the next break.
    Each remaining player has won at least ``sure`` cents; after ``out`` more eliminations, the next
    player out is paid ``prize`` cents. ``deal``: whether its players may make one now (DEAL-MAKE).
    ``rank`` is that of the reader's own stack. ``version`` is that of the table ``table`` which the
    answer knows: a page that shows an older one keeps the answer until it has shown the end of the
    hand."""

    left = serializers.IntegerField()
    entries = serializers.IntegerField()
    average = serializers.IntegerField(allow_null=True)
    level = serializers.IntegerField(allow_null=True)
    until = serializers.DateTimeField(allow_null=True)
    paused = serializers.BooleanField()
    next = LevelSerializer(allow_null=True)
    break_at = serializers.DateTimeField(allow_null=True)
    late = serializers.BooleanField()
    late_until = serializers.DateTimeField(allow_null=True)
    paid = serializers.IntegerField(allow_null=True)
    in_money = serializers.BooleanField()
    sure = serializers.IntegerField()
    out = serializers.IntegerField(allow_null=True)
    prize = serializers.IntegerField(allow_null=True)
    deal = serializers.BooleanField()
    rank = serializers.IntegerField(allow_null=True)
    version = serializers.IntegerField(allow_null=True)


class KeyHandSerializer(serializers.Serializer[Any]):
    """A key hand of the reader, and the reason; ``change`` is the chips won or lost, ``out`` the
    names of the players eliminated in it, ``won`` its results in words."""

    id = serializers.IntegerField(source="key.hand.id")
    number = serializers.IntegerField(source="key.hand.number")
    why = serializers.ChoiceField(["deciding", "knockout", "won", "lost"], source="key.why")
    change = serializers.IntegerField(source="key.hand.change")
    out = serializers.ListField(child=serializers.CharField(), source="key.hand.out")
    won = serializers.CharField()
    url = serializers.SerializerMethodField()

    def get_url(self, hand: end_of_event.EndedHand) -> str:
        return reverse("hand", args=[hand.key.hand.id])


class AgainSerializer(serializers.Serializer[Any]):
    """Another event of the same kind, which ``url`` enters for ``price`` cents."""

    url = serializers.SerializerMethodField()
    price = serializers.IntegerField(source="entry_right")

    def get_url(self, event: Tournament) -> str:
        return reverse("register", args=[event.pk])


class NextSerializer(serializers.Serializer[Any]):
    """The event of the schedule that starts next."""

    url = serializers.SerializerMethodField()
    name = serializers.CharField()
    starts_at = serializers.DateTimeField()

    def get_url(self, event: Tournament) -> str:
        return reverse("tournament", args=[event.pk])


class EndedSerializer(serializers.Serializer[Any]):
    """The end of an event for the reader, money in cents; ``watch`` is the id of its final table
    while that plays, ``page`` the address of the reader's own page of the event."""

    place = serializers.IntegerField(allow_null=True)
    entries = serializers.IntegerField()
    prize = serializers.IntegerField()
    bounties = serializers.IntegerField()
    hands = KeyHandSerializer(many=True)
    again = AgainSerializer(allow_null=True)
    next = NextSerializer(allow_null=True)
    watch = serializers.IntegerField(allow_null=True)
    page = serializers.CharField()


# Terms that are left out: a secret, and two windows that are given as times instead.
UNTOLD = {"password", "registration_minutes", "unregistration_minutes"}


class TournamentSerializer(serializers.ModelSerializer[Tournament]):
    """An event in the list; money in cents. ``prize_pool`` before a draw is the least of it;
    ``stage`` counts the rounds of a shootout. A re-entry costs ``re_entry_buy_in``,
    ``re_entry_fee`` and the bounty. ``guarantee``, ``max_entries`` and ``late_registration_levels``
    include amendments (AMEND-1). In an event for ``play_money`` there is no ``currency``, and all
    amounts are chips (FREE-4). ``registration_opens_at`` is null when it was open from the
    beginning, ``unregistration_ends_at`` when players may unregister until the start."""

    currency = serializers.SerializerMethodField()
    guarantee = serializers.IntegerField(source="guaranteed", read_only=True)
    max_entries = serializers.IntegerField(source="most_entries", read_only=True)
    late_registration_levels = serializers.IntegerField(source="late_levels", read_only=True)
    re_entry_buy_in = serializers.IntegerField(source="re_entry_price.buy_in", read_only=True)
    re_entry_fee = serializers.IntegerField(source="re_entry_price.fee", read_only=True)
    re_entry_chips = serializers.IntegerField(source="re_entry_price.chips", read_only=True)
    series = serializers.IntegerField(source="template_id", allow_null=True, read_only=True)
    registration_opens_at = serializers.DateTimeField(allow_null=True, read_only=True)
    unregistration_ends_at = serializers.DateTimeField(allow_null=True, read_only=True)
    may_enter = serializers.SerializerMethodField()
    draw = serializers.SerializerMethodField()

    class Meta:
        model = Tournament
        fields = [
            *("id", "currency"),
            *(name for name in Terms.term_names() if name not in UNTOLD),
            *("registration_opens_at", "unregistration_ends_at", "may_enter"),
            *("series", "status", "stage", "starts_at", "held_until", "started_at"),
            "finished_at",
            *("entry_count", "re_entry_count", "live_count", "prize_pool", "draw"),
        ]

    def get_currency(self, event: Tournament) -> str | None:
        """The ISO 4217 code in whose smallest unit the amounts are; null for play money."""
        return None if event.free else currency()

    @extend_schema_field(DrawSerializer(allow_null=True))
    def get_draw(self, event: Tournament) -> dict[str, Any] | None:
        return None if event.draw is None else _record(event, event.draw, self.context["request"])

    def get_may_enter(self, event: Tournament) -> bool:
        return event.may_still_enter(self.now)

    @property
    def now(self) -> datetime:
        now: datetime = self.context["now"]
        return now


class TournamentDetailSerializer(TournamentSerializer):
    """An event in full, with the reader's own entry."""

    amendments = serializers.SerializerMethodField()
    schedule = LevelSerializer(many=True, source="levels")
    clock = serializers.SerializerMethodField()
    prizes = serializers.SerializerMethodField()
    prize_scheme = serializers.SerializerMethodField()
    tables = serializers.SerializerMethodField()
    entry = serializers.SerializerMethodField()

    class Meta(TournamentSerializer.Meta):
        fields = [
            *TournamentSerializer.Meta.fields,
            "amendments",
            "schedule",
            "clock",
            "prizes",
            "prize_scheme",
            "tables",
            "entry",
        ]

    @extend_schema_field(AmendmentSerializer(many=True))
    def get_amendments(self, event: Tournament) -> list[dict[str, Any]]:
        """The amendments since the event was announced, the latest first."""
        return [dict(AmendmentSerializer(one).data) for one in amendments_shown.listing(event)]

    @extend_schema_field(ClockSerializer(allow_null=True))
    def get_clock(self, event: Tournament) -> dict[str, Any] | None:
        reading = event.clock_at(self.now)
        return None if reading is None else dict(ClockSerializer(reading).data)

    def get_prizes(self, event: Tournament) -> list[int]:
        """The cents of each place, for the number of entries that the lobby assumes."""
        listing = self._listing
        return event.prize_scheme.prizes(entries=listing.field, pool=listing.pool)

    @extend_schema_field(SchemeSerializer)
    def get_prize_scheme(self, event: Tournament) -> dict[str, Any]:
        listing = self._listing
        prizes = sheet.paid_places(listing)
        scheme = prizes.scheme
        return {
            "kind": scheme.kind,
            "name": prizes.name,
            "shares": scheme.fixed or scheme.percentages(entries=listing.field, pool=listing.pool),
            "by_chips": prizes.chips_share,
            "chips_places": [
                {"first": run.first, "last": run.last, "share": run.share}
                for run in prizes.chip_places
            ],
            "seat": scheme.ticket,
            "secondary": scheme.second,
            "table": [
                {
                    "least": row.least,
                    "most": row.most,
                    "places": [
                        {"first": first, "last": last, "share": share}
                        for first, last, share in row.places
                    ],
                }
                for row in prizes.table
            ],
        }

    def get_tables(self, event: Tournament) -> list[int]:
        """The ids of the open tables; empty for readers who may not see the players."""
        if not admission.may_watch(event, self.context["request"].user):
            return []
        tables = Table.objects.filter(event=event.event, status=Table.Status.OPEN)
        return list(tables.order_by("pk").values_list("pk", flat=True))

    @extend_schema_field(EntrySerializer(allow_null=True))
    def get_entry(self, event: Tournament) -> dict[str, Any] | None:
        entry = self._listing.entry
        return None if entry is None else dict(EntrySerializer(entry).data)

    @cached_property
    def _listing(self) -> listed.Listing:
        """The event as this reader sees it."""
        assert self.instance is not None
        reader = self.context["request"].user.pk
        [listing] = listed.listings([self.instance], user_id=reader, now=self.now)
        return listing


class EventPagination(LimitOffsetPagination):
    default_limit = 100
    max_limit = 500


class TournamentViewSet(EntryActions, ReadOnlyModelViewSet[Tournament]):
    """Events; without a ``status`` those that are over are left out."""

    filterset_class = EventFilter
    pagination_class = EventPagination
    lookup_value_regex = "[0-9]{1,18}"

    def get_queryset(self) -> QuerySet[Tournament]:
        return places.in_order(places.listed())

    def get_object(self) -> Tournament:
        # The lobby's filter limits the list, not the single events.
        return get_object_or_404(admission.seen_by(self.request.user), pk=self.kwargs["pk"])

    def get_serializer_class(self) -> type[TournamentSerializer]:
        return TournamentSerializer if self.action == "list" else TournamentDetailSerializer

    def get_serializer_context(self) -> dict[str, Any]:
        return {**super().get_serializer_context(), "now": room_clock.now()}

    @extend_schema(responses=DrawSerializer)
    @action(detail=True)
    def draw(self, request: Request, pk: str) -> Response:
        """A VeloX draw's public record; ``manage.py verify_draw --json`` checks it."""
        event = self.get_object()
        if event.draw is None:
            raise Http404
        return Response(DrawSerializer(_record(event, event.draw, request)).data)

    @extend_schema(responses=StandingSerializer, parameters=[AtTableSerializer])
    @action(detail=True)
    def standing(self, request: Request, pk: str) -> Response:
        """Return the standing of an event, from a cache of a few seconds."""
        cached = standing.read(int(pk), now=room_clock.now())
        if cached is None:
            raise Http404
        if cached.home:
            # Its players alone may know of it (HOME-1).
            self.get_object()
        own = {
            "rank": cached.rank_of(request.user.pk),
            "version": cached.versions.get(table_read(request) or 0),
        }
        return Response(StandingSerializer({**cached.content, **own}).data)

    @extend_schema(responses=EndedSerializer)
    @action(detail=True, permission_classes=[IsAuthenticated])
    def ended(self, request: Request, pk: str) -> Response:
        """Return the end of an event for the reader; 404 while they are in it, or never were."""
        end = end_of_event.read(self.get_object(), user_id=who(request), now=room_clock.now())
        if end is None:
            raise Http404
        return Response(EndedSerializer(end).data)


def _record(event: Tournament, draw: PrizeDraw, request: Request) -> dict[str, Any]:
    """Return the public record of a draw; without player ids for readers who may not see them."""
    record = prize_draws.record(draw)
    if not admission.may_watch(event, request.user):
        record = record.without_players()
    odds = velox_page.odds(event)
    return {
        **record.to_json(),
        "multipliers": [
            {"multiplier": row.multiplier, "tickets": row.tickets} for row in odds.chances
        ],
        "returned_percent": odds.returned,
    }


class ChairSerializer(serializers.Serializer[Any]):
    table = serializers.IntegerField()
    tournament = serializers.IntegerField()


class MeSerializer(serializers.Serializer[Any]):
    """The reader: name, balance in cents and in chips of play money, seats and unused tickets."""

    username = serializers.CharField()
    currency = CurrencyField()
    balance = serializers.IntegerField()
    play_balance = serializers.IntegerField()
    seats = ChairSerializer(many=True)
    tickets = TicketSerializer(many=True)


class MeView(APIView):
    """The reader's name, balance, tickets and seats."""

    permission_classes = [IsAuthenticated]

    @extend_schema(responses=MeSerializer)
    def get(self, request: Request) -> Response:
        user_id = who(request)
        me = {
            "username": request.user.get_username(),
            "balance": ledger.balance(accounts.player(user_id)),
            "play_balance": play_money.balance(user_id),
            "tickets": tickets.unused(user_id=user_id),
            "seats": [
                {"table": table_id, "tournament": number}
                for event, table_id in listed.seats_of(user_id).items()
                if (number := Tournament.number_of(event)) is not None
            ],
        }
        return Response(MeSerializer(me).data)
