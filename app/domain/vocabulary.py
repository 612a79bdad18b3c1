"""The names that stand in the source of a package: what a fix may call, pass, set and import."""

from __future__ import annotations

import builtins
import types
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Final

from rapidfuzz import fuzz, process

__all__ = ["GENERAL", "Vocabulary"]

_NEAR = 75.0
_BUILTIN_TYPES = (
    *(one for one in vars(builtins).values() if isinstance(one, type)),
    types.FunctionType, types.MethodType, types.ModuleType, types.GeneratorType, types.CoroutineType, types.TracebackType,
)  # fmt: skip
_PLAIN_BASES: Final = frozenset(dir(builtins)) | {
    "ABC", "Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "Generic", "Protocol", "NamedTuple", "TypedDict",
}  # fmt: skip
GENERAL: Final = frozenset(dir(builtins)) | {name for one in _BUILTIN_TYPES for name in dir(one)}


@dataclass(frozen=True)
class Vocabulary:
    """What the source of one package says, or of several.

    Attributes:
        labels: of the packages, with their versions.
        packages: names that they are imported by.
        programs: names that they may be run by: their distributions.
        words: every identifier, those in texts and comments included, and every part of a module's path.
        flags: command line flags, wherever they stand.
        declared: flags that the packages' own command lines take; empty where they have none.
        families: beginnings of names in capitals that are the packages' own: `SGLANG_`.
        bases: classes with the last names of their bases; "?" for one that is no plain name.
        functions: of modules.
        homes: classes and functions with the packages that define them.
        dynamic: classes that make attributes up.
        open: functions and classes that take any keyword.
        imported: first names of what the packages import.
    """

    labels: tuple[str, ...] = ()
    packages: frozenset[str] = field(default_factory=frozenset)
    programs: frozenset[str] = field(default_factory=frozenset)
    words: frozenset[str] = field(default_factory=frozenset, repr=False)
    flags: frozenset[str] = field(default_factory=frozenset, repr=False)
    declared: frozenset[str] = field(default_factory=frozenset, repr=False)
    families: frozenset[str] = field(default_factory=frozenset, repr=False)
    bases: Mapping[str, frozenset[str]] = field(default_factory=dict, repr=False)
    functions: frozenset[str] = field(default_factory=frozenset, repr=False)
    homes: Mapping[str, frozenset[str]] = field(default_factory=dict, repr=False)
    dynamic: frozenset[str] = field(default_factory=frozenset, repr=False)
    open: frozenset[str] = field(default_factory=frozenset, repr=False)
    imported: frozenset[str] = field(default_factory=frozenset, repr=False)

    @classmethod
    def joined(cls, some: Iterable[Vocabulary]) -> Vocabulary:
        """Put together what several packages say."""
        parts = list(some)
        bases = _merged(part.bases for part in parts)
        homes = _merged(part.homes for part in parts)
        sets: dict[str, frozenset[str]] = {
            one.name: frozenset().union(*(getattr(part, one.name) for part in parts))
            for one in fields(cls)
            if one.name not in {"labels", "bases", "homes"}
        }
        sets["imported"] -= sets["packages"]
        labels = tuple(label for part in parts for label in part.labels)
        return cls(labels=labels, bases=bases, homes=homes, **sets)

    @cached_property
    def closed(self) -> frozenset[str]:
        """Classes all of whose bases, and theirs, are in the source or plain ones, so that it has all of their attributes."""
        derived: dict[str, list[str]] = {}
        doubtful = [name for name in self.bases if name in self.dynamic]
        for name, bases in self.bases.items():
            for base in bases:
                derived.setdefault(base, []).append(name)
                if base not in self.bases and base not in _PLAIN_BASES:
                    doubtful.append(name)
        seen: set[str] = set()
        while doubtful:
            name = doubtful.pop()
            if name not in seen:
                seen.add(name)
                doubtful.extend(derived.get(name, ()))
        return frozenset(self.bases.keys() - seen)

    @cached_property
    def strict(self) -> frozenset[str]:
        """Functions and closed classes that take no keywords but those which the source names."""
        return (self.closed | self.functions) - self.open

    @property
    def label(self) -> str:
        """The packages in words."""
        return " and ".join(self.labels) if len(self.labels) < 3 else f"these {len(self.labels)} packages"

    def has_flag(self, flag: str) -> bool:
        """Tell whether a flag stands in the source, or its opposite, or the same with other hyphens."""
        plain = flag.removeprefix("--no-") if flag.startswith("--no-") else flag.removeprefix("--")
        spelled = {plain, plain.replace("-", "_"), plain.replace("_", "-")}
        return any(f"--{one}" in self.flags or f"--no-{one}" in self.flags for one in spelled)

    def nearest(self, name: str, among: Iterable[str]) -> str | None:
        """Return the name that is most like another one; None where none is alike."""
        found = process.extractOne(name, among, scorer=fuzz.ratio, score_cutoff=_NEAR)
        return found[0] if found else None


def _merged(some: Iterable[Mapping[str, frozenset[str]]]) -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for one in some:
        for name, those in one.items():
            found[name] = found.get(name, frozenset()) | those
    return found
