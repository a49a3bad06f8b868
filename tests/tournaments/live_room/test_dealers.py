"""The dealers' rota at the desk: entered, read, and once a table is broken."""

from datetime import timedelta

import pytest
import time_machine

from core.refusal import Refusal, RefusalCode
from tests.harness import worlds
from tests.tournaments.admin.at_the_desk import dialog, member, press, watch
from tests.tournaments.live_events import Floor, live
from tournaments.live_room.models import Rota
from tournaments.live_room.verbs import dealers
from tournaments.live_room.verbs.dealers import DealersTable
from tournaments.models import Act
from tournaments.refusals import EventCode

pytestmark = [pytest.mark.django_db, pytest.mark.rule("LIVE-10")]


@worlds.shared
def floor() -> Floor:
    floor = Floor(live(), players=8)
    floor.step()
    return floor


def put(floor: Floor, *names: str, minutes: int = 30) -> Rota:
    return dealers.set_rota(
        tournament_id=floor.pk, dealers=names, minutes=minutes, by=floor.by, now=floor.now
    )


def sight(floor: Floor, *, minutes: int = 0) -> dealers.DealerRota | None:
    shown = [table.pk for table in floor.tables()]
    now = floor.now + timedelta(minutes=minutes)
    return dealers.sight(floor.event, shown=shown, now=now)


def test_the_rota_says_who_deals_now_and_next(floor: Floor) -> None:
    assert sight(floor) is None
    put(floor, "ada", "bea", "cleo")
    seen = sight(floor)
    first, second = (table.name for table in floor.tables())
    assert seen is not None
    assert seen.posts == [DealersTable(first, "ada", "cleo"), DealersTable(second, "bea", "ada")]
    assert (seen.resting, seen.ends_at) == (["cleo"], floor.now + timedelta(minutes=30))
    later = sight(floor, minutes=30)
    assert later is not None
    assert [post.now for post in later.posts] == ["cleo", "ada"]
    put(floor, "dora", "ada")
    act = floor.event.acts.filter(verb=Act.Verb.SET_ROTA).latest("pk")
    assert act.before["dealers"] == ["ada", "bea", "cleo"]


@pytest.mark.parametrize(
    ("names", "minutes", "code"),
    [
        (["ada"], 30, EventCode.TOO_FEW_DEALERS),
        (["ada", "ada"], 30, EventCode.DEALERS_TWICE),
        (["ada", "bea"], 4, EventCode.TURN_MINUTES),
        (["ada", "bea"], 181, EventCode.TURN_MINUTES),
    ],
)
def test_a_rota_that_cannot_be_kept_is_refused(
    floor: Floor, names: list[str], minutes: int, code: RefusalCode
) -> None:
    with pytest.raises(Refusal) as refused:
        put(floor, *names, minutes=minutes)
    assert refused.value.code == code
    assert not Rota.objects.exists()


@pytest.mark.middling
def test_the_desk_enters_it_and_shows_it(floor: Floor) -> None:
    boss = member("boss")
    address = dialog(floor.event, "set_rota")
    with time_machine.travel(floor.now, tick=False):
        press(boss, address, dealers="Ada\n\nBea \nCleo", minutes=40)
        page = boss.get(watch(floor.event)).content.decode()
    assert Rota.objects.get().dealers == ["Ada", "Bea", "Cleo"]
    assert "Ada" in page
    assert "Cleo" in boss.get(address).content.decode()
