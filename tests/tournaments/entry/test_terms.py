"""What an event's terms may be."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from core.refusal import Refusal
from core.sentences import say
from tests.tournaments import events
from tests.tournaments.events import START
from tournaments.entry.scheduling import open_lobbies
from tournaments.models import Template, Tournament
from tournaments.refusals import EventCode


@pytest.mark.rule("TIME-1", "TIME-2")
@pytest.mark.parametrize(
    ("field", "within", "beyond"),
    [("action_seconds", (10, 120), (9, 121)), ("bank_seconds", (0, 120), (-1, 121))],
)
def test_clocks_have_bounds(field: str, within: tuple[int, ...], beyond: tuple[int, ...]) -> None:
    def refused(seconds: int) -> bool:
        with pytest.raises(ValidationError) as caught:  # other fields are empty
            Template(**{field: seconds}).clean_fields()
        return field in caught.value.message_dict

    assert [seconds for seconds in (*within, *beyond) if refused(seconds)] == list(beyond)


@pytest.mark.django_db
@pytest.mark.rule("TRN-2")
@pytest.mark.parametrize(
    ("terms", "field"),
    [
        ({"re_entry_levels": 1}, "re_entry_levels"),
        ({"re_entries": 1, "re_entry_levels": 3}, "re_entry_levels"),
        ({"rebuy_most_stack": 3000}, "rebuy_most_stack"),
        ({"re_entries": 1, "re_entry_levels": 2}, None),
    ],
)
def test_windows_fit_each_other(terms: dict[str, Any], field: str | None) -> None:
    plan = events.template(late_registration_levels=2, **terms)
    if field is None:
        plan.clean()
        return
    with pytest.raises(ValidationError) as caught:
        plan.clean()
    assert list(caught.value.message_dict) == [field]


@pytest.mark.django_db
@pytest.mark.rule("TRN-2")
def test_re_entries_after_late_registration_are_not_published() -> None:
    with pytest.raises(Refusal, match=EventCode.RE_ENTRIES_TOO_LATE):
        events.scheduled(late_registration_levels=1, re_entries=1, re_entry_levels=2)


@pytest.mark.django_db
@pytest.mark.rule("TRN-2", "RANK-2")
def test_nobody_enters_when_the_session_is_over() -> None:
    with pytest.raises(Refusal, match=EventCode.LATE_AFTER_SESSION):
        events.scheduled(late_registration_levels=2, session_levels=1)
    event = events.scheduled(late_registration_levels=2, re_entries=1)
    # One that was published before this was refused.
    event.started_at, event.session_levels = START, 1
    for minutes, is_open in ((1, True), (2, False)):
        now = START + timedelta(minutes=minutes)
        assert event.may_still_enter(now) == event.re_entries_open(now) == is_open


@pytest.mark.django_db
@pytest.mark.rule("TRN-4")
def test_players_read_how_hand_for_hand_ranks_and_whether_deals_are_made(client: Client) -> None:
    event = events.scheduled(hand_for_hand="jumps", same_hand_ties=True, deals_allowed=False)
    page = client.get(reverse("tournament", args=[event.pk])).content.decode()
    assert "at every pay jump" in page
    assert "eliminated in the same round: a tie" in page
    assert "not allowed" in page
    told = client.get(f"/api/tournaments/{event.pk}/").json()
    assert (told["hand_for_hand"], told["same_hand_ties"], told["deals_allowed"]) == (
        *("jumps", True),
        False,
    )
    one_table = client.get(reverse("tournament", args=[events.sit_and_go().pk])).content.decode()
    assert "eliminated in the same round" not in one_table


@pytest.mark.django_db
@pytest.mark.rule("TIME-1", "TIME-2", "TRN-2", "OUT-1")
@pytest.mark.parametrize(
    ("terms", "said"),
    [
        ({"action_seconds": 9}, "“Action time, s” cannot be published: Ensure this value"),
        ({"action_seconds": 121}, "“Action time, s” cannot be published: Ensure this value"),
        ({"bank_seconds": 121}, "“Time bank, s” cannot be published"),
        ({"rebuys": 1, "rebuy_levels": 1}, "Enter the chips of a rebuy."),
        ({"check_in_minutes": 5}, "Only a tournament with a date has a check-in."),
        ({"game": "nlo", "seats_per_table": 10}, "This game can have at most 9 seats."),
    ],
)
def test_terms_that_the_form_refuses_are_not_published_by_anybody(
    terms: dict[str, Any], said: str
) -> None:
    with pytest.raises(Refusal, match=EventCode.TERMS_DO_NOT_FIT) as refused:
        events.sit_and_go(**terms)
    assert said in say(refused.value)
    assert not Tournament.objects.exists()


@pytest.mark.django_db
@pytest.mark.rule("TRN-1", "INFO-4")
@pytest.mark.parametrize("chips", [9_000, 100])
def test_a_plan_whose_re_entry_brings_another_stack_is_not_published(chips: int) -> None:
    again: dict[str, Any] = {"late_registration_levels": 1, "re_entries": 1}
    with pytest.raises(Refusal, match=EventCode.RE_ENTRY_STACK):
        events.scheduled(**again, re_entry_chips=chips)
    event = events.scheduled(**again, re_entry_chips=1500, name="Same")
    assert event.re_entry_price.chips == event.starting_stack


@pytest.mark.django_db
@pytest.mark.rule("INFO-4", "SNG-1")
def test_a_plan_with_uneven_blinds_is_not_published_and_keeps_no_other_closed() -> None:
    events.template(rows=[(60, 30, 400, 0)])
    good = events.template(name="Even")
    assert [event.template for event in open_lobbies(now=START)] == [good]


@pytest.mark.django_db
def test_a_form_says_what_lasts_longer_than_its_session() -> None:
    with pytest.raises(ValidationError) as caught:
        events.template(late_registration_levels=2, session_levels=1).clean()
    assert list(caught.value.message_dict) == ["session_levels"]
