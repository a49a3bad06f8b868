"""Plans that staff write (Template), events that players enter (Tournament), and their records."""

from tournaments.models.acts import Act, Order
from tournaments.models.amendments import Amendment
from tournaments.models.bounties import Bounty
from tournaments.models.calls import FloorCall
from tournaments.models.entries import Elimination, Entry, Move
from tournaments.models.events import Due, StandStill, Tournament
from tournaments.models.features import FeatureHand, FeatureTable
from tournaments.models.joint import JointOrder, StackCorrection
from tournaments.models.kept import CalendarAddress, Favourite, SavedSearch
from tournaments.models.live import BustOut, ChipCount, ChipRace, ChipRaceSecret
from tournaments.models.penalties import Penalty
from tournaments.models.plans import BlindStructure, Level, SetAside, Signature, Template
from tournaments.models.purchases import Purchase
from tournaments.models.rotas import Rota
from tournaments.models.settlement import (
    CancellationPlan,
    DealProposal,
    DealShare,
    PlanLine,
    PlanPart,
    Ticket,
)
from tournaments.models.terms import Terms
from tournaments.models.velox_tables import VeloxTable, VeloxTableVersion

__all__ = [
    "Act",
    "Amendment",
    "BlindStructure",
    "Bounty",
    "BustOut",
    "CalendarAddress",
    "CancellationPlan",
    "ChipCount",
    "ChipRace",
    "ChipRaceSecret",
    "DealProposal",
    "DealShare",
    "Due",
    "Elimination",
    "Entry",
    "Favourite",
    "FeatureHand",
    "FeatureTable",
    "FloorCall",
    "JointOrder",
    "Level",
    "Move",
    "Order",
    "Penalty",
    "PlanLine",
    "PlanPart",
    "Purchase",
    "Rota",
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
