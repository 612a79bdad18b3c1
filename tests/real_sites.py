"""Real templates, and texts that programs make of them: of the packages that the tests themselves need, read at run time."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from app.domain.templates import Interpolation, parse_template
from app.extract.model import SourceFile
from app.extract.sites import read_sites

PACKAGES = ("pydantic", "hypothesis", "alembic", "werkzeug", "starlette", "click", "_pytest", "psycopg")
VALUES = ("", "17", "'a b'", "(3, 4)", "<object at 0x7f>", "no such key", "x\ny")
# Real lines of logs have words of errors in them.
NOISE = (
    "INFO: connection to the server was closed, expected 3 arguments, got 4",
    "  warning: invalid value for option of type 'str' is not a valid argument",
    "test_model.py::test_config PASSED [ 12%]",
)


@cache
def real_templates() -> tuple[str, ...]:
    """Return the templates of all raise sites of these packages."""
    found: dict[str, None] = {}
    for path in _files():
        read = read_sites(SourceFile(path.name, path.read_bytes()))
        assert not [note for note in read.notes if "fault of errdex" in note], path
        for site in read.sites:
            if site.template and site.template.strip():
                found[site.template] = None
    assert len(found) > 1500
    return tuple(found)


def _files() -> Iterator[Path]:
    for name in PACKAGES:
        spec = find_spec(name)
        assert spec is not None and spec.origin is not None
        yield from sorted(Path(spec.origin).parent.rglob("*.py"))


def message_of(template: str, chooser: random.Random) -> str:
    """Return a message as the program prints it."""
    return "".join(
        chooser.choice(VALUES) if isinstance(part, Interpolation) else part
        for part in parse_template(template)
    )


@cache
def real_texts() -> tuple[str, ...]:
    """Return messages of these packages: whole, within a line, wrapped, cut; and lines that are none."""
    chooser = random.Random(7)
    made = list(NOISE)
    for template in chooser.sample(real_templates(), 150):
        message = message_of(template, chooser)
        made.append(
            chooser.choice(
                [
                    message,
                    f"boot failed: {message}!",
                    message.replace(" ", "\n  ", 2),
                    message[: len(message) // 2],
                ]
            )
        )
    return tuple(made)
