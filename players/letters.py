"""What every mail of the room says around what it tells."""

from players import house


def opening() -> str:
    """The room's first words, in the active language; empty for none."""
    return str(house.MAIL_OPENING.value())


def closing() -> str:
    """The room's name, and what it says below it, in the active language."""
    return "\n".join(filter(None, [house.NAME.value(), str(house.MAIL_CLOSING.value())]))


def written(text: str, why: str = "") -> str:
    """A whole mail; ``why`` says why its reader gets it."""
    said = "\n\n".join(filter(None, [opening(), text, why]))
    return f"{said}\n\n-- \n{closing()}\n"
