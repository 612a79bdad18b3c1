"""From hits to ranked matches: how much the class, the frames and the wording speak for each record.

Evidence adds up in log-odds and becomes a probability at the end. The weights are fixed by tier and
evidence until labelled pastes exist to fit them to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp

from app.domain.answer import Difference, Evidence, EvidenceKind, Frame, Tier
from app.domain.matching import Hit

__all__ = ["Facts", "Ranked", "Site", "frame_agreement", "inseparable", "path_suffixes", "rank", "same_class"]


@dataclass(frozen=True, slots=True)
class Site:
    """What is known of a record's raise site; `words` are those of its message, none where it has no text."""

    id: str
    repo: str
    error_class: str | None
    module_path: str
    line_number: int
    function: str | None
    versions: tuple[str, ...] = ()
    words: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of the event: class, frames (raising one last), versions that the caller named, its words."""

    error_class: str | None
    frames: tuple[Frame, ...]
    versions: Mapping[str, str]
    words: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Ranked:
    """A record as an answer to an event. `hit` is None for the site tier."""

    site: Site
    tier: Tier
    score: float
    hit: Hit | None
    evidence: tuple[Evidence, ...]
    differs: tuple[Difference, ...]
    order: tuple[float, ...]


_BASE = {Tier.EXACT: 1.5, Tier.CONTAINED: 0.9, Tier.TRUNCATED: 0.6, Tier.FUZZY: -1.4, Tier.SITE: -1.2}
_CLASS_AGREES, _CLASS_DIFFERS = 1.0, -1.5
_ELSEWHERE = -0.7
_FUZZY_PER_POINT, _FUZZY_FROM = 0.10, 75.0
# A similar wording alone, or a place alone, is never enough for `best`: the ratio accepts 18 % of errors
# that are in no record.
_UNSUPPORTED_AT_MOST = 0.65
_LINE_DRIFT = 40
# Distinct words that a reworded message must share with the record's.
_MIN_SHARED = 2
# `frame_agreement` of the whole path, in the frame that raised.
_RAISED_HERE = 3

_NO_PART = frozenset({"", ".", "…", "..."})

_OTHER_MESSAGE = Difference(kind="message", expected="the record's message", found="another one")

# Names that print as another one.
_ALIASES = {
    "EnvironmentError": "OSError",
    "IOError": "OSError",
    "WindowsError": "OSError",
    "socket.error": "OSError",
    "select.error": "OSError",
    "socket.timeout": "TimeoutError",
    "asyncio.TimeoutError": "TimeoutError",
    "concurrent.futures.TimeoutError": "TimeoutError",
}


def _word_weight(words: int) -> float:
    """Log-odds of a message whose literals have this many distinct words."""
    table = {0: -4.0, 1: -3.5, 2: -2.0, 3: 0.5, 4: 1.0, 5: 1.0}
    return table.get(words, 1.5)


def same_class(pasted: str, recorded: str) -> bool:
    """Tell whether two names are one class: aliases resolved, and module paths compared as far as both have them."""
    left, right = (_ALIASES.get(name, name) for name in (pasted, recorded))
    shorter, longer = sorted((left.split("."), right.split(".")), key=len)
    return longer[-1] == shorter[-1] if len(shorter) == 1 else _ends_alike(shorter, longer)


def _ends_alike(shorter: Sequence[str], longer: Sequence[str]) -> bool:
    """Compare the last names; a class is often re-exported, so the modules between need not agree."""
    return shorter[-1] == longer[-1] and (shorter[0] == longer[0] or len(shorter) != len(longer))


def path_suffixes(file: str, most: int = 12) -> list[str]:
    """Return a frame's path as module paths it may be, longest first: `/a/b/c.py` gives `a/b/c.py`, `b/c.py`, `c.py`."""
    parts = [part for part in file.replace("\\", "/").split("/") if part not in _NO_PART]
    return ["/".join(parts[start:]) for start in range(max(0, len(parts) - most), len(parts))]


def frame_agreement(frame: Frame, site: Site) -> int:
    """Count how much of the site's path the frame confirms: 0 none, 1 the file's name under a cut path, 2 the path."""
    if not frame.file.rstrip().endswith(site.module_path.rpartition("/")[2]):
        return 0  # nearly all, and splitting their paths would take most of the time
    known = [part for part in frame.file.replace("\\", "/").strip().split("/") if part not in _NO_PART]
    wanted = site.module_path.split("/")
    if len(known) >= len(wanted):
        return 2 if known[-len(wanted) :] == wanted else 0
    if not known or wanted[-len(known) :] != known:
        return 0
    return 2 if len(known) > 1 else 1


def _function_agrees(frame: Frame, site: Site) -> bool | None:
    """Compare function names, None where one is unknown; a qualified name is compared by its last part."""
    if not frame.function or not site.function:
        return None
    return frame.function.rsplit(".", 1)[-1] == site.function.rsplit(".", 1)[-1]


@dataclass(slots=True)
class _Weighing:
    """Log-odds and reasons as they come together."""

    odds: float
    evidence: list[Evidence]
    differs: list[Difference]

    def add(self, weight: float, kind: EvidenceKind, detail: str, *, agrees: bool = True) -> None:
        self.odds += weight
        self.evidence.append(Evidence(kind=kind, detail=detail, agrees=agrees))


def rank(hit: Hit | None, site: Site, facts: Facts) -> Ranked:
    """Weigh one record against the event; `hit` is its pattern's, None where only the place can agree."""
    tier = hit.tier if hit else Tier.SITE
    weighing = _Weighing(_BASE[tier], [], [])
    if hit is not None:
        _weigh_message(weighing, hit)
    class_agrees = _weigh_class(weighing, site, facts)
    place, drift = _weigh_frames(weighing, site, facts)
    shared = sorted(site.words & facts.words) if hit is None else []
    if hit is None:
        _weigh_site(weighing, site, shared, class_agrees=class_agrees, place=place, drift=drift)
    version_agrees = _weigh_versions(weighing, site, facts)
    score = 1 / (1 + exp(-weighing.odds))
    supported = bool(class_agrees) or place >= 2
    if (tier is Tier.FUZZY and not supported) or (
        tier is Tier.SITE and site.words and len(shared) < _MIN_SHARED
    ):
        score = min(score, _UNSUPPORTED_AT_MOST)
    score = min(max(round(score, 3), 0.001), 0.999)
    return Ranked(
        site=site,
        tier=tier,
        score=score,
        hit=hit,
        evidence=tuple(weighing.evidence),
        differs=tuple(weighing.differs),
        order=(
            -score,
            -(hit.words if hit else 0),
            -(hit.ratio or 0.0 if hit else 0.0),
            -float(place),
            float(drift if drift is not None else 10**6),
            -float(version_agrees),
        ),
    )


def _weigh_message(weighing: _Weighing, hit: Hit) -> None:
    words = f"{hit.words} distinct word{'' if hit.words == 1 else 's'}"
    if hit.tier is Tier.FUZZY:
        ratio = hit.ratio or 0.0
        # Similar length and wording: what is not shared counts against it more than chance agreement helps.
        weighing.add(
            (ratio - _FUZZY_FROM) * _FUZZY_PER_POINT + min(hit.words, 6) * 0.1,
            "words",
            f"the wording is {ratio:.0f} % alike, with {words} in common",
        )
        weighing.differs.append(_OTHER_MESSAGE)
        return
    details = {
        Tier.EXACT: f"the whole message matches the pattern ({words})",
        Tier.CONTAINED: f"the pattern stands inside the text ({words})",
        Tier.TRUNCATED: f"the text ends early, and agrees with the pattern up to there ({words})",
    }
    weighing.add(_word_weight(hit.words), "message", details[hit.tier])


def _weigh_class(weighing: _Weighing, site: Site, facts: Facts) -> bool | None:
    if not facts.error_class or not site.error_class:
        return None
    if same_class(facts.error_class, site.error_class):
        weighing.add(_CLASS_AGREES, "class", f"the class is {site.error_class}")
        return True
    weighing.add(
        _CLASS_DIFFERS, "class", f"the class is {facts.error_class}, not {site.error_class}", agrees=False
    )
    weighing.differs.append(Difference(kind="class", expected=site.error_class, found=facts.error_class))
    return False


def _weigh_frames(weighing: _Weighing, site: Site, facts: Facts) -> tuple[int, int | None]:
    """Return (how well a frame agrees with the place: 0 to 4, line drift of that frame)."""
    if not facts.frames:
        return 0, None
    best: tuple[int, int, Frame] | None = None
    for depth, frame in enumerate(reversed(facts.frames)):
        agreement = frame_agreement(frame, site)
        if agreement == 0:
            continue
        function = _function_agrees(frame, site)
        place = agreement + (function is True) - (function is False) + (depth == 0)
        if best is None or place > best[0]:
            best = (place, depth, frame)
    if best is None:
        raised_in = facts.frames[-1].file
        weighing.add(_ELSEWHERE, "frame", f"no frame is in {site.module_path}", agrees=False)
        weighing.differs.append(Difference(kind="frame", expected=site.module_path, found=raised_in))
        return 0, None
    place, depth, frame = best
    where = "raised in" if depth == 0 else "a frame is in"
    function = _function_agrees(frame, site)
    name = f", function {frame.function}" if function else ""
    weight = (1.6 if depth == 0 else 0.8) + (0.6 if function else -0.8 if function is False else 0.0)
    weighing.add(weight, "frame", f"{where} {site.module_path}{name}")
    drift = None
    if frame.line is not None:
        drift = abs(frame.line - site.line_number)
        if drift == 0:
            weighing.add(0.5, "line", f"line {site.line_number}, the same")
        elif drift <= _LINE_DRIFT:
            weighing.add(0.2, "line", f"line {frame.line}, near {site.line_number}")
        elif function is not True and depth == 0:
            weighing.add(-0.2, "line", f"line {frame.line}, not {site.line_number}", agrees=False)
    return place, drift


def _weigh_site(
    weighing: _Weighing,
    site: Site,
    shared: Sequence[str],
    *,
    class_agrees: bool | None,
    place: int,
    drift: int | None,
) -> None:
    """Weigh a place whose message does not agree: reworded since, or another error near by."""
    if site.words:
        weighing.odds -= 0.8
        weighing.differs.append(_OTHER_MESSAGE)
        if shared:
            weighing.add(0.3 * min(len(shared), 4), "words", f"words in common: {', '.join(shared[:6])}")
    if place < _RAISED_HERE or class_agrees is False:
        weighing.odds -= 3.0
    if drift is None or drift > _LINE_DRIFT:
        weighing.odds -= 1.0


def _weigh_versions(weighing: _Weighing, site: Site, facts: Facts) -> bool:
    package = site.module_path.split("/", 1)[0]
    installed = facts.versions.get(package) or facts.versions.get(site.repo)
    if installed is None or not site.versions:
        return False
    if installed in site.versions:
        weighing.add(0.3, "version", f"{package} {installed} has this site")
        return True
    return False


def inseparable(first: Ranked, second: Ranked) -> bool:
    """Tell whether nothing separates two members of a cluster: same pattern, tier and evidence."""
    return (
        first.hit is not None
        and second.hit is not None
        and first.hit.candidate.pattern_id == second.hit.candidate.pattern_id
        and first.order == second.order
    )
