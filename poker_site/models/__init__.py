"""Rows about the room as a whole."""

from poker_site.models.house import Logo, SettingChange, SettingOrder
from poker_site.models.opening import Opening

__all__ = ["Logo", "Opening", "SettingChange", "SettingOrder"]
