"""The permission to sign in, pay in and play; every verb and every socket checks it."""

import hashlib
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from core import sql
from core.refusal import Refusal
from core.types import UserId
from players import room_settings
from players.models import Restriction, User
from players.protection.register import service as register
from players.refusals import PlayerCode


class Activity(StrEnum):
    """An act that a player may be barred from; payouts are not among them."""

    SIGN_IN = "sign_in"
    PAY_IN = "pay_in"
    PLAY = "play"  # enter, sit down, buy chips, be at a table
    PLAY_MONEY = "play_money"  # the same where chips are worth nothing


# The acts that each refusal bars.
SHUT = {
    PlayerCode.SUSPENDED: frozenset(Activity),
    PlayerCode.SELF_EXCLUDED: frozenset({Activity.PAY_IN, Activity.PLAY, Activity.PLAY_MONEY}),
    PlayerCode.EXCLUDED_BY_REGISTER: frozenset(
        {Activity.PAY_IN, Activity.PLAY, Activity.PLAY_MONEY}
    ),
    PlayerCode.GUEST: frozenset({Activity.PAY_IN, Activity.PLAY}),
    # Players who sit already play on: a silent register has said nothing against them.
    PlayerCode.EXCLUSION_REGISTER_SILENT: frozenset({Activity.PAY_IN, Activity.PLAY}),
}


_RESTRICTED = {
    Restriction.Game.EVENTS.value: PlayerCode.EVENTS_RESTRICTED,
    Restriction.Game.CASH.value: PlayerCode.CASH_RESTRICTED,
}


class Visitor(NamedTuple):
    """A user at a table: the session that brought them, and the mark of their password then."""

    user_id: UserId
    session: str
    mark: str


class _Standing(NamedTuple):
    active: bool
    until: datetime | None
    guest: bool = False
    registered: bool = False

    def refusal(self, what: Activity) -> Refusal | None:
        """Return the strongest refusal that bars the player from this; None if none does."""
        if not self.active and what in SHUT[PlayerCode.SUSPENDED]:
            return Refusal(PlayerCode.SUSPENDED)
        if self.registered and what in SHUT[PlayerCode.EXCLUDED_BY_REGISTER]:
            return Refusal(PlayerCode.EXCLUDED_BY_REGISTER)
        if self.until is not None and what in SHUT[PlayerCode.SELF_EXCLUDED]:
            return Refusal(PlayerCode.SELF_EXCLUDED, until=self.until)
        if self.guest and what in SHUT[PlayerCode.GUEST]:
            return Refusal(PlayerCode.GUEST)
        return None


# The standing of one player. Plain SQL: each entry, buy-in and seat asks for it, and the ORM takes
# longer to write this than PostgreSQL to answer it.
_STANDING = """
    SELECT u.is_active,
        (SELECT max(until) FROM players_selfexclusion
            WHERE user_id = u.id AND until > %(now)s),
        g.user_id IS NOT NULL,
        (SELECT lifted FROM players_restriction
            WHERE user_id = u.id AND game = %(game)s ORDER BY id DESC LIMIT 1),
        r.until, r.answered_at, r.user_id IS NOT NULL
    FROM players_user u
    LEFT JOIN players_guest g ON g.user_id = u.id
    LEFT JOIN players_registeranswer r ON r.user_id = u.id
    WHERE u.id = %(user)s
"""
_BARRED = """
    SELECT u.id FROM players_user u
    WHERE u.id = ANY(%(users)s) AND (
        NOT u.is_active
        OR EXISTS (SELECT FROM players_selfexclusion WHERE user_id = u.id AND until > %(now)s)
        OR EXISTS (SELECT FROM players_registeranswer WHERE user_id = u.id AND until > %(now)s)
        OR (SELECT lifted FROM players_restriction
            WHERE user_id = u.id AND game = %(game)s ORDER BY id DESC LIMIT 1) IS FALSE
    )"""
# The visitors who may not stay. The mark is compared next to the password's hash, so that no hash
# travels.
NOT_ANY_MORE = """
    SELECT v.no, u.is_active, e.until, r.user_id IS NOT NULL
    FROM unnest(%(users)s::bigint[], %(sessions)s::text[], %(marks)s::text[])
        WITH ORDINALITY AS v (user_id, session, mark, no)
    LEFT JOIN players_user u ON u.id = v.user_id
    LEFT JOIN django_session s ON s.session_key = v.session AND s.expire_date > %(now)s
    LEFT JOIN LATERAL (
        SELECT max(until) AS until FROM players_selfexclusion
        WHERE user_id = v.user_id AND until > %(now)s
    ) e ON true
    LEFT JOIN players_registeranswer r ON r.user_id = v.user_id AND r.until > %(now)s
    WHERE u.id IS NULL OR NOT u.is_active OR e.until IS NOT NULL OR r.user_id IS NOT NULL
        OR s.session_key IS NULL OR md5(u.password) <> v.mark
"""


def visitor(user: User, session: str) -> Visitor:
    """Return the visitor that a user is in a session."""
    mark = hashlib.md5(user.password.encode(), usedforsecurity=False).hexdigest()
    return Visitor(user.pk, session, mark)


def check(*, user_id: UserId, what: Activity, game: str = "", now: datetime) -> None:
    """Check that a player may do this, in a kind of ``game`` (``Restriction.Game``) or in none.

    Refuses SUSPENDED, EXCLUDED_BY_REGISTER, SELF_EXCLUDED (``until``), GUEST,
    EXCLUSION_REGISTER_SILENT, EXCLUSION_REGISTER_UNASKED, EVENTS_RESTRICTED, CASH_RESTRICTED; one
    statement.
    """
    rows = sql.rows(_STANDING, {"user": user_id, "game": game, "now": now})
    for active, until, guest, lifted, out_until, answered_at, known_there in rows:
        registered = out_until is not None and out_until > now
        if refusal := _Standing(active, until, guest, registered).refusal(what):
            raise refusal
        if what in SHUT[PlayerCode.EXCLUSION_REGISTER_SILENT] and register.is_connected():
            _check_answer(answered_at, known=known_there, now=now)
        if lifted is False:
            raise Refusal(_RESTRICTED[game])


def barred(users: Collection[UserId], *, game: str, now: datetime) -> set[UserId]:
    """Return those of these players whom nothing may call to a kind of ``game``: suspended,
    excluded or restricted ones; one statement (PLAY-2, PLAY-6, STAFF-10)."""
    return {user for (user,) in sql.rows(_BARRED, {"users": [*users], "game": game, "now": now})}


def _check_answer(answered_at: datetime | None, *, known: bool, now: datetime) -> None:
    """Refuse EXCLUSION_REGISTER_UNASKED without a row, and EXCLUSION_REGISTER_SILENT with too old
    an answer (PLAY-6)."""
    if not known:
        raise Refusal(PlayerCode.EXCLUSION_REGISTER_UNASKED)
    oldest = now - timedelta(hours=room_settings.REGISTER_HOURS.value())
    if answered_at is None or answered_at <= oldest:
        raise Refusal(PlayerCode.EXCLUSION_REGISTER_SILENT)


def turned_away(visitors: Collection[Visitor], *, now: datetime) -> Mapping[Visitor, Refusal]:
    """Return the refusals of visitors who may no longer be at a table: SUSPENDED,
    EXCLUDED_BY_REGISTER, SELF_EXCLUDED, SIGNED_OUT.

    One statement for any number of visitors: it reads PostgreSQL, not a cache.
    """
    visitor_list = list(visitors)
    refusals = {}
    users, sessions, marks = ([visitor[part] for visitor in visitor_list] for part in range(3))
    known = {"users": users, "sessions": sessions, "marks": marks, "now": now}
    for no, active, until, registered in sql.rows(NOT_ANY_MORE, known):
        # A visitor neither suspended nor excluded has lost the session, or the password has
        # changed.
        standing = _Standing(active is not False, until, registered=registered)
        refusal = standing.refusal(Activity.PLAY) or Refusal(PlayerCode.SIGNED_OUT)
        refusals[visitor_list[no - 1]] = refusal
    return refusals
