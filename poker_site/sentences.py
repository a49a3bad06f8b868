"""The sentence for each refusal of the room as a whole."""

from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from poker_site.refusals import RoomCode

SENTENCES: dict[StrEnum, str | Promise] = {
    RoomCode.NO_SUCH_SETTING: _("This room has no such setting."),
    RoomCode.SETTING_WAITS: _("A change of this setting waits for a second person already."),
    RoomCode.ROOM_SET_UP: _("This room is being set up. It opens soon."),
    RoomCode.WRONG_CODE: _("This is not the code that stands on the console."),
    RoomCode.TOO_MANY_CODES: _("Too many codes were tried. Wait an hour, or start the room again."),
    RoomCode.ALREADY_SET_UP: _("This room has its owners: the code is used up. Sign in."),
    RoomCode.SAME_OWNER: _(
        "This browser or this address is %(name)s's. A second owner is another person: give them"
        " the code, for a browser of their own."
    ),
    RoomCode.NOT_THE_OWNER: _("Whoever set the room up opens it."),
    RoomCode.SECOND_FACTOR_MISSING: _("Set up the second factor first: the desk asks for it."),
    RoomCode.NO_SUCH_PROGRAMME: _("There is no such programme."),
    RoomCode.NOT_AN_OWNER: _("Only an owner invites staff, and vouches for them."),
    RoomCode.NO_GROUP: _("Choose a group: without one they could do nothing."),
    RoomCode.ACCOUNT_EXISTS: _(
        "Another account has this name or this address. Choose another one, or have the invitation"
        " sent to another address."
    ),
    RoomCode.INVITATION_OVER: _(
        "This invitation has ended or was used. Ask the person who invited you for another one."
    ),
    RoomCode.INVITATION_USED: _("This invitation was used: the account is on the page of users."),
    RoomCode.SIGNED_IN_AS_ANOTHER: _(
        "You are signed in as %(name)s. Open an invitation in a browser of your own, or sign out"
        " first."
    ),
    RoomCode.NOT_JOINED: _("First they use their link and set up their second factor."),
    RoomCode.OWN_INVITATION: _(
        "Another owner vouches for them: neither the inviter nor themselves."
    ),
    RoomCode.FILES_NOT_KEPT: _(
        "Files are not kept while you give your password: choose the file again, then send the"
        " form."
    ),
    RoomCode.PASSWORD_NOT_KEPT: _(
        "A password is not kept while you give your own: fill the form in again, then send it."
    ),
    RoomCode.FORM_TOO_LONG: _(
        "This form is too long to be kept: send it again after your password."
    ),
    RoomCode.FORM_WAITS_NO_MORE: _(
        "The form that waited for your password waits no more, so nothing was done with it now."
        " Look whether it was done before."
    ),
    RoomCode.MALFORMED_REQUEST: _("The request was malformed, so nothing has been done."),
    RoomCode.NOT_FOR_YOU: _("You may need to sign in with another account."),
    RoomCode.STALE_FORM: _(
        "The form was too old or came from elsewhere, so nothing has been done. Go back, reload "
        "the page, and try once more."
    ),
    RoomCode.NOTHING_HERE: _("The address may be mistyped, or what was here is not yours to see."),
    RoomCode.NOT_THAT_METHOD: _("This address does not take that method."),
    RoomCode.NOT_IN_THAT_FORM: _(
        "The answer is JSON, and not to be had in the form you asked for."
    ),
    RoomCode.UNREADABLE_FORM: _("What you sent is in no form that is read here: send JSON."),
    RoomCode.TOO_MANY_TRIES: _(
        "Many people on your network, or you, have done this within a minute. Wait a minute, then"
        " try once more."
    ),
    RoomCode.BODY_TOO_LARGE: _("What you sent is too large, so nothing has been done."),
    RoomCode.BODY_TOO_SLOW: _("What you sent took too long to arrive, so nothing has been done."),
    RoomCode.NO_CHANGE_WAITS: _("This change does not wait any more."),
    RoomCode.TIME_ZONE_SIGNED: _("A day is signed already: the time zone stays as it is."),
    RoomCode.OWN_CHANGE: _("You have ordered this change: another person has to confirm it."),
}
