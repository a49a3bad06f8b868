"""What history costs whoever looks at it: ``python -m tests.bench.history``.

One room with 10,000 hands of six months, and then with a million (``--hands``), put there by SQL
from hands that were really played: 1,000 players, a table a hundred hands, an event a thousand.
Every list and page that reads hands is asked for with few and with many, and after the
oldest month was archived, as ``tests.bench.lobby`` measures. It fails where one costs half as much
again, and more than two milliseconds. A million hands take some three gigabytes while it lasts.
"""

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial

from tests.bench.answers import Cost, cost
from tests.bench.desk import put
from tests.bench.field import PEOPLE
from tests.bench.setting import servers

FEW, MANY = 10_000, 1_000_000
PLAYERS, MONTHS, PLAYED = 1_000, 6, 200
# Inserted at once.
PORTION = 200_000
RUNS = 20
GROWN, LEAST_MS = 1.5, 2

# Hand ``no`` of all, in one of six months; what happened in it is a copy of a hand that was played.
HANDS = """
    SET LOCAL session_replication_role = replica;
    CREATE TEMPORARY TABLE fresh ON COMMIT DROP AS
        SELECT no, no / 100 AS table_no, month * 1000000000 + no AS id,
               begins + no::float / %(all)s * interval '27 days' AS at,
               1 + no %% (SELECT count(*) FROM played) AS copy
        FROM generate_series(%(begin)s, %(end)s - 1) AS no
        JOIN months ON place = %(oldest)s + no::bigint * (%(months)s - %(oldest)s) / %(all)s;
    ANALYZE fresh;
    INSERT INTO tables_table (id, event, name, status, game, max_seats, stakes, house,
                              action_seconds, away_seconds, deals_on, version, hand_no, live,
                              opened_at)
        SELECT DISTINCT 1000000 + table_no, 'tournament:' || 1000 + table_no / 10,
               'Table ' || table_no, 'closed', 'nlhe', 6, '{}'::jsonb, '{}'::jsonb, 20, 1, false, 0,
               100, '{}'::jsonb, now()
        FROM fresh;
    INSERT INTO tables_lasthand (table_id, hand_id, number, over)
        SELECT 1000000 + table_no, max(id), 100, true FROM fresh GROUP BY table_no;
    INSERT INTO tables_hand (id, table_id, started_at, finished_at, number, event, game, stakes,
                             positions, commitment)
        SELECT fresh.id, 1000000 + table_no, at, at + interval '1 minute', 1 + fresh.no %% 100,
               'tournament:' || 1000 + table_no / 10, game, stakes, positions, commitment
        FROM fresh JOIN played USING (copy) JOIN tables_hand AS hand ON hand.id = played.id
        ORDER BY fresh.id;
    INSERT INTO tables_handplayer (hand_id, user_id, seat_no, start_stack, finish_stack)
        SELECT fresh.id, people.id, seat_no, start_stack, finish_stack
        FROM fresh JOIN played USING (copy) JOIN tables_handplayer AS player
            ON player.hand_id = played.id
        JOIN people ON people.no = (fresh.no * 7 + seat_no * 131) %% %(players)s ORDER BY fresh.id;
    INSERT INTO tables_handsecret (hand_id, deck, seed)
        SELECT fresh.id, deck, seed FROM fresh JOIN played USING (copy)
        JOIN tables_handsecret AS secret ON secret.hand_id = played.id ORDER BY fresh.id;
    INSERT INTO tables_handevent (hand_id, seq, at, packed)
        SELECT fresh.id, seq, fresh.at + (event.at - hand.started_at), packed
        FROM fresh JOIN played USING (copy) JOIN tables_hand AS hand ON hand.id = played.id
        JOIN tables_handevent AS event ON event.hand_id = played.id ORDER BY fresh.id, seq"""
MADE = """
    CREATE TABLE months (place bigint PRIMARY KEY, month bigint, begins timestamptz);
    INSERT INTO months SELECT place, tables_month(begins), begins FROM (
        SELECT %(months)s - 1 - place AS place,
               date_trunc('month', now(), 'UTC') - (1 + place) * interval '1 month' AS begins
        FROM generate_series(0, %(months)s - 1) AS place) AS past;
    SELECT tables_make_month(parent, begins) FROM months, unnest(ARRAY[
        'tables_hand', 'tables_handplayer', 'tables_handsecret', 'tables_handevent']) AS parent;
    CREATE TABLE people AS SELECT row_number() OVER (ORDER BY id) - 1 AS no, id FROM auth_user
        WHERE username LIKE 'p%%';
    CREATE TABLE played AS SELECT row_number() OVER (ORDER BY id) AS copy, id FROM tables_hand"""


def play_some() -> None:
    """Hands whose copies fill the room, of six who act at random."""
    from tests.tables.rooms import open_room, random_action

    dice = random.Random(7)
    for _ in range(PLAYED):
        opened = open_room(*(dice.randint(2_000, 20_000) for _ in range(6)))
        opened.deal()
        while (hand := opened.table.live.playing) is not None:
            opened.later(dice.uniform(0.5, 9))
            action = random_action(hand, dice)
            opened.act(action.kind, action.to, cards=action.cards)


def fill(begin: int, end: int, *, oldest: int = 0) -> None:
    """The hands from ``begin`` on, and what autovacuum does soon after; none in the ``oldest``
    months."""
    from django.db import connection

    from poker_site.launch import rights

    for first in range(begin, end, PORTION):
        last = min(first + PORTION, end)
        put(HANDS, begin=first, end=last, all=end, months=MONTHS, oldest=oldest, players=PLAYERS)
    with rights.as_owner(), connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def measure() -> Iterator[tuple[str, Cost]]:
    """What each list and page of hands costs, by its name."""
    from django.contrib.auth.models import User
    from django.test import Client
    from django.urls import reverse
    from django.utils import timezone

    from poker_site.rulebook import figures
    from tables.models import Hand, HandPlayer
    from tables.told import history

    somebody = User.objects.get(username="p778")
    player, desk = (Client(SERVER_NAME="localhost") for _ in range(2))
    player.force_login(somebody)
    desk.force_login(User.objects.get(username="staff"))
    mine = HandPlayer.objects.filter(user=somebody, hand__event__gte="tournament:1000")
    first, last = (
        mine.order_by(order).values_list("hand", flat=True)[0] for order in ("hand", "-hand")
    )
    event = Hand.objects.get(pk=first).event

    def ask(who: Client, name: str, *of: object, **query: str | int) -> Callable[[], object]:
        address = reverse(name, args=of)

        def answer() -> object:
            found = who.get(address, query)
            assert found.status_code == 200, address
            return found.content

        return answer

    yield "a player's hands", cost(ask(player, "my_hands"), runs=RUNS)
    for name, pk in (("first", first), ("last", last)):
        yield f"their {name} hand", cost(ask(player, "hand", pk), runs=RUNS)
        yield f"their {name} hand, to check", cost(ask(player, "verify_hand", pk), runs=RUNS)
        yield f"their {name} hand in the API", cost(ask(player, "api_hand", pk), runs=RUNS)
    told = partial(history.hands_of, event=event, user_id=None, after=0, count=100)
    yield "a hundred hands of an event", cost(told, runs=5)
    listed = partial(ask, desk, "admin:tables_hand_changelist")
    yield "desk: hands", cost(listed(), runs=RUNS)
    for name, typed in (("an event", event), ("a number", first), ("a player", "p778")):
        yield f"desk: hands of {name}", cost(listed(q=typed), runs=RUNS)
    yield "desk: a hand", cost(ask(desk, "admin:tables_hand_change", first), runs=RUNS)
    file = ask(desk, "admin:players_player_change", somebody.pk, part="hands")
    yield "desk: hands in a file", cost(file, runs=RUNS)
    yield "desk: Today", cost(ask(desk, "admin:index"), runs=RUNS)
    yield "the room's figures", cost(lambda: figures.work_out(now=timezone.now()), runs=RUNS)


def archive() -> str:
    """Archive the oldest month, and say how long a hand took and what is left."""
    from django.core.management import call_command

    from tables.models import Hand
    from tables.storage import months

    month = months.with_events()[0]
    hands = Hand.objects.filter(pk__lte=months.last_id(month)).count()
    rows, began = size(f"tables_handevent_{month}"), time.monotonic()
    call_command("archive_hands", month=month)
    took, packed = time.monotonic() - began, size("tables_handarchive")
    return (
        f"{hands:,} hands archived, {1000 * took / hands:.1f} ms each: {rows / hands:,.0f} bytes of"
        f" events of a hand are {packed / hands:,.0f}"
    )


def size(table: str) -> int:
    """Bytes on disk, indexes included."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_total_relation_size(%s)", [table])
        [found] = cursor.fetchone()
    return int(found)


def grown(few: dict[str, Cost], then: dict[str, Cost], called: str) -> list[str]:
    """Print what each costs beside what it cost with few hands; returns what has grown."""
    print(f"{'ms of processors, p50':<34}{f'{FEW:,}':>12}{called:>12}{'ratio':>8}")
    beyond = []
    for name, before in few.items():
        was, now = (one.p50 + one.theirs for one in (before, then[name]))
        print(f"{name:<34}{was:>12.1f}{now:>12.1f}{now / was:>8.2f}", flush=True)
        if now > GROWN * was and now - was > LEAST_MS:
            beyond.append(f"{name} ({called})")
    return beyond


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=MANY)
    many = parser.parse_args().hands
    with servers():
        from django.contrib.auth.models import User
        from django.utils import timezone

        put(PEOPLE, players=PLAYERS, now=timezone.now())
        User.objects.create_superuser("staff")
        play_some()
        put(MADE, months=MONTHS)
        fill(0, FEW)
        few = dict(measure())
        began = time.monotonic()
        # The oldest month stays small: to archive it takes a moment.
        fill(FEW, many, oldest=1)
        print(f"{many:,} hands after {time.monotonic() - began:.0f} s", flush=True)
        beyond = grown(few, dict(measure()), f"{many:,}")
        print(archive())
        beyond += grown(few, dict(measure()), "archived")
    print(f"grown: {', '.join(beyond) or 'none'}")
    return 1 if beyond else 0


if __name__ == "__main__":
    sys.exit(main())
