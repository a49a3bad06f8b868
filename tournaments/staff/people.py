"""What staff do with one player; each writes its act in the transaction of what it does."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from core.types import UserId
from players.identity import cases, documents
from tournaments.entry import acts
from tournaments.models import Act

Verb = Act.Verb


def ask_identity(*, user_id: UserId, by: UserId, why: str, now: datetime) -> None:
    """Ask a player to show who they are (KYC-1). Again is nothing. Refusals: ``cases.ask``."""
    with transaction.atomic():
        if cases.ask(user_id=user_id, by=by, why=why, now=now):
            record(Verb.ASK_IDENTITY, user_id, by=by, now=now, why=why)


def verify_identity(*, user_id: UserId, by: UserId, why: str, now: datetime) -> None:
    """Say that a player is who they say. Again is nothing. Refusals: ``cases.verify``."""
    with transaction.atomic():
        if cases.verify(user_id=user_id, by=by, why=why, now=now):
            record(Verb.VERIFY_IDENTITY, user_id, by=by, now=now, why=why)


def refuse_identity(*, user_id: UserId, by: UserId, why: str, now: datetime) -> None:
    """Say that a player is not who they say. Again is nothing. Refusals: ``cases.refuse``."""
    with transaction.atomic():
        if cases.refuse(user_id=user_id, by=by, why=why, now=now):
            record(Verb.REFUSE_IDENTITY, user_id, by=by, now=now, why=why)


def expire_identity(*, user_id: UserId, by: UserId, why: str, now: datetime) -> None:
    """End a verification before its time. Again is nothing. Refusals: ``cases.expire``."""
    with transaction.atomic():
        if cases.expire(user_id=user_id, by=by, why=why, now=now):
            record(Verb.EXPIRE_IDENTITY, user_id, by=by, now=now, why=why)


def look_at_document(*, document_id: int, by: UserId, now: datetime) -> documents.File:
    """A document that a player showed; that somebody looked is on record each time.

    Refuses NO_SUCH_DOCUMENT.
    """
    with transaction.atomic():
        row, file = documents.look(document_id)
        user_id = UserId(row.user_id)
        record(Verb.SEE_DOCUMENT, user_id, by=by, now=now, after={"document": row.pk})
    return file


def record(
    verb: str,
    user_id: UserId,
    *,
    by: int,
    now: datetime,
    why: str = "",
    after: acts.Picture | None = None,
) -> None:
    """Write an act about a player down."""
    name = User.objects.get(pk=user_id).get_username()
    acts.record(verb, by=by, now=now, about=name, why=why, after={"user": user_id, **(after or {})})
