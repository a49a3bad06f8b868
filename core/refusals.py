"""The refusals that all packages share."""

from core.refusal import RefusalCodes, refusal


class CoreCode(RefusalCodes):
    NO_REASON = refusal("Give a reason: later readers of the record need it.", rule=None)
    ROOM_BUSY = refusal(
        "A lot is going on here right now. Nothing has changed; try again.", rule=None
    )
    SETTING_UNREADABLE = refusal("This setting cannot be that.", rule=None)
    SETTING_OUT_OF_BOUNDS = refusal("This setting goes from %(least)s to %(most)s.", rule=None)
    SETTING_NOT_OFFERED = refusal("Choose one of those that are offered.", rule=None)
    SETTING_NO_COLOUR = refusal("A colour is written like #0b6e4f.", rule=None)
    SETTING_NO_ADDRESS = refusal("“%(text)s” is no email address.", rule=None)
    SETTING_LACKS_WORD = refusal(
        "This text needs {%(word)s}: without it its reader could not go on.", rule=None
    )
    # word; words: the known ones
    SETTING_NO_SUCH_WORD = refusal(
        "Nothing is called {%(word)s} here; there is %(words)s.", rule=None
    )
    SETTING_CONTRAST = refusal(
        "What stands on this colour cannot be read: %(ratio)s to 1, and it takes %(least)s to 1.",
        rule=None,
    )
