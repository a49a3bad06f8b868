"""Every format of hands, in the order in which pages offer them."""

from typing import Final

from tables.history.formats import open_hand_history, phh, plain_text, pokerstars

FORMATS: Final = (
    plain_text.FORMAT,
    pokerstars.FORMAT,
    open_hand_history.FORMAT,
    phh.FORMAT,
)
BY_SUFFIX: Final = {form.suffix: form for form in FORMATS}
BY_SUFFIX_OF_MANY: Final = {form.suffix_of_many: form for form in FORMATS}
