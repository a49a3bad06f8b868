"""``manage.py doctor``: each fault is one line with its remedy, and hides no other."""

import http.server
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from unittest import mock

import pytest
import redis
from django.core.management import call_command
from django.utils import timezone
from pytest_django import Settings

from core import sql
from players.models import Mail
from poker_site.models import Backup
from poker_site.opening import doctor, state
from poker_site.running import process_heartbeats
from tables.models import Deadline
from tests.tables.rooms import open_room

pytestmark = pytest.mark.django_db


def wrong(look: str) -> str:
    """What is wrong by one look."""
    return "\n".join(
        found.said for found in doctor.examine() if found.what == look and not found.well
    )


@pytest.fixture(autouse=True)
def here(db: None, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """A demo whose proxy is asked by no test but those that say so."""
    settings.PUBLIC_URL = "http://127.0.0.1:8000"
    # The tests' own server is fast, and not durable.
    sql.run("SET LOCAL synchronous_commit = on")
    for process in process_heartbeats.PROCESSES:
        monkeypatch.setattr(process_heartbeats, "_left", {})
        process_heartbeats.report(process)


def test_a_room_in_order_has_no_fault(capsys: pytest.CaptureFixture[str]) -> None:
    looks = {found.what for found in doctor.examine()}
    assert looks == set(doctor.LOOKS)
    for look in ("PostgreSQL", "Redis", "clocks", "processes", "mail", "proxy"):
        assert wrong(look) == "", look
    # Both are the proxy's.
    assert "security.W004" not in wrong("settings")
    assert "security.W008" not in wrong("settings")


def test_work_that_waits_is_named() -> None:
    late = timezone.now() - timedelta(minutes=20)
    Deadline.objects.update_or_create(table_id=open_room(2).table_id, defaults={"due_at": late})
    assert "1 deadlines of tables are late" in wrong("processes")


def test_a_real_room_names_mails_that_do_not_go_out(settings: Settings) -> None:
    settings.DEMO = False
    assert "Set EMAIL_URL" in wrong("mail")
    settings.MAIL_SENT_BY = "django.core.mail.backends.locmem.EmailBackend"
    assert wrong("mail") == ""
    Mail.objects.create(
        to="a@poker.example",
        subject="s",
        written_at=timezone.now(),
        due_at=timezone.now() - timedelta(minutes=20),
    )
    assert "1 mails have waited" in wrong("mail")
    settings.MAIL_SENT_BY = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    assert "ConnectionRefusedError" in wrong("mail")


def test_a_real_room_on_the_embedded_server_is_warned(settings: Settings) -> None:
    settings.EMBEDDED, settings.DEMO = True, False
    assert "embedded PostgreSQL" in wrong("settings")


@pytest.mark.parametrize(
    ("seen", "well", "sentence"),
    [
        (("off", None, False), True, "no logs are archived"),
        (("on", "0001", False), True, "the last is 0001"),
        (("on", "0001", True), False, "the archive takes no logs"),
    ],
)
def test_an_archive_that_takes_no_logs_is_told(
    monkeypatch: pytest.MonkeyPatch, seen: tuple[object, ...], well: bool, sentence: str
) -> None:
    monkeypatch.setattr(doctor, "sql", mock.Mock(rows=mock.Mock(return_value=[seen])))
    *_, (found, said) = doctor._backups()
    assert found is well
    assert sentence in said


def test_a_silent_redis_hides_no_other_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "client", mock.Mock(side_effect=redis.ConnectionError("gone")))
    assert "ConnectionError: gone" in wrong("Redis")
    assert wrong("PostgreSQL") == ""


def test_a_clock_that_differs_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: 0.0)
    assert "PostgreSQL's clock is" in wrong("clocks")
    assert "Start NTP" in wrong("clocks")


class Proxy(http.server.BaseHTTPRequestHandler):
    """A proxy with one answer to pages, which passes no websocket."""

    status = 200
    asked = ""

    def do_GET(self) -> None:
        if not self.path.startswith("/ws/"):
            Proxy.asked = self.path
        self.send_response(404 if self.path.startswith("/ws/") else self.status)
        if 300 <= self.status < 400:
            self.send_header("Location", "https://www.poker.example/")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def proxy(settings: Settings) -> Iterator[http.server.HTTPServer]:
    with http.server.ThreadingHTTPServer(("127.0.0.2", 0), Proxy) as server:
        settings.PUBLIC_URL = f"http://127.0.0.2:{server.server_port}"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.mark.usefixtures("proxy")
def test_a_proxy_that_passes_no_websocket_is_named() -> None:
    assert "The proxy must pass Upgrade" in wrong("proxy")
    assert "answers 200" not in wrong("proxy")


@pytest.mark.usefixtures("proxy")
@pytest.mark.parametrize(
    ("status", "remedy"),
    [
        (301, "It leads to https://www.poker.example/: PUBLIC_URL"),
        (400, "Name the host in ALLOWED_HOSTS"),
        (403, "Another server answers"),
        (404, "Another server answers"),
        (500, "Read the log of web"),
        (502, "The proxy reaches no web process"),
        (503, "The proxy reaches no web process"),
    ],
)
def test_an_answer_that_is_no_page_is_a_fault(
    monkeypatch: pytest.MonkeyPatch, status: int, remedy: str
) -> None:
    monkeypatch.setattr(Proxy, "status", status)
    assert f"/about/ answers {status}. {remedy}" in wrong("proxy")


@pytest.mark.usefixtures("proxy")
def test_a_room_that_waits_to_be_set_up_is_asked_for_the_page_that_opens(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wrong("proxy")
    assert Proxy.asked == "/about/"
    monkeypatch.setattr(state, "going_on", lambda: True)
    wrong("proxy")
    assert Proxy.asked == "/set-up/"


def test_a_certificate_that_nobody_trusts_is_named(
    settings: Settings, proxy: http.server.HTTPServer, tmp_path: Path
) -> None:
    pem = tmp_path / "own.pem"
    make = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=other"
    subprocess.run(
        [*make.split(), "-keyout", pem, "-out", tmp_path / "crt"], check=True, capture_output=True
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "crt", pem)
    proxy.socket = context.wrap_socket(proxy.socket, server_side=True)
    settings.PUBLIC_URL = settings.PUBLIC_URL.replace("http:", "https:")
    assert "CERTIFICATE_VERIFY_FAILED" in wrong("proxy")
    assert "Look at name, proxy and certificate" in wrong("proxy")


def test_a_room_whose_name_is_no_name_is_told(settings: Settings) -> None:
    settings.PUBLIC_URL = "https://poker.example:port"
    assert "does not answer" in wrong("proxy")


def test_a_name_that_does_not_answer_is_named(settings: Settings) -> None:
    settings.PUBLIC_URL = "http://127.0.0.2:9"
    assert "does not answer" in wrong("proxy")


def test_the_command_fails_where_something_is_wrong(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.PUBLIC_URL = "http://127.0.0.2:9"
    with pytest.raises(SystemExit, match="1"):
        call_command("doctor")
    said = capsys.readouterr().out
    assert "WRONG  proxy: http://127.0.0.2:9 does not answer" in said
    assert "ok     PostgreSQL: " in said


@pytest.mark.usefixtures("owner")
def test_a_room_without_a_fresh_backup_is_told(settings: Settings) -> None:
    assert wrong("backups") == ""
    settings.DEMO = False
    assert "none was made yet. Run `manage.py backup`" in wrong("backups")
    late = timezone.now() - timedelta(hours=50)
    Backup.objects.create(kind="dump", made_at=late, place="/backups/1", bytes=1)
    assert "50 hours old: /backups/1. Look why" in wrong("backups")
    Backup.objects.create(kind="base", made_at=timezone.now(), place="/backups/2", bytes=1)
    assert wrong("backups") == ""
