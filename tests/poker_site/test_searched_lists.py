"""A list at the desk: what a search leaves out."""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tournaments.models import Act

pytestmark = pytest.mark.django_db
LIST = "/admin/tournaments/act/"


def test_months_are_named_of_a_whole_list_and_not_of_what_a_search_finds() -> None:
    boss = User.objects.create_superuser("boss")
    Act.objects.create(
        verb="note", outcome="done", by=boss, at=timezone.now(), about="anna", why="x"
    )
    client = Client()
    client.force_login(boss)
    for query, months in (({}, True), ({"q": "anna"}, False)):
        with CaptureQueriesContext(connection) as asked:
            page = client.get(LIST, query)
        assert page.status_code == 200
        assert "anna" in page.content.decode()
        assert ("DATE_TRUNC" in str(asked.captured_queries)) is months
