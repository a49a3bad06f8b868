"""What the watch page shows of an event in play, and what staff do from it."""

import html
import re
from datetime import timedelta
from itertools import product
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from players.models import User
from tables.live import record
from tables.models import Table
from tests.tournaments import stages
from tests.tournaments.admin.at_the_desk import dialog, press, watch
from tests.tournaments.events import START
from tournaments import director
from tournaments.admin.dialogs import DIALOGS, OF_A_PLAYER, OF_A_TABLE
from tournaments.models import Act, Entry, Order, Tournament
from tournaments.staff import desk, orders
from tournaments.staff import watch as watching

pytestmark = pytest.mark.django_db

SOON = START + timedelta(seconds=settings.RESULT_SECONDS)


def test_the_watch_page_shows_tables_seats_clock_and_whose_turn_it_is(
    boss: Client, event: Tournament
) -> None:
    table = Table.objects.get(event=event.event)
    page = boss.get(watch(event)).content.decode()
    playing = record.read(table.pk).live.playing
    assert playing is not None
    assert playing.turn is not None
    mover = table.seats.get(no=playing.turn).user.get_username()
    assert f"{mover} is to act" in page
    assert page.count('class="desk-no"') == 3
    assert "Level 1" in page
    assert "Hand 1" in page
    part = boss.get(watch(event), headers={"HX-Request": "true"}).content.decode()
    assert part.lstrip().startswith('<div id="room"')
    assert "<html" not in part


def test_no_card_is_ever_on_the_watch_page(boss: Client, event: Tournament) -> None:
    table = Table.objects.get(event=event.event)
    hand = record.read(table.pk).live.playing
    assert hand is not None
    part = boss.get(watch(event), headers={"HX-Request": "true"}).content.decode()
    words = set(re.findall(r"\b[2-9TJQKA][cdhs]\b", re.sub(r"<[^>]*>", " ", part)))
    assert not words


@pytest.mark.slow
def test_a_player_is_found_by_name(boss: Client) -> None:
    event = stages.started(entries=6, seats_per_table=3)
    wanted = Table.objects.filter(event=event.event).earliest("pk").seats.all()[0].user
    page = boss.get(watch(event), {"q": wanted.username}).content.decode()
    assert page.count("<article") == 1
    assert wanted.username in page
    assert "No table is open here" in boss.get(watch(event), {"q": "zzz"}).content.decode()


@pytest.mark.slow
def test_what_staff_order_waits_on_the_page_and_can_be_withdrawn(
    boss: Client, event: Tournament
) -> None:
    entry = event.entries.all()[0]
    assert press(boss, dialog(event, "disqualify", entry=entry.pk), why="Cheating.") == 200
    order = Order.objects.get()
    page = boss.get(watch(event)).content.decode()
    assert "waits for the end of the hand (bosser: Cheating.)" in page
    assert press(boss, dialog(event, "withdraw", order=order.pk), why="") == 200
    assert "waits for the end" not in boss.get(watch(event)).content.decode()
    assert press(boss, dialog(event, "withdraw", order=order.pk), why="") == 200
    assert "has already been" in boss.get(watch(event)).content.decode()


@pytest.mark.slow
def test_a_disqualification_is_undone_from_the_page(boss: Client, event: Tournament) -> None:
    entry = event.entries.all()[0]
    stages.fold_out(event)
    press(boss, dialog(event, "pause"), why="Wait.")
    press(boss, dialog(event, "disqualify", entry=entry.pk), why="Cheating.")
    director.step(tournament_id=event.pk, now=SOON)
    assert "Undo" in boss.get(watch(event)).content.decode()
    press(boss, dialog(event, "reinstate", entry=entry.pk), why="It was not them.")
    page = boss.get(watch(event)).content.decode()
    assert "The player is in again." in page
    assert Entry.objects.get(pk=entry.pk).status == Entry.Status.PLAYING


def test_the_dialog_of_a_move_offers_the_open_tables(boss: Client) -> None:
    event = stages.started(entries=5, seats_per_table=3)
    first, second = Table.objects.filter(event=event.event).order_by("pk")
    entry = event.entries.get(user=first.seats.all()[0].user_id)
    form = boss.get(dialog(event, "move", entry=entry.pk)).content.decode()
    assert second.name in form
    assert first.name not in form.partition("</h")[2]
    assert press(boss, dialog(event, "move", entry=entry.pk), to_table=second.pk, why="x") == 200
    assert Order.objects.get().table == second
    assert press(boss, dialog(event, "move", entry=entry.pk), to_table=10**9, why="x") == 200
    assert Order.objects.count() == 1


def test_a_stopped_clock_shows_what_is_left(event: Tournament) -> None:
    at = START + timedelta(seconds=7)
    desk.pause(tournament_id=event.pk, by=event.entries.all()[0].user_id, why="Wait.", now=at)
    event.refresh_from_db()
    shown = watching.picture(event, search="", page=None, now=at + timedelta(hours=1))
    length = timedelta(seconds=event.levels[0].seconds)
    assert shown.left_in_level == length - timedelta(seconds=7)
    Tournament.objects.update(status=Tournament.Status.FINISHED)
    event.refresh_from_db()
    assert watching.picture(event, search="", page=None, now=at).left_in_level is None


@pytest.mark.middling
def test_the_page_of_an_event_says_in_words_when_its_clock_stopped(
    boss: Client, event: Tournament
) -> None:
    address = reverse("admin:tournaments_tournament_change", args=[event.pk])
    assert not re.search(r">\s*\[\]\s*<", boss.get(address).content.decode())
    by = event.entries.all()[0].user_id
    desk.pause(tournament_id=event.pk, by=by, why="Fire alarm.", now=START)
    event.refresh_from_db()
    at = START.isoformat()
    outage = {"start": at, "end": at, "cause": "outage", "reason": ""}
    Tournament.objects.update(pauses=[outage, *event.pauses])
    shown = boss.get(address).content.decode()
    assert re.search(r"<p>[^<]* – … · Fire alarm\.</p>", shown)
    assert re.search(r"<p>[^<]* · the room was down</p>", shown)
    # Nor is the scheme as the database keeps it.
    assert "Winners: 65%, 35%" in shown
    assert not re.search(r"[{]\s*(<[^>]*>|\s)*&quot;kind", shown)


@pytest.mark.rule("TRN-6")
def test_ending_a_level_needs_no_reason_and_twice_from_one_look_ends_one(
    boss: Client, event: Tournament
) -> None:
    Tournament.objects.update(started_at=timezone.now())
    room = boss.get(watch(event)).content.decode()
    [address] = re.findall(r'hx-get="([^"]+end_level[^"]+)"', room)
    for _ in range(2):
        assert press(boss, html.unescape(address)) == 200
    event.refresh_from_db()
    assert list(event.skips) == ["0"]


@pytest.mark.slow
def test_the_menus_lead_to_the_dialogs(boss: Client, event: Tournament) -> None:
    menu = reverse("admin:tournaments_tournament_menu", args=[event.pk])
    entry, table = event.entries.all()[0], Table.objects.get(event=event.event)
    of_a_table = [verb for verb in OF_A_TABLE if verb != Act.Verb.DEAL]  # Nobody holds it.
    for about, verbs in ((f"entry={entry.pk}", OF_A_PLAYER), (f"table={table.pk}", of_a_table)):
        page = boss.get(f"{menu}?{about}").content.decode()
        addresses = re.findall(r'hx-get="([^"]+)"', page)
        assert len(addresses) == len(verbs)
        for address in addresses:
            assert 'type="submit"' in boss.get(address).content.decode()
    assert boss.get(f"{menu}?entry=999999").status_code == 404
    assert boss.get(dialog(event, "nonsense")).status_code == 404
    assert boss.get(dialog(event, "warn", entry=event.pk + 10**6)).status_code == 404


@pytest.mark.slow
def test_what_a_dialog_is_about_belongs_to_the_event_in_its_address(
    boss: Client, event: Tournament
) -> None:
    other = stages.started(entries=3)
    entry, table = other.entries.all()[0], Table.objects.get(event=other.event)
    by = User.objects.get(username="bosser").pk
    order = orders.disqualify(entry_id=entry.pk, by=by, why="Cheating.", now=START)
    known = Act.objects.count()
    foreign: list[dict[str, Any]] = [
        {"entry": entry.pk},
        {"table": table.pk},
        {"order": order.pk},
        # What is asked first is of this event, what the verb takes is not.
        {"entry": event.entries.all()[0].pk, "table": table.pk, "order": order.pk},
        *({"table": name} for name in ("abc", "0", "-1", "", "9" * 30)),
    ]
    asked = [dialog(event, verb, **about) for verb, about in product(DIALOGS, foreign)]
    answers = {address: press(boss, address, why="x", to_table=table.pk) for address in asked}
    assert {address: status for address, status in answers.items() if status != 404} == {}
    assert Act.objects.count() == known
    assert Order.objects.get(closed_at=None) == order
