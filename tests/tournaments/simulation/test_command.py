"""``manage.py simulate_tournament``, as staff type it."""

import csv
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments import events


def run(*words: str) -> str:
    out = StringIO()
    call_command("simulate_tournament", *words, stdout=out)
    return out.getvalue()


def test_a_preset_without_any_database(tmp_path: Path) -> None:
    words = ["--preset", "super_turbo", "--entries", "60", "--seed", "5", "--guarantee", "1000"]
    said = run(*words, "--html", str(tmp_path / "chart.html"), "--csv", str(tmp_path))
    assert "60 players, 60 entries" in said
    assert "prize pool €1,000.00" in said
    assert "nothing from 112 entries on" in said.replace("\n", " ").replace("  ", " ")
    assert "Level by level" in (tmp_path / "chart.html").read_text()
    rows = {
        name: list(csv.DictReader((tmp_path / f"{name}.csv").read_text().splitlines()))
        for name in ("levels", "prizes", "overlay")
    }
    assert sum(int(row["prize"]) for row in rows["prizes"]) == 1_000_00
    assert sum(int(row["out"]) for row in rows["levels"]) == 59
    assert [row["chance"] for row in rows["overlay"]] == ["0.05", "0.25", "0.5", "0.75", "0.95"]
    assert run(*words) == said


@pytest.mark.django_db
def test_a_template_by_name_or_number() -> None:
    plan = events.template(name="Six Turbo")
    by_name = run("six turbo", "--seed", "1")
    assert "6 players, 6 entries" in by_name
    assert run(str(plan.pk), "--seed", "1") == by_name


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["Nobody"], "no template"),
        (["VeloX 3 seats 500"], "simulate_velox"),
        (["Draw"], "change cards"),
        (["Turbo", "--entries", "1"], "called off"),
        (["Turbo", "--late", "101"], "not between"),
        (["Turbo", "--entries", "0"], "one or more"),
        ([], "required"),
    ],
)
def test_what_cannot_be_simulated_is_refused(words: list[str], why: str) -> None:
    events.velox()
    events.template()
    events.template(name="Draw", game="italian")
    with pytest.raises(CommandError, match=why):
        run(*words)
