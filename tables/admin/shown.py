"""Common parts of the desk's lists and pages of tables and hands."""

from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.admin import TabularInline

from core.admin.staff import ReadOnly
from core.money import money_text
from core.templatetags import money
from payouts import events
from tables import engine, games
from tables.models import Hand, Table
from tables.models.owners import owner


class ReadOnlyInline(TabularInline):
    """Read-only rows of the page's object."""

    extra = 0
    can_delete = False
    hide_title = True

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: object = None) -> Sequence[str]:
        """Return all fields; otherwise Django would make a form field for each cell."""
        shown: Sequence[str] = self.fields
        return shown


class OfEvents(ReadOnly):
    """Rows played in an ``event``: lists and pages show its name, the game and the stakes."""

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        changelist = super().get_changelist_instance(request)
        rows = list(changelist.result_list)
        known = events.find({row.event for row in rows})
        for row in rows:
            row.called = known[row.event].name if row.event in known else row.event
        changelist.result_list = rows
        return changelist

    @admin.display(description=gettext_lazy("event"))
    def event_name(self, row: Any) -> str:
        return str(row.called)

    @admin.display(description=gettext_lazy("event"))
    def event_link(self, row: Any) -> SafeString | str:
        known = events.find([row.event]).get(row.event)
        return format_html('<a href="{}">{}</a>', known.url, known.name) if known else row.event

    @admin.display(description=gettext_lazy("game"))
    def game_name(self, row: Any) -> str:
        return str(games.NAMES.get(row.game, row.game))

    @admin.display(description=gettext_lazy("blinds"))
    def blinds(self, row: Any) -> str:
        stakes = engine.Stakes.from_json(row.stakes)
        parts = [f"{amount(stakes.small_blind, row)}/{amount(stakes.big_blind, row)}"]
        if stakes.ante:
            parts.append(_("ante %(amount)s") % {"amount": amount(stakes.ante, row)})
        return " · ".join(parts)


def amount(chips: int, row: Hand | Table) -> str:
    """Write chips of a hand or a table for people: at cash tables they are money."""
    return money_text(chips) if owner(row.event).for_money else money.chips(chips)
