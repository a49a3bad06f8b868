"""Hands at the desk, with staff's searches, and without a card that a player may not see."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import SEARCH_VAR
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.admin.staff import CountedPaginator
from core.templatetags.money import signed_chips, signed_money
from core.typed_numbers import number
from players.models import User
from tables import engine
from tables.admin.shown import OfEvents, ReadOnlyInline, amount
from tables.history import story
from tables.models import Hand, HandPlayer
from tables.storage import months, packed_events


class PlayerInline(ReadOnlyInline):
    model = HandPlayer
    fields = ("seat_no", "player", "before", "after", "won")

    def get_queryset(self, request: HttpRequest) -> QuerySet[HandPlayer]:
        players: QuerySet[HandPlayer] = super().get_queryset(request)
        return players.select_related("user", "hand")

    @admin.display(description=gettext_lazy("player"))
    def player(self, player: HandPlayer) -> str:
        return player.user.get_username()

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
        return signed_money(change) if player.hand.for_money else signed_chips(change)


class HandsOfAPlayer(CountedPaginator):
    """Pages of a player's hands by their rows of ``HandPlayer``: else all hands between theirs
    would be read, and to count some of them, all of theirs."""

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
    # Any other order would read all hands; the latest has the highest number.
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
        """Search by one field after the other, each through its index: one combined query would
        read all hands."""
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

    @admin.display(description=gettext_lazy("seen by everyone"))
    def what_everybody_saw(self, hand: Hand) -> SafeString:
        if hand.finished_at is None:
            return format_html("{}", _("The hand is still being played."))
        names: dict[int, str] = {
            player.seat_no: player.user.get_username()
            for player in hand.players.select_related("user")
        }
        payloads = packed_events.of_hand(hand.pk)
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
