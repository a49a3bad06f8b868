"""Seats for a bigger event (PAY-SAT)."""

from payouts.rules.money import split


def satellite(*, seat: int, secondary: int = 0, entries: int, pool: int) -> list[int]:
    """Return cents per paid place: seats, secondary prizes if any, the rest; they sum to ``pool``.

    ``secondary`` is below ``seat``. What is left when every entry has a prize is shared equally by
    the last group of prizes. Without entries there are none.
    """
    seats = min(entries, pool // seat)
    left = pool - seats * seat
    seconds = min(entries - seats, left // secondary) if secondary else 0
    left -= seconds * secondary
    won = [seat] * seats + [secondary] * seconds
    if left and len(won) < entries:
        won.append(left)
    elif left and won:
        last_group = won.count(won[-1])
        shares = split(left, [1] * last_group)
        won[-last_group:] = [won[-1] + share for share in shares]
    return won
