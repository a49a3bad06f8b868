"""The chip races of an event, as published (LIVE-8)."""

from typing import NamedTuple

from tables.models import Table
from tournaments.live_room.models import ChipRace
from tournaments.live_room.verbs import races
from tournaments.models import Entry, Tournament
from tournaments.rules import chip_race
from tournaments.rules.chip_race import PublishedRace, RacedStack


class OddChips(NamedTuple):
    """A player's odd chips in a race; ``after`` is the stack after it, ``given`` whether they won a
    large chip."""

    seat: int
    name: str
    odd: int
    after: int
    given: bool


class AtTable(NamedTuple):
    """A race at one table; only players with odd chips are listed."""

    table: str
    lines: list[OddChips]


class RaceView(NamedTuple):
    """A race with its proof; ``agrees`` is None until it is run."""

    race: ChipRace
    tables: list[AtTable]
    change: int
    agrees: bool | None


def sights(event: Tournament) -> list[RaceView]:
    """The races of an event, the oldest first."""
    rows = event.races.select_related("tournament").order_by("pk")
    return [_sight(race, races.record(race)) for race in rows]


def _sight(race: ChipRace, record: PublishedRace) -> RaceView:
    entries = [chair.entry for chairs in record.tables.values() for chair in chairs]
    names = dict(Entry.objects.filter(pk__in=entries).values_list("pk", "user__username"))
    tables = dict(Table.objects.filter(pk__in=record.tables).values_list("pk", "name"))
    return RaceView(
        race=race,
        tables=[
            AtTable(
                tables[pk], [_line(record, chair, names) for chair in chairs if _odd(record, chair)]
            )
            for pk, chairs in sorted(record.tables.items())
        ],
        change=record.change,
        agrees=chip_race.agrees(record) if race.drawn_at else None,
    )


def _odd(record: PublishedRace, chair: RacedStack) -> int:
    return chair.stack % record.large // record.small


def _line(record: PublishedRace, chair: RacedStack, names: dict[int, str]) -> OddChips:
    whole = chair.stack - chair.stack % record.large
    return OddChips(
        chair.seat,
        names[chair.entry],
        _odd(record, chair),
        chair.after,
        chair.after > whole,
    )
