"""What each stay at a cash table was, told to its player (INFO-3).

Read, never stored: from the session, its moments and the hands that were finished in it.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import (
    Count,
    F,
    IntegerField,
    OuterRef,
    PositiveBigIntegerField,
    QuerySet,
    Subquery,
    Sum,
)
from django.db.models.functions import Coalesce, Now

from core.types import UserId
from payouts import receipts
from payouts.event_ref import EventRef
from tables.models import CASH, CashGame, CashSession, HandPlayer, Seat, SessionMoment

Kind = SessionMoment.Kind
TOP_UPS = (Kind.TOP_UP, Kind.AUTO_TOP_UP, Kind.REBUY)


class Absence(NamedTuple):
    """``until`` is None while it lasts."""

    since: datetime
    until: datetime | None

    @property
    def minutes(self) -> int | None:
        """How long it was, None while it lasts."""
        return None if self.until is None else (self.until - self.since) // timedelta(minutes=1)


@dataclass(slots=True)
class Receipt:
    """A stay with all that belongs to it, in cents. ``rake`` is what its player bore of it;
    ``holds`` are the chips before them while the stay lasts."""

    session: CashSession
    game: CashGame | None
    hands: int
    rake: int
    holds: int
    top_ups: list[SessionMoment] = field(default_factory=list)
    absences: list[Absence] = field(default_factory=list)
    given_back: int = 0

    @property
    def number(self) -> str:
        return self.session.receipt

    @property
    def code(self) -> str:
        return receipts.code(self.number)

    @property
    def topped_up(self) -> int:
        return sum(moment.cents for moment in self.top_ups)

    @property
    def sat_in_with(self) -> int:
        """What it was begun with, brought back or new."""
        return self.session.brought - self.topped_up

    @property
    def over(self) -> bool:
        return self.session.closed_at is not None

    @property
    def result(self) -> int:
        """Won or lost, by now while it lasts: what was taken less what was brought."""
        took = self.session.took
        return (self.holds if took is None else took) - self.session.brought


def find(pk: int) -> receipts.Receipt | None:
    """A stay's receipt as whoever holds it may check it."""
    session = CashSession.objects.filter(pk=pk).select_related("table", "user").first()
    if session is None:
        return None
    return receipts.Receipt(
        number=session.receipt,
        name=session.table.name,
        player=session.user.get_username(),
        at=session.opened_at,
        paid=session.brought,
        back=session.took or 0,
    )


def of_player(user_id: UserId) -> QuerySet[CashSession]:
    """A player's stays, the latest first, for ``told``."""
    return CashSession.objects.filter(user=user_id).select_related("table").order_by("-pk")


def told(sessions: Iterable[CashSession]) -> list[Receipt]:
    """Their receipts: five queries, however many."""
    listed = list(sessions)
    ids = [session.pk for session in listed]
    games = _games(listed)
    played = {row["pk"]: row for row in _played(ids)}
    holds = _holds(ids)
    stays = {
        session.pk: Receipt(
            session,
            games.get(session.table.event),
            played[session.pk]["hands"],
            played[session.pk]["rake"],
            holds.get(session.pk, 0),
        )
        for session in listed
    }
    moments = defaultdict(list)
    for moment in SessionMoment.objects.filter(session__in=ids).order_by("pk"):
        moments[moment.session_id].append(moment)
    for pk, receipt in stays.items():
        receipt.top_ups = [moment for moment in moments[pk] if moment.kind in TOP_UPS]
        receipt.absences = _absences(moments[pk], closed_at=receipt.session.closed_at)
        receipt.given_back = sum(
            moment.cents for moment in moments[pk] if moment.kind == Kind.GIVEN_BACK
        )
    return [stays[pk] for pk in ids]


def _games(sessions: Iterable[CashSession]) -> dict[str, CashGame]:
    refs = (EventRef.id_in(session.table.event, kind=CASH) for session in sessions)
    ids = {pk for pk in refs if pk is not None}
    return {game.event: game for game in CashGame.objects.filter(pk__in=ids)}


def _played(ids: Collection[int]) -> Iterable[Mapping[str, int]]:
    """Hands finished in each stay, and the rake borne in them."""
    mine = HandPlayer.objects.filter(
        hand__table=OuterRef("table"),
        user=OuterRef("user"),
        hand__started_at__gte=OuterRef("opened_at"),
        hand__started_at__lte=Coalesce(OuterRef("closed_at"), Now()),
        finish_stack__isnull=False,
    ).order_by()
    hands = mine.values("user").annotate(count=Count("pk")).values("count")
    rake = mine.values("user").annotate(cents=Sum("rake")).values("cents")
    counted = CashSession.objects.filter(pk__in=ids).annotate(
        hands=Coalesce(Subquery(hands), 0, output_field=IntegerField()),
        rake=Coalesce(Subquery(rake), 0, output_field=PositiveBigIntegerField()),
    )
    return [
        {"pk": pk, "hands": hands, "rake": rake}
        for pk, hands, rake in counted.values_list("pk", "hands", "rake")
    ]


def _holds(ids: Collection[int]) -> dict[int, int]:
    """What lies before those who still sit, with what is theirs in a pot that waits (DRAW-2)."""
    lasting = CashSession.objects.filter(pk__in=ids, closed_at=None)
    here = Seat.objects.filter(table=OuterRef("table"), user=OuterRef("user"))
    chips = here.annotate(chips=F("stack") + F("in_pot")).values("chips")
    return dict(lasting.annotate(chips=Subquery(chips)).values_list("pk", "chips"))


def _absences(moments: Iterable[SessionMoment], *, closed_at: datetime | None) -> list[Absence]:
    """Each absence ends when the player is back, or with the stay."""
    found: list[Absence] = []
    since = None
    for moment in moments:
        if moment.kind == Kind.SAT_OUT:
            since = moment.at
        elif moment.kind == Kind.CAME_BACK and since is not None:
            found.append(Absence(since, moment.at))
            since = None
    return found if since is None else [*found, Absence(since, closed_at)]
