"""Intervals of the reminders of time and money spent at tables (PLAY-4)."""

from core.refusal import Refusal
from core.types import UserId
from players.models import Reminder
from players.refusals import PlayerCode

# The choices in minutes, and the default.
CHOICES = (15, 30, 60, 120)
USUAL = 60


def every(user_id: UserId) -> int:
    """Return the minutes of play between two reminders of a player."""
    chosen = Reminder.objects.filter(user=user_id).values_list("minutes", flat=True).first()
    return USUAL if chosen is None else chosen


def take_over(*, user_id: UserId, other_id: UserId) -> None:
    """Choose the interval of another account of the same person, where it is shorter."""
    if (minutes := every(other_id)) < every(user_id):
        choose(user_id=user_id, minutes=minutes)


def choose(*, user_id: UserId, minutes: int) -> None:
    """Store a player's interval in minutes; refuses NO_SUCH_REMINDER outside of ``CHOICES``."""
    if minutes not in CHOICES:
        raise Refusal(PlayerCode.NO_SUCH_REMINDER, minutes=minutes)
    Reminder.objects.update_or_create(user_id=user_id, defaults={"minutes": minutes})
