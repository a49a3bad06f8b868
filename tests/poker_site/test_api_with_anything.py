"""Every operation of the API, asked with anything by everybody: an answer of the schema, no 5xx.

``API_CASES=1000`` asks each operation so often as each person; by default twice, with the simplest
and with anything, and each person asks half of the operations (tests/harness/sampling.py). ``-s``
says how many cases there were.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django import DjangoDbBlocker

from players.models import User
from tables.models import CashStay, Hand, Table
from tests.harness.long_forms import asked, longer
from tests.harness.sampling import sampled
from tests.tables.cash.setting import cash_room
from tests.tournaments import events, stages
from tournaments.entry import registration
from tournaments.models import Entry, Tournament

CASES = asked("API_CASES", 30, short=2)
# The API knows staff as players: by default one of them has the rights of all.
GROUPS = {"floor": ["floor"], "cashier": ["cashier"], "auditor": ["auditor"]}
GROUPS = longer(GROUPS, short={"staff": [*GROUPS]})
TOKEN = "t" * 32
Operations = list[st.SearchStrategy[Any]]

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def operations(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Operations:
    """What each operation of the schema, as programs read it, can be asked; for all who ask, since
    to find out how takes as long as a few answers."""
    # Here and below, since it takes a second that whoever does not run these need not spend.
    import schemathesis

    with django_db_blocker.unblock():
        schema: Any = schemathesis.openapi.from_wsgi(
            "/api/schema/?format=json", get_wsgi_application()
        )
    found = [operation.ok() for operation in schema.get_all_operations()]
    modes = [*schemathesis.GenerationMode]
    return [st.one_of([each.as_strategy(generation_mode=mode) for mode in modes]) for each in found]


@pytest.fixture
def api(operations: Operations) -> Iterator[Operations]:
    """The operations of a room in which there is something to find."""
    # As Django's own test client does: the test's connection outlives each request.
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    events.sit_and_go()
    events.velox()
    stages.started(entries=3)
    cash_room(1000, 600)
    yield operations
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def signed_in(person: str) -> dict[str, str]:
    """The cookies of somebody who has money, a seat in an event and one at a table."""
    if person == "nobody":
        return {}
    (user,) = events.players(1, prefix=person, cents=1_000_00)
    now = timezone.now()
    joined = events.sit_and_go(name="Joined")
    registration.register(tournament_id=joined.pk, user_id=user.pk, now=now)
    if person in GROUPS:
        User.objects.filter(pk=user.pk).update(is_staff=True)
        user.groups.set(Group.objects.filter(name__in=GROUPS[person]))
    client = Client()
    client.force_login(user)
    return {"sessionid": client.cookies["sessionid"].value, "csrftoken": TOKEN}


def there() -> list[int]:
    """Numbers that name something: what is drawn at random would be found nowhere."""
    kinds = (Tournament, Entry, Table, Hand, CashStay)
    return sorted(
        {pk for kind in kinds for pk in kind._default_manager.values_list("pk", flat=True)}
    )


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("person", ["nobody", "player", *GROUPS])
def test_nothing_that_anybody_asks_is_answered_outside_the_schema(
    api: Operations, person: str
) -> None:
    from schemathesis import checks

    known = [
        checks.not_a_server_error,
        checks.content_type_conformance,
        checks.response_schema_conformance,
    ]
    cookies = signed_in(person)
    cases: Counter[str] = Counter()
    answers: Counter[int] = Counter()
    assert len(api) >= 15
    operations = sampled(api, one_in=2, of=f"operations {person}")
    for operation in operations:
        # Half of the numbers in an address name something.
        @settings(max_examples=CASES, deadline=None, suppress_health_check=list(HealthCheck))
        @given(case=operation, number=st.none() | st.sampled_from(there()))
        def ask(case: Any, number: int | None) -> None:
            for name in {"id", "entry"} & set(case.path_parameters or {}) if number else ():
                case.path_parameters[name] = number
            cases[case.operation.label] += 1
            answer = case.call(headers={"X-CSRFToken": TOKEN}, cookies=cookies)
            answers[answer.status_code] += 1
            assert not (cookies and b"LOGIN_REQUIRED" in answer.content)
            # A refusal (409) and what no schema tells (a redirect) stand beside the listed ones.
            listed = {*map(int, case.operation.definition.raw["responses"])}
            assert answer.status_code in listed, (case.as_curl_command(), answer.content)
            case.validate_response(answer, checks=known)

        ask()
    told = ", ".join(f"{count} x {status}" for status, count in sorted(answers.items()))
    print(f"{person}: {cases.total()} cases of {len(cases)} operations: {told}")
    assert len(cases) == len(operations)


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


@pytest.mark.parametrize(
    ("address", "body"),
    [
        ("/api/limits/", r'{"kind": "\ud800", "period": "day", "amount": 1}'),
        ("/api/searches/", r'{"name": "x", "place": "\udfff", "query": ""}'),
        ("/api/payments/", r'{"kind": "\ud83d", "amount": 1, "key": "\ud83d"}'),
    ],
)
def test_half_a_character_is_malformed_and_nothing_worse(
    client: Client, address: str, body: str
) -> None:
    (anna,) = events.players(1, prefix="anna")
    client.force_login(anna)
    answer = client.post(address, body, content_type="application/json")
    assert answer.status_code == 400


@pytest.mark.parametrize("period", ["%00", "%s%s%s", "{0}", "\0", "day\n"])
def test_what_is_sent_as_the_name_of_a_period_is_no_format(client: Client, period: str) -> None:
    (anna,) = events.players(1, prefix="anna")
    client.force_login(anna)
    answer = client.post(reverse("set_limit"), {"period": period, "amount": "10"})
    assert answer.status_code == 400
