"""A shared hand as its link shows it (SHARE-1): what its player knew, and no more of the others
than the link says."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.utils.translation import gettext as _

from core.explanations import Explanation
from core.formats import written
from core.types import SeatNo
from payouts.events import EventRef
from players.models import User
from tables import engine
from tables.games import NAMES
from tables.history import hand_decisions
from tables.models import Hand, HandPlayer, SharedHand, Table
from tables.own_hands import sharing
from tables.pages import hand_picture, replays
from tables.pages.replays import ReplayFrame
from tables.storage import packed_events


@dataclass(frozen=True)
class SharedView:
    """The hand behind an open link. ``hand`` and ``players`` are copies without numbers and names
    of table and event, by which the hand could be found elsewhere."""

    link: SharedHand
    seat: SeatNo
    hand: Hand
    players: Sequence[HandPlayer]
    events: Sequence[engine.Event]

    @cached_property
    def frames(self) -> list[ReplayFrame]:
        """The frames that the player was sent in play, of the copies."""
        return [*replays.frames_of(self.hand, self.players, self.events, seat=self.seat)]

    @property
    def decisions(self) -> list[Explanation]:
        return hand_decisions.of_hand(self.hand, self.events)

    @property
    def title(self) -> str:
        """The game and its stakes: No limit hold'em, 50/100."""
        return f"{NAMES[self.hand.game]}, {self.stakes}"

    @property
    def stakes(self) -> str:
        stakes = self.hand.stakes
        if engine.GAMES[engine.game_of_orbit(self.hand.game, 0)].blinds:
            small, big = (self.hand.amount(stakes[name]) for name in ("small_blind", "big_blind"))
            return f"{small}/{big}"
        ante = self.hand.amount(stakes["ante"] or stakes["big_blind"])
        return _("Ante %(amount)s") % {"amount": ante}

    @property
    def day(self) -> str:
        return written(self.hand.started_at.date(), "j F Y")

    @property
    def summary(self) -> str:
        """The winners of the hand, for previews of the link."""
        *_before, last = hand_picture.poses(self.frames)
        return ", ".join(hand_picture.wins(last, self.hand.amount))


def read(token: str, *, now: datetime) -> SharedView | None:
    """Return the hand behind a link; None where it shows nothing now."""
    opened = sharing.opened(token, now=now)
    if opened is None:
        return None
    link, played = opened
    players = played.hand.players.select_related("user").order_by("seat_no")
    hand = _nameless(played.hand)
    return SharedView(
        link=link,
        seat=SeatNo(played.seat_no),
        hand=hand,
        players=[_copy(player, hand, link) for player in players],
        events=packed_events.of_hand(played.hand_id),
    )


def _nameless(hand: Hand) -> Hand:
    """Return the hand without what leads to it: numbers, names and the time of the day."""
    ref = EventRef.parse(hand.event)
    # Its kind alone says what the chips are.
    event = "" if ref is None else f"{ref.kind}:0"
    table = Table(pk=0, name="", event=event, max_seats=hand.table.max_seats)
    day = hand.started_at.replace(hour=0, minute=0, second=0, microsecond=0)
    return Hand(
        pk=0,
        table=table,
        event=event,
        number=1,
        game=hand.game,
        stakes=hand.stakes,
        positions=hand.positions,
        started_at=day,
        voided_at=hand.voided_at and day,
        commitment="",
    )


def _copy(player: HandPlayer, hand: Hand, link: SharedHand) -> HandPlayer:
    if link.names_shown:
        name = player.user.get_username()
    elif player.user_id == link.user_id:
        name = _("Hero")
    else:
        name = _("Seat %(number)s") % {"number": player.seat_no}
    return HandPlayer(
        hand=hand,
        user=User(pk=player.seat_no, username=name),
        seat_no=player.seat_no,
        start_stack=player.start_stack,
        finish_stack=player.finish_stack,
    )
