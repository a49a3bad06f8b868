"""An outbox of mails: rows in the database, sent by workers.

A slow or absent mail server delays no request, and no mail is lost. A row keeps the text, the HTML
part, headers and Reply-To; nothing here attaches files.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

import structlog
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction

from core import room_clock
from players.models import Mail

log = structlog.get_logger(__name__)

# The delay after each failed attempt; after the last the mail is given up.
RETRIES = [timedelta(seconds=seconds) for seconds in (10, 60, 600, 3600, 4 * 3600)]


# Rows of finished mails are kept so long.
KEPT = timedelta(days=30)


class Outbox(BaseEmailBackend):
    """A mail backend of Django that writes rows; a worker sends them."""

    def send_messages(self, messages: Sequence[EmailMessage]) -> int:
        now = room_clock.now()
        due_at = now if settings.MAIL_SENT_BY else None
        rows = [
            Mail(
                to=to,
                subject=message.subject[:200],
                body=str(message.body),
                html=_html(message),
                headers=_headers(message),
                written_at=now,
                due_at=due_at,
            )
            for message in messages
            for to in message.recipients()
        ]
        return len(Mail.objects.bulk_create(rows))


def send_next(*, now: datetime) -> bool:
    """Send the mail that has waited longest; returns whether there was one. Safe to run
    concurrently."""
    with transaction.atomic():
        due = Mail.objects.select_for_update(skip_locked=True).filter(due_at__lte=now)
        mail = due.order_by("due_at").first()
        if mail is None:
            return False
        try:
            _send(mail)
        except OSError as error:
            _put_off(mail, now=now)
            # The server's message would name the recipient.
            why = type(error).__name__
            log.warning("mail not sent", mail=mail.pk, tries=mail.tries, error=why)
        except Exception as error:
            # A mail that cannot be built is never sent; it must not block the others.
            mail.due_at = None
            _forget_text(mail)
            log.warning("mail given up", mail=mail.pk, error=type(error).__name__)
        else:
            mail.sent_at, mail.due_at = now, None
            _forget_text(mail)
        mail.save()
    return True


def address_removed(email_address: EmailAddress, **_: Any) -> None:
    """Delete finished mails to an address that allauth has removed from its last account, since
    nothing else here tells whose they were."""
    address = email_address.email
    if not EmailAddress.objects.filter(email=address).exclude(pk=email_address.pk).exists():
        Mail.objects.filter(to=address, due_at=None).delete()


def forget_old(*, now: datetime) -> int:
    """Delete mails that are not due any more and older than ``KEPT``; returns how many rows."""
    return Mail.objects.filter(due_at=None, written_at__lt=now - KEPT).delete()[0]


def _send(mail: Mail) -> None:
    connection = get_connection(settings.MAIL_SENT_BY)
    written = int(mail.written_at.timestamp() * 1_000_000)
    headers = {
        **mail.headers,
        # The same at each attempt, so that a server recognises a mail that was sent but not noted.
        "Message-ID": f"<{mail.pk}.{written}@{urlsplit(settings.PUBLIC_URL).hostname}>",
        # Suppresses automatic replies (RFC 3834).
        "Auto-Submitted": "auto-generated",
    }
    message = EmailMultiAlternatives(
        mail.subject, mail.body, to=[mail.to], connection=connection, headers=headers
    )
    if mail.html:
        message.attach_alternative(mail.html, "text/html")
    message.send()


def _put_off(mail: Mail, *, now: datetime) -> None:
    wait = RETRIES[mail.tries] if mail.tries < len(RETRIES) else None
    mail.tries += 1
    mail.due_at = None if wait is None else now + wait
    if wait is None:
        _forget_text(mail)


def _forget_text(mail: Mail) -> None:
    """Delete all that may hold a way into an account."""
    mail.body, mail.html, mail.headers = "", "", {}


def _html(message: EmailMessage) -> str:
    parts = message.alternatives if isinstance(message, EmailMultiAlternatives) else []
    return next((str(content) for content, kind in parts if kind == "text/html"), "")


def _headers(message: EmailMessage) -> dict[str, str]:
    reply_to = {"Reply-To": ", ".join(message.reply_to)} if message.reply_to else {}
    return {**message.extra_headers, **reply_to}
