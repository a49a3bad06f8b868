"""What the room as a whole keeps."""

from poker_site.models.house import SettingChange, SettingOrder

__all__ = ["SettingChange", "SettingOrder"]
