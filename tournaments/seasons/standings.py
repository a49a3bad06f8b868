"""Standings of seasons: events counted once each, corrections, and the end of a season (SERIES-*).

``tend`` compares what is counted with the events, so that a crash or a corrected result needs no
message. A season's row is its lock, after players and before nothing else.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

from django.db import transaction
from django.db.models import F, Max, Q, QuerySet
from django.urls import reverse

from core import sql
from core.due_checks import ExistsQuery
from core.jobs import attempt
from core.refusal import Refusal
from core.types import UserId
from players import merged_accounts
from players.models import Notice
from players.notices import news
from players.notices.news import News
from tournaments.clubs.models import ClubMember
from tournaments.models import Tournament
from tournaments.refusals import EventCode
from tournaments.rules.seasons import POOL_PARTS, tally
from tournaments.seasons.models import Season, SeasonEvent, SeasonResult, SeasonStanding

# Ends that one run looks back at; a result can be corrected for twelve hours (LIVE-5).
LOOKS_BACK: Final = timedelta(days=2)
# A season closes so long after its last event, when no result can change any more (SERIES-6).
CLOSES_AFTER: Final = timedelta(days=1)
# True if ``tend`` would look at a season.
DUE = ExistsQuery(
    """EXISTS (SELECT FROM tournaments_season
        WHERE closed_at IS NULL AND begins_at <= %(now)s)"""
)


def tend(*, now: datetime) -> int:
    """Count what has finished, uncount what was reopened, and close what is over; return how many
    seasons were looked at."""
    going = Season.objects.filter(closed_at=None, begins_at__lte=now).order_by("pk")
    ids = list(going.values_list("pk", flat=True))
    for season_id in ids:
        attempt("tend season", partial(_tend, season_id, now=now), season=season_id)
    return len(ids)


def rebuild(*, season_id: int) -> int:
    """Count all events of a season anew; return how many. Refuses NO_SUCH_SEASON,
    SEASON_CLOSED."""
    with transaction.atomic():
        season = lock(season_id)
        if season.closed_at is not None:
            raise Refusal(EventCode.SEASON_CLOSED)
        counted = season.events.values_list("tournament", flat=True)
        _count(season, {*counted, *_finished(season).values_list("pk", flat=True)})
        return season.events.count()


def lock(season_id: int) -> Season:
    """Lock a season until this transaction ends. Refuses NO_SUCH_SEASON."""
    season = Season.objects.select_for_update().filter(pk=season_id).first()
    if season is None:
        raise Refusal(EventCode.NO_SUCH_SEASON)
    return season


def join_merged_accounts(sender: Any, *, other_id: UserId, **_: Any) -> None:
    """Count the results of a closed account for the one that is kept, in seasons that go on
    (SERIES-7)."""
    rows = SeasonResult.objects.filter(user=other_id, season__closed_at=None)
    events: defaultdict[int, set[int]] = defaultdict(set)
    for season_id, event_id in rows.order_by("season").values_list("season", "event__tournament"):
        events[season_id].add(event_id)
    for season_id, ids in events.items():
        _count(lock(season_id), ids)


def _tend(season_id: int, *, now: datetime) -> None:
    season = Season.objects.get(pk=season_id)
    if changed := _changed(season, since=now - LOOKS_BACK):
        with transaction.atomic():
            season = lock(season_id)
            if season.closed_at is None:
                _count(season, changed)
    if now >= season.ends_at + CLOSES_AFTER:
        _close(season_id, now=now)


def _close(season_id: int, *, now: datetime) -> None:
    """Close a season once its events are over and their results final, and tell its players."""
    with transaction.atomic():
        season = lock(season_id)
        running = of_season(season).filter(status=Tournament.Status.RUNNING)
        if season.closed_at is not None or running.exists():
            return
        _count(season, _changed(season, since=None))
        last = season.events.aggregate(last=Max("finished_at"))["last"]
        if last is not None and now < last + CLOSES_AFTER:
            return
        season.closed_at = now
        season.save(update_fields=["closed_at"])
        url = reverse("season", args=[season.pk])
        lines = season.standings.values_list("user", "place", "points")
        if season.club_id is not None:
            # The others may read it no more (SERIES-8).
            members = ClubMember.objects.filter(
                club=season.club_id, left_at=None, club__closed_at=None
            )
            lines = lines.filter(user__in=members.values("user"))
        told = [
            News(
                UserId(user),
                Notice.Kind.SEASON,
                f"season:{season.pk}",
                {"name": season.name, "place": place, "points": points},
                url,
            )
            for user, place, points in lines
        ]
        news.tell(told, now=now)


def of_season(season: Season) -> QuerySet[Tournament]:
    """Return the events that belong to a season, whatever their state (SERIES-1, SERIES-8)."""
    days = {"started_at__gte": season.begins_at, "started_at__lt": season.ends_at}
    if season.club_id is not None:
        return Tournament.objects.filter(club_game__club=season.club_id, **days)
    # FREE-4: the prizes of the room's seasons are money.
    open_ones = Tournament.objects.filter(access=Tournament.Access.OPEN, play_money=False, **days)
    return open_ones.filter(template__in=season.plans.all())


def _finished(season: Season) -> QuerySet[Tournament]:
    return of_season(season).filter(status=Tournament.Status.FINISHED)


def _changed(season: Season, *, since: datetime | None) -> set[int]:
    """Return the events that are not counted as they are now, by their ends ``since`` then."""
    ended, counted = _finished(season), season.events.all()
    if since is not None:
        ended = ended.filter(finished_at__gt=since)
        counted = counted.filter(finished_at__gt=since)
    as_then = Q(tournament__finished_at=F("finished_at"))
    return {
        *ended.exclude(pk__in=season.events.values("tournament")).values_list("pk", flat=True),
        # One that was reopened has another end, or none yet (LIVE-5).
        *counted.exclude(as_then).values_list("tournament", flat=True),
    }


def _count(season: Season, ids: Collection[int]) -> None:
    """Count these events of a locked season as they are now, and rank its players."""
    if not ids:
        return
    known = season.events.filter(tournament__in=ids)
    touched = set(SeasonResult.objects.filter(event__in=known).values_list("user", flat=True))
    known.delete()
    # Not of the season's plans alone: a plan may have been deleted since.
    ended = Tournament.objects.filter(pk__in=ids, status=Tournament.Status.FINISHED)
    for event in ended.select_related("draw").order_by("pk"):
        assert event.finished_at is not None
        row = SeasonEvent.objects.create(
            season=season,
            tournament=event,
            finished_at=event.finished_at,
            field=event.entry_count,
        )
        results = _results(season, row, event)
        SeasonResult.objects.bulk_create(results)
        touched |= {result.user_id for result in results}
    _add_up(season, touched)
    sql.run(_RANK, {"season": season.pk})


def _results(season: Season, row: SeasonEvent, event: Tournament) -> list[SeasonResult]:
    """Return the result of each player of an event, unsaved: the best place of all their
    entries (SERIES-3)."""
    entries = event.entries.filter(place__isnull=False).values_list(
        "user", "place", "elimination__chips_removed"
    )
    placed = [(user, place, bool(removed)) for user, place, removed in entries.order_by("place")]
    tied = Counter(place for _user, place, _out in placed)
    kept = merged_accounts.kept_accounts({user for user, _place, _out in placed})
    disqualified = {kept[user] for user, _place, out in placed if out}
    best: dict[int, int] = {}
    for user, place, _out in placed:
        assert place is not None
        best.setdefault(kept[user], place)
    shares = _shares(event)
    formula = season.rule
    results = []
    for user, place in best.items():
        share = sum(shares[place - 1 : place - 1 + tied[place]])
        points = formula.points(place, tied=tied[place], field=row.field, share=share)
        results.append(
            SeasonResult(
                event=row,
                season=season,
                user_id=user,
                place=place,
                tied=tied[place],
                share=share,
                points=0 if user in disqualified else points,
                disqualified=user in disqualified,
            )
        )
    return results


def _shares(event: Tournament) -> Sequence[int]:
    """Return the millionths of the prizes by place, as the scheme divides them without a deal; of
    a free event those of a pool of one million (SERIES-2)."""
    pool = event.prize_pool or POOL_PARTS
    prizes = event.prize_scheme.prizes(entries=event.entry_count, pool=pool)
    return [prize * POOL_PARTS // pool for prize in prizes]


def _add_up(season: Season, users: Iterable[int]) -> None:
    """Store the line of each of these players; those without a result have none."""
    points: defaultdict[int, list[int]] = defaultdict(list)
    rows = SeasonResult.objects.filter(season=season, user__in=users, disqualified=False)
    for user, scored in rows.values_list("user", "points"):
        points[user].append(scored)
    season.standings.filter(user__in=set(users) - points.keys()).delete()
    lines = [_line(season, user, results) for user, results in sorted(points.items())]
    SeasonStanding.objects.bulk_create(
        lines,
        update_conflicts=True,
        unique_fields=["season", "user"],
        update_fields=["points", "results", "events"],
    )


def _line(season: Season, user: int, results: Sequence[int]) -> SeasonStanding:
    total = tally(results, best=season.best)
    return SeasonStanding(
        season=season,
        user_id=user,
        points=total.points,
        results=list(total.results),
        events=total.events,
    )


# PostgreSQL compares arrays as ``Tally`` compares its results (SERIES-4).
_RANK = """
    UPDATE tournaments_seasonstanding AS line SET place = ranked.place
    FROM (
        SELECT id, rank() OVER (ORDER BY points DESC, results DESC, events DESC) AS place
        FROM tournaments_seasonstanding WHERE season_id = %(season)s
    ) AS ranked
    WHERE ranked.id = line.id AND line.place <> ranked.place
"""
