"""What the floor's acts cost in a live event of 9,000 entries: ``python -m tests.bench.live``.

A thousand tables of nine, put there by SQL: one event that runs, and one that is still entered. As
``tests.bench.lobby`` measures: milliseconds of this process for one act (p50, p95), PostgreSQL's
on average beside them, and the number of statements. It fails where the p95 of both is 150 ms or
more. The director's step over the whole field is no act of the floor, and fails nothing.
``--only bust`` for those whose name has this in it.
"""

import argparse
import gc
import sys
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from typing import Any

from tests.bench.answers import HEAD, Cost, cost
from tests.bench.field import NOW, PEOPLE, TABLES, enter, fill

PLAYERS, SEATS, FREE = 9_000, 9, 90
BOUND, RUNS = 150, 12
# What nobody of the floor waits for.
BESIDE = ("director",)
DEADLINES = """
    INSERT INTO tables_deadline (table_id) SELECT id FROM tables_table WHERE event = %(event)s"""
TERMS: dict[str, Any] = {
    "venue": "live",
    "seats_per_table": SEATS,
    "live_tables": PLAYERS // SEATS + FREE,
    "max_entries": 2 * PLAYERS,
    "starting_stack": 1500,
    "rows": [(10_000_000, 25, 50, 0), (900, 0, 0, 0), (3600, 100, 200, 0)],
    "late_registration_levels": 1,
    "re_entries": 1,
}
STOCK = {25: 200_000, 100: 200_000, 500: 50_000}


def running() -> Any:
    """An event that is being played at full tables, with free ones beside them."""
    from tests.tournaments import events
    from tournaments import director

    event = events.scheduled(name="Running", **TERMS)
    enter(event, players=PLAYERS)
    fill(TABLES + ";" + DEADLINES, event, players=PLAYERS)
    fill("ANALYZE")
    director.step(tournament_id=event.pk, now=NOW)
    event.refresh_from_db()
    return event


def registering(last: int) -> Any:
    """An event that begins soon: most seats are drawn."""
    from django.contrib.auth.models import User

    from tables.models import Table
    from tests.tournaments import events
    from tournaments.entry import registration
    from tournaments.models import Entry

    event = events.scheduled(name="Soon", starts_at=NOW + timedelta(days=365), **TERMS)
    first, *users = User.objects.filter(is_staff=False).order_by("pk")[: PLAYERS - last]
    events.fund(first, cents=1000)
    registration.register(tournament_id=event.pk, user_id=first.pk, now=NOW)
    tables = list(Table.objects.filter(event=event.event).order_by("pk"))
    drawn = event.entries.get()
    places = (
        (table.pk, no)
        for no in range(1, SEATS + 1)
        for table in tables
        if (table.pk, no) != (drawn.drawn_table_id, drawn.drawn_seat)
    )
    Entry.objects.bulk_create(
        Entry(
            tournament=event,
            user=user,
            status="registered",
            registered_at=NOW,
            drawn_table_id=table,
            drawn_seat=no,
        )
        for user, (table, no) in zip(users, places, strict=False)
    )
    event.refresh_from_db()
    event.entry_count += len(users)
    event.save(update_fields=["entry_count"])
    fill("ANALYZE")
    return event


class Acts:
    """What the floor does; every call is another act."""

    def __init__(self) -> None:
        from django.contrib.auth.models import User

        from core.types import UserId
        from tables.models import Table

        fill(PEOPLE, players=PLAYERS)
        self.boss = User.objects.create_superuser("boss")
        self.by = UserId(self.boss.pk)
        self.event, self.soon = running(), registering(FREE)
        opened = Table.objects.filter(event=self.event.event, status="open").order_by("pk")
        self.all_tables = list(opened.values_list("pk", flat=True))
        self.tables = iter(self.all_tables)
        self.numbers = count()
        self.entered: list[int] = []
        # What filling has left behind is nothing that a web process would look through.
        gc.collect()
        gc.freeze()

    @property
    def now(self) -> datetime:
        from django.utils import timezone

        return timezone.now()

    def walk_in(self, into: Any) -> object:
        from tournaments.staff.live import walk_ins

        name = f"walk in {next(self.numbers)}"
        return walk_ins.enter(
            tournament_id=into.pk, name=name, cash=True, key=name, by=self.by, now=self.now
        )

    def bust(self) -> Any:
        from tournaments.staff.live import busts

        table = next(self.tables)
        entry = next(iter(busts.at_table(self.event, table)))
        return busts.bust(table_id=table, groups=[[entry]], by=self.by, now=self.now)

    def undo(self) -> object:
        from tournaments.staff.live import undoing

        return undoing.undo(act_id=self.entered.pop(), by=self.by, why="wrong", now=self.now)

    def count_table(self) -> object:
        from core.types import Chips
        from tournaments.staff.live import busts, counts

        table = next(self.tables)
        stacks = dict.fromkeys(busts.at_table(self.event, table), Chips(1500))
        return counts.count(table_id=table, stacks=stacks, by=self.by, now=self.now)

    def call(self) -> object:
        from tournaments.staff.live import calls

        return calls.call_from_table(table_id=next(self.tables), by=self.by, now=self.now)

    def answer(self) -> object:
        from tournaments.models import FloorCall
        from tournaments.staff.live import calls

        waiting = FloorCall.objects.filter(answered_at=None).earliest("pk")
        return calls.answer(call_id=waiting.pk, by=self.by, now=self.now)

    def set_rota(self) -> object:
        from tournaments.staff.live import dealers

        crew = [f"dealer {number}" for number in range(len(self.all_tables) + FREE)]
        return dealers.set_rota(
            tournament_id=self.event.pk, dealers=crew, minutes=30, by=self.by, now=self.now
        )

    def take_stock(self) -> object:
        from tournaments.staff.live import chips

        return chips.take_stock(tournament_id=self.event.pk, stock=STOCK, by=self.by, now=self.now)

    def due(self) -> object:
        from tournaments.staff.live import moves

        return moves.due_now(self.event, now=self.now)

    def step(self) -> None:
        from tournaments import director

        director.step(tournament_id=self.event.pk, now=self.now)


def pages(acts: Acts) -> Iterator[tuple[str, Callable[[], object]]]:
    """What screens ask for, again and again."""
    from django.test import Client
    from django.urls import reverse

    from tournaments.models import Entry
    from tournaments.pages.live import own_seat

    desk, phone = Client(SERVER_NAME="localhost"), Client(SERVER_NAME="localhost")
    desk.force_login(acts.boss)
    event, soon, table = acts.event, acts.soon, acts.all_tables[-1]
    player = Entry.objects.filter(tournament=event, status="playing").latest("pk")
    watch, before = (
        reverse("admin:tournaments_tournament_watch", args=[one.pk]) for one in (event, soon)
    )
    own = f"/seat/{player.pk}/{own_seat.code_of(player)}/"
    card = reverse("admin:tournaments_tournament_card", args=[event.pk, player.pk])
    wall = reverse("wall", args=[event.pk])

    def ask(client: Any, address: str, headers: dict[str, str]) -> None:
        answered = client.get(address, headers=headers)
        assert answered.status_code == 200, answered
        b"".join(answered)

    poll = {"HX-Request": "true"}
    for name, client, address, headers in (
        ("watch page", desk, watch, {}),
        ("watch page, polled", desk, watch, poll),
        ("watch page before the start, polled", desk, before, poll),
        ("find a player", desk, f"{watch}?q={player.user.username}", {}),
        ("menu of a table", desk, f"{watch}menu/?table={table}", {}),
        ("dialog of a count", desk, f"{watch}count/?table={table}", {}),
        ("seat card", desk, card, {}),
        ("player's own page, polled", phone, own, poll),
        ("wall, polled", phone, wall, poll),
    ):
        yield name, partial(ask, client, address, headers)


def measure() -> Iterator[tuple[str, Callable[[], object]]]:
    """Each act by its name."""
    acts = Acts()
    yield "chips of the room", acts.take_stock
    yield "set the rota", acts.set_rota
    yield "walk-in, before the start", partial(acts.walk_in, acts.soon)
    yield "walk-in, while it runs", partial(acts.walk_in, acts.event)
    yield "a bust-out", acts.bust
    acts.entered += [acts.bust().pk for _ in range(RUNS + 2)]
    yield "undo a bust-out", acts.undo
    yield "count a table", acts.count_table
    yield "call the floor", acts.call
    yield "answer a call", acts.answer
    yield from pages(acts)
    yield "what is due", acts.due
    yield "director's step over the field", acts.step


def main() -> int:
    from tests.bench.setting import servers

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="acts whose name has this in it")
    only = parser.parse_args().only
    beyond = []
    print(HEAD)
    with servers():
        for name, act in measure():
            if only not in name:
                continue
            found: Cost = cost(act, runs=RUNS)
            print(found.line(name), flush=True)
            if found.whole >= BOUND and not name.startswith(BESIDE):
                beyond.append(name)
    print(f"{BOUND} ms or more: {', '.join(beyond) or 'none'}")
    return 1 if beyond else 0


if __name__ == "__main__":
    sys.exit(main())
