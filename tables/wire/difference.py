"""Differences between JSON values: a change, and its application to the earlier value. Pure.

A change is ``[value]`` for a value that is new or replaced, ``[]`` for one that is gone, and
otherwise the changes of the parts that differ, by key or by index in a list of the same length.
Pages apply it too (``static/js/table/state/difference.js``).

True and 1 are equal here, as in Python: a field is either a boolean or a number, never both.
"""

from typing import Any

from tables.wire.frame_types import Change


def difference(before: Any, after: Any) -> Change:
    """Return the change from ``before`` to ``after``; the two must differ."""
    if type(before) is type(after) is dict:
        change: dict[str, Change] = {key: [] for key in before if key not in after}
        for key, value in after.items():
            if key not in before:
                change[key] = [value]
            elif (old := before[key]) != value:
                change[key] = difference(old, value)
        return change
    if type(before) is type(after) is list and len(before) == len(after):
        pairs = enumerate(zip(before, after, strict=True))
        return {str(place): difference(*pair) for place, pair in pairs if pair[0] != pair[1]}
    return [after]


def apply(before: Any, change: Change) -> Any:
    """Apply a change to ``before`` and return the new value; ``before`` is not modified."""
    if isinstance(change, list):
        return change[0]
    if isinstance(before, list):
        return [
            apply(value, change[str(place)]) if str(place) in change else value
            for place, value in enumerate(before)
        ]
    after = {key: value for key, value in before.items() if change.get(key) != []}
    return after | {key: apply(before.get(key), inner) for key, inner in change.items() if inner}
