"""The pages of the staff's desk: the doors of an event, and words that stay words."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from players.models import User
from tables.models import Table
from tests.tournaments import events, stages
from tests.tournaments.admin.at_the_desk import dialog, member, watch
from tests.tournaments.events import START
from tests.tournaments.forms import page_form
from tournaments.models import Act, Tournament
from tournaments.staff import desk, orders

pytestmark = pytest.mark.django_db

EVIL = "<script>alert(1)</script>"


@pytest.mark.parametrize(
    ("access", "status", "shown"),
    [
        ("open", "registering", {"call_off"}),
        ("password", "registering", {"call_off", "set_password"}),
        ("invited", "registering", {"call_off", "invite"}),
        ("invited", "finished", set()),
    ],
)
def test_an_event_s_page_offers_the_doors_that_it_has(
    boss: Client, access: str, status: str, shown: set[str]
) -> None:
    event = events.scheduled(access=access)
    Tournament.objects.filter(pk=event.pk).update(status=status)
    page = boss.get(reverse("admin:tournaments_tournament_change", args=[event.pk]))
    at = f"/admin/tournaments/tournament/{event.pk}"
    buttons = {"call_off", "set_password", "invite"}
    assert {button for button in buttons if f"{at}/{button}/" in page.text} == shown


@pytest.mark.slow
def test_floor_staff_name_the_invited_players_of_a_template() -> None:
    floor = member("floor")
    anna, bea = events.players(2)
    plan = events.template(access="invited")
    address = reverse("admin:tournaments_template_change", args=[plan.pk])
    form = page_form(floor, address)

    def save(names: str) -> str:
        answer = floor.post(address, {**form, "invited": names}, follow=True)
        return answer.content.decode()

    assert "No user is named nobody." in save(f"{anna}, nobody")
    assert not plan.invited.exists()
    save(f"{bea}\n {anna},")
    assert set(plan.invited.all()) == {anna, bea}
    assert f"{anna}\n{bea}</textarea>" in floor.get(address).content.decode()
    # Saved as it was shown, nothing has changed.
    save(f"{anna}\r\n{bea}")
    assert Act.objects.filter(verb=Act.Verb.CHANGE_PLAN).count() == 1
    save("")
    assert not plan.invited.exists()
    assert floor.get(reverse("admin:players_user_add")).status_code == 403


@pytest.mark.rule("LIVE-14")
def test_the_dealers_share_is_typed_and_read_in_percent(boss: Client) -> None:
    plan = events.template(kind="scheduled", venue="live", live_tables=2, dealers_share=150)
    page = reverse("admin:tournaments_template_change", args=[plan.pk])
    form = page_form(boss, page)
    assert str(form["dealers_share"]) == "1.5"
    assert boss.post(page, {**form, "dealers_share": "3"}).status_code == 302
    plan.refresh_from_db()
    assert plan.dealers_share == 300
    assert boss.post(page, {**form, "dealers_share": "11"}).status_code == 200


@pytest.mark.slow
def test_names_reasons_and_messages_are_text_and_never_markup(client: Client, boss: Client) -> None:
    event = stages.started(entries=3, name=f"E{EVIL}")
    entry = event.entries.all()[0]
    User.objects.filter(pk=entry.user_id).update(username=f"x{EVIL}")
    by = User.objects.get(username="bosser").pk
    Table.objects.filter(event=event.event).update(name=f"T{EVIL}")
    desk.message(tournament_id=event.pk, by=by, why=EVIL, now=START)
    desk.warn(entry_id=entry.pk, by=by, why=EVIL, now=START)
    orders.disqualify(entry_id=entry.pk, by=by, why=EVIL, now=START)
    desk.pause(tournament_id=event.pk, by=by, why=EVIL, now=START)
    act = Act.objects.filter(verb=Act.Verb.WARN).get()
    menu = reverse("admin:tournaments_tournament_menu", args=[event.pk])
    for address in (
        watch(event),
        f"{menu}?entry={entry.pk}",
        dialog(event, "warn", entry=entry.pk),
        reverse("admin:tournaments_act_changelist"),
        reverse("admin:tournaments_act_change", args=[act.pk]),
        reverse("admin:tournaments_tournament_change", args=[event.pk]),
    ):
        page = boss.get(address).content.decode()
        assert EVIL not in page, address
        assert "&lt;script&gt;" in page or "\\u003Cscript" in page, address


@pytest.mark.slow
def test_players_read_what_staff_say_on_the_event_s_page(client: Client) -> None:
    event = stages.started(entries=3)
    entry, other = event.entries.all()[:2]
    by = User.objects.create_user("boss").pk
    now = timezone.now()
    desk.message(tournament_id=event.pk, by=by, why="Dinner is served.", now=now)
    desk.warn(entry_id=entry.pk, by=by, why="No phones, please.", now=now)
    page = reverse("tournament", args=[event.pk])
    for reader, warned in ((entry.user, True), (other.user, False)):
        client.force_login(reader)
        # Above the page it calls whoever reads it, as on every page.
        text = client.get(page).content.decode().partition("<main")[2]
        assert text.count("Dinner is served.") == 1
        assert text.count("No phones, please.") == warned
