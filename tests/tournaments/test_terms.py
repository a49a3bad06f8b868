"""What an event's terms may be."""

import pytest
from django.core.exceptions import ValidationError

from tournaments.models import Template


@pytest.mark.rule("TIME-1", "TIME-2")
@pytest.mark.parametrize(
    ("field", "within", "beyond"),
    [("action_seconds", (10, 120), (9, 121)), ("bank_seconds", (0, 120), (-1, 121))],
)
def test_clocks_have_bounds(field: str, within: tuple[int, ...], beyond: tuple[int, ...]) -> None:
    def refused(seconds: int) -> bool:
        with pytest.raises(ValidationError) as caught:  # other fields are empty
            Template(**{field: seconds}).clean_fields()
        return field in caught.value.message_dict

    assert [seconds for seconds in (*within, *beyond) if refused(seconds)] == list(beyond)
