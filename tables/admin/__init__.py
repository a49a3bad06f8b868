"""The staff's view of tables and hands: to read, and no card that a player may not see."""

from tables.admin import cash, hands, pools, seats, tariffs
from tables.dealers import admin as dealers

__all__ = ["cash", "dealers", "hands", "pools", "seats", "tariffs"]
