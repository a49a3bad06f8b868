"""PHH (poker hand history, TOML), which PokerKit reads; the engine writes it."""

from datetime import UTC, datetime
from typing import Final

from tables import engine
from tables.engine.phh.writing import VARIANTS
from tables.history.formats import phh_reading
from tables.history.formats.hand_format import HandFormat, lacks_double_blind, lacks_game
from tables.history.told_hand import ToldHand

NAME: Final = "PHH"


def write(hand: ToldHand) -> str:
    """Write a hand as TOML; NOT_IN_FORMAT."""
    if hand["game"] not in VARIANTS:
        raise lacks_game(NAME, hand["game"])
    started = datetime.fromisoformat(hand["started_at"]).astimezone(UTC)
    about = {
        "table": hand["table"],
        "hand": hand["id"],
        "players": {player["seat"]: player["name"] for player in hand["players"]},
        "year": started.year,
        "month": started.month,
        "day": started.day,
        "time_zone": "UTC",
    }
    try:
        return engine.to_phh(hand["events"], currency=hand["currency"], about=about)
    except ValueError as error:
        raise lacks_double_blind(NAME) from error


FORMAT: Final = HandFormat(
    name=NAME,
    media_type="application/toml; charset=utf-8",
    suffix="phh",
    suffix_of_many="phhs",
    write=write,
    section="[{1}]\n{0}\n".format,
    comment="# {}\n\n".format,
    reading=phh_reading.READING,
)
