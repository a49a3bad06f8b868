"""Guarantees over the limit: who wrote the plan is not the only one who stands for it."""

import re
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from core.refusal import Refusal
from payouts.models import PrizeScheme
from payouts.room_settings import FOUR_EYES
from players.models import User
from tests.harness import worlds
from tests.payouts.crowd import DONE, at_once
from tests.tournaments import events
from tests.tournaments.entry.test_acts import LATER, office
from tests.tournaments.events import START
from tests.tournaments.forms import page_form
from tournaments.entry import approvals, scheduling
from tournaments.models import Act, Signature, Template, Tournament
from tournaments.rules.level_clock import BlindLevel
from tournaments.staff import desk

pytestmark = [pytest.mark.django_db, pytest.mark.rule("STAFF-3")]

__all__ = ["office"]

RECURRENCE: dict[str, Any] = {"kind": "scheduled", "recurrence": "FREQ=MINUTELY;INTERVAL=5"}


@pytest.fixture(autouse=True)
def _limit() -> None:
    worlds.assume(FOUR_EYES, 1_000_00)


@pytest.fixture
def author(db: None) -> int:
    return User.objects.create_superuser("author").pk


@pytest.fixture
def other(db: None) -> int:
    return User.objects.create_superuser("other").pk


def written(by: int, *, guarantee: int = 1_000_01) -> Template:
    """A plan that somebody of the staff has changed last."""
    plan = events.template(**RECURRENCE, guarantee=guarantee)
    approvals.sign(template_id=plan.pk, by=by, now=START)
    return plan


def seen(plan: Template) -> int | None:
    signature = approvals.under(plan.pk)
    return None if signature is None else signature.pk


def approve(plan: Template, by: int) -> None:
    approvals.approve(template_id=plan.pk, seen=seen(plan), by=by, now=START)


def test_the_plan_of_an_author_who_was_suspended_needs_another_author(
    author: int, other: int
) -> None:
    plan = written(author)
    User.objects.filter(pk=author).update(is_active=False)
    with pytest.raises(Refusal, match="MAY_ORDER_NO_MORE"):
        approve(plan, other)


def refused(verb: Any, *values: Any, **named: Any) -> str:
    with pytest.raises(Refusal) as refusal:
        verb(*values, **named)
    return str(refusal.value)


def test_nobody_publishes_before_another_person_has_approved(author: int, other: int) -> None:
    plan = written(author)
    publish = partial(desk.publish, template_id=plan.pk, starts_at=LATER, now=START)
    for by in (author, other):
        assert refused(publish, by=by) == "NEEDS_SECOND_PERSON"
    assert scheduling.open_lobbies(now=START) == []
    assert [signature.template for signature in approvals.waiting()] == [plan]
    assert refused(approve, plan, author) == "OWN_PLAN"
    for _ in range(2):
        approve(plan, other)
    assert not approvals.waiting().exists()
    assert publish(by=author).guarantee == 1_000_01
    assert scheduling.open_lobbies(now=START)
    act = Act.objects.get(verb=Act.Verb.APPROVE)
    assert (act.by_id, act.before, act.after["guarantee"]) == (
        *(other, {"approved_by": None}),
        1_000_01,
    )
    assert (act.after["written_by"], act.after["approved_by"]) == (author, other)


def test_up_to_the_limit_and_by_the_room_itself_nobody_else_is_needed(author: int) -> None:
    small = written(author, guarantee=1_000_00)
    assert refused(approve, small, author) == "NO_APPROVAL_NEEDED"
    own = events.template(**RECURRENCE, name="The room's own", guarantee=50_000_00)
    assert {event.template_id for event in scheduling.open_lobbies(now=START)} == {
        small.pk,
        own.pk,
    }
    assert refused(approve, own, author) == "NO_APPROVAL_NEEDED"


@pytest.mark.rule("VELOX-2", "VELOX-3")
@pytest.mark.parametrize(
    ("seats", "buy_in", "over"),
    # The house adds at most 6,000 less 3 buy-ins, or 2,000 less 6.
    [(3, 50, 5_997 * 50), (3, 2_000, 5_997 * 2_000), (6, 50, None), (6, 51, 1_994 * 51)],
)
def test_a_drawn_prize_over_the_limit_takes_two(
    author: int, other: int, seats: int, buy_in: int, over: int | None
) -> None:
    plan = events.velox_template(seats=seats, buy_in=buy_in)
    approvals.sign(template_id=plan.pk, by=author, now=START)
    if over is None:
        assert approvals.at_risk(plan) <= 1_000_00
        assert scheduling.open_lobbies(now=START)
        return
    assert [approvals.at_risk(row.template) for row in approvals.waiting()] == [over]
    assert scheduling.open_lobbies(now=START) == []
    asked: dict[str, Any] = {"template_id": plan.pk, "starts_at": None, "by": author, "now": START}
    assert refused(desk.publish, **asked) == "NEEDS_SECOND_PERSON"
    approve(plan, other)
    [event] = scheduling.open_lobbies(now=START)
    assert event.template_id == plan.pk


@pytest.mark.slow
@pytest.mark.parametrize("change", ["terms", "levels", "clone"])
def test_a_change_takes_the_approval_back_and_published_events_stay(
    office: Any, author: int, other: int, change: str
) -> None:
    plan = written(author)
    approve(plan, other)
    published = scheduling.open_lobbies(now=START)
    boss = User.objects.get(username="staff").pk
    if change == "terms":
        address = f"/admin/tournaments/template/{plan.pk}/change/"
        office.post(address, {**page_form(office, address), "name": "Other"})
    elif change == "levels":
        levels = [BlindLevel(seconds=60, small_blind=1, big_blind=2)]
        desk.replace_levels(structure_id=plan.structure_id, levels=levels, by=boss, now=LATER)
    else:
        plan = desk.clone(template_id=plan.pk, by=boss, now=LATER)
    new = {"template_id": plan.pk, "starts_at": LATER + timedelta(days=1), "now": LATER}
    assert refused(desk.publish, **new, by=other) == "NEEDS_SECOND_PERSON"
    assert refused(approve, plan, boss) == "OWN_PLAN"
    assert Tournament.objects.count() == len(published)
    approve(plan, author)


@pytest.mark.slow
def test_saving_a_page_without_a_change_leaves_the_approval(
    office: Any, author: int, other: int
) -> None:
    plan = written(author)
    approve(plan, other)
    address = f"/admin/tournaments/template/{plan.pk}/change/"
    assert office.post(address, page_form(office, address)).status_code == 302
    assert not approvals.waiting().exists()


@pytest.mark.slow
def test_the_desk_says_what_a_plan_waits_for_and_who_stands_for_it(
    office: Any, author: int
) -> None:
    plan = written(author)
    page = f"/admin/tournaments/template/{plan.pk}/"
    assert "until another person approves" in office.get(f"{page}change/").content.decode()
    form = {"_form_submitted": "on", "starts_at": "2026-12-24T21:30"}
    refusal = office.get(office.post(f"{page}publish/", form).headers["HX-Redirect"])
    assert "This is about more than €1,000.00" in refusal.content.decode()
    dialog = office.get(f"{page}approve/").content.decode()
    assert "Turbo: €1,000.01. Written by author." in dialog
    [number] = re.findall(r'name="seen" value="(\d+)"', dialog)
    office.post(f"{page}approve/", {"_form_submitted": "on", "seen": number})
    assert (
        "Written by author, approved by staff on" in office.get(f"{page}change/").content.decode()
    )
    office.post(f"{page}publish/", form)
    assert Tournament.objects.get().guarantee == 1_000_01


@pytest.mark.slow
def test_the_author_reads_that_a_plan_waits_and_is_not_offered_to_approve_it(
    office: Any, author: int
) -> None:
    plan = events.template(**RECURRENCE, guarantee=1_000_01)
    page = f"/admin/tournaments/template/{plan.pk}/"
    typed = {**page_form(office, f"{page}change/"), "name": "Other", "_continue": "1"}
    saved = office.post(f"{page}change/", typed, follow=True)
    words = "No event is published until another person approves."
    assert [words in str(message) for message in saved.context["messages"]].count(True) == 1
    assert "Its events are published." not in saved.text
    assert f"{page}approve/" not in saved.text
    approvals.sign(template_id=plan.pk, by=author, now=LATER)
    assert f"{page}approve/" in office.get(f"{page}change/").text


def test_nobody_approves_what_they_have_not_seen(author: int, other: int) -> None:
    plan = written(author)
    before = seen(plan)
    approvals.sign(template_id=plan.pk, by=author, now=START)
    stale = partial(approvals.approve, template_id=plan.pk, seen=before, by=other, now=START)
    assert refused(stale) == "PLAN_CHANGED"
    with pytest.raises(IntegrityError), transaction.atomic():
        Signature.objects.update(approved_by=author, approved_at=START)


def test_a_prize_scheme_is_no_part_of_it_as_it_costs_the_house_nothing(
    author: int, other: int
) -> None:
    plan = written(author)
    approve(plan, other)
    event = desk.publish(template_id=plan.pk, starts_at=LATER, by=author, now=START)
    PrizeScheme.objects.filter(pk=plan.scheme_id).update(shares=[10000])
    event.refresh_from_db()
    assert event.scheme["shares"] == [6500, 3500]
    assert not approvals.waiting().exists()


@pytest.mark.django_db(transaction=True)
def test_in_a_race_of_change_and_approval_no_unseen_plan_is_published(
    author: int, other: int
) -> None:
    plan = written(author)
    number = seen(plan)
    levels = [BlindLevel(seconds=60, small_blind=1, big_blind=2), BlindLevel(60, 2, 4)]
    results = at_once(
        [
            partial(approvals.approve, template_id=plan.pk, seen=number, by=other, now=START),
            partial(
                desk.replace_levels,
                structure_id=plan.structure_id,
                levels=levels,
                by=author,
                now=START,
            ),
            partial(desk.publish, template_id=plan.pk, starts_at=LATER, by=other, now=START),
        ]
    )
    assert results[1] == DONE
    assert results[0] in (DONE, "PLAN_CHANGED")
    assert [signature.template for signature in approvals.waiting()] == [plan]
    for event in Tournament.objects.all():
        assert len(event.schedule) == len(events.FAST)
