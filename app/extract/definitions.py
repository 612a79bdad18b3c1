"""Definitions of settings and collections of values: what one file says of them, and an index of a target's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from app.domain.identity import module_path
from app.domain.site_facts import SettingKind

__all__ = ["Choices", "Definition", "Definitions", "SettingsIndex", "nearness"]

MAX_OF_TARGET: Final = 40_000
MAX_NAMED: Final = 40  # of one name


@dataclass(frozen=True, slots=True)
class Definition:
    """Where a setting is defined.

    Attributes:
        name: as a person writes it: `--tp-size`, `SGLANG_MODE`, `tp_size`.
        key: as code reads it: `tp_size`, `SGLANG_MODE`.
        owner: the class of a field.
        path: of the file in the target.
    """

    name: str
    key: str
    kind: SettingKind
    path: str
    line: int
    owner: str | None = None
    default: str | None = None
    help: str | None = None
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Choices:
    """The values of an enumeration or a constant collection, as in the source; of an enumeration `NAME = value`."""

    name: str
    path: str
    values: tuple[str, ...]
    enum: bool = False


@dataclass(frozen=True, slots=True)
class Definitions:
    """What one file defines."""

    settings: tuple[Definition, ...] = ()
    choices: tuple[Choices, ...] = ()


@dataclass(frozen=True)
class SettingsIndex:
    """The definitions of a target, by key and by name."""

    settings: Mapping[str, tuple[Definition, ...]] = field(default_factory=dict)
    choices: Mapping[str, tuple[Choices, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, found: Iterable[Definitions]) -> SettingsIndex:
        """Put together what the files define."""
        settings: dict[str, list[Definition]] = {}
        choices: dict[str, list[Choices]] = {}
        count = 0
        for one in found:
            count += len(one.settings) + len(one.choices)
            if count > MAX_OF_TARGET:
                break
            for definition in one.settings:
                settings.setdefault(definition.key, []).append(definition)
            for values in one.choices:
                choices.setdefault(values.name, []).append(values)
        return cls(
            {key: tuple(some[:MAX_NAMED]) for key, some in settings.items()},
            {name: tuple(some[:MAX_NAMED]) for name, some in choices.items()},
        )


def nearness(path: str, module: str) -> int:
    """Count how many folders, from the outermost on, the file of a definition shares with a module."""
    shared = 0
    for left, right in zip(module_path(path).split("/"), module.split("/"), strict=False):
        if left != right:
            break
        shared += 1
    return shared
