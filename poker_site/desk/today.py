"""Today's figures at the head of the desk, each with a link to the work that it asks for.

By the rights of the reader, with one or two statements per figure.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

from django.conf import settings
from django.db.models import Exists, Max, Min, OuterRef, Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.formats import moment
from core.money import money_text
from core.sentences import registered, say
from payouts.reports import audits, closing
from payouts.wallets import counter
from players.chat.models import ChatReport
from players.identity import checking
from players.models import Identity, IdentityState, Mail, RegisterAnswer
from players.protection.register import service as register
from poker_site.models import Backup
from poker_site.running import process_heartbeats
from tables.models import Deadline
from tables.storage import archiving, months
from tournaments.entry import scheduling
from tournaments.models import Due, SetAside, Tournament

# Guarantees of events that begin within this time are checked.
AHEAD = timedelta(hours=24)
# A decision that has been due for this long waits for a worker.
LATE = timedelta(seconds=10)
# A mail that has waited for this long does not get through.
STUCK = timedelta(minutes=10)
# The nightly audit, and an hour of patience.
AUDITED_WITHIN = timedelta(hours=25)
RISKS_SHOWN = 10
PLANS_SHOWN = 5


class Figure(NamedTuple):
    """One line of today; ``alarm``: it needs an act of staff."""

    title: str | Promise
    text: str
    url: str
    alarm: bool = False


class Risk(NamedTuple):
    """An event whose entries do not cover its guarantee yet, cents."""

    event: Tournament
    lacking: int

    @property
    def url(self) -> str:
        return reverse("admin:tournaments_tournament_change", args=[self.event.pk])


def figures(request: HttpRequest, *, waiting: int, now: datetime) -> Iterator[Figure]:
    """Yield the figures that a member of staff needs first, of those that they may see."""
    may = request.user.has_perm
    if waiting:
        words = ngettext("%(number)s decision", "%(number)s decisions", waiting)
        yield Figure(
            gettext_lazy("Waits for a second person"), words % {"number": waiting}, "#waiting", True
        )
    if may("payouts.view_counterorder"):
        paid_in, paid_out = counter.since(midnight(now))
        yield Figure(
            gettext_lazy("At the counter today"),
            _("%(paid_in)s in, %(paid_out)s out")
            % {"paid_in": money_text(paid_in), "paid_out": money_text(paid_out)},
            reverse("admin:payouts_counterorder_changelist"),
        )
    if may("payouts.view_dayclosing"):
        yield _closing(now)
    if may("payouts.view_auditrun"):
        yield from _books(now)
    if may("players.view_registeranswer") and register.is_connected():
        yield _register()
    for right, figure_of in (
        ("players.check_identity", _identities),
        ("players.moderate_chat", _reports),
        ("tables.view_hand", partial(_months, now)),
    ):
        if may(right) and (figure := figure_of()):
            yield figure
    yield from _plans(request, now=now)
    if may("tournaments.view_tournament"):
        yield from _trouble(now)


def at_risk(*, now: datetime) -> list[Risk]:
    """Return events of the next hours below their guarantee, greatest gap first; one statement."""
    events = Tournament.objects.filter(
        status=Tournament.Status.REGISTERING, starts_at__gt=now, starts_at__lte=now + AHEAD
    ).exclude(guarantee=0, raised_by=0)
    risks = [Risk(event, event.guaranteed - event.for_prizes) for event in events]
    return sorted((risk for risk in risks if risk.lacking > 0), key=lambda risk: -risk.lacking)[
        :RISKS_SHOWN
    ]


def midnight(now: datetime) -> datetime:
    """Return the time at which today began in the room."""
    return timezone.localtime(now).replace(hour=0, minute=0, second=0, microsecond=0)


def _closing(now: datetime) -> Figure:
    page = reverse("admin:payouts_dayclosing_changelist")
    title = gettext_lazy("Daily closing")
    if (due := closing.next_day()) is None:
        return Figure(title, _("No money has moved yet"), page)
    # A day can be signed an hour after its end.
    behind = (timezone.localtime(now - closing.SETTLED_AFTER).date() - due).days
    if behind <= 0:
        return Figure(title, _("Nothing to sign"), page)
    words = ngettext("%(number)s day to be signed", "%(number)s days to be signed", behind)
    # Yesterday is signed today.
    return Figure(title, words % {"number": behind}, page, alarm=behind > 1)


def _books(now: datetime) -> Iterator[Figure]:
    """Yield the last audit; of a real room also the last backup, and the embedded server."""
    page = reverse("admin:payouts_auditrun_changelist")
    yield _audit(page, now)
    if settings.EMBEDDED and not settings.DEMO:
        words = _("The embedded PostgreSQL has neither a password nor a standby")
        yield Figure(gettext_lazy("Database"), words, page, alarm=True)
    if not settings.DEMO:
        yield _backup(page, now)


def _audit(page: str, now: datetime) -> Figure:
    title = gettext_lazy("Audit of the ledger")
    latest = audits.latest()
    if latest is None:
        return Figure(title, _("None yet: one is made every night"), page)
    when = moment(latest.at)
    if not latest.sound:
        return Figure(title, _("Errors found, %(when)s") % {"when": when}, page, alarm=True)
    late = now - latest.at > AUDITED_WITHIN
    return Figure(title, _("Sound, %(when)s") % {"when": when}, page, alarm=late)


def _backup(page: str, now: datetime) -> Figure:
    title = gettext_lazy("Backup")
    latest = Backup.objects.aggregate(at=Max("made_at"))["at"]
    if latest is None:
        return Figure(title, _("None yet: make one every night"), page, alarm=True)
    late = now - latest > Backup.EVERY
    return Figure(title, _("Made %(when)s") % {"when": moment(latest)}, page, alarm=late)


def _register() -> Figure:
    """Return whether the register of exclusions answers."""
    answers = RegisterAnswer.objects.aggregate(
        answered=Max("answered_at"),
        failed=Max("asked_at", filter=~Q(failure="")),
    )
    answered, failed = answers["answered"], answers["failed"]
    silent = failed is not None and (answered is None or failed > answered)
    words = _("silent; last answer: %(when)s") if silent else _("answers; last: %(when)s")
    when = moment(answered) if answered else _("none yet")
    url = reverse("admin:players_registeranswer_changelist")
    return Figure(gettext_lazy("Exclusion register"), words % {"when": when}, url, alarm=silent)


def _identities() -> Figure | None:
    """Return the identities that wait for a person; None without any, and without trouble."""
    checks = checking.at_provider()
    elsewhere = checks.filter(document__user=OuterRef("pk"))
    waiting = Identity.objects.filter(~Exists(elsewhere), state=IdentityState.IN_REVIEW).count()
    silent = checks.exclude(failure="").exists()
    if not waiting and not silent:
        return None
    words = ngettext("%(number)s player to check", "%(number)s players to check", waiting)
    text = words % {"number": waiting}
    if silent:
        text = _("%(said)s; the provider is silent") % {"said": text}
    page = reverse("admin:players_identity_changelist") + "?state__exact=in_review"
    return Figure(gettext_lazy("Identities in review"), text, page, alarm=True)


def _reports() -> Figure | None:
    """Return the reports of chat that wait for a person; None without any."""
    waiting = ChatReport.objects.filter(status=ChatReport.Status.OPEN).count()
    if not waiting:
        return None
    words = ngettext("%(number)s report", "%(number)s reports", waiting)
    page = reverse("admin:players_chatreport_changelist") + "?status__exact=open"
    return Figure(gettext_lazy("Reports of chat"), words % {"number": waiting}, page, alarm=True)


def _months(now: datetime) -> Figure | None:
    """Return whether next month has a partition, and the months to archive; None: nothing to do."""
    following = months.after(months.of(now))
    missing = following not in months.with_events()
    due = archiving.due(now=now)
    parts = []
    if missing:
        parts.append(_("next month, %(month)s, has no partition yet") % {"month": following})
    if due:
        words = ngettext(
            "%(number)s month can be archived", "%(number)s months can be archived", len(due)
        )
        parts.append(words % {"number": len(due)})
    if not parts:
        return None
    page = reverse("admin:tables_hand_changelist")
    return Figure(gettext_lazy("Months of hands"), ", ".join(parts), page, alarm=missing)


def _plans(request: HttpRequest, *, now: datetime) -> Iterator[Figure]:
    """Yield the plans whose events cannot be published, with the reason and their page."""
    if not request.user.has_perm("tournaments.view_template"):
        return
    aside = SetAside.objects.filter(template__active=True).order_by("since", "pk")
    for row in aside.select_related("template__scheme")[:PLANS_SHOWN]:
        refusal = scheduling.why_not(row.template, now=now)
        if refusal is None and row.code in registered():
            # Other settings have put it right; its next event takes the row away.
            continue
        why = say(refusal) if refusal else _("It cannot be published: the worker's log says why.")
        yield Figure(
            gettext_lazy("Plan that cannot be published"),
            _("%(name)s: %(why)s") % {"name": row.template.name, "why": why},
            reverse("admin:tournaments_template_change", args=[row.pk]),
            alarm=True,
        )
    if (more := aside.count() - PLANS_SHOWN) > 0:
        words = ngettext("%(number)s more plan", "%(number)s more plans", more)
        page = reverse("admin:tournaments_template_changelist")
        yield Figure(
            gettext_lazy("Plans that cannot be published"),
            words % {"number": more},
            page,
            alarm=True,
        )


def _trouble(now: datetime) -> Iterator[Figure]:
    """Yield silent processes, overdue decisions, and mails that do not get through."""
    silent = [
        name for name in process_heartbeats.PROCESSES if not process_heartbeats.is_alive(name)
    ]
    overdue = min(
        filter(
            None,
            (
                Deadline.objects.filter(due_at__lt=now - LATE).aggregate(at=Min("due_at"))["at"],
                Due.objects.filter(due_at__lt=now - LATE).aggregate(at=Min("due_at"))["at"],
            ),
        ),
        default=None,
    )
    troubles = [_("%(name)s is silent") % {"name": name} for name in silent]
    if overdue:
        seconds = int((now - overdue).total_seconds())
        troubles.append(
            _("a table or an event has waited for %(seconds)s s") % {"seconds": seconds}
        )
    stuck = Mail.objects.filter(sent_at=None, due_at__isnull=False, written_at__lt=now - STUCK)
    if count := stuck.count():
        words = ngettext("%(number)s email is not sent", "%(number)s emails are not sent", count)
        troubles.append(words % {"number": count})
    yield Figure(
        gettext_lazy("The room's processes"),
        ", ".join(troubles) or _("All is well"),
        reverse("ready"),
        alarm=bool(troubles),
    )
