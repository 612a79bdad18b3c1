"""What became of the raise sites of a package from one release to another. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal

from app.domain.lineage import Lineage, Release, Sighted, fates, lineages
from app.domain.relaxing import compare, differing

__all__ = ["CHANGES", "Change", "Drift", "DriftSite", "drift_between"]

Kind = Literal["added", "moved", "reworded", "gone", "relaxed", "tightened", "conditions"]
CHANGES: Final[tuple[Kind, ...]] = (
    "gone",
    "relaxed",
    "reworded",
    "moved",
    "tightened",
    "conditions",
    "added",
)


@dataclass(frozen=True, slots=True)
class DriftSite:
    """A raise site in one of the two releases.

    Attributes:
        sighted: for finding its counterpart; `release` is 0 for the old one, 1 for the new.
        conditions: on its path, as in the source.
    """

    sighted: Sighted
    error_class: str | None
    message: str | None
    file_path: str
    function: str | None
    conditions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """One difference.

    Attributes:
        kind: `conditions` where they differ and it cannot be told which way.
        message, file_path, line_number, function: in the new release; of a gone site in the old one.
        old_message: of a reworded site.
        old_file_path, old_line_number, old_function: of a moved site.
        was, now: the conditions that only the old or the new release has.
        function_stands: of a gone site, whether its function still raises something.
    """

    kind: Kind
    id: str
    error_class: str | None
    message: str | None
    file_path: str
    line_number: int
    function: str | None
    old_message: str | None = None
    old_file_path: str | None = None
    old_line_number: int | None = None
    old_function: str | None = None
    was: tuple[str, ...] = ()
    now: tuple[str, ...] = ()
    function_stands: bool | None = None


@dataclass(frozen=True, slots=True)
class Drift:
    """All differences, by kind and place; `unchanged` counts the sites that are as they were."""

    name: str
    old: str
    new: str
    changes: tuple[Change, ...]
    old_sites: int
    new_sites: int
    unchanged: int

    def of(self, kind: Kind) -> list[Change]:
        """Return the changes of one kind."""
        return [one for one in self.changes if one.kind == kind]

    def counts(self) -> dict[str, int]:
        """Return how many changes there are of each kind."""
        return {kind: len(self.of(kind)) for kind in CHANGES}

    def wire(self) -> dict[str, Any]:
        """Return the JSON object, names in camelCase."""
        return {
            "name": self.name,
            "old": self.old,
            "new": self.new,
            "oldSites": self.old_sites,
            "newSites": self.new_sites,
            "unchanged": self.unchanged,
            "counts": self.counts(),
            "changes": [{_camel(name): value for name, value in asdict(one).items()} for one in self.changes],
        }


def drift_between(name: str, old: str, new: str, sites: Sequence[DriftSite]) -> Drift:
    """Compare two releases of a package.

    Args:
        name: of the distribution.
        old: version, or what stands for it.
        new: another one.
        sites: of both.
    """
    # Whatever the versions are called, the one that was named first is the older one.
    releases = [Release(name, "1"), Release(name, "2")]
    by_site = {(one.sighted.release, one.sighted.key): one for one in sites}
    found = lineages([one.sighted for one in sites], releases, [])

    def site(lineage: Lineage, release: int) -> DriftSite | None:
        return next((by_site[release, one.key] for one in lineage.sites if one.release == release), None)

    pairs = [(site(one, 0), site(one, 1)) for one in found]
    states = fates(found, releases, lambda one: by_site[one.newest.release, one.newest.key].message)
    replacing = {fate.replaced_by for fate in states if fate.replaced_by is not None}
    standing = {(after.sighted.module, after.function) for _, after in pairs if after is not None}
    changes: list[Change] = []
    unchanged = 0
    for position, ((before, after), fate) in enumerate(zip(pairs, states, strict=True)):
        if before is None:
            if after is not None and position not in replacing:
                changes.append(_change("added", after, now=after.conditions[-1:]))
        elif after is not None:
            differences = list(_differences(before, after))
            changes += differences
            unchanged += not differences
        elif fate.replaced_by is not None:
            successor = pairs[fate.replaced_by][1]
            assert successor is not None
            changes.append(_reworded(before, successor))
        else:
            stands = (before.sighted.module, before.function) in standing
            changes.append(_change("gone", before, was=before.conditions[-1:], function_stands=stands))
    order = {kind: at for at, kind in enumerate(CHANGES)}
    changes.sort(key=lambda one: (order[one.kind], one.file_path, one.line_number, one.id))
    counts = [sum(one.sighted.release == release for one in sites) for release in (0, 1)]
    return Drift(name, old, new, tuple(changes), counts[0], counts[1], unchanged)


def _differences(before: DriftSite, after: DriftSite) -> Iterator[Change]:
    places = [(one.sighted.module, one.function) for one in (before, after)]
    if places[0] != places[1]:
        yield _change(
            "moved",
            after,
            old_file_path=before.file_path,
            old_line_number=before.sighted.line,
            old_function=before.function,
        )
    verdict = compare(before.conditions, after.conditions)
    if verdict != "same":
        was, now = differing(before.conditions, after.conditions)
        kind: Kind = "conditions" if verdict == "changed" else verdict
        yield _change(kind, after, was=tuple(was), now=tuple(now))


def _reworded(before: DriftSite, after: DriftSite) -> Change:
    was, now = differing(before.conditions, after.conditions)
    verdict = compare(before.conditions, after.conditions)
    kind: Kind = "relaxed" if verdict == "relaxed" else "reworded"
    return _change(
        kind,
        after,
        old_message=before.message,
        was=tuple(was),
        now=tuple(now),
        old_line_number=before.sighted.line,
    )


def _change(kind: Kind, site: DriftSite, **more: Any) -> Change:
    return Change(
        kind,
        site.sighted.key,
        site.error_class,
        site.message,
        site.file_path,
        site.sighted.line,
        site.function,
        **more,
    )


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)
