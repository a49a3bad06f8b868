"""The mistakes that the guide knows: their pictures, questions, and the engine's rulings."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tables.engine import physical
from tables.engine.physical import MendingStep, Mistake, MistakeOutcome
from tables.models import DealingError

Kind = DealingError.Kind
Facts = Mapping[str, Any]

# The possible questions about a mistake; ``admin.FactsForm`` has a field for each.
COUNT, FIRST, TO_FIRST, IN_DEAL, STREET, SUBSTANTIAL = (
    *("count", "very_first", "to_first", "in_deal", "street", "substantial"),
)


class Guide(NamedTuple):
    """One kind of mistake; ``picture`` has the cards on the table, row by row ("!": the fault)."""

    text: str | Promise
    picture: tuple[str, ...]
    asks: tuple[str, ...]
    make: Callable[[Facts], Mistake]

    @property
    def rows(self) -> list[list[tuple[str, bool]]]:
        """The picture's cards, each with whether it is wrong."""
        return [
            [(card.rstrip("!"), card.endswith("!")) for card in row.split()] for row in self.picture
        ]


GUIDES: Final[Mapping[str, Guide]] = {
    Kind.EXPOSED: Guide(
        _("The dealer shows a hole card while dealing."),
        ("?? ??", "9h! ??", "?? ??"),
        (COUNT, FIRST, SUBSTANTIAL),
        lambda facts: physical.ExposedHoleCards(facts[COUNT], facts[FIRST]),
    ),
    Kind.EXTRA: Guide(
        _("A player has too many hole cards."),
        ("?? ?? ??!", "?? ??", "?? ??"),
        (COUNT, TO_FIRST, SUBSTANTIAL),
        lambda facts: physical.ExtraHoleCards(facts[COUNT], facts[TO_FIRST]),
    ),
    Kind.WRONG_SEAT: Guide(
        _("The deal began at the wrong seat, skipped a player, or reached an empty seat."),
        ("?? ??", "", "?? ??!"),
        (SUBSTANTIAL,),
        lambda facts: physical.WrongSeat(),
    ),
    Kind.TOO_SOON: Guide(
        _("Flop, turn or river is on the table before the betting was finished."),
        ("Kh 8c 3s Jd!",),
        (STREET,),
        lambda facts: physical.BoardTooSoon(facts[STREET]),
    ),
    Kind.TOO_MANY: Guide(
        _("A street has too many cards, such as a flop of four."),
        ("Kh 8c 3s Jd!",),
        (STREET,),
        lambda facts: physical.BoardTooMany(facts[STREET]),
    ),
    Kind.BOXED: Guide(
        _("A card lies face up in the deck."),
        ("?? 5d! ??",),
        (COUNT, IN_DEAL, SUBSTANTIAL),
        lambda facts: physical.BoxedCards(facts[COUNT], facts[IN_DEAL]),
    ),
    Kind.FOULED: Guide(
        _("A card is missing, appears twice, or comes from another deck."),
        ("Ah Ah!",),
        (),
        lambda facts: physical.FouledDeck(),
    ),
}

STEPS: Final[Mapping[MendingStep, str | Promise]] = {
    MendingStep.TAKE_ALL_BACK: _("Take all cards back."),
    MendingStep.RETURN_BETS: _(
        "Return all bets, blinds and antes included: all players get their stacks back."
    ),
    MendingStep.CHANGE_DECK: _("Take this deck off the table and count it; bring another."),
    MendingStep.SHUFFLE_AND_CUT: _("Shuffle the stub and cut it."),
    MendingStep.DEAL_AGAIN: _(
        "Deal the hand again: button, blinds and level stay, and no player joins."
    ),
    MendingStep.FINISH_THE_DEAL: _("Continue the deal until all players have their cards."),
    MendingStep.REPLACE_CARD: _("Take the exposed card; the player gets the top card of the stub."),
    MendingStep.TAKE_CARD_BACK: _("Take the last card that the player got back, face down."),
    MendingStep.MAKE_IT_THE_BURN: _(
        "Put that card face down where the burns go: it is the next burn."
    ),
    MendingStep.LEAVE_THE_BURN: _("Leave the burn where it lies."),
    MendingStep.FINISH_BETTING: _("Finish the betting of the previous street."),
    MendingStep.SET_ASIDE: _("Put the card aside, face up: it is out of play for now."),
    MendingStep.BURN_AND_DEAL: _("Burn a card and turn the next one: it is the turn."),
    MendingStep.BETTING_OF_STREET: _("Play the betting of the turn."),
    MendingStep.RETURN_BOARD: _("Put all cards of this street back into the stub."),
    MendingStep.RETURN_ASIDE: _(
        "Put the card that lies aside into the stub; burns and mucks stay out."
    ),
    MendingStep.DEAL_WITHOUT_BURN: _("Deal the street without burning."),
    MendingStep.NEXT_CARD_INSTEAD: _("Put the card into the muck; the next card takes its place."),
    MendingStep.KILL_HAND: _(
        "The hand with the wrong cards is dead; a player without cards waits for the next hand."
    ),
    MendingStep.PLAY_ON: _("Play on."),
}

VERDICTS: Final[Mapping[MistakeOutcome, str | Promise]] = {
    MistakeOutcome.MISDEAL: _("Misdeal"),
    MistakeOutcome.PLAY_ON: _("The hand continues"),
    MistakeOutcome.VOID: _("The hand is void"),
}


def ruling_on(kind: str, facts: Facts) -> physical.Ruling:
    """Return the engine's ruling on a mistake with these facts; KeyError where one is missing."""
    substantial = bool(facts.get(SUBSTANTIAL, False))
    return physical.rule_on(GUIDES[kind].make(facts), substantial=substantial)
