"""The figures of a player's own hands (STATS-2, STATS-3), from the sums of hours; where the filter
asks for what these do not hold, from the latest hands themselves."""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple, TypeVar

from django.db.models import Count, F, Q, QuerySet, Sum
from django.db.models.functions import TruncHour
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core.types import UserId
from payouts.events import EventRef
from tables.models import PlayedHand, PlayedHour
from tables.models.own_hands import COUNTS, Position
from tables.models.owners import KINDS
from tables.own_hands.search import HandQuery

# Hands that a filter beyond the sums looks at.
LOOKED_AT: Final = 20_000
BIGGEST: Final = 5

Key = TypeVar("Key", bound=Hashable)


class PlayFigure(NamedTuple):
    """A share: how often ``done`` of the hands in which there was a ``chance``."""

    key: str
    title: str | Promise
    about: str | Promise
    done: str
    chance: str


FIGURES: Final = (
    PlayFigure(
        "vpip",
        _("VPIP"),
        _(
            "Chips put in of one's own will before the flop (not blinds and antes), of the hands "
            "with a decision there."
        ),
        *("vpip", "vpip_chance"),
    ),
    PlayFigure(
        "pfr",
        _("PFR"),
        _("A bet or raise before the flop, of the hands with a decision there."),
        *("pfr", "vpip_chance"),
    ),
    PlayFigure(
        "three_bet",
        _("3-bet"),
        _("A raise against exactly one raise before the flop, of the times when it could be made."),
        *("three_bet", "three_bet_chance"),
    ),
    PlayFigure(
        "cbet_flop",
        _("C-bet, flop"),
        _("The first bet of the flop by the last to raise before it, of the times it was free."),
        *("cbet_flop", "cbet_flop_chance"),
    ),
    PlayFigure(
        "cbet_turn",
        _("C-bet, turn"),
        _("The first bet of the turn after a c-bet on the flop, of the times it was free."),
        *("cbet_turn", "cbet_turn_chance"),
    ),
    PlayFigure(
        "cbet_river",
        _("C-bet, river"),
        _("The first bet of the river after a c-bet on the turn, of the times it was free."),
        *("cbet_river", "cbet_river_chance"),
    ),
    PlayFigure(
        "fold_to_cbet_flop",
        _("Fold to c-bet, flop"),
        _("A fold to another player's c-bet on the flop, before any raise of it."),
        *("folded_to_cbet_flop", "faced_cbet_flop"),
    ),
    PlayFigure(
        "fold_to_cbet_turn",
        _("Fold to c-bet, turn"),
        _("A fold to another player's c-bet on the turn, before any raise of it."),
        *("folded_to_cbet_turn", "faced_cbet_turn"),
    ),
    PlayFigure(
        "fold_to_cbet_river",
        _("Fold to c-bet, river"),
        _("A fold to another player's c-bet on the river, before any raise of it."),
        *("folded_to_cbet_river", "faced_cbet_river"),
    ),
    PlayFigure(
        "wtsd",
        _("WTSD"),
        _("A showdown, of the hands in which the flop was seen; in draw poker the draw."),
        *("showdown", "saw_flop"),
    ),
    PlayFigure(
        "wsd",
        _("W$SD"),
        _("Chips won, of the hands that went to a showdown."),
        *("won_showdown", "showdown"),
    ),
)


class Share(NamedTuple):
    """A figure with its sample: ``done`` times of ``chance``."""

    done: int
    chance: int

    @property
    def percent(self) -> int | None:
        """The share in percent, rounded; None without a sample."""
        return round(100 * self.done / self.chance) if self.chance else None


class Hands(NamedTuple):
    """A count of hands and their result, in chips or cents and in hundredths of a big blind."""

    hands: int
    net: int
    net_bb: int

    @property
    def rate(self) -> float:
        """Big blinds per 100 hands."""
        return self.net_bb / self.hands if self.hands else 0.0


class HourLine(NamedTuple):
    """The hands of one hour (UTC) by kind of event, game and stakes (0: none)."""

    hour: datetime
    kind: str
    game: str
    big_blind: int
    sums: Hands


class OwnFigures(NamedTuple):
    """The figures by position, "" for all; the hours; and whether they are only of the latest
    LOOKED_AT hands."""

    by_position: Mapping[str, Mapping[str, int]]
    hours: list[HourLine]
    limited: bool

    @property
    def total(self) -> Hands:
        return add(line.sums for line in self.hours)

    def cell(self, figure: PlayFigure, position: str = "") -> Share:
        counts = self.by_position.get(position, {})
        return Share(counts.get(figure.done, 0), counts.get(figure.chance, 0))

    def hands(self, position: str) -> int:
        return self.by_position.get(position, {}).get("hands", 0)

    def by(self, key: Callable[[HourLine], Key]) -> dict[Key, Hands]:
        """Return the sums of hours by what ``key`` makes of them, in order."""
        grouped: dict[Key, list[Hands]] = {}
        for line in self.hours:
            grouped.setdefault(key(line), []).append(line.sums)
        return {name: add(grouped[name]) for name in sorted(grouped)}  # type: ignore[type-var]


def add(parts: Iterable[Hands]) -> Hands:
    """Return the sum of several sums."""
    columns = [*zip(*parts, strict=True)]
    return Hands(*(sum(column) for column in columns)) if columns else Hands(0, 0, 0)


def read(user_id: UserId, query: HandQuery, *, kinds: Collection[str]) -> OwnFigures:
    """Return the figures of the player's hands that are asked for, of some kinds of events."""
    if query.is_of_sums:
        return _of_sums(_hours(user_id, query, kinds))
    hands, limited = latest(user_id, query, kinds=kinds)
    return _of_hands(hands, limited=limited)


def _of_sums(hours: "QuerySet[PlayedHour]") -> OwnFigures:
    counts = {name: Sum(name) for name in ("hands", *COUNTS)}
    positions = hours.values("position").annotate(**counts)
    lines = hours.values("hour", "kind", "game", "big_blind").annotate(
        played=Sum("hands"), won_chips=Sum("net"), won_bb=Sum("net_bb")
    )
    return OwnFigures(_positions(positions), _lines(lines), limited=False)


def _of_hands(hands: "QuerySet[PlayedHand]", *, limited: bool) -> OwnFigures:
    flags = {name: Sum(F("flags").bitrightshift(bit).bitand(1)) for bit, name in enumerate(COUNTS)}
    positions = hands.values("position").annotate(hands=Count("hand"), **flags)
    lines = hands.values(
        "event", "game", "big_blind", hour=TruncHour("started_at", tzinfo=UTC)
    ).annotate(played=Count("hand"), won_chips=Sum("net"), won_bb=Sum("net_bb"))
    return OwnFigures(_positions(positions), _lines(lines), limited)


def latest(
    user_id: UserId, query: HandQuery, *, kinds: Collection[str]
) -> "tuple[QuerySet[PlayedHand], bool]":
    """Return the hands that are asked for among the latest LOOKED_AT ones, and whether there are
    others."""
    hands = query.hands(user_id).filter(_of_kinds(kinds))
    if query.needs_marks:
        return hands, False
    dates = HandQuery(since=query.since, until=query.until).hands(user_id)
    ids = dates.order_by("-hand").values_list("hand", flat=True)
    edge = next(iter(ids[LOOKED_AT : LOOKED_AT + 1]), None)
    return (hands, False) if edge is None else (hands.filter(hand__gt=edge), True)


def biggest(
    user_id: UserId, query: HandQuery, *, kinds: Collection[str]
) -> "tuple[list[PlayedHand], list[PlayedHand]]":
    """Return the hands that won and that lost most, in big blinds, from ten big blinds on."""
    if query.is_of_sums:
        hands = query.hands(user_id).filter(_of_kinds(kinds))
    else:
        hands, _limited = latest(user_id, query, kinds=kinds)
    won = hands.filter(net_bb__gte=1_000).order_by("-net_bb")
    lost = hands.filter(net_bb__lte=-1_000).order_by("net_bb")
    return list(won[:BIGGEST]), list(lost[:BIGGEST])


def kinds_played(user_id: UserId) -> set[str]:
    """Return the kinds of events of which the player has counted hands."""
    mine = PlayedHour.objects.filter(user=user_id, hands__gt=0)
    return {*mine.order_by().values_list("kind", flat=True).distinct()}


def _hours(user_id: UserId, query: HandQuery, kinds: Collection[str]) -> "QuerySet[PlayedHour]":
    named = {name: value for name in ("game", "position") if (value := getattr(query, name))}
    hours = PlayedHour.objects.filter(user=user_id, kind__in=kinds, **named)
    if query.kind:
        hours = hours.filter(kind=query.kind)
    if query.since is not None:
        hours = hours.filter(hour__gte=query.since)
    if query.until is not None:
        hours = hours.filter(hour__lt=query.until)
    return hours.order_by()


def _of_kinds(kinds: Collection[str]) -> Q:
    wanted = Q()
    for kind in kinds:
        wanted |= Q(event__startswith=f"{kind}:")
    return wanted


def _positions(rows: Iterable[Mapping[str, Any]]) -> dict[str, Mapping[str, int]]:
    total: Counter[str] = Counter()
    by_position: dict[str, Mapping[str, int]] = {}
    for row in rows:
        counts = {name: int(number) for name, number in row.items() if name != "position"}
        by_position[row["position"]] = counts
        total.update(counts)
    return {"": total, **{place: by_position[place] for place in Position if place in by_position}}


def _lines(rows: Iterable[Mapping[str, Any]]) -> list[HourLine]:
    """Return the lines by hour, without those that void hands have emptied."""
    parts: dict[tuple[datetime, str, str, int], list[Hands]] = {}
    for row in rows:
        ref = EventRef.parse(str(row.get("event", "")))
        kind = row["kind"] if ref is None else ref.kind
        key = (row["hour"], kind, row["game"], row["big_blind"] if kind in KINDS else 0)
        sums = Hands(int(row["played"]), int(row["won_chips"]), int(row["won_bb"]))
        if sums.hands:
            parts.setdefault(key, []).append(sums)
    return [HourLine(*key, add(parts[key])) for key in sorted(parts)]
