"""What the floor enters on a device without network, as it arrives (LIVE-12)."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
import time_machine
from django.contrib.auth.models import Group
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.refusal import Refusal
from core.types import Chips, EntryId, UserId
from payouts.models import PrizeScheme
from players.models import Notice, User
from players.notices import preferences
from tables.models import DealingError
from tests.harness import worlds
from tests.harness.long_forms import longer
from tests.tournaments.admin.at_the_desk import member
from tests.tournaments.live_events import Floor, live
from tournaments.entry.acts import Entered
from tournaments.live_room.models import BustOut, ChipCount, Penalty
from tournaments.live_room.verbs import chips, counts, offline_entries, races, undoing
from tournaments.models import Act, Entry
from tournaments.refusals import EventCode

pytestmark = [pytest.mark.django_db, pytest.mark.rule("LIVE-12")]


@worlds.shared
def floor() -> Floor:
    floor = Floor(
        live(rebuys=1, rebuy_levels=1, rebuy_price=900, rebuy_fee=100, rebuy_chips=1500), players=8
    )
    floor.step()
    return floor


def minutes(count: float) -> timedelta:
    return timedelta(minutes=count)


def arrive(
    floor: Floor,
    *out: EntryId,
    entered: datetime,
    key: UUID | None = None,
    table: int | None = None,
) -> Act:
    """A bust-out reaches the room now."""
    return offline_entries.bust(
        table_id=table or floor.table_of(out[0]).pk,
        groups=[[pk] for pk in out],
        takers=[],
        entered=Entered(key or uuid4(), entered),
        by=floor.by,
        now=floor.now,
    )


def count_arrives(
    floor: Floor, *, entered: datetime, key: UUID | None = None, **more: Any
) -> dict[EntryId, int]:
    table = floor.tables()[0]
    stacks = {pk: Chips(seat.stack) for pk, seat in floor.seated(table).items() if seat.stack}
    stacks = more.get("stacks", stacks)
    offline_entries.count(
        table_id=table.pk,
        stacks=stacks,
        entered=Entered(key or uuid4(), entered),
        by=floor.by,
        now=floor.now,
    )
    return dict(stacks)


def test_the_act_says_when_it_was_entered_and_when_it_came(floor: Floor) -> None:
    entered = floor.now
    floor.now += minutes(4)
    act = arrive(floor, next(iter(floor.stacks())), entered=entered)
    assert (act.entered_at, act.at) == (entered, floor.now)


@pytest.mark.middling
def test_what_comes_twice_is_applied_once_even_after_it_was_undone(floor: Floor) -> None:
    key, (somebody, *_) = uuid4(), floor.stacks()
    table = floor.table_of(somebody).pk
    first = arrive(floor, somebody, entered=floor.now, key=key)
    assert arrive(floor, somebody, entered=floor.now, key=key) == first
    undoing.undo(act_id=first.pk, by=floor.by, why="Wrong seat.", now=floor.now)
    assert arrive(floor, somebody, entered=floor.now, key=key, table=table) == first
    assert floor.stacks()[somebody] > 0


@pytest.mark.middling
def test_two_devices_that_enter_the_same_have_entered_it_once(floor: Floor) -> None:
    somebody = next(iter(floor.stacks()))
    table = floor.table_of(somebody).pk
    arrive(floor, somebody, entered=floor.now)
    floor.now += minutes(1)
    arrive(floor, somebody, entered=floor.now - minutes(2), table=table)
    assert BustOut.objects.count() == 1


@pytest.mark.middling
def test_chips_that_others_have_counted_or_sold_since_are_named(floor: Floor) -> None:
    entered = floor.now
    floor.now += minutes(2)
    floor.count()
    somebody = next(iter(floor.stacks()))
    with pytest.raises(Refusal) as refused:
        arrive(floor, somebody, entered=entered)
    name = Entry.objects.get(pk=somebody).user.username
    assert (refused.value.code, refused.value.context) == (EventCode.CHANGED_SINCE, {"names": name})
    with pytest.raises(Refusal) as refused:
        count_arrives(floor, entered=entered)
    assert refused.value.code == EventCode.CHANGED_SINCE
    assert arrive(floor, somebody, entered=floor.now).entered_at == floor.now


@pytest.mark.middling
def test_who_has_bought_chips_since_is_not_out_by_what_was_entered_before(floor: Floor) -> None:
    entered, (somebody, *_) = floor.now, floor.stacks()
    table = floor.table_of(somebody).pk
    floor.now += minutes(1)
    floor.bust([somebody])
    floor.rebuy(somebody)
    with pytest.raises(Refusal) as refused:
        arrive(floor, somebody, entered=entered, table=table)
    assert refused.value.code == EventCode.CHANGED_SINCE


@pytest.mark.middling
@pytest.mark.rule("LIVE-3", "LIVE-12")
def test_a_count_holds_after_a_bust_out_that_was_entered_before_it_and_arrived_with_it(
    floor: Floor,
) -> None:
    first, second = floor.tables()
    somebody, *rest = floor.seated(first)
    entered = floor.now
    floor.now += minutes(2)
    counts.count(
        table_id=second.pk,
        stacks={pk: Chips(seat.stack) for pk, seat in floor.seated(second).items()},
        by=floor.by,
        now=floor.now,
    )
    floor.now += minutes(2)
    arrive(floor, somebody, entered=entered)
    stacks = dict.fromkeys(rest, Chips(2000))
    count_arrives(floor, entered=entered + minutes(1), stacks=stacks)
    assert floor.stacks().items() >= stacks.items()
    assert floor.event.counted_at == floor.now
    # A bust-out after it is not part of it.
    floor.now += minutes(1)
    arrive(floor, rest[0], entered=floor.now)
    assert floor.event.counted_at is None


def test_chips_bought_after_a_count_was_entered_come_on_top_of_it(floor: Floor) -> None:
    entered = floor.now
    floor.now += minutes(2)
    counted = count_arrives(floor, entered=entered)
    assert {row.at for row in ChipCount.objects.all()} == {entered}
    assert set(counted) == {row.entry_id for row in ChipCount.objects.all()}


def test_a_count_from_before_a_colour_up_was_announced_is_not_taken() -> None:
    rows = [(3600, 25, 50, 0), (900, 0, 0, 0), (3600, 100, 200, 0)]
    floor = Floor(live(rows=rows), players=8)
    floor.step()
    chips.take_stock(
        tournament_id=floor.pk, stock={25: 400, 100: 400, 500: 100}, by=floor.by, now=floor.now
    )
    entered = floor.now
    floor.step(minutes=1)
    races.announce(tournament_id=floor.pk, by=floor.by, now=floor.now)
    with pytest.raises(Refusal) as refused:
        count_arrives(floor, entered=entered)
    assert refused.value.code == EventCode.RACE_SINCE


def test_a_bust_out_from_before_others_won_prizes_is_for_a_person_to_place() -> None:
    three, _ = PrizeScheme.objects.get_or_create(
        name="first three", kind="winners", shares=[5000, 3000, 2000]
    )
    floor = Floor(live(live_tables=1, scheme=three), players=4)
    floor.step()
    first, second, third, _ = floor.stacks()
    floor.bust([first])
    floor.step(minutes=1)
    entered = floor.now
    floor.now += minutes(1)
    floor.bust([second])
    floor.step()
    with pytest.raises(Refusal) as refused:
        arrive(floor, third, entered=entered)
    name = Entry.objects.get(pk=second).user.username
    assert (refused.value.code, refused.value.context) == (EventCode.PAID_SINCE, {"names": name})


@pytest.mark.parametrize(("age", "taken"), [(-60, True), (0, True), (1800, True), (1801, False)])
def test_what_was_entered_is_never_in_the_future_and_at_most_half_an_hour_old(
    age: int, taken: bool
) -> None:
    now = datetime.fromisoformat("2026-11-23T20:00:00+00:00")
    if taken:
        assert offline_entries.moment(age=timedelta(seconds=age), now=now) == now - timedelta(
            seconds=max(age, 0)
        )
        return
    with pytest.raises(Refusal) as refused:
        offline_entries.moment(age=timedelta(seconds=age), now=now)
    assert refused.value.code == EventCode.ENTERED_TOO_LONG_AGO


@pytest.mark.middling
@pytest.mark.long
@settings(
    max_examples=longer(60, short=4), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(order=st.lists(st.integers(0, 3), min_size=4, max_size=12))
def test_in_whatever_order_and_however_often_entries_come_each_is_applied_once(
    order: Sequence[int],
) -> None:
    with transaction.atomic():
        floor = Floor(live(), players=8, named=uuid4().hex[:8])
        floor.step()
        out = [pk for table in floor.tables() for pk in list(floor.seated(table))[:2]]
        at = {pk: floor.table_of(pk).pk for pk in out}
        keys = [uuid4() for _ in out]
        for no in order:
            arrive(floor, out[no], entered=floor.now, key=keys[no], table=at[out[no]])
        gone = {out[no] for no in order}
        assert {pk for pk, stack in floor.stacks().items() if not stack} == gone
        assert Act.objects.filter(tournament=floor.pk, verb=Act.Verb.BUST).count() == len(gone)
        assert sum(floor.stacks().values()) == floor.event.chips_in_play
        transaction.set_rollback(True)


def post(client: Client, floor: Floor, **entry: Any) -> Any:
    path = f"/admin/tournaments/tournament/{floor.pk}/floor/entries/"
    return client.post(path, {"key": str(uuid4()), "age": 0, **entry}, "application/json")


@pytest.mark.middling
def test_the_desk_takes_entries_of_whoever_made_them_and_may_still(floor: Floor) -> None:
    boss = member("boss")
    path = f"/admin/tournaments/tournament/{floor.pk}/floor/"
    with time_machine.travel(floor.now, tick=False):
        assert "live_room/sheet.js" in boss.get(path).content.decode()
        told = boss.get(f"{path}entries/").json()
        table = told["tables"][0]
        assert {seat["entry"] for seat in table["seats"]} == {*floor.seated(floor.tables()[0])}
        out = {"kind": "bust", "table": table["id"], "takers": [], "user": told["user"]}
        out["groups"] = [[table["seats"][0]["entry"]]]
        assert "undone" in post(boss, floor, **out).json()["said"]
        refused = post(boss, floor, **{**out, "user": told["user"] + 1})
        assert (refused.status_code, "Another member of staff" in refused.json()["refused"]) == (
            409,
            True,
        )
        assert post(boss, floor, **out, age=31 * 60_000).status_code == 409
        assert post(boss, floor, **{**out, "groups": "x"}).status_code == 400
        deep = "[" * 100_000
        assert boss.post(f"{path}entries/", deep, "application/json").status_code == 400
        assert post(boss, floor, **{**out, "kind": "walk_in"}).status_code == 400
        assert post(boss, floor, **{**out, "table": table["id"] + 99}).status_code == 409
        stacks = {str(seat["entry"]): seat["stack"] for seat in table["seats"][1:]}
        count = {"kind": "count", "table": table["id"], "user": told["user"], "stacks": stacks}
        assert "chips counted" in post(boss, floor, **count).json()["said"]
        # Their right is gone between two entries.
        User.objects.filter(pk=told["user"]).update(is_superuser=False)
        assert post(boss, floor, **count).status_code == 403
        assert boss.get(f"{path}entries/").status_code == 403


@pytest.mark.middling
@pytest.mark.rule("LIVE-12", "LIVE-15")
def test_a_penalty_is_applied_once_and_the_player_reads_it_in_their_language(
    floor: Floor,
) -> None:
    boss, table = member("boss"), floor.tables()[0]
    entry, other = list(floor.seated(table))[:2]
    player = Entry.objects.get(pk=entry).user_id
    preferences.note_language(user_id=UserId(player), language="it")
    said: dict[str, Any] = {
        "kind": "penalty",
        "table": table.pk,
        "user": User.objects.get(username="bosser").pk,
        "entry": entry,
        "given": "rounds-1",
        "why": "Phone.",
        "age": 4 * 60_000,
        "key": str(uuid4()),
    }
    with time_machine.travel(floor.now, tick=False):
        for _ in range(2):
            assert post(boss, floor, **said).json() == {"said": "The penalty is on record."}
        away = post(boss, floor, **{**said, "key": str(uuid4())})
        assert (away.status_code, "already serves" in away.json()["refused"]) == (409, True)
        wrong: Mapping[str, object]
        for wrong in ({"given": "rounds-9"}, {"entry": "x"}, {"given": []}):
            answer = post(boss, floor, **{**said, "key": str(uuid4()), **wrong})
            assert answer.status_code == 400
        blank = post(boss, floor, **{**said, "key": str(uuid4()), "entry": other, "why": " "})
        stranger = post(boss, floor, **{**said, "key": str(uuid4()), "entry": 10**9})
        assert (blank.status_code, stranger.status_code) == (409, 409)
    penalty = Penalty.objects.get()
    assert (penalty.at, penalty.act.at) == (floor.now - minutes(4), floor.now)
    text = Notice.objects.get(user=player, kind=Notice.Kind.MESSAGE).data["text"]
    assert text == "Lontano dal tavolo per 1 giro: 4 mani. Phone."


def test_a_dealers_mistake_keeps_the_time_at_which_it_was_entered(floor: Floor) -> None:
    boss = member("boss")
    said = {
        "kind": "mistake",
        "mistake": "boxed",
        "facts": {"count": "2", "in_deal": True, "substantial": False},
        "told": {"table": "#1", "hand_no": "", "dealer": "Dario", "stacks": "1: 900", "note": ""},
        "table": floor.tables()[0].pk,
        "user": User.objects.get(username="bosser").pk,
        "age": 4 * 60_000,
        "key": str(uuid4()),
    }
    with time_machine.travel(floor.now, tick=False):
        first = post(boss, floor, **said)
        assert (first.status_code, first.json()["said"][:8]) == (200, "Recorded")
        assert post(boss, floor, **said).json() == first.json()
        wrong = post(boss, floor, **{**said, "told": {**said["told"], "dealer": ""}})  # type: ignore[dict-item]
        assert wrong.status_code == 400
    kept = DealingError.objects.get()
    assert (kept.at, kept.received_at) == (floor.now - minutes(4), floor.now)


@pytest.mark.middling
def test_a_floor_without_the_right_to_run_events_has_no_sheet(floor: Floor) -> None:
    reader = member("nobody")
    assert reader.get(f"/admin/tournaments/tournament/{floor.pk}/floor/").status_code == 403
    flora = member("floor")
    assert Group.objects.filter(name="floor").exists()
    assert flora.get(f"/admin/tournaments/tournament/{floor.pk}/floor/").status_code == 200
