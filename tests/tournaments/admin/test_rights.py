"""Who may do what at the desk: each group exactly its own work."""

from collections.abc import Callable, Sequence

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from players.models import User
from tables.models import Table
from tests.harness.long_forms import longer
from tests.tournaments.admin.at_the_desk import dialog, member, press, watch
from tests.tournaments.events import START
from tournaments.admin.change_dialogs import CHANGES
from tournaments.admin.dialogs import DIALOGS
from tournaments.models import Tournament
from tournaments.staff import desk
from tournaments.staff_groups import GROUPS, ensure

pytestmark = pytest.mark.django_db

ACTS: dict[str, Callable[[Client, Tournament], int]] = {
    "watch": lambda who, event: who.get(watch(event)).status_code,
    "publish": lambda who, event: press(
        who, f"/admin/tournaments/template/{event.template_id}/publish/"
    ),
    "clone": lambda who, event: press(
        who, f"/admin/tournaments/template/{event.template_id}/clone/"
    ),
    "approve a guarantee": lambda who, event: press(
        who, f"/admin/tournaments/template/{event.template_id}/approve/"
    ),
    "work the counter": lambda who, event: (
        who.get("/admin/payouts/counterorder/pay_in/").status_code
    ),
    "read the counter": lambda who, event: (
        who.get(reverse("admin:payouts_counterorder_changelist")).status_code
    ),
    "work out a cancellation": lambda who, event: press(
        who, f"/admin/tournaments/tournament/{event.pk}/call_off/"
    ),
    "let players in": lambda who, event: press(
        who, f"/admin/tournaments/tournament/{event.pk}/invite/", names="nobody"
    ),
    "end a cash table": lambda who, event: (
        who.get(f"/admin/tables/table/{Table.objects.latest('pk').pk}/break_off/").status_code
    ),
    "offer a cash table": lambda who, event: (
        who.get(reverse("admin:tables_cashgame_add")).status_code
    ),
    "write a template": lambda who, event: (
        who.get(reverse("admin:tournaments_template_add")).status_code
    ),
    "write a scheme": lambda who, event: (
        who.get(reverse("admin:payouts_prizescheme_add")).status_code
    ),
    "read wallets": lambda who, event: (
        who.get(reverse("admin:payouts_account_changelist")).status_code
    ),
    "read hands": lambda who, event: who.get(reverse("admin:tables_hand_changelist")).status_code,
    "read acts": lambda who, event: (
        who.get(reverse("admin:tournaments_act_changelist")).status_code
    ),
    "give rights": lambda who, event: who.get(reverse("admin:auth_group_changelist")).status_code,
    "edit users": lambda who, event: who.get(reverse("admin:players_user_add")).status_code,
    **{
        verb: lambda who, event, verb=verb: who.get(dialog(event, verb)).status_code  # type: ignore[misc]
        for verb in {**DIALOGS, **CHANGES}
    },
}


READ = {"watch", "read acts"}
ADMIT = {"let players in"}


CANCEL = {"work out a cancellation"}
APPROVE = {"approve a guarantee"}


COUNTER = {"read the counter", "work the counter"}
ALLOWED = {
    "floor": READ
    | CANCEL
    | set(DIALOGS)
    | set(CHANGES)
    | {"publish", "clone", "write a template", "read hands"}
    | {"offer a cash table", "end a cash table"}
    | ADMIT
    | APPROVE,
    "cashier": READ | CANCEL | APPROVE | COUNTER | {"write a scheme", "read wallets"},
    "auditor": READ | {"read wallets", "read hands", "read the counter"},
    "nobody": set(),
    "boss": set(ACTS),
}


@pytest.mark.slow
@pytest.mark.parametrize("group", ALLOWED)
def test_each_group_may_do_exactly_what_is_its_work(event: Tournament, group: str) -> None:
    who = member(group)
    answers = {act: do(who, event) for act, do in ACTS.items()}
    assert {act for act, status in answers.items() if status == 200} == ALLOWED[group]
    assert {status for status in answers.values() if status != 200} <= {403}


def test_the_menu_leads_only_where_one_may_go() -> None:
    start = member("floor").get(reverse("admin:index")).content.decode()
    assert reverse("admin:tournaments_tournament_changelist") in start
    assert reverse("admin:payouts_transfer_changelist") not in start


def test_every_migration_gives_the_groups_back_what_they_have() -> None:
    floor = Group.objects.get(name="floor")
    floor.permissions.clear()
    Group.objects.filter(name="auditor").delete()
    ensure()
    for name, allowed in GROUPS.items():
        held = Group.objects.get(name=name).permissions.values_list(
            "content_type__app_label", "codename"
        )
        assert {".".join(permission) for permission in held} == set(allowed)


def openers(number: int, right: str) -> Sequence[str]:
    """Of the groups with this right those that open a page: all, or one of them by turns."""
    groups = [name for name, allowed in GROUPS.items() if right in allowed]
    return longer(groups, short=groups[number % len(groups) :][:1]) if groups else []


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("group", ["boss", *GROUPS])
def test_every_list_and_page_of_the_desk_opens_for_who_may_see_it(
    event: Tournament, group: str
) -> None:
    """By turns: the boss opens all, and one of the groups what some of them may see."""
    who = member(group)
    user = User.objects.get(username=f"{group}er")
    desk.message(tournament_id=event.pk, by=user.pk, why="Hello.", now=START)
    opened = 0
    for number, model in enumerate(admin.site._registry):
        opts = model._meta
        right = f"{opts.app_label}.view_{opts.model_name}"
        if not user.has_perm(right) or group not in {"boss", *openers(number, right)}:
            continue
        name = f"admin:{opts.app_label}_{opts.model_name}"
        assert who.get(reverse(f"{name}_changelist")).status_code == 200, name
        row = model._default_manager.first()
        if row is not None:
            assert who.get(reverse(f"{name}_change", args=[row.pk])).status_code == 200, name
            opened += 1
    assert opened >= longer(5, short=2)


@pytest.mark.parametrize("model", ["template", "tournament"])
def test_lists_do_not_tell_the_hashes_of_passwords(boss: Client, model: str) -> None:
    address = reverse(f"admin:tournaments_{model}_changelist")
    assert boss.get(address, {"password__startswith": "pbkdf2"}).status_code == 400
    assert boss.get(address, {"name__startswith": "x"}).status_code == 200
