"""What PokerKit answered in 20,000 random hands, so that the engine can play them all in seconds.

``python -m tests.tables.engine.recording`` makes the files in ``pokerkit/`` again, in some ten
minutes. Line *n* of a game is its hand *n*: a digest of PokerKit's answers; where it leaves our
rules also the verdict, how many answers the two agree on, and the decisions without a raise.
"""

import hashlib
import random
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import NamedTuple, Self

from tests.tables.engine.versus import Answer, Comparison, Verdict, answers, compare

FOLDER = Path(__file__).parent / "pokerkit"
SEED = 2026
# The more cards PokerKit has to combine, the longer it takes.
HANDS = {"nlhe": 8_000, "plhe": 3_000, "flhe": 3_000, "nlo": 1_200, "plo": 1_200, "flo": 1_200}
HANDS |= {"nlo8": 800, "plo8": 800, "flo8": 800}


class RecordedHand(NamedTuple):
    """One hand of a recording."""

    digest: str
    verdict: Verdict = Verdict.SAME
    agreed: int | None = None
    called: tuple[int, ...] = ()

    @classmethod
    def of(cls, found: Comparison) -> Self:
        if found.verdict is Verdict.SAME:
            return cls(digest(found.answered))
        agreed = len(found.answered)
        return cls(digest(found.answered), found.verdict, agreed, tuple(found.called))

    @classmethod
    def read(cls, text: str) -> Self:
        known, *more = text.split()
        if not more:
            return cls(known)
        verdict, agreed, *called = more
        return cls(known, Verdict[verdict], int(agreed), tuple(map(int, called)))

    def __str__(self) -> str:
        if self.verdict is Verdict.SAME:
            return self.digest
        return " ".join(map(str, [self.digest, self.verdict.name, self.agreed, *self.called]))


def dice(number: int) -> random.Random:
    return random.Random(f"{SEED} {number}")


def digest(told: list[Answer]) -> str:
    """Short, but a wrong answer passes only once in sixteen million times."""
    return hashlib.sha256(repr(told).encode()).hexdigest()[:6]


def recorded(game: str) -> list[RecordedHand]:
    return [RecordedHand.read(text) for text in (FOLDER / f"{game}.txt").read_text().splitlines()]


def agrees(game: str, number: int, line: RecordedHand) -> bool:
    """Whether the engine answers in this hand as PokerKit did."""
    ours = islice(answers(dice(number), game, list(line.called)), line.agreed)
    return digest(list(ours)) == line.digest


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for game, hands in HANDS.items():
        lines = [RecordedHand.of(compare(dice(number), game)) for number in range(hands)]
        (FOLDER / f"{game}.txt").write_text("".join(f"{line}\n" for line in lines))
        counts = Counter(line.verdict.name for line in lines)
        print(game, dict(counts.most_common()), flush=True)


if __name__ == "__main__":
    main()
