"""A file that is written and never read, as a zip on its way to a reader is."""


class WriteOnlyFile:
    """A file in memory; ``take`` returns what was written since the last time."""

    def __init__(self) -> None:
        self._written = bytearray()

    def __len__(self) -> int:
        return len(self._written)

    def write(self, data: bytes, /) -> int:
        self._written += data
        return len(data)

    def flush(self) -> None:
        """Do nothing: what is written is taken."""

    def close(self) -> None:
        """Do nothing: nothing is open."""

    def take(self) -> bytes:
        data, self._written = bytes(self._written), bytearray()
        return data
