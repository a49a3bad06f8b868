"""Decisions about a finished hand apart from its play: its rake, and that it is void."""

from collections.abc import Callable, Iterable

from django.utils.translation import gettext as _

from core.explanations import Explanation
from tables import engine
from tables.engine import rake
from tables.models import Hand


def of_hand(hand: Hand, events: Iterable[engine.Event]) -> list[Explanation]:
    """Return every such decision; ``events`` are the hand's, as they are stored."""
    explanations = [_void(hand)] if hand.voided_at else []
    played = engine.replay(events)
    return [*explanations, _rake(played, hand.amount)] if played.house.raked else explanations


def _void(hand: Hand) -> Explanation:
    return Explanation(
        "void_hand",
        "RANK-1",
        {"hand": hand.number, "voided_at": hand.voided_at and hand.voided_at.isoformat()},
        _("Staff declared this hand void: all players have the chips from before it."),
    )


def _rake(played: engine.HandState, amount: Callable[[int], str]) -> Explanation:
    pot = played.pot - sum(played.bets.values())
    big_blind, dealt_in = played.stakes.big_blind, len(played.seats)
    cap = rake.cap(big_blind=big_blind, dealt_in=dealt_in, tariff=played.house.tariff)
    rates = rake.rates(big_blind=big_blind, tariff=played.house.tariff)
    inputs = {
        "pot": pot,
        "big_blind": big_blind,
        "dealt_in": dealt_in,
        "flop_seen": played.flop_seen,
        "waits": played.carry is not None,
        "rates": [
            {
                "unit": rate.unit,
                "tenths": rate.tenths,
                "units": pot // rate.unit,
                "takes": rate.of(pot),
            }
            for rate in rates
        ],
        "cap": cap,
        "tariff": played.house.tariff,
        "rake": played.rake,
    }
    if nothing := _why_nothing(played):
        return Explanation("rake", "RAKE-1", inputs, nothing)
    words = {
        "pot": amount(pot),
        "takes": amount(min(rate.of(pot) for rate in rates)),
        "cap": amount(cap),
        "players": dealt_in,
        "rake": amount(played.rake),
    }
    sentence = _(
        "The whole units of a pot of %(pot)s make %(takes)s; the cap for %(players)s "
        "players is %(cap)s: the house takes %(rake)s."
    )
    return Explanation("rake", "RAKE-1", inputs, sentence % words)


def _why_nothing(played: engine.HandState) -> str:
    """Explain why no rake is taken, regardless of the pot; "" where some may be."""
    if played.carry is not None:
        return _("This pot has no winner yet: rake is taken in the hand that wins it.")
    if played.flop_seen and rake.is_free(dealt_in=len(played.seats), tariff=played.house.tariff):
        return _("Under the tariff of this game two players pay no rake: the house takes nothing.")
    if played.flop_seen:
        return ""
    if played.exchange is not None:
        return _("The hand ended before the draw: the house takes nothing.")
    return _("The hand ended before the flop: the house takes nothing.")
