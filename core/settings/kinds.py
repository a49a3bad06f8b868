"""Kinds of settings: how each is stored as JSON, checked, shown and typed."""

import re
from collections.abc import Mapping, Sequence
from datetime import timedelta
from decimal import Decimal
from typing import Any, Generic, TypeVar

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from unfold.widgets import (
    UnfoldAdminImageSmallFieldWidget,
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
)

from core import languages
from core.formats import number
from core.money import money_text
from core.money_field import MoneyField
from core.refusal import Refusal
from core.refusals import CoreCode
from core.settings import contrast
from core.templatetags.money import percent

T = TypeVar("T")
Bounds = tuple[int, int]
_COLOUR = re.compile(r"#[0-9a-f]{6}")
_BRACES = re.compile(r"{([^{}]*)}")
_KEY = re.compile(r"([0-9a-f]{20})?")
# The limit of all numbers, exact in PostgreSQL's JSON.
MOST = 2**40


class SettingKind(Generic[T]):
    """A kind of value; its words are shown with a ``sample`` (colour or picture) at the desk."""

    sample = ""

    def read(self, kept: object) -> T:
        """Return the value of a stored or typed form; refuses SETTING_UNREADABLE and the like."""
        raise NotImplementedError

    def keep(self, value: T) -> object:
        """Return the value as JSON."""
        return value

    def size(self, value: T) -> int | None:
        """Return the size that bounds limit; None where there is none."""
        return None

    def said(self, value: T) -> str:
        """Return the value in words, in the active language."""
        return str(value)

    def counted(self, size: int) -> str:
        """Return a bound in words."""
        return number(size)

    def check(self, value: T, bounds: Bounds | None) -> None:
        """Refuse SETTING_OUT_OF_BOUNDS (``least``, ``most``: in words)."""
        size = self.size(value)
        if bounds is None or size is None or bounds[0] <= size <= bounds[1]:
            return
        least, most = (self.counted(bound) for bound in bounds)
        raise Refusal(CoreCode.SETTING_OUT_OF_BOUNDS, least=least, most=most)

    def field(self, value: T, bounds: Bounds | None) -> forms.Field:
        """Return the form field that shows ``value``."""
        raise NotImplementedError

    def fields(self, value: T, bounds: Bounds | None) -> dict[str, forms.Field]:
        """Return the form fields of a kind by name; most have one."""
        return {"value": self.field(value, bounds)}

    def typed(self, cleaned: Mapping[str, Any]) -> object:
        """Return the JSON of valid fields, or the file that was uploaded."""
        return cleaned["value"]


class _Integer(SettingKind[int]):
    def read(self, kept: object) -> int:
        # JSON's true is an int to Python.
        if not isinstance(kept, int) or isinstance(kept, bool):
            raise Refusal(CoreCode.SETTING_UNREADABLE)
        return kept

    def size(self, value: int) -> int:
        return value

    def said(self, value: int) -> str:
        return self.counted(value)

    def field(self, value: int, bounds: Bounds | None) -> forms.Field:
        least, most = bounds or (-MOST, MOST)
        return forms.IntegerField(
            label=_("value"),
            min_value=least,
            max_value=most,
            initial=value,
            widget=UnfoldAdminIntegerFieldWidget(),
        )


class _Cents(_Integer):
    def counted(self, size: int) -> str:
        return money_text(size)

    def field(self, value: int, bounds: Bounds | None) -> forms.Field:
        least, most = bounds or (0, MOST)
        return MoneyField(
            label=_("value"),
            least=least,
            most=most,
            initial=value,
            widget=UnfoldAdminTextInputWidget(attrs={"inputmode": "decimal"}),
        )


class _Percent(_Integer):
    def counted(self, size: int) -> str:
        return f"{number(size)} %"


class _Share(_Integer):
    """Hundredths of a percent, shown and typed as percent."""

    def counted(self, size: int) -> str:
        return percent(size)

    def field(self, value: int, bounds: Bounds | None) -> forms.Field:
        least, most = bounds or (0, 100_00)
        return forms.DecimalField(
            label=_("value, percent"),
            min_value=Decimal(least).scaleb(-2),
            max_value=Decimal(most).scaleb(-2),
            decimal_places=2,
            localize=True,
            initial=Decimal(value).scaleb(-2),
            widget=UnfoldAdminTextInputWidget(attrs={"inputmode": "decimal"}),
        )

    def typed(self, cleaned: Mapping[str, Any]) -> object:
        return int(cleaned["value"] * 100)


class _Boolean(SettingKind[bool]):
    def read(self, kept: object) -> bool:
        if not isinstance(kept, bool):
            raise Refusal(CoreCode.SETTING_UNREADABLE)
        return kept

    def said(self, value: bool) -> str:
        return _("yes") if value else _("no")

    def field(self, value: bool, bounds: Bounds | None) -> forms.Field:
        return forms.TypedChoiceField(
            label=_("value"),
            choices=(("yes", _("yes")), ("no", _("no"))),
            coerce=lambda answer: answer == "yes",
            initial="yes" if value else "no",
            widget=UnfoldAdminSelectWidget(),
        )


class _Text(SettingKind[str]):
    """Text on one line; bounds count characters."""

    def read(self, kept: object) -> str:
        if not isinstance(kept, str) or not kept.isprintable():
            raise Refusal(CoreCode.SETTING_UNREADABLE)
        return kept.strip()

    def size(self, value: str) -> int:
        return len(value)

    def field(self, value: str, bounds: Bounds | None) -> forms.Field:
        least, most = bounds or (0, 200)
        return forms.CharField(
            label=_("value"),
            required=least > 0,
            max_length=most,
            initial=value,
            widget=UnfoldAdminTextInputWidget(),
        )


class _MailAddress(_Text):
    """An email address, or none."""

    def read(self, kept: object) -> str:
        text = super().read(kept)
        if text:
            _check_address(text)
        return text


def _check_address(text: str) -> None:
    try:
        validate_email(text)
    except ValidationError as error:
        raise Refusal(CoreCode.SETTING_NO_ADDRESS, text=text) from error


class Texts(dict[str, str]):
    """A text by language; as a string, in the active one, and empty where that has none."""

    def __str__(self) -> str:
        return self.get(languages.active(), "")


class _Texts(SettingKind[Texts]):
    """A text of several lines in every language; bounds count characters of each."""

    def read(self, kept: object) -> Texts:
        """Return the texts that are not empty."""
        if not isinstance(kept, Mapping):
            raise Refusal(CoreCode.SETTING_UNREADABLE)
        if not all(isinstance(text, str) and "\0" not in text for text in kept.values()):
            raise Refusal(CoreCode.SETTING_UNREADABLE)
        texts = ((code, kept.get(code, "")) for code in languages.codes())
        trimmed = ((code, text.replace("\r\n", "\n").strip()) for code, text in texts)
        return Texts((code, text) for code, text in trimmed if text)

    def keep(self, value: Texts) -> object:
        return dict(value)

    def check(self, value: Texts, bounds: Bounds | None) -> None:
        for language in languages.codes():
            TEXT.check(value.get(language, ""), bounds)

    def fields(self, value: Texts, bounds: Bounds | None) -> dict[str, forms.Field]:
        _least, most = bounds or (0, 2_000)
        return {
            f"value_{language}": forms.CharField(
                label=languages.own_name(language),
                required=False,
                max_length=most,
                initial=value.get(language, ""),
                widget=UnfoldAdminTextareaWidget(attrs={"rows": 6, "lang": language}),
            )
            for language in languages.codes()
        }

    def typed(self, cleaned: Mapping[str, Any]) -> object:
        return {language: cleaned[f"value_{language}"] for language in languages.codes()}


class MailTemplate(_Texts):
    """A text of a mail, with ``words`` in braces as placeholders; unless empty, it contains all
    ``needs``."""

    def __init__(self, *words: str, needs: Sequence[str] = ()) -> None:
        self.words, self.needs = words, needs

    def read(self, kept: object) -> Texts:
        """Return the texts; refuses SETTING_NO_SUCH_WORD (``word``, ``words``) and
        SETTING_LACKS_WORD (``word``) besides."""
        texts = super().read(kept)
        for word in (word for text in texts.values() for word in _BRACES.findall(text)):
            if word not in self.words:
                there = ", ".join(f"{{{each}}}" for each in self.words)
                raise Refusal(CoreCode.SETTING_NO_SUCH_WORD, word=word[:40], words=there)
        for word in self.needs:
            if any(text and f"{{{word}}}" not in text for text in texts.values()):
                raise Refusal(CoreCode.SETTING_LACKS_WORD, word=word)
        return texts


def filled(text: str, known: Mapping[str, str]) -> str:
    """Return a letter's text with its placeholders filled; unknown ones stay."""
    return _BRACES.sub(lambda found: known.get(found[1], found[0]), text)


class Choice(SettingKind[str]):
    """One of a few names, each with its words for the reader."""

    def __init__(self, choices: Mapping[str, str | Promise]) -> None:
        self.choices = choices

    def read(self, kept: object) -> str:
        if not isinstance(kept, str) or kept not in self.choices:
            raise Refusal(CoreCode.SETTING_NOT_OFFERED)
        return kept

    def said(self, value: str) -> str:
        return str(self.choices[value])

    def field(self, value: str, bounds: Bounds | None) -> forms.Field:
        return forms.ChoiceField(
            label=_("value"),
            choices=[*self.choices.items()],
            initial=value,
            widget=UnfoldAdminSelectWidget(),
        )


class SeveralOf(SettingKind[tuple[str, ...]]):
    """Any of a few names, in their order, each with its words for the reader."""

    def __init__(self, choices: Mapping[str, str | Promise]) -> None:
        self.choices = choices

    def read(self, kept: object) -> tuple[str, ...]:
        if not isinstance(kept, Sequence) or isinstance(kept, str):
            raise Refusal(CoreCode.SETTING_UNREADABLE)
        if not all(isinstance(one, str) and one in self.choices for one in kept):
            raise Refusal(CoreCode.SETTING_NOT_OFFERED)
        return tuple(name for name in self.choices if name in kept)

    def keep(self, value: tuple[str, ...]) -> object:
        return list(value)

    def said(self, value: tuple[str, ...]) -> str:
        return " · ".join(str(self.choices[name]) for name in value)

    def field(self, value: tuple[str, ...], bounds: Bounds | None) -> forms.Field:
        return forms.MultipleChoiceField(
            label=_("value"),
            required=False,
            choices=[*self.choices.items()],
            initial=value,
            widget=forms.CheckboxSelectMultiple,
        )


class _Duration(SettingKind[timedelta]):
    """A duration, stored as whole seconds; bounds are seconds."""

    def read(self, kept: object) -> timedelta:
        seconds = INTEGER.read(kept)
        if abs(seconds) > timedelta.max.total_seconds() / 2:
            raise Refusal(CoreCode.SETTING_UNREADABLE)
        return timedelta(seconds=seconds)

    def keep(self, value: timedelta) -> object:
        return int(value.total_seconds())

    def size(self, value: timedelta) -> int:
        return int(value.total_seconds())

    def said(self, value: timedelta) -> str:
        return self.counted(self.size(value))

    def counted(self, size: int) -> str:
        for seconds, unit in ((86_400, _("d")), (3_600, _("h")), (60, _("min"))):
            if size and size % seconds == 0:
                return f"{number(size // seconds)} {unit}"
        return f"{number(size)} s"

    def fields(self, value: timedelta, bounds: Bounds | None) -> dict[str, forms.Field]:
        seconds = self.size(value)
        units = {1: _("seconds"), 60: _("minutes"), 3_600: _("hours"), 86_400: _("days")}
        unit = max(each for each in units if seconds % each == 0) if seconds else 1
        amount = forms.IntegerField(
            label=_("value"),
            min_value=0,
            max_value=MOST,
            initial=seconds // unit,
            widget=UnfoldAdminIntegerFieldWidget(),
        )
        choice = forms.ChoiceField(
            label=_("unit"),
            choices=[*units.items()],
            initial=unit,
            widget=UnfoldAdminSelectWidget(),
        )
        return {"value": amount, "unit": choice}

    def typed(self, cleaned: Mapping[str, Any]) -> object:
        seconds: int = cleaned["value"] * int(cleaned["unit"])
        return seconds


class Colour(SettingKind[str]):
    """A colour as ``#rrggbb``; its contrast to ``text`` is checked, if that is given."""

    sample = "colour"

    def __init__(self, text: str | None = None) -> None:
        self.text = text

    def read(self, kept: object) -> str:
        if not isinstance(kept, str) or not _COLOUR.fullmatch(kept.lower()):
            raise Refusal(CoreCode.SETTING_NO_COLOUR)
        return kept.lower()

    def check(self, value: str, bounds: Bounds | None) -> None:
        """Refuse SETTING_CONTRAST (``ratio``, ``least``: to 1)."""
        if self.text is None or (found := contrast.ratio(value, self.text)) >= contrast.LEAST:
            return
        # Rounded down, so that it never seems to suffice.
        ratio = int(found * 10) / 10
        raise Refusal(CoreCode.SETTING_CONTRAST, ratio=ratio, least=contrast.LEAST)

    def field(self, value: str, bounds: Bounds | None) -> forms.Field:
        return forms.CharField(
            label=_("value"),
            max_length=7,
            initial=value,
            widget=forms.TextInput(attrs={"type": "color"}),
        )


class _Picture(SettingKind[str]):
    """A picture: the value is the key of the stored file; empty for none."""

    sample = "picture"

    def read(self, kept: object) -> str:
        if not isinstance(kept, str) or not _KEY.fullmatch(kept):
            raise Refusal(CoreCode.SETTING_UNREADABLE)
        return kept

    def said(self, value: str) -> str:
        return _("the room's own") if value else _("the standard one")

    def field(self, value: str, bounds: Bounds | None) -> forms.Field:
        return forms.FileField(label=_("picture"), widget=UnfoldAdminImageSmallFieldWidget())


class _WordList(SettingKind[tuple[str, ...]]):
    """Single words, each once, in alphabetical order; bounds count them."""

    LONGEST = 60

    def read(self, kept: object) -> tuple[str, ...]:
        if not isinstance(kept, Sequence) or isinstance(kept, str):
            raise Refusal(CoreCode.SETTING_UNREADABLE)
        words = {TEXT.read(word).lower() for word in kept}
        if any(len(word) > self.LONGEST for word in words):
            raise Refusal(CoreCode.SETTING_UNREADABLE)
        return tuple(sorted(words - {""}))

    def keep(self, value: tuple[str, ...]) -> object:
        return list(value)

    def size(self, value: tuple[str, ...]) -> int:
        return len(value)

    def said(self, value: tuple[str, ...]) -> str:
        return ", ".join(value)

    def field(self, value: tuple[str, ...], bounds: Bounds | None) -> forms.Field:
        return forms.CharField(
            label=_("words, one per line"),
            required=False,
            max_length=100_000,
            initial="\n".join(value),
            widget=UnfoldAdminTextareaWidget(attrs={"rows": 12}),
        )

    def typed(self, cleaned: Mapping[str, Any]) -> object:
        return cleaned["value"].split()


class _MailAddresses(_WordList):
    """Email addresses, each once."""

    def read(self, kept: object) -> tuple[str, ...]:
        addresses = super().read(kept)
        for address in addresses:
            _check_address(address)
        return addresses


INTEGER: SettingKind[int] = _Integer()
SHARE: SettingKind[int] = _Share()
CENTS: SettingKind[int] = _Cents()
PERCENT: SettingKind[int] = _Percent()
BOOLEAN: SettingKind[bool] = _Boolean()
TEXT: SettingKind[str] = _Text()
TEXTS: SettingKind[Texts] = _Texts()
DURATION: SettingKind[timedelta] = _Duration()
COLOUR: SettingKind[str] = Colour()
PICTURE: SettingKind[str] = _Picture()
WORDS: SettingKind[tuple[str, ...]] = _WordList()
MAIL_ADDRESS: SettingKind[str] = _MailAddress()
MAIL_ADDRESSES: SettingKind[tuple[str, ...]] = _MailAddresses()
