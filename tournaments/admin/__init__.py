"""The staff's desk for plans and events."""

from tournaments.admin import events, velox_tables

__all__ = ["events", "velox_tables"]
