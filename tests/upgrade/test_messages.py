"""Messages of the release before are understood: its beat runs beside new workers for a while, and
its pages stay open in browsers.

A line is added here for what is new. It goes one release after nothing sends it any more.
"""

import inspect
import json
from typing import Any, get_args

import msgspec
import pytest

from poker_site.celery import app
from tables.wire import wishes

# Beat sends names alone: a task that it starts takes no arguments.
TASKS = {
    *("payouts.tasks.audit", "payouts.tasks.mail_report", "payouts.tasks.see_to_bonuses"),
    *("payouts.tasks.see_to_payments", "players.tasks.ask_register"),
    *("players.tasks.check_identities", "players.tasks.end_suspensions"),
    *("players.tasks.close_accounts", "players.tasks.make_archives"),
    *("players.tasks.forget_logins", "players.tasks.forget_notices", "players.tasks.send_mails"),
    *("players.tasks.send_notices", "players.tasks.tend_identities"),
    *("tables.tasks.call_those_away", "tables.tasks.count_played_time"),
    *(
        "tables.tasks.count_hands",
        "tables.tasks.let_idle_guests_go",
        "tables.tasks.make_months",
        "tables.tasks.sweep_deadlines",
    ),
    *("tables.tasks.sweep_pools", "tables.tasks.tend_cash_games"),
    *("tournaments.clubs.tasks.open_club_games", "tournaments.clubs.tasks.look_after_clubs"),
    *("tournaments.home.tasks.look_after_home_games", "tournaments.home.tasks.purge_home_games"),
    "tournaments.challenges.tasks.tend_challenges",
    "tournaments.own_events.tasks.tell_what_comes_next",
    "tournaments.seasons.tasks.tend_seasons",
    *("tournaments.tasks.announce_starts", "tournaments.tasks.keep_time"),
    *("tournaments.tasks.open_lobbies", "tournaments.tasks.sweep", "tournaments.tasks.tend"),
    *("tournaments.tasks.tick", "tournaments.tasks.watch_connections"),
}
# Frames of the table's and the page's sockets, with all that a client of 0.2.0 says in them.
FRAMES = """
{"type": "act", "at": "table/5", "version": 7, "action": {"kind": "raise", "to": 400}}
{"type": "act", "at": "table/5", "version": 7, "action": {"kind": "discard", "cards": ["As"]}}
{"type": "top_up", "at": "table/5", "amount": 1000, "key": "0123abcd-4567"}
{"type": "choose", "at": "table/5", "posts": true, "straddles": false, "tops_up": true}
{"type": "choose", "at": "table/5", "rebuys": true, "posts_always": false, "rests": "hand"}
{"type": "leave", "at": "table/5", "after_hand": true}
{"type": "leave", "at": "table/5"}
{"type": "fold", "at": "pool/3/1", "hand": 2611000000007, "view": true}
{"type": "fold", "at": "pool/3/1", "hand": 2611000000007}
{"type": "show", "at": "table/5", "cards": ["As", "Kd"]}
{"type": "show", "at": "table/5"}
{"type": "snapshot", "at": "table/5"}
{"type": "sit_out", "at": "table/5"}
{"type": "come_back", "at": "table/5"}
{"type": "stay", "at": "table/5"}
{"type": "new_hand", "at": "pool/3/1"}
{"type": "join", "at": "table/5"}
{"type": "part", "at": "table/5"}
{"type": "ping"}
"""
PAGE_FRAMES = """
{"type": "ping"}
{"type": "visible", "visible": true}
{"type": "here", "shown": "5,7"}
{"type": "seen", "ids": [3, 4]}
"""


def test_a_beat_of_the_release_before_starts_every_task() -> None:
    app.loader.import_default_modules()
    assert {name for name in app.tasks if not name.startswith(("celery.", "tests."))} == TASKS
    for name in TASKS:
        inspect.signature(app.tasks[name].run).bind()


def test_beat_sends_no_arguments() -> None:
    app.finalize()
    schedule = app.conf.beat_schedule.values()
    assert schedule
    assert not [entry for entry in schedule if {"args", "kwargs"} & {*entry}]


@pytest.mark.parametrize(
    ("frames", "known"),
    [(FRAMES, wishes.Wish), (PAGE_FRAMES, wishes.PageWish)],
    ids=["table", "page"],
)
def test_a_page_of_the_release_before_is_heard(frames: str, known: Any) -> None:
    lines = frames.strip().splitlines()
    decoder = msgspec.json.Decoder(known)
    assert all(isinstance(wishes.read({"text": line}, decoder), get_args(known)) for line in lines)
    tags = {struct.__struct_config__.tag for struct in get_args(known)}
    assert {json.loads(line)["type"] for line in lines} == tags


@pytest.mark.parametrize("struct", get_args(wishes.Wish | wishes.PageWish))
def test_every_field_that_a_page_sends_is_among_them(struct: type[msgspec.Struct]) -> None:
    lines = [json.loads(line) for line in (FRAMES + PAGE_FRAMES).split("\n") if line]
    said = {name for line in lines if line["type"] == struct.__struct_config__.tag for name in line}
    assert said - {"type"} == {*struct.__struct_fields__}
