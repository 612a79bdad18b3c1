"""The proofs as they stand in their files, and what they print when they are run."""

from __future__ import annotations

import ast
import dataclasses
import json
import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.knowledge.form import Prose
from tests.knowledge.postgresql import NOT_HERE

__all__ = ["FOLDER", "PINNED", "ROOT", "Part", "Proof", "all_proofs", "due_proofs", "read_proof", "run"]

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]
# What errdex does not stand on: the proofs of these run with the interpreter of an environment of their own, which
# `make verify-knowledge` makes of requirements-knowledge.lock.
_ELSEWHERE = frozenset({"celery", "django", "numpy", "pandas", "pytest", "requests", "scikit_learn"})
PINNED = ROOT / ".venv-knowledge" / "pinned" / "bin" / "python"
_DUE = "ERRDEX_TEST_PINNED"
_DISTRIBUTIONS = {"sqlalchemy_postgresql": "sqlalchemy"}
_ID = re.compile(r'^ID = "(?P<id>[0-9a-f]*)"$', re.MULTILINE)


@dataclass(frozen=True)
class Proof:
    """A proof as its file says, without running anything.

    Attributes:
        package: name of its folder.
        record_id: "" where it has no record yet.
        bodies: of its functions, dedented.
        guard: source of the type guard.
    """

    path: Path
    package: str
    record_id: str
    prose: Prose
    bodies: dict[str, str]
    guard: str | None

    @property
    def module(self) -> str:
        """Dotted name to import it by."""
        return ".".join(self.path.relative_to(ROOT).with_suffix("").parts)

    @property
    def distribution(self) -> str:
        """The distribution that it breaks: its folder, which may say after it what else is needed."""
        return _DISTRIBUTIONS.get(self.package, self.package)

    @property
    def python(self) -> str:
        """Interpreter of the environment that has what it breaks, at the release of its record."""
        return str(PINNED) if self.package in _ELSEWHERE else sys.executable

    @property
    def name(self) -> str:
        """How reports call it."""
        return f"{self.package}/{self.path.stem}"

    @property
    def parts(self) -> list[str]:
        """The names of what is run."""
        return [name for name in self.bodies if name.startswith(("before", "after"))]

    def keep_id(self, record_id: str) -> None:
        """Write the id into the file."""
        text = self.path.read_text(encoding="utf-8")
        self.path.write_text(_ID.sub(f'ID = "{record_id}"', text), encoding="utf-8")


@dataclass(frozen=True)
class Part:
    """What running a part gave."""

    code: int
    output: str


def all_proofs() -> list[Proof]:
    """Return all proofs, in the order of their paths."""
    return [read_proof(path) for path in sorted(FOLDER.glob("*/*.py")) if path.name != "__init__.py"]


def due_proofs() -> list[Proof]:
    """Return the proofs that this run of the tests is for.

    They are those of what errdex stands on, and with the environment variable ERRDEX_TEST_PINNED all others.
    """
    elsewhere = bool(os.environ.get(_DUE))
    return [one for one in all_proofs() if (one.package in _ELSEWHERE) == elsewhere]


def read_proof(path: Path) -> Proof:
    """Read the file of a proof; nothing in it is run.

    Raises:
        ValueError: it has not the form that `tests.knowledge.form` tells.
    """
    text = path.read_text(encoding="utf-8")
    found = _ID.search(text)
    if found is None:
        raise ValueError(f'{path}: has no line ID = ""')
    lines = text.split("\n")
    bodies: dict[str, str] = {}
    sources: dict[str, str] = {}
    prose: Prose | None = None
    guard: str | None = None
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            start = node.body[0]
            first = min([start.lineno, *(one.lineno for one in getattr(start, "decorator_list", ()))])
            bodies[node.name] = _lines(lines, first, node.end_lineno)
            sources[node.name] = _lines(lines, node.lineno, node.end_lineno)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            if name == "PROSE" and isinstance(node.value, ast.Call):
                fields = {one.arg: ast.literal_eval(one.value) for one in node.value.keywords if one.arg}
                prose = Prose(**fields)
            elif name == "GUARD" and isinstance(node.value, ast.Name):
                guard = sources[node.value.id]
    if prose is None or not {"before", "after"} <= bodies.keys():
        raise ValueError(f"{path}: needs PROSE, before() and after()")
    return Proof(path, path.parent.name, found["id"], prose, bodies, guard)


def run(proofs: Iterable[Proof], *, python: str | None = None) -> dict[str, dict[str, Part]]:
    """Run proofs; return what each of their parts gave, by name of the proof.

    Args:
        proofs: to run; those of one package share a process that has imported it.
        python: interpreter to run them with; otherwise each with its own.
    """
    by_package: dict[str, list[Proof]] = {}
    for proof in proofs:
        by_package.setdefault(proof.package, []).append(proof)
    results: dict[str, dict[str, Part]] = {}
    for some in by_package.values():
        results.update(_run(some, python or some[0].python))
    return results


def _run(proofs: Sequence[Proof], python: str) -> dict[str, dict[str, Part]]:
    variables = {
        "PATH": os.environ["PATH"],
        "HOME": os.devnull,
        "COLUMNS": "100",
        "PYTHONPATH": str(ROOT),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = [
        str(Path(python).absolute()),
        "-m",
        "tests.knowledge.run_proofs",
        *(proof.module for proof in proofs),
    ]
    ran = subprocess.run(
        command, cwd=FOLDER.parent, env=variables, capture_output=True, text=True, timeout=600, check=False
    )
    if NOT_HERE in ran.stderr:
        reason = ran.stderr[ran.stderr.index(NOT_HERE) :].strip()
        return {proof.name: dict.fromkeys([*proof.parts, "handling"], Part(-1, reason)) for proof in proofs}
    if ran.returncode:
        raise RuntimeError(f"{proofs[0].package}: the proofs cannot be run:\n{ran.stderr}")
    found: dict[str, Any] = json.loads(ran.stdout)
    return {proof.name: {part: Part(**one) for part, one in found[proof.module].items()} for proof in proofs}


def as_json(results: dict[str, dict[str, Part]]) -> str:
    """Return results as text."""
    return json.dumps(
        {
            name: {part: dataclasses.asdict(one) for part, one in parts.items()}
            for name, parts in results.items()
        }
    )


def from_json(text: str) -> dict[str, dict[str, Part]]:
    """Read results back."""
    return {
        name: {part: Part(**one) for part, one in parts.items()} for name, parts in json.loads(text).items()
    }


def _lines(lines: Sequence[str], first: int, last: int | None) -> str:
    return textwrap.dedent("\n".join(lines[first - 1 : last])).strip("\n")
