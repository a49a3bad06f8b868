"""The archive of a player's data as a zip: JSON and CSV by part, files, and a read-me (DATA-1)."""

import json
import zipfile
from collections.abc import Iterator, Sequence
from datetime import datetime
from tempfile import SpooledTemporaryFile
from typing import IO, Any, Final, cast

from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from core.csv_text import Csv, plain
from core.formats import written
from core.types import UserId
from core.write_only_file import WriteOnlyFile
from players import merged_accounts, room_settings
from players.own_data import registry
from players.own_data.registry import DataFile, DataPart

# Bytes of a portion of the zip, and of a list that is kept in memory while it is written.
PORTION: Final = 1_000_000


def pack(user_id: UserId, *, language: str, now: datetime) -> Iterator[tuple[bytes, int]]:
    """Yield the zip in portions, each with how much is done in percent; a portion may be empty."""
    sink = WriteOnlyFile()
    parts, sources = registry.parts(), registry.files()
    accounts = merged_accounts.with_merged(user_id)
    at = timezone.localtime(now).timetuple()[:6]
    steps = len(parts) + sum(source.count(pk) for source in sources for pk in accounts)
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        with translation.override(language):
            archive.writestr(_("README.txt"), _read_me(parts, accounts, now=now))
        done = 0
        for done, part in enumerate(parts, start=1):
            _write(archive, part, accounts, at)
            yield _portion(sink), 100 * done // (steps + 1)
        for file in _files(accounts):
            done = min(done + 1, steps)
            archive.writestr(file.path, file.content)
            yield _portion(sink), 100 * done // (steps + 1)
    yield sink.take(), 100


def _files(accounts: Sequence[UserId]) -> Iterator[DataFile]:
    """Yield the files of an account; those of accounts that were merged into it are in folders."""
    for pk in accounts:
        folder = "" if pk == accounts[0] else f"merged-{pk}/"
        for source in registry.files():
            for file in source.read(pk):
                yield file._replace(path=folder + file.path)


def _portion(sink: WriteOnlyFile) -> bytes:
    return sink.take() if len(sink) >= PORTION else b""


def _write(
    archive: zipfile.ZipFile, part: DataPart, accounts: Sequence[UserId], at: tuple[int, ...]
) -> None:
    """Write the rows of a part as JSON and as CSV; they are read once."""
    with SpooledTemporaryFile(max_size=PORTION) as lists:
        with archive.open(_member(f"data/{part.key}.json", at), "w", force_zip64=True) as file:
            lists.write(_line(part.columns))
            _write_json(file, lists, part, accounts)
        lists.seek(0)
        with archive.open(_member(f"data/{part.key}.csv", at), "w", force_zip64=True) as file:
            while data := lists.read(PORTION):
                file.write(data)


def _member(path: str, at: tuple[int, ...]) -> zipfile.ZipInfo:
    """Return a compressed member of the zip with its date, which zipfile gives none of a stream."""
    member = zipfile.ZipInfo(path, date_time=cast("tuple[int, int, int, int, int, int]", at))
    member.compress_type = zipfile.ZIP_DEFLATED
    member.external_attr = 0o600 << 16
    return member


def _write_json(
    file: "IO[bytes]",
    lists: "SpooledTemporaryFile[bytes]",
    part: DataPart,
    accounts: Sequence[UserId],
) -> None:
    before = b"["
    for row in (row for user_id in accounts for row in part.rows(user_id)):
        named = dict(zip(part.columns, row, strict=True))
        text = json.dumps(named, ensure_ascii=False, cls=DjangoJSONEncoder)
        file.write(before + b"\n" + text.encode())
        before = b","
        lists.write(_line([_cell(value) for value in row]))
    file.write(b"\n]\n" if before == b"," else b"[]\n")


def _line(cells: Sequence[object]) -> bytes:
    return Csv().lines([cells]).encode()


def _cell(value: Any) -> object:
    """Return a value as a cell: text that begins no formula, dates and lists as in the JSON."""
    if value is None or isinstance(value, bool | int):
        return "" if value is None else value
    if isinstance(value, str):
        return plain(value)
    text = json.dumps(value, ensure_ascii=False, cls=DjangoJSONEncoder)
    return plain(text.strip('"'))


def _read_me(parts: Sequence[DataPart], accounts: Sequence[UserId], *, now: datetime) -> str:
    room = room_settings.NAME.value()
    when = written(timezone.localtime(now), "j M Y, H:i")
    lines = [
        _("Your data at %(room)s, %(when)s") % {"room": room, "when": when},
        "",
        _(
            "Each list is there twice, with the same content: as JSON, for programs, and as CSV, "
            "for spreadsheets. Times are in UTC. Amounts of money are whole numbers of the "
            "smallest unit of the currency, as cents."
        ),
        _(
            "The folder hands has your finished hands as you knew them. Pictures and documents "
            "that you sent are files of their own."
        ),
        _(
            "Not in it: passwords and keys, cards that you did not see, data of other players, "
            "and notes of the staff. Ask the staff for what they have written about you."
        ),
        *([] if len(accounts) == 1 else [_merged()]),
        "",
        *(f"data/{part.key}: {_title(part)}" for part in parts),
        "",
    ]
    return "\r\n".join(lines)


def _merged() -> str:
    return _(
        "Lists also have the rows of accounts that were merged into yours; their files are in "
        "folders whose names begin with merged."
    )


def _title(part: DataPart) -> str:
    return str(apps.get_model(part.model)._meta.verbose_name_plural)
