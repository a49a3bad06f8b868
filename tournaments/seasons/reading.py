"""Seasons as their readers see them: lists, a player's results with the arithmetic."""

from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.formats import ordinal, points
from core.types import UserId
from players.models import User
from tournaments.models import Tournament
from tournaments.rules.seasons import ONE, POOL_PARTS
from tournaments.seasons.models import Season, SeasonEvent, SeasonResult, SeasonStanding

# The last place with a trophy.
TROPHIES = 3


def seen_by(user: User | AnonymousUser) -> QuerySet[Season]:
    """Return the seasons that a reader may know of."""
    return Season.objects.all()


def of_event(event: Tournament) -> QuerySet[Season]:
    """Return the seasons for which an event counts, or would if it began when it is to begin."""
    if event.access != Tournament.Access.OPEN:
        return Season.objects.none()
    if event.status == Tournament.Status.FINISHED:
        return Season.objects.filter(events__tournament=event.pk).order_by("pk")
    at = event.started_at or event.starts_at
    seasons = Season.objects.filter(plans=event.template_id or 0, closed_at=None)
    if at is not None:
        seasons = seasons.filter(begins_at__lte=at, ends_at__gt=at)
    return seasons.order_by("pk")


def trophies(user_id: UserId) -> QuerySet[SeasonStanding]:
    """Return a player's first three places in seasons that are closed, the latest first, with
    those of accounts that were merged into theirs."""
    own = Q(user=user_id) | Q(user__merged_into__user=user_id, user__merged_into__status="done")
    lines = SeasonStanding.objects.filter(own, place__lte=TROPHIES, season__closed_at__isnull=False)
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
