"""The room's settings of money and of second persons."""

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from core.settings import kinds
from core.settings.registry import Setting, SettingGroup
from payouts.rules.payments import BOUNDS, PaymentKind, PaymentTerms

FOUR_EYES = Setting(
    "money.four_eyes",
    default=lambda: settings.FOUR_EYES_CENTS,
    kind=kinds.CENTS,
    bounds=(0, 1_000_000_00),
    money=True,
    group=SettingGroup.MONEY,
    title=_("Second person from"),
    help=_(
        "What one member of staff moves alone for one player within 24 hours; also the highest"
        " guarantee, cost of a VeloX draw and cancellation that one person decides. Above it, a"
        " second person confirms."
    ),
)
CASHIER_DAY = Setting(
    "money.cashier_day",
    default=lambda: settings.CASHIER_DAY_CENTS,
    kind=kinds.CENTS,
    bounds=(0, 10_000_000_00),
    money=True,
    group=SettingGroup.MONEY,
    title=_("Alone at the counter in a day"),
    help=_("What one member of staff moves alone at the counter in 24 hours, for all players."),
)

DRAWERS = Setting(
    "money.drawers",
    default=False,
    kind=kinds.BOOLEAN,
    group=SettingGroup.MONEY,
    title=_("Drawers at the counter"),
    help=_(
        "Cash then moves only through a member of staff with an open drawer; it is counted when"
        " they close it or hand it over."
    ),
)
DRAWER_DIFFERENCE = Setting(
    "money.drawer_difference",
    default=5_00,
    kind=kinds.CENTS,
    bounds=(0, 1_000_00),
    group=SettingGroup.MONEY,
    title=_("Difference of a drawer without a reason"),
    help=_("A drawer that is over or short by more than this is closed with a reason only."),
)

REPORT_EVERY = Setting(
    "money.report_every",
    default="never",
    kind=kinds.Choice(
        {
            "never": _("never"),
            "day": _("every day"),
            "week": _("every Monday"),
            "month": _("on the first of the month"),
        }
    ),
    group=SettingGroup.MONEY,
    title=_("Revenue by mail"),
    help=_("The figures of the day, week or month before, in the morning."),
)
REPORT_TO = Setting(
    "money.report_to",
    default=(),
    kind=kinds.MAIL_ADDRESSES,
    bounds=(0, 20),
    money=True,
    group=SettingGroup.MONEY,
    title=_("Revenue by mail to"),
    help=_("Email addresses, one per line."),
)

# The room's terms of deposits and withdrawals (MONEY-1, MONEY-2), in the order of ``PaymentTerms``.
_AT_ONCE = _("At once; the player's own limits hold besides.")
_IN_ROME = _("Of one player; days and months are those of the room's clock.")
_FEES = _("Kept from what is paid in, or taken from what is paid out.")
_ASKED: Final = {
    PaymentKind.DEPOSIT: (
        (_("Least deposit"), _AT_ONCE),
        (_("Largest deposit"), _AT_ONCE),
        (_("Deposits in a day"), _IN_ROME),
        (_("Deposits in a month"), _IN_ROME),
        (_("Fixed fee of a deposit"), _FEES),
        (_("Fee of a deposit, percent"), _FEES),
    ),
    PaymentKind.WITHDRAWAL: (
        (_("Least withdrawal"), _AT_ONCE),
        (_("Largest withdrawal"), _AT_ONCE),
        (_("Withdrawals in a day"), _IN_ROME),
        (_("Withdrawals in a month"), _IN_ROME),
        (_("Fixed fee of a withdrawal"), _FEES),
        (_("Fee of a withdrawal, percent"), _FEES),
    ),
}


def _term(kind: PaymentKind, no: int) -> Setting[int]:
    name = PaymentTerms._fields[no]
    title, words = _ASKED[kind][no]
    return Setting(
        f"money.{kind.name.lower()}.{name}",
        default=lambda: settings.PAYMENT_TERMS[kind.value][no],
        kind=kinds.SHARE if name == "fee_part" else kinds.CENTS,
        bounds=BOUNDS[no],
        money=True,
        group=SettingGroup.MONEY,
        title=title,
        help=words,
    )


_TERMS: Final = {
    kind: [_term(kind, no) for no in range(len(PaymentTerms._fields))] for kind in PaymentKind
}
PAYMENT_HOLD = Setting(
    "money.payment_hold",
    default=lambda: timedelta(hours=settings.PAYMENT_HOLD_HOURS),
    kind=kinds.DURATION,
    bounds=(0, 90 * 86_400),
    money=True,
    group=SettingGroup.MONEY,
    title=_("Hold of a fresh deposit"),
    help=_("So long a deposit of a payment service stays before it may be paid out."),
)
NEW_IBAN_HOLD = Setting(
    "money.new_iban_hold",
    default=lambda: timedelta(hours=settings.NEW_IBAN_HOLD_HOURS),
    kind=kinds.DURATION,
    bounds=(0, 30 * 86_400),
    money=True,
    group=SettingGroup.MONEY,
    title=_("Hold of a new IBAN"),
    help=_("So long a withdrawal waits that goes to an account not used before."),
)


def payment_terms(kind: PaymentKind) -> PaymentTerms:
    """Return the limits and the fee of deposits or of withdrawals."""
    return PaymentTerms(*[setting.value() for setting in _TERMS[kind]])
