"""Cash tables move several players' money at once, and never wait for each other crosswise."""

import threading

import pytest
from django.db import transaction

from payouts.bookkeeping import accounts, ledger
from tables.cash import croupier
from tests.harness.room import wait_for
from tests.payouts.crowd import DONE, at_once, somebody_waits
from tests.tables.cash.setting import cash_room

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.slow
def test_top_ups_do_not_deadlock_with_somebody_who_pays_the_same_players() -> None:
    room = cash_room()
    # Along the seats the account that was opened later comes first.
    room.sit(2, 500, no=1)
    room.sit(1, 500, no=2)
    room.deal()
    earlier, later = (accounts.player(room.people[who].pk) for who in (1, 2))
    for who in (1, 2):
        room.top_up(who, 100, key=f"more{who}")
    room.fold_out()

    half_paid = threading.Event()

    def pay_both() -> None:
        with transaction.atomic():
            ledger.hold([earlier])
            half_paid.set()
            wait_for("the table to be at the same accounts", somebody_waits)
            ledger.hold([later])

    def look() -> None:
        half_paid.wait(10)
        croupier.look(table_id=room.table_id, now=room.later(60))

    assert at_once([pay_both, look]) == [DONE, DONE]
    room.check()
