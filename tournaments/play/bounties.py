"""Bounties: who took whose head, and the money for it (BOUNTY-1 to BOUNTY-4).

What is on the heads lies in the event's pool with the prizes, so that the one account that must
read zero at the end proves both.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from django.db.models import Q, QuerySet

from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.ledger import Leg, Reason
from payouts.rules import bounties
from tables import engine
from tables.live import usher
from tables.models import Hand
from tables.storage import stored
from tables.wire import push
from tables.wire.frame_types import BountyFrame
from tournaments.floor.floorplan import Floorplan
from tournaments.models import Bounty, BustOut, Elimination, Entry, Tournament
from tournaments.money import causes
from tournaments.play.eliminations import Busted
from tournaments.rules import knockouts


def take(tournament: Tournament, busted: Sequence[Busted], *, now: datetime) -> list[Bounty]:
    """Record who takes the heads of those who just went out; ``pay`` moves the money.

    A head that nobody takes stays what it is until the event ends.
    """
    if not tournament.bounty:
        return []
    gone = [each.entry.pk for each in busted]
    outs = Elimination.objects.filter(entry__in=gone)
    return Bounty.objects.bulk_create(_taken(tournament, outs, heads(tournament, gone), now=now))


def recount(tournament: Tournament, finalists: Sequence[Entry]) -> list[Bounty]:
    """What should have been won by now, told from hands and eliminations alone; not saved.

    ``finalists``, by place, are those with whom the event has ended.
    """
    if not tournament.bounty:
        return []
    entries = tournament.entries.exclude(status=Entry.Status.WITHDRAWN).order_by("pk")
    worth = dict.fromkeys(entries.values_list("pk", flat=True), tournament.bounty)
    outs = Elimination.objects.filter(entry__tournament=tournament)
    won = _taken(tournament, outs, worth, now=tournament.created_at)
    if tournament.finished_at is not None:
        won += _own(worth, finalists, now=tournament.finished_at)
    return won


def _taken(
    tournament: Tournament, outs: QuerySet[Elimination], worth: dict[int, int], *, now: datetime
) -> list[Bounty]:
    """What the eliminations bring, in their order; ``worth``, cents on each head, goes along."""
    won = []
    for out in outs.select_related("entry__user").order_by("pk"):
        for bounty in _shares(tournament, out, worth=worth[out.entry_id], now=now):
            worth[bounty.head_id] -= bounty.taken
            if bounty.winner_id in worth:
                worth[bounty.winner_id] += bounty.taken - bounty.paid
            won.append(bounty)
    return won


def _shares(
    tournament: Tournament, out: Elimination, *, worth: int, now: datetime
) -> Iterator[Bounty]:
    """BOUNTY-1: who won the last pot that a player was in, and their parts of a head."""
    if out.chips_removed:
        # A disqualified player was knocked out by nobody.
        return
    if tournament.in_person:
        yield from _entered(tournament, out, worth=worth, now=now)
        return
    played = Hand.objects.filter(pk=out.hand_id).first()
    seats = dict(played.players.values_list("user", "seat_no")) if played else {}
    seat = seats.get(out.entry.user_id)
    if played is None or seat is None:
        return
    hand = engine.replay(stored.of_hand(played.pk))
    at = _entries_in(tournament, played.pk, seats)
    keys = {seat: entry.pk for seat, entry in at.items()}
    taken = knockouts.taken(hand, seat, keys, head=worth)
    for entry in at.values():
        if cents := taken.get(entry.pk):
            paid = bounties.paid_at_once(cents, progressive=tournament.progressive_bounty)
            yield Bounty(
                head=out.entry, winner=entry, hand_id=out.hand_id, taken=cents, paid=paid, at=now
            )


def _entries_in(tournament: Tournament, hand_id: int, seats: Mapping[int, int]) -> dict[int, Entry]:
    """By seat, the entry with which each player was in a hand; ``seats`` by user.

    It is the first that no earlier hand had put out. Times would not tell: of two machines one may
    be ahead. Who was disqualified has no later entry.
    """
    played = tournament.entries.filter(user__in=seats).exclude(status=Entry.Status.WITHDRAWN)
    still_in = played.exclude(elimination__hand_id__lt=hand_id, elimination__chips_removed=0)
    still_in = still_in.select_related("user").order_by("-pk")
    return {seats[entry.user_id]: entry for entry in still_in}


def _entered(
    tournament: Tournament, out: Elimination, *, worth: int, now: datetime
) -> Iterator[Bounty]:
    """LIVE-2: who the floor says took a head, in equal parts."""
    bust = BustOut.objects.get(entry=out.entry_id, act=out.hand_id)
    for taker, cents in knockouts.shared(bust.takers, head=worth).items():
        paid = bounties.paid_at_once(cents, progressive=tournament.progressive_bounty)
        winner = tournament.entries.select_related("user").get(pk=taker)
        yield Bounty(
            head=out.entry, winner=winner, hand_id=out.hand_id, taken=cents, paid=paid, at=now
        )


def pay(
    tournament: Tournament, won: Iterable[Bounty], *, at_the_end: bool = False, now: datetime
) -> None:
    """Pay what was taken, a posting a head. The caller holds the accounts.

    What a head has won after it was taken is paid ``at_the_end``, beside what was paid for it.
    """
    by_head: dict[int, list[Bounty]] = {}
    for bounty in won:
        by_head.setdefault(bounty.head_id, []).append(bounty)
    pool = accounts.pool(tournament.event)
    for head, parts in by_head.items():
        legs = [
            Leg(pool, accounts.player(part.winner.user_id), part.paid, Reason.BOUNTY)
            for part in parts
        ]
        cause = causes.bounty(tournament.pk, head, at_the_end=at_the_end)
        ledger.post(legs, key=causes.anew(tournament, cause), now=now)


def close(tournament: Tournament, finalists: Sequence[Entry], *, now: datetime) -> None:
    """BOUNTY-3: who is still in at the end gets their own head, and the first what nobody took.

    ``finalists`` are listed by place. The caller holds their accounts.
    """
    if not tournament.bounty:
        return
    everybody = tournament.entries.exclude(status=Entry.Status.WITHDRAWN).order_by("pk")
    left = heads(tournament, everybody.values_list("pk", flat=True))
    own = Bounty.objects.bulk_create(_own(left, finalists, now=now))
    pay(tournament, own, at_the_end=True, now=now)


def _own(worth: Mapping[int, int], finalists: Sequence[Entry], *, now: datetime) -> list[Bounty]:
    still_in: dict[int, Entry] = {entry.pk: entry for entry in finalists}
    return [
        Bounty(head_id=head, winner=still_in[to], taken=worth[head], paid=worth[head], at=now)
        for head, to in bounties.at_the_end(worth, list(still_in)).items()
    ]


def heads(tournament: Tournament, entries: Iterable[int]) -> dict[int, int]:
    """What is on the heads of these entries, cents; nothing once it was taken."""
    worth = dict.fromkeys(entries, tournament.bounty)
    found = Bounty.objects.filter(Q(head__in=worth) | Q(winner__in=worth))
    for bounty in found if tournament.bounty else ():
        if bounty.head_id in worth:
            worth[bounty.head_id] -= bounty.taken
        if bounty.winner_id in worth:
            worth[bounty.winner_id] += bounty.taken - bounty.paid
    return worth


def show(plan: Floorplan, won: Iterable[Bounty]) -> None:
    """Show at the tables what is on the heads of the takers now."""
    places = plan.places()
    takers: dict[int, int] = {
        bounty.winner_id: bounty.winner.user_id
        for bounty in won
        if bounty.winner.status == Entry.Status.PLAYING
    }
    for entry, price in heads(plan.tournament, takers).items():
        table, no = places[takers[entry]]
        usher.set_price(table_id=table.id, no=no, price=price, now=plan.now)


def tell(busted: Iterable[Busted], won: Iterable[Bounty]) -> None:
    """Tell the tables who knocked out whom, and for how much, once this is committed."""
    table_of: dict[int, int] = {gone.entry.pk: gone.table.id for gone in busted}
    for bounty in won:
        taker = bounty.winner.user
        frame: BountyFrame = {
            "type": "bounty",
            "paid": bounty.paid,
            "name": bounty.head.user.get_username(),
            "user": taker.pk,
            "by": taker.get_username(),
        }
        push.tell_tables([table_of[bounty.head_id]], frame)
