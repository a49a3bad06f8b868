"""Quick phrases and reactions, which every reader sees in their own language (CHAT-1)."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PHRASES: Final[Mapping[str, Promise]] = {
    "hello": _("Hello everyone!"),
    "good_luck": _("Good luck!"),
    "nice_hand": _("Nice hand!"),
    "well_played": _("Well played!"),
    "unlucky": _("Unlucky!"),
    "thanks": _("Thank you!"),
    "sorry": _("Sorry!"),
    "back_soon": _("I will be right back."),
    "last_hand": _("My last hand."),
    "goodbye": _("Goodbye, good game!"),
}
# By code: the sign, and its name for readers who do not see it.
REACTIONS: Final[Mapping[str, tuple[str, Promise]]] = {
    "applause": ("👏", _("applause")),
    "laugh": ("😂", _("laughing")),
    "surprise": ("😮", _("surprised")),
    "tears": ("😭", _("crying")),
    "fire": ("🔥", _("on fire")),
    "heart": ("❤️", _("heart")),
    "luck": ("🍀", _("good luck")),
    "thinking": ("🤔", _("thinking")),
}


def phrase_text(code: str) -> str:
    """Return a phrase in the active language; "" for no code."""
    return str(PHRASES.get(code, code))


def reaction_sign(code: str) -> str:
    """Return the sign of a reaction; "" for no code."""
    return REACTIONS[code][0] if code in REACTIONS else code
