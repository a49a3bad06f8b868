"""``manage.py setup_code``: a code for the set-up page, where each process is started by itself."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from core.refusal import Refusal
from core.sentences import say
from poker_site.opening import state


class Command(BaseCommand):
    help = "Print a one-time code for the page on which a new room is set up."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            print(state.new_code())
        except Refusal as refusal:
            raise CommandError(say(refusal)) from None
