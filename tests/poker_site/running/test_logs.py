import logging

import pytest
import structlog
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import resolve, reverse
from django.utils.log import log_response

from players.models import User


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
