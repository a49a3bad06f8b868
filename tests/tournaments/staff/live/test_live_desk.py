"""The desk of a live event: its watch page, its dialogs, and what it prints."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from core.refusal import Refusal
from tests.tournaments import events
from tests.tournaments.admin.test_desk_pages import dialog, member, press, watch
from tests.tournaments.live_events import Floor, live
from tournaments.models import Act, Entry
from tournaments.refusals import Code
from tournaments.staff.live import moves

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss() -> Client:
    return member("boss")


@pytest.mark.rule("LIVE-1", "LIVE-6")
def test_the_desk_registers_somebody_new_and_prints_card_and_receipt(boss: Client) -> None:
    floor = Floor(live(live_tables=1), players=0)
    form = {"name": "Mario Rossi", "cash": "on", "key": "tap", "_form_submitted": "on"}
    address = dialog(floor.event, "walk_in")
    assert "Is this player new here?" in boss.post(address, form).content.decode()
    answer = boss.post(address, {**form, "new": "on"})
    entry = floor.event.entries.get()
    assert answer["HX-Redirect"].endswith(f"/card/{entry.pk}/")
    page = boss.get(answer["HX-Redirect"]).content.decode()
    assert "mario.rossi" in page
    assert "<svg" in page
    assert f"<b>{entry.drawn_seat}</b>" in page
    assert boss.get(f"/admin/tournaments/tournament/{floor.pk}/slip/{entry.pk}/").status_code == 404


@pytest.mark.rule("LIVE-2", "LIVE-3", "LIVE-5")
def test_the_floor_enters_and_undoes_by_the_page(boss: Client) -> None:
    floor = Floor(live(), players=8)
    floor.step()
    table = floor.tables()[0]
    a, b, *others = floor.seated(table)
    menu = boss.get(dialog(floor.event, "menu", table=table.pk)).content.decode()
    assert "Count the chips" in menu
    assert "Watch the felt" not in menu
    several = dialog(floor.event, "bust", table=table.pk)
    assert (
        "Name the seat"
        in boss.post(several, {"out": [a, b], "_form_submitted": "on"}).content.decode()
    )
    seats = {pk: seat.no for pk, seat in floor.seated(table).items()}
    press(boss, several, out=[a, b], order=f"{seats[b]}, {seats[a]}")
    floor.step()
    assert "Undo" in boss.get(watch(floor.event)).content.decode()
    act = Act.objects.get(verb=Act.Verb.BUST)
    press(boss, dialog(floor.event, "undo", act=act.pk), why="another table")
    assert Entry.objects.filter(status=Entry.Status.OUT).count() == 0
    for table in floor.tables():
        chips = {f"chips_{pk}": 1500 for pk in floor.seated(table)}
        press(boss, dialog(floor.event, "count", table=table.pk), **chips)
    page = boss.get(watch(floor.event)).content.decode()
    assert "All 12,000 chips were there" in page
    assert len(others) == 2


@pytest.mark.rule("LIVE-4")
def test_what_is_due_is_a_button_and_a_balance_asks_for_the_buttons(boss: Client) -> None:
    floor = Floor(live(), players=10)
    floor.step()
    first = floor.tables()[0]
    for _ in range(2):
        floor.bust([next(iter(floor.seated(first)))])
        floor.step()
    due = moves.due_now(floor.event, now=floor.now)
    assert due is not None
    address = dialog(floor.event, "rearrange", due=due.key)
    assert f"rearrange/?due={due.key}" in boss.get(watch(floor.event)).content.decode()
    assert "seat of the button" in boss.get(address).content.decode()
    press(boss, address, key=due.key, **{f"button_{table}": 1 for table in due.tables})
    assert [len(floor.seated(table)) for table in floor.tables()] == [4, 4]


@pytest.mark.rule("LIVE-6")
def test_a_prize_is_paid_out_with_a_slip(boss: Client) -> None:
    floor = Floor(live(live_tables=1), players=3)
    floor.step()
    a, b, c = floor.stacks()
    for out in (a, b):
        floor.bust([out])
        floor.step()
    assert "To pay" in boss.get(watch(floor.event)).content.decode()
    answer = boss.post(dialog(floor.event, "pay_out", entry=c), {"_form_submitted": "on"})
    slip = boss.get(answer["HX-Redirect"]).content.decode()
    assert "€17.55" in slip
    User.objects.create_user("guest")
    assert (
        member("floor").get(f"/admin/tournaments/tournament/{floor.pk}/card/0/").status_code == 404
    )


@pytest.mark.rule("LIVE-1")
@pytest.mark.parametrize(
    "terms",
    [
        {"live_tables": 0},
        {"venue": "online"},
        {"kind": "sng"},
        {"format": "shootout"},
        {"session_levels": 1},
    ],
)
def test_what_needs_hands_of_ours_is_not_published_live(terms: dict[str, Any]) -> None:
    plain: dict[str, Any] = {"kind": "scheduled", "venue": "live", "live_tables": 2, **terms}
    with pytest.raises(Refusal) as refused:
        events.template(**plain).check_terms()
    assert refused.value.code == Code.LIVE_TERMS
