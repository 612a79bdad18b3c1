"""The versions in which a site was seen: the one nearest to a pasted frame, and when its conditions changed. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.domain.answer import Frame, Sighted
from app.domain.identity import module_path

__all__ = ["compressed", "conditions_by_version", "nearest"]


def conditions_by_version(versions: Sequence[Mapping[str, Any]]) -> dict[str, list[str]]:
    """Return the conditions in each version that says them, or that follows one that does.

    Args:
        versions: sightings as they stand on the wire, oldest first.
    """
    found: dict[str, list[str]] = {}
    last: list[str] | None = None
    for one in versions:
        stated = one.get("conditions")
        last = stated if stated is not None else last
        if last is not None:
            found[str(one["version"])] = last
    return found


def compressed(
    versions: Sequence[Mapping[str, Any]], conditions: Mapping[str, list[str]]
) -> list[dict[str, Any]]:
    """Return sightings with the conditions of those where they are others than in the one before."""
    kept: list[dict[str, Any]] = []
    last: list[str] | None = None
    for one in versions:
        plain = {name: value for name, value in one.items() if name != "conditions"}
        now = conditions.get(str(one["version"]))
        if now is not None and now != last:
            plain["conditions"] = last = now
        kept.append(plain)
    return kept


def nearest(versions: Sequence[Mapping[str, Any]], frames: Sequence[Frame]) -> Sighted | None:
    """Return the sighting whose line is nearest to a frame in the file, the raising frame first.

    Args:
        versions: sightings as they stand on the wire, oldest first.
        frames: of the event, the raising one last.

    Returns:
        None where no frame with a line is in the file of a sighting.
    """
    for frame in reversed(frames):
        if frame.line is None:
            continue
        file = frame.file.replace("\\", "/")
        here = [
            (abs(int(one["lineNumber"]) - frame.line), one)
            for one in versions
            if one.get("lineNumber") and one.get("filePath") and _is_in(file, str(one["filePath"]))
        ]
        if here:
            least = min(distance for distance, _ in here)
            alike = [one for distance, one in here if distance == least]
            return Sighted(
                version=str(alike[-1]["version"]),
                versions=[str(one["version"]) for one in alike],
                file_path=str(alike[-1]["filePath"]),
                line_number=int(alike[-1]["lineNumber"]),
                same_line=least == 0,
                since=str(versions[0]["version"]),
                until=str(versions[-1]["version"]),
            )
    return None


def _is_in(file: str, path: str) -> bool:
    module = module_path(path)
    return file == module or file.endswith(f"/{module}")
