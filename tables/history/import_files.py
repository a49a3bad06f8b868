"""Files of hands that players send: a text, or a zip of texts, within bounds (IMPORT-1)."""

import re
import zipfile
import zlib
from collections.abc import Iterator
from io import BytesIO
from itertools import islice
from typing import Final, NamedTuple

from core.refusal import Refusal
from tables.history.formats.registry import FORMATS
from tables.history.formats.transcript import ReadHand, UnreadHand, title_of
from tables.refusals import TableCode

# Below the largest upload that the room takes (FILE_UPLOAD_MAX_MEMORY_SIZE).
LARGEST: Final = 4_000_000
LARGEST_UNPACKED: Final = 20_000_000
MOST_FILES: Final = 500
# Hands of one import, refused ones included: some two seconds of a processor.
MOST_HANDS: Final = 1_000

_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")
_KINDS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_BROKEN: Final = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, EOFError, NotImplementedError),
    *(OSError, RuntimeError, ValueError, OverflowError),
)
# Text has white space alone among these.
_CONTROLS: Final = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")


class FoundHand(NamedTuple):
    """A hand of a file, read or refused; ``file`` is "" outside of a zip."""

    file: str
    hand: ReadHand | UnreadHand


class Contents(NamedTuple):
    """The hands of what was sent; ``more`` where there are more than are read at once."""

    hands: list[FoundHand]
    more: bool


def hands_in(content: bytes) -> Contents:
    """Return the hands of a file.

    IMPORT_TOO_LARGE, IMPORT_BAD_ZIP, IMPORT_TOO_MANY_FILES, IMPORT_NOT_TEXT, IMPORT_NO_HANDS.
    """
    if len(content) > LARGEST:
        raise too_large()
    if zipfile.is_zipfile(BytesIO(content)):
        hands = [*islice(_in_zip(content), MOST_HANDS + 1)]
    else:
        hands = [*islice(_in_text("", text_of(content)), MOST_HANDS + 1)]
    if not hands:
        raise Refusal(TableCode.IMPORT_NO_HANDS)
    return Contents(hands[:MOST_HANDS], len(hands) > MOST_HANDS)


def text_of(content: bytes) -> str:
    """Return the text of a file, in UTF-8 or UTF-16, else in Windows' western alphabet;
    IMPORT_NOT_TEXT."""
    try:
        if content.startswith(_UTF_16):
            text = content.decode("utf-16")
        else:
            text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252", errors="replace")
    if _CONTROLS.search(text):
        raise Refusal(TableCode.IMPORT_NOT_TEXT)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def too_large() -> Refusal:
    return Refusal(
        TableCode.IMPORT_TOO_LARGE, most=LARGEST // 1000, unpacked=LARGEST_UNPACKED // 1000
    )


def _in_text(file: str, text: str) -> Iterator[FoundHand]:
    for form in FORMATS:
        if form.reading is not None and form.reading.begins.search(text):
            for hand in form.reading.read(text):
                yield FoundHand(file, hand)
            return


def _in_zip(content: bytes) -> Iterator[FoundHand]:
    """Yield the hands of all files; one that is no text is left out, as pictures are."""
    left = LARGEST_UNPACKED
    try:
        with zipfile.ZipFile(BytesIO(content)) as packed:
            files = [info for info in packed.infolist() if not info.is_dir()]
            if len(files) > MOST_FILES:
                raise Refusal(TableCode.IMPORT_TOO_MANY_FILES, most=MOST_FILES)
            for info in files:
                if info.compress_type not in _KINDS:
                    raise Refusal(TableCode.IMPORT_BAD_ZIP)
                with packed.open(info) as file:
                    # Only as much is unpacked as is asked for, whatever the zip says of its size.
                    unpacked = file.read(left + 1)
                left -= len(unpacked)
                if left < 0:
                    raise too_large()
                yield from _in_file(title_of(info.filename), unpacked)
    except _BROKEN:
        raise Refusal(TableCode.IMPORT_BAD_ZIP) from None


def _in_file(name: str, content: bytes) -> Iterator[FoundHand]:
    try:
        text = text_of(content)
    except Refusal:
        return
    yield from _in_text(name, text)
