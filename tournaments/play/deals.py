"""Deals at a final table (DEAL-MAKE): a pause, a frozen snapshot, unanimous consent, payment."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from core import due_checks
from core.due_checks import ExistsQuery
from core.refusal import Refusal, RefusalCode
from core.types import EntryId, UserId
from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.ledger import Leg, Reason
from payouts.rules import deals
from tables.live.shown_stacks import shown_stack
from tables.models import Seat, Table
from tournaments.floor import floors, step_schedule
from tournaments.floor.locking import lock
from tournaments.models import DealProposal, DealShare, Entry, Tournament
from tournaments.money import transfer_causes
from tournaments.play import awards
from tournaments.refusals import EventCode

Status = DealProposal.Status
Method = DealProposal.Method

# The time that a table waits for a proposal, and then for the answers of all players.
TALK = ANSWER = timedelta(minutes=2)
# The time that a live table has to sign the slip of a deal.
SIGNING = timedelta(minutes=30)
# Deals must not serve to stop the clock: one player asks again only after COOL_DOWN, and any player
# only after PLAY_ON from the end of the last pause.
COOL_DOWN = timedelta(minutes=10)
PLAY_ON = timedelta(minutes=5)

_ANY = "EXISTS (SELECT FROM tournaments_dealproposal WHERE tournament_id = %(event)s)"


@dataclass(frozen=True, slots=True)
class Finalist:
    """A player at the final table."""

    entry: EntryId
    user: UserId
    name: str
    stack: int


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The basis of a deal: players by stack, and the prizes of their places (cents)."""

    players: Sequence[Finalist]
    prizes: Sequence[int]

    @property
    def fingerprint(self) -> str:
        """The entries still in and their stacks, as one text."""
        return " ".join(f"{player.entry}:{player.stack}" for player in self.players)

    def shares(self, method: str, *, kept: int) -> list[int]:
        """Return each player's cents by ICM or by chip chop. Refuse TOO_MUCH_LEFT_IN_PLAY."""
        rule = deals.by_icm if method == Method.ICM else deals.by_chips
        return rule([player.stack for player in self.players], self.prizes, kept=kept)


def snapshot(tournament: Tournament, *, now: datetime) -> Snapshot:
    """Return the final table as players see it between hands, without players who have no chips
    (RANK-1, SHOW-2)."""
    tables = Table.objects.filter(event=tournament.event, status=Table.Status.OPEN)
    seats = Seat.objects.filter(table__in=tables).annotate(shown=shown_stack(tables, now=now))
    stacks = Counter(dict(seats.values_list("user_id", "shown")))
    stacks.update(floors.carried(tournament))
    entries = tournament.entries.filter(status=Entry.Status.PLAYING).select_related("user")
    players = [
        Finalist(entry.pk, entry.user_id, entry.user.get_username(), stacks[entry.user_id])
        for entry in entries
        if stacks[entry.user_id]
    ]
    players.sort(key=lambda player: (-player.stack, player.entry))
    return Snapshot(players, awards.prize_list(tournament)[: len(players)])


def open_to_deals(tournament: Tournament) -> bool:
    """Return whether the terms of this event allow deals; those of a VeloX never do (VELOX-1)."""
    return tournament.deals_allowed and tournament.prize_scheme.dealt


def refusal(tournament: Tournament, *, now: datetime) -> RefusalCode | None:
    """Return the reason why this event can have no deal now, or None."""
    if not open_to_deals(tournament):
        return EventCode.NO_DEALS_HERE
    if tournament.status != Tournament.Status.RUNNING or tournament.pool_may_grow(now):
        return EventCode.NO_FINAL_TABLE
    tables = Table.objects.filter(event=tournament.event, status=Table.Status.OPEN)
    if tables.count() != 1 or tournament.arriving_count:
        return EventCode.NO_FINAL_TABLE
    if awards.deal_done(tournament):
        return EventCode.DEAL_DONE
    return None


def pending(tournament: Tournament, *, now: datetime) -> DealProposal | None:
    """Return the deal that is talked about or proposed, until its time is up; else None."""
    deal = tournament.deals.filter(status__in=DealProposal.PENDING).first()
    return deal if deal is not None and _has_time(tournament, deal, now=now) else None


def until(tournament: Tournament, deal: DealProposal, *, now: datetime) -> datetime:
    """Return the deadline of the players for a deal, later by the pauses since (TRN-6)."""
    lasts = SIGNING if deal.on_paper else TALK if deal.status == Status.TALK else ANSWER
    begun = deal.expires_at - lasts
    return deal.expires_at + tournament.stood_still(since=begun, until=now)


def _has_time(tournament: Tournament, deal: DealProposal, *, now: datetime) -> bool:
    return now < until(tournament, deal, now=now)


def in_force(tournament: Tournament, *, now: datetime) -> DealProposal | None:
    """Return the deal that is made or pending, or None. Large fields cost no query."""
    if not open_to_deals(tournament) or tournament.live_count > tournament.seats_per_table:
        return None
    # Each step of a final table runs this, and mostly no deal was asked for.
    if not due_checks.exists(ExistsQuery(_ANY, {"event": tournament.pk}), now=now):
        return None
    # A deal that is made is the last one.
    last = tournament.deals.filter(status__in=(Status.DONE, *DealProposal.PENDING)).last()
    if last is None or last.status == Status.DONE or _has_time(tournament, last, now=now):
        return last
    return None


def ask(*, tournament_id: int, user_id: UserId, now: datetime) -> DealProposal:
    """Delay the next hand, so that the players can talk about a deal.

    Refuse NO_SUCH_TOURNAMENT, NOT_AT_THE_TABLE, NO_DEALS_HERE, NO_FINAL_TABLE, DEAL_DONE,
    DEAL_PENDING, ASKED_TOO_OFTEN.
    """
    with transaction.atomic():
        tournament = _open_table(tournament_id, user_id, now=now)
        if pending(tournament, now=now):
            raise Refusal(EventCode.DEAL_PENDING)
        tournament.deals.filter(status__in=DealProposal.PENDING).update(status=Status.EXPIRED)
        own = Q(asked_by=user_id, asked_at__gt=now - COOL_DOWN)
        if tournament.deals.filter(own | Q(expires_at__gt=now - PLAY_ON)).exists():
            raise Refusal(EventCode.ASKED_TOO_OFTEN)
        deal = tournament.deals.create(asked_by_id=user_id, asked_at=now, expires_at=now + TALK)
        step_schedule.look_at(tournament.pk, at=deal.expires_at)
    return deal


def propose(
    *,
    tournament_id: int,
    user_id: UserId,
    method: str,
    kept: int = 0,
    agreed: Mapping[int, int] | None = None,
    seen: str | None = None,
    now: datetime,
) -> DealProposal:
    """Propose figures to the table, frozen with its stacks; ``agreed`` cents by entry, ``seen`` the
    fingerprint of the snapshot from which a page calculated them.

    Refuse as ``ask`` does but for ASKED_TOO_OFTEN; NO_TALK without a pause, HAND_STILL_RUNS,
    NOT_COUNTED, CHIPS_CHANGED, and the figures that ``payouts.rules.deals`` refuses.
    """
    with transaction.atomic():
        tournament = _open_table(tournament_id, user_id, now=now)
        deal = pending(tournament, now=now)
        if deal is None:
            raise Refusal(EventCode.NO_TALK)
        if deal.status == Status.OPEN:
            raise Refusal(EventCode.DEAL_PENDING)
        freeze(deal, tournament, method=method, kept=kept, agreed=agreed, seen=seen, now=now)
        deal.accepted, deal.expires_at = [user_id], now + ANSWER
        deal.save()
        step_schedule.look_at(tournament.pk, at=deal.expires_at)
    return deal


def freeze(
    deal: DealProposal,
    tournament: Tournament,
    *,
    method: str,
    kept: int,
    agreed: Mapping[int, int] | None,
    seen: str | None = None,
    now: datetime,
) -> None:
    """Put figures into a deal, with the current stacks and prizes; the caller saves it.

    Refuse HAND_STILL_RUNS, NOT_COUNTED, CHIPS_CHANGED, and the figures that
    ``payouts.rules.deals`` refuses.
    """
    _check_between_hands(tournament, now=now)
    if not tournament.stacks_certain:
        raise Refusal(EventCode.NOT_COUNTED)
    frozen = snapshot(tournament, now=now)
    if seen is not None and seen != frozen.fingerprint:
        raise Refusal(EventCode.CHIPS_CHANGED)
    if method == Method.AGREED:
        shares = [(agreed or {}).get(player.entry, 0) for player in frozen.players]
        deals.check_agreed(shares, frozen.prizes, kept=kept)
    else:
        shares = frozen.shares(method, kept=kept)
    deal.status, deal.method, deal.kept = Status.OPEN, method, kept
    deal.shares = _rows(frozen, shares)


def answer(*, deal_id: int, user_id: UserId, yes: bool, now: datetime) -> DealProposal:
    """Accept or reject a deal: the last yes carries it out, one no ends it, a repeated yes is
    idempotent.

    Refuse NOT_AT_THE_TABLE, DEAL_OVER once it was rejected or its time is up, and CLOCK_STANDS for
    a yes while the event is paused (TRN-6).
    """
    tournament_id = DealProposal.objects.values_list("tournament", flat=True).get(pk=deal_id)
    with transaction.atomic():
        tournament = lock(tournament_id)
        deal = tournament.deals.get(pk=deal_id)
        if user_id not in [row["user"] for row in deal.shares]:
            raise Refusal(EventCode.NOT_AT_THE_TABLE)
        if deal.status == Status.DONE:
            return deal
        if deal.status != Status.OPEN or until(tournament, deal, now=now) <= now:
            raise Refusal(EventCode.DEAL_OVER)
        if yes and tournament.pause is not None:
            raise Refusal(EventCode.CLOCK_STANDS)
        if not yes:
            deal.status = Status.REFUSED
        elif user_id not in deal.accepted:
            deal.accepted.append(user_id)
        if len(deal.accepted) == len(deal.shares) and yes:
            carry_out(tournament, deal, now=now)
            deal.status = Status.DONE
        deal.save()
        step_schedule.look_at(tournament.pk, at=now)
    return deal


def carry_out(tournament: Tournament, deal: DealProposal, *, now: datetime) -> None:
    """Pay the shares. Refuse DEAL_OVER if the table has changed: online no hand is dealt while a
    proposal is open, but staff may have taken a player out, or let others in (AMEND-2)."""
    now_there = {(player.entry, player.stack) for player in snapshot(tournament, now=now).players}
    if refusal(tournament, now=now) or now_there != {
        (row["entry"], row["stack"]) for row in deal.shares
    }:
        raise Refusal(EventCode.DEAL_OVER)
    awards.hold(tournament, (row["user"] for row in deal.shares))
    awards.complete_pool(tournament, now=now)
    pool, prize = accounts.pool(tournament.event), Reason.PRIZE
    legs = [
        Leg(pool, accounts.player(row["user"]), row["amount"], prize)
        for row in deal.shares
        if row["amount"]
    ]
    if legs:
        key = transfer_causes.anew(tournament, transfer_causes.deal(tournament.pk))
        ledger.post(legs, key=key, now=now, books=tournament.books)


def _open_table(tournament_id: int, user_id: UserId, *, now: datetime) -> Tournament:
    tournament = lock(tournament_id)
    if code := refusal(tournament, now=now):
        raise Refusal(code)
    if not tournament.entries.filter(user_id=user_id, status=Entry.Status.PLAYING).exists():
        raise Refusal(EventCode.NOT_AT_THE_TABLE)
    return tournament


def _check_between_hands(tournament: Tournament, *, now: datetime) -> None:
    """Refuse HAND_STILL_RUNS while a hand runs, its last cards are being turned up, or a player
    without chips is still seated."""
    for table in floors.read(tournament, now=now).tables.values():
        turns_up = table.hand_shown_at is not None and table.hand_shown_at > now
        if table.playing or turns_up or 0 in table.stacks.values():
            raise Refusal(EventCode.HAND_STILL_RUNS)


def _rows(frozen: Snapshot, shares: Sequence[int]) -> list[DealShare]:
    return [
        {
            "entry": player.entry,
            "user": player.user,
            "name": player.name,
            "stack": player.stack,
            "amount": share,
        }
        for player, share in zip(frozen.players, shares, strict=True)
    ]
