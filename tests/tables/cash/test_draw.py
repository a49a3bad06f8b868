"""Italian draw poker for money: antes, the rake, and pots that nobody has won yet."""

from itertools import count
from random import Random
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from core.money import money_text
from tables import engine
from tables.cash import cashier, croupier, stays
from tables.cash.books import CashTable
from tables.history import hand_decisions
from tables.models import CashGame, Hand, StayMoment, Table
from tables.storage import packed_events
from tests.harness.long_forms import longer
from tests.tables.cash.setting import WALLET, CashRoom, cash_room, offer

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replayed")]

DRAW: dict[str, Any] = {
    "name": "Italian 20", "game": "italian", "small_blind": 0, "big_blind": 20, "ante": 10,
    "straddle": False,
}  # fmt: skip


def draw_room(*seated: int, **terms: Any) -> CashRoom:
    return cash_room(*seated, **{**DRAW, **terms})


def said_of_the_rake() -> list[str]:
    """Of every finished hand, what its players read."""
    hands = Hand.objects.order_by("pk")
    return [
        told.sentence
        for hand in hands
        for told in hand_decisions.of_hand(hand, packed_events.of_hand(hand.pk))
    ]


def pass_round(room: CashRoom) -> None:
    """Nobody opens: the pot stays, and after the pause waits for the next hand."""
    while room.hand is not None:
        room.act("check")


@pytest.mark.rule("DRAW-1", "CASH-2")
def test_everybody_antes_and_a_newcomer_owes_nothing() -> None:
    room = draw_room(2000, 2000, 2000)
    hand = room.deal()
    assert hand.paid == dict.fromkeys(hand.seats, 10)
    assert hand.pot == 30
    room.fold_out()
    room.sit(4, 2000)
    assert not room.stay(4).owes
    assert set(room.deal().seats) == {1, 2, 3, 4}


@pytest.mark.middling
@pytest.mark.rule("DRAW-1")
def test_with_ten_players_the_dealer_rests_and_pays_nothing() -> None:
    room = draw_room(*[2000] * 10, people_here=11, seats=10)
    hand = room.deal()
    assert len(hand.seats) == 9
    resting = hand.positions.button
    assert resting not in hand.seats
    pass_round(room)
    # Who has rested is not in the pot that waits.
    assert (room.stack(resting), room.stay(resting).in_pot) == (2000, 0)
    assert resting not in room.deal().seats
    room.fold_out()


@pytest.mark.rule("BTN-1")
def test_the_button_goes_to_the_next_player_after_each_hand() -> None:
    room = draw_room(2000, 2000, 2000)
    first = room.deal().positions.button
    room.fold_out()
    assert room.deal().positions.button == first % 3 + 1


@pytest.mark.rule("CASH-4")
def test_who_cannot_pay_the_ante_sits_out() -> None:
    room = draw_room(2000, 2000, 2000)
    room.make_poor(1, left=9)
    assert set(room.deal().seats) == {2, 3}
    assert room.away(1)


@pytest.mark.rule("CASH-1")
def test_one_brings_thirty_to_a_hundred_least_bets() -> None:
    game = offer(**DRAW)
    assert (game.least, game.most) == (600, 2000)
    assert game.stakes_text == "ante €0.10 · minimum bet €0.20"


@pytest.mark.rule("CASH-1", "INFO-4")
@pytest.mark.parametrize(
    ("terms", "field"),
    [
        ({"small_blind": 10}, "small_blind"),
        ({"ante": 0}, "ante"),
        ({"ante": 21}, "ante"),
        ({"straddle": True}, "straddle"),
    ],
)
def test_terms_that_draw_poker_cannot_have_are_refused(terms: dict[str, Any], field: str) -> None:
    with pytest.raises(ValidationError) as refused:
        offer(**{**DRAW, **terms})
    assert field in refused.value.message_dict


@pytest.mark.rule("DRAW-2", "RAKE-1", "INFO-1")
def test_a_pot_that_nobody_opens_waits_unraked_and_is_won_by_the_next_hand() -> None:
    room = draw_room(2000, 2000, 2000)
    room.deal()
    pass_round(room)
    assert room.table.live.unwon == 30
    assert [room.stay(who).in_pot for who in (1, 2, 3)] == [10, 10, 10]
    assert (room.rake, room.escrow) == (0, 6000)
    hand = room.deal()
    assert hand.pot == 60
    assert hand.exchange is not None
    assert hand.exchange.carried.openers == "Q"
    room.fold_out()
    assert room.table.live.unwon == 0
    assert [room.stay(who).in_pot for who in (1, 2, 3)] == [0, 0, 0]
    # No draw, no rake.
    assert sorted(room.stack(who) for who in (1, 2, 3)) == [1980, 1980, 2040]
    assert said_of_the_rake() == [
        "This pot has no winner yet: rake is taken in the hand that wins it.",
        "The hand ended before the draw: the house takes nothing.",
    ]


@pytest.mark.rule("RAKE-1", "INFO-1")
def test_once_cards_were_changed_the_pot_is_raked_where_it_is_won() -> None:
    room = draw_room(2000, 2000)
    while True:
        hand = room.deal()
        able = [no for no in hand.seats if engine.view(hand, no)["draw"]["may_open"]]
        if able:
            break
        room.fold_out()
    seen = []
    while (hand := room.going).round != "closing":
        kind = "discard" if hand.round == "exchange" else "call" if hand.level else "check"
        if hand.round == "opening" and not hand.level and hand.turn in able:
            room.act("bet", hand.pot)
            continue
        seen.append(hand.rake)
        room.act(kind)
    assert set(seen[:-2]) <= {0}
    pot = room.going.pot
    room.act("cip")
    if room.hand is not None:
        room.act("cip")
    # RAKE-2 at a least bet of 0.20: a cent for each whole 0.17.
    assert room.rake == pot // 17 > 0
    assert said_of_the_rake()[-1].endswith(f"the house takes {money_text(room.rake)}.")


@pytest.mark.rule("DRAW-2")
def test_while_a_pot_waits_only_those_play_who_are_in_it() -> None:
    room = draw_room(2000, 2000, 2000)
    room.deal()
    pass_round(room)
    room.sit(4, 2000)
    room.sit_out(1)
    hand = room.deal()
    assert set(hand.seats) == {2, 3}
    table = room.table
    waiting = {no for no in table.live.seats if _told(room, no).get("waits")}
    assert waiting == {4}
    room.fold_out()
    # Won: what the absent one had put in is gone.
    assert room.stack(1) == 1990
    room.come_back(1)
    assert set(room.deal().seats) == {1, 2, 3, 4}


def _told(room: CashRoom, no: int) -> Any:
    from tables.live import frames

    return next(seat for seat in frames.table(room.table)["seats"] if seat["seat"] == no)


@pytest.mark.rule("DRAW-2", "CASH-1")
def test_who_leaves_gives_up_their_part_to_those_who_play_on() -> None:
    room = draw_room(2000, 2000, 2000)
    room.deal()
    pass_round(room)
    room.leave(1)
    room.check()
    assert room.wallet(1) == WALLET - 10
    assert [room.stay(who).in_pot for who in (2, 3)] == [15, 15]
    assert room.deal().pot == 30 + 20


@pytest.mark.rule("DRAW-2", "CASH-1")
def test_when_fewer_than_two_would_play_for_it_each_takes_their_part_back() -> None:
    room = draw_room(2000, 2000, 2000)
    room.deal()
    pass_round(room)
    room.leave(1)
    room.sit_out(2)
    room.sit(4, 2000)
    hand = room.deal()
    # A new pot, for which jacks are enough.
    assert (set(hand.seats), hand.pot) == ({3, 4}, 20)
    assert hand.exchange is not None
    assert hand.exchange.carried.openers == "J"
    assert [room.stack(who) for who in (2, 3)] == [2005, 2005]
    given = StayMoment.objects.filter(kind=StayMoment.Kind.GIVEN_BACK)
    assert list(given.values_list("cents", flat=True)) == [15, 15]


@pytest.mark.rule("DRAW-2", "CASH-1")
def test_when_all_leave_each_takes_their_part_along() -> None:
    room = draw_room(2000, 2000)
    room.deal()
    pass_round(room)
    room.leave(1)
    room.leave(2)
    room.check()
    assert room.escrow == 0
    assert (room.wallet(1), room.wallet(2)) == (WALLET - 10, WALLET + 10)


@pytest.mark.rule("CASH-5", "DRAW-2")
def test_a_malfunction_gives_back_what_lies_in_a_pot_that_nobody_has_won() -> None:
    room = draw_room(2000, 2000, 2000)
    room.deal()
    pass_round(room)
    room.deal()
    cashier.break_off(table_id=room.table_id, by=room.people[0].pk, why="a fire", now=room.now)
    room.check()
    assert [room.wallet(who) for who in (1, 2, 3)] == [WALLET] * 3
    assert list(CashTable(room.table_id).wrong_records()) == []


@pytest.mark.rule("CASH-5", "DRAW-2")
def test_a_game_that_is_no_longer_offered_gives_a_waiting_pot_back() -> None:
    room = draw_room(2000, 2000)
    room.deal()
    pass_round(room)
    CashGame.objects.update(tables=0)
    assert room.look() is None
    croupier.keep_open(now=room.now)
    assert Table.objects.get(pk=room.table_id).status == Table.Status.CLOSED
    assert (room.wallet(1), room.wallet(2), room.escrow) == (WALLET, WALLET, 0)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("seed", range(longer(3, short=1)))
@pytest.mark.rule("DRAW-2", "DRAW-5", "CASH-1")
def test_whoever_comes_goes_or_sits_out_the_books_add_up(seed: int) -> None:
    room, dice = draw_room(700, 900, 2000, 1500), Random(seed)
    # In hands, not in steps: a pot that nobody opens can keep those away who would be dealt in.
    for step in count():
        if room.table.hand_no >= longer(16, short=8):
            break
        _something(room, dice, step)
        room.look()
        while (hand := room.hand) is not None:
            _any_action(room, hand, dice)
        books = CashTable(room.table_id)
        assert list(books.wrong_records()) == []
        assert [drift for drift in books.compared()[1] if drift] == []


def _something(room: CashRoom, dice: Random, step: int) -> None:
    here = room.table.live.seats
    who = dice.randrange(1, 7)
    seated = any(sitter.user == room.people[who].pk for sitter in here.values())
    if not seated and dice.random() < 0.6:
        due = stays.buy_in_at(room.game, user_id=room.people[who].pk, now=room.now).back
        room.sit(who, due.cents if due else 1000, key=f"sit{step}")
    elif seated and len(here) > 2:
        dice.choice([room.leave, room.sit_out, room.come_back])(who)


def _any_action(room: CashRoom, hand: engine.HandState, dice: Random) -> None:
    legal = engine.legal_actions(hand)
    if legal.discard is not None:
        room.act("discard")
    elif legal.parola and dice.random() < 0.8:
        room.act("parola")
    elif legal.bet and dice.random() < 0.5:
        room.act("bet", legal.bet[0])
    elif legal.check:
        room.act("check")
    elif legal.call is not None and dice.random() < 0.8:
        room.act("call")
    else:
        room.act("cip" if legal.cip is not None else "fold")
