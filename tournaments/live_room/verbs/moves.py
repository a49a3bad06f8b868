"""Broken tables, balancing and the final table of a live event (TRN-3, LIVE-4).

The due move follows from the tables alone; the floor chooses its time, and for a balance enters the
seats of button and blinds in the last hands, whose players may have left (BTN-3).
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from hashlib import sha256
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import Count, Q

from core.refusal import Refusal
from core.types import Chips, SeatNo
from tables.engine import Positions
from tables.live import seating as table_seating
from tables.models import Table
from tournaments.entry import acts
from tournaments.floor import floors, step_schedule
from tournaments.floor.arrivals import Latecomer, Latecomers
from tournaments.floor.floors import WAITING, StoredFloor, TableState
from tournaments.live_room.models import BustOut
from tournaments.live_room.verbs import busts
from tournaments.models import Act, Entry, Move, Tournament
from tournaments.play import arrangement
from tournaments.refusals import EventCode
from tournaments.rules import live_button, seating
from tournaments.rules.table_occupancy import Field, TablePlan


class MoveKind(StrEnum):
    """The kinds of due moves."""

    FINAL = "final"
    BREAK = "break"
    BALANCE = "balance"


class DueMove(NamedTuple):
    """A due move: the table to break, or the tables that give and take a player."""

    what: MoveKind
    tables: tuple[int, ...] = ()

    @property
    def key(self) -> str:
        """A text that identifies the move."""
        return "-".join([self.what, *map(str, self.tables)])


def due_now(tournament: Tournament, *, now: datetime) -> DueMove | None:
    """Return the next due move of a live event, or None. Seats are read only when tables need
    balancing: the other moves follow from the number of players per table."""
    seen = glance(tournament, now=now)
    if _waits(seen):
        return None
    sizes = [len(table.users) for table in seen.tables.values()]
    if move := _by_sizes(seen):
        return move
    return due_move(floors.read(tournament, now=now)) if max(sizes) - min(sizes) > 1 else None


def due_move(plan: StoredFloor) -> DueMove | None:
    """Return the next due move: the final table, a table to break, a balance. None while hands of
    a round run, or a player without chips is still seated."""
    if _waits(plan):
        return None
    if move := _by_sizes(plan):
        return move
    step = seating.next_balancing(plan.field(), moved=plan.times_moved)
    return step and DueMove(MoveKind.BALANCE, (step.from_table, step.to_table))


def glance(tournament: Tournament, *, now: datetime) -> StoredFloor:
    """Return the open tables of a live event with their numbers of players, without user ids."""
    opened = Table.objects.filter(event=tournament.event, status=Table.Status.OPEN)
    rows = opened.annotate(
        taken=Count("seats"), broke=Count("seats", filter=Q(seats__stack=0))
    ).values_list("pk", "name", "max_seats", "notice", "taken", "broke")
    tables = []
    for pk, name, most, notice, sitting, without in rows.order_by("pk"):
        table = TableState(pk, name, most, None, notice)
        if tournament.in_round and notice is not None and notice["kind"] == "hand_for_hand":
            # As ``LiveFloor.read`` sees it (LIVE-4).
            table.hand_id = 0
        chairs = [SeatNo(no) for no in range(1, sitting + 1)]
        table.users = dict.fromkeys(chairs, 0)
        table.stacks = {no: Chips(no > without) for no in chairs}
        tables.append(table)
    plan = floors.kind_of(tournament)(tournament, tables, now=now)
    arriving = range(tournament.arriving_count)
    plan.latecomers = Latecomers(Latecomer(number, 0, Chips(0)) for number in arriving)
    return plan


def _waits(plan: StoredFloor) -> bool:
    """Return whether there is nothing to rearrange, or a player or hand to wait for."""
    if plan.deciding or len(plan.tables) < 2 or len(plan.ready()) < len(plan.tables):
        return True
    return any(table.able < len(table.stacks) for table in plan.tables.values())


def _by_sizes(plan: StoredFloor) -> DueMove | None:
    """Return a due final table or table to break, by the numbers of players per table."""
    event = plan.tournament
    entry_open = event.may_still_enter(plan.now)
    field = plan.field()
    players = field.players + len(plan.latecomers)
    if not entry_open and players <= event.seats_per_table:
        return DueMove(MoveKind.FINAL)
    spare = int(entry_open) + len(plan.latecomers)
    table_id = seating.table_to_break(field, spare=spare)
    return None if table_id is None else DueMove(MoveKind.BREAK, (table_id,))


class Step(NamedTuple):
    """A player's move as it was drawn; ``to_table`` 0 is the final table, which is not open yet."""

    user: int
    from_table: int
    from_seat: SeatNo
    to_table: int
    to_seat: SeatNo


def draw(
    *,
    tournament_id: int,
    key: str,
    last_hands: Mapping[int, Positions] | None = None,
    now: datetime,
) -> list[Step]:
    """Return the moves that are due, as ``rearrange`` will make them: seats are drawn once, and
    again only after a change of seats. Refuses what ``rearrange`` does."""
    with transaction.atomic():
        tournament = busts.running(tournament_id)
        return _steps(floors.read(tournament, now=now), key, last_hands or {})


def drawn_by_lot(tournament: Tournament, *, now: datetime) -> bool:
    """Return whether a balance draws the player who moves: in the first level, before any bust-out,
    when no button decides it, and at a home night (HOME-5)."""
    if tournament.home:
        return True
    reading = tournament.clock_at(now)
    out = BustOut.objects.filter(entry__tournament=tournament)
    return reading is not None and reading.index == 0 and not out.exists()


def seen(steps: Sequence[Step]) -> str:
    """A digest of these moves."""
    return sha256(repr(steps).encode()).hexdigest()[:32]


def rearrange(
    *,
    tournament_id: int,
    key: str,
    last_hands: Mapping[int, Positions] | None = None,
    shown: str | None = None,
    by: int,
    now: datetime,
) -> Act:
    """Make the move that is due, which the floor has seen as ``key`` and, in detail, as ``shown``;
    a balance that is not ``drawn_by_lot`` needs button and blinds of the ``last_hands``, by table.
    The act contains the moves.

    Refuses NO_SUCH_TOURNAMENT, NOT_RUNNING, NOT_LIVE, EVENT_CHANGED, NO_BUTTON.
    """
    with transaction.atomic():
        tournament = busts.running(tournament_id)
        plan = floors.read(tournament, now=now)
        steps = _steps(plan, key, last_hands or {})
        if shown is not None and shown != seen(steps):
            raise Refusal(EventCode.EVENT_CHANGED)
        before, opened = _seating(plan), list(plan.tables)
        what, *named = key.split("-")
        final, broken = 0, [*map(int, named)] if what == MoveKind.BREAK else []
        if what == MoveKind.FINAL:
            final, broken = plan.open_table(Table.FINAL, plan.clock().blinds).id, opened
        for step in steps:
            to_table = step.to_table or final
            plan.move(step.from_table, step.from_seat, to_table, step.to_seat, _REASONS[what])
        for table_id in broken:
            plan.close(table_id)
        plan.note(drawn_moves={})
        after = _seating(plan)
        names = dict(
            Entry.objects.filter(
                tournament=tournament, user__in=[step.user for step in steps]
            ).values_list("user", "user__username")
        )
        moved = [step.user for step in steps]
        act = acts.record(
            Act.Verb.REARRANGE,
            by=by,
            now=now,
            about=", ".join(names[user] for user in moved),
            tournament=tournament,
            before={
                "what": what,
                "seats": [[user, *before[user]] for user in moved],
                "open": opened,
            },
            after={"seats": [[user, *after[user]] for user in moved], "open": list(plan.tables)},
        )
        step_schedule.look_at(tournament.pk, at=now)
    return act


def hand_over(*, table_id: int, by: int, now: datetime) -> None:
    """Enter that the table's hand of a round is over (TRN-4); after all tables, the next round
    begins by itself. Idempotent. Refuses NOT_RUNNING, NOT_THIS_EVENT, NOT_LIVE, NO_ROUND.
    """
    with transaction.atomic():
        tournament = busts.event_at(table_id)
        table = Table.objects.get(pk=table_id)
        if not tournament.in_round:
            raise Refusal(EventCode.NO_ROUND)
        if table.notice != WAITING:
            table_seating.set_notice(table_id=table_id, notice=WAITING, now=now)
            acts.record(
                Act.Verb.HAND_OVER,
                by=by,
                now=now,
                about=table.name,
                tournament=tournament,
                table_id=table_id,
                after={"round": tournament.rounds},
            )
            step_schedule.look_at(tournament.pk, at=now)


_REASONS: Final[Mapping[str, Move.Reason]] = {
    MoveKind.FINAL: Move.Reason.FINAL,
    MoveKind.BREAK: Move.Reason.BREAK,
    MoveKind.BALANCE: Move.Reason.BALANCE,
}


def _steps(plan: StoredFloor, key: str, last_hands: Mapping[int, Positions]) -> list[Step]:
    """The moves of the due move ``key``, drawn before or now. Refuses EVENT_CHANGED, NO_BUTTON."""
    wanted = due_move(plan)
    if wanted is None or wanted.key != key:
        raise Refusal(EventCode.EVENT_CHANGED)
    if wanted.what == MoveKind.BALANCE and not drawn_by_lot(plan.tournament, now=plan.now):
        return [_balance(plan, wanted, last_hands)]
    places = {user: (table.id, no) for user, (table, no) in plan.places().items()}
    drawn_for = repr((key, sorted(plan.tables), sorted(places.items())))
    state = sha256(drawn_for.encode()).hexdigest()
    drawn = plan.tournament.drawn_moves
    if drawn.get("of") != state:
        drawn = {"of": state, "places": _draw(plan, wanted)}
        plan.note(drawn_moves=drawn)
    return [
        Step(user, *places[user], to_table, SeatNo(no)) for user, to_table, no in drawn["places"]
    ]


def _draw(plan: StoredFloor, wanted: DueMove) -> list[list[int]]:
    """User, table and seat of each player who moves, by lot (DEAL-1)."""
    if wanted.what == MoveKind.BALANCE:
        giver, taker = (plan.tables[table_id] for table_id in wanted.tables)
        [user, *_] = plan.shuffled([*giver.users.values()])
        [seat, *_] = plan.shuffled(plan.plan_of(taker).free)
        return [[user, taker.id, seat]]
    if wanted.what == MoveKind.FINAL:
        final = TablePlan(0, plan.tournament.seats_per_table)
        placings = arrangement.draw_elsewhere(plan, plan.tables, field=Field([final]))
    else:
        placings = arrangement.draw_elsewhere(plan, wanted.tables, field=plan.field_to_move_in())
    return [[placing.player, placing.table, placing.seat] for placing in placings]


def _balance(plan: StoredFloor, wanted: DueMove, last_hands: Mapping[int, Positions]) -> Step:
    """The balancing move of TRN-3 between the two due tables. Refuses NO_BUTTON, EVENT_CHANGED."""
    pair = []
    blinds = plan.tournament.button_moves is not None
    for table_id in wanted.tables:
        table, last = plan.tables[table_id], last_hands.get(table_id)
        if last is None or not live_button.possible(last, max_seats=table.max_seats, blinds=blinds):
            raise Refusal(EventCode.NO_BUTTON)
        table.positions = last.to_json()
        pair.append(plan.plan_of(table))
    giver, taker = pair
    mover = seating.due_for_big_blind(giver)
    seat = seating.seat_for_newcomer(taker)
    if seat is None and plan.tournament.in_round:
        # The round waits for the move, so that the player cannot wait for a hand.
        seat = min(taker.free)
    if seat is None:
        # Only the small blind is free: the player waits one hand, and so does the move.
        raise Refusal(EventCode.EVENT_CHANGED)
    return Step(plan.tables[giver.id].users[mover], giver.id, mover, taker.id, seat)


def _seating(plan: StoredFloor) -> dict[int, tuple[int, SeatNo]]:
    return {user: (table.id, no) for user, (table, no) in plan.places().items()}
