"""A night with real cards as its players see it at one moment (HOME-4, HOME-5)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from payouts.rules.schemes import PrizeRun
from tables.models import Table
from tournaments.entry import registration
from tournaments.home.events import event_of, pool_of
from tournaments.home.models import HomeGame, HomePlayer
from tournaments.live_room.home_nights import floor_acts
from tournaments.live_room.models import BustOut
from tournaments.live_room.verbs import chips, moves
from tournaments.live_room.verbs.moves import DueMove
from tournaments.models import Act, Entry, Move, Tournament
from tournaments.pages import sheet
from tournaments.pages.wall import clock
from tournaments.pages.wall.clock import Wall
from tournaments.rules import changes, chip_stock

# The kinds of chips in most sets for the home.
SET = (25, 100, 500, 1_000, 5_000)
# The last moves are shown so long.
MOVES_SHOWN = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class NightPlayer:
    """A player: their seat, or their place once they are out; ``bought`` rebuys and add-ons."""

    player: HomePlayer
    seat: int | None = None
    stack: int | None = None
    bought: int = 0
    place: int | None = None
    may_enter_again: bool = False

    @property
    def name(self) -> str:
        return self.player.name

    @property
    def user_id(self) -> int:
        return self.player.user_id


@dataclass(frozen=True, slots=True)
class NightTable:
    """A table, with its players in the order of their seats; "" while seats are not drawn."""

    name: str
    players: Sequence[NightPlayer]


@dataclass(frozen=True, slots=True)
class NightMove:
    """A player who has moved a moment ago."""

    name: str
    to_table: str
    to_seat: int


@dataclass(frozen=True, slots=True)
class Night:
    """A night at one moment; ``due_tables`` are the names of the tables of the due move."""

    wall: Wall
    tables: Sequence[NightTable]
    out: Sequence[NightPlayer]
    pool: int
    prizes: Sequence[PrizeRun]
    due: DueMove | None
    due_tables: Sequence[str]
    moved: Sequence[NightMove]
    last_act: Act | None
    row_before: int | None
    level_seconds: int
    stack: Sequence[tuple[int, int]]

    @property
    def average(self) -> int:
        """The average of the chips in play, by the players who have some."""
        return self.wall.event.chips_in_play // max(1, len(self.still_in))

    @property
    def level_minutes(self) -> int:
        """The minutes of a level of its plan."""
        return self.wall.event.levels[0].seconds // 60

    @property
    def still_in(self) -> list[NightPlayer]:
        return [player for table in self.tables for player in table.players]


def read(game: HomeGame, *, now: datetime) -> Night:
    """Return the night as it is now."""
    event = event_of(game)
    wall = clock.read(event, now=now)
    rows = game.players.select_related("user")
    players: dict[int, HomePlayer] = {player.user_id: player for player in rows}
    for entry in (*wall.podium, *(piece.entry for piece in wall.news)):
        # The wall has the names that the host has typed.
        if player := players.get(entry.user_id):
            entry.user.username = player.name
    running = event.status == Tournament.Status.RUNNING
    due = moves.due_now(event, now=now) if running else None
    names = dict(Table.objects.filter(event=event.event).values_list("pk", "name"))
    pool, prizes = pool_of(game)
    tables = _tables(game, players, now=now)
    reading = wall.listing.reading
    act = floor_acts.last_undoable(event)
    return Night(
        wall=wall,
        tables=tables,
        out=_out(game, players, tables, now=now) if running else [],
        pool=pool,
        prizes=prizes,
        due=due,
        due_tables=[names[pk] for pk in due.tables] if due else [],
        moved=_moved(event, players, now=now),
        last_act=act,
        row_before=changes.level_before(event.levels, reading) if reading and running else None,
        level_seconds=reading.level.seconds if reading else 0,
        stack=_stack(event),
    )


def _tables(game: HomeGame, players: dict[int, HomePlayer], *, now: datetime) -> list[NightTable]:
    event = event_of(game)
    if event.over:
        return []
    bought = floor_acts.bought_by(game)
    if event.registering and game.seats_drawn_at is None:
        entries = event.entries.filter(status=Entry.Status.REGISTERED).order_by("pk")
        waiting = [NightPlayer(players[entry.user_id]) for entry in entries]
        return [NightTable("", waiting)] if waiting else []
    tables: dict[str, list[NightPlayer]] = {}
    for seat in sheet.seats(event, by_name=False, now=now):
        if seat["chips"] == 0:
            continue
        user = seat["user_id"]
        here = NightPlayer(players[user], seat["chair"], seat["chips"], bought.get(user, 0))
        tables.setdefault(seat["label"], []).append(here)
    return [NightTable(name, seated) for name, seated in tables.items()]


def _out(
    game: HomeGame,
    players: dict[int, HomePlayer],
    tables: Sequence[NightTable],
    *,
    now: datetime,
) -> list[NightPlayer]:
    """Return the players who are out, the last first."""
    event = event_of(game)
    seated = {player.user_id for table in tables for player in table.players}
    bought = floor_acts.bought_by(game)
    busts = BustOut.objects.filter(entry__tournament=event, undone_at=None).order_by("-pk")
    gone: dict[int, NightPlayer] = {}
    for bust in busts.select_related("entry"):
        user = bust.entry.user_id
        if user in seated or user in gone:
            continue
        again = registration.may_enter_again(event, user_id=user, now=now)
        gone[user] = NightPlayer(
            players[user],
            bought=bought.get(user, 0),
            # While others may enter it can still change.
            place=bust.entry.place or len(seated) + len(gone) + 1,
            may_enter_again=again and players[user].removed_at is None,
        )
    return list(gone.values())


def _moved(event: Tournament, players: dict[int, HomePlayer], *, now: datetime) -> list[NightMove]:
    """Return the players of the last move, for a few minutes."""
    lately = Move.objects.filter(entry__tournament=event, at__gt=now - MOVES_SHOWN)
    rows = list(lately.select_related("entry").order_by("-at", "pk"))
    return [
        NightMove(players[move.entry.user_id].name, move.to_table, move.to_seat)
        for move in rows
        if move.at == rows[0].at
    ]


def _stack(event: Tournament) -> list[tuple[int, int]]:
    """Return a starting stack by the chips of a usual set, from the smallest that is needed."""
    if not event.registering:
        return []
    least = chips.smallest(event)
    kinds = [kind for kind in SET if kind >= least]
    if least not in kinds:
        return []
    return list(chip_stock.stack_of(event.starting_stack, kinds).items())
