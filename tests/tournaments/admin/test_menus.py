"""Nothing that the staff can do in an event is without a button."""

import re

from django.conf import settings

from tournaments.admin import changing
from tournaments.admin.dialogs import OF_A_PLAYER, OF_A_TABLE
from tournaments.admin.watch import ALL
from tournaments.live_room.admin.live_desk import LiveDesk
from tournaments.models import Tournament

# As the pages of the desk name what one of their buttons does.
NAMED = re.compile(r'(?:tournament_act" event\.pk "|here\|add:")([a-z_]+)[/"]')


def test_every_dialog_is_offered_by_a_menu_or_on_a_page() -> None:
    live = Tournament(rebuys=1, add_on_after_level=3, in_round=True)
    menus = [
        OF_A_PLAYER,
        OF_A_TABLE,
        *LiveDesk().offered(live),
        changing.BEFORE_START,
        changing.IN_PLAY,
    ]
    pages = (settings.BASE_DIR / "templates" / "tournaments").rglob("*.html")
    named = [NAMED.findall(page.read_text()) for page in pages]
    offered = {str(verb) for verbs in (*menus, *named) for verb in verbs}
    assert {str(verb) for verb in ALL} - offered == set()
    assert offered <= {str(verb) for verb in ALL}
