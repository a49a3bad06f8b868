"""Random hands: tables, stacks, stakes, cards and decisions from one dice."""

import random
from collections.abc import Iterator

from tables import engine
from tables.engine import Action, HandState, HandStep
from tables.engine.cards import split


def deal(
    dice: random.Random,
    *,
    game: str | engine.Game = "nlhe",
    seats: int | None = None,
    house: bool = True,
) -> HandStep:
    """A random table; every other player is short, so that many go all-in.

    ``house`` adds newcomers' blinds and house rules; without it they are those of the first
    release, which are TDA's.
    """
    rules = engine.GAMES[game] if isinstance(game, str) else game
    count = seats or dice.randint(2, rules.most_seats)
    taken = dice.sample(range(1, 11), count)
    deck, reshuffle = (dice.sample(whole, len(whole)) for whole in [list(rules.deck(count))] * 2)
    return engine.start(
        game=game,
        stakes=engine.Stakes(5, 10, ante=dice.choice([0, 0, 2, 10]), big_blind_ante=chance(dice)),
        positions=engine.next_positions(None, taken, first_button=dice.choice(taken)),
        stacks={seat: dice.randint(1, 40 if chance(dice) else 400) for seat in taken},
        deck=deck,
        posts=_posts(dice, taken) if house and rules.blinds else (),
        house=_house(dice) if house else engine.FIRST,
        reshuffle=reshuffle if rules.changes_cards else (),
        carried=_carried(dice) if rules.changes_cards else None,
    )


def _posts(dice: random.Random, taken: list[int]) -> list[engine.Post]:
    return [engine.Post(seat, live=10, dead=5) for seat in taken if dice.random() < 0.1]


def _house(dice: random.Random) -> engine.HouseRules:
    return engine.HouseRules(
        odd_chips=dice.choice(["left_of_button", "one_each", "next_bb"]),
        pot_raise=dice.choice(["after_call", "before_call"]),
        allow_four_flush=chance(dice),
        flush_over_full=dice.choice(["short_deck", "always", "never"]),
        suits=dice.choice(["rank", "split"]),
        straight_flushes=dice.choice(["cyclic", "linear"]),
        short_all_ins=dice.choice(["each", "together"]),
        cap_heads_up=dice.choice(["at_once", "round"]),
        limit_all_in=dice.choice(["full", "half"]),
        hi_lo=dice.choice(["whole", "by_half"]),
    )


def _carried(dice: random.Random) -> engine.Carried:
    return engine.Carried(dice.choice([0, dice.randint(1, 200)]), dice.choice("JQK"))


def chance(dice: random.Random) -> bool:
    return dice.random() < 0.5


def options(hand: HandState, dice: random.Random) -> list[Action]:
    """One action of each kind that is allowed."""
    legal = engine.legal_actions(hand)
    plain = {
        "fold": legal.fold,
        "check": legal.check,
        "call": legal.call is not None,
        "all_in": legal.all_in is not None,
        "cip": legal.cip is not None,
        "parola": legal.parola,
    }
    found = [Action(kind) for kind, allowed in plain.items() if allowed]
    for kind, span in (("bet", legal.bet), ("raise", legal.raise_)):
        if span is not None:
            least, most = span
            found.append(Action(kind, dice.choice([least, most, dice.randint(least, most)])))
    if legal.discard is not None:
        cards = dice.sample(split(hand.hole[legal.seat]), dice.randint(0, legal.discard))
        found.append(Action("discard", cards=tuple(cards)))
    return found


def choose(hand: HandState, dice: random.Random) -> Action:
    """Any legal action; folding and all-in are kept rare, or every hand would be short."""
    found = options(hand, dice)
    weights = [1 if action.kind in ("fold", "all_in") else 4 for action in found]
    return dice.choices(found, weights)[0]


def wander(
    dice: random.Random,
    *,
    game: str | engine.Game = "nlhe",
    seats: int | None = None,
    house: bool = True,
) -> Iterator[HandStep]:
    """Every step of one random hand, the deal first."""
    step = deal(dice, game=game, seats=seats, house=house)
    yield step
    while step.hand.turn is not None:
        step = engine.apply(step.hand, step.hand.turn, choose(step.hand, dice))
        yield step
