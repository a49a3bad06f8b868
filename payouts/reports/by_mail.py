"""The revenue of the last day, week or month, by mail to the room's addresses (STAFF-11)."""

from datetime import date, datetime, timedelta
from typing import Final

from django.core.mail import EmailMessage
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from core.formats import written
from core.money import money_text
from core.settings.room_time import zone
from payouts import room_settings
from payouts.reports import revenue
from payouts.reports.revenue import ONE_DAY, By, Report, RevenueFigures
from players.models import Mail
from players.notices import mail_texts
from players.notices.mail import Outbox
from players.profile.languages import of_the_room

# The hour of the room's clock in which reports are mailed.
HOUR: Final = 5
# The names of the figures, in the order of ``RevenueFigures``.
NAMES: Final = dict(
    zip(
        RevenueFigures._fields,
        (
            gettext_lazy("Deposits"),
            gettext_lazy("Withdrawals"),
            gettext_lazy("Buy-ins"),
            gettext_lazy("Fees"),
            gettext_lazy("Rake"),
            gettext_lazy("VeloX draws"),
            gettext_lazy("Guarantees"),
            gettext_lazy("Fees of payments"),
            gettext_lazy("Corrections"),
            gettext_lazy("Bonuses and tickets given"),
            gettext_lazy("Result of the house"),
            gettext_lazy("Prizes paid"),
            gettext_lazy("Bounties"),
            gettext_lazy("Refunds"),
            gettext_lazy("Withheld for dealers"),
            gettext_lazy("Chips bought"),
            gettext_lazy("Chips cashed in"),
            gettext_lazy("Charge-backs"),
            gettext_lazy("Wallets, change"),
            gettext_lazy("On the way to players, change"),
            gettext_lazy("In play, change"),
            gettext_lazy("Promised on terms, change"),
            gettext_lazy("Owed by players, change"),
        ),
        strict=True,
    )
)


def send(*, now: datetime) -> int:
    """Write the mails due in the morning of ``now``, once per address; returns how many."""
    local = now.astimezone(zone())
    if local.hour != HOUR:
        return 0
    today = local.date()
    span = due(room_settings.REPORT_EVERY.value(), today)
    addresses = room_settings.REPORT_TO.value()
    if span is None or not addresses:
        return 0
    with override(of_the_room()):
        report = revenue.report(begin=span[0], end=span[1], by=By.MONTH)
        subject, text = _subject(report), mail_texts.written(_text(report))
    with transaction.atomic():
        written_to = set(Mail.objects.filter(subject=subject).values_list("to", flat=True))
        new = [address for address in addresses if address not in written_to]
        Outbox().send_messages([EmailMessage(subject, text, to=[address]) for address in new])
    return len(new)


def due(every: str, today: date) -> tuple[date, date] | None:
    """Return the days, both included, of the report of ``today``; None where none is due."""
    yesterday = today - ONE_DAY
    if every == By.DAY:
        return yesterday, yesterday
    if every == By.WEEK and today.weekday() == 0:
        return today - timedelta(days=7), yesterday
    if every == By.MONTH and today.day == 1:
        return yesterday.replace(day=1), yesterday
    return None


def _subject(report: Report) -> str:
    begin, end = (written(revenue.midnight(day), "j M Y") for day in (report.begin, report.end))
    if report.begin == report.end:
        return _("Revenue of %(day)s") % {"day": begin}
    return _("Revenue from %(begin)s to %(end)s") % {"begin": begin, "end": end}


def _text(report: Report) -> str:
    """Return the figures that are not zero, each with that of the previous period."""
    words = _("%(name)s: %(now)s (before: %(then)s)")
    lines = [
        words % {"name": name, "now": money_text(now), "then": money_text(then)}
        for name, now, then in zip(NAMES.values(), report.total, report.before, strict=True)
        if now or then
    ]
    owed = _("Owed to players: %(amount)s") % {"amount": money_text(report.owed.all)}
    return "\n".join([_subject(report), "", *(lines or [_("No money moved.")]), "", owed])
