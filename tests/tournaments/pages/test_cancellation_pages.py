"""How staff cancel an event, and what its players read."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from core.types import EntryId, UserId
from payouts.rules.refunds import RefundReason, RefundRule
from players.models import User
from tests.tournaments import events, stages
from tests.tournaments.events import START
from tournaments import director
from tournaments.models import CancellationPlan, PlanLine, PlanPart, Tournament
from tournaments.pages import cancellation_page
from tournaments.staff import cancellation

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("staff"))
    return client


def press(desk: Client, model: str, pk: int, action: str, **form: str) -> str:
    """Open a dialog, submit it; the page that it goes on to."""
    address = f"/admin/tournaments/{model}/{pk}/{action}/"
    assert b'type="submit"' in desk.get(address).content
    answer = desk.post(address, {"_form_submitted": "on", **form})
    return desk.get(answer.headers["HX-Redirect"]).content.decode()


@pytest.mark.slow
@pytest.mark.rule("CANCEL-4")
def test_staff_see_every_line_and_then_pay_it(desk: Client) -> None:
    event = stages.in_play([3000, 2000, 1000], entries=4)
    page = press(desk, "tournament", event.pk, "call_off")
    plan = CancellationPlan.objects.get()
    assert "CANCEL-1" in page
    assert "6.00 × 3000 / 6000 = €3.00" in page
    assert (str(plan.created_by), plan.executed_at) == ("staff", None)
    event.refresh_from_db()
    assert event.status == Tournament.Status.RUNNING
    page = press(desk, "cancellationplan", plan.pk, "carry_out", reason="The power failed.")
    assert "all players are paid" in page
    event.refresh_from_db()
    assert event.status == Tournament.Status.CANCELLED
    assert desk.get(reverse("admin:tournaments_cancellationplan_changelist")).status_code == 200


@pytest.mark.slow
def test_a_plan_that_no_longer_holds_is_explained(desk: Client) -> None:
    event = stages.in_play([3000, 2000, 1000], entries=4)
    press(desk, "tournament", event.pk, "call_off")
    stages.give(event, event.entries.order_by("pk")[0], 3001)
    plan = CancellationPlan.objects.get()
    page = press(desk, "cancellationplan", plan.pk, "carry_out", reason="The power failed.")
    assert "Work it out again" in page
    assert Tournament.objects.get(pk=event.pk).status == Tournament.Status.RUNNING


@pytest.mark.slow
def test_the_clock_of_a_running_event_is_stopped_first_so_that_the_plan_stays_true(
    desk: Client,
) -> None:
    event = stages.in_play([3000, 2000, 1000], entries=4)
    assert (
        b"Stop the clock now"
        in desk.get(f"/admin/tournaments/tournament/{event.pk}/call_off/").content
    )
    press(desk, "tournament", event.pk, "call_off", stop="on")
    event.refresh_from_db()
    assert event.pause is not None
    page = desk.get(reverse("admin:tournaments_tournament_change", args=[event.pk]))
    assert "Staff are looking into it." in page.content.decode()
    waiting = events.sit_and_go(name="Waiting")
    dialog = desk.get(f"/admin/tournaments/tournament/{waiting.pk}/call_off/").content.decode()
    assert "Stop the clock now" not in dialog


@pytest.mark.slow
def test_what_is_over_offers_no_button_to_cancel_it(desk: Client) -> None:
    event = stages.in_play([3000, 2000, 1000], entries=4)
    page = reverse("admin:tournaments_tournament_change", args=[event.pk])
    assert "Cancel this event" in desk.get(page).content.decode()
    press(desk, "tournament", event.pk, "call_off")
    plan = CancellationPlan.objects.get()
    plan_page = reverse("admin:tournaments_cancellationplan_change", args=[plan.pk])
    assert "Pay this and close the event" in desk.get(plan_page).content.decode()
    press(desk, "cancellationplan", plan.pk, "carry_out", reason="The power failed.")
    assert "Cancel this event" not in desk.get(page).content.decode()
    assert "Pay this and close the event" not in desk.get(plan_page).content.decode()


def test_staff_who_may_not_change_events_find_no_way_to_cancel() -> None:
    event = stages.in_play([3000, 2000], entries=3)
    client = Client()
    client.force_login(User.objects.create_user("reader", is_staff=True))
    address = f"/admin/tournaments/tournament/{event.pk}/call_off/"
    assert client.post(address, {"_form_submitted": "on"}).status_code in (302, 403)
    assert not CancellationPlan.objects.exists()


@pytest.mark.slow
@pytest.mark.rule("CANCEL-4", "INFO-1")
def test_players_read_why_and_how_much(client: Client) -> None:
    event = stages.in_play([3000, 2000, 1000], entries=4)
    plan = cancellation.preview(tournament_id=event.pk, by=None, now=START)
    cancellation.execute(
        tournament_id=event.pk,
        digest=plan.digest,
        by=None,
        reason="The power failed.",
        now=START,
    )
    user = event.entries.order_by("pk")[0].user
    client.force_login(user)
    page = client.get(reverse("tournament", args=[event.pk])).content.decode()
    assert "The power failed." in page
    assert "6.00 × 3000 / 6000" in page
    assert "€13.00" in page
    italian = client.get(
        reverse("tournament", args=[event.pk]), headers={"Accept-Language": "it"}
    ).content.decode()
    assert "6,00 × 3000 / 6000" in italian
    wallet = client.get(reverse("wallet")).content.decode()
    assert "+€13.00" in wallet
    assert event.name in wallet
    assert "/rules/CANCEL-4/" in wallet


def test_an_event_that_too_few_entered_says_so(client: Client) -> None:
    event = events.scheduled(min_entries=4)
    director.step(tournament_id=event.pk, now=START)
    page = client.get(reverse("tournament", args=[event.pk])).content.decode()
    assert "Too few players had registered." in page


@pytest.mark.parametrize(
    ("why", "arithmetic", "reads"),
    [
        (RefundReason.SHARE_OF_REST, "{600} × 3000 / 6000", "6,00 × 3000 / 6000"),
        (RefundReason.DUE_BOUNTY, "mario.rossi", "mario.rossi"),
    ],
)
def test_a_plan_has_commas_in_italian_amounts_and_none_in_names(
    why: RefundReason, arithmetic: str, reads: str
) -> None:
    part = PlanPart(why=why, amount=300, arithmetic=arithmetic)
    line = PlanLine(
        entry=EntryId(1),
        user=UserId(1),
        name="anna",
        rule=RefundRule.NOBODY_PAID,
        ticket=None,
        amount=300,
        parts=[part],
    )
    with translation.override("it"):
        [told] = cancellation_page.with_words(line).parts
    assert told["arithmetic"] == reads
