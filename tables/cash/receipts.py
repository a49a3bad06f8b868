"""Receipts of stays at cash tables (INFO-3).

Read, never stored: from the session, its moments and the hands that were finished in it.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

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
from django.urls import reverse

from core.types import UserId
from payouts import receipts as genuine
from payouts.events import EventRef
from tables.history import stays
from tables.history.stays import StayReceipt
from tables.models import CASH, CashGame, CashSession, HandPlayer, Seat, SessionMoment
from tables.models.owners import FOR_MONEY
from tables.templatetags.table_names import table_name


def find(pk: int) -> genuine.Receipt | None:
    """Return a stay's receipt as its public check shows it."""
    session = CashSession.objects.filter(FOR_MONEY, pk=pk).select_related("table", "user").first()
    return None if session is None else stays.checked(session, name=session.table.name)


def of_player(user_id: UserId) -> QuerySet[CashSession]:
    """A player's stays at tables for money, the latest first, for ``of_stays``."""
    stays = CashSession.objects.filter(FOR_MONEY, user=user_id)
    return stays.select_related("table").order_by("-pk")


def of_stays(sessions: Iterable[CashSession]) -> list[StayReceipt]:
    """Return the receipts of these stays: five queries, however many."""
    listed = list(sessions)
    ids = [session.pk for session in listed]
    games = _games(listed)
    played = {row["pk"]: row for row in _played(ids)}
    holds = _holds(ids)
    receipts = {
        session.pk: StayReceipt(
            stay=session,
            place=table_name(session.table.name),
            url=reverse("cash_receipt", args=[session.pk]),
            game=games.get(session.table.event),
            hands=played[session.pk]["hands"],
            rake=played[session.pk]["rake"],
            holds=holds.get(session.pk, 0),
        )
        for session in listed
    }
    moments = defaultdict(list)
    for moment in SessionMoment.objects.filter(session__in=ids).order_by("pk"):
        moments[moment.session_id].append(moment)
    for pk, receipt in receipts.items():
        receipt.tell(moments[pk])
    return [receipts[pk] for pk in ids]


def _games(sessions: Iterable[CashSession]) -> dict[str, CashGame]:
    refs = (EventRef.id_in(session.table.event, kind=CASH) for session in sessions)
    ids = {pk for pk in refs if pk is not None}
    return {game.event: game for game in CashGame.objects.filter(pk__in=ids)}


def _played(ids: Collection[int]) -> Iterable[Mapping[str, int]]:
    """The hands finished in each stay, and the rake borne in them."""
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
    """The stacks of players still seated, including their part of a pot that was left (DRAW-2)."""
    lasting = CashSession.objects.filter(pk__in=ids, closed_at=None)
    here = Seat.objects.filter(table=OuterRef("table"), user=OuterRef("user"))
    chips = here.annotate(chips=F("stack") + F("in_pot")).values("chips")
    return dict(lasting.annotate(chips=Subquery(chips)).values_list("pk", "chips"))
