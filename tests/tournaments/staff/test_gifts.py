"""Tickets that staff give and take back, and money that two of them put right (STAFF-8)."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import DatabaseError, transaction
from django.test import Client

from core.refusal import Refusal
from core.refusals import CoreCode
from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.models import Correction
from payouts.refusals import MoneyCode
from payouts.reports import reconciliation
from payouts.room_settings import FOUR_EYES
from payouts.wallets import counter
from players.models import Notice, User
from players.protection import exclusions
from players.refusals import PlayerCode
from tests.harness import worlds
from tests.tournaments import events
from tests.tournaments.events import START
from tournaments.entry.registration import register, unregister
from tournaments.models import Act, Ticket
from tournaments.money import tickets
from tournaments.play.books import reconcile
from tournaments.refusals import EventCode
from tournaments.staff import gifts

pytestmark = [pytest.mark.django_db, pytest.mark.rule("STAFF-8")]

Status = Correction.Status
LIMIT = 100_00


@pytest.fixture(autouse=True)
def _limit() -> None:
    worlds.assume(FOUR_EYES, LIMIT)


@pytest.fixture
def anna() -> User:
    return events.players(1, cents=50_00, prefix="anna")[0]


def staff(name: str = "carla") -> UserId:
    user, _new = User.objects.get_or_create(username=name, is_staff=True, is_superuser=True)
    return UserId(user.pk)


def refused(verb: Callable[..., object], **named: Any) -> str:
    with pytest.raises(Refusal) as refusal:
        verb(**named)
    return str(refusal.value)


def give(anna: User, **other: Any) -> dict[str, Any]:
    said = {"value": 10_00, "template_id": None, "why": "Spilt coffee", "key": "k", "now": START}
    return {"user_id": anna.pk, "by": staff(), **said, **other}


def put_right(anna: User, **other: Any) -> dict[str, Any]:
    said = {"kind": "give", "amount": 20_00, "why": "Paid twice", "key": "k", "now": START}
    return {"user_id": anna.pk, "by": staff(), **said, **other}


def acts() -> list[str]:
    return list(Act.objects.order_by("pk").values_list("verb", flat=True))


def test_a_ticket_that_staff_give_pays_an_entry_at_the_house_s_cost(anna: User) -> None:
    event = events.sit_and_go()
    ticket = gifts.give_ticket(**give(anna))
    assert gifts.give_ticket(**give(anna)) == ticket
    assert refused(gifts.give_ticket, **give(anna, value=11_00)) == MoneyCode.KEY_REUSED
    assert ledger.balance(accounts.BONUSES) == -10_00
    register(tournament_id=event.pk, user_id=anna.pk, ticket_id=ticket.pk, now=START)
    assert events.wallet(anna) == 50_00
    back: dict[str, Any] = {
        "ticket_id": ticket.pk,
        "by": staff(),
        "why": "Wrong player",
        "now": START,
    }
    assert refused(gifts.take_ticket, **back) == EventCode.TICKET_USED
    unregister(tournament_id=event.pk, user_id=anna.pk, now=START)
    gifts.take_ticket(**back)
    gifts.take_ticket(**back)
    assert not tickets.unused(user_id=anna.pk).exists()
    with pytest.raises(Refusal, match="NO_SUCH_TICKET"):
        register(tournament_id=event.pk, user_id=anna.pk, ticket_id=ticket.pk, now=START)
    assert ledger.balance(accounts.BONUSES) == ledger.balance(accounts.TICKETS) == 0
    assert acts() == ["give_ticket", "take_ticket"]
    assert not reconcile().drifts
    with transaction.atomic(), pytest.raises(DatabaseError):
        Ticket.objects.update(revoked_at=None)


def test_a_ticket_that_was_won_is_never_taken_back(anna: User) -> None:
    event = events.sit_and_go()
    entry = register(tournament_id=event.pk, user_id=anna.pk, now=START)
    won = Ticket.objects.create(owner=anna, value=10_00, won_with=entry, won_at=START)
    said: dict[str, Any] = {"ticket_id": won.pk, "by": staff(), "why": "x", "now": START}
    assert refused(gifts.take_ticket, **said) == EventCode.TICKET_NOT_GIVEN
    assert refused(gifts.take_ticket, **{**said, "ticket_id": 0}) == EventCode.TICKET_NOT_GIVEN


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"why": " "}, CoreCode.NO_REASON),
        ({"value": 0}, MoneyCode.AMOUNT_NOT_POSITIVE),
        ({"value": LIMIT + 1}, MoneyCode.TAKES_TWO),
        ({"value": 10**15}, MoneyCode.TAKES_TWO),
    ],
)
def test_what_cannot_be_given_is_refused(anna: User, said: dict[str, Any], code: str) -> None:
    assert refused(gifts.give_ticket, **give(anna, **said)) == code
    assert not Ticket.objects.exists()


def test_one_person_gives_no_more_than_the_limit_in_a_day_and_nothing_to_themselves(
    anna: User,
) -> None:
    gifts.give_ticket(**give(anna, value=LIMIT - 10_00))
    more = give(anna, value=10_01, key="k2")
    assert refused(gifts.give_ticket, **more) == MoneyCode.TAKES_TWO
    gifts.give_ticket(**{**more, "now": START + timedelta(hours=25)})
    assert refused(gifts.give_ticket, **give(anna, by=anna.pk)) == MoneyCode.OWN_WALLET
    plan = events.template(name="Ten")
    dear = give(anna, template_id=plan.pk, value=9_00, key="k3")
    assert refused(gifts.give_ticket, **dear) == EventCode.NOT_THE_ENTRY


@pytest.mark.rule("STAFF-2", "BONUS-1")
def test_tickets_count_with_what_else_one_person_moves_for_a_player(anna: User) -> None:
    gifts.give_ticket(**give(anna, value=60_00))
    promise: dict[str, Any] = {"wager": 10_00, "days": 30, **give(anna, key="b")}
    for spare in ("value", "template_id"):
        del promise[spare]
    assert refused(gifts.give_bonus, amount=40_01, **promise) == MoneyCode.TAKES_TWO
    cash: dict[str, Any] = {"user_id": anna.pk, "by": staff(), "why": "Cash.", "now": START}
    assert counter.give(kind="in", amount=40_01, key="c", **cash).status == "waiting"
    gifts.give_bonus(amount=40_00, **promise)
    assert refused(gifts.give_ticket, **give(anna, value=1, key="t")) == MoneyCode.TAKES_TWO
    later = give(anna, value=1, key="t", now=START + timedelta(hours=25))
    gifts.give_ticket(**later)


def test_who_has_excluded_themselves_is_given_no_ticket_and_may_be_put_right(anna: User) -> None:
    exclusions.exclude(user_id=UserId(anna.pk), days=7, now=START)
    assert refused(gifts.give_ticket, **give(anna)) == PlayerCode.SELF_EXCLUDED
    row = gifts.order_correction(**put_right(anna))
    gifts.confirm_correction(correction_id=row.pk, by=staff("dario"), now=START)
    assert events.wallet(anna) == 70_00


@pytest.mark.parametrize(("kind", "after"), [("give", 70_00), ("take", 30_00)])
@pytest.mark.rule("STAFF-2")
def test_money_is_put_right_when_a_second_person_confirms(
    anna: User, kind: str, after: int
) -> None:
    row = gifts.order_correction(**put_right(anna, kind=kind))
    assert gifts.order_correction(**put_right(anna, kind=kind)) == row
    assert events.wallet(anna) == 50_00
    said: dict[str, Any] = {"correction_id": row.pk, "now": START}
    assert refused(gifts.confirm_correction, by=staff(), **said) == MoneyCode.OWN_ORDER
    assert refused(gifts.confirm_correction, by=anna.pk, **said) == MoneyCode.OWN_WALLET
    for _ in range(2):
        done = gifts.confirm_correction(by=staff("dario"), **said)
        assert (done.status, events.wallet(anna)) == (Status.DONE, after)
    turned = {**said, "by": staff("dario"), "why": "x"}
    assert refused(gifts.drop_correction, **turned) == MoneyCode.NO_ORDER_WAITS
    assert acts() == ["order_correction", "correct"]
    assert Notice.objects.get(kind="balance").data["reason"] == "correction"
    assert not reconcile().drifts
    with transaction.atomic(), pytest.raises(DatabaseError):
        Correction.objects.update(amount=1)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"why": " "}, CoreCode.NO_REASON),
        ({"amount": 0}, MoneyCode.AMOUNT_NOT_POSITIVE),
        ({"amount": 10**30}, MoneyCode.DEPOSIT_TOO_LARGE),
        ({"kind": "take", "amount": 50_01}, MoneyCode.INSUFFICIENT_FUNDS),
    ],
)
def test_what_cannot_be_put_right_is_refused_at_once(
    anna: User, said: dict[str, Any], code: str
) -> None:
    assert refused(gifts.order_correction, **put_right(anna, **said)) == code
    assert not Correction.objects.exists()


def test_what_was_turned_down_or_withdrawn_moves_nothing(anna: User) -> None:
    for key, by, status in (("a", "dario", Status.TURNED_DOWN), ("b", "carla", Status.WITHDRAWN)):
        row = gifts.order_correction(**put_right(anna, key=key))
        said: dict[str, Any] = {"correction_id": row.pk, "why": "Not so", "now": START}
        for _ in range(2):
            assert gifts.drop_correction(by=staff(by), **said).status == status
    assert events.wallet(anna) == 50_00
    assert not reconcile().drifts


def test_money_that_has_gone_into_play_since_is_not_taken(anna: User) -> None:
    row = gifts.order_correction(**put_right(anna, kind="take", amount=45_00))
    register(tournament_id=events.sit_and_go().pk, user_id=anna.pk, now=START)
    said: dict[str, Any] = {"correction_id": row.pk, "by": staff("dario"), "now": START}
    assert refused(gifts.confirm_correction, **said) == MoneyCode.INSUFFICIENT_FUNDS
    row.refresh_from_db()
    assert row.status == Status.WAITING


def test_a_correction_without_its_transfer_is_found(anna: User) -> None:
    row = gifts.order_correction(**put_right(anna))
    Correction.objects.filter(pk=row.pk).update(
        status=Status.DONE, decided_by=staff("dario"), decided_at=START
    )
    leg = ledger.Leg(
        accounts.CORRECTIONS, accounts.player(UserId(anna.pk)), 5, ledger.Reason.CORRECTION
    )
    ledger.post([leg], key="correction:999999", now=START)
    found = [drift.subject for drift in reconciliation.books()]
    assert found == [f"correction {row.pk}, done", "correction 999999, which is not there"]


@pytest.mark.middling
@pytest.mark.rule("STAFF-7")
def test_the_desk_gives_orders_confirms_and_takes_back(anna: User) -> None:
    def desk(name: str) -> Client:
        user = User.objects.create_user(name, is_staff=True)
        user.groups.set(Group.objects.filter(name="cashier"))
        client = Client()
        client.force_login(user)
        return client

    first, second = desk("eva"), desk("fabio")
    page = f"/admin/players/player/{anna.pk}"
    form = {"_form_submitted": "on", "reason": "Spilt coffee"}
    key = "0b1e3d2c5f6a4b7c8d9e0f1a2b3c4d5e"
    first.post(f"{page}/give_ticket/", {**form, "amount": "10", "key": key})
    first.post(f"{page}/correct/", {**form, "kind": "take", "amount": "2.50", "key": key})
    ticket, row = Ticket.objects.get(), Correction.objects.get()
    assert (ticket.value, row.amount) == (10_00, 2_50)
    own = first.get(f"/admin/payouts/correction/{row.pk}/change/").content.decode()
    assert f"/{row.pk}/confirm/" not in own
    assert "€2.50" in second.get("/admin/").content.decode()
    second.post(f"/admin/payouts/correction/{row.pk}/confirm/", form)
    assert events.wallet(anna) == 47_50
    second.post(f"/admin/tournaments/ticket/{ticket.pk}/take_back/", form)
    assert acts() == ["give_ticket", "order_correction", "correct", "take_ticket"]
    assert "Spilt coffee" in second.get(f"{page}/change/").content.decode()
