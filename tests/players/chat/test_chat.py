"""Chat in a channel: who speaks, what a line may hold, who sees it, and how staff decide."""

from datetime import timedelta
from typing import Any

import pytest

from core.refusal import Refusal
from core.types import UserId
from players import room_settings
from players.chat import moderation, reading, speaking
from players.chat.models import ChatLine, ChatReport, ChatSanction
from players.chat.moderation import Kind, Verdict
from players.contacts import keeping
from players.models import Guest, Notice, User
from players.protection import exclusions
from players.staff import anonymising, merging, player_file, suspensions
from poker_site.room_settings import changes
from tests.players.chat.setting import CHANNEL, corner, said
from tests.tables.rooms import people
from tests.tournaments.events import START

pytestmark = pytest.mark.django_db


def refused(code: str, user: User, text: str = "hello", **more: object) -> None:
    with pytest.raises(Refusal, match=f"^{code}$"):
        said(user, text, **more)  # type: ignore[arg-type]


def lines(reader: User) -> list[str]:
    view = reading.read(channel=CHANNEL, user_id=UserId(reader.pk), now=START)
    return [line.said for line in view.lines]


def boss() -> UserId:
    owner = User.objects.create(username="boss", is_staff=True, is_superuser=True)
    return UserId(owner.pk)


@pytest.mark.rule("CHAT-1")
def test_a_line_is_stored_once_and_told_to_all() -> None:
    anna, bea = people(2)
    place = corner(anna, bea)
    line = said(anna, "  ciao\u202e a tutti ", key="the-same-key")
    assert said(anna, "ciao", key="the-same-key") == line
    assert [news.text for news in place.told] == ["ciao a tutti"]
    assert lines(bea) == ["ciao a tutti"]


@pytest.mark.rule("CHAT-1")
def test_phrases_and_reactions_are_told_by_their_code() -> None:
    [anna] = people(1)
    place = corner(anna)
    said(anna, phrase="nice_hand")
    said(anna, reaction="applause")
    assert [(news.text, news.phrase, news.reaction) for news in place.told] == [
        ("", "nice_hand", ""),
        ("", "", "applause"),
    ]
    assert lines(anna) == ["Nice hand!", "👏"]


@pytest.mark.rule("CHAT-1")
def test_a_line_is_refused_that_is_empty_too_long_or_from_a_stranger() -> None:
    anna, stranger = people(2)
    corner(anna)
    refused("CHAT_EMPTY", anna, " \u200b\n")
    refused("CHAT_EMPTY", anna, phrase="no such phrase", text="")
    refused("CHAT_TOO_LONG", anna, "x" * 201)
    refused("CHAT_NOT_HERE", stranger)
    refused("NO_SUCH_CHANNEL", anna, channel="corner/01")
    refused("NO_SUCH_CHANNEL", anna, channel="nowhere/1")


@pytest.mark.rule("CHAT-1")
def test_guests_send_no_addresses() -> None:
    anna, guest = people(2)
    corner(anna, guest)
    Guest.objects.create(user=guest, made_at=START)
    refused("CHAT_LINK", guest, "come to www.example.org")
    assert said(anna, "come to www.example.org").text == "come to www.example.org"
    assert said(guest, "come here").pk


@pytest.mark.rule("CHAT-1")
def test_nobody_writes_faster_than_others_read() -> None:
    anna, bea = people(2)
    corner(anna, bea)
    for second in range(5):
        said(anna, f"line {second}", at=second)
    refused("CHAT_TOO_FAST", anna, at=5)
    assert said(bea, "hello", at=5).pk
    assert said(anna, "again", at=11).pk


@pytest.mark.rule("CHAT-1")
def test_the_room_has_no_chat_if_its_setting_says_so() -> None:
    [anna] = people(1)
    corner(anna)
    changes.change(key=room_settings.CHAT.key, new=False, by=boss(), why="quiet", now=START)
    refused("CHAT_OFF", anna)


@pytest.mark.rule("CHAT-1")
def test_suspended_and_excluded_players_are_silent() -> None:
    anna, bea = people(2)
    corner(anna, bea)
    suspensions.suspend(user_id=UserId(anna.pk), by=boss(), why="why", now=START)
    refused("SUSPENDED", anna)
    exclusions.exclude(user_id=UserId(bea.pk), days=30, now=START)
    refused("SELF_EXCLUDED", bea)


@pytest.mark.rule("CHAT-1")
def test_old_lines_are_deleted_unless_a_report_is_open() -> None:
    anna, bea = people(2)
    corner(anna, bea)
    said(anna, "old")
    reported = said(anna, "old and reported")
    speaking.report(line_id=reported.pk, by=UserId(bea.pk), now=START)
    later = START + timedelta(days=91)
    assert reading.forget_old(now=START + timedelta(days=89)) == 0
    assert reading.forget_old(now=later) == 1
    assert ChatLine.objects.get() == reported


@pytest.mark.rule("CHAT-3")
def test_a_reader_does_not_see_those_whom_they_muted_or_blocked() -> None:
    anna, bea, carl, reader = people(4)
    corner(anna, bea, carl, reader)
    for user in (anna, bea, carl):
        said(user, f"by {user.username}")
    me = UserId(reader.pk)
    keeping.mute(owner_id=me, other_id=UserId(anna.pk), muted=True)
    keeping.block(owner_id=me, other_id=UserId(bea.pk), blocked=True, now=START)
    assert lines(reader) == [f"by {carl.username}"]
    assert len(lines(carl)) == 3
    keeping.mute_all(user_id=me, muted=True)
    assert lines(reader) == []
    keeping.mute_all(user_id=me, muted=False)
    keeping.mute(owner_id=me, other_id=UserId(anna.pk), muted=False)
    keeping.block(owner_id=me, other_id=UserId(bea.pk), blocked=False, now=START)
    assert len(lines(reader)) == 3


@pytest.mark.rule("CHAT-5")
def test_a_line_is_reported_once_by_each_reader_and_not_by_its_author() -> None:
    anna, bea, stranger = people(3)
    corner(anna, bea)
    line = said(anna, "rude")
    for _ in range(2):
        speaking.report(line_id=line.pk, by=UserId(bea.pk), now=START)
    assert ChatReport.objects.count() == 1
    for user, code in ((anna, "NOT_ONESELF"), (stranger, "CHAT_NOT_HERE")):
        with pytest.raises(Refusal, match=code):
            speaking.report(line_id=line.pk, by=UserId(user.pk), now=START)
    with pytest.raises(Refusal, match="NO_SUCH_LINE"):
        speaking.report(line_id=line.pk + 1, by=UserId(bea.pk), now=START)


@pytest.mark.rule("CHAT-5")
def test_reports_of_one_reader_in_a_day_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    anna, bea = people(2)
    corner(anna, bea)
    monkeypatch.setattr(speaking, "REPORTS", 1)
    first, second = said(anna, "one"), said(anna, "two")
    speaking.report(line_id=first.pk, by=UserId(bea.pk), now=START)
    with pytest.raises(Refusal, match="TOO_MANY_CHAT_REPORTS"):
        speaking.report(line_id=second.pk, by=UserId(bea.pk), now=START)


def reported(author: User, *readers: User, text: str = "rude") -> ChatReport:
    line = said(author, text)
    for reader in readers:
        speaking.report(line_id=line.pk, by=UserId(reader.pk), now=START)
    return ChatReport.objects.filter(line=line).latest("pk")


def ban(report: ChatReport, by: UserId, *, days: int) -> None:
    moderation.decide(
        report_id=report.pk, verdict=Verdict.BAN, by=by, why="Rude.", days=days, now=START
    )


@pytest.mark.rule("CHAT-6")
def test_a_decision_closes_all_reports_of_the_line() -> None:
    anna, bea, carl = people(3)
    place = corner(anna, bea, carl)
    report, by = reported(anna, bea, carl), boss()
    moderation.decide(report_id=report.pk, verdict=Verdict.REMOVE, by=by, why="rude", now=START)
    assert {row.status for row in ChatReport.objects.all()} == {"upheld"}
    assert place.told[-1].gone
    assert place.told[-1].text == ""
    assert lines(bea) == []
    with pytest.raises(Refusal, match="REPORT_DECIDED"):
        moderation.decide(report_id=report.pk, verdict=Verdict.WARN, by=by, why="rude", now=START)
    assert not ChatSanction.objects.exists()


@pytest.mark.rule("CHAT-6")
def test_a_line_with_nothing_wrong_stays() -> None:
    anna, bea = people(2)
    corner(anna, bea)
    report = reported(anna, bea, text="hello")
    moderation.decide(report_id=report.pk, verdict=Verdict.DISMISS, by=boss(), why="ok", now=START)
    report.refresh_from_db()
    assert report.status == "dismissed"
    assert lines(bea) == ["hello"]


@pytest.mark.rule("CHAT-6")
def test_a_warned_player_reads_why_and_talks_on() -> None:
    anna, bea = people(2)
    corner(anna, bea)
    report = reported(anna, bea)
    moderation.decide(report_id=report.pk, verdict=Verdict.WARN, by=boss(), why="Rude.", now=START)
    notice = Notice.objects.get(user=anna)
    assert notice.data == {"account": "chat_warning", "what": "Rude."}
    assert said(anna, "sorry", at=1).pk


@pytest.mark.rule("CHAT-6")
def test_a_ban_from_chat_ends_by_itself_or_is_lifted() -> None:
    anna, bea = people(2)
    corner(anna, bea)
    report, by = reported(anna, bea), boss()
    for days in (0, 366):
        with pytest.raises(Refusal, match="CHAT_BAN_DAYS"):
            moderation.decide(
                report_id=report.pk, verdict=Verdict.BAN, by=by, why="x", days=days, now=START
            )
    moderation.decide(
        report_id=report.pk, verdict=Verdict.BAN, by=by, why="Rude.", days=2, now=START
    )
    refused("CHAT_BANNED", anna, at=60)
    assert said(anna, "back", at=2 * 86_400).pk
    other = ChatLine.objects.latest("pk")
    speaking.report(line_id=other.pk, by=UserId(bea.pk), now=START)
    ban(ChatReport.objects.get(line=other), by, days=5)
    refused("CHAT_BANNED", anna, at=3 * 86_400)
    moderation.lift(user_id=UserId(anna.pk), by=by, why="A mistake.", now=START)
    assert said(anna, "thanks", at=120).pk
    with pytest.raises(Refusal, match="NO_CHAT_BAN"):
        moderation.lift(user_id=UserId(anna.pk), by=by, why="Twice.", now=START)


@pytest.mark.rule("CHAT-6")
def test_staff_warn_and_ban_a_player_without_a_report() -> None:
    anna, bea = people(2)
    corner(anna, bea)
    to_anna: dict[str, Any] = {
        "user_id": UserId(anna.pk),
        "by": boss(),
        "why": "Rude.",
        "now": START,
    }
    moderation.measure(kind=Kind.WARNING, **to_anna)
    assert said(anna, "sorry").pk
    moderation.measure(kind=Kind.BAN, days=2, **to_anna)
    refused("CHAT_BANNED", anna, at=60)
    told = [notice.data["account"] for notice in Notice.objects.filter(user=anna).order_by("pk")]
    assert told == ["chat_warning", "chat_ban"]
    refusals: tuple[tuple[str, dict[str, Any]], ...] = (
        ("CHAT_BAN_DAYS", {"kind": Kind.BAN, "days": 366}),
        ("NO_REASON", {"kind": Kind.WARNING, "why": " "}),
        ("OWN_ACCOUNT", {"kind": Kind.WARNING, "by": UserId(anna.pk)}),
        ("NO_SUCH_PLAYER", {"kind": Kind.WARNING, "user_id": UserId(0)}),
    )
    for code, more in refusals:
        with pytest.raises(Refusal, match=code):
            moderation.measure(**{**to_anna, **more})
    assert ChatSanction.objects.count() == 2


@pytest.mark.rule("CHAT-6")
def test_staff_do_not_decide_about_themselves_or_without_a_reason() -> None:
    anna, bea = people(2)
    corner(anna, bea)
    report = reported(anna, bea)
    for by, why, code in ((anna.pk, "x", "OWN_ACCOUNT"), (boss(), " ", "NO_REASON")):
        with pytest.raises(Refusal, match=code):
            moderation.decide(
                report_id=report.pk, verdict=Verdict.REMOVE, by=UserId(by), why=why, now=START
            )
    with pytest.raises(Refusal, match="OWN_ACCOUNT"):
        moderation.lift(user_id=UserId(bea.pk), by=UserId(bea.pk), why="x", now=START)


@pytest.mark.rule("STAFF-9")
def test_an_anonymised_player_leaves_no_line() -> None:
    anna, bea = people(2)
    corner(anna, bea)
    by, report = boss(), reported(anna, bea)
    moderation.decide(report_id=report.pk, verdict=Verdict.WARN, by=by, why="Rude.", now=START)
    said(bea, "hello")
    anonymising.forget(user_id=UserId(anna.pk), by=by, why="asked", now=START)
    assert [line.text for line in ChatLine.objects.all()] == ["hello"]
    sanction = ChatSanction.objects.get()
    assert (sanction.why, sanction.about) == ("Rude.", "")


@pytest.mark.rule("STAFF-12")
def test_a_ban_from_chat_follows_its_person_to_the_account_that_stays() -> None:
    anna, other = people(2)
    corner(anna, other)
    by, second = boss(), UserId(User.objects.create(username="two", is_superuser=True).pk)
    ban(reported(other, anna), by, days=9)
    merge, _ = merging.order(
        user_id=UserId(anna.pk), other_id=UserId(other.pk), by=by, why="one person", now=START
    )
    merging.confirm(merge_id=merge.pk, by=second, now=START)
    refused("CHAT_BANNED", anna)


@pytest.mark.rule("CHAT-1")
def test_a_players_file_has_their_lines_and_measures() -> None:
    anna, bea = people(2)
    corner(anna, bea)
    report = reported(anna, bea)
    moderation.decide(report_id=report.pk, verdict=Verdict.WARN, by=boss(), why="Rude.", now=START)
    parts = {part.key: rows for part, rows in player_file.whole(UserId(anna.pk), now=START).parts}
    assert [row.cells[2] for row in parts["chat"]] == ["rude"]
    assert [row.cells[-1] for row in parts["chat_measures"]] == ["Rude."]
