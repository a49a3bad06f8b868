"""Home games for tests, and a way to play them to their end."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

from core.types import UserId
from players.models import User
from tests.tournaments.evening import Evening
from tests.tournaments.events import START
from tournaments.home import games, hosting
from tournaments.home.events import event_of
from tournaments.home.kinds import HomeTerms
from tournaments.home.models import HomeGame
from tournaments.models import Tournament


def opened(host: User, *, key: str = "", **terms: Any) -> HomeGame:
    """A home game of this host; ten euros each are written down unless the terms say otherwise."""
    wanted = HomeTerms(**{"unit": "€", "buy_in": 1_000, **terms})
    return games.create(host_id=UserId(host.pk), terms=wanted, key=key or uuid4().hex, now=START)


def joined(game: HomeGame, *users: User) -> None:
    for user in users:
        games.join(token=game.token, user_id=UserId(user.pk), now=START)


def begun(host: User, *others: User, **terms: Any) -> tuple[HomeGame, Evening]:
    """A home game of these players whose first hand is dealt."""
    game = opened(host, **terms)
    joined(game, *others)
    hosting.start(game_id=game.pk, by=UserId(host.pk), now=START)
    evening = Evening(event_of(game), [], seed=7)
    evening.step()
    evening.later(6)
    evening.step()
    return game, evening


def played(evening: Evening) -> Tournament:
    """Put everything in, hand after hand, until one player has all the chips."""
    for _ in range(200):
        for table in evening.tables():
            evening.put_everything_in(table)
        evening.later(30)
        evening.step()
        event: Tournament = Tournament.objects.get(pk=evening.event.pk)
        if event.over:
            return event
    raise AssertionError("the game does not end")


LATER = START + timedelta(hours=3)
