"""Hands that a player brings from files: stored, found again, deleted; each verb is idempotent
(IMPORT-1, IMPORT-3)."""

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any, Final, NamedTuple, cast

import orjson
from django.db import transaction

from core.refusal import Refusal
from core.types import UserId
from players import player_lock
from tables import room_settings
from tables.history import import_files
from tables.history.formats.transcript import HandFacts, ReadHand, UnreadHand
from tables.history.import_files import FoundHand
from tables.history.told_hand import ToldHand
from tables.models import ImportedHand
from tables.refusals import TableCode
from tables.storage import packed_events

# The owner of an imported hand; no event of the room is called so.
EVENT: Final = "imported"
# Refused hands that are named; the rest are counted.
MOST_NAMED: Final = 100


class RefusedHand(NamedTuple):
    """A hand that was not imported, and where it stands."""

    file: str
    line: int
    number: str
    refusal: Refusal


class ImportResult(NamedTuple):
    """Numbers of hands: stored now, stored before, refused. ``refused`` names the first of these;
    ``stopped`` says why further hands were left out."""

    read: int
    known: int
    unread: int
    refused: list[RefusedHand]
    stopped: Refusal | None


def bring(*, user_id: UserId, content: bytes, now: datetime) -> ImportResult:
    """Store the hands of a file for a player.

    Refuses IMPORT_OFF and what ``import_files.hands_in`` refuses. A hand that cannot be read and
    hands above the player's limit are told in the result.
    """
    most = room_settings.IMPORTED_HANDS.value()
    if not most:
        raise Refusal(TableCode.IMPORT_OFF)
    # Outside of any lock: it takes CPU time.
    contents = import_files.hands_in(content)
    rows = {
        bytes(row.digest): row
        for found in contents.hands
        if isinstance(found.hand, ReadHand)
        for row in [_row(user_id, found.hand, now)]
    }
    refused = [_refused(found) for found in contents.hands if isinstance(found.hand, UnreadHand)]
    with transaction.atomic():
        player_lock.hold(user_id)
        own = ImportedHand.objects.filter(user=user_id)
        known = {
            bytes(digest)
            for digest in own.filter(digest__in=[*rows]).values_list("digest", flat=True)
        }
        new = [row for digest, row in rows.items() if digest not in known]
        room = max(0, most - own.count())
        ImportedHand.objects.bulk_create(new[:room])
    stopped = None
    if len(new) > room:
        stopped = Refusal(TableCode.IMPORT_FULL, most=most)
    elif contents.more:
        stopped = Refusal(TableCode.IMPORT_LONG_FILE, most=import_files.MOST_HANDS)
    read = min(len(new), room)
    twice = len(contents.hands) - len(refused) - len(new)
    return ImportResult(read, twice, len(refused), refused[:MOST_NAMED], stopped)


def remove(*, user_id: UserId, pk: int | None = None) -> int:
    """Delete an imported hand of a player, or all of them; returns how many there were."""
    own = ImportedHand.objects.filter(user=user_id)
    deleted, _by_model = (own if pk is None else own.filter(pk=pk)).delete()
    return deleted


def count(user_id: UserId) -> int:
    return ImportedHand.objects.filter(user=user_id).count()


def told(row: ImportedHand) -> ToldHand:
    """Return an imported hand as formats write one."""
    facts = facts_of(row)
    number = facts["number"]
    return {
        "id": int(number) if number.isdecimal() else row.pk,
        "table_id": 0,
        "table": facts["table"],
        "max_seats": facts["max_seats"],
        "event": EVENT,
        "game": facts["game"],
        "currency": facts["currency"],
        "number": 1,
        "started_at": (row.played_at or row.imported_at).isoformat(),
        "you": facts["you"],
        "players": [{**player} for player in facts["players"]],
        "events": packed_events.unpack(bytes(row.packed)),
    }


def facts_of(row: ImportedHand) -> HandFacts:
    return cast(HandFacts, row.told)


def _row(user_id: UserId, hand: ReadHand, now: datetime) -> ImportedHand:
    started = hand.facts["started_at"]
    return ImportedHand(
        user_id=user_id,
        imported_at=now,
        played_at=None if started is None else datetime.fromisoformat(started),
        told=hand.facts,
        digest=_digest(hand),
        packed=packed_events.pack(hand.events),
    )


def _digest(hand: ReadHand) -> bytes:
    """Return the name of a hand: its number, stacks, decisions and board, and who knew it, so that
    it is the same in each format."""
    facts = hand.facts
    played: list[Sequence[Any]] = []
    for event in hand.events:
        if event["e"] == "act":
            played.append((event["seat"], event["kind"], event["to"]))
        elif event["e"] == "street":
            played.append(event["cards"])
    stacks = [
        (player["seat"], player["start_stack"], player["finish_stack"])
        for player in facts["players"]
    ]
    return sha256(orjson.dumps([facts["number"], facts["game"], stacks, played])).digest()


def _refused(found: FoundHand) -> RefusedHand:
    hand = found.hand
    assert isinstance(hand, UnreadHand)
    return RefusedHand(found.file, hand.line, hand.number, hand.refusal)
