"""Seasons for tests, and events that ended with given places."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any
from uuid import uuid4

from core.types import UserId
from players.models import User
from tests.tournaments import events
from tests.tournaments.events import START
from tournaments.clubs import planning
from tournaments.clubs.models import Club
from tournaments.entry import scheduling
from tournaments.home import games
from tournaments.home.events import event_of
from tournaments.home.kinds import HomeTerms
from tournaments.home.models import HomeGame
from tournaments.models import Elimination, Entry, Template, Tournament
from tournaments.seasons import club_seasons, standings
from tournaments.seasons.club_seasons import SeasonTerms
from tournaments.seasons.models import Season, SeasonStanding

MARCH = datetime(2027, 3, 1, 20, 0, tzinfo=UTC)
APRIL = datetime(2027, 4, 1, 20, 0, tzinfo=UTC)
LATER = APRIL + timedelta(days=3)
POINTS = [1000, 700, 500, 300]

_days = count()


def league(**terms: Any) -> Template:
    """A plan whose events count for a season."""
    defaults = {"kind": Template.Kind.SCHEDULED, "max_entries": 100, "name": "League"}
    return events.template(**{**defaults, **terms})


def season(*plans: Template, by: User | None = None, **terms: Any) -> Season:
    """The season of March 2027, by a table of 10, 7, 5 and 3 points."""
    author = by or User.objects.get_or_create(username="author")[0]
    day = MARCH.date()
    defaults = {"name": "March League", "span": "month", "begins_on": day, "ends_on": day}
    defaults |= {"points_table": POINTS, "written_by": author}
    row = Season.objects.create(**{**defaults, **terms})
    row.plans.set(plans)
    return row


def ended(
    plan: Template,
    *groups: User | Sequence[User],
    at: datetime | None = None,
    out_by_staff: Sequence[User] = (),
    again: Sequence[User] = (),
) -> Tournament:
    """An event of a plan that is over: its players best first, those in one group tie.

    ``again`` had an entry before, which is out in the last places.
    """
    at = at or MARCH + timedelta(days=next(_days) % 28)
    event = scheduling.publish(template_id=plan.pk, starts_at=at, now=at)
    ranked = [group if isinstance(group, Sequence) else [group] for group in groups]
    ranked += [[user] for user in again]
    place = 1
    for group in ranked:
        for user in group:
            entry = Entry.objects.create(
                tournament=event,
                user=user,
                status=Entry.Status.FINISHED if place == 1 else Entry.Status.OUT,
                registered_at=at,
                place=place,
                prize=0,
            )
            if place > 1:
                Elimination.objects.create(
                    entry=entry,
                    hand_id=1,
                    table_name="1",
                    level=1,
                    start_stack=100,
                    chips_removed=100 if user in out_by_staff else 0,
                    at=at,
                )
        place += len(group)
    event.status = Tournament.Status.FINISHED
    event.started_at, event.finished_at = at, at + timedelta(hours=2)
    event.entry_count = place - 1
    event.save()
    return event


def written(**terms: Any) -> SeasonTerms:
    """What a season of a club says: the month of the first event of tests, by the usual table."""
    day = START.date()
    said = {"name": "November", "span": "month", "begins_on": day, "ends_on": day}
    said |= {"formula": "table", "points_table": POINTS, "factor": 0, "attendance": 0}
    return SeasonTerms(**{**said, "best": None, **terms})


def made(club: Club, by: User, *, now: datetime = START, **terms: Any) -> Season:
    """A season of a club."""
    return club_seasons.make(club_id=club.pk, by=UserId(by.pk), terms=written(**terms), now=now)


def night(club: Club, *ranked: User, at: datetime) -> Tournament:
    """A game of a club that is over, its players best first."""
    host, *others = (UserId(user.pk) for user in ranked)
    game = planning.plan(
        club_id=club.pk,
        by=host,
        name=f"Evening {at:%d}",
        terms=HomeTerms(),
        starts_at=None,
        key=uuid4().hex,
        now=at,
    )
    home = HomeGame.objects.get(tournament=game.tournament_id)
    for user_id in others:
        games.join(token=home.token, user_id=user_id, now=at)
    event = Tournament.objects.get(pk=event_of(home).pk)
    for place, user in enumerate(ranked, start=1):
        event.entries.filter(user=user).update(status="finished", place=place, prize=0)
    event.status = Tournament.Status.FINISHED
    event.started_at, event.finished_at = at, at + timedelta(hours=2)
    event.save()
    return event


def counted(row: Season, *, now: datetime = APRIL) -> Season:
    """The season once everything until then is counted."""
    standings.tend(now=now)
    # A run of the job looks at the last two days; a rebuild at all.
    row.refresh_from_db()
    if row.closed_at is None:
        standings.rebuild(season_id=row.pk)
    return row


def table(row: Season) -> list[tuple[int, str, int]]:
    """Place, player and hundredths, best first."""
    lines = SeasonStanding.objects.filter(season=row).order_by("place", "user__username")
    return list(lines.values_list("place", "user__username", "points"))
