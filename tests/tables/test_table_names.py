"""What tables are called on pages."""

import pytest

from tables.templatetags.table_names import table_label, table_name, table_title


@pytest.mark.parametrize(
    ("name", "whole", "label", "title"),
    [
        ("Evening · late · #3", "Evening · late · #3", "#3", "Table #3"),
        ("Evening · final", "Evening · final table", "final table", "Final table"),
        ("NL10", "NL10", "NL10", "Table NL10"),
    ],
)
def test_a_table_is_called_by_its_event_and_label(
    name: str, whole: str, label: str, title: str
) -> None:
    assert (table_name(name), table_label(name), table_title(name)) == (whole, label, title)
