"""Satellites: seats are tickets, and every cent of a ticket is explained."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.refusal import Refusal
from payouts.bookkeeping import accounts, ledger
from payouts.models import PrizeScheme
from players.models import Notice, User
from players.notices import notice_texts
from tables.models import Hand
from tests.tournaments import events, stages
from tests.tournaments.events import START
from tournaments import director
from tournaments.entry import scheduling
from tournaments.entry.registration import register, unregister
from tournaments.models import Template, Ticket
from tournaments.play import awards
from tournaments.refusals import EventCode
from tournaments.staff import cancellation

pytestmark = pytest.mark.django_db


def satellite(*, seat: int, secondary: int = 0) -> PrizeScheme:
    return PrizeScheme.objects.create(
        name=f"Satellite {seat}/{secondary}", kind="satellite", seat=seat, secondary=secondary
    )


def target(**terms: Any) -> Template:
    """The plan of the event that seats are for: 200 + 10."""
    defaults: dict[str, Any] = {"name": "Main", "kind": "scheduled", "buy_in": 20000, "fee": 1000}
    return events.template(**{**defaults, "max_entries": 50, **terms})


def winner_of_a_seat(main: Template) -> User:
    """Somebody who won a seat for ``main``, and nothing else."""
    event = stages.in_play(
        [3000],
        entries=2,
        buy_in=main.entry_right // 2,
        fee=0,
        scheme=satellite(seat=main.entry_right),
        seats_for=main,
    )
    return event.entries.order_by("pk")[0].user


@pytest.mark.slow
@pytest.mark.rule("PAY-SAT")
@pytest.mark.parametrize(
    ("entries", "prizes"),
    [(25, [300, 300, 60, 60, 30]), (26, [300, 300, 60, 60, 60]), (27, [300, 300, 60, 60, 60, 30])],
)
def test_a_satellite_pays_seats_secondary_prizes_and_the_rest(
    entries: int, prizes: Sequence[int]
) -> None:
    event = stages.started(
        entries=entries, buy_in=3000, fee=0, scheme=satellite(seat=30000, secondary=6000)
    )
    assert [prize // 100 for prize in awards.prize_list(event)] == prizes


@pytest.mark.rule("PAY-SAT")
def test_a_seat_is_a_ticket_and_the_rest_is_money() -> None:
    main = target()
    scheme = satellite(seat=main.entry_right)
    event = stages.in_play([3000], entries=3, buy_in=8000, fee=0, scheme=scheme, seats_for=main)
    first, *others = event.entries.order_by("pk")
    ticket = Ticket.objects.get()
    assert (ticket.owner, ticket.value, ticket.template) == (first.user, 21000, main)
    assert (first.place, first.prize) == (1, 21000)
    assert ledger.balance(accounts.TICKETS) == 21000
    assert sum(events.wallet(entry.user) for entry in others) == 3000
    assert (events.pool(event), events.all_money()) == (0, 0)


@pytest.mark.slow
@pytest.mark.rule("PAY-SAT", "RANK-1")
@pytest.mark.parametrize(
    ("chips", "late_levels", "results"),
    [
        ([5000, 4000, 3500], 0, None),
        ([5000, 4000], 1, None),
        ([4000, 5000], 0, [(2, 1000), (1, 1000), (3, 200)]),
    ],
    ids=["the third has less", "somebody may still come", "two seats for two"],
)
def test_a_satellite_is_over_when_everybody_left_has_a_seat(
    chips: Sequence[int], late_levels: int, results: list[tuple[int, int]] | None
) -> None:
    """5 x 5.20 make two seats of 10.00 and 6.00 for those who tie for the third place."""
    event = stages.in_play(
        chips,
        entries=5,
        buy_in=520,
        fee=0,
        scheme=satellite(seat=1000),
        late_registration_levels=late_levels,
    )
    director.step(tournament_id=event.pk, now=START)
    event.refresh_from_db()
    goes_on = results is None
    assert (event.status == "running") == goes_on
    assert Hand.objects.filter(finished_at=None).exists() == goes_on
    if results is not None:
        found = event.entries.order_by("pk").values_list("place", "prize")[:3]
        assert list(found) == results
        assert (events.pool(event), Ticket.objects.count()) == (0, 2)


@pytest.mark.rule("PAY-SAT", "RANK-1")
def test_who_ties_for_a_seat_that_is_not_enough_for_both_has_money() -> None:
    event = stages.in_play([1500], entries=3, buy_in=733, fee=0, scheme=satellite(seat=1000))
    first, *tied = event.entries.order_by("pk")
    assert [(entry.place, entry.prize) for entry in tied] == [(2, 600), (2, 599)]
    assert Ticket.objects.get().owner == first.user
    assert [events.wallet(entry.user) for entry in (first, *tied)] == [0, 600, 599]
    assert (events.pool(event), ledger.balance(accounts.TICKETS)) == (0, 1000)


@pytest.mark.slow
@pytest.mark.rule("PAY-SAT", "POOL-2")
def test_with_more_seats_guaranteed_than_players_nobody_plays_for_them() -> None:
    event = stages.started(
        entries=3, buy_in=1000, fee=0, guarantee=5000, scheme=satellite(seat=1000)
    )
    assert (event.status, Hand.objects.count()) == ("finished", 0)
    results = event.entries.order_by("pk").values_list("place", "prize")
    assert list(results) == [(1, 1667), (1, 1667), (1, 1666)]
    assert (Ticket.objects.count(), events.pool(event)) == (3, 0)


@pytest.mark.slow
@pytest.mark.rule("PAY-SAT", "CANCEL-0")
def test_a_ticket_buys_the_next_event_and_comes_back_as_a_ticket() -> None:
    main = target()
    anna = winner_of_a_seat(main)
    ticket = Ticket.objects.get()
    event = scheduling.publish(template_id=main.pk, starts_at=START, now=START)
    buy: dict[str, Any] = {"tournament_id": event.pk, "user_id": anna.pk, "now": START}
    register(**buy, ticket_id=ticket.pk)
    assert (events.wallet(anna), ledger.balance(accounts.TICKETS)) == (0, 0)
    assert (events.pool(event), ledger.balance(accounts.FEES)) == (20000, 1000)
    unregister(**buy)
    assert (events.wallet(anna), ledger.balance(accounts.TICKETS)) == (0, 21000)
    register(**buy, ticket_id=ticket.pk)
    plan = cancellation.preview(tournament_id=event.pk, by=None, now=START)
    assert [line["ticket"] for line in plan.lines] == [f"#{ticket.pk}"]
    cancellation.execute(tournament_id=event.pk, digest=plan.digest, by=None, reason="", now=START)
    ticket.refresh_from_db()
    assert ticket.entry is None
    assert (events.wallet(anna), ledger.balance(accounts.TICKETS)) == (0, 21000)
    assert (events.pool(event), events.all_money()) == (0, 0)
    # No money has come back that they could have been told of.
    told = Notice.objects.get(user=anna, key=f"called_off:{event.pk}")
    said = notice_texts.say(told.kind, told.data)
    assert said.title == f"{event.name} is cancelled"
    assert said.text == "The event is cancelled. Its page says what you get back."


@pytest.mark.slow
def test_a_ticket_is_used_once_by_its_owner_for_what_it_is_good_for() -> None:
    main = target()
    anna = winner_of_a_seat(main)
    [ben] = events.players(1, prefix="ben")
    ticket = Ticket.objects.get()
    event = scheduling.publish(template_id=main.pk, starts_at=START, now=START)
    other = events.scheduled(name="Other", buy_in=20000, fee=1000)
    for user, where in ((ben, event), (anna, other)):
        with pytest.raises(Refusal, match=EventCode.NO_SUCH_TICKET):
            register(tournament_id=where.pk, user_id=user.pk, ticket_id=ticket.pk, now=START)
    register(tournament_id=event.pk, user_id=anna.pk, ticket_id=ticket.pk, now=START)
    again = scheduling.publish(template_id=main.pk, starts_at=START.replace(hour=23), now=START)
    with pytest.raises(Refusal, match=EventCode.NO_SUCH_TICKET):
        register(tournament_id=again.pk, user_id=anna.pk, ticket_id=ticket.pk, now=START)
    assert again.entries.count() == 0


@pytest.mark.rule("POOL-1", "PAY-SAT")
def test_a_seat_that_is_not_the_price_of_its_event_is_not_published() -> None:
    main = target()
    plan = events.template(name="Cheap", scheme=satellite(seat=20000), seats_for=main)
    with pytest.raises(Refusal, match=EventCode.SEAT_IS_NOT_THE_ENTRY):
        scheduling.publish(template_id=plan.pk, now=START)


@pytest.mark.rule("PAY-SPLIT", "RANK-2")
def test_prizes_by_chips_need_an_end_of_the_session() -> None:
    split = PrizeScheme.objects.create(name="Split", kind="split")
    for levels in (0, 4):
        plan = events.template(name=f"Split {levels}", scheme=split, session_levels=levels)
        with pytest.raises(Refusal, match=EventCode.SESSION_HAS_NO_END):
            scheduling.publish(template_id=plan.pk, now=START)


@pytest.mark.slow
@pytest.mark.rule("PAY-SAT", "LOBBY-1")
def test_a_player_sees_seats_beforehand_and_enters_with_a_ticket(client: Client) -> None:
    main = target()
    anna = winner_of_a_seat(main)
    client.force_login(anna)
    now = timezone.now()
    event = scheduling.publish(template_id=main.pk, starts_at=now + timedelta(hours=1), now=now)
    address = reverse("tournament", args=[event.pk])
    assert "Register with your ticket" in client.get(address).content.decode()
    assert "Main" in client.get(reverse("my_tournaments")).content.decode()
    [ticket] = client.get("/api/me/").json()["tickets"]
    pk = Ticket.objects.get().pk
    assert ticket == {"id": pk, "value": 21000, "play_money": False, "template": main.pk}
    page = client.get(address, {"confirm": "ticket"}).content.decode()
    assert f'name="ticket" value="{ticket["id"]}"' in page
    client.post(reverse("register", args=[event.pk]), {"ticket": ticket["id"]})
    assert event.entries.get().ticket.value == 21000
    assert client.get("/api/me/").json()["tickets"] == []


@pytest.mark.slow
@pytest.mark.rule("PAY-SAT")
def test_the_api_takes_a_ticket(client: Client) -> None:
    main = target()
    client.force_login(winner_of_a_seat(main))
    now = timezone.now()
    event = scheduling.publish(template_id=main.pk, starts_at=now + timedelta(hours=1), now=now)
    address = f"/api/tournaments/{event.pk}/register/"
    ticket = Ticket.objects.get().pk
    assert client.post(f"{address}?ticket={ticket + 1}").json()["code"] == "NO_SUCH_TICKET"
    assert client.post(address).json()["code"] == "INSUFFICIENT_FUNDS"
    assert client.post(f"{address}?ticket={ticket}").json()["status"] == "registered"


@pytest.mark.slow
@pytest.mark.rule("PAY-SAT")
def test_players_see_the_prizes_of_a_number_of_entries_that_they_type(client: Client) -> None:
    event = events.scheduled(buy_in=3000, fee=0, scheme=satellite(seat=30000, secondary=6000))
    address = reverse("tournament", args=[event.pk])
    page = client.get(address, {"entries": "27"}).content.decode()
    assert "with 27 entries" in page
    assert page.count("€300.00") == 2, "the value of a seat, and two places that win one"
    assert ">ticket<" in page
    for odd in ("", "0", "-1", "x", "9" * 30, "²"):
        assert client.get(address, {"entries": odd}).status_code == 200
