"""A player takes their data away: asked for, made, told, downloaded by its owner alone."""

import csv
import json
import zipfile
from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.refusal import Refusal
from core.types import UserId
from players import tasks
from players.contacts import keeping
from players.models import (
    DataArchive,
    DataPortion,
    Guest,
    Notice,
    PlayerNote,
    RealName,
    User,
)
from players.own_data import archives, packing, registry
from tests.tables.rooms import people

pytestmark = [pytest.mark.django_db, pytest.mark.rule("DATA-1")]
PASSWORD = "correct horse battery"
NOW = timezone.now()


def me(user: User) -> UserId:
    return UserId(user.pk)


def ask(user: User, *, language: str = "en", now: Any = NOW) -> DataArchive:
    return archives.ask(user_id=me(user), language=language, now=now)


def unpacked(archive: DataArchive) -> dict[str, bytes]:
    archive.refresh_from_db()
    portions, no = [], 0
    while (content := archives.portion(archive, no)) is not None:
        portions.append(content)
        no += 1
    whole = b"".join(portions)
    assert len(whole) == archive.size
    with zipfile.ZipFile(BytesIO(whole)) as file:
        assert file.testzip() is None
        assert all(member.date_time[0] > 1980 for member in file.infolist())
        return {name: file.read(name) for name in file.namelist()}


def made(user: User, *, language: str = "en") -> dict[str, bytes]:
    archive = ask(user, language=language)
    assert archives.see_to_due(now=NOW) == 1
    return unpacked(archive)


def refused(verb: Callable[..., Any], **values: Any) -> str:
    with pytest.raises(Refusal) as caught:
        verb(**values)
    return str(caught.value)


def test_lists_are_the_same_as_json_and_as_csv() -> None:
    anna, bea = people(2)
    RealName.objects.create(user=anna, name="=HYPERLINK(1)", number="7")
    EmailAddress.objects.create(user=anna, email="anna@example.com", verified=True, primary=True)
    keeping.write_note(owner_id=me(anna), other_id=me(bea), note="calls too much", colour="red")
    files = made(anna)
    for part in registry.parts():
        rows = json.loads(files[f"data/{part.key}.json"])
        head, *lines = list(csv.reader(files[f"data/{part.key}.csv"].decode().splitlines()))
        assert tuple(head) == part.columns
        assert len(lines) == len(rows)
    assert json.loads(files["data/real_name.json"]) == [{"name": "=HYPERLINK(1)", "number": "7"}]
    assert b"'=HYPERLINK(1)" in files["data/real_name.csv"]
    assert json.loads(files["data/contacts.json"])[0]["note"] == "calls too much"
    assert json.loads(files["data/addresses.json"])[0]["email"] == "anna@example.com"


def test_the_read_me_is_in_the_readers_language() -> None:
    [anna] = people(1)
    files = made(anna, language="it")
    assert "README.txt" not in files
    assert "I tuoi dati" in files["LEGGIMI.txt"].decode()
    # The names of lists and columns stay, for programs.
    assert "data/sign_ins.json" in files


def test_no_secret_and_nothing_of_others_is_inside(client: Client) -> None:
    anna, bea = people(2)
    anna.set_password(PASSWORD)
    anna.save()
    client.post(reverse("account_login"), {"login": anna.username, "password": PASSWORD})
    staff = User.objects.create_user("floor", is_staff=True)
    PlayerNote.objects.create(user=anna, text="may collude with bea", by=staff, at=NOW)
    keeping.write_note(owner_id=me(bea), other_id=me(anna), note="folds to a raise", colour="red")
    RealName.objects.create(user=bea, name="Beatrice Bianchi", number="8")
    whole = b"".join(made(anna).values()).decode(errors="replace")
    assert anna.username in whole
    for secret in (
        anna.password,
        str(client.session.session_key),
        client.cookies["sessionid"].value,
        "may collude",
        "folds to a raise",
        "Beatrice",
        "floor",
    ):
        assert secret not in whole


def test_one_at_a_time_and_two_in_a_day() -> None:
    [anna] = people(1)
    first = ask(anna)
    assert ask(anna) == first
    archives.see_to_due(now=NOW)
    second = ask(anna)
    assert second != first
    assert not DataPortion.objects.filter(archive=first).exists()
    archives.see_to_due(now=NOW)
    assert refused(ask, user=anna) == "TOO_MANY_ARCHIVES"
    assert ask(anna, now=NOW + timedelta(days=1, seconds=1)) != second


def test_guests_have_no_archive() -> None:
    [anna] = people(1)
    Guest.objects.create(user=anna, made_at=NOW)
    assert refused(ask, user=anna) == "ARCHIVE_NEEDS_ACCOUNT"


def test_an_archive_lasts_seven_days() -> None:
    [anna] = people(1)
    archive = ask(anna)
    archives.see_to_due(now=NOW)
    almost = NOW + archives.KEPT - timedelta(seconds=1)
    archives.see_to_due(now=almost)
    take: Any = {"user_id": me(anna), "archive_id": archive.pk}
    assert archives.take(**take, now=almost) == archive
    assert refused(archives.take, **take, now=NOW + archives.KEPT) == "NO_SUCH_ARCHIVE"
    archives.see_to_due(now=NOW + archives.KEPT)
    assert not DataPortion.objects.exists()
    assert archives.of(me(anna), now=NOW) is None


def test_an_attempt_that_died_is_made_anew_and_given_up_in_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    [anna] = people(1)
    archive = ask(anna)

    def dies(*_: Any, **__: Any) -> Any:
        yield b"half", 10
        raise OSError("disk")

    monkeypatch.setattr(packing, "pack", dies)
    for attempt in range(archives.MOST_TRIES):
        at = NOW + (archives.LEASE + timedelta(minutes=1)) * attempt
        with pytest.raises(OSError, match="disk"):
            archives.see_to_due(now=at)
        # Nobody else begins while it may still be at work.
        assert archives.see_to_due(now=at) == 0
    archives.see_to_due(now=NOW + timedelta(hours=2))
    archive.refresh_from_db()
    assert archive.failed_at is not None
    assert not archive.portions.exists()
    monkeypatch.undo()
    again = ask(anna)
    archives.see_to_due(now=NOW)
    assert unpacked(again)


def test_its_owner_alone_downloads_it_and_proves_who_they_are(client: Client) -> None:
    anna, bea = people(2)
    for user in (anna, bea):
        user.set_password(PASSWORD)
        user.save()
    client.force_login(anna)
    page = reverse("own_data")
    # A session without a recent proof.
    assert client.post(reverse("ask_own_data")).status_code == 302
    assert not DataArchive.objects.exists()
    prove = {"password": PASSWORD, "next": page}
    client.post(reverse("account_reauthenticate"), prove)
    client.post(reverse("ask_own_data"))
    archive = DataArchive.objects.get()
    assert "hx-trigger" in client.get(page).content.decode()
    assert tasks.make_archives() == 1
    told = Notice.objects.filter(user=anna, kind="account").order_by("pk")
    assert [row.data["account"] for row in told] == ["archive_asked", "archive_ready"]
    download = reverse("own_data_archive", args=[archive.pk])
    assert download in client.get(page).content.decode()
    answer = client.get(download)
    assert answer["Content-Type"] == "application/zip"
    assert answer["Cache-Control"] == "private, no-store"
    with zipfile.ZipFile(BytesIO(b"".join(answer))) as file:
        assert "data/account.json" in file.namelist()
    archive.refresh_from_db()
    assert archive.taken_at is not None
    stranger = Client()
    stranger.force_login(bea)
    assert "reauthenticate" in stranger.get(download)["Location"]
    stranger.post(reverse("account_reauthenticate"), prove)
    assert stranger.get(download)["Location"] == page
    assert Client().get(download).status_code == 302
    # What lies in the database opens nothing by itself.
    assert b"PK" not in bytes(DataPortion.objects.earliest("pk").sealed)[:4]
