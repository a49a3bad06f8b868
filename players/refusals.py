"""The refusals of players."""

from core.refusal import RefusalCodes, refusal


class PlayerCode(RefusalCodes):
    SELF_EXCLUDED = refusal(
        "You have excluded yourself until %(until_when)s. Withdrawals stay open.", rule="PLAY-2"
    )
    NO_DAYS = refusal("Choose at least one day.", rule="PLAY-2")
    EXCLUDED_BY_REGISTER = refusal(
        "You are in the register of exclusions: only there it is lifted. Withdrawals stay open.",
        rule="PLAY-6",
    )
    REGISTER_SILENT = refusal(
        "The register of exclusions does not answer, and must be asked before this. Try again "
        "in a few minutes; withdrawals stay open.",
        rule="PLAY-6",
    )
    REGISTER_UNASKED = refusal(
        "The register of exclusions must be asked about you before this: confirm your e-mail "
        "address, or show who you are, and wait a minute.",
        rule="PLAY-6",
    )
    SUSPENDED = refusal(
        "This account is suspended. The staff of the room say why; what its wallet holds is "
        "paid out at the counter.",
        rule="STAFF-4",
    )
    SUSPENDED_TOO_SHORT = refusal("The end of a suspension cannot be in the past.", rule="STAFF-4")
    SIGNED_OUT = refusal(
        "You are no longer signed in here. Sign in again to play on.", rule="ACCOUNT-1"
    )
    OWN_ACCOUNT = refusal(
        "Nobody suspends their own account, or lifts its suspension.", rule="STAFF-4"
    )
    MEMBER_OF_STAFF = refusal("Only an administrator suspends a member of staff.", rule="STAFF-4")
    PROOF_NEEDED = refusal(
        "Give your password again first: this changes where your money goes.", rule="ACCOUNT-5"
    )
    NO_SUCH_SESSION = refusal("This session is over already.", rule=None)
    NO_SUCH_REMINDER = refusal("Choose one of the times that are offered.", rule="PLAY-4")
    NO_SUCH_NOTICE = refusal(
        "There is no such kind of notice, or no such way to be told.", rule=None
    )
    NO_SUCH_HOUR = refusal("Choose whole hours from 0 to 23.", rule=None)
    NO_SUCH_DEVICE = refusal("This device is not one of yours.", rule=None)
    BAD_ENDPOINT = refusal("Notices are sent to public push services over https only.", rule=None)
    BAD_KEYS = refusal(
        "The keys of this browser cannot be read. Switch notices on again there.", rule=None
    )
    TOO_MANY_DEVICES = refusal(
        "You take notices on %(most)s devices already. End one of them first.", rule=None
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
    NAME_OF_BOT = refusal("Names that end in .bot are those of the room's bots.", rule="NAME-1")
    PICTURE_LARGE = refusal("A picture may have %(most)s kB at most.", rule="NAME-2")
    PICTURE_MANY_POINTS = refusal(
        "A picture may have %(most)s million points at most.", rule="NAME-2"
    )
    PICTURE_UNREADABLE = refusal(
        "This is no picture that we can read. Send a JPEG, PNG or WebP.", rule="NAME-2"
    )
    PICTURES_ENOUGH = refusal(
        "You may send %(most)s pictures in a day. The next one is taken from %(until_when)s on.",
        rule="NAME-2",
    )
    NAME_OF_GUEST = refusal(
        "Names of guests are given by the room. Choose another one.", rule="NAME-1"
    )
    GUEST = refusal(
        "Guests can play for play money only. Sign up, and you keep all you have.", rule="FREE-2"
    )
    NO_GUESTS = refusal("This room takes no guests: sign up to play.", rule="FREE-2")
    NOT_OF_AGE = refusal("Only adults play here: say that you are 18 or older.", rule="PLAY-5")
    TOO_MANY_GUESTS = refusal(
        "Many guests have come from your address lately. Sign up, or come again in an hour.",
        rule="FREE-2",
    )
    ROOM_FULL_OF_GUESTS = refusal(
        "There are as many guests as the room takes. Sign up to play.", rule="FREE-2"
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
        "%(name)s, who ordered this, may no longer do so: somebody else has to order it anew.",
        rule="STAFF-2",
    )
    IDENTITY_NEEDED = refusal(
        "The room has to know who you are before this: show a document under Your identity, in "
        "the menu of your account.",
        rule="KYC-1",
    )
    IDENTITY_KNOWN = refusal(
        "Your identity is verified already: no document is needed.", rule="KYC-1"
    )
    IDENTITY_REFUSED = refusal(
        "Your identity was refused. Speak to the staff: they can ask you for documents again.",
        rule="KYC-1",
    )
    IDENTITY_STEP = refusal(
        "As this identity stands, that cannot be done. Look at it again.", rule="KYC-1"
    )
    IDENTITY_CHANGED = refusal(
        "This player says something else of themselves than you have read. Look at it again.",
        rule="KYC-1",
    )
    OWN_IDENTITY = refusal("Nobody decides on their own identity.", rule="KYC-1")
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
        "Compare every point of the list with the document first.", rule="KYC-1"
    )
    DOCUMENT_LARGE = refusal("A document may have %(most)s MB at most.", rule="KYC-1")
    DOCUMENT_MANY_POINTS = refusal(
        "A document may have %(most)s million points at most.", rule="KYC-1"
    )
    DOCUMENT_UNREADABLE = refusal(
        "This is no document that we can read. Send a JPEG, a PNG, a WebP or a PDF.", rule="KYC-1"
    )
    DOCUMENTS_ENOUGH = refusal(
        "You have sent %(most)s documents today. Send others tomorrow.", rule="KYC-1"
    )
    NO_SUCH_DOCUMENT = refusal("This document no longer exists.", rule="KYC-1")
    NO_SUCH_NOTE = refusal("There is no such note.", rule="STAFF-7")
    NO_REAL_NAMES = refusal(
        "This room keeps no real names: a setting changes that.", rule="STAFF-7"
    )
    NUMBER_TAKEN = refusal("Another player has the membership number %(number)s.", rule="STAFF-7")
    STILL_EXCLUDED = refusal(
        "This player is excluded until %(until_when)s: the room has to know them until then.",
        rule="STAFF-9",
    )
    EVENTS_RESTRICTED = refusal(
        "The staff keep you from events. Ask them why at the counter.", rule="STAFF-10"
    )
    CASH_RESTRICTED = refusal(
        "The staff keep you from cash games. Ask them why at the counter.", rule="STAFF-10"
    )
    DEMANDED = refusal(
        "The room asks something of you first: sign in on a page of its own.", rule="STAFF-7"
    )
    # The terms that this player has not accepted; those that were read have changed since.
    TERMS_NEW = refusal("The room has new terms: read and accept them first.", rule="HOUSE-3")
    TERMS_CHANGED = refusal(
        "The terms have changed since you read them: read them again.", rule="HOUSE-3"
    )
    DEMAND_ON_STAFF = refusal(
        "Only an administrator does this to a member of staff.", rule="STAFF-7"
    )
    ONE_ACCOUNT = refusal("This is one account: name the other one.", rule="STAFF-12")
    MERGE_OF_STAFF = refusal("An account of a member of staff is not merged.", rule="STAFF-12")
    MERGE_WAITS = refusal(
        "A merge of one of these accounts waits for a second person already.", rule="STAFF-12"
    )
    MERGED_AWAY = refusal(
        "This account has become another one of the same person, for good.", rule="STAFF-12"
    )
    NO_MERGE_WAITS = refusal("This merge no longer waits: it has been decided.", rule="STAFF-12")
    OWN_MERGE = refusal(
        "You have ordered this merge: somebody else has to confirm it.", rule="STAFF-12"
    )
