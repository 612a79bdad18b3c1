"""Text that holds no error of any package: what patterns are tried on, to see whether they say too little.

A pattern that stands in it would fire on what anybody prints, so it is demoted (`patterns.analyse`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from app.domain.ordinary import builds, compiled, interpreter, programs, servers, systems

__all__ = ["compiled_messages", "everyday_messages", "ordinary_lines"]


@cache
def ordinary_lines() -> tuple[str, ...]:
    """Return lines of logs and prose."""
    return tuple(
        line for module in (servers, builds, programs) for line in module.LINES.splitlines() if line.strip()
    )


@cache
def everyday_messages() -> tuple[str, ...]:
    """Return messages of the interpreter and its library, of operating systems and of web servers."""
    return tuple(line for module in (interpreter, systems) for line in module.LINES.splitlines() if line)


@cache
def compiled_messages() -> Mapping[str, tuple[str, ...]]:
    """Return the beginnings of messages that compiled parts of libraries raise, by package."""
    return MappingProxyType(
        {
            package: tuple(line for line in lines.splitlines() if line)
            for package, lines in compiled.LINES.items()
        }
    )
