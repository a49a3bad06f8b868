"""Undoing of disqualifications and hands, before the table's next hand (RANK-1).

Undoing a disqualification gives the chips back; undoing a bust-out voids the hand for all its
players. A pause keeps both possible: nothing is dealt, decided or paid during it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.db.models import Sum

from core import reasons
from core.refusal import Refusal
from core.types import Chips, EntryId, SeatNo, UserId
from tables.live import record, seating
from tables.live.record import TableRecord
from tables.live.state import Sitter
from tables.models import Hand, HandPlayer
from tables.wire import push
from tournaments.entry import acts
from tournaments.floor import step_schedule
from tournaments.models import Act, Bounty, Entry, Purchase, StackCorrection, Tournament
from tournaments.play import awards, bounties, eliminations
from tournaments.refusals import EventCode
from tournaments.staff.order_execution import LeftBehind
from tournaments.staff.orders import check_open, event_of, running


def reinstate(*, entry_id: EntryId, by: int, why: str, now: datetime) -> Entry:
    """Undo a disqualification: give the player seat, chips and time bank back.

    Refuses NOTHING_TO_UNDO, TOO_LATE_TO_UNDO once the table has dealt, NOT_THIS_EVENT once it is
    closed, SEAT_TAKEN, PRIZE_IS_PAID, NO_REASON, NOT_RUNNING.
    """
    with transaction.atomic():
        tournament = _event_of(entry_id)
        act = _last_disqualification(tournament, entry_id)
        assert act.entry is not None
        assert act.table_id is not None
        entry, held = act.entry, LeftBehind(**act.before)
        table = check_open(tournament, act.table_id)
        if table.hand_no != held.hand_no:
            raise Refusal(EventCode.TOO_LATE_TO_UNDO)
        _check_back(tournament, [entry], why=why)
        # The act comes first: a trigger requires it before anything is undone.
        acts.record(
            Act.Verb.REINSTATE,
            by=by,
            now=now,
            about=entry.user.get_username(),
            tournament=tournament,
            table_id=table.pk,
            entry=entry,
            why=why,
            before={"status": Entry.Status.OUT},
            after={"seat": held.seat, "stack": held.stack},
        )
        eliminations.take_back(tournament, [entry])
        _seat_again(tournament, entry, table.pk, held, now=now)
        _play_on(tournament, table.pk, [entry], now=now)
    return entry


def void_hand(*, table_id: int, by: int, why: str, now: datetime) -> list[Entry]:
    """Void a table's last hand: all its players get their stacks from before it.

    Returns the entries it had eliminated, which are in again. Refuses NOTHING_TO_UNDO if it busted
    no player, TOO_LATE_TO_UNDO if a player of it has other chips by now, was moved or left,
    PRIZE_IS_PAID, NO_REASON, NOT_RUNNING, NOT_THIS_EVENT, HAND_IN_PROGRESS.
    """
    with transaction.atomic():
        tournament = event_of(table_id)
        check_open(tournament, table_id)
        table = record.lock_open(table_id)
        hand = _last_hand(table)
        players = _players_of(hand)
        entries = _put_out_by(tournament, hand)
        bought = _bought_since(tournament, hand)
        stacks = _stacks_before(tournament, table, players, entries, bought)
        _check_back(tournament, entries, why=why)
        acts.record(
            Act.Verb.VOID_HAND,
            by=by,
            now=now,
            about=f"{table.name}, {hand.number}",
            tournament=tournament,
            table_id=table_id,
            why=why,
            before={player.user.get_username(): player.finish_stack for player in players},
            after={player.user.get_username(): stacks[player.seat_no].stack for player in players},
        )
        seating.void_hand(table_id=table_id, stacks=stacks, now=now)
        eliminations.take_back(tournament, entries)
        _play_on(tournament, table_id, entries, now=now)
    return entries


def _event_of(entry_id: EntryId) -> Tournament:
    """Lock the running event of an entry. Refuses NOTHING_TO_UNDO, NOT_RUNNING."""
    known = Entry.objects.filter(pk=entry_id).values_list("tournament", flat=True).first()
    if known is None:
        raise Refusal(EventCode.NOTHING_TO_UNDO)
    return running(known)


def _last_disqualification(tournament: Tournament, entry_id: EntryId) -> Act:
    """The act that disqualified an entry that is still out. Refuses NOTHING_TO_UNDO."""
    act = (
        tournament.acts.filter(
            entry=entry_id,
            entry__status=Entry.Status.OUT,
            entry__elimination__chips_removed__gt=0,
            verb=Act.Verb.DISQUALIFY,
            outcome=Act.Outcome.DONE,
            # A latecomer who never sat has no seat to return to.
            before__has_key="seat",
        )
        .select_related("entry__user")
        .last()
    )
    if act is None:
        raise Refusal(EventCode.NOTHING_TO_UNDO)
    return act


def _seat_again(
    tournament: Tournament, entry: Entry, table_id: int, held: LeftBehind, *, now: datetime
) -> None:
    """Give a player chips, seat and time bank back. Refuses SEAT_TAKEN."""
    tournament.removed_chips -= held.stack
    tournament.save(update_fields=["removed_chips"])
    seating.take_seat(
        table_id=table_id,
        user_id=entry.user_id,
        stack=held.stack,
        bank_ms=held.bank_ms,
        no=held.seat,
        price=bounties.heads(tournament, [entry.pk])[entry.pk],
        now=now,
    )


def _last_hand(table: TableRecord) -> Hand:
    """The table's last hand, if not voided before. Refuses NOTHING_TO_UNDO."""
    hand = Hand.objects.filter(table=table.id, number=table.hand_no, voided_at=None).first()
    if hand is None:
        raise Refusal(EventCode.NOTHING_TO_UNDO)
    return hand


def _players_of(hand: Hand) -> list[HandPlayer]:
    """The players of a hand in which one lost all chips. Refuses NOTHING_TO_UNDO."""
    players = list(hand.players.select_related("user").order_by("seat_no"))
    if all(player.finish_stack != 0 for player in players):
        raise Refusal(EventCode.NOTHING_TO_UNDO)
    return players


def _put_out_by(tournament: Tournament, hand: Hand) -> list[Entry]:
    """The entries that a hand has eliminated; players with an empty stack are still in."""
    out = tournament.entries.filter(
        status=Entry.Status.OUT, elimination__hand_id=hand.pk, elimination__chips_removed=0
    )
    return list(out.select_related("user"))


def _stacks_before(
    tournament: Tournament,
    table: TableRecord,
    players: Iterable[HandPlayer],
    out: Iterable[Entry],
    bought: Mapping[UserId, int],
) -> dict[SeatNo, Sitter]:
    """The seats of a hand as they were before it, with the chips ``bought`` since (CHIP-1) and the
    bounties of those who are ``out``. Refuses TOO_LATE_TO_UNDO if they cannot be restored."""
    user_of: dict[int, int] = {entry.pk: entry.user_id for entry in out}
    prices = {user_of[pk]: price for pk, price in bounties.heads(tournament, user_of).items()}
    if table.live.playing is not None:
        raise Refusal(EventCode.TOO_LATE_TO_UNDO)
    stacks = {}
    for player in players:
        there = table.live.seats.get(player.seat_no)
        if there is None and player.user_id in prices:
            bank_ms = tournament.bank_seconds * 1000
            name, price = player.user.get_username(), prices[player.user_id]
            there = Sitter(player.user_id, name, Chips(0), bank_ms, price=price)
        if there is None or there.user != player.user_id:
            raise Refusal(EventCode.TOO_LATE_TO_UNDO)
        since = bought.get(player.user_id, 0)
        if there.stack != (player.finish_stack or 0) + since:
            raise Refusal(EventCode.TOO_LATE_TO_UNDO)
        if player.start_stack + since < 1:
            raise Refusal(EventCode.TOO_LATE_TO_UNDO)
        stacks[player.seat_no] = replace(there, stack=Chips(player.start_stack + since))
    return stacks


def _bought_since(tournament: Tournament, hand: Hand) -> dict[UserId, int]:
    """Chips bought or corrected after the hand was dealt, by user (CHIP-1, AMEND-5)."""
    came = Purchase.objects.filter(
        entry__tournament=tournament,
        entry__status=Entry.Status.PLAYING,
        applied_at__gt=hand.started_at,
    )
    corrected = StackCorrection.objects.filter(
        entry__tournament=tournament, entry__status=Entry.Status.PLAYING, at__gt=hand.started_at
    )
    since: Counter[UserId] = Counter()
    for rows in (came, corrected):
        since.update(dict(rows.values_list("entry__user").annotate(chips=Sum("chips"))))
    return since


def _check_back(tournament: Tournament, entries: list[Entry], *, why: str) -> None:
    """Check that entries that are out can be in play again, without a place. Refuses NO_REASON,
    PRIZE_IS_PAID, TOO_LATE_TO_UNDO."""
    reasons.check(why)
    back = [entry.pk for entry in entries]
    if any(entry.prize for entry in entries) or Bounty.objects.filter(head__in=back).exists():
        raise Refusal(EventCode.PRIZE_IS_PAID)
    if awards.deal_done(tournament):
        # The others have divided the prizes among themselves.
        raise Refusal(EventCode.PRIZE_IS_PAID)
    users = [entry.user_id for entry in entries]
    if tournament.entries.filter(user__in=users, status__in=Entry.LIVE).exists():
        # The player has re-entered meanwhile and cannot play two stacks.
        raise Refusal(EventCode.TOO_LATE_TO_UNDO)
    best = min((entry.place for entry in entries if entry.place), default=None)
    if best and tournament.entries.filter(place__lte=best).exclude(pk__in=back).exists():
        # Others have a better place by now, or share this one.
        raise Refusal(EventCode.TOO_LATE_TO_UNDO)


def _play_on(
    tournament: Tournament, table_id: int, entries: Iterable[Entry], *, now: datetime
) -> None:
    """Notify players who are in again, and schedule the director."""
    for entry in entries:
        push.tell_player(table_id, entry.user_id, {"type": "in_again"})
    step_schedule.look_at(tournament.pk, at=now)
