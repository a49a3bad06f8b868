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
        _("add-on"), _("Chips that everybody may buy once, at the end of the rebuys."), "TRN-2"
    ),
    GlossaryTerm(_("all-in"), _("All one's chips are in the pot."), "POT-1"),
    GlossaryTerm(
        _("ante"), _("What everybody pays into the pot before the cards are dealt."), "BLIND-1"
    ),
    GlossaryTerm(
        _("big blind"), _("The larger forced bet, and the measure of all others."), "BLIND-1"
    ),
    GlossaryTerm(
        _("bounty"), _("Money on a player's head, for whoever knocks them out."), "BOUNTY-1"
    ),
    GlossaryTerm(_("bubble"), _("The moment when one more elimination means money."), "TRN-4"),
    GlossaryTerm(_("button"), _("The place of the dealer; the blinds are to its left."), "BTN-1"),
    GlossaryTerm(
        _("buy-in"),
        _("What an entry brings to the prize pool, or a player to a cash table."),
        "POOL-1",
    ),
    GlossaryTerm(_("call"), _("To put in as much as the bet."), "ACT-1"),
    GlossaryTerm(_("cap"), _("The most that the house takes from one hand."), "RAKE-3"),
    GlossaryTerm(_("check"), _("To bet nothing, where nothing is to call."), "ACT-1"),
    GlossaryTerm(
        _("cip"),
        _("In Italian draw poker: to open for the least, or to go on without a bet."),
        "DRAW-3",
    ),
    GlossaryTerm(
        _("dead money"), _("Money in the pot that does not count towards the bet."), "BLIND-1"
    ),
    GlossaryTerm(_("deal"), _("The last players divide what is left by agreement."), "DEAL-MAKE"),
    GlossaryTerm(_("fee"), _("The part of an entry that is the house's."), "POOL-1"),
    GlossaryTerm(
        _("flop, turn, river"),
        _("The first three cards of the board, the fourth, the fifth."),
        "HOLD-1",
    ),
    GlossaryTerm(_("fold"), _("To give up the hand."), "ACT-1"),
    GlossaryTerm(
        _("guaranteed"),
        _("A prize pool that the house fills up if entries don't cover it."),
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
        _("What a stack is worth in prize money, by everybody's chance at each place."),
        "DEAL-MAKE",
    ),
    GlossaryTerm(
        _("kicker"),
        _("A card beside the pair or the three that decides between equal hands."),
        "CARD-3",
    ),
    GlossaryTerm(_("late registration"), _("Entering an event that has begun."), "TRN-2"),
    GlossaryTerm(_("muck"), _("To give up a losing hand without showing it."), "SHOW-2"),
    GlossaryTerm(_("no limit"), _("One may bet all one's chips at any time."), "NL-1"),
    GlossaryTerm(_("overlay"), _("What the house adds to a guaranteed pool."), "POOL-2"),
    GlossaryTerm(
        _("parola"),
        _("In Italian draw poker: the opener's word for betting nothing after the draw."),
        "DRAW-5",
    ),
    GlossaryTerm(_("pot limit"), _("One may raise by as much as lies in the pot."), "PL-1"),
    GlossaryTerm(_("prize pool"), _("What the players of an event play for."), "POOL-1"),
    GlossaryTerm(_("raise"), _("To bet more than the bet that is to be called."), "ACT-2"),
    GlossaryTerm(_("rake"), _("The house's part of a cash pot."), "RAKE-1"),
    GlossaryTerm(_("re-entry"), _("A new entry of somebody who is out."), "TRN-2"),
    GlossaryTerm(_("rebuy"), _("Chips that one buys while the rebuys last."), "TRN-2"),
    GlossaryTerm(_("satellite"), _("An event whose prizes are seats at another one."), "PAY-SAT"),
    GlossaryTerm(
        _("shoot-out"),
        _("Every table plays down to one winner, and the winners play on."),
        "SHOOT-1",
    ),
    GlossaryTerm(_("showdown"), _("The hands are shown, and the best one wins."), "SHOW-2"),
    GlossaryTerm(
        _("side pot"), _("A pot for those who could pay more than somebody who is all-in."), "POT-1"
    ),
    GlossaryTerm(_("Sit&Go"), _("An event that starts when its seats are taken."), "SNG-1"),
    GlossaryTerm(_("sit out"), _("To be away from the table and keep one's seat."), "OUT-1"),
    GlossaryTerm(_("small blind"), _("The smaller forced bet, left of the button."), "BLIND-1"),
    GlossaryTerm(_("stack"), _("The chips in front of a player."), "CHIP-1"),
    GlossaryTerm(
        _("straddle"), _("Two big blinds, bet unseen for the right to act last."), "CASH-3"
    ),
    GlossaryTerm(_("time bank"), _("Seconds in reserve, for one's hardest decisions."), "TIME-2"),
    GlossaryTerm(
        _("turbo"),
        format_lazy(
            _("An event whose first level is shorter than {minutes} minutes, but no hyper-turbo."),
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
