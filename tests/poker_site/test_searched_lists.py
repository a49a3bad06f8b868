"""Lists at the desk: what a search finds, and leaves out."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from players.models import User
from tables.models import Hand, Table
from tests.tables.rooms import open_room
from tests.tournaments import stages
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


@pytest.mark.slow
def test_hands_are_found_by_number_player_and_event_and_by_nothing_else() -> None:
    first, other = open_room(1000, 1000), open_room(1000, 1000)
    for opened in (first, other, first):
        opened.deal()
        opened.fold_out()
    anna = next(iter(first.users.values()))
    # Whoever is called as a hand is found by their name where no hand has that number.
    anna.username = "7"
    anna.save()
    hand = Hand.objects.get(table=other.table_id)
    client = Client()
    client.force_login(User.objects.create_superuser("boss"))

    def found(typed: str) -> set[int]:
        page = client.get("/admin/tables/hand/", {"q": typed})
        return {row.pk for row in page.context["cl"].result_list}

    of_first = set(Hand.objects.filter(table=first.table_id).values_list("pk", flat=True))
    assert found(str(hand.pk)) == {hand.pk}
    assert found(f" {anna.username} ") == of_first
    assert found(hand.event) == found("") == of_first | {hand.pk}
    assert found("tournament") == found("ann") == set()


def test_tables_and_hands_say_what_their_event_is_called() -> None:
    event = stages.started(entries=3, name="Night of the aces")
    client = Client()
    client.force_login(User.objects.create_superuser("boss"))
    for listed in ("table", "hand"):
        page = client.get(f"/admin/tables/{listed}/", {"q": event.event}).content.decode()
        told = re.findall(r"field-event_name[^>]*>([^<]*)<", page)
        assert {text.strip() for text in told} == {"Night of the aces"}
        assert "big_blind" not in page
    table = Table.objects.get(event=event.event)
    page = client.get(f"/admin/tables/table/{table.pk}/change/").content.decode()
    assert re.search(r'<a href="[^"]+">Night of the aces</a>', page)
    assert "No limit hold&#x27;em" in page
