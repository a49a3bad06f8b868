"""Bounties: the heads taken in an event, and their payment (BOUNTY-1 to BOUNTY-4).

The money on the heads lies in the event's pool with the prizes: this one account must be empty at
the end, which proves both.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from django.db.models import Q, QuerySet

from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.ledger import Leg, Reason
from payouts.rules import bounties
from tables.live import seating
from tables.wire import push
from tables.wire.frame_types import BountyFrame
from tournaments.floor import floors
from tournaments.floor.floors import Floor
from tournaments.models import Bounty, Elimination, Entry, Tournament
from tournaments.money import transfer_causes
from tournaments.play.eliminations import Busted


def take(tournament: Tournament, busted: Sequence[Busted], *, now: datetime) -> list[Bounty]:
    """Record the takers of the heads of those just eliminated; ``pay`` moves the money.

    A head without a taker keeps its worth until the event ends.
    """
    if not tournament.bounty:
        return []
    head_ids = [player.entry.pk for player in busted]
    outs = Elimination.objects.filter(entry__in=head_ids)
    return Bounty.objects.bulk_create(
        _taken(tournament, outs, heads(tournament, head_ids), now=now)
    )


def recount(
    tournament: Tournament, finalists: Sequence[Entry], *, bounty: int | None = None
) -> list[Bounty]:
    """Return the bounties won so far, derived from hands and eliminations alone; not saved.

    ``finalists``, by place, are the entries still in at the end of the event. A ``bounty`` that is
    only written down (HOME-2) takes the place of the event's own.
    """
    each = tournament.bounty if bounty is None else bounty
    if not each:
        return []
    entries = tournament.entries.exclude(status=Entry.Status.WITHDRAWN).order_by("pk")
    worth = dict.fromkeys(entries.values_list("pk", flat=True), each)
    outs = Elimination.objects.filter(entry__tournament=tournament)
    won = _taken(tournament, outs, worth, now=tournament.created_at)
    if tournament.finished_at is not None:
        won += _own(worth, finalists, now=tournament.finished_at)
    return won


def _taken(
    tournament: Tournament, outs: QuerySet[Elimination], worth: dict[int, int], *, now: datetime
) -> list[Bounty]:
    """Return the bounties of these eliminations, in order; updates ``worth``, cents per head."""
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
    """Yield the parts of a head, one for each entry that takes it (BOUNTY-1)."""
    if out.chips_removed:
        # No player has knocked out a disqualified one.
        return
    for winner, cents in floors.kind_of(tournament).takers(tournament, out, head=worth):
        paid = bounties.paid_at_once(cents, progressive=tournament.progressive_bounty)
        yield Bounty(
            head=out.entry, winner=winner, hand_id=out.hand_id, taken=cents, paid=paid, at=now
        )


def pay(
    tournament: Tournament, won: Iterable[Bounty], *, at_the_end: bool = False, now: datetime
) -> None:
    """Pay bounties, in one posting per head. The caller holds the accounts.

    ``at_the_end`` makes a second posting for a head that has won more after it was taken.
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
        cause = transfer_causes.bounty(tournament.pk, head, at_the_end=at_the_end)
        key = transfer_causes.anew(tournament, cause)
        ledger.post(legs, key=key, now=now, books=tournament.books)


def close(tournament: Tournament, finalists: Sequence[Entry], *, now: datetime) -> None:
    """Pay finalists their own heads, and the first also those that no player took (BOUNTY-3).

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
    """Return the cents on the heads of these entries, by all bounties recorded so far."""
    worth = dict.fromkeys(entries, tournament.bounty)
    rows = Bounty.objects.filter(Q(head__in=worth) | Q(winner__in=worth))
    for bounty in rows if tournament.bounty else ():
        if bounty.head_id in worth:
            worth[bounty.head_id] -= bounty.taken
        if bounty.winner_id in worth:
            worth[bounty.winner_id] += bounty.taken - bounty.paid
    return worth


def show(plan: Floor, won: Iterable[Bounty]) -> None:
    """Show the new worth of the takers' own heads at the tables."""
    places = plan.places()
    takers: dict[int, int] = {
        bounty.winner_id: bounty.winner.user_id
        for bounty in won
        if bounty.winner.status == Entry.Status.PLAYING
    }
    for entry, price in heads(plan.tournament, takers).items():
        table, no = places[takers[entry]]
        seating.set_price(table_id=table.id, no=no, price=price, now=plan.now)


def tell(busted: Iterable[Busted], won: Iterable[Bounty]) -> None:
    """Announce the bounties won to the tables, once this is committed."""
    table_of: dict[int, int] = {player.entry.pk: player.table.id for player in busted}
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
