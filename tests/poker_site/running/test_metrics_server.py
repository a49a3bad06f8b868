"""Figures for Prometheus count events, and hold no names of players."""

import json
import re
import socket
import urllib.request
from datetime import timedelta
from pathlib import Path
from unittest import mock

import pytest
from django.db import connection
from django.test import Client
from django.urls import get_resolver
from django.utils import timezone
from prometheus_client import REGISTRY, generate_latest
from prometheus_client.registry import CollectorRegistry
from pytest_django import Settings

from core import jobs
from payouts.reports import audits
from players.models import User
from poker_site.running import metrics_server
from tables import tasks
from tables.models import Deadline
from tables.wire.mailbox import MAILBOX, Mailbox
from tables.wire.prepared_frame import PreparedFrame
from tests.bench.metrics import routes
from tests.tables.rooms import open_room

ROOT = Path(__file__).resolve().parents[3]


def value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(f"montepremi_{name}", labels) or 0.0


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> CollectorRegistry:
    # Figures are read in a thread of their own, which ends its connection; here it is the test's.
    monkeypatch.setattr(connection, "close", lambda: None)
    registry = CollectorRegistry()
    registry.register(metrics_server.RoomFigures())
    return registry


@pytest.mark.django_db
def test_a_page_is_counted_by_its_group_and_not_by_its_address() -> None:
    timed = value("request_seconds_count", group="rules")
    counted = value("requests_total", group="rules", status="4xx")
    assert Client().get("/rules/no-such-chapter/").status_code == 404
    User.objects.create_user("bertha")
    Client().get("/players/bertha-unheard-of/")
    text = generate_latest().decode()
    assert "bertha" not in text
    assert "no-such-chapter" not in text
    assert value("request_seconds_count", group="rules") == timed + 1
    assert value("requests_total", group="rules", status="4xx") == counted + 1


def test_all_addresses_are_in_a_few_groups() -> None:
    groups = {metrics_server.group_of(route) for route in routes(get_resolver())}
    assert {"admin/tournaments", "api/hands", "front", "lobby", "logo"} <= groups
    assert all(re.fullmatch(r"[\w./-]+", group) for group in groups)
    # Each is a dozen series in each web process.
    assert len(groups) < 100


def test_a_slow_reader_is_counted() -> None:
    before = value("mailbox_overflows_total")
    mailbox = Mailbox(mock.AsyncMock(), mock.Mock(), mock.Mock())
    for _ in range(MAILBOX + 2):
        mailbox.put(PreparedFrame(b"{}"))
    assert value("mailbox_overflows_total") == before + 1


def test_a_job_is_timed_and_its_failure_counted() -> None:
    before = value("job_seconds_count", job="figures test")
    jobs.attempt("figures test", lambda: 1)
    jobs.attempt("figures test", lambda: 1 // 0)
    assert value("job_seconds_count", job="figures test") == before + 2
    assert value("jobs_failed_total", job="figures test") == 1


@pytest.mark.django_db
def test_a_deadline_tells_how_late_it_was_taken() -> None:
    table_id = open_room(2).table_id
    late = timezone.now() - timedelta(seconds=3)
    Deadline.objects.update_or_create(table_id=table_id, defaults={"due_at": late})
    count, seconds = value("deadline_lag_seconds_count"), value("deadline_lag_seconds_sum")
    tasks.sweep_deadlines()
    assert value("deadline_lag_seconds_count") == count + 1
    assert value("deadline_lag_seconds_sum") > seconds + 2


@pytest.mark.django_db
def test_the_room_tells_its_books(room: CollectorRegistry) -> None:
    audits.run(now=timezone.now())
    told = {family.name for family in room.collect()}
    assert {"montepremi_audit_sound", "montepremi_tasks_waiting"} <= told
    assert room.get_sample_value("montepremi_money_guards_missing") == 0


@pytest.mark.django_db
def test_figures_that_cannot_be_read_are_left_out(
    room: CollectorRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metrics_server, "client", mock.Mock(side_effect=OSError))
    assert "montepremi_tasks_waiting" not in generate_latest(room).decode()


def test_no_port_no_server_and_a_taken_port_stops_nothing(
    settings: Settings, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metrics_server, "REGISTRY", CollectorRegistry())
    settings.METRICS_PORT = 0
    metrics_server.serve()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        settings.METRICS_PORT = taken.getsockname()[1]
        metrics_server.serve()
    assert "no metrics" in caplog.text


def test_the_port_answers_with_the_figures(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metrics_server, "REGISTRY", CollectorRegistry())
    with socket.create_server(("127.0.0.1", 0)) as probe:
        settings.METRICS_PORT = probe.getsockname()[1]
    metrics_server.serve()
    with urllib.request.urlopen(f"http://127.0.0.1:{settings.METRICS_PORT}/metrics") as answer:
        assert b"montepremi_action_seconds" in answer.read()


def test_dashboard_and_alarms_ask_for_figures_that_exist(room: CollectorRegistry) -> None:
    known = set(re.findall(r"^# TYPE (montepremi_\w+)", generate_latest().decode(), re.MULTILINE))
    known |= {f"montepremi_{name}" for name in (*metrics_server.ROOM, "tasks_waiting")}
    known |= {f"montepremi_pool_{name}" for name in ("connections", "free", "threads_waiting")}
    known.add("montepremi_pool_timeouts_total")
    dashboard = (ROOT / "deploy" / "grafana" / "montepremi.json").read_text()
    json.loads(dashboard)
    alarms = (ROOT / "deploy" / "prometheus" / "alarms.yml").read_text()
    asked = set(re.findall(r"montepremi_\w+", dashboard + alarms))
    assert {re.sub("_(bucket|count)$", "", name) for name in asked} <= known
