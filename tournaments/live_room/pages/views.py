"""Pages of a live event: chip races, the feature table's hands, and a player's page for the phone.

The last opens with the code of the seat card, so that players who are not signed in can read it,
too (LIVE-9).
"""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.views.decorators.http import require_POST, require_safe

from core import room_clock
from core.pages.htmx import HtmxRequest, whole_or_part
from core.pages.replies import refusal_as_message
from core.pages.requests import number
from payouts import receipts
from tables.dealers.kinds import GUIDES
from tables.models import DealingError
from tournaments.entry import receipts as entry_receipts
from tournaments.live_room.pages import own_seat, race_page
from tournaments.live_room.verbs import calls, features, penalties
from tournaments.models import Entry, Tournament
from tournaments.pages.wall import clock
from tournaments.pages.wall.views import of_event


@require_safe
def seat(request: HtmxRequest, entry: int, code: str) -> HttpResponse:
    """Show seat, clock, prizes, chips as last counted; htmx asks for the part that changes."""
    row = _entry(entry, code)
    event, now, waits = row.tournament, room_clock.now(), row.status in Entry.LIVE
    context = {
        "event": event,
        "entry": row,
        "code": code,
        "live_seat": own_seat.of_entry(event, row, now=now) if waits else None,
        "wall": clock.read(event, now=now),
        # Staff who scan a player's card are led on to that player at the desk.
        "at_desk": request.user.is_staff and request.user.has_perm("tournaments.view_tournament"),
        "number": receipts.number(entry_receipts.LETTER, row.pk),
    }
    return whole_or_part(
        request, "tournaments/live_room/live_player.html", "parts/live_player.html", context
    )


@require_POST
def call_floor(request: HttpRequest, entry: int, code: str) -> HttpResponse:
    """Call the floor to the player's table."""
    row = _entry(entry, code)
    with refusal_as_message(request):
        calls.call_from_seat(entry_id=row.pk, now=room_clock.now())
    return redirect("live_player", row.pk, code)


@require_safe
def kept_shell(request: HttpRequest, language: str) -> HttpResponse:
    """Serve the floor's sheet that browsers cache for use without a network (LIVE-12)."""
    if language not in dict(settings.LANGUAGES):
        raise Http404
    with translation.override(language):
        response = shell(request)
    response["Content-Language"] = language
    return response


def shell(request: HttpRequest) -> HttpResponse:
    """Render the floor's sheet without tables and names, the same for all readers."""
    guides = [(kind.value, kind.label, " ".join(GUIDES[kind].asks)) for kind in DealingError.Kind]
    context = {"guides": guides, "penalties": penalties.GIVEN}
    return render(request, "tournaments/live_room/floor_sheet.html", context)


@of_event
def chip_races(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Show every colour-up of an event, with the data to verify it (LIVE-8)."""
    context = {"event": event, "races": race_page.sights(event)}
    return render(request, "tournaments/live_room/chip_races.html", context)


@of_event
def feature(request: HtmxRequest, event: Tournament) -> HttpResponse:
    """Show the hands of feature tables after their delay; ``hand`` and ``street`` show one of them
    as far as that street (LIVE-13). htmx asks for the part that changes."""
    hands = features.shown(event, now=room_clock.now())
    wanted = number(request.GET.get("hand", "")) or 0
    table = request.GET.get("table", "")
    chosen = [hand for hand in hands if (hand.number, hand.table) == (wanted, table)]
    hand = next(iter([*chosen, *hands]), None)
    last = len(hand.streets) if hand else 0
    street = number(request.GET["street"]) or 0 if "street" in request.GET else last
    context = {
        "event": event,
        "hands": hands,
        "hand": hand,
        "chosen": bool(chosen),
        "street": min(street, last),
    }
    return whole_or_part(
        request, "tournaments/live_room/feature.html", "parts/feature.html", context
    )


def _entry(pk: int, code: str) -> Entry:
    row = own_seat.entry_of(entry_id=pk, code=code)
    if row is None:
        raise Http404
    return row
