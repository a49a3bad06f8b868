"""Acts of staff on one player; each verb writes its act in the transaction of its effect."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.urls import reverse

from core import reasons
from core.types import UserId
from players import room_settings
from players.identity import cases, documents
from players.models import Notice, User
from players.notices import news
from players.notices.news import News
from players.profile import real_names
from players.sign_in import sessions
from players.staff import anonymising, demands, notes, player_file, restrictions
from tournaments.entry import acts
from tournaments.models import Act

Verb = Act.Verb


def ask_identity(*, user_id: UserId, by: UserId, why: str, now: datetime) -> None:
    """Ask a player to prove their identity (KYC-1). Idempotent. Refusals: ``cases.ask``."""
    with transaction.atomic():
        if cases.ask(user_id=user_id, by=by, why=why, now=now):
            record(Verb.ASK_IDENTITY, user_id, by=by, now=now, why=why)


def verify_identity(*, user_id: UserId, by: UserId, why: str, now: datetime, **seen: Any) -> None:
    """Verify a player's identity. Idempotent. ``seen`` and refusals: ``cases.verify``."""
    with transaction.atomic():
        if cases.verify(user_id=user_id, by=by, why=why, now=now, **seen):
            record(Verb.VERIFY_IDENTITY, user_id, by=by, now=now, why=why)


def refuse_identity(*, user_id: UserId, by: UserId, why: str, now: datetime) -> None:
    """Refuse a player's proof of identity. Idempotent. Refusals: ``cases.refuse``."""
    with transaction.atomic():
        if cases.refuse(user_id=user_id, by=by, why=why, now=now):
            record(Verb.REFUSE_IDENTITY, user_id, by=by, now=now, why=why)


def expire_identity(*, user_id: UserId, by: UserId, why: str, now: datetime) -> None:
    """End a verification before its time. Idempotent. Refusals: ``cases.expire``."""
    with transaction.atomic():
        if cases.expire(user_id=user_id, by=by, why=why, now=now):
            record(Verb.EXPIRE_IDENTITY, user_id, by=by, now=now, why=why)


def look_at_document(*, document_id: int, by: UserId, now: datetime) -> documents.File:
    """Read a document that a player has shown; each look is recorded.

    Refuses NO_SUCH_DOCUMENT.
    """
    with transaction.atomic():
        row, file = documents.look(document_id)
        user_id = UserId(row.user_id)
        record(Verb.SEE_DOCUMENT, user_id, by=by, now=now, after={"document": row.pk})
    return file


def keep_name(*, user_id: UserId, name: str, number: str, by: UserId, now: datetime) -> None:
    """Enter a player's real name and membership number, or delete them. Idempotent. The act, which
    is never erased, says which of the two there are. Refusals: ``real_names.keep``."""
    with transaction.atomic():
        if real_names.keep(user_id=user_id, name=name, number=number):
            after = {"name": bool(name.strip()), "number": bool(number.strip())}
            record(Verb.REAL_NAME, user_id, by=by, now=now, after=after)


def write_note(*, user_id: UserId, text: str, pinned: bool, by: UserId, now: datetime) -> None:
    """Write a note on a player for colleagues (STAFF-7). Refuses NO_REASON."""
    with transaction.atomic():
        note = notes.write(user_id=user_id, text=text, pinned=pinned, by=by, now=now)
        record(Verb.NOTE, user_id, by=by, now=now, after={"note": note.pk, "pinned": pinned})


def pin_note(*, note_id: int, pinned: bool, by: UserId, why: str, now: datetime) -> None:
    """Pin or unpin a note. Idempotent. Refuses NO_REASON, NO_SUCH_NOTE."""
    reasons.check(why)
    with transaction.atomic():
        note = notes.pin(note_id=note_id, pinned=pinned)
        if note is not None:
            after = {"note": note.pk, "pinned": pinned}
            user_id = UserId(note.user_id)
            record(Verb.PIN_NOTE, user_id, by=by, now=now, why=why, after=after)


def tell(*, user_id: UserId, text: str, by: UserId, now: datetime) -> None:
    """Send one player a message of the staff, which they alone read. Refuses NO_REASON."""
    reasons.check(text)
    with transaction.atomic():
        act = record(Verb.TELL, user_id, by=by, now=now, why=text)
        data = {"name": room_settings.NAME.value(), "text": text}
        kind = Notice.Kind.MESSAGE
        news.tell([News(user_id, kind, f"message:{act.pk}", data, reverse("notices"))], now=now)


def end_sessions(*, user_id: UserId, by: UserId, why: str, now: datetime) -> None:
    """Sign a player out everywhere, off every table. Refuses NO_REASON, DEMAND_ON_STAFF."""
    reasons.check(why)
    with transaction.atomic():
        demands.check_person(user_id=user_id, by=by)
        sessions.end_all(user_id=user_id)
        record(Verb.END_SESSIONS, user_id, by=by, now=now, why=why)


def restrict(
    *, user_id: UserId, game: str, lifted: bool, by: UserId, why: str, now: datetime
) -> None:
    """Restrict a player from a kind of game, or lift that (STAFF-10). Idempotent.

    Refusals: ``restrictions.restrict``.
    """
    verb = Verb.UNRESTRICT if lifted else Verb.RESTRICT
    with transaction.atomic():
        if restrictions.restrict(
            user_id=user_id, game=game, lifted=lifted, by=by, why=why, now=now
        ):
            record(verb, user_id, by=by, now=now, why=why, after={"game": game})


def export(*, user_id: UserId, by: UserId, now: datetime) -> player_file.Whole:
    """Export all data of a player (STAFF-9); each export is recorded."""
    with transaction.atomic():
        record(Verb.EXPORT, user_id, by=by, now=now)
        return player_file.whole(user_id, now=now)


def forget(*, user_id: UserId, by: UserId, why: str, now: datetime) -> None:
    """Anonymise a player for good (STAFF-9). Idempotent.

    Refusals: ``forgetting.forget``.
    """
    with transaction.atomic():
        if anonymising.forget(user_id=user_id, by=by, why=why, now=now):
            record(Verb.FORGET, user_id, by=by, now=now, why=why)


def demand(*, user_id: UserId, kind: str, by: UserId, why: str, now: datetime) -> None:
    """Demand a new password or a second factor at the next sign-in. Again only signs out.

    Refusals: ``demands.make``.
    """
    with transaction.atomic():
        if demands.make(user_id=user_id, kind=kind, by=by, why=why, now=now):
            record(Verb.DEMAND, user_id, by=by, now=now, why=why, after={"asked": kind})


def record(
    verb: str,
    user_id: UserId,
    *,
    by: int,
    now: datetime,
    why: str = "",
    after: acts.Picture | None = None,
) -> Act:
    """Record an act about a player."""
    name = User.objects.get(pk=user_id).get_username()
    return acts.record(
        verb,
        by=by,
        now=now,
        about=name,
        player_id=user_id,
        why=why,
        after={"user": user_id, **(after or {})},
    )
