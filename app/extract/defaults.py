"""Default values of parameters."""

from __future__ import annotations

import ast

from app.extract.scopes import FunctionScope

__all__ = ["default_of"]


def default_of(function: FunctionScope, name: str) -> ast.expr | None:
    """Return the default value of a parameter."""
    if function.node is None:
        return None
    args = function.node.args
    positional = [*args.posonlyargs, *args.args]
    defaults = dict(zip([arg.arg for arg in positional[::-1]], args.defaults[::-1], strict=False))
    if name in defaults:
        return defaults[name]
    for arg, value in zip(args.kwonlyargs, args.kw_defaults, strict=True):
        if arg.arg == name:
            return value
    return None
