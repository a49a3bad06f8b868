"""Integers that must not be confused, by name."""

from typing import NewType

# A user's primary key.
UserId = NewType("UserId", int)
# An entry's primary key.
EntryId = NewType("EntryId", int)
# An amount on an account or on its way to one: cents of the euro, or whatever the smallest unit of
# the room's currency is.
Cents = NewType("Cents", int)
# The number of a seat at a table, from 1 on.
SeatNo = NewType("SeatNo", int)
# Chips before a player, or on their way there.
Chips = NewType("Chips", int)
