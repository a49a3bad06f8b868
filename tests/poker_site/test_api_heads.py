"""HEAD is answered wherever the API answers GET, and does nothing else."""

import pytest
from django.test import Client

from tests.poker_site.walk import NAMED, pages
from tests.tournaments import events

pytestmark = pytest.mark.django_db


def test_every_operation_answers_head_as_it_answers_get(client: Client) -> None:
    (anna,) = events.players(1, prefix="anna")
    client.force_login(anna)
    event = events.sit_and_go()
    found = [page for page in pages() if page.route.startswith("api/") and "get" in page.methods]
    names = {name[1] or name[2]: event.pk for page in found for name in NAMED.finditer(page.route)}
    given = {**names, "kind": "cash", "format": "json", "code": "A" * 10, "name": "all"}
    answers = {}
    for page in found:
        address = page.address(given).replace("?", "")
        answers[address] = [
            getattr(client, method)(address).status_code for method in ("get", "head")
        ]
    assert len(answers) > 20
    assert {address: told for address, told in answers.items() if told[0] != told[1]} == {}
    assert answers["/api/cash/"] == answers["/api/searches/"] == [200, 200]
