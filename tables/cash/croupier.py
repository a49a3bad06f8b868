"""The steps of a cash table between hands: departures, top-ups, and the next deal."""

from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import Count, Q
from django.urls import reverse

from core.jobs import attempt
from core.types import SeatNo
from players.models import Notice
from players.notices import news
from players.notices.news import News
from tables import engine, games
from tables.cash import cashier, entrance, held_seats, left_pots
from tables.live import announce, dealer, escrow, hand_rows, record, seating, seats, shuffle
from tables.live.record import TableRecord
from tables.live.state import StayState
from tables.models import CashGame, Hand, Table
from tables.models.cash import LONGEST_SIT_OUT
from tables.models.owners import CASH, PLAY


def look(*, table_id: int, now: datetime) -> Hand | None:
    """Deal the next hand of a cash table, if it is time and there are players; idempotent.

    Before it, players who leave or sat out too long are paid (CASH-1, OUT-2), and top-ups come
    (CHIP-1). At a table that is paused no hand begins, and no player has sat out too long.
    NO_SUCH_TABLE.
    """
    with transaction.atomic():
        table = record.lock(table_id)
        at = table.live.look_at
        if table.live.playing is not None or at is None or now < at:
            return None
        game = cashier.game_of(table)
        before = {no: replace(_stay(table, no)) for no in table.live.seats}
        _hold_purses(table)
        for no in table.live.seats:
            cashier.wish_as_chosen(table, no, game)
            _rest_as_chosen(table, no, game, now=now)
        _see_off(table, game, now=now)
        held_seats.offer(table, game.pk, now=now)
        for no in table.live.seats:
            cashier.bring_top_up(table, no, game, now=now)
            _sit_out_if_broke(table, no, game, now=now)
        house = record.house_of(table, tariff=game.tariff_at(now))
        paused = table.live.frozen_at is not None
        lineup = None if paused else _line_up(table, game, house.button, now=now)
        hand = None
        if lineup is not None:
            hand = dealer.deal_to(table, lineup, house=house, now=now)
        else:
            table.live.look_at = _next_look(table)
            record.write(table, [], now=now)
            announce.update(table, [], now=now)
        for no, sitter in table.live.seats.items():
            if sitter.stay != before[no]:
                announce.you(table, sitter.user)
    return hand


def keep_open(*, now: datetime) -> list[Table]:
    """Open the cash tables that are missing, and close those too many; return the new ones.

    Of a game that is no longer offered every table closes after its hand, else only empty ones.
    """
    opened: list[Table] = []
    for pk in _not_as_many_as_wanted():
        # A game that cannot be offered must not keep the others closed.
        opened += attempt("open tables", partial(_keep_open, pk, now=now), game=pk) or []
    return opened


def _keep_open(pk: int, *, now: datetime) -> list[Table]:
    """Open and close the tables of one game, as ``keep_open``."""
    with transaction.atomic():
        game = CashGame.objects.select_for_update().get(pk=pk)
        tables = Table.objects.filter(event=game.event)
        running = list(tables.filter(status=Table.Status.OPEN).values_list("pk", flat=True))
        number = tables.count()
        lacking = range(number + 1, number + 1 + game.tables - len(running))
        opened = [open_table(game, number, now=now) for number in lacking]
    for table_id in sorted(running, reverse=True)[: max(0, len(running) - game.tables)]:
        attempt("close table", partial(close, table_id, game, now=now), table=table_id)
    return opened


def _not_as_many_as_wanted() -> list[int]:
    """The games that lack tables or have too many; two statements where all is well."""
    cash = Q(event__startswith=f"{CASH}:") | Q(event__startswith=f"{PLAY}:")
    tables = Table.objects.filter(cash, status=Table.Status.OPEN)
    counted = tables.order_by().values_list("event").annotate(Count("pk"))
    are: dict[str, int] = dict(counted)
    offered = CashGame.objects.filter(home=False)
    return [game.pk for game in offered if are.get(game.event, 0) != game.tables]


def open_table(game: CashGame, number: int, *, name: str = "", now: datetime) -> Table:
    """Open one more table of a game; refuse what ``CashGame.check_offer`` does."""
    game.check_offer()
    return seating.open_table(
        event=game.event,
        name=name or f"{game.name} · {number}",
        max_seats=game.seats,
        stakes=game.stakes,
        action_seconds=game.action_seconds,
        away_seconds=game.away_seconds,
        game=game.game,
        house=game.house,
        now=now,
    )


def close(table_id: int, game: CashGame, *, now: datetime) -> None:
    """Pay the players of a table and close it, once the last card of its hand has been seen
    (SHOW-2), if it is empty or its game is no longer offered. Idempotent."""
    with transaction.atomic():
        table = record.lock(table_id)
        if table.status == Table.Status.CLOSED or table.live.playing is not None:
            return
        if table.live.turns_up_cards(now):
            return
        if game.tables and table.live.seats:
            return
        cashier.see_off(table, table.live.seats, now=now)
        seating.call_off(table, now=now)


def _hold_purses(table: TableRecord) -> None:
    """Lock all wallets that may move in one step: one by one, two tables could deadlock."""
    moving = [
        sitter.user
        for no, sitter in table.live.seats.items()
        if (stay := _stay(table, no)).leaving
        or stay.top_up
        or stay.tops_up
        or stay.rebuys
        or sitter.away
    ]
    if moving:
        escrow.hold(table.id, moving, owner=table.owner)


def _see_off(table: TableRecord, game: CashGame, *, now: datetime) -> None:
    """Pay the players who leave or have sat out too long (OUT-2); those without chips sit out."""
    going = []
    for no in table.live.seats:
        stay = _stay(table, no)
        if stay.top_up is None:
            _sit_out_if_broke(table, no, game, now=now)
        _note_absence(table, no, game, now=now)
        if stay.leaving or _too_long(table, stay, now=now):
            going.append(no)
    given_up = [_given_up(table, no, game) for no in going if not _stay(table, no).leaving]
    cashier.see_off(table, going, now=now)
    news.tell(given_up, now=now)


def _given_up(table: TableRecord, no: SeatNo, game: CashGame) -> News:
    """The news that a player has lost the seat by sitting out (OUT-2)."""
    sitter, stay = table.live.seats[no], _stay(table, no)
    data = {"given_up": game.name, "cents": sitter.stack, "play_money": game.play_money}
    url = reverse("table", args=[table.id])
    return News(sitter.user, Notice.Kind.BALANCE, f"given_up:{stay.id}", data, url)


def _sit_out_if_broke(table: TableRecord, no: SeatNo, game: CashGame, *, now: datetime) -> None:
    if not table.live.seats[no].stack:
        seats.set_away(table, no, away=True, now=now)
        _note_absence(table, no, game, now=now)


def _rest_as_chosen(table: TableRecord, no: SeatNo, game: CashGame, *, now: datetime) -> None:
    """Let players sit out who chose to from this hand on; without blinds, also those who chose
    their next big blind (OUT-2). Others post owed blinds, if they chose so (CASH-2)."""
    stay = _stay(table, no)
    if stay.rests == "hand" or (stay.rests and not game.has_blinds):
        _rest(table, no, game, now=now)
    stay.posts = stay.posts or (stay.owes and stay.posts_always)


def _rest(table: TableRecord, no: SeatNo, game: CashGame, *, now: datetime) -> None:
    _stay(table, no).rests = ""
    seats.set_away(table, no, away=True, now=now)
    _note_absence(table, no, game, now=now)


def _line_up_blinds(
    table: TableRecord, game: CashGame, button: engine.Button, *, now: datetime
) -> tuple[engine.Lineup | None, list[int]]:
    """The next lineup with blinds; players who sit out from their next big blind do not get it."""
    while True:
        lineup, unable = engine.line_up(
            table.positions,
            entrance.ready(table, game),
            stakes=game.stakes,
            pick=shuffle.drawn,
            button=button,
        )
        if lineup is None:
            return lineup, unable
        no = SeatNo(lineup.positions.big_blind)
        if no not in lineup.stacks or _stay(table, no).rests != "blind":
            return lineup, unable
        _rest(table, no, game, now=now)


def _note_absence(table: TableRecord, no: SeatNo, game: CashGame, *, now: datetime) -> None:
    """Record since when a player sits out, and when that costs the seat (OUT-2)."""
    stay = _stay(table, no)
    if not table.live.seats[no].away:
        stay.out_since = stay.out_until = stay.out_last = None
        return
    if stay.out_since is None:
        stay.out_since, stay.out_hand = now.isoformat(), table.hand_no
    by_hands = game.sit_out_unit == CashGame.Unit.HANDS
    most = LONGEST_SIT_OUT if by_hands else timedelta(minutes=game.sit_out)
    stay.out_until = (datetime.fromisoformat(stay.out_since) + most).isoformat()
    stay.out_last = stay.out_hand + game.sit_out if by_hands else None


def _too_long(table: TableRecord, stay: StayState, *, now: datetime) -> bool:
    if table.live.frozen_at is not None:
        return False
    until = _out_until(stay)
    by_hands = stay.out_last is not None and table.hand_no >= stay.out_last
    return until is not None and (now >= until or by_hands)


def _out_until(stay: StayState) -> datetime | None:
    """The moment when a player who sits out loses the seat, however few hands are dealt."""
    return None if stay.out_until is None else datetime.fromisoformat(stay.out_until)


def _next_look(table: TableRecord) -> datetime | None:
    """The moment when the next player who sits out loses the seat; before that, only a change at
    the table matters, as at one that is paused."""
    if table.live.frozen_at is not None:
        return None
    moments = [_out_until(_stay(table, no)) for no in table.live.seats]
    return min((moment for moment in moments if moment is not None), default=None)


def _line_up(
    table: TableRecord, game: CashGame, button: engine.Button, *, now: datetime
) -> engine.Lineup | None:
    """Return the next lineup, and update the blinds that players owe (CASH-2, CASH-4)."""
    before = table.positions
    if game.has_blinds:
        lineup, unable = _line_up_blinds(table, game, button, now=now)
    else:
        lineup, unable = _line_up_draw(table, game, now=now)
    for no in map(SeatNo, unable):
        seats.set_away(table, no, away=True, now=now)
        _note_absence(table, no, game, now=now)
    if lineup is None or not game.tables or not game.has_blinds:
        return lineup if game.tables else None
    if games.plays_fixed_limit(hand_rows.game_with(table, lineup.positions)):
        lineup = lineup.without_straddles(game.stakes)
    for no in map(SeatNo, lineup.stacks):
        stay = _stay(table, no)
        stay.owes = stay.dead = stay.posts = False
    for no in map(SeatNo, engine.missed_blinds(before, lineup, list(table.live.seats))):
        stay = _stay(table, no)
        # A newcomer goes on owing one blind only.
        stay.dead = stay.dead or not stay.owes
        stay.owes = True
    return lineup


def _line_up_draw(
    table: TableRecord, game: CashGame, *, now: datetime
) -> tuple[engine.Lineup | None, list[int]]:
    """The next lineup without blinds; for a pot that was left only its players play (DRAW-2).

    With fewer than two of them, each takes their part back, and all play for a new pot.
    """
    before = table.positions
    if table.live.unwon:
        in_it = {no: player for no, player in entrance.ready(table, game).items() if player.in_pot}
        lineup_and_draws = engine.line_up_draw(
            before, in_it, stakes=game.stakes, pick=shuffle.drawn
        )
        if lineup_and_draws[0] is not None:
            return lineup_and_draws
        left_pots.give_back(table, list(table.live.seats), now=now)
    ready = entrance.ready(table, game)
    return engine.line_up_draw(before, ready, stakes=game.stakes, pick=shuffle.drawn)


def _stay(table: TableRecord, no: SeatNo) -> StayState:
    stay = table.live.seats[no].stay
    assert stay is not None
    return stay
