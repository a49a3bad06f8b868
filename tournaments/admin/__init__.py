"""The staff's desk for plans and events."""

from tournaments.admin import events

__all__ = ["events"]
