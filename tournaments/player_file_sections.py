"""The entries, tickets and acts of staff shown in a player's file."""

from collections.abc import Sequence

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.money import amount_text
from core.typed_numbers import number
from core.types import UserId
from players.staff import player_file
from players.staff.player_file import FileRow, FileSection, Finder, when
from tournaments.entry import receipts
from tournaments.models import Act, Entry, Ticket, Tournament


def _entry(row: Entry) -> FileRow:
    url = reverse("admin:tournaments_tournament_change", args=[row.tournament_id])
    place = "" if row.place is None else str(row.place)
    prize = amount_text(row.prize, chips=row.tournament.free) if row.prize else ""
    state = str(row.get_status_display())
    return FileRow((when(row.registered_at), row.tournament.name, state, place, prize), url)


def _ticket(row: Ticket) -> FileRow:
    url = reverse("admin:tournaments_ticket_change", args=[row.pk])
    good_for = row.template.name if row.template else _("any event of its value")
    state = _("used") if row.entry_id else _("open")
    if row.revoked_at:
        state = _("taken back")
    giver = str(row.given_by or "")
    return FileRow(
        (when(row.won_at), amount_text(row.value, chips=row.free), good_for, state, giver, row.why),
        url,
    )


def _act(row: Act) -> FileRow:
    url = reverse("admin:tournaments_act_change", args=[row.pk])
    return FileRow((when(row.at), str(row.get_verb_display()), str(row.by), row.why), url)


def _acts(user_id: UserId) -> "QuerySet[Act]":
    return Act.objects.filter(player=user_id).select_related("by").order_by("-pk")


PARTS = (
    FileSection(
        "entries",
        gettext_lazy("Entries in events"),
        (
            gettext_lazy("When"),
            gettext_lazy("Event"),
            gettext_lazy("State"),
            gettext_lazy("Place"),
            gettext_lazy("Prize"),
        ),
        "tournaments.view_entry",
        player_file.lines(
            lambda user_id: (
                Entry.objects.filter(user=user_id).select_related("tournament").order_by("-pk")
            ),
            _entry,
        ),
    ),
    FileSection(
        "tickets",
        gettext_lazy("Tickets"),
        (
            gettext_lazy("When"),
            gettext_lazy("Value"),
            gettext_lazy("Good for"),
            gettext_lazy("State"),
            gettext_lazy("Given by"),
            gettext_lazy("Reason"),
        ),
        "tournaments.view_ticket",
        player_file.lines(
            lambda user_id: (
                Ticket.objects.filter(owner=user_id)
                .select_related("template", "given_by")
                .order_by("-pk")
            ),
            _ticket,
        ),
    ),
    FileSection(
        "acts",
        gettext_lazy("Acts of staff"),
        (gettext_lazy("When"), gettext_lazy("Act"), gettext_lazy("By"), gettext_lazy("Reason")),
        "tournaments.view_act",
        player_file.lines(_acts, _act),
    ),
)


def _events(typed: str) -> Sequence[FileRow]:
    wanted = Q(pk=pk) if (pk := number(typed)) else Q(name__icontains=typed)
    return [
        FileRow(
            (row.name, when(row.starts_at), str(row.get_status_display())),
            reverse("admin:tournaments_tournament_change", args=[row.pk]),
        )
        for row in Tournament.objects.filter(wanted).order_by("-pk")[: player_file.HITS]
    ]


def _receipts(typed: str) -> Sequence[FileRow]:
    """Find an entry by the number on its receipt, such as E0000012."""
    pk = number(typed[1:]) if typed[:1].upper() == receipts.LETTER else None
    rows = Entry.objects.filter(pk=pk or 0).select_related("user", "tournament")
    return [
        FileRow(
            (typed.upper(), row.tournament.name, str(row.user), str(row.get_status_display())),
            reverse("admin:tournaments_tournament_change", args=[row.tournament_id]),
        )
        for row in rows
    ]


FINDERS = (
    Finder(gettext_lazy("Events"), "tournaments.view_tournament", _events),
    Finder(gettext_lazy("Receipts of entries"), "tournaments.view_entry", _receipts),
)
