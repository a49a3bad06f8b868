import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from core import sql
from poker_site.launch import embedded
from tests.harness import database_template
from tests.harness.room import wait_for

pytestmark = pytest.mark.slow


@pytest.mark.django_db
def test_postgres_writes_no_row_that_it_refuses_into_its_log() -> None:
    assert sql.rows("SHOW log_error_verbosity") == [("terse",)]
    assert sql.rows("SHOW log_parameter_max_length_on_error") == [("0",)]


AS_ROOT = pytest.mark.skipif(os.getuid() != 0, reason="needs root, to become somebody else")


def ask(var: Path, sql: str) -> object:
    with psycopg.connect(
        host=str(embedded.socket_folder(var)), user=embedded.NAME, dbname=embedded.NAME
    ) as connection:
        cursor = connection.execute(sql)
        return cursor.fetchone() if cursor.description else None


def processes_under(var: Path) -> list[str]:
    """Command lines of every live process that mentions the folder."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = entry.read_text().replace("\0", " ")
        except OSError:
            continue
        if str(var) in line and int(entry.parent.name) != os.getpid():
            found.append(line)
    return found


@pytest.fixture
def var(tmp_path: Path) -> Path:
    """A folder whose data an earlier start has made."""
    database_template.copy_to(tmp_path)
    return tmp_path


def test_the_next_start_finds_the_data_again(tmp_path: Path) -> None:
    with embedded.servers(tmp_path, durable=False):
        ask(tmp_path, "CREATE TABLE kept AS SELECT 42 AS answer")
    with embedded.servers(tmp_path, durable=False):
        assert ask(tmp_path, "SELECT answer FROM kept") == (42,)


def test_nothing_is_left_running(var: Path) -> None:
    with embedded.servers(var, durable=False):
        assert processes_under(var)
    assert processes_under(var) == []


def test_a_folder_that_was_being_created_when_the_power_went_is_made_anew(tmp_path: Path) -> None:
    half = tmp_path / "postgres.new"
    half.mkdir()
    (half / "PG_VERSION").write_text("18")
    with embedded.servers(tmp_path, durable=False):
        assert ask(tmp_path, "SELECT 1") == (1,)


def test_a_data_folder_that_is_no_database_is_named_with_the_way_out(tmp_path: Path) -> None:
    (tmp_path / "postgres").mkdir()
    with (
        pytest.raises(embedded.CannotStart, match="is not a database"),
        embedded.servers(tmp_path),
    ):
        pass


def test_a_second_room_in_the_same_folder_is_refused_with_a_sentence(var: Path) -> None:
    with (
        embedded.servers(var, durable=False),
        pytest.raises(embedded.CannotStart, match="already running from this folder"),
        embedded.servers(var),
    ):
        pass


def test_a_command_waits_for_a_room_whose_database_recovers(
    var: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    with embedded.servers(var, durable=False):
        answers = iter([False, False])
        monkeypatch.setattr(embedded, "_postgres_answers", lambda run: next(answers, True))
        monkeypatch.setattr(embedded, "WORD_SECONDS", 0.15)
        with embedded.borrowed(var):
            assert not [*answers], "it is asked until it answers"
            assert ask(var, "SELECT 42") == (42,)
    assert "Waiting for the PostgreSQL of a room" in capfd.readouterr().err


def test_a_path_too_long_for_a_socket_gets_a_short_one(tmp_path: Path) -> None:
    deep = tmp_path / ("x" * 60) / ("y" * 60)
    assert not embedded.socket_folder(deep).is_relative_to(deep)
    with embedded.servers(deep, durable=False):
        assert ask(deep, "SELECT 1") == (1,)


def test_a_server_that_cannot_start_says_its_last_words(var: Path) -> None:
    (var / "postgres" / "PG_VERSION").write_text("9.1")
    with pytest.raises(embedded.CannotStart, match="stopped at once"), embedded.servers(var):
        pass


@AS_ROOT
def test_root_without_namespaces_hands_the_folder_to_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "_namespaces_allowed", lambda uid: False)
    if not _reachable_by_nobody():
        pytest.skip("the packages lie where only root may go")
    for folder in [tmp_path, *tmp_path.parents]:
        folder.chmod(folder.stat().st_mode | 0o011)
        if folder == Path("/tmp"):
            break
    with embedded.servers(tmp_path, durable=False):
        assert (tmp_path / "postgres").stat().st_uid == embedded.Nobody.here().uid  # type: ignore[union-attr]


def _reachable_by_nobody() -> bool:
    return all(folder.stat().st_mode & 0o001 for folder in embedded.postgres_bin().parents)


SCRIPT = """
import sys, time
from pathlib import Path
from poker_site.launch import embedded, processes
if sys.argv[2] == "watchdog":
    embedded.Child = lambda **options: processes.Child(**options, death_signal=False)
with embedded.servers(Path(sys.argv[1]), durable=False):
    print("up", flush=True)
    time.sleep(60)
"""


@pytest.mark.parametrize("how", ["death signal", "watchdog"])
def test_kill_9_of_the_launcher_takes_the_servers_along(var: Path, how: str) -> None:
    launcher = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(var), how.split()[0]],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert launcher.stdout is not None
    assert launcher.stdout.readline() == "up\n"
    launcher.kill()
    launcher.wait()
    wait_for("the servers to go", lambda: processes_under(var) == [], seconds=15)


def test_a_command_run_with_servers_of_its_own_gets_their_addresses() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "poker_site.launch.embedded", "--", sys.executable, "-c",
         "import os; print(os.environ['DATABASE_URL'], os.environ['REDIS_URL'])"],
        capture_output=True, text=True, check=True,
        env={k: v for k, v in os.environ.items() if k not in {"DATABASE_URL", "REDIS_URL"}},
    )  # fmt: skip
    assert done.stdout.startswith("postgres://montepremi_room@//")
