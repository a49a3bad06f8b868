"""``manage.py verify_hand``: was a finished hand dealt from the deck promised before it?"""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from core import room_clock
from tables.engine import verification
from tables.engine.verification import DeckPlace, Fault, Finding
from tables.history import finished_hands

FAULTS = {
    Fault.NOT_OPENED: "FAILED: the proof does not open it",
    Fault.ELSEWHERE: "FAILED: it lay elsewhere",
    Fault.NOT_COMMITTED: "FAILED: its path does not lead to the fingerprint",
    Fault.TWICE: "FAILED: the deck has it twice",
}


class Command(BaseCommand):
    help = (
        "Check every card that was seen in a finished hand against the fingerprint of its deck;"
        " exit with 1 when one fails. A proof downloaded from a hand's page needs no room."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("hand", help="the id of a hand, or the path of a downloaded proof")

    def handle(self, *args: Any, hand: str, **options: Any) -> None:
        failed = False
        if hand.isdecimal():
            now = room_clock.now()
            hand_proof = finished_hands.hand_of(hand_id=int(hand), user_id=None, now=now)
            if hand_proof is None:
                raise CommandError(f"There is no finished hand {hand}.")
            failed = not finished_hands.promise_kept(hand_id=int(hand), now=now)
            self.stdout.write(f"The whole deck as stored: {'FAILED' if failed else 'OK'}")
        else:
            hand_proof = self._read(Path(hand))
        try:
            findings = verification.examine(hand_proof)
        except verification.UnreadableProof as reason:
            raise CommandError(f"This is no proof of a hand. {reason}") from None
        self._report(hand_proof["commitment"], findings)
        if failed or any(finding.fault for finding in findings):
            raise CommandError("The hand was NOT dealt from the deck that was promised.")
        self.stdout.write(f"All {len(findings)} cards lay where the fingerprint says.")

    def _read(self, path: Path) -> Any:
        try:
            return json.loads(path.read_bytes())
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}") from None
        except (ValueError, RecursionError) as error:
            raise CommandError(f"{path} is not JSON: {error}") from None

    def _report(self, fingerprint: str, findings: list[Finding]) -> None:
        self.stdout.write(f"Fingerprint {fingerprint}")
        for place, at, fault in findings:
            verdict = FAULTS[fault] if fault else "OK"
            where = "" if at is None else at
            self.stdout.write(f"{where:>4}  {place.card}  {_whose(place):16}  {verdict}")


def _whose(place: DeckPlace) -> str:
    owner = place.street if place.seat is None else f"seat {place.seat}"
    kind = "new card" if place.street == "draw" else "card"
    return f"{owner}, {kind} {place.number}"
