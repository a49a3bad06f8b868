"""``manage.py simulate_tournament``, as staff type it."""

import csv
import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments import events
from tournaments.management.commands import simulate_tournament


def run(*words: str) -> str:
    out = StringIO()
    call_command("simulate_tournament", *words, stdout=out)
    return out.getvalue()


def rows(folder: Path, name: str) -> list[dict[str, str]]:
    return list(csv.DictReader((folder / f"{name}.csv").read_text().splitlines()))


@pytest.mark.slow
def test_a_preset_without_any_database(tmp_path: Path) -> None:
    words = ["--preset", "super_turbo", "--entries", "60", "--seed", "5", "--guarantee", "1000"]
    said = run(*words, "--html", str(tmp_path / "chart.html"), "--csv", str(tmp_path))
    assert "60 players, 60 entries" in said
    assert "prize pool €1,000.00" in said
    assert "House: fees €60.00, left in the end \N{MINUS SIGN}€400.00" in said
    assert "nothing from 112 players on" in " ".join(said.split())
    assert "Level by level" in (tmp_path / "chart.html").read_text()
    assert sum(int(row["prize"]) for row in rows(tmp_path, "prizes")) == 1_000_00
    assert sum(int(row["out"]) for row in rows(tmp_path, "levels")) == 59
    overlay = rows(tmp_path, "overlay")
    assert [row["chance"] for row in overlay] == ["0.05", "0.25", "0.5", "0.75", "0.95"]
    # 60 to 140 % of those who played.
    assert (overlay[0]["players"], overlay[-1]["players"]) == ("36", "84")
    assert [row["house"] for row in rows(tmp_path, "events")] == ["-40000"]
    assert run(*words) == said


def test_how_far_it_is_is_said_beside_the_output(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["simulate_tournament", "--preset", "super_turbo", "--entries", "12", "--seed", "5"]
    out, aside = StringIO(), StringIO()
    monkeypatch.setattr(simulate_tournament, "TELL_EVERY", 0.0)
    call_command(*words, stdout=out, stderr=aside)
    assert out.getvalue() == run(*words[1:])
    lines = aside.getvalue().splitlines()
    assert lines
    said = re.compile(r"Event 1 of 1: [\d,]+ players in, [\d,]+ hands, \d+ s")
    assert all(said.fullmatch(line) for line in lines)


def test_staff_say_how_many_they_expect(tmp_path: Path) -> None:
    words = ["--preset", "super_turbo", "--entries", "20", "--guarantee", "1000"]
    said = run(*words, "--expected", "100-140", "--csv", str(tmp_path))
    overlay = rows(tmp_path, "overlay")
    assert [row["players"] for row in overlay] == ["100", "112", "120", "128", "140"]
    assert [row["overlay"] for row in overlay] == ["10000", "0", "0", "0", "0"]
    # Below 112: somewhat less often than one time in four.
    assert "something in 24 % of the cases" in " ".join(said.split())


@pytest.mark.middling
@pytest.mark.rule("VELOX-2")
@pytest.mark.django_db
def test_every_velox_draws_its_own_multiplier(tmp_path: Path) -> None:
    events.velox()
    said = run("VeloX 3 seats 500", "--events", "12", "--seed", "1", "--csv", str(tmp_path))
    assert "12 events by duration" in said
    assert "What may be drawn, and what was" in said
    drawn = [int(row["multiplier"]) for row in rows(tmp_path, "events")]
    assert len(set(drawn)) > 1
    assert [int(row["pool"]) for row in rows(tmp_path, "events")] == [500 * each for each in drawn]
    assert [int(row["house"]) for row in rows(tmp_path, "events")] == [
        1500 - 500 * each for each in drawn
    ]


@pytest.mark.rule("BOUNTY-3", "SHOOT-3")
@pytest.mark.django_db
def test_a_shootout_with_bounties_is_told_round_by_round(tmp_path: Path) -> None:
    events.template(
        name="Bracket",
        kind="scheduled",
        format="shootout",
        bounty=500,
        starting_stack=500,
        seats_per_table=2,
        max_entries=6,
    )
    said = run("bracket", "--seed", "2", "--csv", str(tmp_path))
    assert "Round and level" in said
    assert "Prizes and bounties" in said
    assert {row["round"] for row in rows(tmp_path, "levels")} == {"1", "2", "3"}
    won = rows(tmp_path, "prizes")
    assert sum(int(row["bounties"]) for row in won) == 6 * 500
    assert set(won[0]) == {"place", "prize", "bounties"}


@pytest.mark.rule("PAY-SAT")
@pytest.mark.django_db
def test_a_satellite_is_played_for_its_seats() -> None:
    events.template(name="Step", scheme=events.satellite_scheme())
    said = run("Step", "--seed", "1")
    assert "6 players, 6 entries" in said
    assert "-5  €10.00  €50.00" in said


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
        (["Nobody"], "no template Nobody. There are: No levels, Turbo"),
        (["No levels"], "could not be published: The blind schedule has no levels"),
        (["Turbo", "--entries", "5"], "begins when all 6 seats are taken"),
        (["--preset", "turbo", "--entries", "1"], "called off"),
        (["--preset", "turbo", "--entries", "300001"], "no whole number from 1 to 300,000"),
        (["Turbo", "--late", "101"], "not between"),
        (["Turbo", "--entries", "0"], "no whole number from 1"),
        (["²"], "There is no template ²"),
        (["Turbo", "--expected", "20-10"], "such as 120 or 80-160"),
        (["Turbo", "--expected", "many"], "such as 120 or 80-160"),
        ([], "required"),
    ],
)
def test_what_cannot_be_simulated_is_refused(words: list[str], why: str) -> None:
    events.template()
    events.template(name="No levels", rows=[])
    with pytest.raises(CommandError, match=why):
        run(*words)
