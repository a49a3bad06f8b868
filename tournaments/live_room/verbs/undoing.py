"""Undoing of wrong entries of the floor, until money is handed out (LIVE-5)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.db import transaction

from core import reasons
from core.refusal import Refusal
from core.types import Chips, SeatNo
from payouts.bookkeeping import accounts, ledger
from payouts.refusals import MoneyCode
from payouts.wallets import counter
from tables.live import seating
from tournaments.entry import acts
from tournaments.floor import floors, notifications, step_schedule
from tournaments.floor.floors import StoredFloor
from tournaments.floor.locking import lock
from tournaments.live_room.models import BustOut
from tournaments.live_room.verbs import busts, chips, penalties, walk_ins
from tournaments.models import Act, Bounty, DealProposal, Due, Entry, Move, Tournament
from tournaments.money import tickets, transfer_causes
from tournaments.play import arrangement, awards, bounties, eliminations
from tournaments.refusals import EventCode

# Acts that can be undone; a count is corrected by a new one, a move by another move.
UNDOABLE = (Act.Verb.BUST, Act.Verb.REARRANGE, Act.Verb.PENALIZE, Act.Verb.SIGN_DEAL)
# Acts that can end an event, and how long afterwards they can be undone.
ENDED_IT = (Act.Verb.BUST, Act.Verb.SIGN_DEAL)
REOPENS = timedelta(hours=12)


def undo(*, act_id: int, by: int, why: str, now: datetime) -> Act:
    """Undo a whole bust-out, a rearrangement, a penalty or a deal on paper. Again returns the first
    act of undoing.

    An event that ended with a bust-out or a deal goes on. Refuses NO_REASON, NOTHING_TO_UNDO,
    NOT_RUNNING, NOT_LIVE, PRIZE_IS_PAID once the desk has handed it out or the players have made a
    deal, PRIZE_IS_SPENT (``name``), TICKET_USED, and UNDO_LATER_FIRST while something stands that
    rests on it.
    """
    reasons.check(why)
    with transaction.atomic():
        known = Act.objects.filter(pk=act_id, verb__in=UNDOABLE).first()
        if known is None or known.tournament_id is None:
            raise Refusal(EventCode.NOTHING_TO_UNDO)
        tournament = busts.check_live(lock(known.tournament_id))
        if done := undone(tournament).get(act_id):
            return Act.objects.get(pk=done)
        if not _may_go_on(tournament, known, now=now):
            raise Refusal(EventCode.NOT_RUNNING)
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
        elif known.verb == Act.Verb.SIGN_DEAL:
            _take_back_deal(tournament, known, now=now)
        elif known.verb == Act.Verb.PENALIZE:
            penalties.take_back(known, now=now)
        else:
            _take_back_moves(tournament, known, now=now)
        step_schedule.look_at(tournament.pk, at=now)
    return act


def undone(tournament: Tournament) -> dict[int, int]:
    """The ids of undone acts, each with the act that undid it."""
    made = tournament.acts.filter(verb=Act.Verb.UNDO).values_list("after__act", "pk")
    return dict(made)


def reopens(tournament: Tournament, *, now: datetime) -> bool:
    """Return whether an event ended less than REOPENS ago, so that its end can be undone."""
    ended = tournament.finished_at
    return (
        tournament.status == Tournament.Status.FINISHED
        and ended is not None
        and now < ended + REOPENS
    )


def _may_go_on(tournament: Tournament, act: Act, *, now: datetime) -> bool:
    if tournament.status == Tournament.Status.RUNNING:
        return True
    return act.verb in ENDED_IT and reopens(tournament, now=now)


def _take_back_bust(tournament: Tournament, act: Act, *, now: datetime) -> None:
    bust_outs = list(BustOut.objects.filter(act=act).select_related("entry__user").order_by("pk"))
    winners = list(tournament.entries.filter(status=Entry.Status.FINISHED).select_related("user"))
    _check_money(tournament, bust_outs, winners)
    if tournament.counts and tournament.counted_at and act.at <= tournament.counted_at:
        # The last full count was right without their chips.
        raise Refusal(EventCode.UNDO_LATER_FIRST)
    if tournament.races.filter(drawn_at__gte=act.at).exists():
        raise Refusal(EventCode.UNDO_LATER_FIRST)
    BustOut.objects.filter(act=act).update(undone_at=now)
    out = [one.entry for one in bust_outs if one.entry.status == Entry.Status.OUT]
    if winners:
        _reopen(tournament, winners, table_id=bust_outs[0].table_id, now=now)
        _seat_the_winner(tournament, winners[0], table_id=bust_outs[0].table_id, now=now)
    plan = floors.read(tournament, now=now)
    _give_back(plan, bust_outs, now=now)
    eliminations.take_back(tournament, out)
    for one in bust_outs:
        if one.entry.status != Entry.Status.PLAYING:
            continue
        place = plan.places().get(one.entry.user_id)
        if place is not None:
            stacks = {place[1]: Chips(place[0].stacks[place[1]] + one.stack)}
            seating.set_stacks(table_id=place[0].id, stacks=stacks, now=now)
            continue
        table_id, no = _seat_for(plan, one)
        plan.seat(table_id, {no: one.entry.user_id}, stack=Chips(one.stack))
        if (table_id, no) != (one.table_id, one.seat):
            _note_move(plan, one, table_id, no, now=now)
    busts.uncount(tournament)
    notifications.back_in(tournament, [*out, *winners])
    _take_back_money(plan, act, out, winners, now=now)


def _take_back_deal(tournament: Tournament, act: Act, *, now: datetime) -> None:
    """Undo a deal, and play on for all prizes. Refuses PRIZE_IS_PAID, UNDO_LATER_FIRST."""
    deal = tournament.deals.get(pk=act.after["deal"])
    of_it = tournament.entries.filter(pk__in=deal.amounts)
    if counter.paid_out([walk_ins.slip_key(entry) for entry in of_it]):
        raise Refusal(EventCode.PRIZE_IS_PAID)
    bust_outs = BustOut.objects.filter(entry__tournament=tournament, undone_at=None)
    if bust_outs.filter(act__gt=act.pk).exists():
        raise Refusal(EventCode.UNDO_LATER_FIRST)
    deal.status, deal.expires_at = DealProposal.Status.UNDONE, now
    deal.save()
    finalists = list(of_it.filter(status=Entry.Status.FINISHED).select_related("user"))
    stacks: dict[int, Chips] = {row["user"]: Chips(row["stack"]) for row in deal.shares}
    if finalists:
        seats = _places(act.before)
        [table_id] = {table for table, _ in seats.values()}
        _reopen(tournament, finalists, table_id=table_id, now=now)
    plan = floors.read(tournament, now=now)
    if finalists:
        for user, (table_id, no) in seats.items():
            plan.seat(table_id, {no: user}, stack=stacks[user])
    notifications.back_in(tournament, finalists)
    _take_back_money(plan, act, [], finalists, also=[transfer_causes.deal(tournament.pk)], now=now)


def _reopen(
    tournament: Tournament, finalists: Sequence[Entry], *, table_id: int, now: datetime
) -> None:
    """Reopen an event that ended with these players; the caller seats them."""
    tournament.status, tournament.finished_at = Tournament.Status.RUNNING, None
    tournament.save(update_fields=["status", "finished_at"])
    Due.objects.create(tournament=tournament, due_at=now)
    eliminations.play_again(finalists)
    seating.open_again(table_id=table_id, now=now)


def _seat_the_winner(
    tournament: Tournament, winner: Entry, *, table_id: int, now: datetime
) -> None:
    """Seat the winner in their last seat, with all chips."""
    plan = floors.read(tournament, now=now)
    move = winner.moves.order_by("pk").last()
    no = winner.drawn_seat if move is None else move.to_seat
    assert no is not None
    plan.seat(table_id, {SeatNo(no): winner.user_id}, stack=Chips(tournament.chips_in_play))


def _take_back_money(
    plan: StoredFloor,
    act: Act,
    out: Sequence[Entry],
    winners: Sequence[Entry],
    *,
    also: Sequence[str] = (),
    now: datetime,
) -> None:
    """Reverse the postings of the act: prizes, tickets, bounties, those with causes ``also``, and,
    if no prize is left, those that completed the pool. Refuses PRIZE_IS_SPENT, TICKET_USED."""
    event = plan.tournament
    entries = [*out, *winners]
    back = [entry.pk for entry in entries]
    moved = [*also, *(transfer_causes.prize(event.pk, pk) for pk in back)]
    own = Bounty.objects.filter(head__tournament=event, hand_id=None)
    heads = Bounty.objects.filter(head__in=[entry.pk for entry in out], hand_id=act.pk)
    for bounty_rows, at_the_end in ((heads, False), (own, True)):
        head_ids = bounty_rows.values_list("head", flat=True).distinct()
        moved += [
            transfer_causes.bounty(event.pk, head, at_the_end=at_the_end) for head in head_ids
        ]
    won = list(heads.select_related("winner__user"))
    heads.delete()
    own.delete()
    if not awards.deal_done(event) and not event.entries.filter(prize__gt=0).exists():
        moved += awards.causes_of_pool(event)
    keys = [transfer_causes.anew(event, cause) for cause in moved] + tickets.void_won(back)
    if event.bounty:
        places = plan.places()
        seated: dict[int, int] = {entry.pk: entry.user_id for entry in entries}
        seated |= {one.winner_id: one.winner.user_id for one in won}
        for pk, price in bounties.heads(event, seated).items():
            table, no = places[seated[pk]]
            seating.set_price(table_id=table.id, no=no, price=price, now=now)
    # Money comes last: accounts are locked after tables.
    try:
        ledger.take_back(keys, now=now, books=event.books)
    except Refusal as refusal:
        if refusal.code not in (
            MoneyCode.INSUFFICIENT_FUNDS,
            MoneyCode.NOT_ENOUGH_PLAY_MONEY,
        ):
            raise
        spent = accounts.owner(str(refusal.context["account"]))
        names = event.entries.filter(user=spent).values_list("user__username", flat=True)
        raise Refusal(EventCode.PRIZE_IS_SPENT, name=names.first() or "") from refusal


def _check_money(
    tournament: Tournament, bust_outs: Sequence[BustOut], winners: Sequence[Entry]
) -> None:
    """Check that these players can be in play again. Refuses PRIZE_IS_PAID, UNDO_LATER_FIRST."""
    back = [one.entry_id for one in bust_outs]
    out = [one.entry for one in bust_outs if one.entry.status == Entry.Status.OUT]
    deal = awards.deal_done(tournament)
    if deal is not None and (deal.ends_play or any(entry.pk not in deal.amounts for entry in out)):
        # The players of the deal have divided the prizes without them.
        raise Refusal(EventCode.PRIZE_IS_PAID)
    if counter.paid_out([walk_ins.slip_key(entry) for entry in (*out, *winners)]):
        raise Refusal(EventCode.PRIZE_IS_PAID)
    again = tournament.entries.filter(
        user__in=[entry.user_id for entry in out], status__in=Entry.LIVE
    )
    act_id = bust_outs[0].act_id
    later = BustOut.objects.filter(entry__in=back, act__gt=act_id, undone_at=None)
    best = min((entry.place for entry in out if entry.place), default=None)
    # Others have a better place by now or share this one; the winners do not count.
    mine = [*back, *(entry.pk for entry in winners)]
    others = tournament.entries.filter(place__lte=best or 0).exclude(pk__in=mine)
    # The player who took the head has lost their own since.
    heads = Bounty.objects.filter(head__in=back, hand_id=act_id)
    takers = Bounty.objects.filter(
        head__in=heads.values("winner"), hand_id__gt=act_id, head__tournament=tournament
    )
    if (
        len(winners) > 1
        or (winners and not out)
        or any(rows.exists() for rows in (again, later, others, takers))
    ):
        raise Refusal(EventCode.UNDO_LATER_FIRST)


def _give_back(plan: StoredFloor, bust_outs: Sequence[BustOut], *, now: datetime) -> None:
    """Take the chips back from the entries that got them and, if these have too few, from those who
    can spare most, since all are estimates. Refuses UNDO_LATER_FIRST if chips lack.
    """
    owed: Counter[int] = Counter()
    for one in bust_outs:
        owed.update({int(entry): share for entry, share in one.gains.items()})
    users = dict(Entry.objects.filter(pk__in=owed).values_list("pk", "user"))
    back = {one.entry.user_id for one in bust_outs}
    # The chips that each of the others can give and still keep one of the smallest kind.
    unit = chips.smallest(plan.tournament)
    able = {
        user: table.stacks[no] - unit
        for user, (table, no) in plan.places().items()
        if user not in back and table.stacks[no] > unit
    }
    chips_back = Counter(
        {users[entry]: min(share, able.get(users[entry], 0)) for entry, share in owed.items()}
    )
    rest = owed.total() - chips_back.total()
    for user in sorted(able, key=lambda user: (chips_back[user] - able[user], user)):
        part = min(rest, able[user] - chips_back[user])
        chips_back[user] += part
        rest -= part
    if rest:
        raise Refusal(EventCode.UNDO_LATER_FIRST)
    less: dict[int, dict[SeatNo, Chips]] = {}
    for user, part in chips_back.items():
        if part:
            table, no = plan.places()[user]
            less.setdefault(table.id, {})[no] = Chips(table.stacks[no] - part)
    for table_id, stacks in sorted(less.items()):
        seating.set_stacks(table_id=table_id, stacks=stacks, now=now)


def _seat_for(plan: StoredFloor, one: BustOut) -> tuple[int, SeatNo]:
    """Their own seat if it is free, else a free one by lot. Refuses NO_ROOM_ELSEWHERE."""
    table = plan.tables.get(one.table_id)
    if table is not None and one.seat not in table.users:
        return table.id, SeatNo(one.seat)
    if not plan.field().room:
        raise Refusal(EventCode.NO_ROOM_ELSEWHERE, free=0, players=1)
    return arrangement.any_seat(plan)


def _note_move(
    plan: StoredFloor, one: BustOut, table_id: int, no: SeatNo, *, now: datetime
) -> None:
    Move.objects.create(
        entry_id=one.entry_id,
        from_table=one.table_name,
        to_table=plan.tables[table_id].name,
        to_seat=no,
        reason=Move.Reason.STAFF,
        at=now,
    )


def _take_back_moves(tournament: Tournament, act: Act, *, now: datetime) -> None:
    """Move all players back to their seats. Refuses UNDO_LATER_FIRST if one of them has moved since
    or their seat is taken."""
    was, put = _places(act.before), _places(act.after)
    plan = floors.read(tournament, now=now)
    there = {user: (table.id, no) for user, (table, no) in plan.places().items()}
    if any(there.get(user) != place for user, place in put.items()):
        raise Refusal(EventCode.UNDO_LATER_FIRST)
    for table_id in sorted({*act.before["open"]} - {*act.after["open"]}):
        seating.open_again(table_id=table_id, now=now)
    plan = floors.read(tournament, now=now)
    occupied = {place for user, place in there.items() if user not in was}
    if occupied & {*was.values()} or any(table not in plan.tables for table, _ in was.values()):
        raise Refusal(EventCode.UNDO_LATER_FIRST)
    for user, (table_id, no) in was.items():
        plan.move(*put[user], table_id, no, Move.Reason.STAFF)
    for table_id in sorted({*act.after["open"]} - {*act.before["open"]}):
        if table_id in plan.tables and not plan.tables[table_id].users:
            plan.close(table_id)


def _places(picture: Mapping[str, list[list[int]]]) -> dict[int, tuple[int, SeatNo]]:
    return {user: (table, SeatNo(no)) for user, table, no in picture["seats"]}
