"""The codes with which the room as a whole refuses."""

from core.refusal import RefusalCodes, refusal


class RoomCode(RefusalCodes):
    NO_SUCH_SETTING = refusal("This room has no such setting.", rule=None)
    SETTING_WAITS = refusal(
        "A change of this setting waits for a second person already.", rule="HOUSE-1"
    )
    NO_CHANGE_WAITS = refusal("This change no longer waits.", rule="HOUSE-1")
    OWN_CHANGE = refusal(
        "You have ordered this change: another person has to confirm it.", rule="HOUSE-1"
    )
    TIME_ZONE_SIGNED = refusal(
        "A day is signed already: the time zone stays as it is.", rule="HOUSE-4"
    )
    ROOM_SET_UP = refusal("This room is being set up. It opens soon.", rule="HOUSE-2")
    WRONG_CODE = refusal("This is not the code that stands on the console.", rule="HOUSE-2")
    TOO_MANY_CODES = refusal(
        "Too many codes were tried. Wait an hour, or start the room again.", rule="HOUSE-2"
    )
    ALREADY_SET_UP = refusal(
        "This room has its owners: the code is used up. Sign in.", rule="HOUSE-2"
    )
    SAME_OWNER = refusal(
        "This browser or this address is %(name)s's. A second owner is another person: give "
        "them the code, for a browser of their own.",
        rule="HOUSE-2",
    )
    NOT_THE_OWNER = refusal("The room is opened by the person who set it up.", rule="HOUSE-2")
    SECOND_FACTOR_MISSING = refusal(
        "Set up the second factor first: the desk asks for it.", rule="HOUSE-2"
    )
    NO_SUCH_PROGRAMME = refusal("There is no such programme.", rule=None)
    NOT_AN_OWNER = refusal("Only an owner invites staff, and vouches for them.", rule="STAFF-2")
    NO_GROUP = refusal("Choose a group: without one they could do nothing.", rule=None)
    ACCOUNT_EXISTS = refusal(
        "Another account has this name or this address. Choose another one, or have the "
        "invitation sent to another address.",
        rule="STAFF-2",
    )
    INVITATION_OVER = refusal(
        "This invitation has ended or was used. Ask the person who invited you for another one.",
        rule="STAFF-2",
    )
    INVITATION_USED = refusal(
        "This invitation was used: the account is on the page of users.", rule="STAFF-2"
    )
    SIGNED_IN_AS_ANOTHER = refusal(
        "You are signed in as %(name)s. Open an invitation in a browser of your own, or sign "
        "out first.",
        rule="STAFF-2",
    )
    NOT_JOINED = refusal(
        "First they use their link and set up their second factor.", rule="STAFF-2"
    )
    OWN_INVITATION = refusal(
        "Another owner vouches for them: neither the inviter nor themselves.", rule="STAFF-2"
    )
    FILES_NOT_KEPT = refusal(
        "Files are not kept while you give your password: choose the file again, then send the "
        "form.",
        rule="ACCOUNT-5",
    )
    PASSWORD_NOT_KEPT = refusal(
        "A password is not kept while you give your own: fill the form in again, then send it.",
        rule="ACCOUNT-5",
    )
    FORM_TOO_LONG = refusal(
        "This form is too long to be kept: send it again after your password.", rule="ACCOUNT-5"
    )
    FORM_WAITS_NO_MORE = refusal(
        "The form that waited for your password waits no more, so nothing was done with it "
        "now. Look whether it was done before.",
        rule="ACCOUNT-5",
    )
    # Refusals without a view of ours.
    MALFORMED_REQUEST = refusal("The request was malformed, so nothing has been done.", rule=None)
    NOT_FOR_YOU = refusal("You may need to sign in with another account.", rule=None)
    STALE_FORM = refusal(
        "The form was too old or came from elsewhere, so nothing has been done. Go back, "
        "reload the page, and try once more.",
        rule=None,
    )
    NOTHING_HERE = refusal(
        "The address may be mistyped, or what was here is not yours to see.", rule=None
    )
    NOT_THAT_METHOD = refusal("This address does not take that method.", rule=None)
    NOT_IN_THAT_FORM = refusal(
        "The answer is JSON, and not to be had in the form you asked for.", rule=None
    )
    UNREADABLE_FORM = refusal(
        "What you sent is in no form that is read here: send JSON.", rule=None
    )
    TOO_MANY_REQUESTS = refusal("You ask too often. Wait a minute at most.", rule=None)
    TOO_MANY_TRIES = refusal(
        "Many people on your network, or you, have done this within a minute. Wait a minute, "
        "then try once more.",
        rule=None,
    )
    BODY_TOO_LARGE = refusal("What you sent is too large, so nothing has been done.", rule=None)
    BODY_TOO_SLOW = refusal(
        "What you sent took too long to arrive, so nothing has been done.", rule=None
    )
