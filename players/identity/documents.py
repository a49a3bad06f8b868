"""Documents of players: validated, sealed, shown to few, and deleted after their keeping time."""

import warnings
from datetime import date, datetime, timedelta
from io import BytesIO
from threading import Lock
from typing import Final, NamedTuple

from django.db import transaction
from PIL import Image, ImageOps

from core import encryption
from core.refusal import Refusal
from core.types import UserId
from players import player_lock, room_settings
from players.identity import cases, gates
from players.models import Identity, IdentityCheck, IdentityDocument, IdentityState
from players.provider import service as providers
from players.refusals import PlayerCode

Kind, Side = IdentityDocument.Kind, IdentityDocument.Side

# Bytes of a file, pixels of a picture, and pixels of its longer side as we keep it.
LARGEST: Final = 4_000_000
MOST_POINTS: Final = 40_000_000
SIDE: Final = 2400
# Documents per player in a day, and attempts.
A_DAY: Final = 8
TRIES: Final = 20
PDF: Final = "application/pdf"
PICTURE: Final = "image/jpeg"
_FORMATS: Final = ("JPEG", "PNG", "WEBP")
# A small file may decode to half a gigabyte of pixels: one at a time.
_drawing = Lock()


class IdentityStatement(NamedTuple):
    """A player's statement about themselves."""

    name: str
    born: date
    number: str


class File(NamedTuple):
    """A document's content, unsealed, with its media type."""

    media: str
    content: bytes


def send(
    *,
    user_id: UserId,
    statement: IdentityStatement,
    kind: str,
    sent: bytes,
    back: bytes = b"",
    now: datetime,
) -> IdentityDocument:
    """Store a player's document for review (KYC-1); returns its front. The ``back`` is a document
    of its own, which is never sent to a provider.

    Refuses IDENTITY_KNOWN for a verified player, IDENTITY_REFUSED until staff ask again,
    DOCUMENTS_ENOUGH, and what ``read`` refuses.
    """
    # Outside of any lock: it takes CPU time.
    files = {Side.FRONT: read(sent), **({Side.BACK: read(back)} if back else {})}
    with transaction.atomic():
        player_lock.hold(user_id)
        state = gates.standing(user_id, now=now)
        if state == IdentityState.VERIFIED:
            raise Refusal(PlayerCode.IDENTITY_KNOWN)
        if state == IdentityState.REFUSED:
            raise Refusal(PlayerCode.IDENTITY_REFUSED)
        mine = IdentityDocument.objects.filter(user_id=user_id)
        if mine.filter(sent_at__gt=now - timedelta(days=1)).count() + len(files) > A_DAY:
            raise Refusal(PlayerCode.DOCUMENTS_ENOUGH, most=A_DAY)
        cases.step(user_id, IdentityState.IN_REVIEW, by=user_id, why="", now=now)
        _say(user_id, statement)
        rows = [
            IdentityDocument.objects.create(
                user_id=user_id,
                kind=kind,
                side=side,
                media=file.media,
                sealed=encryption.lock_away(file.content, address=_address(user_id)),
                sent_at=now,
                keep_until=now + timedelta(days=room_settings.IDENTITY_KEEP_DAYS.value()),
            )
            for side, file in files.items()
        ]
        if providers.is_connected() and kind != Kind.ADDRESS:
            IdentityCheck.objects.create(document=rows[0], due_at=now)
    return rows[0]


def _say(user_id: UserId, statement: IdentityStatement) -> None:
    """Store a player's statement; where it has changed, cancel checks of the former one."""
    known = Identity.objects.get(pk=user_id)
    if (known.name, known.born, known.number) == statement:
        return
    checks = IdentityCheck.objects.filter(document__user=user_id)
    checks.update(due_at=None)
    Identity.objects.filter(pk=user_id).update(**statement._asdict())


def look(document_id: int) -> tuple[IdentityDocument, File]:
    """Return a document and its content. Refuses NO_SUCH_DOCUMENT, also where it was deleted."""
    row = IdentityDocument.objects.filter(pk=document_id, gone_at=None).first()
    if row is None:
        raise Refusal(PlayerCode.NO_SUCH_DOCUMENT)
    try:
        content = encryption.take_out(bytes(row.sealed), address=_address(UserId(row.user_id)))
    except encryption.Broken:
        # Sealed under another SECRET_KEY: it cannot be read again.
        raise Refusal(PlayerCode.NO_SUCH_DOCUMENT) from None
    return row, File(row.media, content)


def forget_old(*, now: datetime) -> int:
    """Delete the content of documents after their keeping time; returns how many. Idempotent."""
    due = IdentityDocument.objects.filter(gone_at=None, keep_until__lte=now)
    return due.update(sealed=b"", gone_at=now)


def read(sent: bytes) -> File:
    """Return a PDF unchanged, a picture redrawn without its metadata.

    Refuses DOCUMENT_LARGE, DOCUMENT_MANY_POINTS, DOCUMENT_UNREADABLE.
    """
    if len(sent) > LARGEST:
        raise Refusal(PlayerCode.DOCUMENT_LARGE, most=LARGEST // 1_000_000)
    if sent.startswith(b"%PDF-") and b"%%EOF" in sent[-2048:]:
        return File(PDF, sent)
    try:
        with warnings.catch_warnings():
            # We count the pixels ourselves, before any is decoded.
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            picture = Image.open(BytesIO(sent), formats=_FORMATS)
            if picture.width * picture.height <= MOST_POINTS:
                with _drawing:
                    return File(PICTURE, _drawn(picture))
    except Image.DecompressionBombError:
        # Far more pixels than Pillow would ever open.
        pass
    except Exception:
        # Decoders raise all kinds of errors on files that were made to break them.
        raise Refusal(PlayerCode.DOCUMENT_UNREADABLE) from None
    raise Refusal(PlayerCode.DOCUMENT_MANY_POINTS, most=MOST_POINTS // 1_000_000)


def _drawn(picture: Image.Image) -> bytes:
    picture.draft("RGB", (SIDE, SIDE))
    upright = ImageOps.exif_transpose(picture).convert("RGB")
    upright.thumbnail((SIDE, SIDE), Image.Resampling.LANCZOS)
    fresh = Image.new("RGB", upright.size)
    fresh.paste(upright)
    out = BytesIO()
    fresh.save(out, "JPEG", quality=82)
    return out.getvalue()


def _address(user_id: UserId) -> str:
    return f"players.identity:{user_id}"
