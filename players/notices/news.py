"""Notices to players: stored once each, shown on their pages, and sent where they asked for it."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import orjson
from allauth.account.models import EmailAddress
from django.core.mail import EmailMultiAlternatives, get_connection
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import translation
from django.utils.translation import gettext as _

from core import sql
from core.types import UserId
from players import signals
from players.models import Notice, Push, PushDevice
from players.notices import mail_texts, notice_texts, preferences, unsubscribing
from players.notices.preferences import Channel, NoticePreferences
from players.profile import names
from players.profile.languages import of_the_room

Kind = Notice.Kind

# Notices are deleted after so long.
KEPT = timedelta(days=30)
# Excluded players get these kinds, and news of money that comes back, but no call to the tables.
FOR_THE_EXCLUDED = (
    *(Kind.OUT, Kind.PRIZE, Kind.SEASON, Kind.BALANCE, Kind.MESSAGE),
    *(Kind.IDENTITY, Kind.ACCOUNT),
)
# At most so many, the latest, for a page.
LATEST = 50
# How long a notice is valid whose news states no end; AWAY lasts until the player is back.
LASTS: Mapping[str, timedelta] = {
    Kind.SEAT: timedelta(hours=1),
    Kind.MOVED: timedelta(hours=1),
    Kind.OUT: timedelta(days=1),
    Kind.AMENDED: timedelta(days=2),
    Kind.PRIZE: timedelta(days=7),
    Kind.NEXT: timedelta(days=1),
    Kind.SEASON: timedelta(days=7),
    Kind.BALANCE: timedelta(days=7),
}
# A notice stays listed so long after its end.
LISTED = timedelta(days=3)
# Rows per statement, which takes at most 65,535 parameters.
PORTION = 10_000


class News(NamedTuple):
    """A notice to be stored for one player: valid ``until``, stored once per ``key``."""

    user_id: UserId
    kind: str
    key: str
    data: Mapping[str, Any]
    url: str = ""
    until: datetime | None = None


def tell(news: Sequence[News], *, now: datetime) -> int:
    """Store notices, each once by its key, and send them on; returns how many are new.

    Bots and suspended players get none, excluded ones only a few kinds. A handful of statements for
    each ``PORTION``; idempotent.
    """
    if not news:
        return 0
    # In one order, so that two transactions that store the same do not deadlock.
    ordered = sorted(news, key=_order)
    # Nothing here raises a refusal that a caller could catch: no savepoint is needed.
    with transaction.atomic(savepoint=False):
        return sum(
            _tell(ordered[first : first + PORTION], now=now)
            for first in range(0, len(ordered), PORTION)
        )


def _tell(news: Sequence[News], *, now: datetime) -> int:
    rows = _fresh(_to_people(news, now=now), now=now)
    if rows:
        _send_on(rows, now=now)
        signals.noticed.send(sender=Notice, user_ids=sorted({row.user_id for row in rows}))
    return len(rows)


def unseen(user_id: UserId, *, now: datetime) -> list[Notice]:
    """Return the notices that a player's pages may show, the latest first."""
    rows = of(user_id).filter(seen_at=None)
    return list(rows.filter(Q(until=None) | Q(until__gt=now))[:LATEST])


def is_unread(row: Notice, *, now: datetime) -> bool:
    """Return whether a notice is unseen and still valid."""
    return row.seen_at is None and (row.until is None or row.until > now)


def of(user_id: UserId) -> QuerySet[Notice]:
    """Return the stored notices of a player, the latest first.

    Without those of a kind that only the next release knows: its processes run beside ours while a
    room is upgraded.
    """
    return Notice.objects.filter(user=user_id, kind__in=Kind.values).order_by("-pk")


def see(*, user_id: UserId, ids: Collection[int] | None, now: datetime) -> int:
    """Mark a player's own notices as seen, or all (None); returns how many."""
    mine = Notice.objects.filter(user=user_id, seen_at=None)
    if ids is not None:
        mine = mine.filter(pk__in=ids)
    with transaction.atomic():
        if seen := mine.update(seen_at=now):
            signals.noticed.send(sender=Notice, user_ids=[user_id])
    return seen


def supersede(keys: Collection[str], *, users: Collection[UserId], now: datetime) -> None:
    """End the unseen notices of these players that a later one replaces."""
    if keys:
        sql.run(_END, {"users": [*users], "keys": [*keys], "now": now})


def take_back(keys: Collection[str], *, users: Collection[UserId]) -> None:
    """Delete mistaken notices of these players, so that they can be stored again."""
    with transaction.atomic():
        if Notice.objects.filter(user__in=users, key__in=keys).delete()[0]:
            signals.noticed.send(sender=Notice, user_ids=sorted(users))


def forget_old(*, now: datetime) -> int:
    """Delete notices that are old or ended some days ago, and devices that ended long ago; returns
    how many notices."""
    PushDevice.objects.filter(ended_at__lt=now - KEPT).delete()
    old = Q(at__lt=now - KEPT) | Q(until__lt=now - LISTED)
    # The count by model: pushes are deleted with their notices.
    return Notice.objects.filter(old).delete()[1].get(Notice._meta.label, 0)


_END = """
    UPDATE players_notice SET until = %(now)s
    WHERE user_id = ANY(%(users)s) AND key = ANY(%(keys)s) AND seen_at IS NULL"""
# Players among these who read notices, and whether they are excluded. Plain SQL, as below: it runs
# in the transaction of an elimination, a move or a payout.
_READERS = """
    SELECT u.id,
        EXISTS (SELECT FROM players_selfexclusion WHERE user_id = u.id AND until > %(now)s)
        OR EXISTS (SELECT FROM players_registeranswer WHERE user_id = u.id AND until > %(now)s)
    FROM players_user u
    WHERE u.id = ANY(%(users)s) AND u.is_active AND u.username NOT ILIKE %(bots)s"""
# Stores the notices that no concurrent transaction has stored, and returns them.
_STORE = """
    INSERT INTO players_notice (user_id, kind, key, data, url, at, until)
    SELECT user_id, kind, key, data, url, %s, until
    FROM jsonb_to_recordset(%s::jsonb) AS new (
        user_id bigint, kind text, key text, data jsonb, url text, until timestamptz
    )
    ON CONFLICT DO NOTHING
    RETURNING *"""


def _to_people(news: Sequence[News], *, now: datetime) -> list[News]:
    """Drop news for bots, suspended players, and excluded ones where the kind is not for them."""
    wanted = list({notice.user_id for notice in news})
    readers = dict(sql.rows(_READERS, {"users": wanted, "bots": f"%{names.BOT}", "now": now}))
    return [
        notice
        for notice in news
        if notice.user_id in readers
        and (not readers[notice.user_id] or _is_for_the_excluded(notice))
    ]


def _is_for_the_excluded(notice: News) -> bool:
    return notice.kind in FOR_THE_EXCLUDED or notice.data.get("change") in notice_texts.PAYING_BACK


def _fresh(news: Sequence[News], *, now: datetime) -> list[Notice]:
    """Store the notices that are not yet stored, and return them."""
    if not news:
        return []
    keys = {item.key for item in news}
    users = {item.user_id for item in news}
    stored = Notice.objects.filter(user__in=users, key__in=keys).values_list("user", "key")
    known = set(stored)
    new = {(item.user_id, item.key): item for item in news}
    fresh = [item for whose, item in new.items() if whose not in known]
    if not fresh:
        return []
    lasting = [{**item._asdict(), "until": _until(item, now)} for item in fresh]
    told_now = orjson.dumps(lasting, option=orjson.OPT_NON_STR_KEYS)
    return list(Notice.objects.raw(_STORE, [now, told_now.decode()]))


def _until(item: News, now: datetime) -> datetime | None:
    """Return the end of a notice: its own, or the one of its kind; None for none."""
    lasts = LASTS.get(item.kind)
    return item.until or (now + lasts if lasts else None)


def _order(item: News) -> tuple[UserId, str]:
    return item.user_id, item.key


def _send_on(rows: Sequence[Notice], *, now: datetime) -> None:
    """Write pushes and mails for the workers, where the player takes notices that way."""
    users = {row.user_id for row in rows}
    wanted = preferences.of_all(users)
    _write_pushes([row for row in rows if _takes(wanted, row, Channel.PUSH, now)], now=now)
    _write_mails([row for row in rows if _takes(wanted, row, Channel.MAIL, now)], wanted)


def _takes(
    wanted: Mapping[UserId, NoticePreferences], row: Notice, channel: Channel, now: datetime
) -> bool:
    return wanted[row.user_id].takes(row.kind, channel, now=now)


def _write_pushes(rows: Sequence[Notice], *, now: datetime) -> None:
    if not rows:
        return
    devices = PushDevice.objects.filter(user__in={row.user_id for row in rows}, ended_at=None)
    pushes = [
        Push(notice=row, device=device, due_at=now)
        for device in devices
        for row in rows
        if row.user_id == device.user_id
    ]
    Push.objects.bulk_create(pushes, ignore_conflicts=True)


def _write_mails(rows: Sequence[Notice], wanted: Mapping[UserId, NoticePreferences]) -> None:
    """Write mails to confirmed primary addresses alone, so that no stranger gets them."""
    if not rows:
        return
    users = {row.user_id for row in rows}
    confirmed = EmailAddress.objects.filter(user__in=users, verified=True, primary=True)
    addresses = dict(confirmed.values_list("user", "email"))
    mails = []
    for row in rows:
        if row.user_id in addresses:
            with translation.override(wanted[row.user_id].language or of_the_room()):
                notice = notice_texts.say(row.kind, row.data)
                why = _("You receive this email because you asked for it under Notices.")
                text = mail_texts.text_of(row.kind, title=notice.title, text=notice.text)
                unsubscribe = unsubscribing.address(row.user_id, row.kind)
                mail = EmailMultiAlternatives(
                    notice.title,
                    mail_texts.written(text, why),
                    to=[addresses[row.user_id]],
                    headers=unsubscribing.headers(unsubscribe),
                )
                html = mail_texts.html(
                    notice.title, text, why, url=row.url, unsubscribe=unsubscribe
                )
            mail.attach_alternative(html, "text/html")
            mails.append(mail)
    if mails:
        get_connection().send_messages(mails)
