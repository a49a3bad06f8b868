"""Models of tables and their hands, and of cash games and fast-fold pools."""

from tables.models.cash import CashGame, CashStay, StayMoment
from tables.models.dealing import DealingError
from tables.models.favourites import FavouriteGame
from tables.models.house_rules import HOUSE_RULES, HouseTerms
from tables.models.imported_hands import ImportedHand
from tables.models.own_hands import HandMark, PlayedHand, PlayedHour, UncountedHand
from tables.models.owners import CASH, HOME, PLAY, POOL
from tables.models.pools import EntryMoment, FastPool, PoolEntry, PoolTable
from tables.models.shared_hands import SharedHand
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
    shown_by,
)
from tables.models.tariffs import RakeTariff, TariffVersion
from tables.models.waiting import Waiting

__all__ = [
    "CASH",
    "HOME",
    "HOUSE_RULES",
    "PLAY",
    "POOL",
    "CashGame",
    "CashStay",
    "Deadline",
    "DealingError",
    "EntryMoment",
    "FastPool",
    "FavouriteGame",
    "Hand",
    "HandArchive",
    "HandEvent",
    "HandMark",
    "HandPlayer",
    "HandSecret",
    "Heartbeat",
    "HouseTerms",
    "ImportedHand",
    "LastHand",
    "PlayedHand",
    "PlayedHour",
    "PoolEntry",
    "PoolTable",
    "RakeTariff",
    "Seat",
    "SharedHand",
    "StayMoment",
    "Table",
    "TariffVersion",
    "UncountedHand",
    "Waiting",
    "WebSign",
    "shown_by",
]
