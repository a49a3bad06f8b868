"""A player's event as they see it: the end, the stack through its hands, and what comes next."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.admin import charts
from core.own_texts import own_text
from core.templatetags.money import chips
from core.types import UserId
from players.models import User
from tables.games import has_blinds
from tournaments.clubs import access as club_access
from tournaments.clubs.models import Club, ClubGame
from tournaments.models import Entry, Tournament
from tournaments.own_events import offers
from tournaments.pages import end_of_event, played_event
from tournaments.pages.end_of_event import EndedHand
from tournaments.pages.lobby.listed import Listing, listings
from tournaments.pages.played_event import OwnEventHand
from tournaments.rules import key_hands
from tournaments.rules.key_hands import EventHand, Mark
from tournaments.seasons import reading as seasons
from tournaments.seasons.models import Season, SeasonStanding

MARKS: Final[dict[Mark, Promise]] = {
    "out": gettext_lazy("no chips left"),
    "knockout": gettext_lazy("knockout"),
    "doubled": gettext_lazy("doubled up"),
    "all_in": gettext_lazy("all-in"),
    "won": gettext_lazy("largest win"),
    "lost": gettext_lazy("largest loss"),
}


class NumberedHand(NamedTuple):
    """A hand of the event by its number in the order of play, with its level and its marks."""

    number: int
    hand: EventHand
    at: datetime
    stakes: str
    marks: list[Promise]


class StakesChange(NamedTuple):
    """A change of the stakes among the player's hands: the number of its first hand."""

    first: int
    stakes: str


@dataclass(frozen=True, slots=True)
class PlayedEvent:
    """The hands of a player in an event, in the order of play."""

    hands: Sequence[NumberedHand]

    @property
    def key(self) -> list[NumberedHand]:
        return [hand for hand in self.hands if hand.marks]

    @property
    def levels(self) -> list[StakesChange]:
        """The stakes at which the player was dealt in, each with its first hand."""
        found: list[StakesChange] = []
        for hand in self.hands:
            if not found or found[-1].stakes != hand.stakes:
                found.append(StakesChange(hand.number, hand.stakes))
        return found

    @property
    def decided(self) -> list[EndedHand]:
        """The hands that decided it, with their results in words (KEY-2)."""
        return end_of_event.told(key_hands.key_hands([hand.hand for hand in self.hands]))

    @property
    def chart(self) -> str:
        """The JSON of the drawing: the stack after each hand, key hands, and levels; "" for fewer
        than two hands."""
        if len(self.hands) < 2:
            return ""
        stacks = [self.hands[0].hand.start, *(hand.hand.finish for hand in self.hands)]
        dots = [None, *(hand.hand.finish if hand.marks else None for hand in self.hands)]
        return charts.as_json(
            along=_("Hand"),
            x=["", *(str(hand.number) for hand in self.hands)],
            series=[
                charts.Series(_("Stack"), "line", stacks),
                charts.Series(_("Key hands"), "dots", dots),
            ],
            marks=[charts.Mark(level.first, level.stakes) for level in self.levels],
        )

    def around(self, hand_id: int) -> tuple[int | None, NumberedHand, int | None] | None:
        """Return the hand with the ids of the one before and the one after; None if it is not
        one of these."""
        ids = [hand.hand.id for hand in self.hands]
        if hand_id not in ids:
            return None
        at = ids.index(hand_id)
        before = ids[at - 1] if at else None
        return before, self.hands[at], ids[at + 1] if at + 1 < len(ids) else None


class InSeason(NamedTuple):
    """A season for which the event counts, and the player's line in it, if they have one."""

    season: Season
    line: SeasonStanding | None


@dataclass(frozen=True, slots=True)
class ComingEvents:
    """The events with which a player may go on; ``into`` names the series for which the seat of the
    satellite is good, "" for any event."""

    like: Listing | None
    satellite: Listing | None
    into: str


def entry_of(event: Tournament, user_id: UserId) -> Entry | None:
    """Return the player's last entry of an event; None if they have none."""
    entries = event.entries.filter(user=user_id).exclude(status=Entry.Status.WITHDRAWN)
    return entries.prefetch_related("bounties").order_by("pk").last()


def played(event: Tournament, *, user_id: UserId, now: datetime) -> PlayedEvent:
    """Return the player's hands of an event, numbered and marked (KEY-1)."""
    rows = played_event.read(event, user_id=user_id, now=now)
    marked = key_hands.marks([row.hand for row in rows])
    return PlayedEvent(
        [
            NumberedHand(
                number,
                row.hand,
                row.at,
                stakes_text(row, event.game),
                [MARKS[mark] for mark in marked.get(row.hand.id, ())],
            )
            for number, row in enumerate(rows, start=1)
        ]
    )


def stakes_text(row: OwnEventHand, game: str) -> str:
    """Return the stakes of a hand in a few characters."""
    stakes = row.stakes
    ante = stakes["ante"]
    if not has_blinds(game):
        return _("Ante %(amount)s") % {"amount": chips(ante or stakes["big_blind"])}
    blinds = f"{chips(stakes['small_blind'])}/{chips(stakes['big_blind'])}"
    return f"{blinds} ({chips(ante)})" if ante else blinds


def coming(event: Tournament, *, user_id: UserId, now: datetime) -> ComingEvents | None:
    """Return what a player is shown after an event; None for those who get no offers (NEXT-2)."""
    if offers.without_offers([user_id], now=now):
        return None
    like, satellite = offers.like(event, now=now), offers.satellite(event, now=now)
    if like is not None and like == satellite:
        satellite = None
    shown = {
        listing.event.pk: listing
        for listing in listings(filter(None, [like, satellite]), user_id=user_id, now=now)
    }
    return ComingEvents(
        like=shown.get(like.pk) if like else None,
        satellite=shown.get(satellite.pk) if satellite else None,
        into=into(satellite) if satellite else "",
    )


def into(satellite: Tournament) -> str:
    """Return the name of the series that the seats of a satellite are good for; "" for any."""
    plan = satellite.prize_scheme.ticket_for
    names = Tournament.objects.filter(template=plan or 0).order_by("-pk")
    return own_text(names.values_list("name", flat=True).first() or "") if plan else ""


def in_seasons(event: Tournament, user: User) -> list[InSeason]:
    """Return the seasons for which an event counts and that the player may see, with their line:
    two statements."""
    rows = list(seasons.of_event(event, user))
    lines: QuerySet[SeasonStanding] = SeasonStanding.objects.filter(user=user, season__in=rows)
    by_season = {line.season_id: line for line in lines}
    return [InSeason(season, by_season.get(season.pk)) for season in rows]


def next_of_club(
    event: Tournament, *, user_id: UserId, now: datetime
) -> tuple[Club, ClubGame | None] | None:
    """Return the club of an event, for its members, and its next planned game."""
    own = ClubGame.objects.filter(tournament=event.pk).select_related("club").first()
    if own is None or club_access.role_of(club_id=own.club_id, user_id=user_id) is None:
        return None
    planned = ClubGame.objects.filter(club=own.club_id, starts_at__gt=now, called_off_at=None)
    return own.club, planned.order_by("starts_at", "pk").first()
