"""Queries to the register about players, and their answers (PLAY-6).

The query is stored before it is sent, outside of any transaction; an answer counts unless a later
query was answered before it, or the player's marks have changed meanwhile.
"""

import hashlib
import hmac
import time
import unicodedata
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Final

import structlog
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q

from core.jobs import attempt
from core.outside.signed_json import Declined, Silent
from core.types import UserId
from players import player_lock, room_settings, signals
from players.models import Forgotten, Identity, IdentityState, RegisterAnswer, User
from players.protection.register import service
from players.protection.register.service import RegisterReply

log = structlog.get_logger(__name__)

# Sign-ins and deposits accept an answer of this age.
FRESH: Final = timedelta(minutes=15)
# After a silence no query is sent for so long; after a failure a player is queried again so late.
PAUSE: Final = timedelta(seconds=30)
AGAIN: Final = timedelta(minutes=2)
# An answer is refreshed after this part of its hours: three more tries before it is too old.
SHARE: Final = 4
# Players and seconds of one sweep; the next one continues.
AT_ONCE, SWEEP_SECONDS = 200, 8.0


def refresh(*, user_id: UserId, older: timedelta = FRESH, now: datetime) -> None:
    """Ask about a player, unless that succeeded within ``older`` or the register is silent.

    Costs no query where no register is connected.
    """
    if not service.is_connected():
        return
    if RegisterAnswer.objects.filter(pk=user_id, asked_at__gt=now - older, failure="").exists():
        return
    if not _is_silent(now):
        ask(user_id=user_id, now=now)


def ask(*, user_id: UserId, now: datetime) -> bool:
    """Ask about a player; returns whether an answer was kept. False, too, without any mark of
    theirs or without a connected register."""
    register = service.connected()
    if register is None:
        return False
    about = _note(user_id, now=now)
    if not about:
        return False
    try:
        answer = register.ask(marks=about)
    except (Silent, Declined) as error:
        RegisterAnswer.objects.filter(pk=user_id, asked_at=now).update(
            failure=f"{type(error).__name__}: {error}".replace("\0", "")[:80], due_at=now + AGAIN
        )
        log.warning("the exclusion register did not answer", why=type(error).__name__)
        return False
    return _keep(user_id, answer, about, asked_at=now)


def ask_due(*, now: datetime) -> int:
    """Ask about signed-in players whose answer is due for a refresh; returns how many answers came.
    Stops when the register is silent. Idempotent."""
    if not service.is_connected() or _is_silent(now):
        return 0
    end, answered = time.monotonic() + SWEEP_SECONDS, 0
    for user_id in _due(now):
        if time.monotonic() > end:
            break
        work = partial(ask, user_id=UserId(user_id), now=now)
        answered += attempt("ask the register", work, user=user_id) or False
        if _is_silent(now):
            break
    return answered


def ask_soon(*, user_id: UserId, now: datetime) -> None:
    """Make a player with new marks due at the next sweep; in the caller's transaction."""
    RegisterAnswer.objects.filter(pk=user_id).update(due_at=now)


def _due(now: datetime) -> Iterable[int]:
    proved = Q(emailaddress__verified=True) | Q(identity__state=IdentityState.VERIFIED)
    old = Q(register_answer=None) | Q(register_answer__due_at__lte=now)
    here = Exists(UserSession.objects.filter(user=OuterRef("pk")))
    rows = User.objects.filter(proved, old, here, is_active=True)
    order = F("register_answer__due_at").asc(nulls_first=True)
    return rows.order_by(order, "pk").values_list("pk", flat=True).distinct()[:AT_ONCE]


def _is_silent(now: datetime) -> bool:
    """Return whether the register was silent to a query of the last ``PAUSE``."""
    lately = RegisterAnswer.objects.filter(asked_at__gt=now - PAUSE)
    return lately.filter(failure__startswith=Silent.__name__).exists()


def _note(user_id: UserId, *, now: datetime) -> list[str]:
    """Store the query about a player, and return its marks; empty where there is no mark to ask
    by."""
    with transaction.atomic():
        player_lock.hold(user_id)
        if Forgotten.objects.filter(user=user_id).exists():
            return []
        known = RegisterAnswer.objects.filter(pk=user_id).first()
        about = sorted({*(known.marks if known else ()), *marks(user_id)})
        if about:
            query = {"marks": about, "asked_at": now, "due_at": now + AGAIN}
            RegisterAnswer.objects.update_or_create(pk=user_id, defaults=query)
    return about


def _keep(user_id: UserId, answer: RegisterReply, about: list[str], *, asked_at: datetime) -> bool:
    """Store an answer, and signal a change of the exclusion; returns whether the answer counts."""
    with transaction.atomic():
        player_lock.hold(user_id)
        row = RegisterAnswer.objects.filter(pk=user_id, marks=about).first()
        if row is None or (row.answered_at is not None and row.answered_at >= asked_at):
            return False
        before, row.until = row.until, answer.until
        row.answered_at, row.failure = asked_at, ""
        row.due_at = asked_at + timedelta(hours=room_settings.REGISTER_HOURS.value()) / SHARE
        row.save()
        was_out = before is not None and before > asked_at
        is_out = answer.until is not None and answer.until > asked_at
        if is_out and not was_out:
            signals.barred.send(sender=RegisterAnswer, user_id=user_id, now=asked_at)
        if is_out is not was_out:
            signals.access_changed.send(sender=RegisterAnswer, user_id=user_id)
            log.info("the exclusion register said otherwise", user=user_id, excluded=is_out)
    return True


def take_over(*, user_id: UserId, other_id: UserId, now: datetime) -> None:
    """Add the marks of another account of the same person to this one, due at once; until the
    answer, the later end of the two exclusions holds. The caller holds both."""
    other = RegisterAnswer.objects.filter(pk=other_id).first()
    if other is None:
        return
    row = RegisterAnswer.objects.filter(pk=user_id).first()
    if row is None:
        row = RegisterAnswer(pk=user_id, asked_at=now, answered_at=other.answered_at)
    row.marks = sorted({*row.marks, *other.marks})
    ends = [until for until in (row.until, other.until) if until is not None]
    row.until, row.due_at = max(ends, default=None), now
    row.save()
    if row.until is not None and row.until > now:
        signals.barred.send(sender=RegisterAnswer, user_id=user_id, now=now)
        signals.access_changed.send(sender=RegisterAnswer, user_id=user_id)


def marks(user_id: UserId) -> set[str]:
    """Return the marks of a player's proved data: confirmed addresses, and the number of a verified
    identity. Marks of merely claimed data would disclose others' exclusions."""
    addresses = EmailAddress.objects.filter(user=user_id, verified=True)
    hashed = {
        mark("mail", address.lower()) for address in addresses.values_list("email", flat=True)
    }
    verified = Identity.objects.filter(pk=user_id, state=IdentityState.VERIFIED).exclude(number="")
    for number in verified.values_list("number", flat=True):
        hashed.add(mark("number", "".join(filter(str.isalnum, number)).upper()))
    return hashed


def mark(kind: str, value: str) -> str:
    """Return the HMAC-SHA256 of ``kind:value`` under ``EXCLUSIONS_KEY``, in hexadecimal."""
    words = unicodedata.normalize("NFKC", f"{kind}:{value.strip()}")
    return hmac.new(settings.EXCLUSIONS_KEY.encode(), words.encode(), hashlib.sha256).hexdigest()
