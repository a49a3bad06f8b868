"""The reason that staff give for an act that is recorded."""

from core.refusal import Refusal
from core.refusals import CoreCode

# Characters of a reason that are kept.
LONGEST_REASON = 200


def check(why: str) -> None:
    """Refuse NO_REASON where a reason is blank."""
    if not why.strip():
        raise Refusal(CoreCode.NO_REASON)
