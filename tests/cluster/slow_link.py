"""A link between two machines on which each packet takes longer, in a kernel without ``netem``.

Routes lead to a TUN device on either machine, whose packets this process carries over, late.
"""

import fcntl
import os
import selectors
import struct
import threading
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager

from tests.cluster.network import Machine

TUN, DEVICE = "/dev/net/tun", "slow"
TUNSETIFF = 0x400454CA
IFF_TUN, IFF_NO_PI = 0x0001, 0x1000
LARGEST_PACKET = 65_536


@contextmanager
def delayed(one: Machine, other: Machine, *, seconds: float) -> Iterator[None]:
    """Have each packet between two machines take so much longer, in either direction."""
    with ExitStack() as stack:
        ends = [stack.enter_context(_end(*pair)) for pair in ((one, other), (other, one))]
        stopping = threading.Event()
        carrier = threading.Thread(target=_carry, args=(*ends, seconds, stopping), daemon=True)
        carrier.start()
        try:
            yield
        finally:
            stopping.set()
            carrier.join()


@contextmanager
def _end(machine: Machine, other: Machine) -> Iterator[int]:
    """Have a device on a machine that gets all its packets to another one."""

    def open_device() -> int:
        # A network namespace is entered by one thread alone, and this one ends.
        machine.enter()()
        device = os.open(TUN, os.O_RDWR | os.O_NONBLOCK)
        request = struct.pack("16sH22x", DEVICE.encode(), IFF_TUN | IFF_NO_PI)
        fcntl.ioctl(device, TUNSETIFF, request)
        return device

    with ThreadPoolExecutor(1) as thread:
        device = thread.submit(open_device).result()
    try:
        machine.run("ip", "link", "set", DEVICE, "up")
        machine.run("ip", "route", "add", f"{other.address}/32", "dev", DEVICE)
        yield device
    finally:
        # The device ends with it, and its route.
        os.close(device)


def _carry(one: int, other: int, seconds: float, stopping: threading.Event) -> None:
    towards = {one: other, other: one}
    waiting: deque[tuple[float, int, bytes]] = deque()
    with selectors.DefaultSelector() as ready:
        for device in towards:
            ready.register(device, selectors.EVENT_READ)
        while not stopping.is_set():
            pause = min(waiting[0][0] - time.monotonic(), 0.1) if waiting else 0.1
            for key, _events in ready.select(max(0.0, pause)):
                packet = os.read(key.fd, LARGEST_PACKET)
                waiting.append((time.monotonic() + seconds, towards[key.fd], packet))
            while waiting and waiting[0][0] <= time.monotonic():
                _due, device, packet = waiting.popleft()
                os.write(device, packet)
