"""Every frame from a client of a socket, as a struct tagged by its ``type``. Pure.

``read`` decodes and checks a frame once; the browser's types are generated from here (``make
types``). Money is in cents.
"""

from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from tables.wire.frame_types import ActionRequest, Rests

# Longest accepted frame of a client, bytes.
LONGEST = 4096
# Notices named in one frame.
MOST_SEEN = 50

# A whole number that a column of the database holds.
Number = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
# The key by which a wish is idempotent.
Key = Annotated[str, Meta(pattern=r"\A[0-9A-Za-z-]{8,40}\Z")]


class TableWish(Struct, frozen=True):
    """A frame for one of the socket's tables; ``at`` is ``table/5``, by its id, or ``pool/3/1``, an
    entry in a pool by the pool's id and the entry's number."""

    at: str


class ActWish(TableWish, frozen=True, tag="act"):
    """A player's action; ``version`` is the one that they decided on. The engine checks the action,
    and refuses it by its own code."""

    version: Number
    action: Annotated[Any, ActionRequest]


class TopUpWish(TableWish, frozen=True, tag="top_up"):
    """A top-up by ``amount`` cents; idempotent by ``key``."""

    amount: Number
    key: Key


class ChooseWish(TableWish, frozen=True, tag="choose"):
    """Choices of a player at a cash table; those that are not named stay as they are."""

    posts: bool | UnsetType = UNSET
    straddles: bool | UnsetType = UNSET
    tops_up: bool | UnsetType = UNSET
    rebuys: bool | UnsetType = UNSET
    posts_always: bool | UnsetType = UNSET
    rests: Rests | UnsetType = UNSET

    def named(self) -> dict[str, Any]:
        values = {name: getattr(self, name) for name in self.__struct_fields__ if name != "at"}
        return {name: value for name, value in values.items() if value is not UNSET}


class LeaveWish(TableWish, frozen=True, tag="leave"):
    """A request to leave; with ``after_hand`` only when the hand in progress is over."""

    after_hand: bool = False


class FoldWish(TableWish, frozen=True, tag="fold"):
    """A fold in a pool, in or out of turn (FAST-1), of the ``hand`` that the player decided on;
    with ``view`` they watch it to its end (FAST-2)."""

    hand: Number
    view: bool = False


class ShowWish(TableWish, frozen=True, tag="show"):
    """A request to show cards voluntarily, all or these (SHOW-2)."""

    cards: list[str] = []


class SnapshotWish(TableWish, frozen=True, tag="snapshot"):
    """A request for the whole table."""


class SitOutWish(TableWish, frozen=True, tag="sit_out"):
    pass


class ComeBackWish(TableWish, frozen=True, tag="come_back"):
    pass


class StayWish(TableWish, frozen=True, tag="stay"):
    """A request to stay, which takes back one to leave."""


class NewHandWish(TableWish, frozen=True, tag="new_hand"):
    """The end of watching a hand in a pool (FAST-2)."""


class JoinWish(TableWish, frozen=True, tag="join"):
    """A request to join a table, answered with a snapshot."""


class PartWish(TableWish, frozen=True, tag="part"):
    """A request to part with a table."""


class PingWish(Struct, frozen=True, tag="ping"):
    """A check of the connection, for no table."""


class VisibleWish(Struct, frozen=True, tag="visible"):
    """The state of a page: whether its reader sees it."""

    visible: bool


class HereWish(Struct, frozen=True, tag="here"):
    """The page shows these tables, by id, and events, by name, separated by commas."""

    shown: str


class SeenWish(Struct, frozen=True, tag="seen"):
    """The ids of notices that the reader has seen."""

    ids: Annotated[list[Number], Meta(max_length=MOST_SEEN)]


# Frames from the client of a socket of tables, and of a page's socket.
Wish = (
    ActWish
    | TopUpWish
    | ChooseWish
    | LeaveWish
    | FoldWish
    | ShowWish
    | SnapshotWish
    | SitOutWish
    | ComeBackWish
    | StayWish
    | NewHandWish
    | JoinWish
    | PartWish
    | PingWish
)
PageWish = PingWish | VisibleWish | HereWish | SeenWish

T = TypeVar("T")

WISHES: msgspec.json.Decoder[Wish] = msgspec.json.Decoder(Wish)
PAGE_WISHES: msgspec.json.Decoder[PageWish] = msgspec.json.Decoder(PageWish)


class UnreadableWish(Struct, frozen=True):
    """A frame that is no wish, with the table and the version that it names nevertheless."""

    at: str = ""
    version: int | None = None


class _Address(Struct, frozen=True):
    at: Any = None
    version: Any = None


_ADDRESSES = msgspec.json.Decoder(_Address)


def read(message: dict[str, Any], decoder: msgspec.json.Decoder[T]) -> T | UnreadableWish:
    """Return the wish in a socket's message."""
    text = message.get("text")
    if not isinstance(text, str):
        return UnreadableWish()
    try:
        data = text.encode()
        return decoder.decode(data) if len(data) <= LONGEST else UnreadableWish()
    except msgspec.ValidationError:
        return _address(data)
    except (ValueError, RecursionError):
        return UnreadableWish()


def _address(data: bytes) -> UnreadableWish:
    try:
        named = _ADDRESSES.decode(data)
    except (ValueError, RecursionError):
        return UnreadableWish()
    at, version = named.at, named.version
    # An answer can name no longer number.
    is_number = type(version) is int and -(2**63) <= version < 2**63
    return UnreadableWish(at if isinstance(at, str) else "", version if is_number else None)
