"""Pairs of staff who may confirm each other's orders, and from which time (STAFF-2)."""

from collections import defaultdict
from datetime import datetime
from itertools import combinations
from typing import Final, NamedTuple

from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Permission
from django.db.models import F, Q

from payouts.payments import review
from payouts.reports import closing
from payouts.wallets import corrections, counter
from players.models import User
from players.staff import merging, rights
from poker_site.room_settings import changes
from tables.cash import tariffs
from tournaments.entry import velox_tables
from tournaments.staff import two_person_orders

# The rights by which people confirm.
RIGHTS: Final = frozenset(
    right.partition(".")[2]
    for right in (
        *(counter.RIGHT, corrections.RIGHT, review.RIGHT, closing.RIGHT, merging.RIGHT),
        *(changes.RIGHT, tariffs.RIGHT, velox_tables.RIGHT),
        *("tournaments.change_template", *two_person_orders.RIGHTS.values()),
    )
)
# A room has some dozens of staff; the page shows no more.
MOST = 40


class Pair(NamedTuple):
    """Two of the staff: from ``since`` on (None: at once) they may confirm for each other.

    Never by a ``chain`` of names, from the giver of rights to their holder. ``without`` are those
    of the two who have no second factor, so that the desk stays shut to them.
    """

    one: str
    other: str
    since: datetime | None = None
    chain: str = ""
    without: tuple[str, ...] = ()

    @property
    def now(self) -> bool:
        return not (self.since or self.chain or self.without)


def pairs(*, now: datetime) -> list[Pair]:
    """Return every two who share a right to confirm, the readiest first; six statements."""
    able = _able()
    given = rights.givers()
    settled = rights.settled_from(able, now=now)
    named = {*able, *given, *(maker for givers in given.values() for maker in givers)}
    names = dict(User.objects.filter(pk__in=named).values_list("pk", "username"))
    factors = set(
        Authenticator.objects.filter(user__in=able)
        .exclude(type=Authenticator.Type.RECOVERY_CODES)
        .values_list("user", flat=True)
    )
    staff_pairs = []
    for one, other in combinations(sorted(able)[:MOST], 2):
        if not able[one] & able[other]:
            continue
        way = rights.chain(one, other, given)
        since = [settled[each] for each in (one, other) if each in settled]
        staff_pairs.append(
            Pair(
                names[one],
                names[other],
                max(since, default=None),
                " > ".join(names[each] for each in way),
                tuple(names[each] for each in (one, other) if each not in factors),
            )
        )
    return sorted(
        staff_pairs, key=lambda pair: (bool(pair.chain), bool(pair.without), str(pair.since))
    )


def _able() -> dict[int, frozenset[str]]:
    """Return the staff who may confirm anything, with the rights by which they do."""
    held: defaultdict[int, set[str]] = defaultdict(set)
    staff = User.objects.filter(is_staff=True, is_active=True)
    permissions = Permission.objects.filter(codename__in=RIGHTS)
    rows = (
        permissions.annotate(who=F("group__user"))
        .values_list("codename", "who")
        .union(permissions.annotate(who=F("user")).values_list("codename", "who"))
    )
    given = [(right, user_id) for right, user_id in rows if user_id is not None]
    for user_id, is_superuser in staff.filter(
        Q(is_superuser=True) | Q(pk__in=[user_id for _right, user_id in given])
    ).values_list("pk", "is_superuser"):
        held[user_id] = set(RIGHTS) if is_superuser else set()
    for right, user_id in given:
        if user_id in held:
            held[user_id].add(right)
    return {user_id: frozenset(rights) for user_id, rights in held.items()}
