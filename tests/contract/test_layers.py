"""What may import what, who compiles patterns, and that importing does nothing."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = sorted((ROOT / "app").rglob("*.py"))
SOURCES = [path for path in MODULES if "bundled" not in path.parts]
ENGINE = "app/domain/linear.py"
REDACTION = "app/domain/redact.py"
COMPILING = {"compile", "match", "fullmatch", "search", "split", "sub", "subn", "findall", "finditer"}


def test_import_contracts_hold() -> None:
    """The layers in pyproject.toml are kept."""
    ran = subprocess.run(
        [Path(sys.executable).parent / "lint-imports", "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "0 broken" in ran.stdout


def imports_of(tree: ast.AST, module: str) -> list[ast.stmt]:
    """Statements that import a module or from it."""
    return [
        node
        for node in ast.walk(tree)
        if (isinstance(node, ast.Import) and any(alias.name.split(".")[0] == module for alias in node.names))
        or (
            isinstance(node, ast.ImportFrom)
            and node.level == 0
            and (node.module or "").split(".")[0] == module
        )
    ]


def constants_of(tree: ast.Module) -> set[str]:
    """Names in capitals that a module gives a value while it is imported."""
    assigned = [
        target
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
    ]
    return {
        node.id
        for target in assigned
        for node in ast.walk(target)
        if isinstance(node, ast.Name) and node.id.isupper()
    }


def is_fixed_text(node: ast.expr, constants: set[str]) -> bool:
    """Whether an expression is text that stands in the source itself."""
    match node:
        case ast.Constant():
            return isinstance(node.value, str | bytes)
        case ast.Name():
            return node.id in constants
        case ast.JoinedStr():
            return all(is_fixed_text(part, constants) for part in node.values)
        case ast.FormattedValue():
            return is_fixed_text(node.value, constants)
        case ast.BinOp():
            return is_fixed_text(node.left, constants) and is_fixed_text(node.right, constants)
    return False


def running(tree: ast.Module) -> list[ast.AST]:
    """The functions of a module that can run later than its import: all but private ones that only it calls then."""
    functions = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
    ]
    called_later = {
        node.id for function in functions for node in ast.walk(function) if isinstance(node, ast.Name)
    } | {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    return [
        function
        for function in functions
        if isinstance(function, ast.Lambda)
        or not function.name.startswith("_")
        or function.name in called_later
        or function not in tree.body
    ]


def loose_patterns(source: str) -> list[int]:
    """Lines where a function gives the standard library's `re` a pattern that is not fixed text.

    What a module builds while it is imported is fixed too: nothing has been read by then.
    """
    tree = ast.parse(source)
    constants = constants_of(tree)
    imported = [node for node in imports_of(tree, "re") if isinstance(node, ast.ImportFrom)]
    direct = {alias.asname or alias.name for node in imported for alias in node.names}
    found = set()
    for node in (node for function in running(tree) for node in ast.walk(function)):
        if not isinstance(node, ast.Call):
            continue
        called = node.func
        through_module = (
            isinstance(called, ast.Attribute)
            and called.attr in COMPILING
            and isinstance(called.value, ast.Name)
            and called.value.id == "re"
        )
        by_name = isinstance(called, ast.Name) and called.id in direct & COMPILING
        if (through_module or by_name) and not (node.args and is_fixed_text(node.args[0], constants)):
            found.add(node.lineno)
    return sorted(found)


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import re\nA = re.compile(f'{B}x')\n", []),
        ("import re\ndef f(x):\n    return re.search('a' 'b', x)\n", []),
        ("import re\ndef f(x):\n    return re.search(x, 'b')\n", [3]),
        ("from re import compile\ndef f(x):\n    return compile(x)\n", [3]),
        ("import re\nf = lambda x: re.compile(f'{x}')\n", [2]),
        ("def f(x):\n    return x.search('a')\n", []),
        ("import re\n_A = 'a'\ndef f(x):\n    return re.search(rf'{_A}b', x)\n", []),
        ("import re\ndef _f(x):\n    return re.compile(x)\nA = _f('a')\n", []),
        ("import re\ndef _f(x):\n    return re.compile(x)\ndef g(x):\n    return _f(x)\n", [3]),
        ("import re\nclass C:\n    def _f(self, x):\n        return re.compile(x)\n", [4]),
        ("import re\ndef f(A):\n    return re.search(A, 'b')\n", [3]),
    ],
)
def test_rule_sees_loose_patterns(source: str, found: list[int]) -> None:
    """The rule below tells fixed patterns from others."""
    assert loose_patterns(source) == found


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_only_fixed_patterns_backtrack(path: Path) -> None:
    """No function gives the backtracking engine a pattern that came from a record or a paste."""
    assert loose_patterns(path.read_text()) == []
    assert not imports_of(ast.parse(path.read_text()), "regex")


def test_one_module_compiles_record_patterns() -> None:
    """RE2 is imported where the records' patterns are compiled, and where redaction compiles its own rules."""
    users = [
        str(path.relative_to(ROOT)) for path in SOURCES if imports_of(ast.parse(path.read_text()), "re2")
    ]
    assert users == [ENGINE, REDACTION]


WATCHED_IMPORT = """
import importlib, os, sys

modules = sys.argv[1:]
writing = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
did = []

def watch(event, args):
    if event == "open":
        path, mode, flags = args
        if (isinstance(mode, str) and set(mode) & set("wax+")) or (flags or 0) & writing:
            did.append(f"opens {path!r} for writing")
    elif event in {
        "socket.connect", "socket.bind", "socket.getaddrinfo", "sqlite3.connect", "subprocess.Popen", "os.system",
        "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.fork", "os.posix_spawn", "_thread.start_new_thread",
    }:
        did.append(f"{event} {args!r}")

sys.addaudithook(watch)
for name in modules:
    importlib.import_module(name)
    if did:
        sys.exit(f"importing {name}: " + "; ".join(did))
"""


def test_importing_does_nothing(tmp_path: Path) -> None:
    """Importing any module reads no settings, writes no file, and opens no connection, process or thread."""
    names = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for path in SOURCES
        if path.name != "__main__.py"
    ]
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "PYTHONPATH": str(ROOT),
        "PYTHONDONTWRITEBYTECODE": "1",
        # Settings that cannot be read: whoever reads them at import fails.
        **{f"ERRDEX_{name}": "not a number" for name in ("MAX_PASTE_BYTES", "MAX_EVENTS")},
        "ERRDEX_DATABASE_URL": "sqlite:////nowhere/errdex.db",
    }
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", WATCHED_IMPORT, *names],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert list(tmp_path.iterdir()) == []
    assert ran.stdout == ""


def test_import_watch_sees_side_effects(tmp_path: Path) -> None:
    """The watch used above notices a module that writes while it is imported."""
    (tmp_path / "writes.py").write_text("from pathlib import Path\nPath('out').write_text('x')\n")
    (tmp_path / "asks.py").write_text("import app.config\napp.config.Settings()\n")
    for module, said in [("writes", "for writing"), ("asks", "max_paste_bytes")]:
        ran = subprocess.run(
            [sys.executable, "-c", WATCHED_IMPORT, module],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": f"{tmp_path}:{ROOT}", "ERRDEX_MAX_PASTE_BYTES": json.dumps("x")},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert ran.returncode != 0
        assert said in ran.stderr.lower()


def test_modules_stay_small() -> None:
    """A module holds one idea: none has more than 450 lines."""
    sizes = {str(path.relative_to(ROOT)): len(path.read_text().splitlines()) for path in SOURCES}
    assert {name: size for name, size in sizes.items() if size > 450} == {}


def test_names_say_what_they_hold() -> None:
    """No module is a drawer for odds and ends."""
    drawers = {"utils", "util", "helpers", "helper", "manager", "common", "misc"}
    assert [str(path) for path in SOURCES if path.stem in drawers] == []
