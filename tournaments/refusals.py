"""Refusal codes of events, and their rules."""

from core.refusal import RefusalCodes, refusal


class EventCode(RefusalCodes):
    NO_SUCH_TOURNAMENT = refusal("This tournament does not exist.", rule=None)
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
    TOO_MANY_NEEDED = refusal("The minimum entries cannot be more than the maximum.", rule=None)
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
        "Row %(row)s of the blind schedule: %(small)s is not half of %(big)s, to the nearest chip.",
        rule="INFO-4",
    )
    ANTES_FALL = refusal(
        "Row %(row)s of the blind schedule: the ante of %(ante)s is smaller than the "
        "previous %(before)s.",
        rule="TRN-1",
    )
    STRUCTURE_TOO_SHORT = refusal("The event must last at least two levels.", rule="TRN-1")
    STRUCTURE_TOO_STEEP = refusal(
        "Blinds would rise too fast for real chips: plan at least %(minutes)s minutes, or "
        "shorter levels.",
        rule="TRN-1",
    )
    LATE_REGISTRATION_ENDLESS = refusal(
        "Late registration must end before the last level begins.", rule="TRN-2"
    )
    RECURRENCE_UNREADABLE = refusal("“%(rule)s” is not a recurrence rule (RRULE).", rule=None)
    RECURRENCE_NO_DATES = refusal("“%(rule)s” gives no possible dates for an event.", rule=None)
    RECURRENCE_COUNTS = refusal(
        "“%(rule)s” limits its events with COUNT: set its end with UNTIL instead.", rule=None
    )
    RECURRENCE_PART = refusal("%(part)s of a recurrence cannot be “%(value)s”.", rule=None)
    RECURRENCE_PARTS = refusal(
        "%(part)s makes no sense in a recurrence with FREQ=%(freq)s.", rule=None
    )
    RECURRENCE_IS_OVER = refusal("“%(rule)s” has ended: its UNTIL is in the past.", rule=None)
    START_IS_PAST = refusal("This start is in the past: choose a later one.", rule=None)
    VELOX_NOT_OFFERED = refusal(
        "There is no VeloX with %(seats)s seats for %(buy_in_money)s.", rule="VELOX-2"
    )
    VELOX_TERMS = refusal(
        "A VeloX is a hold'em Sit&Go at one table, with levels of at most "
        "%(minutes)s minutes, without a fee, a guarantee, late registration or "
        "rebuys.",
        rule="INFO-4",
    )
    NO_SUCH_VELOX_TABLE = refusal("This VeloX table does not exist.", rule=None)
    NO_VELOX_TABLE_WAITS = refusal("This version has already been decided.", rule="VELOX-2")
    OWN_VELOX_TABLE = refusal(
        "You ordered this table: another person must confirm it.", rule="VELOX-2"
    )
    VELOX_TABLE_DOES_NOT_FIT = refusal(
        "No prize can be drawn by this table: %(why)s", rule="VELOX-2"
    )
    VELOX_TABLE_NAME_TAKEN = refusal("Another VeloX table has this name.", rule=None)
    VELOX_TABLE_RETIRED = refusal("This VeloX table is retired.", rule="VELOX-2")
    VELOX_TABLE_WAITS = refusal(
        "A version of this table waits for a second person: decide it first.", rule="VELOX-2"
    )
    VELOX_TABLE_UNCHANGED = refusal("The table already has these terms.", rule=None)
    VELOX_TABLE_IN_USE = refusal("Give these plans another table first: %(plans)s.", rule="VELOX-2")
    NO_DRAW = refusal("The prizes of this event are not drawn.", rule=None)
    DRAW_IS_DUE = refusal(
        "All seats are taken and the prize is being drawn: that can no longer change.",
        rule="VELOX-1",
    )
    SEED_UNUSABLE = refusal(
        "A seed must have 1 to %(most)s letters, figures or signs, and no “|”.", rule="VELOX-4"
    )
    PLAY_HAS_DECIDED = refusal(
        "This event has already been decided by play: there is nothing to cancel.", rule="CANCEL-4"
    )
    STALE_PLAN = refusal(
        "The event has changed since this plan was worked out. Work it out again.", rule="CANCEL-4"
    )
    NO_SUCH_PLAN = refusal("This plan does not exist.", rule=None)
    NO_SUCH_TICKET = refusal("You have no unused ticket for this event.", rule="PAY-SAT")
    IN_RUNNING_EVENT = refusal(
        "One of the two is in an event, or out of one that is still running: wait "
        "until it is over.",
        rule="STAFF-12",
    )
    BOTH_ENTERED = refusal(
        "Both are entered in %(name)s: take one of the two out first.", rule="STAFF-12"
    )
    STILL_ENTERED = refusal(
        "This player is in an event that is not over, or holds a ticket: settle that first.",
        rule="STAFF-9",
    )
    TICKET_NOT_GIVEN = refusal("Only a ticket given by staff can be taken back.", rule="STAFF-8")
    TICKET_USED = refusal(
        "This ticket has paid for an entry: it can no longer be taken back.", rule="STAFF-8"
    )
    NOT_THE_ENTRY = refusal(
        "An entry of this plan costs %(right_money)s: give a ticket of that value, or "
        "one for any event.",
        rule="STAFF-8",
    )
    SEAT_IS_NOT_THE_ENTRY = refusal(
        "The satellite's seat is worth %(seat_money)s, but the event it is for costs "
        "%(right_money)s.",
        rule="PAY-SAT",
    )
    SESSION_HAS_NO_END = refusal(
        "Prizes by chips need a level after which the session ends, and another level after it.",
        rule="RANK-2",
    )
    SHOOTOUT_TERMS = refusal(
        "A shootout has no late registration, sells no chips, keeps its levels, and "
        "ends with one player.",
        rule="SHOOT-4",
    )
    TERMS_DO_NOT_FIT = refusal("The plan's “%(term)s” cannot be published: %(why)s", rule="INFO-4")
    RE_ENTRY_STACK = refusal(
        "All players must start with the same stack: a re-entry brings %(stack)s chips.",
        rule="TRN-1",
    )
    RE_ENTRIES_TOO_LATE = refusal(
        "Late registration ends after level %(levels)s: re-entries cannot end later.", rule="TRN-2"
    )
    LATE_AFTER_SESSION = refusal(
        "The session ends after level %(levels)s: late registration cannot end later.", rule="TRN-2"
    )
    NO_DEALS_HERE = refusal("The prizes of this event are not open to deals.", rule="DEAL-MAKE")
    NO_FINAL_TABLE = refusal(
        "A deal can be made only at the final table, once entries are closed.", rule="DEAL-MAKE"
    )
    DEAL_DONE = refusal("This table has made its deal.", rule="DEAL-MAKE")
    DEAL_PENDING = refusal("A deal is already being discussed.", rule="DEAL-MAKE")
    ASKED_TOO_OFTEN = refusal(
        "A deal was discussed a short while ago. Play on for a bit.", rule="DEAL-MAKE"
    )
    NO_TALK = refusal("The pause to discuss a deal is over. Ask for another one.", rule="DEAL-MAKE")
    HAND_STILL_RUNS = refusal(
        "A hand is still being played. Wait until it is over.", rule="DEAL-MAKE"
    )
    CHIPS_CHANGED = refusal("The chips have changed: look at the new figures.", rule="DEAL-MAKE")
    NOT_AT_THE_TABLE = refusal("Only players still in can take part in a deal.", rule="DEAL-MAKE")
    DEAL_OVER = refusal("This deal is no longer on offer.", rule="DEAL-MAKE")
    CLOCK_STANDS = refusal(
        "The tournament is paused. Accept when play continues.", rule="DEAL-MAKE"
    )
    NO_RE_ENTRY = refusal("You are out, and this tournament has no re-entries.", rule="TRN-2")
    RE_ENTRIES_USED = refusal("You have used all re-entries of this tournament.", rule="TRN-2")
    RE_ENTRIES_CLOSED = refusal("Re-entries to this tournament are closed.", rule="TRN-2")
    NOT_PLAYING = refusal("You are not playing in this tournament.", rule="TRN-2")
    NO_REBUYS = refusal("This tournament has no rebuys.", rule="TRN-2")
    REBUYS_CLOSED = refusal("Rebuys are closed.", rule="TRN-2")
    REBUYS_USED = refusal("Rebuys you have left: %(left)s.", rule="TRN-2")
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
    ADD_ON_TAKEN = refusal("You have already taken your add-on.", rule="TRN-2")
    SPENDING_LIMIT = refusal(
        "A player can pay at most %(limit_money)s in one tournament; you have paid %(paid_money)s.",
        rule="POOL-1",
    )
    REBUYS_ENDLESS = refusal("Rebuys must end before the last level begins.", rule="TRN-2")
    ADD_ON_ENDLESS = refusal("The add-on must be over before the last level begins.", rule="TRN-2")
    PLAY_MONEY_ONLINE = refusal("Play money is for online events.", rule="FREE-4")
    SEATS_OF_OTHER_MONEY = refusal(
        "A satellite for play money has seats in events for play money, and one for money in "
        "events for money.",
        rule="FREE-4",
    )
    TICKETS_ARE_MONEY = refusal(
        "Tickets that staff give are worth money: none is for an event for play money.",
        rule="FREE-4",
    )
    BOUNTY_OR_REBUYS = refusal(
        "An event with bounties can have re-entries, but no rebuys or add-ons.", rule="TRN-2"
    )
    NEEDS_SECOND_PERSON = refusal(
        "This is about more than %(limit_money)s: another person must carry it out or approve it.",
        rule="STAFF-2",
    )
    NO_APPROVAL_NEEDED = refusal("This plan needs no approval.", rule="STAFF-3")
    PLAN_CHANGED = refusal(
        "The plan has changed since you looked at it. Look at it again.", rule="STAFF-3"
    )
    OWN_PLAN = refusal(
        "You made the last change to this plan: another person must approve it.", rule="STAFF-3"
    )
    NOT_RUNNING = refusal("This event is not being played.", rule=None)
    NOT_IN_PLAY = refusal("This player is not in play.", rule=None)
    NOT_THIS_EVENT = refusal("This table is not one of the event's open tables.", rule=None)
    TABLES_PLAY_APART = refusal(
        "In this event every table plays by itself: players do not change tables.", rule="SHOOT-1"
    )
    NO_ROOM_ELSEWHERE = refusal(
        "The other tables have %(free)s free seats for the %(players)s players of this one.",
        rule="TRN-3",
    )
    ORDER_WAITS = refusal("Another order is already waiting here. Withdraw it first.", rule=None)
    LAST_PLAYER = refusal("No other player has chips: this player has won.", rule="RANK-1")
    NO_SUCH_ORDER = refusal("This order has already been carried out or withdrawn.", rule=None)
    OWN_ASKING = refusal("You asked for this: another person must agree.", rule="STAFF-2")
    OWN_STACK = refusal("You cannot decide about your own chips.", rule="AMEND-5")
    NO_CHIPS_LEFT = refusal(
        "A correction of a stack of %(stack)s chips must change it and leave at "
        "least one chip: to remove a player, disqualify them.",
        rule="AMEND-5",
    )
    DEALT_BY_PEOPLE = refusal("At this table people deal: tell the dealer.", rule="AMEND-6")
    NOT_HELD = refusal("This table is not being held.", rule="AMEND-6")
    NOTHING_TO_UNDO = refusal("There is nothing here to undo.", rule="RANK-1")
    TOO_LATE_TO_UNDO = refusal(
        "Play has continued since: this can no longer be undone.", rule="RANK-1"
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
    NO_PASSWORD_HERE = refusal("This event needs no password.", rule="TRN-2")
    NO_LIST_HERE = refusal("This event needs no invitation.", rule="TRN-2")
    NO_SUCH_SERIES = refusal("This series of events does not exist.", rule=None)
    SEARCH_NAME = refusal("Give the search a name of at most %(most)s letters.", rule="LOBBY-2")
    SEARCH_TOO_LONG = refusal("This search is too long to be saved.", rule="LOBBY-2")
    TOO_MANY_SEARCHES = refusal(
        "You have %(most)s saved searches: delete one first.", rule="LOBBY-2"
    )
    NO_RECURRENCE = refusal("This plan does not recur: set its dates first.", rule=None)
    TOO_MANY_ANNOUNCED = refusal(
        "More than %(most)s of its events would be announced at the same time.", rule=None
    )
    TOO_MANY_DATES = refusal(
        "That would be %(dates)s events: choose a period with at most %(most)s.", rule=None
    )
    HAS_BEGUN = refusal("This event has begun: its start can no longer change.", rule="AMEND-2")
    OUT_BY_ITS_RULES = refusal(
        "The event has begun: a player who must leave is disqualified; otherwise they play on.",
        rule="AMEND-4",
    )
    NO_DATE = refusal("A Sit&Go has no date and no more seats than announced.", rule="AMEND-2")
    NOT_LATER = refusal(
        "Choose a start after %(start_when)s and in the future, at most %(days)s days ahead.",
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
        "Only %(seconds)s seconds are left: take fewer, or end the level.", rule="AMEND-3"
    )
    FIRST_LEVEL = refusal("No level was played before this one.", rule="AMEND-3")
    WOULD_REOPEN = refusal(
        "Entries, rebuys or the add-on closed after that level: playing it again "
        "would reopen them.",
        rule="AMEND-3",
    )
    EVENT_CHANGED = refusal(
        "The event has changed since you looked at it. Look at it again.", rule="AMEND-3"
    )
    LATE_NOT_LATER = refusal(
        "Players can already enter until the end of level %(levels)s: choose a later one.",
        rule="AMEND-2",
    )
    DRAWN_PRIZE = refusal(
        "The prize of this event is drawn among its seats: the number cannot change.",
        rule="AMEND-2",
    )
    PRIZES_FIXED = refusal("Entries are closed: the prizes are fixed.", rule="AMEND-2")
    NOT_RAISED = refusal(
        "%(guarantee_money)s is already guaranteed: a guarantee can only be raised.", rule="AMEND-2"
    )
    NOT_MORE_SEATS = refusal(
        "%(most)s players can already enter: choose a larger number.", rule="AMEND-2"
    )
    ONE_TABLE_GAME = refusal(
        "This game is played at one table, which has %(seats)s seats.", rule="AMEND-2"
    )
    ENTRY_STILL_OPEN = refusal(
        "Hand for hand can begin only once entries and sales of chips are closed.", rule="TRN-4"
    )
    ONE_TABLE = refusal("Hand for hand needs at least two tables.", rule="TRN-4")
    LEVELS_UNREADABLE = refusal(
        "“%(line)s” is not a level. Write 20: 100/200/25, with minutes, blinds and "
        "ante, or break: 10.",
        rule="AMEND-3",
    )
    LIVE_TERMS = refusal(
        "A live event needs a date and a number of tables, and is played until one "
        "player is left: no Sit&Go, shootout, draw or end by the clock. Only live "
        "events have such tables.",
        rule="LIVE-1",
    )
    DEALERS_SHARE_ONLINE = refusal(
        "Only in a live event can dealers have a share of the pool.", rule="LIVE-14"
    )
    NOT_LIVE = refusal(
        "This event is played online: its tables report by themselves what happens.", rule="LIVE-1"
    )
    NOT_AT_THIS_TABLE = refusal("This player has no chips at that table.", rule="LIVE-2")
    HAS_CHIPS = refusal("This player still has chips.", rule="LIVE-2")
    NOBODY_HAS_THE_CHIPS = refusal("A player at this table must have won the chips.", rule="LIVE-2")
    COUNT_EVERYBODY = refusal(
        "Enter the chips of every player at this table, at least one each.", rule="LIVE-3"
    )
    NOT_COUNTED = refusal("Count all chips first.", rule="LIVE-3")
    COUNT_DIFFERS = refusal(
        "These stacks add up to %(counted_chips)s chips, but %(sold_chips)s are in "
        "play: count again.",
        rule="LIVE-3",
    )
    NO_ROUND = refusal(
        "No hand of a hand-for-hand round is being played at this table.", rule="LIVE-4"
    )
    NO_BUTTON = refusal(
        "Enter where button, small blind and big blind were in the last hand, at "
        "both tables: clockwise in this order; with two players the button is the "
        "small blind.",
        rule="LIVE-4",
    )
    UNDO_LATER_FIRST = refusal("A later entry depends on this: undo that first.", rule="LIVE-5")
    ALREADY_AWAY = refusal(
        "%(name)s already serves a penalty: press Back in first.", rule="LIVE-15"
    )
    NO_PENALTY = refusal("This player is not serving a penalty.", rule="LIVE-15")
    NO_PRIZE = refusal("There is no prize to hand out to this player.", rule="LIVE-6")
    ENTERED_TOO_LONG_AGO = refusal(
        "This was entered more than %(minutes)s minutes ago: check the present "
        "state, and enter it again.",
        rule="LIVE-12",
    )
    CHANGED_SINCE = refusal(
        "After this was entered, chips were counted or sold by others: %(names)s.", rule="LIVE-12"
    )
    PAID_SINCE = refusal(
        "After this was entered, other players went out with a prize: %(names)s. "
        "Enter it again if the places are right; otherwise undo theirs first.",
        rule="LIVE-12",
    )
    RACE_SINCE = refusal(
        "A colour-up was announced or raced after this was entered: count again.", rule="LIVE-12"
    )
    ENTERED_BY_ANOTHER = refusal(
        "Another member of staff entered this: they must sign in here.", rule="LIVE-12"
    )
    CHIPS_DO_NOT_DIVIDE = refusal(
        "Chips of %(small)s cannot be changed into chips of %(large)s: each kind must divide "
        "the next.",
        rule="LIVE-7",
    )
    CHIPS_TOO_LARGE = refusal(
        "The chips are too large: they cannot make %(amount)s.", rule="LIVE-7"
    )
    NOT_ENOUGH_CHIPS = refusal(
        "The starting stacks take %(needed)s chips of %(kind)s, and there are %(there)s.",
        rule="LIVE-7",
    )
    CHIPS_UNREADABLE = refusal(
        "“%(line)s” is not a kind of chip. Write 100: 600, its value and how many.", rule="LIVE-7"
    )
    COLOUR_UP_BEGUN = refusal(
        "A colour-up has been announced: the chips can no longer change.", rule="LIVE-7"
    )
    NO_COLOUR_UP = refusal(
        "No chips can leave play now: blinds, antes or stacks to be sold still need them.",
        rule="LIVE-8",
    )
    NOT_IN_A_BREAK = refusal(
        "Chips can be changed only in a break or while the clock is stopped.", rule="LIVE-8"
    )
    NO_CALL = refusal("The floor has not been called to this table.", rule="LIVE-9")
    TOO_FEW_DEALERS = refusal(
        "There are %(tables)s tables and %(dealers)s dealers: every table needs one.",
        rule="LIVE-10",
    )
    DEALERS_TWICE = refusal("Name each dealer only once.", rule="LIVE-10")
    TURN_MINUTES = refusal("A turn must last %(least)s to %(most)s minutes.", rule="LIVE-10")
    SIGNED_BY_ANOTHER = refusal(
        "The countersignature must come from a person who neither paid it out nor was paid.",
        rule="LIVE-6",
    )
    FEATURE_MINUTES = refusal(
        "A hand must be shown %(least)s to %(most)s minutes after it was entered.", rule="LIVE-13"
    )
    NO_FEATURE = refusal(
        "The hands of this table are not recorded: make it a feature table first.", rule="LIVE-13"
    )
    NOT_A_HAND = refusal(
        "“%(part)s” is not a hand: write seats and cards, such as 4 AsKd / Ts9h2d 3c 4h.",
        rule="LIVE-13",
    )
    SEAT_IS_EMPTY = refusal("Seat %(seat)s is empty.", rule="LIVE-13")
    # seat; cards: how many there are in a hand
    CARDS_OF_A_HAND = refusal("Seat %(seat)s: a hand must have %(cards)s cards.", rule="LIVE-13")
    CARDS_OF_A_BOARD = refusal("A board of this game cannot have %(cards)s cards.", rule="LIVE-13")
    CARD_TWICE = refusal("%(card)s appears twice.", rule="LIVE-13")
    HOME_GAMES_OFF = refusal("This room has no home games.", rule="HOME-1")
    TOO_MANY_HOME_GAMES = refusal(
        "You are already the host of %(most)s home games: end one first.", rule="HOME-1"
    )
    HOME_GAMES_FROM_HERE = refusal(
        "Too many home games have been opened from your address today.", rule="HOME-1"
    )
    GAME_SEATS = refusal("This game has at most %(seats)s seats.", rule=None)
    NO_SUCH_HOME_GAME = refusal("This link does not lead to a home game any more.", rule="HOME-1")
    HOME_ENTRY_CLOSED = refusal("The host has closed the game to new players.", rule="HOME-1")
    REMOVED_BY_HOST = refusal("The host has removed you from this game.", rule="HOME-3")
    NOT_THE_HOST = refusal("Only the host of this game can do that.", rule="HOME-1")
    HOST_STAYS = refusal("Hand the role of the host over first.", rule="HOME-1")
    NOT_IN_HOME_GAME = refusal("This player is not in the game.", rule="HOME-3")
    HOME_GAME_OVER = refusal("This game is over.", rule="HOME-1")
    HOME_GAME_WAITS = refusal("The host has not started this game yet.", rule="HOME-1")
    HOME_GAME_BEGUN = refusal("The game has begun: leave at the table.", rule="HOME-6")
    TOO_FEW_SEATED = refusal(
        "Two players must have a seat before the game begins; %(seated)s have one.", rule="HOME-6"
    )
    NOT_LET_IN = refusal("Only players of this home game sit here.", rule="HOME-6")
    BUY_IN_RANGE = refusal(
        "A buy-in can be from %(fewest_chips)s to %(most_chips)s chips.", rule="HOME-6"
    )
    BLINDS_TOO_LARGE = refusal("The big blind can be from 2 to %(most_chips)s.", rule="HOME-6")
    ONLY_IN_A_CASH_GAME = refusal("An event has its levels.", rule="HOME-6")
    ONLY_IN_AN_EVENT = refusal("A cash game has no levels.", rule="HOME-6")
    NOT_YOUR_PAYMENT = refusal(
        "Only the one who pays or the one who is paid can tick this.", rule="HOME-2"
    )
    NO_REAL_CARDS = refusal("This room has no home games with real cards.", rule="HOME-4")
    # name: as the host has typed it
    NAMED_IN_GAME = refusal(
        "%(name)s is in this game already: type a name that differs.", rule="HOME-4"
    )
    MAY_NOT_BE_ADDED = refusal("This player cannot be added.", rule="HOME-4")
    HOST_IS_HERE = refusal("The host is here.", rule="HOME-4")
    COUNT_THE_CHIPS = refusal("Enter the chips of every player who is still in.", rule="HOME-5")
    NIGHT_HAS_BEGUN = refusal(
        "The night has begun: seats now change by moves alone.", rule="HOME-5"
    )
    SEVERAL_STILL_IN = refusal("Several players are still in: end the game instead.", rule="HOME-1")
    NOTHING_TO_TAKE_BACK = refusal(
        "This player has no rebuy or add-on to take back.", rule="HOME-5"
    )
    ALREADY_PAID = refusal(
        "A payment is ticked as paid, so the night stands as it is.", rule="HOME-5"
    )
    NO_SUCH_SEASON = refusal("This season does not exist.", rule=None)
    SEASON_CLOSED = refusal("This season is closed: its standings are final.", rule="SERIES-6")
    SEASON_BEGUN = refusal(
        "An event has counted: this season keeps what it says, except for its name.",
        rule="SERIES-5",
    )
    SEASON_NAMED_TWICE = refusal("The club has a season of this name.", rule="SERIES-8")
    TOO_MANY_SEASONS = refusal(
        "The club has %(most)s seasons that are not closed, the maximum.", rule="SERIES-8"
    )
    PRIZES_BY_ROOM = refusal("Only seasons of the room have prizes.", rule="SERIES-8")
    SEASON_GOES_ON = refusal(
        "This season is not closed yet: prizes are given once its standings are final.",
        rule="SERIES-6",
    )
    NO_SUCH_CHALLENGE = refusal("This challenge does not exist.", rule=None)
    CHALLENGE_OVER = refusal("The end of this challenge is in the past.", rule="CHALLENGE-1")
    CHALLENGE_INCOMPLETE = refusal(
        "Choose the series or the hand that this challenge asks for.", rule="CHALLENGE-1"
    )
    CHALLENGE_NOT_PUBLISHED = refusal("This challenge is not published yet.", rule="CHALLENGE-1")
