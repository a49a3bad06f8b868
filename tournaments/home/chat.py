"""Chat in the room of a home game, among its players (CHAT-1)."""

from typing import Final

from django.db.models import QuerySet

from core.refusal import Refusal
from core.types import UserId
from players.chat.channels import ChatNews
from players.refusals import PlayerCode
from tables.chat import TableChatRules
from tables.wire import push
from tournaments.home.models import HomeGame, HomePlayer

KIND: Final = "home"


def rules_of(cash_game_id: int) -> TableChatRules:
    """Return the chat of the table of a home game that is a cash game."""
    game = HomeGame.objects.filter(cash_game=cash_game_id).only("folded_may_chat").first()
    return TableChatRules(on=True, folded_may_talk=game is not None and game.folded_may_chat)


class HomeChannel:
    """The room of a home game: its players talk and read until the host removes them."""

    def check_speaker(self, ref: int, user_id: UserId) -> None:
        """Refuse CHAT_NOT_HERE."""
        self.check_reader(ref, user_id)

    def check_reader(self, ref: int, user_id: UserId) -> None:
        """Refuse CHAT_NOT_HERE."""
        if not _players(ref).filter(user=user_id).exists():
            raise Refusal(PlayerCode.CHAT_NOT_HERE)

    def tell(self, ref: int, name: str, news: ChatNews) -> None:
        """Have the pages of its players fetch the line."""
        readers = [UserId(pk) for pk in _players(ref).values_list("user", flat=True)]
        push.tell_people(readers, f"chat:{name}")


def _players(game_id: int) -> "QuerySet[HomePlayer]":
    return HomePlayer.objects.filter(game=game_id, removed_at=None)
