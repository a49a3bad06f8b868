"""Players whom staff register and take out: by their own money, and told why."""

from datetime import timedelta
from typing import Any

import pytest

from core.refusal import Refusal
from core.types import UserId
from players.models import Notice, User
from players.protection import exclusions
from tests.tournaments import events, stages
from tests.tournaments.events import START
from tournaments.entry import registration
from tournaments.models import Act, Entry, Tournament
from tournaments.staff import cancellation, entrance

pytestmark = [pytest.mark.django_db, pytest.mark.rule("AMEND-4")]

BEFORE = START - timedelta(minutes=10)
WHY = "At the counter."


@pytest.fixture
def boss() -> int:
    return User.objects.create_user("boss").pk


def enter(event: Tournament, user: User, boss: int) -> Entry:
    wish: dict[str, Any] = {"tournament_id": event.pk, "user_id": user.pk, "by": boss}
    return entrance.enter(**wish, why=WHY, now=BEFORE)


def take_out(event: Tournament, user: User, boss: int) -> Entry:
    wish: dict[str, Any] = {"tournament_id": event.pk, "user_id": user.pk, "by": boss}
    return entrance.take_out(**wish, why=WHY, now=BEFORE)


def test_a_player_enters_a_private_event_from_their_own_wallet_and_hears_why(boss: int) -> None:
    event = events.scheduled(access="invited")
    [user] = events.players(1)
    with pytest.raises(Refusal, match="NOT_INVITED"):
        registration.register(tournament_id=event.pk, user_id=user.pk, now=BEFORE)
    enter(event, user, boss)
    assert (events.wallet(user), events.pool(event)) == (0, events.BUY_IN)
    with pytest.raises(Refusal, match="ALREADY_REGISTERED"):
        enter(event, user, boss)
    act = Act.objects.get()
    assert (act.verb, act.by_id, act.why, act.rule) == ("enter", boss, WHY, "AMEND-4")
    notice = Notice.objects.get(user=user)
    assert notice.data["text"] == WHY


def test_a_player_is_taken_out_after_the_event_s_own_deadline_and_has_everything_back(
    boss: int,
) -> None:
    event = events.scheduled(unregistration_minutes=30)
    [user] = events.players(1)
    enter(event, user, boss)
    with pytest.raises(Refusal, match="UNREGISTRATION_CLOSED"):
        registration.unregister(tournament_id=event.pk, user_id=user.pk, now=BEFORE)
    take_out(event, user, boss)
    assert (events.wallet(user), events.pool(event)) == (events.BUY_IN + events.FEE, 0)
    with pytest.raises(Refusal, match="NOT_REGISTERED"):
        take_out(event, user, boss)
    assert list(Act.objects.order_by("pk").values_list("verb", flat=True)) == ["enter", "take_out"]


def test_what_binds_the_player_binds_staff(boss: int) -> None:
    event = events.scheduled()
    [poor, out] = events.players(2, cents=5)
    with pytest.raises(Refusal, match="INSUFFICIENT_FUNDS"):
        enter(event, poor, boss)
    exclusions.exclude(user_id=UserId(out.pk), days=7, now=BEFORE)
    with pytest.raises(Refusal, match="SELF_EXCLUDED"):
        enter(event, out, boss)
    assert not Act.objects.exists()
    assert not Entry.objects.exists()


def test_nobody_is_taken_out_of_what_has_begun_or_is_over(boss: int) -> None:
    event = stages.started(entries=2)
    user = event.entries.earliest("pk").user
    with pytest.raises(Refusal, match="OUT_BY_ITS_RULES"):
        take_out(event, user, boss)
    with pytest.raises(Refusal, match="NO_REASON"):
        entrance.take_out(
            tournament_id=event.pk, user_id=UserId(user.pk), by=boss, why=" ", now=BEFORE
        )
    other = events.scheduled(name="Other")
    [entered] = events.players(1, prefix="other")
    enter(other, entered, boss)
    plan = cancellation.preview(tournament_id=other.pk, by=boss, now=BEFORE)
    cancellation.execute(
        tournament_id=other.pk, digest=plan.digest, by=boss, reason="No heating.", now=BEFORE
    )
    with pytest.raises(Refusal, match="EVENT_OVER"):
        enter(other, entered, boss)
