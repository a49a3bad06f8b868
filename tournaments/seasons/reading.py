"""Seasons as their readers see them: lists, a player's results with the arithmetic."""

from collections.abc import Collection
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.formats import ordinal, points
from core.types import UserId
from players.models import User
from tournaments.clubs import access
from tournaments.clubs.models import ClubGame, ClubMember
from tournaments.models import Entry, Tournament
from tournaments.rules.seasons import ONE, POOL_PARTS
from tournaments.seasons.models import Season, SeasonEvent, SeasonResult, SeasonStanding

# The last place with a trophy.
TROPHIES = 3


def seen_by(user: User | AnonymousUser) -> QuerySet[Season]:
    """Return the seasons that a reader may know of: those of the room, and of a club for its
    members and for staff who see seasons (SERIES-8)."""
    seasons = Season.objects.select_related("club")
    if user.has_perm("tournaments.view_season"):
        return seasons
    return seasons.filter(Q(club=None) | Q(club__in=_clubs_of(user.pk)))


def of_event(event: Tournament, user: User | AnonymousUser) -> QuerySet[Season]:
    """Return the seasons for which an event counts, or would if it began when it is to begin, and
    of which a reader may know."""
    seasons = seen_by(user).order_by("pk")
    club_id = ClubGame.objects.filter(tournament=event.pk).values_list("club", flat=True).first()
    if club_id is None and event.access != Tournament.Access.OPEN:
        return seasons.none()
    if event.status == Tournament.Status.FINISHED:
        return seasons.filter(events__tournament=event.pk)
    its: dict[str, Any] = {"club": club_id} if club_id else {"plans": event.template_id or 0}
    at = event.started_at or event.starts_at
    if at is not None:
        its |= {"begins_at__lte": at, "ends_at__gt": at}
    return seasons.filter(closed_at=None, **its)


def led_to(season: Season, events: Collection[int], user_id: int | None) -> Collection[int]:
    """Return those of these events whose pages a reader may open: of a club's games those that they
    have played (CLUB-4)."""
    if season.club_id is None:
        return events
    entries = Entry.objects.filter(tournament__in=events, user=user_id or 0)
    return set(entries.values_list("tournament", flat=True))


def trophies(user_id: UserId) -> QuerySet[SeasonStanding]:
    """Return a player's first three places in seasons that are closed, the latest first, with
    those of accounts that were merged into theirs."""
    own = Q(user=user_id) | Q(user__merged_into__user=user_id, user__merged_into__status="done")
    lines = SeasonStanding.objects.filter(own, place__lte=TROPHIES, season__closed_at__isnull=False)
    lines = lines.filter(Q(season__club=None) | Q(season__club__in=_clubs_of(user_id)))
    return lines.select_related("season").order_by("-season__ends_at", "pk")


class ResultLine(NamedTuple):
    """A result of a player, how its points come about, and whether they count."""

    result: SeasonResult
    event: Tournament
    working: str
    counts: bool

    @property
    def field(self) -> int:
        return self.result.event.field


def results_of(season: Season, user_id: UserId) -> list[ResultLine]:
    """Return a player's results in a season, the best first: those that count are on top."""
    rows = SeasonResult.objects.filter(season=season, user=user_id).select_related(
        "event__tournament"
    )
    ordered = sorted(rows, key=lambda row: (row.disqualified, -row.points, row.pk))
    return [
        ResultLine(
            row,
            row.event.tournament,
            working(season, row, field=row.event.field),
            not row.disqualified and (season.best is None or nth < season.best),
        )
        for nth, row in enumerate(ordered)
    ]


def working(season: Season, result: SeasonResult, *, field: int) -> str:
    """Return the arithmetic behind the points of a result."""
    if result.disqualified:
        return _("disqualified")
    factor = points(season.factor)
    if season.formula == Season.Formula.SHARE:
        share = points(result.share * 100 * ONE // POOL_PARTS)
        text = f"{factor} × {share} %"
    elif season.formula == Season.Formula.ROOT and result.tied == 1:
        text = f"{factor} × √({field} ÷ {result.place})"
    else:
        places = range(result.place, result.place + result.tied)
        text = " + ".join(points(season.rule.of_place(each, field=field)) for each in places)
    if result.tied > 1:
        text = f"({text}) ÷ {result.tied}"
    return f"{text} + {points(season.attendance)}" if season.attendance else text


def events_of(season: Season) -> QuerySet[SeasonEvent]:
    """Return the events that a season has counted, the latest first."""
    return season.events.select_related("tournament").order_by("-tournament__started_at", "-pk")


def _clubs_of(user_id: int | None) -> QuerySet[ClubMember, Any]:
    return access.memberships(user_id).values("club")


def formula_text(season: Season) -> str:
    """Return what an event brings, and which results count, in a line."""
    words = {"factor": points(season.factor), "attendance": points(season.attendance)}
    if season.formula == Season.Formula.ROOT:
        parts = [_("%(factor)s × √(entries ÷ place)") % words]
    elif season.formula == Season.Formula.SHARE:
        parts = [_("%(factor)s × share of the prizes") % words]
    else:
        table = enumerate(season.points_table, start=1)
        parts = [", ".join(f"{ordinal(place)} {points(each)}" for place, each in table)]
    if season.attendance:
        parts.append(_("%(attendance)s for taking part") % words)
    if season.best is not None:
        parts.append(
            ngettext("the best result counts", "the best %(best)s results count", season.best)
            % {"best": season.best}
        )
    return "; ".join(parts)
