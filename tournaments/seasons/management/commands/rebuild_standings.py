"""Counts the events of seasons anew; the standings come out the same unless they were wrong."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.seasons import standings
from tournaments.seasons.models import Season


class Command(BaseCommand):
    help = "Counts all events of the seasons that go on, or of those named by their numbers, anew."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("seasons", nargs="*", type=int, metavar="SEASON")

    def handle(self, *_args: Any, **options: Any) -> None:
        going = Season.objects.filter(closed_at=None).order_by("pk")
        if options["seasons"]:
            going = going.filter(pk__in=options["seasons"])
        for season in going:
            counted = standings.rebuild(season_id=season.pk)
            self.stdout.write(f"{season.pk} {season.name}: {counted} events")
