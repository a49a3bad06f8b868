"""Plans that staff write (Template), events that players enter (Tournament), and their records."""

from tournaments.models.acts import Act, Order
from tournaments.models.amendments import Amendment
from tournaments.models.bounties import Bounty
from tournaments.models.entries import Elimination, Entry, Move
from tournaments.models.events import Due, StandStill, Tournament
from tournaments.models.plans import BlindStructure, Level, SetAside, Signature, Template
from tournaments.models.purchases import Purchase
from tournaments.models.saved import CalendarAddress, Favourite, SavedSearch
from tournaments.models.settlement import (
    CancellationPlan,
    DealProposal,
    DealShare,
    PlanLine,
    PlanPart,
    Ticket,
)
from tournaments.models.terms import Terms
from tournaments.models.two_person_orders import JointOrder, StackCorrection
from tournaments.models.velox_tables import VeloxTable, VeloxTableVersion

__all__ = [
    "Act",
    "Amendment",
    "BlindStructure",
    "Bounty",
    "CalendarAddress",
    "CancellationPlan",
    "DealProposal",
    "DealShare",
    "Due",
    "Elimination",
    "Entry",
    "Favourite",
    "JointOrder",
    "Level",
    "Move",
    "Order",
    "PlanLine",
    "PlanPart",
    "Purchase",
    "SavedSearch",
    "SetAside",
    "Signature",
    "StackCorrection",
    "StandStill",
    "Template",
    "Terms",
    "Ticket",
    "Tournament",
    "VeloxTable",
    "VeloxTableVersion",
]
