"""The browser's types, written from the server's: ``python -m tests.conformance.browser_types``.

With ``--check`` it fails when the file is not what it would write. A module of ``MODULES`` gives
its TypedDicts, tagged structs, NewTypes, and names for unions and literals; what one is composed of
must be there.
"""

import sys
import types
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import (
    Annotated,
    Any,
    Literal,
    NewType,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from msgspec import Struct, UnsetType
from msgspec.structs import fields

ROOT = Path(__file__).resolve().parents[2]
WRITTEN = ROOT / "static" / "js" / "types" / "frames.d.ts"
MODULES = ("tables.engine.events", "tables.wire.frame_types", "tables.wire.wishes")

HEAD = """\
// Written by `make types` from {modules}: change those.
"""
CHOICES = (Union, Literal, types.UnionType)
PLAIN: Mapping[object, str] = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    type(None): "null",
    object: "unknown",
    Any: "unknown",
}


class Untranslatable(Exception):
    """A type that the browser has no word for."""


def written(modules: Sequence[types.ModuleType]) -> str:
    """The declarations of these modules, those of the first first."""
    named: dict[str, Any] = {}
    for module in modules:
        for name, kind in own_types(module):
            if named.setdefault(name, kind) is not kind:
                raise Untranslatable(f"{name} is two types")
    browser = Browser({frozenset(get_args(kind)): name for name, kind in named.items()})
    head = HEAD.format(modules=", ".join(module.__name__ for module in modules))
    return "\n".join([head, *(browser.declaration(name, kind) for name, kind in named.items())])


def own_types(module: types.ModuleType) -> Iterator[tuple[str, object]]:
    """What a module itself names, in its order; a choice that it imports has its name there."""
    for name, kind in vars(module).items():
        made_here = getattr(kind, "__module__", None) == module.__name__
        known = get_origin(kind) in CHOICES or (made_here and is_named(kind))
        if known and not name.startswith("_"):
            yield name, kind


def is_named(kind: object) -> bool:
    return is_typeddict(kind) or isinstance(kind, NewType) or is_tagged(kind)


def is_tagged(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct) and bool(kind.__struct_config__.tag)


def bare(kind: Any) -> Any:
    """A type without its notes; one that the server takes as it comes is noted for the browser."""
    if get_origin(kind) is not Annotated:
        return kind
    return next(filter(is_named, kind.__metadata__), kind.__origin__)


def parts(kind: Any) -> Iterator[tuple[str, Any, bool]]:
    """The name and type of each key of an object, and whether it must be there."""
    hints = get_type_hints(kind, include_extras=True)
    if not is_tagged(kind):
        for name, hint in get_type_hints(kind).items():
            yield name, hint, name in kind.__required_keys__
        return
    config = kind.__struct_config__
    yield config.tag_field, Literal[config.tag], True
    for field in fields(kind):
        yield field.name, hints[field.name], field.required


class Browser:
    """Writes types as TypeScript has them, once they have been through JSON.

    ``choices`` are the names of unions and literals by what may be chosen.
    """

    def __init__(self, choices: Mapping[frozenset[Any], str]) -> None:
        self._choices = {among: name for among, name in choices.items() if among}

    def declaration(self, name: str, kind: Any) -> str:
        """``export ...`` for one type, with the first paragraph of its docstring."""
        if isinstance(kind, NewType):
            return f"export type {name} = {self.type(kind.__supertype__)};\n"
        if not is_typeddict(kind) and not is_tagged(kind):
            each = "".join(f"\n  | {one}" for one in self._each(kind))
            return f"export type {name} ={each};\n"
        says = " ".join((kind.__doc__ or "").split("\n\n")[0].replace("``", "`").split())
        keys = "".join(
            f"  {name}{'' if required else '?'}: {self.type(hint)};\n"
            for name, hint, required in parts(kind)
        )
        comment = f"/** {says} */\n" if says else ""
        return f"{comment}export interface {name} {{\n{keys}}}\n"

    def type(self, kind: Any) -> str:
        kind = bare(kind)
        origin, inner = get_origin(kind), get_args(kind)
        if kind in PLAIN:
            return PLAIN[kind]
        if is_named(kind):
            return str(kind.__name__)
        if origin in CHOICES:
            return self._choice(frozenset(inner)) or " | ".join(self._each(kind))
        if isinstance(kind, type) and issubclass(kind, StrEnum):
            return " | ".join(f'"{one.value}"' for one in kind)
        if origin is tuple and inner[-1] is not Ellipsis:
            return f"[{', '.join(map(self.type, inner))}]"
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return f"Record<string, {self.type(inner[1])}>"
        if isinstance(origin, type) and issubclass(origin, Sequence):
            return f"Array<{self.type(inner[0])}>"
        raise Untranslatable(repr(kind))

    def _each(self, kind: Any) -> list[str]:
        if get_origin(kind) is Literal:
            return [f'"{one}"' if isinstance(one, str) else str(one) for one in get_args(kind)]
        return [self.type(one) for one in get_args(kind) if one is not UnsetType]

    def _choice(self, among: frozenset[Any]) -> str | None:
        """A choice by its name, with or without null."""
        none = frozenset({type(None)})
        if (name := self._choices.get(among - none)) is None:
            return None
        return f"{name} | null" if among & none else name


def main(arguments: Sequence[str]) -> int:
    now = written([import_module(name) for name in MODULES])
    if "--check" not in arguments:
        WRITTEN.write_text(now)
    elif not WRITTEN.is_file() or WRITTEN.read_text() != now:
        print(f"{WRITTEN.relative_to(ROOT)} is not what the server says: run `make types`.")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
