"""Live events in tests: who comes, who goes out, and what the clock shows meanwhile."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from core.types import Chips, EntryId, SeatNo
from players.models import User
from tables.engine import Positions, next_positions
from tables.models import Seat, Table
from tests.tables.rooms import people
from tests.tournaments import events
from tests.tournaments.events import START
from tournaments import director
from tournaments.entry import purchases, registration
from tournaments.live_room.verbs import busts, counts
from tournaments.models import Act, Entry, Tournament

# One level of an hour, a break, and another one.
HOURS = [(3600, 25, 50, 0), (900, 0, 0, 0), (3600, 50, 100, 0)]


def live(**terms: Any) -> Tournament:
    """A live event for 9 + 1 euro that begins at START: two tables of six unless said, all open
    from the first registration on."""
    plain: dict[str, Any] = {
        "venue": "live",
        "live_tables": 2,
        "hand_for_hand": "off",
        "rows": HOURS,
    }
    plain["opening_tables"] = terms.get("live_tables", 2)
    return events.scheduled(**{**plain, **terms})


class Floor:
    """A live event, and the member of staff who enters what happens; ``named`` tells the people of
    one from those of another."""

    def __init__(self, event: Tournament, *, players: int, named: str = "") -> None:
        self.now = START
        self.pk = event.pk
        # As it was published: what it has become since is asked of ``event``.
        self.published = event
        self.named = named
        self.by = people(1, f"{named}floor")[0].pk
        self.users: list[User] = []
        self.enter(players)

    @property
    def event(self) -> Tournament:
        return Tournament.objects.get(pk=self.pk)

    def enter(self, count: int, *, cents: int = events.BUY_IN + events.FEE) -> list[User]:
        """Register so many more, each with the price in the wallet."""
        new = events.players(count, cents=cents, prefix=f"{self.named}live{len(self.users)}-")
        for user in new:
            registration.register(tournament_id=self.pk, user_id=user.pk, now=self.now)
        self.users += new
        return new

    def rebuy(self, entry: EntryId) -> None:
        """Somebody takes a rebuy for 9 + 1 euro."""
        user = Entry.objects.get(pk=entry).user
        events.fund(user, cents=events.BUY_IN + events.FEE)
        purchases.rebuy(tournament_id=self.pk, user_id=user.pk, key=f"rebuy {entry}", now=self.now)

    def step(self, **later: float) -> Tournament:
        """Let so much time pass, by default six seconds, and have the director look."""
        self.now += timedelta(**(later or {"seconds": 6}))
        director.step(tournament_id=self.pk, now=self.now)
        return self.event

    def last_hands(self, *tables: int, button: int = 1) -> dict[int, Positions]:
        """Where button and blinds were in hands dealt to those who sit at these tables now (to all
        seats, where fewer than two do), with the first button from the seat ``button`` on."""
        found = {}
        for table in self.tables():
            if table.pk in tables:
                seats = sorted(seat.no for seat in self.seated(table).values())
                if len(seats) < 2:
                    seats = [SeatNo(no) for no in range(1, table.max_seats + 1)]
                first = next((no for no in seats if no >= button), seats[0])
                found[table.pk] = next_positions(None, seats, first_button=first)
        return found

    def tables(self) -> list[Table]:
        tables = Table.objects.filter(event=self.published.event, status=Table.Status.OPEN)
        return list(tables.order_by("pk"))

    def seated(self, table: Table) -> dict[EntryId, Seat]:
        return busts.at_table(self.published, table.pk)

    def table_of(self, entry: EntryId) -> Table:
        return next(table for table in self.tables() if entry in self.seated(table))

    def entry_of(self, user: User) -> Entry:
        return self.published.entries.filter(user=user).latest("pk")

    def bust(self, *groups: Sequence[EntryId], at: datetime | None = None, **more: Any) -> Act:
        """These go out in one hand, best first."""
        table = self.table_of(groups[0][0])
        return busts.bust(table_id=table.pk, groups=groups, by=self.by, now=at or self.now, **more)

    def count(self, stacks: Mapping[EntryId, int] | None = None) -> counts.Progress:
        """Count table after table until it agrees: what is known, but for these ``stacks``."""
        for table in self.tables():
            found = {
                pk: Chips((stacks or {}).get(pk, seat.stack))
                for pk, seat in self.seated(table).items()
            }
            done = counts.count(table_id=table.pk, stacks=found, by=self.by, now=self.now)
            if done.agrees:
                break
        return done

    def stacks(self) -> dict[EntryId, int]:
        return {
            pk: seat.stack for table in self.tables() for pk, seat in self.seated(table).items()
        }
