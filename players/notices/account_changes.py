"""Notices and mails about changes of a player's account, such as its password (ACCOUNT-5).

A mail goes to the addresses that the player had before the change, so that a borrowed session
cannot take an account without its owner hearing of it.
"""

from collections.abc import Iterable
from datetime import datetime

from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.utils.translation import gettext as _

from core.types import UserId
from players.models import Notice
from players.notices import mail_texts, news, notice_texts, preferences

# The change that no stranger makes.
OF_THE_ROOM = "suspension_over"


def tell(
    *,
    user_id: UserId,
    change: str,
    what: str = "",
    url: str,
    also: Iterable[str] = (),
    now: datetime,
) -> None:
    """Notify a player of a ``change`` (``words.ACCOUNT_CHANGES``) on their pages and by mail.

    The mail goes to each confirmed address except a new one (``what``), and to those in ``also``:
    no stranger whose address was typed gets it. The player's wishes do not apply.
    """
    data = {"account": change, "what": what}
    with transaction.atomic():
        key = f"account:{change}:{now.isoformat()}"
        news.tell([news.News(user_id, Notice.Kind.ACCOUNT, key, data, url)], now=now)
        confirmed = EmailAddress.objects.filter(user=user_id, verified=True)
        addresses = set(confirmed.values_list("email", flat=True))
        if change in ("address_added", "address_primary"):
            addresses.discard(what)
        addresses |= set(also)
        _write_mails(user_id, sorted(addresses), data)


def _write_mails(user_id: UserId, addresses: list[str], data: dict[str, str]) -> None:
    with preferences.in_language_of(user_id):
        notice = notice_texts.say(Notice.Kind.ACCOUNT, data)
        why = _("If this was not you, change your password at once and speak to the staff.")
        body = mail_texts.written(notice.text, "" if data["account"] == OF_THE_ROOM else why)
    mails = [EmailMessage(notice.title, body, to=[address]) for address in addresses]
    if mails:
        get_connection().send_messages(mails)
