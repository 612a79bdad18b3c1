"""What the names in a piece of example code stand for: imports, variables, what the code itself makes."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterable, Iterator

__all__ = ["Scope", "chain_of", "fixed_part", "names_made", "parsed", "trees_of"]

_AFTER = re.compile(r"^[ \t]*#[ \t]*after\b.*$", re.MULTILINE | re.IGNORECASE)
_BEFORE = re.compile(r"^[ \t]*#[ \t]*before\b.*$", re.MULTILINE | re.IGNORECASE)
_MAX_STEPS = 50


def fixed_part(code: str) -> str:
    """Return what stands after the fix; all of it where nothing says which part that is."""
    after = _AFTER.search(code)
    if after is not None:
        return _BEFORE.split(code[after.end() :])[0]
    return "" if _BEFORE.search(code) else code


def names_made(tree: ast.AST) -> set[str]:
    """Return the names that code makes: functions, classes, variables, arguments, attributes that it sets."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            names.add(node.id if isinstance(node, ast.Name) else node.attr)
    return names


def trees_of(code: str) -> Iterator[ast.Module]:
    """Yield what can be parsed of code: all of it, or else the parts of a fix."""
    whole = parsed(code)
    if whole is not None:
        yield whole
        return
    for part in re.split(r"^[ \t]*#[ \t]*(?:before|after)\b.*$", code, flags=re.MULTILINE | re.IGNORECASE):
        tree = parsed(part)
        if tree is not None:
            yield tree


def parsed(code: str) -> ast.Module | None:
    """Return the syntax tree of code, that of an `except` without its `try` too; None where it is no Python."""
    text = code.strip("\n")
    if text.lstrip().startswith("except"):
        text = f"try:\n    pass\n{text}"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an escape that is odd is not wrong
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


class Scope:
    """What names of a piece of code stand for.

    Attributes:
        imported: names bound by imports from the package, with their dotted origin.
        foreign: names bound by other imports.
        made: variables that hold what a class of capital initial returned, with its name.
    """

    def __init__(self, tree: ast.Module, packages: Iterable[str], beside: Iterable[ast.Module] = ()) -> None:
        """Read code; `beside` holds what stands with it, and may have its imports."""
        own = set(packages)
        self.imported: dict[str, str] = {}
        self.foreign: set[str] = set()
        self.made: dict[str, str] = {}
        self._values: dict[str, ast.expr] = {}
        for one in (*beside, tree):
            for node in ast.walk(one):
                if isinstance(node, ast.Import | ast.ImportFrom):
                    self._imports(node, own)
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and len(node.targets) == 1:
                self._binds(node.targets[0], node.value)
            elif isinstance(node, ast.withitem) and node.optional_vars is not None:
                self._binds(node.optional_vars, node.context_expr)

    def _imports(self, node: ast.Import | ast.ImportFrom, own: set[str]) -> None:
        for one in node.names:
            if isinstance(node, ast.Import):
                root = one.name.partition(".")[0]
                bound, origin = one.asname or root, one.name if one.asname else root
            else:
                root = "" if node.level else (node.module or "").partition(".")[0]
                bound, origin = one.asname or one.name, f"{node.module}.{one.name}"
            if root in own:
                self.imported[bound] = origin
            else:
                self.foreign.add(bound)

    def _binds(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Name):
            self._values.setdefault(target.id, value)
            if (
                isinstance(value, ast.Call)
                and isinstance(value.func, ast.Name)
                and value.func.id[:1].isupper()
            ):
                self.made[target.id] = value.func.id

    def root(self, node: ast.expr) -> str | None:
        """Return the name that an expression begins with, looking through variables; None where it has none."""
        for _ in range(_MAX_STEPS):
            if isinstance(node, ast.Attribute | ast.Subscript | ast.Await | ast.Starred):
                node = node.value
            elif isinstance(node, ast.Call):
                node = node.func
            elif isinstance(node, ast.Name) and node.id in self._values:
                node = self._values[node.id]
            else:
                break
        return node.id if isinstance(node, ast.Name) else None


def chain_of(node: ast.expr) -> list[str] | None:
    """Return the names of `a.b.c`; None where it begins with anything else."""
    names: list[str] = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return None
    return [node.id, *reversed(names)]
