"""VeloX tables at the desk: rows to fill in, a preview, and a second person."""

from collections.abc import Sequence

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from payouts.rules import velox
from players.models import User
from tests.tournaments import events
from tournaments.models import VeloxTable, VeloxTableVersion

pytestmark = [pytest.mark.django_db, pytest.mark.rule("VELOX-2", "VELOX-3")]

ADD = "admin:tournaments_veloxtable_add"
ROWS = [("2", "995000"), ("", ""), ("100", "5000")]


def member(name: str, group: str = "cashier") -> Client:
    user = User.objects.create_user(name, is_staff=True)
    user.groups.set(Group.objects.filter(name=group))
    client = Client()
    client.force_login(user)
    return client


def typed(rows: Sequence[tuple[str, str]], **more: str) -> dict[str, str]:
    """What the form sends."""
    said = {"name": "Club", "seats": "3", "reason": "For members", **more}
    said |= {"rows-TOTAL_FORMS": str(len(rows)), "rows-INITIAL_FORMS": "0"}
    for place, (multiplier, tickets) in enumerate(rows):
        said |= {f"rows-{place}-multiplier": multiplier, f"rows-{place}-tickets": tickets}
    return said


def test_a_table_is_typed_in_previewed_ordered_and_confirmed_by_another() -> None:
    desk, add = member("one"), reverse(ADD)
    # It begins as one of the regulations': each of its rows is there.
    page = desk.get(add).content.decode()
    assert page.count('name="rows-') > 2 * len(velox.UP_TO_5)
    page = desk.post(add, typed(ROWS) | {"show": ""}).content.decode()
    assert "Players get back 83 % of all buy-ins on average" in page
    assert "€97.00" in page
    assert not VeloxTableVersion.objects.exists()
    answer = desk.post(add, typed(ROWS), follow=True)
    version = VeloxTableVersion.objects.get()
    assert version.odds == "100:5000 2:995000"
    address = reverse("admin:tournaments_veloxtableversion_change", args=[version.pk])
    assert answer.redirect_chain[-1][0] == address
    # Who ordered it does not see the button to confirm it.
    confirm = reverse("admin:tournaments_veloxtableversion_confirm", args=[version.pk])
    assert confirm not in answer.content.decode()
    second = member("other")
    assert confirm in second.get(address).content.decode()
    assert address in second.get(reverse("admin:index")).content.decode()
    second.post(confirm, {"_form_submitted": "on"})
    table = VeloxTable.objects.get()
    plan = events.velox_template(seats=3, buy_in=500, velox_table=table)
    page = reverse("admin:tournaments_veloxtable_change", args=[table.pk])
    shown = desk.get(page).content.decode()
    assert plan.name in shown
    assert "one + other" in shown
    listed = desk.get(reverse("admin:tournaments_veloxtable_changelist")).content.decode()
    assert "83 %" in listed
    assert "×6,000" in listed
    change = reverse("admin:tournaments_veloxtable_order_change", args=[table.pk])
    assert 'value="995000"' in desk.get(change).content.decode()
    desk.post(change, typed([("100", "5001"), ("2", "994999")]))
    assert VeloxTableVersion.objects.get(number=2).table == table
    retire = reverse("admin:tournaments_veloxtable_retire", args=[table.pk])
    desk.post(retire, {"_form_submitted": "on", "reason": "Old"})
    table.refresh_from_db()
    assert table.retired_at is None


@pytest.mark.parametrize(
    ("rows", "more", "said"),
    [
        ([], {}, "A table must have 2 to 20 rows"),
        ([("100", "5000"), ("2", "994999")], {}, "add up to 999999"),
        ([("100", "5000"), ("2", "")], {}, "Fill in the whole row"),
        ([("2", "5000"), ("2", "995000")], {}, "Row 2: this multiplier already has a row"),
        ([("0", "5000"), ("2", "995000")], {}, "greater than or equal to 1"),
        ([("x", "5000"), ("2", "995000")], {}, "whole number"),
        ([("6", "500000"), ("2", "500000")], {}, "more than they pay"),
        ([("2", "999999"), ("3", "1")], {}, "the floor of POOL-1 is 80 %"),
        (ROWS, {"seats": "4"}, "valid choice"),
        (ROWS, {"name": ""}, "required"),
        (ROWS, {"reason": ""}, "required"),
    ],
)
def test_what_does_not_fit_is_said_where_it_is_typed(
    rows: Sequence[tuple[str, str]], more: dict[str, str], said: str
) -> None:
    for show in ({}, {"show": ""}):
        answer = member(f"one{len(show)}").post(reverse(ADD), typed(rows, **more) | show)
        assert said in answer.content.decode()
    assert not VeloxTable.objects.exists()


def test_the_floor_reads_tables_and_orders_none() -> None:
    floor = member("floor-one", "floor")
    page = floor.get(reverse("admin:tournaments_veloxtable_changelist"))
    assert "The tables of the regulations" in page.content.decode()
    assert floor.post(reverse(ADD), typed(ROWS)).status_code == 403
