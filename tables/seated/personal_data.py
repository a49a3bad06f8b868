"""The data of players at tables, for their archive (DATA-1)."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from django.db.models import Q, QuerySet

from core import room_clock
from core.types import UserId
from players.own_data.registry import DataFile, DataFiles, DataPart, KeptBack
from tables.history import downloads, finished_hands, hand_import
from tables.history.formats import phh
from tables.models import HandPlayer, ImportedHand, shown_by

STAFF = "names the member of staff who acted, not the player"
HANDS = "computed from the hands, which are files of the archive"
# Hands of a file.
HANDS_A_FILE: Final = 500

PARTS = (
    DataPart(
        "cash_sessions",
        "tables.CashStay",
        ("table__name", "opened_at", "closed_at", "brought", "took"),
        at_merge="stays",
    ),
    DataPart(
        "pool_sessions",
        "tables.PoolEntry",
        ("pool__name", "opened_at", "closed_at", "brought", "took", "hands"),
        at_merge="stays",
    ),
    DataPart("seats", "tables.Seat", ("table__name", "no", "stack"), at_merge="stays"),
    DataPart(
        "waiting_lists", "tables.Waiting", ("game__name", "joined_at", "ended_at"), at_merge="ends"
    ),
    DataPart(
        "favourite_games", "tables.FavouriteGame", ("game__name", "pool__name"), at_merge="moves"
    ),
    DataPart(
        "hand_marks",
        "tables.HandMark",
        ("hand_id", "starred", "tags", "note"),
        cursor="hand_id",
        at_merge="stays",
    ),
    # Not the token, which opens the hand to anybody.
    DataPart(
        "shared_hands",
        "tables.SharedHand",
        ("hand_id", "created_at", "expires_at", "ended_at", "names_shown"),
        at_merge="ends",
    ),
    DataPart(
        "imported_hands",
        "tables.ImportedHand",
        ("imported_at", "played_at", "told"),
        at_merge="moves",
    ),
)
KEPT_BACK = (
    KeptBack("tables.HandPlayer", "user", "the hands are files of the archive", at_merge="stays"),
    KeptBack("tables.PlayedHand", "user", HANDS, at_merge="stays"),
    KeptBack("tables.PlayedHour", "user", HANDS, at_merge="stays"),
    *(
        KeptBack(f"tables.{model}", field, STAFF)
        for model, field in (
            ("RakeTariff", "retired_by"),
            ("TariffVersion", "given_by"),
            ("TariffVersion", "decided_by"),
            ("DealingError", "by"),
            ("SharedHand", "ended_by"),
        )
    ),
)


def _own(user_id: UserId) -> "QuerySet[HandPlayer]":
    return HandPlayer.objects.filter(shown_by(room_clock.now(), hand="hand__"), user=user_id)


def _hands(user_id: UserId) -> Iterator[DataFile]:
    """Yield the player's finished hands as they knew them, in the format with the most games."""
    after = number = 0
    read = partial(
        finished_hands.hands_of,
        which=Q(),
        user_id=user_id,
        count=HANDS_A_FILE,
        now=room_clock.now(),
    )
    while hands := read(after=after):
        number, after = number + 1, hands[-1]["id"]
        text, left_out = downloads.portion(hands, phh.FORMAT)
        name = f"hands/hands-{number:03}"
        yield DataFile(f"{name}.{phh.FORMAT.suffix_of_many}", text.encode())
        if left_out:
            yield DataFile(f"{name}-left-out.txt", "".join(left_out).encode())


def imported(user_id: UserId) -> Iterator[DataFile]:
    """Yield the player's imported hands in the same format."""
    after = number = 0
    rows = ImportedHand.objects.filter(user=user_id).order_by("pk")
    while portion := list(rows.filter(pk__gt=after)[:HANDS_A_FILE]):
        number, after = number + 1, portion[-1].pk
        text, _left_out = downloads.portion(map(hand_import.told, portion), phh.FORMAT)
        yield DataFile(f"hands/imported-{number:03}.{phh.FORMAT.suffix_of_many}", text.encode())


def _files(hands: int) -> int:
    return -(-hands // HANDS_A_FILE)


FILES = (
    DataFiles(lambda user_id: _files(_own(user_id).count()), _hands),
    DataFiles(lambda user_id: _files(hand_import.count(user_id)), imported),
)
