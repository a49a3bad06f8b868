"""Causes of transfers that say by which rule money came back."""

from typing import Final

# Whatever a called-off event gives back begins with it (CANCEL-4); other refunds are of entries.
CANCELLATION: Final = "cancel:"
