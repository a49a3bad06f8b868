"""The desk's page of a user: suspending a player and lifting it, and what else is nobody's work."""

from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from players.models import FormerName, StaffInvitation, User
from tests.poker_site.members import member
from tournaments.models import Act

pytestmark = [pytest.mark.django_db, pytest.mark.rule("STAFF-4")]


@pytest.fixture
def anna() -> User:
    return User.objects.create_user("anna", "anna@example.com", password="!")


def page_of(user: User) -> str:
    return reverse("admin:players_user_change", args=[user.pk])


def press(client: Client, user: User, verb: str, **form: Any) -> int:
    address = f"/admin/players/user/{user.pk}/{verb}/"
    return client.post(address, {"_form_submitted": "on", **form}).status_code


def test_floor_staff_suspend_with_a_reason_and_lift_it(anna: User) -> None:
    floor = member("floor")
    page = floor.get(page_of(anna)).content.decode()
    assert f"/admin/players/user/{anna.pk}/suspend/" in page
    assert f"/admin/players/user/{anna.pk}/lift/" not in page

    assert press(floor, anna, "suspend", reason="Two accounts") == 200
    anna.refresh_from_db()
    assert not anna.is_active
    page = floor.get(page_of(anna)).content.decode()
    assert "This player is suspended." in page
    assert f"/admin/players/user/{anna.pk}/lift/" in page
    assert f"/admin/players/user/{anna.pk}/suspend/" not in page

    assert press(floor, anna, "lift", reason="Cleared") == 200
    anna.refresh_from_db()
    assert anna.is_active
    assert list(Act.objects.order_by("pk").values_list("verb", "why", "by__username")) == [
        ("suspend", "Two accounts", "floorer"),
        ("lift", "Cleared", "floorer"),
    ]


def test_without_a_reason_nothing_happens(anna: User) -> None:
    press(member("floor"), anna, "suspend", reason="")
    anna.refresh_from_db()
    assert anna.is_active


@pytest.mark.parametrize("group", ["cashier", "auditor", "nobody"])
def test_nobody_else_suspends(anna: User, group: str) -> None:
    assert press(member(group), anna, "suspend", reason="x") == 403
    anna.refresh_from_db()
    assert anna.is_active


def test_floor_staff_suspend_no_colleague(anna: User) -> None:
    colleague = User.objects.create_user("carla", is_staff=True)
    floor = member("floor")
    press(floor, colleague, "suspend", reason="x")
    assert "Only an administrator" in floor.get(page_of(anna)).content.decode()
    colleague.refresh_from_db()
    assert colleague.is_active
    assert press(member("boss"), colleague, "suspend", reason="x") == 200
    colleague.refresh_from_db()
    assert not colleague.is_active


def test_who_may_not_change_an_account_reads_neither_its_rights_nor_its_address(anna: User) -> None:
    page = member("floor").get(page_of(anna)).content.decode()
    assert "anna" in page
    for hidden in ("anna@example.com", "id_user_permissions", "superuser", "Password"):
        assert hidden not in page


def test_the_form_of_an_account_does_not_suspend(anna: User) -> None:
    boss = member("boss")
    form = {"username": "anna", "is_active": "", "date_joined_0": "2026-11-20"}
    assert boss.post(page_of(anna), {**form, "date_joined_1": "12:00:00"}).status_code == 302
    anna.refresh_from_db()
    assert anna.is_active


def form_of(user: User, **other: str) -> dict[str, str]:
    day, hour = user.date_joined.strftime("%Y-%m-%d %H:%M:%S").split()
    form = {"username": user.username, "email": user.email}
    return {**form, "date_joined_0": day, "date_joined_1": hour, **other}


@pytest.mark.rule("NAME-1")
@pytest.mark.parametrize("name", ["ANNA", "admin7", "\u0430nna2"])
def test_the_desk_gives_no_name_that_is_another_one_s_or_nobody_may_have(
    anna: User, name: str
) -> None:
    bruno = User.objects.create_user("bruno")
    assert member("boss").post(page_of(bruno), form_of(bruno, username=name)).status_code == 200
    bruno.refresh_from_db()
    assert bruno.username == "bruno"


@pytest.mark.rule("STAFF-5", "NAME-1")
def test_a_new_name_from_the_desk_is_an_act_and_the_old_one_stays_known(anna: User) -> None:
    boss = member("boss")
    assert boss.post(page_of(anna), form_of(anna, username="Anna")).status_code == 302
    assert boss.post(page_of(anna), form_of(anna, username="annetta")).status_code == 302
    assert boss.post(page_of(anna), form_of(anna, username="annetta")).status_code == 302
    acts = Act.objects.filter(verb="rename").order_by("pk")
    assert [(act.before, act.after) for act in acts] == [
        ({"name": "anna"}, {"name": "Anna"}),
        ({"name": "Anna"}, {"name": "annetta"}),
    ]
    assert [row.name for row in FormerName.objects.order_by("pk")] == ["anna", "Anna"]


def test_the_records_are_read_at_the_desk(anna: User) -> None:
    press(member("floor"), anna, "suspend", reason="Two accounts")
    for group in ("cashier", "auditor", "boss"):
        client = Client()
        name = f"{group}2"
        user = User.objects.create_user(name, is_staff=True, is_superuser=group == "boss")
        user.groups.set(Group.objects.filter(name=group))
        client.force_login(user)
        page = client.get(reverse("admin:players_suspension_changelist"))
        assert "Two accounts" in page.content.decode()


@pytest.mark.rule("STAFF-2")
def test_an_owner_invites_from_the_list_of_invitations() -> None:
    boss = member("boss")
    asked = {"called": "Piero", "mail": "piero@example.org", "roles": "group:cashier"}
    page = "/admin/players/staffinvitation/invite/"
    assert boss.post(page, {"_form_submitted": "on", **asked}).status_code == 200
    row = StaffInvitation.objects.get()
    assert (row.mail, row.called, row.groups) == ("piero@example.org", "Piero", ["cashier"])
