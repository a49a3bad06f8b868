"""What a plan says about play reaches the tables of its events."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from tables.models import Hand, HandEvent
from tests.tournaments import events
from tests.tournaments.events import START
from tournaments import director, registration, scheduling
from tournaments.models import Level, Template, Tournament
from tournaments.rules import clock

pytestmark = pytest.mark.django_db


def started(plan: Template) -> Tournament:
    """An event of the plan, full, with its first hands dealt."""
    event = scheduling.publish(template_id=plan.pk, now=START)
    for user in events.players(plan.max_entries):
        registration.register(tournament_id=event.pk, user_id=user.pk, now=START)
    director.step(tournament_id=event.pk, now=START)
    event.refresh_from_db()
    return event


def told(hand: Hand, *kinds: str) -> list[dict[str, Any]]:
    payloads = HandEvent.objects.filter(hand=hand).order_by("seq").values_list("payload", flat=True)
    return [event for event in payloads if event["e"] in kinds]


def big_blind_ante(**terms: Any) -> Template:
    plan = events.template(rows=[(600, 25, 50, 50), (600, 50, 100, 10)], **terms)
    plan.levels.filter(position=1).update(big_blind_ante=True)
    return plan


@pytest.mark.rule("BLIND-2", "TRN-1")
def test_the_big_blind_antes_for_all_in_the_levels_that_say_so(client: Client) -> None:
    event = started(big_blind_ante(max_entries=3, min_entries=3))
    hand = Hand.objects.get()
    big_blind = hand.positions["big_blind"]
    assert [(post["seat"], post["amount"]) for post in told(hand, "ante")] == [(big_blind, 50)]
    page = client.get(reverse("tournament", args=[event.pk])).content.decode()
    assert page.count("BB ante") == 2  # on the clock, and at one of two levels
    assert "BB ante" in client.get(reverse("wall", args=[event.pk])).content.decode()


@pytest.mark.rule("BLIND-2")
def test_a_schedule_stored_before_there_were_big_blind_antes_still_reads() -> None:
    stored = clock.Level(60, 10, 20, 5).to_json()
    del stored["big_blind_ante"]
    assert clock.schedule([stored]) == (clock.Level(60, 10, 20, 5),)


@pytest.mark.rule("BLIND-2")
@pytest.mark.parametrize(
    ("game", "ante", "refused"),
    [("nlhe", 50, None), ("nlhe", 0, "ante"), ("italian", 50, "big_blind_ante")],
)
def test_a_big_blind_ante_needs_an_ante_and_a_big_blind(
    game: str, ante: int, refused: str | None
) -> None:
    plan = events.template(game=game)
    level = Level(template=plan, position=9, seconds=60, ante=ante, big_blind_ante=True)
    if refused is None:
        level.full_clean()
    else:
        with pytest.raises(ValidationError) as caught:
            level.full_clean()
        assert list(caught.value.message_dict) == [refused]
