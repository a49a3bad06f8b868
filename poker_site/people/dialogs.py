"""What the desk asks before it shuts somebody out, wherever that is done."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from core.admin.staff import ReasonForm

SUSPEND: Final[dict[str, Any]] = {
    "title": _("Suspend this player"),
    "description": _(
        "They are signed out everywhere, and leave what has not begun and the cash tables"
        " with their money. In running events they sit out. The counter still pays out."
    ),
    "form_class": ReasonForm,
}
LIFT: Final[dict[str, Any]] = {
    "title": _("Lift the suspension"),
    "description": _("The player may sign in and play again."),
    "form_class": ReasonForm,
}
