"""Payout tables at the desk: typed, made by a wish, seen with amounts, kept by events."""

import html
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from payouts.models import PrizeScheme
from payouts.rules.schemes import PayoutTable
from players.models import User
from tests.tournaments import events
from tests.tournaments.forms import page_form
from tournaments.models import Act

pytestmark = [pytest.mark.django_db, pytest.mark.rule("PAY-TABLE"), pytest.mark.slow]


@pytest.fixture
def boss(client: Client) -> Client:
    client.force_login(User.objects.create_user("boss", is_staff=True, is_superuser=True))
    return client


def typed(**words: str) -> dict[str, Any]:
    return {
        "name": "Ours",
        "kind": "table",
        "by_elimination": "50",
        "rows": "",
        **words,
    }


def page(scheme: PrizeScheme) -> str:
    return reverse("admin:payouts_prizescheme_change", args=[scheme.pk])


def test_a_table_is_typed_seen_and_divides_an_event_s_pool(boss: Client) -> None:
    add = reverse("admin:payouts_prizescheme_add")
    wrong = boss.post(add, typed(rows="6: 65 35\n27: 40 23 16 12 8"))
    assert "Row 2: Each row must add up to 100 percent." in wrong.content.decode()
    unread = boss.post(add, typed(rows="6: many"))
    assert "“6: many” is not a row" in html.unescape(unread.content.decode())
    low = boss.post(add, typed(rows="9: 80 20", least="1.5"))
    assert "less than the minimum prize" in low.content.decode()
    boss.post(add, typed(rows="6: 65 35\n27: 40 23 16 12 9", least="0.3", seat="12.50"))
    scheme = PrizeScheme.objects.get(name="Ours")
    assert (scheme.kind, scheme.least, scheme.seat) == ("table", 30, 12_50)
    shown = boss.get(page(scheme), {"entries": "20", "buy_in": "10", "pool": "200"})
    words = html.unescape(shown.content.decode())
    assert all(amount in words for amount in ("€80.00", "€46.00", "€32.00", "€24.00", "€18.00"))
    assert '"values": [40.0, 23.0, 16.0, 12.0, 9.0]' in words
    event = events.scheduled(scheme=scheme, late_registration_levels=1)
    assert event.prize_scheme.prizes(entries=20, pool=200_00) == [8000, 4600, 3200, 2400, 1800]
    sheet = boss.get(reverse("event_sheet", args=[event.pk])).content.decode()
    assert "PAY-TABLE" in sheet
    assert "The last row applies to larger fields." in sheet
    # Saved as it is, nothing is changed.
    before = Act.objects.count()
    boss.post(page(scheme), page_form(boss, page(scheme)) | {"rows": "6: 65 35\n27: 40 23 16 12 9"})
    scheme.refresh_from_db()
    assert (scheme.least, scheme.seat, len(scheme.rows)) == (30, 12_50, 2)
    assert Act.objects.count() == before


def test_a_table_is_made_by_a_wish_that_is_shown_first(boss: Client) -> None:
    scheme = PrizeScheme.objects.create(name="Made", kind="winners", shares=[10_000])
    address = f"/admin/payouts/prizescheme/{scheme.pk}/make_table/"
    wish = {"percent": "15", "steepness": "90", "least": "1.5", "largest": "500"}
    wish["_form_submitted"] = "True"
    shown = boss.post(address, wish)
    assert "data-chart=" in shown.content.decode()
    scheme.refresh_from_db()
    assert scheme.kind == "winners"
    boss.post(address, {**wish, "shown": shown.context["form"]["shown"].value()})
    scheme.refresh_from_db()
    rules = scheme.snapshot()
    assert isinstance(rules, PayoutTable)
    assert rules.fault is None
    assert rules.prizes(entries=500, pool=500_00)[-1] >= 1_50
    assert Act.objects.get().verb == Act.Verb.CHANGE_PLAN
