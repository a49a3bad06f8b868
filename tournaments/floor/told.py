"""What an event tells its players wherever they are, beside what their table says."""

from collections import defaultdict
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
from tournaments.models import Amendment, Entry, Order, Tournament
from tournaments.rules import changes

Kind = Notice.Kind

# So long before an event begins its players are told.
BEFORE = timedelta(minutes=5)
# How long it is worth telling that one must come.
COMING = timedelta(minutes=10)
# How long it is worth telling what is over.
LOOKED_FOR = timedelta(hours=2)


def begun(event: Tournament, places: Mapping[UserId, tuple[int, SeatNo]], *, now: datetime) -> None:
    """Play begins: table and seat by user, as they were drawn."""
    # The page of a draw shows its prize first, and leads on.
    opens = event.draw_id is None and not event.in_person
    news.tell(
        [
            News(
                user_id,
                Kind.START,
                f"start:{event.pk}",
                {"name": event.name, "seat": seat, "opens": opens},
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
    """A latecomer has a seat."""
    told = {"name": event.name, "seat": seat, "opens": not event.in_person}
    url = _where(event, table_id)
    key = f"seated:{entry_id}"
    news.tell([News(user_id, Kind.SEAT, key, told, url)], now=now)


def moved(
    event: Tournament, move_id: int, user_id: UserId, table_id: int, seat: SeatNo, *, now: datetime
) -> None:
    """Somebody goes on at another table."""
    told = {"name": event.name, "seat": seat}
    url = _where(event, table_id)
    key = f"moved:{move_id}"
    news.tell([News(user_id, Kind.MOVED, key, told, url, now + COMING)], now=now)


def break_over(event: Tournament, places: Mapping[UserId, int], *, row: int, now: datetime) -> None:
    """Play goes on after a break: table by user; ``row`` of the schedule that begins."""
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


def ended(event: Tournament, entries: Iterable[Entry], *, now: datetime) -> None:
    """Entries are out, or placed later: who has won something is told what, the others that it is
    over, with their place once it is known."""
    news.tell([_end(event, entry, now) for entry in entries], now=now)


def message(
    event: Tournament, users: Iterable[UserId], text: str, *, key: str, now: datetime
) -> None:
    """What staff tell these players."""
    told = {"name": event.name, "text": text}
    url = reverse("tournament", args=[event.pk])
    until = now + LOOKED_FOR
    news.tell([News(user, Kind.MESSAGE, key, told, url, until) for user in users], now=now)


def amended(event: Tournament, amendment: Amendment, *, now: datetime) -> None:
    """What staff have changed of an event, to whoever is in it (AMEND-1)."""
    live = event.entries.filter(status__in=Entry.LIVE)
    data = {"name": event.name, "text": amendment.why, **changed(amendment)}
    url = reverse("tournament", args=[event.pk])
    key, until = f"amended:{amendment.pk}", now + LOOKED_FOR
    users = map(UserId, live.values_list("user", flat=True))
    news.tell([News(user, Kind.AMENDED, key, data, url, until) for user in users], now=now)


def called_off(event: Tournament, users: Iterable[UserId], *, now: datetime) -> None:
    """An event is cancelled: to whoever something comes back of it, money or not (CANCEL-0..3)."""
    data = {"name": event.name, "text": "", "change": "off"}
    url = reverse("tournament", args=[event.pk])
    key, until = f"called_off:{event.pk}", now + LOOKED_FOR
    news.tell([News(user, Kind.AMENDED, key, data, url, until) for user in users], now=now)


def corrected(event: Tournament, order: Order, *, now: datetime) -> None:
    """A player's stack was put right by so many chips (AMEND-5)."""
    assert order.entry is not None
    assert order.chips is not None
    word = "more_chips" if order.chips > 0 else "fewer_chips"
    data = {"name": event.name, "text": order.why, "change": word, "count": abs(order.chips)}
    url = reverse("tournament", args=[event.pk])
    key, until = f"corrected:{order.pk}", now + LOOKED_FOR
    news.tell([News(order.entry.user_id, Kind.AMENDED, key, data, url, until)], now=now)


def changed(amendment: Amendment) -> dict[str, Any]:
    """What a change is as notices and pages say it (``players.notices.words.CHANGES``)."""
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


def soon(*, now: datetime) -> int:
    """Tell those whose event begins in a moment, unless they have entered since; returns how many.

    Safe to run twice: once for each time that was announced.
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
        told = {"name": name, "at": at.isoformat()}
        url = reverse("tournament", args=[event_id])
        by_event[event_id].append(News(UserId(user), Kind.SOON, key, told, url, at))
    return sum(
        attempt("announce a start", partial(news.tell, of_one, now=now), tournament=event_id) or 0
        for event_id, of_one in by_event.items()
    )


def _where(event: Tournament, table_id: int) -> str:
    """The page of a table; of a live event its own (LIVE-1)."""
    if event.in_person:
        return reverse("tournament", args=[event.pk])
    return reverse("table", args=[table_id])


def _end(event: Tournament, entry: Entry, now: datetime) -> News:
    url = reverse("tournament", args=[event.pk])
    told = {"name": event.name, "place": entry.place}
    if entry.prize:
        prize = {**told, "cents": entry.prize}
        return News(entry.user_id, Kind.PRIZE, f"prize:{entry.pk}", prize, url)
    return News(entry.user_id, Kind.OUT, f"out:{entry.pk}", told, url, now + LOOKED_FOR)
