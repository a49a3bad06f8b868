"""The desk's form for one setting: a field for its kind, and the reason."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from unfold.widgets import (
    UnfoldAdminImageSmallFieldWidget,
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
)

from core import languages
from core.reasons import LONGEST_REASON
from core.settings.kinds import Choice, SeveralOf
from core.settings.registry import Setting
from payouts.pages.forms import MoneyField
from players.profile import pictures
from poker_site.room_settings import colours_and_logo

# The limit of all settings, exact in PostgreSQL's JSON.
MOST = 2**40
UNITS = {1: _("seconds"), 60: _("minutes"), 3_600: _("hours"), 86_400: _("days")}


class SettingForm(forms.Form):
    """The new value of a setting; ``raw`` is it as JSON."""

    def __init__(self, setting: Setting[Any], *sent: Any) -> None:
        super().__init__(*sent)
        self.setting = setting
        _FIELDS[setting.kind.name](self)
        self.fields["reason"] = forms.CharField(
            label=_("reason"), max_length=LONGEST_REASON, widget=UnfoldAdminTextInputWidget()
        )

    def raw(self) -> object:
        """Return the value of a valid form, for ``changes.change``; stores a picture on the way."""
        cleaned = self.cleaned_data
        match self.setting.kind.name:
            case "share":
                return int(cleaned["value"] * 100)
            case "duration":
                return cleaned["value"] * int(cleaned["unit"])
            case "texts":
                return {code: cleaned[f"value_{code}"] for code in languages.codes()}
            case "words":
                return cleaned["value"].split()
            case "picture":
                return colours_and_logo.draw_logo(
                    cleaned["value"].read(pictures.LARGEST + 1), now=timezone.now()
                )
            case _:
                return cleaned["value"]


def _number(form: SettingForm) -> None:
    bounds = form.setting.bounds or (-MOST, MOST)
    form.fields["value"] = forms.IntegerField(
        label=_("value"),
        min_value=bounds[0],
        max_value=bounds[1],
        initial=form.setting.value(),
        widget=UnfoldAdminIntegerFieldWidget(),
    )


def _cents(form: SettingForm) -> None:
    bounds = form.setting.bounds or (0, MOST)
    form.fields["value"] = MoneyField(
        label=_("value"),
        least=bounds[0],
        most=bounds[1],
        initial=form.setting.value(),
        widget=UnfoldAdminTextInputWidget(attrs={"inputmode": "decimal"}),
    )


def _share(form: SettingForm) -> None:
    least, most = form.setting.bounds or (0, 100_00)
    form.fields["value"] = forms.DecimalField(
        label=_("value, percent"),
        min_value=Decimal(least).scaleb(-2),
        max_value=Decimal(most).scaleb(-2),
        decimal_places=2,
        localize=True,
        initial=Decimal(form.setting.value()).scaleb(-2),
        widget=UnfoldAdminTextInputWidget(attrs={"inputmode": "decimal"}),
    )


def _boolean(form: SettingForm) -> None:
    form.fields["value"] = forms.TypedChoiceField(
        label=_("value"),
        choices=(("yes", _("yes")), ("no", _("no"))),
        coerce=lambda said: said == "yes",
        initial="yes" if form.setting.value() else "no",
        widget=UnfoldAdminSelectWidget(),
    )


def _text(form: SettingForm) -> None:
    least, most = form.setting.bounds or (0, 200)
    form.fields["value"] = forms.CharField(
        label=_("value"),
        required=least > 0,
        max_length=most,
        initial=form.setting.value(),
        widget=UnfoldAdminTextInputWidget(),
    )


def _texts(form: SettingForm) -> None:
    _least, most = form.setting.bounds or (0, 2_000)
    value = form.setting.value()
    for language in languages.codes():
        form.fields[f"value_{language}"] = forms.CharField(
            label=languages.own_name(language),
            required=False,
            max_length=most,
            initial=value.get(language, ""),
            widget=UnfoldAdminTextareaWidget(attrs={"rows": 6, "lang": language}),
        )


def _choice(form: SettingForm) -> None:
    kind = form.setting.kind
    assert isinstance(kind, Choice)
    form.fields["value"] = forms.ChoiceField(
        label=_("value"),
        choices=[*kind.choices.items()],
        initial=form.setting.value(),
        widget=UnfoldAdminSelectWidget(),
    )


def _several(form: SettingForm) -> None:
    kind = form.setting.kind
    assert isinstance(kind, SeveralOf)
    form.fields["value"] = forms.MultipleChoiceField(
        label=_("value"),
        required=False,
        choices=[*kind.choices.items()],
        initial=form.setting.value(),
        widget=forms.CheckboxSelectMultiple,
    )


def _duration(form: SettingForm) -> None:
    value: timedelta = form.setting.value()
    seconds = int(value.total_seconds())
    unit = max(each for each in UNITS if seconds % each == 0) if seconds else 1
    form.fields["value"] = forms.IntegerField(
        label=_("value"),
        min_value=0,
        max_value=MOST,
        initial=seconds // unit,
        widget=UnfoldAdminIntegerFieldWidget(),
    )
    form.fields["unit"] = forms.ChoiceField(
        label=_("unit"), choices=[*UNITS.items()], initial=unit, widget=UnfoldAdminSelectWidget()
    )


def _colour(form: SettingForm) -> None:
    form.fields["value"] = forms.CharField(
        label=_("value"),
        max_length=7,
        initial=form.setting.value(),
        widget=forms.TextInput(attrs={"type": "color"}),
    )


def _words(form: SettingForm) -> None:
    form.fields["value"] = forms.CharField(
        label=_("words, one per line"),
        required=False,
        max_length=100_000,
        initial="\n".join(form.setting.value()),
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 12}),
    )


def _picture(form: SettingForm) -> None:
    form.fields["value"] = forms.FileField(
        label=_("picture"), widget=UnfoldAdminImageSmallFieldWidget()
    )


_FIELDS = {
    "boolean": _boolean,
    "cents": _cents,
    "share": _share,
    "choice": _choice,
    "colour": _colour,
    "duration": _duration,
    "integer": _number,
    "percent": _number,
    "picture": _picture,
    "several": _several,
    "text": _text,
    "texts": _texts,
    "words": _words,
}
