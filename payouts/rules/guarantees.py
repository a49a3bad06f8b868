"""What an event owes its players, whoever comes (POOL-1, POOL-2); amounts are cents."""

from fractions import Fraction

from payouts.refusal import Refusal
from payouts.refusals import Code

TOURNAMENT_FLOOR = 80
CASH_FLOOR = 90
ENTRY_RIGHT_LIMIT = 250_00


def check_terms(
    *,
    buy_in: int,
    fee: int,
    bounty: int = 0,
    rebuys: int = 0,
    returned: Fraction = Fraction(1),
    floor: int = TOURNAMENT_FLOOR,
    limit: int = ENTRY_RIGHT_LIMIT,
) -> None:
    """POOL-1, before an event is published; ``rebuys`` is the most they can cost one player.

    ``returned`` is what of the buy-ins comes back as prizes: all, but in a VeloX (VELOX-2). A
    bounty goes to a player in any case.

    Refuses PRIZES_BELOW_FLOOR when less than ``floor`` percent of the entry right goes to prizes,
    ENTRY_RIGHT_TOO_HIGH when one player could pay more than ``limit``.
    """
    right = buy_in + bounty + fee
    won = returned * buy_in + bounty
    if 100 * won < floor * right:
        raise Refusal(Code.PRIZES_BELOW_FLOOR, percent=100 * won // right, floor=floor)
    if right + rebuys > limit:
        raise Refusal(Code.ENTRY_RIGHT_TOO_HIGH, amount=right + rebuys, limit=limit)


def overlay(*, collected: int, guarantee: int) -> int:
    """POOL-2: what the house adds so that the pool reaches its guarantee."""
    return max(0, guarantee - collected)


def break_even(*, guarantee: int, buy_in: int) -> int:
    """POOL-2: the entries at which the guarantee costs the house nothing. ``buy_in`` above zero."""
    return -(-guarantee // buy_in)
