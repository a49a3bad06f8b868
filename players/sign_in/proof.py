"""The proof that the person at the browser is still the one who signed in (ACCOUNT-5)."""

from allauth.account.internal.flows import reauthentication
from allauth.core.exceptions import ReauthenticationRequired
from django.http import HttpRequest

from core.refusal import Refusal
from players.refusals import PlayerCode


def is_recent(request: HttpRequest) -> bool:
    """Return whether the password or a factor was given again within the last five minutes."""
    return reauthentication.did_recently_reauthenticate(request)  # type: ignore[no-any-return]


def check(request: HttpRequest) -> None:
    """Refuse PROOF_NEEDED, unless the proof is recent; for the API."""
    if not is_recent(request):
        raise Refusal(PlayerCode.PROOF_NEEDED)


def require(request: HttpRequest) -> None:
    """Lead to the page that asks again, unless the proof is recent; then replay the request."""
    if not is_recent(request):
        raise ReauthenticationRequired
