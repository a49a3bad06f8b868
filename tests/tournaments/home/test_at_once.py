"""Presses at the same moment in a home game: real threads and transactions (HOME-1, HOME-3)."""

from functools import partial
from typing import Any

import pytest

from core.types import UserId
from tests.payouts.crowd import DONE, at_once
from tests.tables.rooms import people
from tests.tournaments.events import START
from tests.tournaments.home.setting import joined, opened
from tests.tournaments.live_room.home_nights.setting import HomeNight
from tournaments import director
from tournaments.home import games, hosting
from tournaments.home.events import event_of
from tournaments.home.models import HomeGame
from tournaments.live_room.home_nights import floor_acts
from tournaments.models import Entry, Purchase, Tournament
from tournaments.play import books

pytestmark = pytest.mark.django_db(transaction=True)


def as_host(game: HomeGame, by: Any, verb: Any, **what: Any) -> Any:
    return partial(verb, game_id=game.pk, by=UserId(by.pk), now=START, **what)


@pytest.mark.rule("HOME-1", "HOME-3")
def test_the_role_goes_over_while_its_new_holder_is_removed() -> None:
    anna, bea, carl = people(3)
    game = opened(anna)
    joined(game, bea, carl)
    results = at_once(
        [
            as_host(game, anna, hosting.hand_over, user_id=UserId(bea.pk)),
            as_host(game, anna, hosting.remove, user_id=UserId(bea.pk)),
        ]
    )
    game.refresh_from_db()
    host = game.players.get(user=game.host_id)
    # Whoever came first: a host is never one who was removed.
    assert host.removed_at is None
    assert set(results) in ({DONE, "NOT_THE_HOST"}, {DONE, "NOT_IN_HOME_GAME"})


@pytest.mark.rule("HOME-1")
def test_an_old_and_a_new_host_press_at_once() -> None:
    anna, bea = people(2)
    game = opened(anna)
    joined(game, bea)
    results = at_once(
        [
            as_host(game, anna, hosting.hand_over, user_id=UserId(bea.pk)),
            as_host(game, bea, hosting.start),
            as_host(game, anna, hosting.start),
            as_host(game, anna, hosting.end),
        ]
    )
    game.refresh_from_db()
    assert results[0] in (DONE, "NOT_THE_HOST")
    assert set(results) <= {DONE, "NOT_THE_HOST", "EVENT_OVER", "ALREADY_STARTED"}
    event = Tournament.objects.get(pk=event_of(game).pk)
    director.step(tournament_id=event.pk, now=START)
    assert books.reconcile().drifts == []
    assert game.players.filter(user=game.host_id, removed_at=None).exists()


@pytest.mark.rule("HOME-1")
def test_the_link_closes_while_friends_press() -> None:
    anna, *friends = people(7)
    game = opened(anna)
    join = [
        partial(games.join, token=game.token, user_id=UserId(user.pk), now=START)
        for user in friends
    ]
    results = at_once([*join, as_host(game, anna, hosting.set_entry, is_open=False)])
    assert set(results) <= {DONE, "HOME_ENTRY_CLOSED"}
    entered = event_of(game).entries.filter(status=Entry.Status.REGISTERED).count()
    assert entered == results.count(DONE) == game.players.count()


@pytest.mark.rule("HOME-4", "HOME-5")
def test_two_phones_at_the_same_night() -> None:
    night = HomeNight(players=4, late_levels=4, rebuys=3).begin()
    bea, carlo = night.user("Bea"), night.user("Carlo")
    act: dict[str, Any] = {"game_id": night.pk, "by": night.by, "now": night.now}
    results = at_once(
        [
            # A double press, and the same player out twice while they buy.
            partial(floor_acts.rebuy, user_id=bea, key="one", **act),
            partial(floor_acts.rebuy, user_id=bea, key="one", **act),
            partial(floor_acts.put_out, user_id=carlo, takers=[], **act),
            partial(floor_acts.put_out, user_id=carlo, takers=[], **act),
        ]
    )
    night.step()
    assert results[:2] == [DONE, DONE]
    assert DONE in results[2:]
    assert Purchase.objects.count() == 1
    assert night.event.live_count == 3
    assert books.reconcile().drifts == []
