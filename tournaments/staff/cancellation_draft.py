"""The payments of a cancellation at this moment (CANCEL-0 to CANCEL-4)."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime

from core.refusal import Refusal
from payouts.rules import refunds
from payouts.rules.refunds import (
    EntryPayment,
    Refund,
    RefundPart,
    RefundReason,
    RefundRule,
    StillIn,
)
from tournaments import room_settings
from tournaments.entry import purchases
from tournaments.floor import floors
from tournaments.floor.floors import StoredFloor
from tournaments.models import Bounty, Entry, PlanLine, Purchase, Ticket, Tournament
from tournaments.play import awards, bounties, eliminations
from tournaments.play.formats import format_of
from tournaments.refusals import EventCode


@dataclass(frozen=True, slots=True)
class Draft:
    """A plan as worked out just now; ``lines`` as ``CancellationPlan`` keeps them."""

    rule: str
    pool: int
    added: int
    lines: list[PlanLine]

    @property
    def digest(self) -> str:
        """SHA-256 over every amount and every figure that an amount comes from."""
        return hashlib.sha256(json.dumps(asdict(self), sort_keys=True).encode()).hexdigest()


def work_out(tournament: Tournament, *, now: datetime) -> tuple[Draft, list[Bounty]]:
    """Draft the plan; also return the bounties won in bust-outs recorded here, which are not paid
    yet. Writes no money. Refuses EVENT_OVER, PLAY_HAS_DECIDED."""
    if tournament.over:
        raise Refusal(EventCode.EVENT_OVER)
    if not _begun(tournament):
        return _everything_back(tournament), []
    plan = floors.read(tournament, now=now)
    won = _take_off_the_broke(plan)
    if tournament.live_count < 2 and not tournament.may_still_enter(now):
        raise Refusal(EventCode.PLAY_HAS_DECIDED)
    return _pool_divided(plan, won), won


def _take_off_the_broke(plan: StoredFloor) -> list[Bounty]:
    """Eliminate players without chips (RANK-1), even if they could still have rebought."""
    purchases.deliver(plan)
    busted = eliminations.record_all(plan)
    format_of(plan.tournament).rank(plan, busted)
    return bounties.take(plan.tournament, busted, now=plan.now)


def _pool_divided(plan: StoredFloor, won: list[Bounty]) -> Draft:
    """Draft the shares of players still in, and what is due to others (CANCEL-1 to CANCEL-3)."""
    tournament = plan.tournament
    still_in = _with_names(tournament, *Entry.LIVE)
    out = _with_names(tournament, Entry.Status.OUT)
    people: dict[int, Entry] = {entry.pk: entry for entry in [*still_in, *out]}
    heads = bounties.heads(tournament, people)
    # BOUNTY-4: players still in keep the bounty on their head; unclaimed bounties go to all.
    unclaimed = sum(heads[entry.pk] for entry in out)
    deal = awards.deal_done(tournament)
    dealt = deal.amounts if deal else {}
    division = refunds.in_play(
        _still_in(plan, still_in, heads),
        pool=tournament.prize_pool - sum(dealt.values()) + unclaimed,
        prizes=awards.prize_list(tournament),
        case2_when_all_itm=room_settings.CASE2_WHEN_ALL_ITM.value(),
        after_deal=deal is not None,
    )
    lines = [*division.lines, *_prizes_due(tournament, dealt), *_bounties_due(won)]
    return Draft(division.rule, tournament.prize_pool, division.added, _rows(lines, people))


def _still_in(plan: StoredFloor, entries: list[Entry], heads: Mapping[int, int]) -> list[StillIn]:
    """Payments, chips and bounty of each player still in."""
    chips, bought = chips_of(plan), _purchases(plan.tournament, *Entry.LIVE)
    return [
        StillIn(
            entry.pk,
            right=entry.price.right - plan.tournament.bounty,
            chips=chips[entry.user_id],
            head=heads[entry.pk],
            purchases=bought[entry.pk],
        )
        for entry in entries
    ]


def chips_of(plan: StoredFloor) -> dict[int, int]:
    """Stacks by user, in an unfinished hand those at its start, with the chips bought during it
    (CANCEL-4)."""
    coming, carried = purchases.coming(plan.tournament), floors.carried(plan.tournament)
    seated = {
        user: table.stacks[no] + coming.get(user, 0) + carried.get(user, 0)
        for user, (table, no) in plan.places().items()
    }
    return seated | {newcomer.user: newcomer.stack for newcomer in plan.latecomers}


def _begun(tournament: Tournament) -> bool:
    """Return whether a hand has been completed, or money was paid before that: a prize of a
    disqualified player, or a deal."""
    if floors.kind_of(tournament).begun(tournament):
        return True
    paid = tournament.entries.filter(prize__gt=0).exists()
    return paid or awards.deal_done(tournament) is not None


def _everything_back(tournament: Tournament) -> Draft:
    # Entries that are out were disqualified: without a hand, no player can have lost.
    paid = (*Entry.LIVE, Entry.Status.OUT)
    entries = _with_names(tournament, *paid)
    of_event = Ticket.objects.filter(entry__tournament=tournament)
    used = dict(of_event.values_list("entry", "pk"))
    tickets = {entry: f"#{ticket}" for entry, ticket in used.items()}
    bought = _purchases(tournament, *paid)
    refund_plan = refunds.before_the_first_hand(
        [
            EntryPayment(entry.pk, entry.price.right, tickets.get(entry.pk), bought[entry.pk])
            for entry in entries
        ]
    )
    people: dict[int, Entry] = {entry.pk: entry for entry in entries}
    return Draft(
        refund_plan.rule, tournament.collected, refund_plan.added, _rows(refund_plan.lines, people)
    )


def _purchases(
    tournament: Tournament, *statuses: Entry.Status
) -> defaultdict[int, tuple[int, ...]]:
    """Payments of each of these entries for rebuys and add-ons, cents."""
    by_entry: defaultdict[int, tuple[int, ...]] = defaultdict(tuple)
    made = Purchase.objects.filter(entry__tournament=tournament, entry__status__in=statuses)
    for purchase in made.order_by("pk") if tournament.sells_chips else ():
        by_entry[purchase.entry_id] += (purchase.cents,)
    return by_entry


def _prizes_due(tournament: Tournament, dealt: Mapping[int, int]) -> Iterator[Refund]:
    """The unpaid prizes of entries that ``awards.due`` finds; ``dealt`` is what a deal has paid,
    cents by entry."""
    for entry in awards.due(tournament):
        if cents := (entry.prize or 0) - dealt.get(entry.pk, 0):
            yield Refund(
                entry.pk,
                RefundRule.PRIZE_DUE,
                (RefundPart(RefundReason.DUE_PRIZE, cents, f"#{entry.place}"),),
            )


def _bounties_due(won: list[Bounty]) -> Iterator[Refund]:
    """The bounties of the last bust-outs, which no step has paid yet."""
    for bounty in won:
        name = bounty.head.user.get_username()
        yield Refund(
            bounty.winner_id,
            RefundRule.BOUNTY_DUE,
            (RefundPart(RefundReason.DUE_BOUNTY, bounty.paid, name),),
        )


def _with_names(tournament: Tournament, *statuses: Entry.Status) -> list[Entry]:
    entries = tournament.entries.filter(status__in=statuses)
    return list(entries.select_related("user").order_by("pk"))


def _rows(lines: list[Refund] | tuple[Refund, ...], people: dict[int, Entry]) -> list[PlanLine]:
    return [
        {
            "entry": people[line.entry].pk,
            "user": people[line.entry].user_id,
            "name": people[line.entry].user.get_username(),
            "rule": line.rule,
            "ticket": line.ticket,
            "amount": line.amount,
            "parts": [
                {"why": part.why, "amount": part.amount, "arithmetic": part.arithmetic}
                for part in line.parts
            ],
        }
        for line in lines
    ]
