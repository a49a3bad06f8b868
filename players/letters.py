"""What every mail of the room says around what it tells."""

from core.kinds import filled
from players import house


def opening() -> str:
    """The room's first words, in the active language; empty for none."""
    return str(house.MAIL_OPENING.value())


def closing() -> str:
    """The room's name, and what it says below it, in the active language."""
    return "\n".join(filter(None, [house.NAME.value(), str(house.MAIL_CLOSING.value())]))


def text_of(kind: str, *, title: str, text: str) -> str:
    """What a mail of this kind of notice says, in the active language: the room's own text, or
    ``text`` alone."""
    own = str(house.MAIL_TEXTS[kind].value()) if kind in house.MAIL_TEXTS else ""
    known = {"title": title, "text": text, "room": house.NAME.value()}
    return filled(own, known) if own else text


def written(text: str, why: str = "") -> str:
    """A whole mail; ``why`` says why its reader gets it."""
    said = "\n\n".join(filter(None, [opening(), text, why]))
    return f"{said}\n\n-- \n{closing()}\n"
