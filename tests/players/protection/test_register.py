"""An exclusion register (PLAY-6): what it is told, what its word shuts, and its silence."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from core.outside.signed_json import Declined, ServiceLine, Silent
from core.refusal import Refusal
from players import access, checks, signals
from players.access import Activity
from players.models import IdentityState, RegisterAnswer, User
from players.protection import exclusions
from players.protection.register import queries, service
from players.protection.register.service import FOR_EVER, HttpRegister, RegisterReply
from players.staff import anonymising
from tests.players import sandboxes
from tests.players.identities import identity
from tests.tournaments import events
from tests.tournaments.events import START

pytestmark = [pytest.mark.django_db, pytest.mark.rule("PLAY-6")]

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
SECRET, KEY = "shared", "pepper"


class Told:
    """A register in memory: who is in it until when; ``error`` instead of an answer."""

    def __init__(self) -> None:
        self.until: dict[str, datetime] = {}
        self.asked: list[list[str]] = []
        self.error: Exception | None = None
        self.meanwhile: Callable[[], object] = lambda: None

    def ask(self, *, marks: list[str]) -> RegisterReply:
        self.asked.append(marks)
        ends = [self.until[mark] for mark in marks if mark in self.until]
        meanwhile, self.meanwhile = self.meanwhile, lambda: None
        meanwhile()
        if self.error:
            raise self.error
        return RegisterReply(max(ends, default=None))


@pytest.fixture
def register(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Told:
    settings.EXCLUSIONS_URL, settings.EXCLUSIONS_KEY = "http://register.example", KEY
    told = Told()
    monkeypatch.setattr(service, "connected", lambda: told)
    return told


@pytest.fixture
def anna() -> User:
    [user] = events.players(1)
    EmailAddress.objects.create(user=user, email="Anna@example.com", verified=True, primary=True)
    return user


def of_mail() -> str:
    return queries.mark("mail", "anna@example.com")


def shut(anna: User, what: Activity, now: datetime = START) -> str:
    try:
        access.check(user_id=anna.pk, what=what, now=now)
    except Refusal as refusal:
        return str(refusal)
    return ""


def ask(anna: User, now: datetime = START) -> bool:
    return queries.ask(user_id=anna.pk, now=now)


def test_a_room_without_a_register_asks_nobody_and_shuts_nothing(anna: User) -> None:
    with CaptureQueriesContext(connection) as done:
        queries.refresh(user_id=anna.pk, now=START)
    assert not done.captured_queries
    assert (queries.ask_due(now=START), shut(anna, Activity.PLAY)) == (0, "")


def test_the_register_is_told_marks_of_what_was_proved_and_no_word(
    anna: User, register: Told
) -> None:
    EmailAddress.objects.create(user=anna, email="claimed@example.com", verified=False)
    identity(user_id=anna.pk, since=START, number="rss nna-80", state="asked")
    ask(anna)
    identity(user_id=anna.pk, since=START, state=IdentityState.VERIFIED)
    ask(anna, START + HOUR)
    both = sorted([of_mail(), queries.mark("number", "RSSNNA80")])
    assert register.asked == [[of_mail()], both]


def test_who_is_in_it_is_out_of_play_at_once_and_may_withdraw_until_the_register_lifts_it(
    anna: User, register: Told
) -> None:
    barred: list[int] = []

    def note(*, user_id: int, **_: object) -> None:
        barred.append(user_id)

    signals.barred.connect(note)
    register.until[of_mail()] = FOR_EVER
    assert ask(anna)
    ask(anna, START + HOUR)
    signals.barred.disconnect(note)
    assert barred == [anna.pk]
    said = [shut(anna, what, START + HOUR) for what in Activity]
    assert said == ["", *["EXCLUDED_BY_REGISTER"] * 3]
    visitor = access.visitor(anna, "none")
    away = access.turned_away([visitor], now=START + HOUR)
    assert away[visitor].code == "EXCLUDED_BY_REGISTER"
    assert exclusions.is_registered(user_id=anna.pk, now=START + HOUR)
    register.until.clear()
    ask(anna, START + 2 * HOUR)
    assert shut(anna, Activity.PLAY, START + 2 * HOUR) == ""


def test_an_exclusion_that_the_register_gave_an_end_is_over_then(
    anna: User, register: Told
) -> None:
    register.until[of_mail()] = START + HOUR
    ask(anna)
    assert shut(anna, Activity.PLAY, START + HOUR - timedelta(seconds=1)) == "EXCLUDED_BY_REGISTER"
    assert shut(anna, Activity.PLAY, START + HOUR) == ""


def test_another_address_does_not_lift_an_exclusion(anna: User, register: Told) -> None:
    register.until[of_mail()] = FOR_EVER
    ask(anna)
    EmailAddress.objects.filter(user=anna).update(email="new@example.com")
    ask(anna, START + HOUR)
    assert shut(anna, Activity.PLAY, START + HOUR) == "EXCLUDED_BY_REGISTER"


def test_the_last_answer_counts_for_hours_and_silence_shuts_only_what_is_new(
    anna: User, register: Told
) -> None:
    assert shut(anna, Activity.PAY_IN) == "EXCLUSION_REGISTER_UNASKED"
    register.error = Silent("away")
    assert not ask(anna)
    assert shut(anna, Activity.PAY_IN) == "EXCLUSION_REGISTER_SILENT"
    register.error = None
    ask(anna, START + HOUR)
    register.error = Declined("who are you?")
    ask(anna, START + 2 * HOUR)
    assert shut(anna, Activity.PLAY, START + 25 * HOUR - timedelta(seconds=1)) == ""
    late = START + 25 * HOUR
    assert [shut(anna, what, late) for what in Activity] == [
        "", "EXCLUSION_REGISTER_SILENT", "EXCLUSION_REGISTER_SILENT", ""
    ]  # fmt: skip
    visitor = access.visitor(anna, "none")
    assert access.turned_away([visitor], now=late)[visitor].code == "SIGNED_OUT"


def test_silence_never_lifts_an_exclusion(anna: User, register: Told) -> None:
    register.until[of_mail()] = FOR_EVER
    ask(anna)
    register.error = Silent("away")
    ask(anna, START + DAY)
    assert shut(anna, Activity.PLAY, START + 9 * DAY) == "EXCLUDED_BY_REGISTER"


def test_an_answer_that_was_overtaken_says_nothing(anna: User, register: Told) -> None:
    """The first question's answer, "not excluded", comes after the second's, "excluded"."""

    def overtake() -> None:
        register.until[of_mail()] = FOR_EVER
        ask(anna, START + timedelta(seconds=1))

    register.meanwhile = overtake
    assert not ask(anna)
    assert shut(anna, Activity.PLAY, START + HOUR) == "EXCLUDED_BY_REGISTER"


def test_an_answer_about_less_than_is_known_by_now_says_nothing(anna: User, register: Told) -> None:
    def learn() -> None:
        RegisterAnswer.objects.update(marks=[of_mail(), "x"])

    register.meanwhile = learn
    assert not ask(anna)
    assert shut(anna, Activity.PLAY) == "EXCLUSION_REGISTER_SILENT"


def test_a_silent_register_is_left_alone_for_a_while(anna: User, register: Told) -> None:
    register.error = Silent("away")
    for seconds in (0, 1, 29, 31):
        queries.refresh(user_id=anna.pk, now=START + timedelta(seconds=seconds))
    assert len(register.asked) == 2
    register.error = None
    for minutes in (2, 3, 16, 18):
        queries.refresh(user_id=anna.pk, now=START + timedelta(minutes=minutes))
    assert len(register.asked) == 4


def test_whoever_is_signed_in_is_asked_about_again_before_the_answer_is_too_old(
    anna: User, register: Told, client: Client
) -> None:
    now = timezone.now()
    assert queries.ask_due(now=now) == 0
    client.force_login(anna)
    key = client.session.session_key
    UserSession.objects.create(user=anna, session_key=key, ip="203.0.113.9", user_agent="x")
    assert [queries.ask_due(now=now + wait) for wait in (HOUR, HOUR * 6, HOUR * 7)] == [1, 0, 1]


def test_signing_in_and_paying_in_ask(anna: User, register: Told, client: Client) -> None:
    anna.set_password("a long password 1")
    anna.save()
    login = {"login": anna.username, "password": "a long password 1"}
    assert client.post(reverse("account_login"), login).status_code == 302
    assert len(register.asked) == 1
    RegisterAnswer.objects.update(asked_at=timezone.now() - HOUR)
    register.until[of_mail()] = FOR_EVER
    money = {"amount": "20", "key": "6a1f4a34-7c43-4f3c-9c0a-0c6a3b2f1d11"}
    client.post(reverse("pay_in"), money)
    assert len(register.asked) == 2
    page = client.get(reverse("limits")).content.decode()
    assert "exclusion register" in page


def test_who_is_made_nameless_leaves_no_mark_behind(register: Told) -> None:
    anna = User.objects.create_user("nobody")
    EmailAddress.objects.create(user=anna, email="anna@example.com", verified=True)
    register.until[of_mail()] = FOR_EVER
    ask(anna)
    carla = User.objects.create_user("carla", is_staff=True)
    anonymising.forget(user_id=anna.pk, by=carla.pk, why="Asked for it", now=START)
    assert not RegisterAnswer.objects.exists()
    assert not ask(anna)


@pytest.mark.rule("STAFF-12")
def test_a_merged_account_is_known_by_the_marks_of_both(anna: User, register: Told) -> None:
    [kept] = events.players(1, prefix="kept")
    register.until[of_mail()] = FOR_EVER
    ask(anna)
    queries.take_over(user_id=kept.pk, other_id=anna.pk, now=START)
    assert shut(kept, Activity.PLAY) == "EXCLUDED_BY_REGISTER"
    ask(kept, START + HOUR)
    assert register.asked[-1] == [of_mail()]
    register.until.clear()
    ask(kept, START + 2 * HOUR)
    assert shut(kept, Activity.PLAY, START + 2 * HOUR) == ""


@pytest.fixture(scope="module")
def sandbox() -> Iterator[str]:
    with sandboxes.running("players.protection.register.sandbox", secret=SECRET) as url:
        yield url


@pytest.mark.slow
def test_the_sandbox_speaks_as_the_room_reads(sandbox: str, settings: Any, anna: User) -> None:
    settings.EXCLUSIONS_URL, settings.EXCLUSIONS_SECRETS = sandbox, [SECRET]
    settings.EXCLUSIONS_KEY = KEY
    line = ServiceLine(url=sandbox, secret=SECRET)
    steps: list[tuple[dict[str, Any], str]] = [
        ({"excluded": False, "until": None}, ""),
        ({"excluded": True, "until": None}, "EXCLUDED_BY_REGISTER"),
        ({"excluded": False, "until": None}, ""),
        ({"excluded": True, "until": "2027-01-01T00:00:00+01:00"}, "EXCLUDED_BY_REGISTER"),
    ]
    for number, (said, expected) in enumerate(steps):
        line.ask("POST", "/control", mark=of_mail(), **said)
        now = START + timedelta(minutes=number)
        assert ask(anna, now)
        assert shut(anna, Activity.PLAY, now) == expected
    assert RegisterAnswer.objects.get().until == datetime(2026, 12, 31, 23, tzinfo=UTC)
    for mode in ("silent", "broken", "no"):
        line.ask("POST", "/mode", mode=mode)
        assert not ask(anna, START + HOUR)
    assert "anna" not in str(line.ask("POST", "/mode", mode="right"))


@pytest.mark.parametrize(
    "told",
    [
        *({}, [], {"excluded": "no"}, {"excluded": 0}, {"excluded": None}),
        {"excluded": False, "until": "2027-01-01T00:00:00Z"},
        {"excluded": True, "until": "soon"},
        {"excluded": True, "until": "2027-01-01T00:00:00"},
    ],
)
def test_what_cannot_be_read_is_no_answer(told: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ServiceLine, "ask", lambda *_, **__: told)
    with pytest.raises(Silent):
        HttpRegister(url="", secret="").ask(marks=[])


@pytest.mark.middling
def test_today_says_when_the_register_is_silent(
    anna: User, register: Told, admin_client: Client
) -> None:
    ask(anna)
    page = reverse("admin:index")
    assert "answers; last" in admin_client.get(page).content.decode()
    register.error = Silent("away")
    ask(anna, START + HOUR)
    assert "silent; last answer" in admin_client.get(page).content.decode()
    listed = admin_client.get(reverse("admin:players_registeranswer_changelist"))
    assert "Silent: away" in listed.content.decode()


def test_a_register_without_its_secret_is_said_at_the_start(settings: Any) -> None:
    settings.EXCLUSIONS_URL = "https://register.example"
    assert [error.id for error in checks.register_is_whole()] == ["players.E002"]
    settings.EXCLUSIONS_SECRETS, settings.EXCLUSIONS_KEY = [SECRET], KEY
    assert checks.register_is_whole() == []
