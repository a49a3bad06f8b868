"""Money is typed and read in the room's currency at the desk, and kept in cents."""

import html
import re

import pytest
from django.test import Client
from django.urls import reverse

from tables.models import CashGame
from tests.tournaments import events
from tests.tournaments.forms import page_form
from tournaments.admin.entrance import MONEY
from tournaments.models import Template, Terms

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_a_plan_is_written_in_whole_units(admin_client: Client) -> None:
    template = events.template(kind="scheduled", re_entries=1, late_registration_levels=1)
    page = reverse("admin:tournaments_template_change", args=[template.pk])
    shown = html.unescape(admin_client.get(page).content.decode())
    assert re.search(r"Guaranteed pool, €", shown)
    assert "cents" not in shown
    form = page_form(admin_client, page)
    assert (str(form["buy_in"]), str(form["fee"])) == ("9.00", "1.00")
    admin_client.post(page, {**form, "guarantee": "1500.50", "re_entry_fee": "", "fee": "0.80"})
    template.refresh_from_db()
    assert (template.guarantee, template.buy_in, template.fee) == (1_500_50, 9_00, 80)
    assert template.re_entry_fee is None
    wrong = admin_client.post(page, {**form, "buy_in": "1.234"}).content.decode()
    assert "2 decimal places" in wrong
    assert Template.objects.get().buy_in == 9_00


def test_every_amount_of_the_terms_is_asked_for_in_whole_units() -> None:
    cents = {
        field.name
        for field in Terms._meta.fields
        if str(getattr(field, "verbose_name", "")).endswith("cents")
    }
    assert cents == set(MONEY)


def test_an_event_and_a_game_show_their_terms_as_money(admin_client: Client) -> None:
    event = events.scheduled(guarantee=1_500_50)
    page = reverse("admin:tournaments_tournament_change", args=[event.pk])
    shown = admin_client.get(page).content.decode()
    assert "€1,500.50" in shown
    assert "cents" not in shown
    game = CashGame.objects.create(name="Small", small_blind=50, big_blind=1_00, seats=6)
    page = reverse("admin:tables_cashgame_change", args=[game.pk])
    shown = admin_client.get(page).content.decode()
    assert "€0.50" in shown
    assert "blind, cents" not in shown
