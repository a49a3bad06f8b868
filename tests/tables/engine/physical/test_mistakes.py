"""Dealing errors: what becomes the burn, what goes back, what is shuffled (DLR-1 to DLR-8)."""

from collections.abc import Sequence
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.engine import GAMES, Game
from tables.engine.physical import (
    BoardTooMany,
    BoardTooSoon,
    BoxedCards,
    Concern,
    Deal,
    ExposedHoleCards,
    ExtraHoleCards,
    FouledDeck,
    MendingStep,
    Mistake,
    MistakeOutcome,
    Ruling,
    WrongSeat,
    begin,
    carry_out,
    deal_hole,
    deal_street,
    finish_deal,
    fold,
    is_substantial,
    rule_on,
)

HOLDEM = GAMES["nlhe"]
# From the top: two cards each for seats 1 to 4, then burn, flop, burn, turn, burn, river, rest.
DECK = [*HOLDEM.deck(players=4)]
BURN_1, FLOP, BURN_2, TURN, BURN_3, RIVER = DECK[8], DECK[9:12], DECK[12], DECK[13], *DECK[14:16]


def backwards(cards: Sequence[str]) -> list[str]:
    """A shuffle that a test can foresee."""
    return [*cards][::-1]


def mended(deal: Deal, ruling: Ruling, *cards: str, seat: int | None = None) -> Deal:
    for step in ruling.steps:
        deal = carry_out(deal, step, Concern(cards, seat), backwards)
    return deal


def new() -> Deal:
    return begin(HOLDEM, (1, 2, 3, 4), DECK)


def dealt() -> Deal:
    return finish_deal(new())


@pytest.mark.rule("DLR-1")
def test_the_very_first_card_exposed_means_that_all_is_dealt_again() -> None:
    ruling = rule_on(ExposedHoleCards(very_first=True))
    assert (ruling.rule, ruling.outcome) == ("DLR-1", MistakeOutcome.MISDEAL)
    again = mended(deal_hole(new()), ruling, DECK[0], seat=1)
    # The card went back, the deck was shuffled and cut, and everybody was dealt two new cards.
    top = backwards([*DECK[1:], DECK[0]])
    assert [*again.hole.items()] == [(seat, (top[seat - 1], top[seat + 3])) for seat in range(1, 5)]
    assert again.burns == again.board == ()


@pytest.mark.rule("DLR-2")
@pytest.mark.parametrize("seen_after", range(2, 9))
def test_another_card_exposed_is_replaced_after_the_deal_and_is_the_first_burn(
    seen_after: int,
) -> None:
    exposed, seat = DECK[seen_after - 1], (seen_after - 1) % 4 + 1
    after = mended(deal_hole(new(), seen_after), rule_on(ExposedHoleCards()), exposed, seat=seat)
    assert exposed not in after.hole[seat]
    # The deal went on first: the player's new card is the one after everybody's cards.
    assert after.hole[seat][-1] == DECK[8]
    assert [len(hand) for hand in after.hole.values()] == [2, 2, 2, 2]
    flop = deal_street(after)
    assert flop.burns == (exposed,)
    assert [*flop.board] == DECK[9:12]


@pytest.mark.rule("DLR-2")
def test_two_exposed_cards_are_a_misdeal() -> None:
    ruling = rule_on(ExposedHoleCards(cards=2))
    assert (ruling.rule, ruling.outcome) == ("DLR-2", MistakeOutcome.MISDEAL)


@pytest.mark.rule("DLR-3")
def test_a_flop_of_four_goes_back_whole_and_is_dealt_again_without_a_burn() -> None:
    wrong = deal_street(dealt(), too_many=1)
    assert [*wrong.board] == DECK[9:13]
    after = mended(wrong, rule_on(BoardTooMany("flop")))
    assert after.burns == (BURN_1,)
    assert [*after.board] == backwards([*DECK[13:], *DECK[9:13]])[:3]
    # The turn has its burn again.
    assert len(deal_street(after).burns) == 2


@pytest.mark.rule("DLR-3")
def test_a_flop_before_the_end_of_the_betting_waits_for_it_and_is_dealt_anew() -> None:
    ruling = rule_on(BoardTooSoon("flop"))
    assert ruling.steps[0] is MendingStep.FINISH_BETTING
    after = mended(fold(deal_street(dealt()), 2), ruling)
    assert after.burns == (BURN_1,)
    # Nobody's folded hand comes back.
    assert [*after.board] == backwards([*DECK[12:], *FLOP])[:3]


@pytest.mark.rule("DLR-4")
def test_a_premature_turn_comes_back_for_the_river_that_has_no_burn() -> None:
    wrong = deal_street(deal_street(dealt()))
    assert wrong.board[-1] == TURN
    ruling = rule_on(BoardTooSoon("turn"))
    at = ruling.steps.index(MendingStep.BETTING_OF_STREET)
    turned = mended(wrong, ruling._replace(steps=ruling.steps[:at]))
    # What would have been the river is the turn; two cards are burnt by now, and one more.
    assert [*turned.board] == [*FLOP, RIVER]
    assert turned.burns == (BURN_1, BURN_2, BURN_3)
    assert turned.aside == (TURN,)
    after = mended(turned, ruling._replace(steps=ruling.steps[at:]))
    assert [*after.board] == [*FLOP, RIVER, TURN]  # backwards, the card set aside is on top
    assert after.burns == turned.burns


@pytest.mark.rule("DLR-4")
def test_neither_burns_nor_mucks_are_shuffled_in_for_the_river() -> None:
    wrong = deal_street(deal_street(fold(dealt(), 3)))
    after = mended(wrong, rule_on(BoardTooSoon("turn")))
    out = {*after.burns, *after.muck}
    assert out == {BURN_1, BURN_2, BURN_3, DECK[2], DECK[6]}
    assert not out & {*after.stub, *after.board}


@pytest.mark.rule("DLR-4")
def test_a_premature_river_is_shuffled_in_again_and_dealt_without_a_burn() -> None:
    wrong = deal_street(deal_street(deal_street(dealt())))
    after = mended(wrong, rule_on(BoardTooSoon("river")))
    assert after.burns == wrong.burns
    assert [*after.board] == [*FLOP, TURN, RIVER]
    assert len(after.stub) == len(wrong.stub)


@pytest.mark.rule("DLR-5")
def test_one_card_too_many_to_the_first_player_is_the_burn() -> None:
    nine = new()._replace(stub=(*DECK[9:],))
    wrong = nine._replace(
        hole={seat: (DECK[seat - 1], DECK[seat + 3]) for seat in range(1, 5)},
    )
    wrong = wrong._replace(hole={**wrong.hole, 1: (*wrong.hole[1], DECK[8])})
    after = mended(wrong, rule_on(ExtraHoleCards()), DECK[8], seat=1)
    assert [len(hand) for hand in after.hole.values()] == [2, 2, 2, 2]
    flop = deal_street(after)
    assert (flop.burns, [*flop.board]) == ((DECK[8],), DECK[9:12])


@pytest.mark.rule("DLR-5")
@pytest.mark.parametrize("mistake", [ExtraHoleCards(cards=2), ExtraHoleCards(to_first=False)])
def test_more_cards_too_many_are_a_misdeal(mistake: Mistake) -> None:
    ruling = rule_on(mistake)
    assert (ruling.rule, ruling.outcome) == ("DLR-5", MistakeOutcome.MISDEAL)


class Action(NamedTuple):
    actions: tuple[str, ...]
    substantial: bool


@pytest.mark.rule("DLR-6")
@pytest.mark.parametrize(
    "case",
    [
        Action((), False),
        Action(("raise",), False),
        Action(("check", "check"), False),
        Action(("fold", "fold"), False),
        Action(("check", "fold"), False),
        Action(("fold", "call"), True),
        Action(("bet", "fold"), True),
        Action(("call", "raise"), True),
        Action(("check", "check", "check"), True),
        Action(("fold", "fold", "fold"), True),
    ],
)
def test_two_actions_with_chips_or_three_of_any_kind_are_substantial(case: Action) -> None:
    assert is_substantial(case.actions) is case.substantial


IN_THE_DEAL = [
    ExposedHoleCards(),
    ExposedHoleCards(cards=2),
    ExposedHoleCards(very_first=True),
    ExtraHoleCards(),
    ExtraHoleCards(cards=3),
    WrongSeat(),
    BoxedCards(cards=2),
]


@pytest.mark.rule("DLR-6")
@pytest.mark.parametrize("mistake", IN_THE_DEAL, ids=str)
def test_after_substantial_action_nothing_is_a_misdeal(mistake: Mistake) -> None:
    ruling = rule_on(mistake, substantial=True)
    assert (ruling.rule, ruling.outcome) == ("DLR-6", MistakeOutcome.PLAY_ON)
    assert ruling.steps[-1] is MendingStep.PLAY_ON


@pytest.mark.rule("DLR-6")
@pytest.mark.parametrize(
    "mistake", [ExtraHoleCards(), ExtraHoleCards(cards=3), WrongSeat()], ids=str
)
def test_after_substantial_action_a_hand_that_was_dealt_wrongly_is_dead(mistake: Mistake) -> None:
    assert rule_on(mistake, substantial=True).steps == (MendingStep.KILL_HAND, MendingStep.PLAY_ON)


@pytest.mark.rule("DLR-3", "DLR-4")
@pytest.mark.parametrize(
    ("mistake", "rule"),
    [
        (BoardTooSoon("flop"), "DLR-3"),
        (BoardTooMany("flop"), "DLR-3"),
        (BoardTooSoon("turn"), "DLR-4"),
        (BoardTooSoon("river"), "DLR-4"),
    ],
    ids=str,
)
def test_a_board_dealt_wrongly_is_put_right_by_its_rule_and_the_hand_goes_on(
    mistake: Mistake, rule: str
) -> None:
    ruling = rule_on(mistake)
    assert (ruling.rule, ruling.outcome) == (rule, MistakeOutcome.PLAY_ON)


@pytest.mark.rule("DLR-6")
def test_a_deal_that_began_at_the_wrong_seat_is_dealt_again_until_then() -> None:
    assert rule_on(WrongSeat()).outcome is MistakeOutcome.MISDEAL


@pytest.mark.rule("DLR-7")
def test_one_boxed_card_is_no_card_and_the_next_takes_its_place() -> None:
    ruling = rule_on(BoxedCards())
    assert (ruling.rule, ruling.outcome) == ("DLR-7", MistakeOutcome.PLAY_ON)
    after = mended(dealt(), ruling, DECK[5], seat=2)
    assert after.hole[2] == (DECK[1], DECK[8])
    assert after.muck == (DECK[5],)
    board = mended(deal_street(dealt()), rule_on(BoxedCards(in_deal=False)), FLOP[1])
    assert [*board.board] == [FLOP[0], FLOP[2], BURN_2]


@pytest.mark.rule("DLR-7")
@pytest.mark.parametrize(
    ("boxed", "outcome"),
    [
        (BoxedCards(cards=2), MistakeOutcome.MISDEAL),
        (BoxedCards(cards=2, in_deal=False), MistakeOutcome.PLAY_ON),
    ],
)
def test_two_boxed_cards_are_a_misdeal_in_the_deal_only(
    boxed: BoxedCards, outcome: MistakeOutcome
) -> None:
    assert rule_on(boxed).outcome is outcome


@pytest.mark.rule("DLR-8")
@pytest.mark.parametrize("substantial", [False, True])
def test_a_fouled_deck_voids_the_hand_at_any_time(substantial: bool) -> None:
    ruling = rule_on(FouledDeck(), substantial=substantial)
    assert (ruling.rule, ruling.outcome) == ("DLR-8", MistakeOutcome.VOID)
    assert ruling.steps[0] is MendingStep.RETURN_BETS


MISTAKES = [
    *IN_THE_DEAL,
    *[BoardTooSoon(street) for street in ("flop", "turn", "river")],
    *[BoardTooMany(street) for street in ("flop", "turn", "river")],
    BoxedCards(in_deal=False),
    FouledDeck(),
]


@given(
    game=st.sampled_from([GAMES["nlhe"], GAMES["plo8"]]),
    players=st.integers(2, 9),
    mistake=st.sampled_from(MISTAKES),
    substantial=st.booleans(),
    data=st.data(),
)
def test_no_ruling_loses_a_card_or_makes_one(
    game: Game, players: int, mistake: Mistake, substantial: bool, data: st.DataObject
) -> None:
    deck = data.draw(st.permutations(game.deck(players=players)))
    deal = finish_deal(begin(game, range(1, players + 1), deck))
    street, extra = _where(mistake)
    for no in range(street):
        deal = deal_street(deal, too_many=extra if no + 1 == street else 0)
    cards, seat = _concern(mistake, deal, data)
    after = deal
    for step in rule_on(mistake, substantial=substantial).steps:
        after = carry_out(after, step, Concern(cards, seat), lambda stub: [*stub][::-1])
        assert sorted(after.cards) == sorted(deck), step
    if street and not isinstance(mistake, BoxedCards):
        assert after.burns[: len(deal.burns)] == deal.burns


def _where(mistake: Mistake) -> tuple[int, int]:
    """The street (0: before the flop) on which it happens, and the cards too many there."""
    if isinstance(mistake, BoardTooSoon | BoardTooMany):
        street = ("flop", "turn", "river").index(mistake.street) + 1
        return street, int(isinstance(mistake, BoardTooMany))
    return int(isinstance(mistake, BoxedCards) and not mistake.in_deal), 0


def _concern(
    mistake: Mistake, deal: Deal, data: st.DataObject
) -> tuple[tuple[str, ...], int | None]:
    if deal.board:
        return ((deal.board[0],), None) if isinstance(mistake, BoxedCards) else ((), None)
    seat = data.draw(st.sampled_from(deal.order))
    return (deal.hole[seat][-1],), seat
