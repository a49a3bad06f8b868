"""Every operation of the API, asked with anything by everybody: an answer of the schema, no 5xx.

``API_CASES=1000`` asks each operation so often as each person; by default a few times.
"""

import os
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tables.cash.setting import cash_room
from tests.tournaments import events, stages

CASES = int(os.environ.get("API_CASES", "3"))
PEOPLE = ("nobody", "player", "floor", "cashier", "auditor")
TOKEN = "t" * 32

pytestmark = pytest.mark.django_db


@pytest.fixture
def api() -> Iterator[Any]:
    """The schema as programs read it, over a room in which there is something to find."""
    # Here and below, since it takes a second that whoever does not run these need not spend.
    import schemathesis

    # As Django's own test client does: the test's connection outlives each request.
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    events.sit_and_go()
    events.velox()
    stages.started(entries=3)
    cash_room(1000, 600)
    yield schemathesis.openapi.from_wsgi("/api/schema/?format=json", get_wsgi_application())
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def bears(person: str) -> dict[str, str]:
    """What somebody's requests bear."""
    if person == "nobody":
        return {}
    (user,) = events.players(1, prefix=person)
    if person != "player":
        User.objects.filter(pk=user.pk).update(is_staff=True)
        user.groups.add(Group.objects.get(name=person))
    client = Client()
    client.force_login(user)
    session = client.cookies["sessionid"].value
    return {"Cookie": f"sessionid={session}; csrftoken={TOKEN}", "X-CSRFToken": TOKEN}


@pytest.mark.slow
@pytest.mark.parametrize("person", PEOPLE)
def test_nothing_that_anybody_asks_is_answered_outside_the_schema(api: Any, person: str) -> None:
    from schemathesis import GenerationMode, checks

    known = [
        checks.not_a_server_error,
        checks.content_type_conformance,
        checks.response_schema_conformance,
    ]
    headers = bears(person)
    asked: set[str] = set()
    for found in api.get_all_operations():
        operation = found.ok()
        modes = [operation.as_strategy(generation_mode=mode) for mode in GenerationMode]

        @settings(max_examples=CASES, deadline=None, suppress_health_check=list(HealthCheck))
        @given(case=st.one_of(modes))
        def ask(case: Any) -> None:
            asked.add(case.operation.label)
            answer = case.call(headers=headers)
            # A refusal (409) and what no schema tells (a redirect) stand beside the listed ones.
            listed = {*map(int, case.operation.definition.raw["responses"])}
            assert answer.status_code in listed, (case.as_curl_command(), answer.content)
            case.validate_response(answer, checks=known)

        ask()
    assert len(asked) >= 15


@pytest.mark.parametrize("body", ["[" * 2000, '{"a":' * 2000, "\udcff", "\0", "[]", "1e999999"])
def test_what_is_no_request_is_malformed_and_nothing_worse(client: Client, body: str) -> None:
    (anna,) = events.players(1, prefix="anna")
    client.force_login(anna)
    event = events.sit_and_go()
    answer = client.post(
        reverse("api-tournament-register", args=[event.pk]),
        body.encode(errors="surrogateescape"),
        content_type="application/json",
    )
    assert answer.status_code == 400


@pytest.mark.parametrize("period", ["%00", "%s%s%s", "{0}", "\0", "day\n"])
def test_what_is_sent_as_the_name_of_a_period_is_no_format(client: Client, period: str) -> None:
    (anna,) = events.players(1, prefix="anna")
    client.force_login(anna)
    answer = client.post(reverse("set_limit"), {"period": period, "amount": "10"})
    assert answer.status_code == 400
