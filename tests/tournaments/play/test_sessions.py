"""Events that end after a level, with prizes by chips (PAY-SPLIT) or by two rankings (RANK-2)."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from payouts.models import PrizeScheme
from tests.tournaments import events, stages
from tests.tournaments.events import START
from tournaments import director
from tournaments.models import Tournament
from tournaments.play import books, deals
from tournaments.staff import cancellation

pytestmark = pytest.mark.django_db

# One level of two minutes, then more.
AFTER_THE_LEVEL = START + timedelta(minutes=2)


def session(chips: Sequence[int], *, entries: int, scheme: PrizeScheme) -> Tournament:
    """An event whose first level is over, with ``chips`` still in."""
    return stages.in_play(
        chips, entries=entries, buy_in=2500, fee=0, scheme=scheme, session_levels=1
    )


def end(event: Tournament) -> list[tuple[int | None, int | None]]:
    """Place and prize of every entry once the session is over."""
    director.step(tournament_id=event.pk, now=AFTER_THE_LEVEL)
    event.refresh_from_db()
    assert event.status == Tournament.Status.FINISHED
    assert (events.pool(event), events.all_money()) == (0, 0)
    return list(event.entries.order_by("pk").values_list("place", "prize"))


@pytest.mark.rule("PAY-SPLIT", "RANK-1")
def test_a_split_pays_those_still_in_by_their_chips() -> None:
    split = PrizeScheme.objects.create(name="Split", kind="split")
    event = session([7000, 5000, 3000], entries=4, scheme=split)
    assert end(event) == [(1, 4667), (2, 3333), (3, 2000), (4, 0)]


@pytest.mark.rule("RANK-2")
def test_half_goes_by_elimination_and_half_by_chips() -> None:
    both = PrizeScheme.objects.create(name="Both", kind="two", shares=[6000, 4000])
    event = session([7000, 5000, 3000], entries=4, scheme=both)
    assert end(event) == [(1, 3000 + 2333), (2, 2000 + 1667), (3, 1000), (4, 0)]


@pytest.mark.rule("RANK-2")
def test_each_ranking_pays_by_a_scheme_of_its_own(client: Client) -> None:
    winners = PrizeScheme.objects.create(name="Three", kind="winners", shares=[5000, 3000, 2000])
    standard = PrizeScheme.objects.create(name="Table", kind="standard")
    both = PrizeScheme.objects.create(
        name="Both", kind="two", elimination_scheme=standard, chips_scheme=winners
    )
    event = session([3000, 7000, 5000], entries=4, scheme=both)
    for language, words in (("en", "1st by chips"), ("it", "1º per chip")):
        client.cookies["django_language"] = language
        page = client.get(reverse("event_sheet", args=[event.pk])).content.decode()
        assert words in page
        assert 'id="standard-table"' in page
    told = client.get(f"/api/tournaments/{event.pk}/").json()["prize_scheme"]
    assert [run["share"] for run in told["chips_places"]] == [2500, 1500, 1000]
    stages.deal_everywhere(event)
    director.step(tournament_id=event.pk, now=AFTER_THE_LEVEL)
    stages.fold_out(event)
    # Half of 100.00 each: Standard pays four entries 50/30/20 as well.
    assert end(event) == [(3, 2000), (1, 5000), (2, 3000), (4, 0)]
    assert books.reconcile().drifts == []


@pytest.mark.rule("RANK-2", "CANCEL-4")
def test_two_rankings_are_cancelled_by_entry_and_chips() -> None:
    winners = PrizeScheme.objects.create(name="Three", kind="winners", shares=[5000, 3000, 2000])
    both = PrizeScheme.objects.create(
        name="Both", kind="two", shares=[6000, 4000], chips_scheme=winners
    )
    event = session([7000, 5000, 3000], entries=4, scheme=both)
    plan = cancellation.preview(tournament_id=event.pk, by=None, now=START)
    assert (plan.rule, plan.total) == ("CANCEL-1", 10000)
    assert [line["amount"] for line in plan.lines] == [2500 + 1167, 2500 + 833, 2500 + 500]


@pytest.mark.rule("RANK-2")
def test_equal_chips_share_a_place_of_the_first_ranking() -> None:
    both = PrizeScheme.objects.create(
        name="Both", kind="two", shares=[6000, 4000], by_elimination=8000
    )
    event = session([5000, 5000], entries=4, scheme=both)
    assert end(event)[:2] == [(1, 4000 + 1000), (1, 4000 + 1000)]


@pytest.mark.slow
@pytest.mark.rule("PAY-SPLIT", "DRAW-2")
def test_a_pot_that_nobody_has_won_counts_in_equal_parts_when_the_session_ends() -> None:
    split = PrizeScheme.objects.create(name="Split", kind="split")
    event = stages.in_play(
        [3000, 2000, 1000], entries=4, buy_in=3000, scheme=split, session_levels=1, game="italian"
    )
    stages.leave_a_pot(event)
    assert sum(events.seats(event).values()) < 6000
    assert end(event) == [(1, 6000), (2, 4000), (3, 2000), (4, 0)]
    assert books.reconcile().drifts == []


@pytest.mark.slow
@pytest.mark.rule("DEAL-MAKE", "DRAW-2")
def test_a_deal_counts_a_pot_that_nobody_has_won_in_equal_parts() -> None:
    event = stages.in_play([3000, 2000, 1000], entries=4, game="italian")
    stages.leave_a_pot(event)
    people = [entry.user_id for entry in event.entries.filter(status="playing")]
    asked: dict[str, Any] = {"tournament_id": event.pk, "user_id": people[0], "now": START}
    deals.ask(**asked)
    deal = deals.propose(**asked, method="chips")
    assert sorted(row["stack"] for row in deal.shares) == [1000, 2000, 3000]
    for user_id in people[1:]:
        deals.answer(deal_id=deal.pk, user_id=user_id, yes=True, now=START)
    event.refresh_from_db()
    assert sum(row["amount"] for row in deal.shares) == event.prize_pool
    director.step(tournament_id=event.pk, now=AFTER_THE_LEVEL)
    event.refresh_from_db()
    assert event.status == Tournament.Status.FINISHED
    assert books.reconcile().drifts == []


@pytest.mark.rule("PAY-SPLIT")
def test_a_hand_begun_in_time_is_played_to_its_end_and_no_other_follows() -> None:
    split = PrizeScheme.objects.create(name="Split", kind="split")
    event = session([7000, 5000, 3000], entries=4, scheme=split)
    stages.deal_everywhere(event)
    director.step(tournament_id=event.pk, now=AFTER_THE_LEVEL)
    event.refresh_from_db()
    assert event.status == Tournament.Status.RUNNING
    stages.fold_out(event)
    assert sum(prize or 0 for _, prize in end(event)) == 10000


@pytest.mark.rule("CANCEL-1", "PAY-SPLIT")
def test_a_split_that_is_cancelled_gives_rights_back_first() -> None:
    split = PrizeScheme.objects.create(name="Split", kind="split")
    event = session([7000, 5000, 3000], entries=4, scheme=split)
    plan = cancellation.preview(tournament_id=event.pk, by=None, now=START)
    assert (plan.rule, plan.total) == ("CANCEL-1", 10000)
    assert [line["amount"] for line in plan.lines] == [2500 + 1167, 2500 + 833, 2500 + 500]


@pytest.mark.slow
@pytest.mark.rule("CANCEL-3", "PAY-SPLIT")
@pytest.mark.parametrize("cancelled", [False, True])
def test_the_books_of_a_session_that_nobody_has_ended_are_read_too(cancelled: bool) -> None:
    both = PrizeScheme.objects.create(name="Both", kind="two", shares=[4000, 3000, 2000, 1000])
    event = session([7000, 5000, 3000], entries=4, scheme=both)
    director.step(tournament_id=event.pk, now=START)
    assert event.entries.exclude(place=None).count() == 1
    if cancelled:
        plan = cancellation.preview(tournament_id=event.pk, by=None, now=START)
        call: dict[str, Any] = {
            "tournament_id": event.pk,
            "digest": plan.digest,
            "by": None,
            "now": START,
        }
        cancellation.execute(**call, reason="Fire.")
    assert books.reconcile().drifts == []
