"""The sentences of the refusals of players."""

from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from players.refusals import PlayerCode

SENTENCES: dict[StrEnum, str | Promise] = {
    PlayerCode.SELF_EXCLUDED: _(
        "You have excluded yourself until %(until_when)s. Withdrawals stay open."
    ),
    PlayerCode.EXCLUDED_BY_REGISTER: _(
        "You are in the register of exclusions: only there it is lifted. Withdrawals stay open."
    ),
    PlayerCode.REGISTER_SILENT: _(
        "The register of exclusions does not answer, and must be asked before this. Try again in a"
        " few minutes; withdrawals stay open."
    ),
    PlayerCode.REGISTER_UNASKED: _(
        "The register of exclusions must be asked about you before this: confirm your e-mail"
        " address, or show who you are, and wait a minute."
    ),
    PlayerCode.NO_DAYS: _("Choose at least one day."),
    PlayerCode.SUSPENDED: _(
        "This account is suspended. The staff of the room say why; what its wallet holds is paid"
        " out at the counter."
    ),
    PlayerCode.SUSPENDED_TOO_SHORT: _("The end of a suspension cannot be in the past."),
    PlayerCode.SIGNED_OUT: _("You are no longer signed in here. Sign in again to play on."),
    PlayerCode.OWN_ACCOUNT: _("Nobody suspends their own account, or lifts its suspension."),
    PlayerCode.MEMBER_OF_STAFF: _("Only an administrator suspends a member of staff."),
    PlayerCode.PROOF_NEEDED: _(
        "Give your password again first: this changes where your money goes."
    ),
    PlayerCode.NO_SUCH_SESSION: _("This session is over already."),
    PlayerCode.NO_SUCH_REMINDER: _("Choose one of the times that are offered."),
    PlayerCode.NO_SUCH_NOTICE: _("There is no such kind of notice, or no such way to be told."),
    PlayerCode.NO_SUCH_HOUR: _("Choose whole hours from 0 to 23."),
    PlayerCode.NO_SUCH_DEVICE: _("This device is not one of yours."),
    PlayerCode.BAD_ENDPOINT: _("Notices are sent to public push services over https only."),
    PlayerCode.BAD_KEYS: _(
        "The keys of this browser cannot be read. Switch notices on again there."
    ),
    PlayerCode.TOO_MANY_DEVICES: _(
        "You take notices on %(most)s devices already. End one of them first."
    ),
    PlayerCode.NAME_LENGTH: _("A name has %(least)s to %(most)s characters."),
    PlayerCode.NAME_LETTERS: _(
        "A name is made of the letters a to z, digits, and . _ - between them, so that no two look"
        " the same."
    ),
    PlayerCode.NAME_OF_STAFF: _("This name sounds like the room or its staff. Choose another one."),
    PlayerCode.NAME_OF_BOT: _("Names that end in .bot are those of the room's bots."),
    PlayerCode.PICTURE_LARGE: _("A picture may have %(most)s kB at most."),
    PlayerCode.PICTURE_MANY_POINTS: _("A picture may have %(most)s million points at most."),
    PlayerCode.PICTURE_UNREADABLE: _(
        "This is no picture that we can read. Send a JPEG, PNG or WebP."
    ),
    PlayerCode.PICTURES_ENOUGH: _(
        "You may send %(most)s pictures in a day. The next one is taken from %(until_when)s on."
    ),
    PlayerCode.NAME_OF_GUEST: _("Names of guests are given by the room. Choose another one."),
    PlayerCode.GUEST: _("Guests can play for play money only. Sign up, and you keep all you have."),
    PlayerCode.NO_GUESTS: _("This room takes no guests: sign up to play."),
    PlayerCode.NOT_OF_AGE: _("Only adults play here: say that you are 18 or older."),
    PlayerCode.TOO_MANY_GUESTS: _(
        "Many guests have come from your address lately. Sign up, or come again in an hour."
    ),
    PlayerCode.ROOM_FULL_OF_GUESTS: _(
        "There are as many guests as the room takes. Sign up to play."
    ),
    PlayerCode.MADE_BY_WHO_ORDERED: _(
        "One of you two has rights or a password from the other, directly or through others"
        " (%(chain)s): a third person has to confirm this."
    ),
    PlayerCode.RIGHTS_TOO_NEW: _(
        "One of you two has new rights: this can be confirmed from %(until_when)s on."
    ),
    PlayerCode.MAY_ORDER_NO_MORE: _(
        "%(name)s, who ordered this, may no longer do so: somebody else has to order it anew."
    ),
    PlayerCode.IDENTITY_NEEDED: _(
        "The room has to know who you are before this: show a document under Your identity, in the"
        " menu of your account."
    ),
    PlayerCode.IDENTITY_KNOWN: _("Your identity is verified already: no document is needed."),
    PlayerCode.IDENTITY_REFUSED: _(
        "Your identity was refused. Speak to the staff: they can ask you for documents again."
    ),
    PlayerCode.IDENTITY_STEP: _("As this identity stands, that cannot be done. Look at it again."),
    PlayerCode.IDENTITY_CHANGED: _(
        "This player says something else of themselves than you have read. Look at it again."
    ),
    PlayerCode.OWN_IDENTITY: _("Nobody decides on their own identity."),
    PlayerCode.SAME_NUMBER: _(
        "Another verified account has this number: %(names)s. One person has one account here:"
        " merge the two, or end the other verification first."
    ),
    PlayerCode.SAME_PERSON: _(
        "Another verified account has this name and date of birth: %(names)s. If you know that it"
        " is another person, say so in the dialog."
    ),
    PlayerCode.CHECKS_MISSING: _("Compare every point of the list with the document first."),
    PlayerCode.DOCUMENT_LARGE: _("A document may have %(most)s MB at most."),
    PlayerCode.DOCUMENT_MANY_POINTS: _("A document may have %(most)s million points at most."),
    PlayerCode.DOCUMENT_UNREADABLE: _(
        "This is no document that we can read. Send a JPEG, a PNG, a WebP or a PDF."
    ),
    PlayerCode.DOCUMENTS_ENOUGH: _("You have sent %(most)s documents today. Send others tomorrow."),
    PlayerCode.NO_SUCH_DOCUMENT: _("This document no longer exists."),
    PlayerCode.NO_SUCH_NOTE: _("There is no such note."),
    PlayerCode.TERMS_NEW: _("The room has new terms: read and accept them first."),
    PlayerCode.TERMS_CHANGED: _("The terms have changed since you read them: read them again."),
    PlayerCode.STILL_EXCLUDED: _(
        "This player is excluded until %(until_when)s: the room has to know them until then."
    ),
    PlayerCode.EVENTS_RESTRICTED: _("The staff keep you from events. Ask them why at the counter."),
    PlayerCode.CASH_RESTRICTED: _(
        "The staff keep you from cash games. Ask them why at the counter."
    ),
    PlayerCode.DEMANDED: _("The room asks something of you first: sign in on a page of its own."),
    PlayerCode.ONE_ACCOUNT: _("This is one account: name the other one."),
    PlayerCode.MERGE_OF_STAFF: _("An account of a member of staff is not merged."),
    PlayerCode.MERGE_WAITS: _(
        "A merge of one of these accounts waits for a second person already."
    ),
    PlayerCode.MERGED_AWAY: _("This account has become another one of the same person, for good."),
    PlayerCode.NO_MERGE_WAITS: _("This merge no longer waits: it has been decided."),
    PlayerCode.OWN_MERGE: _("You have ordered this merge: somebody else has to confirm it."),
    PlayerCode.DEMAND_ON_STAFF: _("Only an administrator does this to a member of staff."),
}
