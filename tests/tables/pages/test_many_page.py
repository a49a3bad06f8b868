"""The page of many tables: what is on it, for whom, and where it is found."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tables.live import seating
from tables.pages.many import views
from tests.tables.pools.test_play import dealt
from tests.tables.rooms import Room

pytestmark = pytest.mark.django_db

TABLES = reverse("tables")


def at(room: Room) -> str:
    return f"table/{room.table_id}"


def test_it_shows_whatever_one_sits_at_and_nobody_else_s(
    room: Callable[..., Room], client: Client
) -> None:
    first, second, other = room(1000, 1000), room(1000, 1000), room(1000, 1000)
    user = first.users[1]
    second.sit(user.pk, 5)
    client.force_login(user)
    page = client.get(TABLES).content.decode()
    assert page.count('class="tile"') == 2
    assert f'data-at="{at(first)}"' in page
    assert f'data-at="{at(second)}"' in page
    assert f'data-at="{at(other)}"' not in page
    assert 'data-usual="12" data-most="24"' in page
    # Another table is watched beside them; what is no table is left out.
    watched = client.get(TABLES, {"at": [at(other), "table/x", "table/99999999"]})
    assert watched.content.decode().count('class="tile"') == 3
    told = client.get(reverse("tables_mine")).json()
    assert told == {"tables": [at(first), at(second)]}
    seating.close_table(table_id=second.table_id, now=second.now)
    assert views.own_addresses(user.pk) == [at(first)]


@pytest.mark.middling
def test_an_entry_in_a_pool_is_one_of_them_and_its_table_is_not(client: Client) -> None:
    pool, table_id = dealt(6)
    user = pool.people[0]
    here = f"pool/{pool.pool.pk}/1"
    assert views.own_addresses(user.pk) == [here]
    client.force_login(user)
    assert f'data-at="{here}"' in client.get(TABLES).content.decode()
    tile = reverse("tables_tile")
    assert client.get(tile, {"at": here}).status_code == 200
    assert client.get(tile, {"at": f"table/{table_id}"}).status_code == 404
    client.force_login(pool.people[1])
    assert client.get(tile, {"at": f"pool/{pool.pool.pk}/2"}).status_code == 404


def test_a_tile_is_a_table_without_a_page_around_it(
    room: Callable[..., Room], client: Client
) -> None:
    opened = room(1000, 1000)
    client.force_login(opened.users[1])
    tile = client.get(reverse("tables_tile"), {"at": at(opened)}).content.decode()
    assert "<html" not in tile
    assert 'data-heading="h2"' in tile
    for nothing in ("", "table/0", "table/99999999", "chair/1"):
        assert client.get(reverse("tables_tile"), {"at": nothing}).status_code == 404


@pytest.mark.parametrize("name", ["tables", "tables_mine", "tables_tile"])
def test_whoever_is_nobody_is_asked_to_sign_in(client: Client, name: str) -> None:
    answer = client.get(reverse(name))
    assert answer.status_code == 302
    assert answer["Location"].startswith(reverse("account_login"))


def test_who_sits_at_several_tables_is_led_there_from_every_page(
    room: Callable[..., Room], client: Client
) -> None:
    first, second = room(1000, 1000), room(1000, 1000)
    user = first.users[1]
    client.force_login(user)
    assert 'id="call-all"' not in client.get(reverse("cash")).content.decode()
    second.sit(user.pk, 5)
    assert 'id="call-all"' in client.get(reverse("cash")).content.decode()
