"""Mails: written with what they tell, sent by a worker to a real server, and never lost."""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from email.message import Message
from smtplib import SMTPRecipientsRefused
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Message as Handler
from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage, send_mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.types import UserId
from players import checks, tasks
from players.models import Mail, Notice, User
from players.notices import mail, news, preferences
from players.notices.news import News
from poker_site.room_settings import changes
from tests.harness.room import free_port

pytestmark = pytest.mark.django_db

PASSWORD = "three sleepy otters"


class Letterbox(Handler):
    def __init__(self) -> None:
        super().__init__(Message)
        self.received: list[Message] = []

    def handle_message(self, message: Message) -> None:
        self.received.append(message)


@pytest.fixture
def letters(settings: Any) -> Iterator[list[Message]]:
    """What a mail server of the test's own has received."""
    box = Letterbox()
    server = Controller(box, hostname="127.0.0.1", port=free_port())
    settings.EMAIL_BACKEND = "players.notices.mail.Outbox"
    settings.MAIL_SENT_BY = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
    server.start()
    yield box.received
    server.stop()


def link_in(letter: Message) -> str:
    """The way that a letter shows, without the name of the host."""
    text = letter.get_payload(decode=True)
    assert isinstance(text, bytes)
    found = re.search(r"https?://[^/]+(/accounts/\S+)", text.decode())
    assert found is not None
    return found[1]


@pytest.fixture
def anna() -> User:
    return User.objects.create_user("anna", "anna@example.com", "an old password")


def test_whoever_forgot_the_password_gets_a_way_to_a_new_one(
    client: Client, anna: User, letters: list[Message]
) -> None:
    client.post(reverse("account_reset_password"), {"email": "anna@example.com"})
    tasks.send_mails()
    [letter] = letters
    assert (letter["To"], letter["Subject"]) == (
        "anna@example.com",
        "Montepremi: Password Reset Email",
    )
    page = client.get(link_in(letter), follow=True)
    form = page.redirect_chain[-1][0]
    client.post(form, {"password1": PASSWORD, "password2": PASSWORD})
    assert client.login(username="anna", password=PASSWORD)
    assert Mail.objects.get().body == "", "what led into the account is gone from here"


def test_a_new_address_is_confirmed_by_what_was_sent_to_it(
    client: Client, anna: User, letters: list[Message]
) -> None:
    client.force_login(anna)
    client.post(reverse("account_reauthenticate"), {"password": "an old password"})
    client.post(reverse("account_email"), {"email": "new@example.com", "action_add": ""})
    tasks.send_mails()
    letter = next(letter for letter in letters if letter["To"] == "new@example.com")
    client.post(link_in(letter))
    address = anna.emailaddress_set.get(email="new@example.com")  # type: ignore[attr-defined]
    assert address.verified


def ask_for_a_password(client: Client, address: str) -> None:
    client.post(reverse("account_reset_password"), {"email": address})


def add_an_address(client: Client, address: str) -> None:
    client.force_login(User.objects.create_user("bruno"))
    client.post(reverse("account_email"), {"email": address, "action_add": ""})


def sign_up(client: Client, address: str) -> None:
    form = {"username": "berta", "email": address, "password1": PASSWORD, "password2": PASSWORD}
    client.post(reverse("account_signup"), {**form, "of_age": "on"})


# What Django takes for an address, and no mail can be made to: its head would be another one's.
UNSENDABLE = '"a\x0cbcc:eve"@example.com'


@pytest.mark.parametrize(("to", "subject"), [(UNSENDABLE, "x"), ("eve@example.com", "one\ntwo")])
def test_a_mail_that_cannot_be_made_holds_no_other_one_up(
    client: Client, anna: User, letters: list[Message], to: str, subject: str
) -> None:
    now = timezone.now()
    bad = Mail.objects.create(to=to, subject=subject, body="x", written_at=now, due_at=now)
    ask_for_a_password(client, "anna@example.com")
    tasks.send_mails()
    assert [letter["To"] for letter in letters] == ["anna@example.com"]
    bad.refresh_from_db()
    assert (bad.due_at, bad.sent_at, bad.body) == (None, None, "")


@pytest.mark.parametrize("ask", [sign_up, add_an_address])
def test_nobody_gives_an_address_with_signs_that_nobody_sees(
    client: Client, letters: list[Message], ask: Callable[[Client, str], None]
) -> None:
    # One address gets such a mail once in three minutes.
    ask(client, UNSENDABLE.replace("eve", ask.__name__))
    assert not Mail.objects.exists()
    assert not User.objects.filter(username="berta").exists()


# One address gets such a mail once in three minutes: each test has its own.
ACCOUNT_MAILS = [
    ("confirm", sign_up, "berta@{}.example", "berta", "/accounts/confirm-email/"),
    ("confirm", add_an_address, "bruno@{}.example", "bruno", "/accounts/confirm-email/"),
    ("password", ask_for_a_password, "anna@{}.example", "anna", "/accounts/password/reset/key/"),
    ("nobody", ask_for_a_password, "nobody@{}.example", "", "/accounts/signup/"),
]


@pytest.mark.rule("HOUSE-1")
@pytest.mark.parametrize(("kind", "ask", "address", "name", "leads"), ACCOUNT_MAILS)
@pytest.mark.parametrize("language", ["en", "it"])
def test_a_room_writes_the_mails_of_an_account_in_words_of_its_own(
    client: Client,
    anna: User,
    letters: list[Message],
    django_capture_on_commit_callbacks: Any,
    kind: str,
    ask: Callable[[Client, str], None],
    address: str,
    name: str,
    leads: str,
    language: str,
) -> None:
    address = address.format(language)
    User.objects.filter(pk=anna.pk).update(email=f"anna@{language}.example")
    named = "{name}: " if name else ""
    words = {"en": f"{named}go on at {{link}}, {{room}}", "it": f"{named}vai su {{link}}, {{room}}"}
    boss = User.objects.create_superuser("boss")
    now = timezone.now()
    changes.change(key=f"mails.{kind}", new=words, by=UserId(boss.pk), why="Ours", now=now)
    client.cookies["django_language"] = language
    with django_capture_on_commit_callbacks(execute=True):
        ask(client, address)
    tasks.send_mails()
    [letter] = [each for each in letters if each["To"] == address]
    text = letter.get_payload(decode=True)
    assert isinstance(text, bytes)
    room = "http://127.0.0.1:8000"
    begins = (f"{name}: " if name else "") + ("vai su " if language == "it" else "go on at ")
    said = " ".join(text.decode().split())
    assert said.startswith(f"{begins}{room}{leads}")
    assert said.endswith(", Montepremi -- Montepremi")


def test_a_mail_server_that_is_away_holds_nobody_up_and_gets_the_mail_later(
    client: Client, anna: User, letters: list[Message], settings: Any
) -> None:
    port, settings.EMAIL_PORT = settings.EMAIL_PORT, 1
    answer = client.post(reverse("account_reset_password"), {"email": "anna@example.com"})
    assert answer.status_code == 302
    tasks.send_mails()
    waiting = Mail.objects.get()
    assert (waiting.sent_at, waiting.tries) == (None, 1)
    settings.EMAIL_PORT = port
    assert not mail.send_next(now=timezone.now()), "not before its time"
    assert mail.send_next(now=timezone.now() + mail.RETRIES[0])
    assert len(letters) == 1


def test_a_mail_that_is_sent_again_is_the_same_one_and_asks_for_no_answer(
    anna: User, letters: list[Message]
) -> None:
    now = timezone.now()
    row = Mail.objects.create(to="anna@example.com", subject="x", body="x", written_at=now)
    other = Mail.objects.create(to="anna@example.com", subject="x", body="x", written_at=now)
    for each in (row, row, other):
        mail._send(each)
    first, again, another = (letter["Message-ID"] for letter in letters)
    assert first == again != another
    assert {letter["Auto-Submitted"] for letter in letters} == {"auto-generated"}


def test_no_log_names_whom_a_server_refuses(
    anna: User, letters: list[Message], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: Mail) -> None:
        raise SMTPRecipientsRefused({"anna@example.com": (550, b"no such user")})

    said: list[object] = []
    monkeypatch.setattr(mail, "_send", refuse)
    monkeypatch.setattr(mail.log, "warning", lambda *words, **more: said.append((words, more)))
    send_mail("Hello", "x", None, ["anna@example.com"])
    assert mail.send_next(now=timezone.now())
    assert "SMTPRecipientsRefused" in repr(said)
    assert "anna@" not in repr(said)


def test_a_mail_that_nobody_takes_is_given_up_after_the_last_try(
    letters: list[Message], settings: Any
) -> None:
    settings.EMAIL_PORT = 1
    send_mail("Hello", "x", None, ["nobody@example.com"])
    now = timezone.now()
    while mail.send_next(now=now):
        now += timedelta(days=1)
    kept = Mail.objects.get()
    assert (kept.tries, kept.due_at, kept.sent_at) == (len(mail.RETRIES) + 1, None, None)
    assert kept.body == ""


def test_mails_are_forgotten_after_a_month_but_for_those_that_still_wait(
    letters: list[Message],
) -> None:
    now = timezone.now()
    for _ in range(3):
        send_mail("Hello", "x", None, ["anna@example.com"])
    assert [mail.send_next(now=timezone.now()) for _ in range(2)] == [True, True]
    sent, late, waits = Mail.objects.order_by("pk")
    Mail.objects.filter(pk__in=[sent.pk, waits.pk]).update(written_at=now - timedelta(days=31))
    assert tasks.forget_notices() == 1
    assert [*Mail.objects.order_by("pk")] == [late, waits]
    assert mail.forget_old(now=now + timedelta(days=31)) == 1


def test_a_demo_keeps_its_mails_to_be_read_at_the_desk(
    admin_client: Client, anna: User, settings: Any
) -> None:
    settings.EMAIL_BACKEND = "players.notices.mail.Outbox"
    Client().post(reverse("account_reset_password"), {"email": "anna@example.com"})
    kept = Mail.objects.get()
    assert kept.due_at is None
    page = reverse("admin:players_mail_change", args=[kept.pk])
    assert "/accounts/password/reset/key/" in admin_client.get(page).content.decode()
    settings.DEMO = False
    assert "/accounts/password/reset/key/" not in admin_client.get(page).content.decode()


@pytest.mark.parametrize(
    ("demo", "sent_by", "wrong"), [(True, "", 0), (False, "", 1), (False, "smtp", 0)]
)
def test_no_room_but_a_demo_opens_without_a_way_to_send_mails(
    settings: Any, demo: bool, sent_by: str, wrong: int
) -> None:
    settings.DEMO, settings.MAIL_SENT_BY = demo, sent_by
    assert len(checks.mails_go_out()) == wrong


def test_the_account_menu_leads_to_ones_addresses(client: Client, anna: User) -> None:
    client.force_login(anna)
    assert reverse("account_email") in client.get("/").content.decode()
    assert client.get(reverse("account_email")).status_code == 200


def part(letter: Message, kind: str) -> str:
    payload = next(each for each in letter.walk() if each.get_content_type() == kind)
    text = payload.get_payload(decode=True)
    assert isinstance(text, bytes)
    return text.decode()


def test_a_mail_of_a_notice_has_html_and_a_way_to_have_no_more(
    anna: User, letters: list[Message], settings: Any
) -> None:
    EmailAddress.objects.create(user=anna, email=anna.email, verified=True, primary=True)
    preferences.note_language(user_id=UserId(anna.pk), language="it")
    data = {"name": "<b>Evening</b>", "what": "x"}
    item = News(UserId(anna.pk), Notice.Kind.MESSAGE, "m:1", data | {"text": "<i>"}, "/tables/5/")
    preferences.choose(
        user_id=UserId(anna.pk),
        chosen={Notice.Kind.MESSAGE: ["page", "mail"], Notice.Kind.PRIZE: ["mail"]},
        opens_tables=True,
        quiet=(23, 8),
        language="it",
    )
    news.tell([item], now=timezone.now())
    row = Mail.objects.get()
    assert row.html
    assert row.headers
    tasks.send_mails()
    [letter] = letters
    assert letter.get_content_type() == "multipart/alternative"
    html = part(letter, "text/html")
    assert '<html lang="it">' in html
    assert "<b>Evening" not in html
    assert f'href="{settings.PUBLIC_URL}/tables/5/"' in html
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    address = "".join(letter["List-Unsubscribe"].split()).strip("<>")
    assert f'href="{address}"' in html
    row.refresh_from_db()
    assert (row.html, row.headers, row.body) == ("", {}, ""), "what led into an account is gone"
    path = address.removeprefix(settings.PUBLIC_URL)
    stranger = Client(enforce_csrf_checks=True)
    assert stranger.get(path).status_code == 200
    assert preferences.Channel.MAIL in preferences.of(UserId(anna.pk)).chosen[Notice.Kind.MESSAGE]
    # As mail programs send it: no cookie, no token, no browser.
    for _ in range(2):
        assert stranger.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    wish = preferences.of(UserId(anna.pk))
    assert wish.chosen[Notice.Kind.MESSAGE] == {preferences.Channel.PAGE}
    assert preferences.Channel.MAIL in wish.chosen[Notice.Kind.PRIZE]
    assert (wish.quiet_from, wish.quiet_to, wish.language) == (23, 8, "it")
    forged = path.replace(f"{anna.pk}:", f"{anna.pk + 1}:")
    assert stranger.post(forged).status_code == 404
    news.tell([item._replace(key="m:2")], now=timezone.now())
    assert Mail.objects.count() == 1


def test_a_mail_keeps_its_reply_to_and_its_headers(letters: list[Message]) -> None:
    EmailMessage(
        "a", "b", to=["eve@example.com"], reply_to=["x@example.com"], headers={"X-Kind": "c"}
    ).send()
    tasks.send_mails()
    assert (letters[0]["Reply-To"], letters[0]["X-Kind"]) == ("x@example.com", "c")
    assert letters[0].get_content_type() == "text/plain"
