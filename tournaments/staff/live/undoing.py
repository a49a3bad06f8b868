"""Taking back what the floor has entered wrongly, until the next money (LIVE-5)."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from core import reasons
from core.refusal import Refusal
from core.types import Chips, SeatNo
from payouts.wallets import counter
from tables.live import usher
from tournaments.entry import acts
from tournaments.floor import due, floorplan
from tournaments.floor.floorplan import Floorplan
from tournaments.models import Act, Bounty, BustOut, Entry, Move, Tournament
from tournaments.play import arrangement, awards, bounties, eliminations
from tournaments.refusals import Code
from tournaments.staff.live import busts, walk_ins

# What may be taken back; a count is entered anew, and a move of staff's made back.
UNDOABLE = (Act.Verb.BUST, Act.Verb.REARRANGE)


def undo(*, act_id: int, by: int, why: str, now: datetime) -> Act:
    """Undo a bust-out, for all who went out in it, or a rearrangement. Again is the first undoing.

    Refuses NO_REASON, NOTHING_TO_UNDO, NOT_RUNNING, NOT_LIVE, PRIZE_IS_PAID, and UNDO_LATER_FIRST
    while something stands that rests on it.
    """
    reasons.check(why)
    with transaction.atomic():
        known = Act.objects.filter(pk=act_id, verb__in=UNDOABLE).first()
        if known is None or known.tournament_id is None:
            raise Refusal(Code.NOTHING_TO_UNDO)
        tournament = busts.running(known.tournament_id)
        if done := undone(tournament).get(act_id):
            return Act.objects.get(pk=done)
        act = acts.record(
            Act.Verb.UNDO,
            by=by,
            now=now,
            about=known.about,
            tournament=tournament,
            table_id=known.table_id,
            why=why,
            before={"verb": known.verb},
            after={"act": act_id},
        )
        if known.verb == Act.Verb.BUST:
            _take_back_bust(tournament, known, now=now)
        else:
            _take_back_moves(tournament, known, now=now)
        due.look_at(tournament.pk, at=now)
    return act


def undone(tournament: Tournament) -> dict[int, int]:
    """The acts that were undone, and by which."""
    made = tournament.acts.filter(verb=Act.Verb.UNDO).values_list("after__act", "pk")
    return dict(made)


def _take_back_bust(tournament: Tournament, act: Act, *, now: datetime) -> None:
    gone = list(BustOut.objects.filter(act=act).select_related("entry__user").order_by("pk"))
    _check_money(tournament, gone)
    if tournament.counts and tournament.counted_at and act.at <= tournament.counted_at:
        # All chips were found without theirs.
        raise Refusal(Code.UNDO_LATER_FIRST)
    if tournament.races.filter(drawn_at__gte=act.at).exists():
        raise Refusal(Code.UNDO_LATER_FIRST)
    BustOut.objects.filter(act=act).update(undone_at=now)
    plan = floorplan.read(tournament, now=now)
    _give_back(plan, gone, now=now)
    out = [one.entry for one in gone if one.entry.status == Entry.Status.OUT]
    eliminations.take_back(tournament, out)
    heads = bounties.heads(tournament, [entry.pk for entry in out])
    for one in gone:
        if one.entry.status != Entry.Status.PLAYING:
            continue
        place = plan.places().get(one.entry.user_id)
        if place is not None:
            stacks = {place[1]: Chips(place[0].stacks[place[1]] + one.stack)}
            usher.set_stacks(table_id=place[0].id, stacks=stacks, now=now)
            continue
        table_id, no = _seat_for(plan, one)
        plan.seat(table_id, {no: one.entry.user_id}, stack=Chips(one.stack))
        if tournament.bounty:
            usher.set_price(table_id=table_id, no=no, price=heads[one.entry_id], now=now)
        if (table_id, no) != (one.table_id, one.seat):
            _note_move(plan, one, table_id, no, now=now)
    busts.uncount(tournament)


def _check_money(tournament: Tournament, gone: list[BustOut]) -> None:
    """Whether they can be in play again. PRIZE_IS_PAID, UNDO_LATER_FIRST."""
    back = [one.entry_id for one in gone]
    if any(one.entry.prize for one in gone) or awards.deal_done(tournament):
        raise Refusal(Code.PRIZE_IS_PAID)
    handed_out = counter.paid_out([walk_ins.slip_key(one.entry) for one in gone])
    if handed_out or Bounty.objects.filter(head__in=back).exists():
        raise Refusal(Code.PRIZE_IS_PAID)
    out = [one.entry for one in gone if one.entry.status == Entry.Status.OUT]
    again = tournament.entries.filter(
        user__in=[entry.user_id for entry in out], status__in=Entry.LIVE
    )
    later = BustOut.objects.filter(entry__in=back, act__gt=gone[0].act_id, undone_at=None)
    best = min((entry.place for entry in out if entry.place), default=None)
    # Others have a better place by now, or share this one.
    others = tournament.entries.filter(place__lte=best or 0).exclude(pk__in=back)
    if again.exists() or later.exists() or others.exists():
        raise Refusal(Code.UNDO_LATER_FIRST)


def _give_back(plan: Floorplan, gone: list[BustOut], *, now: datetime) -> None:
    """Take the chips from whom they counted for. UNDO_LATER_FIRST where they are not there."""
    owed: dict[int, int] = {}
    for one in gone:
        for entry, chips in one.gains.items():
            owed[int(entry)] = owed.get(int(entry), 0) + chips
    users = dict(Entry.objects.filter(pk__in=owed).values_list("pk", "user"))
    places = plan.places()
    less: dict[int, dict[SeatNo, Chips]] = {}
    for entry, chips in owed.items():
        place = places.get(users[entry])
        if place is None or place[0].stacks[place[1]] <= chips:
            raise Refusal(Code.UNDO_LATER_FIRST)
        table, no = place
        less.setdefault(table.id, {})[no] = Chips(table.stacks[no] - chips)
    for table_id, stacks in sorted(less.items()):
        usher.set_stacks(table_id=table_id, stacks=stacks, now=now)


def _seat_for(plan: Floorplan, one: BustOut) -> tuple[int, SeatNo]:
    """Their own seat if nobody has it by now, else a free one drawn. NO_ROOM_ELSEWHERE."""
    table = plan.tables.get(one.table_id)
    if table is not None and one.seat not in table.users:
        return table.id, SeatNo(one.seat)
    if not plan.field().room:
        raise Refusal(Code.NO_ROOM_ELSEWHERE, free=0, players=1)
    return arrangement.any_seat(plan)


def _note_move(plan: Floorplan, one: BustOut, table_id: int, no: SeatNo, *, now: datetime) -> None:
    Move.objects.create(
        entry_id=one.entry_id,
        from_table=one.table_name,
        to_table=plan.tables[table_id].name,
        to_seat=no,
        reason=Move.Reason.STAFF,
        at=now,
    )


def _take_back_moves(tournament: Tournament, act: Act, *, now: datetime) -> None:
    """Put everybody back where they sat. UNDO_LATER_FIRST if one of them is no longer where they
    were put, or their seat is taken."""
    was, put = _places(act.before), _places(act.after)
    plan = floorplan.read(tournament, now=now)
    there = {user: (table.id, no) for user, (table, no) in plan.places().items()}
    if any(there.get(user) != place for user, place in put.items()):
        raise Refusal(Code.UNDO_LATER_FIRST)
    for table_id in sorted({*act.before["open"]} - {*act.after["open"]}):
        usher.open_again(table_id=table_id, now=now)
    plan = floorplan.read(tournament, now=now)
    taken = {place for user, place in there.items() if user not in was}
    if taken & {*was.values()} or any(table not in plan.tables for table, _ in was.values()):
        raise Refusal(Code.UNDO_LATER_FIRST)
    for user, (table_id, no) in was.items():
        plan.move(*put[user], table_id, no, Move.Reason.STAFF)
    for table_id in sorted({*act.after["open"]} - {*act.before["open"]}):
        if table_id in plan.tables and not plan.tables[table_id].users:
            plan.close(table_id)


def _places(picture: Mapping[str, list[list[int]]]) -> dict[int, tuple[int, SeatNo]]:
    return {user: (table, SeatNo(no)) for user, table, no in picture["seats"]}
