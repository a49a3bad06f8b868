"""``manage.py simulate_velox``: draw a great many prizes and compare them with the odds."""

import secrets
from argparse import ArgumentTypeError
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import IO, Any, TypedDict, cast

from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.console import Console
from rich.progress import track
from rich.table import Table

from core import arguments
from payouts.rules import velox
from payouts.rules.velox_odds import Count, Fit, fit, tally

BATCH = 10_000
MOST_DRAWS = 10**9
BAR = 16


class VeloxTerms(TypedDict):
    """The seats, the buy-in in cents and the table of a game; empty: the regulations' table."""

    seats: int
    buy_in: int
    odds: str


class Command(BaseCommand):
    help = "Draw many VeloX prizes by the room's own code and compare them with the odds."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--seats", type=int, choices=sorted(velox.TABLES), default=3)
        parser.add_argument(
            "--buy-in",
            type=arguments.cents,
            default=arguments.cents("5"),
            help="such as 2.50",
        )
        parser.add_argument(
            "--odds", default="", help="a table of the room's own, such as 100:20000 2:980000"
        )
        parser.add_argument("--draws", type=arguments.whole(1, MOST_DRAWS), default=1_000_000)
        parser.add_argument(
            "--html", type=arguments.new_file, help="write the chart to this file as well"
        )
        parser.add_argument("--seed", type=_seed, help="64 hexadecimal digits, to repeat a run")

    def handle(
        self,
        *,
        seats: int,
        buy_in: int,
        odds: str,
        draws: int,
        html: Path | None,
        seed: bytes | None,
        **options: Any,
    ) -> None:
        terms: VeloxTerms = {"seats": seats, "buy_in": buy_in, "odds": odds}
        try:
            velox.table(**terms)
        except ValueError as error:
            raise CommandError(str(error)) from None
        console = Console(file=cast(IO[str], self.stdout), record=html is not None)
        seed = seed or secrets.token_bytes(velox.SEED_BYTES)
        drawn: Counter[int] = Counter()
        for first in track(range(0, draws, BATCH), description="Drawing", console=console):
            games = range(first, min(first + BATCH, draws))
            drawn += tally(seed, **terms, games=games)
        result = fit(drawn, **terms)
        console.print(_chart(result, title=f"{draws:,} draws, {seats} seats"))
        console.print(_verdict(result, due=velox.returned(**terms)))
        console.print(f"Seed: {seed.hex()}")
        if html is not None:
            console.save_html(str(html))


def _chart(result: Fit, *, title: str) -> Table:
    chart = Table(title=title)
    for name in ("multiplier", "published", "drawn", "", "ratio", "p (Poisson)"):
        chart.add_column(name, justify="right")
    for row in result.counts:
        chart.add_row(
            f"x{row.multiplier}",
            f"{row.expected:,.1f}",
            f"{row.observed:,}",
            _bar(row),
            f"{row.observed / row.expected:.3f}",
            f"{row.p:.4f}",
        )
    return chart


def _bar(row: Count) -> str:
    """Return a bar: half the width is the published odds; full is twice as many, or more."""
    ratio = row.observed / row.expected
    filled = min(BAR, round(ratio * BAR / 2))
    return "█" * filled + "·" * (BAR - filled)


def _verdict(result: Fit, *, due: Fraction) -> str:
    return (
        f"Chi-square {result.chi_square:.2f}, p = {result.p:.4f}. "
        f"Returned to players: {float(100 * result.returned):.2f} % "
        f"(published {float(100 * due):.10g} %)."
    )


def _seed(text: str) -> bytes:
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != velox.SEED_BYTES:
        raise ArgumentTypeError(f"a seed has {2 * velox.SEED_BYTES} hexadecimal digits")
    return seed
