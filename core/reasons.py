"""Why somebody of the staff does what they do: asked before anything that is kept on record."""

from core.refusal import Refusal
from core.refusals import Code

# Characters of a reason that are kept.
LONGEST_REASON = 200


def check(why: str) -> None:
    """Refuses NO_REASON."""
    if not why.strip():
        raise Refusal(Code.NO_REASON)
