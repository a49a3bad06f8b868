"""What the room knows of people beside their account."""

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

__all__ = [
    "Avatar",
    "FormerName",
    "Guest",
    "Identity",
    "IdentityDocument",
    "IdentityStep",
    "Mail",
    "Notice",
    "NoticeWish",
    "Push",
    "PushDevice",
    "Reminder",
    "RightsChange",
    "SelfExclusion",
    "State",
    "Suspension",
    "VapidKey",
]
