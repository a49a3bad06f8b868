"""The rules of poker as pure functions: no clock, no randomness, no database, no room around them.

Ask with ``legal_actions``, ``check`` an action, ``apply`` it. Cards, games and limits are
values; a hand is a value too, and its events reproduce it (``replay``). README.md plays one.

Reading order: ``games`` defines each game (of streets, a limit and contests), ``hand`` the state
of a hand, and ``play`` its steps. ``play`` goes through ``posting``, ``dealing``, ``betting`` and
``showdown``; ``pots`` and ``ranking``, less ``rake``, decide what each seat wins.
``draw_poker``, ``exchange``, ``openers`` and ``italian`` are draw poker alone. ``positions`` and
``lineup`` come before a hand; ``view`` and ``event_factory.visible`` are all that players see of
it, in the words of ``events``; ``phh``, ``replay`` and ``verification`` come after it.
``physical`` is real cards on a real table, and the procedure after a dealer's mistake.
"""

from .actions import Action, LegalActions
from .betting import check, default_action, legal_actions
from .event_factory import visible
from .events import Event
from .exchange import Carried
from .games import FLOP_GAMES, GAMES, MIXES, Game, ImpossibleGame, game_of, game_of_orbit
from .hand import HandState, Win
from .house_rules import FIRST, USUAL, HouseRules
from .lineup import Lineup, Ready, comes_in, line_up, line_up_all, line_up_draw, missed_blinds
from .phh.writing import to_phh
from .play import HandStep, apply, show, start
from .positions import Button, Positions, begins_orbit, dealt_in, equal_parts, next_positions
from .pots import Pot
from .refusals import EngineCode, EngineRefusal
from .replay import NotTheSame, replay, replay_steps
from .showdown import winners_of_last_pot
from .stakes import Post, Stakes, halves
from .view import may_open, own_cards, view

__all__ = [
    "FIRST",
    "FLOP_GAMES",
    "GAMES",
    "MIXES",
    "USUAL",
    "Action",
    "Button",
    "Carried",
    "EngineCode",
    "EngineRefusal",
    "Event",
    "Game",
    "HandState",
    "HandStep",
    "HouseRules",
    "ImpossibleGame",
    "LegalActions",
    "Lineup",
    "NotTheSame",
    "Positions",
    "Post",
    "Pot",
    "Ready",
    "Stakes",
    "Win",
    "apply",
    "begins_orbit",
    "check",
    "comes_in",
    "dealt_in",
    "default_action",
    "equal_parts",
    "game_of",
    "game_of_orbit",
    "halves",
    "legal_actions",
    "line_up",
    "line_up_all",
    "line_up_draw",
    "may_open",
    "missed_blinds",
    "next_positions",
    "own_cards",
    "replay",
    "replay_steps",
    "show",
    "start",
    "to_phh",
    "view",
    "visible",
    "winners_of_last_pot",
]
