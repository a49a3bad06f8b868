"""The rows of a hand: written when it is dealt, completed when it is over."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple

from core.types import SeatNo
from players.models import User
from tables import engine
from tables.engine import commitment
from tables.engine.events import Event
from tables.live import record, shuffle
from tables.live.record import Promise, TableRecord
from tables.models import Hand, Table
from tables.storage import packed_events

# Events of a hand that a snapshot repeats: more than a page shows.
LONGEST: Final = 150


class Cards(NamedTuple):
    """The deck of a hand, and the order in which discards come back (DRAW-4)."""

    deck: Sequence[str]
    reshuffle: Sequence[str]

    @property
    def promised(self) -> list[str]:
        return [*self.deck, *self.reshuffle]


def game_with(table: TableRecord, positions: engine.Positions) -> str:
    """Return the game of a next hand with these positions: a mix changes with orbits (MIX-1)."""
    orbit = table.live.orbit + engine.begins_orbit(table.positions, positions)
    return engine.game_of_orbit(table.game, orbit)


def begin(
    table: TableRecord,
    lineup: engine.Lineup,
    deck: Sequence[str] | None,
    *,
    house: engine.HouseRules,
    now: datetime,
) -> tuple[Hand, engine.HandStep]:
    """Move the button, commit to the deck, store both, and deal to ``lineup``.

    The deck is shuffled here unless given (DEAL-1).
    """
    game = game_with(table, lineup.positions)
    table.live.orbit += engine.begins_orbit(table.positions, lineup.positions)
    cards = _shuffle(engine.GAMES[game], len(lineup.stacks), deck)
    step = engine.start(
        game=game,
        stakes=engine.Stakes.from_json(table.stakes),
        positions=lineup.positions,
        stacks=lineup.stacks,
        deck=cards.deck,
        posts=lineup.posts,
        house=house,
        reshuffle=cards.reshuffle,
        carried=table.live.carry,
    )
    table.hand_no, table.positions = table.hand_no + 1, lineup.positions
    seed = shuffle.seed()
    promise = Promise("".join(cards.promised), seed.hex(), commitment.commit(cards.promised, seed))
    dealt = {no: table.live.seats[no].user for no in map(SeatNo, sorted(step.hand.seats))}
    hand = record.begin_hand(table, game, promise, dealt, lineup.stacks, now=now)
    table.live.take_up(hand.pk, hand.commitment, dealt)
    return hand, step


def _shuffle(game: engine.Game, players: int, deck: Sequence[str] | None) -> Cards:
    whole = game.deck(min(players, game.most_hands))
    return Cards(
        deck or shuffle.shuffled(whole), shuffle.shuffled(whole) if game.changes_cards else []
    )


def so_far(table: TableRecord) -> tuple[int, dict[int, str], list[Event]]:
    """Return of the table's hand the count of omitted events, the players' names by seat, and the
    latest LONGEST events. They hold every card; ``frames`` removes the private ones."""
    live = table.live
    if live.hand is None or live.hand_id is None:
        return 0, {}, []
    first = max(0, live.stored_events - LONGEST)
    events = packed_events.of_hand(live.hand_id)[first : live.stored_events]
    return first, _names(table), events


def _names(table: TableRecord) -> dict[int, str]:
    """The names of the players dealt in, by seat, even if they have left it."""
    live = table.live
    here = {sitter.user: sitter.name for sitter in live.seats.values()}
    left = User.objects.in_bulk(set(live.dealt.values()) - set(here))
    names = here | {user_id: user.get_username() for user_id, user in left.items()}
    return {seat: names[user_id] for seat, user_id in live.dealt.items()}


def forget(table: TableRecord, *, now: datetime) -> None:
    """Mark the last hand as void and move the button back to where it was before it.

    A pot that the hand had taken over waits for the next one.
    """
    played = Hand.objects.filter(table_id=table.id, voided_at__isnull=True).order_by("-number")
    hand, *before = played[:2]
    was = engine.Positions.from_json(before[0].positions) if before else None
    table.live.orbit -= engine.begins_orbit(was, engine.Positions.from_json(hand.positions))
    table.positions = was
    if table.live.hand is not None and table.live.hand.exchange is not None:
        table.live.carried = table.live.hand.exchange.carried
    table.live.hand, table.live.turn_at = None, None
    table.live.dealt.clear()
    Table.objects.filter(pk=table.id).update(positions=was and was.to_json())
    Hand.objects.filter(pk=hand.pk).update(voided_at=now)
