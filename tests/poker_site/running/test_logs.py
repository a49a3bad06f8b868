import json
import logging
import re

import pytest
import structlog
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import get_resolver, resolve, reverse
from django.utils.log import log_response
from pytest_django import Settings

from core.request_id import CURRENT
from players.models import User
from poker_site.running import logs
from tests.poker_site.test_strangers import routes


@pytest.mark.parametrize("name", ["deck", "seed", "cards", "live", "password"])
def test_a_secret_never_reaches_a_log_line(
    name: str, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    handler = logging.getLogger().handlers[0]
    record_of = []
    handler_format = handler.format
    structlog.get_logger("tests").warning("dealt", hand=7, **{name: "AsKd"})
    for record in caplog.records:
        record_of.append(handler_format(record))
    assert record_of
    assert all("AsKd" not in line for line in record_of)
    assert any("hand=7" in line for line in record_of)


@pytest.mark.parametrize(
    "address",
    [
        "/calendar/k3y.ics",
        "/seat/12/k3y/",
        "/seat/12/k3y/call/",
        "/accounts/confirm-email/k3y/",
        "/accounts/password/reset/key/1-k3y/",
        "/accounts/notices/mails/k3y/",
        "/home/k3y/",
        "/home/k3y/join/",
        "/clubs/join/k3y/",
        "/clubs/calendar/k3y/",
        "/staff/join/k3y/",
    ],
)
def test_an_address_that_is_a_key_is_logged_without_it(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    resolve(address)
    logging.getLogger("django.request").warning("%s: %s", "Too Many Requests", address)
    (line,) = [logging.getLogger().handlers[0].format(record) for record in caplog.records]
    assert "Too Many Requests" in line
    assert "k3y" not in line
    assert "hidden" in line


@pytest.mark.django_db
def test_every_address_with_a_token_is_logged_without_it() -> None:
    # A payment's number is no key: its page is its player's alone.
    tokens = [r for r in routes(get_resolver().url_patterns) if "<str:token>" in r]
    assert len(tokens) > 5
    for route in tokens:
        where = "/" + re.sub(r"<int:\w+>", "7", route.replace("<str:token>", "k3y"))
        assert "k3y" not in str(logs.hide_secrets(None, "", {"event": where})["event"]), route


def test_whoever_asks_a_calendar_too_often_leaves_no_key_in_the_log(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    asked = [client.get("/calendar/k3y.ics").status_code for _ in range(31)]
    assert 200 not in asked
    lines = [logging.getLogger().handlers[0].format(record) for record in caplog.records]
    assert any("/calendar/hidden" in line for line in lines)
    assert not any("k3y" in line for line in lines)


def test_a_failure_leaves_its_traceback_without_the_values_of_variables(
    caplog: pytest.LogCaptureFixture,
) -> None:
    deck = "As" + "Kd"
    try:
        raise LookupError(f"{len(deck)} characters")
    except LookupError:
        structlog.get_logger("tests").exception("deal failed")
        logging.getLogger("tests").exception("deal failed")
    lines = [logging.getLogger().handlers[0].format(record) for record in caplog.records]
    assert len(lines) == 2
    for line in lines:
        assert "LookupError: 4 characters" in line
        assert "test_logs.py" in line
        assert deck not in line


@pytest.mark.django_db
def test_a_row_that_was_refused_is_not_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    iban = "IT60X0542811101000000123456"
    try:
        with transaction.atomic():
            for _ in range(2):
                User.objects.create(username=f"two\n\n{iban}")
    except IntegrityError as error:
        structlog.get_logger("tests").exception("not paid")
        structlog.get_logger("tests").warning("not paid", error=repr(error))
        logging.getLogger("tests").exception("not paid")
    lines = [logging.getLogger().handlers[0].format(record) for record in caplog.records]
    assert len(lines) == 3
    for line in lines:
        assert "violates unique constraint" in line
        assert iban not in line


@pytest.mark.parametrize(("status", "kept"), [(403, False), (503, False), (500, True)])
def test_only_what_failed_leaves_a_traceback(
    status: int, kept: bool, caplog: pytest.LogCaptureFixture
) -> None:
    answer = HttpResponse(status=status)
    log_response("%s", "/", response=answer, request=HttpRequest(), exception=LookupError("x"))
    [record] = caplog.records
    assert (record.exc_info is not None) is kept


def test_a_malformed_look_up_at_the_desk_is_a_line_and_no_alarm(
    admin_client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    answer = admin_client.get(reverse("admin:tables_table_changelist"), {"live__hand": "x"})
    assert answer.status_code in (302, 400)
    found = [line for line in caplog.records if line.name.startswith("django.security")]
    assert [line.levelname for line in found] == ["WARNING"] * len(found) != []


@pytest.mark.django_db
def test_who_asks_by_another_name_than_ours_raises_no_alarm(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    assert client.get("/", headers={"Host": "203.0.113.9"}).status_code == 400
    [record] = [record for record in caplog.records if record.name.startswith("django.security")]
    assert (record.levelname, record.exc_info) == ("WARNING", None)


@pytest.mark.django_db
def test_each_answer_has_an_id_of_its_own() -> None:
    answer = Client().get("/no/such/page/")
    known = answer.headers["X-Request-ID"]
    assert len(known) == 16
    assert Client().get("/").headers["X-Request-ID"] != known


@pytest.mark.parametrize(("form", "starts"), [("line", "timestamp="), ("json", "{")])
def test_a_line_names_its_request_in_either_format(form: str, starts: str) -> None:
    chain = logs.config("INFO", form)["formatters"]["line"]
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=chain["foreign_pre_chain"], processors=chain["processors"]
    )
    record = logging.LogRecord("tests", logging.INFO, "", 1, "dealt AsKd to è", (), None)
    before = CURRENT.set("4af1c0de")
    try:
        line = formatter.format(record)
    finally:
        CURRENT.reset(before)
    assert line.startswith(starts)
    assert "4af1c0de" in line
    if form == "json":
        told = json.loads(line)
        assert (told["request"], told["level"], told["event"]) == (
            *("4af1c0de", "info"),
            "dealt AsKd to è",
        )


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("behind", "sent", "taken"),
    [(True, "1b4e28ba-2fa1", True), (False, "1b4e28ba-2fa1", False), (True, "a\nb=c 1234", False)],
)
def test_the_id_of_a_proxy_is_taken_from_a_proxy_alone(
    settings: Settings, behind: bool, sent: str, taken: bool
) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if behind else None
    answer = Client().get("/about/", headers={"X-Request-ID": sent})
    assert (answer.headers["X-Request-ID"] == sent) is taken
