"""What a file hands to the constructors of its classes: a text may be kept in an attribute and raised by a method later.

class Unbuilt:
    def __init__(self, message): self._message = message
    def use(self): raise NotBuilt(self._message)

model.kernel = Unbuilt(f"{model} is not built; call build()")
"""

from __future__ import annotations

import ast
from itertools import chain
from typing import Final

from app.extract.scopes import ClassScope, ModuleScope, Place, last_name, nodes_of

__all__ = ["Constructed"]

_MAX_CALLS: Final = 12  # of one class


class Constructed:
    """Finds the calls of one file's classes in it; they are looked up once, and only where one is asked for."""

    def __init__(self, module: ModuleScope) -> None:
        self._module = module
        self._calls: dict[str, list[tuple[ast.Call, Place]]] | None = None

    def given(self, owner: ClassScope, attribute: str) -> list[tuple[ast.expr, Place]]:
        """Return the expressions that calls give for an attribute which `__init__` sets to a parameter.

        Args:
            owner: the class, whose subclasses without an `__init__` of their own count as it.
            attribute: its name, without `self`.
        """
        init = owner.methods.get("__init__")
        bound = init.attributes.get(attribute, []) if init is not None else []
        value = bound[-1].value if bound else None
        if init is None or not isinstance(value, ast.Name) or value.id not in init.parameters:
            return []
        if len(init.assignments.get(value.id, ())) > 0:
            return []
        position = init.parameters.index(value.id)
        found: list[tuple[ast.expr, Place]] = []
        for name in self._names(owner):
            for call, place in self._by_name().get(name, ()):
                named = {keyword.arg: keyword.value for keyword in call.keywords}
                plain = not any(isinstance(arg, ast.Starred) for arg in call.args[: position + 1])
                if position < len(call.args) and plain:
                    found.append((call.args[position], place))
                elif value.id in named:
                    found.append((named[value.id], place))
        return found[:_MAX_CALLS]

    def _names(self, owner: ClassScope) -> list[str]:
        heirs = (
            one.name
            for one in self._module.classes.values()
            if owner.name in one.bases and "__init__" not in one.methods
        )
        return [owner.name, *heirs]

    def _by_name(self) -> dict[str, list[tuple[ast.Call, Place]]]:
        if self._calls is None:
            self._calls = {}
            stated = (
                (call, place)
                for statement, place in self._module.statements
                if isinstance(statement, ast.Expr | ast.Return) and statement.value is not None
                for call in nodes_of(statement.value)
                if isinstance(call, ast.Call)
            )
            for call, place in chain(self._module.assigned_calls, stated):
                name = last_name(call.func)
                if name in self._module.classes:
                    calls = self._calls.setdefault(str(name), [])
                    if len(calls) < _MAX_CALLS:
                        calls.append((call, place))
        return self._calls
