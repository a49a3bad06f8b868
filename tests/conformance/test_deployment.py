"""The check of deployment files: it finds a fault, and names the tool that it lacks."""

from pathlib import Path

import pytest

from tests.conformance import deployment


def test_a_missing_tool_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(deployment, "WHERE", str(tmp_path))
    assert deployment.main() == 0
    said = capsys.readouterr().out.splitlines()
    assert len(said) == len(deployment.CHECKS)
    assert "compose.yaml: skipped, check-jsonschema is not installed" in said


def test_a_fault_fails_the_check(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    compose = (deployment.ROOT / "compose.yaml").read_text()
    (tmp_path / "compose.yaml").write_text(compose.replace("    networks:", "    netwroks:"))
    monkeypatch.setattr(deployment, "ROOT", tmp_path)
    monkeypatch.setattr(deployment, "CHECKS", deployment.CHECKS[:1])
    assert deployment.main() == 1
    assert "netwroks" in capsys.readouterr().out
