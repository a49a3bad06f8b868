"""``manage.py simulate_tournament``: play a plan to its end without waiting, and say what came."""

import secrets
from argparse import ArgumentTypeError
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import IO, Any, cast

from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.console import Console
from rich.progress import Progress

from payouts.models import PrizeScheme
from tables import games
from tournaments.models import Template, Tournament
from tournaments.models.terms import Terms
from tournaments.rules import structures
from tournaments.simulation import report
from tournaments.simulation.evening import Evening, Habits
from tournaments.simulation.figures import overlay_risk
from tournaments.simulation.floor import Pace

MOST_ENTRIES = 100_000


class Command(BaseCommand):
    help = "Play a tournament with simple bots through the room's own rules, without waiting."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        plan = parser.add_mutually_exclusive_group(required=True)
        plan.add_argument("template", nargs="?", help="a template's name or number")
        plan.add_argument("--preset", choices=structures.PRESETS, help="9 + 1 euro, 10,000 chips")
        parser.add_argument("--entries", type=_positive, help="players; default: all it takes")
        parser.add_argument("--guarantee", type=_cents, help="euro; default: the template's")
        parser.add_argument("--late", type=_share, default=0.2, help="come late, %% of them")
        parser.add_argument("--again", type=_share, default=0.5, help="pay again when out, %%")
        parser.add_argument("--spread", type=_share, default=0.25, help="of the entries, %%")
        parser.add_argument("--action-seconds", type=float, default=4.0, help="for an action")
        parser.add_argument("--longest", type=_hours, default=_hours("24"), help="hours; then stop")
        parser.add_argument("--seed", type=int, help="a number, to repeat a run")
        parser.add_argument("--html", type=Path, help="write the charts to this file as well")
        parser.add_argument("--csv", type=Path, metavar="DIR", help="write all figures there")

    def handle(
        self,
        *,
        template: str | None,
        preset: str | None,
        entries: int | None,
        guarantee: int | None,
        html: Path | None,
        csv: Path | None,
        seed: int | None,
        spread: float,
        **options: Any,
    ) -> None:
        event = preset_event(preset, entries or 100) if preset else _of_template(template or "")
        entries = entries or (100 if preset else event.max_entries)
        if guarantee is not None:
            event.guarantee = guarantee
        if entries < event.min_entries:
            raise CommandError(f"It takes {event.min_entries} entries: it would be called off.")
        seed = secrets.randbits(32) if seed is None else seed
        evening = Evening(
            event,
            players=entries,
            dice=Random(seed),  # noqa: S311  (no money hangs on it)
            pace=Pace(action=options["action_seconds"]),
            habits=Habits(late=options["late"], again=options["again"]),
            longest=options["longest"],
        )
        console = Console(file=cast(IO[str], self.stdout), record=html is not None, highlight=False)
        with Progress(console=console, transient=True) as progress:
            bar = progress.add_task("Playing", total=entries)
            outcome = evening.play(lambda out: progress.update(bar, completed=out))
        risk = overlay_risk(
            expected=outcome.entries,
            spread=spread,
            guarantee=event.guarantee,
            per_entry=outcome.collected / outcome.entries,
            least=event.min_entries,
            most=event.max_entries,
        )
        for line in report.summary(outcome):
            console.print(line)
        console.print(report.levels(outcome))
        console.print(report.prizes(outcome))
        if event.guarantee:
            console.print(report.overlay(risk))
        console.print(f"Seed: {seed}")
        if html is not None:
            console.save_html(str(html))
        if csv is not None:
            report.export(outcome, risk, csv)


def _of_template(text: str) -> Tournament:
    """An event of this plan that exists nowhere but here."""
    named = {"pk": int(text)} if text.isdigit() else {"name__iexact": text}
    template = Template.objects.select_related("scheme").filter(**named).first()
    if template is None:
        raise CommandError(f"There is no template {text}.")
    if template.drawn:
        raise CommandError("Its prize is drawn: simulate_velox shows what of.")
    if games.carries(template.game):
        raise CommandError("The bots here do not change cards.")
    if template.format != Template.Format.REGULAR:
        raise CommandError("Only regular tournaments can be simulated.")
    return Tournament(
        schedule=[level.row.to_json() for level in template.levels.all()],
        scheme=template.scheme.snapshot(),
        **{name: getattr(template, name) for name in Terms.term_names()},
    )


def preset_event(name: str, entries: int) -> Tournament:
    """A plain event with a structure that people know."""
    stack = 10_000
    structure = structures.preset(structures.PRESETS[name], starting_stack=stack, entries=entries)
    return Tournament(
        name=name,
        kind=Tournament.Kind.SCHEDULED,
        buy_in=9_00,
        fee=1_00,
        starting_stack=stack,
        max_entries=MOST_ENTRIES,
        late_registration_levels=4,
        schedule=[level.to_json() for level in structure.levels],
        scheme={"kind": PrizeScheme.Kind.STANDARD.value},
    )


def _positive(number: str) -> int:
    if int(number) < 1:
        raise ArgumentTypeError("one or more")
    return int(number)


def _share(percent: str) -> float:
    share = float(percent) / 100
    if not 0 <= share <= 1:
        raise ArgumentTypeError(f"{percent} is not between 0 and 100")
    return share


def _cents(euros: str) -> int:
    return round(100 * float(euros.replace(",", ".")))


def _hours(number: str) -> timedelta:
    return timedelta(hours=float(number))
