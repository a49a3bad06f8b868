"""How far the room is set up, and each step of it (HOUSE-2)."""

import hashlib
import secrets
from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.db import transaction
from django.utils.translation import gettext as _

from core.refusal import Refusal
from core.types import UserId
from players.models import Mail
from players.notices import letters
from poker_site.models import Opening
from poker_site.opening import programmes
from poker_site.refusals import Code

# Letters and digits that nobody mistakes for each other; 100 bits.
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyzX"
CODE_LENGTH = 20
THE_ROW = 1

# That a room is open stays so.
_open = False


def going_on() -> bool:
    """Whether nobody is let in yet; asks nothing once the room is open."""
    global _open
    if settings.DEMO or _open:
        return False
    row = opening()
    if row is not None and row.owner is not None:
        _open = row.finished_at is not None
        return not _open
    # A room whose staff were made on the command line needs no page for it.
    _open = _has_staff()
    return not _open


def opening() -> Opening | None:
    """How far it is; None before the first code."""
    return Opening.objects.select_related("owner").filter(pk=THE_ROW).first()


def new_code() -> str:
    """A code for the console; that of before is worth nothing any more.

    Refuses ALREADY_SET_UP where somebody has used one, or there is staff.
    """
    code = "".join(secrets.choice(ALPHABET) for _letter in range(CODE_LENGTH))
    with transaction.atomic():
        row, _made = Opening.objects.get_or_create(pk=THE_ROW)
        row = Opening.objects.select_for_update().get(pk=THE_ROW)
        if row.owner_id is not None or _has_staff():
            raise Refusal(Code.ALREADY_SET_UP)
        row.code_hash = _hash(code)
        row.save(update_fields=["code_hash"])
    return code


def claim(*, code: str, name: str, mail: str, password: str) -> User:
    """Make the owner's account; the code is used up with it.

    Refuses WRONG_CODE, ALREADY_SET_UP.
    """
    with transaction.atomic():
        row = Opening.objects.select_for_update().filter(pk=THE_ROW).first()
        if _has_staff():
            raise Refusal(Code.ALREADY_SET_UP)
        known = row.code_hash if row is not None else ""
        if not secrets.compare_digest(_hash(code), known) or row is None:
            raise Refusal(Code.WRONG_CODE)
        owner = User.objects.create_superuser(name, mail, password)
        # Whoever holds the console is believed; a second factor waits for no mail.
        EmailAddress.objects.create(user=owner, email=mail, primary=True, verified=True)
        row.owner, row.code_hash = owner, ""
        row.save(update_fields=["owner", "code_hash"])
    return owner


def send_test(*, owner: User) -> None:
    """Write a mail to the owner; it goes out as every other does."""
    text = _("If you read this, the mails of your room arrive.")
    EmailMessage(_("Your room writes mails"), letters.written(text), to=[owner.email]).send()


def latest_mail(owner: User) -> Mail | None:
    """The last mail to the owner, and what became of it."""
    return Mail.objects.filter(to=owner.email).order_by("-pk").first()


def choose(*, programme: str) -> None:
    """Lay out a starter programme, once; another choice adds its own plans.

    Refuses NO_SUCH_PROGRAMME.
    """
    if programme not in programmes.PROGRAMMES:
        raise Refusal(Code.NO_SUCH_PROGRAMME)
    with transaction.atomic():
        row = Opening.objects.select_for_update().get(pk=THE_ROW)
        programmes.lay_out(programme)
        row.programme = programme
        row.save(update_fields=["programme"])


def finish(*, by: UserId, now: datetime) -> None:
    """Let everybody in, as an administrator; again is nothing.

    Refuses NOT_THE_OWNER, SECOND_FACTOR_MISSING.
    """
    with transaction.atomic():
        row = Opening.objects.select_for_update().filter(pk=THE_ROW).first()
        person = User.objects.filter(pk=by, is_active=True, is_superuser=True).first()
        if row is None or row.owner is None or person is None:
            raise Refusal(Code.NOT_THE_OWNER)
        if not is_mfa_enabled(person):
            raise Refusal(Code.SECOND_FACTOR_MISSING)
        if row.finished_at is None:
            row.finished_at = now
            row.save(update_fields=["finished_at"])


def _has_staff() -> bool:
    return User.objects.filter(is_staff=True).exists()


def _hash(code: str) -> str:
    # People type spaces and dashes that they see.
    plain = code.replace(" ", "").replace("-", "")
    return hashlib.sha256(plain.encode()).hexdigest()
