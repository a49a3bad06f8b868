"""Clubs founded, changed and closed by their owner (CLUB-1)."""

import re
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final, NamedTuple

from django.db import IntegrityError, transaction

from core.refusal import Refusal
from core.settings import contrast
from core.types import UserId
from players import player_lock
from players.profile import pictures
from players.room_settings import NAME
from tournaments import room_settings
from tournaments.clubs import access, names, play
from tournaments.clubs.access import Role
from tournaments.clubs.models import (
    GROUND,
    LONGEST_DESCRIPTION,
    TEXT,
    Club,
    ClubGame,
    ClubMember,
    ClubPicture,
)
from tournaments.clubs.refusals import ClubCode

_COLOUR: Final = re.compile("#[0-9a-f]{6}")
OWNER: Final = (Role.OWNER,)
# The time in which the clubs that a player founds are counted.
FOUNDED_WITHIN: Final = timedelta(days=30)


class ClubChoices(NamedTuple):
    """The choices of an owner; the colours are ``#rrggbb``."""

    name: str
    description: str = ""
    ground: str = GROUND
    text_colour: str = TEXT
    members_open: bool = False


def found(*, by: UserId, choices: ClubChoices, key: str, now: datetime) -> Club:
    """Found a club whose owner is its first member; the same ``key`` of the same player again is
    the same club.

    Refuses CLUBS_OFF, CLUB_NEEDS_ACCOUNT, TOO_MANY_CLUBS, TOO_MANY_FOUNDED, what bars a player from
    play money, and what ``change`` refuses of choices.
    """
    if not room_settings.CLUBS.value():
        raise Refusal(ClubCode.CLUBS_OFF)
    with transaction.atomic():
        player_lock.hold(by)
        founder = f"{by}:"
        key = f"{founder}{key}"
        if known := Club.objects.filter(key=key).first():
            return known
        access.check_account(by, now=now)
        check_number(by)
        recent = Club.objects.filter(key__startswith=founder, created_at__gt=now - FOUNDED_WITHIN)
        if recent.count() >= (most := room_settings.CLUBS_FOUNDED.value()):
            raise Refusal(ClubCode.TOO_MANY_FOUNDED, most=most, days=FOUNDED_WITHIN.days)
        club = Club(key=key, created_at=now)
        _apply(club, choices)
        ClubMember.objects.create(club=club, user_id=by, role=Role.OWNER, joined_at=now)
    return club


def change(*, club_id: int, by: UserId, choices: ClubChoices, now: datetime) -> Club:
    """Change a club; its address follows its name.

    Refuses what ``access.acting`` and ``names.check`` refuse, CLUB_NAME_TAKEN, CLUB_COLOUR,
    CLUB_CONTRAST (``ratio``), DESCRIPTION_LONG.
    """
    with access.acting(club_id, by, roles=OWNER, now=now) as (club, _role):
        _apply(club, choices)
    return club


def set_picture(*, club_id: int, by: UserId, sent: bytes | None, now: datetime) -> None:
    """Replace the picture of a club by a redrawn copy of the upload, or remove it. Refuses what
    ``access.acting`` and ``pictures.square`` refuse."""
    # Outside of the lock: it takes CPU time.
    drawn = None if sent is None else pictures.square(sent)
    with access.acting(club_id, by, roles=OWNER, now=now) as (club, _role):
        if drawn is None:
            ClubPicture.objects.filter(club=club).delete()
            return
        shown = {"key": sha256(drawn).hexdigest()[:20], "image": drawn}
        ClubPicture.objects.update_or_create(club=club, defaults=shown)


def close(*, club_id: int, by: UserId, now: datetime) -> None:
    """Close a club for good. Games that have begun are played to their end, the others do not take
    place. Refuses what ``access.acting`` refuses."""
    with access.acting(club_id, by, roles=OWNER, suspended=True, now=now) as (club, _role):
        shut(club, now=now)
    play.end_what_has_not_begun(club_id, now=now)


def shut(club: Club, *, now: datetime) -> None:
    """Close a locked club."""
    club.closed_at = now
    club.save(update_fields=["closed_at"])
    club.games.filter(ClubGame.UNOPENED, called_off_at=None).update(called_off_at=now)


def check_number(user_id: UserId) -> None:
    """Refuse TOO_MANY_CLUBS; the caller holds the player."""
    most = room_settings.CLUBS_A_PLAYER.value()
    there = ClubMember.objects.filter(user=user_id, left_at=None, club__closed_at=None)
    if there.count() >= most:
        raise Refusal(ClubCode.TOO_MANY_CLUBS, most=most)


def _apply(club: Club, choices: ClubChoices) -> None:
    club.name = names.clean(choices.name)
    names.check(club.name, room=NAME.value())
    club.slug, club.skeleton = names.slug(club.name), names.skeleton(club.name)
    club.description = choices.description.strip()
    if len(club.description) > LONGEST_DESCRIPTION:
        raise Refusal(ClubCode.DESCRIPTION_LONG, most=LONGEST_DESCRIPTION)
    club.ground, club.text_colour = choices.ground.lower(), choices.text_colour.lower()
    if not all(_COLOUR.fullmatch(colour) for colour in (club.ground, club.text_colour)):
        raise Refusal(ClubCode.CLUB_COLOUR)
    ratio = contrast.ratio(club.ground, club.text_colour)
    if ratio < contrast.LEAST:
        # Rounded down, so that it never seems to suffice.
        raise Refusal(ClubCode.CLUB_CONTRAST, ratio=int(ratio * 10) / 10, least=contrast.LEAST)
    club.members_open = choices.members_open
    try:
        with transaction.atomic():
            club.save()
    except IntegrityError:
        raise Refusal(ClubCode.CLUB_NAME_TAKEN) from None
