"""Refusal codes of events, and their rules."""

from core.refusal import RefusalCodes, refusal


class EventCode(RefusalCodes):
    NO_SUCH_TOURNAMENT = refusal("There is no such tournament.", rule=None)
    ALREADY_REGISTERED = refusal("You are already registered for this tournament.", rule="TRN-2")
    NOT_REGISTERED = refusal("You are not registered for this tournament.", rule=None)
    EVENT_FULL = refusal("All seats of this tournament are taken.", rule=None)
    EVENT_OVER = refusal("This tournament is over.", rule=None)
    NOT_STARTED = refusal("This tournament has not started yet.", rule=None)
    LAST_LEVEL = refusal(
        "The last level lasts until the tournament is over: it cannot be ended.", rule="TRN-6"
    )
    REGISTRATION_NOT_OPEN = refusal(
        "Registration for this tournament opens on %(opens_when)s.", rule="TRN-2"
    )
    REGISTRATION_CLOSED = refusal("Registration for this tournament has closed.", rule="TRN-2")
    UNREGISTRATION_CLOSED = refusal(
        "Unregistration ended on %(ended_when)s: your entry stays.", rule="TRN-2"
    )
    ALREADY_STARTED = refusal(
        "The tournament has started: you can no longer unregister.", rule="TRN-2"
    )
    TOO_MANY_NEEDED = refusal("The fewest entries cannot be more than the most entries.", rule=None)
    START_TIME_MISSING = refusal("A scheduled tournament needs a start time.", rule=None)
    SCHEDULE_EMPTY = refusal("The blind schedule has no levels.", rule="TRN-1")
    SCHEDULE_STARTS_WITH_BREAK = refusal(
        "The blind schedule cannot start with a break.", rule="TRN-1"
    )
    SCHEDULE_ENDS_WITH_BREAK = refusal("The blind schedule cannot end with a break.", rule="TRN-1")
    BLINDS_MISSING = refusal(
        "Row %(row)s of the blind schedule needs a small and a big blind.", rule="TRN-1"
    )
    SMALL_BLIND_NOT_HALF = refusal(
        "Row %(row)s of the blind schedule: %(small)s is not half of %(big)s, as near as chips go.",
        rule="INFO-4",
    )
    ANTES_FALL = refusal(
        "Row %(row)s of the blind schedule: the ante of %(ante)s is smaller than %(before)s "
        "before.",
        rule="TRN-1",
    )
    STRUCTURE_TOO_SHORT = refusal("The event must last for two levels at least.", rule="TRN-1")
    STRUCTURE_TOO_STEEP = refusal(
        "Blinds would rise too fast for real chips: plan at least %(minutes)s minutes, or "
        "shorter levels.",
        rule="TRN-1",
    )
    LATE_REGISTRATION_ENDLESS = refusal(
        "Late registration must end before the last level begins.", rule="TRN-2"
    )
    RECURRENCE_UNREADABLE = refusal("“%(rule)s” is not a recurrence rule (RRULE).", rule=None)
    RECURRENCE_NO_DATES = refusal("“%(rule)s” gives no dates that an event can have.", rule=None)
    RECURRENCE_COUNTS = refusal(
        "“%(rule)s” counts its events: say with UNTIL when it ends.", rule=None
    )
    RECURRENCE_PART = refusal("%(part)s of a recurrence cannot be “%(value)s”.", rule=None)
    RECURRENCE_PARTS = refusal(
        "%(part)s has no meaning in a recurrence with FREQ=%(freq)s.", rule=None
    )
    RECURRENCE_IS_OVER = refusal("“%(rule)s” has ended: its UNTIL is past.", rule=None)
    START_IS_PAST = refusal("This start is past: choose one to come.", rule=None)
    VELOX_NOT_OFFERED = refusal(
        "There is no VeloX with %(seats)s seats for %(buy_in_euro)s.", rule="VELOX-2"
    )
    VELOX_TERMS = refusal(
        "A VeloX is a hold'em Sit&Go at one table, with levels of %(minutes)s minutes at most, "
        "without a fee, a guarantee, late registration or rebuys.",
        rule="INFO-4",
    )
    NO_SUCH_VELOX_TABLE = refusal("There is no such VeloX table.", rule=None)
    NO_VELOX_TABLE_WAITS = refusal("This version has already been decided.", rule="VELOX-2")
    OWN_VELOX_TABLE = refusal(
        "You have ordered this table: another person has to confirm it.", rule="VELOX-2"
    )
    VELOX_TABLE_DOES_NOT_FIT = refusal(
        "No prize can be drawn by this table: %(why)s", rule="VELOX-2"
    )
    VELOX_TABLE_NAME_TAKEN = refusal("Another VeloX table has this name.", rule=None)
    VELOX_TABLE_RETIRED = refusal("This VeloX table is retired.", rule="VELOX-2")
    VELOX_TABLE_WAITS = refusal(
        "A version of this table waits for a second person: decide it first.", rule="VELOX-2"
    )
    VELOX_TABLE_UNCHANGED = refusal("The table says so already.", rule=None)
    VELOX_TABLE_IN_USE = refusal("Give these plans another table first: %(plans)s.", rule="VELOX-2")
    NO_DRAW = refusal("The prizes of this event are not drawn.", rule=None)
    DRAW_IS_DUE = refusal(
        "All seats are taken and the prize is drawn: that cannot change any more.", rule="VELOX-1"
    )
    SEED_UNUSABLE = refusal(
        "A seed has 1 to %(most)s letters, figures or signs, and no “|”.", rule="VELOX-4"
    )
    PLAY_HAS_DECIDED = refusal(
        "Play has already decided this event: there is nothing to cancel.", rule="CANCEL-4"
    )
    STALE_PLAN = refusal(
        "The event has changed since this plan was worked out. Work it out again.", rule="CANCEL-4"
    )
    NO_SUCH_PLAN = refusal("There is no such plan.", rule=None)
    NO_SUCH_TICKET = refusal("You have no unused ticket for this event.", rule="PAY-SAT")
    IN_RUNNING_EVENT = refusal(
        "One of the two is in an event, or out of one that still plays: wait until it is over.",
        rule="STAFF-12",
    )
    BOTH_ENTERED = refusal(
        "Both are entered in %(name)s: take one of the two out first.", rule="STAFF-12"
    )
    STILL_ENTERED = refusal(
        "This player is in an event that is not over, or holds a ticket: settle that first.",
        rule="STAFF-9",
    )
    TICKET_NOT_GIVEN = refusal(
        "Only a ticket that staff have given can be taken back.", rule="STAFF-8"
    )
    TICKET_USED = refusal(
        "This ticket pays for an entry: it cannot be taken back now.", rule="STAFF-8"
    )
    NOT_THE_ENTRY = refusal(
        "An entry of this template costs %(right_euro)s: so much, or any event.", rule="STAFF-8"
    )
    SEAT_IS_NOT_THE_ENTRY = refusal(
        "The satellite's seat is worth %(seat_euro)s, but the event it is for costs "
        "%(right_euro)s.",
        rule="PAY-SAT",
    )
    SESSION_HAS_NO_END = refusal(
        "Prizes by chips need a level after which the session ends, with a further one behind it.",
        rule="RANK-2",
    )
    SHOOTOUT_TERMS = refusal(
        "A shootout takes nobody in after its start, sells no chips, keeps its levels, and "
        "ends with one player.",
        rule="SHOOT-4",
    )
    TERMS_DO_NOT_FIT = refusal("The plan's “%(term)s” cannot be published: %(why)s", rule="INFO-4")
    RE_ENTRY_STACK = refusal(
        "Everybody starts with the same stack: a re-entry brings %(stack)s chips.", rule="TRN-1"
    )
    RE_ENTRIES_TOO_LATE = refusal(
        "Late registration ends after level %(levels)s: re-entries cannot end later.", rule="TRN-2"
    )
    LATE_AFTER_SESSION = refusal(
        "The session ends after level %(levels)s: late registration cannot end later.", rule="TRN-2"
    )
    NO_DEALS_HERE = refusal("The prizes of this event are not open to deals.", rule="DEAL-MAKE")
    NO_FINAL_TABLE = refusal(
        "A deal is made at the final table, once entries are closed.", rule="DEAL-MAKE"
    )
    DEAL_DONE = refusal("This table has made its deal.", rule="DEAL-MAKE")
    DEAL_PENDING = refusal("A deal is already on the table.", rule="DEAL-MAKE")
    ASKED_TOO_OFTEN = refusal(
        "A deal was talked about a short while ago. Play on for a bit.", rule="DEAL-MAKE"
    )
    NO_TALK = refusal(
        "The pause to talk about a deal is over. Ask for another one.", rule="DEAL-MAKE"
    )
    HAND_STILL_RUNS = refusal("A hand is still being played. Wait for its end.", rule="DEAL-MAKE")
    CHIPS_CHANGED = refusal("The chips have changed: look at the new figures.", rule="DEAL-MAKE")
    NOT_AT_THE_TABLE = refusal("Only players still in take part in a deal.", rule="DEAL-MAKE")
    DEAL_OVER = refusal("This deal is no longer on the table.", rule="DEAL-MAKE")
    CLOCK_STANDS = refusal("The tournament is paused. Accept when play goes on.", rule="DEAL-MAKE")
    NO_RE_ENTRY = refusal("You are out, and this tournament is entered once.", rule="TRN-2")
    RE_ENTRIES_USED = refusal("You have used all re-entries of this tournament.", rule="TRN-2")
    RE_ENTRIES_CLOSED = refusal("Re-entries to this tournament are closed.", rule="TRN-2")
    NOT_PLAYING = refusal("You are not playing in this tournament.", rule="TRN-2")
    NO_REBUYS = refusal("This tournament has no rebuys.", rule="TRN-2")
    REBUYS_CLOSED = refusal("Rebuys are closed.", rule="TRN-2")
    REBUYS_USED = refusal("Rebuys that you have left: %(left)s.", rule="TRN-2")
    STACK_TOO_LARGE = refusal(
        "A rebuy needs a stack of at most %(most_chips)s chips; you have %(stack_chips)s.",
        rule="TRN-2",
    )
    REBUY_COUNT = refusal(
        "Say how many rebuys you want: one or more. Nothing was bought.", rule="TRN-2"
    )
    NO_ADD_ON = refusal("This tournament has no add-on.", rule="TRN-2")
    ADD_ON_NOT_YET = refusal("The add-on is not sold yet.", rule="TRN-2")
    ADD_ON_CLOSED = refusal("The add-on is no longer sold.", rule="TRN-2")
    ADD_ON_TAKEN = refusal("You have taken your add-on.", rule="TRN-2")
    SPENDING_LIMIT = refusal(
        "One player may pay at most %(limit_euro)s in one tournament; you have paid %(paid_euro)s.",
        rule="POOL-1",
    )
    REBUYS_ENDLESS = refusal("Rebuys must end before the last level begins.", rule="TRN-2")
    ADD_ON_ENDLESS = refusal("The add-on must be over before the last level begins.", rule="TRN-2")
    BOUNTY_OR_REBUYS = refusal(
        "With bounties there are re-entries, and no rebuys or add-ons.", rule="TRN-2"
    )
    NEEDS_SECOND_PERSON = refusal(
        "This is about more than %(limit_euro)s: somebody else has to carry it out or approve it.",
        rule="STAFF-2",
    )
    NO_APPROVAL_NEEDED = refusal("This plan needs nobody's approval.", rule="STAFF-3")
    PLAN_CHANGED = refusal(
        "The plan has changed since you looked at it. Look at it again.", rule="STAFF-3"
    )
    OWN_PLAN = refusal(
        "You have changed this plan last: somebody else has to approve it.", rule="STAFF-3"
    )
    NOT_RUNNING = refusal("This event is not being played.", rule=None)
    NOT_IN_PLAY = refusal("This player is not in play.", rule=None)
    NOT_THIS_EVENT = refusal("That table is not one of this event's open tables.", rule=None)
    TABLES_PLAY_APART = refusal(
        "In this event every table plays for itself: nobody changes tables.", rule="SHOOT-1"
    )
    NO_ROOM_ELSEWHERE = refusal(
        "The other tables have %(free)s free seats for the %(players)s players of this one.",
        rule="TRN-3",
    )
    ORDER_WAITS = refusal(
        "Something else has been ordered here and waits. Withdraw it first.", rule=None
    )
    LAST_PLAYER = refusal("Nobody else has chips: this player has won.", rule="RANK-1")
    NO_SUCH_ORDER = refusal(
        "This order no longer waits: it has been carried out or withdrawn.", rule=None
    )
    OWN_ASKING = refusal(
        "You have asked for this yourself: somebody else has to agree.", rule="STAFF-2"
    )
    OWN_STACK = refusal("Nobody decides about their own chips.", rule="AMEND-5")
    NO_CHIPS_LEFT = refusal(
        "A stack of %(stack)s chips is corrected by some chips, and keeps at least one: "
        "whoever is to leave is disqualified.",
        rule="AMEND-5",
    )
    DEALT_BY_PEOPLE = refusal("At this table people deal: tell them.", rule="AMEND-6")
    NOT_HELD = refusal("Nobody holds this table.", rule="AMEND-6")
    NOTHING_TO_UNDO = refusal("There is nothing here to undo.", rule="RANK-1")
    TOO_LATE_TO_UNDO = refusal(
        "Play has gone on since: this can no longer be undone.", rule="RANK-1"
    )
    PRIZE_IS_PAID = refusal("The prize has been paid: this can no longer be undone.", rule="RANK-1")
    PRIZE_IS_SPENT = refusal(
        "%(name)s has already used the money of this prize: it can no longer be taken back.",
        rule="LIVE-5",
    )
    DISQUALIFIED = refusal("You were disqualified from this tournament.", rule="RANK-1")
    NOT_INVITED = refusal("This tournament is for invited players.", rule="TRN-2")
    PASSWORD_WRONG = refusal("That is not the password of this tournament.", rule="TRN-2")
    PASSWORD_TRIES = refusal(
        "Too many wrong passwords. Try again in %(minutes)s minutes.", rule="TRN-2"
    )
    NO_CHECK_IN = refusal("This tournament needs no check-in.", rule="TRN-2")
    CHECK_IN_NOT_OPEN = refusal(
        "Check-in opens %(minutes)s minutes before the start.", rule="TRN-2"
    )
    NO_PASSWORD_HERE = refusal("This event is entered without a password.", rule="TRN-2")
    NO_LIST_HERE = refusal("This event is open without an invitation.", rule="TRN-2")
    NO_SUCH_SERIES = refusal("There is no such series of events.", rule=None)
    SEARCH_NAME = refusal("Give the search a name of at most %(most)s letters.", rule="LOBBY-2")
    SEARCH_TOO_LONG = refusal("This search is too long to be kept.", rule="LOBBY-2")
    TOO_MANY_SEARCHES = refusal(
        "You have %(most)s saved searches: delete one first.", rule="LOBBY-2"
    )
    NO_RECURRENCE = refusal("This plan does not recur: set its dates first.", rule=None)
    TOO_MANY_ANNOUNCED = refusal(
        "More than %(most)s of its events would be announced at once.", rule=None
    )
    TOO_MANY_DATES = refusal(
        "That would be %(dates)s events: choose a span with at most %(most)s.", rule=None
    )
    HAS_BEGUN = refusal("This event has begun: its start is what it was.", rule="AMEND-2")
    OUT_BY_ITS_RULES = refusal(
        "The event has begun: whoever is to leave it is disqualified, or plays on.", rule="AMEND-4"
    )
    NO_DATE = refusal("A Sit&Go has no date and no more seats than announced.", rule="AMEND-2")
    NOT_LATER = refusal(
        "Choose a start after %(start_when)s and after now, at most %(days)s days ahead.",
        rule="AMEND-2",
    )
    # entries; fewest: that it needs
    TOO_FEW_TO_START = refusal(
        "The event needs at least %(fewest)s players; registered: %(entries)s.", rule="AMEND-2"
    )
    NOT_CHECKED_IN = refusal(
        "Not checked in yet: %(absent)s. Check these players in, or take them out first.",
        rule="AMEND-2",
    )
    TIME_LEFT = refusal(
        "%(seconds)s seconds are left here: take fewer, or end the level.", rule="AMEND-3"
    )
    FIRST_LEVEL = refusal("No level was played before this one.", rule="AMEND-3")
    WOULD_REOPEN = refusal(
        "Entries, rebuys or the add-on closed after that level: playing it again would open them.",
        rule="AMEND-3",
    )
    EVENT_CHANGED = refusal(
        "The event has moved on since you looked at it. Look at it again.", rule="AMEND-3"
    )
    LATE_NOT_LATER = refusal(
        "Players are let in to the end of level %(levels)s already: choose a later one.",
        rule="AMEND-2",
    )
    DRAWN_PRIZE = refusal(
        "The prize of this event is drawn among its seats: that stays.", rule="AMEND-2"
    )
    PRIZES_FIXED = refusal("Entries are closed: the prizes are fixed.", rule="AMEND-2")
    NOT_RAISED = refusal(
        "%(guarantee_euro)s are guaranteed already: a guarantee only rises.", rule="AMEND-2"
    )
    NOT_MORE_SEATS = refusal("%(most)s may enter already: choose a larger number.", rule="AMEND-2")
    ONE_TABLE_GAME = refusal(
        "This game is played at one table, which has %(seats)s seats.", rule="AMEND-2"
    )
    ENTRY_STILL_OPEN = refusal(
        "Hand for hand begins once entries and sales of chips are closed.", rule="TRN-4"
    )
    ONE_TABLE = refusal("Hand for hand needs two tables at least.", rule="TRN-4")
    LEVELS_UNREADABLE = refusal(
        "“%(line)s” is no level. Write 20: 100/200/25, with minutes, blinds and ante, or "
        "break: 10.",
        rule="AMEND-3",
    )
    LIVE_TERMS = refusal(
        "A live event has a date, says how many tables there are, and is played until one "
        "player is left: no Sit&Go, shootout, draw or end by the clock. Online there are no "
        "such tables.",
        rule="LIVE-1",
    )
    DEALERS_SHARE_ONLINE = refusal(
        "Only a live event has dealers who have a share of the pool.", rule="LIVE-14"
    )
    NOT_LIVE = refusal(
        "This event is played online: its tables tell themselves what happens.", rule="LIVE-1"
    )
    NOT_AT_THIS_TABLE = refusal("This player does not sit at that table with chips.", rule="LIVE-2")
    HAS_CHIPS = refusal("This player still has chips.", rule="LIVE-2")
    NOBODY_HAS_THE_CHIPS = refusal("Somebody at this table must have won the chips.", rule="LIVE-2")
    COUNT_EVERYBODY = refusal(
        "Enter the chips of everybody at this table, each at least one.", rule="LIVE-3"
    )
    NOT_COUNTED = refusal("Count all chips first.", rule="LIVE-3")
    COUNT_DIFFERS = refusal(
        "These stacks come to %(counted_chips)s chips, but %(sold_chips)s are in play: count "
        "again.",
        rule="LIVE-3",
    )
    NO_ROUND = refusal("No hand of a round is played at this table.", rule="LIVE-4")
    NO_BUTTON = refusal(
        "Say where button, small blind and big blind were in the last hand, at both tables: "
        "clockwise in this order; with two players the button is the small blind.",
        rule="LIVE-4",
    )
    UNDO_LATER_FIRST = refusal(
        "Something has been entered since that rests on it: undo that first.", rule="LIVE-5"
    )
    ALREADY_AWAY = refusal(
        "%(name)s already serves a penalty: press Back in first.", rule="LIVE-15"
    )
    NO_PENALTY = refusal("This player serves no penalty.", rule="LIVE-15")
    NO_PRIZE = refusal("There is no prize to hand out to this player.", rule="LIVE-6")
    ENTERED_TOO_LONG_AGO = refusal(
        "This was entered more than %(minutes)s minutes ago: look what holds now, and enter that.",
        rule="LIVE-12",
    )
    CHANGED_SINCE = refusal(
        "Since this was entered, others have counted or sold chips of: %(names)s.", rule="LIVE-12"
    )
    PAID_SINCE = refusal(
        "Since this was entered, others have gone out with a prize: %(names)s. Enter it again "
        "if the places shall stay so, else undo theirs first.",
        rule="LIVE-12",
    )
    RACE_SINCE = refusal(
        "Since this was entered, a colour-up was announced or raced: count again.", rule="LIVE-12"
    )
    ENTERED_BY_ANOTHER = refusal(
        "Somebody else has entered this: they have to sign in here.", rule="LIVE-12"
    )
    CHIPS_DO_NOT_DIVIDE = refusal(
        "Chips of %(small)s cannot be changed into chips of %(large)s: each kind must divide "
        "the next.",
        rule="LIVE-7",
    )
    CHIPS_TOO_LARGE = refusal(
        "The chips are too large: %(amount)s cannot be paid with them.", rule="LIVE-7"
    )
    NOT_ENOUGH_CHIPS = refusal(
        "The starting stacks take %(needed)s chips of %(kind)s, and there are %(there)s.",
        rule="LIVE-7",
    )
    CHIPS_UNREADABLE = refusal(
        "“%(line)s” is no kind of chips. Write 100: 600, its value and how many.", rule="LIVE-7"
    )
    COLOUR_UP_BEGUN = refusal(
        "A colour-up has been announced: the chips stay as they were entered.", rule="LIVE-7"
    )
    NO_COLOUR_UP = refusal(
        "No kind of chips can leave play now: blinds, antes or stacks to be sold still need it.",
        rule="LIVE-8",
    )
    NOT_IN_A_BREAK = refusal(
        "Chips are changed in a break, or while the clock stands.", rule="LIVE-8"
    )
    NO_CALL = refusal("Nobody has called the floor there.", rule="LIVE-9")
    TOO_FEW_DEALERS = refusal(
        "There are %(tables)s tables and %(dealers)s dealers: every table needs one.",
        rule="LIVE-10",
    )
    DEALERS_TWICE = refusal("Each dealer is named once.", rule="LIVE-10")
    TURN_MINUTES = refusal("A turn takes %(least)s to %(most)s minutes.", rule="LIVE-10")
    SIGNED_BY_ANOTHER = refusal(
        "The countersignature has to come from a person who neither paid it out nor was paid.",
        rule="LIVE-6",
    )
    FEATURE_MINUTES = refusal(
        "A hand is shown %(least)s to %(most)s minutes after it was entered.", rule="LIVE-13"
    )
    NO_FEATURE = refusal(
        "No hands are kept of this table: make it a feature table first.", rule="LIVE-13"
    )
    NOT_A_HAND = refusal(
        "“%(part)s” is no hand: type seats and cards, such as 4 AsKd / Ts9h2d 3c 4h.",
        rule="LIVE-13",
    )
    SEAT_IS_EMPTY = refusal("Nobody sits in seat %(seat)s.", rule="LIVE-13")
    # seat; cards: how many there are in a hand
    CARDS_OF_A_HAND = refusal("Seat %(seat)s: a hand has %(cards)s cards.", rule="LIVE-13")
    CARDS_OF_A_BOARD = refusal("No board of this game has %(cards)s cards.", rule="LIVE-13")
    CARD_TWICE = refusal("%(card)s is there twice.", rule="LIVE-13")
