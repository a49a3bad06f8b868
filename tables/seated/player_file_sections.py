"""A player's records in tables for their file: cash sessions, entries in pools, hands."""

from collections.abc import Sequence

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.money import money_text
from core.templatetags.money import signed_chips, signed_money
from core.typed_numbers import number
from players.staff import player_file
from players.staff.player_file import FileRow, FileSection, Finder, when
from tables.models import CashStay, Hand, HandPlayer, PoolEntry, Table
from tables.storage import months


def _session(row: CashStay) -> FileRow:
    url = reverse("admin:tables_cashstay_change", args=[row.pk])
    took = _("still there") if row.took is None else money_text(row.took)
    return FileRow((when(row.opened_at), row.table.name, money_text(row.brought), took), url)


def _entry(row: PoolEntry) -> FileRow:
    url = reverse("admin:tables_poolentry_change", args=[row.pk])
    left = when(row.closed_at) or _("still there")
    return FileRow((when(row.opened_at), str(row.pool), money_text(row.brought), left), url)


def _hand(row: HandPlayer) -> FileRow:
    url = reverse("admin:tables_hand_change", args=[row.hand_id])
    change = ""
    if row.finish_stack is not None:
        won = row.finish_stack - row.start_stack
        change = signed_money(won) if row.hand.for_money else signed_chips(won)
    return FileRow((when(row.hand.started_at), str(row.hand), row.hand.table.name, change), url)


PARTS = (
    FileSection(
        "cash",
        gettext_lazy("Cash sessions"),
        (
            gettext_lazy("When"),
            gettext_lazy("Table"),
            gettext_lazy("Brought"),
            gettext_lazy("Taken away"),
        ),
        "tables.view_cashstay",
        player_file.lines(
            lambda user_id: (
                CashStay.objects.filter(user=user_id).select_related("table").order_by("-pk")
            ),
            _session,
        ),
    ),
    FileSection(
        "pools",
        gettext_lazy("Entries in pools"),
        (
            gettext_lazy("When"),
            gettext_lazy("Pool"),
            gettext_lazy("Brought"),
            gettext_lazy("Left"),
        ),
        "tables.view_poolentry",
        player_file.lines(
            lambda user_id: (
                PoolEntry.objects.filter(user=user_id).select_related("pool").order_by("-pk")
            ),
            _entry,
        ),
    ),
    FileSection(
        "hands",
        gettext_lazy("Hands"),
        (
            gettext_lazy("When"),
            gettext_lazy("Hand"),
            gettext_lazy("Table"),
            gettext_lazy("Result"),
        ),
        "tables.view_hand",
        player_file.lines(
            lambda user_id: (
                HandPlayer.objects.filter(user=user_id)
                .select_related("hand__table")
                .order_by("-hand")
            ),
            _hand,
        ),
    ),
)


def _tables(typed: str) -> Sequence[FileRow]:
    wanted = Q(pk=pk) if (pk := number(typed)) else Q(name__istartswith=typed)
    return [
        FileRow(
            (row.name, str(row.get_status_display())),
            reverse("admin:tables_table_change", args=[row.pk]),
        )
        for row in Table.objects.filter(wanted).order_by("-pk")[: player_file.HITS]
    ]


def _hands(typed: str) -> Sequence[FileRow]:
    rows = Hand.objects.filter(pk=number(typed, longest=months.DIGITS) or 0).select_related("table")
    return [
        FileRow(
            (str(row), row.table.name, when(row.started_at)),
            reverse("admin:tables_hand_change", args=[row.pk]),
        )
        for row in rows
    ]


def _receipts(typed: str) -> Sequence[FileRow]:
    """Find a stay by the number on its receipt, such as C0000012."""
    letter, pk = typed[:1].upper(), number(typed[1:])
    for model, page in ((CashStay, "cashstay"), (PoolEntry, "poolentry")):
        if letter == model.LETTER and pk:
            rows = model.objects.filter(pk=pk).select_related("user")
            return [
                FileRow(
                    (typed.upper(), str(row.user), money_text(row.brought)),
                    reverse(f"admin:tables_{page}_change", args=[row.pk]),
                )
                for row in rows
            ]
    return []


FINDERS = (
    Finder(gettext_lazy("Tables"), "tables.view_table", _tables),
    Finder(gettext_lazy("Hands"), "tables.view_hand", _hands),
    Finder(gettext_lazy("Session receipts"), "tables.view_cashstay", _receipts),
)
