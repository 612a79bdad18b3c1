"""Text that holds no error of any package: what patterns are tried on, to see whether they say too little.

A pattern that stands in it would fire on what anybody prints, so it is demoted (`patterns.analyse`).
"""

from __future__ import annotations

from functools import cache

from app.domain.ordinary import builds, interpreter, programs, servers

__all__ = ["everyday_messages", "ordinary_lines"]


@cache
def ordinary_lines() -> tuple[str, ...]:
    """Return lines of logs and prose."""
    return tuple(
        line for module in (servers, builds, programs) for line in module.LINES.splitlines() if line.strip()
    )


@cache
def everyday_messages() -> tuple[str, ...]:
    """Return messages of the interpreter and its library."""
    return tuple(line for line in interpreter.LINES.splitlines() if line)
