"""What counts as reading the clock of the day."""

from collections.abc import Callable

import pytest
import time_machine
from django.db import connection
from django.utils import timezone

from players.models import User
from tests.harness import day_clock
from tests.tournaments.events import START

pytestmark = [pytest.mark.django_db, pytest.mark.today]


def ask(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def held() -> None:
    with time_machine.travel(START):
        timezone.now()


@pytest.mark.parametrize(
    ("deed", "reads"),
    [
        (timezone.now, True),
        (timezone.localdate, True),
        (User._meta.get_field("date_joined").get_default, True),
        (lambda: ask("SELECT now()"), True),
        (lambda: ask("SELECT 1"), False),
        (held, False),
    ],
)
def test_a_test_reads_the_clock_of_the_day_unless_it_holds_the_hour(
    deed: Callable[[], object], reads: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(day_clock, "_reads", False)
    deed()
    assert day_clock._reads is reads


def test_the_list_names_modules_that_are_there() -> None:
    listed = day_clock.LIST.read_text().splitlines()
    assert listed == sorted(set(listed))
    assert [name for name in listed if not (day_clock.ROOT / name).is_file()] == []
