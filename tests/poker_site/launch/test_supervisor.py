"""What keeps the room's processes running: patient with what keeps stopping, blind to the rest."""

import threading
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, HTTPServer
from itertools import pairwise
from pathlib import Path

import pytest

from poker_site.launch.embedded import CannotStart
from poker_site.launch.processes import Child, Keeper
from poker_site.management.commands import room
from tests.harness.room import free_port, wait_for


class Fake(Child):
    """A child without a process."""

    lives = True
    starts = 0

    @property
    def alive(self) -> bool:
        return self.lives

    def start(self) -> None:
        self.lives = True
        self.starts += 1


@pytest.fixture
def beat(tmp_path: Path) -> Fake:
    log = tmp_path / "beat.log"
    log.write_text("I could not find my schedule.\n")
    return Fake(name="beat", command=["beat"], log=log)


def run(keeper: Keeper, beat: Fake, *, until: float, dies: bool) -> list[float]:
    """Look twice a second; the moments at which it was started, each time to die at once."""
    started, now = [], 0.0
    while now < until:
        before = beat.starts
        keeper.look(now=now)
        if beat.starts > before:
            started.append(now)
            beat.lives = not dies
        now += 0.5
    return started


def test_who_dies_once_is_started_again_at_once(beat: Fake) -> None:
    keeper = Keeper(child=beat, started_at=0.0)
    beat.lives = False
    assert run(keeper, beat, until=60, dies=False) == [0.5]
    assert keeper.look(now=60) == ""


def test_who_keeps_dying_is_started_ever_later_and_never_given_up(beat: Fake) -> None:
    keeper = Keeper(child=beat, started_at=0.0)
    beat.lives = False
    pauses = [0.5, 2.0, 4.5, 9.0, 17.5, 26.0]
    started = run(keeper, beat, until=300, dies=True)
    assert started[: len(pauses)] == pauses
    late = [after - before for before, after in pairwise(started[7:])]
    assert set(late) == {Keeper.LONGEST_PAUSE + 0.5}


def test_what_cannot_be_started_now_is_tried_again(
    beat: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full() -> None:
        raise OSError(28, "No space left on device")

    keeper = Keeper(child=beat, started_at=0.0)
    beat.lives = False
    keeper.look(now=1.0)
    with monkeypatch.context() as patch:
        patch.setattr(beat, "start", full)
        assert "No space left" in keeper.look(now=1.5)
    run(keeper, beat, until=30, dies=False)
    assert beat.alive


def test_who_lived_a_minute_has_a_clean_slate(beat: Fake) -> None:
    keeper = Keeper(child=beat, started_at=0.0)
    beat.lives = False
    run(keeper, beat, until=20, dies=True)
    beat.lives = True
    keeper.look(now=40)
    keeper.look(now=40.5)
    beat.lives = False
    assert "now" in keeper.look(now=40.5 + Keeper.STEADY_SECONDS)


def test_its_last_words_are_told_when_it_stops_again_and_again(beat: Fake) -> None:
    keeper = Keeper(child=beat, started_at=0.0)
    said = []
    for now in range(20):
        beat.lives = False
        said.append(keeper.look(now=float(now)))
    told = [sentence for sentence in said if sentence]
    assert "last words" not in told[0]
    assert "schedule" not in told[0]
    assert "I could not find my schedule." in told[2]


def test_six_deaths_of_one_child_leave_its_neighbour_alone(tmp_path: Path) -> None:
    def keeper(name: str, *command: str) -> Keeper:
        child = Child(name=name, command=command, log=tmp_path / f"{name}.log")
        child.start()
        return Keeper(child=child, started_at=0.0)

    web, beat = keeper("web", "sleep", "60"), keeper("beat", "false")
    pid = web.child.pid
    try:
        for death in range(6):
            wait_for("beat to die", lambda: not beat.child.alive)
            now = 100.0 * death
            assert "beat stopped" in beat.look(now=now)
            beat.look(now=now + Keeper.LONGEST_PAUSE)
            assert web.look(now=now) == ""
        assert web.child.pid == pid
        assert web.child.alive
    finally:
        web.child.stop()
        beat.child.stop()


def test_a_web_that_needs_longer_than_expected_is_waited_for_with_a_word(
    beat: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "WORD_SECONDS", 0.1)
    with ExitStack() as stack:
        opening = room.Room(stack, host="127.0.0.1", port=free_port(), bots=0)
        words: list[str] = []

        def hear(what: str) -> None:
            words.append(what)
            if len(words) == 3:
                server = HTTPServer((opening.host, opening.port), Answering)
                stack.callback(server.server_close)
                threading.Thread(target=server.handle_request, daemon=True).start()

        monkeypatch.setattr(opening, "say", hear)
        opening._wait_for_web(beat)
    assert words == [f"The web server is not ready yet; waiting for it (log: {beat.log})"] * 3


class Answering(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


def test_a_web_that_has_stopped_is_not_waited_for(beat: Fake) -> None:
    beat.lives = False
    with ExitStack() as stack, pytest.raises(CannotStart, match="I could not find my schedule"):
        room.Room(stack, host="127.0.0.1", port=free_port(), bots=0)._wait_for_web(beat)
