"""A finished hand, as one of its players or the public may know it, with the proof of its cards."""

from typing import Any

from tables import engine
from tables.engine import cards, commitment, verification
from tables.models import Hand, HandSecret


def hand_of(*, hand_id: int, user_id: int | None) -> dict[str, Any] | None:
    """A finished hand as a user (None: the public) may know it, events and proofs included.

    Who was not dealt in knows the board and the cards that were shown, and ``you`` is None. None
    when there is no such hand, or it is still played.
    """
    hand = _finished(hand_id)
    if hand is None:
        return None
    players = list(hand.players.select_related("user").order_by("seat_no"))
    you = next((player.seat_no for player in players if player.user_id == user_id), None)
    payloads = hand.events.values_list("payload", flat=True)
    seen = [engine.visible(payload, you) for payload in payloads]
    events = [event for event in seen if event is not None]
    return {
        "id": hand.pk,
        "table_id": hand.table_id,
        "table": hand.table.name,
        "event": hand.event,
        "game": hand.game,
        "number": hand.number,
        "started_at": hand.started_at.isoformat(),
        "you": you,
        "players": [
            {
                "seat": player.seat_no,
                "name": player.user.get_username(),
                "start_stack": player.start_stack,
                "finish_stack": player.finish_stack,
            }
            for player in players
        ],
        "events": events,
        "commitment": hand.commitment,
        "proofs": _proofs(hand.secret, events),
    }


def promise_kept(*, hand_id: int) -> bool:
    """Whether the whole stored deck of a finished hand gives the commitment published before it."""
    hand = _finished(hand_id)
    return hand is not None and hand.commitment == commitment.commit(*_deck(hand.secret))


def _finished(hand_id: int) -> Hand | None:
    hands = Hand.objects.select_related("table", "secret")
    return hands.filter(pk=hand_id, finished_at__isnull=False).first()


def _proofs(secret: HandSecret, events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """That each card among ``events`` lay where the commitment says; folded cards stay closed."""
    deck, seed = _deck(secret)
    opened = {
        at for place in verification.places(events) for at in place.among if deck[at] == place.card
    }
    return [commitment.opening(deck, seed, at).to_json() for at in sorted(opened)]


def _deck(secret: HandSecret) -> tuple[list[str], bytes]:
    return cards.split(secret.deck), bytes.fromhex(secret.seed)
