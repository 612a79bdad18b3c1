"""The raise sites of an installed distribution, as `errdex learn` derives them, and which of them a proof reached."""

from __future__ import annotations

import pickle
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_cache_path

from app.domain.identity import slug_of
from app.domain.linear import compile_linear
from app.domain.templates import pattern_of_template
from app.extract.model import Origin
from app.extract.pool import Extraction
from app.extract.targets.model import Options, Target
from app.extract.targets.packages import wheel
from app.extract.targets.registry import fetch_wheel
from app.extract.targets.resolving import Failure, Resolver
from app.services.learn_drafts import Learnable, read_drafts
from tests.knowledge.form import Prose
from tests.knowledge.proofs import Proof

__all__ = [
    "Release",
    "Unclear",
    "placed_site",
    "release",
    "site_at",
    "site_of",
    "strip_wildcards",
    "targets",
    "wheel_release",
]

_FRAME = re.compile(
    r'File "[^"]*?site-packages/(?P<path>[^"]+)", line (?P<line>\d+)|/site-packages/(?P<boxed>\S+\.py):(?P<at>\d+) in '
)

_MOST_LINES = 12
_INTERPOLATION = re.compile(r"\{[^{}]*\}|%[sdr]")


class Unclear(Exception):
    """A proof does not tell which raise site it is about."""


@dataclass(frozen=True)
class Release:
    """A distribution as it is installed, with its sites; the id of each is the start of its site key."""

    origin: Origin
    drafts: list[dict[str, object]]
    sites: list[Learnable]


def targets(names: Sequence[str], *, python: str = sys.executable) -> Iterator[Target | Failure]:
    """Find distributions that are installed in the environment of an interpreter."""
    yield from Resolver(Options(cache=Path(tempfile.gettempdir()), python=python)).resolve(names)


def release(name: str, *, python: str = sys.executable, fresh: bool = False) -> Release:
    """Read an installed distribution.

    Args:
        name: of the distribution.
        python: interpreter of the environment that has it.
        fresh: read it again, though what was read once is kept in the temporary folder.
    """
    (target,) = targets([name], python=python)
    return _read(name, target, fresh=fresh)


def wheel_release(name: str, version: str | None = None, *, wheels: Path | None = None) -> Release:
    """Read a release from its wheel, which is fetched where it is not there; nothing is installed.

    Args:
        name: of the distribution.
        version: of the release; the newest where there is none.
        wheels: a folder to look into first.
    """
    options = Options(cache=user_cache_path("errdex", appauthor=False))
    if version is None:
        return _read(name, wheel(name, fetch_wheel(name, None, options), options))
    found = sorted(wheels.glob(f"{name.replace('-', '_')}-{version}-*.whl")) if wheels is not None else []
    (target,) = Resolver(options).resolve([str(found[0].absolute()) if found else f"{name}=={version}"])
    return _read(name, target)


def _read(name: str, target: Target | Failure, *, fresh: bool = False) -> Release:
    if not isinstance(target, Target):
        raise LookupError(f"{name}: {target.problem}")  # noqa: TRY004 - nothing is of a wrong type
    kept = Path(tempfile.gettempdir()) / f"errdex-sites-{name}-{target.origin.version}.pickle"
    if kept.exists() and not fresh:
        drafts = pickle.loads(kept.read_bytes())
    else:
        with Extraction() as extraction:
            read = extraction.read(target.files(), target.origin)
            drafts = [draft for file in read for draft in file.drafts]
        kept.write_bytes(pickle.dumps(drafts))
    sites, faults = read_drafts(target.origin.repo, drafts)
    assert not faults, faults
    return Release(target.origin, drafts, sites)


def site_of(proof: Proof, output: str, sites: Sequence[Learnable]) -> Learnable:
    """Return the site whose error stands in what the proof printed.

    Raises:
        Unclear: none fits, or several do.
    """
    frames = {
        (found["path"] or found["boxed"], int(found["line"] or found["at"]))
        for found in _FRAME.finditer(output)
    }
    found = [one for one in sites if _says(one, output, proof)]
    if proof.prose.site is not None:
        path, _, function = proof.prose.site.partition(" ")
        found = [one for one in found if _stands(one, path, function)]
    fitting = found
    reached = {one.key: _distance(one, frames) for one in found}
    if any(distance is not None for distance in reached.values()):
        nearest = min(distance for distance in reached.values() if distance is not None)
        found = [one for one in found if reached[one.key] == nearest]
    elif proof.prose.site is None:
        found = []
    longest = max((len(one.envelope.record.error_message or "") for one in found), default=0)
    best = [one for one in found if len(one.envelope.record.error_message or "") == longest]
    if len(best) != 1:
        places = "\n".join(
            f"  {one.envelope.record.file_path}:{one.envelope.record.line_number} {one.envelope.errdex.function}: "
            f"{one.envelope.record.error_class}: {one.envelope.record.error_message}"
            for one in best or fitting[:20]
        )
        raise Unclear(
            f"{proof.name}: {len(best)} sites fit; name one with site='path function'.\n{places}\n{output}"
        )
    return best[0]


def site_at(prose: Prose, sites: Sequence[Learnable]) -> Learnable:
    """Return the site that prose names by its place, and by its message where others stand there too.

    Raises:
        Unclear: none fits, or several do.
    """
    for place in str(prose.site or "").split("; "):
        path, function, nth = (*place.split(" "), "", "")[:3]
        there = [one for one in sites if _stands(one, path, function)]
        if there:
            break
    found = there
    if prose.message is not None:
        found = [one for one in there if prose.message in (one.envelope.record.error_message or "")]
        exact = [one for one in found if prose.message == one.envelope.record.error_message]
        found = exact or found
        if not found:  # the site raises a text that was made elsewhere
            found = [one for one in there if not strip_wildcards(one.envelope.record.error_message or "")]
    if nth:  # of equal ones
        found = sorted(found, key=lambda one: one.envelope.record.line_number or 0)[int(nth) - 1 : int(nth)]
    if len(found) != 1:
        records = [one.envelope.record for one in found or there]
        said = "\n".join(f"  {one.line_number} {one.error_class}: {one.error_message}" for one in records)
        raise Unclear(f"{len(found)} sites fit {prose.site!r}; name one with message=.\n{said}")
    return found[0]


def placed_site(proof: Proof, origin: Origin) -> Learnable:
    """Return the site of a proof that names its place."""
    assert proof.prose.place is not None
    assert proof.prose.message is not None
    place, function, error_class, code = proof.prose.place.split()
    path, _, line = place.rpartition(":")
    record = {
        "repo": origin.repo,
        "slug": slug_of(proof.prose.message),
        "errorCode": code if code != "-" else None,
        "errorMessage": proof.prose.message,
        "messagePattern": pattern_of_template(proof.prose.message),
        "errorType": "validation",
        "errorClass": error_class if error_class != "-" else None,
        "severity": "error",
        "filePath": path,
        "lineNumber": int(line),
    }
    (site,), faults = read_drafts(origin.repo, [{"record": record, "errdex": {"function": function}}])
    assert not faults, faults
    return site


def _says(one: Learnable, output: str, proof: Proof) -> bool:
    record, message = one.envelope.record, proof.prose.message
    if message is not None:  # the text says nothing of the site, and the site nothing of the text
        template = record.error_message
        if template is None or not strip_wildcards(template):
            return True
    silent = (
        proof.prose.site is not None or record.severity == "warning"
    )  # a program may print the message alone
    if record.error_class is not None and record.error_class not in output and not silent:
        return False
    if record.message_pattern is None:
        return True
    wildcards = record.message_pattern.replace("(.*?)", "(?s:.*?)")
    return compile_linear(wildcards).search(output) is not None


def strip_wildcards(template: str) -> str:
    """Return the text of a template outside its interpolations."""
    return _INTERPOLATION.sub("", template).strip()


def _distance(one: Learnable, frames: set[tuple[str, int]]) -> int | None:
    """Return how many lines below the start of its statement a site was reached; None where it was not.

    A condition over several lines is reported at the line that was evaluated last.
    """
    record = one.envelope.record
    lines = [line - record.line_number for path, line in frames if path == record.file_path]
    return min((line for line in lines if 0 <= line <= _MOST_LINES), default=None)


def _stands(one: Learnable, path: str, function: str) -> bool:
    record = one.envelope.record
    stands = record.file_path == path or record.file_path.endswith(f"/{path}")
    return stands and (not function or one.envelope.errdex.function == function)
