"""Rights at the desk gained since the last audit, checked against the record."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta

from django.contrib.auth.models import Group, User
from django.db.models import F, Q

from players.models import RightsChange

# The most that a record's time differs from the database's.
SKEW = timedelta(hours=1)
# By "user" or "group" and its id: rights in words.
Held = Mapping[str, list[str]]


def held() -> Held:
    """Return the rights of each member of staff and of each group: flags, groups, permissions."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for user in User.objects.filter(Q(is_staff=True) | Q(is_superuser=True)):
        found[f"user {user.pk}"] = [
            flag for flag in ("is_staff", "is_superuser") if getattr(user, flag)
        ]
    label, code = "content_type__app_label", "codename"
    for kind, rows in {
        "user": User.objects.exclude(user_permissions=None).values_list(
            "pk", f"user_permissions__{label}", f"user_permissions__{code}"
        ),
        "group": Group.objects.exclude(permissions=None).values_list(
            "pk", f"permissions__{label}", f"permissions__{code}"
        ),
    }.items():
        for pk, app, codename in rows:
            found[f"{kind} {pk}"].append(f"{app}.{codename}")
    for pk, name in User.objects.exclude(groups=None).values_list("pk", "groups__name"):
        found[f"user {pk}"].append(f"group {name}")
    return {whose: sorted(rights) for whose, rights in sorted(found.items())}


def unrecorded(before: Held, after: Held, *, since: datetime) -> Iterator[str]:
    """Yield a line for each holder who gained rights after ``since`` without a record."""
    given = RightsChange.objects.filter(grants=True, at__gt=since - SKEW).exclude(by=F("user"))
    users = set(given.values_list("user", flat=True))
    groups = set(given.values_list("user__groups", flat=True))
    for whose, rights in after.items():
        kind, _, pk = whose.partition(" ")
        recorded = int(pk) in (users if kind == "user" else groups)
        if not recorded and (more := sorted({*rights} - {*before.get(whose, ())})):
            yield f"{whose} holds {', '.join(more)}, and no change of rights at the desk says so"
