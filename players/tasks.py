"""Scheduled jobs of players; each finds its work in the database."""

from functools import partial

from celery import shared_task

from core import room_clock
from core.jobs import attempt
from players.chat import reading
from players.closing import closings
from players.identity import cases, checking, documents
from players.notices import mail, news, outbox
from players.own_data import archives
from players.protection.register import queries
from players.sign_in import logins, sessions
from players.staff import suspensions

# Mails of one run; the next one continues.
AT_ONCE = 20


@shared_task
def send_mails() -> None:
    """Send due mails, one by one; a slow mail server takes one thread."""
    attempt("mails", _send_mails)


def _send_mails() -> None:
    for _ in range(AT_ONCE):
        if not mail.send_next(now=room_clock.now()):
            return


@shared_task
def send_notices() -> int:
    """Send due notices to browsers; returns how many."""
    return attempt("notices", lambda: outbox.send_due(now=room_clock.now()), most=2) or 0


@shared_task
def forget_notices() -> int:
    """Delete old notices, mails and lines of chat; returns how many rows."""
    now = room_clock.now()
    jobs = {
        "forget notices": news.forget_old,
        "forget mails": mail.forget_old,
        "forget chat": reading.forget_old,
    }
    return sum(attempt(name, partial(job, now=now)) or 0 for name, job in jobs.items())


@shared_task
def tend_identities() -> int:
    """Expire verifications that have run out, and delete documents after their keeping time;
    returns how many of both."""
    now = room_clock.now()
    jobs = {"expire identities": cases.expire_due, "forget documents": documents.forget_old}
    return sum(attempt(name, partial(job, now=now)) or 0 for name, job in jobs.items())


@shared_task
def end_suspensions() -> int:
    """End the suspensions whose time is over; returns how many."""
    return attempt("end suspensions", lambda: suspensions.end_due(now=room_clock.now())) or 0


@shared_task
def forget_logins() -> int:
    """Delete sign-ins after their keeping time, and sessions that are over; returns how many
    rows."""
    jobs = {"forget sign-ins": logins.forget_old, "forget sessions": sessions.forget_old}
    gone = 0
    for name, job in jobs.items():
        while some := attempt(name, partial(job, now=room_clock.now())):
            gone += some
    return gone


@shared_task
def ask_register() -> int:
    """Ask the register about players with an old answer; returns how many answers came."""
    return attempt("exclusion register", lambda: queries.ask_due(now=room_clock.now())) or 0


@shared_task
def check_identities() -> int:
    """Have the provider check documents, and read its verdicts; returns how many answers came."""
    return attempt("identity provider", lambda: checking.see_to_due(now=room_clock.now())) or 0


@shared_task
def make_archives() -> int:
    """Make the archives of their data that players wait for; returns how many."""
    return attempt("archives of data", lambda: archives.see_to_due(now=room_clock.now())) or 0


@shared_task
def close_accounts() -> int:
    """Take the next step of the closings that are due; returns how many."""
    return attempt("close accounts", lambda: closings.see_to_due(now=room_clock.now())) or 0
