"""What stands round a site that shows a way out: who sets what it tests, what was tried, what a subclass replaces."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from app.extract.arguments import owners_of
from app.extract.conditions import shorten
from app.extract.scopes import FunctionScope, ModuleScope, Place, last_name, statements_of
from app.extract.source import Source

__all__ = ["Surroundings"]

MAX_SETTERS: Final = 3
_CODE_CHARS = 160
_VALUE_CHARS = 60
_MAX_TRY_STATEMENTS = 3
_MAX_SUBCLASSES = 3
_FILLS = re.compile(
    r"(?<![\w.])(?P<name>[\w.]+?)(?:\[[^\]\n]{1,60}\]\s*=(?!=)|\.(?:append|add|update|setdefault|insert|extend|register)\()"
)
_LOOKUPS = frozenset({"KeyError", "IndexError", "LookupError"})
_IMPORTS = frozenset({"ImportError", "ModuleNotFoundError"})


class Surroundings:
    """Reads what surrounds the sites of one file."""

    def __init__(self, source: Source, module: ModuleScope) -> None:
        self._source = source
        self._module = module
        self._tries: dict[int, ast.Try] | None = None
        self._fillers: dict[str, list[str]] = {}
        self._starts = sorted(
            (one for one in module.functions if one.node is not None),
            key=lambda one: one.node.lineno,  # type: ignore[union-attr]
        )

    # --- state ----------------------------------------------------------------------------------------

    def set_by(self, nodes: Sequence[ast.AST], place: Place) -> list[dict[str, str]]:
        """Return the functions that set the attributes of `self` that a condition tests, or fill its collections."""
        found: list[dict[str, str]] = []
        for node in nodes:
            for one in ast.walk(node):
                if isinstance(one, ast.Compare) and isinstance(one.ops[0], ast.In | ast.NotIn):
                    found += self._filled(one.comparators[0], place)
                elif _of_self(one):
                    found += self._setters(one.attr, place)  # type: ignore[attr-defined]
        return _distinct(found)[:MAX_SETTERS]

    def _setters(self, attribute: str, place: Place) -> Iterator[dict[str, str]]:
        for owner in owners_of(place, self._module):
            for name, method in owner.methods.items():
                if name == "__init__" or method is place.function:
                    continue
                for one in method.attributes.get(attribute, ())[-1:]:
                    value = self._source.expression(one.value) if one.value is not None else ""
                    yield _filled_in(
                        {
                            "name": f"self.{attribute}",
                            "by": method.qualname or name,
                            "value": shorten(value, _VALUE_CHARS),
                        }
                    )

    def _filled(self, container: ast.expr, place: Place) -> list[dict[str, str]]:
        """Return the functions that put items into a collection of an instance, a class or the module."""
        if isinstance(container, ast.Call) and isinstance(container.func, ast.Attribute):
            container = container.func.value
        text = ast.unparse(container)
        known_here = isinstance(container, ast.Name) and (
            container.id not in place.function.assignments and container.id in self._module.body.assignments
        )
        if not (known_here or _of_self(container)):
            return []
        return [{"name": text, "by": by} for by in self._fill(text) if by != place.function.qualname]

    def _fill(self, text: str) -> list[str]:
        if text not in self._fillers:
            names: dict[str, None] = {}
            for number, line in enumerate(self._source.lines, 1):
                if text not in line or all(found["name"] != text for found in _FILLS.finditer(line)):
                    continue
                if (function := self._enclosing(number)) is not None:
                    names.setdefault(function.qualname or function.name)
            self._fillers[text] = list(names)[:MAX_SETTERS]
        return self._fillers[text]

    def _enclosing(self, line: int) -> FunctionScope | None:
        inner: FunctionScope | None = None
        for one in self._starts:
            if one.node is None or one.node.lineno > line:
                break
            if one.end_line >= line:
                inner = one
        return inner

    # --- what was tried -------------------------------------------------------------------------------

    def attempt(self, handled: ast.AST | None, line: int) -> dict[str, str] | None:
        """Return what the `try` did whose handler a site stands in.

        Args:
            handled: the exception types of the handler, None for a bare one.
            line: of the handler.
        """
        node = self._try_of(line)
        if node is None:
            return None
        statements = node.body[:_MAX_TRY_STATEMENTS]
        code = "; ".join(" ".join(ast.unparse(one).split()) for one in statements)
        fact = {"code": shorten(code, _CODE_CHARS)}
        error = self._source.expression(handled) if isinstance(handled, ast.expr) else ""
        if error:
            fact["error"] = shorten(error, 80)
        names = set(re.findall(r"\w+", error))
        if len(node.body) == 1 and names & _LOOKUPS:
            looked_up = [one for one in ast.walk(node.body[0]) if isinstance(one, ast.Subscript)]
            if len(looked_up) == 1 and not isinstance(looked_up[0].slice, ast.Slice):
                fact["key"] = shorten(ast.unparse(looked_up[0].slice), 80)
                fact["container"] = shorten(ast.unparse(looked_up[0].value), 80)
        if names & _IMPORTS and (module := _imported(node.body)):
            fact["module"] = module
        return fact

    def filled_container(self, attempt: dict[str, str], place: Place) -> list[dict[str, str]]:
        """Return who fills the collection that was looked up in a `try`."""
        container = attempt.get("container")
        if container is None:
            return []
        tree = ast.parse(container, mode="eval").body if "…" not in container else None
        return self._filled(tree, place) if tree is not None and not isinstance(tree, ast.Call) else []

    def missing_module(self, nodes: Sequence[ast.AST]) -> str | None:
        """Return the module whose failed import made a name that a condition tests None or false."""
        names = {one.id for node in nodes for one in ast.walk(node) if isinstance(one, ast.Name)}
        for node in self._source.tree.body:
            if not isinstance(node, ast.Try) or not node.handlers:
                continue
            handled = {
                last_name(one)
                for handler in node.handlers
                for one in (ast.walk(handler.type) if handler.type is not None else ())
            }
            if not handled & _IMPORTS:
                continue
            bound = {
                target.id
                for one in ast.walk(node)
                if isinstance(one, ast.Assign)
                for target in one.targets
                if isinstance(target, ast.Name)
            }
            imported = {
                alias.asname or alias.name.partition(".")[0]
                for one in node.body
                if isinstance(one, ast.Import | ast.ImportFrom)
                for alias in one.names
            }
            if names & (bound | imported):
                return _imported(node.body)
        return None

    def _try_of(self, line: int) -> ast.Try | None:
        if self._tries is None:
            self._tries = {
                handler.lineno: node
                for node in statements_of(self._source.tree)
                if isinstance(node, ast.Try)
                for handler in node.handlers
            }
        return self._tries.get(line)

    # --- methods to replace  -----------------------------------------------------------

    def abstract(self, place: Place, error_class: str | None, *, guarded: bool) -> dict[str, Any] | None:
        """Return the method and class where all that a method does is to raise NotImplementedError."""
        function, owner = place.function, place.owner
        if error_class != "NotImplementedError" or guarded or owner is None or function.node is None:
            return None
        if owner.methods.get(function.name) is not function:
            return None
        replaced = [
            scope.name
            for scope in self._module.classes.values()
            if owner.name in scope.bases and function.name in scope.methods
        ]
        return {"method": function.name, "of": owner.qualname, "replacedIn": replaced[:_MAX_SUBCLASSES]}


def _of_self(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id in {"self", "cls"}
    )


def _imported(statements: Sequence[ast.stmt]) -> str | None:
    for one in statements:
        if isinstance(one, ast.Import):
            return one.names[0].name
        if isinstance(one, ast.ImportFrom) and one.module and not one.level:
            return one.module
    return None


def _filled_in(fact: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in fact.items() if value}


def _distinct(facts: Sequence[dict[str, str]]) -> list[dict[str, str]]:
    return list({tuple(sorted(fact.items())): fact for fact in facts}.values())
