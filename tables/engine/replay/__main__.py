"""Real hands, played again and compared.

The folder's ``index.json`` holds the expected results of a hand: ``finish``, the stacks in the
file's order, and, optionally, ``legal``: for each decision in turn ``[call, least, most]``, the
cost of a call and the least and greatest total of a bet; null for none. Hands that don't name
their house rules are played by TDA's (short_all_ins=together, limit_all_in=half,
cap_heads_up=round, hi_lo=by_half), unless --house says otherwise.
"""

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import zip_longest
from pathlib import Path
from typing import Any

from ..house_rules import HouseRules
from ..phh.reading import GAME_OF, BadHand, PhhHand, WrittenHand, house_of, play, read

AGREE, DIFFER, BAD, OUT = "agree", "differ", "bad", "out of scope"
# A hand that was played, and whose file has no expected result.
UNCOMPARED = "not compared"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the agreements by variant; return 1 if a hand in scope differs or cannot be played."""
    parser = argparse.ArgumentParser(prog=f"python -m {__package__}", description=__doc__)
    parser.add_argument("--hands", type=Path, required=True, help="folder of .phh(s) files")
    parser.add_argument("--house", nargs="*", default=(), metavar="RULE=VALUE", help="house rules")
    given = parser.parse_args(arguments)
    folder = given.hands
    try:
        house = house_of(given.house)
    except ValueError as error:
        parser.error(str(error))
    files = sorted([*folder.glob("*.phhs"), *folder.glob("*.phh")])
    if not files:
        sys.stderr.write(f"No .phhs or .phh file in {folder}.\n")
        return 2
    expected = _index(folder)
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for file in files:
        for record in read(file):
            variant, outcome, complaint = _judge(record, expected, house)
            counts[variant][outcome] += 1
            if complaint:
                sys.stderr.write(f"{complaint}\n")
    sys.stdout.writelines(_summary(counts))
    return 1 if any(count[DIFFER] or count[BAD] for count in counts.values()) else 0


def _index(folder: Path) -> Mapping[str, Any]:
    """Expected results by file and hand, from the folder's index.json if it has one."""
    index = folder / "index.json"
    bundles = json.loads(index.read_text(encoding="utf-8"))["bundles"] if index.exists() else {}
    return {file: bundle["hands"] for file, bundle in bundles.items()}


def _judge(
    record: WrittenHand | BadHand, expected: Mapping[str, Any], house: HouseRules
) -> tuple[str, str, str]:
    """Return variant, outcome and complaint, which is empty when bounds and stacks agree."""
    if isinstance(record, BadHand):
        return "?", BAD, str(record)
    if record.variant not in GAME_OF:
        return record.variant, OUT, ""
    try:
        played = play(record, house)
    except BadHand as bad:
        return record.variant, BAD, str(bad)
    known = expected.get(record.file, {}).get(record.number, {})
    finish = known.get("finish") or record.data.get("finishing_stacks")
    if differs := _difference(played, finish, known.get("legal")):
        return record.variant, DIFFER, str(record.bad(differs))
    return record.variant, UNCOMPARED if finish is None else AGREE, ""


def _difference(played: PhhHand, finish: Sequence[Any] | None, legal: Sequence[Any] | None) -> str:
    """Return the first bound or stack that differs from the expected one; "" when all agree."""
    for number, (bounds, expected) in enumerate(zip_longest(played.bounds, legal or ()), start=1):
        if legal is None:
            break
        ours = None if bounds is None else [*map(_written, bounds[1:])]
        if ours != (theirs := expected and [*map(_written, expected)]):
            who = "nobody" if bounds is None else f"p{bounds.player}"
            return f"decision {number}, {who}: call, least and most are {ours}, expected {theirs}"
    if finish is not None and [*map(_written, played.finish())] != [*map(_written, finish)]:
        return f"finishes {[*map(_written, played.finish())]}, expected {[*map(_written, finish)]}"
    return ""


def _written(amount: object) -> str | None:
    """Return an amount of chips in a canonical form."""
    return None if amount is None else str(Fraction(str(amount)))


def _summary(counts: Mapping[str, Counter[str]]) -> Iterator[str]:
    columns = [AGREE, DIFFER, BAD, OUT]
    if any(count[UNCOMPARED] for count in counts.values()):
        columns.append(UNCOMPARED)
    yield f"{'variant':<8}{'hands':>8}{''.join(f'{column:>14}' for column in columns)}\n"
    for variant, count in [*sorted(counts.items()), ("all", sum(counts.values(), Counter()))]:
        cells = "".join(f"{count[column]:>14}" for column in columns)
        yield f"{variant:<8}{count.total():>8}{cells}\n"


if __name__ == "__main__":
    sys.exit(main())
