"""Accounts and groups at the desk: what their pages say, to a reader in either language."""

from typing import Any

import pytest
from django.contrib.auth.models import Group, Permission
from django.test import Client
from django.urls import reverse

from players.models import User
from poker_site.desk.menu import SCRIPT_WORDS
from tests.poker_site.members import member

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss() -> Client:
    return member("boss")


def read(client: Client, name: str, *args: Any, language: str = "it") -> str:
    client.cookies["django_language"] = language
    return client.get(reverse(f"admin:{name}", args=args)).content.decode()


def test_the_lists_to_choose_from_speak_the_reader_s_language(boss: Client) -> None:
    words = read(boss, "jsi18n")
    assert "Togli tutti: %s" in words
    assert "%s disponibili" in words
    read_in_english = read(boss, "jsi18n", language="en")
    assert [word for word in SCRIPT_WORDS if word.replace('"', '\\"') not in read_in_english] == []


def test_rights_are_named_in_the_reader_s_language(boss: Client) -> None:
    group = Group.objects.create(name="night")
    page = read(boss, "auth_group_change", group.pk)
    assert "Denaro | conto | può vedere" in page
    assert "Può firmare le cifre di una giornata" in page
    assert "Can view" not in page
    # What has no page at the desk is no right to give.
    assert "indirizzo email" not in page
    assert "content type" not in page


@pytest.mark.rule("STAFF-2")
def test_an_account_s_form_is_a_name_an_address_and_groups_with_their_tasks(boss: Client) -> None:
    anna = User.objects.create_user("anna", password="quietly plays 72")
    page = read(boss, "players_user_change", anna.pk)
    for said in (
        "Cassa: Incassa e paga contanti",
        "Direzione: Programma e dirige",
        "Revisione: Vede",
    ):
        assert said in page
    for hidden in ("pbkdf2", "id_user_permissions", "può vedere", "Designates", "admin site"):
        assert hidden not in page
    cashier = Group.objects.get(name="cashier")
    form = {"username": "anna", "first_name": "Anna R.", "is_staff": "on", "groups": cashier.pk}
    answer = boss.post(reverse("admin:players_user_change", args=[anna.pk]), form)
    assert answer.status_code == 302
    anna.refresh_from_db()
    assert (anna.first_name, anna.is_staff, list(anna.groups.all())) == ("Anna R.", True, [cashier])
    assert anna.check_password("quietly plays 72")


def test_accounts_and_groups_stand_where_the_menu_has_them(boss: Client) -> None:
    group = Group.objects.create(name="night")
    anna = User.objects.create_user("anna")
    for language, people in (("it", "Persone"), ("en", "People")):
        account = read(boss, "players_user_change", anna.pk, language=language)
        rights = read(boss, "auth_group_change", group.pk, language=language)
        for page in (account, rights):
            title = page.partition("<h1")[2].partition("</h1>")[0]
            assert people in title


def test_before_a_group_is_deleted_its_members_are_named(boss: Client) -> None:
    group = Group.objects.create(name="night")
    group.permissions.set(Permission.objects.all()[:3])
    User.objects.create_user("anna").groups.add(group)
    page = read(boss, "auth_group_delete", group.pk, language="en")
    assert "Members who lose these rights" in page
    # She stays: what follows the question is what will be gone.
    assert "rights of anna from the group night" in page
    assert "object (" not in page
    boss.post(reverse("admin:auth_group_delete", args=[group.pk]), {"post": "yes"})
    assert not Group.objects.filter(name="night").exists()
    assert User.objects.filter(username="anna").exists()


def test_what_the_room_writes_of_an_account_nobody_types(boss: Client) -> None:
    anna = User.objects.create_user("anna")
    joined = anna.date_joined
    page = reverse("admin:players_user_change", args=[anna.pk])
    form = {"username": "anna", "date_joined_0": "2001-01-01", "date_joined_1": "00:00:00"}
    assert boss.post(page, form).status_code == 302
    anna.refresh_from_db()
    assert anna.date_joined == joined


def test_the_form_of_an_account_says_what_holds_here(boss: Client) -> None:
    anna = User.objects.create_user("anna")
    page = read(boss, "players_user_change", anna.pk, language="en")
    assert "3 to 20 letters a to z" in page
    assert "150 characters" not in page
    assert "Unselect this instead of deleting accounts" not in page
    fresh = read(boss, "players_user_add", language="en")
    assert "LDAP" not in fresh
    assert "Without a password the account cannot sign in until staff give it one." in fresh


def test_an_account_may_begin_without_a_password(boss: Client) -> None:
    asked = {"username": "dealer3", "usable_password": "false"}
    assert boss.post(reverse("admin:players_user_add"), asked).status_code == 302
    assert not User.objects.get(username="dealer3").has_usable_password()
