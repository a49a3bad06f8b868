"""Hands of the demo's player: one that was played and shared, and one of another room."""

from datetime import datetime, timedelta
from typing import Final

from core.types import Cents, SeatNo, UserId
from payouts.wallets import play_money
from players.models import PlayerProfile
from tables import engine
from tables.cash import cashier, croupier
from tables.history import hand_import
from tables.live import dealer, record
from tables.models import CashGame, HandPlayer, ImportedHand, Table
from tables.own_hands import marking, sharing
from tournaments.profiles import choosing

FREE_GAME: Final = "Free 25/50"
STACK: Final = 50_00
# So long before the demo begins, so that the last card has been shown.
AGO: Final = timedelta(minutes=10)
A_MINUTE: Final = timedelta(minutes=1)
BROUGHT: Final = """\
PokerStars Hand #230000000001:  Hold'em No Limit ($0.05/$0.10 USD) - \
2026/05/02 21:15:44 CET [2026/05/02 15:15:44 ET]
Table 'Vesta' 6-max Seat #1 is the button
Seat 1: anna ($10.25 in chips)
Seat 2: berta ($9.40 in chips)
Seat 3: carlo ($12.10 in chips)
berta: posts small blind $0.05
carlo: posts big blind $0.10
*** HOLE CARDS ***
Dealt to anna [Ah Kd]
anna: raises $0.20 to $0.30
berta: folds
carlo: calls $0.20
*** FLOP *** [2c Ks 9d]
carlo: checks
anna: bets $0.40
carlo: calls $0.40
*** TURN *** [2c Ks 9d] [9h]
carlo: checks
anna: checks
*** RIVER *** [2c Ks 9d 9h] [3s]
carlo: bets $0.80
anna: calls $0.80
*** SHOW DOWN ***
carlo: shows [Qc Qd] (two pair, Queens and Nines)
anna: shows [Ah Kd] (two pair, Kings and Nines)
anna collected $2.93 from pot
*** SUMMARY ***
Total pot $3.05 | Rake $0.12
Board [2c Ks 9d 9h 3s]
"""


def own_hands(player: UserId, other: UserId, *, now: datetime) -> None:
    """Play a hand and share it, import one, and fill in the profile, once."""
    if not PlayerProfile.objects.filter(pk=player).exists():
        choosing.choose(user_id=player, country="Italia", shown=set(choosing.ITEMS))
    if not ImportedHand.objects.filter(user=player).exists():
        hand_import.bring(user_id=player, content=BROUGHT.encode(), now=now)
    if not HandPlayer.objects.filter(user=player).exists():
        hand_id = _play((player, other), now=now - AGO)
        marking.mark(user_id=player, hand_id=hand_id, starred=True, tags=["demo"], note="", now=now)
        sharing.share(user_id=player, hand_id=hand_id, names_shown=True, days=None, now=now)


def _play(users: tuple[UserId, UserId], *, now: datetime) -> int:
    """Play a hand for play money to its showdown; return its number."""
    game = CashGame.objects.get(name=FREE_GAME)
    table_id = Table.objects.filter(event=game.event, status=Table.Status.OPEN).latest("pk").pk
    for no, user_id in enumerate(users, start=1):
        play_money.fill_up(user_id=user_id, at_tables=0, now=now)
        cashier.sit_down(
            table_id=table_id, user_id=user_id, amount=Cents(STACK), key="demo", no=SeatNo(no),
            now=now,
        )  # fmt: skip
    hand = croupier.look(table_id=table_id, now=now + A_MINUTE)
    assert hand is not None
    while (playing := (table := record.read(table_id)).live.playing) is not None:
        turn = table.live.turn
        assert turn is not None
        kind = "check" if engine.legal_actions(playing).check else "call"
        dealer.act(
            table_id=table_id, user_id=table.live.dealt[turn], action=engine.Action(kind, None),
            seen_version=table.version, now=now + A_MINUTE,
        )  # fmt: skip
    for user_id in users:
        cashier.leave(table_id=table_id, user_id=user_id, now=now + 2 * A_MINUTE)
    return hand.pk
