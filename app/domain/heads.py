"""Where a message ends, when what follows it may belong to it or not: an error's last line, and a log that goes on.

    ValueError: got T=17, N=4
    server is going down

Only a record's pattern can tell: one that agrees with the first line whole, and says no more than it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from app.domain.answer import Tier
from app.domain.matching import Candidate, Hit, find_all

__all__ = ["common_lines", "head_chars", "settled", "spanned"]

_OPEN_END = re.compile(
    r"[:,;(\[{\\=]\s*$|\b(?:and|or|the|of|to|is|in|for|with)\s*$|\d validation errors? for [\w.]{1,60}\s*$"
)
_ITEM = re.compile(r"(?:[ \t]|[-*•+>] ?|\d+[.)] |[\[({\"'`|~^])")
_MAX_LINES = 4
_BRACKETS = (("(", ")"), ("[", "]"), ("{", "}"))


def head_chars(text: str) -> int:
    """Return how many characters of a message are surely its own; 0 where all are.

    A line belongs to what stands above it where it is indented or an item of a list, or where a bracket or
    the sentence is still open.
    """
    end = text.find("\n")
    while end >= 0:
        head = text[:end]
        if not (
            _ITEM.match(text, end + 1)
            or _OPEN_END.search(head[-100:])
            or any(head.count(left) > head.count(right) for left, right in _BRACKETS)
        ):
            return len(head.rstrip())
        end = text.find("\n", end + 1)
    return 0


def common_lines(texts: Sequence[str]) -> int:
    """Return how many lines all of the texts begin with, however many blanks stand between their words."""
    first, *others = ([line.split() for line in text.split("\n")] for text in texts)
    count = len(first)
    for other in others:
        same = next((i for i, (a, b) in enumerate(zip(first, other, strict=False)) if a != b), None)
        count = min(count, len(other) if same is None else same)
    return count


def settled(
    text: str, head: int, candidates: Iterable[Candidate], *, in_traceback: bool, own: int | None = None
) -> tuple[list[Hit], int]:
    """Find the patterns of a message, and where it ends.

    Args:
        text: the message as it was read.
        head: how many characters of it are surely its own; 0 where all are.
        candidates: patterns that may agree with it.
        in_traceback: a message behind frames goes on over further lines more often than a lone one.
        own: how many characters of the text stand before the first blank line; what stands behind is only part of the
            message where a pattern has words on both sides. None where there is none.

    Returns:
        The hits, and how many characters of the text are the message.
    """
    found = list(candidates)
    if own is not None and own < len(text):
        if end := spanned(text, own, find_all(text, found)):
            return find_all(text[:end], found), end
        text = text[:own]
    hits = find_all(text, found) if text else []
    if not head or not found:
        return hits, len(text)
    if in_traceback and any(hit.tier is Tier.EXACT for hit in hits):
        end = max(hit.end for hit in hits)
        return hits, end if end >= head and text[end : end + 1] == "\n" else len(text)
    for end in _ends(text, head):
        within = find_all(text[:end], found)
        exact = [hit for hit in within if hit.tier is Tier.EXACT]
        if not exact:
            continue
        said = {hit.candidate.pattern_id for hit in exact}
        words = max(hit.words for hit in exact)
        if any(hit.words > words for hit in hits if hit.candidate.pattern_id not in said):
            continue
        return within, end
    return hits, len(text)


def spanned(text: str, own: int, hits: Iterable[Hit]) -> int:
    """Return where the message ends that a pattern finds on both sides of what it may end at; 0 where none does.

    Args:
        text: the message with what stands below it.
        own: how many characters of it stand before that.
        hits: of patterns in the text.
    """
    end = 0
    for hit in hits:
        if hit.candidate.generic or not hit.start < own < hit.end:
            continue
        last = hit.groups[-1] if hit.groups else (hit.end, hit.end)
        if last[1] < hit.end or last[0] == last[1]:
            end = max(end, hit.end)
        elif last[0] > own:
            # A wildcard at the end holds its line, and not the rest of the paste.
            line = text.find("\n", last[0])
            end = max(end, line if line >= 0 else hit.end)
    return end


def _ends(text: str, head: int) -> Iterator[int]:
    """Yield where the message may end: behind its head, and behind the next few lines."""
    yield head
    end = head
    for _ in range(_MAX_LINES):
        end = text.find("\n", end + 1)
        if end < 0:
            return
        yield end
