"""Scripts of others are those that their README names, byte for byte."""

import re
from hashlib import sha256
from pathlib import Path

VENDOR = Path(__file__).parents[2] / "static" / "vendor"
LINE = re.compile(r"^([0-9a-f]{64})  (\S+)$", re.MULTILINE)


def test_each_vendored_script_has_its_checksum() -> None:
    told = {name: digest for digest, name in LINE.findall((VENDOR / "README.md").read_text())}
    there = [each for each in VENDOR.rglob("*") if each.suffix in {".js", ".css"}]
    found = {str(each.relative_to(VENDOR)): sha256(each.read_bytes()).hexdigest() for each in there}
    assert found == told
