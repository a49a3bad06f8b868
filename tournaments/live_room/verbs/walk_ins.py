"""Players at the desk of a live event, who pay and are paid in cash (LIVE-6).

All money goes through a wallet and the counter: a player without an account gets one, which is
closed to sign-in until the desk gives it a password.
"""

import re
import unicodedata
from collections.abc import Callable
from datetime import datetime

from django.db import transaction

from core.refusal import Refusal
from core.types import UserId
from payouts import room_settings
from payouts.wallets import counter, mirror
from players import player_lock
from players import room_settings as players_house
from players.models import User
from players.profile import names, real_names
from tournaments.entry import acts, purchases, registration
from tournaments.floor.locking import lock
from tournaments.live_room.verbs import busts
from tournaments.models import Act, Entry, Purchase, Tournament
from tournaments.refusals import EventCode

# Characters of a key that are kept with an order at the counter.
LONGEST_KEY = 40
# The purpose of cash at the counter, by the price of the event.
SOLD = {"rebuy_right": counter.Purpose.REBUY, "add_on_right": counter.Purpose.ADD_ON}


def new_player(*, name: str) -> User:
    """Create an account for a player without one, named as near to ``name`` as NAME-1 allows.

    Refuses what ``names.check`` refuses.
    """
    wanted = plain(name).lower()
    names.check(wanted)
    free, number = wanted, 1
    while User.objects.filter(username__iexact=free).exists():
        number += 1
        tail = f".{number}"
        free = wanted[: names.MOST - len(tail)].rstrip(".") + tail
    return User.objects.create_user(free)


def plain(name: str) -> str:
    """Return the nearest name to ``name`` in the letters that NAME-1 allows."""
    ascii_only = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return ".".join(re.findall(r"[A-Za-z0-9]+", ascii_only))[: names.MOST].strip(".")


@mirror.funded
def enter(
    *,
    tournament_id: int,
    user_id: UserId | None = None,
    name: str = "",
    number: str = "",
    cash: bool,
    key: str,
    by: UserId,
    now: datetime,
) -> Entry:
    """Register a player at the desk, once per ``key``; ``name`` creates an account, and where the
    room wants real names it is kept as one, with the membership ``number``. With ``cash`` the price
    is paid at the counter, else from the wallet.

    Refuses NUMBER_TAKEN, NOT_LIVE, NEEDS_SECOND_PERSON, and what ``new_player``,
    ``counter.give`` and ``registration.register`` refuse, except for the codes of admission.
    """
    with transaction.atomic():
        if known := _entered(tournament_id, by=by, key=key):
            return known
        if user_id is None:
            user_id = UserId(new_player(name=name).pk)
            if players_house.REAL_NAMES.value():
                real_names.keep(user_id=user_id, name=name, number=number)
        event = _hold(tournament_id, user_id, by)
        if cash:
            # Read under the lock, since two desks may register the player at once.
            before = event.entries.filter(user=user_id).exclude(status=Entry.Status.WITHDRAWN)
            price = event.re_entry_price if before.exists() else event.entry_price
            purpose = counter.Purpose.ENTRY
            _take(event, user_id, price.right, purpose=purpose, key=key, by=by, now=now)
        entry = registration.register(
            tournament_id=tournament_id, user_id=user_id, let_in=True, now=now
        )
        acts.record(
            Act.Verb.ENTER,
            by=by,
            now=now,
            about=User.objects.get(pk=user_id).get_username(),
            tournament=event,
            entry=entry,
            after={"status": entry.status, "cash": cash, "key": key[:LONGEST_KEY]},
        )
    return entry


@mirror.funded
def rebuy(
    *, tournament_id: int, user_id: UserId, cash: bool, key: str, by: UserId, now: datetime
) -> Purchase:
    """Sell one rebuy at the desk. Refuses what ``enter`` and ``purchases.rebuy`` refuse."""
    return _sell(
        purchases.rebuy, "rebuy_right", tournament_id, user_id, cash=cash, key=key, by=by, now=now
    )


@mirror.funded
def add_on(
    *, tournament_id: int, user_id: UserId, cash: bool, key: str, by: UserId, now: datetime
) -> Purchase:
    """Sell the add-on at the desk. Refuses what ``enter`` and ``purchases.add_on`` refuse."""
    return _sell(
        purchases.add_on, "add_on_right", tournament_id, user_id, cash=cash, key=key, by=by, now=now
    )


def pay_out(*, entry_id: int, by: UserId, now: datetime) -> bool:
    """Pay prize and bounties in cash, once per entry; False if over the limit: it then waits for a
    second person, and can be ordered again if turned down. Refuses NOT_LIVE, NO_PRIZE, and what
    ``counter.give`` does."""
    event_id, user_id = Entry.objects.values_list("tournament", "user").get(pk=entry_id)
    with transaction.atomic():
        # The lock keeps the place from being undone meanwhile (LIVE-5).
        event = _hold(event_id, UserId(user_id), by)
        entry = event.entries.get(pk=entry_id)
        won = money_won(entry)
        if entry.place is None or not won:
            raise Refusal(EventCode.NO_PRIZE)
        order = counter.give(
            kind=counter.Kind.PAY_OUT,
            purpose=counter.Purpose.PRIZE,
            user_id=UserId(user_id),
            amount=won,
            by=by,
            why=event.name,
            key=counter.anew(slip_key(entry), user_id=UserId(user_id)),
            now=now,
        )
    return order.status == counter.Status.DONE


def money_won(entry: Entry) -> int:
    """Cents of prize and bounties that are money: a seat is a ticket (PAY-SAT)."""
    ticket = getattr(entry, "ticket_won", None)
    return (entry.prize or 0) + entry.bounty_money - (ticket.value if ticket else 0)


def countersign(*, entry_id: int, by: UserId, now: datetime) -> Act:
    """Countersign a paid prize as a second member of staff; again returns the first signature.
    Refuses NOT_LIVE, NO_PRIZE until it is paid, SIGNED_BY_ANOTHER."""
    with transaction.atomic():
        entry = Entry.objects.select_related("tournament", "user").get(pk=entry_id)
        event = busts.check_live(lock(entry.tournament_id))
        if signed := signatures(event).get(entry_id):
            return signed
        key = slip_key(entry)
        order = counter.paid_out([key]).get(key)
        if order is None or order.status != counter.Status.DONE:
            raise Refusal(EventCode.NO_PRIZE)
        if by in (order.given_by_id, entry.user_id):
            raise Refusal(EventCode.SIGNED_BY_ANOTHER)
        return acts.record(
            Act.Verb.COUNTERSIGN,
            by=by,
            now=now,
            about=entry.user.get_username(),
            tournament=event,
            entry=entry,
            after={"amount": order.amount},
        )


def signatures(event: Tournament) -> dict[int, Act]:
    """The countersigning acts of payouts, by entry."""
    signed = event.acts.filter(verb=Act.Verb.COUNTERSIGN).select_related("by")
    return {act.entry_id: act for act in signed if act.entry_id is not None}


def slip_key(entry: Entry) -> str:
    """The counter's key of the payout of a prize."""
    return f"prize:{entry.pk}"


def paid_by(entry: Entry) -> counter.Order | None:
    """Return the counter's order of the cash that paid an entry; None without cash."""
    act = Act.objects.filter(entry=entry, verb=Act.Verb.ENTER, after__cash=True).first()
    if act is None:
        return None
    key = desk_key(entry.tournament, str(act.after.get("key", "")))
    return counter.done(user_id=UserId(entry.user_id), key=key)


def desk_key(event: Tournament, key: str) -> str:
    """The counter's key of cash taken at the desk under ``key``."""
    return f"desk:{event.pk}:{key[:LONGEST_KEY]}"


def _sell(
    verb: Callable[..., Purchase],
    price: str,
    tournament_id: int,
    user_id: UserId,
    *,
    cash: bool,
    key: str,
    by: UserId,
    now: datetime,
) -> Purchase:
    with transaction.atomic():
        event = _hold(tournament_id, user_id, by)
        if cash:
            purpose = SOLD[price]
            _take(event, user_id, getattr(event, price), purpose=purpose, key=key, by=by, now=now)
        mine = Purchase.objects.filter(entry__tournament=event, entry__user=user_id, key=key)
        again = mine.exists()
        purchase = verb(tournament_id=tournament_id, user_id=user_id, key=key, now=now)
        if not again:
            acts.record(
                Act.Verb.SELL,
                by=by,
                now=now,
                about=purchase.entry.user.get_username(),
                tournament=event,
                entry=purchase.entry,
                after={"kind": purchase.kind, "chips": purchase.chips, "cash": cash},
            )
    return purchase


def _hold(tournament_id: int, user_id: UserId, by: UserId) -> Tournament:
    """Lock the player and the cashier, then the event, in the common order. Refuses NOT_LIVE."""
    for held in sorted({user_id, by}):
        player_lock.hold(held)
    return busts.check_live(lock(tournament_id))


def _take(
    event: Tournament,
    user_id: UserId,
    amount: int,
    *,
    purpose: str,
    key: str,
    by: UserId,
    now: datetime,
) -> None:
    """Take cash for an entry or chips. Refuses NEEDS_SECOND_PERSON: then pay it in beforehand."""
    if not amount:
        return
    order = counter.give(
        kind=counter.Kind.PAY_IN,
        purpose=purpose,
        user_id=user_id,
        amount=amount,
        by=by,
        why=event.name,
        key=desk_key(event, key),
        now=now,
    )
    if order.status != counter.Status.DONE:
        raise Refusal(EventCode.NEEDS_SECOND_PERSON, limit=room_settings.FOUR_EYES.value())


def _entered(tournament_id: int, *, by: UserId, key: str) -> Entry | None:
    """The entry that was registered with this key."""
    act = Act.objects.filter(
        tournament=tournament_id, verb=Act.Verb.ENTER, by=by, after__key=key[:LONGEST_KEY]
    ).first()
    return None if act is None else act.entry
