"""What a person reads when a player may not do something."""

from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from players.refusals import Code

SENTENCES: dict[StrEnum, str | Promise] = {
    Code.SELF_EXCLUDED: _(
        "You have excluded yourself until %(until_when)s. Withdrawals stay open."
    ),
    Code.NO_DAYS: _("Choose at least one day."),
}
