"""Integers that must not be taken for one another, by name."""

from typing import NewType

# Whose: a user's primary key.
UserId = NewType("UserId", int)
# Whose right to play an event: an entry's primary key.
EntryId = NewType("EntryId", int)
# Euro cents on an account or on their way to one.
Cents = NewType("Cents", int)
# Which chair at a table, from 1 on.
SeatNo = NewType("SeatNo", int)
# Chips before a player, or on their way there.
Chips = NewType("Chips", int)
