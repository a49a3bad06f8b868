"""A room moves from the embedded server to another with its books compared, and stays there."""

from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from pytest_django import Settings

from poker_site.backup import moving, restoring
from poker_site.backup.postgres_tools import BackupError, Server
from poker_site.launch import embedded
from tests.harness import database_template

pytestmark = pytest.mark.slow


@pytest.fixture
def var(tmp_path: Path) -> Path:
    """The folder of a room on the embedded server, with one player."""
    database_template.copy_to(tmp_path)
    with embedded.servers(tmp_path, durable=False), closing(source_of(tmp_path).connect()) as link:
        link.execute("INSERT INTO players_user (username, password, is_superuser, first_name,"
                     " last_name, email, is_staff, is_active, date_joined)"
                     " VALUES ('ada', '!', false, '', '', '', false, true, now())")  # fmt: skip
        link.commit()
    return tmp_path


def source_of(var: Path) -> Server:
    return Server.at(embedded.database_url(var, role=embedded.NAME))


def move(var: Path, target: Server) -> Path:
    return moving.move(var, target, now=timezone.now(), say=lambda sentence: None)


def test_the_books_are_the_same_there_and_the_old_data_are_put_aside(
    var: Path, empty: Server
) -> None:
    aside = move(var, empty)
    with closing(empty.connect()) as link:
        assert link.execute("SELECT username FROM players_user").fetchall() == [("ada",)]
    # Whoever forgets the new address opens no room on the old books.
    assert aside.is_dir()
    assert not (var / "postgres").exists()
    with pytest.raises(BackupError, match="no embedded database"):
        move(var, empty)


def test_nothing_moves_while_the_room_is_open_into_what_is_full_or_with_other_books(
    var: Path, empty: Server, source: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (
        embedded.servers(var, durable=False),
        pytest.raises(BackupError, match=r"The room is open.*Close it first"),
    ):
        move(var, empty)
    with pytest.raises(BackupError, match="is not empty"):
        move(var, source)
    monkeypatch.setattr(restoring, "known_migrations", lambda: {"payouts.0099_later"})
    with pytest.raises(BackupError, match="1 migrations wait"):
        move(var, empty)
    monkeypatch.undo()
    load = restoring.load_dump

    def lose_a_player(*args: object, **options: object) -> None:
        load(*args, **options)  # type: ignore[arg-type]
        with closing(empty.connect()) as link:
            link.execute("DELETE FROM players_user")
            link.commit()

    monkeypatch.setattr(restoring, "load_dump", lose_a_player)
    with pytest.raises(BackupError, match="players_user has 0 rows, not 1"):
        move(var, empty)
    assert (var / "postgres").exists()


def test_without_a_new_server_named_there_is_nowhere_to_move(settings: Settings) -> None:
    settings.EMBEDDED = True
    with pytest.raises(CommandError, match="Name the new server first"):
        call_command("move_database")
