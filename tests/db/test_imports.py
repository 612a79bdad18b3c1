"""The modules of the storage layer import each other in one direction."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import app.db

FOLDER = Path(app.db.__file__).parent


def imported_by(file: Path) -> set[str]:
    """Return the modules of app.db that a module imports anywhere: in a function and for types alone too."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "app.db":
            found.update(name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("app.db."):
            found.add((node.module or "").removeprefix("app.db."))
        elif isinstance(node, ast.Import):
            found.update(
                name.name.removeprefix("app.db.") for name in node.names if name.name.startswith("app.db.")
            )
    return found


def test_no_module_imports_itself_by_way_of_others() -> None:
    """There is an order in which each module stands behind all that it imports."""
    graph = {file.stem: imported_by(file) for file in FOLDER.glob("*.py") if file.stem != "__init__"}
    assert set(TopologicalSorter(graph).static_order()) == set(graph)
    assert "migrate" in graph["engine"]
