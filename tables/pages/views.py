"""The page of a live table, and a player's own hands."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from core import room_clock
from core.pages.next_url import next_url
from core.pages.replies import refusal_as_message, turn_away
from core.pages.requests import who
from core.typed_numbers import number
from core.types import SeatNo, UserId
from payouts import events
from payouts.events import EventRef
from players.contacts.pages import marks
from players.requests import PlayerRequest
from tables import chat, engine
from tables.cash import favourites, lobby, stays
from tables.history import finished_hands, hand_decisions, story
from tables.history.formats.registry import BY_SUFFIX, FORMATS
from tables.history.told_hand import ProvenHand, ToldHand
from tables.models import POOL, HandMark, HandPlayer, Table, shown_by
from tables.own_hands import marking, search, sharing
from tables.pages import replays, shared_hands
from tables.pages.hand_filter import HandFilterForm
from tables.storage import months, packed_events
from tables.wire import spectators
from tables.wire.addresses import TableAddress

HANDS_A_PAGE = 25


@require_safe
@ensure_csrf_cookie
def table(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the live table: everything on it comes through the socket."""
    row = get_object_or_404(Table.objects.only("pk", "name", "event"), pk=pk)
    context = shown_to(request, row)
    if context is not None:
        return render(request, "tables/table.html", {**context, "chat": _chat(request, row)})
    if not spectators.may_watch(row.event, request.user):
        return turn_away(request)
    return redirect("pool", EventRef.id_in(row.event, kind=POOL))


def shown_to(request: HttpRequest, table: Table) -> dict[str, Any] | None:
    """The facts that the page of a table shows the reader; None where they may not watch it, or
    where it is a pool's and has no page."""
    if EventRef.id_in(table.event, kind=POOL) is not None:
        return None
    if not spectators.may_watch(table.event, request.user):
        return None
    event = events.find([table.event]).get(table.event)
    at = str(TableAddress(table.pk))
    seen = {"table": table, "event": event, "at": at, "marks": marks(request)}
    return {**seen, **_terms(table, request)}


def _chat(request: HttpRequest, table: Table) -> str:
    """Return the name of the table's chat where it has one, for signed-in readers."""
    if not request.user.is_authenticated or not chat.is_on(table.event):
        return ""
    return f"{chat.KIND}/{table.pk}"


@require_POST
@login_required
def star(request: PlayerRequest, kind: str, pk: int) -> HttpResponse:
    """Mark a cash game or a pool, or remove the mark with ``wanted=no``; 204 for a script."""
    with refusal_as_message(request):
        wanted = request.POST.get("wanted") != "no"
        favourites.star(user_id=who(request), kind=kind, number=pk, wanted=wanted)
        if request.headers.get("X-Requested-With") == "fetch":
            return HttpResponse(status=204)
    return redirect(next_url(request, reverse("cash")))


def _terms(shown: Table, request: HttpRequest) -> dict[str, Any]:
    """The terms of a cash table: its game, and the reader's buy-in (CASH-1)."""
    game = lobby.game_at(shown.event)
    if game is None:
        return {}
    now = room_clock.now()
    may = stays.buy_in_at(game, user_id=request.user.pk, now=now)
    return {
        "cash": game,
        "rake": "" if game.home else lobby.rake_text(game, seats=game.seats, now=now),
        "buy_in": may,
        "may_bring": may.range(least=game.least, most=game.most),
        "place": lobby.place_of(game, request.user.pk),
        "sit_url": reverse("api_cash_sit", args=[shown.pk]),
        "wait_url": reverse("api_cash_wait", args=[shown.pk]),
    }


@require_safe
@login_required
def my_hands(request: PlayerRequest) -> HttpResponse:
    """List the reader's own finished hands that they ask for, latest first (FIND-1)."""
    form = HandFilterForm(request.GET)
    # Pages go on from a hand, not from an offset: the last of a thousand is as fast as the first.
    before, after = (
        number(request.GET.get(name, ""), longest=months.DIGITS) for name in ("before", "after")
    )
    found = search.page(
        who(request),
        form.query,
        before=before,
        after=after,
        count=HANDS_A_PAGE,
        now=room_clock.now(),
    )
    hands = summaries(who(request), found.hand_ids)
    shown = {row.player.hand.event for row in hands}
    context = {
        "form": form,
        "hands": hands,
        "found": found,
        "events": events.find({*shown, *filter(None, [request.GET.get("event")])}),
        "event": request.GET.get("event", ""),
        "tags": marking.tags_of(who(request)),
    }
    return render(request, "tables/my_hands.html", context)


@require_POST
@login_required
def mark_hand(request: PlayerRequest, pk: int) -> HttpResponse:
    """Store the reader's star, tags and note at a hand of their own (FIND-2)."""
    with refusal_as_message(request):
        marking.mark(
            user_id=who(request),
            hand_id=pk,
            starred="starred" in request.POST,
            tags=request.POST.get("tags", "").split(","),
            note=request.POST.get("note", ""),
            now=room_clock.now(),
        )
        messages.success(request, _("Saved."))
    return redirect("hand", pk)


@require_safe
@login_required
def hand(request: PlayerRequest, pk: int) -> HttpResponse:
    """Show a finished hand to a player who was dealt in; 404 for others."""
    mine = _dealt_in(request, pk)
    payloads = packed_events.of_hand(mine.hand_id)
    players = mine.hand.players.select_related("user").order_by("seat_no")
    names: dict[int, str] = {player.seat_no: player.user.get_username() for player in players}
    seen = engine.view(engine.replay(payloads), mine.seat_no)
    seats = {seat["seat"]: seat for seat in seen["seats"]}
    links = sharing.links_of(who(request), hand_id=pk, now=room_clock.now())
    context: dict[str, Any] = {
        "hand": mine.hand,
        "mine": mine,
        "change": _change(mine),
        "board": seen["board"],
        "button": seen["button"],
        "players": [(player, seats[player.seat_no], _change(player)) for player in players],
        "decisions": hand_decisions.of_hand(mine.hand, payloads),
        "chapters": story.tell(payloads, names=names, seat=mine.seat_no, amount=mine.hand.amount),
        "event": events.find([mine.hand.event]).get(mine.hand.event),
        "formats": FORMATS,
        "mark": marking.of(who(request), [pk]).get(pk),
        "tags": marking.tags_of(who(request)),
        "links": [*map(shared_hands.addressed, links)],
        "newer": _neighbour(mine, newer=True),
        "older": _neighbour(mine, newer=False),
    }
    return render(request, "tables/hand.html", context)


@require_safe
@login_required
def replay_hand(request: PlayerRequest, pk: int) -> HttpResponse:
    """Play a finished hand again on the table's felt, as the reader saw it; 404 for others."""
    return render(request, "tables/replay.html", replayed(request, pk))


def replayed(request: PlayerRequest, pk: int) -> dict[str, Any]:
    """Return the context that replays a hand of the reader's; Http404 for others."""
    mine = _dealt_in(request, pk)
    played = mine.hand
    payloads = packed_events.of_hand(played.pk)
    players = list(played.players.select_related("user").order_by("seat_no"))
    return {
        "hand": played,
        "decisions": hand_decisions.of_hand(played, payloads),
        "frames": [*replays.frames_of(played, players, payloads, seat=SeatNo(mine.seat_no))],
    }


@require_safe
def verify_hand(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the page where the browser verifies a finished hand, as far as the reader may know
    it."""
    proven = _proven_hand(request, pk)
    if not _is_for(proven, request):
        return turn_away(request)
    return render(request, "tables/verify.html", {"told": proven})


@require_safe
def hand_proof(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the reader's data of a finished hand, with the openings of its cards."""
    proven = _proven_hand(request, pk)
    if not _is_for(proven, request):
        return turn_away(request)
    return _download(JsonResponse(proven), f"montepremi-{pk}.json")


@require_safe
@login_required
def hand_file(request: PlayerRequest, pk: int, suffix: str) -> HttpResponse:
    """Return the reader's finished hand in a format, with others' cards hidden; back to the hand
    with a sentence where the format cannot express it."""
    form = BY_SUFFIX.get(suffix)
    if form is None:
        raise Http404
    own = _own_hand(request, pk)
    with refusal_as_message(request):
        answer = HttpResponse(form.write(own), content_type=form.media_type)
        return _download(answer, f"montepremi-{pk}.{suffix}")
    return redirect("hand", pk)


def _dealt_in(request: PlayerRequest, pk: int) -> HandPlayer:
    return get_object_or_404(
        HandPlayer.objects.select_related("hand__table"),
        shown_by(room_clock.now(), hand="hand__"),
        hand=pk,
        user=request.user.pk,
    )


def _proven_hand(request: HttpRequest, pk: int) -> ProvenHand:
    proven = finished_hands.hand_of(hand_id=pk, user_id=request.user.pk, now=room_clock.now())
    if proven is None:
        raise Http404
    return proven


def _is_for(finished: ToldHand, request: HttpRequest) -> bool:
    """Return whether the reader played the hand or might have watched it."""
    return finished["you"] is not None or spectators.may_watch(finished["event"], request.user)


def _own_hand(request: HttpRequest, pk: int) -> ProvenHand:
    proven = _proven_hand(request, pk)
    if proven["you"] is None:
        raise Http404
    return proven


def _download(answer: HttpResponse, name: str) -> HttpResponse:
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@dataclass(slots=True)
class Summary:
    """A row of "my hands": own cards, the board as far as it was dealt, chips won or lost, what
    the player marked."""

    player: HandPlayer
    cards: list[str] = field(default_factory=list)
    board: list[str] = field(default_factory=list)
    mark: HandMark | None = None

    @property
    def change(self) -> int:
        return _change(self.player)


def summaries(user_id: UserId, hand_ids: Sequence[int]) -> list[Summary]:
    """The player's rows of these hands, latest first: three queries, however many hands; one more
    for archived ones."""
    players = HandPlayer.objects.filter(user=user_id, hand__in=hand_ids)
    marks = marking.of(user_id, hand_ids)
    rows = {
        player.hand_id: Summary(player, mark=marks.get(player.hand_id))
        for player in players.select_related("hand__table").order_by("-hand_id")
    }
    for hand_id, hand_events in packed_events.of_hands(rows).items():
        row = rows[hand_id]
        seat = row.player.seat_no
        for event in hand_events:
            if event["e"] not in ("hole", "street"):
                continue
            seen = engine.visible(event, seat)
            if seen["e"] == "street":
                row.board += seen["cards"]
            elif seen["e"] == "hole":
                row.cards = seen["cards"][str(seat)]
    return list(rows.values())


def _change(player: HandPlayer) -> int:
    """Return chips won or lost in a finished hand."""
    return (player.finish_stack or 0) - player.start_stack


def _neighbour(player: HandPlayer, *, newer: bool) -> int | None:
    """Return the same player's next or previous finished hand."""
    shown = shown_by(room_clock.now(), hand="hand__")
    others = HandPlayer.objects.filter(shown, user=player.user_id)
    if newer:
        neighbours = others.filter(hand_id__gt=player.hand_id).order_by("hand_id")
    else:
        neighbours = others.filter(hand_id__lt=player.hand_id).order_by("-hand_id")
    return neighbours.values_list("hand_id", flat=True).first()
