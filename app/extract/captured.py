"""What the values in a message are in the source, where the template does not say so: arguments of `%`, `format`, loggers."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from app.domain.templates import interpolations
from app.extract.conditions import shorten
from app.extract.flow import reaching
from app.extract.scopes import ModuleScope, Place
from app.extract.source import Source
from app.extract.texts import Text

__all__ = ["CapturedValues"]

MAX_VALUES: Final = 8
_MAX_NAMES = 4
_CODE_CHARS = 80


class CapturedValues:
    """Reads the values of one file's messages."""

    def __init__(self, source: Source, module: ModuleScope) -> None:
        self._source = source
        self._statements = {id(place): node for node, place in module.statements}

    def of(self, place: Place, text: Text | None) -> dict[str, str]:
        """Return what captured values are in the source, by their names in an answer."""
        node = self._statements.get(id(place))
        if text is None or node is None:
            return {}
        found: dict[str, str] = {}
        unnamed = [number for number, hole in enumerate(text.holes, 1) if not hole.expression]
        for one in self._built(node, place):
            if isinstance(one, ast.BinOp) and isinstance(one.op, ast.Mod):
                found.update(self._given(one.right, unnamed))
            elif isinstance(one, ast.Call):
                if isinstance(one.func, ast.Attribute) and one.func.attr == "format":
                    found.update(zip(map(str, range(len(one.args))), map(self._code, one.args), strict=False))
                    found.update({k.arg: self._code(k.value) for k in one.keywords if k.arg})
                for keyword in one.keywords:
                    if keyword.arg == "params" and isinstance(keyword.value, ast.Dict):
                        found.update(self._given(keyword.value, unnamed))
                if unnamed and isinstance(one.func, ast.Attribute) and len(one.args) == len(unnamed) + 1:
                    found.update(zip(map(str, unnamed), map(self._code, one.args[1:]), strict=True))
        shown = set(interpolations(text.template)) | set(map(str, unnamed))
        return {
            name: value
            for name, value in list(found.items())[:MAX_VALUES]
            if name in shown and name != value and value
        }

    @staticmethod
    def _built(node: ast.AST, place: Place) -> Iterator[ast.AST]:
        """Yield the parts of a statement, and those of what its names were given just before."""
        names: dict[str, None] = {}
        for one in ast.walk(node):
            yield one
            if isinstance(one, ast.Name) and one.id in place.function.assignments:
                names.setdefault(one.id)
        for name in list(names)[:_MAX_NAMES]:
            for assigned in reaching(name, place.function, place)[0][-2:]:
                if assigned.value is not None:
                    yield from ast.walk(assigned.value)

    def _given(self, node: ast.expr, unnamed: Sequence[int]) -> Mapping[str, str]:
        if isinstance(node, ast.Dict):
            return {
                str(key.value): self._code(value)
                for key, value in zip(node.keys, node.values, strict=True)
                if isinstance(key, ast.Constant)
            }
        items = list(node.elts) if isinstance(node, ast.Tuple) else [node]
        if len(items) != len(unnamed):
            return {}
        return {str(number): self._code(item) for number, item in zip(unnamed, items, strict=True)}

    def _code(self, node: ast.expr) -> str:
        return shorten(self._source.expression(node), _CODE_CHARS)
