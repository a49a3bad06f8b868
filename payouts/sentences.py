"""The sentence for each refusal, in the reader's language."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import cast

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from payouts.euro import euro, moment
from payouts.refusal import Refusal
from payouts.refusals import Code

SENTENCES: dict[StrEnum, str | Promise] = {
    Code.INSUFFICIENT_FUNDS: _("There is not enough money for that: %(missing_euro)s are missing."),
    Code.KEY_REUSED: _("This has been done before, with other amounts. Nothing has moved."),
    Code.AMOUNT_NOT_POSITIVE: _("The amount must be more than zero."),
    Code.SAME_ACCOUNT: _("Money cannot move from an account to itself."),
    Code.DEPOSIT_TOO_LARGE: _("A single deposit is at most %(limit_euro)s."),
    Code.DAILY_LIMIT: _(
        "Your own limit is %(limit_euro)s a day. Today you can still deposit %(left_euro)s."
    ),
    Code.WEEKLY_LIMIT: _(
        "Your own limit is %(limit_euro)s a week. This week you can still deposit %(left_euro)s."
    ),
    Code.MONTHLY_LIMIT: _(
        "Your own limit is %(limit_euro)s a month. This month you can still deposit %(left_euro)s."
    ),
    Code.SELF_EXCLUDED: _(
        "You have excluded yourself until %(until_when)s. Withdrawals stay open."
    ),
    Code.PRIZES_BELOW_FLOOR: _(
        "At least %(floor)s %% of the entry must go to prizes; here it is %(percent)s %%."
    ),
    Code.ENTRY_RIGHT_TOO_HIGH: _(
        "One player could pay %(amount_euro)s in this event; at most %(limit_euro)s are allowed."
    ),
    Code.TOO_MUCH_LEFT_IN_PLAY: _("At most %(most_euro)s may stay in play for the winner."),
    Code.FIGURES_DO_NOT_ADD_UP: _(
        "There are %(are_euro)s to share, and the figures come to %(named_euro)s."
    ),
    Code.NO_REASON: _("Say why: whoever reads the record later needs to know."),
    Code.OWN_WALLET: _("What goes into your own wallet, or out of it, somebody else has to do."),
    Code.OWN_ORDER: _("You gave this order yourself: somebody else has to confirm it."),
    Code.NO_ORDER_WAITS: _("This order no longer waits: it has been decided."),
    Code.ROOM_BUSY: _("A lot is going on here right now. Nothing has changed; try again."),
}

_sentences: dict[str, str | Promise] = {}


def register(sentences: Mapping[StrEnum, str | Promise]) -> None:
    """Add an app's sentences; a code is registered once (called from ``AppConfig.ready``)."""
    for code, sentence in sentences.items():
        if _sentences.setdefault(code.value, sentence) is not sentence:
            raise ValueError(f"two sentences for {code.value}")


class _Words(dict[str, object]):
    """A refusal's context; ``%(limit_euro)s`` reads its ``limit`` cents as money, and
    ``%(until_when)s`` its ``until`` as a date with its hour."""

    def __missing__(self, word: str) -> str:
        name, _dash, form = word.rpartition("_")
        if form == "euro":
            return euro(cast(int, self[name]))
        if form == "when":
            return moment(cast(datetime, self[name]))
        raise KeyError(word)


def say(refusal: Refusal) -> str:
    """The refusal's sentence for a person, in the active language."""
    return say_again(refusal.code.value, refusal.context)


def say_again(code: str, context: Mapping[str, object]) -> str:
    """The sentence of a refusal that was written down; its context holds no dates."""
    return str(_sentences[code]) % _Words(context)


def registered() -> Mapping[str, str | Promise]:
    """Every sentence by code, for the test that none is missing."""
    return _sentences
