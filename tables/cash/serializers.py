"""API serializers of games for money and of stays in them, at tables and in pools alike."""

from datetime import datetime
from typing import Any, Protocol

from rest_framework import serializers
from rest_framework.pagination import LimitOffsetPagination

from core.pages.api_fields import CurrencyField
from tables.cash.buy_in import BuyIn, Range
from tables.history import stays


class Offered(Protocol):
    """A game as the lobby shows it to one reader."""

    buy_in: BuyIn

    @property
    def may_bring(self) -> Range: ...


class RateSerializer(serializers.Serializer[Any]):
    """``cents`` of each whole ``unit`` of a pot, or hundredths of a ``percent``, rounded down to a
    multiple of ``chip`` (RAKE-2)."""

    cents = serializers.IntegerField()
    unit = serializers.IntegerField()
    percent = serializers.IntegerField(allow_null=True)
    chip = serializers.IntegerField()


class CapSerializer(serializers.Serializer[Any]):
    """At most ``cents`` with ``first`` to ``last`` players dealt in (RAKE-3)."""

    first = serializers.IntegerField()
    last = serializers.IntegerField()
    cents = serializers.IntegerField()


class RakeSerializer(serializers.Serializer[Any]):
    """The house's part of a pot that saw a flop: of two rates the one that takes less."""

    name = serializers.CharField(help_text="Empty: the tariff of the regulations.")
    rates = RateSerializer(many=True)
    caps = CapSerializer(many=True)
    heads_up_free = serializers.BooleanField(help_text="Whether two players pay no rake.")
    begins_at = serializers.DateTimeField(allow_null=True, help_text="Of a promotion.")
    ends_at = serializers.DateTimeField(allow_null=True, help_text="Of a promotion.")


class GameSerializer(serializers.Serializer[Any]):
    """A game for money and the reader's buy-in; money in cents."""

    game = serializers.CharField(source="game.game")
    small_blind = serializers.IntegerField(source="game.small_blind")
    big_blind = serializers.IntegerField(source="game.big_blind")
    least_buy_in = serializers.IntegerField(source="game.least")
    most_buy_in = serializers.IntegerField(source="game.most")
    least_now = serializers.IntegerField(
        source="may_bring.least",
        help_text="What the reader may come in with; above ``most_now``: nothing yet.",
    )
    most_now = serializers.IntegerField(source="may_bring.most")
    new_money = serializers.IntegerField(
        source="buy_in.allowance",
        help_text="What the reader may still bring to the game, top-ups included.",
    )
    due = serializers.SerializerMethodField(
        help_text="What the reader took from the game lately: they come back with at least that."
    )
    due_until = serializers.SerializerMethodField()
    limits = serializers.SerializerMethodField(
        help_text="The small and the big bet, where bets have one size; else null."
    )
    rake = RakeSerializer(
        many=True,
        help_text="The tariff that holds now, and after it the next one where a promotion is on or "
        "to come.",
    )
    players = serializers.IntegerField(help_text="At the table, or entries in the pool.")

    def get_limits(self, opened: Any) -> list[int] | None:
        game = opened.game
        return [game.big_blind, game.big_bet] if game.has_fixed_limit else None

    def get_due(self, opened: Offered) -> int | None:
        return opened.buy_in.back and opened.buy_in.back.cents

    def get_due_until(self, opened: Offered) -> datetime | None:
        return opened.buy_in.back and opened.buy_in.back.until


class BuyingInSerializer(serializers.Serializer[Any]):
    """A wish to come in; the same ``key`` again is the same wish."""

    amount = serializers.IntegerField(help_text="Cents.")
    key = serializers.RegexField(r"\A[0-9A-Za-z-]{8,40}\Z")


class TopUpSerializer(serializers.Serializer[Any]):
    """Chips that came during a stay, cents."""

    kind = serializers.ChoiceField(choices=[kind.value for kind in stays.TOP_UPS])
    cents = serializers.IntegerField()
    at = serializers.DateTimeField()


class AbsenceSerializer(serializers.Serializer[Any]):
    """A time of sitting out; ``until`` is null while it lasts."""

    since = serializers.DateTimeField()
    until = serializers.DateTimeField(allow_null=True)


class ReceiptSerializer(serializers.Serializer[Any]):
    """A stay in a game for money (INFO-3), in cents."""

    currency = CurrencyField()
    id = serializers.IntegerField(source="stay.pk")
    number = serializers.CharField()
    code = serializers.CharField(help_text="With the number, what a check of the receipt asks.")
    place = serializers.CharField(help_text="The table, or the pool.")
    came_in_at = serializers.DateTimeField(source="stay.opened_at")
    left_at = serializers.DateTimeField(source="stay.closed_at", allow_null=True)
    sat_in_with = serializers.IntegerField()
    brought_back = serializers.IntegerField(
        source="stay.brought_back", help_text="Of it, what an earlier stay had taken away."
    )
    top_ups = TopUpSerializer(many=True)
    absences = AbsenceSerializer(many=True)
    hands = serializers.IntegerField()
    rake = serializers.IntegerField(
        help_text="What the player bore of each hand's rake, in proportion to what they put in."
    )
    given_back = serializers.IntegerField(help_text="From draw pots that nobody won.")
    took = serializers.IntegerField(
        source="stay.took",
        allow_null=True,
        help_text="At a table null while the stay lasts; in a pool what was paid so far.",
    )
    result = serializers.IntegerField(
        help_text="Won or lost; by now, before unfinished hands, while the stay lasts."
    )


class ReceiptPagination(LimitOffsetPagination):
    default_limit = 25
    max_limit = 100
