"""The record of what staff do: plans, publishing, cancelling, and a second pair of eyes."""

from collections import Counter
from functools import partial

import pytest
from django.test import Client
from django.urls import reverse

from core.refusal import Refusal
from payouts.models import PrizeScheme, Transfer
from payouts.room_settings import FOUR_EYES
from players.models import User
from tests.harness import worlds
from tests.payouts.crowd import DONE, at_once
from tests.tournaments import events, stages
from tests.tournaments.events import START
from tests.tournaments.forms import page_form
from tournaments.entry import acts, scheduling
from tournaments.models import Act, CancellationPlan, Template, Tournament
from tournaments.refusals import EventCode
from tournaments.staff import desk

LATER = START.replace(minute=30)


@pytest.fixture
def office(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("staff"))
    return client


@pytest.mark.slow
def test_a_change_of_a_template_is_on_record_with_what_it_was(office: Client) -> None:
    template = events.template()
    address = reverse("admin:tournaments_template_change", args=[template.pk])
    form = page_form(office, address)
    assert office.post(address, {**form, "fee": "0.50"}).status_code == 302
    act = Act.objects.get()
    assert (act.verb, str(act.by), act.before, act.after) == (
        *("change_plan", "staff"),
        *({"fee": 100}, {"fee": 50}),
    )
    office.post(address, {**form, "fee": "0.50"})
    assert Act.objects.count() == 1


@pytest.mark.slow
def test_whom_a_plan_invites_is_on_record(office: Client) -> None:
    template = events.template(access="invited")
    [anna] = events.players(1, prefix="invited")
    address = reverse("admin:tournaments_template_change", args=[template.pk])
    form = page_form(office, address)
    assert office.post(address, {**form, "invited": anna.username}).status_code == 302
    act = Act.objects.get()
    assert (act.before, act.after) == ({"invited": []}, {"invited": [anna.pk]})


@pytest.mark.slow
def test_that_a_password_was_changed_is_on_record_and_not_to_what(office: Client) -> None:
    template = events.template()
    address = reverse("admin:tournaments_template_change", args=[template.pk])
    form = page_form(office, address)
    assert office.post(address, {**form, "new_password": "tre dame"}).status_code == 302
    act = Act.objects.get()
    assert (act.before, act.after) == ({"password": "…"}, {"password": "…"})


@pytest.mark.slow
def test_a_change_of_one_level_is_on_record_too(office: Client) -> None:
    structure = events.blind_structure()
    address = reverse("admin:tournaments_blindstructure_change", args=[structure.pk])
    form = page_form(office, address)
    assert office.post(address, {**form, "levels-0-big_blind": 60}).status_code == 302
    act = Act.objects.get()
    assert [row["big_blind"] for row in act.before["level"]][:2] == [50, 100]
    assert [row["big_blind"] for row in act.after["level"]][:2] == [60, 100]


@pytest.mark.slow
def test_a_new_and_a_deleted_plan_are_on_record(office: Client) -> None:
    form = {"name": "Half each", "kind": "winners", "shares": ["50", "50"], "seat": 0}
    form |= {"secondary": 0, "by_elimination": 50}
    office.post(reverse("admin:payouts_prizescheme_add"), form)
    scheme = PrizeScheme.objects.get()
    office.post(reverse("admin:payouts_prizescheme_delete", args=[scheme.pk]), {"post": "yes"})
    written, deleted = Act.objects.order_by("pk")
    assert (written.verb, written.after["shares"]) == ("write_plan", [5000, 5000])
    assert (deleted.verb, deleted.before["shares"]) == ("delete_plan", [5000, 5000])
    template = events.template()
    office.post(
        reverse("admin:tournaments_template_changelist"),
        {"action": "delete_selected", "_selected_action": template.pk, "post": "yes"},
    )
    assert not Template.objects.exists()
    assert Act.objects.latest("pk").before["structure"] == template.structure_id


@pytest.mark.slow
def test_why_an_act_came_to_nothing_is_said_in_the_readers_language(office: Client) -> None:
    event = stages.started(entries=3)
    boss = User.objects.get(username="staff").pk
    refusal = acts.refused(Refusal(EventCode.NO_ROOM_ELSEWHERE, free=2, players=5))
    act = acts.record("move", by=boss, now=START, about="x", tournament=event, after=refusal)
    page = reverse("admin:tournaments_act_change", args=[act.pk])
    said = {"en": "have 2 free seats", "it": "hanno 2 posti liberi"}
    for language, words in said.items():
        assert words in office.get(page, headers={"accept-language": language}).content.decode()


@pytest.mark.django_db
def test_publishing_and_cloning_are_on_record_once() -> None:
    boss = User.objects.create_user("boss").pk
    template = events.template(kind="scheduled")
    event = desk.publish(template_id=template.pk, starts_at=START, by=boss, now=START)
    assert desk.publish(template_id=template.pk, starts_at=START, by=boss, now=LATER) == event
    copy = desk.clone(template_id=template.pk, by=boss, now=START)
    published, cloned = Act.objects.order_by("pk")
    assert (published.verb, published.tournament) == ("publish", event)
    assert (cloned.verb, cloned.after) == ("clone", {"template": copy.pk, "of": template.pk})


@pytest.mark.django_db
def test_the_room_itself_publishes_without_an_act() -> None:
    template = events.template()
    assert len(scheduling.open_lobbies(now=START)) == 1
    boss = User.objects.create_user("boss").pk
    desk.publish(template_id=template.pk, starts_at=None, by=boss, now=LATER)
    assert not Act.objects.exists()


def planned(total: int) -> tuple[CancellationPlan, int, int]:
    """A plan that pays 30.00, under a limit of ``total`` cents; who worked it out, another."""
    worlds.assume(FOUR_EYES, total)
    author, other = (User.objects.create_superuser(name).pk for name in ("author", "other"))
    event = stages.in_play([3000, 1500], entries=3)
    plan = desk.plan_cancellation(tournament_id=event.pk, by=author, now=START)
    return plan, author, other


@pytest.mark.slow
@pytest.mark.rule("STAFF-2")
@pytest.mark.django_db
def test_over_the_limit_a_second_person_pays() -> None:
    plan, author, other = planned(20_00)
    with pytest.raises(Refusal, match="NEEDS_SECOND_PERSON"):
        desk.cancel(plan_id=plan.pk, by=author, why="Fire.", now=LATER)
    assert not Transfer.objects.filter(reason=Transfer.Reason.REFUND).exists()
    assert desk.plan_cancellation(tournament_id=plan.tournament_id, by=other, now=LATER) == plan, (
        "the same state is the same plan, and stays its author's"
    )
    done = desk.cancel(plan_id=plan.pk, by=other, why="Fire.", now=LATER)
    assert (done.created_by_id, done.executed_by_id) == (author, other)
    desk.cancel(plan_id=plan.pk, by=author, why="Fire.", now=LATER)
    verbs = Counter(Act.objects.values_list("verb", "by"))
    assert verbs[Act.Verb.CANCEL, other] == 1
    assert verbs[Act.Verb.CANCEL, author] == 0


@pytest.mark.slow
@pytest.mark.rule("STAFF-2")
@pytest.mark.django_db
def test_up_to_the_limit_one_person_is_enough() -> None:
    plan, author, _ = planned(27_00)
    assert plan.total == 27_00
    desk.cancel(plan_id=plan.pk, by=author, why="Fire.", now=LATER)
    act = Act.objects.get(verb=Act.Verb.CANCEL)
    assert (act.why, act.before, act.after["paid"]) == ("Fire.", {"status": "running"}, 27_00)


@pytest.mark.slow
@pytest.mark.rule("STAFF-2")
@pytest.mark.django_db(transaction=True)
def test_in_a_race_the_author_never_pays_and_the_other_pays_once() -> None:
    plan, author, other = planned(20_00)
    pay = partial(desk.cancel, plan_id=plan.pk, why="Fire.", now=LATER)
    plan_again = partial(
        desk.plan_cancellation, tournament_id=plan.tournament_id, by=other, now=LATER
    )
    results = at_once([*[partial(pay, by=author), partial(pay, by=other)] * 4, plan_again])
    assert set(results) <= {DONE, "NEEDS_SECOND_PERSON", "EVENT_OVER"}
    plan.refresh_from_db()
    assert (plan.created_by_id, plan.executed_by_id) == (author, other)
    assert Transfer.objects.filter(reason=Transfer.Reason.REFUND).count() == 2
    assert list(Act.objects.filter(verb=Act.Verb.CANCEL).values_list("by", flat=True)) == [other]
    event = Tournament.objects.get(pk=plan.tournament_id)
    assert (event.status, events.pool(event)) == (Tournament.Status.CANCELLED, 0)
