"""Refusals of tables; the rules of a hand refuse in ``engine.refusals``."""

from collections.abc import Iterator
from contextlib import contextmanager

from core.refusal import Refusal, RefusalCodes, refusal
from tables import engine


class TableCode(RefusalCodes):
    SITS_SOMEWHERE = refusal(
        "One of the two sits at a table or is in a pool: wait until they leave.", rule="STAFF-12"
    )
    STILL_AT_TABLE = refusal(
        "This player has a seat or plays in a pool: they must leave it first.", rule="STAFF-9"
    )
    NO_SUCH_TABLE = refusal("This table does not exist.", rule=None)
    PRIVATE_TABLE = refusal(
        "This tournament is private: only its players and invited players can see it.",
        rule="TRN-2",
    )
    TABLE_CLOSED = refusal("This table is closed.", rule=None)
    NOT_SEATED = refusal("You have no seat at this table.", rule=None)
    NOT_IN_HAND = refusal("You are not in this hand.", rule=None)
    NO_HAND = refusal("No hand is being played here right now.", rule=None)
    STALE_VERSION = refusal("The hand had already moved on. Look again and decide.", rule=None)
    NO_SUCH_SEAT = refusal("This table has no such seat.", rule=None)
    SEAT_TAKEN = refusal("This seat is already taken.", rule="CASH-1")
    TABLE_FULL = refusal("All seats at this table are taken.", rule="CASH-1")
    ALREADY_SEATED = refusal("You already sit at this table.", rule="SEAT-1")
    HAND_IN_PROGRESS = refusal("You can do that only when the hand is over.", rule="CHIP-1")
    NOT_A_CASH_TABLE = refusal("This table is not for real money.", rule=None)
    BUY_IN_TOO_SMALL = refusal(
        "You need at least %(least_money)s in front of you here.", rule="CASH-1"
    )
    BUY_IN_TOO_LARGE = refusal(
        "You can have at most %(most_money)s in front of you here.", rule="CASH-1"
    )
    NOT_WHAT_YOU_TOOK = refusal(
        "You left this game a short while ago: until %(until_when)s you must come "
        "back with at least %(due_money)s.",
        rule="CASH-1",
    )
    STAY_LIMIT = refusal(
        "You can bring at most %(limit_money)s to a session, and no more new money "
        "than that within %(minutes)s minutes: you can still bring %(left_money)s.",
        rule="CASH-1",
    )
    SMALL_BLIND_UNEVEN = refusal(
        "The small blind must be half the big blind, to the nearest cent: "
        "%(small_money)s is not half of %(big_money)s.",
        rule="INFO-4",
    )
    GAME_DOES_NOT_FIT = refusal("This game cannot be offered: %(why)s", rule="INFO-4")
    NO_PLAY_SEAT = refusal(
        "All play-money seats are taken right now. Try again in a moment.", rule="FREE-1"
    )
    SEAT_HELD = refusal("This seat is held for a player from the waiting list.", rule="CASH-1")
    SEATS_FREE = refusal("There is a free seat: sit down.", rule="CASH-1")
    LEAVING = refusal("You are leaving this table after the hand.", rule="CASH-1")
    NO_SUCH_POOL = refusal("This pool does not exist.", rule=None)
    NO_SUCH_GAME = refusal("This game does not exist.", rule=None)
    NOT_IN_POOL = refusal("You are not in this pool.", rule=None)
    POOL_CLOSED = refusal("This pool is closed to new entries right now.", rule=None)
    POOL_FULL = refusal("This pool is full: it has %(most)s players.", rule="FAST-4")
    NO_MORE_ENTRIES = refusal(
        "You already have %(most)s entries in this pool, which is the maximum.", rule="FAST-4"
    )
    CANNOT_FOLD_NOW = refusal(
        "You can fold before your turn only while you face a bet and have chips left.",
        rule="FAST-1",
    )
    TOO_FEW_CHIPS = refusal(
        "You need a big blind to play on, %(least_money)s: buy chips first.", rule="CASH-4"
    )
    TABLE_OF_A_POOL = refusal(
        "This table belongs to a pool: play at the pool's own page.", rule="FAST-1"
    )
    NO_STRADDLE = refusal("There is no straddle at this table.", rule="CASH-3")
    MALFORMED_MESSAGE = refusal("The table did not understand that message.", rule=None)
    TOO_MANY_MESSAGES = refusal("Too many messages at once. Wait a moment.", rule=None)
    TOO_MANY_TABLES = refusal("At most %(most)s tables can be shown at once.", rule=None)
    LOGIN_REQUIRED = refusal("Sign in to play.", rule=None)
    ROOM_TROUBLE = refusal(
        "Something went wrong on our side. Nothing has changed; please try again.", rule=None
    )
    NO_SUCH_TARIFF = refusal("This tariff does not exist.", rule=None)
    NO_TARIFF_WAITS = refusal("This version has already been decided.", rule="RAKE-2")
    OWN_TARIFF = refusal("You ordered this tariff: another person must confirm it.", rule="RAKE-2")
    TARIFF_DOES_NOT_FIT = refusal("This tariff cannot be used: %(why)s", rule="RAKE-2")
    TARIFF_DATES = refusal(
        "A promotion needs a beginning and a later end in the future; other tariffs have neither.",
        rule="RAKE-2",
    )
    TARIFF_NAME_TAKEN = refusal("Another tariff has this name.", rule=None)
    TARIFF_RETIRED = refusal("This tariff is retired.", rule="RAKE-2")
    TARIFF_WAITS = refusal(
        "A version of this tariff waits for a second person: decide it first.", rule="RAKE-2"
    )
    TARIFF_UNCHANGED = refusal("The tariff already has these terms.", rule=None)
    NOT_YOUR_HAND = refusal("You were not dealt into this hand.", rule="FIND-2")
    HAND_NOTE_TOO_LONG = refusal("A note has at most %(most)s characters.", rule="FIND-2")
    TAGS_TOO_LONG = refusal(
        "A hand has at most %(most)s tags of at most %(longest)s characters.", rule="FIND-2"
    )
    TOO_MANY_MARKS = refusal(
        "You have marked %(most)s hands, which is the maximum: remove some marks first.",
        rule="FIND-2",
    )
    HAND_NOT_SHOWN_YET = refusal(
        "The last cards of this hand are still being turned up: share it in a moment.",
        rule="SHARE-2",
    )
    SHARE_DAYS = refusal("A link is valid for 1, 7 or 30 days, or without an end.", rule="SHARE-3")
    SHARE_ENDED_BY_STAFF = refusal(
        "Staff have ended a link to this hand: it cannot be shared again.", rule="SHARE-3"
    )
    SHARE_ENDED = refusal("Staff have already ended this link.", rule=None)
    NO_SUCH_SHARE = refusal("This link does not exist.", rule=None)
    TOO_MANY_SHARED = refusal(
        "You have %(most)s links to hands, which is the maximum: withdraw some first.",
        rule="SHARE-3",
    )
    TOO_MANY_SHARED_TODAY = refusal(
        "You have shared %(most)s hands within a day, which is the maximum.", rule="SHARE-3"
    )
    TARIFF_IN_USE = refusal("Give these games another tariff first: %(games)s.", rule="RAKE-2")
    NO_SUCH_HANDS = refusal("You have no finished hands there.", rule=None)
    EXPORT_RUNS = refusal("A download of your hands is running: wait until it ends.", rule="HAND-1")
    TOO_MANY_EXPORTS = refusal(
        "You have downloaded your hands often: try again in an hour.", rule="HAND-1"
    )
    NOT_IN_FORMAT = refusal("%(format)s cannot express this: %(what)s.", rule="HAND-1")
    IMPORT_NOT_TEXT = refusal("This file is no text that can be read.", rule="IMPORT-1")
    IMPORT_TOO_LARGE = refusal(
        "A file has at most %(most_chips)s kB, unpacked %(unpacked_chips)s kB.", rule="IMPORT-1"
    )
    IMPORT_TOO_MANY_FILES = refusal("A zip has at most %(most_chips)s files.", rule="IMPORT-1")
    IMPORT_NO_HANDS = refusal(
        "There are no hands in this file: it can be the text of PokerStars, Open Hand History or "
        "PHH, or a zip of them.",
        rule="IMPORT-1",
    )
    IMPORT_BAD_ZIP = refusal("This zip cannot be unpacked.", rule="IMPORT-1")
    IMPORT_OFF = refusal("This room imports no hands.", rule="IMPORT-1")
    TOO_MANY_IMPORTS = refusal(
        "You have imported files often: try again in an hour.", rule="IMPORT-1"
    )
    IMPORT_FULL = refusal(
        "You have %(most_chips)s imported hands, which is the maximum: delete some first.",
        rule="IMPORT-1",
    )
    IMPORT_LONG_FILE = refusal(
        "One file brings at most %(most_chips)s hands: import the rest in another file.",
        rule="IMPORT-1",
    )
    HAND_LINE_UNREADABLE = refusal("This is not written as %(format)s has it.", rule="IMPORT-2")
    HAND_GAME_UNKNOWN = refusal("This room does not know the game: %(game)s.", rule="IMPORT-2")
    HAND_INCOMPLETE = refusal("The hand does not end in the file.", rule="IMPORT-2")
    HAND_RUN_TWICE = refusal(
        "The board was run twice, which the replayer cannot show.", rule="IMPORT-2"
    )
    HAND_SEATS_WRONG = refusal(
        "Seats, stacks, antes and blinds do not fit together.", rule="IMPORT-2"
    )
    HAND_CARDS_WRONG = refusal(
        "A card is none, or occurs twice, or a player has too few or too many.", rule="IMPORT-2"
    )
    HAND_BOARD_WRONG = refusal(
        "The cards on the board are not those of the streets that were played.", rule="IMPORT-2"
    )
    HAND_OUT_OF_TURN = refusal("A player acts out of turn.", rule="IMPORT-2")
    HAND_AGAINST_RULES = refusal("The rules do not allow this action.", rule="IMPORT-2")
    HAND_AMOUNT_WRONG = refusal(
        "This amount does not fit the bets and stacks before it.", rule="IMPORT-2"
    )
    HAND_POTS_WRONG = refusal(
        "What the players won, and the rake, is not what they put in.", rule="IMPORT-2"
    )


class HandCode(RefusalCodes):
    """The refusals of the engine, which has the same codes without sentences."""

    MALFORMED = refusal("The table did not understand that action.", rule=None)
    CANNOT_OPEN = refusal("You need a better hand to open.", rule="DRAW-2")
    CANNOT_SAY_CIP = refusal("You cannot say cip now.", rule="DRAW-3")
    CANNOT_SAY_PAROLA = refusal("You cannot say parola now.", rule="DRAW-5")
    PAROLA_OR_CIP = refusal("Say parola, or cip, or bet.", rule="DRAW-5")
    CHANGE_CARDS_NOW = refusal("First change your cards, or stay pat.", rule="DRAW-4")
    CANNOT_CHANGE_CARDS = refusal("You cannot change cards now.", rule="DRAW-4")
    TOO_MANY_CARDS = refusal("You can change up to %(most)s cards.", rule="DRAW-4")
    NOT_YOUR_CARDS = refusal("You can only change cards that you hold.", rule="DRAW-4")
    HAND_FINISHED = refusal("The hand is over.", rule=None)
    HAND_NOT_FINISHED = refusal("The hand is not over yet.", rule=None)
    NOT_YOUR_TURN = refusal("It is not your turn.", rule="ACT-1")
    CANNOT_CHECK = refusal("You cannot check: calling costs %(call_money)s.", rule="ACT-1")
    NOTHING_TO_CALL = refusal("There is nothing to call.", rule="ACT-1")
    CANNOT_BET = refusal("You cannot bet now.", rule="ACT-2")
    CANNOT_RAISE = refusal("You cannot raise now.", rule="ACT-3")
    CANNOT_GO_ALL_IN = refusal("You cannot go all in now.", rule="ACT-3")
    TOO_SMALL = refusal("Too little: the minimum is %(minimum_money)s.", rule="ACT-2")
    TOO_LARGE = refusal("Too much: the maximum is %(maximum_money)s.", rule="PL-1")
    NOTHING_TO_SHOW = refusal("You have no cards to show.", rule="SHOW-2")


@contextmanager
def by_the_rules(**more: object) -> Iterator[None]:
    """Raise refusals of the engine inside the block as the house's: the same code and context, and
    ``more`` of the table's own.

    The engine is a library with its own exception; the house has one.
    """
    try:
        yield
    except engine.EngineRefusal as refused:
        raise Refusal(getattr(HandCode, refused.code), **refused.context, **more) from None
