"""Chat of a club, among its members (CHAT-1)."""

from typing import Final

from core.refusal import Refusal
from core.types import UserId
from players.chat.channels import ChatNews
from players.refusals import PlayerCode
from tables.wire import push
from tournaments.clubs import access
from tournaments.clubs.models import Club, ClubMember
from tournaments.clubs.refusals import ClubCode

KIND: Final = "club"


class ClubChannel:
    """The lobby of a club: its members read and talk; in a suspended club they only read."""

    def check_speaker(self, ref: int, user_id: UserId) -> None:
        """Refuse CHAT_NOT_HERE, CLUB_SUSPENDED."""
        self.check_reader(ref, user_id)
        if Club.objects.filter(pk=ref, suspended_at__isnull=False).exists():
            raise Refusal(ClubCode.CLUB_SUSPENDED)

    def check_reader(self, ref: int, user_id: UserId) -> None:
        """Refuse CHAT_NOT_HERE to those who are not members, and to all once the club is closed."""
        if access.role_of(club_id=ref, user_id=user_id) is None:
            raise Refusal(PlayerCode.CHAT_NOT_HERE)

    def tell(self, ref: int, name: str, news: ChatNews) -> None:
        """Have the pages of its members fetch the line."""
        members = ClubMember.objects.filter(club=ref, left_at=None)
        readers = [UserId(pk) for pk in members.values_list("user", flat=True)]
        push.tell_people(readers, f"chat:{name}")
