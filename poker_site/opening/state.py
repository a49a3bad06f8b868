"""The progress and the steps of a room's set-up (HOUSE-2)."""

import hashlib
import secrets
from datetime import datetime

from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.utils.translation import gettext as _

from core.refusal import Refusal
from core.types import UserId
from players.models import Mail, User
from players.notices import mail_texts
from poker_site.models import Opening
from poker_site.opening import programmes
from poker_site.people import joining
from poker_site.refusals import RoomCode

# Letters and digits that cannot be mistaken for each other; 100 bits.
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyzX"
CODE_LENGTH = 20
THE_ROW = 1

# An open room stays open.
_open = False


def going_on() -> bool:
    """Return whether the room is still closed to players; no query once it is open."""
    global _open
    if settings.DEMO or _open:
        return False
    row = opening()
    if row is not None and row.owner is not None:
        _open = row.finished_at is not None
        return not _open
    # A room whose staff were made on the command line needs no set-up page.
    _open = _has_staff()
    return not _open


def opening() -> Opening | None:
    """Return the progress of the set-up; None before the first code."""
    return Opening.objects.select_related("owner", "second_owner").filter(pk=THE_ROW).first()


def new_code() -> str:
    """Return a code for the console, of the owner or then of the second one.

    The previous code becomes invalid. Refuses ALREADY_SET_UP where two have used one, the room is
    open, or its staff came by the command line.
    """
    code = "".join(secrets.choice(ALPHABET) for _letter in range(CODE_LENGTH))
    with transaction.atomic():
        row, _made = Opening.objects.get_or_create(pk=THE_ROW)
        row = Opening.objects.select_for_update().get(pk=THE_ROW)
        if not _takes_a_code(row):
            raise Refusal(RoomCode.ALREADY_SET_UP)
        row.code_hash = _hash(code)
        row.save(update_fields=["code_hash"])
    return code


def claim(*, code: str, name: str, mail: str, password: str) -> User:
    """Make an owner's account, the first or the second; the code is used up with it.

    The second one got no rights from the first: the two may confirm each other's orders. Refuses
    WRONG_CODE, ALREADY_SET_UP, ACCOUNT_EXISTS, and SAME_OWNER for the first owner's address.
    """
    with transaction.atomic():
        row = Opening.objects.select_for_update().filter(pk=THE_ROW).first()
        if not _takes_a_code(row):
            raise Refusal(RoomCode.ALREADY_SET_UP)
        known = row.code_hash if row is not None else ""
        if not secrets.compare_digest(_hash(code), known) or row is None:
            raise Refusal(RoomCode.WRONG_CODE)
        if row.owner is not None and row.owner.email.lower() == mail.lower():
            raise Refusal(RoomCode.SAME_OWNER, name=row.owner.get_username())
        # The reader of the console is trusted; a second factor needs no confirmed mail.
        owner = joining.make_account(name=name, mail=mail, password=password, is_superuser=True)
        if row.owner is None:
            row.owner = owner
        else:
            row.second_owner = owner
        row.code_hash = ""
        row.save(update_fields=["owner", "second_owner", "code_hash"])
    return owner


def hold_before_opening() -> bool:
    """Return whether the room is still being set up, and lock that until the transaction ends."""
    rows = Opening.objects.select_for_update().filter(pk=THE_ROW, owner__isnull=False)
    return rows.filter(finished_at=None).exists()


def send_test(*, owner: User) -> None:
    """Write a mail to the owner; it is sent as every other is."""
    text = _("If you can read this, the emails of your room arrive.")
    EmailMessage(_("Your room can send emails"), mail_texts.written(text), to=[owner.email]).send()


def latest_mail(owner: User) -> Mail | None:
    """Return the last mail to the owner, with its outcome."""
    return Mail.objects.filter(to=owner.email).order_by("-pk").first()


def choose(*, programme: str) -> None:
    """Lay out a starter programme, once; another choice adds its own plans.

    Refuses NO_SUCH_PROGRAMME.
    """
    if programme not in programmes.PROGRAMMES:
        raise Refusal(RoomCode.NO_SUCH_PROGRAMME)
    with transaction.atomic():
        row = Opening.objects.select_for_update().get(pk=THE_ROW)
        programmes.lay_out(programme)
        row.programme = programme
        row.save(update_fields=["programme"])


def finish(*, by: UserId, now: datetime) -> None:
    """Open the room to all players, as an administrator; idempotent.

    Refuses NOT_THE_OWNER, SECOND_FACTOR_MISSING.
    """
    with transaction.atomic():
        row = Opening.objects.select_for_update().filter(pk=THE_ROW).first()
        person = User.objects.filter(pk=by, is_active=True, is_superuser=True).first()
        if row is None or row.owner is None or person is None:
            raise Refusal(RoomCode.NOT_THE_OWNER)
        if not is_mfa_enabled(person):
            raise Refusal(RoomCode.SECOND_FACTOR_MISSING)
        if row.finished_at is None:
            row.finished_at, row.code_hash = now, ""
            row.save(update_fields=["finished_at", "code_hash"])


def _takes_a_code(row: Opening | None) -> bool:
    """Return whether a code still makes an owner: the first without any staff, then a second."""
    if row is None or row.owner_id is None:
        return not _has_staff()
    return row.finished_at is None and row.second_owner_id is None


def _has_staff() -> bool:
    return User.objects.filter(is_staff=True).exists()


def _hash(code: str) -> str:
    # People type the spaces and dashes that they see.
    plain = code.replace(" ", "").replace("-", "")
    return hashlib.sha256(plain.encode()).hexdigest()
