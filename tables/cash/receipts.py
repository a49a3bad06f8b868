"""Receipts of stays at cash tables (INFO-3).

Read, never stored: from the row, its moments and the hands that were finished in it.
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

from core import room_clock
from core.types import UserId
from payouts import receipts as genuine
from payouts.events import EventRef
from tables.history import stays
from tables.history.stays import StayReceipt
from tables.live.shown_stacks import shown_stack
from tables.models import CASH, CashGame, CashStay, HandPlayer, Seat, StayMoment, Table, shown_by
from tables.models.owners import FOR_MONEY
from tables.templatetags.table_names import table_name


def find(pk: int) -> genuine.Receipt | None:
    """Return a stay's receipt as its public check shows it."""
    row = CashStay.objects.filter(FOR_MONEY, pk=pk).select_related("table", "user").first()
    return None if row is None else stays.checked(row, name=row.table.name)


def of_player(user_id: UserId) -> QuerySet[CashStay]:
    """A player's stays at tables for money, the latest first, for ``of_stays``."""
    stays = CashStay.objects.filter(FOR_MONEY, user=user_id)
    return stays.select_related("table").order_by("-pk")


def of_stays(rows: Iterable[CashStay]) -> list[StayReceipt]:
    """Return the receipts of these stays: six queries, however many."""
    listed = list(rows)
    ids = [row.pk for row in listed]
    games = _games(listed)
    played = {row["pk"]: row for row in _played(ids)}
    holds = _holds(ids)
    receipts = {
        row.pk: StayReceipt(
            stay=row,
            place=table_name(row.table.name),
            url=reverse("cash_receipt", args=[row.pk]),
            game=games.get(row.table.event),
            hands=played[row.pk]["hands"],
            rake=played[row.pk]["rake"],
            holds=holds.get(row.pk, 0),
        )
        for row in listed
    }
    moments = defaultdict(list)
    for moment in StayMoment.objects.filter(stay__in=ids).order_by("pk"):
        moments[moment.stay_id].append(moment)
    for pk, receipt in receipts.items():
        receipt.tell(moments[pk])
    return [receipts[pk] for pk in ids]


def _games(rows: Iterable[CashStay]) -> dict[str, CashGame]:
    refs = (EventRef.id_in(row.table.event, kind=CASH) for row in rows)
    ids = {pk for pk in refs if pk is not None}
    return {game.event: game for game in CashGame.objects.filter(pk__in=ids)}


def _played(ids: Collection[int]) -> Iterable[Mapping[str, int]]:
    """The hands finished in each stay, and the rake borne in them."""
    mine = HandPlayer.objects.filter(
        shown_by(room_clock.now(), hand="hand__"),
        hand__table=OuterRef("table"),
        user=OuterRef("user"),
        hand__started_at__gte=OuterRef("opened_at"),
        hand__started_at__lte=Coalesce(OuterRef("closed_at"), Now()),
    ).order_by()
    hands = mine.values("user").annotate(count=Count("pk")).values("count")
    rake = mine.values("user").annotate(cents=Sum("rake")).values("cents")
    counted = CashStay.objects.filter(pk__in=ids).annotate(
        hands=Coalesce(Subquery(hands), 0, output_field=IntegerField()),
        rake=Coalesce(Subquery(rake), 0, output_field=PositiveBigIntegerField()),
    )
    return [
        {"pk": pk, "hands": hands, "rake": rake}
        for pk, hands, rake in counted.values_list("pk", "hands", "rake")
    ]


def _holds(ids: Collection[int]) -> dict[int, int]:
    """The stacks of players still seated, including their part of a pot that was left (DRAW-2)."""
    lasting = CashStay.objects.filter(pk__in=ids, closed_at=None)
    tables = Table.objects.filter(pk__in=lasting.values("table"))
    stack = shown_stack(tables, now=room_clock.now())
    here = Seat.objects.filter(table=OuterRef("table"), user=OuterRef("user"))
    chips = here.annotate(chips=stack + F("in_pot")).values("chips")
    return dict(lasting.annotate(chips=Subquery(chips)).values_list("pk", "chips"))
