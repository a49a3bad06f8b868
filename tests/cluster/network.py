"""Machines that are network namespaces on one bridge, with links that can be cut (Linux, root)."""

import ctypes
import fcntl
import os
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

CLONE_NEWNET = 0x40000000
BRIDGE = "mpcluster"
SUBNET = "10.77.0"
# The address of this machine on the bridge: browsers and bots come from there.
OUTSIDE = f"{SUBNET}.254"
# Two runs would have the same names and addresses.
LOCK = Path(f"/run/lock/{BRIDGE}")


class Machine:
    """A network namespace with one address."""

    def __init__(self, name: str, number: int) -> None:
        self.name = name
        self.space = f"{BRIDGE}-{name}"
        self.address = f"{SUBNET}.{number}"
        self._outer = f"mpc{number}"

    def create(self) -> None:
        inner = f"mpi{self._outer[3:]}"
        _ip("netns", "add", self.space)
        _ip("link", "add", self._outer, "type", "veth", "peer", "name", inner)
        _ip("link", "set", inner, "netns", self.space, "name", "eth0")
        _ip("link", "set", self._outer, "master", BRIDGE, "up")
        self.run("ip", "link", "set", "lo", "up")
        self.run("ip", "link", "set", "eth0", "up")
        self.run("ip", "address", "add", f"{self.address}/24", "dev", "eth0")
        self.run("nft", "add", "table", "ip", "cut")
        for chain in ("input", "output"):
            self.run(
                *("nft", "add", "chain", "ip", "cut", chain),
                f"{{ type filter hook {chain} priority 0; }}",
            )

    def delete(self) -> None:
        subprocess.run(["ip", "netns", "del", self.space], check=False, capture_output=True)
        subprocess.run(["ip", "link", "del", self._outer], check=False, capture_output=True)

    def run(self, *command: str) -> None:
        """Run a short command in the namespace."""
        _run("ip", "netns", "exec", self.space, *command)

    def enter(self, then: Callable[[], None] | None = None) -> Callable[[], None]:
        """Return what a child process does before its command: enter, then ``then``."""
        path = f"/run/netns/{self.space}"

        def prepare() -> None:
            space = os.open(path, os.O_RDONLY)
            libc = ctypes.CDLL(None, use_errno=True)
            if libc.setns(space, CLONE_NEWNET) != 0:
                raise OSError(ctypes.get_errno(), f"cannot enter {path}")
            os.close(space)
            if then is not None:
                then()

        return prepare

    def isolate(self) -> None:
        """Cut the machine off from all others: a pulled plug of its network."""
        _ip("link", "set", self._outer, "down")

    def drop_to(self, other: "Machine") -> None:
        """Lose every packet to another machine; those from it still arrive."""
        self.run("nft", "add", "rule", "ip", "cut", "output", "ip", "daddr", other.address, "drop")

    def drop_from(self, other: "Machine") -> None:
        """Lose every packet from another machine."""
        self.run("nft", "add", "rule", "ip", "cut", "input", "ip", "saddr", other.address, "drop")

    def lose_some(self, percent: int) -> None:
        """Lose so many of 100 packets that arrive, by chance."""
        chance = ("numgen", "random", "mod", "100", "<", str(percent))
        self.run("nft", "add", "rule", "ip", "cut", "input", *chance, "drop")

    def heal(self) -> None:
        """Mend all links of this machine."""
        _ip("link", "set", self._outer, "up")
        self.run("nft", "flush", "table", "ip", "cut")


@contextmanager
def network(machines: Sequence[Machine]) -> Iterator[None]:
    """Have a bridge with these machines, once no other run has one; what a killed run has left is
    removed first."""
    # The lock ends with this process, however it ends.
    with LOCK.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        _remove(machines)
        _ip("link", "add", BRIDGE, "type", "bridge")
        try:
            _ip("address", "add", f"{OUTSIDE}/24", "dev", BRIDGE)
            _ip("link", "set", BRIDGE, "up")
            for machine in machines:
                machine.create()
            yield
        finally:
            _remove(machines)


def _remove(machines: Sequence[Machine]) -> None:
    for machine in machines:
        machine.delete()
    subprocess.run(["ip", "link", "del", BRIDGE], check=False, capture_output=True)


def _ip(*arguments: str) -> None:
    _run("ip", *arguments)


def _run(*command: str) -> None:
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr.strip()}")
