"""The demo's desk: something of everything that waits for staff, however often it is loaded."""

from collections import Counter

import pytest
from django.utils import timezone

from payouts.models import Payment, PrizeScheme
from payouts.payments import gateway_events
from payouts.reports import reconciliation
from poker_site.demo import hands
from poker_site.demo import room as demo
from tables.models import CashStay, HandPlayer, ImportedHand, SharedHand
from tournaments import nightly
from tournaments.home.models import HomeGame
from tournaments.live_room.verbs import chips
from tournaments.models import Amendment, Tournament
from tournaments.seasons.models import SeasonEvent, SeasonStanding


@pytest.mark.slow
@pytest.mark.django_db
def test_the_demo_has_work_for_its_staff_and_is_loaded_once() -> None:
    for _ in range(2):
        demo.load(bots=0, now=timezone.now())
    states = Counter(Payment.objects.values_list("state", flat=True))
    once = ("held", "second", "refused", "approved", "in_review")
    assert states == {**dict.fromkeys(once, 1), "settled": 2}
    assert [word.said for word in gateway_events.contradictions()] == ["failed"]
    kinds = Amendment.objects.order_by("pk").values_list("change__kind", flat=True)
    assert list(kinds) == ["guarantee", "late"]
    stack = chips.stack_of(Tournament.objects.get(venue="live", home=False))
    assert list(stack.values()) == [8, 8, 2, 8, 2]
    [night] = HomeGame.objects.filter(tournament__venue="live")
    assert night.seats_drawn_at is not None
    assert night.players.count() == 4
    assert PrizeScheme.objects.filter(kind="table").count() == 1
    assert not [*reconciliation.books()]
    lines = SeasonStanding.objects.order_by("place").values_list("user__username", "points")
    league = list(lines.filter(season__club=None))
    # The best three of four evenings, and a point for each: Anna 11 + 8 + 8, Berta 11 + 8 + 6.
    assert league[:2] == [("anna", 27_00), ("berta", 25_00)]
    assert lines.filter(season__club__isnull=False).first() == ("dora", 11_00)
    assert ImportedHand.objects.count() == SharedHand.objects.count() == 1
    assert HandPlayer.objects.filter(user__username="anna").count() == 1
    # Both have left the table of that hand.
    assert not CashStay.objects.filter(
        table__name__startswith=hands.FREE_GAME, closed_at=None
    ).exists()
    assert not [*nightly.wrong_money(SeasonEvent.objects.latest("pk").tournament_id)]
