"""Text that a player types for others: plain, visible and in one line (CHAT-1). Pure."""

import re
import unicodedata
from typing import Final

# Marks on one letter; more of them cover the lines around.
MOST_MARKS: Final = 2
# Letters and marks that nobody sees, beside those of the categories below.
UNSEEN: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
# Controls and bidirectional or zero-width formats; surrogates, private and unassigned characters.
DROPPED: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Me"})
SPACES: Final = frozenset({"Zs", "Zl", "Zp"})

# An address of the web or of mail, also without "https://".
LINK: Final = re.compile(
    r"://|\bwww\.|\b[\w.+-]+@[\w-]+\.\w|\b[\w-]+\.[a-z]{2,}/"
    r"|\b[\w-]+\.(?:app|bet|biz|club|co|com|de|dev|eu|fr|gg|info|io|it|link|live|ly|me|net|online"
    r"|org|ru|shop|site|to|top|tv|uk|us|xyz)\b",
    re.IGNORECASE,
)


def cleaned(text: str) -> str:
    """Return ``text`` as others are shown it: compatibility letters become plain ones, invisible
    characters go, and any white space is one space."""
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFKC", text):
        category = unicodedata.category(char)
        if category in SPACES or char in "\t\n\r":
            kept.append(" ")
        elif category not in DROPPED and char not in UNSEEN and not _is_selector(char):
            marks = marks + 1 if category == "Mn" else 0
            if marks <= MOST_MARKS:
                kept.append(char)
    return " ".join("".join(kept).split())


def has_link(text: str) -> bool:
    """Return whether a cleaned text holds an address of the web or of mail."""
    return LINK.search(text) is not None


def _is_selector(char: str) -> bool:
    """Return whether a mark only chooses a variant of the character before it."""
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"
