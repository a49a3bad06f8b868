"""The codes with which the room as a whole refuses."""

from core.refusal import RefusalCodes, refusal


class RoomCode(RefusalCodes):
    NO_SUCH_SETTING = refusal("This setting does not exist.", rule=None)
    SETTING_WAITS = refusal(
        "A change of this setting already waits for a second person.", rule="HOUSE-1"
    )
    NO_CHANGE_WAITS = refusal("This change has already been decided.", rule="HOUSE-1")
    OWN_CHANGE = refusal("You ordered this change: another person must confirm it.", rule="HOUSE-1")
    TIME_ZONE_SIGNED = refusal(
        "A day has already been signed: the time zone can no longer change.", rule="HOUSE-4"
    )
    CURRENCY_BOOKED = refusal(
        "Money has been booked already: the currency stays as it is.", rule="HOUSE-5"
    )
    ROOM_SET_UP = refusal("This room is being set up. It opens soon.", rule="HOUSE-2")
    WRONG_CODE = refusal("This is not the code shown on the console.", rule="HOUSE-2")
    TOO_MANY_CODES = refusal(
        "Too many codes were tried. Wait an hour, or start the room again.", rule="HOUSE-2"
    )
    ALREADY_SET_UP = refusal(
        "This room already has its owners: the code is used up. Sign in.", rule="HOUSE-2"
    )
    SAME_OWNER = refusal(
        "This browser or this address already belongs to %(name)s. The second owner "
        "must be another person: give them the code, for their own browser.",
        rule="HOUSE-2",
    )
    NOT_THE_OWNER = refusal("Only the person who set up the room can open it.", rule="HOUSE-2")
    SECOND_FACTOR_MISSING = refusal(
        "Set up the second factor first: the desk requires it.", rule="HOUSE-2"
    )
    NO_SUCH_PROGRAMME = refusal("This programme does not exist.", rule=None)
    NOT_AN_OWNER = refusal("Only an owner can invite staff and vouch for them.", rule="STAFF-2")
    NO_GROUP = refusal(
        "Choose a group: a member of staff without a group has no rights.", rule=None
    )
    ACCOUNT_EXISTS = refusal(
        "Another account has this name or this address. Choose another one, or have the "
        "invitation sent to another address.",
        rule="STAFF-2",
    )
    INVITATION_OVER = refusal(
        "This invitation has expired or was already used. Ask the person who invited "
        "you for a new one.",
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
        "They must first use their link and set up their second factor.", rule="STAFF-2"
    )
    OWN_INVITATION = refusal(
        "Another owner must vouch for them: neither the inviter nor the new member of staff.",
        rule="STAFF-2",
    )
    FILES_NOT_KEPT = refusal(
        "Files are not kept while you enter your password: choose the file again, "
        "then send the form.",
        rule="ACCOUNT-5",
    )
    PASSWORD_NOT_KEPT = refusal(
        "Passwords are not kept while you confirm your own: fill in the form again, then send it.",
        rule="ACCOUNT-5",
    )
    FORM_TOO_LONG = refusal(
        "This form is too long to be kept: send it again after you have entered your password.",
        rule="ACCOUNT-5",
    )
    FORM_WAITS_NO_MORE = refusal(
        "The form that waited for your password has expired, so it was not sent now. "
        "Check whether it was sent before.",
        rule="ACCOUNT-5",
    )
    # Refusals without a view of ours.
    MALFORMED_REQUEST = refusal("The request was malformed, so nothing has been done.", rule=None)
    NOT_FOR_YOU = refusal("You may need to sign in with another account.", rule=None)
    STALE_FORM = refusal(
        "The form was too old or came from elsewhere, so nothing has been done. Go "
        "back, reload the page and try again.",
        rule=None,
    )
    NOTHING_HERE = refusal(
        "The address may be mistyped, or you may not have access to this page.", rule=None
    )
    NOT_THAT_METHOD = refusal("This address does not support that method.", rule=None)
    NOT_IN_THAT_FORM = refusal("The answer is only available as JSON.", rule=None)
    UNREADABLE_FORM = refusal("This format is not supported: send JSON.", rule=None)
    TOO_MANY_REQUESTS = refusal("You ask too often. Wait a minute at most.", rule=None)
    TOO_MANY_TRIES = refusal(
        "There were too many tries from you or your network within a minute. Wait a "
        "minute, then try again.",
        rule=None,
    )
    BODY_TOO_LARGE = refusal("Your request is too large, so nothing has been done.", rule=None)
    BODY_TOO_SLOW = refusal(
        "Your request took too long to arrive, so nothing has been done.", rule=None
    )
