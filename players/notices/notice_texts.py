"""The texts of notices, in the active language."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core.formats import clock_time, moment, number, ordinal, points
from core.money import as_chips, money_text
from core.own_texts import own_text
from players.models import Notice

Kind = Notice.Kind


class NoticeText(NamedTuple):
    """A notice in words."""

    title: str
    text: str


# By kind: a title, and a line below it.
SENTENCES: Mapping[str, tuple[str | Promise, str | Promise]] = {
    Kind.TURN: (_("It is your turn"), _("It is your turn at %(name)s.")),
    Kind.SEAT: (_("Your seat is ready"), _("%(name)s: seat %(seat)s is yours.")),
    Kind.SOON: (_("%(name)s starts soon"), _("Starts at %(clock)s.")),
    Kind.START: (_("%(name)s has started"), _("Your seat is drawn: seat %(seat)s.")),
    Kind.MOVED: (_("You have been moved"), _("%(name)s: your new seat is %(seat)s.")),
    Kind.BREAK_OVER: (_("The break is over"), _("%(name)s continues.")),
    Kind.AWAY: (
        _("You are being blinded off"),
        _("%(name)s: you are sitting out, and still pay the blinds."),
    ),
    Kind.OUT: (_("You are out of %(name)s"), _("Thank you for playing.")),
    Kind.PRIZE: (_("You have won %(money)s"), _("%(name)s: you finished %(place)s.")),
    Kind.NEXT: (
        _("You finished %(place)s in %(name)s"),
        _("Read what decided it. The next one: %(next)s."),
    ),
    Kind.SEASON: (_("%(name)s is over"), _("You finished %(place)s with %(points)s points.")),
    Kind.AMENDED: (_("%(name)s has changed"), _("%(change)s %(text)s")),
    Kind.CLUB: (_("A game of %(club)s"), _("%(name)s: %(change)s")),
    Kind.FRIEND: (_("From %(player)s"), _("%(change)s")),
    Kind.MESSAGE: (_("A message from the staff"), _("%(name)s: %(text)s")),
    Kind.BALANCE: (_("Your balance has changed"), _("%(money)s, %(reason)s.")),
    Kind.IDENTITY: (_("Your identity"), _("%(state)s")),
    Kind.ACCOUNT: (_("Your account has changed"), _("%(change)s")),
}
# Variants for notices with more data.
WITH_PLACE = _("You finished %(place)s. Thank you for playing.")
WITH_BOUNTIES = _("%(name)s: you finished %(place)s. This includes %(bounties_money)s in bounties.")
WON_CHIPS = _("You have won %(money)s chips of play money")
GIVEN_UP = _("Your seat at %(given_up)s was given up")
# By whether it was play money.
GIVEN_UP_CHIPS: Mapping[bool, Promise] = {
    False: _("You were away for too long. %(money)s is back in your wallet."),
    True: _("You were away for too long. You keep %(chips)s chips of play money."),
}
CANCELLED = _("%(name)s is cancelled")
REMOVED = _("You are no longer in %(name)s")
HELD_UNTIL = _("%(name)s: seat %(seat)s is held for you until %(when)s.")

# Changes that staff make to an event, by tag.
CHANGES: Mapping[str, str | Promise] = {
    "start": _("The event begins on %(when)s."),
    "longer": _("Level %(level)s is %(length)s longer."),
    "shorter": _("Level %(level)s is %(length)s shorter."),
    "longer_break": _("The break is %(length)s longer."),
    "shorter_break": _("The break is %(length)s shorter."),
    "again": _("Level %(level)s begins again."),
    "levels": _("The coming levels have changed."),
    "late": _("Late registration is open to the end of level %(level)s."),
    "guarantee": _("The guarantee is now %(money)s."),
    "seats": _("The event now takes up to %(count)s entries."),
    "together": _("All tables play hand for hand."),
    "more_chips": _("Your stack was corrected: %(count)s chips more."),
    "fewer_chips": _("Your stack was corrected: %(count)s chips fewer."),
    "apart": _("The tables play at their own pace again."),
    "club_planned": _("it starts on %(when)s."),
    "club_opened": _("open now, take your seat."),
    "followed": _("This player follows you now, and sees at which public tables you play."),
    "to_home": _("You are invited to a home game: %(name)s."),
    "to_club": _("You are invited to the club %(name)s."),
    "off": _("The event is cancelled. Its page says what you get back."),
    "paid_back": _("%(money)s is back in your wallet."),
    "chips_back": _("%(money)s chips are back in your play money."),
    "removed": _("Your entry was removed before the start. Its page says what you get back."),
}

# Changes that return a player's money.
PAYING_BACK = ("off", "removed")

# Reasons of others' transfers from and to a wallet, as the ledger names them.
REASONS: Mapping[str, str | Promise] = {
    "deposit": _("a deposit at the counter"),
    "withdrawal": _("a withdrawal at the counter"),
    "refund": _("a refund"),
    "paid_in": _("a deposit"),
    "paid_out": _("a withdrawal"),
    "release": _("a withdrawal that was not paid out"),
    "returned": _("a withdrawal that came back"),
    "correction": _("a correction by the staff"),
    "merge": _("two of your accounts that were merged"),
    "bonus": _("a bonus that you have earned"),
    "prize_back": _("a prize whose result was corrected"),
    "bounty_back": _("a bounty whose result was corrected"),
    "charge_back": _("a deposit that was charged back"),
    "debt": _("a debt for a deposit that was charged back"),
}

# The new states of a player's identity.
STATES: Mapping[str, str | Promise] = {
    "asked": _("Please upload a document so that we can verify your identity."),
    "verified": _("Thank you: your identity is verified."),
    "refused": _("We could not verify your identity. Please contact the staff."),
    "expired": _("Your verification has expired. Please upload a document again."),
    "in_review": _("Your documents are being reviewed again."),
}

# Changes of a player's account, by tag.
ACCOUNT_CHANGES: Mapping[str, str | Promise] = {
    "address_added": _("The address %(what)s was added to your account."),
    "address_primary": _("%(what)s is the main address of your account now."),
    "address_removed": _("The address %(what)s was removed from your account."),
    "password": _("Your account has a new password."),
    "suspension_over": _("The suspension of your account has ended: you can play again."),
    "factor_added": _("A second factor or passkey was added to your account."),
    "factor_removed": _("A second factor or passkey was removed from your account."),
    "codes": _("Your account has new recovery codes."),
    "chat_warning": _("The staff have warned you about what you said in the chat: %(what)s"),
    "chat_ban": _("You cannot use the chat until %(when)s: %(what)s"),
    "chat_lifted": _("You can use the chat again."),
    "closing_asked": _(
        "The closing of your account was asked for. It closes in 7 days; a sign-in until then "
        "cancels it."
    ),
    "closing_cancelled": _("You have signed in: your account stays open."),
    "closing_stopped": _(
        "Your account was not closed, because the room holds something of yours again, such as "
        "money. Sign in, settle that, and ask for the closing again."
    ),
    "closing_shut": _(
        "Your account is closed. Your name and addresses are kept until your exclusion is over, "
        "and then deleted."
    ),
    "closing_done": _(
        "Your name, addresses, sign-ins and documents are deleted. What the law asks us to keep, "
        "such as the books, stays under a number. Thank you for having played here."
    ),
    "archive_asked": _("An archive of all your data was asked for."),
    "archive_ready": _("The archive of your data is ready. You can download it for 7 days."),
    "iban": _("A withdrawal to an account not used before, %(what)s, was requested."),
}


def say(kind: str, data: Mapping[str, Any]) -> NoticeText:
    """Return the words of a notice in the active language."""
    title, text = _sentences(kind, data)
    words = _words(data)
    if "reason" in data:
        words["reason"] = str(REASONS[data["reason"]])
    if "state" in data:
        words["state"] = str(STATES[data["state"]])
    if "change" in data:
        words["change"] = say_change(data)
    if "account" in data:
        words["change"] = str(ACCOUNT_CHANGES[data["account"]]) % words
    return NoticeText(str(title) % words, (str(text) % words).strip())


def _sentences(kind: str, data: Mapping[str, Any]) -> tuple[str | Promise, str | Promise]:
    """Return the title and the line below it, by the data that is there."""
    title, text = SENTENCES[kind]
    if kind == Kind.OUT and data.get("place"):
        text = WITH_PLACE
    if kind == Kind.PRIZE and data.get("bounties"):
        text = WITH_BOUNTIES
    if kind == Kind.PRIZE and data.get("play_money"):
        title = WON_CHIPS
    if kind == Kind.SEAT and data.get("until"):
        text = HELD_UNTIL
    if "given_up" in data:
        title, text = GIVEN_UP, GIVEN_UP_CHIPS[data["play_money"]]
    if data.get("change") == "off":
        title = CANCELLED
    if data.get("change") == "removed":
        title = REMOVED
    return title, text


def say_change(data: Mapping[str, Any]) -> str:
    """Return what staff have changed of an event, in the active language."""
    change = data["change"]
    if change in PAYING_BACK and data.get("cents"):
        change = "chips_back" if data.get("play_money") else "paid_back"
    return str(CHANGES[change]) % _words(data)


def _words(data: Mapping[str, Any]) -> dict[str, Any]:
    cents = data.get("cents", 0)
    with as_chips(bool(data.get("play_money"))):
        words = {**data, "money": money_text(cents), "chips": number(cents)}
        words["bounties_money"] = money_text(data.get("bounties", 0))
    words |= {key: own_text(data[key]) for key in ("name", "text", "next") if key in data}
    if "points" in data:
        words["points"] = points(data["points"])
    if place := data.get("place"):
        words["place"] = ordinal(place)
    if when := data.get("until") or data.get("at"):
        at = datetime.fromisoformat(when)
        words |= {"when": moment(at), "clock": clock_time(at)}
    return words
