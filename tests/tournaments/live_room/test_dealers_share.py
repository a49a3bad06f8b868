"""What is withheld from the pool of a live event for its dealers (LIVE-14)."""

from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from core.refusal import Refusal
from payouts.bookkeeping import accounts, ledger
from payouts.refusals import MoneyCode
from payouts.rules.guarantees import dealers_part, overlay
from tests.tournaments import events
from tests.tournaments.live_events import Floor, live
from tournaments.entry import scheduling
from tournaments.models import Entry
from tournaments.play.books import reconcile
from tournaments.refusals import EventCode
from tournaments.staff import cancellation

pytestmark = pytest.mark.rule("LIVE-14")


@pytest.mark.parametrize(
    ("collected", "share", "withheld"),
    [(108_00, 300, 3_24), (108_00, 0, 0), (99, 1000, 9), (100, 1000, 10), (1, 1000, 0)],
)
def test_an_odd_cent_of_the_dealers_share_is_the_players(
    collected: int, share: int, withheld: int
) -> None:
    assert dealers_part(collected=collected, share=share) == withheld


@given(st.integers(0, 10**9), st.integers(0, 1000), st.integers(0, 10**9))
def test_prizes_and_share_are_what_players_and_house_put_in(
    collected: int, share: int, guarantee: int
) -> None:
    withheld = dealers_part(collected=collected, share=share)
    prizes = collected - withheld
    added = overlay(collected=prizes, guarantee=guarantee)
    assert 0 <= 10_000 * withheld <= share * collected < 10_000 * (withheld + 1)
    assert prizes + added == max(prizes, guarantee)


def played(floor: Floor) -> Entry:
    """Everybody but one goes out; the winner."""
    floor.step()
    while floor.event.live_count > 1:
        floor.bust([next(iter(floor.stacks()))])
        floor.step()
    return floor.event.entries.get(place=1)


@pytest.mark.middling
@pytest.mark.django_db
@pytest.mark.rule("POOL-2")
@pytest.mark.parametrize(("guarantee", "prizes", "added"), [(0, 52_38, 0), (60_00, 60_00, 7_62)])
def test_the_dealers_have_their_share_and_the_players_all_the_rest(
    guarantee: int, prizes: int, added: int
) -> None:
    floor = Floor(live(dealers_share=300, guarantee=guarantee, live_tables=1), players=6)
    assert ledger.balance(accounts.DEALERS) == 0
    played(floor)
    won = [entry.prize or 0 for entry in floor.event.entries.all()]
    assert (sum(won), floor.event.prize_pool) == (prizes, prizes)
    assert ledger.balance(accounts.DEALERS) == 1_62
    assert ledger.balance(accounts.GUARANTEES) == -added
    assert events.pool(floor.event) == 0
    assert reconcile().drifts == []


@pytest.mark.middling
@pytest.mark.django_db
@pytest.mark.rule("CANCEL-0")
def test_where_everything_is_paid_back_nothing_is_withheld() -> None:
    floor = Floor(live(dealers_share=300, guarantee=120_00), players=12)
    called_off(floor)
    assert [events.wallet(user) for user in floor.users] == [10_00] * 12
    assert ledger.balance(accounts.DEALERS) == ledger.balance(accounts.GUARANTEES) == 0
    assert reconcile().drifts == []


@pytest.mark.middling
@pytest.mark.django_db
@pytest.mark.rule("CANCEL-1")
def test_a_pool_that_is_divided_is_divided_after_the_share() -> None:
    floor = Floor(live(dealers_share=300, guarantee=120_00), players=12)
    floor.step()
    floor.bust([next(iter(floor.stacks()))])
    floor.step()
    called_off(floor)
    assert ledger.balance(accounts.DEALERS) == 3_24
    assert events.pool(floor.event) == 0
    assert reconcile().drifts == []


def called_off(floor: Floor) -> None:
    plan = cancellation.preview(tournament_id=floor.pk, by=None, now=floor.now)
    cancellation.execute(
        tournament_id=floor.pk,
        digest=plan.digest,
        by=None,
        reason="The lights went out.",
        now=floor.now,
    )


@pytest.mark.django_db
def test_an_event_online_has_no_dealers_to_share_with() -> None:
    with pytest.raises(Refusal) as refused:
        events.template(dealers_share=300).check_terms()
    assert refused.value.code == EventCode.DEALERS_SHARE_ONLINE


@pytest.mark.django_db
@pytest.mark.rule("POOL-1")
def test_the_share_is_not_for_prizes() -> None:
    """90 % of the entry go to the pool: of them a tenth leaves 81, with a dearer fee 79."""
    terms: dict[str, Any] = {"venue": "live", "live_tables": 2, "kind": "scheduled"}
    fits = events.template(name="Fits", dealers_share=1000, **terms)
    scheduling.publish(template_id=fits.pk, starts_at=events.START, now=events.START)
    dear = events.template(
        name="Dear", dealers_share=1000, **{**terms, "buy_in": 8_80, "fee": 1_20}
    )
    with pytest.raises(Refusal) as refused:
        scheduling.publish(template_id=dear.pk, starts_at=events.START, now=events.START)
    assert refused.value.code == MoneyCode.PRIZES_BELOW_FLOOR


@pytest.mark.django_db
@pytest.mark.rule("POOL-1", "BOUNTY-1")
def test_the_share_is_not_of_bounties_in_a_re_entry_either() -> None:
    """Of 5.00 to the pool a tenth leaves 4.50, and with a bounty of 3.50 that is 80 %."""
    price: dict[str, Any] = {"buy_in": 5_00, "bounty": 3_50, "fee": 1_50}
    floor = Floor(
        live(dealers_share=1000, re_entries=1, late_registration_levels=1, **price), players=0
    )
    assert floor.event.re_entry_price.right == floor.event.entry_right == 10_00


@pytest.mark.django_db
def test_a_share_of_more_than_a_tenth_is_not_published() -> None:
    """Though without a fee 85 % of the entry would go to prizes."""
    terms: dict[str, Any] = {"venue": "live", "live_tables": 2, "kind": "scheduled", "fee": 0}
    plan = events.template(name="Dear", dealers_share=1500, **terms)
    with pytest.raises(Refusal) as refused:
        scheduling.publish(template_id=plan.pk, starts_at=events.START, now=events.START)
    assert refused.value.code == EventCode.TERMS_DO_NOT_FIT


@pytest.mark.middling
@pytest.mark.django_db
@pytest.mark.rule("INFO-2")
@pytest.mark.parametrize(
    ("language", "says"),
    [("en", ("3%", "€3.24")), ("it", ("3%", "3,24"))],
)
def test_who_sees_the_prizes_sees_the_share(
    client: Client, language: str, says: tuple[str, ...]
) -> None:
    floor = Floor(live(dealers_share=300), players=12)
    floor.step()
    client.cookies["django_language"] = language
    for page in ("", "clock/"):
        shown = client.get(f"/tournaments/{floor.pk}/{page}").content.decode()
        assert {"en": "Withheld for the dealers", "it": "Trattenuto per i mazzieri"}[
            language
        ] in shown
        assert says[1] in shown
    assert client.get(f"/api/tournaments/{floor.pk}/").json()["dealers_share"] == 300
