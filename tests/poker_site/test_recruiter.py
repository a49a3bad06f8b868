"""Where the demo's bots sit down and enter, so that nobody waits for long."""

import asyncio
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest

from poker_site.bots.recruiter import Recruiter


class Bot:
    """What the recruiter asks of a bot, and where it has sat down."""

    def __init__(self, tables: dict[int, int]) -> None:
        self.tables, self.chairs = tables, dict[int, None]()

    async def cash_tables(self) -> list[dict[str, Any]]:
        terms: dict[str, Any] = {"play_money": True, "most_now": 5000}
        return [
            {**terms, "id": pk, "players": players, "seated": pk in self.chairs}
            for pk, players in self.tables.items()
        ]

    async def sit_down(self, table: int, amount: int) -> bool:
        self.tables[table] += 1
        self.chairs[table] = None
        return True


@pytest.mark.rule("FREE-2")
@pytest.mark.parametrize(
    ("people", "after"),
    [
        # One bot waits at each table but the first.
        ({1: 0, 2: 0, 3: 0}, {1: 0, 2: 1, 3: 1}),
        # Whoever came before them and is alone is helped first, at the first table too.
        ({1: 1, 2: 0, 3: 0}, {1: 2, 2: 1, 3: 0}),
        ({1: 0, 2: 0, 3: 1}, {1: 0, 2: 1, 3: 2}),
        # Where two play already nobody waits.
        ({1: 2, 2: 0, 3: 0}, {1: 2, 2: 1, 3: 1}),
    ],
)
def test_a_bot_joins_whoever_waits_alone(people: dict[int, int], after: dict[int, int]) -> None:
    tables = dict(people)
    bots = [Bot(tables) for _ in range(6)]
    recruiter = Recruiter(bots, Random(1))  # type: ignore[arg-type]

    async def rounds() -> None:
        for _ in range(4):
            await recruiter._fill_play_tables()

    asyncio.run(rounds())
    assert tables == after


NOW = datetime(2026, 11, 27, 20, 0, tzinfo=UTC)


def scheduled(pk: int, *, minutes: float, entries: int = 0, least: int = 4) -> dict[str, Any]:
    starts_at = (NOW + timedelta(minutes=minutes)).isoformat()
    terms = {"access": "open", "venue": "online", "may_enter": True, "max_entries": 200}
    numbers = {"min_entries": least, "entry_count": entries}
    return {"id": pk, "kind": "scheduled", "starts_at": starts_at, **terms, **numbers}


def sit_and_go(pk: int, *, seats: int, entries: int = 0) -> dict[str, Any]:
    terms = {"access": "open", "max_entries": seats, "min_entries": seats}
    return {"id": pk, "kind": "sng", **terms, "entry_count": entries}


class Lobby:
    """A room in which nothing begins by itself, and the bots that enter its events."""

    def __init__(self, events: list[dict[str, Any]], *, bots: int) -> None:
        self.rows = {event["id"]: event for event in events}
        self.running: list[dict[str, Any]] = []
        self.bots = [LobbyBot(self) for _ in range(bots)]
        self.recruiter = Recruiter(self.bots, Random(1))  # type: ignore[arg-type]

    def look(self, now: datetime, *, rounds: int = 1) -> dict[int, int]:
        """The entries of each event after so many rounds at a moment."""

        async def play() -> None:
            for _ in range(rounds):
                await self.recruiter._round(now)

        asyncio.run(play())
        return {pk: event["entry_count"] for pk, event in self.rows.items()}


class LobbyBot:
    def __init__(self, lobby: Lobby) -> None:
        self.lobby, self.entered, self.chairs = lobby, set[int](), dict[int, None]()
        self.entries = dict[int, None]()

    async def events(self, *, status: str) -> list[dict[str, Any]]:
        return list(self.lobby.rows.values()) if status == "registering" else self.lobby.running

    async def register(self, event: int) -> bool:
        self.lobby.rows[event]["entry_count"] += 1
        self.entered.add(event)
        return True

    async def cash_tables(self) -> list[dict[str, Any]]:
        return []

    async def pools(self) -> list[dict[str, Any]]:
        return []


# What the demo has: eleven Sit&Gos and VeloX, and two events that begin soon.
DEMO = [*((pk, seats) for pk, seats in enumerate([6, 2, 4, 9, 6, 4, 3, 3, 3, 3, 3, 6, 6, 6], 1))]


def demo_lobby() -> Lobby:
    events = [sit_and_go(pk, seats=seats) for pk, seats in DEMO]
    soon = [scheduled(21, minutes=3), scheduled(22, minutes=8), scheduled(23, minutes=3, least=10)]
    return Lobby([*events, *soon], bots=48)


def test_scheduled_events_have_six_entries_or_what_they_need_before_they_start() -> None:
    lobby = demo_lobby()
    first = lobby.look(NOW, rounds=20)
    assert (first[21], first[22], first[23]) == (2, 0, 3)
    later = lobby.look(NOW + timedelta(minutes=2, seconds=30), rounds=20)
    assert later[21] >= 6
    assert later[23] >= 10


def test_a_sit_and_go_fills_as_soon_as_a_person_waits_in_it() -> None:
    lobby = demo_lobby()
    # The bots are in all that they enter, and the patience of the first is over.
    lobby.running = [sit_and_go(90, seats=2), sit_and_go(91, seats=2)]
    lobby.look(NOW, rounds=20)
    before = lobby.look(NOW + timedelta(minutes=10), rounds=20)
    assert all(before[pk] == seats - 1 for pk, seats in DEMO if pk > 1)
    for pk in (4, 12):
        lobby.rows[pk]["entry_count"] -= 2
        for bot in [bot for bot in lobby.bots if pk in bot.entered][:3]:
            bot.entered.remove(pk)
        # A person has come, and two seats are free: bots fill both in one round.
        lobby.rows[pk]["entry_count"] += 1
    after = lobby.look(NOW + timedelta(minutes=10), rounds=3)
    assert (after[4], after[12]) == (9, 6)


def test_an_event_that_is_over_keeps_no_bot_from_others() -> None:
    lobby = Lobby([scheduled(1, minutes=0)], bots=6)
    lobby.look(NOW, rounds=5)
    for pk in range(2, 20):
        lobby.rows = {pk: scheduled(pk, minutes=0)}
        assert lobby.look(NOW, rounds=5)[pk] >= 3


def test_a_cash_bot_takes_over_the_seat_that_it_had_before_a_restart() -> None:
    class Guest:
        def __init__(self, seated: int | None) -> None:
            self.seated, self.chairs = seated, dict[int, None]()

        async def cash_tables(self) -> list[dict[str, Any]]:
            terms = {"play_money": False, "least_now": 400, "most_now": 1000, "players": 3}
            return [{**terms, "id": pk, "seated": pk == self.seated} for pk in (1, 2)]

        def take(self, table: int) -> None:
            self.chairs[table] = None

    lobby = Lobby([], bots=48)
    guests = [Guest(1), Guest(1), Guest(2), Guest(None)]
    lobby.recruiter._guests = guests  # type: ignore[assignment]

    async def rounds() -> None:
        for _ in range(30):
            await lobby.recruiter._fill_cash_tables()

    asyncio.run(rounds())
    assert [list(guest.chairs) for guest in guests] == [[1], [1], [2], []]
