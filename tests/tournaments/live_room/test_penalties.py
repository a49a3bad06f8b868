"""Penalties at the tables of a live event (LIVE-15)."""

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from core.refusal import Refusal
from core.types import EntryId
from players.models import Notice
from tests.harness import worlds
from tests.tournaments.admin.at_the_desk import dialog, member, press, watch
from tests.tournaments.live_events import Floor, live
from tournaments.live_room.models import Penalty
from tournaments.live_room.pages import own_seat
from tournaments.live_room.verbs import counts, penalties, undoing
from tournaments.models import Act, Entry
from tournaments.staff import orders

pytestmark = [pytest.mark.django_db, pytest.mark.rule("LIVE-15")]
Kind = Penalty.Kind


@worlds.shared
def floor() -> Floor:
    floor = Floor(live(), players=10)
    floor.step()
    return floor


def give(floor: Floor, entry: EntryId, kind: str, count: int = 1, *, key: str = "tap") -> Penalty:
    return penalties.penalize(
        entry_id=entry,
        kind=kind,
        count=count,
        by=floor.by,
        why="Phone at the table.",
        key=key,
        now=floor.now,
    )


def back_in(floor: Floor, entry: EntryId) -> Penalty:
    return penalties.back_in(entry_id=entry, by=floor.by, now=floor.now)


def test_a_round_is_a_hand_for_each_player_at_the_table(floor: Floor) -> None:
    entry = next(iter(floor.stacks()))
    warned = give(floor, entry, Kind.WARNING)
    assert (warned.count, warned.hands) == (0, 0)
    penalty = give(floor, entry, Kind.ROUNDS, 2, key="other")
    assert (penalty.count, penalty.hands) == (2, 10)
    assert give(floor, entry, Kind.ROUNDS, 2, key="other") == penalty
    with pytest.raises(Refusal, match="ALREADY_AWAY"):
        give(floor, entry, Kind.HANDS, key="third")
    assert list(penalties.away(floor.event)) == [penalty]
    assert back_in(floor, entry).ended_at == floor.now
    assert back_in(floor, entry) == penalty
    assert not penalties.away(floor.event)
    verbs = floor.event.acts.filter(entry=entry).order_by("pk").values_list("verb", flat=True)
    assert list(verbs) == [Act.Verb.PENALIZE] * 2 + [Act.Verb.BACK_IN]
    assert give(floor, entry, Kind.HANDS, key="third").hands == 1


def test_a_penalty_wants_a_reason_a_player_and_one_who_serves(floor: Floor) -> None:
    entry, other, *_ = floor.stacks()
    with pytest.raises(Refusal, match="NO_REASON"):
        penalties.penalize(
            entry_id=entry, kind="hands", count=1, by=floor.by, why=" ", key="k", now=floor.now
        )
    with pytest.raises(Refusal, match="NO_PENALTY"):
        back_in(floor, entry)
    floor.bust([other])
    floor.step()
    with pytest.raises(Refusal, match="NOT_IN_PLAY"):
        give(floor, other, Kind.WARNING)


@pytest.mark.middling
def test_what_was_given_by_mistake_is_undone_and_ends(floor: Floor) -> None:
    entry = next(iter(floor.stacks()))
    penalty = give(floor, entry, Kind.ROUNDS)
    told = Notice.objects.filter(key=f"penalty:{penalty.pk}")
    assert told.get().data["text"] == "Away for 1 round: 5 hands. Phone at the table."
    undoing.undo(act_id=penalty.act_id, by=floor.by, why="Another player.", now=floor.now)
    assert not penalties.away(floor.event)
    assert not penalties.of_entry(Entry.objects.get(pk=entry))
    assert not told.exists()
    with pytest.raises(Refusal, match="NO_PENALTY"):
        back_in(floor, entry)


@pytest.mark.middling
def test_desk_and_phone_show_a_penalty_until_the_player_is_back(floor: Floor) -> None:
    entry = next(iter(floor.stacks()))
    boss = member("boss")
    phone = reverse("live_player", args=[entry, own_seat.code_of(Entry.objects.get(pk=entry))])
    with time_machine.travel(floor.now, tick=False):
        address = dialog(floor.event, "penalize", entry=entry)
        assert press(boss, address, given="rounds-1", why="Abusive.", key="tap") == 200
        page = boss.get(watch(floor.event)).content.decode()
        assert "<b>Away for 1 round: 5 hands</b>" in page
        assert page.count('class="desk-away"') == 1
        assert "So far: Away for 1 round: 5 hands (Abusive.)." in boss.get(address).content.decode()
        said = Client().get(phone).content.decode()
        assert "<b>Away for 1 round: 5 hands</b> Abusive." in said
        assert press(boss, dialog(floor.event, "back_in", entry=entry)) == 200
        assert "Away for" not in boss.get(watch(floor.event)).content.decode()
        assert "back in at" in Client().get(phone).content.decode()
        assert press(member("cashier"), address, given="warning", why="No.", key="2") == 403


@pytest.mark.middling
@pytest.mark.rule("LIVE-15", "RANK-1", "LIVE-3")
def test_a_disqualified_player_leaves_with_the_chips_that_were_counted_at_the_table(
    floor: Floor,
) -> None:
    table = floor.tables()[0]
    entry, *_ = seated = floor.seated(table)
    with pytest.raises(Refusal, match="NOT_COUNTED"):
        orders.disqualify(entry_id=entry, by=floor.by, why="Cheating.", now=floor.now)
    stacks = dict.fromkeys(seated, seated[entry].stack)
    counts.count(table_id=table.pk, stacks=stacks, by=floor.by, now=floor.now)
    orders.disqualify(entry_id=entry, by=floor.by, why="Cheating.", now=floor.now)
    floor.step()
    assert Entry.objects.get(pk=entry).status == Entry.Status.OUT
    assert floor.event.removed_chips == 1500
    assert sum(floor.stacks().values()) == floor.event.chips_in_play == 9 * 1500
