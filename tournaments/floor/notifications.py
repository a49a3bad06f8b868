"""The notices of an event to its players, besides the frames of its tables."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db.models import CharField, Exists, F, OuterRef, Value
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Coalesce, Concat
from django.urls import reverse

from core.jobs import attempt
from core.types import SeatNo, UserId
from players.models import Notice
from players.notices import news
from players.notices.news import News
from tournaments.models import Amendment, Bounty, Entry, Order, Tournament
from tournaments.rules import changes

Kind = Notice.Kind

# The time before the start at which players get a notice.
BEFORE = timedelta(minutes=5)
# The life of a notice that calls a player to a table.
COMING = timedelta(minutes=10)
# The life of a message, and of a notice about the past.
LOOKED_FOR = timedelta(hours=2)


def begun(event: Tournament, places: Mapping[UserId, tuple[int, SeatNo]], *, now: datetime) -> None:
    """Notify players of the start; ``places`` are the drawn tables and seats by user."""
    news.tell(
        [
            News(
                user_id,
                Kind.START,
                f"start:{event.pk}",
                {"name": event.name, "seat": seat, "opens": event.floor.deals},
                _where(event, table_id),
                now + COMING,
            )
            for user_id, (table_id, seat) in places.items()
        ],
        now=now,
    )


def seated(
    event: Tournament, entry_id: int, user_id: UserId, table_id: int, seat: SeatNo, *, now: datetime
) -> None:
    """Notify a latecomer of their seat."""
    data = {"name": event.name, "seat": seat, "opens": event.floor.deals}
    url = _where(event, table_id)
    key = f"seated:{entry_id}"
    news.tell([News(user_id, Kind.SEAT, key, data, url)], now=now)


def moved(
    event: Tournament, move_id: int, user_id: UserId, table_id: int, seat: SeatNo, *, now: datetime
) -> None:
    """Notify a player of the move to another table."""
    data = {"name": event.name, "seat": seat}
    url = _where(event, table_id)
    key = f"moved:{move_id}"
    news.tell([News(user_id, Kind.MOVED, key, data, url, now + COMING)], now=now)


def break_over(event: Tournament, places: Mapping[UserId, int], *, row: int, now: datetime) -> None:
    """Notify players of the end of a break; tables by user, ``row`` of the schedule begins."""
    news.tell(
        [
            News(
                user_id,
                Kind.BREAK_OVER,
                f"break:{event.pk}:{row}",
                {"name": event.name},
                _where(event, table_id),
                now + timedelta(minutes=2),
            )
            for user_id, table_id in places.items()
        ],
        now=now,
    )


def ended(
    event: Tournament, gone: Mapping[int, Entry], placed: Mapping[int, Entry], *, now: datetime
) -> None:
    """Notify entries, by id, that are ``gone`` now, and those ``placed`` now of their place and
    winnings, bounties included; the latter replaces an earlier notice."""
    earlier = {f"out:{pk}": entry.user_id for pk, entry in placed.items() if pk not in gone}
    news.supersede(earlier.keys(), users={*earlier.values()}, now=now)
    bounties = _bounties(event, placed)
    notices = [_end(event, entry, bounties[pk], now) for pk, entry in {**gone, **placed}.items()]
    news.tell(notices, now=now)


def back_in(event: Tournament, entries: Iterable[Entry]) -> None:
    """Delete the notices of eliminations and prizes of these entries, entered wrongly (LIVE-5)."""
    users = {entry.pk: UserId(entry.user_id) for entry in entries}
    keys = [f"{end}:{pk}" for pk in users for end in ("out", "end", "prize")]
    news.take_back(keys, users={*users.values()})


def message(
    event: Tournament, users: Iterable[UserId], text: str, *, key: str, now: datetime
) -> None:
    """Send a message of staff to these players."""
    data = {"name": event.name, "text": text}
    url = reverse("tournament", args=[event.pk])
    until = now + LOOKED_FOR
    news.tell([News(user, Kind.MESSAGE, key, data, url, until) for user in users], now=now)


def forget_message(users: Iterable[UserId], *, key: str) -> None:
    """Delete a message that staff sent to these players by mistake."""
    news.take_back([key], users={*users})


def amended(event: Tournament, amendment: Amendment, *, now: datetime) -> None:
    """Notify the players of an event of an amendment (AMEND-1)."""
    live = event.entries.filter(status__in=Entry.LIVE)
    data = {"name": event.name, "text": amendment.why, **changed(amendment), **_of_books(event)}
    url = reverse("tournament", args=[event.pk])
    key, until = f"amended:{amendment.pk}", now + LOOKED_FOR
    users = map(UserId, live.values_list("user", flat=True))
    news.tell([News(user, Kind.AMENDED, key, data, url, until) for user in users], now=now)


def called_off(event: Tournament, back: Mapping[UserId, int], *, now: datetime) -> None:
    """Notify players of a cancelled event of the cents returned to each (CANCEL-0 to CANCEL-3)."""
    url = reverse("tournament", args=[event.pk])
    data = {"name": event.name, "text": "", "change": "off", **_of_books(event)}
    key = f"called_off:{event.pk}"
    news.tell(
        [
            News(user, Kind.AMENDED, key, {**data, "cents": cents}, url)
            for user, cents in back.items()
        ],
        now=now,
    )


def removed(event: Tournament, entry: Entry, *, cents: int, now: datetime) -> None:
    """Notify a player whose entry others removed before the start, with the cents returned."""
    data = {"name": event.name, "text": "", "change": "removed", "cents": cents}
    data |= _of_books(event)
    url = reverse("tournament", args=[event.pk])
    key = f"removed:{entry.pk}"
    news.tell([News(entry.user_id, Kind.AMENDED, key, data, url)], now=now)


def corrected(event: Tournament, order: Order, *, now: datetime) -> None:
    """Notify a player of a correction of their stack (AMEND-5)."""
    assert order.entry is not None
    assert order.chips is not None
    word = "more_chips" if order.chips > 0 else "fewer_chips"
    data = {"name": event.name, "text": order.why, "change": word, "count": abs(order.chips)}
    url = reverse("tournament", args=[event.pk])
    key, until = f"corrected:{order.pk}", now + LOOKED_FOR
    news.tell([News(order.entry.user_id, Kind.AMENDED, key, data, url, until)], now=now)


def changed(amendment: Amendment) -> dict[str, Any]:
    """Return the data of a change for notices and pages (``notice_texts.CHANGES``)."""
    match amendment.what:
        case changes.PutOff(to=to):
            return {"change": "start", "at": to.isoformat()}
        case changes.LevelTime(seconds=seconds):
            word = "longer" if seconds > 0 else "shorter"
            length = f"{abs(seconds) // 60}:{abs(seconds) % 60:02}"
            level = amendment.level
            word = word if level else f"{word}_break"
            return {"change": word, "level": level, "length": length}
        case changes.LevelAgain():
            return {"change": "again", "level": amendment.level}
        case changes.LateLevels(levels=levels):
            return {"change": "late", "level": levels}
        case changes.Guarantee(cents=cents):
            return {"change": "guarantee", "cents": cents}
        case changes.MoreSeats(entries=entries):
            return {"change": "seats", "count": entries}
        case changes.Together(on=on):
            return {"change": "together" if on else "apart"}
        case _:
            return {"change": "levels"}


def _of_books(event: Tournament) -> dict[str, bool]:
    """Return the data that amounts of a notice are play money; none where they are money."""
    return {"play_money": True} if event.free else {}


def soon(*, now: datetime) -> int:
    """Notify players whose event begins soon, unless they registered later; return their number.

    Idempotent: one notice for each announced start.
    """
    begins = Coalesce("tournament__held_until", "tournament__starts_at")
    put_off = Coalesce(
        KeyTextTransform("start", "tournament__amended"), Value(""), output_field=CharField()
    )
    key = Concat(Value("soon:"), Cast("tournament_id", CharField()), put_off)
    known = Notice.objects.filter(user=OuterRef("user"), key=OuterRef("key"))
    waiting = (
        Entry.objects.filter(
            status=Entry.Status.REGISTERED, tournament__status=Tournament.Status.REGISTERING
        )
        .annotate(begins=begins, key=key)
        .filter(begins__gt=now, begins__lte=now + BEFORE, registered_at__lte=F("begins") - BEFORE)
        .filter(~Exists(known))
    )
    rows = waiting.values_list("user", "key", "tournament", "tournament__name", "begins")
    by_event: defaultdict[int, list[News]] = defaultdict(list)
    for user, key, event_id, name, at in rows:
        data = {"name": name, "at": at.isoformat()}
        url = reverse("tournament", args=[event_id])
        by_event[event_id].append(News(UserId(user), Kind.SOON, key, data, url, at))
    return sum(
        attempt("announce a start", partial(news.tell, of_one, now=now), tournament=event_id) or 0
        for event_id, of_one in by_event.items()
    )


def _where(event: Tournament, table_id: int) -> str:
    """Return the page of a table; for a live event, the page of the event (LIVE-1)."""
    if event.floor.deals:
        return reverse("table", args=[table_id])
    return reverse("tournament", args=[event.pk])


def _bounties(event: Tournament, entries: Iterable[int]) -> Counter[int]:
    """Return the cents that each of these entries has won in bounties."""
    if not event.bounty:
        return Counter()
    paid = Bounty.objects.filter(winner__in=list(entries)).values_list("winner", "paid")
    won: Counter[int] = Counter()
    for entry, cents in paid:
        won[entry] += cents
    return won


def _end(event: Tournament, entry: Entry, bounties: int, now: datetime) -> News:
    url = reverse("own_event", args=[event.pk])
    data = {"name": event.name, "place": entry.place}
    if cents := (entry.prize or 0) + bounties:
        won = {**data, "cents": cents, "bounties": bounties, **_of_books(event)}
        return News(entry.user_id, Kind.PRIZE, f"prize:{entry.pk}", won, url)
    # A place that is settled later gets another notice, so another key.
    key = f"end:{entry.pk}" if entry.place else f"out:{entry.pk}"
    return News(entry.user_id, Kind.OUT, key, data, url, now + LOOKED_FOR)
