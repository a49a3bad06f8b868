"""Archives of a player's own data: asked for, made by a worker, taken by their owner (DATA-1)."""

from datetime import datetime, timedelta
from time import monotonic
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.urls import reverse

from core import encryption
from core.due_checks import ExistsQuery
from core.refusal import Refusal
from core.types import UserId
from players import player_lock
from players.models import DataArchive, DataPortion, Guest
from players.notices import account_changes
from players.own_data import packing
from players.refusals import PlayerCode

# An archive is deleted so long after it is ready.
KEPT: Final = timedelta(days=7)
# Archives of one player in a day.
A_DAY: Final = 2
DAY: Final = timedelta(days=1)
# A worker that has written nothing for so long is dead: another one begins anew.
LEASE: Final = timedelta(minutes=10)
MOST_TRIES: Final = 3
# Steps that are written to the row: one in so many hundredths.
STEP_PERCENT: Final = 2
# Whether an archive waits for a worker or is over.
DUE = ExistsQuery(
    """EXISTS (SELECT FROM players_dataarchive
        WHERE due_at <= %(now)s OR until <= %(now)s)"""
)


def ask(*, user_id: UserId, language: str, now: datetime) -> DataArchive:
    """Ask for an archive; while one is being made, return that. The one before is deleted.

    Refuses ARCHIVE_NEEDS_ACCOUNT, TOO_MANY_ARCHIVES.
    """
    with transaction.atomic():
        player_lock.hold(user_id)
        if Guest.objects.filter(user=user_id).exists():
            raise Refusal(PlayerCode.ARCHIVE_NEEDS_ACCOUNT)
        mine = DataArchive.objects.filter(user=user_id)
        if waiting := mine.filter(due_at__isnull=False).first():
            return waiting
        if mine.filter(asked_at__gt=now - DAY).count() >= A_DAY:
            raise Refusal(PlayerCode.TOO_MANY_ARCHIVES, most=A_DAY)
        # The rows count for the rate limit until their day is over.
        DataPortion.objects.filter(archive__user=user_id).delete()
        mine.update(until=now + DAY, ready_at=None)
        archive = DataArchive.objects.create(
            user_id=user_id, language=language, asked_at=now, due_at=now
        )
        _tell(user_id, "archive_asked", now=now)
    return archive


def of(user_id: UserId, *, now: datetime) -> DataArchive | None:
    """Return a player's latest archive: one that waits, that failed, or that can be taken."""
    over = Q(until__lte=now)
    return DataArchive.objects.filter(~over, user=user_id).order_by("-asked_at", "-pk").first()


def take(*, user_id: UserId, archive_id: int, now: datetime) -> DataArchive:
    """Return a player's own archive that is ready; note that it is taken.

    Refuses NO_SUCH_ARCHIVE, also for another player's, and after its time.
    """
    mine = DataArchive.objects.filter(pk=archive_id, user=user_id, until__gt=now)
    archive = mine.filter(ready_at__isnull=False).first()
    if archive is None:
        raise Refusal(PlayerCode.NO_SUCH_ARCHIVE)
    mine.update(taken_at=now)
    return archive


def portion(archive: DataArchive, no: int) -> bytes | None:
    """Return a portion of an archive by its number; None behind the last one."""
    rows = archive.portions.filter(attempt=archive.tries, no=no)
    sealed = rows.values_list("sealed", flat=True).first()
    if sealed is None:
        return None
    return encryption.take_out(bytes(sealed), address=_address(archive))


def see_to_due(*, now: datetime) -> int:
    """Make the archives that wait, one after another, and delete those that are over; return how
    many were made."""
    DataArchive.objects.filter(until__lte=now).delete()
    made = 0
    while (archive := _claim(now=now)) is not None:
        made += archive.failed_at is None and _make(archive, now=now)
    return made


def _claim(*, now: datetime) -> DataArchive | None:
    """Take the archive that has waited longest, and give up those that failed too often."""
    with transaction.atomic():
        due = DataArchive.objects.select_for_update(skip_locked=True).filter(due_at__lte=now)
        archive = due.order_by("due_at").first()
        if archive is None:
            return None
        archive.tries += 1
        archive.due_at = now + LEASE
        archive.percent = 0
        archive.save(update_fields=["tries", "due_at", "percent"])
        archive.portions.all().delete()
        if archive.tries > MOST_TRIES:
            archive.due_at, archive.failed_at, archive.until = None, now, now + KEPT
            archive.save(update_fields=["due_at", "failed_at", "until"])
    return archive


def _make(archive: DataArchive, *, now: datetime) -> bool:
    """Write an archive; return whether it is ready, and not deleted or begun anew meanwhile."""
    mine = DataArchive.objects.filter(pk=archive.pk, tries=archive.tries, due_at__isnull=False)
    user_id, began = UserId(archive.user_id), monotonic()
    size = no = shown = 0
    for content, percent in packing.pack(user_id, language=archive.language, now=now):
        if content:
            sealed = encryption.lock_away(content, address=_address(archive))
            archive.portions.create(attempt=archive.tries, no=no, sealed=sealed)
            size, no = size + len(content), no + 1
        if percent >= shown + STEP_PERCENT:
            shown = percent
            at = now + timedelta(seconds=monotonic() - began)
            if not mine.update(percent=percent, due_at=at + LEASE):
                return False
    with transaction.atomic():
        player_lock.hold(user_id)
        ready = {"ready_at": now, "until": now + KEPT, "size": size, "due_at": None}
        if not mine.update(percent=100, **ready):
            return False
        _tell(user_id, "archive_ready", now=now)
    return True


def _tell(user_id: UserId, change: str, *, now: datetime) -> None:
    account_changes.tell(user_id=user_id, change=change, url=reverse("own_data"), now=now)


def _address(archive: DataArchive) -> str:
    return f"players.own_data:{archive.user_id}:{archive.pk}"
