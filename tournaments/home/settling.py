"""The debts between players of a finished home game: a note, and no money (HOME-2)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.db import transaction
from django.db.models import Sum

from core.refusal import Refusal
from core.types import UserId
from payouts.rules import refunds
from payouts.rules.prizes import pooled
from payouts.rules.refunds import StillIn
from payouts.rules.schemes import PrizeRun
from payouts.rules.settling import settle_up
from tournaments.home import games
from tournaments.home.models import HomeGame, HomePayment, HomePlayer
from tournaments.models import Entry, Purchase, Tournament
from tournaments.play import bounties
from tournaments.refusals import EventCode


def settle(*, game_id: int, now: datetime) -> None:
    """Store what each player of a finished game put in and takes out, and who pays whom.
    Idempotent; nothing while it is not over."""
    with transaction.atomic():
        game = games.lock(game_id)
        event = game.tournament
        if game.settled_at is not None or not event.over:
            return
        entries = list(event.entries.exclude(status=Entry.Status.WITHDRAWN).order_by("place", "pk"))
        rebuys = _rebuys(game)
        prizes, heads = _won(game, entries, rebuys)
        players = list(game.players.all())
        for player in players:
            own = [entry for entry in entries if entry.user_id == player.user_id]
            bought = sum(rebuys.get(entry.pk, 0) for entry in own)
            player.buy_ins = len(own) + bought
            player.put_in = player.buy_ins * game.buy_in + len(own) * game.bounty
            player.prize = sum(prizes[entry.pk] for entry in own)
            player.bounties = sum(heads[entry.pk] for entry in own)
            player.place = min((entry.place for entry in own if entry.place), default=None)
        HomePlayer.objects.bulk_update(players, ["buy_ins", "put_in", "prize", "bounties", "place"])
        owed = settle_up({player.user_id: player.balance for player in players})
        HomePayment.objects.bulk_create(
            HomePayment(game=game, payer_id=each.payer, payee_id=each.payee, amount=each.amount)
            for each in owed
        )
        game.settled_at = now
        game.save(update_fields=["settled_at"])


def reopen(game: HomeGame) -> None:
    """Take back the settlement of a locked game whose event goes on (HOME-5). Refuses
    ALREADY_PAID once a payment is ticked."""
    if game.payments.filter(ticked_at__isnull=False).exists():
        raise Refusal(EventCode.ALREADY_PAID)
    game.payments.all().delete()
    game.players.update(buy_ins=0, put_in=0, prize=0, bounties=0, place=None)
    game.settled_at = None
    game.save(update_fields=["settled_at"])


def pool(game: HomeGame) -> tuple[int, list[PrizeRun]]:
    """Return the written pool of a game as it stands, and its prizes by place; hundredths."""
    event = game.tournament
    cents = game.buy_in * (event.entry_count + sum(_rebuys(game).values()))
    return cents, event.prize_scheme.sheet(entries=event.entry_count, pool=cents)


def settle_finished(sender: Any, *, tournament_id: int, now: datetime, **_: Any) -> None:
    """Settle the home game whose event is over."""
    game = HomeGame.objects.filter(tournament=tournament_id).only("pk").first()
    if game is not None:
        settle(game_id=game.pk, now=now)


def tick(*, game_id: int, payment_id: int, by: UserId, paid: bool, now: datetime) -> None:
    """Tick a payment as paid, or not, by a player who ``may_tick``. Idempotent. Refuses
    NO_SUCH_HOME_GAME, NOT_YOUR_PAYMENT."""
    with transaction.atomic():
        game = games.lock(game_id)
        payment = game.payments.filter(pk=payment_id).first()
        if payment is None or not may_tick(game, payment, by):
            raise Refusal(EventCode.NOT_YOUR_PAYMENT)
        if paid == (payment.ticked_at is not None):
            return
        payment.ticked_by_id, payment.ticked_at = (by, now) if paid else (None, None)
        payment.save(update_fields=["ticked_by", "ticked_at"])


def may_tick(game: HomeGame, payment: HomePayment, user_id: int | None) -> bool:
    """Return whether a player may tick a payment: either side, and the host for a player whom a
    host has added by name (HOME-4)."""
    sides = (payment.payer_id, payment.payee_id)
    if user_id in sides or not game.is_host(user_id):
        return user_id in sides
    return game.players.filter(user__in=sides).exclude(called="").exists()


def _rebuys(game: HomeGame) -> dict[int, int]:
    """The rebuys and add-ons by entry, without those that the host has taken back; each costs as
    much as the entry."""
    made = Purchase.objects.filter(entry__tournament=game.tournament_id)
    by_entry = made.order_by("-entry").values_list("entry", "entry__user").annotate(Sum("count"))
    left = dict(game.players.values_list("user", "taken_back"))
    rebuys = {}
    for entry, user, count in by_entry:
        back = min(count, left.get(user, 0))
        left[user] = left.get(user, 0) - back
        rebuys[entry] = count - back
    return rebuys


def _won(
    game: HomeGame, entries: Sequence[Entry], rebuys: Mapping[int, int]
) -> tuple[Counter[int], Counter[int]]:
    """The amount that each entry wins by place, or by its chips where the host has ended the game,
    and by heads; hundredths."""
    event = game.tournament
    pool = game.buy_in * (len(entries) + sum(rebuys.values()))
    prizes = event.prize_scheme.prizes(entries=len(entries), pool=pool)
    placed = [entry for entry in entries if entry.place]
    finalists = [entry for entry in placed if event.status == Tournament.Status.FINISHED]
    first = [entry for entry in finalists if entry.place == 1]
    heads: Counter[int] = Counter()
    for won in bounties.recount(event, first, bounty=game.bounty):
        heads[won.winner_id] += won.paid
    if finalists:
        return Counter(_by_place(prizes, placed, best=1)), heads
    live = _still_in(game, entries, rebuys)
    if not live:
        # No hand was played: each entry gets its buy-in back.
        back = {entry.pk: game.buy_in * (1 + rebuys.get(entry.pk, 0)) for entry in entries}
        return Counter(back), Counter({entry.pk: game.bounty for entry in entries})
    for player in live:
        heads[player.entry] += game.bounty
    # Bounties that were not won are divided with the pool (BOUNTY-4).
    unclaimed = game.bounty * len(entries) - sum(heads.values())
    plan = refunds.in_play(live, pool=pool + unclaimed, prizes=prizes, case2_when_all_itm=True)
    won_so_far = Counter(_by_place(prizes, placed, best=len(live) + 1))
    won_so_far.update({line.entry: line.amount for line in plan.lines})
    return won_so_far, heads


def _by_place(prizes: Sequence[int], placed: Sequence[Entry], *, best: int) -> Mapping[int, int]:
    groups = [
        [entry.pk for entry in group] for _place, group in groupby(placed, attrgetter("place"))
    ]
    return pooled(prizes[best - 1 :], groups)


def _still_in(game: HomeGame, entries: Sequence[Entry], rebuys: Mapping[int, int]) -> list[StillIn]:
    """The entries that had chips when the host ended the game."""
    return [
        StillIn(
            entry.pk,
            right=game.buy_in,
            chips=game.stacks[str(entry.user_id)],
            purchases=(game.buy_in,) * rebuys.get(entry.pk, 0),
        )
        for entry in sorted(entries, key=attrgetter("pk"))
        if entry.status == Entry.Status.REFUNDED and str(entry.user_id) in game.stacks
    ]
