"""Revenue by mail: when it is due, what it says, and that each address gets it once."""

from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.utils.translation import gettext as _
from django.utils.translation import override

from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.ledger import Leg, Reason
from payouts.reports import by_mail
from payouts.room_settings import REPORT_EVERY, REPORT_TO
from players.models import Mail
from players.room_settings import LANGUAGES

pytestmark = pytest.mark.rule("STAFF-11")


@pytest.mark.parametrize(
    ("every", "today", "span"),
    [
        ("never", date(2027, 3, 1), None),
        ("day", date(2027, 3, 1), (date(2027, 2, 28), date(2027, 2, 28))),
        # The first of March 2027 is a Monday.
        ("week", date(2027, 3, 1), (date(2027, 2, 22), date(2027, 2, 28))),
        ("week", date(2027, 3, 2), None),
        ("month", date(2027, 3, 1), (date(2027, 2, 1), date(2027, 2, 28))),
        ("month", date(2027, 3, 2), None),
    ],
)
def test_it_is_about_the_day_week_or_month_before(every: str, today: date, span: object) -> None:
    assert by_mail.due(every, today) == span


@pytest.mark.django_db
def test_a_room_that_speaks_italian_alone_writes_its_figures_in_it(monkeypatch: Any) -> None:
    kept = {REPORT_EVERY.key: "day", REPORT_TO.key: ["a@example.com"], LANGUAGES.key: ["it"]}
    monkeypatch.setattr("core.settings.registry.values", lambda: kept)
    assert by_mail.send(now=datetime(2027, 4, 1, 3, 30, tzinfo=UTC)) == 1
    with override("it"):
        assert _("No money moved.") in Mail.objects.get().body
        assert _("No money moved.") != "No money moved."


@pytest.mark.django_db
def test_each_address_reads_the_figures_of_rome_s_day_once(monkeypatch: Any) -> None:
    kept = {REPORT_EVERY.key: "day", REPORT_TO.key: ["a@example.com", "b@example.com"]}
    monkeypatch.setattr("core.settings.registry.values", lambda: kept)
    # Rome's last of March begins and ends at ten in the evening.
    for day, hour, cents in ((30, 21, 1_00), (30, 22, 2_50), (31, 21, 5_00), (31, 22, 9_00)):
        at = datetime(2027, 3, day, hour, 30, tzinfo=UTC)
        legs = [Leg(accounts.OUTSIDE, accounts.FEES, cents, Reason.FEE)]
        ledger.post(legs, key=f"fee:{day}:{hour}", now=at)
    night, morning = (datetime(2027, 4, 1, hour, 30, tzinfo=UTC) for hour in (2, 3))
    assert by_mail.send(now=night) == 0
    assert [by_mail.send(now=morning) for _ in range(2)] == [2, 0]
    mail = Mail.objects.get(to="b@example.com")
    assert mail.subject == "Revenue of 31 Mar 2027"
    assert "Fees: €7.50 (before: €1.00)" in mail.body
    assert "Rake" not in mail.body
