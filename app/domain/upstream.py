"""What newer releases made of a check: dropped, relaxed, reworded; as a step that leads, since upgrading may be all. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from app.domain.answer import NextStep
from app.domain.relaxing import compare, differing
from app.domain.sightings import conditions_by_version
from app.domain.versions import version_order

__all__ = ["Successor", "Upstream", "changed_conditions", "lifted_step"]

_MAX_SHOWN = 2
_MESSAGE_CHARS = 160


@dataclass(frozen=True, slots=True)
class Successor:
    """A check that stands where an older one stood: its message, and its conditions as in the source.

    Attributes:
        alike: it says the same in other words.
    """

    record_id: str
    message: str | None
    conditions: tuple[str, ...]
    alike: bool = False


@dataclass(frozen=True, slots=True)
class Upstream:
    """What became of a site after the last version that has it.

    Attributes:
        state: `reworded` or `gone`.
        version: the first learned release without it.
        last: the last one that has it.
        function: that it stood in.
        function_stands: whether that function still raises something.
        conditions: of the site in its last version.
        successors: for a reworded site the one that took its place; for a gone one the new checks of its function
            that speak of the same.
        final: for a reworded site: the first release in which its successor is gone too.
    """

    state: str
    version: str
    last: str
    function: str | None
    function_stands: bool
    conditions: tuple[str, ...] = ()
    successors: tuple[Successor, ...] = ()
    final: str | None = None
    later: tuple[Successor, ...] = field(default=())


def lifted_step(found: Upstream) -> NextStep | None:
    """Return the step that says what a newer release made of a check; None where it stands as firmly as before."""
    function = f"`{found.function}`" if found.function else "its function"
    ending = " Upgrading may lift it."
    if found.state == "reworded" and found.successors:
        new = found.successors[0]
        known = bool(found.conditions and new.conditions)
        verdict = compare(found.conditions, new.conditions) if known else "changed"
        said = f"In {found.version} it reads “{_short(new.message)}”{_when(new)}"
        if found.final is not None:
            text = f"Lifted upstream in {found.final}, where the check is gone. It stood like this up to {found.last}. {said}."
            return _step(text + _now(found.later) + ending, found.final)
        if verdict == "changed" and known:
            was = f" It was raised when `{found.conditions[-1]}`: see whether the new one lets you pass."
            return NextStep(kind="changed", text=f"{said}.{was}", evidence=found.version)
        if verdict != "relaxed":
            return None
        _, come = differing(found.conditions, new.conditions)
        return _step(
            f"Relaxed upstream in {found.version}: {_only_when(come)}. {said}.{ending}", found.version
        )
    if found.state != "gone":
        return None
    if found.function_stands:
        verb = "Lifted upstream in" if found.successors else "Gone upstream from"
        on = "" if found.successors else " on"
        text = f"{verb} {found.version}{on}: {function} is still there without this check, which was there up to {found.last}."
    else:
        text = f"Gone upstream from {found.version} on: neither this check, which was there up to {found.last}, nor what raised it is there any more."
    return _step(text + _now(found.successors) + ending, found.version)


def changed_conditions(versions: Sequence[Mapping[str, Any]], seen: str | None) -> NextStep | None:
    """Return the step for a check that still stands and was relaxed after the version that was seen.

    Args:
        versions: sightings as they stand on the wire, oldest first.
        seen: the version of the paste; None where it is not known.
    """
    known = conditions_by_version(versions)
    for (_, old), (version, new) in reversed(list(pairwise(known.items()))):
        if seen is not None and version_order(version) <= version_order(seen):
            return None
        if old and compare(old, new) == "relaxed":
            _, come = differing(old, new)
            return _step(
                f"Relaxed upstream in {version}: {_only_when(come)}. Upgrading may lift it.", version
            )
    return None


def _only_when(come: Sequence[str]) -> str:
    if not come:
        return "it is raised in fewer cases"
    shown = " and ".join(f"`{one}`" for one in come[:_MAX_SHOWN])
    return f"it is raised only where {shown} {'hold' if len(come) > 1 else 'holds'} too"


def _now(successors: Sequence[Successor]) -> str:
    shown = [f"“{_short(one.message)}”{_when(one)}" for one in successors[:_MAX_SHOWN]]
    return f" What is checked there now: {' and '.join(shown)}." if shown else ""


def _when(one: Successor) -> str:
    return f" (when `{one.conditions[-1]}`)" if one.conditions else ""


def _short(text: str | None) -> str:
    flat = " ".join((text or "").split())
    return flat if len(flat) <= _MESSAGE_CHARS else flat[: _MESSAGE_CHARS - 1].rstrip() + "…"


def _step(text: str, version: str) -> NextStep:
    return NextStep(kind="lifted", text=text, evidence=version)
