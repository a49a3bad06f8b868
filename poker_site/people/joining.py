"""Inviting staff by a link: they choose a password that the inviter never knows (STAFF-2)."""

import hashlib
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib.auth.models import Group
from django.core.mail import EmailMessage
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from core.formats import moment
from core.refusal import Refusal
from core.types import UserId
from players import room_settings as players_house
from players.models import StaffInvitation, User
from players.notices import mail_texts
from players.staff import rights
from poker_site.refusals import RoomCode
from tournaments import staff_groups
from tournaments.entry import acts
from tournaments.models import Act
from tournaments.staff import desk

LASTS = timedelta(hours=72)
SHOWN = 20


# Beside the groups: an owner, who needs none.
OWNER = "owner"


def roles() -> list[tuple[str, str]]:
    """Return the roles that an invitation can give, each with its purpose."""
    groups = Group.objects.order_by("name").values_list("name", flat=True)
    return [
        *((f"group:{name}", staff_groups.with_task(name)) for name in groups),
        (OWNER, f"{staff_groups.OWNER}: {staff_groups.OWNER_TASKS}"),
    ]


def invite(
    *, mail: str, roles: Sequence[str], by: UserId, now: datetime, called: str = ""
) -> StaffInvitation:
    """Send a link to a new member of staff; an earlier one to the same address ends.

    The link is in the mail alone: the inviter never sees it. Refuses NOT_AN_OWNER, NO_GROUP for an
    invitation without rights, and ACCOUNT_EXISTS where an account has confirmed the address.
    """
    _check_owner(by)
    named = [role.removeprefix("group:") for role in roles if role != OWNER]
    known = sorted(Group.objects.filter(name__in=named).values_list("name", flat=True))
    is_superuser = OWNER in roles
    if not known and not is_superuser:
        raise Refusal(RoomCode.NO_GROUP)
    if EmailAddress.objects.filter(email__iexact=mail, verified=True).exists():
        raise Refusal(RoomCode.ACCOUNT_EXISTS)
    token = secrets.token_urlsafe(24)
    with transaction.atomic():
        for earlier in waiting(now=now).filter(mail__iexact=mail):
            withdraw(invitation_id=earlier.pk, by=by, now=now)
        invitation = StaffInvitation.objects.create(
            mail=mail,
            called=called,
            groups=known,
            is_superuser=is_superuser,
            token_hash=_hash(token),
            by_id=by,
            at=now,
            until=now + LASTS,
        )
        _record(invitation, by=by, now=now, after={"groups": known, "is_superuser": is_superuser})
        _write(invitation, token)
    return invitation


def waiting(*, now: datetime) -> "QuerySet[StaffInvitation]":
    """Return the invitations whose link still makes an account."""
    return StaffInvitation.objects.filter(user=None, withdrawn_at=None, until__gt=now)


def latest() -> "QuerySet[StaffInvitation]":
    """Return the last invitations, newest first."""
    rows = StaffInvitation.objects.select_related("by", "user", "vouched_by")
    return rows.order_by("-pk")[:SHOWN]


def find(*, token: str, now: datetime) -> StaffInvitation:
    """Return the invitation of a link; refuses INVITATION_OVER."""
    invitation = waiting(now=now).filter(token_hash=_hash(token)).select_related("by").first()
    if invitation is None or not _is_owner(invitation.by):
        raise Refusal(RoomCode.INVITATION_OVER)
    return invitation


def accept(*, token: str, name: str, password: str, before_opening: bool, now: datetime) -> User:
    """Make the account of an invitation, once; refuses INVITATION_OVER, ACCOUNT_EXISTS.

    Rights of ``before_opening`` do not count as new ones once the room is open.
    """
    with transaction.atomic():
        invitation = find(token=token, now=now)
        invitation = StaffInvitation.objects.select_for_update().get(pk=invitation.pk)
        if invitation.user_id is not None or invitation.withdrawn_at is not None:
            raise Refusal(RoomCode.INVITATION_OVER)
        # The link came to this address.
        user = make_account(
            name=name,
            mail=invitation.mail,
            called=invitation.called,
            password=password,
            is_superuser=invitation.is_superuser,
        )
        user.groups.set(Group.objects.filter(name__in=invitation.groups))
        invitation.user, invitation.used_at = user, now
        invitation.save(update_fields=["user", "used_at"])
        desk.change_rights(
            user=user,
            by=invitation.by_id,
            before={},
            after={
                "invitation": invitation.pk,
                "groups": invitation.groups,
                "is_superuser": invitation.is_superuser,
            },
            grants=True,
            now=now,
            invitation=invitation,
            before_opening=before_opening,
        )
    return user


def make_account(
    *, name: str, mail: str, password: str, is_superuser: bool, called: str = ""
) -> User:
    """Make an account of the staff with a confirmed address; refuses ACCOUNT_EXISTS.

    ``name`` is the user name, ``called`` the person's own.
    """
    try:
        with transaction.atomic():
            user = User.objects.create_user(
                name,
                mail,
                password,
                first_name=called,
                is_staff=True,
                is_superuser=is_superuser,
            )
            EmailAddress.objects.create(user=user, email=mail, primary=True, verified=True)
    except IntegrityError:
        raise Refusal(RoomCode.ACCOUNT_EXISTS) from None
    return user


def withdraw(*, invitation_id: int, by: UserId, now: datetime) -> None:
    """End an unused link; idempotent. Refuses NOT_AN_OWNER, INVITATION_USED."""
    _check_owner(by)
    with transaction.atomic():
        invitation = StaffInvitation.objects.select_for_update().get(pk=invitation_id)
        if invitation.user_id is not None:
            raise Refusal(RoomCode.INVITATION_USED)
        if invitation.withdrawn_at is None:
            invitation.withdrawn_at = now
            invitation.save(update_fields=["withdrawn_at"])
            _record(invitation, by=by, now=now, after={"withdrawn": True})


def vouch(*, invitation_id: int, by: UserId, now: datetime) -> None:
    """Confirm, as another owner, that the person who came by an invitation is not the inviter.

    From then on the two may confirm each other's orders. The owner who vouches could confirm the
    inviter's orders, and gave the new person no rights. Idempotent. Refuses NOT_AN_OWNER,
    NOT_JOINED until the account has its second factor, OWN_INVITATION, and what
    ``rights.check_second_person`` refuses.
    """
    _check_owner(by)
    with transaction.atomic():
        invitation = StaffInvitation.objects.select_for_update().get(pk=invitation_id)
        person = invitation.user
        if person is None or not is_mfa_enabled(person):
            raise Refusal(RoomCode.NOT_JOINED)
        if invitation.vouched_by_id is not None:
            return
        if by in (invitation.by_id, person.pk):
            raise Refusal(RoomCode.OWN_INVITATION)
        rights.check_second_person(
            user_id=by, ordered_by=invitation.by_id, right="players.add_user", now=now
        )
        rights.check_apart(by, person.pk)
        invitation.vouched_by_id, invitation.vouched_at = by, now
        invitation.save(update_fields=["vouched_by", "vouched_at"])
        acts.record(
            Act.Verb.INVITE_STAFF,
            by=by,
            now=now,
            about=person.get_username(),
            player_id=person.pk,
            after={"invitation": invitation.pk, "vouched_for": True},
        )


def _write(invitation: StaffInvitation, token: str) -> None:
    link = f"{settings.PUBLIC_URL}{reverse('join_staff', args=[token])}"
    words = {
        "room": players_house.NAME.value(),
        "name": invitation.by.get_username(),
        "until": moment(invitation.until),
        "link": link,
    }
    text = _(
        "%(name)s invites you to work at %(room)s. Choose your user name and password here, once,"
        " until %(until)s:\n\n%(link)s\n\nThe link is yours alone: do not pass it on."
    )
    subject = _("You are invited to work at %(room)s")
    EmailMessage(subject % words, mail_texts.written(text % words), to=[invitation.mail]).send()


def _record(invitation: StaffInvitation, *, by: int, now: datetime, after: acts.Picture) -> None:
    # Addresses are deleted with their person, and acts are not.
    about = f"{_('invitation')} {invitation.pk}"
    after = {"invitation": invitation.pk, **after}
    acts.record(Act.Verb.INVITE_STAFF, by=by, now=now, about=about, after=after)


def _check_owner(user_id: UserId) -> None:
    if not _is_owner(User.objects.get(pk=user_id)):
        raise Refusal(RoomCode.NOT_AN_OWNER)


def _is_owner(user: User) -> bool:
    return user.is_active and user.is_staff and user.is_superuser


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
