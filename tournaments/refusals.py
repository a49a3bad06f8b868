"""Refusal codes of events, and their rules. The sentences are in ``sentences.py``."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class EventCode(StrEnum):
    NO_SUCH_TOURNAMENT = "NO_SUCH_TOURNAMENT"
    ALREADY_REGISTERED = "ALREADY_REGISTERED"
    NOT_REGISTERED = "NOT_REGISTERED"
    EVENT_FULL = "EVENT_FULL"
    EVENT_OVER = "EVENT_OVER"
    NOT_STARTED = "NOT_STARTED"
    LAST_LEVEL = "LAST_LEVEL"
    REGISTRATION_NOT_OPEN = "REGISTRATION_NOT_OPEN"
    REGISTRATION_CLOSED = "REGISTRATION_CLOSED"
    UNREGISTRATION_CLOSED = "UNREGISTRATION_CLOSED"
    ALREADY_STARTED = "ALREADY_STARTED"
    TOO_MANY_NEEDED = "TOO_MANY_NEEDED"
    START_TIME_MISSING = "START_TIME_MISSING"
    SCHEDULE_EMPTY = "SCHEDULE_EMPTY"
    SCHEDULE_STARTS_WITH_BREAK = "SCHEDULE_STARTS_WITH_BREAK"
    SCHEDULE_ENDS_WITH_BREAK = "SCHEDULE_ENDS_WITH_BREAK"
    BLINDS_MISSING = "BLINDS_MISSING"
    SMALL_BLIND_NOT_HALF = "SMALL_BLIND_NOT_HALF"
    ANTES_FALL = "ANTES_FALL"  # row, ante, before
    STRUCTURE_TOO_SHORT = "STRUCTURE_TOO_SHORT"
    STRUCTURE_TOO_STEEP = "STRUCTURE_TOO_STEEP"
    LATE_REGISTRATION_ENDLESS = "LATE_REGISTRATION_ENDLESS"
    RECURRENCE_UNREADABLE = "RECURRENCE_UNREADABLE"
    RECURRENCE_NO_DATES = "RECURRENCE_NO_DATES"
    RECURRENCE_COUNTS = "RECURRENCE_COUNTS"
    # part, value: not possible for it; part, freq: which do not go together.
    RECURRENCE_PART = "RECURRENCE_PART"
    RECURRENCE_PARTS = "RECURRENCE_PARTS"
    RECURRENCE_IS_OVER = "RECURRENCE_IS_OVER"
    START_IS_PAST = "START_IS_PAST"
    VELOX_NOT_OFFERED = "VELOX_NOT_OFFERED"
    VELOX_TERMS = "VELOX_TERMS"
    NO_SUCH_VELOX_TABLE = "NO_SUCH_VELOX_TABLE"
    NO_VELOX_TABLE_WAITS = "NO_VELOX_TABLE_WAITS"
    OWN_VELOX_TABLE = "OWN_VELOX_TABLE"
    VELOX_TABLE_DOES_NOT_FIT = "VELOX_TABLE_DOES_NOT_FIT"  # why
    VELOX_TABLE_NAME_TAKEN = "VELOX_TABLE_NAME_TAKEN"
    VELOX_TABLE_RETIRED = "VELOX_TABLE_RETIRED"
    VELOX_TABLE_WAITS = "VELOX_TABLE_WAITS"
    VELOX_TABLE_UNCHANGED = "VELOX_TABLE_UNCHANGED"
    VELOX_TABLE_IN_USE = "VELOX_TABLE_IN_USE"  # plans: their names
    NO_DRAW = "NO_DRAW"
    DRAW_IS_DUE = "DRAW_IS_DUE"
    SEED_UNUSABLE = "SEED_UNUSABLE"
    PLAY_HAS_DECIDED = "PLAY_HAS_DECIDED"
    STALE_PLAN = "STALE_PLAN"
    NO_SUCH_PLAN = "NO_SUCH_PLAN"
    NO_SUCH_TICKET = "NO_SUCH_TICKET"
    IN_RUNNING_EVENT = "IN_RUNNING_EVENT"
    BOTH_ENTERED = "BOTH_ENTERED"  # name: of the event
    STILL_ENTERED = "STILL_ENTERED"
    TICKET_NOT_GIVEN = "TICKET_NOT_GIVEN"
    TICKET_USED = "TICKET_USED"
    NOT_THE_ENTRY = "NOT_THE_ENTRY"  # right: cents
    SEAT_IS_NOT_THE_ENTRY = "SEAT_IS_NOT_THE_ENTRY"
    SESSION_HAS_NO_END = "SESSION_HAS_NO_END"
    SHOOTOUT_TERMS = "SHOOTOUT_TERMS"
    TERMS_DO_NOT_FIT = "TERMS_DO_NOT_FIT"
    RE_ENTRY_STACK = "RE_ENTRY_STACK"
    RE_ENTRIES_TOO_LATE = "RE_ENTRIES_TOO_LATE"
    LATE_AFTER_SESSION = "LATE_AFTER_SESSION"
    NO_DEALS_HERE = "NO_DEALS_HERE"
    NO_FINAL_TABLE = "NO_FINAL_TABLE"
    DEAL_DONE = "DEAL_DONE"
    DEAL_PENDING = "DEAL_PENDING"
    ASKED_TOO_OFTEN = "ASKED_TOO_OFTEN"
    NO_TALK = "NO_TALK"
    HAND_STILL_RUNS = "HAND_STILL_RUNS"
    CHIPS_CHANGED = "CHIPS_CHANGED"
    NOT_AT_THE_TABLE = "NOT_AT_THE_TABLE"
    DEAL_OVER = "DEAL_OVER"
    CLOCK_STANDS = "CLOCK_STANDS"
    NO_RE_ENTRY = "NO_RE_ENTRY"
    RE_ENTRIES_USED = "RE_ENTRIES_USED"
    RE_ENTRIES_CLOSED = "RE_ENTRIES_CLOSED"
    NOT_PLAYING = "NOT_PLAYING"
    NO_REBUYS = "NO_REBUYS"
    REBUYS_CLOSED = "REBUYS_CLOSED"
    REBUYS_USED = "REBUYS_USED"
    STACK_TOO_LARGE = "STACK_TOO_LARGE"
    REBUY_COUNT = "REBUY_COUNT"
    NO_ADD_ON = "NO_ADD_ON"
    ADD_ON_NOT_YET = "ADD_ON_NOT_YET"
    ADD_ON_CLOSED = "ADD_ON_CLOSED"
    ADD_ON_TAKEN = "ADD_ON_TAKEN"
    SPENDING_LIMIT = "SPENDING_LIMIT"
    REBUYS_ENDLESS = "REBUYS_ENDLESS"
    ADD_ON_ENDLESS = "ADD_ON_ENDLESS"
    BOUNTY_OR_REBUYS = "BOUNTY_OR_REBUYS"
    NEEDS_SECOND_PERSON = "NEEDS_SECOND_PERSON"
    NO_APPROVAL_NEEDED = "NO_APPROVAL_NEEDED"
    PLAN_CHANGED = "PLAN_CHANGED"
    OWN_PLAN = "OWN_PLAN"
    NOT_RUNNING = "NOT_RUNNING"
    NOT_IN_PLAY = "NOT_IN_PLAY"
    NOT_THIS_EVENT = "NOT_THIS_EVENT"
    TABLES_PLAY_APART = "TABLES_PLAY_APART"
    NO_ROOM_ELSEWHERE = "NO_ROOM_ELSEWHERE"
    ORDER_WAITS = "ORDER_WAITS"
    LAST_PLAYER = "LAST_PLAYER"
    NO_SUCH_ORDER = "NO_SUCH_ORDER"
    OWN_ASKING = "OWN_ASKING"
    OWN_STACK = "OWN_STACK"
    NO_CHIPS_LEFT = "NO_CHIPS_LEFT"  # stack: chips
    DEALT_BY_PEOPLE = "DEALT_BY_PEOPLE"
    NOT_HELD = "NOT_HELD"
    NOTHING_TO_UNDO = "NOTHING_TO_UNDO"
    TOO_LATE_TO_UNDO = "TOO_LATE_TO_UNDO"
    PRIZE_IS_PAID = "PRIZE_IS_PAID"
    PRIZE_IS_SPENT = "PRIZE_IS_SPENT"  # name: of the player
    DISQUALIFIED = "DISQUALIFIED"
    NOT_INVITED = "NOT_INVITED"
    PASSWORD_WRONG = "PASSWORD_WRONG"  # noqa: S105  (a name of a refusal)
    PASSWORD_TRIES = "PASSWORD_TRIES"  # noqa: S105
    NO_CHECK_IN = "NO_CHECK_IN"
    CHECK_IN_NOT_OPEN = "CHECK_IN_NOT_OPEN"
    NO_PASSWORD_HERE = "NO_PASSWORD_HERE"  # noqa: S105
    NO_LIST_HERE = "NO_LIST_HERE"
    NO_SUCH_SERIES = "NO_SUCH_SERIES"
    SEARCH_NAME = "SEARCH_NAME"  # most: letters
    SEARCH_TOO_LONG = "SEARCH_TOO_LONG"
    TOO_MANY_SEARCHES = "TOO_MANY_SEARCHES"  # most: searches
    NO_RECURRENCE = "NO_RECURRENCE"
    TOO_MANY_DATES = "TOO_MANY_DATES"  # dates: found; most: at once
    HAS_BEGUN = "HAS_BEGUN"
    OUT_BY_ITS_RULES = "OUT_BY_ITS_RULES"
    NO_DATE = "NO_DATE"
    NOT_LATER = "NOT_LATER"  # start: a moment; days: ahead at most
    TOO_FEW_TO_START = "TOO_FEW_TO_START"  # entries; fewest: that it needs
    NOT_CHECKED_IN = "NOT_CHECKED_IN"  # absent: how many entries
    TIME_LEFT = "TIME_LEFT"  # seconds: on the clock
    FIRST_LEVEL = "FIRST_LEVEL"
    WOULD_REOPEN = "WOULD_REOPEN"
    EVENT_CHANGED = "EVENT_CHANGED"
    LATE_NOT_LATER = "LATE_NOT_LATER"  # levels: until the end of which
    DRAWN_PRIZE = "DRAWN_PRIZE"
    PRIZES_FIXED = "PRIZES_FIXED"
    NOT_RAISED = "NOT_RAISED"  # guarantee: cents
    NOT_MORE_SEATS = "NOT_MORE_SEATS"  # most: entries so far
    ONE_TABLE_GAME = "ONE_TABLE_GAME"  # seats: of its table
    ENTRY_STILL_OPEN = "ENTRY_STILL_OPEN"
    ONE_TABLE = "ONE_TABLE"
    LEVELS_UNREADABLE = "LEVELS_UNREADABLE"  # line: as it was typed
    LIVE_TERMS = "LIVE_TERMS"
    DEALERS_SHARE_ONLINE = "DEALERS_SHARE_ONLINE"
    NOT_LIVE = "NOT_LIVE"
    NOT_AT_THIS_TABLE = "NOT_AT_THIS_TABLE"
    NOBODY_HAS_THE_CHIPS = "NOBODY_HAS_THE_CHIPS"
    HAS_CHIPS = "HAS_CHIPS"
    COUNT_EVERYBODY = "COUNT_EVERYBODY"
    NOT_COUNTED = "NOT_COUNTED"
    COUNT_DIFFERS = "COUNT_DIFFERS"  # counted, sold: chips
    NO_ROUND = "NO_ROUND"
    NO_BUTTON = "NO_BUTTON"
    UNDO_LATER_FIRST = "UNDO_LATER_FIRST"
    ALREADY_AWAY = "ALREADY_AWAY"  # name: of the player
    NO_PENALTY = "NO_PENALTY"
    NO_PRIZE = "NO_PRIZE"
    ENTERED_TOO_LONG_AGO = "ENTERED_TOO_LONG_AGO"  # minutes: the most
    CHANGED_SINCE = "CHANGED_SINCE"  # names: of players
    PAID_SINCE = "PAID_SINCE"  # names: of players
    RACE_SINCE = "RACE_SINCE"
    ENTERED_BY_ANOTHER = "ENTERED_BY_ANOTHER"
    CHIPS_DO_NOT_DIVIDE = "CHIPS_DO_NOT_DIVIDE"  # small, large: kinds of chips
    CHIPS_TOO_LARGE = "CHIPS_TOO_LARGE"  # amount: that no kind divides
    NOT_ENOUGH_CHIPS = "NOT_ENOUGH_CHIPS"  # kind: of chips; needed, there: how many
    CHIPS_UNREADABLE = "CHIPS_UNREADABLE"  # line: as it was typed
    COLOUR_UP_BEGUN = "COLOUR_UP_BEGUN"
    NO_COLOUR_UP = "NO_COLOUR_UP"
    NOT_IN_A_BREAK = "NOT_IN_A_BREAK"
    NO_CALL = "NO_CALL"
    TOO_FEW_DEALERS = "TOO_FEW_DEALERS"  # tables, dealers: how many
    DEALERS_TWICE = "DEALERS_TWICE"
    TURN_MINUTES = "TURN_MINUTES"  # least, most: minutes
    SIGNED_BY_ANOTHER = "SIGNED_BY_ANOTHER"
    FEATURE_MINUTES = "FEATURE_MINUTES"  # least, most: minutes
    NO_FEATURE = "NO_FEATURE"
    NOT_A_HAND = "NOT_A_HAND"  # part: of what was typed
    SEAT_IS_EMPTY = "SEAT_IS_EMPTY"  # seat
    CARDS_OF_A_HAND = "CARDS_OF_A_HAND"  # seat; cards: how many there are in a hand
    CARDS_OF_A_BOARD = "CARDS_OF_A_BOARD"  # cards: how many were typed
    CARD_TWICE = "CARD_TWICE"  # card


# The rule behind each refusal (INFO-1); the others have none.
_BY_RULE: Final[Mapping[str, tuple[StrEnum, ...]]] = {
    "TRN-1": (
        EventCode.SCHEDULE_EMPTY,
        EventCode.SCHEDULE_STARTS_WITH_BREAK,
        EventCode.SCHEDULE_ENDS_WITH_BREAK,
        EventCode.BLINDS_MISSING,
        EventCode.ANTES_FALL,
        EventCode.STRUCTURE_TOO_SHORT,
        EventCode.STRUCTURE_TOO_STEEP,
        EventCode.RE_ENTRY_STACK,
    ),
    "TRN-2": (
        EventCode.ALREADY_REGISTERED,
        EventCode.REGISTRATION_NOT_OPEN,
        EventCode.REGISTRATION_CLOSED,
        EventCode.UNREGISTRATION_CLOSED,
        EventCode.ALREADY_STARTED,
        EventCode.LATE_REGISTRATION_ENDLESS,
        EventCode.RE_ENTRIES_TOO_LATE,
        EventCode.LATE_AFTER_SESSION,
        EventCode.NO_RE_ENTRY,
        EventCode.RE_ENTRIES_USED,
        EventCode.RE_ENTRIES_CLOSED,
        EventCode.NOT_PLAYING,
        EventCode.NO_REBUYS,
        EventCode.REBUYS_CLOSED,
        EventCode.REBUYS_USED,
        EventCode.STACK_TOO_LARGE,
        EventCode.REBUY_COUNT,
        EventCode.NO_ADD_ON,
        EventCode.ADD_ON_NOT_YET,
        EventCode.ADD_ON_CLOSED,
        EventCode.ADD_ON_TAKEN,
        EventCode.REBUYS_ENDLESS,
        EventCode.ADD_ON_ENDLESS,
        EventCode.BOUNTY_OR_REBUYS,
        EventCode.NOT_INVITED,
        EventCode.PASSWORD_WRONG,
        EventCode.PASSWORD_TRIES,
        EventCode.NO_CHECK_IN,
        EventCode.CHECK_IN_NOT_OPEN,
        EventCode.NO_PASSWORD_HERE,
        EventCode.NO_LIST_HERE,
    ),
    "TRN-3": (EventCode.NO_ROOM_ELSEWHERE,),
    "LIVE-1": (EventCode.LIVE_TERMS, EventCode.NOT_LIVE),
    "LIVE-2": (
        EventCode.NOT_AT_THIS_TABLE,
        EventCode.NOBODY_HAS_THE_CHIPS,
        EventCode.HAS_CHIPS,
    ),
    "LIVE-3": (EventCode.COUNT_EVERYBODY, EventCode.NOT_COUNTED, EventCode.COUNT_DIFFERS),
    "LIVE-4": (EventCode.NO_BUTTON, EventCode.NO_ROUND),
    "LIVE-5": (EventCode.UNDO_LATER_FIRST, EventCode.PRIZE_IS_SPENT),
    "LIVE-6": (EventCode.NO_PRIZE, EventCode.SIGNED_BY_ANOTHER),
    "LIVE-15": (EventCode.ALREADY_AWAY, EventCode.NO_PENALTY),
    "LIVE-7": (
        EventCode.CHIPS_DO_NOT_DIVIDE,
        EventCode.CHIPS_TOO_LARGE,
        EventCode.NOT_ENOUGH_CHIPS,
        EventCode.CHIPS_UNREADABLE,
        EventCode.COLOUR_UP_BEGUN,
    ),
    "LIVE-8": (EventCode.NO_COLOUR_UP, EventCode.NOT_IN_A_BREAK),
    "LIVE-9": (EventCode.NO_CALL,),
    "LIVE-12": (
        EventCode.ENTERED_TOO_LONG_AGO,
        EventCode.CHANGED_SINCE,
        EventCode.PAID_SINCE,
        EventCode.RACE_SINCE,
        EventCode.ENTERED_BY_ANOTHER,
    ),
    "LIVE-10": (EventCode.TOO_FEW_DEALERS, EventCode.DEALERS_TWICE, EventCode.TURN_MINUTES),
    "LIVE-13": (
        EventCode.FEATURE_MINUTES,
        EventCode.NO_FEATURE,
        EventCode.NOT_A_HAND,
        EventCode.SEAT_IS_EMPTY,
        EventCode.CARDS_OF_A_HAND,
        EventCode.CARDS_OF_A_BOARD,
        EventCode.CARD_TWICE,
    ),
    "LIVE-14": (EventCode.DEALERS_SHARE_ONLINE,),
    "TRN-6": (EventCode.LAST_LEVEL,),
    "SHOOT-1": (EventCode.TABLES_PLAY_APART,),
    "SHOOT-4": (EventCode.SHOOTOUT_TERMS,),
    "RANK-1": (
        EventCode.LAST_PLAYER,
        EventCode.NOTHING_TO_UNDO,
        EventCode.TOO_LATE_TO_UNDO,
        EventCode.PRIZE_IS_PAID,
        EventCode.DISQUALIFIED,
    ),
    "RANK-2": (EventCode.SESSION_HAS_NO_END,),
    "POOL-1": (EventCode.SPENDING_LIMIT,),
    "PAY-SAT": (
        EventCode.NO_SUCH_TICKET,
        EventCode.SEAT_IS_NOT_THE_ENTRY,
    ),
    "STAFF-8": (
        EventCode.TICKET_NOT_GIVEN,
        EventCode.TICKET_USED,
        EventCode.NOT_THE_ENTRY,
    ),
    "STAFF-9": (EventCode.STILL_ENTERED,),
    "CANCEL-4": (
        EventCode.PLAY_HAS_DECIDED,
        EventCode.STALE_PLAN,
    ),
    "DEAL-MAKE": (
        EventCode.NO_DEALS_HERE,
        EventCode.NO_FINAL_TABLE,
        EventCode.DEAL_DONE,
        EventCode.DEAL_PENDING,
        EventCode.ASKED_TOO_OFTEN,
        EventCode.NO_TALK,
        EventCode.HAND_STILL_RUNS,
        EventCode.CHIPS_CHANGED,
        EventCode.NOT_AT_THE_TABLE,
        EventCode.DEAL_OVER,
        EventCode.CLOCK_STANDS,
    ),
    "VELOX-1": (EventCode.DRAW_IS_DUE,),
    "VELOX-2": (
        EventCode.VELOX_NOT_OFFERED,
        EventCode.NO_VELOX_TABLE_WAITS,
        EventCode.OWN_VELOX_TABLE,
        EventCode.VELOX_TABLE_DOES_NOT_FIT,
        EventCode.VELOX_TABLE_RETIRED,
        EventCode.VELOX_TABLE_WAITS,
        EventCode.VELOX_TABLE_IN_USE,
    ),
    "VELOX-4": (EventCode.SEED_UNUSABLE,),
    "LOBBY-2": (
        EventCode.SEARCH_NAME,
        EventCode.SEARCH_TOO_LONG,
        EventCode.TOO_MANY_SEARCHES,
    ),
    "INFO-4": (
        EventCode.SMALL_BLIND_NOT_HALF,
        EventCode.VELOX_TERMS,
        EventCode.TERMS_DO_NOT_FIT,
    ),
    "AMEND-2": (
        EventCode.HAS_BEGUN,
        EventCode.NO_DATE,
        EventCode.NOT_LATER,
        EventCode.TOO_FEW_TO_START,
        EventCode.NOT_CHECKED_IN,
        EventCode.LATE_NOT_LATER,
        EventCode.DRAWN_PRIZE,
        EventCode.PRIZES_FIXED,
        EventCode.NOT_RAISED,
        EventCode.NOT_MORE_SEATS,
        EventCode.ONE_TABLE_GAME,
    ),
    "AMEND-4": (EventCode.OUT_BY_ITS_RULES,),
    "STAFF-12": (EventCode.IN_RUNNING_EVENT, EventCode.BOTH_ENTERED),
    "AMEND-5": (EventCode.OWN_STACK, EventCode.NO_CHIPS_LEFT),
    "AMEND-6": (EventCode.DEALT_BY_PEOPLE, EventCode.NOT_HELD),
    "AMEND-3": (
        EventCode.TIME_LEFT,
        EventCode.FIRST_LEVEL,
        EventCode.WOULD_REOPEN,
        EventCode.EVENT_CHANGED,
        EventCode.LEVELS_UNREADABLE,
    ),
    "TRN-4": (EventCode.ENTRY_STILL_OPEN, EventCode.ONE_TABLE),
    "STAFF-2": (EventCode.NEEDS_SECOND_PERSON, EventCode.OWN_ASKING),
    "STAFF-3": (
        EventCode.NO_APPROVAL_NEEDED,
        EventCode.PLAN_CHANGED,
        EventCode.OWN_PLAN,
    ),
}
RULES: Final[Mapping[StrEnum, str]] = {
    code: rule for rule, codes in _BY_RULE.items() for code in codes
}
