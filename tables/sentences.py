"""The sentence that a player reads for each refusal of a table or of the engine."""

from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tables.engine.refusals import EngineCode
from tables.refusals import TableCode

SENTENCES: dict[StrEnum, str | Promise] = {
    TableCode.SITS_SOMEWHERE: _(
        "One of the two sits at a table or is in a pool: wait until they leave."
    ),
    TableCode.STILL_AT_TABLE: _(
        "This player has a seat, or plays in a pool: let them leave it first."
    ),
    TableCode.NO_SUCH_TABLE: _("There is no such table."),
    TableCode.PRIVATE_TABLE: _(
        "This tournament is private. Who plays in it is for its players and for those who are "
        "invited."
    ),
    TableCode.TABLE_CLOSED: _("This table is closed."),
    TableCode.NOT_SEATED: _("You have no seat at this table."),
    TableCode.NOT_IN_HAND: _("You are not in this hand."),
    TableCode.NO_HAND: _("No hand is being played here right now."),
    TableCode.STALE_VERSION: _("The hand had already moved on. Look again and decide."),
    TableCode.NO_SUCH_SEAT: _("This table has no such seat."),
    TableCode.SEAT_TAKEN: _("Somebody already sits there."),
    TableCode.TABLE_FULL: _("Every seat of this table is taken."),
    TableCode.ALREADY_SEATED: _("You already sit at this table."),
    TableCode.HAND_IN_PROGRESS: _("That has to wait until the hand is over."),
    TableCode.NOT_A_CASH_TABLE: _("Nobody plays for money at this table."),
    TableCode.BUY_IN_TOO_SMALL: _("You need at least %(least_euro)s in front of you here."),
    TableCode.BUY_IN_TOO_LARGE: _("You can have at most %(most_euro)s in front of you here."),
    TableCode.NOT_WHAT_YOU_TOOK: _(
        "You left this game a short while ago: until %(until_when)s you come back with "
        "%(due_euro)s or more."
    ),
    TableCode.SESSION_LIMIT: _(
        "One session may be brought %(limit_euro)s at most, and all stays of %(minutes)s minutes "
        "together no more than that in new money: you can still bring %(left_euro)s of it."
    ),
    TableCode.SMALL_BLIND_UNEVEN: _(
        "The small blind is half the big blind, to the nearest cent: %(small_euro)s is not half "
        "of %(big_euro)s."
    ),
    TableCode.GAME_DOES_NOT_FIT: _("This game cannot be offered: %(why)s"),
    TableCode.NO_SUCH_TARIFF: _("There is no such tariff."),
    TableCode.NO_TARIFF_WAITS: _("This version has already been decided."),
    TableCode.OWN_TARIFF: _("You have ordered this tariff: another person has to confirm it."),
    TableCode.TARIFF_DOES_NOT_FIT: _("This tariff cannot be used: %(why)s"),
    TableCode.TARIFF_DATES: _(
        "A promotion has a beginning and a later end that is still to come; any other tariff has "
        "none."
    ),
    TableCode.TARIFF_NAME_TAKEN: _("Another tariff has this name."),
    TableCode.TARIFF_RETIRED: _("This tariff is retired."),
    TableCode.TARIFF_WAITS: _(
        "A version of this tariff waits for a second person: decide it first."
    ),
    TableCode.TARIFF_UNCHANGED: _("The tariff says so already."),
    TableCode.TARIFF_IN_USE: _("Give these games another tariff first: %(games)s."),
    TableCode.SEAT_HELD: _("This seat is held for a player from the waiting list."),
    TableCode.NO_PLAY_SEAT: _(
        "Every seat for play money is taken right now. Try again in a moment."
    ),
    TableCode.SEATS_FREE: _("There is a free seat: sit down."),
    TableCode.LEAVING: _("You are leaving this table after the hand."),
    TableCode.NO_SUCH_POOL: _("There is no such pool."),
    TableCode.NO_SUCH_GAME: _("There is no such game."),
    TableCode.NOT_IN_POOL: _("You are not in this pool."),
    TableCode.POOL_CLOSED: _("This pool is closed to new entries right now."),
    TableCode.POOL_FULL: _("This pool is full: %(most)s play in it."),
    TableCode.NO_MORE_ENTRIES: _(
        "You can hold %(most)s entries in this pool at once, and you already do."
    ),
    TableCode.CANNOT_FOLD_NOW: _(
        "You can fold before your turn only while you face a bet and have chips left."
    ),
    TableCode.TOO_FEW_CHIPS: _("You need a big blind to play on, %(least_euro)s: buy chips first."),
    TableCode.TABLE_OF_A_POOL: _("This table belongs to a pool: play at the pool's own page."),
    TableCode.NO_STRADDLE: _("There is no straddle at this table."),
    TableCode.MALFORMED_MESSAGE: _("The table did not understand that message."),
    TableCode.TOO_MANY_MESSAGES: _("That was too much at once. Wait a moment."),
    TableCode.TOO_MANY_TABLES: _("No more than %(most)s tables are shown at once."),
    TableCode.LOGIN_REQUIRED: _("Sign in to play."),
    TableCode.ROOM_TROUBLE: _(
        "Something went wrong on our side. Nothing has changed; please try again."
    ),
    EngineCode.MALFORMED: _("The table did not understand that action."),
    EngineCode.CANNOT_OPEN: _("You need a better hand to open."),
    EngineCode.CANNOT_SAY_CIP: _("You cannot say cip now."),
    EngineCode.CANNOT_SAY_PAROLA: _("You cannot say parola now."),
    EngineCode.PAROLA_OR_CIP: _("Say parola, or cip, or bet."),
    EngineCode.CHANGE_CARDS_NOW: _("First change your cards, or stay pat."),
    EngineCode.CANNOT_CHANGE_CARDS: _("No cards are changed now."),
    EngineCode.TOO_MANY_CARDS: _("You may change up to %(most)s cards."),
    EngineCode.NOT_YOUR_CARDS: _("You can only change cards that you hold."),
    EngineCode.HAND_FINISHED: _("The hand is over."),
    EngineCode.HAND_NOT_FINISHED: _("The hand is not over yet."),
    EngineCode.NOT_YOUR_TURN: _("It is not your turn."),
    EngineCode.CANNOT_CHECK: _("You cannot check: calling costs %(call_euro)s."),
    EngineCode.NOTHING_TO_CALL: _("There is nothing to call."),
    EngineCode.CANNOT_BET: _("You cannot bet now."),
    EngineCode.CANNOT_RAISE: _("You cannot raise now."),
    EngineCode.CANNOT_GO_ALL_IN: _("You cannot go all in now."),
    EngineCode.TOO_SMALL: _("Too small: the least is %(minimum_euro)s."),
    EngineCode.TOO_LARGE: _("Too large: the most is %(maximum_euro)s."),
    EngineCode.NOTHING_TO_SHOW: _("You have no cards to show."),
}
