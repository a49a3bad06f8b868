"""The refusals that all packages share."""

from core.refusal import RefusalCodes, refusal


class CoreCode(RefusalCodes):
    NO_REASON = refusal("Give a reason: it is kept on record.", rule=None)
    ROOM_BUSY = refusal("The room is busy right now. Nothing has changed; try again.", rule=None)
    SETTING_UNREADABLE = refusal("This setting cannot have this value.", rule=None)
    SETTING_OUT_OF_BOUNDS = refusal(
        "This setting must be between %(least)s and %(most)s.", rule=None
    )
    SETTING_NOT_OFFERED = refusal("Choose one of the options.", rule=None)
    SETTING_NO_COLOUR = refusal("Write a colour like #0b6e4f.", rule=None)
    SETTING_NO_ADDRESS = refusal("“%(text)s” is not an email address.", rule=None)
    SETTING_LACKS_WORD = refusal(
        "This text must contain {%(word)s}: its readers need it.", rule=None
    )
    # word; words: the known ones
    SETTING_NO_SUCH_WORD = refusal(
        "{%(word)s} is not a placeholder of this text. You can use %(words)s.", rule=None
    )
    SETTING_CONTRAST = refusal(
        "Text on this colour is hard to read: its contrast is %(ratio)s to 1, and "
        "must be at least %(least)s to 1.",
        rule=None,
    )
