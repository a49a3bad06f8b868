"""Players are told once, as they want it, and nobody else is."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone, translation

from core.refusal import Refusal
from core.types import UserId
from players.models import Mail, Notice, User
from players.notices import news, notice_texts, preferences
from players.notices.news import News
from players.notices.preferences import ALWAYS, NEVER, USUAL, Channel, NoticePreferences
from players.protection import exclusions
from tests.tables.rooms import people

Kind = Notice.Kind
NOW = timezone.now
# What each kind's sentence needs.
DATA: dict[str, Any] = {"name": "Evening", "seat": 3, "cents": 1250, "place": 2, "text": "Soon."}
DATA |= {"reason": "refund", "state": "verified", "at": "2026-11-22T20:00:00+00:00"}
DATA |= {"change": "guarantee", "club": "Aces High", "player": "bea", "points": 1250}
DATA |= {"next": "Evening"}


def item(user: User, kind: str = Kind.MOVED, key: str = "moved:1", **more: Any) -> News:
    return News(user.pk, kind, key, DATA, "/tables/5/", **more)


@pytest.fixture
def anna(db: None) -> User:
    return User.objects.create_user("anna")


@pytest.fixture
def browser(anna: User) -> Client:
    client = Client()
    client.force_login(anna)
    return client


def test_a_kind_that_only_the_next_release_knows_is_left_out(anna: User, browser: Client) -> None:
    row = Notice.objects.create(user=anna, kind="later", key="later", data={}, at=NOW())
    assert news.unseen(UserId(anna.pk), now=NOW()) == []
    assert browser.get(reverse("notices")).status_code == 200
    assert Notice.objects.filter(pk=row.pk).exists()


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("kind", Kind)
def test_every_kind_has_words_in_both_languages(kind: Kind, language: str) -> None:
    with translation.override(language):
        told = notice_texts.say(kind, DATA)
        assert told.title
        assert "%" not in told.title + told.text
    with translation.override("it" if language == "en" else "en"):
        assert notice_texts.say(kind, DATA).title != told.title


def test_a_seat_that_is_held_and_a_place_that_is_known_are_said(anna: User) -> None:
    held = notice_texts.say(Kind.SEAT, {**DATA, "until": "2026-11-22T20:00:00+00:00"})
    assert "is held for you until" in held.text
    assert "You finished 2nd" in notice_texts.say(Kind.OUT, DATA).text
    assert "finished" not in notice_texts.say(Kind.OUT, {**DATA, "place": None}).text


def test_an_event_that_starts_soon_is_told_with_its_hour_alone() -> None:
    assert notice_texts.say(Kind.SOON, DATA).text == "Starts at 21:00."


def test_news_are_told_once_and_never_to_bots_or_the_suspended(anna: User) -> None:
    [ben] = people(1, "ben")
    bot = User.objects.create_user("ben.bot")
    shut = User.objects.create_user("shut", is_active=False)
    told = [item(user) for user in (anna, ben, bot, shut)]
    assert news.tell(told, now=NOW()) == 2
    assert news.tell([*told, item(anna, key="moved:2")], now=NOW()) == 1
    assert news.tell([], now=NOW()) == 0


def test_a_whole_field_is_told_in_portions_that_a_statement_can_hold(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(news, "PORTION", 3)
    field = people(7, prefix="field")
    # Somebody is told two things, in two portions.
    told = [item(user) for user in reversed(field)] + [item(anna), item(anna, key="moved:2")]
    with CaptureQueriesContext(connection) as asked:
        assert news.tell(told, now=NOW()) == 9
    stored = [query["sql"] for query in asked if "INSERT INTO players_notice" in query["sql"]]
    assert [sql.count("moved:") for sql in stored] == [3, 3, 3]
    assert news.tell(told, now=NOW()) == 0
    assert Notice.objects.count() == 9


def test_whoever_excluded_themselves_is_called_no_more_but_hears_of_their_money(
    anna: User,
) -> None:
    exclusions.exclude(user_id=anna.pk, days=7, now=NOW())
    assert news.tell([item(anna, Kind.START, "start:1")], now=NOW()) == 0
    assert news.tell([item(anna, Kind.PRIZE, "prize:1")], now=NOW()) == 1


def test_what_is_seen_or_over_is_shown_no_more_and_others_notices_are_left_alone(
    anna: User,
) -> None:
    [ben] = people(1, "ben")
    over = NOW() - timedelta(seconds=1)
    news.tell([item(anna), item(ben), item(anna, key="moved:0", until=over)], now=NOW())
    [shown] = news.unseen(anna.pk, now=NOW())
    assert news.see(user_id=ben.pk, ids=[shown.pk], now=NOW()) == 0
    assert news.see(user_id=anna.pk, ids=[shown.pk], now=NOW()) == 1
    assert news.see(user_id=anna.pk, ids=[shown.pk], now=NOW()) == 0
    assert news.unseen(anna.pk, now=NOW()) == []
    assert len(news.unseen(ben.pk, now=NOW())) == 1
    assert news.forget_old(now=NOW() + timedelta(days=31)) == 3


def test_notices_end_by_their_kind_and_are_deleted_some_days_later(
    anna: User,
) -> None:
    now = NOW()
    kinds = (Kind.MOVED, Kind.OUT, Kind.PRIZE, Kind.AWAY, Kind.ACCOUNT)
    news.tell([item(anna, kind, f"{kind}:1") for kind in kinds], now=now)

    def unread(later: timedelta) -> set[str]:
        return {row.kind for row in news.unseen(anna.pk, now=now + later)}

    assert unread(timedelta(minutes=59)) == {*kinds}
    assert unread(timedelta(hours=2)) == {*kinds} - {Kind.MOVED}
    assert unread(timedelta(days=2)) == {Kind.PRIZE, Kind.AWAY, Kind.ACCOUNT}
    assert unread(timedelta(days=8)) == {Kind.AWAY, Kind.ACCOUNT}, "these last until they are over"
    assert news.forget_old(now=now + timedelta(days=2)) == 0
    assert news.forget_old(now=now + timedelta(days=5)) == 2
    assert news.forget_old(now=now + timedelta(days=31)) == 3


def test_the_page_lists_what_was_told_and_one_press_reads_it_all(
    anna: User, browser: Client
) -> None:
    news.tell([item(anna, Kind.PRIZE, "prize:1")], now=NOW() - timedelta(minutes=5))
    page = browser.get(reverse("notices")).content.decode()
    assert "5\xa0minutes ago" in page
    assert 'class="unread"' in page
    answer = browser.post(reverse("see_notices"), follow=True).content.decode()
    assert "You have won" in answer
    assert 'class="unread"' not in answer
    assert "Mark all as read" not in answer


def test_mail_goes_to_a_confirmed_address_in_the_reader_s_language(
    anna: User, settings: Any
) -> None:
    settings.EMAIL_BACKEND = "players.notices.mail.Outbox"
    news.tell([item(anna, Kind.AWAY, "away:1")], now=NOW())
    assert not Mail.objects.exists()
    EmailAddress.objects.create(user=anna, email="anna@example.org", verified=True, primary=True)
    preferences.note_language(user_id=anna.pk, language="it")
    with translation.override("it"):
        title = notice_texts.say(Kind.AWAY, DATA).title
    news.tell([item(anna, Kind.AWAY, "away:2"), item(anna, Kind.AWAY, "away:2")], now=NOW())
    [mail] = Mail.objects.all()
    assert (mail.to, mail.subject) == ("anna@example.org", title)


@pytest.mark.parametrize(
    ("quiet", "hour", "silent"),
    [
        ((23, 8), 22, False),
        ((23, 8), 23, True),
        ((23, 8), 7, True),
        ((23, 8), 8, False),
        ((13, 15), 14, True),
        ((13, 15), 15, False),
        ((None, None), 3, False),
    ],
)
def test_nothing_rings_in_quiet_hours(
    quiet: tuple[int | None, int | None], hour: int, silent: bool
) -> None:
    # Rome is one hour ahead of UTC in winter.
    now = datetime(2026, 1, 15, (hour - 1) % 24, 30, tzinfo=UTC)
    wish = NoticePreferences(quiet_from=quiet[0], quiet_to=quiet[1])
    assert wish.takes(Kind.START, Channel.SOUND, now=now) != silent
    assert wish.takes(Kind.START, Channel.PUSH, now=now) != silent
    assert wish.takes(Kind.START, Channel.PAGE, now=now)


def test_the_grid_is_what_one_has_chosen(anna: User, browser: Client) -> None:
    page = browser.get(reverse("notices")).content.decode()
    assert browser.cookies["sessionid"].value not in page
    assert 'data-here=""' in page
    # Besides: the hours of quiet, this device, and the box of the dialog that asks before money.
    assert page.count('type="checkbox"') == len(Kind) * len(Channel) - len(NEVER) + 3
    sent = {"moved": ["push"], "prize": ["page", "mail"], "quiet": "on"}
    sent |= {"quiet_from": "23", "quiet_to": "7"}
    answer = browser.post(reverse("choose_notices"), sent)
    assert answer.status_code == 302
    wish = preferences.of(anna.pk)
    assert wish.chosen[Kind.MOVED] == {Channel.PUSH}
    assert wish.chosen[Kind.PRIZE] == {Channel.PAGE, Channel.MAIL}
    assert wish.chosen[Kind.START] == frozenset()
    assert wish.chosen[Kind.TURN] == {channel for _, channel in ALWAYS}
    assert (wish.opens_tables, wish.quiet_from, wish.quiet_to) == (False, 23, 7)
    page = browser.get(reverse("notices")).content.decode()
    assert 'id="moved-push" checked' in page.replace("  ", " ")
    browser.post(reverse("choose_notices"), {**sent, "quiet_to": "99", "moved": ["page"]})
    assert preferences.of(anna.pk).chosen[Kind.MOVED] == {Channel.PUSH}


@pytest.mark.parametrize(
    ("chosen", "quiet", "code"),
    [
        ({"moved": ["pigeon"]}, None, "NO_SUCH_NOTICE"),
        ({"rain": ["page"]}, None, "NO_SUCH_NOTICE"),
        ({}, (0, 24), "NO_SUCH_HOUR"),
        ({}, (-1, 3), "NO_SUCH_HOUR"),
    ],
)
def test_what_there_is_not_cannot_be_chosen(
    anna: User, chosen: dict[str, list[str]], quiet: tuple[int, int] | None, code: str
) -> None:
    with pytest.raises(Refusal) as refused:
        preferences.choose(
            user_id=anna.pk, chosen=chosen, opens_tables=True, quiet=quiet, language="en"
        )
    assert refused.value.code == code
    assert preferences.of(anna.pk).chosen == USUAL


def test_the_api_tells_the_same(anna: User, browser: Client) -> None:
    news.tell([item(anna)], now=NOW())
    [told] = browser.get(reverse("api_notices")).json()["results"]
    assert (told["kind"], told["url"], told["seen_at"]) == ("moved", "/tables/5/", None)
    assert told["title"] == notice_texts.say(Kind.MOVED, DATA).title
    seen = reverse("api_notices_seen")
    assert (
        browser.post(seen, {"ids": [told["id"]]}, content_type="application/json").status_code
        == 204
    )
    assert news.unseen(anna.pk, now=NOW()) == []
    settings = browser.get(reverse("api_notice_settings")).json()
    assert settings["channels"]["moved"] == ["page"]
    settings["channels"]["moved"] = []
    settings |= {"opens_tables": False, "quiet_from": 22, "quiet_to": 6}
    answer = browser.put(reverse("api_notice_settings"), settings, content_type="application/json")
    assert answer.json() == settings
    settings["quiet_to"] = None
    answer = browser.put(reverse("api_notice_settings"), settings, content_type="application/json")
    assert answer.status_code == 400
    assert Client().get(reverse("api_notices")).status_code == 403
