"""The room's own texts in mails: opening, closing, and templates by kind."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import get_language

from core.settings.kinds import filled
from players import room_settings


class AccountMail(NamedTuple):
    """A mail of the account: its kind of text, and the name of its link in the context."""

    kind: str
    link: str


# By the name of the library's template.
ACCOUNT: Final = {
    "email_confirmation": AccountMail("confirm", "activate_url"),
    "email_confirmation_signup": AccountMail("confirm", "activate_url"),
    "password_reset_key": AccountMail("password", "password_reset_url"),
    "unknown_account": AccountMail("nobody", "signup_url"),
}


def opening() -> str:
    """Return the opening of every mail, in the active language; empty for none."""
    return str(room_settings.MAIL_OPENING.value())


def closing() -> str:
    """Return the room's name and the closing below it, in the active language."""
    return "\n".join(
        filter(None, [room_settings.NAME.value(), str(room_settings.MAIL_CLOSING.value())])
    )


def text_of(kind: str, *, title: str, text: str) -> str:
    """Return the text of a mail for this kind of notice, in the active language: the room's own, or
    ``text`` alone."""
    own = str(room_settings.MAIL_TEXTS[kind].value()) if kind in room_settings.MAIL_TEXTS else ""
    known = {"title": title, "text": text, "room": room_settings.NAME.value()}
    return filled(own, known) if own else text


def account_text(template: str, context: Mapping[str, Any]) -> str:
    """Return the room's text for a mail of the account, in the active language; empty for none."""
    mail = ACCOUNT.get(template)
    own = str(room_settings.ACCOUNT_MAILS[mail.kind].value()) if mail else ""
    if mail is None or not own:
        return ""
    user = context.get("user")
    name = user.get_username() if user is not None else ""
    known = {"link": str(context[mail.link]), "name": name, "room": room_settings.NAME.value()}
    return filled(own, known)


def written(text: str, why: str = "") -> str:
    """Return the whole body of a mail; ``why`` states the reason why the recipient gets it."""
    body = "\n\n".join(filter(None, [opening(), text, why]))
    return f"{body}\n\n-- \n{closing()}\n"


def html(title: str, text: str, why: str, *, url: str, unsubscribe: str) -> str:
    """Return a mail of a notice as HTML, in the active language; ``url`` is a path of the room."""
    return render_to_string(
        "players/notice_mail.html",
        {
            "language": get_language(),
            "title": title,
            "text": text,
            "why": why,
            "opening": opening(),
            "closing": closing(),
            "link": f"{settings.PUBLIC_URL}{url or '/'}",
            "unsubscribe": unsubscribe,
        },
    )
