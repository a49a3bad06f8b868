"""Calling an event off (CANCEL-0 to CANCEL-4): one plan, first shown, then paid.

A preview does everything that execution does up to the first payment, stores the plan and takes
the rest back. Execution does it again, and pays only if that leads to the plan that was shown.
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction

from core.refusal import Refusal
from payouts import accounts, ledger, prize_draws
from payouts.ledger import Leg, Reason
from payouts.rules import refunds
from payouts.rules.refunds import Line, Live, Part, Payment, Rule, Why
from tables.live import usher
from tables.models import Hand, Table
from tournaments.entry import purchases
from tournaments.floor import due, floorplan
from tournaments.floor.locking import lock
from tournaments.models import Bounty, CancellationPlan, Entry, Purchase, Ticket, Tournament
from tournaments.money import entry_money
from tournaments.play import awards, bounties, eliminations, shootouts
from tournaments.refusals import Code
from tournaments.staff import orders

# Lines paid by one posting: few statements for a large field, short statements of a wallet.
LINES_A_POSTING = 100


@dataclass(frozen=True, slots=True)
class Draft:
    """A plan as worked out just now; ``lines`` as ``CancellationPlan`` keeps them."""

    rule: str
    pool: int
    added: int
    lines: list[dict[str, Any]]

    @property
    def digest(self) -> str:
        """Changes with every amount and with every figure that an amount comes from."""
        return hashlib.sha256(json.dumps(asdict(self), sort_keys=True).encode()).hexdigest()


def preview(*, tournament_id: int, by: int | None, now: datetime) -> CancellationPlan:
    """What everybody would get now; the same state of the event gives the same plan.

    Refuses NO_SUCH_TOURNAMENT, EVENT_OVER, PLAY_HAS_DECIDED.
    """
    with transaction.atomic():
        tournament = lock(tournament_id)
        with transaction.atomic():
            draft, _ = _draft(tournament, now=now)
            transaction.set_rollback(True)
        return _store(tournament, draft, by=by, now=now)


def execute(
    *, tournament_id: int, digest: str, by: int | None, reason: str, now: datetime
) -> CancellationPlan:
    """Pay exactly the plan that was shown, once, and close the event; again is nothing.

    Refuses NO_SUCH_TOURNAMENT, NO_SUCH_PLAN, STALE_PLAN when the event is no longer as it was
    shown, NEEDS_SECOND_PERSON, EVENT_OVER, PLAY_HAS_DECIDED.
    """
    with transaction.atomic():
        tournament = lock(tournament_id)
        plan = tournament.cancellation_plans.filter(digest=digest).first()
        if plan is None:
            raise Refusal(Code.NO_SUCH_PLAN)
        if plan.executed_at is None:
            _check_four_eyes(plan, by=by)
            tables = _stop_play(tournament)
            draft, won = _draft(tournament, now=now)
            if draft.digest != digest:
                raise Refusal(Code.STALE_PLAN)
            _carry_out(tournament, plan, tables, won, now=now)
            plan.executed_at, plan.executed_by_id, plan.reason = now, by, reason
            plan.save(update_fields=["executed_at", "executed_by", "reason"])
    return plan


def waiting() -> list[CancellationPlan]:
    """What was worked out last for each event that goes on, where another person has to pay it."""
    plans = CancellationPlan.objects.filter(executed_at=None, created_by__isnull=False)
    latest = (
        plans.exclude(tournament__status__in=Tournament.OVER)
        .order_by("tournament", "-pk")
        .distinct("tournament")
        .select_related("tournament", "created_by")
    )
    return [plan for plan in latest if plan.total > settings.FOUR_EYES_CENTS]


def cancel_before_start(tournament: Tournament, *, reason: str = "", now: datetime) -> None:
    """Give everybody everything back (CANCEL-0); the caller holds the tournament's lock."""
    draft, _ = _draft(tournament, now=now)
    plan = _store(tournament, draft, by=None, now=now)
    execute(tournament_id=tournament.pk, digest=plan.digest, by=None, reason=reason, now=now)
    tournament.refresh_from_db()


def _check_four_eyes(plan: CancellationPlan, *, by: int | None) -> None:
    """Who worked out a plan over the limit is not who pays it; the room's own rules need nobody."""
    limit = settings.FOUR_EYES_CENTS
    if by is not None and plan.created_by_id == by and plan.total > limit:
        raise Refusal(Code.NEEDS_SECOND_PERSON, limit=limit)


def _draft(tournament: Tournament, *, now: datetime) -> tuple[Draft, list[Bounty]]:
    """Work the plan out. Records who is out already and the bounties won thereby, not paid yet;
    nothing else is written."""
    if tournament.over:
        raise Refusal(Code.EVENT_OVER)
    if not _begun(tournament):
        return _everything_back(tournament), []
    plan = floorplan.read(tournament, now=now)
    purchases.deliver(plan)
    # A player without chips is out (RANK-1), even one who might still have bought some.
    busted = eliminations.record_all(plan)
    shootouts.note(plan, busted)
    won = bounties.take(tournament, busted, now=now)
    if tournament.live_count < 2 and not tournament.may_still_enter(now):
        raise Refusal(Code.PLAY_HAS_DECIDED)
    # CANCEL-4: these are the stacks at the start of a hand that is not finished, with the chips
    # that were bought during it.
    bought, coming = _purchases(tournament, *Entry.LIVE), purchases.coming(tournament)
    carried = floorplan.carried(tournament)
    chips = {
        user: table.stacks[no] + coming.get(user, 0) + carried.get(user, 0)
        for user, (table, no) in plan.places().items()
    }
    still_in = _with_names(tournament, Entry.Status.PLAYING)
    deal = awards.deal_done(tournament)
    dealt = sum(row["amount"] for row in deal.shares) if deal else 0
    out = _with_names(tournament, Entry.Status.OUT)
    people = {entry.pk: entry for entry in [*still_in, *out]}
    heads = bounties.heads(tournament, people)
    # BOUNTY-4: what is on the heads of those still in is theirs, what nobody took is for all.
    unclaimed = sum(heads[entry.pk] for entry in out)
    found = refunds.in_play(
        [
            Live(
                entry.pk,
                entry.price.right - tournament.bounty,
                chips[entry.user_id],
                heads[entry.pk],
                bought[entry.pk],
            )
            for entry in still_in
        ],
        pool=tournament.prize_pool - dealt + unclaimed,
        prizes=awards.prize_list(tournament),
        case2_when_all_itm=settings.CASE2_WHEN_ALL_ITM,
        after_deal=deal is not None,
    )
    lines = [*found.lines, *_prizes_due(tournament), *_bounties_due(won)]
    return Draft(found.rule, tournament.prize_pool, found.added, _rows(lines, people)), won


def _begun(tournament: Tournament) -> bool:
    """Whether a hand has been completed, or a prize paid to who was disqualified before that."""
    hands = Hand.objects.filter(event=tournament.event, voided_at__isnull=True)
    if hands.filter(finished_at__isnull=False).exists():
        return True
    return tournament.entries.filter(prize__gt=0).exists()


def _everything_back(tournament: Tournament) -> Draft:
    # Who is out already was disqualified: nobody can have lost.
    paid = (*Entry.LIVE, Entry.Status.OUT)
    entries = _with_names(tournament, *paid)
    used = dict(Ticket.objects.filter(entry__in=entries).values_list("entry", "pk"))
    tickets = {entry: f"#{ticket}" for entry, ticket in used.items()}
    bought = _purchases(tournament, *paid)
    found = refunds.before_the_first_hand(
        [
            Payment(entry.pk, entry.price.right, tickets.get(entry.pk), bought[entry.pk])
            for entry in entries
        ]
    )
    people = {entry.pk: entry for entry in entries}
    return Draft(found.rule, tournament.collected, found.added, _rows(found.lines, people))


def _purchases(
    tournament: Tournament, *statuses: Entry.Status
) -> defaultdict[int, tuple[int, ...]]:
    """What each entry of these has paid for rebuys and add-ons, cents."""
    found: defaultdict[int, tuple[int, ...]] = defaultdict(tuple)
    made = Purchase.objects.filter(entry__tournament=tournament, entry__status__in=statuses)
    for purchase in made.order_by("pk") if tournament.sells_chips else ():
        found[purchase.entry_id] += (purchase.cents,)
    return found


def _prizes_due(tournament: Tournament) -> Iterator[Line]:
    """The prizes of those who went out while others could still enter: nobody has paid them yet."""
    for entry in awards.due(tournament):
        if entry.prize:
            yield Line(
                entry.pk, Rule.PRIZE_DUE, (Part(Why.DUE_PRIZE, entry.prize, f"#{entry.place}"),)
            )


def _bounties_due(won: list[Bounty]) -> Iterator[Line]:
    """The bounties of the last hands, which no step has paid yet."""
    for bounty in won:
        name = bounty.head.user.get_username()
        yield Line(bounty.winner_id, Rule.BOUNTY_DUE, (Part(Why.DUE_BOUNTY, bounty.paid, name),))


def _with_names(tournament: Tournament, *statuses: Entry.Status) -> list[Entry]:
    entries = tournament.entries.filter(status__in=statuses)
    return list(entries.select_related("user").order_by("pk"))


def _rows(lines: list[Line] | tuple[Line, ...], people: dict[int, Entry]) -> list[dict[str, Any]]:
    return [
        {
            "entry": line.entry,
            "user": people[line.entry].user_id,
            "name": people[line.entry].user.get_username(),
            "rule": line.rule,
            "ticket": line.ticket,
            "amount": line.amount,
            "parts": [asdict(part) for part in line.parts],
        }
        for line in lines
    ]


def _store(
    tournament: Tournament, draft: Draft, *, by: int | None, now: datetime
) -> CancellationPlan:
    total = sum(line["amount"] for line in draft.lines)
    plan, _ = tournament.cancellation_plans.get_or_create(
        digest=draft.digest,
        defaults={**asdict(draft), "total": total, "created_by_id": by, "created_at": now},
    )
    return plan


def _stop_play(tournament: Tournament) -> list[int]:
    """Lock every open table: no hand ends any more."""
    open_tables = Table.objects.select_for_update().filter(
        event=tournament.event, status=Table.Status.OPEN
    )
    return [table.pk for table in open_tables.order_by("pk").only("pk")]


def _carry_out(
    tournament: Tournament,
    plan: CancellationPlan,
    tables: list[int],
    won: list[Bounty],
    *,
    now: datetime,
) -> None:
    for table_id in tables:
        usher.call_off_table(table_id=table_id, now=now)
    ledger.hold(awards.accounts_of(tournament, [line["user"] for line in plan.lines]))
    lines = list(plan.own_lines)
    if plan.undoes:
        _refund(tournament, plan, now=now)
    else:
        awards.settle(tournament, won=won, now=now)
        awards.cover_guarantee(tournament, now=now)
        _add(tournament, plan.added, now=now)
        _pay(tournament, lines, now=now)
    awards.check_empty(tournament)
    _close(tournament, lines, now=now)


def _refund(tournament: Tournament, plan: CancellationPlan, *, now: datetime) -> None:
    """CANCEL-0: what every entry paid, from where it went; what the house added or drew, first."""
    if tournament.draw is not None:
        prize_draws.undo(tournament.draw, now=now)
    awards.take_guarantee_back(tournament, now=now)
    for entry in tournament.entries.filter(pk__in=[line["entry"] for line in plan.lines]):
        entry_money.refund(tournament, entry, now=now)


def _add(tournament: Tournament, amount: int, *, now: datetime) -> None:
    """What the operator adds (CANCEL-1, CANCEL-3)."""
    if amount:
        house = accounts.GUARANTEES if tournament.draw_id is None else accounts.VELOX
        leg = Leg(house, accounts.pool(tournament.event), amount, Reason.OVERLAY)
        ledger.post([leg], key=f"cancel:{tournament.pk}:house", now=now)


def _pay(tournament: Tournament, lines: list[dict[str, Any]], *, now: datetime) -> None:
    pool, refund = accounts.pool(tournament.event), Reason.REFUND
    for first in range(0, len(lines), LINES_A_POSTING):
        legs = [
            Leg(pool, accounts.player(line["user"]), line["amount"], refund)
            for line in lines[first : first + LINES_A_POSTING]
            if line["amount"]
        ]
        if legs:
            ledger.post(legs, key=f"cancel:{tournament.pk}:{first}", now=now)


def _close(tournament: Tournament, lines: list[dict[str, Any]], *, now: datetime) -> None:
    amounts = {line["entry"]: line["amount"] for line in lines}
    refunded = [
        Entry(pk=pk, status=Entry.Status.REFUNDED, refund=amount) for pk, amount in amounts.items()
    ]
    Entry.objects.bulk_update(refunded, ["status", "refund"], batch_size=1000)
    tournament.status = Tournament.Status.CANCELLED
    tournament.finished_at = now
    tournament.save(update_fields=["status", "finished_at"])
    orders.give_up(tournament, now=now)
    due.forget(tournament.pk)
