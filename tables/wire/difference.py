"""What has changed between two JSON values, and the later one from it and the earlier. Pure.

A change is ``[value]`` where a value is new or another, ``[]`` where it is gone, and else the
changes of the parts that differ, by key or by place in a list of the same length.
The page applies it too (``static/js/table/difference.js``).

True and 1 are the same here, as to Python: a field is a truth or a number, and never both.
"""

from typing import Any

from tables.wire.frame_types import Change


def difference(before: Any, after: Any) -> Change:
    """What makes ``after`` out of ``before``; the two differ."""
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
    """What ``before`` has become; it stays as it is."""
    if isinstance(change, list):
        return change[0]
    if isinstance(before, list):
        return [
            apply(value, change[str(place)]) if str(place) in change else value
            for place, value in enumerate(before)
        ]
    after = {key: value for key, value in before.items() if change.get(key) != []}
    return after | {key: apply(before.get(key), inner) for key, inner in change.items() if inner}
