"""The sentences of refusals of events."""

from collections.abc import Mapping
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.refusals import Code

SENTENCES: Mapping[StrEnum, str | Promise] = {
    Code.NO_SUCH_TOURNAMENT: _("There is no such tournament."),
    Code.ALREADY_REGISTERED: _("You are already registered for this tournament."),
    Code.NOT_REGISTERED: _("You are not registered for this tournament."),
    Code.EVENT_FULL: _("All seats of this tournament are taken."),
    Code.EVENT_OVER: _("This tournament is over."),
    Code.NOT_STARTED: _("This tournament has not started yet."),
    Code.LAST_LEVEL: _("The last level lasts until the tournament is over: it cannot be ended."),
    Code.REGISTRATION_NOT_OPEN: _("Registration for this tournament opens on %(opens_when)s."),
    Code.REGISTRATION_CLOSED: _("Registration for this tournament has closed."),
    Code.UNREGISTRATION_CLOSED: _("Unregistration ended on %(ended_when)s: your entry stays."),
    Code.ALREADY_STARTED: _("The tournament has started: you can no longer unregister."),
    Code.TOO_MANY_NEEDED: _("The fewest entries cannot be more than the most entries."),
    Code.START_TIME_MISSING: _("A scheduled tournament needs a start time."),
    Code.SCHEDULE_EMPTY: _("The blind schedule has no levels."),
    Code.SCHEDULE_STARTS_WITH_BREAK: _("The blind schedule cannot start with a break."),
    Code.SCHEDULE_ENDS_WITH_BREAK: _("The blind schedule cannot end with a break."),
    Code.BLINDS_MISSING: _("Row %(row)s of the blind schedule needs a small and a big blind."),
    Code.SMALL_BLIND_NOT_HALF: _(
        "Row %(row)s of the blind schedule: %(small)s is not half of %(big)s, as near as chips go."
    ),
    Code.ANTES_FALL: _(
        "Row %(row)s of the blind schedule: the ante of %(ante)s is smaller than %(before)s before."
    ),
    Code.STRUCTURE_TOO_SHORT: _("The event must last for two levels at least."),
    Code.STRUCTURE_TOO_STEEP: _(
        "Blinds would rise too fast for real chips: plan at least %(minutes)s minutes, or shorter "
        "levels."
    ),
    Code.LATE_REGISTRATION_ENDLESS: _("Late registration must end before the last level begins."),
    Code.RECURRENCE_UNREADABLE: _("“%(rule)s” is not a recurrence rule (RRULE)."),
    Code.RECURRENCE_NO_DATES: _("“%(rule)s” gives no dates that an event can have."),
    Code.RECURRENCE_COUNTS: _("“%(rule)s” counts its events: say with UNTIL when it ends."),
    Code.RECURRENCE_PART: _("%(part)s of a recurrence cannot be “%(value)s”."),
    Code.RECURRENCE_PARTS: _("%(part)s has no meaning in a recurrence with FREQ=%(freq)s."),
    Code.RECURRENCE_IS_OVER: _("“%(rule)s” has ended: its UNTIL is past."),
    Code.START_IS_PAST: _("This start is past: choose one to come."),
    Code.VELOX_NOT_OFFERED: _("There is no VeloX with %(seats)s seats for %(buy_in_euro)s."),
    Code.VELOX_TERMS: _(
        "A VeloX is a hold'em Sit&Go at one table, with levels of %(minutes)s minutes at most, "
        "without a fee, a guarantee, late registration or rebuys."
    ),
    Code.NO_SUCH_VELOX_TABLE: _("There is no such VeloX table."),
    Code.NO_VELOX_TABLE_WAITS: _("This version has already been decided."),
    Code.OWN_VELOX_TABLE: _("You have ordered this table: another person has to confirm it."),
    Code.VELOX_TABLE_DOES_NOT_FIT: _("No prize can be drawn by this table: %(why)s"),
    Code.VELOX_TABLE_NAME_TAKEN: _("Another VeloX table has this name."),
    Code.VELOX_TABLE_RETIRED: _("This VeloX table is retired."),
    Code.VELOX_TABLE_WAITS: _(
        "A version of this table waits for a second person: decide it first."
    ),
    Code.VELOX_TABLE_UNCHANGED: _("The table says so already."),
    Code.VELOX_TABLE_IN_USE: _("Give these plans another table first: %(plans)s."),
    Code.NO_DRAW: _("The prizes of this event are not drawn."),
    Code.DRAW_IS_DUE: _("All seats are taken and the prize is drawn: that cannot change any more."),
    Code.SEED_UNUSABLE: _("A seed has 1 to %(most)s letters, figures or signs, and no “|”."),
    Code.PLAY_HAS_DECIDED: _("Play has already decided this event: there is nothing to cancel."),
    Code.STALE_PLAN: _("The event has changed since this plan was worked out. Work it out again."),
    Code.NO_SUCH_PLAN: _("There is no such plan."),
    Code.NO_SUCH_TICKET: _("You have no unused ticket for this event."),
    Code.IN_RUNNING_EVENT: _(
        "One of the two is in an event, or out of one that still plays: wait until it is over."
    ),
    Code.BOTH_ENTERED: _("Both are entered in %(name)s: take one of the two out first."),
    Code.STILL_ENTERED: _(
        "This player is in an event that is not over, or holds a ticket: settle that first."
    ),
    Code.TICKET_NOT_GIVEN: _("Only a ticket that staff have given can be taken back."),
    Code.TICKET_USED: _("This ticket pays for an entry: it cannot be taken back now."),
    Code.NOT_THE_ENTRY: _("An entry of this template costs %(right_euro)s: so much, or any event."),
    Code.SEAT_IS_NOT_THE_ENTRY: _(
        "The satellite's seat is worth %(seat_euro)s, but the event it is for costs %(right_euro)s."
    ),
    Code.SESSION_HAS_NO_END: _(
        "Prizes by chips need a level after which the session ends, with a further one behind it."
    ),
    Code.TERMS_DO_NOT_FIT: _("The plan's “%(term)s” cannot be published: %(why)s"),
    Code.RE_ENTRY_STACK: _(
        "Everybody starts with the same stack: a re-entry brings %(stack)s chips."
    ),
    Code.RE_ENTRIES_TOO_LATE: _(
        "Late registration ends after level %(levels)s: re-entries cannot end later."
    ),
    Code.LATE_AFTER_SESSION: _(
        "The session ends after level %(levels)s: late registration cannot end later."
    ),
    Code.SHOOTOUT_TERMS: _(
        "A shootout takes nobody in after its start, sells no chips, keeps its levels, and ends "
        "with one player."
    ),
    Code.NO_DEALS_HERE: _("The prizes of this event are not open to deals."),
    Code.NO_FINAL_TABLE: _("A deal is made at the final table, once nobody can enter any more."),
    Code.DEAL_DONE: _("This table has made its deal."),
    Code.DEAL_PENDING: _("A deal is already on the table."),
    Code.ASKED_TOO_OFTEN: _("A deal was talked about a short while ago. Play on for a bit."),
    Code.NO_TALK: _("The pause to talk about a deal is over. Ask for another one."),
    Code.HAND_STILL_RUNS: _("A hand is still being played. Wait for its end."),
    Code.CHIPS_CHANGED: _("The chips have changed: look at the new figures."),
    Code.NOT_AT_THE_TABLE: _("Only players still in take part in a deal."),
    Code.DEAL_OVER: _("This deal is no longer on the table."),
    Code.CLOCK_STANDS: _("The tournament is paused. Accept when play goes on."),
    Code.NO_RE_ENTRY: _("You are out, and this tournament is entered once."),
    Code.RE_ENTRIES_CLOSED: _("Nobody enters this tournament again any more."),
    Code.RE_ENTRIES_USED: _("You have used all re-entries of this tournament."),
    Code.NOT_PLAYING: _("You are not playing in this tournament."),
    Code.NO_REBUYS: _("This tournament has no rebuys."),
    Code.REBUYS_CLOSED: _("Rebuys are closed."),
    Code.REBUYS_USED: _("Rebuys that you have left: %(left)s."),
    Code.STACK_TOO_LARGE: _(
        "A rebuy needs a stack of at most %(most_chips)s chips; you have %(stack_chips)s."
    ),
    Code.REBUY_COUNT: _("Say how many rebuys you want: one or more. Nothing was bought."),
    Code.NO_ADD_ON: _("This tournament has no add-on."),
    Code.ADD_ON_NOT_YET: _("The add-on is not sold yet."),
    Code.ADD_ON_CLOSED: _("The add-on is no longer sold."),
    Code.ADD_ON_TAKEN: _("You have taken your add-on."),
    Code.SPENDING_LIMIT: _(
        "One player may pay at most %(limit_euro)s in one tournament; you have paid %(paid_euro)s."
    ),
    Code.REBUYS_ENDLESS: _("Rebuys must end before the last level begins."),
    Code.ADD_ON_ENDLESS: _("The add-on must be over before the last level begins."),
    Code.BOUNTY_OR_REBUYS: _("With bounties there are re-entries, and no rebuys or add-ons."),
    Code.NEEDS_SECOND_PERSON: _(
        "This is about more than %(limit_euro)s: somebody else has to carry it out or approve it."
    ),
    Code.NO_APPROVAL_NEEDED: _("This plan needs nobody's approval."),
    Code.PLAN_CHANGED: _("The plan has changed since you looked at it. Look at it again."),
    Code.OWN_PLAN: _("You have changed this plan last: somebody else has to approve it."),
    Code.NOT_RUNNING: _("This event is not being played."),
    Code.NOT_IN_PLAY: _("This player is not in play."),
    Code.NOT_THIS_EVENT: _("That table is not one of this event's open tables."),
    Code.TABLES_PLAY_APART: _("In this event every table plays for itself: nobody changes tables."),
    Code.NO_ROOM_ELSEWHERE: _(
        "The other tables have %(free)s free seats for the %(players)s players of this one."
    ),
    Code.LAST_PLAYER: _("Nobody else has chips: this player has won."),
    Code.ORDER_WAITS: _("Something else has been ordered here and waits. Withdraw it first."),
    Code.NO_SUCH_ORDER: _("This order no longer waits: it has been carried out or withdrawn."),
    Code.OWN_ASKING: _("You have asked for this yourself: somebody else has to agree."),
    Code.OWN_STACK: _("Nobody decides about their own chips."),
    Code.NO_CHIPS_LEFT: _(
        "A stack of %(stack)s chips is corrected by some chips, and keeps at least one: whoever is"
        " to leave is disqualified."
    ),
    Code.DEALT_BY_PEOPLE: _("At this table people deal: tell them."),
    Code.NOT_HELD: _("Nobody holds this table."),
    Code.NOTHING_TO_UNDO: _("There is nothing here to undo."),
    Code.TOO_LATE_TO_UNDO: _("Play has gone on since: this can no longer be undone."),
    Code.PRIZE_IS_PAID: _("The prize has been paid: this can no longer be undone."),
    Code.DISQUALIFIED: _("You were disqualified from this tournament."),
    Code.NOT_INVITED: _("This tournament is for invited players."),
    Code.PASSWORD_WRONG: _("That is not the password of this tournament."),
    Code.PASSWORD_TRIES: _("Too many wrong passwords. Try again in %(minutes)s minutes."),
    Code.NO_CHECK_IN: _("This tournament needs no check-in."),
    Code.CHECK_IN_NOT_OPEN: _("Check-in opens %(minutes)s minutes before the start."),
    Code.NO_PASSWORD_HERE: _("This event is entered without a password."),
    Code.NO_LIST_HERE: _("This event is open without an invitation."),
    Code.NO_SUCH_SERIES: _("There is no such series of events."),
    Code.SEARCH_NAME: _("Give the search a name of at most %(most)s letters."),
    Code.SEARCH_TOO_LONG: _("This search is too long to be kept."),
    Code.TOO_MANY_SEARCHES: _("You have %(most)s saved searches: delete one first."),
    Code.NO_RECURRENCE: _("This plan does not recur: set its dates first."),
    Code.TOO_MANY_DATES: _("That would be %(dates)s events: choose a span with at most %(most)s."),
    Code.HAS_BEGUN: _("This event has begun: its start is what it was."),
    Code.OUT_BY_ITS_RULES: _(
        "The event has begun: whoever is to leave it is disqualified, or plays on."
    ),
    Code.NO_DATE: _("A Sit&Go has no date and no more seats than announced."),
    Code.TOO_FEW_TO_START: _(
        "The event needs at least %(fewest)s players; registered: %(entries)s."
    ),
    Code.NOT_CHECKED_IN: _(
        "Not checked in yet: %(absent)s. Check these players in, or take them out first."
    ),
    Code.NOT_LATER: _(
        "Choose a start after %(start_when)s and after now, at most %(days)s days ahead."
    ),
    Code.TIME_LEFT: _("%(seconds)s seconds are left here: take fewer, or end the level."),
    Code.FIRST_LEVEL: _("No level was played before this one."),
    Code.WOULD_REOPEN: _(
        "Entries, rebuys or the add-on closed after that level: playing it again would open them."
    ),
    Code.EVENT_CHANGED: _("The event has moved on since you looked at it. Look at it again."),
    Code.LATE_NOT_LATER: _(
        "Players are let in to the end of level %(levels)s already: choose a later one."
    ),
    Code.DRAWN_PRIZE: _("The prize of this event is drawn among its seats: that stays."),
    Code.PRIZES_FIXED: _("Nobody can enter any more: the prizes are fixed."),
    Code.NOT_RAISED: _("%(guarantee_euro)s are guaranteed already: a guarantee only rises."),
    Code.NOT_MORE_SEATS: _("%(most)s may enter already: choose a larger number."),
    Code.ONE_TABLE_GAME: _("This game is played at one table, which has %(seats)s seats."),
    Code.ENTRY_STILL_OPEN: _("Hand for hand begins once nobody can enter or buy chips any more."),
    Code.ONE_TABLE: _("Hand for hand needs two tables at least."),
    Code.LEVELS_UNREADABLE: _(
        "“%(line)s” is no level. Write 20: 100/200/25, with minutes, blinds and ante, or break: 10."
    ),
    Code.LIVE_TERMS: _(
        "A live event has a date, says how many tables there are, and is played until one player"
        " is left: no Sit&Go, shootout, draw or end by the clock. Online there are no such tables."
    ),
    Code.DEALERS_SHARE_ONLINE: _("Only a live event has dealers who have a share of the pool."),
    Code.NOT_LIVE: _("This event is played online: its tables tell themselves what happens."),
    Code.NOT_AT_THIS_TABLE: _("This player does not sit at that table with chips."),
    Code.NOBODY_HAS_THE_CHIPS: _("Somebody at this table must have won the chips."),
    Code.COUNT_EVERYBODY: _("Enter the chips of everybody at this table, each at least one."),
    Code.NOT_COUNTED: _("Count all chips first."),
    Code.COUNT_DIFFERS: _(
        "These stacks come to %(counted_chips)s chips, but %(sold_chips)s are in play: count again."
    ),
    Code.NO_ROUND: _("No hand of a round is played at this table."),
    Code.NO_BUTTON: _(
        "Say where button, small blind and big blind were in the last hand, at both tables:"
        " clockwise in this order; with two players the button is the small blind."
    ),
    Code.NO_PRIZE: _("There is no prize to hand out to this player."),
    Code.CHIPS_DO_NOT_DIVIDE: _(
        "Chips of %(small)s cannot be changed into chips of %(large)s: each kind must divide the"
        " next."
    ),
    Code.CHIPS_TOO_LARGE: _("The chips are too large: %(amount)s cannot be paid with them."),
    Code.NOT_ENOUGH_CHIPS: _(
        "The starting stacks take %(needed)s chips of %(kind)s, and there are %(there)s."
    ),
    Code.CHIPS_UNREADABLE: _(
        "“%(line)s” is no kind of chips. Write 100: 600, its value and how many."
    ),
    Code.COLOUR_UP_BEGUN: _("A colour-up has been announced: the chips stay as they were entered."),
    Code.NO_COLOUR_UP: _(
        "No kind of chips can leave play now: blinds, antes or stacks to be sold still need it."
    ),
    Code.NOT_IN_A_BREAK: _("Chips are changed in a break, or while the clock stands."),
    Code.NO_CALL: _("Nobody has called the floor there."),
    Code.TOO_FEW_DEALERS: _(
        "There are %(tables)s tables and %(dealers)s dealers: every table needs one."
    ),
    Code.DEALERS_TWICE: _("Each dealer is named once."),
    Code.TURN_MINUTES: _("A turn takes %(least)s to %(most)s minutes."),
    Code.FEATURE_MINUTES: _("A hand is shown %(least)s to %(most)s minutes after it was entered."),
    Code.NO_FEATURE: _("No hands are kept of this table: make it a feature table first."),
    Code.NOT_A_HAND: _(
        "“%(part)s” is no hand: type seats and cards, such as 4 AsKd / Ts9h2d 3c 4h."
    ),
    Code.SEAT_IS_EMPTY: _("Nobody sits in seat %(seat)s."),
    Code.CARDS_OF_A_HAND: _("Seat %(seat)s: a hand has %(cards)s cards."),
    Code.CARDS_OF_A_BOARD: _("No board of this game has %(cards)s cards."),
    Code.CARD_TWICE: _("%(card)s is there twice."),
    Code.SIGNED_BY_ANOTHER: _("Somebody else than who has paid it out or was paid countersigns."),
    Code.ENTERED_TOO_LONG_AGO: _(
        "This was entered more than %(minutes)s minutes ago: look what holds now, and enter that."
    ),
    Code.CHANGED_SINCE: _(
        "Since this was entered, others have counted or sold chips of: %(names)s."
    ),
    Code.PAID_SINCE: _(
        "Since this was entered, others have gone out with a prize: %(names)s. Enter it again if "
        "the places shall stay so, else undo theirs first."
    ),
    Code.RACE_SINCE: _("Since this was entered, a colour-up was announced or raced: count again."),
    Code.ENTERED_BY_ANOTHER: _("Somebody else has entered this: they have to sign in here."),
    Code.ALREADY_AWAY: _("%(name)s already serves a penalty: press Back in first."),
    Code.NO_PENALTY: _("This player serves no penalty."),
    Code.PRIZE_IS_SPENT: _(
        "%(name)s has already used the money of this prize: it can no longer be taken back."
    ),
    Code.UNDO_LATER_FIRST: _("Something has been entered since that rests on it: undo that first."),
}
