"""The values that a test lets pass: written there, a constant of this file or of another one, members of an enumeration."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any, Final

from app.extract.conditions import shorten
from app.extract.deciding import Deciding
from app.extract.definitions import SettingsIndex, nearness
from app.extract.evaluate import Evaluator
from app.extract.flow import reaching
from app.extract.scopes import ModuleScope, Place, last_name

__all__ = ["Accepting"]

MAX_VALUES: Final = 12


class Accepting:
    """Finds the values that the conditions of one file's sites let pass.

    Args:
        module: the file.
        evaluator: of it.
        index: the collections and enumerations of the whole target.
        name: path of the file.
    """

    def __init__(self, module: ModuleScope, evaluator: Evaluator, index: SettingsIndex, name: str) -> None:
        self._module = module
        self._evaluator = evaluator
        self._index = index
        self._name = name

    def accepted(self, deciding: Deciding, place: Place) -> dict[str, Any] | None:
        """Return the values that a membership test, or a chain of comparisons, lets pass."""
        if len(deciding.read) > 1:  # another of them may be the way out
            return None
        for one in deciding.read:
            for tree, holds in _tests(one.tree, one.holds):
                if not isinstance(tree, ast.Compare) or len(tree.ops) != 1:
                    continue
                operator, left, right = tree.ops[0], tree.left, tree.comparators[0]
                if isinstance(operator, ast.NotIn if holds else ast.In):
                    values = self._members(right, place)
                elif isinstance(operator, ast.NotEq if holds else ast.Eq) and _one_value(right):
                    values = [ast.unparse(right)]
                elif isinstance(operator, ast.IsNot if holds else ast.Is) and isinstance(
                    right, ast.Attribute
                ):
                    values = self._enum_member(right)
                else:
                    continue
                if values:
                    shown = values[:MAX_VALUES]
                    more = {"more": len(values) - len(shown)} if len(values) > len(shown) else {}
                    return {"of": shorten(ast.unparse(left), 80), "values": shown, **more}
        return None

    # --- parts ---------------------------------------------------------------

    def _members(self, node: ast.expr, place: Place) -> list[str]:
        """Return the members of what a value is looked up in, as far as the source says."""
        value: ast.expr | None = node
        for _ in range(4):
            if (
                isinstance(value, ast.Call)
                and isinstance(value.func, ast.Attribute)
                and value.func.attr == "keys"
            ):
                value = value.func.value
            elif isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.args:
                if value.func.id not in {"frozenset", "set", "tuple", "list", "sorted"}:
                    return []
                value = value.args[0]
            elif isinstance(value, ast.Name | ast.Attribute):
                bound = self._bound(value, place)
                if bound is None:
                    return self._choices(value)
                value = bound
            else:
                break
        if isinstance(value, ast.BinOp) and isinstance(value.op, ast.BitOr | ast.Add):
            return [*self._members(value.left, place), *self._members(value.right, place)]
        if isinstance(value, ast.Dict):
            items: list[ast.expr | None] = list(value.keys)
        elif isinstance(value, ast.Tuple | ast.List | ast.Set):
            items = list(value.elts)
        else:
            return []
        if not all(
            isinstance(one, ast.Constant) or _one_value(one) or isinstance(one, ast.Name) for one in items
        ):
            return []
        return [shorten(ast.unparse(one), 60) for one in items if one is not None]

    def _bound(self, node: ast.Name | ast.Attribute, place: Place) -> ast.expr | None:
        if isinstance(node, ast.Name):
            if node.id in place.function.assignments:
                assigned, _ = reaching(node.id, place.function, place)
            else:
                assigned = self._module.body.assignments.get(node.id, [])[-1:]
            return assigned[0].value if len(assigned) == 1 and assigned[0].kind == "set" else None
        if isinstance(node.value, ast.Name):
            base = node.value.id
            owner = place.owner if base in {"self", "cls"} else self._module.classes.get(base)
            found = self._evaluator.class_attribute(owner, node.attr) if owner is not None else None
            return found[0] if found else None
        return None

    def _choices(self, node: ast.Name | ast.Attribute) -> list[str]:
        """Return the values of a constant or enumeration of another file."""
        name = last_name(node) or ""
        known = self._index.choices.get(name, ())
        if not known:
            return []
        best = max(known, key=lambda one: (nearness(one.path, self._name), one.path))
        return list(best.values) if len(known) == 1 or nearness(best.path, self._name) > 1 else []

    def _enum_member(self, node: ast.Attribute) -> list[str]:
        """Return the one member that passes, with its value, where it is a member of an enumeration."""
        owner = last_name(node.value) or ""
        for known in self._index.choices.get(owner, ()):
            for value in known.values if known.enum else ():
                name, _, text = value.partition(" = ")
                if name == node.attr:
                    return [f"{owner}.{name} ({text})"]
        return []


def _tests(tree: ast.expr | None, holds: bool) -> Iterator[tuple[ast.expr, bool]]:
    """Yield the tests that a condition joins, each with whether it holds when the site is reached."""
    pending = [(tree, holds)] if tree is not None else []
    while pending:
        one, truth = pending.pop(0)
        if isinstance(one, ast.UnaryOp) and isinstance(one.op, ast.Not):
            pending.insert(0, (one.operand, not truth))
        elif isinstance(one, ast.BoolOp):
            pending[:0] = [(value, truth) for value in one.values]
        else:
            yield one, truth


def _one_value(node: ast.expr | None) -> bool:
    """Tell whether an expression names one value: a text, or a member of an enumeration or module."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str)
    return isinstance(node, ast.Attribute) and node.attr[:1].isupper()
