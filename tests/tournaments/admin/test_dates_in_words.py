"""The list of plans says when each recurs, in words."""

from datetime import date

import pytest
from django.utils import translation

from tournaments.admin.dates_in_words import in_words
from tournaments.rules import recurrence


@pytest.mark.parametrize(
    ("rule", "english", "italian"),
    [
        (
            "FREQ=DAILY;BYHOUR=21;BYMINUTE=5;BYSECOND=0",
            "every day at 21:05",
            "ogni giorno alle 21:05",
        ),
        (
            "FREQ=DAILY;BYHOUR=9,21;BYMINUTE=0,30",
            "every day at 09:00, 09:30, 21:00, 21:30",
            "ogni giorno alle 09:00, 09:30, 21:00, 21:30",
        ),
        (recurrence.weekly([4, 1], hour=9, minute=30), "Tue, Fri at 09:30", "Mar, Ven alle 09:30"),
        ("FREQ=HOURLY;BYMINUTE=8,23", "every hour at :08, :23", "ogni ora ai minuti :08, :23"),
        (
            recurrence.ending(recurrence.hourly(5), date(2026, 12, 24)),
            "every hour at :05 until 24 December 2026",
            "ogni ora ai minuti :05 fino al 24 dicembre 2026",
        ),
        ("freq=minutely;interval=5", "every 5 minutes", "ogni 5 minuti"),
    ],
)
def test_what_pages_write_is_said_in_words(rule: str, english: str, italian: str) -> None:
    assert in_words(rule) == english
    with translation.override("it"):
        assert in_words(rule) == italian


@pytest.mark.parametrize(
    "rule",
    [
        "FREQ=MONTHLY;BYMONTHDAY=13;BYHOUR=20",
        "FREQ=DAILY;BYHOUR=21;BYMINUTE=0;BYSECOND=30",
        "FREQ=DAILY;BYHOUR=12,x;BYMINUTE=0",
        "FREQ=DAILY",
        "FREQ=WEEKLY;BYDAY=1MO;BYHOUR=20;BYMINUTE=0",
        "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;BYHOUR=20;BYMINUTE=0",
    ],
)
def test_what_nobody_has_words_for_stands_as_it_is(rule: str) -> None:
    assert in_words(rule) == rule
