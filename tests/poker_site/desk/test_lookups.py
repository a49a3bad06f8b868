"""A list at the desk answers for what its reader is shown, whatever the address asks."""

from random import Random
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.urls import reverse
from django.utils import timezone

from core.admin.staff import Discreet
from players.models import IdentityState, User
from tests.harness.long_forms import longer
from tests.players.identities import identity
from tests.poker_site.members import member

pytestmark = [pytest.mark.django_db, pytest.mark.rule("STAFF-7")]


@pytest.fixture
def anna() -> User:
    user = User.objects.create_user("anna", "anna@example.com", password="a hand of cards")
    identity(
        user_id=user.pk,
        state=IdentityState.VERIFIED,
        name="Anna Bianchi",
        number="BNCNNA80A41H501X",
        since=timezone.now(),
    )
    return user


@pytest.mark.parametrize("group", ["floor", "cashier", "auditor", "boss"])
@pytest.mark.parametrize(
    ("model", "lookup"),
    [
        ("players_player", {"password__startswith": "md5$"}),
        ("players_player", {"email__startswith": "anna@"}),
        ("players_registeranswer", {"marks__icontains": "a"}),
    ],
)
def test_nobody_asks_a_list_for_what_no_page_shows(
    anna: User, group: str, model: str, lookup: dict[str, Any]
) -> None:
    address = reverse(f"admin:{model}_changelist")
    assert member(group).get(address, lookup).status_code == 400


@pytest.mark.parametrize(
    ("model", "lookup"),
    [
        ("players_pushdevice", {"session_key__startswith": "a"}),
        ("players_pushdevice", {"endpoint__icontains": "a"}),
        ("players_mail", {"body__contains": "password/reset"}),
    ],
)
def test_nor_does_an_administrator(settings: Any, model: str, lookup: dict[str, str]) -> None:
    boss, address = member("boss"), reverse(f"admin:{model}_changelist")
    assert boss.get(address).status_code == 200
    # Anybody may read what a demo sends; what may be asked is the same.
    settings.DEMO = False
    page = admin.site.get_model_admin(apps.get_model(model.replace("_", ".")))
    request = boss.get(reverse("lobby")).wsgi_request
    [(name, value)] = lookup.items()
    assert not page.lookup_allowed(name, value, request)


@pytest.mark.parametrize("lookup", [{"number__startswith": "BNC"}, {"born__year": "1980"}])
def test_whoever_decides_about_no_identity_does_not_ask_for_what_it_says(
    anna: User, lookup: dict[str, str]
) -> None:
    address = reverse("admin:players_identity_changelist")
    assert member("floor").get(address, lookup).status_code == 400
    assert member("auditor").get(address, lookup).status_code == 400
    assert member("cashier").get(address, lookup).status_code == 200


@pytest.mark.parametrize("group", ["floor", "auditor"])
def test_who_changes_no_account_sees_neither_addresses_nor_rights(anna: User, group: str) -> None:
    client, address = member(group), reverse("admin:players_user_changelist")
    page = client.get(address).content.decode()
    assert "anna" in page
    assert "anna@example.com" not in page
    assert 'name="is_superuser' not in page
    assert ">anna<" not in client.get(address, {"q": "anna@example"}).content.decode()
    for asked in ({"email__startswith": "anna"}, {"is_superuser__exact": "1"}):
        assert client.get(address, asked).status_code == 400


def test_an_administrator_finds_an_account_by_its_address(anna: User) -> None:
    page = member("boss").get(reverse("admin:players_user_changelist"), {"q": "anna@example"})
    assert "anna@example.com" in page.content.decode()


def test_what_a_list_shows_still_filters_it(anna: User) -> None:
    floor = member("floor")
    for address in (
        reverse("admin:players_identity_changelist") + "?state__exact=in_review",
        reverse("admin:players_login_changelist") + "?outcome__exact=done",
        reverse("admin:players_suspension_changelist") + f"?user__id__exact={anna.pk}",
        reverse("admin:tournaments_act_changelist") + "?tournament__id__exact=1",
    ):
        assert floor.get(address).status_code == 200


# Years, numbers and signs that no column holds, and the last year that a date has.
IMPOSSIBLE = ("99999", "9999", "9" * 30, "\0")


def dated(page: Any, request: Any) -> dict[str, list[str]]:
    """What a list is asked for by its address: words for moments, numbers, other rows and texts."""
    shown = [*page._shown(request)] if isinstance(page, Discreet) else []
    asked: dict[str, list[str]] = {}
    for field in page.model._meta.get_fields():
        if field.name not in shown:
            continue
        kind = type(field).__name__
        word = "__year" if "Date" in kind else "__id__exact" if field.is_relation else "__exact"
        asked.setdefault(kind, []).append(field.name + word)
    return asked


@pytest.mark.slow
@pytest.mark.long
def test_no_list_stumbles_over_a_year_a_number_or_a_sign_that_cannot_be() -> None:
    boss = member("boss")
    request = boss.get(reverse("lobby")).wsgi_request
    boss.raise_request_exception = False
    draw, trouble = Random(37), []
    kinds: set[str] = set()
    for model, page in admin.site._registry.items():
        address = reverse(f"admin:{model._meta.label_lower.replace('.', '_')}_changelist")
        asked = dated(page, request)
        kinds |= asked.keys()
        words = [(draw.choice(words), value) for words in asked.values() for value in IMPOSSIBLE]
        if page.date_hierarchy:
            words += [(f"{page.date_hierarchy}__year", value) for value in IMPOSSIBLE]
        # Some of them by turns: a list costs a few hundredths of a second each time.
        words = draw.sample(words, min(len(words), longer(1000, short=5)))
        for name, value in [*words, ("p", "9" * 30), ("q", "\0")]:
            answer = boss.get(address, {name: value})
            if answer.status_code >= 500:
                trouble.append((address, name, value))
    assert trouble == []
    assert {"DateTimeField", "ForeignKey", "CharField", "BigAutoField"} <= kinds
