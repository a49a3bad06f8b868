"""``manage.py verify_draw``: recompute a VeloX draw, by its number here or from a file."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from payouts.events import EventRef
from payouts.models import PrizeDraw
from payouts.prizes import prize_draws
from payouts.rules.velox_proof import Proof, PublishedDraw, UnreadableDraw, prove


class Command(BaseCommand):
    help = "Recompute a VeloX draw from its seeds; exit with 1 when anything differs."
    # A file can be checked without a database.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", nargs="?", help="the event's number, or tournament:<number>")
        parser.add_argument("--json", type=Path, help="a record saved from the draw's page")

    def handle(self, *, event: str | None, json: Path | None, **options: Any) -> None:
        if (event is None) == (json is None):
            raise CommandError("Name an event, or a file with --json.")
        record = _of_file(json) if json else _of_event(event or "")
        try:
            proof = prove(record)
        except UnreadableDraw as reason:
            raise CommandError(f"{record.event}: {reason}") from None
        self._show(record, proof)
        if proof.faults:
            raise CommandError(f"{record.event}: {', '.join(proof.faults)} cannot be right.")
        self.stdout.write(f"{record.event}: the draw is what the seeds determine.")

    def _show(self, record: PublishedDraw, proof: Proof) -> None:
        table = record.odds or "of the regulations"
        edge = f"{proof.first_ticket} to {proof.last_ticket}"
        for name, promised, recomputed in (
            ("commitment", record.commitment, proof.commitment),
            ("text", "", proof.text),
            ("words", "", " ".join(proof.words)),
            ("table", "", table),
            ("ticket", record.ticket, f"{proof.ticket} = {proof.word} mod 1000000"),
            ("multiplier", record.multiplier, f"{proof.multiplier}, for tickets {edge}"),
        ):
            mark = "" if name not in proof.faults else f"   DIFFERS: the record says {promised}"
            self.stdout.write(f"{name + ':':<12}{recomputed}{mark}")


def _of_event(event: str) -> PublishedDraw:
    name = str(EventRef("tournament", int(event))) if event.isdecimal() else event
    row = PrizeDraw.objects.filter(event=name).first()
    if row is None:
        raise CommandError(f"{name} has no draw.")
    return prize_draws.record(row)


def _of_file(path: Path) -> PublishedDraw:
    try:
        return PublishedDraw.from_json(json.loads(path.read_text()))
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from None
    except (ValueError, RecursionError, UnreadableDraw) as error:
        raise CommandError(f"{path}: {error}") from None
