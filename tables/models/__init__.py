"""Rows about tables and their hands, and about the cash games of the room."""

from tables.models.cash import CASH, CashGame, CashSession
from tables.models.play import (
    Deadline,
    Hand,
    HandEvent,
    HandPlayer,
    HandSecret,
    Heartbeat,
    Seat,
    Table,
)

__all__ = [
    "CASH",
    "CashGame",
    "CashSession",
    "Deadline",
    "Hand",
    "HandEvent",
    "HandPlayer",
    "HandSecret",
    "Heartbeat",
    "Seat",
    "Table",
]
