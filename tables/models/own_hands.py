"""A player's own hands: the facts by which they are found and counted, and what the player marked.

``tables.own_hands.counting`` alone writes the first three, ``tables.own_hands.marking`` the last.
"""

from typing import Final

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from tables.models.tables import Hand
from tables.rules.hand_facts import HandFlag

LONGEST_NOTE: Final = 500
LONGEST_TAG: Final = 20
MOST_TAGS: Final = 8
# Fields of ``PlayedHour`` that count a flag, in the order of the flags.
COUNTS: Final = tuple(str(flag.name).lower() for flag in HandFlag)


class Position(models.TextChoices):
    """A position by the place before the button (``tables.rules.hand_facts``)."""

    EARLY = "ep", _("early")
    MIDDLE = "mp", _("middle")
    CUTOFF = "co", _("cutoff")
    BUTTON = "btn", _("button")
    SMALL_BLIND = "sb", _("small blind")
    BIG_BLIND = "bb", _("big blind")


class PlayedHand(models.Model):
    """A finished hand as one of its players played it (STATS-1); no other player is shown it.

    Partitioned by month like the hands. ``net`` and ``pot`` are in chips, ``net_bb`` in hundredths
    of a big blind; ``flags`` are those of ``HandFlag``.
    """

    pk = models.CompositePrimaryKey("hand", "user")
    hand = models.ForeignKey(
        Hand, models.CASCADE, related_name="+", db_index=False, db_constraint=False
    )
    started_at = models.DateTimeField()
    net = models.BigIntegerField()
    net_bb = models.BigIntegerField()
    pot = models.BigIntegerField()
    big_blind = models.BigIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False
    )
    flags = models.IntegerField()
    position = models.CharField(max_length=3, choices=Position)
    starting = models.CharField(max_length=3)
    game = models.CharField(max_length=20)
    event = models.CharField(max_length=40)

    class Meta:
        verbose_name = _("played hand")
        verbose_name_plural = _("played hands")
        default_permissions = ()
        indexes = [
            models.Index(fields=["user", "-hand"], name="played_hands_of_a_player"),
            # Few rows: the largest pots of a player.
            models.Index(
                fields=["user", "net_bb"],
                condition=models.Q(net_bb__lte=-1_000) | models.Q(net_bb__gte=1_000),
                name="big_pots_of_a_player",
            ),
        ]


class PlayedHour(models.Model):
    """The sums of a player's hands in one hour (UTC), by kind of event, game, stakes and position
    (STATS-3). ``big_blind`` is 0 where chips are not bought one by one.

    Each flag of ``HandFlag`` has a column with its count, added below.
    """

    pk = models.CompositePrimaryKey("user", "hour", "kind", "game", "big_blind", "position")
    hour = models.DateTimeField()
    big_blind = models.BigIntegerField()
    net = models.BigIntegerField(db_default=0)
    net_bb = models.BigIntegerField(db_default=0)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False
    )
    hands = models.IntegerField(db_default=0)
    kind = models.CharField(max_length=20)
    game = models.CharField(max_length=20)
    position = models.CharField(max_length=3, choices=Position)

    class Meta:
        verbose_name = _("played hour")
        verbose_name_plural = _("played hours")
        default_permissions = ()


for _name in COUNTS:
    PlayedHour.add_to_class(_name, models.IntegerField(db_default=0))


class UncountedHand(models.Model):
    """A hand that was finished or declared void and is to be counted; written by a trigger."""

    hand_id = models.BigIntegerField(primary_key=True)

    class Meta:
        verbose_name = _("uncounted hand")
        verbose_name_plural = _("uncounted hands")
        default_permissions = ()


class HandMark(models.Model):
    """A star, a note and tags that a player gave to a hand of their own (FIND-2)."""

    pk = models.CompositePrimaryKey("user", "hand")
    hand = models.ForeignKey(
        Hand, models.CASCADE, related_name="+", db_index=False, db_constraint=False
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False
    )
    starred = models.BooleanField(_("starred"), db_default=False)
    tags = ArrayField(models.CharField(max_length=LONGEST_TAG), verbose_name=_("tags"))
    note = models.CharField(_("note"), max_length=LONGEST_NOTE, blank=True)

    class Meta:
        verbose_name = _("marked hand")
        verbose_name_plural = _("marked hands")
        default_permissions = ()

    @property
    def is_empty(self) -> bool:
        """Return whether the row says nothing."""
        return not (self.starred or self.tags or self.note)
