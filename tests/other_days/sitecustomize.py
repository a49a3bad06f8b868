"""Every Python process under a shifted clock (``tests.dates``) imports this as it starts.

libfaketime 0.9.10 refuses the call behind ``time.sleep`` (clock_nanosleep until a monotonic moment)
with EINVAL; it leaves select alone.
"""

import select
import time
from typing import SupportsIndex


def sleep(seconds: float | SupportsIndex) -> None:
    select.select([], [], [], seconds)  # type: ignore[arg-type]


time.sleep = sleep
