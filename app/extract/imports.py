"""What the imported names of a file stand for: constants, tables and functions of the other files of its target."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from app.extract.names import FunctionFacts, NamesIndex
from app.extract.scopes import ModuleScope, Place
from app.extract.texts import Text

__all__ = ["Imports"]


class Imports:
    """Reads the imported names of one file; `here` is its dotted path."""

    def __init__(self, module: ModuleScope, names: NamesIndex, here: str) -> None:
        self._imports = module.imports
        self._names = names
        self._here = here

    def texts(self, node: ast.Name | ast.Attribute) -> list[Text] | None:
        """Return the texts of a constant: of an imported name, or an attribute of an imported module."""
        found = self._where(node)
        texts = self._names.texts.find(*found, self._here) if found else None
        return list(texts) if texts else None

    def entry(self, node: ast.expr, key: str) -> tuple[Text, ...]:
        """Return an entry of a table that another file binds as a constant."""
        found = self._where(node) if isinstance(node, ast.Name | ast.Attribute) else None
        table = self._names.tables.find(*found, self._here) if found else None
        return (table or {}).get(key, ())

    def entry_of_base(self, bases: Iterable[str], attributes: Iterable[str], key: str) -> tuple[Text, ...]:
        """Return an entry of a table that a class of another file binds, or a base of it; of several bases the first."""
        wanted = tuple(attributes)
        found = (self._names.table_of_class(base, wanted, key, self._here) for base in bases)
        return next(filter(None, found), ())

    def function(self, func: ast.expr, place: Place) -> FunctionFacts | None:
        """Return what is known of the function that a call reaches."""
        if isinstance(func, ast.Name) and any(
            one.kind != "import" for one in place.function.assignments.get(func.id, ())
        ):
            return None
        found = self._where(func) if isinstance(func, ast.Name | ast.Attribute) else None
        return self._names.functions.find(*found, self._here) if found else None

    def _where(self, node: ast.Name | ast.Attribute) -> tuple[str, str] | None:
        """Return the name there and the module that an expression is imported from; None where it is not."""
        if isinstance(node, ast.Name):
            module, original = self._imports.get(node.id, ("", ""))
            return (original, module) if original else None
        if not isinstance(node.value, ast.Name) or node.value.id not in self._imports:
            return None
        module, original = self._imports[node.value.id]
        dot = "" if not original or module.endswith(".") else "."
        return node.attr, f"{module}{dot}{original}"
