"""A player's imported hands: the form, what became of a file, the list, and the replayer
(IMPORT-1, IMPORT-3)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from babel.numbers import get_currency_precision
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core import room_clock
from core.money import text_in
from core.pages.replies import refusal_as_message
from core.pages.requests import who
from core.refusal import Refusal
from core.sentences import say
from core.templatetags.money import signed_chips
from core.typed_numbers import number
from core.types import Chips, SeatNo, UserId
from players.pages import rate_limits
from players.requests import PlayerRequest
from tables import room_settings
from tables.engine.event_factory import start_of
from tables.engine.events import Event
from tables.engine.replay.known import known_of, steps_of
from tables.history import hand_import, import_files
from tables.history.formats.registry import FORMATS
from tables.history.hand_import import ImportResult
from tables.live.record import TableRecord
from tables.live.state import Live, Sitter
from tables.models import ImportedHand, Table
from tables.pages import replays
from tables.refusals import TableCode
from tables.storage import packed_events

RATE: Final = "30/h/user"
HANDS_A_PAGE: Final = 25


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def imported_hands(request: PlayerRequest) -> HttpResponse:
    """List the reader's imported hands, latest first; a file that is sent is read first."""
    result = None
    if request.method == "POST":
        with refusal_as_message(request):
            result = bring(request)
    hands, older = page(who(request), before=request.GET.get("before", ""))
    context = {
        "hands": hands,
        "older": older,
        "count": hand_import.count(who(request)),
        "most": room_settings.IMPORTED_HANDS.value(),
        "result": result,
        "refused": refused(result),
        "stopped": say(result.stopped) if result and result.stopped else "",
        "formats": [form.name for form in FORMATS if form.reading],
        "largest": import_files.LARGEST // 1_000_000,
    }
    return render(request, "tables/imported_hands.html", context)


@require_POST
@login_required
def delete(request: PlayerRequest) -> HttpResponse:
    """Delete one of the reader's imported hands, or all of them."""
    typed = request.POST.get("hand", "")
    pk = number(typed)
    if typed == "all" or pk:
        gone = hand_import.remove(user_id=who(request), pk=None if typed == "all" else pk)
        messages.success(
            request,
            ngettext("%(count)s hand was deleted.", "%(count)s hands were deleted.", gone)
            % {"count": gone},
        )
    return redirect("imported_hands")


@require_safe
@login_required
def replay(request: PlayerRequest, pk: int) -> HttpResponse:
    """Play an imported hand on the table's felt; 404 for other readers than its owner."""
    row = get_object_or_404(ImportedHand, pk=pk, user=who(request))
    hand = summary(row)
    frames = [*_frames(row, packed_events.unpack(bytes(row.packed)), who(request))]
    context: dict[str, Any] = {"hand": hand, "decisions": (), "frames": frames}
    return render(request, "tables/imported_replay.html", context)


def bring(request: PlayerRequest) -> ImportResult:
    """Read the file that was sent, at most ``RATE``."""
    if not rate_limits.consume(request, "hand_import", rate=RATE):
        raise Refusal(TableCode.TOO_MANY_IMPORTS)
    sent = request.FILES.get("file")
    if sent is None and int(request.META.get("CONTENT_LENGTH") or 0) > import_files.LARGEST:
        raise import_files.too_large()
    content = b"" if sent is None else sent.read(import_files.LARGEST + 1)
    return hand_import.bring(user_id=who(request), content=content, now=room_clock.now())


def refused(result: ImportResult | None) -> list[dict[str, Any]]:
    """Return the refused hands with their sentences."""
    return [
        {"file": hand.file, "line": hand.line, "number": hand.number, "why": say(hand.refusal)}
        for hand in ([] if result is None else result.refused)
    ]


@dataclass(slots=True)
class ImportedSummary:
    """A row of the list, with the attributes that the replayer's page asks of a hand."""

    pk: int
    number: str
    room: str
    table: dict[str, str]
    game: str
    currency: str | None
    played_at: Any
    change: int | None
    cards: list[str] = field(default_factory=list)
    board: list[str] = field(default_factory=list)

    @property
    def for_money(self) -> bool:
        return self.currency is not None

    @property
    def digits(self) -> int:
        """The decimals of its currency."""
        return get_currency_precision(self.currency) if self.currency else 0

    @property
    def won(self) -> str:
        """The chips won or lost, as text."""
        if self.change is None:
            return ""
        if self.currency is None:
            return signed_chips(self.change)
        sign = "+" if self.change > 0 else "\N{MINUS SIGN}" if self.change < 0 else ""
        return sign + text_in(self.currency, abs(self.change))


def summary(row: ImportedHand) -> ImportedSummary:
    """Return what a list says of an imported hand."""
    facts = hand_import.facts_of(row)
    you = facts["you"]
    change = [
        player["finish_stack"] - player["start_stack"]
        for player in facts["players"]
        if player["seat"] == you
    ]
    told = ImportedSummary(
        pk=row.pk,
        number=facts["number"],
        room=facts["room"],
        table={"name": facts["table"]},
        game=facts["game"],
        currency=facts["currency"],
        played_at=row.played_at,
        change=change[0] if change else None,
    )
    for event in packed_events.unpack(bytes(row.packed)):
        if event["e"] == "hole" and you is not None:
            told.cards = event["cards"][str(you)]
        elif event["e"] == "street":
            told.board += event["cards"]
    return told


def page(user_id: UserId, *, before: str) -> tuple[list[ImportedSummary], int | None]:
    """Return a page of a player's imported hands, latest first, and the next ``before``."""
    rows = ImportedHand.objects.filter(user=user_id).order_by("-pk")
    if after := number(before):
        rows = rows.filter(pk__lt=after)
    portion = list(rows[: HANDS_A_PAGE + 1])
    older = portion[HANDS_A_PAGE - 1].pk if len(portion) > HANDS_A_PAGE else None
    return [summary(row) for row in portion[:HANDS_A_PAGE]], older


def _frames(
    row: ImportedHand, events: Sequence[Event], user_id: UserId
) -> Iterator[replays.ReplayFrame]:
    """Yield the frames of an imported hand: the reader sits where the hero did."""
    facts = hand_import.facts_of(row)
    you = facts["you"]
    seats = {
        SeatNo(player["seat"]): Sitter(
            # Others have no account here: nothing that is kept about players may match them.
            user_id if player["seat"] == you else UserId(-player["seat"]),
            player["name"],
            Chips(player["start_stack"]),
            0,
        )
        for player in facts["players"]
    }
    record = TableRecord(
        id=0,
        event=hand_import.EVENT,
        name=facts["table"],
        status=Table.Status.OPEN,
        game=facts["game"],
        max_seats=facts["max_seats"],
        stakes=start_of(events)["stakes"],
        action_seconds=0,
        away_seconds=0,
        version=0,
        hand_no=0,
        deals_on=False,
        live=Live(seats=seats),
        positions=None,
        notice=None,
        row=None,
        row_hand=None,
    )
    return replays.play(
        record,
        hand_id=row.pk,
        number=1,
        commitment="",
        steps=steps_of(known_of(events)),
        seat=None if you is None else SeatNo(you),
        now=row.played_at or row.imported_at,
    )
