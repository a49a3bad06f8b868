"""The gates at which a room requires a verified identity."""

from datetime import datetime
from enum import StrEnum

from core.refusal import Refusal
from core.types import Cents, UserId
from players import room_settings
from players.models import Identity, IdentityState
from players.refusals import PlayerCode

NOTHING = Cents(0)


class Gate(StrEnum):
    """An act that a room may reserve for verified players."""

    WITHDRAW = "withdraw"
    BUY_IN = "buy_in"
    PLAY = "play"


def check(*, user_id: UserId, gate: Gate, amount: Cents = NOTHING, now: datetime) -> None:
    """Refuse IDENTITY_NEEDED where the room requires a verified identity at this gate (KYC-1).

    ``amount``: the cents of a buy-in. One statement where the gate is shut, none where it is open.
    """
    if _is_shut(gate, amount) and standing(user_id, now=now) != IdentityState.VERIFIED:
        raise Refusal(PlayerCode.IDENTITY_NEEDED)


def standing(user_id: UserId, *, now: datetime) -> IdentityState:
    """Return the state of a player's identity; EXPIRED as soon as a verification has run out."""
    known = Identity.objects.filter(pk=user_id).values_list("state", "until").first()
    if known is None:
        return IdentityState.UNCHECKED
    state, until = known
    if state == IdentityState.VERIFIED and until is not None and until <= now:
        return IdentityState.EXPIRED
    return IdentityState(state)


def _is_shut(gate: Gate, amount: Cents) -> bool:
    if gate == Gate.WITHDRAW:
        return room_settings.IDENTITY_FOR_WITHDRAWAL.value()
    if gate == Gate.PLAY:
        return room_settings.IDENTITY_FOR_PLAY.value()
    return 0 < room_settings.IDENTITY_FOR_BUY_IN_ABOVE.value() < amount
