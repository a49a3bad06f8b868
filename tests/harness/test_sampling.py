"""A sample is the same for a commit, and another for the next one."""

import pytest

from tests.harness import sampling


def sample(monkeypatch: pytest.MonkeyPatch, seed: str, of: str = "a walk") -> list[int]:
    monkeypatch.setattr(sampling, "seed", lambda: seed)
    # As in `make test`, whatever run this is.
    monkeypatch.setattr(sampling, "longer", lambda much, *, short: short)
    return sampling.sampled(range(99), one_in=2, of=of)


def test_it_changes_with_the_commit_and_the_walk_and_with_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = sample(monkeypatch, "1")
    assert len(first) == 50
    assert first == sorted(set(first)) == sample(monkeypatch, "1")
    assert first != sample(monkeypatch, "2") != sample(monkeypatch, "1", of="another")


def test_a_few_commits_walk_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    assert {each for seed in range(20) for each in sample(monkeypatch, f"{seed}")} == {*range(99)}
