"""The database of the tests as its owner sees it, and an empty one beside it."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from django.conf import settings
from django.db import connection

from poker_site.backup.postgres_tools import Server
from poker_site.launch import embedded

SECOND = "second"


def server(name: str) -> Server:
    """A database of the tests' server, by the role that owns tables there."""
    return Server.at(embedded.database_url(settings.VAR_DIR, role=embedded.NAME, name=name))


@pytest.fixture
def source(transactional_db: None) -> Server:
    return server(str(connection.settings_dict["NAME"]))


@pytest.fixture
def empty(source: Server) -> Iterator[Server]:
    with closing(source.connect()) as link:
        link.autocommit = True
        link.execute(f"CREATE DATABASE {SECOND} TEMPLATE template0")
        yield server(SECOND)
        link.execute(f"DROP DATABASE {SECOND} WITH (FORCE)")
