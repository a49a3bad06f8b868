"""The transfers that an event should have, derived from its entries and results alone.

``books`` compares them with the ledger. From the ledger this reads only which withdrawn entries a
ticket had paid: it is recorded nowhere else.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from core.types import EntryId
from payouts.bookkeeping import accounts
from payouts.bookkeeping.ledger import Reason
from payouts.reports import reconciliation
from payouts.reports.reconciliation import Drift, FaultKind, Flow
from payouts.rules.chip_prizes import ranked_by_chips, won_by_chips
from payouts.rules.guarantees import dealers_part, overlay
from payouts.rules.prizes import pooled
from tournaments.models import (
    Bounty,
    CancellationPlan,
    DealProposal,
    Elimination,
    Entry,
    JointOrder,
    Purchase,
    StackCorrection,
    Ticket,
    Tournament,
)
from tournaments.money import transfer_causes
from tournaments.play import bounties
from tournaments.play.final_stacks import Came, final_stacks
from tournaments.rules import changes, standings
from tournaments.rules.changes import Stands
from tournaments.rules.prices import Price
from tournaments.rules.standings import Out

Status = Entry.Status


class Case:
    """One event, its entries, and the transfers that follow from them."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.pool = accounts.pool(tournament.event)

    def flows(self) -> Counter[Flow]:
        """Return the cents that should have moved so far, by flow."""
        flows: Counter[Flow] = Counter()
        for flow, amount in (
            *self._paid_in(),
            *self._bought(),
            *self._house(),
            *self._won(),
            *self._heads(),
            *self._cancelled(),
        ):
            if amount:
                flows[flow] += amount
        return flows

    def wrong_records(self) -> Iterator[Drift]:
        """Yield the fields of the event and its entries that contradict the results."""
        event = self.tournament.event
        for name, expected, recorded in (
            ("entries", len(self.counted), self.tournament.entry_count),
            ("re-entries", len(self.re_entries), self.tournament.re_entry_count),
            ("purchases", self.purchased, self.tournament.purchased),
            ("chips of corrections", self.corrected, self.tournament.corrected_chips),
            ("guarantee", self._terms.guarantee, self.tournament.guaranteed),
            ("seats", self._terms.most_entries, self.tournament.most_entries),
            ("terms as amended", True, self._terms == self._stands),
        ):
            if expected != recorded:
                yield Drift(FaultKind.RECORD, f"{event}: {name}", expected, recorded)
        yield from self._wrong_bounties()
        refunds = self._refunds()
        for entry in self.entries:
            place = self.places.get(entry.pk, 0)
            for name, expected, recorded in (
                ("re-entry", entry.pk in self.re_entries, entry.re_entry),
                ("place", place, entry.place or 0),
                ("prize", self.prizes.get(entry.pk, 0), entry.prize or 0),
                ("refund", refunds.get(entry.pk, 0), entry.refund or 0),
            ):
                if expected != recorded:
                    yield Drift(
                        FaultKind.RECORD, f"{event}: {name} of entry {entry.pk}", expected, recorded
                    )

    def _paid_in(self) -> Iterator[tuple[Flow, int]]:
        """Yield each entry's price in, and its return if withdrawn or cancelled (POOL-1)."""
        by_ticket = self._by_ticket()
        for entry in self.entries:
            ticketed = entry.pk in by_ticket
            wallet = accounts.TICKETS if ticketed else accounts.player(entry.user_id)
            price = self._price(entry)
            yield Flow(wallet, self.pool, Reason.BUY_IN), price.buy_in
            yield Flow(wallet, self.pool, Reason.BOUNTY), price.bounty
            yield Flow(wallet, accounts.FEES, Reason.FEE), price.fee
            if entry.pk in self.given_back:
                yield Flow(self.pool, wallet, Reason.REFUND), price.buy_in + price.bounty
                yield Flow(accounts.FEES, wallet, Reason.REFUND), price.fee

    def _bought(self) -> Iterator[tuple[Flow, int]]:
        """Yield each rebuy's and add-on's price in, and its return with the entry's (POOL-3)."""
        for purchase in self.purchases:
            wallet = accounts.player(purchase.entry.user_id)
            reason = Reason.REBUY if purchase.kind == Purchase.Kind.REBUY else Reason.ADD_ON
            yield Flow(wallet, self.pool, reason), purchase.pool
            yield Flow(wallet, accounts.FEES, Reason.FEE), purchase.fee
            if purchase.entry_id in self.given_back:
                yield Flow(self.pool, wallet, Reason.REFUND), purchase.pool
                yield Flow(accounts.FEES, wallet, Reason.REFUND), purchase.fee

    def _house(self) -> Iterator[tuple[Flow, int]]:
        """Yield additions to a pool, deductions, and their return (POOL-2, LIVE-14, VELOX-5)."""
        for flow, amount in (*self._drawn(), *self._guaranteed()):
            yield flow, amount
            if self.plan is not None and self.plan.undoes:
                yield Flow(flow.credit, flow.debit, flow.reason), amount

    def _drawn(self) -> Iterator[tuple[Flow, int]]:
        draw = self.tournament.draw
        if draw is not None and draw.drawn_at is not None:
            gain = draw.collected - draw.prize_pool
            source, target = self.pool, accounts.VELOX
            if gain < 0:
                source, target = target, source
            yield Flow(source, target, Reason.DRAW), abs(gain)

    def _guaranteed(self) -> Iterator[tuple[Flow, int]]:
        if any(self.prizes.values()) or self.deal or self._paid_by_plan():
            yield Flow(self.pool, accounts.DEALERS, Reason.DEALERS), self._withheld
            missing = overlay(collected=self._for_prizes, guarantee=self._terms.guarantee)
            yield Flow(accounts.GUARANTEES, self.pool, Reason.OVERLAY), missing

    def _won(self) -> Iterator[tuple[Flow, int]]:
        """Yield prizes, a satellite's seats as tickets (PAY-SAT), and shares of deals (PAY-*)."""
        seat = self.tournament.prize_scheme.ticket
        for entry in self.entries:
            prize = self.prizes.get(entry.pk, self.dealt.get(entry.pk, 0))
            ticket = seat if 0 < seat <= prize else 0
            yield Flow(self.pool, accounts.TICKETS, Reason.TICKET), ticket
            yield Flow(self.pool, accounts.player(entry.user_id), Reason.PRIZE), prize - ticket

    def _heads(self) -> Iterator[tuple[Flow, int]]:
        """Yield the payments for heads to their takers (BOUNTY-1 to BOUNTY-3)."""
        for bounty in self.bounties:
            yield (
                Flow(self.pool, accounts.player(bounty.winner.user_id), Reason.BOUNTY),
                bounty.paid,
            )

    def _wrong_bounties(self) -> Iterator[Drift]:
        recorded = Bounty.objects.filter(head__tournament=self.tournament)
        expected, stored = (
            {(bounty.head_id, bounty.winner_id): (bounty.taken, bounty.paid) for bounty in won}
            for won in (self.bounties, recorded)
        )
        for head, winner in sorted({*expected, *stored}):
            due, got = (record.get((head, winner), (0, 0)) for record in (expected, stored))
            for what, should, is_ in zip(("taken", "paid"), due, got, strict=True):
                if should != is_:
                    subject = f"{self.tournament.event}: head of entry {head} {what} by {winner}"
                    yield Drift(FaultKind.RECORD, subject, should, is_)

    def _cancelled(self) -> Iterator[tuple[Flow, int]]:
        """Yield the lines of the plan that was carried out (CANCEL-1 to CANCEL-3)."""
        plan = self._paid_by_plan()
        if plan is None:
            return
        house = accounts.GUARANTEES if self.tournament.draw is None else accounts.VELOX
        yield Flow(house, self.pool, Reason.OVERLAY), plan.added
        for line in plan.own_lines:
            yield Flow(self.pool, accounts.player(line["user"]), Reason.REFUND), line["amount"]

    def _by_ticket(self) -> set[int]:
        """Return the entries that a ticket paid. A returned ticket is free again: its entry is
        found in the plan of the cancellation, or only in the cause of its transfer."""
        tickets = Ticket.objects.filter(entry__tournament=self.tournament)
        with_ticket = set(tickets.values_list("entry", flat=True))
        if self.plan is not None:
            with_ticket |= {line["entry"] for line in self.plan.lines if line["ticket"]}
        by_a_ticket = Flow(accounts.TICKETS, self.pool, Reason.BUY_IN)
        paid = reconciliation.causes(by_a_ticket, books=self.tournament.books)
        by_tickets = {transfer_causes.entry_in(cause) for cause in paid}
        left = {entry.pk for entry in self.entries if entry.status == Status.WITHDRAWN}
        return {*with_ticket, *(by_tickets & left)}

    def _refunds(self) -> dict[int, int]:
        if self.plan is None:
            return {}
        return {line["entry"]: line["amount"] for line in self.plan.own_lines}

    @cached_property
    def entries(self) -> list[Entry]:
        return list(self.tournament.entries.order_by("pk"))

    @cached_property
    def counted(self) -> list[Entry]:
        """The entries that were not withdrawn."""
        return [entry for entry in self.entries if entry.status != Status.WITHDRAWN]

    @cached_property
    def finalists(self) -> list[Entry]:
        """The entries that were never out: the winner, or those still in at the end."""
        return [entry for entry in self.entries if entry.status == Status.FINISHED]

    @cached_property
    def re_entries(self) -> set[EntryId]:
        """The counted entries after their player's first (TRN-2)."""
        first = {entry.user_id: entry.pk for entry in reversed(self.counted)}
        return {entry.pk for entry in self.counted} - {*first.values()}

    @cached_property
    def purchases(self) -> list[Purchase]:
        made = Purchase.objects.filter(entry__tournament=self.tournament)
        return list(made.select_related("entry"))

    @cached_property
    def purchased(self) -> int:
        """Cents that rebuys and add-ons brought to the pool."""
        return sum(purchase.pool for purchase in self.purchases)

    @cached_property
    def corrections(self) -> list[StackCorrection]:
        """The corrections of stacks that two members of staff have agreed on."""
        made = StackCorrection.objects.filter(entry__tournament=self.tournament)
        return list(made.filter(order__joint__status=JointOrder.Status.DONE))

    @cached_property
    def corrected(self) -> int:
        """Chips by which stacks were corrected (AMEND-5)."""
        return sum(correction.chips for correction in self.corrections)

    @cached_property
    def collected(self) -> int:
        """Cents that the players brought to the pool."""
        return sum(self._price(entry).buy_in for entry in self.counted) + self.purchased

    @cached_property
    def plan(self) -> CancellationPlan | None:
        """The cancellation that was carried out."""
        return self.tournament.cancellation_plans.filter(executed_at__isnull=False).first()

    @cached_property
    def deal(self) -> DealProposal | None:
        """The deal that was made."""
        return self.tournament.deals.filter(status=DealProposal.Status.DONE).first()

    @cached_property
    def dealt(self) -> dict[int, int]:
        """The cents that the deal has paid, by entry."""
        return {} if self.deal is None else self.deal.amounts

    @cached_property
    def given_back(self) -> set[EntryId]:
        """The entries whose whole price was returned: withdrawn, or cancelled by CANCEL-0."""
        back = {entry.pk for entry in self.entries if entry.status == Status.WITHDRAWN}
        if self.plan is not None and self.plan.undoes:
            back |= {line["entry"] for line in self.plan.own_lines}
        return back

    @cached_property
    def stacks(self) -> dict[int, int]:
        """The finalists' chips by entry, the earliest first; a single winner's count as 1."""
        if len(self.finalists) == 1:
            return {entry.pk: 1 for entry in self.finalists}
        if self.deal is not None and self.deal.ends_play:
            stacks = {row["entry"]: row["stack"] for row in self.deal.shares}
            return {entry.pk: stacks[entry.pk] for entry in self.finalists}
        brought = {entry.pk: self._price(entry).chips for entry in self.finalists}
        came = [*map(Came.of, self.purchases), *map(Came.corrected, self.corrections)]
        left = final_stacks(self.tournament, self.finalists, came, brought=brought)
        return dict(left.items())

    @cached_property
    def ranking(self) -> list[list[int]]:
        """The groups that tie, best first (RANK-1)."""
        outs = Elimination.objects.filter(entry__tournament=self.tournament).values_list(
            "entry", *standings.OF_A_HAND
        )
        return ranked_by_chips(self.stacks) + standings.ranking(
            (Out(*out) for out in outs), ties=self.tournament.same_hand_ties
        )

    @cached_property
    def places(self) -> dict[int, int]:
        """The places by the eliminations; empty until places are settled (RANK-1)."""
        finished = self.tournament.status == Tournament.Status.FINISHED
        settled = finished or any(entry.place for entry in self.entries)
        if not settled:
            return {}
        return dict(standings.places(self.ranking, last=len(self.counted)))

    @cached_property
    def prizes(self) -> dict[int, int]:
        """The cents that each entry with a place has won."""
        if not self.places:
            return {}
        scheme, pool = self.tournament.prize_scheme, self._prize_pool()
        amounts = scheme.prizes(entries=len(self.counted), pool=pool)
        if self.deal is not None:
            amounts = self.deal.left_of(amounts)
        best = min(self.places.values())
        won = Counter(pooled(amounts[best - 1 :], self.ranking))
        if self.stacks:
            # Chips are worth money only once the session has ended.
            field = len(self.counted)
            won.update(won_by_chips(scheme, self.stacks, entries=field, pool=pool))
        won.update({entry: share for entry, share in self.dealt.items() if entry in self.places})
        return dict(won)

    @cached_property
    def bounties(self) -> list[Bounty]:
        """The bounties won, recounted from hands and eliminations."""
        ranked = sorted(self.finalists, key=lambda entry: (self.places.get(entry.pk, 0), entry.pk))
        return bounties.recount(self.tournament, ranked)

    def _price(self, entry: Entry) -> Price:
        again = entry.pk in self.re_entries
        return self.tournament.re_entry_price if again else self.tournament.entry_price

    @cached_property
    def _terms(self) -> Stands:
        """The published terms after all amendments (AMEND-1)."""
        made = self.tournament.amendments.order_by("pk")
        return changes.after(self.tournament.published, [(one.at, one.what) for one in made])

    @property
    def _stands(self) -> Stands:
        """The event's own terms, but for the start, which an outage also puts off (TRN-6)."""
        return replace(self.tournament.stands, begins_at=self._terms.begins_at)

    def _prize_pool(self) -> int:
        if self.tournament.draw is not None:
            return self.tournament.draw.prize_pool
        brought = self._for_prizes
        return brought + overlay(collected=brought, guarantee=self._terms.guarantee)

    @property
    def _withheld(self) -> int:
        return dealers_part(collected=self.collected, share=self.tournament.dealers_share)

    @property
    def _for_prizes(self) -> int:
        return self.collected - self._withheld

    def _paid_by_plan(self) -> CancellationPlan | None:
        """The cancellation that has divided the pool."""
        return self.plan if self.plan is not None and not self.plan.undoes else None
