"""The choices of a player about the profile (PROFILE-1)."""

from django.db import transaction

from core.refusal import Refusal
from core.types import UserId
from players import player_lock
from players.models import PlayerProfile
from players.models.profile import LONGEST_COUNTRY
from players.refusals import PlayerCode

ITEMS = ("shows_picture", "shows_trophies", "shows_seasons", "shows_results", "compares")


def choose(*, user_id: UserId, country: str, shown: set[str]) -> None:
    """Store the country, "" for none, and the items of ITEMS that a player shows. Idempotent.

    Refuses COUNTRY_LETTERS.
    """
    country = " ".join(country.split())
    if len(country) > LONGEST_COUNTRY or not all(
        sign.isalpha() or sign in " '-." for sign in country
    ):
        raise Refusal(PlayerCode.COUNTRY_LETTERS, most=LONGEST_COUNTRY)
    with transaction.atomic():
        player_lock.hold(user_id)
        items = {item: item in shown for item in ITEMS}
        PlayerProfile.objects.update_or_create(
            user_id=user_id, defaults={"country": country, **items}
        )
