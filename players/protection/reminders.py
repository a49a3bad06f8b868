"""How often a player is reminded of the time and the money that they spend at tables (PLAY-4)."""

from core.refusal import Refusal
from core.types import UserId
from players.models import Reminder
from players.refusals import Code

# Minutes that one may choose, and what holds for whoever has chosen nothing.
CHOICES = (15, 30, 60, 120)
USUAL = 60


def every(user_id: UserId) -> int:
    """Minutes of play between two reminders."""
    chosen = Reminder.objects.filter(user=user_id).values_list("minutes", flat=True).first()
    return USUAL if chosen is None else chosen


def choose(*, user_id: UserId, minutes: int) -> None:
    """Be reminded after so many minutes each time; NO_SUCH_REMINDER for others than ``CHOICES``."""
    if minutes not in CHOICES:
        raise Refusal(Code.NO_SUCH_REMINDER, minutes=minutes)
    Reminder.objects.update_or_create(user_id=user_id, defaults={"minutes": minutes})
