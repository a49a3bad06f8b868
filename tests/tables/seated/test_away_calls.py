"""Who ought to be at a table and looks at no page is called; nobody is blinded out in silence."""

from collections.abc import Callable
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.utils import timezone

from players.models import Notice, Push, PushDevice, User
from players.profile import presence
from tables.live import dealer
from tables.seated import away_calls
from tests.tables.rooms import Room

pytestmark = pytest.mark.django_db

Kind = Notice.Kind


def device(user: User) -> None:
    PushDevice.objects.create(
        user=user,
        endpoint=f"https://push.example/{user.pk}",
        p256dh="p",
        auth="a",
        language="en",
        session_key="s",
        made_at=timezone.now(),
    )


def told(kind: str) -> list[int]:
    return list(Notice.objects.filter(kind=kind).order_by("pk").values_list("user", flat=True))


def call(opened: Room, seconds: float = 0, here: frozenset[int] = frozenset()) -> int:
    with patch.object(presence, "here", return_value=here):
        return away_calls.call_those_away(now=opened.later(seconds))


def test_whoever_is_to_act_and_looks_at_no_page_is_called_once(room: Callable[..., Room]) -> None:
    opened = room(1000, 1000, 1000)
    for user in opened.users.values():
        device(user)
    opened.deal()
    mover = opened.users[opened.mover]
    assert call(opened, 2) == 0, "whoever has just looked away need not be called"
    assert call(opened, 3, here=frozenset({mover.pk})) == 0
    with patch.object(presence, "connected", return_value=frozenset({mover.pk})):
        assert call(opened) == 0, "the table's own page says so"
    assert call(opened) == 1
    assert call(opened) == 0
    assert told(Kind.TURN) == [mover.pk]
    [push] = Push.objects.select_related("notice")
    assert push.notice.until == opened.table.due_at
    assert call(opened, 200) == 0, "it is too late to come"


def test_whoever_takes_no_notices_on_a_device_is_not_looked_for(room: Callable[..., Room]) -> None:
    opened = room(1000, 1000)
    opened.deal()
    assert call(opened, 5) == 0


@pytest.mark.rule("OUT-1")
def test_whoever_is_blinded_out_is_told_once_in_an_absence(room: Callable[..., Room]) -> None:
    opened = room(1000, 1000)
    opened.deal()
    away = opened.users[opened.mover]
    assert call(opened) == 0
    opened.later(200)
    assert dealer.time_out(table_id=opened.table_id, now=opened.now)
    opened.later(10)
    opened.deal()
    with patch.object(presence, "connected", return_value=frozenset({away.pk})):
        assert call(opened) == 0, "at the table they see it"
    assert call(opened) == 1
    opened.fold_out()
    opened.deal()
    assert call(opened) == 0
    assert told(Kind.AWAY) == [away.pk]
    dealer.come_back(table_id=opened.table_id, user_id=away.pk, now=opened.now)
    assert call(opened) == 0
    assert Notice.objects.get(kind=Kind.AWAY).until is not None
    dealer.sit_out(table_id=opened.table_id, user_id=away.pk, now=opened.later(1))
    opened.fold_out()
    opened.deal()
    assert call(opened, timedelta(seconds=1).seconds) == 1
    assert told(Kind.AWAY) == [away.pk, away.pk]
