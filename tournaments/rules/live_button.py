"""The positions of button and blinds in a live hand, as the floor enters them (LIVE-4)."""

from tables.engine import Positions


def possible(last: Positions, *, max_seats: int, blinds: bool) -> bool:
    """Return whether these positions are possible at a table of ``max_seats``.

    Button and small blind may be dead, at empty seats (BTN-3); heads-up they are one seat (BTN-2).
    In a game without ``blinds`` only the button counts.
    """
    seats = set(last if blinds else last[:1])
    if not seats <= set(range(1, max_seats + 1)):
        return False
    if not blinds:
        return True
    if len(seats) == 1:
        return False
    try:
        last.check(seats)
    except ValueError:
        return False
    return True
