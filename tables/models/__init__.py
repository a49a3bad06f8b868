"""Models of tables and their hands, and of cash games and fast-fold pools."""

from tables.models.cash import CashGame, CashSession, SessionMoment
from tables.models.dealing import DealingError
from tables.models.favourites import FavouriteGame
from tables.models.house_rules import HOUSE_RULES, HouseTerms
from tables.models.owners import CASH, FAST, HOME, PLAY
from tables.models.pools import EntryMoment, FastEntry, FastPool, FastTable
from tables.models.tables import (
    Deadline,
    Hand,
    HandArchive,
    HandEvent,
    HandPlayer,
    HandSecret,
    Heartbeat,
    LastHand,
    Seat,
    Table,
    WebSign,
)
from tables.models.tariffs import RakeTariff, TariffVersion
from tables.models.waiting import Waiting

__all__ = [
    "CASH",
    "FAST",
    "HOME",
    "HOUSE_RULES",
    "PLAY",
    "CashGame",
    "CashSession",
    "Deadline",
    "DealingError",
    "EntryMoment",
    "FastEntry",
    "FastPool",
    "FastTable",
    "FavouriteGame",
    "Hand",
    "HandArchive",
    "HandEvent",
    "HandPlayer",
    "HandSecret",
    "Heartbeat",
    "HouseTerms",
    "LastHand",
    "RakeTariff",
    "Seat",
    "SessionMoment",
    "Table",
    "TariffVersion",
    "Waiting",
    "WebSign",
]
