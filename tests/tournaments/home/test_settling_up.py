"""At the end of a home game a list says who owes whom (HOME-2)."""

from typing import Any

import pytest

from core.refusal import Refusal
from core.types import UserId
from tests.tables.rooms import people
from tests.tournaments import stages
from tests.tournaments.events import START
from tests.tournaments.home.setting import begun, joined, opened, played
from tournaments.entry import purchases
from tournaments.home import games, hosting, settling
from tournaments.home.events import event_of
from tournaments.home.models import HomeGame, HomePlayer
from tournaments.models import Entry, Tournament
from tournaments.refusals import EventCode

pytestmark = [pytest.mark.django_db, pytest.mark.rule("HOME-2")]


def owed(game: HomeGame) -> list[tuple[int, int, int]]:
    """Who pays whom how much, the largest first."""
    settling.settle(game_id=game.pk, now=START)
    rows = game.payments.order_by("-amount", "pk")
    return list(rows.values_list("payer", "payee", "amount"))


def test_the_losers_pay_the_winner() -> None:
    anna, bea, carla = people(3)
    game, evening = begun(anna, bea, carla, payout="winner")
    event = played(evening)
    winner = event.entries.get(place=1).user_id
    others = sorted({anna.pk, bea.pk, carla.pk} - {winner})
    assert sorted(owed(game)) == [(loser, winner, 1_000) for loser in others]
    assert owed(game) == owed(game)


def test_two_places_share_the_pool() -> None:
    anna, bea, carla = people(3)
    game, evening = begun(anna, bea, carla, payout="two")
    evening.play_hands()
    event = Tournament.objects.get(pk=event_of(game).pk)
    entries = {entry.user_id: entry for entry in event.entries.all()}
    # No two with the same chips: they would go out together.
    for user, chips in ((anna, 6_000), (bea, 5_000), (carla, 4_000)):
        stages.give(event, entries[user.pk], chips)
    event = played(evening)
    by_place = dict(event.entries.values_list("place", "user"))
    # 65 and 35 percent of 30: the second has 50 cents more than they put in.
    assert owed(game) == [(by_place[3], by_place[1], 950), (by_place[3], by_place[2], 50)]


def test_a_written_bounty_is_won_by_the_head() -> None:
    anna, bea = people(2)
    game, evening = begun(anna, bea, payout="winner", bounty=500)
    winner = played(evening).entries.get(place=1).user_id
    [loser] = {anna.pk, bea.pk} - {winner}
    assert owed(game) == [(loser, winner, 1_500)]
    player = game.players.get(user=winner)
    assert (player.prize, player.bounties, player.put_in) == (2_000, 1_000, 1_500)


def test_rebuys_and_re_entries_count_as_buy_ins() -> None:
    anna, bea, carla = people(3)
    game, evening = begun(anna, bea, carla, payout="winner", rebuys=2, re_entries=1)
    event = event_of(game)
    seat: dict[str, Any] = {
        "tournament_id": event.pk,
        "user_id": UserId(anna.pk),
        "now": evening.now,
    }
    purchases.rebuy(**seat, count=1, key="one more")
    played(evening)
    bought = {player.user_id: player.buy_ins for player in settled(game)}
    assert bought == {anna.pk: 2, bea.pk: 1, carla.pk: 1}
    winner = event_of(game).entries.get(place=1).user_id
    assert game.players.get(user=winner).prize == 4_000


def settled(game: HomeGame) -> list[HomePlayer]:
    owed(game)
    return list(game.players.all())


def test_a_game_ended_before_its_first_hand_owes_nothing() -> None:
    anna, bea = people(2)
    game = opened(anna, bounty=500)
    joined(game, bea)
    hosting.end(game_id=game.pk, by=UserId(anna.pk), now=START)
    hosting.end(game_id=game.pk, by=UserId(anna.pk), now=START)
    assert owed(game) == []
    assert set(game.players.values_list("put_in", "prize", "bounties")) == {(1_500, 1_000, 500)}


def test_a_game_ended_early_is_settled_by_the_chips() -> None:
    anna, bea, carla = people(3)
    game, evening = begun(anna, bea, carla, payout="winner")
    evening.play_hands()
    event = Tournament.objects.get(pk=event_of(game).pk)
    entries = {entry.user_id: entry for entry in event.entries.all()}
    for user, chips in ((anna, 8_000), (bea, 4_500), (carla, 2_500)):
        stages.give(event, entries[user.pk], chips)
    hosting.end(game_id=game.pk, by=UserId(anna.pk), now=evening.later(10))
    event.refresh_from_db()
    assert event.status == Tournament.Status.CANCELLED
    # One paid place and three still in: each has back the ten euros, and nothing is left.
    assert owed(game) == []


def test_what_those_who_are_out_have_left_goes_by_chips() -> None:
    anna, bea, carla = people(3)
    game, evening = begun(anna, bea, carla, payout="winner")
    evening.play_hands()
    event = Tournament.objects.get(pk=event_of(game).pk)
    entries = {entry.user_id: entry for entry in event.entries.all()}
    stages.bust(event, entries[carla.pk])
    for user, chips in ((anna, 10_000), (bea, 5_000)):
        stages.give(event, entries[user.pk], chips)
    hosting.end(game_id=game.pk, by=UserId(anna.pk), now=evening.later(10))
    # Carla's ten: two thirds to Anna, one to Bea.
    assert owed(game) == [(carla.pk, anna.pk, 667), (carla.pk, bea.pk, 333)]


def test_in_the_paid_places_the_next_prize_is_safe() -> None:
    anna, bea, carla = people(3)
    game, evening = begun(anna, bea, carla, payout="two")
    evening.play_hands()
    event = Tournament.objects.get(pk=event_of(game).pk)
    entries = {entry.user_id: entry for entry in event.entries.all()}
    stages.bust(event, entries[carla.pk])
    for user, chips in ((anna, 10_000), (bea, 5_000)):
        stages.give(event, entries[user.pk], chips)
    hosting.end(game_id=game.pk, by=UserId(anna.pk), now=evening.later(10))
    owed(game)
    won = dict(game.players.values_list("user", "prize"))
    # 10.50 each, and of the 9.00 above it two thirds to Anna.
    assert won == {anna.pk: 1_650, bea.pk: 1_350, carla.pk: 0}


def test_nothing_is_owed_where_nothing_was_written() -> None:
    anna, bea = people(2)
    game, evening = begun(anna, bea, unit="", buy_in=1_000, bounty=200)
    played(evening)
    assert owed(game) == []


def test_either_side_ticks_and_nobody_else() -> None:
    anna, bea, carla = people(3)
    game, evening = begun(anna, bea, payout="winner")
    played(evening)
    [(payer, payee, _amount)] = owed(game)
    payment = game.payments.get()
    tick: dict[str, Any] = {"game_id": game.pk, "payment_id": payment.pk, "now": START}
    with pytest.raises(Refusal, match=EventCode.NOT_YOUR_PAYMENT):
        settling.tick(**tick, by=UserId(carla.pk), paid=True)
    settling.tick(**tick, by=UserId(payer), paid=True)
    settling.tick(**tick, by=UserId(payee), paid=True)
    payment.refresh_from_db()
    assert payment.ticked_by_id == payer
    settling.tick(**tick, by=UserId(payee), paid=False)
    payment.refresh_from_db()
    assert (payment.ticked_by, payment.ticked_at) == (None, None)


def test_a_player_who_is_out_enters_again_by_the_link() -> None:
    anna, bea, carla = people(3)
    game, evening = begun(anna, bea, carla, payout="winner", re_entries=1)
    evening.play_hands()
    event = Tournament.objects.get(pk=event_of(game).pk)
    entries = {entry.user_id: entry for entry in event.entries.all()}
    stages.bust(event, entries[carla.pk])
    for user in (anna, bea):
        stages.give(event, entries[user.pk], 7_500)
    games.join(token=game.token, user_id=UserId(carla.pk), now=evening.now)
    assert event.entries.filter(user=carla.pk, status__in=Entry.LIVE).count() == 1
    played(evening)
    owed(game)
    assert game.players.get(user=carla.pk).put_in == 2_000
