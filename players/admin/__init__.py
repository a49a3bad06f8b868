"""The staff's view of players."""

from players.admin import records

__all__ = ["records"]
