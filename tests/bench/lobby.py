"""What the lobby costs with 1,000 open events and 20,000 players: ``python -m tests.bench.lobby``.

Every place, filter and refresh, as a player who is signed in sees it, and the first page as a
stranger does. Milliseconds of this process for one answer (p50 and p95), PostgreSQL's on average
beside them, and the number of statements. It fails where the p95 of both is above 100 ms.
"""

import re
import sys
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

from tests.bench.answers import HEAD, Cost, cost
from tests.bench.field import PEOPLE, fill
from tests.bench.setting import servers

PLAYERS, TEMPLATES, SERIES = 20_000, 40, 32
SOON, LATE, RUNNING = 560, 150, 250
BOUND = 100


def fill_room() -> Any:
    """A thousand open events, as they stand on a full day; a player who knows some of them."""
    from django.utils import timezone

    from players.models import User
    from tests.tournaments import events
    from tournaments.models import Entry, Favourite, Tournament

    now = timezone.now()
    fill(PEOPLE, players=PLAYERS)
    rows = [(300, 25 << no, 50 << no, 0) for no in range(12)]
    terms: dict[str, Any] = {"rows": rows, "max_entries": 500, "late_registration_levels": 4}
    plans = []
    for no in range(TEMPLATES):
        style: dict[str, Any] = {"bounty": 500} if no % 3 == 0 else {"guarantee": 10_000 * (no % 4)}
        plans.append(
            events.scheduled(
                name=f"Series {no}",
                starts_at=now + timedelta(hours=30),
                game="plo" if no % 5 == 0 else "nlhe",
                buy_in=100 * (1 + no % 30),
                fee=10,
                **terms,
                **style,
            )
        )
    for no in range(SERIES):
        events.sit_and_go(name=f"Table {no}", buy_in=100 * (1 + no), fee=10)
    for seats, buy_ins in ((3, (50, 200, 500, 1000, 2000)), (6, (50, 100, 250))):
        for buy_in in buy_ins:
            events.velox(seats=seats, buy_in=buy_in)
    copies = [
        Tournament(
            **{
                field.attname: getattr(plans[no % TEMPLATES], field.attname)
                for field in Tournament._meta.concrete_fields
                if field.attname != "id"
            }
        )
        for no in range(SOON + LATE + RUNNING - TEMPLATES)
    ]
    for no, event in enumerate(copies):
        event.entry_count = 10 + no % 30
        if no < LATE + RUNNING:
            event.status, event.live_count = Tournament.Status.RUNNING, event.entry_count
            ago = timedelta(minutes=no % 15 if no < LATE else 25 + no % 30)
            event.started_at = event.starts_at = now - ago - timedelta(milliseconds=no)
            event.late_until = event.late_registration_ends()
        else:
            event.starts_at = now + timedelta(minutes=2 * (no - LATE - RUNNING), milliseconds=no)
    Tournament.objects.bulk_create(copies)
    entries = [
        Entry(tournament=event, user_id=user_id, status=status, registered_at=now)
        for event in copies
        for status in ["playing" if event.status == "running" else "registered"]
        for user_id in _people(event)
    ]
    Entry.objects.bulk_create(entries, batch_size=2000)
    reader = User.objects.earliest("pk")
    mine = [event for event in copies if not event.entry_count % 20][:12]
    Entry.objects.bulk_create(
        [
            Entry(tournament=event, user=reader, status="registered", registered_at=now)
            for event in mine
            if reader.pk not in set(_people(event))
        ]
    )
    Favourite.objects.bulk_create(
        [
            Favourite(user=reader, template_id=plan.template_id)
            for plan in plans[:5]
            if plan.template_id
        ]
    )
    fill("ANALYZE")
    return reader


def _people(event: Any) -> list[int]:
    """Who has entered: others in every event."""
    from players.models import User

    if not _IDS:
        _IDS.extend(User.objects.order_by("pk").values_list("pk", flat=True))
    first = 97 * event.entry_count + (event.template_id or 0) * 31
    return [_IDS[(first + 13 * no) % len(_IDS)] for no in range(event.entry_count)]


_IDS: list[int] = []


class Page:
    """A list that somebody looks at, and asks again for what has changed."""

    def __init__(self, client: Any, path: str) -> None:
        self.client, self.path = client, path
        found = re.findall(
            r'id="([^"]+)"(?: href="[^"]*")? data-row="([^"]*)"',
            client.get(path).content.decode(),
        )
        known = " ".join(f"{name}.{version}" for name, version in found)
        self.headers = {"HX-Request": "true", "X-Known": known, "If-None-Match": ""}
        self.headers["If-None-Match"] = client.get(path, headers=self.headers)["ETag"]

    def idle(self) -> int:
        return int(self.client.get(self.path, headers=self.headers).status_code)

    def changed(self) -> int:
        headers = {name: text for name, text in self.headers.items() if name != "If-None-Match"}
        # Every row is another than the page says: the dearest refresh there can be.
        headers["X-Known"] = re.sub(r"\.\w+", ".0", headers["X-Known"])
        return int(self.client.get(self.path, headers=headers).status_code)


def measure() -> Iterator[tuple[str, Cost]]:
    """Every place, filter and refresh by its name."""
    from django.test import Client

    reader = fill_room()
    stranger, player = (Client(SERVER_NAME="localhost") for _ in range(2))
    player.force_login(reader)

    def ask(path: str, client: Any = player) -> Callable[[], object]:
        return lambda: client.get(path).content

    yield "first page, a stranger", cost(ask("/", stranger))
    yield "first page", cost(ask("/"))
    for name in ("late", "soon", "sng", "running", "over", "all"):
        yield f"place: {name}", cost(ask(f"/lobby/{name}/"))
    yield "velox", cost(ask("/velox/"))
    for query in (
        "q=series+1", "price=low", "game=plo", "style=bounty", "speed=turbo", "when=today",
        "may_enter=on", "starred=on", "sort=-guarantee", "page=9",
        "price=low&style=bounty&speed=turbo&when=today&may_enter=on&sort=-entries",
    ):  # fmt: skip
        yield f"all: {query}", cost(ask(f"/lobby/all/?{query}"))
    yield "the day", cost(ask("/timeline/"))
    yield "my schedule", cost(ask("/my/schedule/"))
    for path in ("/", "/lobby/soon/", "/lobby/all/"):
        page = Page(player, path)
        yield f"refresh {path}, nothing new", cost(page.idle)
        yield f"refresh {path}, every row", cost(page.changed)
    yield "API, 100 events", cost(ask("/api/tournaments/"))


def main() -> int:
    beyond = []
    print(HEAD)
    with servers():
        for name, found in measure():
            print(found.line(name), flush=True)
            # An API's page of a hundred events is a program's, not a reader's.
            if found.whole >= BOUND and not name.startswith("API"):
                beyond.append(name)
    print(f"above {BOUND} ms: {', '.join(beyond) or 'none'}")
    return 1 if beyond else 0


if __name__ == "__main__":
    sys.exit(main())
