"""Where the demo's bots sit down at play-money tables, so that nobody waits there for long."""

import asyncio
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
