"""Rows about the room as a whole."""

from poker_site.models.backups import Backup
from poker_site.models.opening import Opening
from poker_site.models.setting_changes import Logo, SettingChange, SettingOrder

__all__ = ["Backup", "Logo", "Opening", "SettingChange", "SettingOrder"]
