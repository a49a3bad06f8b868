"""The data of players that this package has, for their archive (DATA-1)."""

from collections.abc import Iterator

from django.db.models import QuerySet

from core.refusal import Refusal
from core.types import UserId
from players.identity import documents
from players.models import Avatar, IdentityDocument
from players.own_data.registry import DataFile, DataFiles, DataPart, KeptBack

# Reasons that several relations share.
STAFF = "names the member of staff who acted, not the player"
RIGHTS = "rights and record of a member of staff, kept by the house"
SECRET = "a secret or a key of the account"  # noqa: S105 (a reason, no password)

PARTS = (
    DataPart(
        "account",
        "players.User",
        ("username", "first_name", "last_name", "email", "date_joined", "last_login"),
        owner="pk",
        at_merge="stays",
    ),
    DataPart(
        "addresses", "account.EmailAddress", ("email", "verified", "primary"), at_merge="stays"
    ),
    # Not ``data``, which has the secrets of factors.
    DataPart(
        "second_factors",
        "mfa.Authenticator",
        ("type", "created_at", "last_used_at"),
        at_merge="ends",
    ),
    DataPart(
        "sessions", "usersessions.UserSession", ("created_at", "ip", "user_agent"), at_merge="ends"
    ),
    DataPart(
        "sign_ins",
        "players.Login",
        ("at", "address", "browser", "system", "outcome"),
        at_merge="stays",
    ),
    DataPart("former_names", "players.FormerName", ("name", "until"), at_merge="stays"),
    DataPart("real_name", "players.RealName", ("name", "number"), at_merge="joins"),
    DataPart(
        "identity",
        "players.Identity",
        ("state", "since", "until", "name", "born", "number"),
        at_merge="stays",
    ),
    DataPart("identity_steps", "players.IdentityStep", ("at", "before", "after"), at_merge="stays"),
    DataPart(
        "identity_documents",
        "players.IdentityDocument",
        ("kind", "side", "media", "sent_at", "keep_until", "gone_at"),
        at_merge="stays",
    ),
    DataPart(
        "exclusion_register",
        "players.RegisterAnswer",
        ("asked_at", "answered_at", "until"),
        at_merge="joins",
    ),
    DataPart("self_exclusions", "players.SelfExclusion", ("asked_at", "until"), at_merge="joins"),
    DataPart("suspensions", "players.Suspension", ("at", "lifted", "until"), at_merge="joins"),
    DataPart("restrictions", "players.Restriction", ("at", "game", "lifted"), at_merge="joins"),
    DataPart("demands", "players.Demand", ("at", "kind", "met_at"), at_merge="ends"),
    DataPart("terms", "players.Acceptance", ("version", "at"), at_merge="stays"),
    DataPart("reminder", "players.Reminder", ("minutes",), at_merge="joins"),
    DataPart("notices", "players.Notice", ("at", "kind", "data", "seen_at"), at_merge="stays"),
    DataPart(
        "notice_wishes",
        "players.NoticeWish",
        ("chosen", "opens_tables", "quiet_from", "quiet_to", "language"),
        at_merge="ends",
    ),
    # Not the keys by which a browser is reached.
    DataPart(
        "push_devices",
        "players.PushDevice",
        ("browser", "system", "made_at", "ended_at"),
        at_merge="ends",
    ),
    DataPart(
        "profile",
        "players.PlayerProfile",
        (
            "country",
            "shows_picture",
            "shows_trophies",
            "shows_seasons",
            "shows_results",
            "compares",
        ),
        at_merge="ends",
    ),
    DataPart("closings", "players.AccountClosing", ("asked_at", "cancelled_at"), at_merge="ends"),
    DataPart(
        "archives", "players.DataArchive", ("asked_at", "ready_at", "taken_at"), at_merge="ends"
    ),
)

KEPT_BACK = (
    KeptBack("players.User_groups", "user", RIGHTS),
    KeptBack("players.User_user_permissions", "user", RIGHTS),
    KeptBack("admin.LogEntry", "user", RIGHTS),
    KeptBack("players.StaffInvitation", "user", RIGHTS),
    KeptBack("players.StaffInvitation", "by", RIGHTS),
    KeptBack("players.StaffInvitation", "vouched_by", RIGHTS),
    KeptBack("players.RightsChange", "user", RIGHTS),
    KeptBack("players.RightsChange", "by", RIGHTS),
    KeptBack("players.IdentityStep", "by", STAFF),
    KeptBack("players.Restriction", "by", STAFF),
    KeptBack("players.Suspension", "by", STAFF),
    KeptBack("players.Demand", "by", STAFF),
    KeptBack("players.Forgotten", "by", STAFF),
    KeptBack("players.PlayerNote", "by", STAFF),
    KeptBack("players.Merge", "given_by", STAFF),
    KeptBack("players.Merge", "decided_by", STAFF),
    KeptBack(
        "players.PlayerNote",
        "user",
        "notes of staff for colleagues; asked of the staff",
        at_merge="stays",
    ),
    KeptBack(
        "players.Merge",
        "user",
        "a decision of staff about two accounts; asked of the staff",
        at_merge="stays",
    ),
    KeptBack(
        "players.Merge", "other", "the account is closed and has no sign-in", at_merge="stays"
    ),
    KeptBack(
        "players.Forgotten", "user", "the account is closed and has no sign-in", at_merge="stays"
    ),
    KeptBack("players.Guest", "user", "guests have no account and no archive", at_merge="stays"),
    KeptBack("players.Avatar", "user", "the picture is a file of the archive", at_merge="ends"),
)

# The endings of files by media type.
_ENDINGS = {"application/pdf": "pdf", "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp"}


def _pictures(user_id: UserId) -> Iterator[DataFile]:
    pictures = Avatar.objects.filter(user=user_id).exclude(key="")
    for content in pictures.values_list("image", flat=True):
        yield DataFile("picture.webp", bytes(content))


def _stored(user_id: UserId) -> "QuerySet[IdentityDocument]":
    return IdentityDocument.objects.filter(user=user_id, gone_at=None)


def _documents(user_id: UserId) -> Iterator[DataFile]:
    for pk, kind, side in _stored(user_id).order_by("pk").values_list("pk", "kind", "side"):
        try:
            _row, file = documents.look(pk)
        except Refusal:
            continue  # Deleted meanwhile, or sealed under a key that is gone.
        ending = _ENDINGS.get(file.media, "bin")
        yield DataFile(f"documents/{pk}-{kind}-{side}.{ending}", file.content)


FILES = (
    DataFiles(lambda user_id: 1, _pictures),
    DataFiles(lambda user_id: _stored(user_id).count(), _documents),
)
