"""Cash games at the desk, their players' stays, and their waiting lists."""

from typing import Any

from django.contrib import admin
from django.db.models import Field, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.admin.staff import ReadOnly
from payouts.admin.money_fields import InMoney
from tables.admin.shown import ReadOnlyInline
from tables.models import HOUSE_RULES, CashGame, CashStay, StayMoment, Waiting


@admin.register(CashGame)
class CashGameAdmin(InMoney):
    in_money = ("small_blind", "big_blind", "ante")
    list_display = ("name", "game", "stakes", "buy_ins", "seats", "tables", "play_money")
    list_filter = ("play_money", "game")
    search_fields = ("name",)
    # Open tables keep the terms that they were opened with.
    FIXED = ("play_money", "game", "small_blind", "big_blind", "ante", "seats", *HOUSE_RULES)
    fields = (
        *("name", "play_money", "game", "small_blind", "big_blind", "ante", "seats"),
        *("tariff", "promotion"),
        *("least_buy_in", "most_buy_in", "straddle", "sit_out", "sit_out_unit"),
        *("action_seconds", "away_seconds", "bank_seconds", "tables", *HOUSE_RULES),
    )

    def get_queryset(self, request: HttpRequest) -> "QuerySet[CashGame]":
        """Return the games of the room; those of players have their own page (HOME-1)."""
        games: QuerySet[CashGame] = super().get_queryset(request)
        return games.filter(home=False)

    def get_readonly_fields(
        self, request: HttpRequest, obj: CashGame | None = None
    ) -> tuple[Any, ...]:
        fixed = () if obj is None else self.FIXED
        return (*fixed, *super().get_readonly_fields(request, obj))

    def formfield_for_dbfield(
        self, db_field: "Field[Any, Any]", request: HttpRequest, **options: Any
    ) -> Any:
        field = super().formfield_for_dbfield(db_field, request, **options)
        if db_field.name in self.in_money:
            chips = _("With play money, 0.50 means 50 chips.")
            field.help_text = f"{field.help_text} {chips}".strip()
        return field

    def has_delete_permission(self, request: HttpRequest, obj: CashGame | None = None) -> bool:
        """Return False: hands and transfers refer to it; with no tables it is no longer offered."""
        return False

    @admin.display(description=gettext_lazy("stakes"), ordering="big_blind")
    def stakes(self, game: CashGame) -> str:
        return game.stakes_text

    @admin.display(description=gettext_lazy("buy-in"))
    def buy_ins(self, game: CashGame) -> str:
        return f"{game.amount(game.least)}–{game.amount(game.most)}"


class MomentInline(ReadOnlyInline):
    model = StayMoment
    fields = ("kind", "cents", "at")


@admin.register(CashStay)
class CashStayAdmin(ReadOnly):
    list_display = ("receipt", "table", "user", "brought", "took", "opened_at", "closed_at")
    inlines = (MomentInline,)
    list_select_related = ("table", "user")
    search_fields = ("user__username", "=table__id")
    ordering = ("-pk",)
    fields = (
        *("table", "user", "brought", "brought_back", "back_from", "took"),
        *("opened_at", "closed_at"),
    )

    @admin.display(description=gettext_lazy("receipt"))
    def receipt(self, stay: CashStay) -> str:
        return stay.receipt


class RoomGameFilter(admin.RelatedFieldListFilter):
    """A choice of the room's own cash games: those at home are many, and have no name here."""

    def field_choices(self, field: Any, request: HttpRequest, model_admin: Any) -> Any:
        return field.get_choices(include_blank=False, limit_choices_to={"home": False})


@admin.register(Waiting)
class WaitingAdmin(ReadOnly):
    list_display = ("game", "table", "user", "joined_at", "held_table", "held_until", "ended")
    list_filter = (("game", RoomGameFilter), "ended")
    list_select_related = ("game", "table", "user", "held_table")
    search_fields = ("user__username",)
    ordering = ("-pk",)
    fields = (
        *("game", "table", "user", "joined_at"),
        *("held_table", "held_seat", "held_until", "ended", "ended_at"),
    )
