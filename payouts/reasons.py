"""Why somebody of the staff does what they do: asked before anything that is kept on record."""

from payouts.refusal import Refusal
from payouts.refusals import Code


def check(why: str) -> None:
    """Refuses NO_REASON."""
    if not why.strip():
        raise Refusal(Code.NO_REASON)
