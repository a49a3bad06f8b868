"""Finding a player's own hands (FIND-1): what is asked for, and a page of it.

A search looks at no more than LOOKED_AT hands, and says where it stopped: a page costs the same
however many hands the room or the player has.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.lookups import Exact, GreaterThan

from core.types import UserId
from tables.models import HandMark, HandPlayer, PlayedHand, shown_by
from tables.rules.hand_facts import HandFlag
from tables.storage import months

LOOKED_AT: Final = 10_000


@dataclass(frozen=True, slots=True)
class HandQuery:
    """The own hands that a player asks for; what is left out is not asked for.

    ``kind`` is that of the event's name, ``starting`` classes of hole cards, pots are in big
    blinds, ``opponent`` another player who was dealt in; ``until`` does not count.
    """

    kind: str = ""
    game: str = ""
    position: str = ""
    since: datetime | None = None
    until: datetime | None = None
    event: str = ""
    result: str = ""
    showdown: bool | None = None
    all_in: bool = False
    starting: frozenset[str] = frozenset()
    least_pot: int | None = None
    most_pot: int | None = None
    opponent: UserId | None = None
    starred: bool = False
    tag: str = ""

    @property
    def needs_marks(self) -> bool:
        """Return whether it asks for what the player marked."""
        return self.starred or bool(self.tag)

    @property
    def is_of_sums(self) -> bool:
        """Return whether the sums of hours can answer it."""
        parts = (self.event, self.result, self.all_in, self.starting, self.opponent)
        pots = (self.least_pot, self.most_pot, self.showdown)
        return not (any(parts) or self.needs_marks or any(part is not None for part in pots))

    def hands(self, user_id: UserId) -> "QuerySet[PlayedHand]":
        """Return the player's counted hands that are asked for, in no order."""
        rows = PlayedHand.objects.filter(self.conditions(), user=user_id)
        if self.opponent is not None:
            dealt_in = HandPlayer.objects.filter(hand=OuterRef("hand"), user=self.opponent)
            rows = rows.filter(Exists(dealt_in))
        if self.needs_marks:
            marks = HandMark.objects.filter(user=user_id)
            marks = marks.filter(starred=True) if self.starred else marks
            marks = marks.filter(tags__contains=[self.tag]) if self.tag else marks
            rows = rows.filter(hand__in=list(marks.values_list("hand", flat=True)))
        return rows

    def conditions(self) -> Q:
        """Return the conditions on the row of a hand alone."""
        wanted = Q(
            **{
                name: value
                for name in ("game", "position", "event")
                if (value := getattr(self, name))
            }
        )
        if self.kind:
            wanted &= Q(event__startswith=f"{self.kind}:")
        if self.since is not None:
            first = months.first_id(months.of(self.since))
            wanted &= Q(started_at__gte=self.since, hand__gte=first)
        if self.until is not None:
            last = months.last_id(months.of(self.until))
            wanted &= Q(started_at__lt=self.until, hand__lte=last)
        return wanted & self._of_play()

    def _of_play(self) -> Q:
        wanted = Q()
        if self.result:
            wanted &= Q(net__gt=0) if self.result == "won" else Q(net__lt=0)
        if self.starting:
            wanted &= Q(starting__in=self.starting)
        if self.least_pot is not None:
            wanted &= Q(pot__gte=self.least_pot * F("big_blind"))
        if self.most_pot is not None:
            wanted &= Q(pot__lte=self.most_pot * F("big_blind"))
        if self.all_in:
            wanted &= Q(_has(HandFlag.ALL_IN))
        if self.showdown is not None:
            shown = Q(_has(HandFlag.SHOWDOWN))
            wanted &= shown if self.showdown else Q(_has_not(HandFlag.SHOWDOWN))
        return wanted


EVERYTHING: Final = HandQuery()


class HandPage(NamedTuple):
    """Ids of hands, the latest first; ``newer`` and ``older`` are the hands behind which the next
    pages begin. ``stopped``: the search did not look at all hands up to there."""

    hand_ids: list[int]
    newer: int | None
    older: int | None
    stopped: bool = False


def page(
    user_id: UserId,
    query: HandQuery,
    *,
    before: int | None = None,
    after: int | None = None,
    count: int,
    now: datetime,
) -> HandPage:
    """Return the next hands before, or after, a hand; without one the latest."""
    hands, looked_at = _hands(user_id, query, before=before, after=after, now=now)
    order = "hand" if after else "-hand"
    edge = None
    if looked_at is not None:
        ids = looked_at.order_by(order).values_list("hand", flat=True)
        edge = next(iter(ids[LOOKED_AT : LOOKED_AT + 1]), None)
    if edge is not None:
        hands = hands.filter(hand__lt=edge) if after else hands.filter(hand__gt=edge)
    found = list(hands.order_by(order).values_list("hand", flat=True)[: count + 1])
    more, found = len(found) > count, found[:count]
    stopped = not more and edge is not None
    # The hand at the edge itself is the first of the next search.
    ahead = found[-1] if more else (edge - 1 if after else edge + 1) if edge else None
    if after:
        found.reverse()
        return HandPage(found, ahead, found[-1] if found else after + 1, stopped)
    newer = None if before is None else found[0] if found else before - 1
    return HandPage(found, newer, ahead, stopped)


def every(user_id: UserId, query: HandQuery, *, at_once: int = 500, now: datetime) -> Iterator[int]:
    """Yield the ids of all hands that are asked for, the latest first."""
    before = None
    while True:
        portion = page(user_id, query, before=before, count=at_once, now=now)
        yield from portion.hand_ids
        if portion.older is None:
            return
        before = portion.older


def _hands(
    user_id: UserId, query: HandQuery, *, before: int | None, after: int | None, now: datetime
) -> "tuple[QuerySet[PlayedHand] | QuerySet[HandPlayer], QuerySet[PlayedHand] | None]":
    """Return the hands that are asked for, and those among which a search looks for them; None
    where it finds them at once."""
    side = Q(hand__gt=after) if after else Q(hand__lt=before) if before else Q()
    if query == EVERYTHING:
        # Also those that are void, or not counted yet.
        mine = HandPlayer.objects.filter(shown_by(now, hand="hand__"), user=user_id)
        return mine.filter(side), None
    hands = query.hands(user_id).filter(side)
    if query.needs_marks:
        return hands, None
    dates = HandQuery(since=query.since, until=query.until)
    return hands, dates.hands(user_id).filter(side)


def _has(flag: HandFlag) -> GreaterThan:
    return GreaterThan(F("flags").bitand(int(flag)), 0)


def _has_not(flag: HandFlag) -> Exact:
    return Exact(F("flags").bitand(int(flag)), 0)
