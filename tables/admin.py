"""The staff's view of tables and hands: to read, and no card that a player may not see."""

from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.admin import TabularInline

from payouts.admin import ReadOnly
from tables import story
from tables.models import Hand, HandPlayer, Seat, Table


class ReadOnlyInline(TabularInline):
    """Rows of the page's object, to look at."""

    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


class SeatInline(ReadOnlyInline):
    model = Seat
    fields = ("no", "user", "stack", "bank_ms", "away")


class PlayerInline(ReadOnlyInline):
    model = HandPlayer
    fields = ("seat_no", "user", "start_stack", "finish_stack")


@admin.register(Table)
class TableAdmin(ReadOnly):
    list_display = ("name", "event", "status", "hand_no", "stakes", "opened_at")
    list_filter = ("status",)
    search_fields = ("name", "=event")
    ordering = ("-pk",)
    inlines = (SeatInline,)
    # Named one by one: ``live`` holds the cards of the hand in progress.
    fields = (
        *("name", "event", "status", "game", "max_seats", "action_seconds", "stakes", "notice"),
        *("hand_no", "positions", "version", "opened_at", "closed_at"),
    )

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        # ``?live__hand__deck__startswith=As`` in the address would tell the deck card by card.
        return not lookup.startswith("live") and super().lookup_allowed(lookup, value, request)


@admin.register(Hand)
class HandAdmin(ReadOnly):
    list_display = ("id", "table", "number", "event", "started_at", "finished_at")
    list_select_related = ("table",)
    search_fields = ("=event", "=id")
    ordering = ("-pk",)
    inlines = (PlayerInline,)
    fields = (
        *("table", "number", "event", "game", "stakes", "positions"),
        *("commitment", "started_at", "finished_at", "voided_at", "what_everybody_saw"),
    )

    @admin.display(description=gettext_lazy("what everybody saw"))
    def what_everybody_saw(self, hand: Hand) -> SafeString:
        if hand.finished_at is None:
            return format_html("{}", _("The hand is still being played."))
        names = {
            player.seat_no: player.user.get_username()
            for player in hand.players.select_related("user")
        }
        payloads = hand.events.values_list("payload", flat=True)
        return format_html_join(
            "",
            "<p>{} {}</p>",
            (
                (line.text, " ".join(line.cards))
                for chapter in story.tell(payloads, names=names, seat=None)
                for line in (story.Line(0, chapter.title, tuple(chapter.cards)), *chapter.lines)
            ),
        )
