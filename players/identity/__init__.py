"""Who somebody is outside of the room (KYC-1): asked at the gates that the room has chosen."""

from players.identity.gates import Gate, check

__all__ = ["Gate", "check"]
