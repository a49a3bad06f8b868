"""Anonymising a player: what identifies them is erased, and the books stay (STAFF-9)."""

from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import transaction

from core import reasons
from core.refusal import Refusal
from core.types import UserId
from players import player_lock, signals
from players.models import (
    DataArchive,
    Forgotten,
    FormerName,
    Identity,
    IdentityDocument,
    Login,
    Mail,
    Merge,
    Notice,
    NoticeWish,
    PlayerProfile,
    PushDevice,
    RealName,
    RegisterAnswer,
    Reminder,
    StaffInvitation,
    User,
)
from players.profile import avatars
from players.protection import exclusions
from players.refusals import PlayerCode
from players.sign_in import sessions

# The prefix of an anonymised player's name; no chosen name begins so.
NAMELESS = "~"
# The reason that stands in the record of a player who closed the account.
OWN_WISH = "closed by the player"


def forget(*, user_id: UserId, by: UserId, why: str, now: datetime) -> bool:
    """Erase a player's name, addresses, sign-ins, documents and notices, for good; returns whether
    that is new.

    Refuses NO_REASON, OWN_ACCOUNT, MEMBER_OF_STAFF, STILL_EXCLUDED (``until``), MERGED_AWAY for an
    account whose name stays taken by another one of the same person (STAFF-12), and what receivers
    of ``signals.leaving`` refuse, as they hold money or a place of the player.
    """
    reasons.check(why)
    if by == user_id:
        raise Refusal(PlayerCode.OWN_ACCOUNT)
    return _forget(user_id, by=by, why=why, now=now)


def forget_at_own_wish(*, user_id: UserId, now: datetime) -> bool:
    """Erase a player as ``forget`` does, at their own wish (ACCOUNT-7)."""
    return _forget(user_id, by=user_id, why=OWN_WISH, now=now)


def _forget(user_id: UserId, *, by: UserId, why: str, now: datetime) -> bool:
    with transaction.atomic():
        user = player_lock.hold(user_id)
        if Forgotten.objects.filter(user=user_id).exists():
            return False
        if player_lock.works_here(user):
            raise Refusal(PlayerCode.MEMBER_OF_STAFF)
        if until := exclusions.excluded_until(user_id=user_id, now=now):
            raise Refusal(PlayerCode.STILL_EXCLUDED, until=until)
        if _name_is_kept(user_id):
            raise Refusal(PlayerCode.MERGED_AWAY)
        signals.leaving.send(sender=Forgotten, user_id=user_id, now=now)
        Forgotten.objects.create(user_id=user_id, by_id=by, why=why, at=now)
        sessions.end_all(user_id=user_id)
        avatars.remove(user_id=user_id)
        _erase(user, now=now)
        user.username = f"{NAMELESS}{user_id}"
        user.first_name = user.last_name = user.email = ""
        user.set_unusable_password()
        user.is_active = False
        user.last_login = None
        user.save()
        signals.renamed.send(sender=Forgotten, user_id=user_id, name=user.get_username(), now=now)
    return True


def _name_is_kept(user_id: UserId) -> bool:
    """Return whether this account was merged into another one that is not anonymised."""
    done = Merge.objects.filter(other=user_id, status=Merge.Status.DONE)
    return done.exclude(user__in=Forgotten.objects.values("user")).exists()


def _erase(user: User, *, now: datetime) -> None:
    """Erase rows that identify the player or tell where they were reached."""
    user_id = user.pk
    addresses = EmailAddress.objects.filter(user=user_id)
    # An address that was set at the desk is only in the user's own row.
    reached = [*addresses.values_list("email", flat=True), *filter(None, [user.email])]
    Mail.objects.filter(to__in=reached).delete()
    for rows in (addresses, *[kind.objects.filter(user=user_id) for kind in _GONE]):
        rows.delete()
    Identity.objects.filter(user=user_id).update(name="", born=None, number="")
    StaffInvitation.objects.filter(user=user_id).update(mail="", called="")
    documents = IdentityDocument.objects.filter(user=user_id, gone_at=None)
    documents.update(sealed=b"", gone_at=now)


_GONE = (
    *(Authenticator, DataArchive, FormerName, Login, Notice, NoticeWish, PlayerProfile),
    *(PushDevice, RealName, RegisterAnswer, Reminder),
)
