"""What the clock does for players: nobody's request, so it finds its work in the database."""

from celery import shared_task
from django.utils import timezone

from players.identity import cases, checking, documents
from players.notices import mail, news, outbox
from players.protection.register import asking
from players.sign_in import logins, sessions

# Mails of one tick: the next one goes on.
AT_ONCE = 20


@shared_task
def send_mails() -> None:
    """Send what waits."""
    for _ in range(AT_ONCE):
        if not mail.send_next(now=timezone.now()):
            return


@shared_task
def send_notices() -> int:
    """Send the notices that wait to browsers; returns how many."""
    return outbox.send_due(now=timezone.now())


@shared_task
def forget_notices() -> int:
    """Delete the notices and mails that nobody looks for any more; returns how many rows."""
    now = timezone.now()
    return news.forget_old(now=now) + mail.forget_old(now=now)


@shared_task
def tend_identities() -> int:
    """Write down whose verification has run out, and delete documents whose day has come; returns
    how many of both."""
    now = timezone.now()
    return cases.expire_due(now=now) + documents.forget_old(now=now)


@shared_task
def forget_logins() -> int:
    """Delete the sign-ins that are older than they are kept, and sessions that are over; returns
    how many rows."""
    now, gone = timezone.now(), 0
    while some := logins.forget_old(now=now) + sessions.forget_old(now=now):
        gone += some
    return gone


@shared_task
def ask_register() -> int:
    """Ask the register of exclusions about whoever's answer grows old; returns how many came."""
    return asking.ask_due(now=timezone.now())


@shared_task
def check_identities() -> int:
    """Have the provider check documents, and read what it says; returns how many answers came."""
    return checking.see_to_due(now=timezone.now())
