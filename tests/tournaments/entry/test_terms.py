"""What an event's terms may be."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from core.refusal import Refusal
from tests.tournaments import events
from tests.tournaments.events import START
from tournaments.models import Template
from tournaments.refusals import Code


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
    with pytest.raises(Refusal, match=Code.RE_ENTRIES_TOO_LATE):
        events.scheduled(late_registration_levels=1, re_entries=1, re_entry_levels=2)


@pytest.mark.django_db
@pytest.mark.rule("TRN-2", "RANK-2")
def test_nobody_enters_when_the_session_is_over() -> None:
    with pytest.raises(Refusal, match=Code.LATE_AFTER_SESSION):
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
    assert "out in the same round: a tie" in page
    assert "not allowed" in page
    told = client.get(f"/api/tournaments/{event.pk}/").json()
    assert (told["hand_for_hand"], told["same_hand_ties"], told["deals_allowed"]) == (
        *("jumps", True),
        False,
    )
    one_table = client.get(reverse("tournament", args=[events.sit_and_go().pk])).content.decode()
    assert "out in the same round" not in one_table
