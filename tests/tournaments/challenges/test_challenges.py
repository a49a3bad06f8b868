"""Challenges: written, counted once, met, and shown (CHALLENGE-1 to CHALLENGE-4)."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from core.refusal import Refusal
from payouts.protection import limits
from payouts.rules.limits import LimitPeriod
from players.models import SelfExclusion, User
from players.signals import leaving
from tables.models import Hand, HandPlayer, PlayedHand
from tables.own_hands import counting as own_hands
from tables.own_hands.signals import hands_counted
from tables.storage import packed_events
from tests.harness import worlds
from tests.tournaments import events
from tests.tournaments.evening import Evening
from tests.tournaments.events import START
from tests.tournaments.seasons import setting
from tournaments.challenges import counting, reading, staging
from tournaments.challenges.models import Challenge, ChallengeProgress, ChallengeStep
from tournaments.models import Template, Tournament
from tournaments.refusals import EventCode
from tournaments.staff import merges

pytestmark = pytest.mark.django_db

BEGINS = START
ENDS = START + timedelta(days=7)
LATER = START + timedelta(days=3)


def people(*names: str) -> list[User]:
    return [User.objects.create_user(name) for name in names]


def challenge(*plans: Template, published: bool = True, **terms: Any) -> Challenge:
    author = User.objects.get_or_create(username="author")[0]
    defaults: dict[str, Any] = {"kind": "events", "count": 2, "name": "Two", "name_it": "Due"}
    defaults |= {"text": "Finish two events.", "begins_at": BEGINS, "ends_at": ENDS}
    row = Challenge.objects.create(written_by=author, **{**defaults, **terms})
    row.plans.set(plans)
    return staging.publish(challenge_id=row.pk, now=BEGINS) if published else row


def over(plan: Template, *users: User, hours: int) -> Tournament:
    """An event that ended so many hours after the first day."""
    return setting.ended(plan, *users, at=START + timedelta(hours=hours))


def steps(user: User) -> tuple[int, bool]:
    row = ChallengeProgress.objects.filter(user=user).first()
    return (0, False) if row is None else (row.steps, row.met_at is not None)


@pytest.mark.rule("CHALLENGE-2", "CHALLENGE-3")
def test_events_count_once_however_often_they_are_counted_and_a_badge_stays() -> None:
    anna, bea = people("anna", "bea")
    league = setting.league()
    challenge()
    over(league, anna, bea, hours=1)
    counting.tend(now=START + timedelta(hours=4))
    counting.tend(now=START + timedelta(hours=4))
    assert (steps(anna), steps(bea)) == ((1, False), (1, False))
    over(league, anna, hours=5)
    counting.tend(now=START + timedelta(hours=8))
    assert (steps(anna), steps(bea)) == ((2, True), (1, False))
    met_at = ChallengeProgress.objects.get(user=anna).met_at
    over(league, anna, hours=9)
    counting.tend(now=START + timedelta(hours=12))
    assert ChallengeProgress.objects.get(user=anna).met_at == met_at
    assert [badge.challenge.name for badge in reading.badges(anna.pk)] == ["Two"]


@pytest.mark.rule("CHALLENGE-2")
def test_of_each_series_one_event_counts_and_of_places_the_first_ones() -> None:
    anna, bea, carla = people("anna", "bea", "carla")
    one, two = setting.league(name="One"), setting.league(name="Two")
    each = challenge(one, two, kind="plans")
    first = challenge(kind="places", best_place=1, count=1)
    over(one, anna, bea, hours=1)
    over(one, anna, carla, hours=4)
    over(two, bea, anna, hours=7)
    over(setting.league(name="Other"), carla, hours=9)
    counting.tend(now=LATER)
    done = ChallengeProgress.objects.filter(met_at__isnull=False)
    assert set(done.filter(challenge=each).values_list("user__username", flat=True)) == {
        *("anna", "bea")
    }
    assert done.filter(challenge=first).count() == 3
    [shown] = [row for row in reading.going_on(anna.pk, now=LATER) if row.challenge == each]
    assert (shown.steps, shown.target) == (2, 2)


@pytest.mark.rule("CHALLENGE-3", "STAFF-12")
def test_the_account_that_is_kept_has_the_steps_and_badges_of_both() -> None:
    anna, twin, one, two = people("anna", "twin", "one", "two")
    User.objects.filter(pk__in=(one.pk, two.pk)).update(is_staff=True, is_superuser=True)
    league = setting.league()
    both, of_one = challenge(), challenge(count=1)
    over(league, anna, twin, hours=1)
    over(league, twin, hours=4)
    counting.tend(now=START + timedelta(hours=6))
    met = dict(ChallengeProgress.objects.filter(user=twin).values_list("challenge", "met_at"))
    ChallengeProgress.objects.filter(challenge=of_one, user=anna).update(met_at=LATER)
    said: dict[str, Any] = {"user_id": anna.pk, "other_id": twin.pk, "why": "same", "now": LATER}
    row = merges.order(by=one.pk, **said)
    over(league, twin, hours=8)
    merges.confirm(merge_id=row.pk, by=two.pk, now=LATER)
    assert {badge.challenge_id: badge.met_at for badge in reading.badges(anna.pk)} == met
    # An event that both played counts once, and one that is counted late counts for her.
    assert ChallengeProgress.objects.get(challenge=both, user=anna).steps == 2
    counting.tend(now=LATER)
    assert ChallengeProgress.objects.get(challenge=both, user=anna).steps == 3
    assert not ChallengeProgress.objects.filter(user=twin).exists()
    assert not ChallengeStep.objects.filter(user=twin).exists()


@pytest.mark.rule("CHALLENGE-1", "CHALLENGE-2")
def test_what_ended_before_it_was_published_or_in_private_does_not_count() -> None:
    [anna] = people("anna")
    over(setting.league(), anna, hours=-30)
    challenge()
    over(setting.league(access="invited"), anna, hours=1)
    counting.tend(now=LATER)
    assert steps(anna) == (0, False)


@worlds.shared
def hand() -> Hand:
    """The first hand of a Sit&Go, finished and not counted yet."""
    event = events.sit_and_go(max_entries=2)
    room = Evening(event, events.players(2, cents=event.entry_right), seed=3)
    room.register(2)
    while not Hand.objects.filter(finished_at__isnull=False).exists():
        room.step()
        room.play_hands()
    return Hand.objects.get(finished_at__isnull=False)


@pytest.mark.rule("CHALLENGE-2")
@pytest.mark.parametrize("ranking", ["straight", "straight_flush"])
def test_a_showdown_counts_once_and_by_exactly_the_hand_that_won_it(
    hand: Hand, ranking: str
) -> None:
    challenge(kind="hands", ranking="straight", count=1)
    players = list(HandPlayer.objects.filter(hand=hand.pk))
    users: Any = {(hand.pk, player.seat_no): player.user_id for player in players}
    won: Any = {
        "e": "win",
        "seat": players[0].seat_no,
        "amount": 9,
        "ranking": ranking,
        "cards": [],
    }
    for _ in range(2):
        counting.count_hands(PlayedHand, hands=[hand], events={hand.pk: [won]}, users=users)
    counted = list(ChallengeStep.objects.values_list("user", flat=True))
    assert counted == ([players[0].user_id] if ranking == "straight" else [])


@pytest.mark.rule("CHALLENGE-2")
def test_hands_count_with_their_events_as_they_are_counted(hand: Hand) -> None:
    told: list[Any] = []

    def hear(sender: Any, **heard: Any) -> None:
        told.append(heard)

    hands_counted.connect(hear)
    try:
        own_hands.count([hand.pk])
    finally:
        hands_counted.disconnect(hear)
    [heard] = told
    assert heard["events"][hand.pk] == packed_events.of_hand(hand.pk)
    assert len(heard["users"]) == 2


@pytest.mark.rule("CHALLENGE-4")
def test_players_who_are_not_called_to_play_see_none_and_nothing_counts() -> None:
    anna, bea, carla, dario, bot = people("anna", "bea", "carla", "dario", "irma.bot")
    SelfExclusion.objects.create(user=bea, asked_at=START, until=ENDS)
    limits.set_limit(user_id=carla.pk, period=LimitPeriod.DAY, amount=5000, now=START)
    User.objects.filter(pk=dario.pk).update(is_active=False)
    challenge()
    over(setting.league(), anna, bea, carla, dario, bot, hours=1)
    counting.tend(now=LATER)
    assert [steps(user)[0] for user in (anna, bea, carla, dario, bot)] == [1, 0, 0, 0, 0]
    assert [len(reading.going_on(user.pk, now=LATER)) for user in (anna, bea, carla)] == [1, 0, 0]


@pytest.mark.rule("CHALLENGE-1")
def test_staff_publish_and_end_it_once_and_an_incomplete_one_is_refused() -> None:
    row = challenge(published=False)
    with pytest.raises(Refusal) as refused:
        staging.end(challenge_id=row.pk, now=START)
    assert refused.value.code == EventCode.CHALLENGE_NOT_PUBLISHED
    for kind in ("plans", "hands"):
        with pytest.raises(Refusal) as refused:
            challenge(kind=kind)
        assert refused.value.code == EventCode.CHALLENGE_INCOMPLETE
    first = staging.publish(challenge_id=row.pk, now=START + timedelta(hours=1))
    again = staging.publish(challenge_id=row.pk, now=START + timedelta(hours=2))
    assert first.published_at == again.published_at == again.begins_at
    ended = staging.end(challenge_id=row.pk, now=LATER)
    assert staging.end(challenge_id=row.pk, now=ENDS).ends_at == ended.ends_at == LATER
    with pytest.raises(Refusal) as refused:
        staging.publish(challenge_id=0, now=START)
    assert refused.value.code == EventCode.NO_SUCH_CHALLENGE
    with pytest.raises(Refusal) as refused:
        staging.publish(challenge_id=challenge(published=False).pk, now=ENDS)
    assert refused.value.code == EventCode.CHALLENGE_OVER


@pytest.mark.rule("CHALLENGE-1")
@pytest.mark.middling
def test_the_desk_writes_publishes_and_ends_a_challenge() -> None:
    floor = User.objects.create_user("floor", is_staff=True)
    floor.groups.add(Group.objects.get(name="floor"))
    client = Client()
    client.force_login(floor)
    terms = {"name": "Weekly", "text": "Play.", "kind": "events", "count": "3", "best_place": "3"}
    terms |= {"begins_at_0": "2026-11-20", "begins_at_1": "20:00:00"}
    terms |= {"ends_at_0": "2030-11-27", "ends_at_1": "20:00:00"}
    answer = client.post("/admin/tournaments/challenge/add/", terms)
    assert answer.status_code == 302, answer.content.decode()
    row = Challenge.objects.get()
    for act in ("publish", "end"):
        address = f"/admin/tournaments/challenge/{row.pk}/{act}/"
        assert client.get(address).status_code == 200
    page = f"/admin/tournaments/challenge/{row.pk}/change/"
    assert 'name="count"' in client.get(page).content.decode()
    staging.publish(challenge_id=row.pk, now=START)
    assert 'name="count"' not in client.get(page).content.decode()


@pytest.mark.rule("CHALLENGE-3")
def test_a_player_reads_their_progress_and_badges_in_their_language() -> None:
    [anna] = people("anna")
    now = setting.LATER
    challenge(ends_at=now + timedelta(days=400))
    league = setting.league()
    over(league, anna, hours=1)
    over(league, anna, hours=5)
    counting.tend(now=LATER)
    client = Client()
    client.force_login(anna)
    text = client.get("/challenges/").content.decode()
    assert "Two" in text
    assert "2 of 2" in text
    assert client.get("/api/challenges/").json()[0]["steps"] == 2
    assert "Your badges" in client.get("/my/tournaments/").content.decode()
    assert "Due" in client.get("/challenges/", headers={"accept-language": "it"}).content.decode()
    leaving.send(sender=User, user_id=anna.pk, now=LATER)
    assert not ChallengeProgress.objects.exists()
    assert not ChallengeStep.objects.exists()
