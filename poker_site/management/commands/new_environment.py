"""``manage.py new_environment``: the two files of settings of a new room, with fresh secrets."""

import os
import secrets
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from poker_site.launch.environment import HOST

# No quotation marks: compose, kustomize and the room read them differently.
ROOM = """\
# The settings of {host}. This file opens sealed documents and frames: keep it apart
# from backups, and lose it never. .env.example names all other settings.
DEMO=false
SECRET_KEY={secret_key}
PUBLIC_URL=https://{host}
ALLOWED_HOSTS={host}
CSRF_TRUSTED_ORIGINS=https://{host}
BEHIND_PROXY=true
DEFAULT_FROM_EMAIL=Montepremi <room@{host}>
# The room opens once it can send mails: smtp+tls://user:secret@mail.example:587
EMAIL_URL={mail}
DATABASE_URL=postgres://room_player:{player}@{postgres}:5432/room{tls}
REDIS_URL=redis://:{redis_password}@{redis}:6379/0
# The network of containers, or a private one between your machines, leads to Redis.
REDIS_NETWORK=private
# For the proxy and the server of Redis, not for the room.
ROOM_HOST={host}
REDIS_PASSWORD={redis_password}
"""
OWNER = """\
# For PostgreSQL and for `manage.py migrate`, not for web, worker or beat.
DATABASE_OWNER_URL=postgres://room_owner:{owner}@{postgres}:5432/room{tls}
POSTGRES_PASSWORD={superuser}
ROOM_OWNER_PASSWORD={owner}
ROOM_PLAYER_PASSWORD={player}
"""


class Command(BaseCommand):
    help = (
        "Write .env (the room) and .env.owner (PostgreSQL, and who migrates) with fresh secrets,"
        " for compose.yaml, deploy/kubernetes or servers of your own. Files that exist stay."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("host", type=_host, help="the room's name in the Internet")
        parser.add_argument("--postgres", type=_host, default="postgres", metavar="HOST")
        parser.add_argument("--redis", type=_host, default="valkey", metavar="HOST")
        parser.add_argument("--mail", default="", help="EMAIL_URL", metavar="URL")
        parser.add_argument(
            "--folder", type=Path, default=settings.BASE_DIR, help="by default beside manage.py"
        )

    def handle(self, *args: Any, folder: Path, **options: Any) -> None:
        passwords = {
            name: secrets.token_urlsafe(24)
            for name in ("owner", "player", "superuser", "redis_password")
        }
        # A name without a dot is that of a container, whose server speaks no TLS.
        tls = "?sslmode=require" if "." in options["postgres"] else ""
        values = {**options, **passwords, "secret_key": secrets.token_urlsafe(50), "tls": tls}
        files = {folder / ".env": ROOM, folder / ".env.owner": OWNER}
        if existing := [str(path) for path in files if path.exists()]:
            raise CommandError(
                f"{' and '.join(existing)} exists: its secrets open what the room has sealed."
                " Move it away for new ones."
            )
        for path, text in files.items():
            try:
                _write(path, text.format(**values))
            except OSError as error:
                raise CommandError(f"{path}: {error.strerror}.") from None
            self.stdout.write(f"{path} is written. Only its owner reads it.")
        if not options["mail"]:
            self.stdout.write("EMAIL_URL waits for your mail server; the room opens with it.")


def _write(path: Path, text: str) -> None:
    # Created, never overwritten, and at no moment readable by others.
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w") as file:
        file.write(text)


def _host(text: str) -> str:
    if not HOST.fullmatch(text) or text.startswith((".", "*")):
        raise ArgumentTypeError("A name alone, like poker.example.")
    return text
