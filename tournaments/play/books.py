"""What an event should have moved, told from its entries and results alone.

``payouts.reconciliation`` compares it with the transfers. Of those this reads only which entries a
ticket had paid that came back since: nothing else remembers it.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Max

from payouts import accounts, reconciliation
from payouts.ledger import Reason
from payouts.reconciliation import Comparison, Drift, Flow, Kind
from payouts.rules.guarantees import overlay
from payouts.rules.prizes import pooled
from payouts.rules.rankings import by_chips, ranked_by_chips
from tables import engine
from tables.cash import books
from tables.models import Hand, HandPlayer
from tournaments.models import (
    Bounty,
    CancellationPlan,
    DealProposal,
    Elimination,
    Entry,
    Purchase,
    Ticket,
    Tournament,
)
from tournaments.play import bounties
from tournaments.rules import standings
from tournaments.rules.prices import Price
from tournaments.rules.standings import Out

Status = Entry.Status


@dataclass(slots=True)
class Reconciliation:
    """Everything that was compared, by event, and everything that is wrong."""

    events: int = 0
    rows: list[tuple[str, Comparison]] = field(default_factory=list)
    drifts: list[Drift] = field(default_factory=list)


def reconcile(*, seen: Callable[[], object] = lambda: None) -> Reconciliation:
    """Compare the whole ledger with the results of all events; ``seen`` is called after each."""
    result = Reconciliation(drifts=list(reconciliation.books()))
    moved: Counter[str] = Counter()
    unknown = reconciliation.pools()
    for tournament in Tournament.objects.select_related("draw").order_by("pk").iterator():
        case = Case(tournament)
        flows = case.flows()
        rows, drifts = reconciliation.compare(
            tournament.event, flows, entry_keys=f"entry:{tournament.pk}:"
        )
        result.rows += [(tournament.event, row) for row in rows]
        result.drifts += [*case.wrong_records(), *drifts]
        moved.update(reconciliation.changes(flows))
        unknown.discard(tournament.event)
        result.events += 1
        seen()
    for event in sorted(unknown):
        result.drifts += reconciliation.compare(event, {}, entry_keys=f"{event}:")[1]
    for table in books.tables():
        rows, drifts = table.compared()
        result.rows += [(table.event, row) for row in rows]
        result.drifts += [*table.wrong_records(), *drifts]
        moved.update(reconciliation.changes(table.flows))
        result.events += 1
    result.drifts += reconciliation.holdings(moved)
    return result


class Case:
    """One event, its entries, and what follows from them."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.entries = list(tournament.entries.order_by("pk"))
        self.plan = tournament.cancellation_plans.filter(executed_at__isnull=False).first()
        self.deal = tournament.deals.filter(status=DealProposal.Status.DONE).first()
        self.dealt = {row["entry"]: row["amount"] for row in self.deal.shares} if self.deal else {}
        self.counted = [entry for entry in self.entries if entry.status != Status.WITHDRAWN]
        self.re_entries = self._re_entries()
        self.purchases = list(
            Purchase.objects.filter(entry__tournament=tournament).select_related("entry")
        )
        self.purchased = sum(purchase.pool for purchase in self.purchases)
        bought_in = sum(self._price(entry).buy_in for entry in self.counted)
        self.collected = bought_in + self.purchased
        self.stacks = self._stacks()
        self.places = self._places()
        self.prizes = self._prizes()
        self.bounties = self._bounties()

    def flows(self) -> Counter[Flow]:
        """What should have moved so far, cents a flow."""
        flows: Counter[Flow] = Counter()
        for flow, amount in (
            *self._entries(),
            *self._purchases(),
            *self._house(),
            *self._won(),
            *self._heads(),
            *self._cancelled(),
        ):
            if amount:
                flows[flow] += amount
        return flows

    def wrong_records(self) -> Iterator[Drift]:
        """What the event and its entries say of themselves, where the results say otherwise."""
        event = self.tournament.event
        for name, expected, found in (
            ("entries", len(self.counted), self.tournament.entry_count),
            ("re-entries", len(self.re_entries), self.tournament.re_entry_count),
            ("purchases", self.purchased, self.tournament.purchased),
        ):
            if expected != found:
                yield Drift(Kind.RECORD, f"{event}: {name}", expected, found)
        yield from self._wrong_bounties()
        refunds = self._refunds()
        for entry in self.entries:
            place = self.places.get(entry.pk, 0)
            for name, expected, found in (
                ("re-entry", entry.pk in self.re_entries, entry.re_entry),
                ("place", place, entry.place or 0),
                ("prize", self.prizes.get(entry.pk, 0), entry.prize or 0),
                ("refund", refunds.get(entry.pk, 0), entry.refund or 0),
            ):
                if expected != found:
                    yield Drift(
                        Kind.RECORD, f"{event}: {name} of entry {entry.pk}", expected, found
                    )

    def _entries(self) -> Iterator[tuple[Flow, int]]:
        """POOL-1: each entry's price in, and what was withdrawn back out."""
        pool = accounts.pool(self.tournament.event)
        back, by_ticket = self._given_back(), self._by_ticket()
        for entry in self.entries:
            ticketed = entry.pk in by_ticket
            wallet = accounts.TICKETS if ticketed else accounts.player(entry.user_id)
            price = self._price(entry)
            yield Flow(wallet, pool, Reason.BUY_IN), price.buy_in
            yield Flow(wallet, pool, Reason.BOUNTY), price.bounty
            yield Flow(wallet, accounts.FEES, Reason.FEE), price.fee
            if entry.pk in back:
                yield Flow(pool, wallet, Reason.REFUND), price.buy_in + price.bounty
                yield Flow(accounts.FEES, wallet, Reason.REFUND), price.fee

    def _price(self, entry: Entry) -> Price:
        again = entry.pk in self.re_entries
        return self.tournament.re_entry_price if again else self.tournament.entry_price

    def _re_entries(self) -> set[int]:
        """TRN-2: every entry that counts after its player's first."""
        first = {entry.user_id: entry.pk for entry in reversed(self.counted)}
        return {entry.pk for entry in self.counted} - {*first.values()}

    def _purchases(self) -> Iterator[tuple[Flow, int]]:
        """POOL-3: each rebuy's and add-on's price in, and back out with its entry's."""
        pool, back = accounts.pool(self.tournament.event), self._given_back()
        for purchase in self.purchases:
            wallet = accounts.player(purchase.entry.user_id)
            reason = Reason.REBUY if purchase.kind == Purchase.Kind.REBUY else Reason.ADD_ON
            yield Flow(wallet, pool, reason), purchase.pool
            yield Flow(wallet, accounts.FEES, Reason.FEE), purchase.fee
            if purchase.entry_id in back:
                yield Flow(pool, wallet, Reason.REFUND), purchase.pool
                yield Flow(accounts.FEES, wallet, Reason.REFUND), purchase.fee

    def _house(self) -> Iterator[tuple[Flow, int]]:
        """POOL-2 and VELOX-5: what the house adds to a pool, or keeps of it."""
        pool, draw = accounts.pool(self.tournament.event), self.tournament.draw
        undone = self.plan is not None and self.plan.undoes
        if draw is not None and draw.drawn_at is not None:
            gain = draw.collected - draw.prize_pool
            flow = Flow(pool, accounts.VELOX, Reason.DRAW)
            back = Flow(accounts.VELOX, pool, Reason.DRAW)
            yield (flow if gain > 0 else back), abs(gain)
            if undone:
                yield (back if gain > 0 else flow), abs(gain)
        if self.places or self.deal or self._paid_by_plan():
            missing = overlay(collected=self.collected, guarantee=self.tournament.guarantee)
            yield Flow(accounts.GUARANTEES, pool, Reason.OVERLAY), missing
            if undone:
                yield Flow(pool, accounts.GUARANTEES, Reason.OVERLAY), missing

    def _won(self) -> Iterator[tuple[Flow, int]]:
        """PAY-*: prizes, of which a satellite's seats are tickets (PAY-SAT); deals pay at once."""
        pool = accounts.pool(self.tournament.event)
        seat = self.tournament.prize_scheme.ticket
        for entry in self.entries:
            prize = self.prizes.get(entry.pk, self.dealt.get(entry.pk, 0))
            ticket = seat if 0 < seat <= prize else 0
            yield Flow(pool, accounts.TICKETS, Reason.TICKET), ticket
            yield Flow(pool, accounts.player(entry.user_id), Reason.PRIZE), prize - ticket

    def _heads(self) -> Iterator[tuple[Flow, int]]:
        """BOUNTY-1 to BOUNTY-3: what the heads have brought to those who took them."""
        pool = accounts.pool(self.tournament.event)
        for bounty in self.bounties:
            yield Flow(pool, accounts.player(bounty.winner.user_id), Reason.BOUNTY), bounty.paid

    def _wrong_bounties(self) -> Iterator[Drift]:
        recorded = Bounty.objects.filter(head__in=self.entries)
        expected, found = (
            {(bounty.head_id, bounty.winner_id): (bounty.taken, bounty.paid) for bounty in won}
            for won in (self.bounties, recorded)
        )
        for head, winner in sorted({*expected, *found}):
            due, got = (record.get((head, winner), (0, 0)) for record in (expected, found))
            for what, should, is_ in zip(("taken", "paid"), due, got, strict=True):
                if should != is_:
                    subject = f"{self.tournament.event}: head of entry {head} {what} by {winner}"
                    yield Drift(Kind.RECORD, subject, should, is_)

    def _cancelled(self) -> Iterator[tuple[Flow, int]]:
        """CANCEL-1 to CANCEL-3: the lines of the plan that was carried out."""
        plan, pool = self._paid_by_plan(), accounts.pool(self.tournament.event)
        if plan is None:
            return
        house = accounts.GUARANTEES if self.tournament.draw is None else accounts.VELOX
        yield Flow(house, pool, Reason.OVERLAY), plan.added
        for line in plan.own_lines:
            yield Flow(pool, accounts.player(line["user"]), Reason.REFUND), line["amount"]

    def _given_back(self) -> set[int]:
        """The entries whose whole price came back: withdrawn, or cancelled by CANCEL-0."""
        back = {entry.pk for entry in self.entries if entry.status == Status.WITHDRAWN}
        if self.plan is not None and self.plan.undoes:
            back |= {line["entry"] for line in self.plan.own_lines}
        return back

    def _by_ticket(self) -> set[int]:
        """The entries that a ticket paid. One that came back is free again: what it paid then,
        the plan of the cancellation knows, or only the cause of its transfer."""
        found = set(Ticket.objects.filter(entry__in=self.entries).values_list("entry", flat=True))
        if self.plan is not None:
            found |= {line["entry"] for line in self.plan.lines if line["ticket"]}
        pool = accounts.pool(self.tournament.event)
        paid = reconciliation.causes(Flow(accounts.TICKETS, pool, Reason.BUY_IN))
        causes = {int(key.rpartition(":")[2]) for key in paid}
        left = {entry.pk for entry in self.entries if entry.status == Status.WITHDRAWN}
        return {*found, *(causes & left)}

    def _refunds(self) -> dict[int, int]:
        if self.plan is None:
            return {}
        return {line["entry"]: line["amount"] for line in self.plan.own_lines}

    def _paid_by_plan(self) -> CancellationPlan | None:
        return self.plan if self.plan is not None and not self.plan.undoes else None

    def _places(self) -> dict[int, int]:
        """RANK-1: the places that the eliminations give, as far as places are settled."""
        finished = self.tournament.status == Tournament.Status.FINISHED
        settled = finished or any(entry.place for entry in self.entries)
        if not settled:
            return {}
        return dict(standings.places(self._ranking(), last=len(self.counted)))

    def _bounties(self) -> list[Bounty]:
        finalists = [entry for entry in self.entries if entry.status == Status.FINISHED]
        finalists.sort(key=lambda entry: (self.places.get(entry.pk, 0), entry.pk))
        return bounties.recount(self.tournament, finalists)

    def _ranking(self) -> list[list[int]]:
        outs = Elimination.objects.filter(entry__tournament=self.tournament).values_list(
            "entry", *standings.OF_A_HAND
        )
        return ranked_by_chips(self.stacks) + standings.ranking(
            (Out(*out) for out in outs), ties=self.tournament.same_hand_ties
        )

    def _stacks(self) -> dict[int, int]:
        """Chips by entry of those who were never out: the winner, or who ended the session."""
        finalists = {
            entry.user_id: entry for entry in self.entries if entry.status == Status.FINISHED
        }
        if len(finalists) == 1:
            return {entry.pk: 1 for entry in finalists.values()}
        if self.deal is not None:
            stacks = {row["entry"]: row["stack"] for row in self.deal.shares}
            return {entry.pk: stacks[entry.pk] for entry in finalists.values()}
        chips, carried = self._chips(finalists), self._carried(finalists)
        return {entry.pk: chips[user] + carried.get(user, 0) for user, entry in finalists.items()}

    def _carried(self, users: Collection[int]) -> dict[int, int]:
        """By user, the parts of the pot that the last hand left to one that was never dealt."""
        hands = Hand.objects.filter(event=self.tournament.event, voided_at=None)
        last = hands.exclude(finished_at=None).order_by("pk").last()
        left = last.events.filter(payload__e="redeal").first() if last else None
        if last is None or left is None:
            return {}
        seats = dict(last.players.values_list("seat_no", "user"))
        # Whoever came after that hand has no seat in it: theirs count as the highest.
        newcomers = sorted({*users} - {*seats.values()})
        seats |= dict(enumerate(newcomers, start=1 + max(seats)))
        sharing = [no for no, user in seats.items() if user in users]
        parts = engine.equal_parts(left.payload["pot"], sharing, button=last.positions["button"])
        return {seats[no]: chips for no, chips in parts.items()}

    def _chips(self, finalists: Mapping[int, Entry]) -> dict[int, int]:
        """By user, the stack after an entry's last hand, with what was bought since (CHIP-1)."""
        # An earlier entry's hands end with the one that it went out in.
        outs = Elimination.objects.filter(entry__tournament=self.tournament)
        earlier = dict(outs.values_list("entry__user").annotate(hand=Max("hand_id")))
        played = HandPlayer.objects.filter(
            user__in=self.tournament.entries.filter(status=Status.FINISHED).values("user"),
            hand__event=self.tournament.event,
            hand__voided_at__isnull=True,
            finish_stack__isnull=False,
        )
        chips = {user: self._price(entry).chips for user, entry in finalists.items()}
        ended: dict[int, datetime | None] = {}
        latest = played.order_by("user", "-hand").distinct("user")
        for user, hand, stack, at in latest.values_list(
            "user", "hand", "finish_stack", "hand__finished_at"
        ):
            if hand > earlier.get(user, 0):
                chips[user], ended[user] = stack or 0, at
        for purchase in self.purchases:
            user, at = purchase.entry.user_id, purchase.applied_at
            holder, since = finalists.get(user), ended.get(user)
            own = holder is not None and holder.pk == purchase.entry_id
            if own and at is not None and (since is None or at >= since):
                chips[user] += purchase.chips
        return chips

    def _prizes(self) -> dict[int, int]:
        if not self.places:
            return {}
        pool = self.collected + overlay(
            collected=self.collected, guarantee=self.tournament.guarantee
        )
        if self.tournament.draw is not None:
            pool = self.tournament.draw.prize_pool
        amounts = self.tournament.prize_scheme.prizes(entries=len(self.counted), pool=pool)
        if self.deal is not None:
            amounts = [self.deal.kept, *[0] * (len(self.dealt) - 1), *amounts[len(self.dealt) :]]
        best = min(self.places.values())
        won = Counter(pooled(amounts[best - 1 :], self._ranking()))
        if self.stacks:
            # Until the session has ended nobody's chips are worth anything.
            won.update(by_chips(self.tournament.prize_scheme.chips_part(pool), self.stacks))
        won.update({entry: share for entry, share in self.dealt.items() if entry in self.places})
        return dict(won)
