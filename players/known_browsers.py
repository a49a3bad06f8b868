"""Browsers that players have signed in with, and the names of browsers and systems."""

import re
import secrets
from datetime import timedelta
from typing import NamedTuple

from django.core import signing

COOKIE = "device"
REMEMBERED = timedelta(days=365)
SALT = "players.devices"
# Enough for a browser that a family shares.
MOST_NAMES = 5

# The first match counts: a user agent of one also names some of the next.
BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Mac OS X": "macOS",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}


class Device(NamedTuple):
    """A browser as its signed cookie describes it: its own number, and the names used there."""

    number: str
    names: tuple[str, ...]


def read(cookie: str | None) -> Device | None:
    """Return the device of a cookie that we wrote and that is not too old."""
    try:
        number, names = signing.loads(cookie or "", salt=SALT, max_age=REMEMBERED)
    except signing.BadSignature:
        return None
    return Device(number, tuple(names))


def knows(cookie: str | None, name: str) -> str | None:
    """Return the number of a device on which this name has signed in; else None."""
    device = read(cookie)
    return device.number if device and name.lower() in device.names else None


def remember(cookie: str | None, name: str) -> str:
    """Return the cookie's new value after a sign-in by this name."""
    device = read(cookie) or Device(secrets.token_hex(16), ())
    others = [known for known in device.names if known != name.lower()]
    return signing.dumps((device.number, [name.lower(), *others][:MOST_NAMES]), salt=SALT)


def called(user_agent: str) -> tuple[str, str]:
    """Return the browser and the system that a user agent names; empty where unknown."""
    browser = next((name for key, name in BROWSERS.items() if f"{key}/" in user_agent), "")
    system = next((name for key, name in SYSTEMS.items() if re.search(key, user_agent)), "")
    return browser, system
