"""Who plays a private event is for its players, for those who are invited, and for staff: at every
address, and at the tables' sockets."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from payouts.rules.velox_proof import PublishedDraw, prove
from players.models import User
from tables.models import Hand, Table
from tests.tables.conversations import Loop, Socket
from tests.tournaments import events, stages
from tests.tournaments.events import START
from tournaments import director
from tournaments.entry.registration import register
from tournaments.models import Entry, Tournament
from tournaments.staff import desk

pytestmark = [
    pytest.mark.rule("TRN-2"),
    # Under the test client, which waits for the whole file.
    pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume asynchronous"),
]

# In no word of a page.
PREFIX = "anonima"
SENTENCE = "only its players and invited players can see it"


def private_evening() -> Tournament:
    """Six play at two tables, one of them is out already, and one who is invited stayed at home."""
    event = events.scheduled(access="invited", seats_per_table=3, name="Closed circle")
    people = events.players(7, prefix=PREFIX)
    event.invited.set(people)
    for user in people[:6]:
        register(tournament_id=event.pk, user_id=user.pk, now=START)
    director.step(tournament_id=event.pk, now=START)
    stages.fold_out(event)
    event.refresh_from_db()
    stages.bust(event, event.entries.get(user=_seated(event, 1)))
    return event


def _seated(event: Tournament, table: int) -> User:
    found = Table.objects.filter(event=event.event).order_by("pk")[table]
    return found.seats.earliest("no").user


def somebody(event: Tournament) -> User:
    return User.objects.create_user("somebody", is_staff=False)


# What everybody asks for is at the event's first table.
READERS: dict[str, Callable[[Tournament], User | None]] = {
    "nobody": lambda event: None,
    "a stranger": somebody,
    "invited players only": lambda event: User.objects.get(username=f"{PREFIX}7"),
    "who sits there": lambda event: _seated(event, 0),
    "who sits elsewhere": lambda event: _seated(event, 1),
    "who is out": lambda event: event.entries.get(status=Entry.Status.OUT).user,
    "staff": lambda event: User.objects.create_user("floor", is_staff=True),
}
OUTSIDE = {"nobody", "a stranger"}

# For whoever may watch. Who is not signed in is sent to sign in, others find nothing.
WATCHED = (
    *("table", "verify_hand", "hand_proof"),
    *("wall", "seats", "results", "results_csv", "moves", "deal", "own_hands", "event_hands"),
)
# For whoever was dealt in.
OWN = ("hand", "hand_file")
# For everybody, with names for those who may watch.
OPEN = ("lobby", "tournament", "api-tournament-list", "api-tournament-detail", "velox", "cash")
ABOUT = {
    **dict.fromkeys(("table", "api_table"), "table"),
    **dict.fromkeys((*OWN, "verify_hand", "hand_proof", "api_hand"), "hand"),
    **dict.fromkeys(("lobby", "api-tournament-list", "velox", "cash"), ""),
}


def addresses(event: Tournament) -> dict[str, str]:
    table = Table.objects.filter(event=event.event).earliest("pk")
    about = {"table": [table.pk], "hand": [Hand.objects.get(table=table).pk], "": []}
    named = (*WATCHED, *OWN, *OPEN, "api_table", "api_hand")
    return {
        name: reverse(
            name,
            args=[
                *about.get(ABOUT.get(name, "event"), [event.pk]),
                *["txt"] * name.endswith(("_hands", "_file")),
            ],
        )
        for name in named
    }


def expected(reader: str) -> dict[str, int]:
    """The status that each address answers a reader with."""
    watched = {"nobody": 302, "a stranger": 404}.get(reader, 200)
    own = 200 if reader == "who sits there" else 302 if reader == "nobody" else 404
    return {
        **dict.fromkeys(WATCHED, watched),
        **dict.fromkeys(OWN, own),
        **dict.fromkeys(OPEN, 200),
        "api_table": 404 if reader in OUTSIDE else 200,
        "api_hand": 403 if own == 302 else own,
    }


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("reader", READERS)
def test_every_address_tells_who_plays_to_those_whose_business_it_is(
    client: Client, reader: str
) -> None:
    event = private_evening()
    boss = User.objects.create_user("boss")
    desk.message(tournament_id=event.pk, by=boss.pk, why=f"{PREFIX}1 is late.", now=START)
    if user := READERS[reader](event):
        client.force_login(user)
    # Its hands are not to be had before the end.
    Tournament.objects.filter(pk=event.pk).update(status="finished", finished_at=START)
    answers = {name: client.get(address) for name, address in addresses(event).items()}
    assert {name: answer.status_code for name, answer in answers.items()} == expected(reader)
    told = {name for name, answer in answers.items() if PREFIX in b"".join(answer).decode()}
    if reader in OUTSIDE:
        assert told == set()
        assert SENTENCE in answers["tournament"].content.decode()
        assert answers["api_table"].json()["code"] == "PRIVATE_TABLE"
        assert SENTENCE in answers["api_table"].json()["message"]
    else:
        assert {"api_table", "hand_proof", "tournament", "seats", "results", "event_hands"} <= told


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_socket_of_a_private_table_closes_by_name_on_whoever_may_not_watch() -> None:
    event = private_evening()
    table = Table.objects.filter(event=event.event).earliest("pk")
    loop = Loop()
    for reader, find in READERS.items():
        socket = Socket(loop, table.pk, find(event))
        if reader in OUTSIDE:
            assert socket.first["code"] == "PRIVATE_TABLE"
            assert SENTENCE in socket.first["message"]
            assert socket.message() == {"type": "websocket.close", "code": 4403}
        else:
            assert socket.first["table"]["seats"], reader
            socket.close()
    loop.close()


@pytest.mark.django_db
@pytest.mark.rule("VELOX-4")
def test_a_private_draw_is_checked_without_learning_whose_seeds_they_were(client: Client) -> None:
    event = events.velox(access="invited")
    people = events.players(3, cents=500, prefix=PREFIX)
    event.invited.set(people)
    for user in people:
        register(tournament_id=event.pk, user_id=user.pk, now=START)
    for seconds in (0, 30):
        director.step(tournament_id=event.pk, now=START + timedelta(seconds=seconds))
    records: dict[bool, Any] = {}
    for inside in (False, True):
        if inside:
            client.force_login(people[0])
        records[inside] = client.get(reverse("api-tournament-draw", args=[event.pk])).json()
        [listed] = client.get(reverse("api-tournament-list")).json()["results"]
        assert listed["draw"] == records[inside]
    assert set(records[True]["player_seeds"]) == {str(user.pk) for user in people}
    assert set(records[False]["player_seeds"]) == {"1", "2", "3"}
    assert prove(PublishedDraw.from_json(records[False])) == prove(
        PublishedDraw.from_json(records[True])
    )
    assert not prove(PublishedDraw.from_json(records[False])).faults
