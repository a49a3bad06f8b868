"""The parts of a player's file that this package has: person, sign-ins, notices, staff's acts."""

from collections.abc import Sequence
from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.typed_numbers import number
from core.types import UserId
from players import known_browsers
from players.identity import gates
from players.models import (
    AccountClosing,
    Demand,
    FormerName,
    Identity,
    Login,
    Merge,
    Notice,
    RegisterAnswer,
    Restriction,
    SelfExclusion,
    Suspension,
    User,
)
from players.notices import news, notice_texts
from players.profile import real_names
from players.protection import exclusions
from players.sign_in import logins, terms
from players.staff import demands, notes, player_file, restrictions
from players.staff.player_file import Fact, FileRow, FileSection, Finder, Head, when


def _about(user_id: UserId, now: datetime) -> Sequence[Fact]:
    user = User.objects.get(pk=user_id)
    until = exclusions.excluded_until(user_id=user_id, now=now)
    demanded = ", ".join(str(Demand.Kind(kind).label) for kind in demands.waiting(user_id=user_id))
    factor = Authenticator.objects.filter(user=user_id).exclude(type="recovery_codes").exists()
    facts = [
        Fact(_("Number"), str(user_id)),
        Fact(_("Account"), _("open") if user.is_active else _("suspended")),
        Fact(_("Since"), when(user.date_joined)),
        Fact(_("Last sign-in"), when(user.last_login) or _("never")),
        Fact(_("Second factor"), _("yes") if factor else _("no")),
    ]
    if until is not None:
        facts.append(Fact(_("Excluded until"), when(until)))
    if exclusions.is_registered(user_id=user_id, now=now):
        facts.append(Fact(_("Exclusion register"), _("excluded")))
    closing = AccountClosing.objects.filter(user=user_id, cancelled_at=None).first()
    if closing is not None:
        title = _("Closed by the player") if closing.shut_at else _("Closes at own wish")
        facts.append(Fact(title, when(closing.shut_at or closing.due_at)))
    if demanded:
        facts.append(Fact(_("Asked for"), demanded))
    return facts


def _real_name(user_id: UserId, now: datetime) -> Sequence[Fact]:
    name = real_names.of([user_id]).get(user_id)
    return [Fact(_("Real name"), name)] if name else []


def _identity(user_id: UserId, now: datetime) -> Sequence[Fact]:
    state = gates.standing(user_id, now=now)
    known = Identity.objects.filter(pk=user_id).exists()
    url = reverse("admin:players_identity_change", args=[user_id]) if known else ""
    return [Fact(_("Identity"), str(state.label), url)]


def _terms(user_id: UserId, now: datetime) -> Sequence[Fact]:
    if not terms.version():
        return []
    accepted = terms.last(user_id)
    text = _("not yet") if accepted is None else when(accepted.at)
    if accepted is not None and accepted.version != terms.version():
        text = _("%(when)s, earlier version") % {"when": text}
    return [Fact(_("Terms accepted"), text)]


def _addresses(user_id: UserId, now: datetime) -> Sequence[Fact]:
    rows = EmailAddress.objects.filter(user=user_id).order_by("-primary", "pk")[:3]
    addresses = [
        row.email if row.verified else f"{row.email} ({_('not confirmed')})" for row in rows
    ]
    return [Fact(_("Email"), ", ".join(addresses) or _("none"))]


def _login(row: Login) -> FileRow:
    device = " · ".join(part for part in (row.browser, row.system) if part)
    return FileRow(
        (when(row.at), str(row.get_outcome_display()), row.address or "", device or _("unknown"))
    )


def _session(row: UserSession) -> FileRow:
    device = " · ".join(part for part in known_browsers.called(row.user_agent) if part)
    return FileRow((when(row.created_at), row.ip, device or _("unknown")))


def _notice(row: Notice) -> FileRow:
    texts = notice_texts.say(row.kind, row.data)
    # The wallet and the like would be the reader's own.
    url = row.url if row.url.startswith(("/tournaments/", "/tables/")) else ""
    return FileRow((when(row.at), f"{texts.title}. {texts.text}", when(row.seen_at)), url)


def _restricted(user_id: UserId, now: datetime) -> Sequence[Fact]:
    games = sorted(restrictions.standing(user_id))
    return [Fact(_("Barred from"), ", ".join(str(game.label) for game in games))] if games else []


def _restriction(row: Restriction) -> FileRow:
    what = _("lifted") if row.lifted else _("restricted")
    game = str(row.get_game_display())
    return FileRow((when(row.at), game, what, str(row.by), row.why))


def _merge(row: Merge, user_id: UserId) -> FileRow:
    survives = row.user_id == user_id
    what = _("took over") if survives else _("was merged into")
    other = row.other if survives else row.user
    url = reverse("admin:players_player_change", args=[other.pk])
    state = str(row.get_status_display())
    return FileRow((f"{other.get_username()} · {other.pk}", what, state, when(row.given_at)), url)


def _merges(user_id: UserId, first: int, count: int) -> Sequence[FileRow]:
    rows = Merge.objects.filter(Q(user=user_id) | Q(other=user_id)).order_by("-pk")
    merges = rows.select_related("user", "other")[first : first + count]
    return [_merge(row, user_id) for row in merges]


def _merged(user_id: UserId, now: datetime) -> Sequence[Fact]:
    """Return the merges of an account that are done, with links to the other accounts."""
    rows = Merge.objects.filter(Q(user=user_id) | Q(other=user_id), status=Merge.Status.DONE)
    facts = []
    for row in rows.select_related("user", "other").order_by("pk"):
        other = row.other if row.user_id == user_id else row.user
        title = _("Also had the account") if row.user_id == user_id else _("Merged into")
        url = reverse("admin:players_player_change", args=[other.pk])
        facts.append(Fact(title, other.get_username(), url))
    return facts


def _suspension(row: Suspension) -> FileRow:
    what = _("lifted") if row.lifted else _("suspended")
    if row.until:
        what = _("suspended until %(when)s") % {"when": when(row.until)}
    if row.by is None:
        what = _("over")
    return FileRow((when(row.at), what, str(row.by or ""), row.why))


PARTS = (
    FileSection(
        "notes",
        gettext_lazy("Notes"),
        (gettext_lazy("When"), gettext_lazy("By"), gettext_lazy("Note"), ""),
        "players.view_playernote",
        player_file.lines(
            notes.of,
            lambda row: FileRow(
                (when(row.at), str(row.by), row.text, _("pinned") if row.pinned else ""),
                reverse("admin:players_playernote_change", args=[row.pk]),
            ),
        ),
    ),
    FileSection(
        "logins",
        gettext_lazy("Sign-ins"),
        (
            gettext_lazy("When"),
            gettext_lazy("Outcome"),
            gettext_lazy("Address"),
            gettext_lazy("Device"),
        ),
        "players.view_login",
        player_file.lines(logins.of, _login),
    ),
    FileSection(
        "sessions",
        gettext_lazy("Open sessions"),
        (gettext_lazy("Since"), gettext_lazy("Address"), gettext_lazy("Device")),
        "players.view_login",
        player_file.lines(
            lambda user_id: UserSession.objects.filter(user=user_id).order_by("-pk"), _session
        ),
    ),
    FileSection(
        "suspensions",
        gettext_lazy("Suspensions"),
        (gettext_lazy("When"), gettext_lazy("What"), gettext_lazy("By"), gettext_lazy("Reason")),
        "players.view_suspension",
        player_file.lines(
            lambda user_id: (
                Suspension.objects.filter(user=user_id).select_related("by").order_by("-pk")
            ),
            _suspension,
        ),
    ),
    FileSection(
        "restrictions",
        gettext_lazy("Restrictions"),
        (
            gettext_lazy("When"),
            gettext_lazy("Game"),
            gettext_lazy("What"),
            gettext_lazy("By"),
            gettext_lazy("Reason"),
        ),
        "players.view_restriction",
        player_file.lines(
            lambda user_id: (
                Restriction.objects.filter(user=user_id).select_related("by").order_by("-pk")
            ),
            _restriction,
        ),
    ),
    FileSection(
        "merges",
        gettext_lazy("Merged accounts"),
        (gettext_lazy("Account"), gettext_lazy("What"), "", gettext_lazy("When")),
        "players.view_merge",
        _merges,
    ),
    FileSection(
        "exclusions",
        gettext_lazy("Self-exclusions"),
        (gettext_lazy("Asked"), gettext_lazy("Until")),
        "players.view_selfexclusion",
        player_file.lines(
            lambda user_id: SelfExclusion.objects.filter(user=user_id).order_by("-pk"),
            lambda row: FileRow((when(row.asked_at), when(row.until))),
        ),
    ),
    FileSection(
        "register",
        gettext_lazy("Exclusion register"),
        (gettext_lazy("Asked"), gettext_lazy("Answered"), gettext_lazy("Excluded until"), ""),
        "players.view_registeranswer",
        player_file.lines(
            lambda user_id: RegisterAnswer.objects.filter(user=user_id),
            lambda row: FileRow(
                (when(row.asked_at), when(row.answered_at), when(row.until), row.failure)
            ),
        ),
    ),
    FileSection(
        "messages",
        gettext_lazy("Notices and messages"),
        (gettext_lazy("When"), gettext_lazy("What"), gettext_lazy("Seen")),
        "players.view_notice",
        player_file.lines(news.of, _notice),
    ),
    FileSection(
        "names",
        gettext_lazy("Former names"),
        (gettext_lazy("Name"), gettext_lazy("Until")),
        "players.view_formername",
        player_file.lines(
            lambda user_id: FormerName.objects.filter(user=user_id).order_by("-pk"),
            lambda row: FileRow((row.name, when(row.until))),
        ),
    ),
)


def _player(user: User) -> FileRow:
    state = "" if user.is_active else _("suspended")
    url = reverse("admin:players_player_change", args=[user.pk])
    return FileRow((user.username, str(user.pk), state), url)


def _by_name(typed: str) -> Sequence[FileRow]:
    """Find players by number, by the beginning of a name, or by a former name."""
    wanted = Q(username__istartswith=typed)
    former = FormerName.objects.filter(name__iexact=typed).values_list("user", flat=True)
    pks = [*former[: player_file.HITS], *([pk] if (pk := number(typed)) else [])]
    rows = User.objects.filter(wanted | Q(pk__in=pks)).order_by("username")
    return [_player(user) for user in rows[: player_file.HITS]]


def _by_real_name(typed: str) -> Sequence[FileRow]:
    """Find players by a part of their real name, or by their membership number."""
    rows = real_names.matching(typed).select_related("user").order_by("name", "pk")
    return [
        FileRow((str(row), str(row.user)), reverse("admin:players_player_change", args=[row.pk]))
        for row in rows[: player_file.HITS]
    ]


def _by_address(typed: str) -> Sequence[FileRow]:
    if "@" not in typed:
        return []
    rows = User.objects.filter(emailaddress__email__iexact=typed).distinct().order_by("pk")
    return [_player(user) for user in rows[: player_file.HITS]]


def _by_identity(typed: str) -> Sequence[FileRow]:
    """Find identities by a part of the full name, or by the number of a document."""
    rows = Identity.objects.filter(Q(name__icontains=typed) | Q(number__iexact=typed))
    return [
        FileRow((row.name, str(row.user)), reverse("admin:players_player_change", args=[row.pk]))
        for row in rows.select_related("user").order_by("pk")[: player_file.HITS]
    ]


FINDERS = (
    Finder(gettext_lazy("Players"), "players.view_player", _by_name),
    Finder(gettext_lazy("Players by real name"), "players.view_player", _by_real_name),
    Finder(gettext_lazy("Players by email"), "players.change_user", _by_address),
    Finder(gettext_lazy("Identities"), "players.check_identity", _by_identity),
)
HEADS = (
    Head("", _about),
    Head("players.view_player", _real_name),
    Head("", _merged),
    Head("players.view_restriction", _restricted),
    Head("players.view_identity", _identity),
    Head("", _terms),
    Head("players.change_user", _addresses),
)
