"""Reports on simulated tournaments: tables with bars for the terminal, and CSV files."""

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from statistics import fmean

from rich import box
from rich.table import Table

from core.money import money_text
from payouts.rules.prizes import grouped
from payouts.rules.velox_odds import Chance
from tournaments.simulation.figures import Attendance, OverlayRisk
from tournaments.simulation.outcome import LevelReport, SimulationOutcome, Winning

BAR = 10
QUARTILES = ("shortest", "a quarter", "half", "three quarters", "longest")


def summary(outcome: SimulationOutcome) -> Iterator[str]:
    """Yield the facts of an outcome, one per line."""
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
    if outcome.turned_away:
        yield f"{outcome.turned_away:,} found no place: the plan takes no more entries."
    played = f"{outcome.hands:,} hands, {outcome.actions:,} actions"
    yield f"Duration {clock(outcome.duration)}, {played}"
    if outcome.multiplier:
        yield f"Drawn: {outcome.multiplier:,} times the buy-in"
    bounties = f", bounties {money_text(outcome.bounties)}" if outcome.bounties else ""
    pool = money_text(outcome.pool)
    yield f"Collected {money_text(outcome.collected)}, prize pool {pool}{bounties}"
    yield f"House: fees {money_text(outcome.fees)}, left in the end {money_text(outcome.house)}"
    if outcome.left > 1:
        yield f"{outcome.left:,} were still in when it ended: they rank by their chips."


def several(outcomes: Sequence[SimulationOutcome]) -> Table:
    """Compare events of one plan, from the shortest to the longest."""
    house = round(fmean(outcome.house for outcome in outcomes))
    title = f"{len(outcomes):,} events by duration; the house is left with {money_text(house)} each"
    chart = _table(title, "", "duration", "", "entries", "hands", "pool", "house")
    rows = by_duration(outcomes)
    for quarter, name in enumerate(QUARTILES):
        row = rows[(len(rows) - 1) * quarter // 4]
        chart.add_row(
            name,
            clock(row.duration),
            _bar(row.duration / rows[-1].duration),
            f"{row.entries:,}",
            f"{row.hands:,}",
            money_text(row.pool),
            money_text(row.house),
        )
    return chart


def by_duration(outcomes: Iterable[SimulationOutcome]) -> list[SimulationOutcome]:
    return sorted(outcomes, key=lambda outcome: outcome.duration)


def levels(outcome: SimulationOutcome) -> Table:
    rounds = outcome.levels[-1].stage > 0
    title = "Round and level" if rounds else "Level by level"
    columns = ("level", "blinds", "begins", "players", "", "tables", "bb", "hands", "out")
    chart = _table(f"{title}, with the average stack in big blinds (bb)", *columns)
    most = max(report.players for report in outcome.levels)
    for report in outcome.levels:
        chart.add_row(
            f"{report.stage}.{report.number}" if rounds else str(report.number),
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


def prizes(outcome: SimulationOutcome) -> Table:
    """Return the places by prize, with the bounties that their winners have taken."""
    with_heads = bool(outcome.bounties)
    columns = ("places", "prize", *(["bounties"] if with_heads else []), "in all", "")
    chart = _table("Prizes and bounties" if with_heads else "Prizes", *columns)
    rows = []
    for first, last, cents in grouped([winning.prize for winning in outcome.won]):
        places = f"{first:,}" if first == last else f"{first:,}-{last:,}"
        heads = sum(winning.bounties for winning in outcome.won[first - 1 : last])
        rows.append(
            (places if cents else "others", cents, heads, cents * (last - first + 1) + heads)
        )
    most = max((whole for *_, whole in rows), default=0)
    for places, cents, heads, whole in rows:
        bounties = [money_text(heads)] if with_heads else []
        chart.add_row(places, money_text(cents), *bounties, money_text(whole), _bar(whole / most))
    return chart


def overlay(risk: OverlayRisk) -> Table:
    title = (
        f"The guarantee costs {money_text(round(risk.average))} on average, something in "
        f"{100 * risk.chance:.0f} % of the cases, nothing from {risk.break_even:,} players on"
    )
    columns = ("chance of at most", "players", "collected", "overlay", "", "house")
    chart = _table(title, *columns)
    most = max((row.overlay for row in risk.attendances), default=0)
    for row in risk.attendances:
        chart.add_row(
            f"{100 * row.chance:.0f} %",
            f"{row.players:,}",
            money_text(row.collected),
            money_text(row.overlay),
            _bar(row.overlay / most if most else 0),
            money_text(row.house),
        )
    return chart


def draws(chances: Iterable[Chance], outcomes: Sequence[SimulationOutcome]) -> Table:
    """Return the multipliers of a VeloX, the result of the house, and the draws of these events."""
    columns = ("multiplier", "one in", "pool", "first prize", "house", "drawn")
    chart = _table("What may be drawn, and what was", *columns)
    drawn = Counter(outcome.multiplier for outcome in outcomes)
    for chance in chances:
        chart.add_row(
            f"x{chance.multiplier:,}",
            f"{chance.one_in:,}",
            money_text(chance.prize_pool),
            money_text(chance.prizes[0]),
            money_text(outcomes[0].collected - chance.prize_pool),
            f"{drawn[chance.multiplier]:,}",
        )
    return chart


def export(
    outcomes: Sequence[SimulationOutcome], shown: SimulationOutcome, risk: OverlayRisk, folder: Path
) -> None:
    """Write CSV files of all events, of levels and prizes of the one ``shown``, and of the risk.

    Amounts in cents, times in seconds.
    """
    folder.mkdir(parents=True, exist_ok=True)
    facts = (
        *("players", "entries", "re_entries", "rebuys", "add_ons", "hands", "actions"),
        *("multiplier", "collected", "pool", "bounties", "fees", "house"),
    )
    _write(
        folder / "events.csv",
        ("duration", *facts),
        (
            (int(outcome.duration.total_seconds()), *(getattr(outcome, fact) for fact in facts))
            for outcome in outcomes
        ),
    )
    _write(
        folder / "levels.csv",
        (
            *("round", "level", "small_blind", "big_blind", "ante", "begins"),
            *("players", "tables", "average", "hands", "out"),
        ),
        (
            (
                *(report.stage, report.number, report.level.small_blind, report.level.big_blind),
                *(report.level.ante, int(report.begun.total_seconds()), report.players),
                *(report.tables, report.average, report.hands, report.out),
            )
            for report in shown.levels
        ),
    )
    _write(folder / "prizes.csv", Winning._fields, shown.won)
    _write(folder / "overlay.csv", Attendance._fields, risk.attendances)


def clock(time: timedelta) -> str:
    """Return a time as hours and minutes."""
    minutes = round(time.total_seconds() / 60)
    return f"{minutes // 60}:{minutes % 60:02}"


def _blinds(report: LevelReport) -> str:
    level = report.level
    ante = f"+{_short(level.ante)}" if level.ante else ""
    return f"{_short(level.small_blind)}/{_short(level.big_blind)}{ante}"


def _short(chips: int) -> str:
    """Return 1,500 and 2,500,000 as 1.5k and 2.5M."""
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


def _write(file: Path, columns: Iterable[str], rows: Iterable[Iterable[object]]) -> None:
    with file.open("w", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(columns)
        writer.writerows(rows)
