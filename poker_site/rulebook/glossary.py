"""The words of the game, in alphabetical order of the reader's language."""

from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.rules.speed import HYPER_BELOW, TURBO_BELOW


class GlossaryTerm(NamedTuple):
    """A word, its meaning, and the rule that says more."""

    word: str | Promise
    means: str | Promise
    rule: str


WORDS: Final = (
    GlossaryTerm(
        _("add-on"),
        _("Chips that every player can buy once, at the end of the rebuy period."),
        "TRN-2",
    ),
    GlossaryTerm(_("all-in"), _("All one's chips are in the pot."), "POT-1"),
    GlossaryTerm(_("ante"), _("A forced bet that all players pay before the deal."), "BLIND-1"),
    GlossaryTerm(
        _("big blind"),
        _("The larger of the two forced bets, and the unit for all others."),
        "BLIND-1",
    ),
    GlossaryTerm(_("bounty"), _("Money that is won by eliminating a player."), "BOUNTY-1"),
    GlossaryTerm(
        _("bubble"),
        _("The moment when one more elimination puts everyone left in the money."),
        "TRN-4",
    ),
    GlossaryTerm(
        _("button"), _("The position of the dealer; the blinds sit to its left."), "BTN-1"
    ),
    GlossaryTerm(
        _("buy-in"),
        _(
            "The part of an entry that goes to the prize pool, or the money that a "
            "player brings to a cash table."
        ),
        "POOL-1",
    ),
    GlossaryTerm(_("call"), _("To match the bet."), "ACT-1"),
    GlossaryTerm(_("cap"), _("The most that the house takes from one hand."), "RAKE-3"),
    GlossaryTerm(_("check"), _("Not to bet when there is nothing to call."), "ACT-1"),
    GlossaryTerm(
        _("cip"),
        _("In Italian draw poker: to open for the minimum, or to continue without a bet."),
        "DRAW-3",
    ),
    GlossaryTerm(
        _("dead money"), _("Money in the pot that does not count towards the bet."), "BLIND-1"
    ),
    GlossaryTerm(_("deal"), _("The last players divide what is left by agreement."), "DEAL-MAKE"),
    GlossaryTerm(_("fee"), _("The part of an entry that the house keeps."), "POOL-1"),
    GlossaryTerm(
        _("flop, turn, river"),
        _("The first three cards of the board, the fourth, the fifth."),
        "HOLD-1",
    ),
    GlossaryTerm(_("fold"), _("To give up the hand."), "ACT-1"),
    GlossaryTerm(
        _("guaranteed"),
        _("A minimum prize pool: the house adds what the entries do not cover."),
        "POOL-2",
    ),
    GlossaryTerm(_("hand for hand"), _("All tables start the next hand together."), "TRN-4"),
    GlossaryTerm(_("hi/lo"), _("The best and the lowest hand share the pot."), "OMA-2"),
    GlossaryTerm(
        _("hyper-turbo"),
        format_lazy(
            _("An event whose first level is shorter than {minutes} minutes."), minutes=HYPER_BELOW
        ),
        "LOBBY-2",
    ),
    GlossaryTerm(
        _("ICM"),
        _("The value of a stack in prize money, from each player's chances of each place."),
        "DEAL-MAKE",
    ),
    GlossaryTerm(
        _("kicker"),
        _("A card beside the pair or the three that decides between equal hands."),
        "CARD-3",
    ),
    GlossaryTerm(_("late registration"), _("Entering an event that has begun."), "TRN-2"),
    GlossaryTerm(_("muck"), _("To give up a losing hand without showing it."), "SHOW-2"),
    GlossaryTerm(_("no limit"), _("A player can bet all their chips at any time."), "NL-1"),
    GlossaryTerm(_("overlay"), _("The amount that the house adds to a guaranteed pool."), "POOL-2"),
    GlossaryTerm(
        _("parola"),
        _("In Italian draw poker: the opener's word for not betting after the draw."),
        "DRAW-5",
    ),
    GlossaryTerm(_("pot limit"), _("A player can raise by at most the size of the pot."), "PL-1"),
    GlossaryTerm(_("prize pool"), _("The money that the players of an event play for."), "POOL-1"),
    GlossaryTerm(_("raise"), _("To bet more than the bet to call."), "ACT-2"),
    GlossaryTerm(_("rake"), _("The house's share of a cash pot."), "RAKE-1"),
    GlossaryTerm(_("re-entry"), _("A new entry of an eliminated player."), "TRN-2"),
    GlossaryTerm(_("rebuy"), _("Chips that a player can buy during the rebuy period."), "TRN-2"),
    GlossaryTerm(_("satellite"), _("An event whose prizes are seats in another event."), "PAY-SAT"),
    GlossaryTerm(
        _("shoot-out"),
        _("Every table plays down to one winner, and the winners play on."),
        "SHOOT-1",
    ),
    GlossaryTerm(_("showdown"), _("The hands are shown, and the best one wins."), "SHOW-2"),
    GlossaryTerm(
        _("side pot"),
        _("A separate pot for players who can bet more than an all-in player."),
        "POT-1",
    ),
    GlossaryTerm(_("Sit&Go"), _("An event that starts when its seats are taken."), "SNG-1"),
    GlossaryTerm(_("sit out"), _("To be away from the table and keep the seat."), "OUT-1"),
    GlossaryTerm(_("small blind"), _("The smaller forced bet, left of the button."), "BLIND-1"),
    GlossaryTerm(_("stack"), _("The chips in front of a player."), "CHIP-1"),
    GlossaryTerm(
        _("straddle"), _("Two big blinds, bet unseen for the right to act last."), "CASH-3"
    ),
    GlossaryTerm(_("time bank"), _("Extra seconds for hard decisions."), "TIME-2"),
    GlossaryTerm(
        _("turbo"),
        format_lazy(
            _(
                "An event whose first level is shorter than {minutes} minutes, but "
                "which is not a hyper-turbo."
            ),
            minutes=TURBO_BELOW,
        ),
        "LOBBY-2",
    ),
    GlossaryTerm(
        _("VeloX"), _("A fast Sit&Go whose prize is drawn before the first hand."), "VELOX-1"
    ),
)


def in_order() -> list[GlossaryTerm]:
    """Return the words in the alphabet of the reader's language."""
    return sorted(WORDS, key=lambda entry: str(entry.word).casefold())
