"""A player's profile as a reader may see it (PROFILE-1)."""

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from django.db.models import QuerySet

from core import sql
from core.types import UserId
from players.contacts import friends, keeping
from players.models import Guest, PlayerProfile, User
from players.profile import avatars
from tournaments.models import Entry, Tournament
from tournaments.seasons import reading as seasons
from tournaments.seasons.models import SeasonStanding

# Results and standings that a profile lists.
MOST: Final = 20
# Of the events that both have finished: who was ahead. Entries again in one event count once.
_COMPARED: Final = """
    WITH best AS (
        SELECT tournament_id, user_id, min(place) AS place FROM tournaments_entry
        WHERE user_id IN (%(reader)s, %(other)s) AND place IS NOT NULL GROUP BY 1, 2
    )
    SELECT count(*), count(*) FILTER (WHERE mine.place < theirs.place),
        count(*) FILTER (WHERE mine.place > theirs.place)
    FROM best mine
    JOIN best theirs USING (tournament_id)
    JOIN tournaments_tournament event ON event.id = tournament_id AND event.status = 'finished'
    WHERE mine.user_id = %(reader)s AND theirs.user_id = %(other)s"""


class HeadToHead(NamedTuple):
    """The events that reader and player have both finished, and who was ahead how often."""

    events: int
    reader_ahead: int
    player_ahead: int


@dataclass(frozen=True)
class ShownProfile:
    """The name of a player, and what they show to a reader."""

    user: User
    country: str = ""
    avatar: str | None = None
    trophies: list[SeasonStanding] = field(default_factory=list)
    standings: list[SeasonStanding] = field(default_factory=list)
    results: list[Entry] = field(default_factory=list)
    comparison: HeadToHead | None = None

    @property
    def is_empty(self) -> bool:
        lists = (self.trophies, self.standings, self.results)
        return not (self.country or any(lists) or self.comparison)


def choices(user_id: UserId) -> PlayerProfile:
    """Return a player's choices, or the defaults."""
    return PlayerProfile.objects.filter(pk=user_id).first() or PlayerProfile(user_id=user_id)


def of(name: str, *, reader_id: UserId | None) -> ShownProfile | None:
    """Return the profile of a name in any capitals; None for guests, for closed and suspended
    accounts, which look the same to a reader as a name that no account has.

    A player whom the other has blocked sees the name alone, as of one who shows nothing.
    """
    user = User.objects.filter(username__iexact=name, is_active=True).first()
    if user is None or Guest.objects.filter(user=user).exists():
        return None
    user_id = UserId(user.pk)
    about = keeping.about(user_id, [reader_id]).get(reader_id) if reader_id else None
    if about is not None and about.blocked_at is not None:
        return ShownProfile(user)
    chosen = choices(user_id)
    return ShownProfile(
        user,
        country=chosen.country,
        avatar=avatars.key_of(user_id) if chosen.shows_picture else None,
        trophies=list(_trophies(user_id)) if chosen.shows_trophies else [],
        standings=list(_standings(user_id)) if chosen.shows_seasons else [],
        results=_results(user_id) if chosen.shows_results else [],
        comparison=_comparison(reader_id, user_id) if reader_id and chosen.compares else None,
    )


def _standings(user_id: UserId) -> "QuerySet[SeasonStanding]":
    """The standings in seasons of the room, which are public; those of clubs are not."""
    rows = SeasonStanding.objects.filter(user=user_id, season__club=None)
    return rows.select_related("season").order_by("-season__ends_at", "pk")[:MOST]


def _trophies(user_id: UserId) -> "QuerySet[SeasonStanding]":
    return seasons.trophies(user_id).filter(season__club=None)[:MOST]


def _results(user_id: UserId) -> list[Entry]:
    """The latest results in events whose pages are public, the best of each event."""
    rows = Entry.objects.filter(
        user=user_id,
        place__isnull=False,
        tournament__status=Tournament.Status.FINISHED,
        tournament__access=Tournament.Access.OPEN,
        tournament__home=False,
    )
    latest = rows.select_related("tournament").order_by("-tournament__finished_at", "place")
    # A player may have entered one event several times.
    by_event: dict[int, Entry] = {}
    for entry in latest[: 2 * MOST]:
        by_event.setdefault(entry.tournament_id, entry)
    return list(by_event.values())[:MOST]


def _comparison(reader_id: UserId, user_id: UserId) -> HeadToHead | None:
    """Compare two players who follow each other."""
    if not (friends.among(reader_id, [user_id]) and friends.among(user_id, [reader_id])):
        return None
    [row] = sql.rows(_COMPARED, {"reader": reader_id, "other": user_id})
    return HeadToHead(*row)
