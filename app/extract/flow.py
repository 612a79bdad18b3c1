"""Which assignments of a name reach a statement: the last ones on each path, found backwards from it."""

from __future__ import annotations

from bisect import bisect_left

from app.extract.scopes import Assignment, Block, FunctionScope, Place

__all__ = ["reaching"]

_MAX_LOOKED_AT = 60
_MAX_REACHING = 12


def reaching(name: str, function: FunctionScope, place: Place) -> tuple[list[Assignment], bool]:
    """Return the assignments that may have given the name its value at a place, in the order of the file.

    The second value tells whether one of them always has.

    Those in a branch that excludes the place's own, in one that leaves before it, or that a later one on
    the same path replaces, are left out. Assignments later in a loop are not looked at.
    """
    around = {id(block): block for block in place.block.chain()}
    below_of_place = _below(place.block)
    found: list[Assignment] = []
    definite = False
    replaced: set[int] = set()
    assignments = function.assignments.get(name, [])
    before = bisect_left(assignments, place.order, key=_order)
    for assignment in reversed(assignments[max(0, before - _MAX_LOOKED_AT) : before]):
        if len(found) == _MAX_REACHING:
            break
        chain = list(assignment.place.block.chain())
        if any(id(block) in replaced for block in chain):
            continue
        branch: Block | None = None
        leaves = False
        for block in chain:
            if id(block) in around:
                break
            branch = block
            leaves = leaves or block.ends
        if leaves or (branch is not None and _excludes(branch, below_of_place.get(id(branch.parent)))):
            continue
        found.append(assignment)
        replaced.add(id(assignment.place.block))
        if branch is None or _covered(branch, replaced):
            definite = True
            break
    return found[::-1], definite


def _order(assignment: Assignment) -> int:
    return assignment.place.order


def _below(block: Block) -> dict[int, Block]:
    """Map each block round a place to the one below it in which the place stands."""
    return {id(inner.parent): inner for inner in block.chain() if inner.parent is not None}


def _excludes(branch: Block, other: Block | None) -> bool:
    if other is None or branch.group is None or branch.group is not other.group:
        return False
    return branch.group.exclusive or (branch.handler and other.handler)


def _covered(branch: Block, replaced: set[int]) -> bool:
    """Tell whether each path through a statement has assigned by now."""
    group = branch.group
    if group is None or not group.exhaustive:
        return False
    return all(block.ends or id(block) in replaced for block in group.blocks)
