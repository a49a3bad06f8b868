"""Checks of documents by a provider, and the consequences of its answers (KYC-2).

Each check is a row beside the document; a worker sends it outside of any transaction and polls
until there is an answer. A match verifies the player; any other verdict is left to staff.
"""

import time
from datetime import date, datetime, timedelta
from datetime import time as clock
from typing import Final

import structlog
from django.db import transaction
from django.db.models import QuerySet

from core.outside.signed_json import Declined, Silent
from core.refusal import Refusal, RefusalCode
from core.settings.room_time import zone
from core.types import UserId
from players.identity import cases, documents, gates
from players.models import Identity, IdentityCheck, IdentityState
from players.provider import service as providers
from players.provider.service import Lost, ProviderReply, ProviderRequest, Verdict
from players.refusals import PlayerCode

log = structlog.get_logger(__name__)

# Exponential back-off between two polls: the first wait, doubled each time up to the longest.
FIRST: Final = timedelta(seconds=5)
LONGEST: Final = timedelta(minutes=10)
# A worker holds a check so long before another may take it.
LEASE: Final = timedelta(minutes=1)
# After a silence no worker asks the provider for so long.
PAUSE: Final = timedelta(seconds=30)
# After this a check is given up.
GIVEN_UP: Final = timedelta(days=3)
# Checks and seconds of one sweep; the next one continues.
AT_ONCE, SWEEP_SECONDS = 50, 5.0


def see_to_due(*, now: datetime) -> int:
    """Send documents that are due and poll for answers; returns how many answers came. Stops when
    the provider is silent. Safe to run concurrently and repeatedly."""
    service = providers.connected()
    if service is None:
        return 0
    end, answered = time.monotonic() + SWEEP_SECONDS, 0
    for pk in [*_due(now).values_list("pk", flat=True)[:AT_ONCE]]:
        if time.monotonic() > end or (check := _take(pk, now=now)) is None:
            continue
        try:
            answered += _ask(service, check, now=now)
        except Lost:
            IdentityCheck.objects.filter(pk=pk).update(sent_at=None)
        except Declined as error:
            _fail(check, error, over=True)
        except Silent as error:
            _fail(check, error, over=False)
            _due(now).order_by().update(due_at=now + PAUSE)
            break
        except Exception:
            # One bad document must not block the others; it is due again after its lease.
            log.exception("document not checked", document=pk)
    return answered


def at_provider() -> QuerySet[IdentityCheck]:
    """Return the checks that still wait for their answer."""
    return IdentityCheck.objects.filter(due_at__isnull=False)


def _due(now: datetime) -> QuerySet[IdentityCheck]:
    return IdentityCheck.objects.filter(due_at__lte=now).order_by("due_at", "pk")


def _take(pk: int, *, now: datetime) -> IdentityCheck | None:
    """Take a check for this worker alone, for the length of its lease; None where it is not due any
    more, has been given up or is no longer wanted."""
    with transaction.atomic():
        rows = _due(now).select_for_update(of=("self",), skip_locked=True)
        check = rows.select_related("document").defer("document__sealed").filter(pk=pk).first()
        if check is None:
            return None
        document = check.document
        old = document.sent_at <= now - GIVEN_UP
        unwanted = document.gone_at or not _in_review(UserId(document.user_id), now=now)
        wait = min(FIRST * 2 ** min(check.tries, 12), LONGEST)
        check.tries = min(check.tries + 1, 10_000)
        check.due_at = None if old or unwanted else now + max(wait, LEASE)
        check.save(update_fields=["tries", "due_at"])
        return None if check.due_at is None else check


def _ask(service: providers.Provider, check: IdentityCheck, *, now: datetime) -> bool:
    """Send a document, or poll for its answer; returns whether an answer came."""
    if check.sent_at is None:
        question = _question(check)
        if question is None:
            return False
        service.send(check.token, question)
        IdentityCheck.objects.filter(pk=check.pk).update(sent_at=now, failure="")
        _look_again(check, now=now)
        return False
    answer = service.look(check.token)
    if answer is None:
        IdentityCheck.objects.filter(pk=check.pk).update(failure="")
        _look_again(check, now=now)
        return False
    return _keep(check, answer, now=now)


def _look_again(check: IdentityCheck, *, now: datetime) -> None:
    """Replace the lease of a check by the back-off of the next poll."""
    wait = min(FIRST * 2 ** min(check.tries - 1, 12), LONGEST)
    IdentityCheck.objects.filter(pk=check.pk, due_at__isnull=False).update(due_at=now + wait)


def _question(check: IdentityCheck) -> ProviderRequest | None:
    known = Identity.objects.get(pk=check.document.user_id)
    try:
        row, file = documents.look(check.pk)
    except Refusal:
        # Deleted since, or sealed under another key.
        IdentityCheck.objects.filter(pk=check.pk).update(due_at=None)
        return None
    assert known.born is not None
    return ProviderRequest(known.name, known.born, known.number, row.kind, file.media, file.content)


def _fail(check: IdentityCheck, error: Exception, *, over: bool) -> None:
    failure = f"{type(error).__name__}: {error}".replace("\0", "")[:80]
    rows = IdentityCheck.objects.filter(pk=check.pk)
    rows.update(failure=failure, **({"due_at": None} if over else {}))
    log.warning("the identity provider did not answer", why=type(error).__name__)


def _keep(check: IdentityCheck, answer: ProviderReply, *, now: datetime) -> bool:
    """Store an answer, and verify the player on a match; returns whether the answer counts."""
    document, user_id = check.document, UserId(check.document.user_id)
    with transaction.atomic():
        cases.hold_alike(user_id)
        row = IdentityCheck.objects.select_for_update().get(pk=check.pk)
        if row.answered_at is not None:
            return False
        counts = row.due_at is not None
        row.answered_at, row.due_at, row.failure = now, None, ""
        row.verdict, row.reason, row.expires = answer
        document.refresh_from_db(fields=["gone_at"])
        if counts and answer.verdict == Verdict.MATCHES and document.gone_at is None:
            row.left = _left(user_id, answer, now=now)
            if not row.left and _in_review(user_id, now=now):
                row.save()
                cases.match(user_id=user_id, answer=row, until=_ends(answer), now=now)
        row.save()
    return counts


def _left(user_id: UserId, answer: ProviderReply, *, now: datetime) -> str:
    """Return the reason to leave a match to staff; empty if there is none."""
    ends = _ends(answer)
    if ends is not None and ends <= now:
        return IdentityCheck.Left.OVER
    try:
        cases.check_one_account(user_id)
    except Refusal as refusal:
        return _LEFT[refusal.code]
    return ""


_LEFT: Final[dict[RefusalCode, IdentityCheck.Left]] = {
    PlayerCode.SAME_NUMBER: IdentityCheck.Left.NUMBER,
    PlayerCode.SAME_PERSON: IdentityCheck.Left.PERSON,
}


def _ends(answer: ProviderReply) -> datetime | None:
    """Return the end of the document's last day in the room's time zone; None without an end."""
    # Some providers send the last day of the calendar for "no end".
    if answer.expires is None or answer.expires == date.max:
        return None
    return datetime.combine(answer.expires + timedelta(days=1), clock(), zone())


def _in_review(user_id: UserId, *, now: datetime) -> bool:
    return gates.standing(user_id, now=now) == IdentityState.IN_REVIEW
