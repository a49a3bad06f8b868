"""Servers, tables and players for the benchmarks: real, durable, and gone afterwards."""

import logging
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from poker_site.launch import embedded


@contextmanager
def servers() -> Iterator[None]:
    """PostgreSQL (which keeps its promises: fsync is on) and Valkey, with Django set up."""
    folder = Path(tempfile.mkdtemp(prefix="montepremi-bench-"))
    os.environ.update(embedded.environment(folder))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "poker_site.settings")
    try:
        with embedded.servers(folder):
            import django
            from django.core.management import call_command

            django.setup()
            _admit_programs()
            logging.disable(logging.INFO)
            call_command("migrate", verbosity=0)
            yield
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _admit_programs() -> None:
    """Let Django's test client, which puts ``session_key`` into its cookie, sign in and ask often;
    as ``tests/conftest.py`` does."""
    from django.conf import settings

    from players.sign_in import session_store

    settings.API_PER_MINUTE = 1_000_000
    hash_of_a_secret = session_store.key_of
    session_store.key_of = lambda secret: secret if len(secret) == 40 else hash_of_a_secret(secret)


def percentile(values: list[float], share: float) -> float:
    """The value below which ``share`` of the values lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
