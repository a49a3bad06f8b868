"""A player takes their hands away as a zip, with what they knew and no more."""

import random
import zipfile
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tables.history import finished_hands, hand_export
from tables.history.formats.registry import BY_SUFFIX
from tables.models import Hand, HandPlayer, Table
from tables.pages import exports
from tables.storage import months, packed_events
from tests.tables.history.test_formats import cards_in, known_to
from tests.tables.rooms import Room, people

OpenRoom = Callable[..., Room]
pytestmark = [pytest.mark.django_db, pytest.mark.rule("HAND-1")]


def played(room: OpenRoom, game: str, hands: int) -> Room:
    opened, dice = room(4000, 4000, 4000), random.Random(6)
    Table.objects.filter(pk=opened.table_id).update(game=game)
    for _ in range(hands):
        opened.deal()
        opened.play_on(dice)
    return opened


def export(client: Client, suffix: str, text: str, name: str = "hand_export_zip") -> Any:
    return client.get(reverse(name), {"type": suffix, "range": text})


def files(answer: Any) -> dict[str, str]:
    assert answer.status_code == 200
    with zipfile.ZipFile(BytesIO(b"".join(answer))) as unpacked:
        assert unpacked.testzip() is None
        return {name: unpacked.read(name).decode() for name in unpacked.namelist()}


def test_a_month_is_a_zip_of_what_its_player_knew(client: Client, room: OpenRoom) -> None:
    opened = played(room, "nlhe", 4)
    hand = Hand.objects.earliest("pk")
    me = opened.users[1]
    client.force_login(me)
    month, event = f"month:{hand.pk // months.COUNT}", f"event:{hand.event}"
    page = client.get(reverse("hand_export")).content.decode()
    assert f'value="{month}"' in page
    ids = HandPlayer.objects.filter(user=me.pk, hand__finished_at__isnull=False)
    own, knew = [], set[str]()
    for pk in ids.order_by("hand_id").values_list("hand_id", flat=True):
        told = finished_hands.hand_of(hand_id=pk, user_id=me.pk, now=opened.now)
        assert told is not None
        own.append(told)
        knew |= known_to(told["you"], packed_events.of_hand(pk))
    for suffix, form in BY_SUFFIX.items():
        unpacked = files(export(client, suffix, month))
        assert list(unpacked) == [f"hands-001.{form.suffix_of_many}"]
        [text] = unpacked.values()
        parts = [form.section(form.write(told), no) for no, told in enumerate(own, 1)]
        assert text == "".join(parts)
        assert cards_in(text) <= knew
        assert files(export(client, suffix, event, "api_hand_export")) == unpacked
    assert hand_export.progress(me.pk) is None


def test_hands_that_a_format_cannot_express_are_named_in_a_list(
    client: Client, room: OpenRoom
) -> None:
    opened = played(room, "italian", 1)
    hand = Hand.objects.latest("pk")
    client.force_login(opened.users[1])
    unpacked = files(export(client, "ohh", f"event:{hand.event}"))
    assert unpacked["hands-001.ohh"] == ""
    assert unpacked["hands-001-left-out.txt"] == (
        f"Hand {hand.pk}: Open Hand History cannot express this: Italian draw poker.\n"
    )


def test_a_zip_is_written_in_portions(
    client: Client, room: OpenRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = room(4000, 4000, 4000)
    for _ in range(5):
        opened.deal()
        opened.fold_out()
    client.force_login(opened.users[1])
    event = f"event:{Hand.objects.latest('pk').event}"
    monkeypatch.setattr(hand_export, "HANDS_A_FILE", 2)
    monkeypatch.setattr(exports, "RATE", "2/h/user")
    answer = export(client, "txt", event)
    assert hand_export.progress(opened.users[1].pk) == (0, 5)
    part = client.get(reverse("hand_export_progress")).content.decode()
    assert "0 of 5 hands" in part
    refused = client.get(reverse("hand_export_zip"), {"type": "txt", "range": event}, follow=True)
    assert "A download of your hands is running" in refused.content.decode()
    with CaptureQueriesContext(connection) as asked:
        unpacked = files(answer)
    assert len(asked) <= 4 * 4
    again = client.get(reverse("hand_export_zip"), {"type": "txt", "range": event}, follow=True)
    assert "You have downloaded your hands often" in again.content.decode()
    assert [*unpacked] == ["hands-001.txt", "hands-002.txt", "hands-003.txt"]
    assert "".join(unpacked.values()).count("Montepremi Hand") == 5


@pytest.mark.parametrize(
    "text",
    ["", "month:9901", "month:٢٦١١", "event:tournament:999999", "stay:C0000099", "stay:X1", "x"],
)
def test_hands_that_a_player_does_not_have_are_refused_with_a_sentence(
    client: Client, text: str
) -> None:
    client.force_login(people(1)[0])
    answer = client.get(reverse("hand_export_zip"), {"type": "txt", "range": text}, follow=True)
    assert "You have no finished hands there." in answer.content.decode()
    refused = export(client, "txt", text, "api_hand_export")
    assert (refused.status_code, refused.json()["code"]) == (409, "NO_SUCH_HANDS")
    assert export(client, "doc", text).status_code == 404


def test_the_hands_of_an_event_of_others_are_not_taken(client: Client, room: OpenRoom) -> None:
    played(room, "nlhe", 1)
    client.force_login(people(1, "stranger")[0])
    event = f"event:{Hand.objects.latest('pk').event}"
    assert export(client, "txt", event, "api_hand_export").status_code == 409
