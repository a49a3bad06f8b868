"""What the room knows of people beside their account."""

from players.models.file import Demand, Login, Player, PlayerNote
from players.models.identity import Identity, IdentityDocument, IdentityStep, State
from players.models.notices import Notice, NoticeWish, Push, PushDevice, VapidKey
from players.models.records import (
    Avatar,
    FormerName,
    Guest,
    Mail,
    Reminder,
    RightsChange,
    SelfExclusion,
    Suspension,
)
from players.models.terms import Acceptance

__all__ = [
    "Acceptance",
    "Avatar",
    "Demand",
    "FormerName",
    "Guest",
    "Identity",
    "IdentityDocument",
    "IdentityStep",
    "Login",
    "Mail",
    "Notice",
    "NoticeWish",
    "Player",
    "PlayerNote",
    "Push",
    "PushDevice",
    "Reminder",
    "RightsChange",
    "SelfExclusion",
    "State",
    "Suspension",
    "VapidKey",
]
