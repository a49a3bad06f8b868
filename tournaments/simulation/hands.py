"""Hands of a simulated tournament, each played independently, in one process or several."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from random import Random
from typing import Final, NamedTuple

from tables import engine
from tournaments.simulation.players import choose

# Hands and results of other processes are pickled: fewer hands than this are quicker here.
FEW: Final = 24


class LinedUp(NamedTuple):
    """A hand ready to play: ``seed`` determines its cards and the actions of its players."""

    game: str
    stakes: engine.Stakes
    positions: engine.Positions
    stacks: Mapping[int, int]
    house: engine.HouseRules
    carried: engine.Carried | None
    seed: int


class HandResult(NamedTuple):
    """The stacks by seat after a hand; ``breaking`` is the whole hand if it busted a player."""

    actions: int
    stacks: Mapping[int, int]
    carried: engine.Carried | None
    breaking: engine.HandState | None


PlayHands = Callable[[Sequence[LinedUp]], Sequence[HandResult]]


def one_by_one(hands: Sequence[LinedUp]) -> Sequence[HandResult]:
    """Play hands in this process; return the results in the same order."""
    return [_play(hand) for hand in hands]


@contextmanager
def side_by_side(processes: int) -> Iterator[PlayHands]:
    """Yield a function that divides hands among ``processes``, including this one.

    The results are the same. The others start with the first large batch, and end with the context.
    """
    with ProcessPoolExecutor(max(1, processes - 1), mp_context=get_context("spawn")) as others:

        def play_hands(hands: Sequence[LinedUp]) -> Sequence[HandResult]:
            if processes < 2 or len(hands) < FEW:
                return one_by_one(hands)
            share = -(-len(hands) // processes)
            futures = [
                others.submit(one_by_one, hands[first : first + share])
                for first in range(share, len(hands), share)
            ]
            results = [*one_by_one(hands[:share])]
            for part in futures:
                results += part.result()
            return results

        yield play_hands


def _play(lined_up: LinedUp) -> HandResult:
    game, stakes, positions, stacks, house, carried, seed = lined_up
    dice = Random(seed)  # noqa: S311  (no money hangs on it)
    rules = engine.GAMES[game]
    deck = rules.deck(min(len(stacks), rules.most_hands))
    hand = engine.start(
        game=game,
        stakes=stakes,
        positions=positions,
        stacks=stacks,
        deck=_mixed(deck, dice),
        house=house,
        reshuffle=_mixed(deck, dice) if rules.changes_cards else (),
        carried=carried,
    ).hand
    actions, turn = 0, hand.turn
    while turn is not None:
        hand, _told = engine.apply(hand, turn, choose(hand, dice))
        actions, turn = actions + 1, hand.turn
    return HandResult(actions, hand.stacks, hand.carry, hand if 0 in hand.stacks.values() else None)


def _mixed(deck: Sequence[str], dice: Random) -> list[str]:
    """Return a shuffled deck, in half of the time that ``sample`` takes."""
    number = dice.random
    return sorted(deck, key=lambda _card: number())
