"""Members of clubs: invited, in, out, and their roles (CLUB-2, CLUB-3)."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.urls import reverse

from core.refusal import Refusal
from core.types import UserId
from players import access as player_access
from players import player_lock
from players.access import Activity
from players.contacts import friends
from players.refusals import PlayerCode
from tournaments import room_settings
from tournaments.clubs import access, founding, play
from tournaments.clubs.access import MANAGERS, Role
from tournaments.clubs.founding import OWNER
from tournaments.clubs.models import Club, ClubInvitation, ClubMember
from tournaments.clubs.refusals import ClubCode

# The limits of an invitation, and the most of a club that are valid at a time.
MOST_DAYS: Final = 30
MOST_USES: Final = 200
MOST_INVITATIONS: Final = 20
# The days of the link that friends get.
FRIENDS_DAYS: Final = 7


def invite(*, club_id: int, by: UserId, days: int, most_uses: int, now: datetime) -> ClubInvitation:
    """Make a link that lets in so many players for so many days.

    Refuses what ``access.acting`` refuses, INVITATION_LIMITS, TOO_MANY_INVITATIONS.
    """
    if not 1 <= days <= MOST_DAYS or not 1 <= most_uses <= MOST_USES:
        raise Refusal(ClubCode.INVITATION_LIMITS, days=MOST_DAYS, most=MOST_USES)
    with access.acting(club_id, by, roles=MANAGERS, now=now) as (club, _role):
        if valid_invitations(club, now=now).count() >= MOST_INVITATIONS:
            raise Refusal(ClubCode.TOO_MANY_INVITATIONS, most=MOST_INVITATIONS)
        return ClubInvitation.objects.create(
            club=club,
            made_by_id=by,
            created_at=now,
            ends_at=now + timedelta(days=days),
            most_uses=most_uses,
        )


def invite_friends(*, club_id: int, by: UserId, to: Sequence[UserId], now: datetime) -> None:
    """Invite players whom a manager follows by a link for so many of them; not those who are in the
    club or banned from it. Refuses what ``invite`` and ``friends.invite`` refuse."""
    known = ClubMember.objects.filter(club=club_id).filter(
        Q(left_at=None) | Q(banned_at__isnull=False)
    )
    inside = set(known.values_list("user", flat=True))
    asked = friends.among(by, [user_id for user_id in to if user_id not in inside])
    if not asked:
        raise Refusal(PlayerCode.NO_FRIEND_CHOSEN)
    with transaction.atomic():
        player_lock.hold(by)
        link = invite(club_id=club_id, by=by, days=FRIENDS_DAYS, most_uses=len(asked), now=now)
        url = reverse("club_join", args=[link.token])
        place: dict[str, Any] = {"place": "club", "ref": club_id, "name": link.club.name}
        friends.invite(by=by, to=asked, url=url, **place, now=now)


def revoke(*, club_id: int, by: UserId, invitation_id: int, now: datetime) -> None:
    """Revoke an invitation. Idempotent. Refuses what ``access.acting`` refuses."""
    with access.acting(club_id, by, roles=MANAGERS, suspended=True, now=now) as (club, _role):
        club.invitations.filter(pk=invitation_id, revoked_at=None).update(revoked_at=now)


def valid_invitations(club: Club, *, now: datetime) -> "QuerySet[ClubInvitation]":
    """Return the invitations of a club that still let players in, the latest first."""
    valid = club.invitations.filter(revoked_at=None, ends_at__gt=now, uses__lt=F("most_uses"))
    return valid.order_by("-pk")


def invited_to(token: str, *, now: datetime) -> Club:
    """Return the club that a link invites to. Refuses CLUB_INVITATION_OVER."""
    invitation = ClubInvitation.objects.select_related("club").filter(token=token).first()
    if invitation is None or not _lets_in(invitation, now=now):
        raise Refusal(ClubCode.CLUB_INVITATION_OVER)
    return invitation.club


def join(*, token: str, user_id: UserId, now: datetime) -> Club:
    """Let a player in by an invitation; a member stays one, and does not use it up. Idempotent.

    Refuses CLUBS_OFF, CLUB_INVITATION_OVER, CLUB_NEEDS_ACCOUNT, BANNED_FROM_CLUB, CLUB_SUSPENDED,
    TOO_MANY_CLUBS, CLUB_FULL, and what bars a player from play money.
    """
    if not room_settings.CLUBS.value():
        raise Refusal(ClubCode.CLUBS_OFF)
    with transaction.atomic():
        player_lock.hold(user_id)
        known = ClubInvitation.objects.filter(token=token, club__closed_at=None).first()
        if known is None:
            raise Refusal(ClubCode.CLUB_INVITATION_OVER)
        club = access.lock(known.club_id)
        if access.role_of(club_id=club.pk, user_id=user_id) is not None:
            return club
        # Read again behind the lock: others may have used it up.
        known.refresh_from_db()
        if not _lets_in(known, now=now):
            raise Refusal(ClubCode.CLUB_INVITATION_OVER)
        access.check_account(user_id, now=now)
        member = ClubMember.objects.filter(club=club, user=user_id).first()
        if member is not None and member.banned_at is not None:
            raise Refusal(ClubCode.BANNED_FROM_CLUB)
        if club.suspended_at is not None:
            raise Refusal(ClubCode.CLUB_SUSPENDED)
        founding.check_number(user_id)
        most = room_settings.CLUB_MEMBERS.value()
        if present(club).count() >= most:
            raise Refusal(ClubCode.CLUB_FULL, most=most)
        ClubMember.objects.update_or_create(
            club=club,
            user_id=user_id,
            defaults={"role": Role.MEMBER, "joined_at": now, "left_at": None},
        )
        known.uses += 1
        known.save(update_fields=["uses"])
    return club


def present(club: Club) -> "QuerySet[ClubMember]":
    """Return the members of a club, those who came first before the others."""
    return club.members.filter(left_at=None).order_by("joined_at", "pk")


def leave(*, club_id: int, user_id: UserId, now: datetime) -> None:
    """Leave a club and its games that have not begun. Idempotent. Refuses NO_SUCH_CLUB,
    OWNER_STAYS."""
    with transaction.atomic():
        club = access.lock(club_id)
        role = access.role_of(club_id=club_id, user_id=user_id)
        if role is None:
            return
        if role == Role.OWNER:
            raise Refusal(ClubCode.OWNER_STAYS)
        _end_membership(club, user_id, now=now)
    play.put_out(club_id, user_id, by=user_id, in_play=False, now=now)


def remove(*, club_id: int, by: UserId, user_id: UserId, now: datetime) -> None:
    """Take a member out of a club, who may come back by an invitation; games in play go on.
    Idempotent. Refuses what ``access.acting`` refuses, NO_SUCH_MEMBER, NOT_FOR_THIS_ROLE."""
    with access.acting(club_id, by, roles=MANAGERS, now=now) as (club, role):
        _check_below(club, role, user_id)
        _end_membership(club, user_id, now=now)
    play.put_out(club_id, user_id, by=by, in_play=False, now=now)


def ban(*, club_id: int, by: UserId, user_id: UserId, now: datetime) -> None:
    """Take a member out of a club for good, and out of its games: in play after the hand.
    Idempotent. Refuses as ``remove``."""
    with access.acting(club_id, by, roles=MANAGERS, now=now) as (club, role):
        _check_below(club, role, user_id)
        _end_membership(club, user_id, now=now)
        club.members.filter(user=user_id, banned_at=None).update(banned_at=now)
    play.put_out(club_id, user_id, by=by, in_play=True, now=now)


def lift_ban(*, club_id: int, by: UserId, user_id: UserId, now: datetime) -> None:
    """Let a banned player come back by an invitation. Idempotent. Refuses what ``access.acting``
    refuses."""
    with access.acting(club_id, by, roles=MANAGERS, now=now) as (club, _role):
        club.members.filter(user=user_id).update(banned_at=None)


def set_role(*, club_id: int, by: UserId, user_id: UserId, role: Role, now: datetime) -> None:
    """Make a member a manager, or a manager a member. Idempotent. Refuses what ``access.acting``
    refuses, NO_SUCH_MEMBER, OWNER_STAYS."""
    with access.acting(club_id, by, roles=OWNER, now=now) as (club, _role):
        if Role.OWNER in (role, _role_here(club, user_id)):
            raise Refusal(ClubCode.OWNER_STAYS)
        club.members.filter(user=user_id).update(role=role)


def hand_over(*, club_id: int, by: UserId, user_id: UserId, now: datetime) -> None:
    """Give a club to another member; the former owner is a manager. Idempotent. Refuses what
    ``access.acting`` refuses, NO_SUCH_MEMBER, and what bars the other from play money."""
    with access.acting(club_id, by, roles=OWNER, suspended=True, now=now) as (club, _role):
        _role_here(club, user_id)
        player_access.check(user_id=user_id, what=Activity.PLAY_MONEY, now=now)
        if user_id != by:
            _make_owner(club, user_id, former=Role.MANAGER)


def pass_on(club: Club, *, now: datetime) -> None:
    """Give a locked club whose owner cannot go on to the eldest manager, else the eldest member who
    can; a club without one closes (CLUB-2)."""
    others = list(present(club).exclude(role=Role.OWNER))
    others.sort(key=lambda one: one.role != Role.MANAGER)
    for heir in others:
        try:
            player_access.check(user_id=heir.user_id, what=Activity.PLAY_MONEY, now=now)
        except Refusal:
            continue
        _make_owner(club, UserId(heir.user_id), former=Role.MEMBER)
        return
    founding.shut(club, now=now)


def _make_owner(club: Club, user_id: UserId, *, former: Role) -> None:
    # One after the other: a club has one owner.
    club.members.filter(role=Role.OWNER).update(role=former)
    club.members.filter(user=user_id).update(role=Role.OWNER)


def _end_membership(club: Club, user_id: UserId, *, now: datetime) -> None:
    member = club.members.filter(user=user_id, left_at=None)
    member.update(left_at=now, role=Role.MEMBER, calendar=None)


def _role_here(club: Club, user_id: UserId) -> Role:
    role = access.role_of(club_id=club.pk, user_id=user_id)
    if role is None:
        raise Refusal(ClubCode.NO_SUCH_MEMBER)
    return role


def _check_below(club: Club, role: Role, user_id: UserId) -> None:
    """Refuse NO_SUCH_MEMBER, and NOT_FOR_THIS_ROLE where a manager acts on a manager or anybody on
    the owner."""
    member = club.members.filter(user=user_id).first()
    if member is None:
        raise Refusal(ClubCode.NO_SUCH_MEMBER)
    if member.role == Role.OWNER or (member.role == Role.MANAGER and role != Role.OWNER):
        raise Refusal(ClubCode.NOT_FOR_THIS_ROLE)


def _lets_in(invitation: ClubInvitation, *, now: datetime) -> bool:
    return (
        invitation.revoked_at is None
        and now < invitation.ends_at
        and invitation.uses < invitation.most_uses
        and invitation.club.closed_at is None
    )
