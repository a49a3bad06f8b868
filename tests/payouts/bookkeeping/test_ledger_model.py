"""Any sequence of postings against bookkeeping in a dictionary."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from core.refusal import Refusal, RefusalCode
from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.ledger import Leg
from payouts.models import Transfer
from payouts.refusals import MoneyCode
from payouts.reports.audit import audit
from players.models import User

NOW = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
NAMES = ("anna", "bruno", "pool:tournament:1", "escrow:5", accounts.FEES, accounts.OUTSIDE)

legs = st.builds(
    Leg,
    debit=st.sampled_from(NAMES),
    credit=st.sampled_from(NAMES),
    amount=st.integers(-1, 300),
    reason=st.sampled_from([Transfer.Reason.BUY_IN, Transfer.Reason.PRIZE]),
)
postings = st.lists(
    st.tuples(st.sampled_from(["k1", "k2", "k3", "k4"]), st.lists(legs, max_size=4)), max_size=12
)


class Dictionary:
    """The ledger's rules, told as simply as they can be."""

    def __init__(self) -> None:
        self.balances: Counter[str] = Counter()
        self.posted: dict[str, list[Leg]] = {}

    def post(self, key: str, legs: list[Leg]) -> bool | RefusalCode:
        for leg in legs:
            if leg.amount <= 0:
                return MoneyCode.AMOUNT_NOT_POSITIVE
            if leg.debit == leg.credit:
                return MoneyCode.SAME_ACCOUNT
        if key in self.posted:
            return False if self.posted[key] == legs else MoneyCode.KEY_REUSED
        after = self.balances.copy()
        for leg in legs:
            after[leg.debit] -= leg.amount
            after[leg.credit] += leg.amount
        if any(
            cents < 0 and not name.startswith(("house", "outside")) for name, cents in after.items()
        ):
            return MoneyCode.INSUFFICIENT_FUNDS
        self.balances = after
        if legs:
            self.posted[key] = legs
        return bool(legs)


class TestLedgerAgainstADictionary(TestCase):
    @pytest.mark.slow
    @given(postings)
    def test_they_agree_on_every_answer_and_every_balance(
        self, sequence: Sequence[tuple[str, list[Leg]]]
    ) -> None:
        users = User.objects
        names = {who: accounts.player(users.create(username=who).pk) for who in ("anna", "bruno")}
        told = Dictionary()
        for key, lines in sequence:
            real = [
                Leg(
                    names.get(leg.debit, leg.debit),
                    names.get(leg.credit, leg.credit),
                    leg.amount,
                    leg.reason,
                )
                for leg in lines
            ]
            assert answer(key, real) == told.post(key, real)
        for name in (*names.values(), *NAMES[2:]):
            assert ledger.balance(name) == told.balances[name]
        assert audit().sound


def answer(key: str, legs: list[Leg]) -> bool | RefusalCode:
    try:
        return ledger.post(legs, key=key, now=NOW).created
    except Refusal as refusal:
        return refusal.code
