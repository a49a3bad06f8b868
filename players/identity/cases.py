"""The steps of a player's identity; each is kept with its author, time and reason."""

import json
import re
import unicodedata
from collections.abc import Collection
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.urls import reverse

from core import reasons
from core.jobs import attempt
from core.refusal import Refusal
from core.types import UserId
from players import player_lock, room_settings
from players.identity import gates
from players.models import (
    Compared,
    Identity,
    IdentityCheck,
    IdentityDocument,
    IdentityState,
    IdentityStep,
    Merge,
    Notice,
)
from players.models.identity import NUMBER_IN_FULL
from players.notices import news
from players.notices.news import News
from players.protection.register import queries
from players.refusals import PlayerCode


def ask(*, user_id: UserId, by: UserId, why: str, now: datetime) -> bool:
    """Ask a player for documents; returns whether that is new. Refusals: ``_decide``."""
    return _decide(user_id, IdentityState.ASKED, by=by, why=why, now=now)


def verify(
    *,
    user_id: UserId,
    by: UserId,
    why: str,
    now: datetime,
    seen: str | None = None,
    checked: Collection[str] = (),
    other_person: bool = False,
) -> bool:
    """Verify a player's identity; returns whether that is new.

    ``seen`` is the ``statement`` that the member of staff has read, ``checked`` the points compared
    with the document (``Compared``), ``other_person`` that a namesake is another person. Refuses
    IDENTITY_CHANGED where the player's statement has changed since, CHECKS_MISSING where there is a
    document, SAME_NUMBER, SAME_PERSON, and what ``_decide`` does.
    """
    with transaction.atomic():
        hold_alike(user_id)
        if seen is not None and seen != statement(user_id):
            raise Refusal(PlayerCode.IDENTITY_CHANGED)
        if gates.standing(user_id, now=now) != IdentityState.VERIFIED:
            _check_compared(user_id, checked)
            check_one_account(user_id, other_person=other_person)
        return _decide(
            user_id,
            IdentityState.VERIFIED,
            by=by,
            why=why,
            now=now,
            checked=sorted(checked),
            until=_until(now),
        )


def statement(user_id: UserId) -> str:
    """Return a player's statement of name, birth and number; equal statements give equal texts."""
    row = Identity.objects.filter(pk=user_id).first() or Identity()
    return json.dumps([row.name, row.born and row.born.isoformat(), row.number])


def same_person(user_id: UserId) -> list[Identity]:
    """Return the identities of other accounts that seem to be this person's (KYC-1): the same
    number, or the same name and date of birth, regardless of capitals, accents and signs.

    Accounts that were merged into another one are left out.
    """
    row = Identity.objects.filter(pk=user_id).first()
    if row is None:
        return []
    alike = Q(pk__in=[])
    if number := _number(row):
        alike |= Q(number_in_full=number)
    if row.born:
        alike |= Q(born=row.born)
    merged = Merge.objects.filter(status=Merge.Status.DONE).values("other")
    others = Identity.objects.annotate(number_in_full=NUMBER_IN_FULL).filter(alike)
    others = others.exclude(pk=user_id).exclude(pk__in=merged).select_related("user")
    return [
        other
        for other in others.order_by("pk")
        if has_same_number(row, other) or _has_same_name(row, other)
    ]


def has_same_number(one: Identity, other: Identity) -> bool:
    """Return whether two accounts state the same tax code or number of a document."""
    return bool(_number(one)) and _number(one) == _number(other)


def hold_alike(user_id: UserId) -> None:
    """Lock a player and all accounts that seem to be the same person, so that of two concurrent
    verifications the second sees the first."""
    alike = [UserId(other.pk) for other in same_person(user_id)]
    for player_id in sorted({user_id, *alike}):
        player_lock.hold(player_id)


def check_one_account(user_id: UserId, *, other_person: bool = False) -> None:
    """Check that this person has no other verified account; ``other_person`` accepts a namesake.

    Refuses SAME_NUMBER and SAME_PERSON (``names``).
    """
    row = Identity.objects.filter(pk=user_id).first() or Identity()
    twins = [other for other in same_person(user_id) if other.state == IdentityState.VERIFIED]
    names = ", ".join(other.user.get_username() for other in twins)
    if any(has_same_number(row, other) for other in twins):
        raise Refusal(PlayerCode.SAME_NUMBER, names=names)
    if twins and not other_person:
        raise Refusal(PlayerCode.SAME_PERSON, names=names)


def has_document(user_id: UserId) -> bool:
    """Return whether an identity document of the player is still kept; no proof of address."""
    documents = IdentityDocument.objects.filter(user=user_id, gone_at=None)
    return documents.exclude(kind=IdentityDocument.Kind.ADDRESS).exists()


def _check_compared(user_id: UserId, checked: Collection[str]) -> None:
    if has_document(user_id) and set(checked) != set(Compared.values):
        raise Refusal(PlayerCode.CHECKS_MISSING)


def _number(row: Identity) -> str:
    """Return the number without signs and spaces, as ``NUMBER_IN_FULL`` does."""
    return re.sub("[^A-Z0-9]", "", row.number.upper())


def _has_same_name(one: Identity, other: Identity) -> bool:
    if not one.born or one.born != other.born:
        return False
    return bool(_words(one.name)) and _words(one.name) == _words(other.name)


def _words(name: str) -> list[str]:
    """Return the words of a name, sorted: with the family name first it is the same name."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return sorted(re.findall(r"\w+", "".join(c for c in plain if not unicodedata.combining(c))))


def match(*, user_id: UserId, answer: IdentityCheck, until: datetime | None, now: datetime) -> bool:
    """Verify a player by a provider's answer, at most ``until`` the document's end (KYC-2); returns
    whether that is new. The caller holds the player. Refuses IDENTITY_STEP."""
    ends = [end for end in (_until(now), until) if end is not None]
    return step(
        user_id,
        IdentityState.VERIFIED,
        by=None,
        why="",
        now=now,
        answer=answer,
        until=min(ends, default=None),
    )


def _until(now: datetime) -> datetime | None:
    """Return the end of a verification of now; None: it never expires."""
    days = room_settings.IDENTITY_VALID_DAYS.value()
    return now + timedelta(days=days) if days else None


def refuse(*, user_id: UserId, by: UserId, why: str, now: datetime) -> bool:
    """Refuse a player's identity; returns whether that is new. Refusals: ``_decide``."""
    return _decide(user_id, IdentityState.REFUSED, by=by, why=why, now=now)


def expire(*, user_id: UserId, by: UserId, why: str, now: datetime) -> bool:
    """End a verification before its time; returns whether that is new. Refusals: ``_decide``."""
    return _decide(user_id, IdentityState.EXPIRED, by=by, why=why, now=now)


def expire_due(*, now: datetime) -> int:
    """Expire verifications that have run out; returns how many. Idempotent."""
    due = Identity.objects.filter(state=IdentityState.VERIFIED, until__lte=now).order_by("pk")
    return sum(
        attempt("expire an identity", partial(_expire_one, UserId(pk), now=now), user=pk) or False
        for pk in due.values_list("pk", flat=True)
    )


def _expire_one(user_id: UserId, *, now: datetime) -> bool:
    with transaction.atomic():
        player_lock.hold(user_id)
        return _lapse(user_id, now=now)


def _lapse(user_id: UserId, *, now: datetime) -> bool:
    """Expire a verification that has run out; returns whether it had. The caller locks."""
    row = Identity.objects.filter(pk=user_id, state=IdentityState.VERIFIED, until__lte=now).first()
    return row is not None and step(user_id, IdentityState.EXPIRED, by=None, why="", now=now)


def _decide(
    user_id: UserId, after: IdentityState, *, by: UserId, why: str, now: datetime, **columns: Any
) -> bool:
    """Take a step as staff. Refuses NO_REASON, OWN_IDENTITY, IDENTITY_STEP."""
    reasons.check(why)
    if by == user_id:
        raise Refusal(PlayerCode.OWN_IDENTITY)
    with transaction.atomic():
        player_lock.hold(user_id)
        # The scheduled job may not have expired it yet.
        _lapse(user_id, now=now)
        return step(user_id, after, by=by, why=why, now=now, **columns)


def step(
    user_id: UserId,
    after: IdentityState,
    *,
    by: UserId | None,
    why: str,
    now: datetime,
    answer: IdentityCheck | None = None,
    checked: Collection[str] = (),
    **columns: Any,
) -> bool:
    """Take a step and notify the player, locked by the caller; idempotent. IDENTITY_STEP."""
    row = Identity.objects.filter(pk=user_id).first() or Identity(user_id=user_id, since=now)
    before = IdentityState(row.state)
    if before == after:
        return False
    if not before.may_become(after):
        raise Refusal(PlayerCode.IDENTITY_STEP)
    row.state, row.since, row.until = after, now, None
    for name, value in columns.items():
        setattr(row, name, value)
    row.save()
    step_row = IdentityStep.objects.create(
        user_id=user_id,
        before=before,
        after=after,
        by_id=by,
        answer=answer,
        checked=list(checked),
        why=why,
        at=now,
    )
    if after == IdentityState.VERIFIED:
        queries.ask_soon(user_id=user_id, now=now)
    if by != user_id:
        data = {"state": after.value}
        key = f"identity:{step_row.pk}"
        notice = News(user_id, Notice.Kind.IDENTITY, key, data, reverse("identity"))
        news.tell([notice], now=now)
    return True
