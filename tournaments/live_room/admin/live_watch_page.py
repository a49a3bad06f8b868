"""The watch page of a live event at the desk: its dialogs, printed pages, the floor's sheet."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Final

from django.urls import URLPattern

from core.admin.staff import ReadOnly
from tables.models import Seat
from tournaments.admin.dialogs import OF_A_PLAYER, OF_A_TABLE, Dialog
from tournaments.admin.watch import VenueDesk
from tournaments.live_room.admin.cards import PrintedCards
from tournaments.live_room.admin.chip_dialogs import CHIPS
from tournaments.live_room.admin.dealer_dialogs import DEALERS
from tournaments.live_room.admin.dialogs import ADD_ON, LIVE, PAY_OUT, REBUY, WALK_IN
from tournaments.live_room.admin.feature_dialogs import FEATURES
from tournaments.live_room.admin.final_deal_dialogs import FINAL_DEALS
from tournaments.live_room.admin.floor_sheet import FloorSheet
from tournaments.live_room.models import FeatureTable
from tournaments.live_room.verbs.desk_view import LivePicture, live_picture
from tournaments.models import Act, Tournament

Verb = Act.Verb
# Live players do not read the felt: a warning is a penalty on record (LIVE-15).
ONLINE: Final = (Verb.SIT_OUT, Verb.WARN)
DEALT: Final = (Verb.VOID_HAND, Verb.HOLD_TABLE, Verb.DEAL)


class LiveDesk(VenueDesk):
    """The watch page of a live event."""

    dialogs: Mapping[str, Dialog] = {**LIVE, **CHIPS, **DEALERS, **FEATURES, **FINAL_DEALS}
    at_the_counter = (WALK_IN, REBUY, ADD_ON, PAY_OUT, Verb.COUNTERSIGN)
    cashiers_only = (PAY_OUT,)

    def pages(self, admin: ReadOnly) -> list[URLPattern]:
        return [*PrintedCards(admin).urls(), *FloorSheet(admin).urls()]

    def offered(self, event: Tournament) -> tuple[Sequence[str], Sequence[str]]:
        sold = [REBUY] * bool(event.rebuys) + [ADD_ON] * bool(event.add_on_after_level)
        players = (Verb.PENALIZE, *(verb for verb in OF_A_PLAYER if verb not in ONLINE))
        tables = tuple(verb for verb in OF_A_TABLE if verb not in DEALT)
        in_round = (Verb.HAND_OVER,) if event.in_round else ()
        waived = [Verb.WAIVE] * bool(sold)
        return (Verb.BUST, *waived, *sold, *players), (
            *in_round,
            Verb.BUST,
            Verb.COUNT,
            Verb.CALL_FLOOR,
            Verb.KEEP_HAND,
            *tables,
            Verb.FEATURE,
        )

    def unfit(self, event: Tournament, *, table: int, entry: int) -> Collection[str]:
        if entry:
            seat = Seat.objects.filter(table__event=event.event, user__entries=entry)
            return (Verb.WAIVE,) if seat.filter(stack__gt=0).exists() else (Verb.BUST,)
        return () if FeatureTable.objects.filter(table=table).exists() else (Verb.KEEP_HAND,)

    def picture(
        self, event: Tournament, *, shown: Collection[int], now: datetime
    ) -> LivePicture | None:
        return live_picture(event, shown=shown, now=now)
