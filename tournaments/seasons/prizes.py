"""The prizes of a closed season: tickets that the desk gives in one act (SERIES-6)."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from core.refusal import Refusal
from core.types import UserId
from payouts.refusals import MoneyCode
from payouts.room_settings import FOUR_EYES
from players import merged_accounts
from tournaments.models import Ticket
from tournaments.refusals import EventCode
from tournaments.seasons import standings
from tournaments.seasons.models import Season, SeasonPrize
from tournaments.staff import gifts


class Winner(NamedTuple):
    """A player who has won a prize of a season, and the key of the ticket."""

    user_id: UserId
    prize: SeasonPrize
    key: str


class GivenTickets(NamedTuple):
    """The tickets given now, and the refusal for each player who could get none."""

    tickets: list[Ticket]
    refused: dict[UserId, Refusal]


def give(*, season_id: int, by: UserId, now: datetime) -> GivenTickets:
    """Give the tickets that are still to be given. Idempotent by player and place.

    Refuses NO_SUCH_SEASON, PRIZES_BY_ROOM, SEASON_GOES_ON, and TAKES_TWO where their sum is above
    the limit and ``by`` has written the prizes. A winner who may get no ticket now does not stop
    the others.
    """
    with transaction.atomic():
        season = standings.lock(season_id)
        if season.club_id is not None:
            raise Refusal(EventCode.PRIZES_BY_ROOM)
        if season.closed_at is None:
            raise Refusal(EventCode.SEASON_GOES_ON)
        waiting = to_give(season)
        takes_two = sum(winner.prize.value for winner in waiting) > FOUR_EYES.value()
        if takes_two and by == season.written_by_id:
            raise Refusal(MoneyCode.TAKES_TWO, limit=FOUR_EYES.value())
        given = GivenTickets([], {})
        for winner in waiting:
            try:
                given.tickets.append(_give(season, winner, by=by, takes_two=takes_two, now=now))
            except Refusal as refusal:
                given.refused[winner.user_id] = refusal
    return given


def to_give(season: Season) -> list[Winner]:
    """Return the winners of a season whose ticket is not given yet, best first."""
    winners = list(_winners(season))
    keys = [winner.key for winner in winners]
    given = set(Ticket.objects.filter(key__in=keys).values_list("key", flat=True))
    return [winner for winner in winners if winner.key not in given]


def _winners(season: Season) -> Iterator[Winner]:
    """The players in places with a prize; those who share a place have one each (SERIES-6)."""
    prizes = {prize.place: prize for prize in season.prizes.select_related("template")}
    lines = season.standings.filter(place__in=prizes).order_by("place", "user")
    placed = list(lines.values_list("user", "place"))
    kept = merged_accounts.kept_accounts({user for user, _place in placed})
    for user, place in placed:
        yield Winner(kept[user], prizes[place], f"season:{season.pk}:{place}:{user}")


def _give(season: Season, winner: Winner, *, by: UserId, takes_two: bool, now: datetime) -> Ticket:
    with transaction.atomic():
        return gifts.give_ticket(
            user_id=winner.user_id,
            value=winner.prize.value,
            template_id=winner.prize.template_id,
            by=by,
            why=_("%(season)s, place %(place)s")
            % {"season": season.name, "place": winner.prize.place},
            key=winner.key,
            by_two=takes_two,
            now=now,
        )
