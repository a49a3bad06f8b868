"""The refusals of players."""

from core.refusal import RefusalCodes, refusal


class PlayerCode(RefusalCodes):
    SELF_EXCLUDED = refusal(
        "You have excluded yourself until %(until_when)s. Withdrawals stay open.", rule="PLAY-2"
    )
    NO_DAYS = refusal("Choose at least one day.", rule="PLAY-2")
    EXCLUDED_BY_REGISTER = refusal(
        "You are in the exclusion register: only the register can lift this. "
        "Withdrawals stay open.",
        rule="PLAY-6",
    )
    EXCLUSION_REGISTER_SILENT = refusal(
        "The exclusion register does not answer, and must be asked first. Try again "
        "in a few minutes; withdrawals stay open.",
        rule="PLAY-6",
    )
    EXCLUSION_REGISTER_UNASKED = refusal(
        "The exclusion register must be asked first: confirm your email address or "
        "show a document, and wait a minute.",
        rule="PLAY-6",
    )
    SUSPENDED = refusal(
        "This account is suspended. Ask the staff why; the money in its wallet is "
        "paid out at the counter.",
        rule="STAFF-4",
    )
    SUSPENDED_TOO_SHORT = refusal("The end of a suspension cannot be in the past.", rule="STAFF-4")
    SIGNED_OUT = refusal(
        "You are no longer signed in here. Sign in again to continue.", rule="ACCOUNT-1"
    )
    OWN_ACCOUNT = refusal(
        "You cannot suspend your own account, or lift its suspension.", rule="STAFF-4"
    )
    MEMBER_OF_STAFF = refusal(
        "Only an administrator can suspend a member of staff.", rule="STAFF-4"
    )
    PROOF_NEEDED = refusal(
        "Enter your password again first: this changes where your money goes.", rule="ACCOUNT-5"
    )
    NO_SUCH_SESSION = refusal("This session is already over.", rule=None)
    NO_SUCH_REMINDER = refusal("Choose one of the times offered.", rule="PLAY-4")
    NO_SUCH_NOTICE = refusal("There is no such kind of notice, or no such channel.", rule=None)
    NO_SUCH_HOUR = refusal("Choose whole hours from 0 to 23.", rule=None)
    NO_SUCH_DEVICE = refusal("This device is not one of yours.", rule=None)
    BAD_ENDPOINT = refusal("Notices are sent to public push services over https only.", rule=None)
    BAD_KEYS = refusal(
        "The keys of this browser cannot be read. Switch notices on again there.", rule=None
    )
    TOO_MANY_DEVICES = refusal(
        "You already receive notices on %(most)s devices. Remove one of them first.", rule=None
    )
    NAME_LENGTH = refusal("A name has %(least)s to %(most)s characters.", rule="NAME-1")
    NAME_LETTERS = refusal(
        "A name is made of the letters a to z, digits, and . _ - between them, so that no two "
        "look the same.",
        rule="NAME-1",
    )
    NAME_OF_STAFF = refusal(
        "This name sounds like the room or its staff. Choose another one.", rule="NAME-1"
    )
    NAME_OF_BOT = refusal("Names that end in .bot are reserved for the room's bots.", rule="NAME-1")
    PICTURE_LARGE = refusal("A picture can be at most %(most)s kB.", rule="NAME-2")
    PICTURE_MANY_POINTS = refusal("A picture can have at most %(most)s megapixels.", rule="NAME-2")
    PICTURE_UNREADABLE = refusal(
        "We cannot read this picture. Send a JPEG, PNG or WebP.", rule="NAME-2"
    )
    PICTURES_ENOUGH = refusal(
        "You can send %(most)s pictures a day. You can send the next one from %(until_when)s on.",
        rule="NAME-2",
    )
    NAME_OF_GUEST = refusal(
        "Names of this kind are reserved for guests. Choose another one.", rule="NAME-1"
    )
    GUEST = refusal(
        "Guests can play for play money only. Sign up and keep all you have.", rule="FREE-2"
    )
    NO_GUESTS = refusal("This room takes no guests: sign up to play.", rule="FREE-2")
    NOT_OF_AGE = refusal(
        "Only adults can play here: confirm that you are 18 or older.", rule="PLAY-5"
    )
    TOO_MANY_GUESTS = refusal(
        "Many guests have come from your address recently. Sign up, or try again in an hour.",
        rule="FREE-2",
    )
    ROOM_FULL_OF_GUESTS = refusal(
        "The room cannot take more guests right now. Sign up to play.", rule="FREE-2"
    )
    MADE_BY_WHO_ORDERED = refusal(
        "One of you two has rights or a password from the other, directly or through others "
        "(%(chain)s): a third person has to confirm this.",
        rule="STAFF-2",
    )
    RIGHTS_TOO_NEW = refusal(
        "One of you two has new rights: this can be confirmed from %(until_when)s on.",
        rule="STAFF-2",
    )
    MAY_ORDER_NO_MORE = refusal(
        "%(name)s, who ordered this, is no longer allowed to: another person must order it again.",
        rule="STAFF-2",
    )
    IDENTITY_NEEDED = refusal(
        "The room must know who you are first: upload a document under Your "
        "identity, in your account menu.",
        rule="KYC-1",
    )
    IDENTITY_KNOWN = refusal(
        "Your identity is already verified: no document is needed.", rule="KYC-1"
    )
    IDENTITY_REFUSED = refusal(
        "Your identity was refused. Speak to the staff: they can ask you for documents again.",
        rule="KYC-1",
    )
    IDENTITY_STEP = refusal(
        "The state of this identity does not allow this. Look at it again.", rule="KYC-1"
    )
    IDENTITY_CHANGED = refusal(
        "This player's details have changed since you read them. Look at them again.",
        rule="KYC-1",
    )
    OWN_IDENTITY = refusal("You cannot decide on your own identity.", rule="KYC-1")
    SAME_NUMBER = refusal(
        "Another verified account has this number: %(names)s. One person has one account here: "
        "merge the two, or end the other verification first.",
        rule="KYC-1",
    )
    SAME_PERSON = refusal(
        "Another verified account has this name and date of birth: %(names)s. If you know that "
        "it is another person, say so in the dialog.",
        rule="KYC-1",
    )
    CHECKS_MISSING = refusal(
        "First compare every point of the list with the document.", rule="KYC-1"
    )
    DOCUMENT_LARGE = refusal("A document can be at most %(most)s MB.", rule="KYC-1")
    DOCUMENT_MANY_POINTS = refusal("A document can have at most %(most)s megapixels.", rule="KYC-1")
    DOCUMENT_UNREADABLE = refusal(
        "We cannot read this document. Send a JPEG, PNG, WebP or PDF.", rule="KYC-1"
    )
    DOCUMENTS_ENOUGH = refusal(
        "You have sent %(most)s documents today. Send others tomorrow.", rule="KYC-1"
    )
    NO_SUCH_DOCUMENT = refusal("This document no longer exists.", rule="KYC-1")
    NO_SUCH_NOTE = refusal("This note does not exist.", rule="STAFF-7")
    NO_REAL_NAMES = refusal(
        "This room keeps no real names: you can change that in the settings.", rule="STAFF-7"
    )
    NUMBER_TAKEN = refusal("Another player has the membership number %(number)s.", rule="STAFF-7")
    STILL_EXCLUDED = refusal(
        "This player is excluded until %(until_when)s: the room must keep their "
        "details until then.",
        rule="STAFF-9",
    )
    EVENTS_RESTRICTED = refusal(
        "The staff have barred you from events. Ask them why at the counter.", rule="STAFF-10"
    )
    CASH_RESTRICTED = refusal(
        "The staff have barred you from cash games. Ask them why at the counter.", rule="STAFF-10"
    )
    DEMANDED = refusal(
        "The room needs something from you first: sign in on its website.", rule="STAFF-7"
    )
    # The terms that this player has not accepted; those that were read have changed since.
    TERMS_NEW = refusal("The room has new terms: read and accept them first.", rule="HOUSE-3")
    TERMS_CHANGED = refusal(
        "The terms have changed since you read them: read them again.", rule="HOUSE-3"
    )
    DEMAND_ON_STAFF = refusal(
        "Only an administrator can do this to a member of staff.", rule="STAFF-7"
    )
    ONE_ACCOUNT = refusal("This is the same account: name another one.", rule="STAFF-12")
    MERGE_OF_STAFF = refusal("Staff accounts cannot be merged.", rule="STAFF-12")
    MERGE_WAITS = refusal(
        "A merge of one of these accounts already waits for a second person.", rule="STAFF-12"
    )
    MERGED_AWAY = refusal(
        "This account was merged into another account of the same person.", rule="STAFF-12"
    )
    NO_MERGE_WAITS = refusal("This merge has already been decided.", rule="STAFF-12")
    OWN_MERGE = refusal("You ordered this merge: another person must confirm it.", rule="STAFF-12")
    NO_SUCH_CHANNEL = refusal("There is no such chat.", rule=None)
    NO_SUCH_LINE = refusal("This line is no longer there.", rule=None)
    NO_SUCH_PLAYER = refusal("There is no such player.", rule=None)
    NOT_ONESELF = refusal("That is you.", rule=None)
    CLOSING_NEEDS_ACCOUNT = refusal(
        "Guests have no account to close: their name goes by itself.", rule="ACCOUNT-6"
    )
    CLOSING_OF_STAFF = refusal(
        "Accounts of staff are closed by an owner of the room.", rule="ACCOUNT-6"
    )
    CLOSING_TOO_EARLY = refusal(
        "The room still holds something of yours: settle what the page lists first.",
        rule="ACCOUNT-6",
    )
    ACCOUNT_CLOSED = refusal(
        "This player has closed the account: it cannot be opened again.", rule="ACCOUNT-7"
    )
    EXCLUDED_HERE = refusal(
        "No new account can be made in this browser for now. Ask the staff if that is a mistake.",
        rule="ACCOUNT-8",
    )
    COUNTRY_LETTERS = refusal("A country has letters alone, at most %(most)s.", rule="PROFILE-1")
    ARCHIVE_NEEDS_ACCOUNT = refusal(
        "Guests have no account: there is nothing to take away but the hands.", rule="DATA-1"
    )
    TOO_MANY_ARCHIVES = refusal(
        "You have asked for %(most)s archives in 24 hours: ask again tomorrow.", rule="DATA-1"
    )
    NO_SUCH_ARCHIVE = refusal("This archive no longer exists: ask for a new one.", rule="DATA-1")
    CHAT_OFF = refusal("There is no chat here.", rule="CHAT-1")
    CHAT_NOT_HERE = refusal("Only those who play here can use this chat.", rule="CHAT-1")
    CHAT_EMPTY = refusal("Write something first.", rule="CHAT-1")
    CHAT_TOO_LONG = refusal("A line has at most %(most)s characters.", rule="CHAT-1")
    CHAT_LINK = refusal("Guests cannot send addresses: sign up first.", rule="CHAT-1")
    CHAT_TOO_FAST = refusal("You write too fast: wait a moment.", rule="CHAT-1")
    CHAT_ALL_IN = refusal(
        "An all-in is being played in your hand: the chat opens again after it.", rule="CHAT-2"
    )
    CHAT_BANNED = refusal(
        "The staff have closed the chat to you until %(until_when)s.", rule="CHAT-6"
    )
    TOO_MANY_CHAT_REPORTS = refusal("You have reported enough lines today.", rule="CHAT-5")
    REPORT_DECIDED = refusal("These reports have already been decided.", rule="CHAT-6")
    CHAT_BAN_DAYS = refusal("A ban from chat lasts from 1 to %(most)s days.", rule="CHAT-6")
    NO_CHAT_BAN = refusal("This player is not banned from chat.", rule="CHAT-6")
    TOO_MANY_CONTACTS = refusal(
        "You keep notes on %(most)s players: remove one first.", rule="CHAT-4"
    )
    FRIENDS_NEED_ACCOUNT = refusal("Guests follow nobody: sign up first.", rule="FRIEND-1")
    NOT_FOLLOWABLE = refusal("This player cannot be followed.", rule="FRIEND-1")
    TOO_MANY_FRIENDS = refusal(
        "You follow %(most)s players, the maximum: stop following one first.", rule="FRIEND-1"
    )
    NO_FRIEND_CHOSEN = refusal("Choose at least one friend.", rule="FRIEND-3")
    TOO_MANY_INVITED = refusal(
        "You have invited %(most)s friends today, the maximum.", rule="FRIEND-3"
    )
    NOTE_TOO_LONG = refusal("A note has at most %(most)s characters.", rule="CHAT-4")
    NO_SUCH_COLOUR = refusal("There is no such colour.", rule=None)
