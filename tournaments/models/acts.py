"""The acts of staff, with author, reason, before and after; and their orders between hands."""

from typing import ClassVar

import pgtrigger
from django.apps import apps
from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.translation import gettext_lazy as _

# The longest reason or message, characters.
LONGEST_TEXT = 300


class Act(models.Model):
    """One act of staff, written in the transaction of what it does; never changed or deleted.

    ``before`` and ``after`` hold the fields that the act has changed, named as in the models.
    """

    class Verb(models.TextChoices):
        WRITE_PLAN = "write_plan", _("plan written")
        CHANGE_PLAN = "change_plan", _("plan changed")
        DELETE_PLAN = "delete_plan", _("plan deleted")
        CLONE = "clone", _("plan duplicated")
        PUBLISH = "publish", _("event published")
        APPROVE = "approve", _("guarantee approved")
        ADMIT = "admit", _("admission changed")
        PAUSE = "pause", _("clock stopped")
        RESUME = "resume", _("clock started again")
        END_LEVEL = "end_level", _("level ended")
        PUT_OFF = "put_off", _("start moved")
        LEVEL_TIME = "level_time", _("level made longer or shorter")
        LEVEL_AGAIN = "level_again", _("level gone back")
        NEW_LEVELS = "new_levels", _("coming levels changed")
        EXTEND_LATE = "extend_late", _("late registration extended")
        RAISE = "raise", _("guarantee raised")
        OPEN_SEATS = "open_seats", _("seats opened")
        ENTER = "enter", _("player registered")
        TAKE_OUT = "take_out", _("player taken out")
        SELL = "sell", _("chips sold at the desk")
        TOGETHER = "together", _("hand for hand ordered")
        MOVE = "move", _("player moved")
        BREAK_TABLE = "break_table", _("table broken")
        HOLD_TABLE = "hold_table", _("table held")
        DEAL = "deal", _("held table resumed")
        CORRECT_STACK = "correct_stack", _("stack corrected")
        ASK_SECOND = "ask_second", _("second person asked")
        AGREE = "agree", _("agreed to as second person")
        DISAGREE = "disagree", _("two-person order not carried out")
        MESSAGE = "message", _("message")
        WARN = "warn", _("warning")
        PENALIZE = "penalize", _("penalty given")
        BACK_IN = "back_in", _("back in after a penalty")
        SIT_OUT = "sit_out", _("sat out")
        DISQUALIFY = "disqualify", _("disqualified")
        REINSTATE = "reinstate", _("disqualification undone")
        VOID_HAND = "void_hand", _("hand declared void")
        WITHDRAW = "withdraw", _("order withdrawn")
        BUST = "bust", _("out at the table")
        WAIVE = "waive", _("rebuy declined")
        COUNT = "count", _("chips counted")
        HAND_OVER = "hand_over", _("hand over at the table")
        REARRANGE = "rearrange", _("tables rearranged")
        UNDO = "undo", _("entered wrongly, undone")
        STOCK_CHIPS = "stock_chips", _("chips of the room entered")
        ANNOUNCE_RACE = "announce_race", _("colour-up announced")
        RACE = "race", _("chips raced off")
        CALL_FLOOR = "call_floor", _("floor called")
        ANSWER_CALL = "answer_call", _("call answered")
        SET_ROTA = "set_rota", _("dealers' rota set")
        FEATURE = "feature", _("feature table set")
        KEEP_HAND = "keep_hand", _("hand of the feature table saved")
        COUNTERSIGN = "countersign", _("payout countersigned")
        OFFER_DEAL = "offer_deal", _("deal printed for signing")
        SIGN_DEAL = "sign_deal", _("deal signed by all")
        DROP_DEAL = "drop_deal", _("deal not made")
        PLAN_CANCELLATION = "plan_cancellation", _("cancellation worked out")
        CANCEL = "cancel", _("event cancelled")
        SUSPEND = "suspend", _("player suspended")
        LIFT = "lift", _("suspension lifted")
        TAKE_DOWN = "take_down", _("picture taken down")
        RENAME = "rename", _("name changed")
        RIGHTS = "rights", _("rights changed")
        INVITE_STAFF = "invite_staff", _("invitation of staff")
        PASSWORD = "password", _("password given")
        ASK_IDENTITY = "ask_identity", _("identity asked for")
        VERIFY_IDENTITY = "verify_identity", _("identity verified")
        REFUSE_IDENTITY = "refuse_identity", _("identity refused")
        EXPIRE_IDENTITY = "expire_identity", _("verification ended")
        SEE_DOCUMENT = "see_document", _("document opened")
        REAL_NAME = "real_name", _("real name entered")
        NOTE = "note", _("note written")
        PIN_NOTE = "pin_note", _("note pinned or unpinned")
        TELL = "tell", _("message to a player")
        END_SESSIONS = "end_sessions", _("signed out everywhere")
        DEMAND = "demand", _("asked for at the next sign-in")
        RESTRICT = "restrict", _("player barred from a game")
        UNRESTRICT = "unrestrict", _("restriction lifted")
        EXPORT = "export", _("all data of a player exported")
        FORGET = "forget", _("player anonymised")
        GIVE_TICKET = "give_ticket", _("ticket given")
        TAKE_TICKET = "take_ticket", _("ticket taken back")
        GIVE_BONUS = "give_bonus", _("bonus given")
        TAKE_BONUS = "take_bonus", _("bonus taken back")
        ORDER_CORRECTION = "order_correction", _("correction of money ordered")
        CORRECT = "correct", _("correction of money confirmed")
        DROP_CORRECTION = "drop_correction", _("correction of money not made")
        ORDER_MERGE = "order_merge", _("merge of accounts ordered")
        MERGE = "merge", _("accounts merged")
        DROP_MERGE = "drop_merge", _("merge of accounts not made")
        SUSPEND_CLUB = "suspend_club", _("club suspended")
        REOPEN_CLUB = "reopen_club", _("club reopened")
        DISMISS_REPORTS = "dismiss_reports", _("reports of a club dismissed")

    class Outcome(models.TextChoices):
        DONE = "done", _("done")
        ORDERED = "ordered", _("ordered, for after the hand")
        NOTHING = "nothing", _("could not be done")

    # The rule by which staff do it (INFO-1).
    RULES: ClassVar = {
        **dict.fromkeys((Verb.WRITE_PLAN, Verb.CHANGE_PLAN, Verb.DELETE_PLAN), "INFO-4"),
        **dict.fromkeys((Verb.CLONE, Verb.PUBLISH), "INFO-4"),
        Verb.APPROVE: "STAFF-3",
        Verb.ADMIT: "TRN-2",
        **dict.fromkeys((Verb.PAUSE, Verb.RESUME, Verb.END_LEVEL), "TRN-6"),
        **dict.fromkeys((Verb.PUT_OFF, Verb.EXTEND_LATE, Verb.RAISE, Verb.OPEN_SEATS), "AMEND-2"),
        **dict.fromkeys((Verb.LEVEL_TIME, Verb.LEVEL_AGAIN, Verb.NEW_LEVELS), "AMEND-3"),
        **dict.fromkeys((Verb.ENTER, Verb.TAKE_OUT), "AMEND-4"),
        Verb.SELL: "LIVE-6",
        Verb.TOGETHER: "TRN-4",
        Verb.CORRECT_STACK: "AMEND-5",
        **dict.fromkeys((Verb.HOLD_TABLE, Verb.DEAL), "AMEND-6"),
        **dict.fromkeys((Verb.ASK_SECOND, Verb.AGREE, Verb.DISAGREE), "STAFF-2"),
        **dict.fromkeys((Verb.MOVE, Verb.BREAK_TABLE), "TRN-3"),
        **dict.fromkeys((Verb.MESSAGE, Verb.WARN, Verb.WITHDRAW), "STAFF-5"),
        **dict.fromkeys((Verb.PENALIZE, Verb.BACK_IN), "LIVE-15"),
        Verb.SIT_OUT: "OUT-1",
        **dict.fromkeys((Verb.DISQUALIFY, Verb.REINSTATE, Verb.VOID_HAND), "RANK-1"),
        **dict.fromkeys((Verb.BUST, Verb.WAIVE), "LIVE-2"),
        Verb.COUNT: "LIVE-3",
        Verb.HAND_OVER: "TRN-4",
        Verb.REARRANGE: "LIVE-4",
        Verb.UNDO: "LIVE-5",
        Verb.STOCK_CHIPS: "LIVE-7",
        **dict.fromkeys((Verb.ANNOUNCE_RACE, Verb.RACE), "LIVE-8"),
        **dict.fromkeys((Verb.CALL_FLOOR, Verb.ANSWER_CALL), "LIVE-9"),
        Verb.SET_ROTA: "LIVE-10",
        **dict.fromkeys((Verb.FEATURE, Verb.KEEP_HAND), "LIVE-13"),
        Verb.COUNTERSIGN: "LIVE-6",
        **dict.fromkeys((Verb.OFFER_DEAL, Verb.SIGN_DEAL, Verb.DROP_DEAL), "DEAL-MAKE"),
        **dict.fromkeys((Verb.PLAN_CANCELLATION, Verb.CANCEL), "CANCEL-4"),
        **dict.fromkeys((Verb.SUSPEND, Verb.LIFT), "STAFF-4"),
        Verb.RENAME: "NAME-1",
        Verb.TAKE_DOWN: "NAME-2",
        **dict.fromkeys((Verb.RIGHTS, Verb.INVITE_STAFF, Verb.PASSWORD), "STAFF-2"),
        **dict.fromkeys((Verb.ASK_IDENTITY, Verb.VERIFY_IDENTITY, Verb.REFUSE_IDENTITY), "KYC-1"),
        **dict.fromkeys((Verb.EXPIRE_IDENTITY, Verb.SEE_DOCUMENT), "KYC-1"),
        **dict.fromkeys((Verb.REAL_NAME, Verb.NOTE, Verb.PIN_NOTE, Verb.TELL), "STAFF-7"),
        **dict.fromkeys((Verb.END_SESSIONS, Verb.DEMAND), "STAFF-7"),
        **dict.fromkeys((Verb.EXPORT, Verb.FORGET), "STAFF-9"),
        **dict.fromkeys((Verb.RESTRICT, Verb.UNRESTRICT), "STAFF-10"),
        **dict.fromkeys((Verb.ORDER_MERGE, Verb.MERGE, Verb.DROP_MERGE), "STAFF-12"),
        **dict.fromkeys((Verb.SUSPEND_CLUB, Verb.REOPEN_CLUB, Verb.DISMISS_REPORTS), "CLUB-6"),
        **dict.fromkeys((Verb.GIVE_BONUS, Verb.TAKE_BONUS), "BONUS-1"),
        **dict.fromkeys((Verb.GIVE_TICKET, Verb.TAKE_TICKET), "STAFF-8"),
        **dict.fromkeys((Verb.ORDER_CORRECTION, Verb.CORRECT, Verb.DROP_CORRECTION), "STAFF-8"),
    }

    verb = models.CharField(_("act"), max_length=17, choices=Verb)
    outcome = models.CharField(_("outcome"), max_length=7, choices=Outcome, default=Outcome.DONE)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by")
    )
    at = models.DateTimeField(_("time"), db_index=True)
    entered_at = models.DateTimeField(_("entered on a device without network"), null=True)
    key = models.UUIDField(unique=True, null=True, editable=False)
    tournament = models.ForeignKey(
        "tournaments.Tournament",
        models.PROTECT,
        null=True,
        related_name="acts",
        verbose_name=_("tournament"),
    )
    table = models.ForeignKey(
        "tables.Table", models.PROTECT, null=True, related_name="+", verbose_name=_("table")
    )
    entry = models.ForeignKey(
        "tournaments.Entry", models.PROTECT, null=True, related_name="+", verbose_name=_("entry")
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("player"),
    )
    about = models.CharField(_("about"), max_length=120)
    why = models.CharField(_("why"), max_length=LONGEST_TEXT, blank=True)
    before = models.JSONField(_("before"), default=dict, encoder=DjangoJSONEncoder)
    after = models.JSONField(_("after"), default=dict, encoder=DjangoJSONEncoder)

    class Meta:
        verbose_name = _("act of staff")
        verbose_name_plural = _("acts of staff")
        triggers = [
            pgtrigger.Protect(name="acts_are_kept", operation=pgtrigger.Update | pgtrigger.Delete),
        ]

    def __str__(self) -> str:
        return f"{self.get_verb_display()}: {self.subject}"

    @property
    def subject(self) -> str:
        """The subject of the act; the kind of a plan in the reader's language."""
        label, _space, name = self.about.partition(" ")
        try:
            return f"{apps.get_model(label)._meta.verbose_name} {name}"
        except (LookupError, ValueError):
            return self.about

    def get_verb_display(self) -> str:  # type: ignore[no-redef]
        """Return the verb's label; Django's own method builds a dictionary of all verbs."""
        return str(self.Verb(self.verb).label)

    @property
    def rule(self) -> str:
        """The id of the rule by which it was done."""
        return self.RULES[self.Verb(self.verb)]


class Order(models.Model):
    """An order of staff for a table between two hands; the director carries it out once."""

    class Kind(models.TextChoices):
        MOVE = Act.Verb.MOVE.value, _("move")
        BREAK_TABLE = Act.Verb.BREAK_TABLE.value, _("break the table")
        DISQUALIFY = Act.Verb.DISQUALIFY.value, _("disqualify")
        CORRECT_STACK = Act.Verb.CORRECT_STACK.value, _("correct the stack")
        HOLD_TABLE = Act.Verb.HOLD_TABLE.value, _("hold the table")

    kind = models.CharField(_("order"), max_length=17, choices=Kind)
    tournament = models.ForeignKey(
        "tournaments.Tournament",
        models.PROTECT,
        related_name="orders",
        db_index=False,
        verbose_name=_("tournament"),
    )
    entry = models.ForeignKey(
        "tournaments.Entry", models.PROTECT, null=True, related_name="+", verbose_name=_("entry")
    )
    table = models.ForeignKey(
        "tables.Table",
        models.PROTECT,
        related_name="+",
        verbose_name=_("table"),
        help_text=_("The table to break or to hold, or the one that a player moves to."),
        null=True,
    )
    seat_no = models.PositiveSmallIntegerField(_("seat"), null=True)
    chips = models.BigIntegerField(_("chips more or fewer"), null=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by")
    )
    why = models.CharField(_("why"), max_length=LONGEST_TEXT)
    given_at = models.DateTimeField(_("given"))
    closed_at = models.DateTimeField(_("closed"), null=True)

    class Meta:
        verbose_name = _("order")
        verbose_name_plural = _("orders")
        indexes = [
            models.Index(
                fields=["tournament"],
                condition=models.Q(closed_at__isnull=True),
                name="orders_that_wait",
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "kind"],
                condition=models.Q(closed_at__isnull=True, entry__isnull=False),
                name="one_waiting_order_a_player",
            ),
            models.UniqueConstraint(
                fields=["table"],
                condition=models.Q(closed_at__isnull=True, kind="break_table"),
                name="a_table_breaks_once",
            ),
            models.UniqueConstraint(
                fields=["table"],
                condition=models.Q(closed_at__isnull=True, kind="hold_table"),
                name="a_table_is_held_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}"
