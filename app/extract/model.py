"""What extraction passes on: raise sites with the conditions that guard them, and where they were read.

bytes of a file -> sites.read_sites -> RaiseSite -> records.draft -> {"record": …, "errdex": …}
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

__all__ = ["Guard", "Origin", "RaiseSite", "SourceFile", "SourceSites"]

# raise X(...), assert, sys.exit / parser.error, logger.error and kin, warnings.warn.
SiteKind = Literal["raise", "assert", "exit", "log", "warning"]
GuardKind = Literal["if", "else", "except", "for", "while", "match", "with", "after-return", "assert"]


@dataclass(frozen=True, slots=True)
class Guard:
    """One condition on the path to a site.

    Attributes:
        kind: `else` is an `if` whose branch was not taken (an `elif` before this one too); `after-return` is an
            `if` above that would have returned or raised.
        text: the expression as it stands in the source, on one line; the exception types of an `except`.
        line: where it stands, from 1.
    """

    kind: GuardKind
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class RaiseSite:
    """A place that raises, asserts, exits, logs an error or warns.

    Attributes:
        error_class: as it prints; None for a logged message.
        template: the text, interpolations as in the source (`{x!r}`, `%(name)s`); None where there is none.
        pattern: the messagePattern of the template.
        line: of the raise keyword (of the call, for a log or exit).
        function: qualified name of the enclosing function (`Pool.grow`), None at module level.
        ordinal: counts equal sites of the function from 0.
        guards: outermost first.
        parameters: parameters of the function that guards or message use, in their order.
        raises_doc: what the function's docstring says of this class under Raises.
        callers: public functions of the same module that call the function, in their order.
        settings: command line flags and environment variables named in guards or message.
        facts: what the source says beside, with the wire's names; see `app.domain.site_facts`.
        source_code, source_start, source_end: lines `line - 18` to `line + 18`, clipped to the file.
    """

    kind: SiteKind
    error_class: str | None
    template: str | None
    pattern: str | None
    line: int
    function: str | None
    ordinal: int
    source_code: str
    source_start: int
    source_end: int
    severity: Literal["error", "warning", "critical"] = "error"
    http_status: int | None = None
    error_code: str | None = None
    guards: tuple[Guard, ...] = ()
    parameters: tuple[str, ...] = ()
    raises_doc: str | None = None
    callers: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One file to read; `path` is its path in the repository or distribution, with forward slashes."""

    path: str
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class SourceSites:
    """The sites of one file in the order of their lines, and what was skipped and why, in words."""

    path: str
    sites: tuple[RaiseSite, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the files of a target come from.

    Attributes:
        repo: `owner/name`, `pypi/<name>` or `local/<name>`.
        name: of the distribution or folder; `version` None for a folder without one.
        sha: the full commit of a git checkout, else None.
        license: SPDX expression, None where the metadata says nothing usable.
        prefix: put before every path, `python/`; "" for none.
        on_github: `repo` is a repository there, so that lines at `sha` have an address.
    """

    repo: str
    name: str
    version: str | None
    sha: str | None = None
    license: str | None = None
    homepage: str | None = None
    prefix: str = ""
    on_github: bool = True
