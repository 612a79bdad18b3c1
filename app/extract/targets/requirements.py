"""The pins of a requirements file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from packaging.markers import Marker, UndefinedComparison, UndefinedEnvironmentName
from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name

from app.errors import BadInput

__all__ = ["Pin", "pinned_version", "read_requirements"]

_MOST_BYTES = 4 * 1024 * 1024
_MOST_PINS = 2_000
_COMMENT = re.compile(r"(?:^|\s)#.*$")
_OPTIONS = re.compile(r"\s--[a-z].*$")  # --hash=…, which follow a requirement
_ADDRESS = re.compile(r"://\S*")
_MOST_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Pin:
    """A line of a requirements file: a distribution at a version, or else why it is none."""

    line: int
    text: str
    name: str | None = None
    version: str | None = None
    problem: str | None = None


def pinned_version(requirement: Requirement) -> str | None:
    """Return the one version that a requirement allows, None where it allows several."""
    specifiers = list(requirement.specifier)
    if len(specifiers) != 1 or specifiers[0].operator not in {"==", "==="} or "*" in specifiers[0].version:
        return None
    return specifiers[0].version


def read_requirements(path: Path) -> list[Pin]:
    """Read a requirements file; each line that says anything gives one `Pin`.

    Raises:
        BadInput: it cannot be read, or is too long to be one.
    """
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.") from None
    if len(data) > _MOST_BYTES:
        raise BadInput(f"{path} is larger than {_MOST_BYTES:,} bytes: it is no list of requirements.")
    pins: dict[tuple[str | None, str | None, str | None], Pin] = {}
    for number, text in _lines(data.decode("utf-8-sig", "replace")):
        pin = _pin(number, text)
        pins.setdefault((pin.name, pin.version, pin.problem and text), pin)
    if len(pins) > _MOST_PINS:
        raise BadInput(f"{path} has more than {_MOST_PINS:,} requirements. Take a part of it.")
    return list(pins.values())


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield what is left of each logical line without comments, with its number."""
    held, start = "", 0
    for number, line in enumerate([*text.splitlines(), ""], start=1):
        start = start if held else number
        if line.endswith("\\"):
            held += f"{line[:-1].rstrip()} "
            continue
        whole = _COMMENT.sub("", held + line).strip()
        held = ""
        if whole:
            yield start, whole


def _pin(number: int, text: str) -> Pin:
    shown = _ADDRESS.sub("://…", text)  # which may hold a password
    shown = shown if len(shown) <= _MOST_SHOWN else f"{shown[: _MOST_SHOWN - 1]}…"
    if text.startswith("-"):
        return Pin(number, shown, problem="an option; only pins are read")
    try:
        requirement = Requirement(_OPTIONS.sub("", text))
    except InvalidRequirement:
        return Pin(number, shown, problem="no pin such as name==1.2.3")
    version = pinned_version(requirement)
    if requirement.url is not None:
        return Pin(number, shown, problem="an address; fetch it and name the file")
    if version is None:
        return Pin(number, shown, problem="not pinned to one version with ==")
    if requirement.marker is not None and not _applies(requirement.marker):
        return Pin(number, shown, problem="not for this Python and platform")
    return Pin(number, shown, canonicalize_name(requirement.name), version)


def _applies(marker: Marker) -> bool:
    try:
        return marker.evaluate()
    except (UndefinedComparison, UndefinedEnvironmentName):
        return True
