"""Names of tables on sockets and pages: ``table/5``, or an entry in a pool: ``pool/3/1``. Pure."""

import re
from typing import NamedTuple

_TABLE = re.compile(r"table/(\d{1,18})", re.ASCII)
_ENTRY = re.compile(r"pool/(\d{1,18})/(\d{1,4})", re.ASCII)


class TableAddress(NamedTuple):
    """A table by its id."""

    table_id: int

    def __str__(self) -> str:
        return f"table/{self.table_id}"


class PoolAddress(NamedTuple):
    """The present table of the reader's entry of this number in a pool."""

    pool_id: int
    no: int

    def __str__(self) -> str:
        return f"pool/{self.pool_id}/{self.no}"


def parse(at: str) -> TableAddress | PoolAddress | None:
    """Parse a name; None if it is malformed."""
    if table := _TABLE.fullmatch(at):
        return TableAddress(int(table[1]))
    if entry := _ENTRY.fullmatch(at):
        return PoolAddress(int(entry[1]), int(entry[2]))
    return None
