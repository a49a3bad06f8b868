"""How an event ended: the page, the spreadsheet, and all its hands."""

import csv
import re
import tomllib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from core.formats import ordinal
from payouts.models import PrizeScheme
from players.models import User
from tables.models import Hand, HandEvent, HandPlayer
from tables.storage import packed_events
from tests.harness.unguarded import unguarded
from tests.tables.test_secrets import cards_in
from tests.tournaments import events, stages
from tests.tournaments.evening import Evening
from tests.tournaments.events import START
from tests.tournaments.live_events import Floor, live
from tournaments import director
from tournaments.entry import registration
from tournaments.models import Entry, Move, Tournament
from tournaments.pages import results

pytestmark = [
    pytest.mark.django_db,
    # Under the test client, which waits for the whole file.
    pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume asynchronous"),
    # PokerKit wonders at our random players.
    pytest.mark.filterwarnings("ignore:There is no reason for this player to fold"),
]
NoMoreQueries = Callable[[int], AbstractContextManager[Any]]
CARD = re.compile(r"[2-9TJQKA][cdhs]")


def played_out(count: int = 4, **terms: Any) -> Tournament:
    """An event of so many players, over after real hands."""
    event = events.scheduled(**{"seats_per_table": count, "starting_stack": 400, **terms})
    people = events.players(count, cents=event.entry_right)
    evening = Evening(event, people, seed=7)
    evening.register(count)
    while not event.over:
        director.step(tournament_id=event.pk, now=evening.later(20))
        evening.play_hands()
        event.refresh_from_db()
    return event


def words(client: Client, name: str, event: Tournament, **query: str) -> str:
    page = client.get(reverse(name, args=[event.pk]), query).content.decode()
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def table_of(client: Client, event: Tournament) -> list[dict[str, str]]:
    answer = client.get(reverse("results_csv", args=[event.pk]))
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert "attachment" in answer["Content-Disposition"]
    return list(csv.DictReader(StringIO(b"".join(answer).decode(), newline="")))


def download(client: Client, name: str, event: Tournament, suffix: str) -> str:
    answer = client.get(reverse(name, args=[event.pk, suffix]))
    assert answer.status_code == 200
    return b"".join(answer).decode()


# --- the page ----------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.rule("RANK-1")
def test_the_results_name_everybody_s_place_prize_and_last_hand(client: Client) -> None:
    event = played_out()
    said = words(client, "results", event)
    [first, second, *_, last] = event.entries.select_related("user").order_by("place")
    assert f"1st {first.user} €23.40" in said
    out = second.elimination
    hand = Hand.objects.get(pk=out.hand_id)
    assert f"2nd {second.user} Level {out.level}, final table, Hand {hand.number}" in said or (
        f"2nd {second.user} Level {out.level}, #1, Hand {hand.number}" in said
    )
    # Who went out in the same hand with the same stack share the better place.
    assert re.search(rf"{ordinal(last.place or 0)} {last.user} Level \d", said)
    assert "4 entries · Prizes €36.00" in said


@pytest.mark.slow
@pytest.mark.rule("RANK-2")
def test_two_rankings_are_shown_as_two(client: Client) -> None:
    both = PrizeScheme.objects.create(name="Both", kind="two", shares=[6000, 4000])
    event = stages.in_play(
        [7000, 5000, 3000], entries=4, buy_in=2500, fee=0, scheme=both, session_levels=1
    )
    director.step(tournament_id=event.pk, now=START + timedelta(minutes=2))
    event.refresh_from_db()
    assert sorted(results.second_ranking(event).values()) == [1000, 1667, 2333]
    said = words(client, "results", event)
    first, second = said.split("Second ranking: chips after level 1")
    assert re.search(r"1st \w+ €30.00 2nd \w+ €20.00 3rd \w+ – 4th", first)
    assert re.search(r"1st \w+ €23.33 2nd \w+ €16.67 3rd \w+ €10.00", second)


@pytest.mark.slow
def test_while_an_event_runs_its_results_are_of_those_who_are_out(client: Client) -> None:
    event = stages.in_play([4_000, 3_500], entries=5)
    said = words(client, "results", event)
    assert "Results so far" in said
    assert said.count("3rd") == 3
    assert client.get(reverse("results", args=[events.sit_and_go().pk])).status_code == 404


def test_moves_are_told_with_their_reason(client: Client) -> None:
    event = stages.in_play([4_000, 3_500], entries=3)
    [entry, _] = event.entries.filter(status=Entry.Status.PLAYING)
    Move.objects.create(
        entry=entry,
        from_table="Turbo · #1",
        to_table="Turbo · #2",
        to_seat=4,
        reason="balance",
        at=START,
    )
    assert f"{entry.user} #1 → #2, seat 4 Tables were balanced" in words(client, "moves", event)
    assert "Moves between tables" in words(client, "results", event)


@pytest.mark.slow
def test_the_results_take_few_queries_however_many_played(
    client: Client, django_assert_max_num_queries: NoMoreQueries, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = stages.in_play([3_000] * 2, entries=30, seats_per_table=6)
    with django_assert_max_num_queries(9):
        client.get(reverse("results", args=[event.pk]))
    with django_assert_max_num_queries(4):
        whole = table_of(client, event)
    assert len(whole) == 28
    monkeypatch.setattr("tournaments.pages.results.LINES_A_PAGE", 10)
    assert table_of(client, event) == whole
    with django_assert_max_num_queries(3):
        client.get(reverse("seats", args=[event.pk]))


# --- seats -------------------------------------------------------------------------------


@pytest.mark.rule("TRN-3")
def test_seats_are_listed_by_table_and_by_name(client: Client) -> None:
    event = stages.started(entries=7, seats_per_table=4)
    by_table = words(client, "seats", event)
    assert [piece[:8] for piece in re.findall(r"Table #\d", by_table)] == ["Table #1", "Table #2"]
    assert by_table.count("1,500") + by_table.count("1,4") >= 5
    by_name = words(client, "seats", event, by="name")
    named = re.findall(r"(\w+) #\d, seat \d", by_name)
    assert named == sorted(named)
    assert len(named) == 7


def test_before_the_start_the_list_is_of_who_is_registered(client: Client) -> None:
    event = events.sit_and_go()
    assert "No seats are taken." in words(client, "seats", event)
    zoe, anna = events.players(2)
    for user, name in ((zoe, "zoe"), (anna, "Anna")):
        User.objects.filter(pk=user.pk).update(username=name)
        registration.register(tournament_id=event.pk, user_id=user.pk, now=START)
    said = words(client, "seats", event)
    assert "Seats are drawn when the event starts. Anna zoe" in said


@pytest.mark.rule("LIVE-1")
def test_before_a_live_event_begins_the_list_is_of_the_seats_drawn(client: Client) -> None:
    floor = Floor(live(live_tables=1), players=7)
    drawn = floor.event.entries.exclude(drawn_table=None).select_related("user")
    by_table = words(client, "seats", floor.event)
    assert "Table #1" in by_table
    by_name = words(client, "seats", floor.event, by="name")
    for entry in drawn:
        assert f"{entry.drawn_seat} {entry.user} " in by_table
        assert f"{entry.user} #1, seat {entry.drawn_seat}" in by_name
    assert len(drawn) == 6
    for said in (by_table, by_name):
        assert "Seats are drawn when" not in said


# --- the spreadsheet ---------------------------------------------------------------------


@pytest.mark.slow
def test_the_spreadsheet_holds_every_entry_and_the_whole_pool(client: Client) -> None:
    event = played_out()
    rows = table_of(client, event)
    assert [row["place"] for row in rows] == ["1", "2", "3", "4"]
    assert [row["prize"] for row in rows] == ["23.40", "12.60", "0.00", "0.00"]
    assert rows[0]["out_in_level"] == ""
    assert int(rows[3]["out_in_hand"]) >= 1
    assert re.fullmatch(r"2026-11-20T20:\d\d:\d\dZ", rows[3]["out_at"])


def test_lines_end_and_cells_are_quoted_as_rfc_4180_says(client: Client) -> None:
    event = stages.in_play([7_500], entries=2)
    User.objects.filter(entries__tournament=event, entries__place=2).update(
        username='Bob "the rock", jr'
    )
    text = b"".join(client.get(reverse("results_csv", args=[event.pk]))).decode()
    head, _, second, rest = text.split("\r\n")
    assert head == ",".join(results.COLUMNS)
    assert second.startswith('2,"Bob ""the rock"", jr",6.30,')
    assert rest == ""
    assert "\n" not in text.replace("\r\n", "")


def test_a_reader_takes_home_what_their_own_spreadsheet_opens(client: Client) -> None:
    event = stages.in_play([7_500], entries=2)
    User.objects.filter(entries__tournament=event, entries__place=2).update(username="=1+1")
    address = reverse("results_csv", args=[event.pk])
    page = client.get(reverse("results", args=[event.pk])).content.decode()
    assert f'href="{address}?for=reader"' in page
    answer = client.get(address, {"for": "reader"}, headers={"Accept-Language": "it"})
    head, _, second, rest = b"".join(answer).decode().split("\r\n")
    assert head.startswith("\ufeffPiazzamento;Giocatore;Premio;Ticket;Taglie;Rimborsi;Eliminato;")
    assert second.startswith("2;'=1+1;6,30;;;;2026-11-20 2")
    assert rest == ""


@pytest.mark.parametrize("name", ["=1+1", "+39", "-2", "@SUM(A1)", "\t=1", "\r=1"])
def test_no_name_becomes_a_formula(client: Client, name: str) -> None:
    event = stages.in_play([7_500], entries=2)
    User.objects.filter(entries__tournament=event, entries__place=2).update(username=name)
    [_, row] = table_of(client, event)
    assert row["player"] == f"'{name}"


# --- the hands ---------------------------------------------------------------------------


def sections(text: str) -> Iterator[tuple[Hand, dict[str, Any]]]:
    for number, section in enumerate(tomllib.loads(text).items(), start=1):
        assert section[0] == str(number)
        yield Hand.objects.get(pk=section[1]["hand"]), section[1]


def open_cards(hand: Hand) -> set[str]:
    """What everybody saw, from the stored events and not through the code under test."""
    seen = (event for event in packed_events.of_hand(hand.pk) if event["e"] in ("street", "show"))
    return set().union(*map(cards_in, seen))


@pytest.mark.slow
@pytest.mark.rule("SHOW-1", "SHOW-2")
@pytest.mark.usefixtures("afterwards")
def test_all_hands_can_be_taken_home_with_no_card_that_was_not_shown(client: Client) -> None:
    event = played_out()
    reader, *_ = events.players(1, cents=0, prefix="reader")
    client.force_login(reader)
    text = download(client, "event_hands", event, "phhs")
    told = dict(sections(text))
    assert set(told) == set(Hand.objects.filter(event=event.event))
    shown_somewhere = False
    for hand, section in told.items():
        cards = {card for action in section["actions"] for card in CARD.findall(action)}
        assert cards == open_cards(hand)
        shown_somewhere |= bool(cards)
        names = {player.seat_no: player.user.username for player in hand.players.all()}
        assert section["players"] == [names[seat] for seat in section["seats"]]
    assert shown_somewhere
    plain = download(client, "event_hands", event, "txt")
    assert plain.count("Montepremi Hand #") == len(told)
    assert "Dealt to" not in plain


@pytest.mark.slow
@pytest.mark.usefixtures("afterwards")
def test_all_hands_read_by_pokerkit_finish_as_they_did(client: Client) -> None:
    from pokerkit import HandHistory

    event = played_out()
    client.force_login(events.players(1, cents=0, prefix="reader")[0])
    text = download(client, "event_hands", event, "phhs")
    histories = list(HandHistory.loads_all(text))
    assert len(histories) == Hand.objects.filter(event=event.event).count()
    for history in histories:
        hand = Hand.objects.get(pk=history.hand or 0)
        players = hand.players.all()
        stacks: dict[int, HandPlayer] = {player.seat_no: player for player in players}
        assert history.starting_stacks == [stacks[seat].start_stack for seat in history.seats or ()]
        assert history.finishing_stacks == [
            stacks[seat].finish_stack for seat in history.seats or ()
        ]
        assert len(list(history)) > 1


@pytest.mark.slow
@pytest.mark.usefixtures("afterwards")
def test_a_player_takes_home_their_own_hands_with_their_own_cards(client: Client) -> None:
    event = played_out()
    loser = event.entries.order_by("place").last().user  # type: ignore[union-attr]
    client.force_login(loser)
    told = list(sections(download(client, "own_hands", event, "phhs")))
    assert {hand for hand, _ in told} == set(
        Hand.objects.filter(event=event.event, players__user=loser)
    )
    for hand, section in told:
        seat = hand.players.get(user=loser).seat_no
        [hole] = (
            event["cards"][str(seat)]
            for event in packed_events.of_hand(hand.pk)
            if event["e"] == "hole"
        )
        cards = {card for action in section["actions"] for card in CARD.findall(action)}
        assert cards == open_cards(hand) | set(hole)
    assert download(client, "own_hands", event, "txt").count("Dealt to") == len(told)


def test_the_hands_of_a_running_event_stay_there_but_for_one_s_own_finished_ones(
    client: Client,
) -> None:
    event = stages.started(entries=3)
    user = event.entries.order_by("pk").first().user  # type: ignore[union-attr]
    client.force_login(user)
    assert client.get(reverse("event_hands", args=[event.pk, "phhs"])).status_code == 404
    assert download(client, "own_hands", event, "phhs") == ""
    stages.fold_out(event)
    assert len(tomllib.loads(download(client, "own_hands", event, "phhs"))) == 1


@pytest.mark.slow
def test_italian_draw_has_files_too(client: Client) -> None:
    event = stages.started(entries=2, game="italian", max_entries=2, seats_per_table=2)
    stages.fold_out(event)
    Tournament.objects.filter(pk=event.pk).update(status="finished", finished_at=START)
    client.force_login(event.entries.first().user)  # type: ignore[union-attr]
    page = client.get(reverse("results", args=[event.pk])).content.decode()
    assert "hands.phhs" in page
    assert "variant = 'PI1D'" in download(client, "event_hands", event, "phhs")
    assert "Italian draw poker" in download(client, "event_hands", event, "txt")
    assert client.get(reverse("event_hands", args=[event.pk, "exe"])).status_code == 404


@pytest.mark.slow
@pytest.mark.usefixtures("owner")
@pytest.mark.usefixtures("afterwards")
def test_what_phh_cannot_say_is_left_as_a_comment(client: Client) -> None:
    event = played_out(3)
    client.force_login(event.entries.get(place=1).user)
    hand = Hand.objects.filter(event=event.event).order_by("pk").first()
    assert hand is not None
    row = hand.events.get(seq=1)
    assert row.packed is not None
    start, *others = packed_events.unpack(bytes(row.packed))
    assert start["e"] == "start"
    start["posts"] = [[start["positions"]["big_blind"], 20, 0]]
    with unguarded("tables_handevent"):
        HandEvent.objects.filter(hand=hand, seq=1).update(
            packed=packed_events.pack([start, *others])
        )
    text = download(client, "event_hands", event, "phhs")
    assert text.startswith(f"# Hand {hand.pk}: PHH cannot express this: two blinds of one player.")
    assert len(tomllib.loads(text)) == Hand.objects.filter(event=event.event).count() - 1


@pytest.mark.slow
def test_a_file_is_read_in_portions(
    client: Client, django_assert_max_num_queries: NoMoreQueries, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = played_out()
    client.force_login(event.entries.get(place=1).user)
    whole = download(client, "event_hands", event, "phhs")
    assert Hand.objects.filter(event=event.event).count() > 2
    with django_assert_max_num_queries(8):
        download(client, "event_hands", event, "phhs")
    monkeypatch.setattr("tables.history.downloads.HANDS_AT_ONCE", 2)
    assert download(client, "event_hands", event, "phhs") == whole


@pytest.mark.slow
@pytest.mark.rule("HAND-1")
def test_a_player_takes_a_summary_of_the_event_for_a_tracker(client: Client) -> None:
    event = played_out()
    winner = event.entries.select_related("user").get(place=1)
    address = reverse("event_summary", args=[event.pk])
    client.force_login(winner.user)
    assert address in client.get(reverse("results", args=[event.pk])).content.decode()
    answer = client.get(address)
    assert answer["Content-Disposition"].endswith('.OTS"')
    told = answer.json()["ots"]
    assert (told["spec_version"], told["tournament_number"]) == ("1.1.5", str(event.pk))
    assert told["hero_player_name"] == winner.user.get_username()
    assert told["player_count"] == event.entry_count
    finishes = told["tournament_finishes_and_winnings"]
    assert [(row["finish_position"], row["player_name"], row["prize"]) for row in finishes] == [
        (entry.place, entry.user.get_username(), (entry.prize or 0) / 100)
        for entry in event.entries.select_related("user").order_by("place", "user__username")
    ]
    assert sum(row["prize"] for row in finishes) == told["prize_pool"]
    client.force_login(User.objects.create_user("stranger"))
    assert client.get(address).status_code == 404
