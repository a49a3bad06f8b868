"""For mypy: the ids of users in rows are ``core.types.UserId``, and nobody has to say so again.

With it ``entry.user_id`` and ``request.user.pk`` have that type wherever they are read.
"""

from collections.abc import Callable
from functools import partial

from mypy.nodes import TypeInfo
from mypy.plugin import AttributeContext, Plugin
from mypy.types import Instance, Type, UnionType, get_proper_type

NAME = "core.types.UserId"
ROW = "django.db.models.base.Model"
USER = "django.contrib.auth.base_user.AbstractBaseUser"
# By the class that a row must have.
COLUMNS = {"user_id": ROW, "pk": USER, "id": USER}


class NamedIds(Plugin):
    def get_attribute_hook(self, fullname: str) -> Callable[[AttributeContext], Type] | None:
        base = COLUMNS.get(fullname.rpartition(".")[2])
        return partial(self._named, base=base) if base else None

    def _named(self, context: AttributeContext, *, base: str) -> Type:
        plain = context.default_attr_type
        symbol = self.lookup_fully_qualified(NAME)
        if symbol is None or not isinstance(symbol.node, TypeInfo) or context.is_lvalue:
            return plain
        rows = [row for row in _items(context.type) if row.has_base(ROW)]
        if not rows or not all(row.has_base(base) for row in rows):
            return plain
        return _replaced(plain, Instance(symbol.node, []))


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
