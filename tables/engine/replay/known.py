"""Replay of a hand as far as somebody knows it: unknown cards stay hidden, and the showdown is as
it was written down."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple

from .. import cards, event_factory, rake, showdown
from ..actions import ALL_IN, BET, CALL, CHECK, FOLD, RAISE, SIZED, Action
from ..betting import legal_actions
from ..cards import HIDDEN
from ..event_factory import start_of, visible
from ..events import Event
from ..games import Game, game_of
from ..hand import HandState, Win
from ..house_rules import HouseRules
from ..phh.reading import deck_of
from ..play import HandStep, apply, show, start
from ..positions import Positions, left_of
from ..pots import Pot
from ..refusals import EngineRefusal
from ..stakes import Post, Stakes

# 0 is the main pot.
PotAndSeat = tuple[int, int]
# A check where nothing is to call, else a call: files of PHH do not tell one from the other.
CHECK_OR_CALL: Final = "cc"
_PLAIN: Final = frozenset({CHECK, CALL, FOLD})


class HandFault(StrEnum):
    """A contradiction in a hand that was written down."""

    SEATS = "seats"
    CARDS = "cards"
    BOARD = "board"
    TURN = "turn"
    ACTION = "action"
    AMOUNT = "amount"
    INCOMPLETE = "incomplete"
    POTS = "pots"


class Contradiction(Exception):
    """A hand that the rules don't allow: its fault, and the number of the decision, from 0."""

    def __init__(self, fault: HandFault, decision: int | None = None) -> None:
        super().__init__(fault)
        self.fault = fault
        self.decision = decision


class Decision(NamedTuple):
    """An action of a seat; ``to`` is its whole bet on the street, ``added`` the chips that it put
    in, each None where it is not known."""

    seat: int
    kind: str
    to: int | None = None
    added: int | None = None


@dataclass(frozen=True)
class KnownHand:
    """A hand without draws as ``you`` (None: the public) know it.

    ``cards`` are the hole cards by seat, with "??" for those not seen; ``shown`` the cards that
    each seat showed, in the order of showing. ``won`` are the chips by pot and seat, or ``finish``
    the stacks after the hand; where both are None the cards decide. ``rake`` None is what the
    winners leave of the pot.
    """

    game: Game
    stakes: Stakes
    positions: Positions
    stacks: Mapping[int, int]
    posts: Sequence[Post]
    house: HouseRules
    you: int | None
    cards: Mapping[int, Sequence[str]]
    board: Sequence[str]
    decisions: Sequence[Decision]
    shown: Mapping[int, Sequence[str]]
    won: Mapping[PotAndSeat, int] | None = None
    finish: Mapping[int, int] | None = None
    rake: int | None = None


@dataclass
class _Ended(HandState):
    """A finished hand with the rake that was written down."""

    taken: int = field(default=0)

    @property
    def rake(self) -> int:
        return self.taken


def steps_of(known: KnownHand) -> Iterator[HandStep]:
    """Yield the deal and each action of a hand; ``Contradiction`` where the rules don't allow it.

    No unknown card is in the hands and events that it yields, but in their ``deck``, which is made
    up.
    """
    played = _deal(known)
    for number, decision in enumerate(known.decisions):
        if played.hand.finished:
            if _only_checks(played.hand, decision):
                continue
            raise Contradiction(HandFault.TURN, number)
        yield _as_known(played, known)
        played = _decide(played.hand, decision, number)
    if not played.hand.finished:
        raise Contradiction(HandFault.INCOMPLETE)
    if [*known.board] != played.hand.board:
        raise Contradiction(HandFault.BOARD)
    yield from _end(played, known)


def known_of(events: Sequence[Event]) -> KnownHand:
    """Return the hand of events that ``steps_of`` yielded."""
    begun = start_of(events)
    hole: dict[int, list[str]] = {}
    won: dict[PotAndSeat, int] = {}
    board: list[str] = []
    decisions: list[Decision] = []
    shown: dict[int, list[str]] = {}
    you: int | None = None
    taken = 0
    for event in events:
        match event["e"]:
            case "hole":
                hole = {int(seat): [*own] for seat, own in event["cards"].items()}
                you = next((seat for seat, own in hole.items() if HIDDEN not in own), None)
            case "act":
                decisions.append(Decision(event["seat"], event["kind"], event["to"]))
            case "street":
                board += event["cards"]
            case "show":
                opened = [card for card in event["cards"] if card != HIDDEN]
                shown[event["seat"]] = opened
                hole[event["seat"]] = _together(hole[event["seat"]], event["cards"])
            case "rake":
                taken = event["amount"]
            case "win":
                key = event["pot"], event["seat"]
                won[key] = won.get(key, 0) + event["amount"]
    return KnownHand(
        game=game_of(begun),
        stakes=Stakes.from_json(begun["stakes"]),
        positions=Positions.from_json(begun["positions"]),
        stacks={int(seat): stack for seat, stack in begun["stacks"].items()},
        posts=[Post(*post) for post in begun["posts"]],
        house=HouseRules.from_json(begun["house"]),
        you=you,
        cards=hole,
        board=board,
        decisions=decisions,
        shown=shown,
        won=won,
        rake=taken,
    )


def _deal(known: KnownHand) -> HandStep:
    game = known.game
    order = left_of(known.positions.button, known.stacks)
    hole = {
        place: known.cards.get(seat) or [HIDDEN] * game.hole for place, seat in enumerate(order)
    }
    seen = [card for known_cards in (*hole.values(), known.board) for card in known_cards]
    seen = [card for card in seen if card != HIDDEN]
    whole = game.deck(len(order))
    if len({*seen}) != len(seen) or not {*seen} <= {*whole}:
        raise Contradiction(HandFault.CARDS)
    if any(len(own) != game.hole for own in hole.values()):
        raise Contradiction(HandFault.CARDS)
    if len(known.board) > game.board:
        raise Contradiction(HandFault.BOARD)
    try:
        return start(
            game=game,
            stakes=known.stakes,
            positions=known.positions,
            stacks=known.stacks,
            deck=deck_of(game, hole, known.board),
            posts=known.posts,
            house=known.house,
        )
    except (ValueError, EngineRefusal) as error:
        raise Contradiction(HandFault.SEATS) from error


def _only_checks(hand: HandState, decision: Decision) -> bool:
    """Return whether a player checks after the betting is over, as some writers have it."""
    return (
        decision.kind in (CHECK, CHECK_OR_CALL)
        and decision.seat in hand.live
        and len(hand.live) > 1
    )


def _decide(hand: HandState, decision: Decision, number: int) -> HandStep:
    legal = legal_actions(hand)
    seat, kind = decision.seat, decision.kind
    if kind == CHECK_OR_CALL:
        kind = CHECK if legal.check else CALL
    if seat != legal.seat:
        raise Contradiction(HandFault.TURN, number)
    action = Action(kind)
    if kind in SIZED:
        to = decision.to
        if to is None:
            to = hand.bets[seat] + (decision.added or 0)
        whole = hand.bets[seat] + hand.stacks[seat]
        action = Action(ALL_IN) if to == whole else Action(RAISE if hand.level else BET, to)
    elif kind not in _PLAIN:
        raise Contradiction(HandFault.ACTION, number)
    try:
        step = apply(hand, seat, action)
    except EngineRefusal as refusal:
        raise Contradiction(HandFault.ACTION, number) from refusal
    done = step.events[0]
    assert done["e"] == "act"
    if decision.to not in (None, done["to"]) or decision.added not in (None, done["added"]):
        raise Contradiction(HandFault.AMOUNT, number)
    return step


def _as_known(step: HandStep, known: KnownHand) -> HandStep:
    """Return a step with the cards that are known."""
    hand = object.__new__(type(step.hand))
    hole = {
        seat: cards.join(known.cards.get(seat) or [HIDDEN] * known.game.hole)
        for seat in step.hand.seats
    }
    hand.__dict__ = {**step.hand.__dict__, "hole": hole, "legal": None}
    return HandStep(hand, [visible(event, known.you) for event in step.events])


def _end(step: HandStep, known: KnownHand) -> Iterator[HandStep]:
    """Yield the last step with the showdown of the record, and what was shown after it."""
    hand = step.hand.copy()
    hand.stacks = {seat: stack - hand.won(seat) for seat, stack in hand.stacks.items()}
    hand.wins, hand.shown = [], []
    contested = len(hand.live) > 1
    whole = known.game.hole
    shown = [
        seat
        for seat, opened in known.shown.items()
        if contested and seat in hand.live and len(opened) == whole
    ]
    events: list[Event] = []
    dealt = max([at for at, event in enumerate(step.events) if event["e"] == "street"], default=-1)
    for at, event in enumerate(step.events):
        if event["e"] in ("act", "uncalled", "street", "ante", "blind", "hole", "start"):
            events.append(visible(event, known.you))
        elif event["e"] == "show" and event["seat"] in shown and at < dealt:
            hand.shown.append(event["seat"])
            events.append(event)
    for seat in shown:
        if seat not in hand.shown:
            hand.shown.append(seat)
            events.append(event_factory.show(hand, seat, hand.ranking(seat)))
    mucked = [seat for seat in hand.live if seat not in hand.shown] if contested else []
    events += [event_factory.muck(seat) for seat in mucked]
    ended = _paid(hand, known)
    events += [event_factory.rake(ended.taken)] if ended.taken else []
    events += [event_factory.win(win) for win in ended.wins]
    last = HandStep(ended, [*events, event_factory.end(ended)])
    yield _as_known(last, known)
    for seat, opened in known.shown.items():
        if seat not in shown and seat in ended.live and opened:
            try:
                shows = show(last.hand, seat, opened if len(opened) < whole else ())
            except EngineRefusal as refusal:
                raise Contradiction(HandFault.CARDS) from refusal
            last = HandStep(_as_ended(shows.hand, ended.taken), shows.events)
            yield _as_known(last, known)


def _as_ended(hand: HandState, taken: int) -> "_Ended":
    ended = object.__new__(_Ended)
    ended.__dict__ = {**hand.__dict__, "taken": taken}
    return ended


def _paid(hand: HandState, known: KnownHand) -> _Ended:
    """Return the hand with its wins in the stacks."""
    seen = [seat for seat in hand.live if HIDDEN not in (known.cards.get(seat) or [HIDDEN])]
    won = _totals(hand, known)
    if won is None:
        if 1 < len(hand.live) != len(seen):
            raise Contradiction(HandFault.INCOMPLETE)
        taken = known.rake or 0
    else:
        taken = hand.pot - sum(won.values())
        if known.rake not in (None, taken) or not {*won} <= {*hand.live}:
            raise Contradiction(HandFault.POTS)
    if not 0 <= taken < hand.pot:
        raise Contradiction(HandFault.POTS)
    gross = hand.pots()
    shares = rake.over_pots(taken, [pot.amount for pot in gross])
    pots = [Pot(pot.amount - share, pot.seats) for pot, share in zip(gross, shares, strict=True)]
    wins = showdown.wins_of(hand, pots, seen)
    if known.won is not None and _fit(known.won, pots):
        wins = _by_pot(hand, wins, known.won, seen)
    elif won is not None:
        wins = _by_seat(hand, pots, wins, won, seen)
    ended = _as_ended(hand, taken)
    ended.house = hand.house._replace(raked=taken > 0)
    ended.wins = sorted(wins, key=lambda win: (-win.pot, win.side, hand.live.index(win.seat)))
    ended.stacks = {seat: stack + ended.won(seat) for seat, stack in hand.stacks.items()}
    return ended


def _totals(hand: HandState, known: KnownHand) -> dict[int, int] | None:
    """Return the chips that each seat won; None where the cards decide."""
    won: dict[int, int] = {}
    if known.won is not None:
        for (_pot, seat), amount in known.won.items():
            won[seat] = won.get(seat, 0) + amount
    elif known.finish is not None:
        gains = {seat: known.finish[seat] - stack for seat, stack in hand.stacks.items()}
        won = {seat: gain for seat, gain in gains.items() if gain}
    else:
        return None
    if min(won.values(), default=0) < 1:
        raise Contradiction(HandFault.POTS)
    return won


def _fit(won: Mapping[PotAndSeat, int], pots: Sequence[Pot]) -> bool:
    """Return whether each winner of a pot was in it."""
    return all(pot < len(pots) and seat in pots[pot].seats for pot, seat in won)


def _by_pot(
    hand: HandState, natural: Sequence[Win], won: Mapping[PotAndSeat, int], seen: Sequence[int]
) -> list[Win]:
    """Return wins of these amounts, with the hands that win by the cards."""
    wins: list[Win] = []
    for (pot, seat), amount in sorted(won.items(), key=lambda item: -item[0][0]):
        own = [win for win in natural if (win.pot, win.seat) == (pot, seat)]
        if own and (first := own[0].amount + amount - sum(win.amount for win in own)) > 0:
            wins += [own[0]._replace(amount=first), *own[1:]]
        else:
            wins.append(_win(hand, pot, seat, amount, seen))
    return wins


def _by_seat(
    hand: HandState,
    pots: Sequence[Pot],
    natural: Sequence[Win],
    won: Mapping[int, int],
    seen: Sequence[int],
) -> list[Win]:
    """Return wins that give each seat what it won: those of the cards where they do but for odd
    chips, else from the last side pot on."""
    adjusted = [*natural]
    for seat, amount in won.items():
        own = [at for at, win in enumerate(adjusted) if win.seat == seat]
        off = amount - sum(adjusted[at].amount for at in own)
        if not own or adjusted[own[0]].amount + off < 1:
            break
        adjusted[own[0]] = adjusted[own[0]]._replace(amount=adjusted[own[0]].amount + off)
    else:
        if {win.seat for win in adjusted} == {*won}:
            return adjusted
    return _allotted(hand, pots, won, seen)


def _allotted(
    hand: HandState, pots: Sequence[Pot], won: Mapping[int, int], seen: Sequence[int]
) -> list[Win]:
    left, wins = dict(won), list[Win]()
    for number, pot in reversed([*enumerate(pots)]):
        rest = pot.amount
        for seat in pot.seats:
            amount = min(left.get(seat, 0), rest)
            if amount:
                left[seat] -= amount
                rest -= amount
                wins.append(_win(hand, number, seat, amount, seen))
    for seat, amount in left.items():
        if amount:
            own = next((at for at, win in enumerate(wins) if win.seat == seat), None)
            if own is None:
                wins.append(_win(hand, 0, seat, amount, seen))
            else:
                wins[own] = wins[own]._replace(amount=wins[own].amount + amount)
    return wins


def _win(hand: HandState, pot: int, seat: int, amount: int, seen: Sequence[int]) -> Win:
    """Return a win with its hand, where it is known which hand won it."""
    if seat in seen and len(hand.rankings) == 1:
        return hand.win(pot, seat, amount)
    return Win(pot, seat, amount)


def _together(dealt: Sequence[str], opened: Iterable[str]) -> list[str]:
    """Return hole cards with those opened later, each at its place."""
    pairs = zip(dealt, opened, strict=True)
    return [card if card != HIDDEN else other for card, other in pairs]
