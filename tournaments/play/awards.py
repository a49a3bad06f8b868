"""The places of eliminated entries, and the payment of their prizes (RANK-1, PAY-*)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.db.models import Q

from core import sql
from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.ledger import Leg, Reason
from payouts.rules.chip_prizes import ranked_by_chips, won_by_chips
from payouts.rules.guarantees import overlay
from payouts.rules.prizes import pooled
from tournaments.models import Bounty, DealProposal, Entry, Tournament
from tournaments.money import tickets, transfer_causes
from tournaments.play import bounties
from tournaments.rules import hand_for_hand, standings
from tournaments.rules.standings import Out


class PoolNotEmpty(Exception):
    """Money left in the pool of a fully paid tournament: the transaction must not be committed."""


def settle(
    tournament: Tournament,
    *,
    pool_open: bool = False,
    stacks: Mapping[int, int] | None = None,
    won: Sequence[Bounty] = (),
    now: datetime,
) -> dict[int, Entry]:
    """Give eliminated entries their places and pay their prizes; return these entries by id.

    While ``pool_open``, pool and places may still change, and only the bounties ``won`` are paid.
    With ``stacks``, the chips of those still in by entry, the event ends: all entries are placed,
    and the pool is empty.
    """
    entries, dealt = ([], {}) if pool_open else _due(tournament, stacks=stacks)
    winners = [bounty.winner.user_id for bounty in won]
    if entries or won:
        hold(tournament, [*winners, *(entry.user_id for entry in entries)])
    bounties.pay(tournament, won, now=now)
    if any(entry.prize for entry in entries):
        # Not before: a place without a prize may be taken back, and more seats opened (AMEND-2).
        complete_pool(tournament, now=now)
    _pay_prizes(tournament, entries, dealt, now=now)
    if any(entry.place == 1 for entry in entries):
        still_in = [entry for entry in entries if entry.status == Entry.Status.PLAYING]
        bounties.close(tournament, sorted(still_in, key=_by_place), now=now)
        check_empty(tournament)
    return {entry.pk: entry for entry in entries}


def due(tournament: Tournament, *, stacks: Mapping[int, int] | None = None) -> list[Entry]:
    """Return the entries that are due a place, with place and prize set but not saved."""
    return _due(tournament, stacks=stacks)[0]


def _due(
    tournament: Tournament, *, stacks: Mapping[int, int] | None
) -> tuple[list[Entry], Mapping[int, int]]:
    """Return the entries of ``due``, and the cents that a deal has paid, by entry."""
    groups = ranked_by_chips(stacks or {}) + _eliminated(tournament)
    if not groups:
        return [], {}
    placed = tournament.entries.filter(place__isnull=False).count()
    places = standings.places(groups, last=tournament.entry_count - placed)
    best = min(places.values())
    deal = deal_done(tournament)
    won = Counter(pooled(_left(tournament, deal)[best - 1 :], groups))
    if stacks:
        field, pool = tournament.entry_count, tournament.prize_pool
        won.update(won_by_chips(tournament.prize_scheme, stacks, entries=field, pool=pool))
    dealt = {} if deal is None else deal.amounts
    won.update({pk: share for pk, share in dealt.items() if pk in places})
    # Selected by status, not by id: a statement takes at most 65,535 values.
    waiting = Q(status=Entry.Status.OUT, place=None)
    if stacks:
        waiting |= Q(status=Entry.Status.PLAYING)
    entries = list(tournament.entries.filter(waiting))
    for entry in entries:
        entry.place, entry.prize = places[entry.pk], won[entry.pk]
    return entries, dealt


def accounts_of(tournament: Tournament, users: Iterable[UserId]) -> set[str]:
    """Return each account that settling or cancelling an event may touch; ``users`` its players."""
    house = {accounts.FEES, accounts.GUARANTEES, accounts.TICKETS, accounts.VELOX}
    if tournament.dealers_share:
        house.add(accounts.DEALERS)
    return {accounts.pool(tournament.event), *house, *map(accounts.player, users)}


def hold(tournament: Tournament, users: Iterable[UserId]) -> None:
    """Lock the accounts of ``accounts_of`` until this transaction ends."""
    ledger.hold(accounts_of(tournament, users), books=tournament.books)


def prize_list(tournament: Tournament) -> list[int]:
    """Return the cents per paid place for the entries so far, first place first.

    After a deal, only the part that it has left in play (DEAL-MAKE).
    """
    return _left(tournament, deal_done(tournament))


def _left(tournament: Tournament, deal: DealProposal | None) -> list[int]:
    amounts = before_deals(tournament)
    return amounts if deal is None else deal.left_of(amounts)


def before_deals(tournament: Tournament) -> list[int]:
    """Return the cents per paid place for the entries so far, first place first, without a deal."""
    scheme = tournament.prize_scheme
    return scheme.prizes(entries=tournament.entry_count, pool=tournament.prize_pool)


def all_win_the_same(tournament: Tournament) -> bool:
    """Return whether all players still in a satellite win the same prize, but for an odd cent."""
    if not tournament.prize_scheme.ticket:
        return False
    # Not ``prize_list``: a satellite has no deals.
    left = before_deals(tournament)[: tournament.live_count]
    return len(left) == tournament.live_count and left[0] - left[-1] <= hand_for_hand.ODD_CENT


def deal_done(tournament: Tournament) -> DealProposal | None:
    """Return the deal that the final table has made, or None."""
    return tournament.deals.filter(status=DealProposal.Status.DONE).first()


def check_empty(tournament: Tournament) -> None:
    """Raise PoolNotEmpty when the pool still holds money."""
    if left := ledger.balance(accounts.pool(tournament.event), books=tournament.books):
        raise PoolNotEmpty(f"{tournament.event}: {left} cents left")


# Plain SQL: each step of the director runs it, and most find no row.
_OUT = f"""
    SELECT entry.id, {", ".join(f"gone.{name}" for name in standings.OF_A_HAND)}
    FROM tournaments_entry entry
    LEFT JOIN tournaments_elimination gone ON gone.entry_id = entry.id
    WHERE entry.tournament_id = %s AND entry.status = 'out' AND entry.place IS NULL
"""  # noqa: S608


def _eliminated(tournament: Tournament) -> list[list[int]]:
    """Return the eliminated entries without a place, best first."""
    out = (Out(*row) for row in sql.rows(_OUT, [tournament.pk]))
    return standings.ranking(out, ties=tournament.same_hand_ties)


def _by_place(entry: Entry) -> tuple[int, int]:
    assert entry.place is not None
    return entry.place, entry.pk


def complete_pool(tournament: Tournament, *, now: datetime) -> None:
    """Move the dealers' share out of the pool (LIVE-14), and the overlay of the house into it
    (POOL-2)."""
    pool = accounts.pool(tournament.event)
    dealers, guarantee = causes_of_pool(tournament)
    if withheld := tournament.withheld:
        leg = Leg(pool, accounts.DEALERS, withheld, Reason.DEALERS)
        key = transfer_causes.anew(tournament, dealers)
        ledger.post([leg], key=key, now=now, books=tournament.books)
    missing = overlay(collected=tournament.for_prizes, guarantee=tournament.guaranteed)
    if missing:
        leg = Leg(accounts.GUARANTEES, pool, missing, Reason.OVERLAY)
        key = transfer_causes.anew(tournament, guarantee)
        ledger.post([leg], key=key, now=now, books=tournament.books)


def causes_of_pool(tournament: Tournament) -> tuple[str, str]:
    """Return the causes by which ``complete_pool`` moves the dealers' share and the overlay."""
    return f"dealers:{tournament.pk}", f"overlay:{tournament.pk}"


def _pay_prizes(
    tournament: Tournament, entries: Sequence[Entry], dealt: Mapping[int, int], *, now: datetime
) -> None:
    for entry in entries:
        _pay(tournament, entry, paid=dealt.get(entry.pk, 0), now=now)
    Entry.objects.bulk_update(entries, ["place", "prize"])


def _pay(tournament: Tournament, entry: Entry, *, paid: int, now: datetime) -> None:
    """Pay a prize: as a ticket as far as it is a seat (PAY-SAT), and otherwise in money.

    ``paid`` cents of it were paid by a deal.
    """
    cash = (entry.prize or 0) - paid - tickets.award(tournament, entry, now=now)
    if cash:
        leg = Leg(
            accounts.pool(tournament.event),
            accounts.player(entry.user_id),
            cash,
            Reason.PRIZE,
        )
        key = transfer_causes.anew(tournament, transfer_causes.prize(tournament.pk, entry.pk))
        ledger.post([leg], key=key, now=now, books=tournament.books)
