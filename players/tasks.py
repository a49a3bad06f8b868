"""What the clock does for players: nobody's request, so it finds its work in the database."""

from celery import shared_task
from django.utils import timezone

from players import mail

# Mails of one tick: the next one goes on.
AT_ONCE = 20


@shared_task
def send_mails() -> None:
    """Send what waits."""
    for _ in range(AT_ONCE):
        if not mail.send_next(now=timezone.now()):
            return
