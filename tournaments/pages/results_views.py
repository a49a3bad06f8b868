"""Results of an event: the page to read and to print, and the files to download."""

from typing import TypeVar

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.text import slugify

from core import room_clock
from core.types import UserId
from players.requests import PlayerRequest
from tables.history.downloads import stream
from tables.history.formats.registry import BY_SUFFIX_OF_MANY, FORMATS
from tables.models import Hand, HandPlayer, shown_by
from tournaments.models import Tournament
from tournaments.pages import entry_decisions as explained
from tournaments.pages import results as result_lists
from tournaments.pages import tournament_summary
from tournaments.pages.entry_decisions import of_entries
from tournaments.pages.wall.views import of_event

Answer = TypeVar("Answer", bound=HttpResponseBase)

MOVES_A_PAGE = 100


@of_event
def results(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Show places, prizes and eliminations; while the event runs, of the players who are out."""
    if event.registering:
        raise Http404
    page = result_lists.page(event, request.GET.get("page"))
    lines = result_lists.lines(page, result_lists.second_ranking(event))
    hands = Hand.objects.filter(shown_by(room_clock.now()), event=event.event)
    mine = HandPlayer.objects.filter(hand__in=hands, user=request.user.pk)
    context = {
        "event": event,
        "page": page,
        "lines": lines,
        "second": [line for line in lines if line.by_chips],
        "two_rankings": result_lists.two_rankings(event) and event.over,
        "tickets": any(line.ticket for line in lines),
        "moved": result_lists.moves(event).exists(),
        "played": hands.exists(),
        "own_hands": mine.exists(),
        "entered": event.entries.filter(user=request.user.pk).exists(),
        "formats": FORMATS,
    }
    return render(request, "tournaments/results.html", context)


@of_event
def why(request: HttpRequest, event: Tournament, entry: int) -> HttpResponse:
    """Show every decision about one entry, with its rule and its inputs (INFO-1)."""
    row = get_object_or_404(of_entries(event), pk=entry)
    context = {
        "event": event,
        "entry": row,
        "decisions": explained.of_entry(row, reader_id=request.user.pk),
    }
    return render(request, "tournaments/why.html", context)


@of_event
def results_csv(request: HttpRequest, event: Tournament) -> StreamingHttpResponse:
    """Send the results as CSV, for programs or for the reader's own spreadsheet."""
    if event.registering:
        raise Http404
    for_reader = request.GET.get("for") == "reader"
    form = result_lists.for_reader() if for_reader else result_lists.FOR_PROGRAMS
    content = result_lists.stream(event, form)
    answer = StreamingHttpResponse(content, content_type="text/csv; charset=utf-8")
    return _as_file(answer, f"{_file_name(event)}-results.csv")


@of_event
def moves(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Show the moves of players, with their reasons."""
    page = Paginator(result_lists.moves(event), MOVES_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "tournaments/moves.html", {"event": event, "page": page})


@login_required
@of_event
def hands(request: HttpRequest, event: Tournament, suffix: str) -> StreamingHttpResponse:
    """Send every hand of an event that is over, with public information only."""
    if not event.over:
        raise Http404
    return _hands(event, suffix, user_id=None, name=f"{_file_name(event)}-hands")


@login_required
@of_event
def own_hands(request: PlayerRequest, event: Tournament, suffix: str) -> StreamingHttpResponse:
    """Send the reader's own finished hands of an event, with their cards."""
    return _hands(event, suffix, user_id=request.user.pk, name=f"{_file_name(event)}-my-hands")


@login_required
@of_event
def summary(request: PlayerRequest, event: Tournament) -> HttpResponse:
    """Send the summary of an event that is over, for the tracker of one of its players."""
    if not event.over or not event.entries.filter(user=request.user.pk).exists():
        raise Http404
    text = tournament_summary.write(event, player=request.user.get_username())
    answer = HttpResponse(text, content_type=tournament_summary.MEDIA_TYPE)
    return _as_file(answer, f"{_file_name(event)}.OTS")


def _hands(
    event: Tournament, suffix: str, *, user_id: UserId | None, name: str
) -> StreamingHttpResponse:
    form = BY_SUFFIX_OF_MANY.get(suffix)
    if form is None:
        raise Http404
    content = stream(event=event.event, user_id=user_id, form=form, now=room_clock.now())
    return _as_file(
        StreamingHttpResponse(content, content_type=form.media_type), f"{name}.{suffix}"
    )


def _file_name(event: Tournament) -> str:
    """Return a file name from an event's name and day."""
    day = timezone.localdate(event.started_at or event.created_at)
    return f"{slugify(event.name) or event.pk}-{day.isoformat()}"


def _as_file(answer: Answer, name: str) -> Answer:
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
