"""Results of an event: places, prizes and eliminations, and their CSV file."""

from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from functools import partial
from typing import Any, NamedTuple

from django.core.paginator import Page
from django.db.models import QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from core.csv_text import Csv, plain
from core.money import as_chips, units
from payouts.events import EventRef
from payouts.rules.prizes import pooled
from payouts.rules.schemes import WHOLE
from tables.history import downloads
from tables.models import Hand
from tables.templatetags.table_names import table_label
from tournaments.models import Elimination, Entry, Move, Tournament
from tournaments.models.events import KIND
from tournaments.pages import field_order, sheet

COLUMNS = (
    *("place", "player", "prize", "of_it_ticket", "bounties", "refund"),
    *("out_at", "out_in_level", "out_at_table", "out_in_hand"),
)


class Form(NamedTuple):
    """The format of the file of results. That for programs never changes: English column names,
    times in UTC."""

    csv: Csv = Csv()
    columns: Sequence[str] = COLUMNS
    at: Callable[[datetime], str] = lambda at: f"{at:%Y-%m-%dT%H:%M:%SZ}"
    table: Callable[[str], str] = str


FOR_PROGRAMS = Form()
# Most events fit on one page, which is then printed whole.
LINES_A_PAGE = 300


@dataclass(frozen=True, slots=True)
class EntryResult:
    """An entry's result: ``by_chips`` cents of its prize come from the second ranking (RANK-2).

    ``hand`` is the number of the hand, at its table, in which it went out.
    """

    entry: Entry
    out: Elimination | None
    hand: int | None
    by_chips: int
    ticket: int

    @property
    def prize(self) -> int:
        return self.entry.prize or 0

    @property
    def by_place(self) -> int:
        return self.prize - self.by_chips

    @property
    def bounties(self) -> int:
        """The cents won in bounties."""
        won: int = self.entry.won  # type: ignore[attr-defined]  # annotated by ``sheet.players``
        return won


def page(event: Tournament, number: str | None) -> "Page[Entry]":
    """Return a page of the entries with a result, best first."""
    entries = _entries(event)
    keys = field_order.keys(event, entries, "results")
    return sheet.portion(
        entries, size=LINES_A_PAGE, page=number, keys=keys, **sheet.bounties(event)
    )


def lines(entries: Iterable[Entry], by_chips: Mapping[int, int]) -> list[EntryResult]:
    """Return the results of entries of a ``page``, in one query; ``by_chips`` is from
    ``second_ranking``."""
    entries = list(entries)
    outs = {entry.pk: _related(entry, "elimination") for entry in entries}
    # LIVE-2: an elimination of a live event names the act of the floor, and no hand.
    events = {str(EventRef(KIND, entry.tournament_id)) for entry in entries}
    hands = Hand.objects.filter(
        event__in=events, pk__in=[out.hand_id for out in outs.values() if out]
    )
    numbers = dict(hands.values_list("pk", "number"))
    return [
        EntryResult(
            entry=entry,
            out=(out := outs[entry.pk]),
            hand=numbers.get(out.hand_id) if out else None,
            by_chips=by_chips.get(entry.pk, 0),
            ticket=ticket.value if (ticket := _related(entry, "ticket_won")) else 0,
        )
        for entry in entries
    ]


def two_rankings(event: Tournament) -> bool:
    """Return whether places and chips each divide a part of the pool (RANK-2)."""
    return 0 < event.prize_scheme.chips_part(WHOLE) < WHOLE


def second_ranking(event: Tournament) -> dict[int, int]:
    """Return the cents that each entry won by chips (RANK-2); empty without two rankings.

    It is the part of a prize beyond that of the place.
    """
    if not two_rankings(event) or not event.over:
        return {}
    placed = event.entries.filter(place__isnull=False).order_by("place", *Entry.ODD_CENTS_FIRST)
    won: dict[int, int] = {}
    groups: dict[int, list[int]] = {}
    for pk, place, prize in placed.values_list("pk", "place", "prize"):
        groups.setdefault(place or 0, []).append(pk)
        won[pk] = prize or 0
    amounts = event.prize_scheme.prizes(entries=event.entry_count, pool=event.prize_pool)
    by_place = pooled(amounts, list(groups.values()))
    return {pk: won[pk] - by_place[pk] for pk in won if won[pk] > by_place[pk]}


def moves(event: Tournament) -> QuerySet[Move]:
    """The moves of an event's players, latest first (TRN-3)."""
    return (
        Move.objects.filter(entry__tournament=event)
        .select_related("entry__user")
        .order_by("-at", "-pk")
    )


def for_reader() -> Form:
    """Return the format for a reader, in the language and time zone that are active now."""
    language, zone = translation.get_language(), timezone.get_current_timezone()

    def table(name: str) -> str:
        with translation.override(language):
            return table_label(name)

    return Form(
        Csv.for_reader(),
        (
            *(_("Place"), _("Player"), _("Prize"), _("Ticket"), _("Bounties"), _("Refunds")),
            *(_("Out"), _("Level"), _("Table"), _("Hand")),
        ),
        lambda at: f"{at.astimezone(zone):%Y-%m-%d %H:%M:%S}",
        table,
    )


async def stream(event: Tournament, form: Form = FOR_PROGRAMS) -> AsyncIterator[str]:
    """Yield all results as CSV, in portions; amounts in whole units."""
    yield form.csv.file([form.columns])
    keys = await downloads.fetch(lambda: list(_entries(event).values_list("pk", flat=True)))
    by_chips = await downloads.fetch(partial(second_ranking, event))
    for first in range(0, len(keys), LINES_A_PAGE):
        portion = keys[first : first + LINES_A_PAGE]
        portion_lines = await downloads.fetch(partial(_lines_of, event, portion, by_chips))
        with as_chips(event.free):
            text = form.csv.lines([_cells(line, form) for line in portion_lines])
        yield text


def _entries(event: Tournament) -> QuerySet[Entry]:
    """The entries with a result, best first: while the event runs, those with a place."""
    entries = sheet.players(event).select_related("user", "elimination", "ticket_won")
    return entries if event.over else entries.filter(place__isnull=False)


def _lines_of(
    event: Tournament, keys: Sequence[int], by_chips: Mapping[int, int]
) -> list[EntryResult]:
    rows = _entries(event).filter(pk__in=keys).annotate(**sheet.bounties(event))
    return lines(rows, by_chips)


def _cells(line: EntryResult, form: Form) -> list[object]:
    out = line.out
    return [
        line.entry.place or "",
        plain(line.entry.user.get_username()),
        _units(line.entry.prize),
        _units(line.ticket or None),
        _units(line.bounties or None),
        _units(line.entry.refund),
        form.at(out.at) if out else "",
        out.level if out else "",
        plain(form.table(out.table_name)) if out else "",
        line.hand or "",
    ]


def _units(cents: int | None) -> Decimal | str:
    return "" if cents is None else units(cents)


def _related(entry: Entry, name: str) -> Any:
    """Return the object that points to an entry; None without one."""
    return getattr(entry, name, None)
