"""What 200 home games at once cost: ``python -m tests.bench.home``.

Half of them belong to clubs; tournaments, cash games and nights with real cards, of guests. Most
wait for their host, and in some hands are played. First the beat's work of a minute, each task as
often as its schedule has it and only where beat would send it: without a game, with all of them
waiting, and with 40 in play (their actions are not counted). Milliseconds of this process and of
PostgreSQL, and statements. Then the pages (p50 and p95 of ours, PostgreSQL's on average): it
fails where the p95 of both is above 100 ms.
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any
from uuid import uuid4

from tests.bench.answers import HEAD, Cost, cost, counted, ticks_of_database
from tests.bench.setting import servers

GAMES, CLUBS, IN_PLAY = 200, 20, 40
PLAYERS = 6
SECONDS = 30
BOUND = 100
# Of each five games.
KINDS: tuple[dict[str, Any], ...] = (
    {"kind": "scheduled"},
    {"kind": "sng"},
    {"kind": "cash"},
    {"kind": "scheduled", "venue": "live", "speed": "live"},
    {"kind": "scheduled", "rebuys": 3},
)


class Field:
    """Clubs, their games and those of hosts by themselves; all by the verbs of the room."""

    def __init__(self) -> None:
        from players.models import User
        from tests.tournaments.clubs.setting import founded

        named = [User(username=f"member{no}", password="!") for no in range(CLUBS * PLAYERS)]
        members = User.objects.bulk_create(named)
        self.groups = [members[no * PLAYERS : (no + 1) * PLAYERS] for no in range(CLUBS)]
        self.clubs = [
            founded(*group, name=f"Club {no}", members_open=True)
            for no, group in enumerate(self.groups)
        ]
        self.games: list[Any] = []
        self.dice = random.Random(7)

    def open_games(self) -> None:
        for no in range(GAMES):
            self.games.append(self._of_club(no) if no % 2 else self._of_guests(no))

    def start(self) -> None:
        """Begin the games that are played with cards of the room, in turn."""
        from django.utils import timezone

        from tournaments.home import hosting

        for game in [game for game in self.games if not _live(game)][:IN_PLAY]:
            hosting.start(game_id=game.pk, by=game.host_id, now=timezone.now())

    def act(self) -> None:
        """Act for each player whose turn it is at a home table."""
        from django.utils import timezone

        from core.refusal import Refusal
        from tables.live import dealer, record
        from tables.models import Table
        from tests.tables.rooms import random_action

        for table_id in Table.objects.filter(status="open").values_list("pk", flat=True):
            table = record.read(table_id)
            hand, turn = table.live.playing, table.live.turn
            if hand is None or turn is None or table.live.frozen_at:
                continue
            with suppress(Refusal):
                dealer.act(
                    table_id=table_id,
                    user_id=table.live.dealt[turn],
                    action=random_action(hand, self.dice),
                    seen_version=table.version,
                    now=timezone.now(),
                )

    def _of_guests(self, no: int) -> Any:
        from django.utils import timezone

        from tournaments.home import games

        host = self._guest(f"host{no}")
        terms = self._terms(no)
        game = games.create(host_id=host, terms=terms, key=uuid4().hex, now=timezone.now())
        self._fill(game, [self._guest(f"g{no}x{seat}") for seat in range(1, PLAYERS)])
        return game

    def _of_club(self, no: int) -> Any:
        from django.utils import timezone

        from core.types import UserId
        from tests.tournaments.clubs.setting import home_of
        from tournaments.clubs import planning

        at = (no // 2) % CLUBS
        # A member opens one game: a host has only so many.
        first = (no // 2) // CLUBS
        group = self.groups[at][first:] + self.groups[at][:first]
        opened = planning.plan(
            club_id=self.clubs[at].pk,
            by=UserId(group[0].pk),
            name=f"Game {no}",
            terms=self._terms(no // 2),
            starts_at=None,
            key=uuid4().hex,
            now=timezone.now(),
        )
        game = home_of(opened)
        self._fill(game, [UserId(user.pk) for user in group[1:]])
        return game

    def _fill(self, game: Any, users: Sequence[Any]) -> None:
        from django.utils import timezone

        from tournaments.home import games

        if not _live(game):
            for user_id in users:
                games.join(token=game.token, user_id=user_id, now=timezone.now())

    def _guest(self, name: str) -> Any:
        from django.utils import timezone

        from core.types import UserId
        from players.sign_in import guests

        return UserId(guests.make(of_age=True, known_as=(), called=name, now=timezone.now()).pk)

    def _terms(self, no: int) -> Any:
        from tournaments.home.kinds import HomeTerms

        return HomeTerms(**{"unit": "€", "buy_in": 1_000, **KINDS[no % len(KINDS)]})


def _live(game: Any) -> bool:
    """Return whether a game is a night with real cards, whose players its host types in."""
    return game.tournament is not None and game.tournament.venue == "live"


def beat(act: Callable[[], None], *, seconds: int) -> str:
    """Do what beat would send, for so long; return what it costs a minute."""
    from django.conf import settings
    from django.utils import timezone

    from poker_site.celery import app
    from poker_site.running import beat as beats
    from poker_site.running.interval import Interval

    entries = [
        (entry["task"], entry["schedule"].run_every.total_seconds())
        for entry in app.conf.beat_schedule.values()
        if isinstance(entry["schedule"], Interval)
    ]
    ours, statements, sent = 0.0, [0], Counter[str]()
    next_at = dict.fromkeys((task for task, _ in entries), 0.0)
    theirs = ticks_of_database()
    began, acted = time.monotonic(), 0
    while (passed := time.monotonic() - began) < seconds:
        at_work = time.process_time()
        with counted(statements):
            due = beats.what_is_due(timezone.now())
            for task, every in entries:
                if passed < next_at[task]:
                    continue
                next_at[task] = passed + every
                if task not in beats.QUESTIONS or task in due:
                    before = statements[0]
                    app.tasks[task]()
                    sent[task.rpartition(".")[2]] += statements[0] - before
        ours += time.process_time() - at_work
        if passed >= acted:
            acted += 1
            act()
        time.sleep(max(0.0, began + passed + settings.TICK_SECONDS - time.monotonic()))
    share = 60 / seconds
    database = 10 * (ticks_of_database() - theirs) * share
    dearest = ", ".join(f"{name} {count * share:.0f}" for name, count in sent.most_common(4))
    return f"{1000 * ours * share:>9.0f}{database:>10.0f}{statements[0] * share:>12.0f}  {dearest}"


def pages(field: Field) -> Iterator[tuple[str, Cost]]:
    """The pages of home games and clubs, each for one who reads it."""
    from django.test import Client

    from players.models import User
    from tournaments.home.models import HomeGame

    def ask(path: str, user_id: int | None, **headers: str) -> Callable[[], object]:
        client = Client(SERVER_NAME="localhost")
        if user_id is not None:
            client.force_login(User.objects.get(pk=user_id))

        def answer() -> object:
            found = client.get(path, headers=headers)
            assert found.status_code == 200, (path, found.status_code)
            return found.content

        return answer

    def games(**about: object) -> Any:
        return HomeGame.objects.filter(**about).order_by("pk").first()

    member = field.groups[0][1].pk
    waiting = games(tournament__status="registering", tournament__venue="online")
    night = games(tournament__venue="live")
    running = games(tournament__status="running")
    cash = games(cash_game__isnull=False, started_at__isnull=True)
    friend = waiting.players.exclude(user=waiting.host_id).first().user_id
    yield "front page, a stranger", cost(ask("/", None))
    yield "front page, a guest in a game", cost(ask("/", friend))
    yield "front page, a member", cost(ask("/", member))
    yield "form of a home game", cost(ask("/home/new/", None))
    for name, game in (
        ("waiting", waiting), ("cash", cash), ("night", night), ("in play", running),
    ):  # fmt: skip
        path = f"/home/{game.token}/"
        yield f"game, {name}: its host", cost(ask(path, game.host_id))
        yield f"game, {name}: refresh", cost(ask(path, game.host_id, **{"HX-Request": "true"}))
        yield f"game, {name}: a stranger", cost(ask(path, None))
    slug = field.clubs[0].slug
    yield "clubs", cost(ask("/clubs/", member))
    yield "club, a member", cost(ask(f"/clubs/{slug}/", member))
    yield "club, a stranger", cost(ask(f"/clubs/{slug}/", None))
    yield "club's members", cost(ask(f"/clubs/{slug}/members/", member))
    yield "API: own home games", cost(ask("/api/home-games/", member))
    yield "API: a club", cost(ask(f"/api/clubs/{slug}/", member))


def main(*, seconds: int) -> int:
    beyond = []
    with servers():
        from poker_site.celery import app
        from tests.bench.field import fill

        app.finalize()
        app.loader.import_default_modules()
        app.conf.task_always_eager = True
        field = Field()
        print(f"{'beat, a minute':<33}{'ours, ms':>9}{'database':>10}{'statements':>12}")
        rounds: tuple[tuple[str, Callable[[], None], Callable[[], None]], ...] = (
            ("no game", lambda: None, lambda: None),
            (f"{GAMES} games wait", field.open_games, lambda: None),
            (f"{IN_PLAY} of them are played", field.start, field.act),
        )
        for name, prepare, act in rounds:
            prepare()
            fill("ANALYZE")
            beat(act, seconds=5)
            print(f"{name:<33}{beat(act, seconds=seconds)}", flush=True)
        print(f"\n{HEAD}")
        for name, found in pages(field):
            print(found.line(name), flush=True)
            if found.whole >= BOUND:
                beyond.append(name)
    print(f"above {BOUND} ms: {', '.join(beyond) or 'none'}")
    return 1 if beyond else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=int, default=SECONDS)
    sys.exit(main(seconds=parser.parse_args().seconds))
