"""``manage.py verify_draw`` and ``simulate_velox``, as people type them."""

import json
from datetime import datetime
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from core.settings.room_currency import CURRENCY
from payouts.bookkeeping import accounts, ledger
from payouts.models import PrizeDraw, Transfer
from payouts.prizes import prize_draws
from tests.harness import worlds


def run(command: str, *words: str) -> str:
    out = StringIO()
    call_command(command, *words, stdout=out)
    return out.getvalue()


def draw(*, now: datetime) -> PrizeDraw:
    pool = accounts.pool("tournament:12")
    leg = ledger.Leg(accounts.OUTSIDE, pool, 1_500, Transfer.Reason.BUY_IN)
    ledger.post([leg], key="entries", now=now)
    prize_draws.commit(event="tournament:12", seats=3, buy_in=500, now=now)
    return prize_draws.draw(event="tournament:12", player_seeds={7: "a", 9: "b", 21: "c"}, now=now)


@pytest.fixture
def drawn(db: None, now: datetime) -> PrizeDraw:
    return draw(now=now)


@pytest.mark.rule("VELOX-4")
def test_a_revealed_draw_is_verified_by_its_number(drawn: PrizeDraw, now: datetime) -> None:
    prize_draws.reveal(event=drawn.event, now=now)
    said = run("verify_draw", "12")
    assert "the draw is what the seeds determine" in said
    assert "velox:v1:3max:5.00:tournament:12:a|b|c" in said
    assert str(drawn.ticket) in said


@pytest.mark.django_db
@pytest.mark.rule("VELOX-4")
def test_a_draw_in_yen_is_verified_by_its_number_and_from_its_record(
    now: datetime, tmp_path: Path
) -> None:
    worlds.assume(CURRENCY, "JPY")
    row = prize_draws.reveal(event=draw(now=now).event, now=now)
    assert "velox:v2:3max:JPY:500:tournament:12:a|b|c" in run("verify_draw", "12")
    file = tmp_path / "draw.json"
    file.write_text(json.dumps(prize_draws.record(row).to_json()))
    # A record says its currency itself, wherever it is verified.
    worlds.assume(CURRENCY, "EUR")
    assert "velox:v2:3max:JPY:500:tournament:12:a|b|c" in run("verify_draw", "--json", str(file))


@pytest.mark.rule("VELOX-4")
@pytest.mark.usefixtures("drawn")
def test_before_the_reveal_nothing_can_be_verified() -> None:
    with pytest.raises(CommandError, match="not revealed"):
        run("verify_draw", "tournament:12")


@pytest.mark.django_db
def test_an_event_without_a_draw_is_refused() -> None:
    with pytest.raises(CommandError, match="has no draw"):
        run("verify_draw", "13")


@pytest.mark.rule("VELOX-4")
def test_a_saved_record_is_verified_and_a_forged_one_is_not(
    drawn: PrizeDraw, now: datetime, tmp_path: Path
) -> None:
    record = prize_draws.record(prize_draws.reveal(event=drawn.event, now=now)).to_json()
    file = tmp_path / "draw.json"
    file.write_text(json.dumps(record))
    assert "the seeds determine" in run("verify_draw", "--json", str(file))
    file.write_text(json.dumps({**record, "multiplier": record["multiplier"] + 2}))
    with pytest.raises(CommandError, match="multiplier cannot be right"):
        run("verify_draw", "--json", str(file))


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"event": "tournament:12"}'])
def test_a_file_that_is_no_record_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "draw.json"
    file.write_text(text)
    with pytest.raises(CommandError):
        run("verify_draw", "--json", str(file))


@pytest.mark.parametrize("words", [[], ["12", "--json", "x.json"]])
def test_either_an_event_or_a_file(words: list[str]) -> None:
    with pytest.raises(CommandError, match="Name an event"):
        run("verify_draw", *words)


@pytest.mark.middling
@pytest.mark.rule("VELOX-2")
def test_a_simulation_shows_what_was_drawn_against_the_odds(tmp_path: Path) -> None:
    chart = tmp_path / "chart.html"
    words = ["--draws", "12000", "--seed", "00" * 32, "--html", str(chart)]
    said = run("simulate_velox", *words)
    assert "x6000" in said
    assert "Chi-square" in said
    assert "published 91 %" in said
    assert "x6000" in chart.read_text()
    assert run("simulate_velox", *words).splitlines()[-2:] == said.splitlines()[-2:]


@pytest.mark.parametrize(
    "words", [["--buy-in", "7"], ["--buy-in", "0.505"], ["--buy-in", "x"], ["--seed", "00"]]
)
def test_a_simulation_of_what_is_not_offered_is_refused(words: list[str]) -> None:
    with pytest.raises(CommandError):
        run("simulate_velox", "--draws", "10", *words)
