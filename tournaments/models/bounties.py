"""The heads that players took, and the cents that these brought (BOUNTY-1 to BOUNTY-3)."""

import pgtrigger
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.entries import Entry


class Bounty(models.Model):
    """One taker's part of a head: ``taken`` cents of it, of which ``paid`` went to their wallet and
    the rest to their own head. The players still in at the end take their own, without a hand.
    """

    head = models.ForeignKey(
        Entry, models.PROTECT, related_name="taken_by", db_index=False, verbose_name=_("head of")
    )
    winner = models.ForeignKey(
        Entry, models.PROTECT, related_name="bounties", verbose_name=_("won by")
    )
    hand_id = models.BigIntegerField(_("hand"), null=True)
    taken = models.PositiveBigIntegerField(_("of the head, cents"))
    paid = models.PositiveBigIntegerField(_("paid, cents"))
    at = models.DateTimeField(_("time"))

    class Meta:
        verbose_name = _("bounty")
        verbose_name_plural = _("bounties")
        constraints = [
            models.UniqueConstraint(fields=["head", "winner"], name="one_share_of_a_head"),
            models.CheckConstraint(
                condition=models.Q(paid__lte=models.F("taken")), name="paid_out_of_the_head"
            ),
        ]
        triggers = [
            pgtrigger.Protect(name="a_bounty_won_stays_what_it_is", operation=pgtrigger.Update),
            # Heads that no player took are paid at the end: undoing that takes them back.
            pgtrigger.Trigger(
                name="a_bounty_won_is_kept",
                when=pgtrigger.Before,
                operation=pgtrigger.Delete,
                func=(
                    "IF EXISTS (SELECT FROM tournaments_entry AS head"
                    " JOIN tournaments_tournament AS event ON event.id = head.tournament_id"
                    " JOIN tournaments_entry AS gone ON gone.tournament_id = event.id"
                    " JOIN tournaments_bustout AS bust ON bust.entry_id = gone.id"
                    " WHERE head.id = OLD.head_id AND event.status = 'running'"
                    " AND bust.undone_at IS NOT NULL AND (OLD.hand_id IS NULL"
                    " OR bust.entry_id = head.id AND bust.act_id = OLD.hand_id))"
                    " OR OLD.hand_id IS NULL AND EXISTS (SELECT FROM tournaments_entry AS head"
                    " JOIN tournaments_tournament AS event ON event.id = head.tournament_id"
                    " JOIN tournaments_dealproposal AS deal ON deal.tournament_id = event.id"
                    " WHERE head.id = OLD.head_id AND event.status = 'running'"
                    " AND deal.status = 'undone')"
                    " THEN RETURN OLD; END IF;"
                    " RAISE EXCEPTION 'Cannot delete rows from % table', TG_TABLE_NAME;"
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.head_id} -> {self.winner_id}"
