"""Run stateful machines of Hypothesis, each example in a transaction that is rolled back."""

from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test


class _Undo(Exception):
    """Ends an example: whatever it has written is undone."""


def play(machine: type[RuleBasedStateMachine], *, examples: int, steps: int) -> None:
    """Run a machine, each of its examples in a transaction of its own that is undone."""

    class Alone(machine):  # type: ignore[misc, valid-type]
        def __init__(self) -> None:
            super().__init__()
            self._alone = transaction.atomic()
            self._alone.__enter__()

        def teardown(self) -> None:
            try:
                super().teardown()
            finally:
                self._alone.__exit__(_Undo, _Undo(), None)

    run_state_machine_as_test(
        Alone,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
