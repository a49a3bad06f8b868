"""The desk's pages of players."""

from players.admin import records

__all__ = ["records"]
