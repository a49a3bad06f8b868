"""Rights that came from no desk: the next audit names them."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group, Permission

from payouts.reports import audits
from players.models import User
from players.staff import rights
from tests.tournaments.events import START

pytestmark = [pytest.mark.django_db, pytest.mark.rule("STAFF-2")]

NIGHT = timedelta(days=1)


def test_rights_without_a_record_are_named_once_by_the_next_audit() -> None:
    boss = User.objects.create_superuser("boss")
    anna, bruno, carla = (User.objects.create_user(name) for name in ("anna", "bruno", "carla"))
    # The first audit has nothing to compare with.
    assert audits.run(now=START).findings == ()
    assert audits.run(now=START + NIGHT).findings == ()
    User.objects.filter(pk=anna.pk).update(is_superuser=True)
    bruno.groups.add(Group.objects.get(name="cashier"))
    carla.user_permissions.add(Permission.objects.get(codename="work_counter"))
    Group.objects.get(name="auditor").permissions.add(
        Permission.objects.get(codename="work_counter")
    )
    auditor = Group.objects.get(name="auditor").pk
    found = audits.run(now=START + 2 * NIGHT).findings
    assert [line.partition(",")[0] for line in found] == [
        f"group {auditor} holds payouts.work_counter",
        f"user {anna.pk} holds is_superuser",
        f"user {bruno.pk} holds group cashier",
        f"user {carla.pk} holds payouts.work_counter",
    ]
    assert audits.run(now=START + 3 * NIGHT).findings == ()
    # What the desk gave is on record, and no fault; nor are rights that went.
    User.objects.filter(pk=bruno.pk).update(is_staff=True)
    at = START + 3 * NIGHT + timedelta(hours=5)
    rights.note(user_id=bruno.pk, by=boss.pk, grants=True, what={"is_staff": True}, now=at)
    User.objects.filter(pk=anna.pk).update(is_superuser=False)
    assert audits.run(now=START + 4 * NIGHT).findings == ()
    # A record of one's own is none.
    User.objects.filter(pk=carla.pk).update(is_staff=True)
    rights.note(user_id=carla.pk, by=carla.pk, grants=True, what={}, now=at + NIGHT)
    assert len(audits.run(now=START + 5 * NIGHT).findings) == 1
