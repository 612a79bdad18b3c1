"""What became of the conditions of a check from one version to another: raised in fewer cases, in more, or in others.

Conditions are compared as syntax, part by part; where that does not tell, they have merely changed. Pure.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal

__all__ = ["Comparison", "compare", "differing"]

Comparison = Literal["same", "relaxed", "tightened", "changed"]

_MAX_CHARS: Final = 1_000
_CUT = "…"
# `x > 4` holds in fewer cases than `x > 2`.
_UPWARDS = (ast.Gt, ast.GtE)
_DOWNWARDS = (ast.Lt, ast.LtE)


def compare(old: Sequence[str], new: Sequence[str]) -> Comparison:
    """Compare what had to hold with what has to hold now.

    Args:
        old: conditions that all have to hold, as in the source.
        new: of the newer version.

    Returns:
        `relaxed` where the check now refuses less: more has to hold before it does.
    """
    try:
        return _compare(old, new)
    except (RecursionError, ValueError):  # nested too deeply, or a number of thousands of digits
        return "changed"


def _compare(old: Sequence[str], new: Sequence[str]) -> Comparison:
    gone, come = differing(old, new)
    if not gone and not come:
        return "same"
    if any(_CUT in part for part in (*gone, *come)):
        return "changed"
    if not gone:
        return "relaxed"
    if not come:
        return "tightened"
    verdicts = {_pair(left, right) for left, right in zip(gone, come, strict=False)}
    if len(gone) > len(come):
        verdicts.add("tightened")
    elif len(come) > len(gone):
        verdicts.add("relaxed")
    return verdicts.pop() if len(verdicts) == 1 else "changed"


def differing(old: Sequence[str], new: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the parts that only the old conditions have, and those that only the new ones have."""
    before, after = _parts(old), _parts(new)
    return [part for part in before if part not in after], [part for part in after if part not in before]


def _parts(conditions: Sequence[str]) -> list[str]:
    parts: list[str] = []
    for text in conditions:
        tree = _parsed(text)
        try:
            parts += (
                [ast.unparse(one) for one in _conjuncts(tree, holds=True)] if tree is not None else [text]
            )
        except (RecursionError, ValueError):
            parts.append(text)
    return list(dict.fromkeys(parts))


@lru_cache(maxsize=8_192)
def _parsed(text: str) -> ast.expr | None:
    if len(text) > _MAX_CHARS or _CUT in text:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(f"({text}\n)", mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _conjuncts(node: ast.expr, *, holds: bool) -> list[ast.expr]:
    """Return what has to hold together, with negations moved inwards."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return _conjuncts(node.operand, holds=not holds)
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And) is holds:
        return [part for value in node.values for part in _conjuncts(value, holds=holds)]
    return [node if holds else _negated(node)]


def _negated(node: ast.expr) -> ast.expr:
    opposite: dict[type[ast.cmpop], type[ast.cmpop]] = {
        ast.Eq: ast.NotEq,
        ast.NotEq: ast.Eq,
        ast.Is: ast.IsNot,
        ast.IsNot: ast.Is,
        ast.In: ast.NotIn,
        ast.NotIn: ast.In,
    }
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in opposite:
        return ast.Compare(node.left, [opposite[type(node.ops[0])]()], node.comparators)
    return ast.UnaryOp(ast.Not(), node)


def _disjuncts(text: str) -> list[str]:
    tree = _parsed(text)
    if isinstance(tree, ast.BoolOp) and isinstance(tree.op, ast.Or):
        return [ast.unparse(value) for value in tree.values]
    if isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.Not):
        inner = tree.operand
        if isinstance(inner, ast.BoolOp) and isinstance(inner.op, ast.And):
            return [ast.unparse(_negated(value)) for value in inner.values]
    return [text]


def _pair(old: str, new: str) -> Comparison:
    """Compare one part with the one that came for it."""
    left, right = _disjuncts(old), _disjuncts(new)
    if set(right) < set(left):
        return "relaxed"
    if set(left) < set(right):
        return "tightened"
    if len(left) == len(right) == 1:
        return _compared(_parsed(old), _parsed(new))
    return "changed"


def _compared(old: ast.expr | None, new: ast.expr | None) -> Comparison:
    """Compare two comparisons of one expression: with more or fewer values, with a higher or lower bound."""
    if not (
        isinstance(old, ast.Compare) and isinstance(new, ast.Compare) and len(old.ops) == len(new.ops) == 1
    ):
        return "changed"
    if ast.unparse(old.left) != ast.unparse(new.left):
        return "changed"
    before, after = _values(old), _values(new)
    negative = isinstance(old.ops[0], ast.NotIn | ast.NotEq)
    if before and after and negative == isinstance(new.ops[0], ast.NotIn | ast.NotEq):
        if before < after:
            return "relaxed" if negative else "tightened"
        if after < before:
            return "tightened" if negative else "relaxed"
        return "changed"
    bounds = old.comparators[0], new.comparators[0]
    if type(old.ops[0]) is type(new.ops[0]) and all(_number(one) is not None for one in bounds):
        rises = (_number(bounds[1]) or 0) > (_number(bounds[0]) or 0)
        if isinstance(old.ops[0], _UPWARDS):
            return "relaxed" if rises else "tightened"
        if isinstance(old.ops[0], _DOWNWARDS):
            return "tightened" if rises else "relaxed"
    return "changed"


def _values(node: ast.Compare) -> frozenset[str]:
    operator, right = node.ops[0], node.comparators[0]
    if isinstance(operator, ast.In | ast.NotIn) and isinstance(right, ast.Tuple | ast.List | ast.Set):
        return frozenset(ast.unparse(one) for one in right.elts)
    if isinstance(operator, ast.Eq | ast.NotEq):
        return frozenset({ast.unparse(right)})
    return frozenset()


def _number(node: ast.expr) -> float | None:
    if (
        isinstance(node, ast.Constant)
        and isinstance(node.value, int | float)
        and not isinstance(node.value, bool)
    ):
        return float(node.value)
    return None
