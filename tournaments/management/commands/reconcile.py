"""``manage.py reconcile``: compare every event's payments with its results, to the cent."""

import csv
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any, cast

from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.console import Console
from rich.progress import Progress

from core import arguments, sql
from core.money import money_text
from payouts.reports import reconciliation
from payouts.reports.reconciliation import Drift
from tournaments.models import Tournament
from tournaments.play.books import Reconciliation, reconcile


class Command(BaseCommand):
    help = "Recompute every balance, pool and prize from results; exit with 1 where they differ."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--csv", type=arguments.new_folder, metavar="DIR", help="write all figures there"
        )

    def handle(self, *, csv: Path | None, **options: Any) -> None:
        console = Console(file=cast(IO[str], self.stdout), soft_wrap=True, highlight=False)
        with sql.one_moment():
            with Progress(console=console, transient=True) as progress:
                bar = progress.add_task("Reconciling", total=Tournament.objects.count())
                result = reconcile(seen=lambda: progress.advance(bar))
            if csv is not None:
                export(result, csv)
        self.stdout.write(f"{result.events} events, {len(result.rows)} flows")
        for drift in result.drifts:
            self.stdout.write(report_line(drift))
        if result.drifts:
            raise CommandError(f"{len(result.drifts)} figures are not what they should be.")
        self.stdout.write("Every cent is explained.")


def report_line(drift: Drift) -> str:
    """Return a drift as a line of the report."""
    causes = f" [{', '.join(drift.causes)}]" if drift.causes else ""
    figures = f"{money_text(drift.found)} instead of {money_text(drift.expected)}"
    return f"{drift.subject}: {drift.kind}: {figures}{causes}"


def export(result: Reconciliation, folder: Path) -> None:
    """Write every account, every flow of every event and every drift as CSV; amounts in cents."""
    _write(folder / "accounts.csv", ("account", "kind", "cents"), reconciliation.balances())
    _write(
        folder / "flows.csv",
        ("event", "reason", "from", "to", "expected", "found"),
        (
            (event, row.flow.reason, row.flow.debit, row.flow.credit, row.expected, row.found)
            for event, row in result.rows
        ),
    )
    _write(
        folder / "drifts.csv",
        ("subject", "what", "expected", "found", "causes"),
        (
            (drift.subject, drift.kind, drift.expected, drift.found, " ".join(drift.causes))
            for drift in result.drifts
        ),
    )


def _write(path: Path, head: Iterable[str], rows: Iterable[Iterable[object]]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(head)
        writer.writerows(rows)
