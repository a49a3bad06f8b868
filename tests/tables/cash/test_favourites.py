"""Stars of games that the desk deletes at the same moment."""

import pytest
from django.db.models import QuerySet
from django.test import Client

from tables.models import CashGame
from tests.tables.cash.setting import offer
from tests.tournaments import events
from tournaments.models import Template

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.rule("LOBBY-2")]


@pytest.mark.parametrize("starred", ["cash/games", "series"])
def test_a_star_for_what_is_deleted_meanwhile_is_refused_by_name(
    client: Client, monkeypatch: pytest.MonkeyPatch, starred: str
) -> None:
    (anna,) = events.players(1, prefix="anna")
    client.force_login(anna)
    offered = offer() if starred == "cash/games" else events.template()
    there = QuerySet.exists

    def and_then_deleted(rows: "QuerySet[CashGame]") -> bool:
        found = there(rows)
        if rows.model in (CashGame, Template):
            rows.model._default_manager.filter(pk=offered.pk).delete()
        return found

    monkeypatch.setattr(QuerySet, "exists", and_then_deleted)
    answer = client.post(f"/{starred}/{offered.pk}/star/", headers={"X-Requested-With": "fetch"})
    assert answer.status_code == 302, "a message on the page that comes next"
    answer = client.put(f"/api/{starred}/{offered.pk}/star/")
    assert answer.json()["code"] in ("NO_SUCH_GAME", "NO_SUCH_SERIES")
