"""Where a record's raise site stands among the frames of an error: there, near it, in the same package, elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from app.domain.answer import Frame

__all__ = ["Place", "Spot", "find_spot", "frame_agreement", "function_agrees", "path_suffixes"]

_NO_PART = frozenset({"", ".", "…", "..."})
# Parts of a function that are frames of their own up to Python 3.11, and lambdas.
_NAMELESS = frozenset({"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>", "<lambda>"})
_LIBRARIES = ("site-packages", "dist-packages")
_TEMPLATE_PARTS = ("template", "top-level template code", "block '", 'block "')
# Code that is compiled has no frames in the traceback of the interpreter that called it.
_COMPILED = (".rs", ".c", ".cc", ".cpp", ".cxx", ".cu", ".h", ".hpp")


class Place(Enum):
    """What of the frames agrees with a raise site, best first.

    `RAISED`: the frame that raised is in its file. `PASSED`: an outer frame is. `PACKAGE`: the frame that
    raised is in its package. `AROUND`: only an outer frame is. `UNSURE`: the frame that raised is in the
    standard library or cannot be placed. `OWN`: it is in a program's own code. `OTHER`: it is in another
    installed package. `UNKNOWN`: there are no frames, or none that could tell: compiled code and engines of
    templates do not show theirs, and a paste may leave them out.
    """

    RAISED = "raised"
    PASSED = "passed"
    PACKAGE = "package"
    AROUND = "around"
    UNSURE = "unsure"
    OWN = "own"
    OTHER = "other"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Spot:
    """The frame that agrees best with a raise site.

    Attributes:
        place: how far it agrees.
        frame: None where the file is in no frame.
        function: whether the functions agree; None where one is unknown.
        whole: the file agrees by more than its name.
        drift: how many lines lie between frame and site.
    """

    place: Place
    frame: Frame | None = None
    function: bool | None = None
    whole: bool = False
    drift: int | None = None


def path_suffixes(file: str, most: int = 12) -> list[str]:
    """Return a frame's path as module paths it may be, longest first: `/a/b/c.py` gives `a/b/c.py`, `b/c.py`, `c.py`."""
    parts = _parts(file)
    return ["/".join(parts[start:]) for start in range(max(0, len(parts) - most), len(parts))]


def frame_agreement(frame: Frame, module_path: str) -> int:
    """Count how much of a site's path the frame confirms: 0 none, 1 the file's name under a cut path, 2 the path."""
    if not frame.file.rstrip().endswith(module_path.rpartition("/")[2]):
        return 0  # nearly all, and splitting their paths would take most of the time
    known = _parts(frame.file)
    wanted = module_path.split("/")
    if len(known) >= len(wanted):
        return 2 if known[-len(wanted) :] == wanted else 0
    if not known or wanted[-len(known) :] != known:
        return 0
    return 2 if len(known) > 1 else 1


def find_spot(frames: Sequence[Frame], module_path: str, function: str | None, line: int) -> Spot:
    """Find the frame that agrees best with a raise site.

    Args:
        frames: of the error, the one that raised last.
        module_path: of the site's file.
        function: qualified name of the function that the site is in.
        line: of the site.
    """
    if not frames or _unseen(frames, module_path):
        return Spot(Place.UNKNOWN)
    shown = len(frames)
    frames = _without_templates(frames)
    best: tuple[tuple[int, int, int, int], Spot] | None = None
    for depth, frame in enumerate(reversed(frames)):
        agreement = frame_agreement(frame, module_path)
        if not agreement:
            continue
        agrees = function_agrees(frame, function)
        drift = abs(frame.line - line) if frame.line is not None else None
        spot = Spot(Place.RAISED if depth == 0 else Place.PASSED, frame, agrees, agreement == 2, drift)
        rank = (depth == 0, agreement, (agrees is True) - (agrees is False), -(drift or 0))
        if best is None or rank > best[0]:
            best = (rank, spot)
    if best is not None:
        return best[1]
    place = _outside(frames, module_path.partition("/")[0])
    return Spot(Place.UNKNOWN if place is Place.PACKAGE and len(frames) < shown else place)


def _without_templates(frames: Sequence[Frame]) -> Sequence[Frame]:
    """Return frames without the last ones that stand for lines of a template.

    Jinja shows them in place of its own: what raised is code of the engine that is not shown.
    """
    last = len(frames)
    while last > 1 and _is_template(frames[last - 1]):
        last -= 1
    return frames[:last]


def _is_template(frame: Frame) -> bool:
    function = frame.function or ""
    return function.startswith(_TEMPLATE_PARTS) and not frame.file.rstrip().endswith(".py")


def _unseen(frames: Sequence[Frame], module_path: str) -> bool:
    """Tell whether a site is in compiled code and the frames are those of an interpreter."""
    return module_path.endswith(_COMPILED) and not any(
        frame.file.rstrip().endswith(_COMPILED) for frame in frames
    )


def _outside(frames: Sequence[Frame], package: str) -> Place:
    raised = _parts(frames[-1].file)
    if package in raised[:-1]:
        return Place.PACKAGE
    if not raised and any(package in _parts(frame.file)[:-1] for frame in frames[:-1]):
        return Place.UNKNOWN
    if any(package in _parts(frame.file)[:-1] for frame in frames[:-1]):
        return Place.AROUND
    if any(library in raised for library in _LIBRARIES):
        return Place.OTHER
    if len(raised) < 2 or any(part.lower().startswith(("python3", "python2")) for part in raised[:-1]):
        return Place.UNSURE
    return Place.OWN


def _parts(file: str) -> list[str]:
    return [part for part in file.replace("\\", "/").strip().split("/") if part not in _NO_PART]


def function_agrees(frame: Frame, function: str | None) -> bool | None:
    """Compare function names, None where one is unknown; a qualified name is compared by its last part."""
    if not frame.function or frame.function in _NAMELESS:
        return None
    if frame.function == "<module>":
        return function is None
    return frame.function.rsplit(".", 1)[-1] == function.rsplit(".", 1)[-1] if function else None
