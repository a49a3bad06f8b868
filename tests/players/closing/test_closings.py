"""A player closes the account: what stands against it, the days to think, what goes and stays."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core import mail as django_mail
from django.db import transaction
from django.test import Client
from django.urls import reverse

from core import room_clock
from core.refusal import Refusal
from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.wallets import wallet
from players import known_browsers, tasks
from players.chat.models import ChatLine
from players.closing import closings, obstacles
from players.contacts import friends, keeping
from players.contacts.models import Contact
from players.models import (
    AccountClosing,
    Forgotten,
    FormerName,
    Guest,
    Login,
    Mail,
    Merge,
    Notice,
    PushDevice,
    SelfExclusion,
    User,
)
from players.notices import mail
from players.protection import exclusions
from players.sign_in import guests
from players.staff import suspensions
from tests.tables.rooms import people
from tests.tournaments.events import START

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse battery"
ANNA = "anna@example.com"
OVER = START + closings.COOLING_OFF


@pytest.fixture(autouse=True)
def _mails_wait(settings: Any) -> None:
    settings.EMAIL_BACKEND = "players.notices.mail.Outbox"
    settings.MAIL_SENT_BY = "a mail server"


@pytest.fixture
def anna() -> User:
    user = User.objects.create_user("anna", ANNA, PASSWORD)
    EmailAddress.objects.create(user=user, email=ANNA, verified=True, primary=True)
    return user


def me(user: User) -> UserId:
    return UserId(user.pk)


def ask(user: User, *, now: Any = START) -> AccountClosing:
    return closings.ask(user_id=me(user), now=now)


def refused(verb: Callable[..., Any], **values: Any) -> str:
    with pytest.raises(Refusal) as caught:
        verb(**values)
    return str(caught.value)


def sign_in(client: Client, name: str = "anna") -> Any:
    return client.post(reverse("account_login"), {"login": name, "password": PASSWORD})


def mailed() -> list[str]:
    return list(Mail.objects.order_by("pk").values_list("body", flat=True))


@pytest.mark.rule("ACCOUNT-6")
def test_an_account_closes_after_seven_days_and_not_before(client: Client, anna: User) -> None:
    sign_in(client)
    assert Session.objects.exists()
    closing = ask(anna)
    assert ask(anna) == closing
    assert not Session.objects.exists()
    assert not UserSession.objects.filter(user=anna).exists()
    assert closings.see_to_due(now=OVER - timedelta(seconds=1)) == 0
    assert closings.see_to_due(now=OVER) == 1
    assert closings.see_to_due(now=OVER) == 0
    anna.refresh_from_db()
    assert (anna.username, anna.is_active, anna.email) == (f"~{anna.pk}", False, "")
    closing.refresh_from_db()
    assert closing.erased_at == OVER
    assert Forgotten.objects.get(user=anna).by == anna
    assert not AccountClosing.objects.filter(due_at__isnull=False).exists()
    # Its address is free for a new account.
    assert not EmailAddress.objects.filter(email=ANNA).exists()
    [last] = Mail.objects.filter(to=ANNA)
    assert "deleted" in last.body


@pytest.mark.rule("ACCOUNT-6")
def test_a_mail_server_that_is_away_delays_no_closing_and_gets_the_last_mail_later(
    anna: User, settings: Any
) -> None:
    settings.MAIL_SENT_BY = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    ask(anna)
    Mail.objects.all().delete()
    assert closings.see_to_due(now=OVER) == 1
    assert Forgotten.objects.filter(user=anna).exists()
    assert mail.send_next(now=room_clock.now())
    [waiting] = Mail.objects.filter(to=ANNA)
    assert (waiting.sent_at, waiting.tries) == (None, 1)
    settings.MAIL_SENT_BY = "django.core.mail.backends.locmem.EmailBackend"
    assert mail.send_next(now=room_clock.now() + mail.RETRIES[0])
    assert [letter.to for letter in django_mail.outbox] == [[ANNA]]


@pytest.mark.rule("ACCOUNT-6")
def test_a_closing_that_is_rolled_back_tells_nothing(anna: User) -> None:
    ask(anna)
    asked = mailed()
    with transaction.atomic():
        closings.see_to_due(now=OVER)
        assert mailed() != asked
        transaction.set_rollback(True)
    assert mailed() == asked
    assert not mail.send_next(now=START)
    assert User.objects.filter(username="anna").exists()


@pytest.mark.rule("ACCOUNT-6")
def test_a_sign_in_cancels_the_closing_and_it_can_be_asked_for_again(
    client: Client, anna: User
) -> None:
    now = room_clock.now()
    ask(anna, now=now)
    page = client.post(
        reverse("account_login"), {"login": "anna", "password": PASSWORD}, follow=True
    )
    assert "your account stays open" in page.content.decode()
    assert closings.standing(me(anna)) is None
    assert closings.see_to_due(now=now + closings.COOLING_OFF) == 0
    assert User.objects.get(username="anna").is_active
    told = Notice.objects.filter(user=anna).order_by("pk")
    assert [row.data["account"] for row in told] == ["closing_asked", "closing_cancelled"]
    assert len(mailed()) == 2
    ask(anna, now=now)
    assert AccountClosing.objects.filter(user=anna).count() == 2


@pytest.mark.rule("ACCOUNT-6")
def test_money_stands_against_it_when_it_is_asked_and_when_it_is_due(anna: User) -> None:
    wallet.deposit(user_id=anna.pk, amount=1000, key="counter:1", now=START)
    [held] = obstacles.of(me(anna), now=START)
    assert ("10.00" in held.text, held.url) == (True, reverse("wallet"))
    assert refused(ask, user=anna) == "CLOSING_TOO_EARLY"
    wallet.withdraw(user_id=anna.pk, amount=1000, key="counter:2", now=START)
    closing = ask(anna)
    # A payment that the bank has sent back comes in meanwhile.
    wallet.deposit(user_id=anna.pk, amount=5, key="counter:3", now=START)
    assert closings.see_to_due(now=OVER) == 1
    closing.refresh_from_db()
    assert (closing.stopped, closing.erased_at) == ("CLOSING_TOO_EARLY", None)
    assert closing.cancelled_at == OVER
    anna.refresh_from_db()
    assert anna.username == "anna"
    assert "holds something of yours again" in mailed()[-1]


@pytest.mark.rule("ACCOUNT-6")
def test_guests_and_staff_do_not_close_their_account_so(anna: User) -> None:
    [bea] = people(1)
    Guest.objects.create(user=bea, made_at=START)
    assert refused(ask, user=bea) == "CLOSING_NEEDS_ACCOUNT"
    anna.is_staff = True
    anna.save()
    assert refused(ask, user=anna) == "CLOSING_OF_STAFF"


@pytest.mark.rule("ACCOUNT-6")
def test_staff_who_were_appointed_meanwhile_keep_the_account(anna: User) -> None:
    closing = ask(anna)
    User.objects.filter(pk=anna.pk).update(is_staff=True)
    closings.see_to_due(now=OVER)
    closing.refresh_from_db()
    assert closing.stopped == "CLOSING_OF_STAFF"
    assert not Forgotten.objects.exists()


@pytest.mark.rule("ACCOUNT-6")
def test_the_page_asks_for_a_proof_and_signs_out(client: Client, anna: User) -> None:
    client.force_login(anna)
    page = reverse("close_account")
    assert "I want to close my account" in client.get(page).content.decode()
    ask_page = reverse("ask_to_close_account")
    assert "reauthenticate" in client.post(ask_page, {"sure": "on"})["Location"]
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD, "next": page})
    assert not AccountClosing.objects.exists()
    assert client.post(ask_page)["Location"] == page
    assert not AccountClosing.objects.exists()
    answer = client.post(ask_page, {"sure": "on"}, follow=True)
    assert "Your account closes on" in answer.content.decode()
    assert not answer.wsgi_request.user.is_authenticated
    assert AccountClosing.objects.get().user == anna
    assert tasks.close_accounts() == 0


@pytest.mark.rule("ACCOUNT-7")
def test_what_others_wrote_and_what_reaches_the_player_goes_and_the_books_stay(anna: User) -> None:
    [bea] = people(1)
    wallet.deposit(user_id=anna.pk, amount=1000, key="counter:1", now=START)
    wallet.withdraw(user_id=anna.pk, amount=1000, key="counter:2", now=START)
    keeping.write_note(owner_id=me(bea), other_id=me(anna), note="bluffs", colour="red")
    keeping.write_note(owner_id=me(anna), other_id=me(bea), note="folds", colour="red")
    friends.follow(owner_id=me(anna), other_id=me(bea), now=START)
    ChatLine.objects.create(user=anna, channel="table:1", text="hello", at=START, key="1")
    FormerName.objects.create(user=anna, name="ann", until=START)
    Login.objects.create(user=anna, name="anna", at=START, outcome=Login.Outcome.DONE)
    PushDevice.objects.create(
        user=anna, endpoint="https://push.example/1", p256dh="a", auth="b", made_at=START
    )
    ask(anna)
    closings.see_to_due(now=OVER)
    gone: list[Any] = [Contact, ChatLine, FormerName, Login, PushDevice, Notice]
    assert [kind for kind in gone if kind.objects.filter(pk__gt=0).exists()] == []
    # The ledger keeps both transfers, of a number.
    assert anna.wallet.name == f"player:{anna.pk}"
    assert ledger.statement(accounts.player(me(anna))).count() == 2


@pytest.mark.rule("ACCOUNT-7")
def test_nobody_opens_a_closed_account_again(anna: User) -> None:
    staff = User.objects.create_user("floor", is_superuser=True, is_staff=True)
    exclusions.exclude(user_id=me(anna), days=30, now=START)
    ask(anna)
    closings.see_to_due(now=OVER)
    lift = {"user_id": me(anna), "by": staff.pk, "why": "asked", "now": OVER}
    assert refused(suspensions.lift, **lift) == "ACCOUNT_CLOSED"
    closings.see_to_due(now=START + timedelta(days=30))
    assert refused(suspensions.lift, **lift) == "ACCOUNT_CLOSED"


@pytest.mark.rule("ACCOUNT-8")
def test_an_excluded_account_shuts_and_is_erased_when_the_exclusion_is_over(
    client: Client, anna: User
) -> None:
    until = exclusions.exclude(user_id=me(anna), days=30, now=START)
    closing = ask(anna)
    for _ in range(2):
        closings.see_to_due(now=OVER)
    closing.refresh_from_db()
    assert (closing.shut_at, closing.erased_at, closing.due_at) == (OVER, None, until)
    anna.refresh_from_db()
    # Nobody signs in, and the name and the address are taken.
    assert (anna.username, anna.is_active) == ("anna", False)
    assert EmailAddress.objects.filter(email=ANNA).exists()
    page = sign_in(client)
    assert (page.status_code, "This account is closed" in page.content.decode()) == (403, True)
    assert "until your exclusion is over" in mailed()[-1]
    assert closings.see_to_due(now=until - timedelta(seconds=1)) == 0
    assert closings.see_to_due(now=until) == 1
    closing.refresh_from_db()
    assert closing.erased_at == until
    assert SelfExclusion.objects.filter(user=anna).exists()
    assert not EmailAddress.objects.exists()


@pytest.mark.rule("ACCOUNT-8")
def test_no_new_account_in_the_browser_of_an_excluded_player(client: Client, anna: User) -> None:
    now = room_clock.now()
    client.cookies[known_browsers.COOKIE] = known_browsers.remember(None, "anna")
    exclusions.exclude(user_id=me(anna), days=30, now=now)
    ask(anna, now=now)
    closings.see_to_due(now=now + closings.COOLING_OFF)
    form = {
        "username": "annie",
        "password1": PASSWORD,
        "password2": PASSWORD,
        "of_age": "on",
        "terms_read": "",
    }
    page = client.post(reverse("account_signup"), form)
    assert "No new account can be made in this browser" in page.content.decode()
    assert not User.objects.filter(username="annie").exists()
    make = {"of_age": True, "known_as": ["anna"], "now": now}
    assert refused(guests.make, **make) == "SUSPENDED"
    # Elsewhere, and after the exclusion, the room knows of nothing.
    Client().post(reverse("account_signup"), form)
    assert User.objects.filter(username="annie").exists()


@pytest.mark.rule("ACCOUNT-7")
def test_an_account_that_took_over_another_one_closes_too(anna: User) -> None:
    [bea] = people(1)
    one, two = (User.objects.create_user(name, is_staff=True) for name in ("flo", "gio"))
    merge = Merge.objects.create(user=anna, other=bea, why="same", given_by=one, given_at=START)
    done = {"status": Merge.Status.DONE, "decided_by": two, "decided_at": START}
    Merge.objects.filter(pk=merge.pk).update(**done)
    ask(anna)
    closings.see_to_due(now=OVER)
    names = User.objects.filter(pk__in=(anna.pk, bea.pk)).order_by("pk")
    assert list(names.values_list("username", flat=True)) == [f"~{anna.pk}", f"~{bea.pk}"]
