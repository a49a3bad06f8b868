"""A simulated tournament for people: tables with bars for the screen, CSV for everything else."""

import csv
from collections.abc import Iterable, Iterator
from datetime import timedelta
from pathlib import Path

from rich import box
from rich.table import Table

from payouts.euro import euro
from payouts.rules.prizes import grouped
from tournaments.simulation.figures import OverlayRisk
from tournaments.simulation.outcome import LevelReport, Outcome

BAR = 10


def summary(outcome: Outcome) -> Iterator[str]:
    """What happened, a line a fact."""
    again = [
        f"{count:,} {name}"
        for name, count in (
            ("re-entries", outcome.re_entries),
            ("rebuys", outcome.rebuys),
            ("add-ons", outcome.add_ons),
        )
        if count
    ]
    yield f"{outcome.players:,} players, {outcome.entries:,} entries" + "".join(
        f", {bought}" for bought in again
    )
    played = f"{outcome.hands:,} hands, {outcome.actions:,} actions"
    yield f"Duration {clock(outcome.duration)}, {played}"
    yield f"Collected {euro(outcome.collected)}, prize pool {euro(outcome.pool)}"
    if outcome.left > 1:
        yield f"{outcome.left:,} were still in when it ended: they rank by their chips."


def levels(outcome: Outcome) -> Table:
    columns = ("level", "blinds", "begins", "players", "", "tables", "bb", "hands", "out")
    chart = _table("Level by level, with the average stack in big blinds (bb)", *columns)
    most = max(report.players for report in outcome.levels)
    for report in outcome.levels:
        chart.add_row(
            str(report.number),
            _blinds(report),
            clock(report.begun),
            f"{report.players:,}",
            _bar(report.players / most),
            f"{report.tables:,}",
            f"{report.average / report.level.big_blind:.0f}",
            f"{report.hands:,}",
            f"{report.out:,}",
        )
    return chart


def prizes(outcome: Outcome) -> Table:
    chart = _table("Prizes", "places", "prize", "in all", "")
    groups = grouped(outcome.won)
    most = max((cents * (last - first + 1) for first, last, cents in groups), default=0)
    for first, last, cents in groups:
        places = f"{first}" if first == last else f"{first}-{last}"
        whole = cents * (last - first + 1)
        chart.add_row(places, euro(cents), euro(whole), _bar(whole / most))
    return chart


def overlay(risk: OverlayRisk) -> Table:
    title = (
        f"The guarantee costs {euro(round(risk.average))} on average, something in "
        f"{100 * risk.chance:.0f} % of the cases, nothing from {risk.break_even:,} entries on"
    )
    chart = _table(title, "chance of at most", "entries", "collected", "overlay", "")
    most = max((row.overlay for row in risk.attendances), default=0)
    for row in risk.attendances:
        chart.add_row(
            f"{100 * row.chance:.0f} %",
            f"{row.entries:,}",
            euro(row.collected),
            euro(row.overlay),
            _bar(row.overlay / most if most else 0),
        )
    return chart


def export(outcome: Outcome, risk: OverlayRisk, folder: Path) -> None:
    """Every level, prize and attendance as CSV; amounts in cents, times in seconds."""
    folder.mkdir(parents=True, exist_ok=True)
    _write(
        folder / "levels.csv",
        "level small_blind big_blind ante begins players tables average hands out",
        (
            (
                *(report.number, report.level.small_blind, report.level.big_blind),
                *(report.level.ante, int(report.begun.total_seconds()), report.players),
                *(report.tables, report.average, report.hands, report.out),
            )
            for report in outcome.levels
        ),
    )
    _write(folder / "prizes.csv", "place prize", enumerate(outcome.won, start=1))
    _write(folder / "overlay.csv", "chance entries collected overlay", risk.attendances)


def clock(time: timedelta) -> str:
    """Hours and minutes."""
    minutes = round(time.total_seconds() / 60)
    return f"{minutes // 60}:{minutes % 60:02}"


def _blinds(report: LevelReport) -> str:
    level = report.level
    ante = f"+{_short(level.ante)}" if level.ante else ""
    return f"{_short(level.small_blind)}/{_short(level.big_blind)}{ante}"


def _short(chips: int) -> str:
    """1,500 and 2,500,000 as 1.5k and 2.5M."""
    for unit, name in ((1_000_000, "M"), (1_000, "k")):
        if chips >= unit:
            return f"{chips / unit:g}{name}"
    return str(chips)


def _bar(share: float) -> str:
    filled = round(share * BAR)
    return "█" * filled + "·" * (BAR - filled)


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for name in columns:
        table.add_column(name, justify="right" if name else "left", no_wrap=True)
    return table


def _write(file: Path, columns: str, rows: Iterable[Iterable[object]]) -> None:
    with file.open("w", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(columns.split())
        writer.writerows(rows)
