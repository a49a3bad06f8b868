"""Nothing that fails in one part or one item of what the clock does stops the others."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from core import jobs, sql
from payouts import tasks as payouts_tasks
from payouts.payments import sending
from players import tasks as players_tasks
from players.protection.register import queries
from poker_site.celery import app
from tables import tasks as tables_tasks
from tables.cash import croupier
from tables.pools import floor
from tables.seated import away_calls
from tournaments import director, tasks
from tournaments.challenges import tasks as challenge_tasks
from tournaments.clubs import tasks as club_tasks
from tournaments.floor import step_schedule
from tournaments.home import tasks as home_tasks
from tournaments.own_events import tasks as own_event_tasks
from tournaments.seasons import tasks as season_tasks

NOW = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
# A task, and the parts that it consists of.
PARTS: list[tuple[Callable[[], object], Sequence[str]]] = [
    (tasks.tick, ["tournaments.tasks.sweep_deadlines", "tournaments.tasks.sweep"]),
    (
        tasks.tend,
        [
            "tournaments.tasks.open_lobbies",
            "tournaments.tasks.watch_connections",
            "tournaments.tasks.tend_cash_games",
        ],
    ),
    (tasks.keep_time, ["tables.live.heartbeat.beat"]),
    (
        tables_tasks.tend_cash_games,
        ["tables.cash.croupier.keep_open", "tables.cash.waiting.tend"],
    ),
    (
        lambda: away_calls.call_those_away(now=NOW),
        [
            "tables.seated.away_calls._let_go_of_those_back",
            "tables.seated.away_calls._call_movers",
            "tables.seated.away_calls._call_absent",
        ],
    ),
    (
        payouts_tasks.see_to_payments,
        ["payouts.payments.sending.sweep", "payouts.wallets.mirror.sweep"],
    ),
    (
        players_tasks.forget_notices,
        [
            "players.notices.news.forget_old",
            "players.notices.mail.forget_old",
            "players.chat.reading.forget_old",
        ],
    ),
    (
        players_tasks.tend_identities,
        ["players.identity.cases.expire_due", "players.identity.documents.forget_old"],
    ),
    (
        players_tasks.forget_logins,
        ["players.sign_in.logins.forget_old", "players.sign_in.sessions.forget_old"],
    ),
    (tables_tasks.sweep_pools, ["tables.pools.next_hand.sweep"]),
    (tables_tasks.count_hands, ["tables.own_hands.counting.count_waiting"]),
    (tables_tasks.count_played_time, ["tables.seated.played_time.count"]),
    (tables_tasks.let_idle_guests_go, ["tables.cash.quick_seat.let_idle_go"]),
    (players_tasks.send_mails, ["players.notices.mail.send_next"]),
    (players_tasks.send_notices, ["players.notices.outbox.send_due"]),
    (players_tasks.ask_register, ["players.protection.register.queries.ask_due"]),
    (players_tasks.end_suspensions, ["players.staff.suspensions.end_due"]),
    (players_tasks.check_identities, ["players.identity.checking.see_to_due"]),
    (payouts_tasks.see_to_bonuses, ["payouts.wallets.bonuses.end_due"]),
    (payouts_tasks.mail_report, ["payouts.reports.by_mail.send"]),
    (players_tasks.make_archives, ["players.own_data.archives.see_to_due"]),
    (players_tasks.close_accounts, ["players.closing.closings.see_to_due"]),
    (own_event_tasks.tell_what_comes_next, ["tournaments.own_events.notices.tell"]),
    (challenge_tasks.tend_challenges, ["tournaments.challenges.counting.tend"]),
    (club_tasks.open_club_games, ["tournaments.clubs.planning.look_after"]),
    (
        club_tasks.look_after_clubs,
        ["tournaments.clubs.planning.plan_dates", "tournaments.clubs.play.sweep"],
    ),
    (home_tasks.look_after_home_games, ["tournaments.home.hosting.watch"]),
    (home_tasks.purge_home_games, ["tournaments.home.hosting.purge"]),
    (season_tasks.tend_seasons, ["tournaments.seasons.standings.tend"]),
]
# Those that are one statement, or whose failure must be seen as a failed task.
WHOLE = {
    "tables.tasks.make_months",
    "payouts.tasks.audit",
    "tournaments.tasks.announce_starts",
}


@pytest.fixture(autouse=True)
def _nothing_failed_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "_failed", {})


class Part:
    """A part of a task, which fails or notes that it was done."""

    def __init__(self, name: str, done: list[str], *, broken: bool) -> None:
        self.__name__, self._done, self._broken = name, done, broken

    def __call__(self, **_: object) -> int:
        if self._broken:
            raise RuntimeError(self.__name__)
        self._done.append(self.__name__)
        return 0


@pytest.mark.parametrize(
    ("task", "parts", "broken"),
    [(task, parts, broken) for task, parts in PARTS for broken in parts],
    ids=lambda value: value.rpartition(".")[2] if isinstance(value, str) else "",
)
def test_a_part_that_fails_leaves_the_other_parts_of_its_task(
    task: Callable[[], object],
    parts: Sequence[str],
    broken: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    done: list[str] = []
    for part in parts:
        monkeypatch.setattr(part, Part(part, done, broken=part == broken))
    for _ in range(2):
        task()
    assert done == [part for part in parts if part != broken] * 2
    assert caplog.text.count("job failed") == 1


def test_every_task_of_beat_is_looked_at() -> None:
    app.loader.import_default_modules()
    app.finalize()
    scheduled = {entry["task"] for entry in app.conf.beat_schedule.values()}
    named = {getattr(task, "name", "tables.tasks.call_those_away") for task, _ in PARTS}
    assert scheduled <= named | WHOLE


# What does something for each of several items, where these come from, and what is done for one.
ITEMS: list[tuple[Callable[[], object], Any, str, Any, Any, str]] = [
    (tasks.sweep, step_schedule, "claim", [1, 2, 3], director, "step"),
    (
        tables_tasks.sweep_deadlines,
        sql,
        "rows",
        [(1, "", 0), (2, "", 0), (3, "", 0)],
        tables_tasks,
        "_see_to",
    ),
    (
        lambda: croupier.keep_open(now=NOW),
        croupier,
        "_not_as_many_as_wanted",
        [1, 2, 3],
        croupier,
        "_keep_open",
    ),
    (
        lambda: floor.deal_where_somebody_waits(now=NOW),
        sql,
        "rows",
        [(1,), (2,), (3,)],
        floor,
        "deal",
    ),
    (lambda: sending.sweep(now=NOW), sql, "rows", [(1,), (2,), (3,)], sending, "look"),
    (lambda: queries.ask_due(now=NOW), queries, "_due", [1, 2, 3], queries, "ask"),
]


@pytest.mark.parametrize(
    ("job", "where", "source", "items", "worker", "verb"),
    ITEMS,
    ids=[f"{worker.__name__}.{verb}" for *_, worker, verb in ITEMS],
)
def test_an_item_that_fails_leaves_the_others(
    job: Callable[[], object],
    where: Any,
    source: str,
    items: list[Any],
    worker: Any,
    verb: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    done: list[int] = []

    def one(*values: Any, **said: Any) -> list[int]:
        numbers = (value for value in [*values, *said.values()] if isinstance(value, int))
        item = next(numbers)
        if item == 2:
            raise RuntimeError("trouble of its own")
        done.append(item)
        return []

    monkeypatch.setattr(where, source, lambda *_, **__: items)
    monkeypatch.setattr(worker, verb, one)
    # What is not looked at here.
    monkeypatch.setattr(sql, "now", lambda: NOW)
    monkeypatch.setattr("tables.live.heartbeat.beat", lambda **_: None)
    monkeypatch.setattr("payouts.payments.gateway_events.apply_waiting", lambda **_: 0)
    monkeypatch.setattr(queries, "_is_silent", lambda now: False)
    monkeypatch.setattr(queries, "service", SimpleNamespace(is_connected=lambda: True))
    for _ in range(2):
        job()
    assert done == [1, 3, 1, 3]
    assert caplog.text.count("job failed") == 1
