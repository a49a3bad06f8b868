"""Checking a VeloX draw from its public record alone (VELOX-4)."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from itertools import islice
from typing import Any

from payouts.rules import velox

# Shown with a proof: the words of one HMAC. A draw takes more only once in some 10^13.
WORDS_SHOWN = 4


class UnreadableDraw(Exception):
    """A record that cannot be checked, with the reason in English."""


@dataclass(frozen=True, slots=True)
class PublishedDraw:
    """The public record of a draw; the seeds are in it once it is revealed.

    ``buy_in`` is in the smallest unit of the ``currency``.
    ``odds`` spell out the room's own table that it is drawn by; empty: the regulations' (VELOX-2,
    VELOX-3).
    """

    event: str
    seats: int
    buy_in: int
    commitment: str
    player_seeds: Mapping[int, str]
    server_seed: str
    ticket: int | None
    multiplier: int | None
    currency: str = velox.EURO
    odds: str = ""

    @classmethod
    def from_json(cls, data: Any) -> "PublishedDraw":
        """Read what ``to_json`` wrote; raises UnreadableDraw."""
        try:
            return cls(
                event=str(data["event"]),
                seats=int(data["seats"]),
                buy_in=int(data["buy_in"]),
                commitment=str(data["commitment"]),
                player_seeds={int(who): str(seed) for who, seed in data["player_seeds"].items()},
                server_seed=str(data["server_seed"]),
                ticket=int(data["ticket"]),
                multiplier=int(data["multiplier"]),
                currency=str(data.get("currency", velox.EURO)),
                # Records that were saved before there were other tables do not name one.
                odds=str(data.get("odds", "")),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise UnreadableDraw(f"no record of a finished draw: {error!r}") from error

    def without_players(self) -> "PublishedDraw":
        """Return the same draw with the seeds numbered by player; the check gives the same."""
        seeds = (seed for _, seed in sorted(self.player_seeds.items()))
        return replace(self, player_seeds=dict(enumerate(seeds, start=1)))

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "player_seeds": {str(k): v for k, v in self.player_seeds.items()}}


@dataclass(frozen=True, slots=True)
class Proof:
    """A draw recomputed step by step; ``faults`` names the differences from the record."""

    commitment: str
    text: str
    words: tuple[str, ...]
    skipped: int
    ticket: int
    multiplier: int
    run: range
    faults: tuple[str, ...]

    @property
    def first_ticket(self) -> int:
        return self.run.start

    @property
    def last_ticket(self) -> int:
        return self.run.stop - 1

    @property
    def word(self) -> str:
        """The first word that favours no ticket, in hexadecimal."""
        return self.words[self.skipped]


def prove(record: PublishedDraw) -> Proof:
    """Recompute a draw from its seeds and compare; raises UnreadableDraw."""
    try:
        seed = bytes.fromhex(record.server_seed)
        if len(seed) != velox.SEED_BYTES:
            raise ValueError("the server's seed is not revealed, or not 32 bytes long")
        offered = velox.table(seats=record.seats, buy_in=record.buy_in, odds=record.odds)
        text = velox.cause(
            seats=record.seats,
            buy_in=record.buy_in,
            game=record.event,
            player_seeds=record.player_seeds,
            currency=record.currency,
        )
    except ValueError as error:
        raise UnreadableDraw(str(error)) from error
    ticket = velox.pick(velox.words(seed, text), below=velox.TICKETS)
    multiplier = velox.multiplier_of(ticket, offered)
    recomputed = {
        "commitment": velox.commitment(seed),
        "ticket": ticket,
        "multiplier": multiplier,
    }
    words, skipped = _words(seed, text)
    return Proof(
        commitment=velox.commitment(seed),
        text=text,
        words=words,
        skipped=skipped,
        ticket=ticket,
        multiplier=multiplier,
        run=dict(velox.runs(offered))[multiplier],
        faults=tuple(name for name, value in recomputed.items() if getattr(record, name) != value),
    )


def _words(seed: bytes, text: str) -> tuple[tuple[str, ...], int]:
    """Return the words up to the end of the deciding HMAC, and the number of skipped ones."""
    unbiased = 2**64 - 2**64 % velox.TICKETS
    shown = WORDS_SHOWN
    while True:
        numbers = list(islice(velox.words(seed, text), shown))
        taken = next((at for at, word in enumerate(numbers) if word < unbiased), None)
        if taken is not None:
            return tuple(f"{number:016x}" for number in numbers), taken
        shown += WORDS_SHOWN
