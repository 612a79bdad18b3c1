"""Calls that give a text that is known: message catalogues, methods of strings, functions that pass it on."""

from __future__ import annotations

import ast
from collections.abc import Callable

__all__ = [
    "CATALOGUE",
    "METHODS",
    "TRANSPARENT",
    "attribute_names",
    "format_operands",
    "passed_on",
    "printed_value",
    "right_operands",
]

# Functions of message catalogues: the positions of their messages.
CATALOGUE: dict[str, tuple[int, ...]] = {
    name: positions
    for positions, names in {
        (
            0,
        ): "_ N_ _l _lazy gettext gettext_lazy gettext_noop lazy_gettext ugettext ugettext_lazy _t lgettext",
        (0, 1): "ngettext ngettext_lazy ungettext ungettext_lazy lazy_ngettext",
        (1,): "pgettext pgettext_lazy dgettext",
        (1, 2): "npgettext npgettext_lazy dngettext",
    }.items()
    for name in names.split()
}
METHODS: dict[str, Callable[[str], str]] = {
    "strip": str.strip,
    "lstrip": str.lstrip,
    "rstrip": str.rstrip,
    "lower": str.lower,
    "upper": str.upper,
    "capitalize": str.capitalize,
}
# Calls that give their argument's text as it is.
TRANSPARENT = frozenset({"str", "mark_safe", "force_str", "smart_str", "to_native", "ensure_str", "cast"})


def passed_on(node: ast.expr) -> ast.Name | ast.Attribute | None:
    """Return the name that a call gives the text of: `message` of `str(message)`; None where it is no such call."""
    inner = node
    while isinstance(inner, ast.Call) and len(inner.args) == 1 and not inner.keywords:
        name = inner.func.attr if isinstance(inner.func, ast.Attribute) else getattr(inner.func, "id", None)
        if name not in TRANSPARENT:
            return None
        inner = inner.args[0]
    return inner if inner is not node and isinstance(inner, (ast.Name, ast.Attribute)) else None


def printed_value(value: object) -> str:
    """Return a constant as a program prints it."""
    if isinstance(value, str):
        return value
    try:
        return repr(value)
    except ValueError:  # an integer of thousands of digits
        return "…"


def right_operands(
    right: ast.expr, expression: Callable[[ast.expr], str]
) -> tuple[list[str], dict[str, str]]:
    """Return the expressions on the right of a `%`: those in order, and those by the keys of a dictionary."""
    if isinstance(right, ast.Dict):
        pairs = zip(right.keys, right.values, strict=True)
        named = {str(key.value): expression(value) for key, value in pairs if isinstance(key, ast.Constant)}
        return [], named
    items = list(right.elts) if isinstance(right, ast.Tuple) else [right]
    if any(isinstance(item, ast.Starred) for item in items):
        return [], {}
    return [expression(item) for item in items], {}


def attribute_names(name: str) -> tuple[str, ...]:
    """Return the names that a class may bind for an attribute: an instance often starts with a copy of its defaults."""
    return name, f"default_{name}"


def format_operands(
    call: ast.Call, expression: Callable[[ast.expr], str]
) -> tuple[list[str], dict[str, str]]:
    """Return the expressions that a call of `format` gives: those in order, and those by keyword."""
    starred = any(isinstance(arg, ast.Starred) for arg in call.args)
    positional = [] if starred else [expression(arg) for arg in call.args]
    return positional, {one.arg: expression(one.value) for one in call.keywords if one.arg}
