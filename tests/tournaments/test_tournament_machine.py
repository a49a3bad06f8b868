"""Any sequence of what can happen to a tournament, each step once, again, dying, or at once.

Rules are in ``machine``: of players, of staff, and of the room's own processes; what must be true
whatever happens is in ``invariants``. When an event is over, the next one begins; the last one is
played out by players, or by nobody but the clock, or called off. Everything is committed: threads
and crashes are real. No rule ever waits for what the cards decided: a refusal is an answer.

With -s it says which rules and states it has reached. The suite plays the same events every time,
a short one of each kind; `make test-long` longer ones; TOURNAMENT_EXAMPLES=20 in the environment so
many others of each kind, and CARDS=1 deals them other cards.
"""

import os
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import invariant, run_state_machine_as_test

from core.refusal import Refusal
from tests.harness.long_forms import longer
from tests.tournaments import invariants
from tests.tournaments.machine import reach
from tests.tournaments.machine.festival import KINDS, PEOPLE, SEATS, Festival
from tests.tournaments.machine.room import Room
from tests.tournaments.machine.staff import Staff
from tournaments.models import Tournament
from tournaments.play import timekeeping
from tournaments.staff import cancellation

EXAMPLES = os.environ.get("TOURNAMENT_EXAMPLES")
# Looks at an event in which whoever is left does all they can to end it.
LOOKS = 400


class Machine(Room, Staff):
    """All rules, what holds after each of them, and how an event ends."""

    @invariant()
    def whatever_happens(self) -> None:
        self._check()
        if self.event.over:
            self._check_the_end()
            self.open()

    def teardown(self) -> None:
        with self.patches:
            if hasattr(self, "people"):
                self._bring_to_an_end()
                self._check_the_end()

    def _check(self) -> None:
        self.event.refresh_from_db()
        for holds in invariants.ALWAYS:
            holds(self.event)
        self.reach.look(reach.scene(self.event, self.evening.now))

    def _check_the_end(self) -> None:
        if self.event.status == Tournament.Status.FINISHED:
            invariants.every_entry_has_one_finish(self.event)
            invariants.the_pool_pays_out(self.event)
        for holds in invariants.AFTERWARDS:
            holds(self.event)

    def _bring_to_an_end(self) -> None:
        standing = self.event.pause
        if standing is not None and standing["cause"] == timekeeping.Cause.STAFF:
            timekeeping.resume(tournament_id=self.event.pk, now=self.evening.now)
        self.release_tables("once", 0)
        if self.end == "called off":
            self._call_off()
        if not self.event.over:
            self._play_out()

    def _play_out(self) -> None:
        """Everybody is there again and bold, or nobody ever comes back."""
        self.online = set() if self.end == "deserted" else {user.pk for user in self.people}
        for one in range(PEOPLE):
            self.ask("register", self.entering(one), "once", 0)
        for _ in range(LOOKS):
            self.come_back()
            self.look()
            self._check()
            if self.event.over:
                return
            self.finish_hands(SEATS)
            self.go_again("once", 0)
            self.later(12)
        raise AssertionError("it never ends")

    def _call_off(self) -> None:
        about: dict[str, Any] = {"tournament_id": self.event.pk, "now": self.evening.now}
        try:
            plan = cancellation.preview(**about, by=None)
        except Refusal:
            # The cards have decided: the next step pays.
            return
        cancellation.execute(**about, digest=plan.digest, by=None, reason="")
        self._check()


@pytest.fixture(scope="module")
def reached() -> Iterator[None]:
    """Say in the end what all kinds of events have reached together."""
    yield
    print(f"\n{Festival.opened} events\n{Festival.reach.table()}")


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.usefixtures("reached")
@pytest.mark.django_db(transaction=True)
@pytest.mark.rule("TRN-1", "TRN-2", "TRN-3", "TRN-4", "TRN-5", "TRN-6", "RANK-1", "CHIP-1")
@pytest.mark.rule("OUT-1", "TIME-1", "SEAT-1", "SHOOT-1", "SHOOT-2", "SHOOT-3", "BOUNTY-3")
@pytest.mark.rule("FREE-4")
@pytest.mark.parametrize("kind", KINDS)
def test_whatever_happens_a_tournament_comes_to_its_end(kind: str) -> None:
    run_state_machine_as_test(
        type(kind, (Machine,), {"kind": kind}),
        settings=settings(
            max_examples=int(EXAMPLES or longer(5, short=1)),
            derandomize=EXAMPLES is None,
            phases=[Phase.generate],
            stateful_step_count=40 if EXAMPLES else longer(40, short=10),
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
