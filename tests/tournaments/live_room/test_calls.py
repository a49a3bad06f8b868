"""Calling the floor, from a phone and from a table; and the player's page of a live event."""

from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.test import Client, override_settings

from core.refusal import Refusal
from tests.harness import worlds
from tests.tournaments.admin.at_the_desk import dialog, member, press, watch
from tests.tournaments.live_events import Floor, live
from tournaments.live_room.models import FloorCall
from tournaments.live_room.pages import own_seat
from tournaments.live_room.verbs import calls
from tournaments.models import Act
from tournaments.refusals import EventCode

pytestmark = [pytest.mark.django_db, pytest.mark.rule("LIVE-9")]


@worlds.shared
def floor() -> Floor:
    floor = Floor(live(), players=8)
    floor.step()
    return floor


@pytest.mark.middling
def test_a_table_calls_once_until_somebody_answers(floor: Floor) -> None:
    first, second = floor.tables()
    player = next(iter(floor.seated(first)))
    call = calls.call_from_seat(entry_id=player, now=floor.now)
    later = floor.now + timedelta(minutes=1)
    assert calls.call_from_table(table_id=first.pk, by=floor.by, now=later) == call
    other = calls.call_from_table(table_id=second.pk, by=floor.by, now=later)
    assert other.entry is None
    assert [one.pk for one in calls.open_calls(floor.event)] == [call.pk, other.pk]
    answered = calls.answer(call_id=call.pk, by=floor.by, now=later)
    assert (answered.answered_by_id, answered.answered_at) == (floor.by, later)
    again = calls.answer(call_id=call.pk, by=people_of(floor), now=later + timedelta(minutes=1))
    assert again.answered_at == later
    assert calls.open_calls(floor.event) == [other]
    assert calls.call_from_seat(entry_id=player, now=later) != call
    verbs = floor.event.acts.order_by("pk").values_list("verb", flat=True)
    assert list(verbs) == [Act.Verb.CALL_FLOOR, Act.Verb.ANSWER_CALL]


def people_of(floor: Floor) -> int:
    return floor.users[0].pk


@pytest.mark.middling
def test_who_has_no_seat_and_an_event_that_is_not_played_have_no_floor_to_call(
    floor: Floor,
) -> None:
    out = next(iter(floor.stacks()))
    floor.bust([out])
    floor.step()
    with pytest.raises(Refusal) as refused:
        calls.call_from_seat(entry_id=out, now=floor.now)
    assert refused.value.code == EventCode.NOT_AT_THIS_TABLE
    with pytest.raises(Refusal) as refused:
        calls.answer(call_id=0, by=floor.by, now=floor.now)
    assert refused.value.code == EventCode.NO_CALL


def test_a_seat_card_outlives_a_new_secret(floor: Floor) -> None:
    player = next(iter(floor.seated(floor.tables()[0])))
    page = f"/seat/{player}/{own_seat.code_of(floor.event.entries.get(pk=player))}/"
    before = settings.SECRET_KEY
    for kept, status in (([before], 200), ([], 404)):
        with override_settings(SECRET_KEY="another" * 9, SECRET_KEY_FALLBACKS=kept):
            assert Client().get(page).status_code == status


@pytest.mark.middling
def test_a_player_without_an_account_reads_their_page_and_calls(floor: Floor) -> None:
    table = floor.tables()[0]
    player = next(iter(floor.seated(table)))
    entry = floor.event.entries.get(pk=player)
    page = f"/seat/{player}/{own_seat.code_of(entry)}/"
    stranger = Client()
    assert stranger.get(f"/seat/{player}/AAAAAAAAAA/").status_code == 404
    assert stranger.post(f"/seat/{player}/AAAAAAAAAA/call/").status_code == 404
    floor.count()
    boss = member("boss")
    with time_machine.travel(floor.now, tick=False):
        seen = stranger.get(page).content.decode()
        assert entry.user.username in seen
        assert "1,500 chips, counted at" in seen
        assert "Call the floor" in seen
        assert "Next break in" in seen
        assert stranger.post(f"{page}call/").status_code == 302
        assert "has called the floor at" in stranger.get(page).content.decode()
        assert "Calls the floor" in boss.get(watch(floor.event)).content.decode()
        call = FloorCall.objects.get()
        press(boss, dialog(floor.event, "answer_call", call=call.pk))
        assert "bosser of the floor answered" in stranger.get(page).content.decode()
        press(boss, dialog(floor.event, "call_floor", table=table.pk))
    assert FloorCall.objects.filter(answered_at=None, entry=None).exists()


@pytest.mark.middling
def test_who_is_out_reads_their_place(floor: Floor) -> None:
    first, *_ = floor.stacks()
    floor.bust([first])
    floor.step()
    entry = floor.event.entries.get(pk=first)
    page = Client().get(f"/seat/{first}/{own_seat.code_of(entry)}/").content.decode()
    assert "You finished 8th" in page
    assert "Call the floor" not in page


@pytest.mark.middling
def test_the_seat_card_leads_to_the_page(floor: Floor) -> None:
    entry = next(iter(floor.stacks()))
    card = member("boss").get(f"/admin/tournaments/tournament/{floor.pk}/card/{entry}/")
    assert card.content.decode().count("<svg") >= 2
