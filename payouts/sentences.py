"""Sentences for the refusals of money."""

from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from payouts.refusals import MoneyCode

SENTENCES: dict[StrEnum, str | Promise] = {
    MoneyCode.INSUFFICIENT_FUNDS: _(
        "There is not enough money for that: %(missing_euro)s are missing."
    ),
    MoneyCode.NOT_ENOUGH_PLAY_MONEY: _("You are %(missing_chips)s play-money chips short."),
    MoneyCode.ENOUGH_PLAY_MONEY: _(
        "You can refill your play money when you have less than %(bound_chips)s, tables included."
    ),
    MoneyCode.FILLED_UP_TODAY: _(
        "You have already had today's play money. The next refill is on %(until_when)s."
    ),
    MoneyCode.KEY_REUSED: _("This has been done before, with other amounts. Nothing has moved."),
    MoneyCode.AMOUNT_NOT_POSITIVE: _("The amount must be more than zero."),
    MoneyCode.NOT_AN_AMOUNT: _("“%(text)s” is no amount in euro. Write it as 12.50."),
    MoneyCode.SAME_ACCOUNT: _("Money cannot move from an account to itself."),
    MoneyCode.DEPOSIT_TOO_LARGE: _("A single deposit is at most %(limit_euro)s."),
    MoneyCode.DAILY_LIMIT: _(
        "Your own limit is %(limit_euro)s a day. Today you can still deposit %(left_euro)s."
    ),
    MoneyCode.WEEKLY_LIMIT: _(
        "Your own limit is %(limit_euro)s a week. This week you can still deposit %(left_euro)s."
    ),
    MoneyCode.MONTHLY_LIMIT: _(
        "Your own limit is %(limit_euro)s a month. This month you can still deposit %(left_euro)s."
    ),
    MoneyCode.DAILY_LOSS_LIMIT: _(
        "Your own limit is to lose %(limit_euro)s a day. You can put %(left_euro)s into play today."
    ),
    MoneyCode.WEEKLY_LOSS_LIMIT: _(
        "Your own limit is to lose %(limit_euro)s a week. You can put %(left_euro)s into play this "
        "week."
    ),
    MoneyCode.MONTHLY_LOSS_LIMIT: _(
        "Your own limit is to lose %(limit_euro)s a month. You can put %(left_euro)s into play "
        "this month."
    ),
    MoneyCode.DAILY_TIME_LIMIT: _(
        "Your own limit is %(limit)s minutes a day at the tables. They are over until "
        "%(until_when)s."
    ),
    MoneyCode.WEEKLY_TIME_LIMIT: _(
        "Your own limit is %(limit)s minutes a week at the tables. They are over until "
        "%(until_when)s."
    ),
    MoneyCode.MONTHLY_TIME_LIMIT: _(
        "Your own limit is %(limit)s minutes a month at the tables. They are over until "
        "%(until_when)s."
    ),
    MoneyCode.PRIZES_BELOW_FLOOR: _(
        "At least %(floor)s %% of the entry must go to prizes; here it is %(percent)s %%."
    ),
    MoneyCode.ENTRY_RIGHT_TOO_HIGH: _(
        "One player could pay %(amount_euro)s in this event; at most %(limit_euro)s are allowed."
    ),
    MoneyCode.TOO_MUCH_LEFT_IN_PLAY: _("At most %(most_euro)s may stay in play for the winner."),
    MoneyCode.FIGURES_DO_NOT_ADD_UP: _(
        "There are %(are_euro)s to share, and the figures come to %(named_euro)s."
    ),
    MoneyCode.NO_SUCH_RECEIPT: _(
        "This room has written no such receipt. Look at number and code again."
    ),
    MoneyCode.OWN_WALLET: _(
        "What goes into your own wallet, or out of it, somebody else has to do."
    ),
    MoneyCode.OWN_ORDER: _("You gave this order yourself: somebody else has to confirm it."),
    MoneyCode.BONUS_OPEN: _("This player has a bonus to be earned already: one at a time."),
    MoneyCode.BONUS_DAYS: _("A bonus is open for 1 to %(most)s days."),
    MoneyCode.NO_OPEN_BONUS: _("This bonus is open no more: nothing can be taken back."),
    MoneyCode.MONEY_UNDER_WAY: _(
        "Money of the account that closes is on its way, waits or is owed: settle that first."
    ),
    MoneyCode.MONEY_HELD: _(
        "The room holds money of this player, or some is on its way: settle that first."
    ),
    MoneyCode.TAKES_TWO: _(
        "One member of staff gives at most %(limit_euro)s within 24 hours. Order a correction of "
        "money instead: a second person confirms it."
    ),
    MoneyCode.NO_ORDER_WAITS: _("This order no longer waits: it has been decided."),
    MoneyCode.DAY_NOT_OVER: _("This day can be signed from %(until_when)s on."),
    MoneyCode.DAY_OUT_OF_ORDER: _("Days are closed one after the other: %(day)s comes first."),
    MoneyCode.DAY_SIGNED: _("Somebody else has signed this day: it waits for a second signature."),
    MoneyCode.NO_DAY_SIGNED: _("Nobody has signed this day yet."),
    MoneyCode.OWN_SIGNATURE: _("You have signed this day yourself: somebody else has to sign too."),
    MoneyCode.FIGURES_MOVED: _(
        "The figures of this day are no longer those that were signed. Have the ledger audited."
    ),
    MoneyCode.OWES: _(
        "A deposit was charged back: %(debt_euro)s are owed, and they are paid first. Until the "
        "wallet holds that much, nothing is paid out."
    ),
    MoneyCode.NOT_AN_IBAN: _("This is no IBAN. Look at its letters and digits again."),
    MoneyCode.PAYMENT_TOO_SMALL: _("The least is %(least_euro)s."),
    MoneyCode.PAYMENT_TOO_LARGE: _("The most is %(most_euro)s at once."),
    MoneyCode.PAYMENTS_TODAY: _("The most is %(limit_euro)s a day. Today %(left_euro)s are left."),
    MoneyCode.PAYMENTS_THIS_MONTH: _(
        "The most is %(limit_euro)s a month. This month %(left_euro)s are left."
    ),
    MoneyCode.NO_SUCH_PAYMENT: _("There is no such deposit or withdrawal."),
    MoneyCode.PAYMENT_MOVED_ON: _("That is no longer possible: it has gone on. Look at it again."),
    MoneyCode.GATEWAY_SENDS: _("The payment service pays this one, and says what became of it."),
    MoneyCode.NO_GATEWAY: _("No payment service is connected: deposits are taken at the counter."),
    MoneyCode.NO_CONTRADICTION: _(
        "This waits for nobody: it is no contradiction, or it was decided."
    ),
    MoneyCode.NOT_FOLLOWED: _(
        "What it says cannot be booked on what the payment is by now. Book nothing, and settle it "
        "with the payment service."
    ),
    MoneyCode.WALLET_SILENT: _(
        "Your account with the operator does not answer. Nothing was bought; whatever was taken "
        "there goes back. Try again in a moment."
    ),
    MoneyCode.DRAWER_NEEDED: _("Cash needs an open drawer: open one at the counter first."),
    MoneyCode.DRAWER_OPEN: _("This person has a drawer already: one at a time."),
    MoneyCode.DRAWER_TAKEN: _("A drawer of this name is open already."),
    MoneyCode.DRAWER_OFFERED: _(
        "This drawer is being handed over: nothing is booked to it until then."
    ),
    MoneyCode.DRAWER_HOLDS_LESS: _(
        "This drawer holds %(holds_euro)s: take cash from the safe first, or pay less."
    ),
    MoneyCode.DRAWER_ORDERS_WAIT: _(
        "Orders of this drawer wait for a second person: have them decided, or withdraw them."
    ),
    MoneyCode.DRAWER_DIFFERS: _("This count is off by %(difference_euro)s: say why."),
    MoneyCode.NO_DRAWER: _("This drawer is not open in your hands. Look at it again."),
    MoneyCode.OWN_DRAWER: _("You hold this drawer yourself: name a colleague."),
    MoneyCode.NO_CASHIER: _("%(name)s has no right to work at the counter."),
    MoneyCode.PIECES_UNREADABLE: _("Count whole notes and coins of euro."),
    MoneyCode.DRAWERS_STILL_OPEN: _(
        "Drawers of this day are still open: %(names)s. Count and close them first."
    ),
    MoneyCode.MONEY_ELSEWHERE: _("Your money lies with the operator: pay in and out there."),
}
