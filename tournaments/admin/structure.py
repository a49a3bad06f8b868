"""The staff's desk: a template's levels, filled from a pace that people know or made to last."""

from collections.abc import Iterable
from hashlib import sha256
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.admin import ModelAdmin
from unfold.forms import BaseDialogForm
from unfold.widgets import UnfoldAdminSelectWidget

from core.admin.staff import button, number
from core.pages.replies import go_to
from core.pages.requests import who
from core.refusal import Refusal
from core.sentences import say
from core.templatetags.money import chips
from tables.games import has_blinds
from tournaments.models import Template
from tournaments.models.terms import MOST_ENTRIES
from tournaments.rules import structures
from tournaments.rules.level_clock import Level
from tournaments.rules.structures import Pace, Structure
from tournaments.staff import desk
from tournaments.templatetags.events import blinds, minutes

MADE_TO_LAST: Final = ""
PACES = {
    "regular": gettext_lazy("Regular"),
    "turbo": gettext_lazy("Turbo"),
    "super_turbo": gettext_lazy("Super turbo"),
    "deep_stack": gettext_lazy("Deep stack"),
}


def paces() -> list[tuple[str, str]]:
    """The choices of a pace, each with what it is."""
    words = _("%(pace)s: %(minutes)s minutes, %(depth)s big blinds")
    known = [
        (name, words % {"pace": PACES[name], "minutes": pace.minutes, "depth": pace.depth})
        for name, pace in structures.PRESETS.items()
    ]
    return [(MADE_TO_LAST, _("Made to last as long as I say")), *known]


class StructureForm(BaseDialogForm):
    """Which structure; it is shown first, and taken when it is sent again unchanged."""

    pace = forms.ChoiceField(
        label=gettext_lazy("pace"),
        choices=paces,
        required=False,
        help_text=gettext_lazy("A pace needs the players expected, and nothing else below."),
        widget=UnfoldAdminSelectWidget,
    )
    entries = number(gettext_lazy("players expected"), 2, MOST_ENTRIES, 50)
    lasts = number(gettext_lazy("lasts, minutes"), 10, 3_000, 180)
    level_minutes = number(gettext_lazy("level, minutes"), 1, 120, 10)
    depth = number(gettext_lazy("starting stack in big blinds"), 5, 1_000, 100)
    break_after = number(
        gettext_lazy("break after so many levels"), 0, 100, 6, help_text=gettext_lazy("0: none")
    )
    break_minutes = number(gettext_lazy("break, minutes"), 1, 120, 5)
    antes_from = number(
        gettext_lazy("antes from level"), 0, 100, 4, help_text=gettext_lazy("0: none")
    )
    shown = forms.CharField(required=False, widget=forms.HiddenInput)

    structure: Structure | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.template = Template.objects.get(pk=self.object_id)
        if self.template.kind == Template.Kind.SIT_AND_GO:
            self.initial["entries"] = self.template.max_entries

    def clean(self) -> dict[str, Any]:
        """Refuse whatever was not shown yet, and show it."""
        asked: dict[str, Any] = super().clean()
        if self.errors:
            return asked
        try:
            self.structure = self._structure(asked)
        except Refusal as refusal:
            self.add_error("lasts", say(refusal))
            return asked
        digest = sha256(repr(self.structure.levels).encode()).hexdigest()
        if asked["shown"] != digest:
            self.data: QueryDict = self.data.copy()
            self.data["shown"] = digest
            self.add_error("shown", _("Not shown yet."))
        return asked

    def _structure(self, asked: dict[str, Any]) -> Structure:
        field = {"starting_stack": self.template.starting_stack, "entries": asked["entries"]}
        if asked["pace"] != MADE_TO_LAST:
            return structures.preset(self._of_game(structures.PRESETS[asked["pace"]]), **field)
        pace = Pace(
            asked["level_minutes"] * 60,
            depth=asked["depth"],
            break_after=asked["break_after"],
            break_seconds=asked["break_minutes"] * 60,
            antes_from=asked["antes_from"],
        )
        return structures.generated(
            self._of_game(pace), **field, target_seconds=asked["lasts"] * 60
        )

    def _of_game(self, pace: Pace) -> Pace:
        """A game without blinds is played for antes as large as the big blind (DRAW-1)."""
        return pace if has_blinds(self.template.game) else pace._replace(antes_from=0)

    def render_after_template(self) -> str:
        return preview(self.structure, asked=self.cleaned_data) if self.structure else ""


def preview(structure: Structure, *, asked: dict[str, Any]) -> SafeString:
    """The levels as a table, with what to do to have them."""
    intro = _(
        "With %(entries)s players the event should end after about %(time)s hours. "
        "Press the button again to replace the levels with these."
    ) % {"entries": asked["entries"], "time": minutes(structure.expected_seconds // 60)}
    return format_html(
        '<p class="my-4 font-semibold">{}</p><div class="max-h-80 overflow-y-auto">{}</div>',
        intro,
        table_of(structure.levels),
    )


def table_of(levels: Iterable[Level]) -> SafeString:
    """A blind schedule as people read it."""
    heads = (_("Level"), _("Blinds"), _("Ante"), _("Time"))
    played = 0
    rows = []
    for level in levels:
        played += not level.is_break
        ante = chips(level.ante) if level.ante else ""
        words = (_("Break"), "", "") if level.is_break else (played, blinds(level), ante)
        rows.append((_cells((*words, minutes(level.seconds))),))
    return format_html(
        '<div class="desk-scroll" tabindex="0"><table><thead><tr>{}</tr></thead>'
        "<tbody>{}</tbody></table></div>",
        format_html_join("", '<th scope="col">{}</th>', ((head,) for head in heads)),
        format_html_join("", "<tr>{}</tr>", rows),
    )


def _cells(words: tuple[object, ...]) -> SafeString:
    return format_html_join("", "<td>{}</td>", ((word,) for word in words))


class FillsStructure(ModelAdmin):
    """The action of a template's page that fills its levels."""

    def has_fill_structure_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return request.user.has_perm("tournaments.change_template")

    @button(
        description=gettext_lazy("Fill the blind structure"),
        permissions=["fill_structure"],
        dialog={
            "title": gettext_lazy("Fill the blind structure"),
            "description": gettext_lazy(
                "From a pace that players know, or so that the event lasts as long as you say. "
                "You see the levels before they replace those of the template."
            ),
            "form_class": StructureForm,
        },
    )
    def fill_structure(
        self, request: HttpRequest, form: StructureForm, object_id: int
    ) -> HttpResponse:
        assert form.structure is not None
        desk.replace_levels(
            template_id=object_id,
            levels=form.structure.levels,
            by=who(request),
            now=timezone.now(),
        )
        self.log_change(request, form.template, _("The blind structure was filled."))
        messages.success(request, _("The template has its new levels."))
        return go_to("tournaments_template", object_id)
