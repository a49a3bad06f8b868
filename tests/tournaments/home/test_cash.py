"""A cash game among friends: from the link to the chips that each takes away (HOME-6)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import override_settings

from core.refusal import Refusal
from core.types import Cents, Chips, UserId
from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.books import PLAY
from payouts.models import Transfer
from players.models import User
from players.profile import presence
from players.protection import exclusions
from players.refusals import PlayerCode
from players.sign_in import guests
from tables import engine
from tables.cash import cashier, croupier, waiting
from tables.chat import rules_of
from tables.live import dealer, own_tables, record, seats
from tables.live.record import TableRecord
from tables.models import CashStay, Seat, Table
from tables.refusals import TableCode
from tables.wire import spectators
from tests.tables.rooms import people
from tests.tournaments.events import START
from tests.tournaments.home.setting import joined, opened
from tournaments.home import games, hosting, settling
from tournaments.home.cash import table_of
from tournaments.home.kinds import SeatWish
from tournaments.home.models import HomeGame
from tournaments.models import Act
from tournaments.refusals import EventCode

pytestmark = [pytest.mark.django_db, pytest.mark.rule("HOME-6")]

STACK = 200


@dataclass
class CashNight:
    """A cash game of friends whose clock moves only when told to; the host is the first of them."""

    friends: list[User]
    game: HomeGame
    now: datetime = field(default=START)

    @property
    def host(self) -> UserId:
        return UserId(self.friends[0].pk)

    @property
    def table(self) -> TableRecord:
        return record.read(table_of(self.game).pk)

    @property
    def act(self) -> dict[str, Any]:
        """The arguments that every act of the host takes."""
        return {"game_id": self.game.pk, "by": self.host, "now": self.now}

    def later(self, seconds: float) -> datetime:
        self.now += timedelta(seconds=seconds)
        return self.now

    def start(self) -> None:
        hosting.start(**self.act)
        self.look()

    def look(self, seconds: float = 20) -> None:
        """Let time pass, and the table deal if it can; then the chips must add up."""
        croupier.look(table_id=self.table.id, now=self.later(seconds))
        self.check()

    def fold(self) -> None:
        self.do("fold")

    def do(self, kind: str) -> None:
        """The player whose turn it is does this."""
        table = self.table
        assert table.live.turn is not None
        dealer.act(
            table_id=table.id,
            user_id=table.live.dealt[table.live.turn],
            action=engine.Action(kind),
            seen_version=table.version,
            now=self.now,
        )

    def fold_out(self) -> None:
        while self.table.live.playing is not None:
            self.fold()
        self.check()

    def check(self) -> None:
        """The chips at the table are all from outside the room, and no money has moved."""
        connection.check_constraints()
        table = self.table
        hand = table.live.playing
        chips: int = sum(table.live.stack(no) for no in table.live.seats)
        chips += table.live.unwon if hand is None else hand.pot
        outside = ledger.balance(accounts.outside_of_table(table.id), books=PLAY)
        assert ledger.balance(accounts.escrow(table.id), books=PLAY) == chips == -outside
        assert not Transfer.objects.exists()

    def fresh(self) -> HomeGame:
        return HomeGame.objects.get(pk=self.game.pk)

    def seated(self) -> set[int]:
        return set(Seat.objects.filter(table=self.table.id).values_list("user", flat=True))


def night(
    count: int = 2, *, started: bool = True, called: str = "player", **terms: Any
) -> CashNight:
    friends = people(count, called)
    game = opened(friends[0], **{"kind": "cash", "most": STACK, "seats": 6, **terms})
    joined(game, *friends[1:])
    evening = CashNight(friends, game)
    if started:
        evening.start()
    return evening


def refused(code: object, verb: Callable[[], object]) -> None:
    with pytest.raises(Refusal) as refusal:
        verb()
    assert refusal.value.code == code


def test_friends_sit_down_by_the_link_and_play_when_the_host_says_so() -> None:
    evening = night(started=False)
    evening.look()
    assert evening.table.live.playing is None
    assert evening.seated() == {friend.pk for friend in evening.friends}
    # The strip on their pages does not say that play is on.
    friend = UserId(evening.friends[0].pk)
    assert [call.plays for call in own_tables.of_player(user_id=friend)] == [False]
    evening.start()
    assert evening.table.live.playing is not None
    assert [call.plays for call in own_tables.of_player(user_id=friend)] == [True]
    # Another press changes nothing.
    hosting.start(**evening.act)
    evening.fold_out()


def test_a_guest_plays_and_nobody_starts_alone() -> None:
    evening = night(1, started=False)
    refused(EventCode.TOO_FEW_SEATED, lambda: hosting.start(**evening.act))
    guest = guests.make(of_age=True, known_as=(), called="Bea", now=START)
    joined(evening.game, guest)
    evening.start()
    evening.fold_out()
    assert guest.pk in evening.seated()


def test_a_game_is_opened_and_a_seat_is_taken_once_for_one_form() -> None:
    anna, bea = people(2)
    terms: dict[str, Any] = {"kind": "cash", "most": STACK, "key": "form"}
    game = opened(anna, **terms)
    assert opened(anna, **terms).pk == game.pk
    evening = CashNight([anna, bea], game)
    for _ in range(2):
        wish = SeatWish(key="press")
        games.join(token=game.token, user_id=UserId(bea.pk), wish=wish, now=START)
    assert CashStay.objects.filter(user=bea).count() == 1
    evening.check()


def test_a_player_chooses_the_chips_within_the_bounds() -> None:
    evening = night(1, started=False, least=80)
    [bea] = people(1, "bea")

    def join(amount: int) -> HomeGame:
        wish = SeatWish(Chips(amount), uuid4().hex)
        token, user_id = evening.game.token, UserId(bea.pk)
        return games.join(token=token, user_id=user_id, wish=wish, now=START)

    refused(TableCode.BUY_IN_TOO_SMALL, lambda: join(79))
    refused(TableCode.BUY_IN_TOO_LARGE, lambda: join(STACK + 1))
    # A refusal lets nobody in.
    assert not evening.game.players.filter(user=bea).exists()
    join(80)
    assert Seat.objects.get(user=bea).stack == 80


def test_terms_that_cannot_be_played_are_refused() -> None:
    [anna] = people(1)
    refused(EventCode.BUY_IN_RANGE, lambda: opened(anna, kind="cash", most=20_000))
    refused(EventCode.BUY_IN_RANGE, lambda: opened(anna, kind="cash", most=100, least=101))
    refused(EventCode.BLINDS_TOO_LARGE, lambda: opened(anna, kind="cash", most=100, big_blind=21))
    refused(EventCode.GAME_SEATS, lambda: opened(anna, kind="cash", seats=11))
    assert not Table.objects.exists()


@pytest.mark.parametrize("game", ["nlhe", "plo8", "italian", "flhe"])
def test_every_kind_of_game_is_dealt(game: str) -> None:
    assert night(game=game, big_blind=4).table.live.playing is not None


def test_nobody_sits_or_watches_without_the_link() -> None:
    evening = night(started=False)
    [mallory] = people(1, "mallory")
    event = evening.table.event
    seat: dict[str, Any] = {"table_id": evening.table.id, "user_id": UserId(mallory.pk)}
    chips: dict[str, Any] = {"amount": Cents(STACK), "key": "k", "now": START}
    refused(EventCode.NOT_LET_IN, lambda: cashier.sit_down(**seat, **chips))
    refused(EventCode.NOT_LET_IN, lambda: waiting.join(**seat, any_table=True, now=START))
    assert not spectators.may_watch(event, mallory)
    assert spectators.may_watch(event, evening.friends[1])


def test_a_full_table_lets_players_in_who_wait_for_a_seat() -> None:
    evening = night(2, seats=2)
    [carla] = people(1, "carla")
    joined(evening.game, carla)
    assert carla.pk not in evening.seated()
    waiting.join(
        table_id=evening.table.id, user_id=UserId(carla.pk), any_table=True, now=evening.now
    )
    cashier.leave(table_id=evening.table.id, user_id=UserId(evening.friends[1].pk), now=evening.now)
    evening.fold_out()
    evening.look()
    joined(evening.game, carla)
    assert carla.pk in evening.seated()


def test_a_barred_player_neither_opens_nor_sits_nor_stays() -> None:
    evening = night(2)
    bea, dora = evening.friends[1], people(1, "dora")[0]
    exclusions.exclude(user_id=UserId(dora.pk), days=30, now=START)
    refused(PlayerCode.SELF_EXCLUDED, lambda: joined(evening.game, dora))
    refused(PlayerCode.SELF_EXCLUDED, lambda: opened(dora, kind="cash"))
    exclusions.exclude(user_id=UserId(bea.pk), days=30, now=evening.now)
    evening.fold_out()
    evening.look()
    assert bea.pk not in evening.seated()


def test_a_pause_in_a_hand_lets_it_end_and_no_other_begin() -> None:
    evening = night()
    hosting.pause(**evening.act)
    hosting.pause(**evening.act)
    assert evening.table.clock is None
    evening.fold_out()
    evening.look(3_600)
    assert evening.table.live.playing is None
    assert len(evening.seated()) == 2
    hosting.resume(**evening.act)
    hosting.resume(**evening.act)
    evening.look()
    assert evening.table.live.playing is not None


def test_pause_and_resume_wait_for_the_start_and_end_with_the_game() -> None:
    evening = night(started=False)
    for verb in (hosting.pause, hosting.resume):
        refused(EventCode.HOME_GAME_WAITS, partial(verb, **evening.act))
    hosting.end(**evening.act)
    for verb in (hosting.pause, hosting.resume, hosting.start):
        refused(EventCode.HOME_GAME_OVER, partial(verb, **evening.act))


def test_blinds_change_with_the_next_hand_and_buy_ins_do_not() -> None:
    evening = night(least=100)
    hosting.set_blinds(**evening.act, big_blind=10)
    hand = evening.table.live.playing
    assert hand is not None
    assert hand.stakes.big_blind == 2
    evening.fold_out()
    evening.look()
    hand = evening.table.live.playing
    assert hand is not None
    assert (hand.stakes.small_blind, hand.stakes.big_blind) == (5, 10)
    cash = evening.fresh().cash_game
    assert cash is not None
    assert (cash.least, cash.most) == (100, STACK)
    for wrong in (0, 1, 21):
        change = partial(hosting.set_blinds, **evening.act, big_blind=wrong)
        refused(EventCode.BLINDS_TOO_LARGE, change)


def test_levels_are_of_events_and_blinds_of_cash_games() -> None:
    evening = night()
    event = opened(evening.friends[1])
    by = UserId(evening.friends[1].pk)
    refused(EventCode.ONLY_IN_AN_EVENT, lambda: hosting.next_level(**evening.act, row=0))
    refused(
        EventCode.ONLY_IN_AN_EVENT,
        lambda: hosting.add_time(**evening.act, row=0, seconds=300, key="k"),
    )
    refused(
        EventCode.ONLY_IN_A_CASH_GAME,
        lambda: hosting.set_blinds(game_id=event.pk, by=by, big_blind=4, now=START),
    )


@pytest.mark.rule("HOME-3")
def test_a_removed_player_takes_the_chips_after_the_hand_and_does_not_come_back() -> None:
    evening = night(3)
    bea = evening.friends[1]
    for _ in range(2):
        hosting.remove(**evening.act, user_id=UserId(bea.pk))
    assert bea.pk in evening.seated()
    refused(
        EventCode.REMOVED_BY_HOST,
        lambda: cashier.stay(table_id=evening.table.id, user_id=UserId(bea.pk), now=evening.now),
    )
    evening.fold_out()
    evening.look()
    assert bea.pk not in evening.seated()
    refused(EventCode.REMOVED_BY_HOST, lambda: joined(evening.game, bea))
    assert not spectators.may_watch(evening.table.event, bea)
    refused(EventCode.HOST_STAYS, lambda: hosting.remove(**evening.act, user_id=evening.host))


def test_a_host_who_leaves_the_table_in_a_hand_is_still_the_host() -> None:
    evening = night(3)
    cashier.leave(table_id=evening.table.id, user_id=evening.host, now=evening.now)
    hosting.pause(**evening.act)
    hosting.resume(**evening.act)
    evening.fold_out()
    evening.look()
    assert evening.host not in evening.seated()
    hosting.set_entry(**evening.act, is_open=False)
    # The door is shut to new players only.
    games.join(token=evening.game.token, user_id=evening.host, now=evening.now)
    assert evening.host in evening.seated()
    refused(EventCode.HOME_ENTRY_CLOSED, lambda: joined(evening.game, *people(1, "eva")))


def test_the_role_goes_on_and_the_second_of_two_presses_comes_too_late() -> None:
    evening = night(3)
    bea = UserId(evening.friends[1].pk)
    hosting.hand_over(**evening.act, user_id=bea)
    refused(EventCode.NOT_THE_HOST, lambda: hosting.hand_over(**evening.act, user_id=bea))
    refused(EventCode.NOT_THE_HOST, lambda: hosting.end(**evening.act))
    hosting.pause(game_id=evening.game.pk, by=bea, now=evening.now)


def test_a_host_away_for_a_minute_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = night(3)
    there = {evening.host, evening.friends[2].pk}
    monkeypatch.setattr(presence, "here", lambda users, *, now: there & set(users))
    hosting.watch(now=evening.later(10))
    there.discard(evening.host)
    hosting.watch(now=evening.later(59))
    assert evening.fresh().host_id == evening.host
    hosting.watch(now=evening.later(1))
    assert evening.fresh().host == evening.friends[2]


def test_a_game_where_nobody_is_for_a_day_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "here", lambda users, *, now: set())
    waits, evening = night(started=False), night(started=False, called="other")
    hosting.start(**evening.act)
    hosting.watch(now=START + timedelta(hours=23))
    assert not waits.fresh().over
    assert not evening.fresh().over
    hosting.watch(now=START + timedelta(hours=25))
    assert waits.fresh().settled_at is not None
    assert evening.fresh().settled_at is not None


def test_the_end_between_hands_is_settled_at_once() -> None:
    evening = night()
    evening.fold_out()
    for _ in range(2):
        hosting.end(**evening.act)
    assert evening.table.status == Table.Status.CLOSED
    game = evening.fresh()
    assert game.settled_at == evening.now
    assert ledger.balance(accounts.outside_of_table(evening.table.id), books=PLAY) == 0
    rows = dict(game.players.values_list("chips_taken", "put_in"))
    # The small blind: one chip of two hundred, of ten euros five cents.
    assert rows == {STACK - 1: 5, STACK + 1: 0}


@pytest.mark.rule("SHOW-2")
def test_the_end_waits_for_the_last_card_of_an_all_in() -> None:
    evening = night()
    with override_settings(RESULT_SECONDS=4):
        for kind in ("all_in", "call"):
            evening.do(kind)
    hosting.end(**evening.act)
    for seconds, settled in ((4.4, False), (0.2, True)):
        hosting.watch(now=evening.later(seconds))
        assert (evening.fresh().settled_at is not None) == settled
        assert (evening.table.status == Table.Status.CLOSED) == settled


def test_the_end_in_a_hand_waits_for_it() -> None:
    evening = night()
    hosting.pause(**evening.act)
    hosting.end(**evening.act)
    assert evening.table.live.playing is not None
    assert evening.table.clock is not None
    hosting.watch(now=evening.now)
    assert evening.fresh().settled_at is None
    refused(EventCode.HOME_GAME_OVER, lambda: joined(evening.game, *people(1, "eva")))
    evening.fold_out()
    evening.look()
    hosting.watch(now=evening.now)
    game = evening.fresh()
    assert game.settled_at is not None
    assert sum(game.players.values_list("chips_taken", flat=True)) == 2 * STACK


def test_staff_end_a_game_and_one_that_they_break_off_is_settled() -> None:
    owner = User.objects.create_superuser("owner")
    first, second = night(started=False), night(started=False, called="other")
    why = "a quiet room"
    hosting.end_by_staff(game_id=first.game.pk, by=owner.pk, why=why, now=START)
    assert first.fresh().settled_at is not None
    assert Act.objects.filter(verb="cancel", about=first.game.name, why=why).count() == 1
    hosting.start(**second.act)
    second.look()
    cashier.break_off(table_id=second.table.id, by=owner.pk, why=why, now=second.now)
    hosting.watch(now=second.now)
    assert second.fresh().settled_at is not None
    assert not second.fresh().payments.exists()


def test_a_player_leaves_before_the_start_and_the_host_does_not() -> None:
    evening = night(started=False)
    bea = UserId(evening.friends[1].pk)
    games.leave(game_id=evening.game.pk, user_id=bea, now=START)
    assert evening.seated() == {evening.host}
    leave = games.leave
    refused(
        EventCode.HOST_STAYS,
        lambda: leave(game_id=evening.game.pk, user_id=evening.host, now=START),
    )
    joined(evening.game, evening.friends[1])
    evening.start()
    refused(
        EventCode.HOME_GAME_BEGUN, lambda: leave(game_id=evening.game.pk, user_id=bea, now=START)
    )


def test_the_host_lets_folded_players_talk() -> None:
    evening = night()
    hosting.set_chat(**evening.act, folded_may_talk=True)
    assert rules_of(evening.table.event) == (True, True)


@pytest.mark.rule("HOME-2")
def test_notes_are_deleted_after_a_month_and_the_hands_stay() -> None:
    evening = night()
    evening.fold_out()
    hosting.end(**evening.act)
    assert hosting.purge(now=evening.now + timedelta(days=29)) == 0
    assert hosting.purge(now=evening.now + timedelta(days=31)) == 1
    assert Table.objects.filter(hands__isnull=False).exists()


@pytest.mark.rule("HOME-2")
def test_who_busts_and_buys_again_owes_both_and_the_list_is_the_shortest() -> None:
    evening = night(3)
    evening.fold_out()
    anna, bea, carla = evening.friends
    stacks: dict[int, int] = {anna.pk: 3 * STACK, bea.pk: 0, carla.pk: 0}
    give(evening, stacks)
    cashier.top_up(
        table_id=evening.table.id,
        user_id=UserId(bea.pk),
        amount=Cents(STACK),
        key="again",
        now=evening.now,
    )
    give(evening, {anna.pk: 3 * STACK + 67, bea.pk: STACK - 67, carla.pk: 0})
    hosting.end(**evening.act)
    settling.settle(game_id=evening.game.pk, now=evening.now)
    players = {row.user_id: row for row in evening.game.players.all()}
    assert players[bea.pk].buy_ins == 2
    assert (players[bea.pk].chips_bought, players[bea.pk].chips_taken) == (2 * STACK, 133)
    rows = evening.game.payments.order_by("-amount").values_list("payer", "payee", "amount")
    # Five cents a chip: 267 and 200 of them.
    assert list(rows) == [(bea.pk, anna.pk, 1_335), (carla.pk, anna.pk, 1_000)]


@pytest.mark.rule("HOME-2")
def test_cents_that_do_not_divide_go_to_the_largest_remainder() -> None:
    evening = night(3, most=300, buy_in=1_00)
    evening.fold_out()
    anna, bea, carla = evening.friends
    give(evening, {anna.pk: 302, bea.pk: 299, carla.pk: 299})
    hosting.end(**evening.act)
    balances = [row.balance for row in evening.game.players.order_by("pk")]
    assert sum(balances) == 0
    # Two chips are two thirds of a cent, which is none.
    assert balances == [0, 0, 0]


def give(evening: CashNight, stacks: Mapping[int, int]) -> None:
    """Deal the chips at the table anew between hands, by user."""
    table = evening.table
    for no, sitter in table.live.seats.items():
        seats.set_stack(table, no, Chips(stacks[sitter.user]))
    record.write(table, [], now=evening.now)
    evening.check()
