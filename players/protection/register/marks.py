"""Marks by which a register knows a player: HMACs under a shared key, never the plain data."""

import hashlib
import hmac
import unicodedata

from allauth.account.models import EmailAddress
from django.conf import settings

from core.types import UserId
from players.models import Identity, IdentityState


def of(user_id: UserId) -> set[str]:
    """Return the marks of a player's proved data: confirmed addresses, and the number of a verified
    identity. Marks of merely claimed data would disclose others' exclusions."""
    addresses = EmailAddress.objects.filter(user=user_id, verified=True)
    found = {mark("mail", address.lower()) for address in addresses.values_list("email", flat=True)}
    verified = Identity.objects.filter(pk=user_id, state=IdentityState.VERIFIED).exclude(number="")
    for number in verified.values_list("number", flat=True):
        found.add(mark("number", "".join(filter(str.isalnum, number)).upper()))
    return found


def mark(kind: str, said: str) -> str:
    """Return the HMAC-SHA256 of ``kind:said`` under ``REGISTER_KEY``, in hexadecimal."""
    words = unicodedata.normalize("NFKC", f"{kind}:{said.strip()}")
    return hmac.new(settings.REGISTER_KEY.encode(), words.encode(), hashlib.sha256).hexdigest()
