"""The dialogs that change a running event: shown first, done once (AMEND-1..6)."""

import html
import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from payouts.room_settings import FOUR_EYES
from players.models import User
from tables.models import Table
from tests.harness import worlds
from tests.tournaments import events, stages
from tests.tournaments.admin.at_the_desk import dialog, member, press, typed, watch
from tests.tournaments.events import START
from tournaments.admin.change_dialogs import CHANGES
from tournaments.entry.registration import register
from tournaments.models import Act, JointOrder, Tournament
from tournaments.refusals import EventCode

pytestmark = pytest.mark.django_db


@pytest.mark.slow
@pytest.mark.rule("AMEND-1")
def test_a_change_is_shown_before_it_is_done_and_is_done_once(boss: Client) -> None:
    event = events.scheduled(starts_at=timezone.now() + timedelta(days=1), guarantee=100_00)
    [user] = events.players(1)
    register(tournament_id=event.pk, user_id=user.pk, now=timezone.now())
    offered = set(re.findall(r"/watch/(\w+)/", boss.get(watch(event)).content.decode()))
    offered &= set(CHANGES)
    terms = {"put_off", "extend_late", "raise", "open_seats", "new_levels"}
    assert offered == terms | {"enter", "take_out"}
    address = dialog(event, "raise")
    wish = {**typed(boss.get(address)), "amount": "250.50", "why": "A full house."}
    shown = boss.post(address, wish)
    page = html.unescape(shown.content.decode())
    assert "€100.00" in page
    assert "€250.50" in page
    assert "€91.00" in page
    assert not Act.objects.exists()
    sure = {**wish, "sure": typed(shown)["sure"]}
    # Other words than those that were shown are shown first.
    again = boss.post(address, {**sure, "amount": "300"})
    assert "€300.00" in html.unescape(again.content.decode())
    for _ in range(2):
        assert boss.post(address, sure).status_code == 200
    event.refresh_from_db()
    assert (event.guarantee, event.guaranteed) == (100_00, 250_50)
    assert event.acts.count() == event.amendments.count() == 1
    less = boss.post(address, {**wish, "key": "other", "amount": "200"}).content.decode()
    assert "a guarantee can only be raised" in less


@pytest.mark.slow
@pytest.mark.rule("STAFF-3")
def test_a_guarantee_over_the_limit_waits_for_another(boss: Client) -> None:
    worlds.assume(FOUR_EYES, 200_00)
    event = events.scheduled(starts_at=timezone.now() + timedelta(days=1))
    address = dialog(event, "raise")
    wish = {**typed(boss.get(address)), "amount": "250.50", "why": "A full house."}
    shown = boss.post(address, wish)
    assert "must agree" in shown.content.decode()
    for _ in range(2):
        boss.post(address, {**wish, "sure": typed(shown)["sure"]})
    row = JointOrder.objects.get()
    page = reverse("admin:tournaments_jointorder_change", args=[row.pk])
    assert "/confirm/" not in boss.get(page).content.decode()
    other = member("floor")
    listed = other.get(reverse("admin:index")).content.decode()
    assert "Raise the guarantee" in listed
    assert page in listed
    assert "€250.50" in other.get(page).content.decode()
    press(other, reverse("admin:tournaments_jointorder_confirm", args=[row.pk]))
    event.refresh_from_db()
    assert event.guaranteed == 250_50


@pytest.mark.slow
@pytest.mark.rule("AMEND-5")
def test_a_stack_is_corrected_once_it_was_shown_and_another_agrees(
    boss: Client, event: Tournament
) -> None:
    entry = event.entries.order_by("pk")[0]
    address = dialog(event, "correct_stack", entry=entry.pk)
    wish = {**typed(boss.get(address)), "chips": "-250", "why": "Counted."}
    shown = boss.post(address, wish)
    assert "<ins>1,250</ins>" in shown.content.decode()
    assert "<ins>4,250</ins>" in shown.content.decode()
    assert "This has changed since you looked" not in shown.content.decode()
    # A hand has ended meanwhile, and the preview is another one.
    again = boss.post(address, {**wish, "sure": "0" * 32}).content.decode()
    assert "This has changed since you looked at it: check it, then press again." in again
    assert "<ins>1,250</ins>" in again
    assert not JointOrder.objects.exists()
    for _ in range(2):
        boss.post(address, {**wish, "sure": typed(shown)["sure"]})
    row = JointOrder.objects.get()
    other = member("floor")
    page = other.get(reverse("admin:tournaments_jointorder_change", args=[row.pk]))
    assert "250 chips fewer" in page.content.decode()
    down = reverse("admin:tournaments_jointorder_turn_down", args=[row.pk])
    assert press(other, down, reason="No.") in (200, 302)
    row.refresh_from_db()
    assert (row.status, row.why_not) == ("turned_down", "No.")


@pytest.mark.slow
@pytest.mark.rule("AMEND-6")
def test_a_table_is_held_and_dealt_on_from_its_menu(boss: Client, event: Tournament) -> None:
    table = Table.objects.get(event=event.event)
    menu = reverse("admin:tournaments_tournament_menu", args=[event.pk])
    for verb, other in (("hold_table", "deal"), ("deal", "hold_table")):
        shown = boss.get(menu, {"table": table.pk}).content.decode()
        assert f"/watch/{verb}/" in shown
        assert f"/watch/{other}/" not in shown
        press(boss, dialog(event, verb, table=table.pk), why="A look.")
    assert [act.verb for act in event.acts.order_by("pk")] == ["hold_table", "deal"]


@pytest.mark.slow
@pytest.mark.rule("AMEND-4")
def test_a_player_is_registered_and_taken_out_once_it_was_shown(boss: Client) -> None:
    event = events.scheduled(starts_at=timezone.now() + timedelta(days=1))
    [user] = events.players(1)
    for verb, wallet, entries in (("enter", "€0.00", 1), ("take_out", "€10.00", 0)):
        address = dialog(event, verb)
        nobody = {**typed(boss.get(address)), "name": "x", "why": "At the counter."}
        assert "No user is named x." in boss.post(address, nobody).content.decode()
        wish = {**nobody, "name": user.username}
        shown = boss.post(address, wish)
        assert f"<ins>{wallet}</ins>" in html.unescape(shown.content.decode())
        event.refresh_from_db()
        assert event.entry_count != entries
        for _ in range(2):
            boss.post(address, {**wish, "sure": typed(shown)["sure"]})
        event.refresh_from_db()
        assert event.entry_count == entries
    assert [act.verb for act in event.acts.order_by("pk")] == ["enter", "take_out"]


@pytest.mark.slow
@pytest.mark.rule("AMEND-3")
@pytest.mark.parametrize(
    ("verb", "words", "kept"),
    [
        ("level_time", {"minutes": "1.5"}, {"kind": "time", "row": 0, "seconds": 90, "level": 1}),
        ("extend_late", {"levels": "2"}, {"kind": "late", "levels": 2}),
        ("open_seats", {"entries": "70"}, {"kind": "seats", "entries": 70}),
        ("new_levels", {"levels": "10: 50/100"}, None),
        ("put_off", {"to": "2030-01-01T20:00"}, "HAS_BEGUN"),
        ("level_again", {}, "FIRST_LEVEL"),
        ("together", {}, "ENTRY_STILL_OPEN"),
    ],
)
def test_each_change_is_asked_for_in_its_own_dialog(
    boss: Client, verb: str, words: dict[str, str], kept: object
) -> None:
    event = stages.started(entries=3, late_registration_levels=1)
    with time_machine.travel(START + timedelta(seconds=10), tick=False):
        address = dialog(event, verb, row=1)
        # Of that day.
        boss.force_login(User.objects.get(username="bosser"))
        wish = {**typed(boss.get(address)), **words, "why": "It must be."}
        shown = boss.post(address, wish)
        if isinstance(kept, str):
            assert getattr(EventCode, kept).sentence[:30] in html.unescape(shown.content.decode())
            assert not event.amendments.exists()
            return
        boss.post(address, {**wish, "sure": typed(shown)["sure"]})
    amendment = event.amendments.get()
    assert amendment.why == "It must be."
    if kept is not None:
        assert amendment.change == kept


@pytest.mark.rule("AMEND-3")
def test_levels_are_added_in_their_dialog_long_after_the_last_one_began(boss: Client) -> None:
    event = stages.started(entries=3)
    with time_machine.travel(START + timedelta(hours=1), tick=True):
        address = dialog(event, "new_levels", row=5)
        boss.force_login(User.objects.get(username="bosser"))
        wish = {**typed(boss.get(address)), "levels": "10: 800/1600", "why": "It lasts."}
        shown = boss.post(address, wish)
        boss.post(address, {**wish, "sure": typed(shown)["sure"]})
        event.refresh_from_db()
        reading = event.clock_at(timezone.now())
    assert event.amendments.get().change["at_once"]
    assert reading is not None
    assert reading.level.big_blind == 1600


@pytest.mark.rule("AMEND-3")
def test_the_level_before_begins_once_more_from_its_dialog(boss: Client) -> None:
    event = stages.started(entries=3)
    with time_machine.travel(START + timedelta(seconds=150), tick=True):
        address = dialog(event, "level_again", row=1)
        boss.force_login(User.objects.get(username="bosser"))
        wish = {**typed(boss.get(address)), "why": "It was cut short."}
        shown = boss.post(address, wish)
        assert "The level begins again" in shown.content.decode()
        boss.post(address, {**wish, "sure": typed(shown)["sure"]})
    assert event.amendments.get().change["row"] == 0
