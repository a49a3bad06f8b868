"""A language is data: with one more in the settings, all that people read is in it."""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import allauth
import pytest
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core.context import request_context
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, override
from pytest_django import Settings

from core import sentences
from core.formats import ordinal
from core.types import UserId
from payouts.reports import by_mail
from payouts.room_settings import REPORT_EVERY, REPORT_TO
from players.models import Mail, Notice, PushDevice, User
from players.notices import account_changes, news, preferences, web_push
from players.notices import notice_texts as say
from players.notices.news import News
from players.pages.account_adapter import LINKS
from poker_site.opening import state
from poker_site.people import joining
from poker_site.rulebook import reading
from tests.browser import every_page
from tests.harness import pseudo_locale
from tests.poker_site import walk
from tests.tournaments import events
from tests.tournaments.events import START
from tournaments.entry import registration
from tournaments.saved import calendars

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

# Names: of the product, of its games, of what this room offers, of languages in themselves.
NAMES = re.compile(
    r"Montepremi|VeloX 3 seats|VeloX|Strobe NL10|With cards|Turbo( · table 1)?|Express|Evening"
    # The desk shows the name of a home game as it is stored.
    r"|Guest (Bea|Carlo)|Home game \d( · #\d)?"
    r"|Open Hand History|PokerStars"
    r"|Aces High|Play fair\.|(EN|EO), \w+|first two|auditor|cashier|floor"
)
# What the desk shows as it is stored: addresses, causes of transfers, JSON; and truths in a list,
# drawn as a tick by unfold, which spells them for no reader.
STORED = re.compile(
    r"[\w/-]*/[\w/-]*|\w+:\S+|\S+@\S+|\"\w+( \w+)*\"|true|false|True|False|null|JSON|hand"
)
# Columns of allauth's second factors, which no catalogue has.
THEIRS = re.compile(r"User|Type|Created at|Last used at|manage\.py verify_hand \S+\.json")


# What stands in mails, calendars and answers of the test's own: a name, an address, a product.
OWN = re.compile(r"\S+@\S+|https?://\S+|Montepremi|Xavqa|Qopx( · \S+ \d+)?")
MAILS_OF_ACCOUNTS = sorted(
    path.relative_to(folder).as_posix().removesuffix("_subject.txt")
    for folder in [Path(allauth.__file__).parent / "templates"]
    for app in ("account", "mfa")
    for path in (folder / app / "email").glob("*_subject.txt")
)


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, set[str]]:
    """The folder of the language that is added here, and the plain words of our texts."""
    folder = tmp_path_factory.mktemp("locale")
    return folder, pseudo_locale.write(folder)


@pytest.fixture
def words(settings: Settings, catalogue: tuple[Path, set[str]]) -> set[str]:
    """The plain words of our texts, which nothing in the added language may have."""
    folder, plain = catalogue
    settings.LOCALE_PATHS = [folder, *settings.LOCALE_PATHS]
    settings.LANGUAGES = [*settings.LANGUAGES, (pseudo_locale.CODE, "Esperanto")]
    return plain


@pytest.fixture
def anna(words: set[str], settings: Settings) -> User:
    """A player who reads that language, in a room that speaks it; every notice is mailed."""
    settings.LANGUAGE_CODE = pseudo_locale.CODE
    [user] = events.players(1, prefix="Xavqa")
    EmailAddress.objects.create(user=user, email="xavqa@example.com", verified=True, primary=True)
    preferences.choose(
        user_id=UserId(user.pk),
        chosen={kind: ["mail"] for kind in Notice.Kind},
        opens_tables=True,
        quiet=None,
        language=pseudo_locale.CODE,
    )
    return user


def leaks(texts: Iterable[str], words: set[str]) -> dict[str, list[str]]:
    """The plain words by their text."""
    found = {text: pseudo_locale.leaks(text, words, names=OWN) for text in texts}
    return {text: plain for text, plain in found.items() if plain}


def test_every_page_is_in_a_language_that_is_added(words: set[str]) -> None:
    leaks: dict[str, str] = {}
    for reader in every_page.make_room():
        for page in every_page.pages_of(reader, language=pseudo_locale.CODE, most=1):
            for text in pseudo_locale.plain(page.document, words):
                if not STORED.fullmatch(text) and not THEIRS.fullmatch(text):
                    leaks.setdefault(text, page.path)
    named = {text for text in leaks if not pseudo_locale.has(NAMES.sub(" ", text), words)}
    assert {text: path for text, path in leaks.items() if text not in named} == {}


def test_refusals_places_and_the_book_are_in_it_too(words: set[str]) -> None:
    with override(pseudo_locale.CODE):
        said = [gettext(code.sentence) for code in sentences._declared.values()]
        assert [text for text in said if pseudo_locale.has(text, words)] == []
        assert ordinal(3) == "[!! 3ťĥ !!]"
        # A language without a book of its own reads the original.
        assert reading.language() == "en"


def notices() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every kind of notice, with every word that can be filled into it."""
    at = "2026-11-22T20:00:00+00:00"
    data: dict[str, Any] = {"name": "Qopx", "seat": 3, "cents": 1250, "place": 2, "text": "Qopx"}
    data |= {
        "at": at,
        "level": 2,
        "length": "2",
        "count": 3,
        "points": 1250,
        "next": "Qopx",
        "bounties": 5,
        "what": "Qopx",
        "club": "Qopx",
        "player": "Qopx",
    }
    filled = {"change": say.CHANGES, "reason": say.REASONS, "state": say.STATES}
    for kind in Notice.Kind:
        yield kind, {**data, "change": "start", "reason": "refund", "state": "asked"}
    for field, choices in {**filled, "account": say.ACCOUNT_CHANGES}.items():
        of = {"change": "amended", "reason": "balance", "state": "identity"}.get(field, "account")
        yield from ((of, {**data, field: choice}) for choice in choices)
    yield "seat", {**data, "until": at}
    for play_money in (True, False):
        yield "out", {**data, "given_up": "Qopx", "play_money": play_money}


def test_every_notice_is_in_it_on_pages_by_mail_and_as_a_push(anna: User, words: set[str]) -> None:
    told = [
        News(UserId(anna.pk), kind, f"k{no}", data, "/")
        for no, (kind, data) in enumerate(notices())
    ]
    assert news.tell(told, now=START) == len(told)
    device = PushDevice(user=anna, language=pseudo_locale.CODE)
    pushes = [json.loads(web_push.payload(row, device)) for row in Notice.objects.all()]
    assert leaks((f"{push['title']}\n{push['text']}" for push in pushes), words) == {}
    letters = cast("list[EmailMultiAlternatives]", mail.outbox)
    assert len(letters) > 30
    assert leaks((f"{letter.subject}\n{letter.body}" for letter in letters), words) == {}
    pages = {str(letter.alternatives[0][0]) for letter in letters}
    assert [text for page in pages for text in pseudo_locale.plain(page, words)] == []


def test_every_mail_of_accounts_and_to_the_staff_is_in_it(
    anna: User, words: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    chief = User.objects.create_superuser("Xavqa", "xavqa@example.com")
    by, now = UserId(chief.pk), START
    reports = {REPORT_EVERY.key: "day", REPORT_TO.key: ["xavqa@example.com"]}
    request = RequestFactory().get("/")
    with override(pseudo_locale.CODE), request_context(request):
        account_changes.tell(user_id=UserId(anna.pk), change="iban", what="Qopx", url="", now=now)
        state.send_test(owner=chief)
        joining.invite(mail="qopx@example.com", roles=["owner"], by=by, now=now)
        context: dict[str, Any] = dict.fromkeys(LINKS, "https://room.example")
        context |= {"user": anna, "code": "Q7X", "current_site": SimpleNamespace(), "ip": "::1"}
        context |= {"timestamp": now, "user_agent": "Qopx", "from_email": "", "to_email": ""}
        context |= {"deleted_email": "q@example.com", "email": "q@example.com", "key": "q"}
        for prefix in MAILS_OF_ACCOUNTS:
            get_adapter().send_mail(prefix, "xavqa@example.com", context)
    monkeypatch.setattr("core.settings.registry.values", lambda: reports)
    assert by_mail.send(now=datetime(2026, 11, 21, 4, 30, tzinfo=UTC)) == 1
    letters = [f"{letter.subject}\n{letter.body}" for letter in mail.outbox]
    letters += [f"{letter.subject}\n{letter.body}" for letter in Mail.objects.all()]
    assert len(letters) == len(MAILS_OF_ACCOUNTS) + 4
    assert leaks(letters, words) == {}


# What a calendar's reader sees of it.
READ_IN_CALENDARS = re.compile(r"^(?:SUMMARY|DESCRIPTION|X-WR-CALNAME):(.*)", re.MULTILINE)


def test_calendars_the_app_and_words_for_scripts_are_in_it(anna: User, words: set[str]) -> None:
    client = Client(headers={"Accept-Language": pseudo_locale.CODE})
    client.force_login(anna)
    event = events.scheduled(starts_at=timezone.now() + timedelta(days=1), name="Qopx")
    registration.register(tournament_id=event.pk, user_id=UserId(anna.pk), now=START)
    addresses = [
        reverse("event_ics", args=[event.pk]),
        reverse("calendar", args=[calendars.renew(user_id=UserId(anna.pk))]),
    ]
    dates = [client.get(address).content.decode().replace("\r\n ", "") for address in addresses]
    lines = [line for text in dates for line in READ_IN_CALENDARS.findall(text)]
    assert len(lines) == 6
    app = client.get(reverse("manifest")).json()
    named = [app["name"], app["description"], *(each["name"] for each in app["shortcuts"])]
    with override(pseudo_locale.CODE):
        scripts = [
            render_to_string(f"tables/{name}", {"cash": cash, "words": "all"})
            for name in ("words.html", "parts/many_words.html", "verify_words.html")
            for cash in (True, False)
        ]
    assert leaks([*lines, *named], words) == {}
    assert [text for page in scripts for text in pseudo_locale.plain(page, words)] == []


def test_what_the_api_says_to_a_person_is_in_it(anna: User, words: set[str]) -> None:
    client = Client(headers={"Accept-Language": pseudo_locale.CODE})
    client.force_login(anna)
    said: set[str] = set()
    for page in walk.pages():
        if page.route.startswith("api/") and "schema" not in page.route:
            address = page.address(defaultdict(lambda: "0"))
            for body in ({}, {"amount": -1, "kind": "x", "key": "", "users": [0]}):
                for way in page.methods:
                    ask = getattr(client, way)
                    given = {} if way == "get" else {"content_type": "application/json"}
                    said |= {*_sentences(ask(address, data=body, **given))}
    assert len(said) > 10
    assert leaks(said, words) == {}


def _sentences(answer: Any) -> Iterator[str]:
    """What a refusal says, of the whole and of each field."""
    if answer.status_code >= 400 and answer["Content-Type"] == "application/json":
        refusal = answer.json()
        yield refusal["message"]
        yield from (str(text) for texts in refusal.get("fields", {}).values() for text in texts)
