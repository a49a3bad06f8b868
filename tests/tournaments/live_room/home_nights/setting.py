"""Nights with real cards in tests: players by their typed names, and the clock of the test."""

from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from core.types import UserId
from players.models import User
from tests.tables.rooms import people
from tests.tournaments.events import START
from tournaments import director
from tournaments.home import games, settling
from tournaments.home.events import event_of
from tournaments.home.kinds import HomeTerms
from tournaments.home.models import HomeGame
from tournaments.live_room.home_nights import floor_acts
from tournaments.models import Entry, Tournament

NAMES = ("Bea", "Carlo", "Dino", "Elena", "Franco", "Gino", "Ines", "Luca", "Marta", "Nina")


class HomeNight:
    """A night of one host and of players with typed names, who are called by them."""

    def __init__(self, *, players: int, host: User | None = None, **terms: Any) -> None:
        self.now: datetime = START
        self.host = host or people(1, "anna")[0]
        self.by = UserId(self.host.pk)
        wanted = HomeTerms(
            **{"venue": "live", "speed": "live", "unit": "€", "buy_in": 1_000, **terms}
        )
        self.pk = games.create(host_id=self.by, terms=wanted, key=uuid4().hex, now=START).pk
        for name in NAMES[: players - 1]:
            self.add(name)

    @property
    def game(self) -> HomeGame:
        return HomeGame.objects.select_related("tournament").get(pk=self.pk)

    @property
    def event(self) -> Tournament:
        return event_of(self.game)

    def add(self, name: str, *, key: str = "") -> None:
        key = key or uuid4().hex
        floor_acts.add_named(game_id=self.pk, by=self.by, name=name, key=key, now=self.now)

    def user(self, name: str) -> UserId:
        """The player of this name; the host is "Anna"."""
        if name == "Anna":
            return UserId(self.host.pk)
        return UserId(self.game.players.get(called=name).user_id)

    def do(self, verb: Any, **what: Any) -> Any:
        """An act of the host."""
        return verb(game_id=self.pk, by=self.by, now=self.now, **what)

    def begin(self) -> "HomeNight":
        self.do(floor_acts.start)
        self.step()
        return self.step(seconds=10)

    def step(self, **later: float) -> "HomeNight":
        """Let so much time pass, by default a second, and have the director look."""
        self.now += timedelta(**(later or {"seconds": 1}))
        director.step(tournament_id=self.event.pk, now=self.now)
        # What follows the commit of the step that ends the event.
        settling.settle(game_id=self.pk, now=self.now)
        return self

    def out(self, *names: str, takers: tuple[str, ...] = ()) -> "HomeNight":
        """These go out, one after the other."""
        for name in names:
            won = [self.user(taker) for taker in takers]
            self.do(floor_acts.put_out, user_id=self.user(name), takers=won)
            self.step()
        return self

    def places(self) -> dict[str, int | None]:
        """The places by name, of the latest entry of each player."""
        found: dict[str, int | None] = {}
        for player in self.game.players.select_related("user"):
            entries = self.event.entries.exclude(status=Entry.Status.WITHDRAWN)
            last = entries.filter(user=player.user).order_by("pk").last()
            name = "Anna" if player.user_id == self.by else player.name
            found[name] = last.place if last else None
        return found

    def balances(self) -> dict[str, int]:
        """What each player is owed, below zero owes; hundredths."""
        players = self.game.players.select_related("user")
        return {
            "Anna" if player.user_id == self.by else player.name: player.balance
            for player in players
        }
