"""The models of players."""

from players.models.closing import AccountClosing
from players.models.exclusion_register import RegisterAnswer
from players.models.identity import (
    Compared,
    Identity,
    IdentityCheck,
    IdentityDocument,
    IdentityState,
    IdentityStep,
)
from players.models.merges import Merge
from players.models.notices import Notice, NoticeWish, Push, PushDevice, VapidKey
from players.models.own_data import DataArchive, DataPortion
from players.models.player_file import Demand, Login, Player, PlayerNote
from players.models.profile import PlayerProfile
from players.models.records import (
    Avatar,
    Forgotten,
    FormerName,
    Guest,
    Mail,
    RealName,
    Reminder,
    Restriction,
    RightsChange,
    SelfExclusion,
    StaffInvitation,
    Suspension,
)
from players.models.terms import Acceptance
from players.models.two_person_orders import ByTwo
from players.models.user import User

__all__ = [
    "Acceptance",
    "AccountClosing",
    "Avatar",
    "ByTwo",
    "Compared",
    "DataArchive",
    "DataPortion",
    "Demand",
    "Forgotten",
    "FormerName",
    "Guest",
    "Identity",
    "IdentityCheck",
    "IdentityDocument",
    "IdentityState",
    "IdentityStep",
    "Login",
    "Mail",
    "Merge",
    "Notice",
    "NoticeWish",
    "Player",
    "PlayerNote",
    "PlayerProfile",
    "Push",
    "PushDevice",
    "RealName",
    "RegisterAnswer",
    "Reminder",
    "Restriction",
    "RightsChange",
    "SelfExclusion",
    "StaffInvitation",
    "Suspension",
    "User",
    "VapidKey",
]
