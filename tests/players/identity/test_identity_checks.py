"""A provider that checks documents (KYC-2): what it is sent, what its answer does, its silence."""

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from core.outside.signed_json import Declined, ServiceLine, Silent
from players import checks
from players.identity import cases, checking, documents, gates
from players.models import Identity, IdentityCheck, IdentityState, IdentityStep, Notice, User
from players.protection import exclusions
from players.provider import service
from players.provider.service import HttpProvider, Lost, ProviderReply, ProviderRequest, Verdict
from players.room_settings import IDENTITY_VALID_DAYS
from players.staff import anonymising
from tests.harness import worlds
from tests.players import sandboxes
from tests.players.identities import identity
from tests.tournaments import events
from tests.tournaments.events import START

pytestmark = [pytest.mark.django_db, pytest.mark.rule("KYC-2")]

SECRET = "shared"
SAID = documents.IdentityStatement("Anna Bianchi", date(1990, 3, 1), "AX1234567")
PDF = b"%PDF-1.7 the secret of the passport\n%%EOF\n"
MATCH = ProviderReply(Verdict.MATCHES, "", None)


class Asked:
    """A provider in memory: what it was sent by token, what it says, and in what order."""

    def __init__(self) -> None:
        self.sent: dict[UUID, ProviderRequest] = {}
        self.calls: list[str] = []
        self.answer: ProviderReply | None = MATCH
        self.error: Exception | None = None
        self.meanwhile: Callable[[], object] = lambda: None

    def send(self, token: UUID, question: ProviderRequest) -> None:
        self._called("send")
        self.sent[token] = question

    def look(self, token: UUID) -> ProviderReply | None:
        self._called("look")
        if token not in self.sent:
            raise Lost
        return self.answer

    def _called(self, what: str) -> None:
        self.calls.append(what)
        meanwhile, self.meanwhile = self.meanwhile, lambda: None
        meanwhile()
        if self.error:
            raise self.error


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Asked:
    settings.IDENTITY_PROVIDER_URL = "http://provider.example"
    settings.IDENTITY_PROVIDER_NAME = "Sure & Sons"
    told = Asked()
    monkeypatch.setattr(service, "connected", lambda: told)
    return told


@pytest.fixture
def anna() -> User:
    [user] = events.players(1, cents=0)
    return user


@pytest.fixture
def carla() -> User:
    return User.objects.create_user("carla", is_staff=True)


def show(user: User, kind: str = "passport", said: documents.IdentityStatement = SAID) -> None:
    documents.send(user_id=user.pk, statement=said, kind=kind, sent=PDF, now=START)


def later(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def run(*seconds: float) -> list[int]:
    """See to what is due at each of these moments."""
    return [checking.see_to_due(now=later(after)) for after in seconds]


def standing(user: User, after: float = 60) -> str:
    return gates.standing(user.pk, now=later(after)).value


def test_a_room_without_a_provider_asks_nobody(anna: User) -> None:
    show(anna)
    assert not IdentityCheck.objects.exists()
    with CaptureQueriesContext(connection) as done:
        assert run(0) == [0]
    assert not done.captured_queries


def test_a_match_verifies_and_is_kept_as_what_did_it(anna: User, asked: Asked) -> None:
    show(anna)
    assert run(0, 1, 5, 6) == [0, 0, 1, 0]
    assert asked.calls == ["send", "look"]
    [question] = asked.sent.values()
    assert question == ProviderRequest(*SAID, "passport", "application/pdf", PDF)
    assert standing(anna) == "verified"
    step = IdentityStep.objects.latest("pk")
    assert (step.before, step.after, step.by, step.why) == ("in_review", "verified", None, "")
    assert step.answer == IdentityCheck.objects.get()
    assert list(Notice.objects.values_list("data", flat=True)) == [{"state": "verified"}]
    assert Identity.objects.get().until == later(5) + timedelta(days=5 * 365)


@pytest.mark.parametrize(
    ("expires", "days", "until"),
    [
        # The document's last day is over at midnight in Rome.
        (date(2027, 7, 1), 1825, datetime(2027, 7, 1, 22, tzinfo=UTC)),
        (date(2027, 7, 1), 0, datetime(2027, 7, 1, 22, tzinfo=UTC)),
        (date(2099, 1, 1), 10, later(5) + timedelta(days=10)),
        # What some say of a document that has no last day.
        (date(9999, 12, 31), 10, later(5) + timedelta(days=10)),
        (date(9999, 12, 31), 0, None),
        (None, 0, None),
    ],
)
def test_a_verification_ends_with_the_document_or_before(
    anna: User, asked: Asked, expires: date | None, days: int, until: datetime | None
) -> None:
    worlds.assume(IDENTITY_VALID_DAYS, days)
    asked.answer = ProviderReply(Verdict.MATCHES, "", expires)
    show(anna)
    run(0, 5)
    assert Identity.objects.get().until == until


@pytest.mark.parametrize(
    ("answer", "left"),
    [
        (ProviderReply(Verdict.DIFFERS, "another face", None), ""),
        (ProviderReply(Verdict.UNSURE, "blurred", None), ""),
        (ProviderReply(Verdict.MATCHES, "", date(2026, 11, 19)), "over"),
        (MATCH, "number"),
    ],
)
def test_anything_but_a_match_is_left_to_people(
    anna: User, carla: User, asked: Asked, answer: ProviderReply, left: str
) -> None:
    if left == "number":
        [other] = events.players(1, prefix="other")
        identity(user_id=other.pk, state=IdentityState.VERIFIED, number="ax1234567", since=START)
    asked.answer = answer
    show(anna)
    assert run(0, 5, 600) == [0, 1, 0]
    check = IdentityCheck.objects.get()
    assert (check.verdict, check.reason, check.left) == (answer.verdict, answer.reason, left)
    assert standing(anna) == "in_review"
    assert cases.refuse(user_id=anna.pk, by=carla.pk, why="looked at it", now=later(700))


def test_a_proof_of_address_is_nobodys_business(anna: User, asked: Asked) -> None:
    show(anna, kind="address")
    assert run(0, 5) == [0, 0]
    assert asked.calls == []


@pytest.mark.middling
def test_while_it_has_no_answer_it_is_asked_less_and_less_often_and_then_no_more(
    anna: User, asked: Asked
) -> None:
    asked.answer = None
    show(anna)
    looked = []
    for seconds in range(0, 3600, 5):
        before = len(asked.calls)
        run(seconds)
        looked += [seconds] if len(asked.calls) > before else []
    assert looked == [0, 5, 15, 35, 75, 155, 315, 635, 1235, 1835, 2435, 3035]
    run(3 * 86_400)
    assert len(asked.calls) == len(looked)
    assert IdentityCheck.objects.get().due_at is None


def test_silence_pauses_all_and_loses_none(anna: User, asked: Asked) -> None:
    [other] = events.players(1, prefix="other")
    show(anna)
    show(other, said=SAID._replace(name="Bruna Neri", number="B2"))
    asked.error = Silent("away")
    run(0, 5, 29)
    assert asked.calls == ["send"]
    run(31, 59)
    assert asked.calls == ["send", "send"]
    assert {check.failure for check in checking.at_provider()} == {"Silent: away"}
    asked.error = None
    run(61, 66, 95, 100, 130)
    assert (standing(anna), standing(other)) == ("verified", "verified")
    assert set(IdentityCheck.objects.values_list("failure", flat=True)) == {""}


def test_what_was_declined_is_a_persons_to_look_at(anna: User, asked: Asked) -> None:
    asked.error = Declined("no such country")
    show(anna)
    run(0, 60, 600)
    assert asked.calls == ["send"]
    assert IdentityCheck.objects.get().failure == "Declined: no such country"
    assert standing(anna) == "in_review"


def test_what_the_provider_has_lost_is_sent_again(anna: User, asked: Asked) -> None:
    show(anna)
    run(0)
    asked.sent.clear()
    run(5, 65, 130)
    assert asked.calls == ["send", "look", "send", "look"]
    assert standing(anna) == "verified"


def test_whoever_dies_while_asking_is_followed_by_another_under_the_same_token(
    anna: User, asked: Asked
) -> None:
    show(anna)
    asked.error = KeyboardInterrupt()  # type: ignore[assignment]  # the process ends here
    with pytest.raises(KeyboardInterrupt):
        run(0)
    asked.error = None
    assert run(30, 61, 75) == [0, 0, 1]
    assert asked.calls == ["send", "send", "look"]
    assert [*asked.sent] == [IdentityCheck.objects.get().token]


def test_two_workers_ask_once(anna: User, asked: Asked) -> None:
    show(anna)
    asked.meanwhile = lambda: run(0)
    run(0)
    assert asked.calls == ["send"]


def test_the_first_answer_stands(anna: User, asked: Asked) -> None:
    """One worker waits for its answer so long that another asks, and hears first."""

    def overtake() -> None:
        run(70)
        asked.answer = ProviderReply(Verdict.DIFFERS, "late", None)

    show(anna)
    run(0)
    asked.meanwhile = overtake
    assert run(5) == [0]
    assert IdentityCheck.objects.get().verdict == "matches"
    assert standing(anna, 71) == "verified"


def decided(anna: User, carla: User) -> None:
    cases.refuse(user_id=anna.pk, by=carla.pk, why="forged", now=START)


def said_otherwise(anna: User, carla: User) -> None:
    show(anna, kind="address", said=SAID._replace(name="Berta Neri"))


def forgotten(anna: User, carla: User) -> None:
    anonymising.forget(user_id=anna.pk, by=carla.pk, why="asked for it", now=START)


MEANWHILE = [(decided, "refused"), (said_otherwise, "in_review"), (forgotten, "in_review")]


@pytest.mark.parametrize(("happens", "stands"), MEANWHILE)
@pytest.mark.parametrize("in_flight", [True, False])
def test_an_answer_that_was_overtaken_verifies_nobody(
    anna: User, carla: User, asked: Asked, happens: Any, stands: str, in_flight: bool
) -> None:
    show(anna)
    run(0)
    if in_flight:
        asked.meanwhile = lambda: happens(anna, carla)
    else:
        happens(anna, carla)
    run(5, 70)
    assert standing(anna, 70) == stands
    assert asked.calls.count("look") == in_flight


def test_who_excludes_themselves_meanwhile_is_known_and_stays_out(anna: User, asked: Asked) -> None:
    show(anna)
    run(0)
    exclusions.exclude(user_id=anna.pk, days=30, now=later(1))
    run(5)
    assert standing(anna) == "verified"
    assert exclusions.excluded_until(user_id=anna.pk, now=later(6))


@pytest.mark.middling
def test_player_and_desk_read_who_checks_and_what_was_said(
    anna: User, asked: Asked, client: Client, admin_client: Client
) -> None:
    client.force_login(anna)
    page = reverse("identity")
    assert "Sure &amp; Sons receives your document" in client.get(page).content.decode()
    show(anna)
    assert "Sure &amp; Sons compares what you sent" in client.get(page).content.decode()
    one = reverse("admin:players_identity_change", args=[anna.pk])
    assert "Sent to the provider, no answer yet" in admin_client.get(one).content.decode()
    today = reverse("admin:index")
    assert "Identities in review" not in admin_client.get(today).content.decode()
    asked.error = Silent("away")
    run(0)
    assert "0 players to check; the provider is silent" in admin_client.get(today).content.decode()
    asked.error, asked.answer = None, ProviderReply(Verdict.UNSURE, "blurred", date(2030, 1, 31))
    run(61, 72)
    told = admin_client.get(one).content.decode()
    assert "unsure (blurred), valid until 31 Jan 2030" in told
    assert "1 player to check" in admin_client.get(today).content.decode()
    asked.answer = MATCH
    show(anna)
    run(80, 90)
    assert "by the provider's answer" in admin_client.get(one).content.decode()


def test_a_provider_without_name_or_secret_is_said_at_the_start(settings: Any) -> None:
    settings.IDENTITY_PROVIDER_URL = "https://provider.example"
    assert [error.id for error in checks.provider_is_whole()] == ["players.E003"]
    settings.IDENTITY_PROVIDER_SECRETS = [SECRET]
    assert [error.id for error in checks.provider_is_whole()] == ["players.E003"]
    settings.IDENTITY_PROVIDER_NAME = "Sure & Sons"
    assert checks.provider_is_whole() == []


@pytest.mark.parametrize(
    "told",
    [
        *({}, [], {"verdict": "perhaps"}, {"verdict": None}, {"verdict": True}),
        {"verdict": "matches", "expires": "soon"},
        {"verdict": "matches", "expires": 20270101},
        {"verdict": "matches", "reason": 7},
    ],
)
def test_what_cannot_be_read_is_no_answer(told: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ServiceLine, "ask", lambda *_, **__: told)
    with pytest.raises(Silent):
        HttpProvider(url="", secret="").look(UUID(int=1))


@pytest.fixture(scope="module")
def sandbox() -> Iterator[str]:
    with sandboxes.running("players.provider.sandbox", secret=SECRET) as url:
        yield url


@pytest.mark.slow
def test_the_sandbox_speaks_as_the_room_reads(sandbox: str, settings: Any) -> None:
    settings.IDENTITY_PROVIDER_URL, settings.IDENTITY_PROVIDER_SECRETS = sandbox, [SECRET]
    settings.IDENTITY_PROVIDER_NAME = "Sandbox"
    line = ServiceLine(url=sandbox, secret=SECRET)
    says = {"verdict": "matches", "reason": "", "expires": "2027-07-01"}
    line.ask("POST", "/control", number="B2", says=says)
    users = events.players(4)
    for user, number in zip(users, ("A1", "B2", "C3-NO", "D4-UNSURE"), strict=True):
        show(user, said=SAID._replace(name=number, number=number))
    for mode, seconds in [("silent", 0), ("broken", 100), ("slow", 200), ("slow", 300)]:
        line.ask("POST", "/mode", mode=mode)
        assert run(seconds) == [0]
    assert run(380) == [0]
    # Lost once, all of them are sent again.
    line.ask("POST", "/mode", mode="forgetful")
    run(500)
    line.ask("POST", "/mode", mode="right")
    run(700)
    assert run(1400) == [4]
    assert [standing(user, 1500) for user in users] == [
        "verified", "verified", "in_review", "in_review"
    ]  # fmt: skip
    ends = Identity.objects.get(pk=users[1].pk).until
    assert ends == datetime(2027, 7, 1, 22, tzinfo=UTC)
    told = line.ask("POST", "/mode", mode="no")
    assert len(told["sent"]) == len({*told["tokens"]}) == 4
    assert len(told["tokens"]) > 4
    [last] = events.players(1, prefix="last")
    show(last)
    run(0)
    assert IdentityCheck.objects.get(document__user=last).failure.startswith("Declined")


@pytest.mark.parametrize(
    ("said", "left"),
    [
        (SAID._replace(name="Bruna Neri", number="ax 1234567"), "number"),
        (SAID._replace(name="anna bianchì", number="B2"), "person"),
    ],
)
def test_a_match_of_somebody_who_has_a_verified_account_is_left_to_people(
    anna: User, asked: Asked, said: documents.IdentityStatement, left: str
) -> None:
    [other] = events.players(1, prefix="other")
    identity(user_id=other.pk, state=IdentityState.VERIFIED, since=START, **said._asdict())
    show(anna)
    run(0, 5)
    assert standing(anna) == "in_review"
    assert IdentityCheck.objects.get().left == left
