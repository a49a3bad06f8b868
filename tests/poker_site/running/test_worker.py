"""A worker whose Redis answers and refuses goes on once it takes commands again."""

import threading

import pytest
import redis
from celery.contrib.testing.worker import start_worker
from celery.signals import worker_ready
from django.conf import settings

from poker_site.celery import app
from tests.harness.room import wait_for


@pytest.fixture
def taken() -> threading.Event:
    """Set whenever the worker takes the task ``tests.take``."""
    event = threading.Event()
    app.task(event.set, name="tests.take", ignore_result=True)
    return event


@pytest.mark.slow
@pytest.mark.usefixtures("servers")
def test_a_worker_outlives_a_redis_that_is_a_replica_for_a_while(
    taken: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What a real worker begins then would go on beside the other tests.
    monkeypatch.setattr(worker_ready, "receivers", [])
    monkeypatch.setitem(app.conf.broker_transport_options, "polling_interval", 0.2)

    def does_tasks() -> bool:
        taken.clear()
        app.send_task("tests.take")
        return taken.wait(5)

    with (
        redis.Redis.from_url(settings.REDIS_URL) as client,
        start_worker(app, pool="threads", perform_ping_check=False, shutdown_timeout=60) as worker,
    ):
        assert does_tasks()
        before = worker.consumer.restart_count
        client.replicaof("127.0.0.1", "1")
        try:
            wait_for("it to be refused", lambda: worker.consumer.restart_count > before)
        finally:
            client.replicaof("NO", "ONE")
        wait_for("it to take tasks", does_tasks)
