"""Real PostgreSQL and Valkey for each test process, named before Django reads its settings and
started by the first test that needs them.

A pytest plugin (see pyproject.toml). Every process of a parallel run has its own pair, so that
not even the messages of one can reach another.
"""

import atexit
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from poker_site.launch import embedded
from tests.harness import database_template

_folder = Path(tempfile.mkdtemp(prefix="montepremi-"))
atexit.register(shutil.rmtree, _folder, ignore_errors=True)
os.environ.update(embedded.environment(_folder))

os.environ["DEMO"] = "true"
os.environ["RESULT_SECONDS"] = "0"
os.environ["START_SECONDS"] = "0"
os.environ["TICK_SECONDS"] = "0.1"
# Playwright's synchronous interface keeps a loop in our thread; Django would refuse to query.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


@contextmanager
def running() -> Iterator[Path]:
    """Run both servers, with data that vanishes in the end; yield their folder."""
    database_template.copy_to(_folder)
    with embedded.servers(_folder, durable=False):
        yield _folder


@pytest.fixture(scope="session")
def servers() -> Iterator[None]:
    """PostgreSQL and Valkey. Whoever uses the database has them; a test that needs Valkey alone
    asks for them."""
    with running():
        yield
