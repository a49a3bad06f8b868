"""The first page of the desk: one list of what waits for a second person."""

import re

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from core.types import UserId
from payouts.models import CounterOrder
from payouts.room_settings import FOUR_EYES
from payouts.wallets import counter
from players.models import User
from poker_site.desk import second_person
from tests.harness import worlds
from tests.tournaments import events, stages
from tests.tournaments.events import START
from tournaments.entry import approvals
from tournaments.staff import desk

pytestmark = [pytest.mark.django_db, pytest.mark.rule("STAFF-2", "STAFF-3")]


@pytest.fixture
def author() -> UserId:
    """Who has left three things for somebody else."""
    worlds.assume(FOUR_EYES, 20_00)
    author = User.objects.create_user("author").pk
    [anna] = events.players(1, cents=50_00, prefix="anna")
    counter.give(
        kind=CounterOrder.Kind.PAY_OUT, user_id=anna.pk, amount=30_00, by=author, why="x", key="1",
        now=START,
    )  # fmt: skip
    plan = events.template(kind="scheduled", name="Big Sunday", guarantee=40_00)
    approvals.sign(template_id=plan.pk, by=author, now=START)
    event = stages.in_play([3000, 1500], entries=3)
    desk.plan_cancellation(tournament_id=event.pk, by=author, now=START)
    return author


def listed(group: str) -> list[str]:
    """The amounts in the list, as a new member of a group sees it."""
    member = User.objects.create_user(f"{group}er", is_staff=True)
    member.groups.set(Group.objects.filter(name=group))
    return waiting(Client(), member)


def waiting(client: Client, member: User) -> list[str]:
    client.force_login(member)
    page = client.get(reverse("admin:index")).content.decode()
    if "Waiting for a second person" not in page:
        return []
    part = page.partition("Waiting for a second person")[2].partition("</section>")[0]
    for address in re.findall(r'href="([^"]+)"', part):
        assert client.get(address).status_code == 200
    assert part.count("author") == part.count("href")
    return re.findall(r"€[\d.]+", part)


@pytest.mark.slow
def test_each_group_sees_what_waits_of_its_own_work_while_it_waits(
    author: UserId,
) -> None:
    everything = ["€30.00", "€40.00", "€27.00"]
    assert listed("cashier") == everything
    assert listed("auditor") == everything
    assert listed("floor") == ["€40.00", "€27.00"]
    assert listed("nobody") == []
    worlds.assume(FOUR_EYES, 1_000_00)
    order = counter.waiting().get()
    counter.turn_down(order_id=order.pk, by=author, why="x", now=START)
    assert waiting(Client(), User.objects.get(username="auditorer")) == []


@pytest.mark.middling
def test_of_many_that_wait_the_oldest_are_shown_and_the_way_to_all(
    author: UserId, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(second_person, "SHOWN", 1)
    anna = User.objects.get(username__startswith="anna")
    for key in ("2", "3"):
        counter.give(
            kind="out", user_id=anna.pk, amount=31_00, by=author, why="x", key=key, now=START
        )  # fmt: skip
    client.force_login(User.objects.create_superuser("boss"))
    page = client.get(reverse("admin:index")).content.decode()
    assert "2 more of these" in page
    assert "€31.00" not in page
    assert "5 decisions" in page
    rest = f"{reverse('admin:payouts_counterorder_changelist')}?status__exact=waiting"
    assert rest in page
    assert client.get(rest).content.decode().count("€31.00") == 2
    monkeypatch.setattr(second_person, "COUNTED", 2)
    assert "All of these" in client.get(reverse("admin:index")).content.decode()
