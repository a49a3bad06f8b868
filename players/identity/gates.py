"""The one question about identities: whether somebody has to be known before what they want."""

from datetime import datetime
from enum import StrEnum

from core.refusal import Refusal
from core.types import Cents, UserId
from players import house
from players.models import Identity, State
from players.refusals import Code

NOTHING = Cents(0)


class Gate(StrEnum):
    """What a room may keep for those whom it knows."""

    WITHDRAW = "withdraw"
    BUY_IN = "buy_in"
    PLAY = "play"


def check(*, user_id: UserId, gate: Gate, amount: Cents = NOTHING, now: datetime) -> None:
    """Refuses IDENTITY_NEEDED where the room wants to know who somebody is and does not (KYC-1).

    ``amount``: the cents of a buy-in. One statement where the gate is shut, none where it is open.
    """
    if _is_shut(gate, amount) and standing(user_id, now=now) != State.VERIFIED:
        raise Refusal(Code.IDENTITY_NEEDED)


def standing(user_id: UserId, *, now: datetime) -> State:
    """Where a player's identity stands; what was verified until a moment has expired since."""
    known = Identity.objects.filter(pk=user_id).values_list("state", "until").first()
    if known is None:
        return State.UNCHECKED
    state, until = known
    if state == State.VERIFIED and until is not None and until <= now:
        return State.EXPIRED
    return State(state)


def _is_shut(gate: Gate, amount: Cents) -> bool:
    if gate == Gate.WITHDRAW:
        return house.IDENTITY_FOR_WITHDRAWAL.value()
    if gate == Gate.PLAY:
        return house.IDENTITY_FOR_PLAY.value()
    return 0 < house.IDENTITY_FOR_BUY_IN_ABOVE.value() < amount
