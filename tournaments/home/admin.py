"""Home games at the desk: staff see them and can end one."""

from django.contrib import admin, messages
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core import room_clock
from core.admin.staff import ReadOnly, ReasonForm, button
from core.pages.replies import go_to, refusal_as_message
from core.pages.requests import who
from tournaments.home import hosting
from tournaments.home.models import HomeGame
from tournaments.models import Tournament


@admin.register(HomeGame)
class HomeGameAdmin(ReadOnly):
    list_display = ("__str__", "kind", "venue", "host", "status", "players", "created_at")
    list_filter = ("tournament__status", "tournament__venue")
    list_select_related = ("tournament", "host")
    search_fields = ("host__username", "tournament__name", "name")
    ordering = ("-pk",)
    # Not the link: it lets its reader in.
    fields = (
        *("__str__", "kind", "venue", "host", "status", "players", "entry_open"),
        *("unit", "buy_in", "bounty", "created_at", "settled_at"),
    )
    actions_detail = ("end_game",)

    def has_end_game_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return request.user.has_perm("tournaments.cancel_tournament")

    def get_queryset(self, request: HttpRequest) -> "QuerySet[HomeGame]":
        games: QuerySet[HomeGame] = super().get_queryset(request)
        return games.annotate(player_count=Count("players"))

    @admin.display(description=gettext_lazy("kind"), ordering="tournament__kind")
    def kind(self, game: HomeGame) -> str:
        return game.kind_in_words

    @admin.display(description=gettext_lazy("status"), ordering="tournament__status")
    def status(self, game: HomeGame) -> str:
        return str(Tournament.Status(game.status).label)

    @admin.display(description=gettext_lazy("where it is played"), ordering="tournament__venue")
    def venue(self, game: HomeGame) -> str:
        venue = Tournament.Venue.ONLINE if game.tournament is None else game.tournament.venue
        return str(Tournament.Venue(venue).label)

    @admin.display(description=gettext_lazy("players"), ordering="player_count")
    def players(self, game: HomeGame) -> int:
        return game.player_count  # type: ignore[attr-defined,no-any-return]

    @button(
        description=gettext_lazy("End this game"),
        permissions=["end_game"],
        dialog={
            "title": gettext_lazy("End this game"),
            "description": gettext_lazy(
                "What the players have written down is settled by their chips."
            ),
            "form_class": ReasonForm,
        },
    )
    def end_game(self, request: HttpRequest, form: ReasonForm, object_id: int) -> HttpResponse:
        """End a home game for its host (HOME-1)."""
        with refusal_as_message(request):
            hosting.end_by_staff(
                game_id=object_id,
                by=who(request),
                why=form.cleaned_data["reason"],
                now=room_clock.now(),
            )
            messages.success(request, _("The game is ended."))
        return go_to("tournaments_homegame", object_id)
