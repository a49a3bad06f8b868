"""Rows about tables and their hands, and about the cash games of the room."""

from tables.models.cash import CASH, CashGame, CashSession, SessionMoment
from tables.models.house import HOUSE_RULES, HouseTerms
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
from tables.models.waiting import Waiting

__all__ = [
    "CASH",
    "HOUSE_RULES",
    "CashGame",
    "CashSession",
    "Deadline",
    "Hand",
    "HandEvent",
    "HandPlayer",
    "HandSecret",
    "Heartbeat",
    "HouseTerms",
    "Seat",
    "SessionMoment",
    "Table",
    "Waiting",
]
