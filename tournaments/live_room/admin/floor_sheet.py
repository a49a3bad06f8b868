"""The floor's sheet: a page for a tablet or a phone that works offline (LIVE-12).

The page is the same for all users, and the browser caches it; its script loads the tables, stores
them and the entries on the device, and sends the entries in order.
"""

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, InterfaceError
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.urls import URLPattern, path
from django.utils.translation import gettext as _

from core import room_clock, unavailable
from core.admin.staff import ReadOnly
from core.pages.requests import who
from core.reasons import LONGEST_REASON
from core.refusal import Refusal
from core.refusals import CoreCode
from core.sentences import say
from core.types import Chips, EntryId
from tables.dealers import kinds, recording
from tables.dealers.admin import FactsForm, RecordForm
from tables.engine.physical import MistakeOutcome
from tables.models import Table
from tables.templatetags.table_names import table_label
from tournaments.entry.acts import Entered
from tournaments.live_room.admin.dialogs import said_of
from tournaments.live_room.pages import views as live_views
from tournaments.live_room.verbs import offline_entries, penalties
from tournaments.models import Tournament
from tournaments.refusals import EventCode

RUN: Final = "tournaments.run_tournament"
RECORD: Final = "tables.add_dealingerror"

Said = dict[str, Any]


class Unreadable(Exception):
    """An entry that is not filled in correctly; its text is the first fault."""


class FloorSheet:
    """The pages of events with the floor's sheet."""

    def __init__(self, admin: ReadOnly) -> None:
        self.admin_site = admin.admin_site

    def urls(self) -> list[URLPattern]:
        def desk(route: str, view: Any, name: str) -> URLPattern:
            guarded: Callable[..., HttpResponse] = self.admin_site.admin_view(view)
            return path(route, guarded, name=f"tournaments_tournament_{name}")

        return [
            desk("<int:pk>/floor/", self.sheet, "floor"),
            desk("<int:pk>/floor/entries/", self.entries, "floor_entries"),
        ]

    def sheet(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Render the page, which browsers cache."""
        _event(request, pk)
        return live_views.shell(request)

    def entries(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Return the current tables; on POST, apply one entry of the device."""
        event = _event(request, pk)
        if request.method == "POST":
            return _take(request, event)
        picture = {
            "event": event.name,
            "bounty": bool(event.bounty),
            "over": event.over,
            "user": who(request),
            "name": request.user.get_username(),
            "records": request.user.has_perm(RECORD),
            "tables": [
                {**table, "name": table_label(table["name"])}
                for table in offline_entries.tables(event)
            ],
            "csrf": get_token(request),
        }
        return JsonResponse(picture)


def _event(request: HttpRequest, pk: int) -> Tournament:
    if not request.user.has_perm(RUN):
        raise PermissionDenied
    event = Tournament.objects.filter(pk=pk, venue="live").first()
    if event is None:
        raise Http404
    return event


def _take(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Apply an entry: 200 with a message, 400 if unreadable, 409 if refused, 503 to try again."""
    now = room_clock.now()
    try:
        payload = json.loads(request.body)
        if payload["user"] != who(request):
            raise Refusal(EventCode.ENTERED_BY_ANOTHER)
        age = timedelta(milliseconds=int(payload["age"]))
        entered = Entered(UUID(payload["key"]), offline_entries.moment(age=age, now=now))
        words = TAKES[payload["kind"]](request, event, payload, entered, now)
    except Unreadable as error:
        return JsonResponse({"refused": str(error)}, status=400)
    except (KeyError, TypeError, ValueError, OverflowError, AttributeError, RecursionError):
        return JsonResponse({"refused": _("This entry cannot be read.")}, status=400)
    except (Refusal, DatabaseError, InterfaceError) as error:
        refusal = unavailable.named(error)
        if not isinstance(refusal, Refusal):
            raise
        status = 503 if refusal.code == CoreCode.ROOM_BUSY else 409
        return JsonResponse({"refused": say(refusal)}, status=status)
    return JsonResponse({"said": words})


def _bust(
    request: HttpRequest, event: Tournament, payload: Said, entered: Entered, now: datetime
) -> str:
    offline_entries.bust(
        table_id=_table(event, payload),
        groups=[[EntryId(_whole(pk)) for pk in group] for group in payload["groups"]],
        takers=[EntryId(_whole(pk)) for pk in payload["takers"]],
        entered=entered,
        by=who(request),
        now=now,
    )
    return _("Entered. It can be undone until a prize is paid.")


def _count(
    request: HttpRequest, event: Tournament, payload: Said, entered: Entered, now: datetime
) -> str:
    stacks = {EntryId(int(pk)): Chips(_whole(chips)) for pk, chips in payload["stacks"].items()}
    done = offline_entries.count(
        table_id=_table(event, payload), stacks=stacks, entered=entered, by=who(request), now=now
    )
    return said_of(done)


def _penalty(
    request: HttpRequest, event: Tournament, payload: Said, entered: Entered, now: datetime
) -> str:
    entry = event.entries.filter(pk=_whole(payload["entry"])).first()
    if entry is None:
        raise Refusal(EventCode.NOT_AT_THIS_TABLE)
    if payload["given"] not in penalties.GIVEN:
        raise ValueError(payload["given"])
    offline_entries.penalize(
        table_id=_table(event, payload),
        entry_id=EntryId(entry.pk),
        given=payload["given"],
        why=str(payload["why"])[:LONGEST_REASON],
        entered=entered,
        by=who(request),
        now=now,
    )
    return _("The penalty is on record.")


def _mistake(
    request: HttpRequest, event: Tournament, payload: Said, entered: Entered, now: datetime
) -> str:
    if not request.user.has_perm(RECORD):
        raise PermissionDenied
    kind, asks = payload["mistake"], kinds.GUIDES[payload["mistake"]].asks
    facts = FactsForm(payload["facts"], asks=asks)
    if not facts.is_valid():
        raise Unreadable(_first(facts))
    ruling = kinds.ruling_on(kind, facts.cleaned_data)
    record = {**payload["told"], "key": entered.key}
    form = RecordForm(record, returns_bets=ruling.outcome is not MistakeOutcome.PLAY_ON)
    if not form.is_valid():
        raise Unreadable(_first(form))
    cleaned = form.cleaned_data
    recording.record(
        kind=kind,
        facts=facts.cleaned_data,
        table=cleaned["table"],
        hand_no=cleaned["hand_no"],
        dealer=cleaned["dealer"],
        stacks=cleaned.get("stacks", {}),
        note=cleaned["note"],
        by=who(request),
        key=entered.key,
        at=entered.at,
        now=now,
    )
    verdict = kinds.VERDICTS[ruling.outcome]
    return _("Recorded under %(rule)s: %(verdict)s.") % {"rule": ruling.rule, "verdict": verdict}


TAKES: Final = {"bust": _bust, "count": _count, "penalty": _penalty, "mistake": _mistake}


def _table(event: Tournament, payload: Said) -> int:
    """Return the id of a table of this event. Refuses NOT_AT_THIS_TABLE for any other."""
    table = _whole(payload["table"])
    if not Table.objects.filter(pk=table, event=event.event).exists():
        raise Refusal(EventCode.NOT_AT_THIS_TABLE)
    return table


def _whole(value: object) -> int:
    """Return a positive integer below 2**53; raise ValueError for any other value."""
    if type(value) is not int or not 0 < value < 2**53:
        raise ValueError(value)
    return value


def _first(form: Form) -> str:
    """Return the first error of a form."""
    return str(next(iter(form.errors.values()))[0])
