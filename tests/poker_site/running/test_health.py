"""Is it well? Both pages answer whatever hangs, and say what does not answer."""

import math
import threading
from collections.abc import Iterator
from datetime import timedelta

import pytest
import redis
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from core import sql
from core.settings import registry
from poker_site.celery import app
from poker_site.running import health, process_heartbeats
from poker_site.version import VERSION
from tables.models import Heartbeat

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def hanging(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """A PostgreSQL that takes the question and never answers, until the event."""
    answers = threading.Event()
    monkeypatch.setitem(health.SERVERS, "postgres", health.Probe(lambda: answers.wait(60)))
    yield answers
    answers.set()


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a healthy server may need more than a second."""
    monkeypatch.setattr(health, "PATIENCE_SECONDS", 60.0)


@pytest.mark.usefixtures("patient")
def test_a_process_that_reaches_its_servers_is_well() -> None:
    answer = Client().get("/health/")
    assert (answer.status_code, answer.content) == (200, b"ok")


@pytest.mark.usefixtures("patient")
def test_without_redis_an_alarm_rings_and_no_process_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def away() -> object:
        raise redis.ConnectionError

    monkeypatch.setitem(health.SERVERS, "redis", health.Probe(away))
    answer = Client().get("/health/")
    assert (answer.status_code, answer.content) == (200, b"no answer from redis")
    monkeypatch.setitem(health.WRITABLE, "redis", health.Probe(away))
    answer = Client().get("/ready/")
    assert (answer.status_code, answer.json()["postgres"], answer.json()["redis"]) == (
        503,
        True,
        False,
    )


@pytest.mark.usefixtures("patient")
def test_asking_often_writes_no_more_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "WRITE_EVERY_SECONDS", 3600)
    written: list[str] = []

    def write(statement: str) -> list[tuple[bool]]:
        written.append(statement)
        return [(True,)]

    for name in health.WRITABLE:
        monkeypatch.setattr(health.WRITABLE[name], "_put_at", -math.inf)
    monkeypatch.setattr(health, "_heartbeat_age", lambda: 1.0)
    monkeypatch.setattr(sql, "rows", write)
    for _ in range(5):
        assert Client().get("/ready/").json()["postgres"]
    assert len([statement for statement in written if "emit_message" in statement]) == 1
    monkeypatch.setattr(health, "WRITE_EVERY_SECONDS", 0)
    Client().get("/ready/")
    assert len([statement for statement in written if "emit_message" in statement]) == 2


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("page", ["/health/", "/ready/"])
def test_whoever_watches_asks_by_any_name_of_the_machine(page: str) -> None:
    by_number = {"Host": "10.0.0.7:8000"}
    assert Client().get("/", headers=by_number).status_code == 400
    assert Client().get(page, headers=by_number).status_code in (200, 503)


@pytest.mark.usefixtures("patient")
def test_nothing_is_asked_before_what_is_waited_for_with_patience() -> None:
    registry.forget()
    with CaptureQueriesContext(connection) as asked:
        Client().get("/health/")
    assert asked.captured_queries == []


@pytest.mark.middling
def test_a_server_that_hangs_does_not_hang_the_page(hanging: threading.Event) -> None:
    answer = Client().get("/health/")
    assert (answer.status_code, answer.content) == (503, b"no answer from postgres")
    assert not hanging.is_set(), "it answered before the server did"


@pytest.mark.slow
def test_those_who_ask_meanwhile_do_not_pile_up(hanging: threading.Event) -> None:
    before = threading.active_count()
    for _ in range(3):
        Client().get("/health/")
    assert threading.active_count() <= before + 1


@pytest.mark.usefixtures("patient")
def test_the_readiness_page_names_worker_and_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        client.flushdb()
    # The worker of a room that rests beside the tests may still leave signs of its own.
    monkeypatch.setattr(process_heartbeats, "_key", lambda process: f"another room:alive:{process}")
    Heartbeat.objects.all().delete()
    answer = Client().get("/ready/")
    servers = {"postgres": True, "redis": True}
    silent = {**servers, "worker": False, "beat": False, "heartbeat": None, "version": VERSION}
    assert (answer.status_code, answer.json()) == (503, silent)
    process_heartbeats._left.clear()
    process_heartbeats.report("worker")
    process_heartbeats.report("beat")
    # A little ahead, so that it is not old when it is read.
    Heartbeat.objects.create(
        pk=1, at=timezone.now() + timedelta(seconds=health.KEPT_WITHIN_SECONDS / 2)
    )
    answer = Client().get("/ready/")
    said = answer.json()
    assert abs(said.pop("heartbeat")) < health.KEPT_WITHIN_SECONDS
    assert (answer.status_code, said) == (
        200,
        {**servers, "worker": True, "beat": True, "version": VERSION},
    )


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("minutes", [-10, 10])
def test_a_heartbeat_that_stopped_is_seen_though_every_process_lives(
    minutes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in health.PROCESSES:
        monkeypatch.setitem(health.PROCESSES, name, health.Probe(lambda: True))
    Heartbeat.objects.all().delete()
    Heartbeat.objects.create(pk=1, at=timezone.now() + timedelta(minutes=minutes))
    answer = Client().get("/ready/")
    assert answer.status_code == 503
    assert abs(answer.json()["heartbeat"]) > 500
    assert Client().get("/health/").status_code == 200


def test_a_worker_shows_that_it_lives_by_the_work_that_it_has_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    left: list[str] = []
    monkeypatch.setattr(process_heartbeats, "report", left.append)
    app.loader.import_default_modules()
    app.signature("tournaments.tasks.keep_time").apply()
    assert left == ["worker"]


def test_a_sign_of_life_that_redis_does_not_take_is_no_trouble(settings: Settings) -> None:
    settings.REDIS_URL = "unix:///nowhere.sock"
    process_heartbeats._left.clear()
    process_heartbeats.report("worker")
