"""The heads of a simulated event and their payments (BOUNTY-1 to BOUNTY-3)."""

from collections import Counter
from collections.abc import Mapping, Sequence

from payouts.rules import bounties
from tables.engine import HandState
from tournaments.rules import knockouts


class Heads:
    """The cents ``on`` each head and ``paid`` to each entry; a progressive one pays half."""

    def __init__(self, price: int, *, progressive: bool) -> None:
        self.on: dict[int, int] = {}
        self.paid = Counter[int]()
        self._price = price
        self._progressive = progressive

    def put(self, entry: int) -> None:
        """Put the bounty of a new entry on its head."""
        if self._price:
            self.on[entry] = self._price

    def take(self, hand: HandState, seat: int, entries: Mapping[int, int]) -> None:
        """Pay the head of the player eliminated at ``seat``; ``entries`` dealt in, by seat."""
        if not self._price:
            return
        head = entries[seat]
        for winner, cents in knockouts.taken(hand, seat, entries, head=self.on[head]).items():
            paid = bounties.paid_at_once(cents, progressive=self._progressive)
            self.on[head] -= cents
            self.on[winner] += cents - paid
            self.paid[winner] += paid

    def close(self, finalists: Sequence[int]) -> None:
        """Pay the remaining heads at the end; ``finalists`` are listed by place."""
        for head, winner in bounties.at_the_end(self.on, finalists).items():
            self.paid[winner] += self.on.pop(head)
