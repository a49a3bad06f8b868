"""What a player's own hands cost with a million rows of them: ``python -m tests.bench.history``.

The reader has played 170,000 hands against five others, a row each, 500 an evening. Lists,
filters and statistics: milliseconds of this process for one answer (p50 and p95), PostgreSQL's on
average beside them, and statements. It fails where the p95 of both is above 100 ms. Then, in turns,
what the trigger that notes a finished hand costs an action, and how long a worker takes to count a
hand.
"""

import random
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

from tests.bench.answers import HEAD, Cost, cost
from tests.bench.setting import servers

HANDS = 170_000
WITH_EVENTS = 5_000
BOUND = 100
TURNS, ROUNDS = 6, 40
TRIGGER = "ALTER TABLE tables_hand {} TRIGGER tables_hand_is_counted_later"

HANDS_SQL = """
    SET LOCAL session_replication_role = replica;
    CREATE TEMPORARY TABLE dealt ON COMMIT DROP AS
    SELECT no, at, tables_month(at) * 1000000000 + 500000000 + no AS id
    FROM (SELECT no, %(first)s::timestamptz + (no / 500) * interval '1 day'
              + (no %% 500) * interval '20 seconds' AS at
          FROM generate_series(1, %(hands)s) AS no) AS times;
    INSERT INTO tables_hand (id, table_id, started_at, finished_at, shown_at, number, event, game,
                             stakes, positions, commitment)
    SELECT dealt.id, hand.table_id, at, at, at, 1000 + no,
           (ARRAY['cash:1', 'cash:2', 'tournament:1', 'play:3'])[1 + (no / 500) %% 4],
           (ARRAY['nlhe', 'nlhe', 'plo'])[1 + no %% 3], hand.stakes, hand.positions, hand.commitment
    FROM dealt, tables_hand AS hand WHERE hand.id = %(hand)s;
    INSERT INTO tables_handplayer (hand_id, seat_no, user_id, start_stack, finish_stack)
    SELECT dealt.id, player.seat_no, player.user_id, 1000, 1000 + (no + player.seat_no) %% 60 - 30
    FROM dealt, tables_handplayer AS player WHERE player.hand_id = %(hand)s;
    INSERT INTO tables_playedhand (hand_id, user_id, started_at, net, net_bb, pot, big_blind, flags,
                                   position, starting, game, event)
    SELECT dealt.id, player.user_id, at, net, net * 5, 60, 20, (random() * 16777215)::int,
           (ARRAY['ep', 'mp', 'co', 'btn', 'sb', 'bb'])[1 + (no + player.seat_no) %% 6],
           (ARRAY['AKs', 'AKo', 'QQ', '72o', '98s', 'J4o', 'T8o'])[1 + (no / 7 + no) %% 7],
           (ARRAY['nlhe', 'nlhe', 'plo'])[1 + no %% 3],
           (ARRAY['cash:1', 'cash:2', 'tournament:1', 'play:3'])[1 + (no / 500) %% 4]
    FROM dealt, tables_handplayer AS player,
         LATERAL (SELECT (random() * 120 - 60)::int
                  * CASE WHEN no %% 50 = 0 THEN 20 ELSE 1 END AS net) AS result
    WHERE player.hand_id = %(hand)s;
    INSERT INTO tables_handevent (hand_id, seq, at, payload, packed)
    SELECT dealt.id, event.seq, dealt.at, event.payload, event.packed
    FROM dealt, tables_handevent AS event
    WHERE event.hand_id = %(hand)s AND no > %(hands)s - %(with_events)s"""


def fill() -> Any:
    """The hands and their rows; the reader."""
    from django.db import connection, transaction

    from core.types import UserId
    from poker_site.launch import rights
    from tables.own_hands import counting, marking
    from tests.tables.rooms import open_room

    room = open_room(*[10_000] * 6)
    hand = room.deal()
    assert hand is not None
    room.play_on(random.Random(2))
    reader = room.users[1]
    first = datetime(2025, 12, 1, 18, tzinfo=UTC)
    values: dict[str, Any] = {
        "first": first,
        "hands": HANDS,
        "hand": hand.pk,
        "with_events": WITH_EVENTS,
    }
    with rights.as_owner(), transaction.atomic(), connection.cursor() as cursor:
        for month in range(12):
            begins = datetime(2025 + (month + 11) // 12, (month + 11) % 12 + 1, 1, tzinfo=UTC)
            cursor.execute(
                "SELECT tables_make_month(parent, %s) FROM unnest(%s::text[]) AS parent"
                " WHERE to_regclass(parent || '_' || tables_month(%s)) IS NULL",
                [begins, list(_tables()), begins],
            )
        for statement in HANDS_SQL.split(";"):
            cursor.execute(statement, values)
    for user in room.users.values():
        counting.sum_anew(UserId(user.pk))
    with rights.as_owner():
        connection.cursor().execute("VACUUM ANALYZE")
    ids = _latest(reader.pk)
    for no, hand_id in enumerate(ids):
        tags = ["bluff"] if no % 3 else []
        marking.mark(
            user_id=reader.pk, hand_id=hand_id, starred=True, tags=tags, now=datetime.now(UTC)
        )
    return reader


def _tables() -> tuple[str, ...]:
    from tables.storage import months

    return months.TABLES


def _latest(user_id: int) -> list[int]:
    from tables.models import PlayedHand

    mine = PlayedHand.objects.filter(user=user_id).order_by("-hand").values_list("hand", flat=True)
    return [*mine[:2_000:10]]


def measure(reader: Any) -> Iterator[tuple[str, Cost]]:
    """Each list, filter and page of statistics by its name."""
    from django.test import Client

    client = Client(SERVER_NAME="localhost")
    client.force_login(reader)
    middle = _latest(reader.pk)[-1]

    def ask(path: str) -> Callable[[], object]:
        return lambda: client.get(path).content

    yield "my hands", cost(ask("/my/hands/"))
    for query in (
        f"before={middle}", "game=plo", "position=btn", "kind=cash", "event=cash:2", "result=won",
        "showdown=yes&all_in=on", "starting=QQ%2B", "starting=33", "least_pot=500",
        f"opponent={_other(reader)}", "since=2026-03-01&until=2026-03-31", "starred=on",
        "tag=bluff", "game=plo&position=sb&result=lost&starting=AKs&opponent=nobody",
    ):  # fmt: skip
        yield f"my hands: {query}", cost(ask(f"/my/hands/?{query}"))
    for tab in ("cash", "play", "tournaments"):
        yield f"statistics: {tab}", cost(ask(f"/accounts/statistics/?of={tab}"))
    for query in ("position=btn", "since=2026-03-01", "starting=AKs", "result=won", "starred=on",
                  f"opponent={_other(reader)}", "showdown=yes"):  # fmt: skip
        yield f"statistics: {query}", cost(ask(f"/accounts/statistics/?of=cash&{query}"))
    yield "API, 100 hands", cost(ask("/api/hands/"))
    yield "API, statistics", cost(ask("/api/statistics/?of=cash"))


def _other(reader: Any) -> str:
    from players.models import User

    return str(User.objects.exclude(pk=reader.pk).earliest("pk").username)


def in_turns() -> tuple[float, float, float]:
    """Microseconds of an action without and with the trigger, in turns; and of counting a hand."""
    from django.db import connection

    from poker_site.launch import rights
    from tables import engine
    from tables.models import UncountedHand
    from tables.own_hands import counting
    from tests.tables.rooms import open_room

    room = open_room(*[10**7] * 6)
    deck = list(engine.GAMES["nlhe"].deck(6))
    spent = {False: 0.0, True: 0.0}
    for turn in range(2 * TURNS):
        with rights.as_owner():
            connection.cursor().execute(TRIGGER.format("ENABLE" if turn % 2 else "DISABLE"))
        # The same cards and decisions with the trigger and without.
        dice = random.Random(turn // 2)
        for _ in range(ROUNDS):
            assert room.deal(dice.sample(deck, len(deck))) is not None
            began = time.perf_counter()
            room.fold_out()
            spent[bool(turn % 2)] += time.perf_counter() - began
    hands = UncountedHand.objects.count()
    began = time.perf_counter()
    counting.count_waiting(now=datetime.now(UTC))
    counted = (time.perf_counter() - began) / hands
    # Five fold.
    without, with_it = (1e6 * seconds / (5 * TURNS * ROUNDS) for seconds in spent.values())
    return without, with_it, 1e6 * counted


def main() -> int:
    beyond = []
    with servers():
        began = time.perf_counter()
        reader = fill()
        print(f"filled in {time.perf_counter() - began:.0f} s\n{HEAD}", flush=True)
        for name, found in measure(reader):
            print(found.line(name), flush=True)
            if found.whole >= BOUND:
                beyond.append(name)
        without, with_it, counted = in_turns()
    print(f"an action: {without:.0f} us, with the trigger {with_it:.0f} us")
    print(f"a hand counted: {counted:.0f} us")
    print(f"above {BOUND} ms: {', '.join(beyond) or 'none'}")
    return 1 if beyond else 0


if __name__ == "__main__":
    sys.exit(main())
