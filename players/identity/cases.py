"""A player's identity, step by step; each is kept with who took it, when and why."""

import json
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Upper
from django.urls import reverse

from core import reasons
from core.jobs import attempt
from core.refusal import Refusal
from core.types import UserId
from players import house, people
from players.models import Identity, IdentityCheck, IdentityStep, Notice, State
from players.notices import news
from players.notices.news import News
from players.protection.register import asking
from players.refusals import Code


def ask(*, user_id: UserId, by: UserId, why: str, now: datetime) -> bool:
    """Ask a player to show who they are; whether that is new. Refusals: ``_decide``."""
    return _decide(user_id, State.ASKED, by=by, why=why, now=now)


def verify(
    *, user_id: UserId, by: UserId, why: str, now: datetime, seen: str | None = None
) -> bool:
    """Say that a player is who they say; whether that is new.

    ``seen`` is ``said`` as whoever decides has read it. Refuses IDENTITY_CHANGED where the player
    says otherwise by now, and what ``_decide`` does.
    """
    with transaction.atomic():
        people.hold(user_id)
        if seen is not None and seen != said(user_id):
            raise Refusal(Code.IDENTITY_CHANGED)
        return _decide(user_id, State.VERIFIED, by=by, why=why, now=now, until=_until(now))


def said(user_id: UserId) -> str:
    """What a player says of themselves; the same text for the same words."""
    row = Identity.objects.filter(pk=user_id).first() or Identity()
    return json.dumps([row.name, row.born and row.born.isoformat(), row.number])


def same_person(user_id: UserId) -> QuerySet[Identity]:
    """Return the verified identities of other accounts that seem to be this person's: the same
    number, or the same name and date of birth, without regard to capitals (KYC-1)."""
    row = Identity.objects.filter(pk=user_id).first() or Identity()
    if not row.number and not (row.name and row.born):
        return Identity.objects.none()
    alike = Q(pk__in=[])
    if row.number:
        alike |= Q(upper_number=row.number.upper())
    if row.name and row.born:
        alike |= Q(born=row.born, name__iexact=row.name)
    verified = Identity.objects.filter(state=State.VERIFIED).exclude(pk=user_id)
    return verified.annotate(upper_number=Upper("number")).filter(alike).select_related("user")


def match(*, user_id: UserId, answer: IdentityCheck, until: datetime | None, now: datetime) -> bool:
    """A provider's answer verifies a player, at most ``until`` the document's end (KYC-2); whether
    that is new. The caller holds the player. Refuses IDENTITY_STEP."""
    ends = [end for end in (_until(now), until) if end is not None]
    return step(
        user_id,
        State.VERIFIED,
        by=None,
        why="",
        now=now,
        answer=answer,
        until=min(ends, default=None),
    )


def _until(now: datetime) -> datetime | None:
    """How long a verification of now counts; None: for good."""
    days = house.IDENTITY_VALID_DAYS.value()
    return now + timedelta(days=days) if days else None


def refuse(*, user_id: UserId, by: UserId, why: str, now: datetime) -> bool:
    """Say that a player is not who they say; whether that is new. Refusals: ``_decide``."""
    return _decide(user_id, State.REFUSED, by=by, why=why, now=now)


def expire(*, user_id: UserId, by: UserId, why: str, now: datetime) -> bool:
    """End a verification before its time; whether that is new. Refusals: ``_decide``."""
    return _decide(user_id, State.EXPIRED, by=by, why=why, now=now)


def expire_due(*, now: datetime) -> int:
    """Write down whose verification has run out; returns how many. Safe to run twice."""
    due = Identity.objects.filter(state=State.VERIFIED, until__lte=now).order_by("pk")
    return sum(
        attempt("expire an identity", partial(_expire_one, UserId(pk), now=now), user=pk) or False
        for pk in due.values_list("pk", flat=True)
    )


def _expire_one(user_id: UserId, *, now: datetime) -> bool:
    with transaction.atomic():
        people.hold(user_id)
        return _lapse(user_id, now=now)


def _lapse(user_id: UserId, *, now: datetime) -> bool:
    """Write down that a verification has run out, if it has; the caller holds the player."""
    row = Identity.objects.filter(pk=user_id, state=State.VERIFIED, until__lte=now).first()
    return row is not None and step(user_id, State.EXPIRED, by=None, why="", now=now)


def _decide(
    user_id: UserId, after: State, *, by: UserId, why: str, now: datetime, **columns: Any
) -> bool:
    """Refuses NO_REASON, OWN_IDENTITY, IDENTITY_STEP."""
    reasons.check(why)
    if by == user_id:
        raise Refusal(Code.OWN_IDENTITY)
    with transaction.atomic():
        people.hold(user_id)
        # The job that writes it down may not have come by yet.
        _lapse(user_id, now=now)
        return step(user_id, after, by=by, why=why, now=now, **columns)


def step(
    user_id: UserId,
    after: State,
    *,
    by: UserId | None,
    why: str,
    now: datetime,
    answer: IdentityCheck | None = None,
    **columns: Any,
) -> bool:
    """Take a step and tell the player; the caller holds them. Again is nothing; IDENTITY_STEP."""
    row = Identity.objects.filter(pk=user_id).first() or Identity(user_id=user_id, since=now)
    before = State(row.state)
    if before == after:
        return False
    if not before.may_become(after):
        raise Refusal(Code.IDENTITY_STEP)
    row.state, row.since, row.until = after, now, None
    for name, value in columns.items():
        setattr(row, name, value)
    row.save()
    taken = IdentityStep.objects.create(
        user_id=user_id, before=before, after=after, by_id=by, answer=answer, why=why, at=now
    )
    if after == State.VERIFIED:
        asking.ask_soon(user_id=user_id, now=now)
    if by != user_id:
        data = {"state": after.value}
        key = f"identity:{taken.pk}"
        told = News(user_id, Notice.Kind.IDENTITY, key, data, reverse("identity"))
        news.tell([told], now=now)
    return True
