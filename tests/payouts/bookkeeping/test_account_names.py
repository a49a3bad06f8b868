"""Accounts by the names that people read."""

import pytest
from django.test import Client
from django.urls import reverse

from payouts.bookkeeping import accounts
from payouts.bookkeeping.account_names import called
from payouts.models import Account
from players.models import User
from tests.tournaments import events
from tournaments.entry import registration

pytestmark = pytest.mark.django_db


def test_an_account_is_called_by_its_player_its_event_or_what_it_is_for() -> None:
    anna = User.objects.create_user("anna")
    event = events.sit_and_go(name="Wednesday Six")
    wallet, pool = accounts.player(anna.pk), accounts.pool(event.event)
    names = [wallet, accounts.held(anna.pk), pool, accounts.FEES, "player:0", "pool:ball:3"]
    assert called(names) == {
        wallet: "anna",
        accounts.held(anna.pk): "anna, held for a withdrawal",
        pool: f"Wednesday Six ({event.pk}), prize pool",
        accounts.FEES: "House, fees",
        "player:0": "player 0",
        "pool:ball:3": "Event (3), prize pool",
    }


def test_every_account_of_the_house_has_a_name() -> None:
    single = {
        value for name, value in vars(accounts).items() if name.isupper() and isinstance(value, str)
    }
    told = called(single)
    assert {name for name in single if told[name] == name} == set()


def test_transfers_and_the_file_name_people_and_events(admin_client: Client) -> None:
    event = events.sit_and_go(name="Wednesday Six")
    [anna] = events.players(1, prefix="anna")
    pages = [reverse("admin:payouts_transfer_changelist"), f"/admin/players/player/{anna.pk}/"]
    registration.register(tournament_id=event.pk, user_id=anna.pk, now=events.START)
    for page in pages:
        text = admin_client.get(page, follow=True).text
        assert f"Wednesday Six ({event.pk}), prize pool" in text
        assert "pool:tournament" not in text
        assert f">player:{anna.pk}<" not in text
    account = Account.objects.get(name=accounts.player(anna.pk))
    page = reverse("admin:payouts_account_change", args=[account.pk])
    assert anna.get_username() in admin_client.get(page).text
