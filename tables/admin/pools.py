"""Fast-fold pools at the desk, and their players' entries."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core import room_clock
from core.admin.staff import ReadOnly, ReasonForm, button
from core.money import money_text
from core.pages.replies import go_to, refusal_as_message
from core.pages.requests import who
from payouts.admin.money_fields import InMoney
from tables import games
from tables.admin.shown import ReadOnlyInline
from tables.models import HOUSE_RULES, EntryMoment, FastPool, PoolEntry
from tables.pools import cashier as pool_cashier


@admin.register(FastPool)
class FastPoolAdmin(InMoney):
    in_money = ("small_blind", "big_blind")
    list_display = ("name", "game", "blinds", "buy_ins", "here", "offered")
    list_filter = ("game", "offered")
    search_fields = ("name",)
    # Open tables keep the terms that they were opened with.
    FIXED = ("game", "small_blind", "big_blind", "action_seconds", "away_seconds", *HOUSE_RULES)
    fields = (
        *("name", "game", "small_blind", "big_blind", "tariff", "promotion"),
        *("least_buy_in", "most_buy_in"),
        *("entries_each", "most_entries", "wait_seconds", "sit_out"),
        *("action_seconds", "away_seconds", "offered"),
        *(name for name in HOUSE_RULES if name not in games.DRAW_RULES),
    )
    actions_detail = ("break_off",)

    def get_readonly_fields(
        self, request: HttpRequest, obj: FastPool | None = None
    ) -> tuple[Any, ...]:
        fixed = () if obj is None else self.FIXED
        return (*fixed, *super().get_readonly_fields(request, obj))

    def get_queryset(self, request: HttpRequest) -> QuerySet[FastPool]:
        pools: QuerySet[FastPool] = super().get_queryset(request)
        return pools.annotate(here=Count("entries", filter=Q(entries__closed_at=None)))

    def has_delete_permission(self, request: HttpRequest, obj: FastPool | None = None) -> bool:
        """Return False: hands and transfers refer to it; it can be no longer offered."""
        return False

    def has_break_off_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return request.user.has_perm("tables.change_fastpool")

    @admin.display(description=gettext_lazy("blinds"), ordering="big_blind")
    def blinds(self, pool: FastPool) -> str:
        return f"{money_text(pool.small_blind)}/{money_text(pool.big_blind)}"

    @admin.display(description=gettext_lazy("buy-in"))
    def buy_ins(self, pool: FastPool) -> str:
        return f"{money_text(pool.least)}–{money_text(pool.most)}"

    @admin.display(description=gettext_lazy("players"), ordering="here")
    def here(self, pool: FastPool) -> int:
        return int(getattr(pool, "here", 0))

    @button(
        description=gettext_lazy("End this pool after a malfunction"),
        permissions=["break_off"],
        dialog={
            "title": gettext_lazy("End this pool"),
            "description": gettext_lazy(
                "All hands in progress are void: all players get back the chips from "
                "before. The pool stays closed until you offer it again."
            ),
            "form_class": ReasonForm,
        },
    )
    def break_off(self, request: HttpRequest, form: ReasonForm, object_id: int) -> HttpResponse:
        """End the pool after a malfunction (CASH-5)."""
        with refusal_as_message(request):
            pool_cashier.break_off(
                pool_id=object_id,
                by=who(request),
                why=form.cleaned_data["reason"],
                now=room_clock.now(),
            )
            messages.success(request, _("The pool is closed, and all players have been paid."))
        return go_to("tables_fastpool", object_id)


class EntryMomentInline(ReadOnlyInline):
    model = EntryMoment
    fields = ("kind", "cents", "at")


@admin.register(PoolEntry)
class PoolEntryAdmin(ReadOnly):
    inlines = (EntryMomentInline,)
    list_display = ("id", "pool", "user", "no", "state", "held", "brought", "took", "opened_at")
    list_select_related = ("pool", "user")
    list_filter = ("pool", "state")
    search_fields = ("user__username",)
    ordering = ("-pk",)
    # Not the table: it would tell staff which players have gone on from a hand in progress.
    fields = (
        *("pool", "user", "no", "state", "since", "held", "at_stake"),
        *("hands", "since_big_blind", "since_small_blind", "since_button", "owes"),
        *("brought", "brought_back", "back_from", "took", "rake", "opened_at", "closed_at"),
    )
