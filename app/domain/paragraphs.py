"""Messages of several paragraphs in text that is no parsed error: a log call may print blank lines.

    Received a shard of unknown kind 'x'.
    It has been left out.

    Did you forget to register it?

The blank lines part it into blocks; a pattern with paragraphs of its own is looked for over them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice

from app.domain.grammar import DIVIDER
from app.domain.linear import RefusedPatternError
from app.domain.matching import Candidate, Hit, find_all, find_truncated
from app.domain.parsed import Block
from app.domain.patterns import compile_pattern
from app.domain.prefixes import Line

__all__ = ["across"]

_MAX_BEFORE, _MAX_BEHIND = 3, 8
_MAX_LINES, _MAX_CHARS = 80, 8000
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
    room = _MAX_CHARS // 2
    while at - first < _MAX_BEFORE and first > 0 and _adjoin(blocks[first - 1], blocks[first]):
        room -= _size(blocks[first - 1])
        if room < 0:
            break
        first -= 1
    while last - at < _MAX_BEHIND and last + 1 < len(blocks) and _adjoin(blocks[last], blocks[last + 1]):
        last += 1
    if first == last:
        return None
    whole = _joined(blocks[first : last + 1])
    if hits := find_all(whole.passage.text, several, repeats=True):
        return whole, hits
    # An older wording may differ further down: the first paragraphs agree up to where they end.
    if last == at or not (several := _begun(several, blocks[at], blocks[at + 1])):
        return None
    own = len(blocks[at].passage.text)
    for end in range(last, at, -1):
        part = _joined(blocks[at : end + 1])
        if hits := [hit for hit in find_truncated(part.passage.text, several) if hit.start < own]:
            return part, hits
    return None


def _has_paragraphs(pattern: str) -> bool:
    # Most patterns have no line break at all, and a log has a hundred thousand lines to try.
    return ("\n" in pattern or "\\n" in pattern) and _BREAK.search(pattern) is not None


def _begun(candidates: Iterable[Candidate], block: Block, below: Block) -> list[Candidate]:
    """Return the patterns that may begin in a block and go on to the end of the one below it."""
    text = _folded(f"{_joined([block]).passage.text}\n{_joined([below]).passage.text}")
    return [one for one in candidates if _may_be_cut(one, text)]


def _may_be_cut(candidate: Candidate, text: str) -> bool:
    """Tell whether a text may end within a pattern: all literals up to one are there, and that one is begun."""
    try:
        literals = compile_pattern(candidate.pattern).literals
    except RefusedPatternError:
        return False
    end = text.rstrip(" .…")
    position = 0
    for count, literal in enumerate(map(_folded, literals), 1):
        found = text.find(literal, position)
        if found < 0:
            return any(_ends_in(end, _folded(one)) for one in literals[:count])
        position = found + len(literal)
    return True


def _ends_in(text: str, literal: str) -> bool:
    begin = max(0, len(text) - len(literal))
    return any(literal.startswith(text[position:]) for position in range(begin, len(text)))


def _folded(text: str) -> str:
    return " ".join(text.split())


def _size(block: Block) -> int:
    """Return how many characters a block has; of one of many lines, more than are joined."""
    if len(block.lines) > _MAX_LINES // 2:
        return _MAX_CHARS
    return sum(len(line.text) for line in block.lines)


def _joined(blocks: Sequence[Block]) -> Block:
    lines: list[Line] = []
    chars = 0
    for line in islice((line for block in blocks for line in block.lines), _MAX_LINES):
        chars += len(line.text)
        if lines and chars > _MAX_CHARS:
            break
        lines.append(line)
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
