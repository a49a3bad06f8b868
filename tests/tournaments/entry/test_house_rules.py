"""What a plan says about play reaches the tables of its events."""

from collections.abc import Sequence
from typing import Any, get_args, get_type_hints

import pytest
from django.core.exceptions import ValidationError
from django.db.models import Field
from django.test import Client
from django.urls import reverse

from core.types import Chips, SeatNo
from players.models import User
from tables import engine
from tables.engine.cards import FRENCH, split
from tables.engine.games import ITALIAN
from tables.engine.positions import left_of
from tables.games import DRAW_RULES, LIMIT_RULES
from tables.live import seating
from tables.models import HOUSE_RULES, Hand, Table
from tables.storage import packed_events
from tests.tables.rooms import Room
from tests.tournaments import events
from tests.tournaments.events import START
from tournaments import director
from tournaments.entry import registration, scheduling
from tournaments.floor import floors
from tournaments.models import Level, Template, Tournament
from tournaments.rules import level_clock
from tournaments.rules.seating import due_for_big_blind
from tournaments.rules.table_occupancy import TablePlan

pytestmark = pytest.mark.django_db


def started(plan: Template) -> Tournament:
    """An event of the plan, full, with its first hands dealt."""
    event = scheduling.publish(template_id=plan.pk, now=START)
    for user in events.players(plan.max_entries):
        registration.register(tournament_id=event.pk, user_id=user.pk, now=START)
    director.step(tournament_id=event.pk, now=START)
    event.refresh_from_db()
    return event


def told(hand: Hand, *kinds: str) -> list[dict[str, Any]]:
    return [dict(event) for event in packed_events.of_hand(hand.pk) if event["e"] in kinds]


def big_blind_ante(**terms: Any) -> Template:
    plan = events.template(rows=[(600, 25, 50, 50), (600, 50, 100, 10)], **terms)
    plan.levels.filter(position=1).update(big_blind_ante=True)
    return plan


@pytest.mark.rule("BLIND-2", "TRN-1")
def test_the_big_blind_antes_for_all_in_the_levels_that_say_so(client: Client) -> None:
    event = started(big_blind_ante(max_entries=3, min_entries=3))
    hand = Hand.objects.get()
    big_blind = hand.positions["big_blind"]
    assert [(post["seat"], post["amount"]) for post in told(hand, "ante")] == [(big_blind, 50)]
    page = client.get(reverse("tournament", args=[event.pk])).content.decode()
    assert page.count("BB ante") == 2  # on the clock, and at one of two levels
    assert "BB ante" in client.get(reverse("wall", args=[event.pk])).content.decode()


@pytest.mark.rule("BLIND-2")
def test_a_schedule_stored_before_there_were_big_blind_antes_still_reads() -> None:
    stored = level_clock.BlindLevel(60, 10, 20, 5).to_json()
    del stored["big_blind_ante"]
    assert level_clock.schedule([stored]) == (level_clock.BlindLevel(60, 10, 20, 5),)


@pytest.mark.rule("BLIND-2")
def test_a_big_blind_ante_needs_an_ante_and_a_big_blind() -> None:
    holdem, italian = (
        events.template(game=game, seats_per_table=4, max_entries=4) for game in ("nlhe", "italian")
    )
    for plan in (holdem, italian):
        row = Level(structure=plan.structure, position=9, seconds=60, big_blind_ante=True)
        with pytest.raises(ValidationError, match="the ante that the big blind pays"):
            row.full_clean()
        row.ante = 50
        row.full_clean()
        row.save()
    holdem.full_clean()
    with pytest.raises(ValidationError) as caught:
        italian.full_clean()
    assert list(caught.value.message_dict) == ["structure"]


OTHERS: dict[str, Any] = {
    "button": "forward",
    "short_all_ins": "together",
    "cap_heads_up": "round",
    "limit_all_in": "half",
    "odd_chips": "next_bb",
    "pot_raise": "before_call",
    "allow_four_flush": True,
    "flush_over_full": "never",
    "suits": "split",
    "straight_flushes": "linear",
}


def table_for_four(**terms: Any) -> Room:
    """The table of an event with these terms, before its first hand."""
    event = events.sit_and_go(max_entries=4, **terms)
    plan = floors.read(event, now=START)
    table = plan.open_table("#1", event.levels[0])
    users = dict(enumerate(events.players(4), start=1))
    plan.seat(table.id, {SeatNo(no): user.pk for no, user in users.items()}, stack=Chips(1500))
    return Room(table.id, users, START)


def deck_of(hands: Sequence[str], board: str = "", cards: Sequence[str] = FRENCH) -> list[str]:
    """A deck that gives these hands, the first to the left of the button."""
    deck = [card for round_ in zip(*map(split, hands), strict=True) for card in round_]
    deck += split(board)
    return deck + [card for card in cards if card not in deck]


def wins(room: Room) -> dict[int, int]:
    hand = room.table.live.hand
    assert hand is not None
    assert hand.finished
    return {win.seat: win.amount for win in hand.wins}


def test_a_plan_has_the_choices_of_the_engine_and_begins_with_the_usual_ones() -> None:
    ways = get_type_hints(engine.HouseRules)
    for name in HOUSE_RULES:
        field = Template._meta.get_field(name)
        assert isinstance(field, Field)
        assert field.get_default() == getattr(engine.USUAL, name)
        assert [way for way, _ in field.choices or ()] == list(get_args(ways[name]))


FITTING = {
    "plo": ("button", "short_all_ins", "odd_chips", "pot_raise"),
    "flhe": LIMIT_RULES,
    "italian": DRAW_RULES,
}


@pytest.mark.parametrize("game", FITTING)
def test_publishing_copies_the_house_rules_and_the_table_keeps_every_one_of_them(game: str) -> None:
    assert {name for names in FITTING.values() for name in names} == set(HOUSE_RULES) == set(OTHERS)
    others = {name: OTHERS[name] for name in FITTING[game]}
    event = events.sit_and_go(game=game, **others)
    assert event.house == engine.HouseRules(**others)
    table = floors.read(event, now=START).open_table("#1", event.levels[0])
    assert Table.objects.get(pk=table.id).house == event.house.to_json()


def test_the_page_says_what_is_played_by_other_rules_than_usual(client: Client) -> None:
    others = {name: OTHERS[name] for name in FITTING["plo"]}
    event = events.sit_and_go(game="plo", **others)
    page = client.get(reverse("tournament", args=[event.pk])).content.decode()
    for words in (
        "Button and small blind: always at players<br>",
        "Betting is reopened: also by several short all-ins that add up to one",
        "Odd chips: to the winner who has the big blind first",
    ):
        assert words in page


@pytest.mark.slow
@pytest.mark.rule("BTN-3")
@pytest.mark.parametrize("button", ["dead", "forward"])
def test_button_and_small_blind_stand_where_the_event_says(button: engine.Button) -> None:
    room = table_for_four(button=button)
    room.deal()
    room.fold_out()
    before = room.table.positions
    assert before is not None
    out = before.big_blind
    seating.leave_seat(table_id=room.table_id, user_id=room.users[out].pk, now=START)
    hand = room.deal()
    assert hand is not None
    stands = (hand.positions["button"], hand.positions["small_blind"])
    assert (stands == (before.small_blind, out)) == (button == "dead")
    assert len(told(hand, "blind")) == (1 if button == "dead" else 2)
    seats = frozenset(room.users) - {out}
    plan = TablePlan(1, max_seats=6, seats=seats, positions=before, button=button)
    assert due_for_big_blind(plan) == hand.positions["big_blind"]


@pytest.mark.rule("BTN-3")
@pytest.mark.parametrize(("button", "dealt"), [("dead", [1, 2, 4]), ("forward", [1, 2, 3, 4])])
def test_who_sits_between_button_and_small_blind_waits_a_hand(
    button: engine.Button, dealt: list[int]
) -> None:
    """Seat 3 has come after a hand with the blinds at 2 and 4."""
    room = table_for_four(button=button)
    Table.objects.filter(pk=room.table_id).update(positions=engine.Positions(1, 2, 4).to_json())
    hand = room.deal()
    assert hand is not None
    assert sorted(hand.players.values_list("seat_no", flat=True)) == dealt
    assert hand.positions["big_blind"] == 1
    room.fold_out()
    again = room.deal()
    assert again is not None
    assert sorted(again.players.values_list("seat_no", flat=True)) == [1, 2, 3, 4]
    assert again.positions["big_blind"] == 2


@pytest.mark.rule("POT-2")
@pytest.mark.parametrize(("odd_chips", "winner"), [("left_of_button", 1), ("next_bb", 2)])
def test_odd_chips_go_where_the_event_says(odd_chips: str, winner: int) -> None:
    room = table_for_four(odd_chips=odd_chips)
    hand = room.deal(deck_of(["2c3d", "2d3c", "2h3h", "4c5d"], "6cTsJsQs6dKs6hAs"))
    assert hand is not None
    for kind in ("call", "call", "fold", *["check"] * 10):
        room.act(kind)
    order = left_of(hand.positions["button"], list(room.users))
    assert wins(room) == {no: 58 + (no == order[winner]) for no in order[1:]}


@pytest.mark.slow
@pytest.mark.rule("PL-1")
@pytest.mark.parametrize(("pot_raise", "most"), [("after_call", 175), ("before_call", 125)])
def test_a_pot_limit_raise_counts_the_pot_as_the_event_says(pot_raise: str, most: int) -> None:
    room = table_for_four(game="plhe", pot_raise=pot_raise)
    room.deal()
    hand = room.table.live.playing
    assert hand is not None
    sizes = engine.legal_actions(hand).raise_
    assert sizes is not None
    assert sizes[1] == most


@pytest.mark.slow
@pytest.mark.rule("DRAW-2")
@pytest.mark.parametrize("allowed", [True, False])
def test_four_of_a_suit_open_where_the_event_says_so(allowed: bool) -> None:
    room = table_for_four(game="italian", allow_four_flush=allowed)
    hands = ["7h9hJhKhQc", "7c8d9cTsKd", "7d8c9dTcKc", "7s8s9sJdAc"]
    room.deal(deck_of(hands, cards=ITALIAN.deck(4)))
    hand = room.table.live.playing
    assert hand is not None
    assert (engine.legal_actions(hand).bet is not None) == allowed


FLUSH, FULL = "7h9hJhKhAh", "TcTdTsQcQd"
MAXIMUM, MINIMUM = "ThJhQhKhAh", "7d8d9dTdAd"


@pytest.mark.slow
@pytest.mark.rule("DRAW-6", "DRAW-7")
@pytest.mark.parametrize(
    ("setting", "hands", "winners"),
    [
        ({}, (FLUSH, FULL), [0]),
        ({"flush_over_full": "short_deck"}, (FLUSH, FULL), [0]),
        ({"flush_over_full": "never"}, (FLUSH, FULL), [1]),
        ({}, ("KhKd7h8h9c", "KcKs7c8d9d"), [0]),
        ({"suits": "split"}, ("KhKd7h8h9c", "KcKs7c8d9d"), [0, 1]),
        ({}, (MAXIMUM, MINIMUM), [1]),
        ({"straight_flushes": "linear"}, (MAXIMUM, MINIMUM), [0]),
    ],
)
def test_italian_hands_rank_as_the_event_says(
    setting: dict[str, str], hands: tuple[str, str], winners: list[int]
) -> None:
    room = table_for_four(game="italian", **setting)
    others = [card for card in ITALIAN.deck(4) if card not in split("".join(hands))]
    dealt = [*hands, "".join(others[:5]), "".join(others[5:10])]
    hand = room.deal(deck_of(dealt, cards=ITALIAN.deck(4)))
    assert hand is not None
    room.act("cip")
    for kind in ("call", "fold", "fold", "discard", "discard", "cip", "cip"):
        if room.turn is not None:
            room.act(kind)
    order = left_of(hand.positions["button"], list(room.users))
    assert sorted(wins(room)) == sorted(order[place] for place in winners)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "refused"),
    [
        (
            "nlhe",
            [
                *LIMIT_RULES,
                "pot_raise",
                "allow_four_flush",
                "flush_over_full",
                "suits",
                "straight_flushes",
            ],
        ),
        ("plo", [*LIMIT_RULES, *DRAW_RULES]),
        ("italian", [*LIMIT_RULES, "button", "odd_chips"]),
    ],
)
def test_the_form_of_a_plan_refuses_house_rules_that_its_game_has_no_use_for(
    client: Client, game: str, refused: list[str]
) -> None:
    client.force_login(User.objects.create_superuser("staff"))
    plan = events.template(game=game)
    address = reverse("admin:tournaments_template_change", args=[plan.pk])
    form = client.get(address).context["adminform"].form
    data = {name: value for name, value in form.initial.items() if value is not None}
    answer = client.post(address, {**data, **OTHERS})
    assert sorted(answer.context["adminform"].form.errors) == sorted(refused)
