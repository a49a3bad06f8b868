"""The desk's pages of tables and hands: read-only, without cards that players may not see."""

from tables.admin import cash, hands, pools, seats, shared_hands, tariffs
from tables.dealers import admin as dealers

__all__ = ["cash", "dealers", "hands", "pools", "seats", "shared_hands", "tariffs"]
