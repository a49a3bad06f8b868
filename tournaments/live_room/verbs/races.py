"""Colour-ups: small chips leave play, and odd ones are raced off (LIVE-8).

The seed is committed before the count that decides the odd chips; then it alone decides.
"""

import secrets
from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from core.refusal import Refusal
from core.types import Chips, SeatNo
from payouts.rules import velox
from tables.live import seating
from tables.models import Table
from tournaments.entry import acts
from tournaments.floor import step_schedule as due_dates
from tournaments.live_room.models import ChipCount, ChipRace, ChipRaceSecret
from tournaments.live_room.verbs import busts, chips
from tournaments.models import Act, Tournament
from tournaments.refusals import EventCode
from tournaments.rules import chip_race, chip_stock
from tournaments.rules.chip_race import PublishedRace, RacedStack


class ColourUp(NamedTuple):
    """The chips that leave play: from ``small`` up to those below ``large``."""

    small: int
    large: int


def due(event: Tournament, *, now: datetime) -> ColourUp | None:
    """The colour-up that the levels to come allow; None while every kind is still needed."""
    reading = event.clock_at(now)
    kinds = chips.in_play(event)
    if reading is None or not kinds or reading.index + 1 >= len(event.levels):
        return None
    amounts = [*chips.bets(event.levels[reading.index + 1 :])]
    if event.pool_may_grow(now) or event.arriving_count:
        amounts += chips.sold(event)
    large = chip_stock.smallest(kinds, amounts=amounts)
    return ColourUp(kinds[0], large) if large > kinds[0] else None


def announce(*, tournament_id: int, by: int, now: datetime) -> ChipRace:
    """Commit to the race of the colour-up that is due; again returns the first commitment.

    Refuses NO_SUCH_TOURNAMENT, NOT_RUNNING, NOT_LIVE, NO_COLOUR_UP.
    """
    with transaction.atomic():
        event = busts.running(tournament_id)
        if known := waiting(event):
            return known
        wanted = due(event, now=now)
        if wanted is None:
            raise Refusal(EventCode.NO_COLOUR_UP)
        seed = secrets.token_bytes(velox.SEED_BYTES)
        race = ChipRace.objects.create(
            tournament=event,
            small=wanted.small,
            large=wanted.large,
            commitment=velox.commitment(seed),
            promised_at=now,
        )
        ChipRaceSecret.objects.create(race=race, server_seed=seed)
        acts.record(
            Act.Verb.ANNOUNCE_RACE,
            by=by,
            now=now,
            about=str(race),
            tournament=event,
            after={"small": race.small, "large": race.large, "commitment": race.commitment},
        )
    return race


def draw(*, tournament_id: int, by: int, now: datetime) -> ChipRace:
    """Race off the odd chips at every table, in a break or pause and after a full count since the
    commitment; if none waits, return the last race.

    Refuses NO_SUCH_TOURNAMENT, NOT_RUNNING, NOT_LIVE, NO_COLOUR_UP, NOT_IN_A_BREAK, NOT_COUNTED,
    CHIPS_TOO_LARGE.
    """
    with transaction.atomic():
        event = busts.running(tournament_id)
        race = waiting(event)
        if race is None:
            done = event.races.order_by("pk").last()
            if done is None:
                raise Refusal(EventCode.NO_COLOUR_UP)
            return done
        _check(event, race, now=now)
        seed = bytes(ChipRaceSecret.objects.get(race=race).server_seed)
        tables = _run(event, race, seed, now=now)
        race.tables = record_tables(tables)
        race.server_seed, race.drawn_at = seed.hex(), now
        race.save(update_fields=["tables", "server_seed", "drawn_at"])
        total = event.chips_in_play
        event.raced_chips += record(race).change
        event.counts += 1
        event.counted_at = now
        event.save(update_fields=["raced_chips", "counts", "counted_at"])
        acts.record(
            Act.Verb.RACE,
            by=by,
            now=now,
            about=str(race),
            tournament=event,
            before={"chips": total},
            after={"chips": event.chips_in_play},
        )
        due_dates.look_at(event.pk, at=now)
    return race


def waiting(event: Tournament) -> ChipRace | None:
    """The race that is committed and not run; None without one."""
    return event.races.filter(drawn_at=None).first()


def record(race: ChipRace) -> PublishedRace:
    """The public record of a race so far."""
    return PublishedRace(
        event=race.tournament.event,
        small=race.small,
        large=race.large,
        commitment=race.commitment,
        server_seed=race.server_seed,
        tables={
            int(table): [RacedStack(*chair) for chair in chairs]
            for table, chairs in (race.tables or {}).items()
        },
    )


def record_tables(tables: dict[int, list[RacedStack]]) -> dict[str, list[list[int]]]:
    """The tables of a race as the database stores them."""
    return {
        str(table): [[one.seat, one.entry, one.stack, one.after] for one in chairs]
        for table, chairs in tables.items()
    }


def _check(event: Tournament, race: ChipRace, *, now: datetime) -> None:
    """Check that the race may be run. Refuses NOT_IN_A_BREAK, NO_COLOUR_UP, NOT_COUNTED."""
    reading = event.clock_at(now)
    if reading is None or not (reading.is_break or reading.paused):
        raise Refusal(EventCode.NOT_IN_A_BREAK)
    wanted = due(event, now=now)
    if wanted is None or wanted.large % race.large:
        raise Refusal(EventCode.NO_COLOUR_UP)
    if event.counted_at is None or event.counted_at <= race.promised_at:
        raise Refusal(EventCode.NOT_COUNTED)


def _run(
    event: Tournament, race: ChipRace, seed: bytes, *, now: datetime
) -> dict[int, list[RacedStack]]:
    """Race at every table, and set and record the stacks as if they had been counted. Refuses
    CHIPS_TOO_LARGE."""
    tables: dict[int, list[RacedStack]] = {}
    opened = Table.objects.filter(event=event.event, status=Table.Status.OPEN)
    for table_id in opened.order_by("pk").values_list("pk", flat=True):
        seated = {pk: seat for pk, seat in busts.at_table(event, table_id).items() if seat.stack}
        stacks = {int(pk): seat.stack for pk, seat in seated.items()}
        chips.check_amounts(event, stacks.values())
        after = chip_race.draw(
            seed,
            event=event.event,
            small=race.small,
            large=race.large,
            table=table_id,
            stacks=stacks,
        )
        seating.set_stacks(
            table_id=table_id,
            stacks={SeatNo(seat.no): Chips(after[pk]) for pk, seat in seated.items()},
            now=now,
        )
        tables[table_id] = [
            RacedStack(seat.no, int(pk), seat.stack, after[pk]) for pk, seat in seated.items()
        ]
    ChipCount.objects.bulk_create(
        [
            ChipCount(entry_id=one.entry, number=event.counts + 1, chips=one.after, at=now)
            for chairs in tables.values()
            for one in chairs
        ],
        update_conflicts=True,
        unique_fields=["entry", "number"],
        update_fields=["chips", "at"],
    )
    return tables
