"""The guarantee of an event of any size (POOL-1, POOL-2); amounts in cents."""

from collections.abc import Sequence
from fractions import Fraction

from core.refusal import Refusal
from payouts.refusals import MoneyCode

LEAST_PERCENT = 80
ENTRY_RIGHT_LIMIT = 250_00


def check_terms(
    *,
    buy_in: int,
    fee: int,
    bounty: int = 0,
    re_entry: tuple[int, int] | None = None,
    more: Sequence[tuple[int, int]] = (),
    returned: Fraction = Fraction(1),
    limit: int = ENTRY_RIGHT_LIMIT,
) -> None:
    """Check the terms of an event before it is published (POOL-1).

    ``more`` are price and fee of a rebuy and of an add-on, ``re_entry`` those of a re-entry, whose
    bounty is that of an entry. ``returned`` is the part of the buy-ins that is paid as prizes: all,
    but in a VeloX (VELOX-2), or the part that the dealers leave (LIVE-14). A bounty goes to a
    player in any case.

    Refuses PRIZES_BELOW_FLOOR when less than ``LEAST_PERCENT`` of the entry right, or of what comes
    on top (POOL-3), goes to prizes, ENTRY_RIGHT_TOO_HIGH when a player could not even pay an entry
    and the dearest of them without going above ``limit``.
    """
    entries = [(buy_in, fee), *([re_entry] if re_entry else [])]
    sold = [(returned * price + bounty, price + bounty + cut) for price, cut in entries]
    sold += [(returned * price, price + cut) for price, cut in more]
    for won, right in sold:
        if 100 * won < LEAST_PERCENT * right:
            raise Refusal(
                MoneyCode.PRIZES_BELOW_FLOOR, percent=100 * won // right, floor=LEAST_PERCENT
            )
    amount = sold[0][1] + max((right for _won, right in sold[1:]), default=0)
    if amount > limit:
        raise Refusal(MoneyCode.ENTRY_RIGHT_TOO_HIGH, amount=amount, limit=limit)


def overlay(*, collected: int, guarantee: int) -> int:
    """Return the cents that the house adds so that the pool reaches its guarantee (POOL-2)."""
    return max(0, guarantee - collected)


def dealers_part(*, collected: int, share: int) -> int:
    """Return the cents of the pool that are withheld for the dealers (LIVE-14).

    ``share`` is in hundredths of a percent. An odd cent is the players'.
    """
    return collected * share // 10_000


def break_even(*, guarantee: int, buy_in: int | Fraction) -> int:
    """Return the number of entries that covers the guarantee (POOL-2). ``buy_in`` above zero."""
    return -(-guarantee // buy_in)
