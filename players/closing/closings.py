"""Closings of accounts: asked for by the player, cancelled by a sign-in, done by a job.

An excluded player's account shuts, and is made nameless when the exclusion is over: until then the
room recognises its owner (ACCOUNT-8).
"""

from datetime import datetime, timedelta
from functools import partial
from typing import Final

from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from core.jobs import attempt
from core.refusal import Refusal
from core.types import UserId
from players import merged_accounts, player_lock
from players.closing import obstacles
from players.models import AccountClosing, Guest, User
from players.notices import account_changes, mail_texts, notice_texts, preferences
from players.protection import exclusions
from players.refusals import PlayerCode
from players.sign_in import sessions
from players.staff import anonymising

# The time in which a sign-in cancels a closing.
COOLING_OFF: Final = timedelta(days=7)
# A step that is refused after the account has shut is tried again so much later.
AGAIN: Final = timedelta(days=1)


def ask(*, user_id: UserId, now: datetime) -> AccountClosing:
    """Ask for the closing of one's own account: all sessions end. Idempotent.

    Refuses CLOSING_NEEDS_ACCOUNT, CLOSING_OF_STAFF, and CLOSING_TOO_EARLY while the room holds
    something of the player.
    """
    with transaction.atomic():
        user = player_lock.hold(user_id)
        if open_one := standing(user_id):
            return open_one
        if Guest.objects.filter(user=user_id).exists():
            raise Refusal(PlayerCode.CLOSING_NEEDS_ACCOUNT)
        if player_lock.works_here(user):
            raise Refusal(PlayerCode.CLOSING_OF_STAFF)
        if obstacles.of(user_id, now=now):
            raise Refusal(PlayerCode.CLOSING_TOO_EARLY)
        closing = AccountClosing.objects.create(
            user_id=user_id, asked_at=now, due_at=now + COOLING_OFF
        )
        _tell(user_id, "closing_asked", now=now)
        sessions.end_all(user_id=user_id)
    return closing


def cancel(*, user_id: UserId, now: datetime) -> bool:
    """Cancel a closing that is not done, by a sign-in; return whether there was one."""
    with transaction.atomic():
        waiting = AccountClosing.objects.filter(
            user=user_id, cancelled_at=None, shut_at=None
        ).exists()
        if not waiting:
            return False
        player_lock.hold(user_id)
        return _end(user_id, "closing_cancelled", now=now)


def standing(user_id: UserId) -> AccountClosing | None:
    """Return the closing of an account that was asked for, or is done; None where there is none."""
    return AccountClosing.objects.filter(user=user_id, cancelled_at=None).first()


def see_to_due(*, now: datetime) -> int:
    """Take the next step of each closing that is due; return how many. Safe to run twice."""
    due = AccountClosing.objects.filter(due_at__lte=now).order_by("user")
    return sum(
        attempt("close an account", partial(_step, UserId(pk), now=now), user=pk) or False
        for pk in list(due.values_list("user", flat=True))
    )


def _step(user_id: UserId, *, now: datetime) -> bool:
    with transaction.atomic():
        user = player_lock.hold(user_id)
        closing = standing(user_id)
        if closing is None or closing.due_at is None or closing.due_at > now:
            return False
        refusal = _refusal(user, now=now)
        if refusal is not None and closing.shut_at is None:
            _end(user_id, "closing_stopped", stopped=str(refusal), now=now)
            return True
        until = exclusions.excluded_until(user_id=user_id, now=now)
        if until is not None:
            _shut(user, closing, until=until, now=now)
            return True
        if refusal is None:
            refusal = _erase(user_id, closing, now=now)
        if refusal is not None:
            closing.stopped, closing.due_at = str(refusal), now + AGAIN
            closing.save(update_fields=["stopped", "due_at"])
    return True


def _refusal(user: User, *, now: datetime) -> Refusal | None:
    if player_lock.works_here(user):
        return Refusal(PlayerCode.CLOSING_OF_STAFF)
    if obstacles.of(UserId(user.pk), now=now):
        return Refusal(PlayerCode.CLOSING_TOO_EARLY)
    return None


def _end(user_id: UserId, change: str, *, stopped: str = "", now: datetime) -> bool:
    """End a closing that is not done, and tell its player."""
    waiting = AccountClosing.objects.filter(user=user_id, cancelled_at=None, shut_at=None)
    if not waiting.update(cancelled_at=now, due_at=None, stopped=stopped):
        return False
    _tell(user_id, change, now=now)
    return True


def _shut(user: User, closing: AccountClosing, *, until: datetime, now: datetime) -> None:
    """Close the sign-in; the name and contacts stay until the exclusion is over."""
    if closing.shut_at is None:
        _tell(UserId(user.pk), "closing_shut", now=now)
        closing.shut_at = now
        user.is_active = False
        user.save(update_fields=["is_active"])
    sessions.end_all(user_id=UserId(user.pk))
    closing.due_at = until
    closing.save(update_fields=["shut_at", "due_at"])


def _erase(user_id: UserId, closing: AccountClosing, *, now: datetime) -> Refusal | None:
    """Make the player nameless, and write a last mail, which the outbox sends after the commit;
    return what stands against it."""
    confirmed = EmailAddress.objects.filter(user=user_id, verified=True)
    addresses = sorted(confirmed.values_list("email", flat=True))
    with preferences.in_language_of(user_id):
        title = _("Your account is closed")
        text = str(notice_texts.ACCOUNT_CHANGES["closing_done"])
        body = mail_texts.written(text)
    try:
        with transaction.atomic():
            # The account itself comes first: those merged into it wait for it (STAFF-12).
            for pk in merged_accounts.with_merged(user_id):
                anonymising.forget_at_own_wish(user_id=pk, now=now)
    except Refusal as refusal:
        return refusal
    closing.shut_at = closing.shut_at or now
    closing.erased_at, closing.due_at, closing.stopped = now, None, ""
    closing.save(update_fields=["shut_at", "erased_at", "due_at", "stopped"])
    mails = [EmailMessage(title, body, to=[address]) for address in addresses]
    if mails:
        get_connection().send_messages(mails)
    return None


def _tell(user_id: UserId, change: str, *, now: datetime) -> None:
    account_changes.tell(user_id=user_id, change=change, url=reverse("own_data"), now=now)
