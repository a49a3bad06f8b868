"""The game of poker, pure: no clock, no dice, no database.

Ask with ``legal_actions``, ``check`` an action, ``apply`` it. Cards, games and limits are
values; a hand is a value too, and its events tell it again (``replay``).

To read it: ``games`` is what is played, ``hand`` what there is at every moment, and ``play`` what
happens. ``play`` goes through ``posting``, ``dealing``, ``betting`` and ``showdown``; who wins what
is in ``pots`` and ``ranking``. ``draw``, ``drawing``, ``openers`` and ``italian`` are draw poker
alone. ``positions`` and ``lineup`` come before a hand; ``view`` and ``events.visible`` are all that
players see of it; ``history``, ``replay`` and ``verification`` come after it.
"""

from tables.engine.actions import Action, LegalActions
from tables.engine.betting import check, default_action, legal_actions
from tables.engine.drawing import Carried
from tables.engine.events import visible
from tables.engine.games import FLOP_GAMES, GAMES, MIXES, Game, game_of_orbit
from tables.engine.hand import Hand, Win
from tables.engine.history import to_phh
from tables.engine.house import USUAL, HouseRules
from tables.engine.lineup import Lineup, Ready, line_up, missed_blinds
from tables.engine.play import Step, apply, show, start
from tables.engine.positions import Positions, equal_parts, next_positions
from tables.engine.pots import Pot
from tables.engine.refusals import EngineRefusal
from tables.engine.replay import NotTheSame, replay
from tables.engine.showdown import winners_of_last_pot
from tables.engine.stakes import Post, Stakes
from tables.engine.view import view

__all__ = [
    "FLOP_GAMES",
    "GAMES",
    "MIXES",
    "USUAL",
    "Action",
    "Carried",
    "EngineRefusal",
    "Game",
    "Hand",
    "HouseRules",
    "LegalActions",
    "Lineup",
    "NotTheSame",
    "Positions",
    "Post",
    "Pot",
    "Ready",
    "Stakes",
    "Step",
    "Win",
    "apply",
    "check",
    "default_action",
    "equal_parts",
    "game_of_orbit",
    "legal_actions",
    "line_up",
    "missed_blinds",
    "next_positions",
    "replay",
    "show",
    "start",
    "to_phh",
    "view",
    "visible",
    "winners_of_last_pot",
]
