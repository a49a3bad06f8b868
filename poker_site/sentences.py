"""The sentence for each refusal of the room as a whole."""

from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from poker_site.refusals import Code

SENTENCES: dict[StrEnum, str | Promise] = {
    Code.NO_SUCH_SETTING: _("This room has no such setting."),
    Code.SETTING_WAITS: _("A change of this setting waits for a second person already."),
    Code.NO_CHANGE_WAITS: _("This change does not wait any more."),
    Code.OWN_CHANGE: _("You have ordered this change: another person has to confirm it."),
}
