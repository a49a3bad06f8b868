"""Finished hands, as one of their players or the public may know them; with the proof of a card."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import Q, QuerySet

from core.types import UserId
from tables import engine
from tables.engine import cards, commitment, verification
from tables.engine.commitment import OpeningTold
from tables.engine.events import Event
from tables.history.told_hand import ProvenHand, ToldHand, ToldPlayer
from tables.models import Hand, HandPlayer, HandSecret, shown_by
from tables.models.owners import owner
from tables.storage import packed_events


def hand_of(*, hand_id: int, user_id: UserId | None, now: datetime) -> ProvenHand | None:
    """Return a finished hand as a user (None: the public) may know it, with events and proofs.

    A reader who was not dealt in knows the board and the cards that were shown, and ``you`` is
    None. None when there is no such hand, or its last card has not been seen.
    """
    hand = _shown(now).filter(pk=hand_id).select_related("secret").first()
    if hand is None:
        return None
    players = list(hand.players.select_related("user").order_by("seat_no"))
    finished = _told_hand(hand, players, packed_events.of_hand(hand.pk), user_id=user_id)
    return {
        **finished,
        "commitment": hand.commitment,
        "proofs": _proofs(hand.secret, finished["events"]),
    }


def hands_of(
    *, which: Q, user_id: UserId | None, after: int, count: int, now: datetime
) -> list[ToldHand]:
    """Return the next finished hands of some behind the hand ``after``, without their proofs.

    With a user: the hands that they were dealt in, as they may know them; without: all hands, as
    the public may. Three queries, however many hands; one more where some are archived.
    """
    hands = _shown(now).filter(which, pk__gt=after).order_by("pk")
    if user_id is not None:
        hands = hands.filter(players__user=user_id)
    portion = list(hands[:count])
    players: defaultdict[int, list[HandPlayer]] = defaultdict(list)
    for player in HandPlayer.objects.filter(hand__in=portion).select_related("user"):
        players[player.hand_id].append(player)
    payloads = packed_events.of_hands(hand.pk for hand in portion)
    return [
        _told_hand(
            hand,
            sorted(players[hand.pk], key=lambda player: player.seat_no),
            payloads[hand.pk],
            user_id=user_id,
        )
        for hand in portion
    ]


def _told_hand(
    hand: Hand,
    players: Sequence[HandPlayer],
    payloads: Iterable[Event],
    *,
    user_id: UserId | None,
) -> ToldHand:
    you = next((player.seat_no for player in players if player.user_id == user_id), None)
    return {
        "id": hand.pk,
        "table_id": hand.table_id,
        "table": hand.table.name,
        "max_seats": hand.table.max_seats,
        "event": hand.event,
        "game": hand.game,
        "currency": owner(hand.event).currency,
        "number": hand.number,
        "started_at": hand.started_at.isoformat(),
        "you": you,
        "players": [_player(player) for player in players],
        "events": [engine.visible(payload, you) for payload in payloads],
    }


def _player(player: HandPlayer) -> ToldPlayer:
    # Written by the statement that finishes the hand.
    assert player.finish_stack is not None
    return {
        "seat": player.seat_no,
        "name": player.user.get_username(),
        "start_stack": player.start_stack,
        "finish_stack": player.finish_stack,
    }


def promise_kept(*, hand_id: int, now: datetime) -> bool:
    """Return whether the stored deck of a finished hand matches the published commitment."""
    hand = _shown(now).filter(pk=hand_id).select_related("secret").first()
    return hand is not None and hand.commitment == commitment.commit(*_deck(hand.secret))


def _shown(now: datetime) -> QuerySet[Hand]:
    return Hand.objects.filter(shown_by(now)).select_related("table")


def _proofs(secret: HandSecret, events: Sequence[Event]) -> list[OpeningTold]:
    """Open each card among ``events`` at its place in the commitment; folded cards stay closed."""
    deck, seed = _deck(secret)
    opened = {
        at for place in verification.places(events) for at in place.among if deck[at] == place.card
    }
    return [commitment.opening(deck, seed, at).to_json() for at in sorted(opened)]


def _deck(secret: HandSecret) -> tuple[list[str], bytes]:
    return cards.split(secret.deck), bytes.fromhex(secret.seed)
