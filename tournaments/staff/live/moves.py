"""Broken tables, balancing and the final table of a live event (TRN-3, LIVE-4).

What is due follows from the tables alone; the floor says when, and for a balance where button and
blinds were in the last hands: who sits there now may be others (BTN-3).
"""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from core.refusal import Refusal
from core.types import SeatNo
from tables.engine import Positions
from tables.live import usher
from tables.models import Table
from tournaments.entry import acts
from tournaments.floor import due, floorplan
from tournaments.floor.floorplan import Floorplan
from tournaments.models import Act, Entry, Move, Tournament
from tournaments.play import arrangement, between_hands, live_moves
from tournaments.play.live_moves import DueMove, What
from tournaments.refusals import Code
from tournaments.rules import live_button, seating
from tournaments.staff.live import busts


def due_now(tournament: Tournament, *, now: datetime) -> DueMove | None:
    """What should be done next: the final table, a broken table, a balance (TRN-3)."""
    return live_moves.due_now(tournament, now=now)


def rearrange(
    *,
    tournament_id: int,
    key: str,
    last_hands: Mapping[int, Positions] | None = None,
    by: int,
    now: datetime,
) -> Act:
    """Do what is due, which the floor has seen as ``key``; a balance needs button and blinds of the
    ``last_hands``, by table. Its moves are in the act.

    Refuses NO_SUCH_TOURNAMENT, NOT_RUNNING, NOT_LIVE, EVENT_CHANGED, NO_BUTTON.
    """
    with transaction.atomic():
        tournament = busts.running(tournament_id)
        plan = floorplan.read(tournament, now=now)
        wanted = live_moves.due(plan)
        if wanted is None or wanted.key != key:
            raise Refusal(Code.EVENT_CHANGED)
        before = _seating(plan)
        opened = list(plan.tables)
        if wanted.what == What.FINAL:
            arrangement.draw_final_table(plan, level=plan.clock().blinds)
        elif wanted.what == What.BREAK:
            arrangement.break_table(plan, wanted.tables[0], why=Move.Reason.BREAK)
        else:
            _balance(plan, wanted, last_hands or {})
        after = _seating(plan)
        moved = [user for user in after if before[user] != after[user]]
        names = dict(
            Entry.objects.filter(tournament=tournament, user__in=moved).values_list(
                "user", "user__username"
            )
        )
        act = acts.record(
            Act.Verb.REARRANGE,
            by=by,
            now=now,
            about=", ".join(names[user] for user in moved),
            tournament=tournament,
            before={
                "what": wanted.what,
                "seats": [[user, *before[user]] for user in moved],
                "open": opened,
            },
            after={"seats": [[user, *after[user]] for user in moved], "open": list(plan.tables)},
        )
        due.look_at(tournament.pk, at=now)
    return act


def hand_over(*, table_id: int, by: int, now: datetime) -> None:
    """The table's hand of a round is over (TRN-4); when all are, the next round begins by itself.

    Again is nothing. Refuses NOT_RUNNING, NOT_THIS_EVENT, NOT_LIVE, NO_ROUND.
    """
    with transaction.atomic():
        tournament = busts.event_at(table_id)
        table = Table.objects.get(pk=table_id)
        if not tournament.in_round:
            raise Refusal(Code.NO_ROUND)
        if table.notice != between_hands.WAITING:
            usher.set_notice(table_id=table_id, notice=between_hands.WAITING, now=now)
            acts.record(
                Act.Verb.HAND_OVER,
                by=by,
                now=now,
                about=table.name,
                tournament=tournament,
                table_id=table_id,
                after={"round": tournament.rounds},
            )
            due.look_at(tournament.pk, at=now)


def _balance(plan: Floorplan, wanted: DueMove, last_hands: Mapping[int, Positions]) -> None:
    """Move whom TRN-3 names, between the two tables that are due. NO_BUTTON."""
    pair = []
    blinds = plan.tournament.button_moves is not None
    for table_id in wanted.tables:
        table, last = plan.tables[table_id], last_hands.get(table_id)
        if last is None or not live_button.possible(last, max_seats=table.max_seats, blinds=blinds):
            raise Refusal(Code.NO_BUTTON)
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
        raise Refusal(Code.EVENT_CHANGED)
    plan.move(giver.id, mover, taker.id, seat, Move.Reason.BALANCE)


def _seating(plan: Floorplan) -> dict[int, tuple[int, SeatNo]]:
    return {user: (table.id, no) for user, (table, no) in plan.places().items()}
