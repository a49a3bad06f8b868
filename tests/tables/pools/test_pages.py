"""The pages and the API of pools, and what players and staff read of them elsewhere."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from players.models import User
from players.sign_in import guests
from tables.history.formats.registry import BY_SUFFIX
from tables.live import own_tables
from tables.models import FastPool, HandPlayer, PoolEntry
from tables.pools import lobby
from tests.tables.pools.setting import WALLET, PoolRoom, State, pool_room
from tests.tables.pools.test_play import dealt

pytestmark = pytest.mark.django_db


def page(client: Client, room: PoolRoom, who: int | None, name: str, *args: Any) -> str:
    """What somebody reads there; None is nobody who is known."""
    if who is not None:
        client.force_login(room.people[who])
    return client.get(reverse(name, args=args), follow=True).content.decode()


@pytest.mark.middling
@pytest.mark.rule("FAST-4")
@pytest.mark.rule("LOBBY-1")
def test_the_lobby_shows_players_hands_an_hour_and_the_average_pot(client: Client) -> None:
    room, table_id = dealt(7)
    room.check_down(table_id)
    room.later(60)
    (shown,) = lobby.open_pools(user_id=None, now=room.now)
    assert (shown.players, shown.pace) == (7, 60)
    # Six pay a big blind each; the house takes its part of what they see a flop for.
    assert shown.average_pot == 57
    text = page(client, room, None, "pools")
    assert "Strobe NL10" in text
    assert "€0.05/€0.10" in text
    listed = client.get(reverse("api_pools")).json()
    assert (listed[0]["players"], listed[0]["entries"]) == (7, [])


@pytest.mark.rule("FREE-2")
def test_a_guest_is_led_to_an_account_instead_of_a_form_that_is_refused(client: Client) -> None:
    room = pool_room(0)
    address = reverse("pool", args=[room.pool.pk])
    client.force_login(guests.make(of_age=True, known_as=(), now=timezone.now()))
    text = client.get(address).content.decode()
    assert "Guests can play for play money only." in text
    assert f'href="{reverse("account_signup")}?next={address}"' in text
    assert reverse("pool_join", args=[room.pool.pk]) not in text


def test_somebody_comes_in_by_the_page_and_plays(client: Client) -> None:
    room = pool_room(0)
    text = page(client, room, 0, "pool", room.pool.pk)
    assert "10.00" in text
    form = {"amount": "6.50", "key": "7d1a0c0e-5d3a-4c55-9d0a-0d7d1a0c0e5d"}
    url = reverse("pool_join", args=[room.pool.pk])
    for _ in range(2):
        answer = client.post(url, form)
        assert answer["Location"] == reverse("pool_entry", args=[room.pool.pk, 1])
    assert PoolEntry.objects.get().held == 650
    felt = page(client, room, 0, "pool_entry", room.pool.pk, 1)
    assert f'data-at="pool/{room.pool.pk}/1"' in felt
    assert 'data-marks="{}"' in felt
    assert "Another entry" in page(client, room, 0, "pool", room.pool.pk)


@pytest.mark.parametrize("amount", ["", "x", "-5", "0.001", "1e999999"])
def test_an_amount_that_is_none_is_asked_for_again(client: Client, amount: str) -> None:
    room = pool_room(0)
    client.force_login(room.people[0])
    form = {"amount": amount, "key": "7d1a0c0e-5d3a-4c55-9d0a-0d7d1a0c0e5d"}
    answer = client.post(reverse("pool_join", args=[room.pool.pk]), form)
    assert answer.status_code == 400
    assert not PoolEntry.objects.exists()


def test_a_refusal_is_read_on_the_pools_page(client: Client) -> None:
    room = pool_room(0)
    client.force_login(room.people[0])
    form = {"amount": "1", "key": "7d1a0c0e-5d3a-4c55-9d0a-0d7d1a0c0e5d"}
    answer = client.post(reverse("pool_join", args=[room.pool.pk]), form, follow=True)
    assert "You need at least €3.00" in answer.content.decode()


def test_programs_come_in_by_the_api_or_are_refused_by_name(client: Client) -> None:
    room = pool_room(0)
    url = reverse("api_pool_join", args=[room.pool.pk])
    wish = {"amount": 1000, "key": "0123456789abcdef"}
    assert client.post(url, wish, "application/json").status_code == 403
    client.force_login(room.people[0])
    assert client.post(url, wish, "application/json").json() == {"entry": 1}
    refused = client.post(url, {**wish, "key": "another-one", "amount": 1}, "application/json")
    assert (refused.status_code, refused.json()["code"]) == (409, "BUY_IN_TOO_SMALL")
    assert room.wallet(0) == WALLET - 1000


def test_whoever_has_no_such_entry_is_led_to_the_pool(client: Client) -> None:
    room = pool_room(1)
    client.force_login(room.people[1])
    answer = client.get(reverse("pool_entry", args=[room.pool.pk, 1]))
    assert answer["Location"] == reverse("pool", args=[room.pool.pk])


def test_the_page_of_a_pools_table_leads_to_the_pool(client: Client) -> None:
    room, table_id = dealt()
    answer = client.get(reverse("table", args=[table_id]))
    assert answer["Location"] == reverse("pool", args=[room.pool.pk])


@pytest.mark.rule("FAST-1")
def test_whoever_has_gone_on_is_called_to_the_old_hand_no_more() -> None:
    room, table_id = dealt()
    who = room.who_acts(table_id)
    user_id = room.people[who].pk
    assert [call.turn for call in own_tables.of_player(user_id=user_id)] == [True]
    room.fold(who)
    assert own_tables.of_player(user_id=user_id) == []


@pytest.mark.middling
def test_a_hand_of_a_pool_is_told_proved_and_exported_like_any_other(client: Client) -> None:
    room, table_id = dealt()
    room.check_down(table_id)
    mine = HandPlayer.objects.get(user=room.people[0])
    client.force_login(room.people[0])
    told = page(client, room, 0, "hand", mine.hand_id)
    assert "€0.10" in told
    assert "Strobe NL10" in told
    for name in ("hand_proof", "verify_hand"):
        assert client.get(reverse(name, args=[mine.hand_id])).status_code == 200, name
    for suffix in BY_SUFFIX:
        file = client.get(reverse("hand_file", args=[mine.hand_id, suffix]))
        assert file.status_code == 200, suffix
    assert "Strobe NL10" in page(client, room, 0, "wallet")


@pytest.mark.middling
def test_staff_offer_a_pool_and_end_it_and_read_no_table_of_an_entry(admin_client: Client) -> None:
    room, _table_id = dealt()
    change = reverse("admin:tables_fastpool_change", args=[room.pool.pk])
    assert "Strobe NL10" in admin_client.get(change).content.decode()
    assert admin_client.get(reverse("admin:tables_fastpool_changelist")).status_code == 200
    entry = reverse("admin:tables_poolentry_change", args=[room.entry(0).pk])
    assert (
        f"/tables/table/{room.entry(0).table_id}/" not in admin_client.get(entry).content.decode()
    )
    staff = User.objects.get(username="admin")
    assert staff.has_perm("tables.change_fastpool")
    assert FastPool.objects.get().offered
    assert room.state(0) == State.PLAYING


@pytest.mark.rule("FAST-1")
@pytest.mark.parametrize("reader", [None, 0, 13])
def test_no_program_reads_who_is_dealt_in_at_a_pools_table(
    client: Client, reader: int | None
) -> None:
    room, table_id = dealt()
    if reader is not None:
        client.force_login(room.people[reader])
    answer = client.get(reverse("api_table", args=[table_id]))
    assert answer.status_code == 404
    assert "guest" not in answer.content.decode()
