"""Rake tariffs at the desk: two tables to fill in, a preview, and a second person."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from players.models import User
from tables.engine import rake
from tables.engine.rake import NO_END, Rate, Tariff
from tables.models import RakeTariff, TariffVersion
from tests.tables.cash.setting import offer

pytestmark = [pytest.mark.django_db, pytest.mark.rule("RAKE-2", "RAKE-3")]


Rows = Sequence[tuple[str, ...]]


def member(name: str, group: str = "cashier") -> Client:
    user = User.objects.create_user(name, is_staff=True)
    user.groups.set(Group.objects.filter(name=group))
    client = Client()
    client.force_login(user)
    return client


def typed(rates: Rows, caps: Rows, **more: str) -> dict[str, str]:
    """What the form sends: rows of big blind, its end, what is taken, of what, rounded to what; and
    rows of players, big blind, cap."""
    said = {"name": "Club", "reason": "For members", **more}
    for prefix, names, rows in (
        ("rates", ("first", "last", "taken", "unit", "chip"), rates),
        ("caps", ("players", "first", "most"), caps),
    ):
        said |= {f"{prefix}-TOTAL_FORMS": str(len(rows)), f"{prefix}-INITIAL_FORMS": "0"}
        for place, row in enumerate(rows):
            said |= {
                f"{prefix}-{place}-{name}": what for name, what in zip(names, row, strict=True)
            }
    return said


RATES = [("1", "", "0.055", "1", "0.05"), ("0.01", "", "0.01", "0.20", ""), ("", "", "", "", "")]
CAPS = [("2", "0.01", "0.50"), ("3", "0.01", "1"), ("3", "1", "2")]
SAID = Tariff(
    (Rate(1, 99, 10, 20), Rate(100, NO_END, 55, 100, 5)), {2: ((1, 50),), 3: ((1, 100), (100, 200))}
)


def test_a_tariff_is_typed_in_previewed_ordered_and_confirmed_by_another() -> None:
    offer()
    desk, add = member("one"), reverse("admin:tables_raketariff_add")
    # It begins as the regulations': each of their rows is there.
    page = desk.get(add).content.decode()
    assert page.count('name="rates-') > 5 * len(rake.named(rake.TODAY).rates)
    page = desk.post(add, typed(RATES, CAPS) | {"show": ""}).content.decode()
    # 100 big blinds at 0.05/0.10.
    assert "€10.00" in page
    assert "€0.50" in page
    assert not TariffVersion.objects.exists()
    answer = desk.post(add, typed(RATES, CAPS), follow=True)
    version = TariffVersion.objects.get()
    assert rake.named(version.text) == SAID
    address = reverse("admin:tables_tariffversion_change", args=[version.pk])
    assert answer.redirect_chain[-1][0] == address
    # Who ordered it does not see the button to confirm it.
    confirm = reverse("admin:tables_tariffversion_confirm", args=[version.pk])
    assert confirm not in answer.content.decode()
    second = member("other")
    assert confirm in second.get(address).content.decode()
    second.post(confirm, {"_form_submitted": "on"})
    tariff = RakeTariff.objects.get()
    assert rake.named(tariff.text) == SAID
    game = offer(name="Club game", tariff=tariff)
    shown = desk.get(reverse("admin:tables_raketariff_change", args=[tariff.pk])).content.decode()
    assert game.name in shown
    assert "one + other" in shown
    change = reverse("admin:tables_raketariff_order_change", args=[tariff.pk])
    assert 'value="0.055"' in desk.get(change).content.decode()
    retire = reverse("admin:tables_raketariff_retire", args=[tariff.pk])
    desk.post(retire, {"_form_submitted": "on", "reason": "Old"})
    tariff.refresh_from_db()
    assert tariff.retired_at is None


@pytest.mark.parametrize(
    ("rates", "caps", "more", "said"),
    [
        ([], CAPS, {}, "The first rate must begin"),
        ([("0.01", "", "0.03", "0.20", "")], CAPS, {}, "at most a tenth"),
        ([("0.01", "", "0.01", "", "")], CAPS, {}, "Fill in the whole row"),
        (RATES, [("3", "0.01", "1")], {}, "Caps must begin with two players"),
        (RATES, [("11", "0.01", "1")], {}, "less than or equal to 10"),
        (RATES, CAPS, {"begins_at": "2030-01-01T10:00"}, "a beginning and an end"),
        (RATES, CAPS, {"begins_at": "x", "ends_at": "y"}, "valid date"),
        (
            *(RATES, CAPS),
            {"begins_at": "2020-01-01T10:00", "ends_at": "2020-01-02T10:00"},
            "in the future",
        ),
        (RATES, CAPS, {"name": ""}, "required"),
    ],
)
def test_what_does_not_fit_is_said_where_it_is_typed(
    rates: Rows, caps: Rows, more: dict[str, Any], said: str
) -> None:
    answer = member("one").post(
        reverse("admin:tables_raketariff_add"), typed(rates, caps, **more), follow=True
    )
    assert said in answer.content.decode()
    assert not TariffVersion.objects.exists()


def test_the_floor_reads_tariffs_and_orders_none() -> None:
    floor = member("floor-one", "floor")
    page = floor.get(reverse("admin:tables_raketariff_changelist"))
    assert "The tariff of the regulations" in page.content.decode()
    assert floor.post(reverse("admin:tables_raketariff_add"), typed(RATES, CAPS)).status_code == 403
