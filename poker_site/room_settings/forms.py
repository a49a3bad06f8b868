"""The form of a setting, whatever its kind."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from unfold.widgets import UnfoldAdminTextInputWidget

from core import room_clock
from core.reasons import LONGEST_REASON
from core.settings.registry import Setting
from players.profile import pictures
from poker_site.room_settings import colours_and_logo


class SettingForm(forms.Form):
    """The new value of a setting, and the reason."""

    def __init__(self, setting: Setting[Any], *sent: Any) -> None:
        super().__init__(*sent)
        self.setting = setting
        self.fields.update(setting.kind.fields(setting.value(), setting.bounds))
        self.fields["reason"] = forms.CharField(
            label=_("reason"), max_length=LONGEST_REASON, widget=UnfoldAdminTextInputWidget()
        )

    def raw(self) -> object:
        """Return the value of a valid form, for ``changes.change``; stores a picture on the way."""
        typed = self.setting.kind.typed(self.cleaned_data)
        if isinstance(typed, UploadedFile):
            sent = typed.read(pictures.LARGEST + 1)
            return colours_and_logo.draw_logo(sent, now=room_clock.now())
        return typed
