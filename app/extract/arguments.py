"""The parameters that a condition or a message speaks of, whoever takes them: the function, or the class it is of."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from typing import Final

from app.extract.conditions import shorten
from app.extract.defaults import default_of
from app.extract.flow import reaching
from app.extract.parameters import parameter_doc
from app.extract.scopes import ClassScope, FunctionScope, ModuleScope, Place
from app.extract.source import Source

__all__ = ["Arguments", "owners_of"]

MAX_ARGUMENTS: Final = 3
_VALUE_CHARS = 60
_SKIPPED_NAMES = frozenset({"args", "kwargs"})


class Arguments:
    """Reads the parameters of one file's functions."""

    def __init__(self, source: Source, module: ModuleScope) -> None:
        self._source = source
        self._module = module
        self._docs: dict[int, str | None] = {}

    def of(self, names: Sequence[str], place: Place) -> list[dict[str, str]]:
        """Return the parameters among these names: of the function, or those that became attributes of the instance.

        Args:
            names: expressions of a condition or message, `mode`, `self.mode`, `mode.value`.
            place: of the site.
        """
        found: list[dict[str, str]] = []
        for name in names:
            root = re.split(r"[.\[(]", name)[0]
            if root in {"self", "cls"}:
                attribute = re.match(r"(?:self|cls)\.(\w+)", name)
                if attribute is not None:
                    found += self._stored(attribute[1], place)
            elif root in place.function.parameters and root not in _SKIPPED_NAMES:
                found.append(self._argument(root, place.function, place.owner))
            else:
                found += self._through_locals(root, place)
        return list(_distinct(found))[:MAX_ARGUMENTS]

    def _through_locals(self, name: str, place: Place) -> list[dict[str, str]]:
        """Return the parameter that a local name was made of, where it is the only one."""
        if name not in place.function.assignments:
            return []
        assigned, _ = reaching(name, place.function, place)
        used = {
            one.id
            for assignment in assigned
            if assignment.value is not None
            for one in ast.walk(assignment.value)
            if isinstance(one, ast.Name) and one.id in place.function.parameters
        } - _SKIPPED_NAMES
        return [self._argument(used.pop(), place.function, place.owner)] if len(used) == 1 else []

    def _stored(self, attribute: str, place: Place) -> list[dict[str, str]]:
        for owner in owners_of(place, self._module):
            init = owner.methods.get("__init__")
            for one in init.attributes.get(attribute, ()) if init is not None else ():
                names = {
                    node.id
                    for node in (ast.walk(one.value) if one.value is not None else ())
                    if isinstance(node, ast.Name)
                }
                given = [name for name in init.parameters if name in names] if init is not None else []
                if init is not None and len(given) == 1:
                    return [self._argument(given[0], init, owner)]
        return []

    def _argument(self, name: str, function: FunctionScope, owner: ClassScope | None) -> dict[str, str]:
        is_init = function.name == "__init__" and owner is not None
        of = owner.qualname if is_init and owner is not None else function.qualname or function.name
        default = default_of(function, name)
        doc = parameter_doc(self._doc(function), name)
        if doc is None and is_init and owner is not None:
            doc = parameter_doc(self._class_doc(owner), name)
        fact = {
            "name": name,
            "of": of,
            "default": shorten(ast.unparse(default), _VALUE_CHARS) if default is not None else "",
            "doc": doc or "",
        }
        return {key: value for key, value in fact.items() if value}

    def _doc(self, function: FunctionScope) -> str | None:
        if id(function) not in self._docs:
            self._docs[id(function)] = ast.get_docstring(function.node) if function.node is not None else None
        return self._docs[id(function)]

    def _class_doc(self, owner: ClassScope) -> str | None:
        for node in self._source.tree.body:
            if isinstance(node, ast.ClassDef) and node.name == owner.name:
                return ast.get_docstring(node)
        return None


def owners_of(place: Place, module: ModuleScope) -> list[ClassScope]:
    """Return the class that a place is in, and its bases in this file."""
    if place.owner is None:
        return []
    bases = (module.classes.get(name) for name in place.owner.bases)
    return [place.owner, *(one for one in bases if one is not None)]


def _distinct(facts: Sequence[dict[str, str]]) -> Iterator[dict[str, str]]:
    yield from {tuple(sorted(fact.items())): fact for fact in facts}.values()
