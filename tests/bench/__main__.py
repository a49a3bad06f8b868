"""``make bench``: every figure that the room is held to, measured on this machine in one run."""

import subprocess
import sys

BENCHES = ("engine", "money", "simulation", "dealer", "push")

for name in BENCHES:
    print(f"\n== {name} ==", flush=True)
    # Each in a process of its own: none inherits another's heap, threads or servers.
    subprocess.run([sys.executable, "-m", f"tests.bench.{name}"], check=True)
