"""With which settings a room for real money does not open, and what it tells browsers."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings as room
from django.contrib.auth.password_validation import validate_password
from django.core import checks
from django.core.checks.registry import registry
from django.core.exceptions import ValidationError
from django.test import Client
from pytest_django import Settings

from players.models import User
from poker_site.opening.checks import CHECKS, DEMO_KEY, powers
from poker_site.server import origins
from tests.harness.long_forms import longer

KEY = "".join(map(chr, range(48, 120)))
PACKAGES = ("core.", "players.", "payouts.", "tables.", "tournaments.", "poker_site.")


def found(settings: Settings, **wrong: object) -> set[str]:
    """The ids of what the checks say about a real room with these settings."""
    real = {"DEMO": False, "SECRET_KEY": KEY, "DEBUG": False, "RESULT_SECONDS": 4.0}
    for name, value in {**real, **wrong}.items():
        setattr(settings, name, value)
    return {str(message.id) for message in checks.run_checks()}


@pytest.mark.parametrize("key", ["abc", DEMO_KEY, "a" * 80])
def test_a_key_that_can_be_guessed_is_refused(settings: Settings, key: str) -> None:
    assert "poker_site.E004" in found(settings, SECRET_KEY=key)
    assert "poker_site.E004" not in found(settings, SECRET_KEY=key, DEMO=True)
    assert "poker_site.E004" in found(settings, SECRET_KEY_FALLBACKS=[KEY, key])


def test_debug_is_refused_in_a_real_room(settings: Settings) -> None:
    assert "poker_site.E005" in found(settings, DEBUG=True)
    assert "poker_site.E005" not in found(settings, DEBUG=True, DEMO=True)


@pytest.mark.parametrize(
    ("url", "refused"),
    [
        ("redis://cache.example:6379/0", {"poker_site.E002", "poker_site.E003"}),
        ("redis://:secret@cache.example:6379/0", {"poker_site.E002"}),
        ("rediss://cache.example:6379/0", {"poker_site.E003"}),
        ("rediss://:secret@cache.example:6379/0", set()),
        ("redis://127.0.0.1:6379/0", set()),
        ("redis://[::1]:6379/0", set()),
        ("unix:///run/valkey.sock", set()),
    ],
)
def test_redis_on_another_host_is_spoken_to_under_tls_and_with_a_password(
    settings: Settings, url: str, refused: set[str]
) -> None:
    ours = {"poker_site.E002", "poker_site.E003"}
    assert found(settings, REDIS_URL=url) & ours == refused
    assert not found(settings, REDIS_URL=url, REDIS_NETWORK="private") & ours


def run(*arguments: str, **environment: str | None) -> subprocess.CompletedProcess[str]:
    """A process of a real room with these variables; None: without it."""
    real = {
        "DEMO": "false",
        "SECRET_KEY": KEY,
        "RESULT_SECONDS": "4",
        "VAR_DIR": "/nowhere",
        "EMAIL_URL": "smtp+tls://room:secret@mail.example:587",
    }
    # Set for the tests alone, and an error of its own.
    kept = {
        name: value for name, value in os.environ.items() if name != "DJANGO_ALLOW_ASYNC_UNSAFE"
    }
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=room.BASE_DIR,
        env={
            name: value
            for name, value in {**kept, **real, **environment}.items()
            if value is not None
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


PROCESSES = {
    "web": ("-c", "import poker_site.asgi"),
    "worker": ("-m", "celery", "-A", "poker_site", "worker", "-P", "solo"),
    "beat": ("-m", "celery", "-A", "poker_site", "beat", "--pidfile", "", "-s", "{folder}/beat"),
    "room": ("manage.py", "room", "--port", "1"),
}


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("process", longer(list(PROCESSES), short=["web", "worker"]))
def test_no_process_starts_with_a_key_that_can_be_guessed(process: str, tmp_path: Path) -> None:
    command = [part.format(folder=tmp_path) for part in PROCESSES[process]]
    done = run(*command, SECRET_KEY="abc")
    assert done.returncode != 0
    assert "poker_site.E004" in done.stderr
    assert "SECRET_KEY can be guessed" in done.stderr


def test_every_check_of_ours_is_asked_by_each_process() -> None:
    ours: set[object] = {
        check for check in registry.get_checks() if check.__module__.startswith(PACKAGES)
    }
    # Of the database: whoever migrates it asks that.
    assert ours - {powers} == {*CHECKS}


@pytest.mark.slow
@pytest.mark.parametrize("command", ["room", "check", "migrate"])
def test_a_command_without_a_secret_key_says_in_a_sentence_what_is_missing(command: str) -> None:
    done = run("manage.py", command, SECRET_KEY=None)
    assert done.returncode == 1
    assert done.stderr == (
        "montepremi: Set the SECRET_KEY environment variable; .env.example says what it is for.\n"
    )


@pytest.mark.slow
def test_the_deployment_check_is_clean() -> None:
    done = run(
        *("manage.py", "check", "--deploy", "--fail-level", "WARNING"),
        DEFAULT_FROM_EMAIL="Club <room@poker.example>",
        PUBLIC_URL="https://poker.example",
        ALLOWED_HOSTS="poker.example",
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.django_db
def test_the_desk_has_a_policy_of_its_own_and_players_pages_the_strict_one() -> None:
    client = Client()
    client.force_login(User.objects.create_superuser("staff"))
    desk = client.get("/admin/").headers["Content-Security-Policy"]
    page = client.get("/").headers["Content-Security-Policy"]
    assert "script-src 'self' 'unsafe-eval'" in desk
    assert "default-src 'self'" in desk
    assert "unsafe" not in page
    for answer in (desk, page):
        assert "frame-ancestors 'none'" in answer
        assert "object-src 'none'" in answer


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/admin/", "/health/", "/no/such/page/"])
def test_every_answer_says_which_powers_no_page_uses(address: str) -> None:
    policy = Client().get(address).headers["Permissions-Policy"]
    assert "camera=()" in policy
    assert "geolocation=()" in policy


@pytest.mark.parametrize(
    ("origin", "host", "scheme", "own"),
    [
        ("http://localhost:8000", "localhost:8000", "ws", True),
        ("https://localhost", "localhost", "wss", True),
        ("https://localhost:443", "localhost", "wss", True),
        ("http://localhost:9000", "localhost:8000", "ws", False),
        ("http://localhost", "localhost", "wss", False),
        ("https://localhost", "localhost", "ws", False),
        ("https://evil.example", "localhost", "wss", False),
        ("https://evil.example", "evil.example", "wss", False),
        ("https://trusted.example", "localhost", "wss", True),
        ("null", "localhost", "wss", False),
        ("", "localhost", "wss", False),
        ("http://localhost:x", "localhost", "ws", False),
    ],
)
def test_a_websocket_opens_for_pages_of_this_address_only(
    settings: Settings, origin: str, host: str, scheme: str, own: bool
) -> None:
    settings.ALLOWED_HOSTS = ["localhost"]
    settings.CSRF_TRUSTED_ORIGINS = ["https://trusted.example"]
    headers = [(b"host", host.encode()), (b"origin", origin.encode())]
    assert origins.is_own({"scheme": scheme, "headers": headers}) is own


@pytest.mark.parametrize(("told", "own"), [("https", True), ("http", False)])
def test_behind_a_proxy_its_word_says_the_scheme(settings: Settings, told: str, own: bool) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    headers = [
        (b"host", b"localhost"),
        (b"origin", b"https://localhost"),
        (b"x-forwarded-proto", told.encode()),
    ]
    assert origins.is_own({"scheme": "ws", "headers": headers}) is own


@pytest.mark.parametrize(
    "password",
    [
        "password",
        "Password1!",
        "P@ssw0rd2024",
        "qwertyqwerty",
        "iloveyou99",
        "12345678",
        "montepremi",
        "Montepremi2026",
        "PokerStars!1",
        "p0kerface99",
        "annabella1",
        "ｐａｓｓｗｏｒｄ",
    ],
)
def test_a_password_that_anybody_would_try_first_is_refused(password: str) -> None:
    with pytest.raises(ValidationError):
        validate_password(password, User(username="annabella"))


@pytest.mark.parametrize(
    "password", ["quiet river of nine stones", "vK8!sendero-Luce", "tre7ciliegie?blu"]
)
def test_a_password_of_ones_own_is_taken(password: str) -> None:
    validate_password(password, User(username="annabella"))
