"""Validate what the room is deployed with: ``python -m tests.conformance.deployment``.

Each tool that this machine lacks is named, and what it would have looked at is skipped.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WHERE = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"], "/usr/sbin"])
# Where the units expect the room.
HOME = "/srv/montepremi"


class Skipped(Exception):
    """The reason why a tool that is here cannot look."""


@dataclass(frozen=True, kw_only=True)
class Check:
    """What is looked at, by which tool; ``faults`` gets its path and a folder to write to."""

    what: str
    tool: str
    faults: Callable[[str, Path], str]


def compose(tool: str, folder: Path) -> str:
    return _said([tool, "--builtin-schema", "vendor.compose-spec", str(ROOT / "compose.yaml")])


def workflows(tool: str, folder: Path) -> str:
    files = [str(path) for path in (ROOT / ".github" / "workflows").glob("*.yml")]
    return _said([tool, "--builtin-schema", "vendor.github-workflows", *files])


def issue_forms(tool: str, folder: Path) -> str:
    templates = ROOT / ".github" / "ISSUE_TEMPLATE"
    files = [str(path) for path in templates.glob("*.yml") if path.name != "config.yml"]
    return _said([tool, "--builtin-schema", "vendor.github-issue-forms", *files])


def units(tool: str, folder: Path) -> str:
    copies = []
    for path in sorted((ROOT / "deploy" / "systemd").iterdir()):
        # An instance of a template, and the programs of this checkout.
        copy = folder / path.name.replace("@.", "@8000.")
        copy.write_text(path.read_text().replace(HOME, str(ROOT)))
        copies.append(str(copy))
    found = _said([tool, "verify", "--man=no", *copies])
    # It says so of what else is installed on this machine too.
    ours = [line for line in found.splitlines() if "montepremi" in line or str(folder) in line]
    return "\n".join(ours)


def manifests(tool: str, folder: Path) -> str:
    base = sorted((ROOT / "deploy" / "kubernetes" / "base").glob("*.yaml"))
    files = [str(path) for path in base if path.name != "kustomization.yaml"]
    return _said([tool, "--strict", "--quiet", *files])


def overlay(tool: str, folder: Path) -> str:
    copy = folder / "kubernetes"
    shutil.copytree(ROOT / "deploy" / "kubernetes", copy)
    command = [sys.executable, "manage.py", "new_environment", "poker.example"]
    if written := _said([*command, "--folder", str(copy / "room")], cwd=ROOT):
        return written
    done = _run([tool, "kustomize", str(copy / "room")])
    if done.returncode != 0:
        return done.stderr
    rendered = folder / "room.yaml"
    rendered.write_text(done.stdout)
    validate = shutil.which("kubernetes-validate", path=WHERE)
    return manifests_of(validate, rendered) if validate else ""


def manifests_of(tool: str, rendered: Path) -> str:
    return _said([tool, "--strict", "--quiet", str(rendered)])


def caddyfile(tool: str, folder: Path) -> str:
    path = ROOT / "deploy" / "caddy" / "Caddyfile"
    names = {"ROOM_HOST": "poker.example", "ROOM_WEB": "web-1:8000 web-2:8000"}
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    command = [tool, "validate", "--adapter", "caddyfile", "--config", str(path)]
    return _said(command, env={**os.environ, **names, **home})


def nginx(tool: str, folder: Path) -> str:
    version = re.search(r"nginx/([\d.]+)", _run([tool, "-v"]).stderr)
    if version is None or [*map(int, version[1].split("."))] < [1, 25, 1]:
        raise Skipped("nginx is older than 1.25.1, which has `http2 on`")
    site = (ROOT / "deploy" / "nginx" / "montepremi.conf").read_text()
    # No certificates here: their lines are the operator's.
    site = re.sub(r"^ +ssl_certificate.*$", "", site, flags=re.MULTILINE).replace(" ssl;", ";")
    path = folder / "nginx.conf"
    path.write_text(f"pid {folder}/pid;\nevents {{}}\nhttp {{\n{site}\n}}\n")
    return _said([tool, "-t", "-q", "-c", str(path)])


def dockerfile(tool: str, folder: Path) -> str:
    # Debian's packages come with the base image's date, and Python's are hashed.
    return _said([tool, "--ignore", "DL3008", str(ROOT / "Dockerfile")])


def shell(tool: str, folder: Path) -> str:
    return "".join(
        _said([tool, "-n", str(path)]) for path in sorted((ROOT / "deploy").rglob("*.sh"))
    )


CHECKS = (
    Check(what="compose.yaml", tool="check-jsonschema", faults=compose),
    Check(what=".github/workflows", tool="check-jsonschema", faults=workflows),
    Check(what=".github/ISSUE_TEMPLATE", tool="check-jsonschema", faults=issue_forms),
    Check(what="deploy/kubernetes/base", tool="kubernetes-validate", faults=manifests),
    Check(what="deploy/kubernetes/room", tool="kubectl", faults=overlay),
    Check(what="deploy/systemd", tool="systemd-analyze", faults=units),
    Check(what="deploy/caddy/Caddyfile", tool="caddy", faults=caddyfile),
    Check(what="deploy/nginx/montepremi.conf", tool="nginx", faults=nginx),
    Check(what="Dockerfile", tool="hadolint", faults=dockerfile),
    Check(what="deploy/**/*.sh", tool="sh", faults=shell),
)


def _run(
    command: Sequence[str], *, env: dict[str, str] | None = None, cwd: Path | None = None
) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(command, capture_output=True, text=True, check=False, env=env, cwd=cwd)


def _said(
    command: Sequence[str], *, env: dict[str, str] | None = None, cwd: Path | None = None
) -> str:
    """Return the output of a tool that finds faults; "" if it finds none."""
    done = _run(command, env=env, cwd=cwd)
    return "" if done.returncode == 0 else f"{done.stdout}{done.stderr}" or "it failed"


def main() -> int:
    """Print a line for each check; return 1 if one finds a fault."""
    failed = False
    for check in CHECKS:
        tool = shutil.which(check.tool, path=WHERE)
        if tool is None:
            print(f"{check.what}: skipped, {check.tool} is not installed")
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                faults = check.faults(tool, Path(folder))
            except Skipped as reason:
                print(f"{check.what}: skipped, {reason}")
                continue
        failed = failed or bool(faults)
        found = f"faults:\n{faults}" if faults else "no fault"
        print(f"{check.what}: {check.tool} finds {found}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
