"""A shootout as its page shows it: the tables of each round, with their players and winners."""

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from django.db.models import Q

from players.models import User
from tables.models import Seat, Table
from tournaments.floor import floors
from tournaments.models import Entry, Move, Tournament
from tournaments.play.formats import label_of
from tournaments.rules import shootouts

# Rounds with more tables are not shown: their players are in the list of players.
MOST_TABLES = 32


class Contestant(NamedTuple):
    """A player at a table, and their place there: 1 for its winner, None while they play."""

    user: User
    place: int | None


class Round(NamedTuple):
    """A round and its tables, the best of each first; the ``final`` has one."""

    number: int
    tables: list[list[Contestant]]

    @property
    def final(self) -> bool:
        return len(self.tables) == 1


def rounds(event: Tournament) -> list[Round]:
    """Return each drawn round of at most MOST_TABLES tables, the latest first."""
    first = _first_shown(event)
    if first > event.stage:
        return []
    tables = Table.objects.filter(event=event.event)
    last_table = tables.values_list("name", flat=True).latest("pk")
    played = list(_players(event, first=first, last_table=last_table))
    named = tables.filter(name__in={table for _, table, _ in played})
    ids = dict(named.values_list("name", "pk"))
    by_round: defaultdict[int, defaultdict[int, list[Contestant]]]
    by_round = defaultdict(lambda: defaultdict(list))
    for number, table, player in played:
        by_round[number][ids[table]].append(player)
    return [
        Round(number, [sorted(at_tables[pk], key=_by_place) for pk in sorted(at_tables)])
        for number, at_tables in sorted(by_round.items(), reverse=True)
    ]


def _first_shown(event: Tournament) -> int:
    """Return the first round of at most MOST_TABLES tables: each round has fewer than the last.

    A larger round has a table with the next number.
    """
    beyond = [
        floors.table_name(event, label_of(stage, MOST_TABLES + 1))
        for stage in range(1, event.stage + 1)
    ]
    return 1 + Table.objects.filter(event=event.event, name__in=beyond).count()


def in_all(event: Tournament, *, entries: int) -> int:
    """Return the number of rounds for these entries; 0 in another format."""
    if not event.plays_apart:
        return 0
    return shootouts.rounds(entries, seats=event.seats_per_table)


def _players(
    event: Tournament, *, first: int, last_table: str
) -> Iterator[tuple[int, str, Contestant]]:
    """Yield round, table and player for each round that a player has played, from ``first`` on."""
    reached = Q(elimination__stage__gte=first) | Q(elimination=None)
    entries = event.entries.filter(reached).select_related("user", "elimination")
    people: dict[int, Entry] = {entry.pk: entry for entry in entries}
    seats = Seat.objects.filter(table__event=event.event)
    sits_at = dict(seats.values_list("user", "table__name"))
    played = dict.fromkeys(people, 0)
    moves = Move.objects.filter(entry__in=people, reason=Move.Reason.ROUND).order_by("pk")
    for pk, table in moves.values_list("entry", "from_table"):
        played[pk] += 1
        if played[pk] >= first:
            yield played[pk], table, Contestant(people[pk].user, 1)
    for entry in people.values():
        if hasattr(entry, "elimination"):
            out = entry.elimination
            yield out.stage, out.table_name, Contestant(entry.user, out.table_place)
        elif entry.status == Entry.Status.FINISHED:
            yield event.stage, last_table, Contestant(entry.user, 1)
        elif entry.user_id in sits_at:
            yield event.stage, sits_at[entry.user_id], Contestant(entry.user, None)


def _by_place(player: Contestant) -> tuple[int, int]:
    return player.place or 0, player.user.pk
