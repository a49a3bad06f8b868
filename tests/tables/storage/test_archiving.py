"""A month is archived: its events are packed together and read as before, byte for byte."""

import random
import re
from datetime import UTC, datetime, timedelta
from io import StringIO

import orjson
import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from players.models import User
from tables.history.formats.registry import BY_SUFFIX
from tables.live import dealer, seating
from tables.models import Hand, HandArchive, HandEvent
from tables.pools import lobby
from tables.storage import archiving, months, packed_events
from tests.harness.unguarded import unguarded
from tests.tables.pools.test_play import dealt
from tests.tables.rooms import Room, open_room
from tests.tables.storage.old_months import (
    MONTH,
    NOW,
    PLAYED,
    every_hand,
    lies_in,
    make_partition,
    play,
    playing,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def old_month(owner: None, db: None, monkeypatch: pytest.MonkeyPatch) -> Room:
    """Two tables with hands of the month, all over, and few of them in a portion; we are the owner,
    and all is rolled back."""
    monkeypatch.setattr(archiving, "HANDS", 3)
    make_partition()
    dice = random.Random(7)
    play(playing(*[50_000] * 6), 5, dice=dice)
    return play(playing(9_000, 10_000, 11_000), 4, dice=dice)


@pytest.mark.slow
def test_every_hand_of_an_archived_month_reads_as_before(old_month: Room) -> None:
    before, rows = every_hand(), HandEvent.objects.count()
    kept = packed_events.rows(first_hand=months.first_id(MONTH), last_hand=months.last_id(MONTH))
    assert archiving.archive(MONTH, now=NOW) == (-(-len(before) // 3), rows)
    assert not HandEvent.objects.exists()
    assert MONTH not in months.with_events()
    assert every_hand() == before
    # Not only what happened, also when.
    portions = HandArchive.objects.order_by("pk").values_list("packed", flat=True)
    assert [row for packed in portions for row in packed_events.unpack_portion(packed)] == kept


@pytest.mark.slow
def test_again_is_nothing_and_no_month_is_made_anew(old_month: Room) -> None:
    before, done = every_hand(), archiving.archive(MONTH, now=NOW)
    assert archiving.archive(MONTH, now=NOW) == done
    months.make_ahead()
    assert MONTH not in months.with_events()
    assert every_hand() == before


@pytest.mark.slow
@pytest.mark.usefixtures("owner")
def test_every_page_of_an_archived_hand_is_the_same(client: Client) -> None:
    opened = open_room(1000, 1000, 1000)
    make_partition(opened.now)
    hand = opened.deal()
    assert hand is not None
    opened.play_on(random.Random(3))
    client.force_login(opened.users[1])
    desk = Client()
    desk.force_login(User.objects.create_superuser("staff"))

    def pages() -> list[bytes]:
        names = (
            *(
                "hand",
                "replay_hand",
                "verify_hand",
                "hand_proof",
                "api_hand",
            ),
            *("admin:tables_hand_change",),
        )
        found = [
            (desk if name.startswith("admin") else client).get(reverse(name, args=[hand.pk]))
            for name in names
        ]
        files = (reverse("hand_file", args=[hand.pk, suffix]) for suffix in BY_SUFFIX)
        found += [client.get(address) for address in files]
        found.append(client.get(reverse("my_hands")))
        assert {page.status_code for page in found} == {200}
        told = orjson.dumps(opened.snapshot()["so_far"])
        # What is drawn anew for each page.
        anew = rb'(name="csrfmiddlewaretoken" value|"X-CSRFToken"|nonce)[=:] ?"[^"]+"'
        return [told, *(re.sub(anew, b"", page.content) for page in found)]

    before = pages()
    assert pages() == before
    archiving.archive(hand.pk // months.COUNT, now=opened.now + timedelta(days=40))
    assert lies_in(hand.pk) == []
    assert pages() == before
    call_command("verify_hand", str(hand.pk), stdout=StringIO())


@pytest.mark.slow
@pytest.mark.usefixtures("owner")
@pytest.mark.rule("FAST-4")
def test_the_pots_of_a_pool_are_known_when_its_latest_hands_are_archived() -> None:
    make_partition(timezone.now() - timedelta(hours=1))
    room, table_id = dealt(7)
    room.check_down(table_id)
    [before] = lobby.open_pools(user_id=None, now=room.now)
    later = room.now + timedelta(days=40)
    archiving.archive(Hand.objects.get(table=table_id).pk // months.COUNT, now=later)
    assert not HandEvent.objects.exists()
    [after] = lobby.open_pools(user_id=None, now=later)
    assert after.average_pot == before.average_pot == 57


@pytest.mark.slow
def test_a_hand_that_is_not_archived_costs_no_statement_more(
    old_month: Room, django_assert_num_queries: pytest.FixtureRequest
) -> None:
    [hand, other] = Hand.objects.order_by("pk")[:2]
    with django_assert_num_queries(1):  # type: ignore[operator]
        packed_events.of_hands([hand.pk, other.pk])
    archiving.archive(MONTH, now=NOW)
    with django_assert_num_queries(2):  # type: ignore[operator]
        packed_events.of_hands([hand.pk, other.pk])


@pytest.mark.slow
@pytest.mark.rule("SHOW-2")
def test_what_is_shown_after_a_hand_was_archived_comes_behind_its_events(old_month: Room) -> None:
    before = every_hand()
    archiving.archive(MONTH, now=NOW)
    shown = _show(old_month)
    assert lies_in(shown) == ["tables_handevent_default"]
    told = packed_events.of_hand(shown)
    assert orjson.dumps(told[:-1]) == before[shown]
    assert told[-1]["e"] == "show"
    assert {**every_hand(), shown: b""} == {**before, shown: b""}


@pytest.mark.slow
@pytest.mark.rule("SHOW-2")
def test_what_is_shown_while_a_month_is_archived_is_kept(old_month: Room) -> None:
    while archiving._pack_next(MONTH):
        pass
    shown = _show(old_month)
    before = every_hand()
    archiving.archive(MONTH, now=NOW)
    assert lies_in(shown) == ["tables_handevent_default"]
    assert every_hand() == before


def _show(opened: Room) -> int:
    """Whoever won the last hand shows their cards; returns its number."""
    hand = opened.table.live.hand
    assert hand is not None
    [no] = hand.live
    dealer.show(table_id=opened.table_id, user_id=opened.users[no].pk, now=opened.later(1))
    assert opened.table.live.hand_id is not None
    return opened.table.live.hand_id


@pytest.mark.slow
def test_a_month_with_a_hand_at_play_waits_for_it(old_month: Room) -> None:
    before = every_hand()
    opened = playing(1000, 1000)
    hand = opened.deal()
    assert hand is not None
    with pytest.raises(archiving.NotArchived, match=rf"hand {hand.pk}, .* Turbo · table 1 is open"):
        archiving.archive(MONTH, now=NOW)
    assert not HandArchive.objects.exists()
    opened.fold_out()
    archiving.archive(MONTH, now=NOW)
    assert every_hand().items() > before.items()


@pytest.mark.slow
def test_a_hand_that_ended_with_its_table_keeps_no_month_back(old_month: Room) -> None:
    opened = playing(1000, 1000)
    hand = opened.deal()
    assert hand is not None
    opened.act("call")
    seating.call_off_table(table_id=opened.table_id, now=opened.later(1))
    before = every_hand()
    archiving.archive(MONTH, now=NOW)
    assert before[hand.pk] == every_hand()[hand.pk]
    assert Hand.objects.get(pk=hand.pk).finished_at is None


def test_a_month_that_is_not_over_or_has_no_partition_is_refused_by_name() -> None:
    with pytest.raises(archiving.NotArchived, match=r"^Month 2502 is not over\.$"):
        archiving.archive(MONTH, now=PLAYED)
    with pytest.raises(archiving.NotArchived, match=r"^Month 2502 has no partition of its own\.$"):
        archiving.archive(MONTH, now=NOW)


@pytest.mark.parametrize("typed", ["-99999999999999", "0", "2613", "2600", "26090", "x", "0001"])
def test_what_is_no_month_is_refused_with_a_sentence(typed: str) -> None:
    with pytest.raises(CommandError, match="such as 2609"):
        call_command("archive_hands", f"--month={typed}")


@pytest.mark.usefixtures("owner")
def test_a_month_in_which_nobody_played_is_archived_too() -> None:
    make_partition()
    assert archiving.archive(MONTH, now=NOW) == (0, 0)
    assert MONTH not in months.with_events()


@pytest.mark.usefixtures("owner")
def test_months_are_due_once_three_more_are_over() -> None:
    make_partition()
    assert MONTH not in archiving.due(now=datetime(2025, 5, 31, 23, 59, tzinfo=UTC))
    assert archiving.due(now=datetime(2025, 6, 1, tzinfo=UTC)) == [MONTH]


@pytest.mark.slow
def test_a_portion_that_does_not_come_back_the_same_is_not_stored(
    old_month: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, pack = every_hand(), packed_events.pack_portion
    monkeypatch.setattr(packed_events, "pack_portion", lambda rows: pack(list(rows)[:-1]))
    with pytest.raises(archiving.NotArchived, match="do not come back the same"):
        archiving.archive(MONTH, now=NOW)
    assert not HandArchive.objects.exists()
    assert every_hand() == before


@pytest.mark.slow
def test_a_partition_that_differs_from_its_portions_stays(old_month: Room) -> None:
    while archiving._pack_next(MONTH):
        pass
    gone = HandEvent.objects.latest("hand", "seq")
    with unguarded("tables_handevent"):
        HandEvent.objects.filter(pk=gone.pk).delete()
    with pytest.raises(archiving.NotArchived, match="its portions hold"):
        archiving.archive(MONTH, now=NOW)
    assert MONTH in months.with_events()


@pytest.mark.usefixtures("owner")
def test_the_owner_does_not_write_over_an_archive_either() -> None:
    kept = HandArchive.objects.create(first_hand=1, last_hand=2, rows=0, packed=b"")
    with pytest.raises(DatabaseError, match="Cannot update or delete"), transaction.atomic():
        kept.save(force_update=True)
    with pytest.raises(DatabaseError, match="Cannot update or delete"), transaction.atomic():
        kept.delete()
