"""The sentences of refusals of events."""

from collections.abc import Mapping
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.refusals import EventCode

SENTENCES: Mapping[StrEnum, str | Promise] = {
    EventCode.NO_SUCH_TOURNAMENT: _("There is no such tournament."),
    EventCode.ALREADY_REGISTERED: _("You are already registered for this tournament."),
    EventCode.NOT_REGISTERED: _("You are not registered for this tournament."),
    EventCode.EVENT_FULL: _("All seats of this tournament are taken."),
    EventCode.EVENT_OVER: _("This tournament is over."),
    EventCode.NOT_STARTED: _("This tournament has not started yet."),
    EventCode.LAST_LEVEL: _(
        "The last level lasts until the tournament is over: it cannot be ended."
    ),
    EventCode.REGISTRATION_NOT_OPEN: _("Registration for this tournament opens on %(opens_when)s."),
    EventCode.REGISTRATION_CLOSED: _("Registration for this tournament has closed."),
    EventCode.UNREGISTRATION_CLOSED: _("Unregistration ended on %(ended_when)s: your entry stays."),
    EventCode.ALREADY_STARTED: _("The tournament has started: you can no longer unregister."),
    EventCode.TOO_MANY_NEEDED: _("The fewest entries cannot be more than the most entries."),
    EventCode.START_TIME_MISSING: _("A scheduled tournament needs a start time."),
    EventCode.SCHEDULE_EMPTY: _("The blind schedule has no levels."),
    EventCode.SCHEDULE_STARTS_WITH_BREAK: _("The blind schedule cannot start with a break."),
    EventCode.SCHEDULE_ENDS_WITH_BREAK: _("The blind schedule cannot end with a break."),
    EventCode.BLINDS_MISSING: _("Row %(row)s of the blind schedule needs a small and a big blind."),
    EventCode.SMALL_BLIND_NOT_HALF: _(
        "Row %(row)s of the blind schedule: %(small)s is not half of %(big)s, as near as chips go."
    ),
    EventCode.ANTES_FALL: _(
        "Row %(row)s of the blind schedule: the ante of %(ante)s is smaller than %(before)s before."
    ),
    EventCode.STRUCTURE_TOO_SHORT: _("The event must last for two levels at least."),
    EventCode.STRUCTURE_TOO_STEEP: _(
        "Blinds would rise too fast for real chips: plan at least %(minutes)s minutes, or shorter "
        "levels."
    ),
    EventCode.LATE_REGISTRATION_ENDLESS: _(
        "Late registration must end before the last level begins."
    ),
    EventCode.RECURRENCE_UNREADABLE: _("“%(rule)s” is not a recurrence rule (RRULE)."),
    EventCode.RECURRENCE_NO_DATES: _("“%(rule)s” gives no dates that an event can have."),
    EventCode.RECURRENCE_COUNTS: _("“%(rule)s” counts its events: say with UNTIL when it ends."),
    EventCode.RECURRENCE_PART: _("%(part)s of a recurrence cannot be “%(value)s”."),
    EventCode.RECURRENCE_PARTS: _("%(part)s has no meaning in a recurrence with FREQ=%(freq)s."),
    EventCode.RECURRENCE_IS_OVER: _("“%(rule)s” has ended: its UNTIL is past."),
    EventCode.START_IS_PAST: _("This start is past: choose one to come."),
    EventCode.VELOX_NOT_OFFERED: _("There is no VeloX with %(seats)s seats for %(buy_in_euro)s."),
    EventCode.VELOX_TERMS: _(
        "A VeloX is a hold'em Sit&Go at one table, with levels of %(minutes)s minutes at most, "
        "without a fee, a guarantee, late registration or rebuys."
    ),
    EventCode.NO_SUCH_VELOX_TABLE: _("There is no such VeloX table."),
    EventCode.NO_VELOX_TABLE_WAITS: _("This version has already been decided."),
    EventCode.OWN_VELOX_TABLE: _("You have ordered this table: another person has to confirm it."),
    EventCode.VELOX_TABLE_DOES_NOT_FIT: _("No prize can be drawn by this table: %(why)s"),
    EventCode.VELOX_TABLE_NAME_TAKEN: _("Another VeloX table has this name."),
    EventCode.VELOX_TABLE_RETIRED: _("This VeloX table is retired."),
    EventCode.VELOX_TABLE_WAITS: _(
        "A version of this table waits for a second person: decide it first."
    ),
    EventCode.VELOX_TABLE_UNCHANGED: _("The table says so already."),
    EventCode.VELOX_TABLE_IN_USE: _("Give these plans another table first: %(plans)s."),
    EventCode.NO_DRAW: _("The prizes of this event are not drawn."),
    EventCode.DRAW_IS_DUE: _(
        "All seats are taken and the prize is drawn: that cannot change any more."
    ),
    EventCode.SEED_UNUSABLE: _("A seed has 1 to %(most)s letters, figures or signs, and no “|”."),
    EventCode.PLAY_HAS_DECIDED: _(
        "Play has already decided this event: there is nothing to cancel."
    ),
    EventCode.STALE_PLAN: _(
        "The event has changed since this plan was worked out. Work it out again."
    ),
    EventCode.NO_SUCH_PLAN: _("There is no such plan."),
    EventCode.NO_SUCH_TICKET: _("You have no unused ticket for this event."),
    EventCode.IN_RUNNING_EVENT: _(
        "One of the two is in an event, or out of one that still plays: wait until it is over."
    ),
    EventCode.BOTH_ENTERED: _("Both are entered in %(name)s: take one of the two out first."),
    EventCode.STILL_ENTERED: _(
        "This player is in an event that is not over, or holds a ticket: settle that first."
    ),
    EventCode.TICKET_NOT_GIVEN: _("Only a ticket that staff have given can be taken back."),
    EventCode.TICKET_USED: _("This ticket pays for an entry: it cannot be taken back now."),
    EventCode.NOT_THE_ENTRY: _(
        "An entry of this template costs %(right_euro)s: so much, or any event."
    ),
    EventCode.SEAT_IS_NOT_THE_ENTRY: _(
        "The satellite's seat is worth %(seat_euro)s, but the event it is for costs %(right_euro)s."
    ),
    EventCode.SESSION_HAS_NO_END: _(
        "Prizes by chips need a level after which the session ends, with a further one behind it."
    ),
    EventCode.TERMS_DO_NOT_FIT: _("The plan's “%(term)s” cannot be published: %(why)s"),
    EventCode.RE_ENTRY_STACK: _(
        "Everybody starts with the same stack: a re-entry brings %(stack)s chips."
    ),
    EventCode.RE_ENTRIES_TOO_LATE: _(
        "Late registration ends after level %(levels)s: re-entries cannot end later."
    ),
    EventCode.LATE_AFTER_SESSION: _(
        "The session ends after level %(levels)s: late registration cannot end later."
    ),
    EventCode.SHOOTOUT_TERMS: _(
        "A shootout takes nobody in after its start, sells no chips, keeps its levels, and ends "
        "with one player."
    ),
    EventCode.NO_DEALS_HERE: _("The prizes of this event are not open to deals."),
    EventCode.NO_FINAL_TABLE: _(
        "A deal is made at the final table, once nobody can enter any more."
    ),
    EventCode.DEAL_DONE: _("This table has made its deal."),
    EventCode.DEAL_PENDING: _("A deal is already on the table."),
    EventCode.ASKED_TOO_OFTEN: _("A deal was talked about a short while ago. Play on for a bit."),
    EventCode.NO_TALK: _("The pause to talk about a deal is over. Ask for another one."),
    EventCode.HAND_STILL_RUNS: _("A hand is still being played. Wait for its end."),
    EventCode.CHIPS_CHANGED: _("The chips have changed: look at the new figures."),
    EventCode.NOT_AT_THE_TABLE: _("Only players still in take part in a deal."),
    EventCode.DEAL_OVER: _("This deal is no longer on the table."),
    EventCode.CLOCK_STANDS: _("The tournament is paused. Accept when play goes on."),
    EventCode.NO_RE_ENTRY: _("You are out, and this tournament is entered once."),
    EventCode.RE_ENTRIES_CLOSED: _("Nobody enters this tournament again any more."),
    EventCode.RE_ENTRIES_USED: _("You have used all re-entries of this tournament."),
    EventCode.NOT_PLAYING: _("You are not playing in this tournament."),
    EventCode.NO_REBUYS: _("This tournament has no rebuys."),
    EventCode.REBUYS_CLOSED: _("Rebuys are closed."),
    EventCode.REBUYS_USED: _("Rebuys that you have left: %(left)s."),
    EventCode.STACK_TOO_LARGE: _(
        "A rebuy needs a stack of at most %(most_chips)s chips; you have %(stack_chips)s."
    ),
    EventCode.REBUY_COUNT: _("Say how many rebuys you want: one or more. Nothing was bought."),
    EventCode.NO_ADD_ON: _("This tournament has no add-on."),
    EventCode.ADD_ON_NOT_YET: _("The add-on is not sold yet."),
    EventCode.ADD_ON_CLOSED: _("The add-on is no longer sold."),
    EventCode.ADD_ON_TAKEN: _("You have taken your add-on."),
    EventCode.SPENDING_LIMIT: _(
        "One player may pay at most %(limit_euro)s in one tournament; you have paid %(paid_euro)s."
    ),
    EventCode.REBUYS_ENDLESS: _("Rebuys must end before the last level begins."),
    EventCode.ADD_ON_ENDLESS: _("The add-on must be over before the last level begins."),
    EventCode.BOUNTY_OR_REBUYS: _("With bounties there are re-entries, and no rebuys or add-ons."),
    EventCode.NEEDS_SECOND_PERSON: _(
        "This is about more than %(limit_euro)s: somebody else has to carry it out or approve it."
    ),
    EventCode.NO_APPROVAL_NEEDED: _("This plan needs nobody's approval."),
    EventCode.PLAN_CHANGED: _("The plan has changed since you looked at it. Look at it again."),
    EventCode.OWN_PLAN: _("You have changed this plan last: somebody else has to approve it."),
    EventCode.NOT_RUNNING: _("This event is not being played."),
    EventCode.NOT_IN_PLAY: _("This player is not in play."),
    EventCode.NOT_THIS_EVENT: _("That table is not one of this event's open tables."),
    EventCode.TABLES_PLAY_APART: _(
        "In this event every table plays for itself: nobody changes tables."
    ),
    EventCode.NO_ROOM_ELSEWHERE: _(
        "The other tables have %(free)s free seats for the %(players)s players of this one."
    ),
    EventCode.LAST_PLAYER: _("Nobody else has chips: this player has won."),
    EventCode.ORDER_WAITS: _("Something else has been ordered here and waits. Withdraw it first."),
    EventCode.NO_SUCH_ORDER: _("This order no longer waits: it has been carried out or withdrawn."),
    EventCode.OWN_ASKING: _("You have asked for this yourself: somebody else has to agree."),
    EventCode.OWN_STACK: _("Nobody decides about their own chips."),
    EventCode.NO_CHIPS_LEFT: _(
        "A stack of %(stack)s chips is corrected by some chips, and keeps at least one: whoever is"
        " to leave is disqualified."
    ),
    EventCode.DEALT_BY_PEOPLE: _("At this table people deal: tell them."),
    EventCode.NOT_HELD: _("Nobody holds this table."),
    EventCode.NOTHING_TO_UNDO: _("There is nothing here to undo."),
    EventCode.TOO_LATE_TO_UNDO: _("Play has gone on since: this can no longer be undone."),
    EventCode.PRIZE_IS_PAID: _("The prize has been paid: this can no longer be undone."),
    EventCode.DISQUALIFIED: _("You were disqualified from this tournament."),
    EventCode.NOT_INVITED: _("This tournament is for invited players."),
    EventCode.PASSWORD_WRONG: _("That is not the password of this tournament."),
    EventCode.PASSWORD_TRIES: _("Too many wrong passwords. Try again in %(minutes)s minutes."),
    EventCode.NO_CHECK_IN: _("This tournament needs no check-in."),
    EventCode.CHECK_IN_NOT_OPEN: _("Check-in opens %(minutes)s minutes before the start."),
    EventCode.NO_PASSWORD_HERE: _("This event is entered without a password."),
    EventCode.NO_LIST_HERE: _("This event is open without an invitation."),
    EventCode.NO_SUCH_SERIES: _("There is no such series of events."),
    EventCode.SEARCH_NAME: _("Give the search a name of at most %(most)s letters."),
    EventCode.SEARCH_TOO_LONG: _("This search is too long to be kept."),
    EventCode.TOO_MANY_SEARCHES: _("You have %(most)s saved searches: delete one first."),
    EventCode.NO_RECURRENCE: _("This plan does not recur: set its dates first."),
    EventCode.TOO_MANY_DATES: _(
        "That would be %(dates)s events: choose a span with at most %(most)s."
    ),
    EventCode.HAS_BEGUN: _("This event has begun: its start is what it was."),
    EventCode.OUT_BY_ITS_RULES: _(
        "The event has begun: whoever is to leave it is disqualified, or plays on."
    ),
    EventCode.NO_DATE: _("A Sit&Go has no date and no more seats than announced."),
    EventCode.TOO_FEW_TO_START: _(
        "The event needs at least %(fewest)s players; registered: %(entries)s."
    ),
    EventCode.NOT_CHECKED_IN: _(
        "Not checked in yet: %(absent)s. Check these players in, or take them out first."
    ),
    EventCode.NOT_LATER: _(
        "Choose a start after %(start_when)s and after now, at most %(days)s days ahead."
    ),
    EventCode.TIME_LEFT: _("%(seconds)s seconds are left here: take fewer, or end the level."),
    EventCode.FIRST_LEVEL: _("No level was played before this one."),
    EventCode.WOULD_REOPEN: _(
        "Entries, rebuys or the add-on closed after that level: playing it again would open them."
    ),
    EventCode.EVENT_CHANGED: _("The event has moved on since you looked at it. Look at it again."),
    EventCode.LATE_NOT_LATER: _(
        "Players are let in to the end of level %(levels)s already: choose a later one."
    ),
    EventCode.DRAWN_PRIZE: _("The prize of this event is drawn among its seats: that stays."),
    EventCode.PRIZES_FIXED: _("Nobody can enter any more: the prizes are fixed."),
    EventCode.NOT_RAISED: _("%(guarantee_euro)s are guaranteed already: a guarantee only rises."),
    EventCode.NOT_MORE_SEATS: _("%(most)s may enter already: choose a larger number."),
    EventCode.ONE_TABLE_GAME: _("This game is played at one table, which has %(seats)s seats."),
    EventCode.ENTRY_STILL_OPEN: _(
        "Hand for hand begins once nobody can enter or buy chips any more."
    ),
    EventCode.ONE_TABLE: _("Hand for hand needs two tables at least."),
    EventCode.LEVELS_UNREADABLE: _(
        "“%(line)s” is no level. Write 20: 100/200/25, with minutes, blinds and ante, or break: 10."
    ),
    EventCode.LIVE_TERMS: _(
        "A live event has a date, says how many tables there are, and is played until one player"
        " is left: no Sit&Go, shootout, draw or end by the clock. Online there are no such tables."
    ),
    EventCode.DEALERS_SHARE_ONLINE: _(
        "Only a live event has dealers who have a share of the pool."
    ),
    EventCode.NOT_LIVE: _("This event is played online: its tables tell themselves what happens."),
    EventCode.NOT_AT_THIS_TABLE: _("This player does not sit at that table with chips."),
    EventCode.NOBODY_HAS_THE_CHIPS: _("Somebody at this table must have won the chips."),
    EventCode.HAS_CHIPS: _("This player still has chips."),
    EventCode.COUNT_EVERYBODY: _("Enter the chips of everybody at this table, each at least one."),
    EventCode.NOT_COUNTED: _("Count all chips first."),
    EventCode.COUNT_DIFFERS: _(
        "These stacks come to %(counted_chips)s chips, but %(sold_chips)s are in play: count again."
    ),
    EventCode.NO_ROUND: _("No hand of a round is played at this table."),
    EventCode.NO_BUTTON: _(
        "Say where button, small blind and big blind were in the last hand, at both tables:"
        " clockwise in this order; with two players the button is the small blind."
    ),
    EventCode.NO_PRIZE: _("There is no prize to hand out to this player."),
    EventCode.CHIPS_DO_NOT_DIVIDE: _(
        "Chips of %(small)s cannot be changed into chips of %(large)s: each kind must divide the"
        " next."
    ),
    EventCode.CHIPS_TOO_LARGE: _("The chips are too large: %(amount)s cannot be paid with them."),
    EventCode.NOT_ENOUGH_CHIPS: _(
        "The starting stacks take %(needed)s chips of %(kind)s, and there are %(there)s."
    ),
    EventCode.CHIPS_UNREADABLE: _(
        "“%(line)s” is no kind of chips. Write 100: 600, its value and how many."
    ),
    EventCode.COLOUR_UP_BEGUN: _(
        "A colour-up has been announced: the chips stay as they were entered."
    ),
    EventCode.NO_COLOUR_UP: _(
        "No kind of chips can leave play now: blinds, antes or stacks to be sold still need it."
    ),
    EventCode.NOT_IN_A_BREAK: _("Chips are changed in a break, or while the clock stands."),
    EventCode.NO_CALL: _("Nobody has called the floor there."),
    EventCode.TOO_FEW_DEALERS: _(
        "There are %(tables)s tables and %(dealers)s dealers: every table needs one."
    ),
    EventCode.DEALERS_TWICE: _("Each dealer is named once."),
    EventCode.TURN_MINUTES: _("A turn takes %(least)s to %(most)s minutes."),
    EventCode.FEATURE_MINUTES: _(
        "A hand is shown %(least)s to %(most)s minutes after it was entered."
    ),
    EventCode.NO_FEATURE: _("No hands are kept of this table: make it a feature table first."),
    EventCode.NOT_A_HAND: _(
        "“%(part)s” is no hand: type seats and cards, such as 4 AsKd / Ts9h2d 3c 4h."
    ),
    EventCode.SEAT_IS_EMPTY: _("Nobody sits in seat %(seat)s."),
    EventCode.CARDS_OF_A_HAND: _("Seat %(seat)s: a hand has %(cards)s cards."),
    EventCode.CARDS_OF_A_BOARD: _("No board of this game has %(cards)s cards."),
    EventCode.CARD_TWICE: _("%(card)s is there twice."),
    EventCode.SIGNED_BY_ANOTHER: _(
        "Somebody else than who has paid it out or was paid countersigns."
    ),
    EventCode.ENTERED_TOO_LONG_AGO: _(
        "This was entered more than %(minutes)s minutes ago: look what holds now, and enter that."
    ),
    EventCode.CHANGED_SINCE: _(
        "Since this was entered, others have counted or sold chips of: %(names)s."
    ),
    EventCode.PAID_SINCE: _(
        "Since this was entered, others have gone out with a prize: %(names)s. Enter it again if "
        "the places shall stay so, else undo theirs first."
    ),
    EventCode.RACE_SINCE: _(
        "Since this was entered, a colour-up was announced or raced: count again."
    ),
    EventCode.ENTERED_BY_ANOTHER: _("Somebody else has entered this: they have to sign in here."),
    EventCode.ALREADY_AWAY: _("%(name)s already serves a penalty: press Back in first."),
    EventCode.NO_PENALTY: _("This player serves no penalty."),
    EventCode.PRIZE_IS_SPENT: _(
        "%(name)s has already used the money of this prize: it can no longer be taken back."
    ),
    EventCode.UNDO_LATER_FIRST: _(
        "Something has been entered since that rests on it: undo that first."
    ),
}
