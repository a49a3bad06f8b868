"""Decks that deal the cards that were seen."""

from collections.abc import Mapping, Sequence

from ..cards import HIDDEN
from ..games import Game


def deck_of(
    game: Game,
    hole: Mapping[int, Sequence[str]],
    board: Sequence[str],
    drawn: Sequence[str] = (),
) -> list[str]:
    """Return a deck that deals these hole cards, this board, and the cards ``drawn``.

    Unseen cards take the place of unknown ones.
    """
    cards = game.deck(len(hole))
    drawn = drawn[: _stub(game, len(hole))]
    seen = {card for known in (*hole.values(), board, drawn) for card in known}
    unseen = iter([card for card in cards if card not in seen])
    known = iter(board)

    def real(card: str) -> str:
        return next(unseen) if card == HIDDEN else card

    rounds = zip(*(hole[seat] for seat in sorted(hole)), strict=True)
    dealt = [real(card) for round_ in rounds for card in round_]
    for street in game.streets:
        dealt += [next(unseen) for _ in range(street.burn)]
        dealt += [real(next(known, HIDDEN)) for _ in range(street.board)]
    return [*dealt, *map(real, drawn), *unseen]


def reshuffle_of(game: Game, players: int, drawn: Sequence[str]) -> list[str]:
    """Return an order of returning discards that deals the cards drawn after the stub ran out."""
    if not game.changes_cards:
        return []
    back = drawn[_stub(game, players) :]
    return [*back, *(card for card in game.deck(players) if card not in back)]


def _stub(game: Game, players: int) -> int:
    return len(game.deck(players)) - players * game.hole - game.board - game.burnt
