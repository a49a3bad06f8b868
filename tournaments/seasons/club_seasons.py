"""Seasons of clubs, written by their managers (SERIES-8)."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime
from typing import Final, NamedTuple

from django.db import IntegrityError, transaction

from core.refusal import Refusal
from core.types import UserId
from tournaments.clubs import access
from tournaments.clubs.access import MANAGERS
from tournaments.refusals import EventCode
from tournaments.rules.seasons import days_of
from tournaments.seasons import standings
from tournaments.seasons.models import Season

# Seasons of a club that are not closed.
MOST_OPEN: Final = 5


class SeasonTerms(NamedTuple):
    """The terms of a season of a club, as the fields of ``Season``."""

    name: str
    span: str
    begins_on: date
    ends_on: date
    formula: str
    points_table: list[int]
    factor: int
    attendance: int
    best: int | None

    @classmethod
    def of(cls, season: Season) -> "SeasonTerms":
        """Return what a season says, its days as its span means them."""
        terms = cls(*(getattr(season, name) for name in cls._fields))
        begins_on, ends_on = days_of(terms.span, terms.begins_on, terms.ends_on)  # type: ignore[arg-type]
        return terms._replace(begins_on=begins_on, ends_on=ends_on)


def make(*, club_id: int, by: UserId, terms: SeasonTerms, now: datetime) -> Season:
    """Make a season of a club, and count the games that are over; the name makes it one.

    Refuses what ``access.acting`` refuses, SEASON_NAMED_TWICE, TOO_MANY_SEASONS.
    """
    with access.acting(club_id, by, roles=MANAGERS, now=now) as (club, _role):
        if Season.objects.filter(club=club, closed_at=None).count() >= MOST_OPEN:
            raise Refusal(EventCode.TOO_MANY_SEASONS, most=MOST_OPEN)
        season = Season(club=club, written_by_id=by)
        _save(season, terms)
    return season


def change(
    *, club_id: int, by: UserId, season_id: int, terms: SeasonTerms, now: datetime
) -> Season:
    """Change what a season says, once an event has counted its name alone (SERIES-5).

    Refuses what ``access.acting`` refuses, NO_SUCH_SEASON, SEASON_CLOSED, SEASON_BEGUN,
    SEASON_NAMED_TWICE.
    """
    with _open_season(club_id, by, season_id, now=now) as season:
        stays = SeasonTerms.of(season)._replace(name=terms.name)
        if season.begun and terms != stays:
            raise Refusal(EventCode.SEASON_BEGUN)
        _save(season, terms)
    return season


def delete(*, club_id: int, by: UserId, season_id: int, now: datetime) -> None:
    """Delete a season for which no event has counted. Refuses what ``change`` refuses."""
    with _open_season(club_id, by, season_id, now=now) as season:
        if season.begun:
            raise Refusal(EventCode.SEASON_BEGUN)
        season.delete()


@contextmanager
def _open_season(club_id: int, by: UserId, season_id: int, *, now: datetime) -> Iterator[Season]:
    """Lock a club, then a season of it that is not closed."""
    with access.acting(club_id, by, roles=MANAGERS, now=now):
        season = standings.lock(season_id)
        if season.club_id != club_id:
            raise Refusal(EventCode.NO_SUCH_SEASON)
        if season.closed_at is not None:
            raise Refusal(EventCode.SEASON_CLOSED)
        yield season


def _save(season: Season, terms: SeasonTerms) -> None:
    for name, value in terms._asdict().items():
        setattr(season, name, value)
    try:
        with transaction.atomic():
            season.save()
    except IntegrityError:
        raise Refusal(EventCode.SEASON_NAMED_TWICE) from None
    # A season may begin in the past: what is over then counts at once.
    standings.rebuild(season_id=season.pk)
