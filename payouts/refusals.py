"""The codes with which money is refused."""

from core.refusal import RefusalCodes, refusal


class MoneyCode(RefusalCodes):
    INSUFFICIENT_FUNDS = refusal(
        "There is not enough money for that: %(missing_euro)s are missing.", rule=None
    )
    NOT_ENOUGH_PLAY_MONEY = refusal(
        "You are %(missing_chips)s play-money chips short.", rule="FREE-1"
    )
    ENOUGH_PLAY_MONEY = refusal(
        "You can refill your play money when you have less than %(bound_chips)s, tables included.",
        rule="FREE-1",
    )
    FILLED_UP_TODAY = refusal(
        "You have already had today's play money. The next refill is on %(until_when)s.",
        rule="FREE-1",
    )
    KEY_REUSED = refusal(
        "This has been done before, with other amounts. Nothing has moved.", rule=None
    )
    AMOUNT_NOT_POSITIVE = refusal("The amount must be more than zero.", rule=None)
    NOT_AN_AMOUNT = refusal("“%(text)s” is no amount in euro. Write it as 12.50.", rule=None)
    SAME_ACCOUNT = refusal("Money cannot move from an account to itself.", rule=None)
    DEPOSIT_TOO_LARGE = refusal("A single deposit is at most %(limit_euro)s.", rule=None)
    DAILY_LIMIT = refusal(
        "Your own limit is %(limit_euro)s a day. Today you can still deposit %(left_euro)s.",
        rule="PLAY-1",
    )
    WEEKLY_LIMIT = refusal(
        "Your own limit is %(limit_euro)s a week. This week you can still deposit %(left_euro)s.",
        rule="PLAY-1",
    )
    MONTHLY_LIMIT = refusal(
        "Your own limit is %(limit_euro)s a month. This month you can still deposit %(left_euro)s.",
        rule="PLAY-1",
    )
    DAILY_LOSS_LIMIT = refusal(
        "Your own limit is to lose %(limit_euro)s a day. You can put %(left_euro)s into play "
        "today.",
        rule="PLAY-3",
    )
    WEEKLY_LOSS_LIMIT = refusal(
        "Your own limit is to lose %(limit_euro)s a week. You can put %(left_euro)s into play "
        "this week.",
        rule="PLAY-3",
    )
    MONTHLY_LOSS_LIMIT = refusal(
        "Your own limit is to lose %(limit_euro)s a month. You can put %(left_euro)s into play "
        "this month.",
        rule="PLAY-3",
    )
    DAILY_TIME_LIMIT = refusal(
        "Your own limit is %(limit)s minutes a day at the tables. They are over until "
        "%(until_when)s.",
        rule="PLAY-3",
    )
    WEEKLY_TIME_LIMIT = refusal(
        "Your own limit is %(limit)s minutes a week at the tables. They are over until "
        "%(until_when)s.",
        rule="PLAY-3",
    )
    MONTHLY_TIME_LIMIT = refusal(
        "Your own limit is %(limit)s minutes a month at the tables. They are over until "
        "%(until_when)s.",
        rule="PLAY-3",
    )
    PRIZES_BELOW_FLOOR = refusal(
        "At least %(floor)s %% of the entry must go to prizes; here it is %(percent)s %%.",
        rule="POOL-1",
    )
    ENTRY_RIGHT_TOO_HIGH = refusal(
        "One player could pay %(amount_euro)s in this event; at most %(limit_euro)s are allowed.",
        rule="POOL-1",
    )
    TOO_MUCH_LEFT_IN_PLAY = refusal(
        "At most %(most_euro)s may stay in play for the winner.", rule="DEAL-MAKE"
    )
    FIGURES_DO_NOT_ADD_UP = refusal(
        "There are %(are_euro)s to share, and the figures come to %(named_euro)s.", rule="DEAL-MAKE"
    )
    NO_SUCH_RECEIPT = refusal(
        "This room has written no such receipt. Look at number and code again.", rule="INFO-3"
    )
    OWN_WALLET = refusal(
        "Another person has to book what goes into your own wallet, or out of it.", rule="STAFF-1"
    )
    OWN_ORDER = refusal(
        "You gave this order yourself: somebody else has to confirm it.", rule="STAFF-2"
    )
    BONUS_OPEN = refusal(
        "This player has a bonus to be earned already: one at a time.", rule="BONUS-1"
    )
    BONUS_DAYS = refusal("A bonus is open for 1 to %(most)s days.", rule="BONUS-1")
    NO_OPEN_BONUS = refusal(
        "This bonus is no longer open: nothing can be taken back.", rule="BONUS-3"
    )
    MONEY_HELD = refusal(
        "The room holds money of this player, or some is on its way: settle that first.",
        rule="STAFF-9",
    )
    MONEY_UNDER_WAY = refusal(
        "Money of the account that closes is on its way, waits or is owed: settle that first.",
        rule="STAFF-12",
    )
    TAKES_TWO = refusal(
        "One member of staff gives at most %(limit_euro)s within 24 hours. Order a correction "
        "of money instead: a second person confirms it.",
        rule="STAFF-2",
    )
    NO_ORDER_WAITS = refusal("This order no longer waits: it has been decided.", rule=None)
    DAY_NOT_OVER = refusal("This day can be signed from %(until_when)s on.", rule="STAFF-6")
    DAY_OUT_OF_ORDER = refusal(
        "Days are closed one after the other: %(day)s comes first.", rule="STAFF-6"
    )
    DAY_SIGNED = refusal(
        "Somebody else has signed this day: it waits for a second signature.", rule="STAFF-6"
    )
    NO_DAY_SIGNED = refusal("Nobody has signed this day yet.", rule="STAFF-6")
    OWN_SIGNATURE = refusal(
        "You have signed this day yourself: somebody else has to sign too.", rule="STAFF-6"
    )
    FIGURES_MOVED = refusal(
        "The figures of this day are no longer those that were signed. Have the ledger audited.",
        rule="STAFF-6",
    )
    OWES = refusal(
        "A deposit was charged back: %(debt_euro)s are owed, and they are paid first. Until "
        "the wallet holds that much, nothing is paid out.",
        rule="MONEY-4",
    )
    NOT_AN_IBAN = refusal("This is no IBAN. Look at its letters and digits again.", rule="MONEY-2")
    PAYMENT_TOO_SMALL = refusal("The least is %(least_euro)s.", rule="MONEY-2")
    PAYMENT_TOO_LARGE = refusal("The most is %(most_euro)s at once.", rule="MONEY-2")
    PAYMENTS_TODAY = refusal(
        "The most is %(limit_euro)s a day. Today %(left_euro)s are left.", rule="MONEY-2"
    )
    PAYMENTS_THIS_MONTH = refusal(
        "The most is %(limit_euro)s a month. This month %(left_euro)s are left.", rule="MONEY-2"
    )
    NO_SUCH_PAYMENT = refusal("There is no such deposit or withdrawal.", rule=None)
    PAYMENT_MOVED_ON = refusal(
        "That is no longer possible: it has gone on. Look at it again.", rule="MONEY-2"
    )
    GATEWAY_SENDS = refusal(
        "The payment service pays this one, and says what became of it.", rule="MONEY-2"
    )
    NO_GATEWAY = refusal(
        "No payment service is connected: deposits are taken at the counter.", rule="MONEY-1"
    )
    NO_CONTRADICTION = refusal(
        "There is nothing to decide here: it is no contradiction, or it was decided already.",
        rule="MONEY-3",
    )
    NOT_FOLLOWED = refusal(
        "What it says cannot be booked on what the payment is by now. Book nothing, and settle "
        "it with the payment service.",
        rule="MONEY-3",
    )
    WALLET_SILENT = refusal(
        "Your account with the operator does not answer. Nothing was bought; whatever was "
        "taken there goes back. Try again in a moment.",
        rule="MONEY-5",
    )
    MONEY_ELSEWHERE = refusal(
        "Your money lies with the operator: pay in and out there.", rule="MONEY-5"
    )
    DRAWER_NEEDED = refusal(
        "Cash needs an open drawer: open one at the counter first.", rule="STAFF-13"
    )
    DRAWER_OPEN = refusal("This person has a drawer already: one at a time.", rule="STAFF-13")
    DRAWER_TAKEN = refusal("A drawer of this name is open already.", rule="STAFF-13")
    DRAWER_OFFERED = refusal(
        "This drawer is being handed over: nothing is booked to it until then.", rule="STAFF-13"
    )
    DRAWER_HOLDS_LESS = refusal(
        "This drawer holds %(holds_euro)s: take cash from the safe first, or pay less.",
        rule="STAFF-13",
    )
    DRAWER_ORDERS_WAIT = refusal(
        "Orders of this drawer wait for a second person: have them decided, or withdraw them.",
        rule="STAFF-13",
    )
    DRAWER_DIFFERS = refusal("This count is off by %(difference_euro)s: say why.", rule="STAFF-13")
    NO_DRAWER = refusal("This drawer is not open in your hands. Look at it again.", rule="STAFF-13")
    OWN_DRAWER = refusal("You hold this drawer yourself: name a colleague.", rule="STAFF-13")
    NO_CASHIER = refusal("%(name)s has no right to work at the counter.", rule="STAFF-13")
    PIECES_UNREADABLE = refusal("Count whole notes and coins of euro.", rule="STAFF-13")
    DRAWERS_STILL_OPEN = refusal(
        "Drawers of this day are still open: %(names)s. Count and close them first.",
        rule="STAFF-13",
    )
