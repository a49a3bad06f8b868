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
    default=1_000_00,
    kind=kinds.CENTS,
    bounds=(0, 1_000_000_00),
    money=True,
    group=SettingGroup.MONEY,
    title=_("Second person required from"),
    help=_(
        "The most that one member of staff can move alone for one player in 24 "
        "hours, and the highest guarantee, VeloX draw cost and cancellation that one "
        "person can decide. Above it, a second person must confirm."
    ),
)
CASHIER_DAY = Setting(
    "money.cashier_day",
    default=5_000_00,
    kind=kinds.CENTS,
    bounds=(0, 10_000_000_00),
    money=True,
    group=SettingGroup.MONEY,
    title=_("Limit of one person at the counter, per day"),
    help=_(
        "The most that one member of staff can move alone at the counter in 24 "
        "hours, for all players."
    ),
)

DRAWERS = Setting(
    "money.drawers",
    default=False,
    kind=kinds.BOOLEAN,
    group=SettingGroup.MONEY,
    title=_("Drawers at the counter"),
    help=_(
        "Cash then moves only through members of staff with an open drawer, which is "
        "counted when they close it or hand it over."
    ),
)
DRAWER_DIFFERENCE = Setting(
    "money.drawer_difference",
    default=5_00,
    kind=kinds.CENTS,
    bounds=(0, 1_000_00),
    group=SettingGroup.MONEY,
    title=_("Drawer difference allowed without a reason"),
    help=_("A drawer that is over or short by more than this cannot be closed without a reason."),
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
    title=_("Revenue by email"),
    help=_("The figures of the previous day, week or month, sent in the morning."),
)
REPORT_TO = Setting(
    "money.report_to",
    default=(),
    kind=kinds.MAIL_ADDRESSES,
    bounds=(0, 20),
    money=True,
    group=SettingGroup.MONEY,
    title=_("Send revenue by email to"),
    help=_("Email addresses, one per line."),
)

# The room's terms of deposits and withdrawals (MONEY-1, MONEY-2), in the order of ``PaymentTerms``.
_AT_ONCE = _("For one deposit; the player's own limits apply as well.")
_IN_ROME = _("Per player; days and months follow the room's time zone.")
_FEES = _("Kept from deposits, or taken from withdrawals.")
_ASKED: Final = {
    PaymentKind.DEPOSIT: (
        (_("Minimum deposit"), _AT_ONCE),
        (_("Maximum deposit"), _AT_ONCE),
        (_("Deposits in a day"), _IN_ROME),
        (_("Deposits in a month"), _IN_ROME),
        (_("Fixed fee of a deposit"), _FEES),
        (_("Fee of a deposit, percent"), _FEES),
    ),
    PaymentKind.WITHDRAWAL: (
        (_("Minimum withdrawal"), _AT_ONCE),
        (_("Maximum withdrawal"), _AT_ONCE),
        (_("Withdrawals in a day"), _IN_ROME),
        (_("Withdrawals in a month"), _IN_ROME),
        (_("Fixed fee of a withdrawal"), _FEES),
        (_("Fee of a withdrawal, percent"), _FEES),
    ),
}

# Least, most, a day, a month, and the fixed fee in the smallest unit; the fee in hundredths of a
# percent.
_DEFAULTS: Final = {
    PaymentKind.DEPOSIT: PaymentTerms(5_00, 5_000_00, 10_000_00, 50_000_00, 0, 0),
    PaymentKind.WITHDRAWAL: PaymentTerms(10_00, 20_000_00, 20_000_00, 100_000_00, 0, 0),
}


def _term(kind: PaymentKind, no: int) -> Setting[int]:
    name = PaymentTerms._fields[no]
    title, words = _ASKED[kind][no]
    return Setting(
        f"money.{kind.name.lower()}.{name}",
        default=_DEFAULTS[kind][no],
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
    default=timedelta(hours=24),
    kind=kinds.DURATION,
    bounds=(0, 90 * 86_400),
    money=True,
    group=SettingGroup.MONEY,
    title=_("Hold on a new deposit"),
    help=_("How long a deposit through a payment service is held before it can be withdrawn."),
)
NEW_IBAN_HOLD = Setting(
    "money.new_iban_hold",
    default=lambda: timedelta(hours=0 if settings.DEMO else 24),
    kind=kinds.DURATION,
    bounds=(0, 30 * 86_400),
    money=True,
    group=SettingGroup.MONEY,
    title=_("Hold on a new IBAN"),
    help=_("How long a withdrawal to an account not used before is held."),
)


def payment_terms(kind: PaymentKind) -> PaymentTerms:
    """Return the limits and the fee of deposits or of withdrawals."""
    return PaymentTerms(*[setting.value() for setting in _TERMS[kind]])
