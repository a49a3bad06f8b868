"""Nights with real cards where they meet clubs, seasons, bans and the desk."""

import pytest

from core.refusal import Refusal
from core.types import UserId
from players.models import User
from players.protection import exclusions
from tests.tables.rooms import people
from tests.tournaments.clubs.setting import founded, home_of, planned
from tests.tournaments.live_room.home_nights.setting import HomeNight
from tests.tournaments.seasons.setting import made, table
from tournaments.clubs import forms, membership
from tournaments.clubs.refusals import ClubCode
from tournaments.home import gates, hosting
from tournaments.home.models import HomeGame
from tournaments.live_room.home_nights import floor_acts
from tournaments.models import Tournament
from tournaments.refusals import EventCode
from tournaments.seasons import standings

pytestmark = [pytest.mark.django_db, pytest.mark.rule("HOME-4", "HOME-5")]


class ClubNight(HomeNight):
    """A night of a club, whose host is its owner."""

    def __init__(self, owner: User, *members: User) -> None:
        super().__init__(players=1, host=owner)
        self.club = founded(owner, *members)
        self.pk = home_of(planned(self.club, owner, venue="live", speed="live")).pk

    def press(self, *members: User) -> None:
        """Add members by a press."""
        for member in members:
            self.do(floor_acts.add_member, user_id=UserId(member.pk))

    def out_of(self, *members: User) -> None:
        for member in members:
            self.do(floor_acts.put_out, user_id=UserId(member.pk))
            self.step()


@pytest.mark.rule("CLUB-4", "SERIES-8")
def test_a_night_of_a_club_counts_for_its_season() -> None:
    anna, bea, carl, stranger = people(4)
    night = ClubNight(anna, bea, carl)
    season = made(night.club, anna, now=night.now)
    assert gates.members(night.game) == sorted([anna, bea, carl], key=lambda one: one.username)
    for _ in range(2):
        night.press(bea, carl)
    assert night.event.entry_count == 3
    with pytest.raises(Refusal) as named:
        night.add("Dino")
    assert named.value.code == ClubCode.MEMBERS_ONLY
    with pytest.raises(Refusal) as other:
        night.press(stranger)
    assert other.value.code == EventCode.NOT_IN_HOME_GAME
    night.begin()
    night.out_of(bea, carl)
    night.do(floor_acts.finish)
    night.step()
    standings.rebuild(season_id=season.pk)
    before = [name for _place, name, _points in table(season)]
    assert before == [anna.username, carl.username, bea.username]
    # A wrong last press is undone, and the standings follow.
    last = floor_acts.last_undoable(night.event)
    assert last is not None
    night.do(floor_acts.undo, act_id=last.pk)
    night.step()
    night.out_of(anna)
    night.do(floor_acts.finish)
    night.step()
    standings.rebuild(season_id=season.pk)
    after = [name for _place, name, _points in table(season)]
    assert after == [carl.username, anna.username, bea.username]


@pytest.mark.rule("CLUB-3", "HOME-3")
def test_a_member_banned_from_the_club_is_out_of_the_night() -> None:
    anna, bea, carl = people(3)
    night = ClubNight(anna, bea, carl)
    night.press(bea, carl)
    night.begin()
    membership.ban(club_id=night.club.pk, by=night.by, user_id=UserId(bea.pk), now=night.now)
    night.step()
    assert night.event.live_count == 2
    assert night.game.players.get(user=bea).removed_at is not None
    with pytest.raises(Refusal) as back:
        night.press(bea)
    assert back.value.code == EventCode.REMOVED_BY_HOST


@pytest.mark.rule("PLAY-2")
def test_the_host_does_not_learn_why_a_player_cannot_be_added() -> None:
    anna, bea = people(2)
    night = ClubNight(anna, bea)
    exclusions.exclude(user_id=UserId(bea.pk), days=30, now=night.now)
    with pytest.raises(Refusal) as barred:
        night.press(bea)
    assert barred.value.code == EventCode.MAY_NOT_BE_ADDED


def test_the_staff_end_a_night_in_play() -> None:
    night = HomeNight(players=3, payout="winner").begin()
    night.out("Bea")
    chief = User.objects.create_superuser("chief")
    hosting.end_by_staff(game_id=night.pk, by=chief.pk, why="it was asked for", now=night.now)
    night.step()
    assert night.event.status == Tournament.Status.CANCELLED
    # The chips that nobody counted are estimates: half each of what is in play.
    assert night.balances() == {"Anna": 500, "Bea": -1_000, "Carlo": 500}
    with pytest.raises(Refusal) as ended:
        night.do(floor_acts.rebuy, user_id=night.user("Carlo"), key="a")
    assert ended.value.code == EventCode.EVENT_OVER


def test_a_saved_night_is_read_back_into_the_form() -> None:
    stored = {"venue": "live", "speed": "live_slow", "buy_in": 1_000}
    shown = forms.initial(stored)
    assert (shown["live_speed"], shown["speed"], shown["buy_in"]) == ("live_slow", "turbo", 10)
    assert HomeGame.objects.count() == 0
