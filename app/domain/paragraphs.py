"""Messages of several paragraphs in text that is no parsed error: a log call may print blank lines.

    Received a shard of unknown kind 'x'.
    It has been left out.

    Did you forget to register it?

The blank lines part it into blocks; a pattern with paragraphs of its own is looked for over them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from app.domain.grammar import DIVIDER
from app.domain.matching import Candidate, Hit, find_all, find_truncated
from app.domain.parsed import Block

__all__ = ["across"]

_MAX_BEFORE, _MAX_BEHIND = 3, 8
_MAX_LINES = 80
_MAX_BLANK_LINES = 3
# As a line break, or as its escape.
_BREAK = re.compile(r"(?:\n|\\n)[ \t]*(?:\n|\\n)")


def across(
    blocks: Sequence[Block], at: int, candidates: Iterable[Candidate]
) -> tuple[Block, list[Hit]] | None:
    """Find patterns of several paragraphs round a block.

    Args:
        blocks: of a paste, in the order of their lines.
        at: index of the block that a key was found in.
        candidates: the patterns of its keys.

    Returns:
        The blocks as one, and the hits in its text; None where there are none.
    """
    several = [one for one in candidates if not one.generic and _has_paragraphs(one.pattern)]
    if not several or blocks[at].code:
        return None
    first = last = at
    while at - first < _MAX_BEFORE and first > 0 and _adjoin(blocks[first - 1], blocks[first]):
        first -= 1
    while last - at < _MAX_BEHIND and last + 1 < len(blocks) and _adjoin(blocks[last], blocks[last + 1]):
        last += 1
    if first == last:
        return None
    whole = _joined(blocks[first : last + 1])
    if hits := find_all(whole.passage.text, several, repeats=True):
        return whole, hits
    # An older wording may differ further down: the first paragraphs agree up to where they end.
    for end in range(last, at, -1):
        part = _joined(blocks[at : end + 1])
        own = len(blocks[at].passage.text)
        if hits := [hit for hit in find_truncated(part.passage.text, several) if hit.start < own]:
            return part, hits
    return None


def _has_paragraphs(pattern: str) -> bool:
    # Most patterns have no line break at all, and a log has a hundred thousand lines to try.
    return ("\n" in pattern or "\\n" in pattern) and _BREAK.search(pattern) is not None


def _joined(blocks: Sequence[Block]) -> Block:
    lines = [line for block in blocks for line in block.lines][:_MAX_LINES]
    while len(lines) > 1 and DIVIDER.match(lines[-1].text):
        lines.pop()
    return Block(lines)


def _adjoin(above: Block, below: Block) -> bool:
    """Tell whether only blank lines stand between two blocks of one process."""
    if above.code or below.code or above.lines[-1].tag != below.lines[0].tag:
        return False
    if below.lines[0].starts_record:
        return False
    return 0 < below.lines[0].number - above.lines[-1].number <= _MAX_BLANK_LINES
