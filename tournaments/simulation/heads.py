"""What is on every head of a simulated event, and what they have paid (BOUNTY-1 to BOUNTY-3)."""

from collections import Counter
from collections.abc import Mapping, Sequence

from payouts.rules import bounties
from tables.engine import Hand
from tournaments.rules import knockouts


class Heads:
    """Cents ``on`` each head and ``paid`` to each entry; of a progressive bounty half stays."""

    def __init__(self, price: int, *, progressive: bool) -> None:
        self.on: dict[int, int] = {}
        self.paid = Counter[int]()
        self._price = price
        self._progressive = progressive

    def put(self, entry: int) -> None:
        """A player comes in."""
        if self._price:
            self.on[entry] = self._price

    def take(self, hand: Hand, seat: int, entries: Mapping[int, int]) -> None:
        """Somebody goes out in a hand; ``entries`` are those dealt in, by seat."""
        if not self._price:
            return
        head = entries[seat]
        for winner, cents in knockouts.taken(hand, seat, entries, head=self.on[head]).items():
            paid = bounties.paid_at_once(cents, progressive=self._progressive)
            self.on[head] -= cents
            self.on[winner] += cents - paid
            self.paid[winner] += paid

    def close(self, finalists: Sequence[int]) -> None:
        """Play is over for those still in, listed by place."""
        for head, winner in bounties.at_the_end(self.on, finalists).items():
            self.paid[winner] += self.on.pop(head)
