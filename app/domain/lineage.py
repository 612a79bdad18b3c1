"""Which raise sites of several versions are one error, and what became of it. Pure.

Everything follows from the set of versions known and from the records that ingest brought, not from the order in
which they came: learning the same versions in another order gives the same lineages.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from rapidfuzz import fuzz

from app.domain.versions import version_order

__all__ = ["Anchor", "Fate", "Lineage", "Release", "Sighted", "fates", "lineages", "ranks"]

# A reworded message keeps the better part of its letters; two unrelated ones of a function seldom share half.
_REWORDED_RATIO = 55.0
_MAX_TEXT_CHARS = 400

State = Literal["current", "moved", "reworded", "gone"]


@dataclass(frozen=True, slots=True)
class Release:
    """A version of a distribution; `replaced` marks the sites that a version had before it was learned again."""

    distribution: str
    version: str
    replaced: bool = False


@dataclass(frozen=True, slots=True)
class Sighted:
    """A raise site in one release.

    Attributes:
        release: position in the list of releases.
        key: start of its site key; the same in every release where it stands in the same function.
        template: start of the template key: repo, class and message.
        has_text: whether it has a message.
        record_id: of the record that it was found to be; None while it was not looked for.
        kept: its learned content is stored with it.
    """

    release: int
    key: str
    template: str
    has_text: bool
    module: str
    function: str | None
    error_class: str | None
    ordinal: int
    line: int
    record_id: str | None = None
    kept: bool = False


@dataclass(frozen=True, slots=True)
class Anchor:
    """A record that has a place of its own, since it was ingested.

    Attributes:
        templates: the template keys that it may have; more than one where it lacks a class.
        function: None where it lacks one.
    """

    record_id: str
    aliases: frozenset[str]
    templates: tuple[str, ...]
    has_text: bool
    module: str
    function: str | None
    line: int


@dataclass(slots=True)
class Lineage:
    """The sites of all releases that are one error, oldest first, and the ingested record that is about it."""

    sites: list[Sighted]
    anchor: Anchor | None = None
    keys: set[str] = field(init=False)
    releases: set[int] = field(init=False)

    def __post_init__(self) -> None:
        self.keys = {site.key for site in self.sites}
        self.releases = {site.release for site in self.sites}

    @property
    def newest(self) -> Sighted:
        """The site whose content the record follows."""
        return self.sites[-1]


@dataclass(frozen=True, slots=True)
class Fate:
    """What the newest releases say of a lineage; `replaced_by` is the position of another one."""

    state: State
    replaced_by: int | None = None


def ranks(releases: Sequence[Release]) -> list[int]:
    """Return the place of each release in the order of versions, oldest first."""
    order = sorted(
        range(len(releases)),
        key=lambda at: (
            version_order(releases[at].version),
            releases[at].distribution,
            not releases[at].replaced,
        ),
    )
    places = [0] * len(releases)
    for place, at in enumerate(order):
        places[at] = place
    return places


def lineages(
    sites: Iterable[Sighted], releases: Sequence[Release], anchors: Sequence[Anchor]
) -> list[Lineage]:
    """Find which sites are one error.

    Equal keys are. So are the sites of a template that stands at exactly one place in each of two releases of a
    distribution: it moved. Two that some release has side by side are not.

    Args:
        sites: of all releases of a repo.
        releases: what `Sighted.release` counts.
        anchors: the ingested records of the repo; each is given to one lineage at most.
    """
    rank = ranks(releases)
    by_template: dict[str, dict[str, list[Sighted]]] = {}
    for site in sites:
        by_template.setdefault(site.template, {}).setdefault(site.key, []).append(site)
    found: list[Lineage] = []
    groups: dict[str, list[Lineage]] = {}
    for template in sorted(by_template):
        keys = by_template[template]
        parts = list(keys.values())
        if len(keys) > 1 and parts[0][0].has_text:
            parts = _joined(keys, releases, rank)
        made = [Lineage(sorted(part, key=lambda site: (rank[site.release], site.key))) for part in parts]
        made.sort(key=lambda one: (one.newest.module, one.newest.line, one.newest.key))
        groups[template] = made
        found.extend(made)
    _attach(found, groups, anchors, rank)
    return found


def _joined(
    keys: Mapping[str, list[Sighted]], releases: Sequence[Release], rank: Sequence[int]
) -> list[list[Sighted]]:
    """Join the sites of one template that moved."""
    part_of = {key: key for key in keys}
    members = {key: list(sites) for key, sites in keys.items()}
    standing = {key: {site.release for site in sites} for key, sites in keys.items()}
    in_release: dict[int, list[str]] = {}
    for key, sites in keys.items():
        for site in sites:
            in_release.setdefault(site.release, []).append(key)
    singles: dict[str, list[str]] = {}
    for release in sorted(in_release, key=lambda at: rank[at]):
        if len(in_release[release]) == 1:
            singles.setdefault(releases[release].distribution, []).append(in_release[release][0])
    for distribution in sorted(singles):
        line = singles[distribution]
        for at, key in enumerate(line):
            for other in reversed(line[:at]):
                mine, theirs = part_of[key], part_of[other]
                if mine == theirs:
                    break
                if standing[mine].isdisjoint(standing[theirs]):
                    for site in members[mine]:
                        part_of[site.key] = theirs
                    members[theirs] += members.pop(mine)
                    standing[theirs] |= standing.pop(mine)
                    break
    return list(members.values())


def _attach(
    found: Sequence[Lineage],
    groups: Mapping[str, Sequence[Lineage]],
    anchors: Sequence[Anchor],
    rank: Sequence[int],
) -> None:
    """Give ingested records to lineages: by id, by site key, by alias, then where the template moved."""
    by_key: dict[str, Lineage] = {key: one for one in found for key in sorted(one.keys)}
    anchors = sorted(anchors, key=lambda anchor: (anchor.line, anchor.record_id))
    placed: set[str] = set()

    def _give(anchor: Anchor, lineage: Lineage | None) -> None:
        if lineage is not None and lineage.anchor is None and anchor.record_id not in placed:
            lineage.anchor = anchor
            placed.add(anchor.record_id)

    def _left() -> list[Anchor]:
        return [anchor for anchor in anchors if anchor.record_id not in placed]

    for anchor in anchors:
        _give(anchor, by_key.get(anchor.record_id))
    for with_function in (True, False):
        waiting: dict[tuple[str, str, str | None], list[Anchor]] = {}
        for anchor in _left():
            if (anchor.function is not None) == with_function and (with_function or anchor.has_text):
                for template in anchor.templates:
                    if template in groups:
                        waiting.setdefault((template, anchor.module, anchor.function), []).append(anchor)
        for (template, module, function), theirs in waiting.items():
            free = [one for one in groups[template] if one.anchor is None]
            for anchor, lineage in _pairs(theirs, _standing_in(free, module, function)):
                _give(anchor, lineage)
    for anchor in _left():
        for alias in sorted(anchor.aliases):
            _give(anchor, by_key.get(alias))
    holders: dict[str, list[Anchor]] = {}
    for anchor in anchors:
        for template in anchor.templates:
            holders.setdefault(template, []).append(anchor)
    for anchor in _left():
        for template in anchor.templates:
            if anchor.has_text and holders[template] == [anchor]:
                _give(anchor, _single(groups.get(template, ()), rank))


def _standing_in(
    lineages_: Sequence[Lineage], module: str, function: str | None
) -> list[tuple[Lineage, list[int]]]:
    """Return those that stand in a module, and in a function where one is named, with the lines."""
    found = []
    for one in lineages_:
        lines = [
            site.line for site in one.sites if site.module == module and function in {None, site.function}
        ]
        if lines:
            found.append((one, lines))
    return found


def _pairs(
    anchors: Sequence[Anchor], candidates: Sequence[tuple[Lineage, list[int]]]
) -> list[tuple[Anchor, Lineage]]:
    """Pair equally many by the order of their lines, others by the least distance."""
    if len(anchors) == len(candidates):
        ordered = sorted(candidates, key=lambda one: (one[1][-1], one[0].newest.key))
        return [(anchor, one[0]) for anchor, one in zip(anchors, ordered, strict=True)]
    distances = sorted(
        (min(abs(anchor.line - line) for line in lines), at, lineage.newest.key, number)
        for at, anchor in enumerate(anchors)
        for number, (lineage, lines) in enumerate(candidates)
    )
    return [(anchors[at], candidates[number][0]) for _, at, _, number in distances]


def _single(group: Sequence[Lineage], rank: Sequence[int]) -> Lineage | None:
    """Return the lineage that was the only one of its template in a release, the newest such release first."""
    standing: dict[int, list[Lineage]] = {}
    for one in group:
        for release in one.releases:
            standing.setdefault(release, []).append(one)
    alone = {release: theirs[0] for release, theirs in standing.items() if len(theirs) == 1}
    return alone[max(alone, key=lambda release: rank[release])] if alone else None


def fates(
    found: Sequence[Lineage], releases: Sequence[Release], text_of: Callable[[Lineage], str | None]
) -> list[Fate]:
    """Say of each lineage whether it stands, moved, was reworded or is gone.

    Args:
        found: all lineages of a repo.
        releases: what `Sighted.release` counts.
        text_of: gives the message.
    """
    rank = ranks(releases)
    line: dict[str, list[int]] = {}
    for at in sorted(range(len(releases)), key=lambda one: rank[one]):
        line.setdefault(releases[at].distribution, []).append(at)
    newest = {order[-1] for order in line.values()}
    following = {a: b for order in line.values() for a, b in itertools.pairwise(order)}
    at_place: dict[tuple[int, str, str | None, str | None], set[int]] = {}
    for position, one in enumerate(found):
        for site in one.sites:
            place = (site.release, site.module, site.function, site.error_class)
            at_place.setdefault(place, set()).add(position)
    result = []
    for position, one in enumerate(found):
        if one.releases & newest:
            result.append(Fate("moved" if _has_moved(one) else "current"))
            continue
        last = one.newest
        then = following[last.release]
        where = (last.module, last.function, last.error_class)
        before, after = at_place[last.release, *where], at_place.get((then, *where), set())
        vanished = [other for other in before if then not in found[other].releases]
        new = [other for other in after if last.release not in found[other].releases]
        if vanished == [position] and len(new) == 1 and _similar(text_of(one), text_of(found[new[0]])):
            result.append(Fate("reworded", new[0]))
        else:
            result.append(Fate("gone"))
    return result


def _has_moved(one: Lineage) -> bool:
    places = {(site.module, site.function) for site in one.sites}
    if len(places) > 1:
        return True
    module, function = next(iter(places))
    anchor = one.anchor
    return anchor is not None and (anchor.module != module or anchor.function not in {None, function})


def _similar(a: str | None, b: str | None) -> bool:
    if not a or not b:
        return False
    return fuzz.ratio(a[:_MAX_TEXT_CHARS].lower(), b[:_MAX_TEXT_CHARS].lower()) >= _REWORDED_RATIO
