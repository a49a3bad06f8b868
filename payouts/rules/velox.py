"""VeloX: tables of multipliers and a draw that anyone can verify (VELOX-2 to VELOX-4)."""

import hashlib
import hmac
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, count

TICKETS = 1_000_000
SEED_BYTES = 32
# The currency of the regulations and of their example (VELOX-4).
EURO = "EUR"
# The longest seed of a player, characters.
LONGEST_SEED = 40
# The longest text of a table of the room's own, characters.
LONGEST_TABLE = 400

# Tickets of a million by multiplier, the highest first: the order of the lookup.
Table = Mapping[int, int]

UP_TO_5: Table = {6000: 2, 600: 10, 100: 40, 30: 500, 10: 4_250, 6: 75_000, 4: 180_052, 2: 740_146}
OF_10: Table = {6000: 2, 600: 15, 100: 50, 30: 750, 10: 4_500, 6: 74_250, 4: 190_067, 2: 730_366}
OF_20: Table = {6000: 2, 600: 20, 100: 60, 30: 1_000, 10: 4_750, 6: 73_500, 4: 200_082, 2: 720_586}
SIX_SEATS: Table = {2000: 20, 100: 200, 25: 10_000, 8: 282_720, 4: 707_060}

# By seats: the smallest and largest buy-in in cents that a table is for.
TABLES: Mapping[int, Sequence[tuple[int, int, Table]]] = {
    3: ((50, 500, UP_TO_5), (1_000, 1_000, OF_10), (2_000, 2_000, OF_20)),
    6: ((50, 250, SIX_SEATS),),
}

# By seats: from this multiplier on, hundredths of a percent per place.
SHARES: Mapping[int, Sequence[tuple[int, list[int]]]] = {
    3: ((100, [8_000, 1_000, 1_000]), (1, [10_000])),
    6: ((25, [5_000, 1_800, 800, 800, 800, 800]), (1, [7_500, 2_500])),
}


@dataclass(frozen=True, slots=True)
class DrawnTicket:
    """One ticket of a million, and the multiplier that it stands for."""

    ticket: int
    multiplier: int


def table(*, seats: int, buy_in: int, odds: str = "") -> Table:
    """Return the table that ``odds`` spell out, or the regulations' (VELOX-2, VELOX-3).

    The regulations' one is that of a buy-in in cents; raises ValueError when there is none.
    """
    if odds:
        return read(odds)
    for smallest, largest, offered in TABLES.get(seats, ()):
        if smallest <= buy_in <= largest:
            return offered
    raise ValueError(f"no VeloX of {seats} seats costs {buy_in} cents")


def written(multipliers: Table) -> str:
    """Return a table as a game stores it, e.g. ``100:20000 2:980000``: the highest first."""
    return " ".join(f"{times}:{multipliers[times]}" for times in sorted(multipliers, reverse=True))


def read(odds: str) -> Table:
    """Return the table of a ``written`` text; raises ValueError for any other text."""
    rows = [row.split(":") for row in odds.split(" ")]
    if not all(len(row) == 2 and all(map(_is_number, row)) for row in rows):
        raise ValueError("the table of multipliers is not readable")
    by_multiplier = {int(times): int(tickets) for times, tickets in rows}
    if (
        sum(by_multiplier.values()) != TICKETS
        or min(*by_multiplier, *by_multiplier.values()) < 1
        or written(by_multiplier) != odds
    ):
        raise ValueError("the table of multipliers does not divide a million tickets")
    return by_multiplier


def returned(*, seats: int, buy_in: int, odds: str = "") -> Fraction:
    """Return the average part of a buy-in that is paid as prizes: 91/100 for 91 %."""
    return returned_by(table(seats=seats, buy_in=buy_in, odds=odds), seats=seats)


def returned_by(multipliers: Table, *, seats: int) -> Fraction:
    """Return the same of a table."""
    return Fraction(sum(times * tickets for times, tickets in multipliers.items()), TICKETS * seats)


def at_risk(*, seats: int, buy_in: int, odds: str = "") -> int:
    """Return the most cents that the house adds to a draw: the highest prize less all buy-ins."""
    return (max(table(seats=seats, buy_in=buy_in, odds=odds)) - seats) * buy_in


def shares(*, seats: int, multiplier: int) -> list[int]:
    """Return hundredths of a percent per paid place, for a ``Winners`` of ``rules.schemes``."""
    return next(of for least, of in SHARES[seats] if multiplier >= least)


def commitment(server_seed: bytes) -> str:
    """Return the hash shown before the players sit down; ``server_seed``: 32 bytes (VELOX-4)."""
    return hashlib.sha256(server_seed).hexdigest()


def draw(
    *,
    server_seed: bytes,
    seats: int,
    buy_in: int,
    game: str,
    player_seeds: Mapping[int, str],
    currency: str = EURO,
    odds: str = "",
) -> DrawnTicket:
    """Return the draw that the seeds determine (VELOX-4); ``player_seeds`` by id, without ``|``."""
    text = cause(
        seats=seats, buy_in=buy_in, game=game, player_seeds=player_seeds, currency=currency
    )
    ticket = pick(words(server_seed, text), below=TICKETS)
    offered = table(seats=seats, buy_in=buy_in, odds=odds)
    return DrawnTicket(ticket, multiplier_of(ticket, offered))


def cause(
    *,
    seats: int,
    buy_in: int,
    game: str,
    player_seeds: Mapping[int, str],
    currency: str = EURO,
) -> str:
    """Return the text that is hashed with the server's seed, without the counter (VELOX-4).

    The regulations fix the text for euro; for any other currency ``v2`` has its ISO 4217 code and
    the buy-in in its smallest unit, so that nobody needs to know its decimals.
    """
    if any("|" in seed for seed in player_seeds.values()):
        raise ValueError("a player's seed contains the separator")
    seeds = "|".join(seed for _, seed in sorted(player_seeds.items()))
    if currency == EURO:
        return f"velox:v1:{seats}max:{buy_in // 100}.{buy_in % 100:02}:{game}:{seeds}"
    return f"velox:v2:{seats}max:{currency}:{buy_in}:{game}:{seeds}"


def is_player_seed(text: str) -> bool:
    """Return whether a player may give this text as their seed."""
    return 0 < len(text) <= LONGEST_SEED and text.isprintable() and "|" not in text


def multiplier_of(ticket: int, multipliers: Table) -> int:
    """Return the multiplier whose run of tickets holds ``ticket``."""
    return next(times for times, run in runs(multipliers) if ticket in run)


def runs(multipliers: Table) -> Iterator[tuple[int, range]]:
    """Yield each multiplier with its tickets, the highest first (VELOX-4)."""
    for (multiplier, tickets), end in zip(
        multipliers.items(), accumulate(multipliers.values()), strict=True
    ):
        yield multiplier, range(end - tickets, end)


def pick(numbers: Iterator[int], *, below: int) -> int:
    """Return the first 64-bit word that favours no result, modulo ``below`` (DEAL-1)."""
    unbiased = 2**64 - 2**64 % below
    return next(number for number in numbers if number < unbiased) % below


def words(server_seed: bytes, cause: str) -> Iterator[int]:
    """Yield 64-bit big-endian words: four from the HMAC of ``cause:0``, four of ``cause:1`` ..."""
    for counter in count():
        mac = hmac.digest(server_seed, f"{cause}:{counter}".encode(), "sha256")
        yield from struct.unpack(">4Q", mac)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= len(str(TICKETS))
