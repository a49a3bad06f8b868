"""The codes with which money is refused."""

from core.refusal import RefusalCodes, refusal


class MoneyCode(RefusalCodes):
    INSUFFICIENT_FUNDS = refusal(
        "There is not enough money for that: %(missing_money)s is missing.", rule=None
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
    KEY_REUSED = refusal("This was done before with other amounts. Nothing has moved.", rule=None)
    AMOUNT_NOT_POSITIVE = refusal("The amount must be more than zero.", rule=None)
    NOT_AN_AMOUNT = refusal("“%(text)s” is not an amount. Write it as %(example)s.", rule=None)
    SAME_ACCOUNT = refusal("Money cannot move from an account to itself.", rule=None)
    DEPOSIT_TOO_LARGE = refusal("A single deposit can be at most %(limit_money)s.", rule=None)
    DAILY_LIMIT = refusal(
        "Your own limit is %(limit_money)s a day. Today you can still deposit %(left_money)s.",
        rule="PLAY-1",
    )
    WEEKLY_LIMIT = refusal(
        "Your own limit is %(limit_money)s a week. This week you can still deposit %(left_money)s.",
        rule="PLAY-1",
    )
    MONTHLY_LIMIT = refusal(
        "Your own limit is %(limit_money)s a month. This month you can still deposit "
        "%(left_money)s.",
        rule="PLAY-1",
    )
    DAILY_LOSS_LIMIT = refusal(
        "Your own loss limit is %(limit_money)s a day. You can put %(left_money)s into play today.",
        rule="PLAY-3",
    )
    WEEKLY_LOSS_LIMIT = refusal(
        "Your own loss limit is %(limit_money)s a week. You can put %(left_money)s "
        "into play this week.",
        rule="PLAY-3",
    )
    MONTHLY_LOSS_LIMIT = refusal(
        "Your own loss limit is %(limit_money)s a month. You can put %(left_money)s "
        "into play this month.",
        rule="PLAY-3",
    )
    DAILY_TIME_LIMIT = refusal(
        "You have used up your own limit of %(limit)s minutes a day at the tables. "
        "You can play again from %(until_when)s on.",
        rule="PLAY-3",
    )
    WEEKLY_TIME_LIMIT = refusal(
        "You have used up your own limit of %(limit)s minutes a week at the tables. "
        "You can play again from %(until_when)s on.",
        rule="PLAY-3",
    )
    MONTHLY_TIME_LIMIT = refusal(
        "You have used up your own limit of %(limit)s minutes a month at the tables. "
        "You can play again from %(until_when)s on.",
        rule="PLAY-3",
    )
    PRIZES_BELOW_FLOOR = refusal(
        "At least %(floor)s %% of the entry must go to prizes; here it is %(percent)s %%.",
        rule="POOL-1",
    )
    ENTRY_RIGHT_TOO_HIGH = refusal(
        "One player could pay %(amount_money)s in this event; at most %(limit_money)s are allowed.",
        rule="POOL-1",
    )
    TOO_MUCH_LEFT_IN_PLAY = refusal(
        "At most %(most_money)s can stay in play for the winner.", rule="DEAL-MAKE"
    )
    FIGURES_DO_NOT_ADD_UP = refusal(
        "The amount to share is %(are_money)s, but the figures add up to %(named_money)s.",
        rule="DEAL-MAKE",
    )
    NO_SUCH_RECEIPT = refusal(
        "This room has not issued this receipt. Check the number and the code.", rule="INFO-3"
    )
    OWN_WALLET = refusal(
        "Another member of staff must book money into or out of your own wallet.", rule="STAFF-1"
    )
    OWN_ORDER = refusal("You gave this order: another person must confirm it.", rule="STAFF-2")
    BONUS_OPEN = refusal(
        "This player already has a bonus to earn: only one at a time.", rule="BONUS-1"
    )
    BONUS_DAYS = refusal("A bonus can last 1 to %(most)s days.", rule="BONUS-1")
    NO_OPEN_BONUS = refusal(
        "This bonus is no longer open: nothing can be taken back.", rule="BONUS-3"
    )
    MONEY_HELD = refusal(
        "The room still holds money of this player, or some is on its way: settle that first.",
        rule="STAFF-9",
    )
    MONEY_UNDER_WAY = refusal(
        "The account to be closed still has money on its way, waiting or owed: settle that first.",
        rule="STAFF-12",
    )
    TAKES_TWO = refusal(
        "A member of staff can give at most %(limit_money)s in 24 hours. Order a "
        "correction of money instead: a second person confirms it.",
        rule="STAFF-2",
    )
    NO_ORDER_WAITS = refusal("This order has already been decided.", rule=None)
    DAY_NOT_OVER = refusal("This day can be signed from %(until_when)s on.", rule="STAFF-6")
    DAY_OUT_OF_ORDER = refusal("Days are closed in order: close %(day)s first.", rule="STAFF-6")
    DAY_SIGNED = refusal(
        "This day is already signed, and waits for a second signature.", rule="STAFF-6"
    )
    NO_DAY_SIGNED = refusal("This day has no first signature yet.", rule="STAFF-6")
    OWN_SIGNATURE = refusal("You signed this day: another person must sign it too.", rule="STAFF-6")
    FIGURES_MOVED = refusal(
        "The figures of this day differ from those that were signed. Have the ledger audited.",
        rule="STAFF-6",
    )
    OWES = refusal(
        "A deposit was charged back and %(debt_money)s is owed. Nothing can be paid "
        "out until the wallet covers it.",
        rule="MONEY-4",
    )
    NOT_AN_IBAN = refusal("This is not a valid IBAN. Check its letters and digits.", rule="MONEY-2")
    PAYMENT_TOO_SMALL = refusal("The minimum is %(least_money)s.", rule="MONEY-2")
    PAYMENT_TOO_LARGE = refusal("The maximum is %(most_money)s at a time.", rule="MONEY-2")
    PAYMENTS_TODAY = refusal(
        "The maximum is %(limit_money)s a day. Today %(left_money)s is left.", rule="MONEY-2"
    )
    PAYMENTS_THIS_MONTH = refusal(
        "The maximum is %(limit_money)s a month. This month %(left_money)s is left.", rule="MONEY-2"
    )
    NO_SUCH_PAYMENT = refusal("This deposit or withdrawal does not exist.", rule=None)
    PAYMENT_MOVED_ON = refusal(
        "That is no longer possible: the payment has changed. Look at it again.", rule="MONEY-2"
    )
    GATEWAY_SENDS = refusal(
        "The payment service pays this withdrawal and reports the outcome.", rule="MONEY-2"
    )
    NO_GATEWAY = refusal(
        "No payment service is connected: deposits are taken at the counter.", rule="MONEY-1"
    )
    NO_CONTRADICTION = refusal(
        "There is nothing to decide here: this is not a contradiction, or it has "
        "already been decided.",
        rule="MONEY-3",
    )
    NOT_FOLLOWED = refusal(
        "This message does not fit the present state of the payment and cannot be "
        "booked. Book nothing, and settle it with the payment service.",
        rule="MONEY-3",
    )
    WALLET_SILENT = refusal(
        "Your account with the operator does not answer. Nothing was bought, and "
        "money taken there is returned. Try again in a moment.",
        rule="MONEY-5",
    )
    MONEY_ELSEWHERE = refusal(
        "The operator keeps your money: deposit and withdraw there.", rule="MONEY-5"
    )
    DRAWER_NEEDED = refusal(
        "Cash needs an open drawer: open one at the counter first.", rule="STAFF-13"
    )
    DRAWER_OPEN = refusal("This person already has a drawer: only one at a time.", rule="STAFF-13")
    DRAWER_TAKEN = refusal("A drawer of this name is already open.", rule="STAFF-13")
    DRAWER_OFFERED = refusal(
        "This drawer is being handed over: until that is done, nothing can be booked to it.",
        rule="STAFF-13",
    )
    DRAWER_HOLDS_LESS = refusal(
        "This drawer holds %(holds_money)s: take cash from the safe first, or pay less.",
        rule="STAFF-13",
    )
    DRAWER_ORDERS_WAIT = refusal(
        "Some orders of this drawer wait for a second person: have them decided, or withdraw them.",
        rule="STAFF-13",
    )
    DRAWER_DIFFERS = refusal("This count is off by %(difference_money)s: say why.", rule="STAFF-13")
    NO_DRAWER = refusal("This is not an open drawer of yours. Look at it again.", rule="STAFF-13")
    OWN_DRAWER = refusal("You already hold this drawer: name a colleague.", rule="STAFF-13")
    NO_CASHIER = refusal("%(name)s has no right to work at the counter.", rule="STAFF-13")
    PIECES_UNREADABLE = refusal("Count whole notes and coins.", rule="STAFF-13")
    DRAWERS_STILL_OPEN = refusal(
        "Some drawers of this day are still open: %(names)s. Count and close them first.",
        rule="STAFF-13",
    )
