"""``make bench``: the short benches, one after another. The others take arguments or hours."""

import subprocess
import sys

BENCHES = ("engine", "simulation", "dealer", "push")

for name in BENCHES:
    print(f"\n== {name} ==", flush=True)
    # Each in a process of its own: none inherits another's heap, threads or servers.
    subprocess.run([sys.executable, "-m", f"tests.bench.{name}"], check=True)
