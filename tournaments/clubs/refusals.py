"""Refusal codes of clubs, and their rules."""

from core.refusal import RefusalCodes, refusal


class ClubCode(RefusalCodes):
    CLUBS_OFF = refusal("This room has no clubs.", rule="CLUB-1")
    NO_SUCH_CLUB = refusal("This club does not exist.", rule="CLUB-1")
    CLUB_NEEDS_ACCOUNT = refusal(
        "A club needs to know its members: sign up first. Your link stays valid.", rule="CLUB-1"
    )
    TOO_MANY_CLUBS = refusal(
        "You are in %(most)s clubs, the maximum: leave one first.", rule="CLUB-1"
    )
    TOO_MANY_FOUNDED = refusal(
        "You have founded %(most)s clubs within %(days)s days, the maximum.", rule="CLUB-1"
    )
    CLUB_NAME_LENGTH = refusal(
        "The name of a club must have %(least)s to %(most)s characters.", rule="CLUB-1"
    )
    CLUB_NAME_LETTERS = refusal(
        "The name of a club has letters, digits, spaces and . ' & - between them, and is more than "
        "a number.",
        rule="CLUB-1",
    )
    CLUB_NAME_OFFICIAL = refusal(
        "This name sounds as if the club belonged to the room.", rule="CLUB-1"
    )
    CLUB_NAME_TAKEN = refusal("There is a club of this name, or of one like it.", rule="CLUB-1")
    CLUB_COLOUR = refusal("A colour is written as #1c6b4c.", rule="CLUB-1")
    CLUB_CONTRAST = refusal(
        "The two colours are too close to read: contrast %(ratio)s to 1, at least %(least)s to 1.",
        rule="CLUB-1",
    )
    DESCRIPTION_LONG = refusal("A description has at most %(most)s characters.", rule="CLUB-1")
    NOT_A_MEMBER = refusal("Only members of this club can do that.", rule="CLUB-2")
    NOT_FOR_THIS_ROLE = refusal("Your role in this club does not allow that.", rule="CLUB-2")
    NO_SUCH_MEMBER = refusal("This player is not in the club.", rule="CLUB-2")
    OWNER_STAYS = refusal("Hand the club over, or close it.", rule="CLUB-2")
    CLUB_INVITATION_OVER = refusal(
        "This invitation is no longer valid: ask for another.", rule="CLUB-3"
    )
    INVITATION_LIMITS = refusal(
        "An invitation is valid for 1 to %(days)s days and lets in 1 to %(most)s players.",
        rule="CLUB-3",
    )
    TOO_MANY_INVITATIONS = refusal(
        "The club has %(most)s invitations, the maximum: revoke one first.", rule="CLUB-3"
    )
    CLUB_FULL = refusal("The club has %(most)s members, the maximum.", rule="CLUB-3")
    BANNED_FROM_CLUB = refusal("This club has banned you.", rule="CLUB-3")
    CLUB_SUSPENDED = refusal("The staff have suspended this club.", rule="CLUB-6")
    CLUB_NOT_SUSPENDED = refusal("This club is not suspended.", rule="CLUB-6")
    MEMBERS_ONLY = refusal("Only members of the club enter its games.", rule="CLUB-4")
    TOO_MANY_CLUB_GAMES = refusal(
        "The club has %(most)s games that are open or planned, the maximum.", rule="CLUB-4"
    )
    GAME_NAME_LENGTH = refusal("A game's name has 1 to %(most)s characters.", rule="CLUB-4")
    START_TOO_FAR = refusal(
        "A game can be planned for the next %(days)s days, from now on.", rule="CLUB-4"
    )
    NO_SUCH_CLUB_GAME = refusal("This game of the club does not exist.", rule="CLUB-4")
    GAME_IS_OPEN = refusal("This game is open already: its host ends it.", rule="CLUB-4")
    GAME_NOT_OPEN = refusal("This game is not open.", rule="CLUB-4")
    TEMPLATE_NAMED_TWICE = refusal("The club has a template of this name.", rule="CLUB-5")
    TOO_MANY_TEMPLATES = refusal(
        "The club has %(most)s templates, the maximum: delete one first.", rule="CLUB-5"
    )
    TOO_MANY_REPORTS = refusal(
        "You have reported as much as is taken in a day: staff will read it.", rule="CLUB-6"
    )
