"""A finished hand to take home: as text, and in PHH as PokerKit reads it."""

import random
import tomllib
from collections.abc import Callable
from typing import get_args

import pytest
from django.db import transaction
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from tables import engine
from tables.engine.events import BlindKind
from tables.history import story
from tables.history.formats import plain_text
from tables.history.formats.registry import BY_SUFFIX
from tables.live import dealer, record
from tables.models import Hand, Table
from tests.tables.rooms import Room, people

OpenRoom = Callable[..., Room]


@pytest.mark.parametrize("kind", get_args(BlindKind))
def test_every_kind_of_blind_has_its_words(kind: str) -> None:
    """In the text file, on the page of a hand, and in the log beside the table."""
    assert plain_text.BLINDS[kind]
    assert story.SENTENCES[f"blind {kind}"]
    assert f'value="log_blind_{kind}"' in render_to_string("tables/words.html")


def download(client: Client, suffix: str, hand: Hand) -> str:
    answer = client.get(reverse("hand_file", args=[hand.pk, suffix]))
    assert answer.status_code == 200
    assert f"montepremi-{hand.pk}." in answer["Content-Disposition"]
    return answer.content.decode()


def played(room: Room, *moves: tuple[str, int | None]) -> Hand:
    room.deal()
    hand = Hand.objects.latest("pk")
    for kind, to in moves:
        room.act(kind, to)
    return hand


def test_a_hand_reads_as_players_know_it(client: Client, room: OpenRoom) -> None:
    opened = room(1000, 1000)
    hand = played(opened, ("raise", 60), ("call", None), ("bet", 100), ("fold", None))
    assert opened.table.positions is not None
    button, other = opened.table.positions.button, opened.table.positions.big_blind
    first, second = (opened.users[seat].username for seat in (button, other))
    client.force_login(opened.users[button])
    text = download(client, "txt", hand)
    hole = opened.snapshot(button)["you"]["cards"]
    flop = opened.snapshot()["table"]["hand"]["board"]
    assert text.splitlines()[1:] == [
        f"Table 'Turbo · table 1' Hand 1 Seat #{button} is the button",
        *(f"Seat {seat}: {opened.users[seat].username} (1000 in chips)" for seat in (1, 2)),
        f"{first}: posts small blind 10",
        f"{second}: posts big blind 20",
        "*** HOLE CARDS ***",
        f"Dealt to {first} [{' '.join(hole)}]",
        f"{first}: raises 40 to 60",
        f"{second}: calls 40",
        f"*** FLOP *** [{' '.join(flop)}]",
        f"{second}: bets 100",
        f"{first}: folds",
        f"Uncalled bet (100) returned to {second}",
        f"{second} collected 120 from pot",
        "*** SUMMARY ***",
        "Total pot 120 | Rake 0",
        f"Board [{' '.join(flop)}]",
        *(f"Seat {s}: {opened.users[s].username} {-60 if s == button else 60:+}" for s in (1, 2)),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("game", ["nlhe", "flhe", "plo"])
def test_pokerkit_reads_a_player_s_phh_and_finishes_the_same(
    client: Client, room: OpenRoom, game: str
) -> None:
    from pokerkit import HandHistory

    opened, dice = room(1500, 900, 1200, 400), random.Random(5)
    Table.objects.filter(pk=opened.table_id).update(game=game)
    for _ in range(6):
        hand = opened.deal()
        if hand is None:
            break
        opened.play_on(dice)
        seat = next(iter(opened.table.live.dealt))
        client.force_login(opened.users[seat])
        text = download(client, "phh", hand)
        assert "????" in text
        *_, state = HandHistory.loads(text)
        assert not state.status
        assert list(state.stacks) == tomllib.loads(text)["finishing_stacks"]
        assert download(client, "txt", hand).count("Total pot") == 1


@pytest.mark.parametrize(
    ("game", "name", "code"),
    [
        ("flo", "Fixed limit Omaha (10/20)", "FO"),
        ("italian", "Italian draw poker (ante 20, bet 20)", "PI1D"),
    ],
)
def test_games_that_phh_does_not_know_are_offered_under_codes_of_ours(
    client: Client, room: OpenRoom, game: str, name: str, code: str
) -> None:
    opened = room(1000, 1000)
    Table.objects.filter(pk=opened.table_id).update(game=game)
    hand = opened.deal()
    assert hand is not None
    opened.play_on(random.Random(5))
    client.force_login(opened.users[1])
    page = client.get(reverse("hand", args=[hand.pk])).content.decode()
    for suffix in ("txt", "phh"):
        assert reverse("hand_file", args=[hand.pk, suffix]) in page
    assert name in download(client, "txt", hand)
    assert tomllib.loads(download(client, "phh", hand))["variant"] == code


@pytest.mark.rule("HAND-1")
def test_what_a_format_cannot_express_is_refused_with_a_sentence(
    client: Client, room: OpenRoom
) -> None:
    opened = room(1000, 1000, 1000)
    # Two blinds of one player.
    lineup = engine.Lineup(
        engine.Positions(1, 2, 3), dict.fromkeys((1, 2, 3), 1000), (engine.Post(3, 200),)
    )
    with transaction.atomic():
        table = record.lock_open(opened.table_id)
        hand = dealer.deal_to(table, lineup, house=engine.USUAL, now=opened.now)
    opened.fold_out()
    client.force_login(opened.users[1])
    assert download(client, "txt", hand).count("posts") == 3
    for suffix in ("phh", "stars.txt", "ohh"):
        refused = client.get(reverse("hand_file", args=[hand.pk, suffix]), follow=True)
        assert "cannot express this: two blinds of one player." in refused.content.decode()


def test_the_hands_of_others_are_not_downloaded(client: Client, room: OpenRoom) -> None:
    opened = room(1000, 1000)
    hand = opened.deal()
    assert hand is not None
    opened.fold_out()
    for suffix in BY_SUFFIX:
        assert client.get(reverse("hand_file", args=[hand.pk, suffix])).status_code == 302
    client.force_login(people(1, "stranger")[0])
    for suffix in BY_SUFFIX:
        assert client.get(reverse("hand_file", args=[hand.pk, suffix])).status_code == 404
