"""When the room's clock is set back, what is due comes back by as much (TRN-6)."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from django.utils import timezone

from payouts.models import Payment, WalletCall, WalletRest
from players.models import (
    IdentityCheck,
    IdentityDocument,
    Mail,
    Notice,
    Push,
    PushDevice,
    RegisterAnswer,
    User,
)
from tables.live import dealer, heartbeat, record, signals
from tables.models import Hand, Heartbeat, WebSign, shown_by
from tests.tables.rooms import Room, people

BEFORE = datetime(2026, 11, 20, 20, tzinfo=UTC)
STEP = timedelta(minutes=10)
AFTER = BEFORE - STEP
SOON = timedelta(seconds=30)

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("unserved"),
    pytest.mark.rule("TRN-6"),
]


@pytest.fixture
def anna() -> User:
    [user] = people(1)
    return user


def set_back() -> None:
    """The heartbeat before and after; what is noticed is noticed once."""
    heartbeat.beat(now=BEFORE)
    for _ in range(2):
        heartbeat.beat(now=AFTER)


@pytest.mark.rule("SHOW-2")
def test_a_hand_that_players_have_seen_stays_seen(room: Callable[..., Room]) -> None:
    opened = room(1000, 1000)
    opened.now = BEFORE - timedelta(seconds=5)
    opened.deal()
    opened.act("fold")
    assert not Hand.objects.filter(shown_by(AFTER)).exists()
    set_back()
    assert Hand.objects.filter(shown_by(AFTER)).exists()


@pytest.mark.parametrize(("used", "left"), [(0, 20), (5, 15), (15, 10), (19, 10)])
def test_a_player_to_act_has_the_time_that_was_left_and_ten_seconds_at_least(
    used: int, left: int, room: Callable[..., Room]
) -> None:
    opened = room(1000, 1000, bank_ms=0)
    opened.now = BEFORE - timedelta(seconds=used)
    opened.deal()
    set_back()
    assert opened.table.due_at == AFTER + timedelta(seconds=left)
    assert not dealer.time_out(
        table_id=opened.table_id, now=AFTER + timedelta(seconds=left - 1), grace_until=None
    )
    assert dealer.time_out(
        table_id=opened.table_id, now=AFTER + timedelta(seconds=left), grace_until=None
    )


def test_a_clock_that_stands_keeps_its_reading(room: Callable[..., Room]) -> None:
    opened = room(1000, 1000, bank_ms=0)
    opened.now = BEFORE - timedelta(seconds=5)
    opened.deal()
    paused = {"kind": "paused", "cause": "staff", "reason": ""}
    dealer.freeze(table_id=opened.table_id, notice=paused, now=BEFORE)  # type: ignore[arg-type]
    set_back()
    dealer.thaw(table_id=opened.table_id, grace=timedelta(), now=AFTER)
    assert opened.table.due_at == AFTER + timedelta(seconds=15)


def test_a_table_that_deals_on_looks_as_soon(room: Callable[..., Room]) -> None:
    opened = room(1000, 1000)
    record.let_deal_on([opened.table_id], now=BEFORE + SOON)
    set_back()
    assert opened.table.due_at == AFTER + SOON


def test_a_web_process_that_left_its_sign_in_the_future_counts_as_gone_soon() -> None:
    heartbeat.beat(now=BEFORE)
    WebSign.objects.create(process=UUID(int=1), at=timezone.now() + STEP, known=True)
    heartbeat.beat(now=AFTER)
    assert WebSign.objects.get().at <= timezone.now()


def test_mails_pushes_and_questions_are_due_as_soon(anna: User) -> None:
    now, due_at = BEFORE, BEFORE + SOON
    Mail.objects.create(to="anna@example.com", subject="x", written_at=now, due_at=due_at)
    device = PushDevice.objects.create(user=anna, endpoint="https://push.example/", made_at=now)
    notice = Notice.objects.create(user=anna, kind=Notice.Kind.TURN, key="turn", at=now)
    Push.objects.create(notice=notice, device=device, due_at=due_at)
    document = IdentityDocument.objects.create(
        user=anna, kind="passport", media="pdf", sealed=b"x", sent_at=now, keep_until=now + STEP
    )
    IdentityCheck.objects.create(document=document, due_at=due_at)
    RegisterAnswer.objects.create(user=anna, asked_at=now, failure="Silent: x", due_at=due_at)
    set_back()
    for kind in (Mail, Push, IdentityCheck, RegisterAnswer):
        assert kind._default_manager.get().due_at == AFTER + SOON, kind
    assert RegisterAnswer.objects.get().asked_at == AFTER


def test_an_answer_of_the_register_is_good_until_its_time(anna: User) -> None:
    RegisterAnswer.objects.create(user=anna, asked_at=BEFORE, due_at=BEFORE + SOON)
    set_back()
    assert RegisterAnswer.objects.get().due_at == BEFORE + SOON


@pytest.mark.parametrize(("state", "due"), [("pending", AFTER), ("held", BEFORE)])
def test_payments_are_looked_at_as_soon_but_a_hold_ends_when_it_was_told(
    state: str, due: datetime, anna: User
) -> None:
    amounts = {"kind": "deposit", "amount": 10_00, "fee": 0}
    Payment.objects.create(
        user=anna, key="k", asked_at=BEFORE, state=state, due_at=BEFORE + SOON, **amounts
    )
    set_back()
    assert Payment.objects.get().due_at == due + SOON


def test_the_operators_wallet_is_asked_as_soon(anna: User) -> None:
    due_at = BEFORE + SOON
    WalletCall.objects.create(kind="debit", user=anna, amount=1, asked_at=BEFORE, due_at=due_at)
    WalletRest.objects.create(user=anna, due_at=due_at)
    set_back()
    assert WalletCall.objects.get().due_at == AFTER + SOON
    assert WalletRest.objects.get().due_at == AFTER + SOON


def test_what_is_due_or_never_due_stays_as_it_is() -> None:
    for due_at in (None, AFTER):
        Mail.objects.create(to="a@example.com", subject="x", written_at=AFTER, due_at=due_at)
    set_back()
    assert {*Mail.objects.values_list("due_at", flat=True)} == {None, AFTER}


def test_a_step_that_could_not_be_followed_is_not_forgotten(anna: User) -> None:
    def fail(sender: object, **_: object) -> None:
        raise RuntimeError("busy")

    WalletRest.objects.create(user=anna, due_at=BEFORE + SOON)
    heartbeat.beat(now=BEFORE)
    signals.clock_set_back.connect(fail)
    with pytest.raises(RuntimeError):
        heartbeat.beat(now=AFTER)
    signals.clock_set_back.disconnect(fail)
    assert Heartbeat.objects.get().at == BEFORE
    assert WalletRest.objects.get().due_at == BEFORE + SOON
    heartbeat.beat(now=AFTER)
    assert WalletRest.objects.get().due_at == AFTER + SOON
