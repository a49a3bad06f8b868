"""The pages of seasons: their lists, the standings, a player's results, the files, and the seasons
of a club."""

from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any, NamedTuple

import orjson
from django.core.paginator import Page, Paginator
from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_safe

from core import room_clock
from core.csv_text import Csv, plain
from core.pages.replies import refusal_as_message
from core.pages.requests import who
from core.refusal import Refusal
from core.settings import room_time
from core.types import UserId
from players.models import User
from tables.history import downloads
from tournaments.clubs import access
from tournaments.clubs import pages as clubs
from tournaments.clubs.access import MANAGERS
from tournaments.clubs.models import Club
from tournaments.rules.seasons import ONE
from tournaments.seasons import club_seasons as writing
from tournaments.seasons import reading
from tournaments.seasons.forms import ClubSeasonForm
from tournaments.seasons.models import Season, SeasonResult, SeasonStanding

SEASONS_A_PAGE = 30
LINES_A_PAGE = 100
EVENTS_A_PORTION = 20
COLUMNS = (
    *("event", "name", "began_at", "field", "player", "place", "tied"),
    *("share_millionths", "disqualified", "points"),
)


class FileLine(NamedTuple):
    """A line of the file of results, its values named as in COLUMNS."""

    event: int
    name: str
    began_at: datetime
    field: int
    player: str
    place: int
    tied: int
    share_millionths: int
    disqualified: bool
    points: Decimal


async def csv_file(season: Season) -> AsyncIterator[str]:
    """Yield all results of a season as CSV, in portions."""
    csv = Csv()
    yield csv.file([COLUMNS])
    async for lines in _portions(season):
        yield csv.lines(
            line._replace(
                name=plain(line.name),
                player=plain(line.player),
                disqualified="yes" if line.disqualified else "",  # type: ignore[arg-type]
                began_at=f"{line.began_at:%Y-%m-%dT%H:%M:%SZ}",  # type: ignore[arg-type]
            )
            for line in lines
        )


async def json_file(season: Season) -> AsyncIterator[str]:
    """Yield all results of a season as a JSON list, in portions; points are decimal strings."""
    opening = "["
    async for lines in _portions(season):
        for line in lines:
            yield opening + orjson.dumps(line._asdict(), default=str).decode()
            opening = ",\n"
    yield "[]\n" if opening == "[" else "]\n"


async def _portions(season: Season) -> AsyncIterator[list[FileLine]]:
    keys = await downloads.fetch(
        lambda: list(season.events.order_by("pk").values_list("pk", flat=True))
    )
    for first in range(0, len(keys), EVENTS_A_PORTION):
        of_events = keys[first : first + EVENTS_A_PORTION]
        yield await downloads.fetch(lambda of_events=of_events: list(_lines(of_events)))  # type: ignore[misc]


def _lines(events: Sequence[int]) -> Iterator[FileLine]:
    rows = SeasonResult.objects.filter(event__in=events).select_related("event__tournament", "user")
    for row in rows.order_by("event", "place", "user"):
        event = row.event.tournament
        assert event.started_at is not None
        yield FileLine(
            event.pk,
            event.name,
            event.started_at,
            row.event.field,
            row.user.get_username(),
            row.place,
            row.tied,
            row.share,
            row.disqualified,
            Decimal(row.points) / ONE,
        )


FILES = {
    "csv": ("text/csv; charset=utf-8", csv_file),
    "json": ("application/json", json_file),
}


@require_safe
def seasons(request: HttpRequest) -> HttpResponse:
    """Show the seasons that go on, and those that are over with their first three."""
    return render(request, "tournaments/seasons/list.html", {"page": _listed(request, None)})


@require_http_methods(["GET", "HEAD", "POST"])
def club_seasons(request: HttpRequest, slug: str) -> HttpResponse:
    """List the seasons of a club to its members; its managers make them here."""
    club, role = clubs.as_member(request, slug)
    manages = role in MANAGERS
    posted = request.POST if request.method == "POST" else None
    first = {"begins_on": timezone.localdate(timezone=room_time.zone())}
    form = ClubSeasonForm(posted, initial=first) if manages else None
    if posted is not None:
        if form is None:
            raise Http404
        if form.is_valid():
            try:
                row = writing.make(
                    club_id=club.pk, by=who(request), terms=form.terms(), now=room_clock.now()
                )
            except Refusal as refusal:
                form.refuse(refusal)
            else:
                return redirect("season", row.pk)
    context = {**clubs.head(club, role), "page": _listed(request, club), "form": form}
    return render(request, "tournaments/seasons/club.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def club_season(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Change or delete a season of a club, as its manager."""
    club, role = clubs.as_member(request, slug)
    if role not in MANAGERS:
        raise Http404
    row = get_object_or_404(Season, pk=pk, club=club, closed_at=None)
    act: dict[str, Any] = {"club_id": club.pk, "by": who(request), "season_id": row.pk}
    if request.method == "POST" and "delete" in request.POST:
        with refusal_as_message(request):
            writing.delete(**act, now=room_clock.now())
            return redirect("club_seasons", club.slug)
        return redirect("club_season", club.slug, row.pk)
    form = ClubSeasonForm(request.POST if request.method == "POST" else None, instance=row)
    if request.method == "POST" and form.is_valid():
        try:
            writing.change(**act, terms=form.terms(), now=room_clock.now())
        except Refusal as refusal:
            form.refuse(refusal)
        else:
            return redirect("season", row.pk)
    context = {**clubs.head(club, role), "form": form, "season": row, "begun": row.begun}
    return render(request, "tournaments/seasons/club_season.html", context)


def _may_change(request: HttpRequest, season: Season) -> bool:
    if season.club_id is None or season.closed_at is not None:
        return False
    return access.role_of(club_id=season.club_id, user_id=request.user.pk) in MANAGERS


def _listed(request: HttpRequest, club: Club | None) -> "Page[Any]":
    """Return a page of the seasons of a club or of the room, each with its first three."""
    first = SeasonStanding.objects.filter(place__lte=reading.TROPHIES).select_related("user")
    rows = Season.objects.filter(club=club).prefetch_related(
        Prefetch("standings", queryset=first.order_by("place", "pk"), to_attr="first")
    )
    ordered = rows.order_by("-ends_at", "-pk")
    return Paginator(ordered, SEASONS_A_PAGE).get_page(request.GET.get("page"))


@require_safe
def season(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the standings of a season, its formula and its events."""
    row = _season(request, pk)
    lines = row.standings.select_related("user").order_by("place", "pk")
    page = Paginator(lines, LINES_A_PAGE).get_page(request.GET.get("page"))
    events = Paginator(reading.events_of(row), SEASONS_A_PAGE).get_page(request.GET.get("events"))
    shown = [event.tournament_id for event in events]
    context = {
        "season": row,
        "formula": reading.formula_text(row),
        "plans": row.plans.order_by("name"),
        "prizes": row.prizes.select_related("template"),
        "page": page,
        "own": lines.filter(user=request.user.pk or 0).first(),
        "events": events,
        "led_to": reading.led_to(row, shown, request.user.pk),
        "may_change": _may_change(request, row),
        "begun": row.begins_at <= room_clock.now(),
    }
    return render(request, "tournaments/seasons/season.html", context)


@require_safe
def player(request: HttpRequest, pk: int, user_id: int) -> HttpResponse:
    """Show the results of a player in a season, each with its arithmetic."""
    row = _season(request, pk)
    lines = reading.results_of(row, UserId(user_id))
    if not lines:
        raise Http404
    context = {
        "season": row,
        "formula": reading.formula_text(row),
        "player": User.objects.get(pk=user_id),
        "line": row.standings.filter(user=user_id).first(),
        "results": lines,
        "led_to": reading.led_to(row, [line.event.pk for line in lines], request.user.pk),
    }
    return render(request, "tournaments/seasons/player.html", context)


@require_safe
def results(request: HttpRequest, pk: int, suffix: str) -> StreamingHttpResponse:
    """Send all results of a season, from which anybody can compute the standings."""
    row = _season(request, pk)
    if suffix not in FILES:
        raise Http404
    content_type, write = FILES[suffix]
    answer = StreamingHttpResponse(write(row), content_type=content_type)
    name = f"{slugify(row.name) or row.pk}-results.{suffix}"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _season(request: HttpRequest, pk: int) -> Season:
    return get_object_or_404(reading.seen_by(request.user), pk=pk)
