"""Identities of players (KYC-1), checked at the gates that the room has chosen."""

from players.identity.gates import Gate, check

__all__ = ["Gate", "check"]
