"""The staff's view of tables and hands: to read, and no card that a player may not see."""

from collections.abc import Sequence
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.views.main import SEARCH_VAR, ChangeList
from django.contrib.auth.models import User
from django.core.paginator import Page, Paginator
from django.db.models import Count, Field, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.admin import TabularInline

from core.admin.staff import Pages, ReadOnly, ReasonForm, button
from core.euro import euro
from core.pages.replies import go_to, refusal_as_message
from core.pages.requests import who
from core.templatetags import money
from core.templatetags.money import signed_chips, signed_euro
from core.typed import number
from payouts import events
from payouts.admin.in_euros import InEuros
from tables import engine, games
from tables.cash import cashier
from tables.dealers.admin import DealingErrorAdmin
from tables.models import (
    HOUSE_RULES,
    CashGame,
    CashSession,
    DealingError,
    EntryMoment,
    FastEntry,
    FastPool,
    Hand,
    HandPlayer,
    Seat,
    SessionMoment,
    Table,
    Waiting,
)
from tables.models.owners import owner
from tables.pools import cashier as pool_cashier
from tables.storage import months, stored
from tables.told import story


class ReadOnlyInline(TabularInline):
    """Rows of the page's object, to look at."""

    extra = 0
    can_delete = False
    hide_title = True

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: object = None) -> Sequence[str]:
        """All of them: a form's field would be made for each cell, and thrown away."""
        shown: Sequence[str] = self.fields
        return shown


class OfEvents(ReadOnly):
    """What is played in an ``event``: lists and pages say what that is called, the game and the
    stakes."""

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        found = super().get_changelist_instance(request)
        rows = list(found.result_list)
        known = events.find({row.event for row in rows})
        for row in rows:
            row.called = known[row.event].name if row.event in known else row.event
        found.result_list = rows
        return found

    @admin.display(description=gettext_lazy("event"))
    def event_name(self, row: Any) -> str:
        return str(row.called)

    @admin.display(description=gettext_lazy("event"))
    def event_link(self, row: Any) -> SafeString | str:
        known = events.find([row.event]).get(row.event)
        return format_html('<a href="{}">{}</a>', known.url, known.name) if known else row.event

    @admin.display(description=gettext_lazy("game"))
    def game_name(self, row: Any) -> str:
        return str(games.NAMES.get(row.game, row.game))

    @admin.display(description=gettext_lazy("blinds"))
    def blinds(self, row: Any) -> str:
        stakes = engine.Stakes.from_json(row.stakes)
        parts = [f"{amount(stakes.small_blind, row)}/{amount(stakes.big_blind, row)}"]
        if stakes.ante:
            parts.append(_("ante %(amount)s") % {"amount": amount(stakes.ante, row)})
        return " · ".join(parts)


class SeatInline(ReadOnlyInline):
    model = Seat
    fields = ("no", "user", "stack", "in_pot", "bank_ms", "away")


class PlayerInline(ReadOnlyInline):
    model = HandPlayer
    fields = ("seat_no", "user", "before", "after", "won")

    def get_queryset(self, request: HttpRequest) -> QuerySet[HandPlayer]:
        found: QuerySet[HandPlayer] = super().get_queryset(request)
        return found.select_related("user", "hand")

    @admin.display(description=gettext_lazy("stack before"))
    def before(self, player: HandPlayer) -> str:
        return amount(player.start_stack, player.hand)

    @admin.display(description=gettext_lazy("stack after"))
    def after(self, player: HandPlayer) -> str:
        return "-" if player.finish_stack is None else amount(player.finish_stack, player.hand)

    @admin.display(description=gettext_lazy("change"))
    def won(self, player: HandPlayer) -> str:
        if player.finish_stack is None:
            return "-"
        change = player.finish_stack - player.start_stack
        return signed_euro(change) if player.hand.for_money else signed_chips(change)


class MomentInline(ReadOnlyInline):
    model = SessionMoment
    fields = ("kind", "cents", "at")


def amount(chips: int, row: Hand | Table) -> str:
    """Chips of a hand or a table as people read them: at cash tables they are money."""
    return euro(chips) if owner(row.event).for_money else money.chips(chips)


@admin.register(CashGame)
class CashGameAdmin(InEuros):
    in_euros = ("small_blind", "big_blind", "ante")
    list_display = ("name", "game", "stakes", "buy_ins", "seats", "tables", "play_money")
    list_filter = ("play_money", "game")
    search_fields = ("name",)
    # Tables that are open keep what they were opened for.
    FIXED = ("play_money", "game", "small_blind", "big_blind", "ante", "seats", *HOUSE_RULES)
    fields = (
        *("name", "play_money", "game", "small_blind", "big_blind", "ante", "seats"),
        *("least_buy_in", "most_buy_in", "straddle", "sit_out", "sit_out_unit"),
        *("action_seconds", "away_seconds", "bank_seconds", "tables", *HOUSE_RULES),
    )

    def get_readonly_fields(
        self, request: HttpRequest, obj: CashGame | None = None
    ) -> tuple[Any, ...]:
        fixed = () if obj is None else self.FIXED
        return (*fixed, *super().get_readonly_fields(request, obj))

    def formfield_for_dbfield(
        self, db_field: "Field[Any, Any]", request: HttpRequest, **options: Any
    ) -> Any:
        field = super().formfield_for_dbfield(db_field, request, **options)
        if db_field.name in self.in_euros:
            chips = _("With play money 0.50 are 50 chips.")
            field.help_text = f"{field.help_text} {chips}".strip()
        return field

    def has_delete_permission(self, request: HttpRequest, obj: CashGame | None = None) -> bool:
        """Never: hands and transfers name it; with no tables it is no longer offered."""
        return False

    @admin.display(description=gettext_lazy("stakes"), ordering="big_blind")
    def stakes(self, game: CashGame) -> str:
        return game.stakes_told

    @admin.display(description=gettext_lazy("buy-in"))
    def buy_ins(self, game: CashGame) -> str:
        return f"{game.amount(game.least)}–{game.amount(game.most)}"


@admin.register(CashSession)
class CashSessionAdmin(ReadOnly):
    list_display = ("receipt", "table", "user", "brought", "took", "opened_at", "closed_at")
    inlines = (MomentInline,)
    list_select_related = ("table", "user")
    search_fields = ("user__username", "=table__id")
    ordering = ("-pk",)
    fields = (
        *("table", "user", "brought", "brought_back", "back_from", "took"),
        *("opened_at", "closed_at"),
    )


@admin.register(Waiting)
class WaitingAdmin(ReadOnly):
    list_display = ("game", "table", "user", "joined_at", "held_table", "held_until", "ended")
    list_filter = ("game", "ended")
    list_select_related = ("game", "table", "user", "held_table")
    search_fields = ("user__username",)
    ordering = ("-pk",)
    fields = (
        *("game", "table", "user", "joined_at"),
        *("held_table", "held_seat", "held_until", "ended", "ended_at"),
    )


@admin.register(FastPool)
class FastPoolAdmin(InEuros):
    in_euros = ("small_blind", "big_blind")
    list_display = ("name", "game", "blinds", "buy_ins", "here", "offered")
    list_filter = ("game", "offered")
    search_fields = ("name",)
    # Tables that are open keep what they were opened for.
    FIXED = ("game", "small_blind", "big_blind", "action_seconds", "away_seconds", *HOUSE_RULES)
    fields = (
        *("name", "game", "small_blind", "big_blind", "least_buy_in", "most_buy_in"),
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
        found: QuerySet[FastPool] = super().get_queryset(request)
        return found.annotate(here=Count("entries", filter=Q(entries__closed_at=None)))

    def has_delete_permission(self, request: HttpRequest, obj: FastPool | None = None) -> bool:
        """Never: hands and transfers name it; it can be no longer offered."""
        return False

    def has_break_off_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return request.user.has_perm("tables.change_fastpool")

    @admin.display(description=gettext_lazy("blinds"), ordering="big_blind")
    def blinds(self, pool: FastPool) -> str:
        return f"{euro(pool.small_blind)}/{euro(pool.big_blind)}"

    @admin.display(description=gettext_lazy("buy-in"))
    def buy_ins(self, pool: FastPool) -> str:
        return f"{euro(pool.least)}–{euro(pool.most)}"

    @admin.display(description=gettext_lazy("players"), ordering="here")
    def here(self, pool: FastPool) -> int:
        return int(getattr(pool, "here", 0))

    @button(
        description=gettext_lazy("End this pool after a malfunction"),
        permissions=["break_off"],
        dialog={
            "title": gettext_lazy("End this pool"),
            "description": gettext_lazy(
                "All hands in progress are void: all get what they had before them. The pool is "
                "not offered until you offer it again."
            ),
            "form_class": ReasonForm,
        },
    )
    def break_off(self, request: HttpRequest, form: ReasonForm, object_id: int) -> HttpResponse:
        """CASH-5."""
        with refusal_as_message(request):
            pool_cashier.break_off(
                pool_id=object_id,
                by=who(request),
                why=form.cleaned_data["reason"],
                now=timezone.now(),
            )
            messages.success(request, _("The pool is closed, and everybody has been paid."))
        return go_to("tables_fastpool", object_id)


class EntryMomentInline(ReadOnlyInline):
    model = EntryMoment
    fields = ("kind", "cents", "at")


@admin.register(FastEntry)
class FastEntryAdmin(ReadOnly):
    inlines = (EntryMomentInline,)
    list_display = ("id", "pool", "user", "no", "state", "held", "brought", "took", "opened_at")
    list_select_related = ("pool", "user")
    list_filter = ("pool", "state")
    search_fields = ("user__username",)
    ordering = ("-pk",)
    # Not the table: staff need not know who has gone on from a hand that is still played.
    fields = (
        *("pool", "user", "no", "state", "since", "held", "at_stake"),
        *("hands", "since_big_blind", "since_small_blind", "since_button", "owes"),
        *("brought", "brought_back", "back_from", "took", "rake", "opened_at", "closed_at"),
    )


@admin.register(Table)
class TableAdmin(OfEvents):
    list_display = ("name", "event_name", "status", "hand_no", "blinds", "opened_at")
    list_filter = ("status",)
    search_fields = ("name", "=event")
    ordering = ("-pk",)
    inlines = (SeatInline,)
    # Named one by one: ``live`` holds the cards of the hand in progress.
    fields = (
        *("name", "event_link", "status", "game_name", "max_seats", "blinds"),
        *("action_seconds", "away_seconds", "notice"),
        *("hand_no", "positions", "version", "opened_at", "closed_at"),
    )

    actions_detail = ("break_off",)

    def has_break_off_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return request.user.has_perm("tables.change_cashgame")

    @button(
        description=gettext_lazy("End this cash table after a malfunction"),
        permissions=["break_off"],
        dialog={
            "title": gettext_lazy("End this cash table"),
            "description": gettext_lazy(
                "The hand in progress is void: all get what they had before it."
            ),
            "form_class": ReasonForm,
        },
    )
    def break_off(self, request: HttpRequest, form: ReasonForm, object_id: int) -> HttpResponse:
        """CASH-5."""
        with refusal_as_message(request):
            cashier.break_off(
                table_id=object_id,
                by=who(request),
                why=form.cleaned_data["reason"],
                now=timezone.now(),
            )
            messages.success(request, _("The table is closed, and everybody has been paid."))
        return go_to("tables_table", object_id)


class HandsOfAPlayer(Pages):
    """A player's hands by what they were dealt in: else all hands between theirs would be read, and
    to count some of them, all of theirs."""

    object_list: QuerySet[Hand]

    def __init__(self, hands: QuerySet[Hand], per_page: int, *, player: int) -> None:
        super().__init__(hands, per_page)
        self._dealt = HandPlayer.objects.filter(user=player)

    @property
    def counted(self) -> QuerySet[HandPlayer]:
        return self._dealt

    def page(self, number: int | str) -> "Page[Any]":
        number = self.validate_number(number)
        last = number * self.per_page
        latest_first = self.object_list.query.order_by[0] in ("-pk", "-id")
        dealt = self._dealt.order_by("-hand_id" if latest_first else "hand_id")
        shown = dealt.values_list("hand_id", flat=True)[last - self.per_page : last]
        return Page(self.object_list.filter(pk__in=list(shown)), number, self)


def _hand_sought(typed: str) -> int | None:
    pk = number(typed, longest=months.DIGITS)
    return pk if pk is not None and Hand.objects.filter(pk=pk).exists() else None


def _player_sought(typed: str) -> int | None:
    return User.objects.filter(username=typed).values_list("pk", flat=True).first()


@admin.register(Hand)
class HandAdmin(OfEvents):
    list_display = ("id", "table", "number", "event_name", "started_at", "finished_at")
    # By anything else all hands would be read; the latest has the highest number.
    sortable_by = ("id",)
    list_select_related = ("table",)
    search_fields = ("event__exact",)
    search_help_text = gettext_lazy("A hand's number, a player's name, or an event.")
    ordering = ("-pk",)
    inlines = (PlayerInline,)
    fields = (
        *("table", "number", "event_link", "game_name", "blinds", "button"),
        *("commitment", "started_at", "finished_at", "voided_at", "what_everybody_saw"),
    )

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Hand], search_term: str
    ) -> tuple[QuerySet[Hand], bool]:
        """By one thing after the other, each through its index: as one question, all hands would
        be read."""
        typed = search_term.strip()
        if not typed:
            return queryset, False
        if (hand := _hand_sought(typed)) is not None:
            return queryset.filter(pk=hand), False
        if (player := _player_sought(typed)) is not None:
            return queryset.filter(players__user=player), False
        return queryset.filter(event=typed), False

    def get_paginator(
        self, request: HttpRequest, queryset: QuerySet[Any], per_page: int, *more: Any, **terms: Any
    ) -> "Paginator[Any]":
        typed = request.GET.get(SEARCH_VAR, "").strip()
        if typed and _hand_sought(typed) is None and (player := _player_sought(typed)) is not None:
            return HandsOfAPlayer(queryset, per_page, player=player)
        pages: Paginator[Any] = super().get_paginator(request, queryset, per_page, *more, **terms)
        return pages

    @admin.display(description=gettext_lazy("button and blinds"))
    def button(self, hand: Hand) -> str:
        at = engine.Positions.from_json(hand.positions)
        words = _("button at seat %(button)s, small blind at %(small)s, big blind at %(big)s")
        return words % {"button": at.button, "small": at.small_blind, "big": at.big_blind}

    @admin.display(description=gettext_lazy("what everybody saw"))
    def what_everybody_saw(self, hand: Hand) -> SafeString:
        if hand.finished_at is None:
            return format_html("{}", _("The hand is still being played."))
        names: dict[int, str] = {
            player.seat_no: player.user.get_username()
            for player in hand.players.select_related("user")
        }
        payloads = stored.of_hand(hand.pk)
        return format_html_join(
            "",
            "<p>{} {}</p>",
            (
                (line.text, " ".join(line.cards))
                for chapter in story.tell(payloads, names=names, seat=None, amount=hand.amount)
                for line in (
                    story.Happening(0, chapter.title, tuple(chapter.cards)),
                    *chapter.lines,
                )
            ),
        )


admin.site.register(DealingError, DealingErrorAdmin)
