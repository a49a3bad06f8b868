"""Counts finished hands anew for their players; the figures come out the same unless they were
wrong. For hands of a release that did not count them, and after a fault."""

from argparse import ArgumentParser
from itertools import islice
from typing import Any

from django.core.management.base import BaseCommand

from core import room_clock
from core.types import UserId
from tables.models import Hand, PlayedHand, shown_by
from tables.own_hands import counting
from tables.storage import months

AT_ONCE = 200


class Command(BaseCommand):
    help = "Counts all finished hands, or those of some months (YYMM), anew; play goes on."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("months", nargs="*", type=int, metavar="MONTH")

    def handle(self, *_args: Any, **options: Any) -> None:
        hands = Hand.objects.filter(shown_by(room_clock.now()))
        for month in options["months"] or [None]:
            of_month = hands
            if month is not None:
                of_month = hands.filter(pk__range=(months.first_id(month), months.last_id(month)))
            keys = iter(of_month.order_by("pk").values_list("pk", flat=True).iterator())
            counted = 0
            while portion := list(islice(keys, AT_ONCE)):
                counting.recount(portion)
                counted += len(portion)
            self.stdout.write(f"{month or 'All months'}: {counted} hands")
        users = PlayedHand.objects.order_by("user").values_list("user", flat=True).distinct()
        for user_id in users:
            counting.sum_anew(UserId(user_id))
        self.stdout.write(f"{len(users)} players")
