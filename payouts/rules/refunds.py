"""The refunds of a cancelled event (CANCEL-0 to CANCEL-4).

One planner serves the preview and the execution. It moves nothing: it returns a plan in which every
line names its rule and shows its arithmetic.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import repeat
from typing import Final, NamedTuple

from core import gc_tuning
from payouts.rules.money import split

# The prefix of the causes of all refunds of a called-off event (CANCEL-4); other refunds are of
# entries.
CANCELLATION: Final = "cancel:"


class RefundRule(StrEnum):
    """The rule of a line; a plan goes by the rule of the players still in."""

    BEFORE_THE_FIRST_HAND = "CANCEL-0"
    NOBODY_PAID = "CANCEL-1"
    SOMEBODY_PAID = "CANCEL-2"
    ALL_ABOUT_TO_BE_PAID = "CANCEL-3"
    # Won before, and not paid yet.
    PRIZE_DUE = "RANK-1"
    BOUNTY_DUE = "BOUNTY-1"

    @property
    def undoes(self) -> bool:
        """Return whether every payment is reversed, as if there had been no event."""
        return self is RefundRule.BEFORE_THE_FIRST_HAND

    @property
    def of_the_plan(self) -> bool:
        """Return whether the plan itself pays the line; a due prize is paid as a prize."""
        return self not in (RefundRule.PRIZE_DUE, RefundRule.BOUNTY_DUE)


class RefundReason(StrEnum):
    """The meaning of a part of a line."""

    PAYMENT = "payment"
    ENTRY_RIGHT = "entry_right"
    PURCHASES = "purchases"
    PRIZE_OF_NEXT_OUT = "prize_of_next_out"
    SHARE_OF_REST = "share_of_rest"
    LOCKED_PRIZE = "locked_prize"
    DUE_PRIZE = "due_prize"
    OWN_BOUNTY = "own_bounty"
    DUE_BOUNTY = "due_bounty"


class EntryPayment(NamedTuple):
    """Cents that an entry has paid; with a ticket when ``ticket`` names one.

    ``purchases`` are its rebuys and add-ons, always paid with money.
    """

    entry: int
    amount: int
    ticket: str | None = None
    purchases: tuple[int, ...] = ()


class StillIn(NamedTuple):
    """A player still in: the entry right and the ``purchases`` (rebuys, add-ons) paid, cents.

    Also the chips at the start of the hand that was never finished (CANCEL-4). A bounty is not in
    ``right``, but in what is on the player's ``head`` (BOUNTY-4).
    """

    entry: int
    right: int
    chips: int
    head: int = 0
    purchases: tuple[int, ...] = ()


class RefundPart(NamedTuple):
    """Cents of a line, their meaning, and the arithmetic behind them; its amounts are
    cents in braces."""

    why: RefundReason
    amount: int
    arithmetic: str


class Refund(NamedTuple):
    """The refund of one entry, with its rule; a ``ticket`` comes back instead of its price."""

    entry: int
    rule: RefundRule
    parts: tuple[RefundPart, ...]
    ticket: str | None = None

    @property
    def amount(self) -> int:
        return _sum(self.parts)


@dataclass(frozen=True, slots=True)
class RefundPlan:
    """All payments of a cancellation; ``added`` cents come from the operator."""

    rule: RefundRule
    lines: tuple[Refund, ...]
    added: int

    @property
    def total(self) -> int:
        return sum(line.amount for line in self.lines)


def before_the_first_hand(payments: Sequence[EntryPayment]) -> RefundPlan:
    """Return every payment to its payer, the way that it was paid (CANCEL-0)."""
    lines = tuple(
        Refund(
            payment.entry,
            RefundRule.BEFORE_THE_FIRST_HAND,
            (_whole(RefundReason.PAYMENT, payment.amount), *_bought(payment.purchases)),
            payment.ticket,
        )
        for payment in payments
    )
    return RefundPlan(RefundRule.BEFORE_THE_FIRST_HAND, lines, added=0)


@gc_tuning.gc_paused()
def in_play(
    live: Sequence[StillIn],
    *,
    pool: int,
    prizes: Sequence[int],
    case2_when_all_itm: bool = False,
    after_deal: bool = False,
) -> RefundPlan:
    """Return the plan once a hand has been completed; list ``live`` by entry, the earliest first.

    ``pool`` is the whole prize pool, its guarantee included; ``prizes`` its paid places, of which
    those beyond the players still in are already due to players who are out. ``after_deal`` has
    paid all players, and both are what it left. The bounties on their heads come on top (BOUNTY-4).
    """
    rule, parts, added = _by_ranks(
        live,
        pool=pool,
        prizes=prizes,
        case2_when_all_itm=case2_when_all_itm,
        after_deal=after_deal,
    )
    if any(player.head for player in live):
        parts = [
            (*own, _whole(RefundReason.OWN_BOUNTY, player.head)) if player.head else own
            for own, player in zip(parts, live, strict=True)
        ]
    entries = [player.entry for player in live]
    return RefundPlan(rule, tuple(map(Refund, entries, repeat(rule), parts)), added)


class _Divided(NamedTuple):
    """The division of the pool: the parts of each player in turn, and the operator's addition."""

    rule: RefundRule
    parts: Sequence[tuple[RefundPart, ...]]
    added: int


def _by_ranks(
    live: Sequence[StillIn],
    *,
    pool: int,
    prizes: Sequence[int],
    case2_when_all_itm: bool,
    after_deal: bool,
) -> _Divided:
    """Divide the pool of prizes, without the bounties on the players' heads."""
    if after_deal:
        return _somebody_paid(live, pool=pool, prizes=[*prizes, *[0] * len(live)])
    paid_places = sum(prize > 0 for prize in prizes)
    if len(live) > paid_places:
        return _nobody_paid(live, pool=pool)
    if len(live) == paid_places and not case2_when_all_itm:
        return _all_about_to_be_paid(live, pool=pool, locked=prizes[len(live) - 1])
    return _somebody_paid(live, pool=pool, prizes=prizes)


def _nobody_paid(live: Sequence[StillIn], *, pool: int) -> _Divided:
    """Return the entry right, then a share by chips of what is left (CANCEL-1)."""
    rights = sum([player.right + sum(player.purchases) for player in live])
    shares = _shares(live, max(0, pool - rights))
    parts = [
        (*_back(player.right, player.purchases), share)
        for player, share in zip(live, shares, strict=True)
    ]
    return _Divided(RefundRule.NOBODY_PAID, parts, added=max(0, rights - pool))


def _all_about_to_be_paid(live: Sequence[StillIn], *, pool: int, locked: int) -> _Divided:
    """Divide as CANCEL-1; the operator lifts players below their locked prize to it (CANCEL-3)."""
    plan = _nobody_paid(live, pool=pool)
    lifts = [_lift(_sum(own), locked) for own in plan.parts]
    parts = [(*own, *lift) for own, lift in zip(plan.parts, lifts, strict=True)]
    return _Divided(
        RefundRule.ALL_ABOUT_TO_BE_PAID, parts, added=plan.added + sum(map(_sum, lifts))
    )


def _somebody_paid(live: Sequence[StillIn], *, pool: int, prizes: Sequence[int]) -> _Divided:
    """Pay each player the prize of the next to go out, then a share of the rest (CANCEL-2)."""
    base = prizes[len(live) - 1]
    rest = pool - sum(prizes[len(live) :]) - base * len(live)
    prize = _whole(RefundReason.PRIZE_OF_NEXT_OUT, base)
    return _Divided(
        RefundRule.SOMEBODY_PAID, [(prize, share) for share in _shares(live, rest)], added=0
    )


def _shares(live: Sequence[StillIn], rest: int) -> list[RefundPart]:
    chips = [player.chips for player in live]
    arithmetic = f"{_amount(rest)} × %d / {sum(chips)}"
    remainders = [arithmetic % own for own in chips]
    return list(map(RefundPart, repeat(RefundReason.SHARE_OF_REST), split(rest, chips), remainders))


# Most entries of a field have paid one price: its part is made once.
@lru_cache
def _whole(why: RefundReason, cents: int) -> RefundPart:
    """Return a part of exactly these cents."""
    return RefundPart(why, cents, _amount(cents))


@lru_cache
def _back(right: int, purchases: tuple[int, ...]) -> tuple[RefundPart, ...]:
    """Return the parts of a player's payments."""
    return (_whole(RefundReason.ENTRY_RIGHT, right), *_bought(purchases))


def _bought(purchases: Sequence[int]) -> tuple[RefundPart, ...]:
    if not purchases:
        return ()
    arithmetic = " + ".join(_amount(cents) for cents in purchases)
    return (RefundPart(RefundReason.PURCHASES, sum(purchases), arithmetic),)


def _sum(parts: Sequence[RefundPart]) -> int:
    return sum(part.amount for part in parts)


def _lift(amount: int, locked: int) -> tuple[RefundPart, ...]:
    if amount >= locked:
        return ()
    arithmetic = f"{_amount(locked)} − {_amount(amount)}"
    return (RefundPart(RefundReason.LOCKED_PRIZE, locked - amount, arithmetic),)


def _amount(cents: int) -> str:
    return f"{{{cents}}}"
