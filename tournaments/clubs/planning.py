"""The games of clubs: planned, opened when they are due, called off; and templates with dates
(CLUB-4, CLUB-5)."""

from collections.abc import Collection, Iterator
from datetime import datetime, time, timedelta
from functools import partial
from typing import Final
from uuid import uuid4

from django.db import transaction

from core.due_checks import ExistsQuery
from core.jobs import attempt
from core.refusal import Refusal
from core.settings.room_time import zone
from core.types import UserId
from players import player_lock
from tournaments import room_settings
from tournaments.clubs import access, notifications, play
from tournaments.clubs.access import MANAGERS
from tournaments.clubs.models import LONGEST_NAME, Club, ClubGame, ClubMember, ClubTemplate
from tournaments.clubs.refusals import ClubCode
from tournaments.home import games, hosting
from tournaments.home.kinds import HomeTerms
from tournaments.rules import recurrence

# CLUB-4: the page of a planned game opens so long before its start; one that could not be opened
# until so long after it is called off.
LEAD: Final = timedelta(minutes=30)
GIVEN_UP: Final = timedelta(hours=1)
# A game can be planned so far ahead, and the dates of a template are.
FARTHEST: Final = timedelta(days=60)
DATES_AHEAD: Final = timedelta(days=8)
MOST_TEMPLATES: Final = 20

# True if ``look_after`` would find a game to open or a date to plan.
DUE = ExistsQuery(
    """EXISTS (SELECT FROM tournaments_clubgame WHERE tournament_id IS NULL
        AND cash_game_id IS NULL AND called_off_at IS NULL
        AND starts_at <= %(now)s + interval '30 minutes')"""
)


def plan(
    *,
    club_id: int,
    by: UserId,
    name: str,
    terms: HomeTerms,
    starts_at: datetime | None,
    key: str,
    now: datetime,
    template_id: int | None = None,
) -> ClubGame:
    """Plan a game of a club for a moment, or open it now, with ``by`` as its host and first player;
    the same ``key`` of the same player again is the same game.

    Refuses what ``access.acting`` refuses, NOT_FOR_THIS_ROLE, GAME_NAME_LENGTH, START_TOO_FAR,
    TOO_MANY_CLUB_GAMES, and what ``games.create`` refuses.
    """
    name = _named(name)
    games.check_terms(terms)
    if starts_at is not None and not now < starts_at <= now + FARTHEST:
        raise Refusal(ClubCode.START_TOO_FAR, days=FARTHEST.days)
    with transaction.atomic():
        player_lock.hold(by)
        with access.acting(club_id, by, now=now) as (club, role):
            if not access.may_open_games(club, role):
                raise Refusal(ClubCode.NOT_FOR_THIS_ROLE)
            key = f"{by}:{key}"
            if known := ClubGame.objects.filter(key=key).first():
                return known
            _check_number(club)
            game = ClubGame.objects.create(
                club=club,
                template=club.templates.filter(pk=template_id or 0).first(),
                name=name,
                terms=terms._asdict(),
                key=key,
                planned_by_id=by,
                planned_at=now,
                starts_at=starts_at or now,
            )
            if starts_at is None:
                _opened(game, by, enters=True, now=now)
            else:
                notifications.planned(game, now=now)
    return game


def call_off(*, club_id: int, by: UserId, game_id: int, now: datetime) -> None:
    """Call off a game that is not open yet, as a manager or as the one who planned it. Idempotent.

    Refuses what ``access.acting`` refuses, NOT_FOR_THIS_ROLE, NO_SUCH_CLUB_GAME, GAME_IS_OPEN.
    """
    with access.acting(club_id, by, suspended=True, now=now) as (club, role):
        game = _lock_game(club, game_id)
        if role not in MANAGERS and game.planned_by_id != by:
            raise Refusal(ClubCode.NOT_FOR_THIS_ROLE)
        if game.opened:
            raise Refusal(ClubCode.GAME_IS_OPEN)
        if game.called_off_at is None:
            game.called_off_at = now
            game.save(update_fields=["called_off_at"])


def take_over(*, club_id: int, by: UserId, game_id: int, now: datetime) -> None:
    """Take the role of the host of a game that a manager is in. Idempotent.

    Refuses what ``access.acting`` refuses, NO_SUCH_CLUB_GAME, GAME_NOT_OPEN, and what
    ``hosting.appoint`` refuses.
    """
    with access.acting(club_id, by, roles=MANAGERS, now=now) as (club, _role):
        game = club.games.filter(pk=game_id).first()
        if game is None:
            raise Refusal(ClubCode.NO_SUCH_CLUB_GAME)
        home = play.home_of(game)
        if home is None:
            raise Refusal(ClubCode.GAME_NOT_OPEN)
        hosting.appoint(game_id=home.pk, user_id=by, now=now)


def save_template(
    *,
    club_id: int,
    by: UserId,
    name: str,
    terms: HomeTerms,
    weekdays: Collection[int],
    at: time | None,
    now: datetime,
) -> ClubTemplate:
    """Save the choices of a game; with ``weekdays`` (0 is Monday) games are planned for each of
    them, at a time of the room's clock.

    Refuses what ``access.acting`` refuses, GAME_NAME_LENGTH, TEMPLATE_NAMED_TWICE,
    TOO_MANY_TEMPLATES, and what ``games.check_terms`` refuses.
    """
    name = _named(name)
    games.check_terms(terms)
    rule = recurrence.weekly(weekdays, hour=at.hour, minute=at.minute) if weekdays and at else ""
    if rule:
        recurrence.check_rule(rule)
    with access.acting(club_id, by, roles=MANAGERS, now=now) as (club, _role):
        if club.templates.filter(name=name).exists():
            raise Refusal(ClubCode.TEMPLATE_NAMED_TWICE)
        if club.templates.count() >= MOST_TEMPLATES:
            raise Refusal(ClubCode.TOO_MANY_TEMPLATES, most=MOST_TEMPLATES)
        template = ClubTemplate.objects.create(
            club=club,
            name=name,
            terms=terms._asdict(),
            recurrence=rule,
            made_by_id=by,
            created_at=now,
        )
        _plan_dates(club, template, now=now)
    return template


def delete_template(*, club_id: int, by: UserId, template_id: int, now: datetime) -> None:
    """Delete a template, and call off its games that are not open yet. Idempotent. Refuses what
    ``access.acting`` refuses."""
    with access.acting(club_id, by, roles=MANAGERS, suspended=True, now=now) as (club, _role):
        planned = club.games.filter(ClubGame.UNOPENED, template=template_id, called_off_at=None)
        planned.exclude(template__recurrence="").update(called_off_at=now)
        club.templates.filter(pk=template_id).delete()


def look_after(*, now: datetime) -> int:
    """Open the games that are due; return how many were looked at."""
    due = ClubGame.objects.filter(
        ClubGame.UNOPENED, called_off_at=None, starts_at__lte=now + LEAD
    ).order_by("starts_at", "pk")
    ids = list(due.values_list("pk", flat=True))
    for game_id in ids:
        attempt("open a game of a club", partial(_open, game_id, now=now), game=game_id)
    return len(ids)


def plan_dates(*, now: datetime) -> int:
    """Plan the coming dates of templates; return how many templates were looked at."""
    templates = ClubTemplate.objects.exclude(recurrence="").filter(
        club__closed_at=None, club__suspended_at=None
    )
    ids = list(templates.order_by("pk").values_list("pk", flat=True))
    for template_id in ids:
        one = partial(_plan_dates_of, template_id, now=now)
        attempt("plan the dates of a template", one, template=template_id)
    return len(ids)


def _open(game_id: int, *, now: datetime) -> None:
    """Open a game that is due, once; its host is the first to sit down."""
    game = ClubGame.objects.select_related("club").get(pk=game_id)
    if game.starts_at < now - GIVEN_UP:
        waiting = ClubGame.objects.filter(ClubGame.UNOPENED, pk=game_id, called_off_at=None)
        waiting.update(called_off_at=now)
    elif game.club.suspended_at is None:
        # One who is barred is passed over.
        any(_opened_for(game, host, now=now) for host in _hosts(game))


def _opened_for(game: ClubGame, host: UserId, *, now: datetime) -> bool:
    """Open a game with this host; return whether it is open, or off, now."""
    try:
        with transaction.atomic():
            player_lock.hold(host)
            locked = _lock_game(game.club, game.pk)
            if not locked.opened and locked.called_off_at is None:
                _opened(locked, host, enters=False, now=now)
    except Refusal:
        return False
    return True


def _hosts(game: ClubGame) -> Iterator[UserId]:
    """Yield the members who may stand in as the host until somebody sits down: the planner, the
    owner, the managers, the others."""
    members = game.club.members.filter(left_at=None).order_by("joined_at", "pk")
    order: list[str] = list(ClubMember.Role)
    ranked = sorted(
        members, key=lambda one: -1 if one.user_id == game.planned_by_id else order.index(one.role)
    )
    yield from (UserId(member.user_id) for member in ranked)


def _opened(game: ClubGame, host: UserId, *, enters: bool, now: datetime) -> None:
    """Open the home game of a locked or new game of a club, and tell the members."""
    home = games.create(
        host_id=host,
        terms=terms_of(game.terms),
        # The lock on the game is what opens it once. A key that can be guessed could be taken.
        key=uuid4().hex,
        name=game.name,
        enters=enters,
        now=now,
    )
    game.tournament, game.cash_game = home.tournament, home.cash_game
    game.save(update_fields=["tournament", "cash_game"])
    notifications.opened(game, home, now=now)


def terms_of(stored: dict[str, object]) -> HomeTerms:
    """Return the stored terms of a game or template; fields of an earlier release are left out."""
    known = {name: value for name, value in stored.items() if name in HomeTerms._fields}
    return HomeTerms(**known)  # type: ignore[arg-type]


def _plan_dates_of(template_id: int, *, now: datetime) -> None:
    template = ClubTemplate.objects.get(pk=template_id)
    with transaction.atomic():
        _plan_dates(access.lock(template.club_id), template, now=now)


def _plan_dates(club: Club, template: ClubTemplate, *, now: datetime) -> None:
    """Plan the coming dates of a template of a locked club, as many as the club may have open."""
    if not template.recurrence:
        return
    dates = recurrence.occurrences(
        template.recurrence, after=now, until=now + DATES_AHEAD, zone=zone()
    )
    known = set(template.games.filter(starts_at__in=dates).values_list("starts_at", flat=True))
    left = room_settings.CLUB_GAMES.value() - play.open_or_planned(club).count()
    missing = [at for at in dates if at not in known][: max(left, 0)]
    ClubGame.objects.bulk_create(
        ClubGame(
            club=club,
            template=template,
            name=template.name,
            terms=template.terms,
            key=f"template:{template.pk}:{at.isoformat()}",
            planned_by_id=template.made_by_id,
            planned_at=now,
            starts_at=at,
        )
        for at in missing
    )


def _check_number(club: Club) -> None:
    most = room_settings.CLUB_GAMES.value()
    if play.open_or_planned(club).count() >= most:
        raise Refusal(ClubCode.TOO_MANY_CLUB_GAMES, most=most)


def _named(name: str) -> str:
    named = " ".join(name.split())
    if not 1 <= len(named) <= LONGEST_NAME:
        raise Refusal(ClubCode.GAME_NAME_LENGTH, most=LONGEST_NAME)
    return named


def _lock_game(club: Club, game_id: int) -> ClubGame:
    games_ = ClubGame.objects.select_for_update(of=("self",), no_key=True)
    game = games_.filter(club=club, pk=game_id).first()
    if game is None:
        raise Refusal(ClubCode.NO_SUCH_CLUB_GAME)
    return game
