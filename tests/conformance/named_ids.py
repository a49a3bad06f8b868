"""For mypy: numbers in rows have the names of ``core.types``, and nobody has to say so again.

With it ``entry.user_id``, ``request.user.pk``, ``seat.no`` and ``seat.stack`` have their types
wherever they are read.
"""

from collections.abc import Callable, Mapping
from functools import partial

from mypy.nodes import TypeInfo
from mypy.plugin import AttributeContext, Plugin
from mypy.types import Instance, Type, UnionType, get_proper_type

ROW = "django.db.models.base.Model"
USER = "django.contrib.auth.base_user.AbstractBaseUser"
ENTRY = "tournaments.models.entries.Entry"
SEAT = "tables.models.tables.Seat"
PURCHASE = "tournaments.models.purchases.Purchase"
USER_ID, ENTRY_ID = "core.types.UserId", "core.types.EntryId"
SEAT_NO, CHIPS = "core.types.SeatNo", "core.types.Chips"
KEYS = {USER: USER_ID, ENTRY: ENTRY_ID}
# By column: the class that a row must have, and the type of what stands there.
COLUMNS = {
    "user_id": {ROW: USER_ID},
    "entry_id": {ROW: ENTRY_ID},
    "pk": KEYS,
    "id": KEYS,
    "no": {SEAT: SEAT_NO},
    "stack": {SEAT: CHIPS},
    "chips": {PURCHASE: CHIPS},
    "seat_no": {ROW: SEAT_NO},
    "drawn_seat": {ROW: SEAT_NO},
    "to_seat": {ROW: SEAT_NO},
    "start_stack": {ROW: CHIPS},
    "finish_stack": {ROW: CHIPS},
    "starting_stack": {ROW: CHIPS},
    "re_entry_chips": {ROW: CHIPS},
    "rebuy_chips": {ROW: CHIPS},
    "add_on_chips": {ROW: CHIPS},
}


class NamedIds(Plugin):
    def get_attribute_hook(self, fullname: str) -> Callable[[AttributeContext], Type] | None:
        names = COLUMNS.get(fullname.rpartition(".")[2])
        return partial(self._named, names=names) if names else None

    def _named(self, context: AttributeContext, *, names: Mapping[str, str]) -> Type:
        plain = context.default_attr_type
        rows = [row for row in _items(context.type) if row.has_base(ROW)]
        if not rows or context.is_lvalue:
            return plain
        for base, name in names.items():
            symbol = self.lookup_fully_qualified(name)
            if symbol and isinstance(symbol.node, TypeInfo) and all(map(_has(base), rows)):
                return _replaced(plain, Instance(symbol.node, []))
        return plain


def _has(base: str) -> Callable[[TypeInfo], bool]:
    return lambda row: row.has_base(base)


def _items(whose: Type) -> list[TypeInfo]:
    """The classes that an object may have; of ``request.user`` two."""
    proper = get_proper_type(whose)
    if isinstance(proper, UnionType):
        return [info for item in proper.items for info in _items(item)]
    return [proper.type] if isinstance(proper, Instance) else []


def _replaced(plain: Type, named: Instance) -> Type:
    """``named`` instead of int, also where there may be none."""
    proper = get_proper_type(plain)
    if isinstance(proper, UnionType):
        return UnionType.make_union([_replaced(item, named) for item in proper.items])
    whole = isinstance(proper, Instance) and proper.type.fullname == "builtins.int"
    return named if whole else plain


def plugin(version: str) -> type[Plugin]:
    return NamedIds
