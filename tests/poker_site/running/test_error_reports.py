"""A report of a failure says what failed, and nothing that only players may know."""

import sys
from types import ModuleType
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from pytest_django import Settings

from core.request_id import CURRENT
from poker_site.launch import start
from poker_site.running import error_reports


def report() -> dict[str, Any]:
    """What sentry-sdk has of a failed request, secrets in each place."""
    frame = {"filename": "x.py", "function": "deal", "lineno": 7, "vars": {"deck": "AsKd"}}
    return {
        "exception": {
            "values": [
                {
                    "type": "IntegrityError",
                    "value": "refused /home/AsKd/join/\nDETAIL: Failing row contains (AsKd).",
                    "stacktrace": {"frames": [frame]},
                }
            ]
        },
        "transaction": "/tables/<int:pk>/",
        "request": {"url": "https://room/?AsKd", "cookies": "AsKd", "data": "AsKd"},
        "user": {"ip_address": "AsKd"},
        "extra": {"sys.argv": ["AsKd"]},
        "breadcrumbs": {"values": [{"message": "AsKd"}]},
        "modules": {},
        "contexts": {"runtime": {"name": "CPython"}, "celery": {"args": ["AsKd"]}},
    }


def test_a_report_has_no_secret_and_the_id_of_the_request() -> None:
    token = CURRENT.set("abc12345")
    try:
        sent = error_reports.stripped(report(), None)
    finally:
        CURRENT.reset(token)
    assert "AsKd" not in str(sent)
    [fault] = sent["exception"]["values"]
    assert fault["type"] == "IntegrityError"
    assert fault["stacktrace"]["frames"] == [{"filename": "x.py", "function": "deal", "lineno": 7}]
    assert sent["tags"] == {"request": "abc12345"}


def test_without_an_address_nothing_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    error_reports.begin("web")


def test_reports_are_asked_for_without_people_and_values(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: dict[str, Any] = {}
    module = ModuleType("sentry_sdk")
    module.init = lambda **options: asked.update(options)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "sentry_sdk", module)
    settings.SENTRY_DSN = "https://key@sentry.example/1"
    error_reports.begin("worker")
    assert not asked["include_local_variables"]
    assert not asked["send_default_pii"]
    assert asked["before_send"] is error_reports.stripped


def test_a_missing_package_is_named(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.SENTRY_DSN = "https://key@sentry.example/1"
    # As where it is not installed.
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    with pytest.raises(ImproperlyConfigured, match="sentry-sdk is not installed"):
        error_reports.begin("web")


def test_traces_are_taken_where_an_endpoint_is_set(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    monkeypatch.delenv("OTEL_EXPORTER_OTLP_ENDPOINT", raising=False)
    command = ["python", "-m", "celery"]
    assert start.traced(command) == command
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318")
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    with pytest.raises(ImproperlyConfigured, match="opentelemetry-distro is not installed"):
        start.traced(command)
    launcher = tmp_path / "opentelemetry-instrument"
    launcher.touch()
    for name in start.TRACING:
        monkeypatch.delenv(name, raising=False)
    assert start.traced(command) == [str(launcher), *command]
