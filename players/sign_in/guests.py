"""Guests: players without an account, for play money alone, until they sign up (FREE-2).

A guest is a user with a name that the room gives and no password. Signing up gives the same user a
name, a password and an address: all rows that refer to it stay.
"""

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.db.models.functions import Lower

from core.refusal import Refusal
from core.types import UserId
from players import access, player_lock, room_settings, signals
from players.access import Activity
from players.models import FormerName, Guest, User
from players.profile import names
from players.refusals import PlayerCode
from players.sign_in import sessions

# A form that is sent again within this time is the same form.
SAME_FORM = timedelta(minutes=1)
# Digits of the number, attempt by attempt: four, and more where these collide.
DIGITS = (4, 4, 4, 5, 6, 9)


def make(
    *,
    of_age: bool,
    known_as: Collection[str],
    called: str | None = None,
    language: str = "en",
    key: str | None = None,
    now: datetime,
) -> User:
    """Make a guest, named in their ``language``; ``known_as`` are the names, in lower case, that
    have signed in with this browser. The same ``key`` within a minute is the same guest. With the
    name ``called`` they are "Guest Anna", with a number if there is one already (HOME-1).

    Refuses NO_GUESTS, NOT_OF_AGE, ROOM_FULL_OF_GUESTS, what ``names.check`` refuses, and what bars
    one of ``known_as`` from play money (SUSPENDED, SELF_EXCLUDED, EXCLUDED_BY_REGISTER): playing as
    a guest is no way around it.
    """
    if not room_settings.GUESTS.value():
        raise Refusal(PlayerCode.NO_GUESTS)
    if not of_age:
        raise Refusal(PlayerCode.NOT_OF_AGE)
    if called is not None:
        names.check(called)
    before = User.objects.annotate(called=Lower("username")).filter(called__in=known_as)
    for pk in before.values_list("pk", flat=True):
        access.check(user_id=UserId(pk), what=Activity.PLAY_MONEY, now=now)
    if here() >= room_settings.MOST_GUESTS.value():
        raise Refusal(PlayerCode.ROOM_FULL_OF_GUESTS)
    try:
        with transaction.atomic():
            if key is not None:
                Guest.objects.filter(key=key, made_at__lte=now - SAME_FORM).update(key=None)
            user = _named(names.of_guests()[language], called)
            Guest.objects.create(user=user, made_at=now, key=key)
    except IntegrityError:
        return User.objects.get(guest__key=key)
    return user


def here() -> int:
    """Return the number of guests, without those let go."""
    return Guest.objects.filter(gone_at=None).count()


def is_guest(user: object) -> bool:
    """Return whether a request's user is a guest; no statement for a chosen name."""
    if not isinstance(user, User) or user.get_username().partition(" ")[0] not in (
        names.of_guests().values()
    ):
        return False
    return Guest.objects.filter(user=user.pk).exists()


def become(user: User, *, called: str, now: datetime) -> None:
    """Turn the guest who was ``called`` so into the account that ``user`` now is; in the
    transaction that locks and saves them."""
    Guest.objects.filter(user=user).delete()
    FormerName.objects.create(user=user, name=called, until=now)
    signals.renamed.send(sender=Guest, user_id=UserId(user.pk), name=user.get_username(), now=now)


def signed_up(name: str, *, now: datetime) -> User | None:
    """Return the player of this name whose account a form made a moment ago, new or a guest's."""
    since, called = now - SAME_FORM, Q()
    for word in names.of_guests().values():
        called |= Q(name__startswith=f"{word} ")
    were_guests = FormerName.objects.filter(called, until__gt=since)
    new = Q(date_joined__gt=since) | Q(pk__in=were_guests.values("user"))
    return User.objects.filter(new, username__iexact=name).first()


def let_go(*, user_id: UserId, now: datetime) -> bool:
    """Close the account of an absent guest: sessions end, and name and hands stay theirs. Returns
    whether they were a guest until now."""
    with transaction.atomic():
        player_lock.hold(user_id)
        if not Guest.objects.filter(user=user_id, gone_at=None).update(gone_at=now):
            return False
        sessions.end_all(user_id=user_id)
        User.objects.filter(pk=user_id).update(is_active=False)
    return True


def _named(word: str, called: str | None) -> User:
    """Make the user of a guest; a name that was typed has a number only where it is taken."""
    first = word if called is None else f"{word} {called}"
    for digits in DIGITS if called is None else (0, *DIGITS):
        low = 10 ** (digits - 1) if digits else 0
        number = f" {secrets.randbelow(9 * low) + low}" if digits else ""
        try:
            with transaction.atomic():
                return User.objects.create_user(f"{first}{number}")
        except IntegrityError:
            continue
    raise Refusal(PlayerCode.ROOM_FULL_OF_GUESTS)
