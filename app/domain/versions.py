"""The order of released versions: PEP 440 where they follow it, and some order where they do not. Pure."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from packaging.version import InvalidVersion, Version

__all__ = ["Order", "is_stable", "version_order"]

Order = tuple[Any, ...]

_OTHER, _PEP_440, _AT_WORK = 0, 1, 2
_PARTS = re.compile(r"[0-9]+|[a-z]+")
_MOST_CHARS = 500  # int() refuses thousands of digits, and no version has them


def is_stable(version: str) -> bool:
    """Tell whether PEP 440 calls a version a final or post release, and neither a pre-release nor one at work."""
    if len(version) > _MOST_CHARS:
        return False
    try:
        return not Version(version).is_prerelease
    except InvalidVersion:
        return False


@lru_cache(maxsize=4096)
def version_order(version: str) -> Order:
    """Return a key that sorts versions, oldest first; a total order, since equal ones go by their text.

    What is no version by PEP 440 is older than all that are, and goes by its numbers and words. An empty text
    stands for a folder at work, which is newer than all that was released.
    """
    if not version:
        return (_AT_WORK,)
    if len(version) <= _MOST_CHARS:
        try:
            return _PEP_440, Version(version), version
        except InvalidVersion:
            pass
    parts = _PARTS.findall(version[:_MOST_CHARS].lower())
    return (
        _OTHER,
        tuple((1, int(part), "") if part.isascii() and part.isdigit() else (0, 0, part) for part in parts),
        version,
    )
