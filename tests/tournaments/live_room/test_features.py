"""The feature table: its hands are kept, and shown when their time has come (LIVE-13)."""

from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse

from core.refusal import Refusal
from core.types import EntryId
from tests.harness import worlds
from tests.tournaments.admin.at_the_desk import dialog, member, watch
from tests.tournaments.live_events import Floor, live
from tournaments.live_room.models import FeatureHand
from tournaments.live_room.verbs import features
from tournaments.models import Act
from tournaments.refusals import EventCode

pytestmark = [pytest.mark.django_db, pytest.mark.rule("LIVE-13")]


@worlds.shared
def floor() -> Floor:
    floor = Floor(live(), players=8)
    floor.step()
    return floor


def keep(floor: Floor, cards: str, *, number: int | None = None) -> FeatureHand:
    table = floor.tables()[0].pk
    return features.keep_hand(
        table_id=table, cards=cards, number=number, key=uuid4(), by=floor.by, now=floor.now
    )


def two_seats(floor: Floor) -> tuple[int, int]:
    a, b, *_ = floor.seated(floor.tables()[0]).values()
    return a.no, b.no


def begin(floor: Floor, minutes: int = 30) -> None:
    table = floor.tables()[0].pk
    features.feature(table_id=table, minutes=minutes, by=floor.by, now=floor.now)


@pytest.mark.middling
def test_nothing_of_a_hand_is_told_anywhere_before_its_time(floor: Floor) -> None:
    with pytest.raises(Refusal) as refused:
        keep(floor, "1 AsKd")
    assert refused.value.code == EventCode.NO_FEATURE
    begin(floor)
    a, b = two_seats(floor)
    keep(floor, f"{a} AsKd {b} QhQc / Ts9h2d 3c")
    said = str(list(Act.objects.values_list("about", "why", "before", "after")))
    assert "As" not in said
    boss, event = member("boss"), floor.event
    places = [
        reverse("feature", args=[event.pk]),
        reverse("api-feature", args=[event.pk]),
        watch(event),
        dialog(event, "keep_hand", table=floor.tables()[0].pk),
        dialog(event, "menu", table=floor.tables()[0].pk),
        reverse("admin:tournaments_act_changelist"),
        f"/admin/tournaments/tournament/{event.pk}/change/",
    ]
    signs = ("ace of spades", '"As"', "AsKd", "three of clubs")

    def told(reader: Client, place: str) -> bool:
        answer = reader.get(place)
        assert answer.status_code == 200, place
        return any(sign in answer.content.decode() for sign in signs)

    with time_machine.travel(floor.now + timedelta(minutes=29, seconds=59), tick=False):
        # The form's help names cards of no hand.
        help_text = "4 AsKd 7 QhQc / Ts9h2d 3c 4h"
        assert help_text in boss.get(places[3]).content.decode()
        assert not any(told(boss, place) for place in places if place != places[3])
        assert not told(Client(), places[0])
    with time_machine.travel(floor.now + timedelta(minutes=30), tick=False):
        assert told(Client(), places[0])
        [hand] = Client().get(places[1]).json()
        assert [one["cards"] for one in hand["hands"]] == [["As", "Kd"], ["Qh", "Qc"]]
        assert hand["streets"] == [["Ts", "9h", "2d"], ["3c"]]
        before_the_flop = {"hand": 1, "table": hand["table"], "street": 0}
        page = Client().get(places[0], before_the_flop).content.decode()
        assert "ace of spades" in page
        assert "three of clubs" not in page.split('aria-labelledby="hands"')[0]


@pytest.mark.middling
def test_a_hand_is_corrected_and_the_last_word_is_shown_in_its_own_time(floor: Floor) -> None:
    begin(floor)
    a, b = two_seats(floor)
    first = keep(floor, f"{a} AsKd")
    floor.now += timedelta(minutes=20)
    begin(floor, minutes=60)
    assert keep(floor, f"{a} AsKh", number=1).number == 1
    assert keep(floor, f"{b} 2c2d").number == 2
    assert first.shows_at == floor.now + timedelta(minutes=10)

    def held(minutes: int) -> list[list[str]]:
        hands = features.shown(floor.event, now=floor.now + timedelta(minutes=minutes))
        return [["".join(cards) for _no, _name, cards in hand.hole] for hand in hands]

    assert held(9) == []
    assert held(10) == held(59) == [["AsKd"]]
    assert sorted(held(60)) == [["2c2d"], ["AsKh"]]
    with pytest.raises(DatabaseError, match="permission denied"), transaction.atomic():
        FeatureHand.objects.update(hole=[])


def test_whoever_went_out_in_it_is_still_in_the_hand_and_twice_is_once(floor: Floor) -> None:
    begin(floor)
    table = floor.tables()[0]
    entry, seat = next(iter(floor.seated(table).items()))
    floor.bust([EntryId(entry)])
    floor.step()
    key, cards = uuid4(), f"{seat.no} 7h2d"
    kept = [
        features.keep_hand(table_id=table.pk, cards=cards, key=key, by=floor.by, now=floor.now)
        for _ in range(2)
    ]
    assert kept[0].pk == kept[1].pk
    assert kept[0].hole == [[seat.no, entry, "7h2d"]]
    with pytest.raises(Refusal) as refused:
        begin(floor, minutes=4)
    assert refused.value.code == EventCode.FEATURE_MINUTES
