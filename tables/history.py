"""A finished hand, as one of its players may know it: own cards, and what was shown."""

from dataclasses import asdict
from typing import Any

from tables import engine
from tables.engine import cards, commitment
from tables.models import Hand, HandPlayer, HandSecret


def hand_of(*, hand_id: int, user_id: int) -> dict[str, Any] | None:
    """One of a user's finished hands, its events and the proofs of every card that they saw.

    None when there is no such hand, it is still played, or the user was not dealt in.
    """
    mine = (
        HandPlayer.objects.select_related("hand__table", "hand__secret")
        .filter(hand=hand_id, user=user_id, hand__finished_at__isnull=False)
        .first()
    )
    if mine is None:
        return None
    hand = mine.hand
    payloads = hand.events.values_list("payload", flat=True)
    seen = [engine.visible(payload, mine.seat_no) for payload in payloads]
    events = [event for event in seen if event is not None]
    return {
        "id": hand.pk,
        "table": hand.table.name,
        "event": hand.event,
        "number": hand.number,
        "started_at": hand.started_at.isoformat(),
        "you": mine.seat_no,
        "players": _players(hand),
        "events": events,
        "commitment": hand.commitment,
        "proofs": _proofs(hand.secret, events),
    }


def _players(hand: Hand) -> list[dict[str, Any]]:
    return [
        {
            "seat": player.seat_no,
            "name": player.user.get_username(),
            "start_stack": player.start_stack,
            "finish_stack": player.finish_stack,
        }
        for player in hand.players.select_related("user").order_by("seat_no")
    ]


def _proofs(secret: HandSecret, events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """That each card among ``events`` lay where the commitment says; folded cards stay closed."""
    seen: set[str] = set()
    for event in events:
        if event["e"] == "hole":
            seen.update(card for hole in event["cards"].values() for card in hole)
        elif event["e"] in ("street", "show"):
            seen.update(event["cards"])
    deck, seed = cards.split(secret.deck), bytes.fromhex(secret.seed)
    return [
        asdict(commitment.opening(deck, seed, index))
        for index, card in enumerate(deck)
        if card in seen
    ]
