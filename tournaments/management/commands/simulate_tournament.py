"""``manage.py simulate_tournament``: play a plan to its end without waiting, and report on it."""

import os
import secrets
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from datetime import timedelta
from fractions import Fraction
from pathlib import Path
from random import Random
from time import monotonic
from typing import IO, Any, cast

from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.console import Console
from rich.table import Table

from core import arguments
from core.refusal import Refusal
from core.sentences import say
from payouts.rules import velox_odds
from payouts.rules.schemes import Standard
from tournaments.entry import scheduling
from tournaments.models import Template, Tournament
from tournaments.models.terms import MOST_ENTRIES
from tournaments.rules import structures
from tournaments.simulation import hands, report
from tournaments.simulation.evening import Evening, Habits
from tournaments.simulation.figures import Each, OverlayRisk, overlay_risk
from tournaments.simulation.outcome import SimulationOutcome
from tournaments.simulation.tables import HandPace

# Seconds between two lines of progress.
TELL_EVERY = 5.0
MOST_EVENTS = 10_000
MOST_PROCESSES = 256


class Command(BaseCommand):
    help = "Play a tournament with simple bots through the room's own rules, without waiting."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        plan = parser.add_mutually_exclusive_group(required=True)
        plan.add_argument("template", nargs="?", help="a template's name or number")
        plan.add_argument("--preset", choices=structures.PRESETS, help="10 in all, 10,000 chips")
        parser.add_argument(
            "--entries",
            type=arguments.whole(1, MOST_ENTRIES),
            help="players; default: all it takes",
        )
        parser.add_argument(
            "--events",
            type=arguments.whole(1, MOST_EVENTS),
            default=1,
            help="play it so many times",
        )
        parser.add_argument("--guarantee", type=arguments.cents, help="default: the template's")
        parser.add_argument("--late", type=_share, default=0.2, help="come late, %% of them")
        parser.add_argument("--again", type=_share, default=0.5, help="pay again when out, %%")
        parser.add_argument(
            "--expected",
            type=_range,
            metavar="LEAST-MOST",
            help="players on nine evenings in ten; default: 60 to 140 %% of those played with",
        )
        seconds = arguments.measure(0, 3600)
        parser.add_argument("--action-seconds", type=seconds, default=4.0, help="for an action")
        parser.add_argument("--longest", type=_hours, default=_hours("24"), help="hours; then stop")
        parser.add_argument(
            "--seed", type=arguments.whole(0, 2**32 - 1), help="a number, to repeat a run"
        )
        parser.add_argument(
            "--processes",
            type=arguments.whole(1, MOST_PROCESSES),
            default=min(os.cpu_count() or 1, MOST_PROCESSES),
            help="share the hands of a large field out among so many; default: all processors",
        )
        parser.add_argument(
            "--html", type=arguments.new_file, help="write the charts to this file as well"
        )
        parser.add_argument(
            "--csv", type=arguments.new_folder, metavar="DIR", help="write all figures there"
        )

    def handle(
        self,
        *,
        template: str | None,
        preset: str | None,
        entries: int | None,
        events: int,
        guarantee: int | None,
        expected: tuple[int, int] | None,
        html: Path | None,
        csv: Path | None,
        seed: int | None,
        processes: int,
        **options: Any,
    ) -> None:
        entries = entries or (100 if preset else None)
        plan = preset_event(preset, entries or 0) if preset else _of_template(template or "")
        if guarantee is not None:
            plan.guarantee = guarantee
        players = _players(plan, entries)
        seed = secrets.randbits(32) if seed is None else seed
        dice = Random(seed)  # noqa: S311  (no money hangs on it)
        console = Console(file=cast(IO[str], self.stdout), record=html is not None, highlight=False)
        with hands.side_by_side(processes) as play_hands:
            outcomes = [
                Evening(
                    copy(plan),
                    players=players,
                    dice=dice,
                    pace=HandPace(action=options["action_seconds"]),
                    habits=Habits(late=options["late"], again=options["again"]),
                    longest=options["longest"],
                    play_hands=play_hands,
                ).play(self._telling(f"Event {number} of {events}"))
                for number in range(1, events + 1)
            ]
        # Of several events, the one of median duration is shown.
        shown = report.by_duration(outcomes)[(events - 1) // 2]
        risk = _overlay_risk(plan, shown, expected)
        for line in report.summary(shown):
            console.print(line)
        for chart in _charts(plan, outcomes, shown, risk):
            console.print(chart)
        console.print(f"Seed: {seed}")
        if html is not None:
            console.save_html(str(html))
        if csv is not None:
            report.export(outcomes, shown, risk, csv)

    def _telling(self, what: str) -> Callable[[int, int], None]:
        """Return a callback that writes progress to stderr: a large field takes minutes."""
        begun = written_at = monotonic()

        def tell(left: int, hands: int) -> None:
            nonlocal written_at
            now = monotonic()
            if now - written_at < TELL_EVERY:
                return
            written_at = now
            line = f"{what}: {left:,} players in, {hands:,} hands, {now - begun:.0f} s"
            # Not in red: nothing is wrong.
            self.stderr.write(line, style_func=str)

        return tell


def _charts(
    plan: Tournament,
    outcomes: Sequence[SimulationOutcome],
    shown: SimulationOutcome,
    risk: OverlayRisk,
) -> Iterator[Table]:
    yield report.levels(shown)
    yield report.prizes(shown)
    if len(outcomes) > 1:
        yield report.several(outcomes)
    if shown.multiplier:
        chances = velox_odds.chances(
            seats=plan.max_entries, buy_in=plan.buy_in, odds=plan.prize_scheme.odds
        )
        yield report.draws(chances, outcomes)
    if plan.guarantee:
        yield report.overlay(risk)


def _players(plan: Tournament, entries: int | None) -> int:
    """Return the number of players. CommandError where the event would not begin with it."""
    if plan.kind == Tournament.Kind.SIT_AND_GO:
        if entries not in (None, plan.max_entries):
            raise CommandError(f"A Sit&Go begins when all {plan.max_entries} seats are taken.")
        return plan.max_entries
    entries = entries or plan.max_entries
    if entries > plan.max_entries:
        raise CommandError(f"The plan takes at most {plan.max_entries:,} entries.")
    if entries < plan.min_entries:
        raise CommandError(f"It takes {plan.min_entries} entries: it would be called off.")
    return entries


def _overlay_risk(
    plan: Tournament, outcome: SimulationOutcome, expected: tuple[int, int] | None
) -> OverlayRisk:
    """Estimate the cost of the guarantee, with players who pay as much as the simulated ones."""
    came = outcome.entries - outcome.re_entries
    spread = 0 if plan.kind == Tournament.Kind.SIT_AND_GO else came * 2 // 5
    return overlay_risk(
        expected=expected or (came - spread, came + spread),
        each=Each(Fraction(outcome.collected, came), Fraction(outcome.fees, came)),
        guarantee=plan.guarantee,
        least=plan.min_entries,
        most=plan.max_entries * came // outcome.entries,
    )


def _of_template(text: str) -> Tournament:
    """Return an unsaved event of the plan with this name or number; CommandError without one."""
    named = {"pk": int(text)} if text.isdecimal() else {"name__iexact": text}
    template = Template.objects.select_related("scheme").filter(**named).first()
    if template is None:
        names = Template.objects.order_by("name").values_list("name", flat=True)
        raise CommandError(f"There is no template {text}. There are: {', '.join(names)}.")
    try:
        return scheduling.unpublished(template)
    except Refusal as refusal:
        raise CommandError(f"It could not be published: {say(refusal)}") from refusal


def preset_event(name: str, entries: int) -> Tournament:
    """Return an unsaved event with a preset structure; 10 in all, 10,000 chips."""
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
        scheme=Standard().to_json(),
    )


def _share(percent: str) -> float:
    return arguments.measure(0, 100)(percent) / 100


def _range(text: str) -> tuple[int, int]:
    """Read ``"80-160"``, or one number for both ends."""
    least, _dash, most = text.partition("-")
    most = most or least
    if not (least.isdecimal() and most.isdecimal() and 0 < int(least) <= int(most)):
        raise ArgumentTypeError(f"{text} is no number of players, such as 120 or 80-160")
    return int(least), int(most)


def _hours(number: str) -> timedelta:
    return timedelta(hours=arguments.measure(0, 24 * 365)(number))
