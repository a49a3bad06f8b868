"""The address in a mail by which its reader gets no more of this kind (RFC 8058): signed, so that
it needs no sign-in and opens nothing else."""

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse

from core.types import UserId
from players.models import Notice, NoticeWish
from players.notices import preferences
from players.notices.preferences import Channel

_signer = Signer(salt="players.unsubscribe")


def address(user_id: UserId, kind: str) -> str:
    """Return the address for a player's mails of this kind."""
    token = _signer.sign(f"{user_id}:{kind}")
    return f"{settings.PUBLIC_URL}{reverse('unsubscribe', args=[token])}"


def read(token: str) -> tuple[UserId, Notice.Kind] | None:
    """Return player and kind of an address; None for a forged one."""
    try:
        user_id, kind = _signer.unsign(token).split(":")
    except BadSignature:
        return None
    return UserId(int(user_id)), Notice.Kind(kind)


def headers(address: str) -> dict[str, str]:
    """Return the headers by which mail programs show a button for it."""
    return {
        "List-Unsubscribe": f"<{address}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


def stop(*, user_id: UserId, kind: Notice.Kind) -> None:
    """Send a player no more mails of this kind; idempotent."""
    chosen = {each: set(channels) for each, channels in preferences.of(user_id).chosen.items()}
    chosen[kind].discard(Channel.MAIL)
    stored = {each: sorted(channels) for each, channels in chosen.items()}
    NoticeWish.objects.update_or_create(user_id=user_id, defaults={"chosen": stored})
