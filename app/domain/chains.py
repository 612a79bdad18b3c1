"""Who wraps whom: the errors of a chain or an exception group as a tree, and each one's place from the root outwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from app.domain.answer import Role
from app.domain.parsed import ParsedError

__all__ = ["Linked", "link_errors"]


@dataclass(frozen=True, slots=True)
class Linked:
    """An error with its place: `chain` groups errors that hang together, `height` counts outwards from the root."""

    error: ParsedError
    chain: int
    role: Role
    height: int


def link_errors(errors: Iterable[ParsedError], chain: int) -> Iterator[Linked]:
    """Link the errors of one stream; chains are numbered from `chain` on."""
    group: list[ParsedError] = []
    for error in errors:
        if (group and error.link == "none" and error.depth == 0) or (
            group and error.link == "none" and not _is_part(group, error)
        ):
            yield from _linked(group, chain)
            chain += 1
            group = []
        group.append(error)
    if group:
        yield from _linked(group, chain)


def _is_part(group: Sequence[ParsedError], error: ParsedError) -> bool:
    """Tell whether an error stands in a group of this chain."""
    return any(one.depth < error.depth for one in group[:1]) or (group[0].depth == error.depth > 1)


def _linked(group: Sequence[ParsedError], chain: int) -> Iterator[Linked]:
    """Give each error the role and height that the errors it wraps leave it."""
    if len(group) == 1:
        yield Linked(group[0], chain, "only", 0)
        return
    wraps: list[list[int]] = [[] for _ in group]
    at_depth: dict[int, int] = {}
    for index, error in enumerate(group):
        depth = max(1, error.depth)  # a group itself stands behind its first margin
        before = at_depth.get(depth)
        if error.link == "outer" and before is not None:
            wraps[index].append(before)
        elif error.link == "inner" and index:
            wraps[before if before is not None else index - 1].append(index)
        above = max((known for known in at_depth if known < depth), default=None)
        if above is not None:
            wraps[at_depth[above]].append(index)
        at_depth = {known: place for known, place in at_depth.items() if known < depth}
        at_depth[depth] = index
    heights = _heights(wraps)
    for index, error in enumerate(group):
        yield Linked(error, chain, "wrapper" if wraps[index] else "root", heights[index])


def _heights(wraps: Sequence[Sequence[int]]) -> list[int]:
    """Return for each error how many errors deep the deepest one that it wraps lies; a root has 0."""
    heights = [-1] * len(wraps)
    for start in range(len(wraps)):
        open_ones = [start]
        while open_ones:
            index = open_ones[-1]
            waiting = [inner for inner in wraps[index] if heights[inner] < 0]
            if heights[index] < 0 and waiting:
                open_ones.extend(waiting)
                continue
            if heights[index] < 0:
                heights[index] = 1 + max((heights[inner] for inner in wraps[index]), default=-1)
            open_ones.pop()
    return heights
