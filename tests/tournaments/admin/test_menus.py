"""Nothing that the staff can do in an event is without a button, and no button leads nowhere."""

import re

import pytest
import time_machine
from django.conf import settings
from django.test import Client

from tests.tournaments.admin.at_the_desk import member, watch
from tests.tournaments.live_events import Floor, live
from tournaments.admin import change_dialogs
from tournaments.admin.dialogs import OF_A_PLAYER, OF_A_TABLE
from tournaments.admin.watch import ALL
from tournaments.live_room.admin.live_watch_page import LiveDesk
from tournaments.models import Tournament

# As the pages of the desk name what one of their buttons does.
NAMED = re.compile(r'\{% act event "(\w+)"')

# A button whose address a page makes by itself.
BY_HAND = re.compile(r"tournament_(?:act|menu)\b|/watch/|\|add:\"[a-z_]+/")
BUTTON = re.compile(r'hx-get="([^"]*/watch/\w+/[^"]*)"')


def pages() -> list[str]:
    return [page.read_text() for page in (settings.BASE_DIR / "templates").rglob("*.html")]


def test_every_dialog_is_offered_by_a_menu_or_on_a_page() -> None:
    live = Tournament(rebuys=1, add_on_after_level=3, in_round=True)
    menus = [
        OF_A_PLAYER,
        OF_A_TABLE,
        *LiveDesk().offered(live),
        change_dialogs.BEFORE_START,
        change_dialogs.IN_PLAY,
    ]
    named = [NAMED.findall(text) for text in pages()]
    offered = {str(verb) for verbs in (*menus, *named) for verb in verbs}
    assert {str(verb) for verb in ALL} - offered == set()
    assert offered <= {str(verb) for verb in ALL}


def test_pages_leave_the_addresses_of_dialogs_to_the_act_tag() -> None:
    assert [text for text in pages() if BY_HAND.search(text)] == []


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("group", ["boss", "floor", "cashier", "auditor"])
def test_each_button_of_the_floor_opens_for_the_reader_who_is_shown_it(group: str) -> None:
    sold = {"rebuys": 1, "rebuy_levels": 1, "rebuy_chips": 1500, "rebuy_price": 900}
    floor = Floor(live(live_tables=1, **sold), players=4)
    reader = member(group)
    seen = buttons(reader, floor)
    floor.step()
    floor.bust([next(iter(floor.stacks()))])
    seen |= buttons(reader, floor)
    at_the_counter = {"menu", "rebuy", "walk_in"}
    running = {"menu", "walk_in", "waive", "undo", "pause", "message", "end_level", "put_off"}
    assert seen >= {"boss": running | {"rebuy"}, "floor": running, "cashier": at_the_counter}.get(
        group, set()
    )
    if group not in {"boss", "floor"}:
        assert seen == {"cashier": at_the_counter, "auditor": set()}[group]


def buttons(reader: Client, floor: Floor) -> set[str]:
    """Press every button of the watch page that opens a dialog; their verbs."""
    with time_machine.travel(floor.now, tick=False):
        addresses = {*BUTTON.findall(reader.get(watch(floor.event)).content.decode())}
        answers = {address: reader.get(address.replace("&amp;", "&")) for address in addresses}
    assert {at: answer.status_code for at, answer in answers.items()} == dict.fromkeys(answers, 200)
    return {address.split("/watch/")[1].split("/")[0] for address in addresses}
