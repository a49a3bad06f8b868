"""Chat at the tables of events and among those who have entered one (CHAT-1, CHAT-2)."""

from typing import Final

from django.db.models import QuerySet

from core.refusal import Refusal
from core.types import UserId
from players import room_settings
from players.chat.channels import ChatNews
from players.refusals import PlayerCode
from tables.chat import OFF, TableChatRules
from tables.wire import push
from tournaments.models import Entry, Tournament

KIND: Final = "event"
# A line is pushed to at most so many players; in a larger field their pages have it when they are
# next read, so that a line costs the same in any field.
MOST_TOLD: Final = 200


def rules_of(tournament_id: int) -> TableChatRules:
    """Return the chat of an event's tables. Those of a live room, where a feature table may be
    shown with a delay, have none."""
    event = Tournament.objects.filter(pk=tournament_id).first()
    return OFF if event is None else TableChatRules(is_on(event), event.folded_may_chat)


def is_on(event: Tournament) -> bool:
    """Return whether the players of an event may talk."""
    if event.venue != Tournament.Venue.ONLINE:
        return False
    is_free = event.free or not (event.buy_in or event.fee or event.guaranteed)
    return room_settings.CHAT.value() and (is_free or room_settings.CHAT_MONEY.value())


class EventChannel:
    """The lobby of an event: those who have entered talk and read."""

    def check_speaker(self, ref: int, user_id: UserId) -> None:
        """Refuse CHAT_OFF, CHAT_NOT_HERE."""
        self.check_reader(ref, user_id)
        if not is_on(Tournament.objects.get(pk=ref)):
            raise Refusal(PlayerCode.CHAT_OFF)

    def check_reader(self, ref: int, user_id: UserId) -> None:
        """Refuse CHAT_NOT_HERE."""
        if not _entered(ref).filter(user=user_id).exists():
            raise Refusal(PlayerCode.CHAT_NOT_HERE)

    def tell(self, ref: int, name: str, news: ChatNews) -> None:
        """Have the pages of those who have entered fetch the line, in fields that are not large."""
        entered = _entered(ref).values_list("user", flat=True).distinct()[: MOST_TOLD + 1]
        readers = [UserId(pk) for pk in entered]
        if len(readers) <= MOST_TOLD:
            push.tell_people(readers, f"chat:{name}")


def _entered(tournament_id: int) -> "QuerySet[Entry]":
    # A home game has a channel of its own, which its host's removals close.
    entries = Entry.objects.filter(tournament=tournament_id, tournament__home=False)
    return entries.exclude(status=Entry.Status.WITHDRAWN)
