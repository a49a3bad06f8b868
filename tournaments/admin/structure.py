"""The staff's desk: blind structures, typed level by level or filled by a pace or a length."""

from collections.abc import Iterable
from decimal import Decimal
from hashlib import sha256
from typing import Any, Final

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.options import IS_POPUP_VAR
from django.db.models import Model, Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.formats import localize
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.admin import TabularInline
from unfold.forms import BaseDialogForm
from unfold.widgets import (
    UnfoldAdminSelectWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanSwitchWidget,
)

from core import room_clock
from core.admin.staff import Titled, button, number
from core.pages.replies import go_to
from core.pages.requests import who
from core.refusal import Refusal
from core.sentences import say
from core.templatetags.money import chips
from tables.games import has_blinds
from tournaments.admin.acts import Recorded
from tournaments.entry import approvals, scheduling
from tournaments.models import BlindStructure, Template
from tournaments.models import Level as Row
from tournaments.models.terms import MOST_ENTRIES
from tournaments.rules import structures, written_levels
from tournaments.rules.level_clock import BlindLevel
from tournaments.rules.structures import BlindPace, Structure
from tournaments.staff import desk
from tournaments.templatetags.events import blinds, minutes

# Plans that the list names of each structure.
PLANS_SHOWN = 5
MOST_CHIPS = 10_000_000
MADE_TO_LAST: Final = ""
PACES = {
    "regular": gettext_lazy("Regular"),
    "turbo": gettext_lazy("Turbo"),
    "super_turbo": gettext_lazy("Super turbo"),
    "deep_stack": gettext_lazy("Deep stack"),
}


def paces() -> list[tuple[str, str]]:
    """Return the choices of a pace, with the minutes and depth of each."""
    words = _("%(pace)s: %(minutes)s minutes, %(depth)s big blinds")
    known = [
        (name, words % {"pace": PACES[name], "minutes": pace.minutes, "depth": pace.depth})
        for name, pace in structures.PRESETS.items()
    ]
    return [(MADE_TO_LAST, _("Custom: choose how long it lasts")), *known]


class StructureForm(BaseDialogForm):
    """The levels to generate; shown first, and saved when the form is sent again unchanged."""

    pace = forms.ChoiceField(
        label=gettext_lazy("pace"),
        choices=paces,
        required=False,
        help_text=gettext_lazy(
            "A pace needs the players and the stack; it sets its own lengths, breaks and antes."
        ),
        widget=UnfoldAdminSelectWidget,
    )
    entries = number(gettext_lazy("players expected"), 2, MOST_ENTRIES, 50)
    starting_stack = number(gettext_lazy("starting stack"), 10, MOST_CHIPS, 10_000)
    big_blind_ante = forms.BooleanField(
        label=gettext_lazy("antes of the big blind"),
        required=False,
        widget=UnfoldBooleanSwitchWidget,
        help_text=gettext_lazy("The big blind pays one ante for the whole table."),
    )
    live = forms.BooleanField(
        label=gettext_lazy("for real chips"),
        required=False,
        widget=UnfoldBooleanSwitchWidget,
        help_text=gettext_lazy("Blinds double in the first levels only."),
    )
    lasts = number(gettext_lazy("lasts, minutes"), 10, 3_000, 180)
    level_minutes = number(gettext_lazy("level, minutes"), 1, 120, 10)
    depth = number(gettext_lazy("starting stack in big blinds"), 5, 1_000, 100)
    break_after = number(
        gettext_lazy("levels between breaks"), 0, 100, 6, help_text=gettext_lazy("0: none")
    )
    break_minutes = number(gettext_lazy("break, minutes"), 1, 120, 5)
    antes_from = number(
        gettext_lazy("antes from level"), 0, 100, 4, help_text=gettext_lazy("0: none")
    )
    shown = forms.CharField(required=False, widget=forms.HiddenInput)

    structure: Structure | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kept = BlindStructure.objects.get(pk=self.object_id)
        self.plans = list(self.kept.plans.order_by("pk"))
        if self.plans:
            plan = self.plans[0]
            self.initial |= {"starting_stack": plan.starting_stack, "live": not plan.floor.deals}
            if plan.kind == Template.Kind.SIT_AND_GO:
                self.initial["entries"] = plan.max_entries

    def clean(self) -> dict[str, Any]:
        """Generate the levels; refuse and show them if they were not shown yet."""
        cleaned: dict[str, Any] = super().clean()
        if self.errors:
            return cleaned
        try:
            self.structure = self._structure(cleaned)
        except Refusal as refusal:
            self.add_error("lasts", say(refusal))
            return cleaned
        digest = sha256(repr(self.structure.levels).encode()).hexdigest()
        if cleaned["shown"] != digest:
            self.data: QueryDict = self.data.copy()
            self.data["shown"] = digest
            self.add_error("shown", _("Not shown yet."))
        return cleaned

    def _structure(self, cleaned: dict[str, Any]) -> Structure:
        field = {"starting_stack": cleaned["starting_stack"], "entries": cleaned["entries"]}
        if cleaned["pace"] != MADE_TO_LAST:
            return structures.preset(self._adapted(structures.PRESETS[cleaned["pace"]]), **field)
        pace = BlindPace(
            cleaned["level_minutes"] * 60,
            depth=cleaned["depth"],
            break_after=cleaned["break_after"],
            break_seconds=cleaned["break_minutes"] * 60,
            antes_from=cleaned["antes_from"],
        )
        return structures.generated(
            self._adapted(pace), **field, target_seconds=cleaned["lasts"] * 60
        )

    def _adapted(self, pace: BlindPace) -> BlindPace:
        """Adapt a pace to the form; a game without blinds is played for antes as large as the big
        blind (DRAW-1)."""
        pace = pace._replace(
            big_blind_ante=self.cleaned_data["big_blind_ante"], live=self.cleaned_data["live"]
        )
        blinds = all(has_blinds(plan.game) for plan in self.plans)
        return pace if blinds else pace._replace(antes_from=0)

    def render_after_template(self) -> str:
        return preview(self.structure, cleaned=self.cleaned_data) if self.structure else ""


def preview(structure: Structure, *, cleaned: dict[str, Any]) -> SafeString:
    """Render the levels as a table, with the instruction to confirm them."""
    intro = _(
        "With %(entries)s players the event should end after about %(time)s hours. "
        "Press the button again to replace the levels with these."
    ) % {"entries": cleaned["entries"], "time": minutes(structure.expected_seconds // 60)}
    return format_html(
        '<p class="my-4 font-semibold">{}</p><div class="max-h-80 overflow-y-auto">{}</div>',
        intro,
        table_of(structure.levels),
    )


def table_of(levels: Iterable[BlindLevel]) -> SafeString:
    """Render a blind schedule as a table."""
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


def in_minutes(seconds: int) -> int | Decimal:
    """Return seconds in minutes, such as 20 or 1.5."""
    whole = round(Decimal(seconds) / 60, 2)
    return int(whole) if whole == int(whole) else whole.normalize()


class MinutesField(forms.DecimalField):
    """The seconds of a level, typed in minutes."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            label=gettext_lazy("minutes"),
            min_value=Decimal("0.02"),
            max_value=written_levels.LONGEST // 60,
            decimal_places=2,
            localize=True,
            widget=UnfoldAdminTextInputWidget(attrs={"inputmode": "decimal"}),
            **options,
        )

    def prepare_value(self, value: Any) -> Any:
        return in_minutes(value) if isinstance(value, int) else value

    def clean(self, value: Any) -> Any:
        return round(super().clean(value) * 60)

    def has_changed(self, initial: Any, data: Any) -> bool:
        return super().has_changed(self.prepare_value(initial), data)


class LevelForm(forms.ModelForm):  # type: ignore[type-arg]  # unfold's admin takes it bare
    """A row of a structure."""

    seconds = MinutesField()


class LevelInline(TabularInline):
    model = Row
    form = LevelForm
    extra = 0
    hide_title = True
    ordering_field = "position"
    fields = (
        *("position", "seconds", "is_break", "small_blind", "big_blind"),
        *("ante", "big_blind_ante"),
    )


@admin.register(BlindStructure)
class BlindStructureAdmin(Recorded, Titled):
    """Structures that plans share; the author of a change signs all plans that use it."""

    list_display = ("name", "level_count", "level_minutes", "plans_in_words")
    search_fields = ("name",)
    ordering = ("name",)
    fields = ("name", "used_by")
    readonly_fields = ("used_by",)
    inlines = (LevelInline,)
    save_as = True
    actions_detail = ("fill_structure",)

    def get_queryset(self, request: HttpRequest) -> "QuerySet[BlindStructure]":
        plans = Template.objects.only("name", "structure").order_by("name", "pk")
        queryset: QuerySet[BlindStructure] = super().get_queryset(request)
        return queryset.prefetch_related("levels", Prefetch("plans", plans))

    @admin.display(description=gettext_lazy("levels"))
    def level_count(self, structure: BlindStructure) -> int:
        return sum(not level.is_break for level in structure.levels.all())

    @admin.display(description=gettext_lazy("level, minutes"))
    def level_minutes(self, structure: BlindStructure) -> str:
        lengths = sorted({row.seconds for row in structure.levels.all() if not row.is_break})
        ends = dict.fromkeys([*lengths[:1], *lengths[-1:]])
        return "–".join(str(localize(in_minutes(seconds))) for seconds in ends) or "-"

    @admin.display(description=gettext_lazy("plans"))
    def plans_in_words(self, structure: BlindStructure) -> str:
        names = [plan.name for plan in structure.plans.all()]
        rest = ["…"] if len(names) > PLANS_SHOWN else []
        return ", ".join(names[:PLANS_SHOWN] + rest) or "-"

    @admin.display(description=gettext_lazy("used by"))
    def used_by(self, structure: BlindStructure) -> SafeString | str:
        """The plans that use the structure, and the effect of a change on them."""
        if structure.pk is None or not structure.plans.exists():
            return _("It is not used by any plan.")
        links = (
            (reverse("admin:tournaments_template_change", args=[plan.pk]), plan.name)
            for plan in structure.plans.all()
        )
        return format_html(
            "<p>{}</p><p>{}</p>",
            format_html_join(", ", '<a href="{}">{}</a>', links),
            _(
                "Events that these plans publish from now on have the levels as you "
                "save them, and large guarantees must be approved again. Published "
                "events keep theirs. To change only one plan, save the structure as "
                "new under another name."
            ),
        )

    def save_model(self, request: HttpRequest, obj: Model, form: forms.Form, change: bool) -> None:
        # A plan that starts to use it meanwhile waits until the levels are saved.
        self.model.objects.select_for_update().filter(pk=obj.pk).first()
        super().save_model(request, obj, form, change)

    def after_change(self, request: HttpRequest, plan: Model) -> None:
        now = room_clock.now()
        approvals.sign_plans(structure_id=plan.pk, by=who(request), now=now)
        _say_what_is_not_published(request, plan.pk)

    def response_add(
        self, request: HttpRequest, obj: BlindStructure, post_url_continue: str | None = None
    ) -> HttpResponse:
        """Stay on the page of a structure without levels, since it has the button to fill it."""
        if IS_POPUP_VAR in request.POST or obj.levels.exists():
            answer: HttpResponse = super().response_add(request, obj, post_url_continue)
            return answer
        messages.info(request, _("It has no levels yet: fill it, or add them one by one."))
        return redirect("admin:tournaments_blindstructure_change", obj.pk)

    def has_fill_structure_permission(self, request: HttpRequest, pk: object = None) -> bool:
        return request.user.has_perm("tournaments.change_blindstructure")

    @button(
        description=gettext_lazy("Fill the blind structure"),
        permissions=["fill_structure"],
        dialog={
            "title": gettext_lazy("Fill the blind structure"),
            "description": gettext_lazy(
                "Choose a known pace, or how long the event should last. You see the "
                "levels before they replace those of the structure."
            ),
            "form_class": StructureForm,
        },
    )
    def fill_structure(
        self, request: HttpRequest, form: StructureForm, object_id: int
    ) -> HttpResponse:
        assert form.structure is not None
        desk.replace_levels(
            structure_id=object_id,
            levels=form.structure.levels,
            by=who(request),
            now=room_clock.now(),
        )
        self.log_change(request, form.kept, _("The blind structure was filled."))
        messages.success(request, _("The structure has its new levels."))
        _say_what_is_not_published(request, object_id)
        return go_to("tournaments_blindstructure", object_id)


def _say_what_is_not_published(request: HttpRequest, structure_id: int) -> None:
    """Show the active plans whose events cannot be published with these levels."""
    for plan in Template.objects.filter(structure=structure_id, active=True).order_by("pk"):
        refusal = scheduling.why_not(plan, now=room_clock.now())
        if refusal is not None:
            words = _("“%(name)s” publishes no events with these levels: %(why)s")
            messages.error(request, words % {"name": plan.name, "why": say(refusal)})
