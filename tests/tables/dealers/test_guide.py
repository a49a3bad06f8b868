"""The dealer's guide at the desk: from what happened to the steps, and onto the record."""

from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import Group
from django.db import DatabaseError, transaction
from django.test import Client

from players.models import User
from tables.dealers import kinds, recording
from tables.engine.physical import MendingStep, MistakeOutcome
from tables.models import DealingError

pytestmark = pytest.mark.django_db

GUIDE, REPORT = "/admin/tables/dealingerror/add/", "/admin/tables/dealingerror/report/"
NOW = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)


def desk(group: str = "floor") -> Client:
    user = User.objects.create_user(group, is_staff=True)
    user.groups.add(Group.objects.get(name=group))
    client = Client()
    client.force_login(user)
    return client


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.rule("LIVE-BOARD")
def test_the_guide_says_that_the_common_cards_are_announced() -> None:
    page = text(desk(), GUIDE)
    assert "must say so before releasing their cards" in page
    assert "/rules/LIVE-BOARD/" in page or "LIVE-BOARD" in page


def test_every_kind_has_its_guide_and_every_step_and_outcome_its_words() -> None:
    assert [*kinds.GUIDES] == DealingError.Kind.values
    assert [*kinds.STEPS] == [*MendingStep]
    assert [*kinds.VERDICTS] == [*MistakeOutcome]
    assert {*DealingError.Outcome.values} == {outcome.value for outcome in MistakeOutcome}


@pytest.mark.rule("DLR-2")
def test_the_floor_is_led_from_the_mistake_to_the_steps_and_the_record() -> None:
    floor = desk()
    assert "kind=exposed&amp;ask=1" in text(floor, GUIDE)
    asked = text(floor, f"{GUIDE}?kind=exposed&ask=1")
    assert "how many cards" in asked.lower()
    assert "Put it on record" not in asked
    ruled = text(floor, f"{GUIDE}?kind=exposed&count=1")
    assert "The hand continues" in ruled
    assert "/rules/DLR-2/" in ruled
    assert "it is the next burn" in ruled
    assert "Seat and chips" not in ruled  # nothing is put back
    said = {"key": str(uuid4()), "table": "Table 3", "hand_no": 12, "dealer": "Rosa", "note": ""}
    for _twice in range(2):
        answer = floor.post(f"{GUIDE}?kind=exposed&count=1", said)
        assert answer.status_code == 302
    kept = DealingError.objects.get()
    assert (kept.rule, kept.outcome, kept.dealer, kept.hand_no) == ("DLR-2", "play_on", "Rosa", 12)
    assert kept.facts == {"count": 1, "very_first": False, "substantial": False}
    assert "Rosa" in text(floor, "/admin/tables/dealingerror/")


@pytest.mark.rule("DLR-1")
def test_a_misdeal_keeps_the_stacks_that_were_put_back() -> None:
    floor = desk()
    address = f"{GUIDE}?kind=exposed&count=1&very_first=on"
    said = {"key": str(uuid4()), "table": "7", "dealer": "Ugo", "stacks": "1: 12500, 4 = 9800"}
    assert floor.post(address, said).status_code == 302
    kept = DealingError.objects.get()
    assert (kept.rule, kept.outcome) == ("DLR-1", "misdeal")
    assert kept.stacks == {"1": 12500, "4": 9800}


@pytest.mark.parametrize("stacks", ["seat one", "1: 5, 1: 6", "1:-5", "1: 5; 2: 6"])
def test_stacks_that_nobody_can_read_are_refused_in_words(stacks: str) -> None:
    floor = desk()
    said = {"key": str(uuid4()), "table": "7", "dealer": "Ugo", "stacks": stacks}
    page = floor.post(f"{GUIDE}?kind=fouled", said).content.decode()
    assert "is not a seat and its chips" in page
    assert not DealingError.objects.exists()


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ("kind=nothing", 404),
        ("kind=exposed&count=nine", 200),
        ("kind=exposed&count=-1", 200),
        ("kind=too_soon&street=preflop", 200),
    ],
)
def test_an_address_that_somebody_made_up_is_no_trouble(asked: str, status: int) -> None:
    answer = desk().get(f"{GUIDE}?{asked}")
    assert answer.status_code == status
    assert b"Put it on record" not in answer.content


def test_only_the_floor_records_and_the_auditor_reads() -> None:
    cashier, auditor = desk("cashier"), desk("auditor")
    assert cashier.get(GUIDE).status_code == cashier.get(REPORT).status_code == 403
    assert auditor.get(GUIDE).status_code == 403
    assert auditor.post(f"{GUIDE}?kind=fouled", {"dealer": "Ugo"}).status_code == 403
    assert text(auditor, REPORT)


def keep(dealer: str, kind: str, *, at: datetime = NOW, key: UUID | None = None) -> None:
    facts = {"count": 1, "very_first": False, "street": "flop"}
    by = User.objects.get_or_create(username="chief")[0].pk
    recording.record(
        kind=kind,
        facts=facts,
        table="1",
        hand_no=None,
        dealer=dealer,
        stacks={},
        note="",
        by=by,
        key=key or uuid4(),
        now=at,
    )


def test_mistakes_are_added_up_by_dealer_and_by_kind() -> None:
    keep("Rosa", "exposed")
    keep("Rosa", "too_soon")
    keep("Ugo", "exposed", at=NOW - timedelta(days=40))
    keep("Ada", "fouled")
    lines = recording.by_dealer(since=NOW - timedelta(days=30))
    assert [(line.dealer, line.total) for line in lines] == [("Rosa", 2), ("Ada", 1)]
    assert lines[0].counts == (1, 0, 0, 1, 0, 0, 0)


@pytest.mark.parametrize("days", ["30", "365", "0", "x", "²", "9" * 5000])
def test_the_report_takes_any_period_or_its_own(days: str) -> None:
    keep("Rosa", "fouled", at=datetime.now(tz=UTC))
    assert "Rosa" in text(desk(), f"{REPORT}?days={days}")


def test_what_is_on_record_stays() -> None:
    keep("Rosa", "fouled")
    with pytest.raises(DatabaseError), transaction.atomic():
        DealingError.objects.update(dealer="Ugo")
    with pytest.raises(DatabaseError), transaction.atomic():
        DealingError.objects.all().delete()
