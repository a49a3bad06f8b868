"""Every no of the API has a name, a sentence in the reader's language, and one shape."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from players.models import User
from tests.tables.pools.test_play import dealt

pytestmark = pytest.mark.django_db

JSON = "application/json"
SHAPE = {"code", "message", "rule"}
# How it is asked, and what the answer is.
ASKED: list[tuple[str, str, dict[str, Any], int, str]] = [
    ("post", "/api/limits/", {"data": "{", "content_type": JSON}, 400, "MALFORMED_REQUEST"),
    ("post", "/api/limits/", {"data": "[]", "content_type": JSON}, 400, "MALFORMED_REQUEST"),
    ("get", "/api/tournaments/?status=none", {}, 400, "MALFORMED_REQUEST"),
    ("get", "/api/tournaments/", {"headers": {"Host": "evil.example"}}, 400, "MALFORMED_REQUEST"),
    ("get", "/api/tournaments/1/", {}, 404, "NOTHING_HERE"),
    ("get", "/api/hands/1/", {}, 404, "NOTHING_HERE"),
    ("get", "/api/tables/1/", {}, 404, "NO_SUCH_TABLE"),
    ("get", "/api/nowhere/", {}, 404, "NOTHING_HERE"),
    ("delete", "/api/me/", {}, 405, "NOT_THAT_METHOD"),
    ("get", "/api/me/", {"headers": {"Accept": "text/html"}}, 406, "NOT_IN_THAT_FORM"),
    ("post", "/api/limits/", {"data": "x", "content_type": "text/xml"}, 415, "UNREADABLE_FORM"),
    ("post", "/api/tournaments/1/unregister/", {}, 409, "NO_SUCH_TOURNAMENT"),
]


@pytest.fixture
def anna() -> User:
    return User.objects.create_user("anna")


def told(client: Client, how: str, address: str, **more: Any) -> tuple[int, dict[str, Any]]:
    """The status, and the refusal, which both languages give with one name and two sentences."""
    headers = more.pop("headers", {})
    answers = [
        getattr(client, how)(address, **more, headers={**headers, "Accept-Language": language})
        for language in ("en", "it")
    ]
    english, italian = (answer.json() for answer in answers)
    assert {answer.headers["Content-Type"] for answer in answers} == {JSON}
    assert SHAPE <= english.keys() <= {*SHAPE, "fields"}
    assert english["code"] == italian["code"]
    assert english["message"] != italian["message"]
    return answers[0].status_code, english


@pytest.mark.rule("INFO-1")
@pytest.mark.parametrize(("how", "address", "more", "status", "code"), ASKED)
def test_whatever_is_refused_is_refused_by_name(
    client: Client, anna: User, how: str, address: str, more: dict[str, Any], status: int, code: str
) -> None:
    client.force_login(anna)
    answer, refusal = told(client, how, address, **more)
    assert (answer, refusal["code"]) == (status, code)


def test_who_has_to_sign_in_first_is_told_so(client: Client) -> None:
    status, refusal = told(client, "get", "/api/me/")
    assert (status, refusal["code"]) == (403, "LOGIN_REQUIRED")


def test_a_request_from_another_page_is_named(anna: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(anna)
    status, refusal = told(client, "post", "/api/notices/seen/")
    assert (status, refusal["code"]) == (403, "STALE_FORM")


def test_a_malformed_request_says_what_is_wrong_by_field(client: Client, anna: User) -> None:
    client.force_login(anna)
    sent = {"kind": "deposit", "period": "day", "amount": 10**30}
    _, refusal = told(client, "post", "/api/limits/", data=sent, content_type=JSON)
    assert refusal["fields"].keys() == {"amount"}
    hours = {"channels": {}, "opens_tables": True, "quiet_from": 3}
    _, refusal = told(client, "put", "/api/notices/settings/", data=hours, content_type=JSON)
    assert refusal["fields"] == {"quiet_to": ["Enter both hours, or neither."]}


@pytest.mark.rule("FAST-1")
def test_what_hides_behind_a_404_says_why(client: Client) -> None:
    _, table_id = dealt()
    status, refusal = told(client, "get", reverse("api_table", args=[table_id]))
    assert (status, refusal["code"], refusal["rule"]) == (404, "TABLE_OF_A_POOL", "FAST-1")


def test_a_failure_of_ours_is_named(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_user_id: int) -> None:
        raise ValueError

    monkeypatch.setattr("players.sign_in.terms.accepted", fail)
    client = Client(raise_request_exception=False)
    client.force_login(anna)
    status, refusal = told(client, "get", "/api/terms/")
    assert (status, refusal["code"]) == (500, "ROOM_TROUBLE")


def test_the_schema_gives_every_no_the_same_shape(client: Client) -> None:
    schema = client.get("/api/schema/?format=json").json()
    for path, operations in schema["paths"].items():
        for operation in operations.values():
            for status, answer in operation["responses"].items():
                if int(status) >= 400:
                    [(kind, content)] = answer["content"].items()
                    assert (kind, content["schema"]["$ref"][-8:]) == (JSON, "/Problem"), path
