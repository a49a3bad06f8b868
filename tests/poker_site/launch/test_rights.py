"""Rights at the desk: who gave them is kept, and who has them from an orderer confirms nothing."""

import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from allauth.mfa.utils import decrypt
from django.contrib import admin
from django.contrib.auth.models import Group, Permission
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.refusal import Refusal
from payouts.models import CounterOrder
from payouts.wallets import counter
from players.models import RightsChange, User
from players.staff import rights
from tests.tournaments import events
from tournaments.admin.watch import ALL
from tournaments.models import Act

pytestmark = [pytest.mark.django_db, pytest.mark.rule("STAFF-2")]

SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
# Which words of the desk's addresses are written without being asked again, and under which model.
AT_ONCE = {
    "counterorder": {"receipt"},
    "playernote": {"change", "delete", "history", "let_go", "pin", "add", ""},
    "player": {"ask_identity", "lift", "note", "suspend", "tell"},
    "dealingerror": {"change", "delete", "history", "report", "add", ""},
    "blindstructure": {"add", "change", "fill_structure"},
    "template": {"add", "change", "clone", "see_calendar"},
    "tournament": {"watch", "menu", "floor", "entries", *map(str, ALL)}
    - {"enter", "raise", "correct_stack", "take_out", "walk_in", "rebuy", "add_on", "pay_out"}
    - {"sign_deal"},
}


def written_at_the_desk() -> Iterator[tuple[str, str, str]]:
    """Every address of a model at the desk: model, last word, path."""
    for model, page in admin.site._registry.items():
        for pattern in page.get_urls():
            ending = str(pattern.pattern)
            # What only leads on to the page of an object, and what leads nowhere.
            if ending == "<path:object_id>/" or (ending and not ending.endswith("/")):
                continue
            for verb in ALL if "<slug:verb>" in ending else [""]:
                # Whatever the admin reads as a number stands where one does.
                filled = re.sub(r"<slug:verb>", verb, ending)
                filled = re.sub(r"<[^>]*>", " 1_8", filled)
                path = f"/admin/{model._meta.app_label}/{model._meta.model_name}/{filled}"
                word = filled.rstrip("/").rpartition("/")[2]
                yield str(model._meta.model_name), word, path


@pytest.fixture
def boss() -> User:
    return User.objects.create_superuser("boss")


@pytest.fixture
def desk(boss: User) -> Client:
    client = Client()
    client.force_login(boss)
    return client


def now(code: TOTP) -> str:
    """The six digits of the moment."""
    counter = next(yield_hotp_counters_from_time())
    return str(format_hotp_value(hotp_value(decrypt(code.instance.data["secret"]), counter)))


def filled_in(user: User) -> dict[str, str]:
    """What the page of a user needs."""
    day, hour = user.date_joined.strftime("%Y-%m-%d %H:%M:%S").split()
    return {"username": user.username, "date_joined_0": day, "date_joined_1": hour}


def promote(desk: Client, user: User, *groups: str) -> None:
    """Make somebody a member of staff, on the desk's own page."""
    page = reverse("admin:players_user_change", args=[user.pk])
    ids = list(Group.objects.filter(name__in=groups).values_list("pk", flat=True))
    answer = desk.post(page, {**filled_in(user), "is_staff": "on", "groups": ids})
    assert answer.status_code == 302


def order(by: User) -> CounterOrder:
    number = CounterOrder.objects.count()
    (anna,) = events.players(1, cents=9_000_00, prefix=f"anna{number}.")
    wish: dict[str, Any] = {"kind": "out", "amount": 5_000_00, "why": "x", "key": f"k{number}"}
    return counter.give(**wish, user_id=anna.pk, by=by.pk, now=timezone.now())


def confirm(given: CounterOrder, by: User, *, days: int = 0) -> CounterOrder:
    return counter.confirm(order_id=given.pk, by=by.pk, now=timezone.now() + timedelta(days=days))


def test_whoever_was_made_a_cashier_by_the_person_who_ordered_never_confirms(
    desk: Client, boss: User
) -> None:
    second = User.objects.create_user("second")
    given = order(boss)
    promote(desk, second, "cashier")
    with pytest.raises(Refusal, match="MADE_BY_WHO_ORDERED"):
        confirm(given, second)
    with pytest.raises(Refusal, match="MADE_BY_WHO_ORDERED"):
        confirm(given, second, days=30)
    act = Act.objects.get(verb="rights")
    assert (act.by, act.about, act.after["groups"]) == (boss, "second", ["cashier"])


def test_new_rights_confirm_nothing_for_a_day_whoever_gave_them(desk: Client) -> None:
    other, second = User.objects.create_superuser("other"), User.objects.create_user("b")
    given = order(other)
    promote(desk, second, "cashier")
    with pytest.raises(Refusal, match="RIGHTS_TOO_NEW"):
        confirm(given, second)
    assert confirm(given, second, days=2).status == CounterOrder.Status.DONE


def test_a_new_password_from_the_desk_counts_as_rights_and_is_an_act(
    desk: Client, boss: User
) -> None:
    second = User.objects.create_user("second", is_staff=True)
    page = reverse("admin:auth_user_password_change", args=[second.pk])
    desk.post(page, {"password1": "three sleepy otters", "password2": "three sleepy otters"})
    assert Act.objects.get(verb="password").about == "second"
    with pytest.raises(Refusal, match="MADE_BY_WHO_ORDERED"):
        confirm(order(boss), second)


def test_whoever_made_the_one_who_orders_does_not_confirm(desk: Client, boss: User) -> None:
    made = User.objects.create_user("made", is_staff=True)
    page = reverse("admin:players_user_change", args=[made.pk])
    desk.post(page, {**filled_in(made), "is_staff": "on", "is_superuser": "on"})
    given = order(made)
    with pytest.raises(Refusal, match="MADE_BY_WHO_ORDERED"):
        confirm(given, boss, days=2)
    third = User.objects.create_user("third", is_staff=True)
    with pytest.raises(Refusal, match="RIGHTS_TOO_NEW"):
        confirm(given, third)


def test_a_right_given_to_a_group_is_given_to_each_of_its_members(desk: Client, boss: User) -> None:
    group = Group.objects.create(name="helpers")
    second = User.objects.create_user("second", is_staff=True)
    second.groups.add(group)
    work = Permission.objects.get(codename="work_counter")
    page = reverse("admin:auth_group_change", args=[group.pk])
    form = {"name": "helpers", "permissions": [work.pk]}
    given = order(boss)
    assert desk.post(page, form).status_code == 302
    with pytest.raises(Refusal, match="MADE_BY_WHO_ORDERED"):
        confirm(given, second)
    act = Act.objects.get(verb="rights")
    assert (act.by, act.about, act.after) == (boss, "second", {"helpers": ["work_counter"]})
    desk.post(page, form)
    assert Act.objects.filter(verb="rights").count() == 1, "nothing has changed"
    desk.post(reverse("admin:auth_group_delete", args=[group.pk]), {"post": "yes"})
    assert [change.grants for change in RightsChange.objects.order_by("pk")] == [True, False]


def test_whose_address_is_another_one_by_now_is_no_second_person(desk: Client, boss: User) -> None:
    second = User.objects.create_user("second", "second@example.com", is_staff=True)
    given = order(boss)
    page = reverse("admin:players_user_change", args=[second.pk])
    form = {**filled_in(second), "is_staff": "on"}
    desk.post(page, {**form, "email": "second@example.com"})
    assert not RightsChange.objects.exists()
    assert desk.post(page, {**form, "email": "boss@example.com"}).status_code == 302
    with pytest.raises(Refusal, match="MADE_BY_WHO_ORDERED"):
        confirm(given, second)
    # Addresses are forgotten with their player, and acts are not.
    assert Act.objects.get(verb="rights").after == {"address": "changed"}


@pytest.mark.parametrize("at_once", [False, True])
def test_nor_is_whose_second_factor_was_taken_away(desk: Client, boss: User, at_once: bool) -> None:
    second = User.objects.create_superuser("second")
    factor = Authenticator.objects.create(user=second, type="totp", data={"secret": "x"})
    given = order(boss)
    if at_once:
        chosen = {"action": "delete_selected", "_selected_action": [factor.pk], "post": "yes"}
        desk.post(reverse("admin:mfa_authenticator_changelist"), chosen)
    else:
        desk.post(reverse("admin:mfa_authenticator_delete", args=[factor.pk]), {"post": "yes"})
    assert not Authenticator.objects.exists()
    with pytest.raises(Refusal, match="MADE_BY_WHO_ORDERED"):
        confirm(given, second)
    assert Act.objects.get(verb="rights").after == {"totp": "taken away"}


def test_whoever_makes_an_account_knows_its_password(desk: Client, boss: User) -> None:
    words = {"password1": "three sleepy otters", "password2": "three sleepy otters"}
    page = reverse("admin:players_user_add")
    assert (
        desk.post(page, {"username": "second", "usable_password": "true", **words}).status_code
        == 302
    )
    second = User.objects.get(username="second")
    given = order(boss)
    # Rights may come from somebody else.
    second.is_staff = True
    second.save()
    with pytest.raises(Refusal, match="MADE_BY_WHO_ORDERED"):
        confirm(given, second, days=2)


def test_nobody_changes_their_own_rights(desk: Client, boss: User) -> None:
    page = reverse("admin:players_user_change", args=[boss.pk])
    assert desk.post(page, filled_in(boss)).status_code == 302
    boss.refresh_from_db()
    assert (boss.is_staff, boss.is_superuser) == (True, True)


def test_whoever_changes_accounts_neither_becomes_nor_makes_nor_overtakes_an_administrator(
    boss: User,
) -> None:
    clerk = User.objects.create_user("clerk", is_staff=True)
    clerk.user_permissions.set(Permission.objects.filter(codename__in=["view_user", "change_user"]))
    anna, client = User.objects.create_user("anna"), Client()
    client.force_login(clerk)
    for user in (clerk, anna):
        page = reverse("admin:players_user_change", args=[user.pk])
        form = {**filled_in(user), "is_staff": "on", "is_superuser": "on"}
        assert client.post(page, form).status_code == 302
        user.refresh_from_db()
        assert (user.is_staff, user.is_superuser) == (True, False)
    words = {"password1": "three sleepy otters", "password2": "three sleepy otters"}
    page = reverse("admin:auth_user_password_change", args=[boss.pk])
    assert client.post(page, words).status_code == 403
    page = reverse("admin:players_user_change", args=[boss.pk])
    assert client.post(page, {**filled_in(boss), "email": "clerk@example.com"}).status_code == 403
    boss.refresh_from_db()
    assert (boss.email, boss.has_usable_password()) == ("", False)


def test_nobody_confirms_addresses_at_the_desk(desk: Client) -> None:
    assert desk.get("/admin/account/emailaddress/").status_code == 404


@pytest.mark.rule("STAFF-2")
def test_a_second_person_is_not_made_in_two_hops(boss: User) -> None:
    made = User.objects.create_superuser("made")
    second = User.objects.create_superuser("second")
    last = User.objects.create_superuser("last")
    stranger = User.objects.create_superuser("stranger")
    long_ago = timezone.now() - timedelta(days=30)
    for by, user in ((boss, made), (made, second), (second, last), (last, made)):
        rights.note(user_id=user.pk, by=by.pk, grants=True, what={}, now=long_ago)
    for one, other in ((boss, last), (boss, second), (made, last)):
        for orderer, confirmer in ((one, other), (other, one)):
            with pytest.raises(Refusal, match="MADE_BY_WHO_ORDERED"):
                confirm(order(orderer), confirmer)
    with pytest.raises(Refusal) as refused:
        confirm(order(boss), last)
    assert refused.value.context["chain"] == "boss > made > second > last"
    change = RightsChange.objects.get(user=last)
    assert change.what["given_through"] == ["boss", "made", "second"]
    assert confirm(order(boss), stranger).status == CounterOrder.Status.DONE


@pytest.mark.rule("STAFF-2")
def test_two_whom_one_founder_made_stand_for_each_other(boss: User) -> None:
    one, other = User.objects.create_superuser("one"), User.objects.create_superuser("other")
    long_ago = timezone.now() - timedelta(days=30)
    for user in (one, other):
        rights.note(user_id=user.pk, by=boss.pk, grants=True, what={}, now=long_ago)
    assert confirm(order(one), other).status == CounterOrder.Status.DONE


def test_rights_that_are_taken_away_keep_nobody_from_anything(desk: Client) -> None:
    second = User.objects.create_user("second", is_staff=True, is_superuser=True)
    page = reverse("admin:players_user_change", args=[second.pk])
    desk.post(page, {**filled_in(second), "is_staff": "on"})
    assert [change.grants for change in RightsChange.objects.all()] == [False]
    rights.check_second_person(user_id=second.pk, ordered_by=None, right="", now=timezone.now())


def test_the_page_of_a_user_leads_to_a_new_password_and_never_deletes(desk: Client) -> None:
    anna = User.objects.create_user("anna")
    page = desk.get(reverse("admin:players_user_change", args=[anna.pk])).content.decode()
    assert f"/admin/players/user/{anna.pk}/give_password/" in page
    assert reverse("admin:players_user_delete", args=[anna.pk]) not in page


@pytest.mark.slow
def test_outside_a_demo_the_desk_asks_for_a_second_factor_and_again_before_money(
    desk: Client, boss: User, settings: Any
) -> None:
    settings.DEMO = False
    assert desk.get("/admin/")["Location"] == reverse("mfa_index")
    code = TOTP.activate(boss, SECRET)
    # This session was opened by a password alone.
    asked = desk.get("/admin/?of=old")["Location"]
    assert asked == f"{reverse('mfa_reauthenticate')}?next=%2Fadmin%2F%3Fof%3Dold"
    assert desk.post(asked, {"code": now(code)})["Location"] == "/admin/?of=old"
    assert desk.get("/admin/").status_code == 200
    with time_machine.travel(timezone.now() + timedelta(hours=1)):
        assert desk.get("/admin/").status_code == 200
        again = reverse("account_reauthenticate")
        at_once = defaultdict(set)
        for model, word, path in written_at_the_desk():
            if not desk.post(path, {}).get("Location", "").startswith(again):
                at_once[model].add(word)
        assert at_once == AT_ONCE
        pay_in = "/admin/payouts/counterorder/pay_in/"
        asked = desk.post(pay_in, {}, headers={"HX-Request": "true"})["HX-Redirect"]
        assert asked.startswith(again)
    code.instance.delete()
    TOTP.activate(boss, SECRET)
    assert desk.get("/admin/")["Location"].startswith(reverse("mfa_reauthenticate"))
    assert Client().get("/admin/").status_code == 302
