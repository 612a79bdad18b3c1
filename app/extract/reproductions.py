"""Which raise site a test reproduces: the only one of its class whose message agrees with what the test expects.

Both sides are words and wildcards. They agree where the expected words can stand in the message one after the other, and
most of them are the message's own, not what its interpolations might be. Where two sites could be meant, none is.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from app.domain.page_form import full_sha, source_link
from app.domain.pattern_syntax import Token, tokenize
from app.extract.expected import Expectation
from app.extract.model import Origin

__all__ = ["MOST_TESTS", "Linked", "agreement", "link_tests"]

MOST_TESTS: Final = 5  # of a site

_WORDS: Final = re.compile(r"\w+|[^\w\s]")
_LEAST_WORDS: Final = 2
_LEAST_CHARS: Final = 8
_LEAST_SHARE: Final = 0.6
_MOST_WORDS: Final = 120
_MOST_CANDIDATES: Final = 50
_WILD: Final = ""

# Words and wildcards; a wildcard is the empty text.
Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Linked:
    """How many tests expect an error with a message, and how many of them were found to reproduce a site."""

    expected: int = 0
    linked: int = 0


def link_tests(
    drafts: Sequence[dict[str, Any]], expectations: Iterable[Expectation], origin: Origin
) -> Linked:
    """Add to the facts of drafts which tests raise them.

    Args:
        drafts: of all sites of a target.
        expectations: of its tests.
        origin: of the target.
    """
    sites = _Sites(drafts)
    found: dict[int, list[Expectation]] = defaultdict(list)
    count = Counter[bool]()
    for one in expectations:
        site = sites.only(one)
        count[site is not None] += 1
        if site is not None:
            found[site].append(one)
    for site, tests in found.items():
        errdex = drafts[site]["errdex"]
        distinct = {(one.path, one.test): one for one in sorted(tests, key=_place, reverse=True)}
        first = sorted(distinct.values(), key=_place)[:MOST_TESTS]
        facts = dict(errdex.get("facts") or {})
        errdex["facts"] = {**facts, "reproducedBy": [_wire(one, origin) for one in first]}
    return Linked(count.total(), count[True])


def _place(one: Expectation) -> tuple[str, int]:
    return one.path, one.line


def _wire(one: Expectation, origin: Origin) -> dict[str, Any]:
    path = origin.prefix + one.path
    sha = origin.sha if origin.on_github and origin.sha is not None and full_sha(origin.sha) else None
    url = source_link(origin.repo, sha, path, one.line, one.line)
    return {"filePath": path, "lineNumber": one.line, "test": one.test, **({"url": url} if url else {})}


class _Sites:
    """The sites of a target by class and word."""

    def __init__(self, drafts: Sequence[Mapping[str, Any]]) -> None:
        self._words: list[Words] = []
        self._having: dict[str, dict[str, list[int]]] = {}
        self._known: dict[tuple[tuple[str, ...], str], int | None] = {}
        for number, draft in enumerate(drafts):
            record = draft["record"]
            pattern, error_class = record["messagePattern"], record["errorClass"]
            words = max(_alternatives(pattern), key=len, default=()) if pattern and error_class else ()
            self._words.append(words)
            if words:
                name = error_class.rpartition(".")[2]
                by_word = self._having.setdefault(name, defaultdict(list))
                for word in {word for word in words if word.isalnum()}:
                    by_word[word].append(number)

    def only(self, one: Expectation) -> int | None:
        """Return the position of the only site that a test can mean."""
        key = (one.classes, one.pattern)
        if key not in self._known:
            agreeing = set[int]()
            for expected in _alternatives(one.pattern):
                for name in one.classes:
                    agreeing.update(
                        site
                        for site in self._candidates(name, expected)
                        if agreement(self._words[site], expected)
                    )
            self._known[key] = agreeing.pop() if len(agreeing) == 1 else None
        return self._known[key]

    def _candidates(self, name: str, expected: Words) -> Iterator[int]:
        """Yield the sites of a class that have enough of the words."""
        by_word = self._having.get(name, {})
        words = {word for word in expected if word.isalnum()}
        hits = Counter(site for word in words for site in by_word.get(word, ()))
        least = max(_LEAST_WORDS, 0.5 * len(words))
        enough = [site for site, number in hits.items() if number >= least]
        # Among so many alike none would be the only one.
        yield from enough if len(enough) <= _MOST_CANDIDATES else ()


def agreement(message: Words, expected: Words) -> bool:
    """Tell whether what is expected can stand in a message, and is mostly the message's own words.

    Args:
        message: words and wildcards of the site's pattern, whole.
        expected: words and wildcards of what a test searches for, anywhere in it.
    """
    if len(message) > _MOST_WORDS or len(expected) > _MOST_WORDS:
        return False
    own = [word for word in expected if word.isalnum()]
    best = _best(message, expected)
    if best is None:
        return False
    words, chars = best
    return words >= _LEAST_WORDS and chars >= _LEAST_CHARS and chars >= _LEAST_SHARE * sum(map(len, own))


def _best(message: Words, expected: Words) -> tuple[int, int] | None:
    """Return words and characters that both sides have in the best alignment; None where there is none."""
    none: tuple[int, int] | None = None
    # row[i]: the best way to have read what is expected so far, standing before the word i of the message.
    row: list[tuple[int, int] | None] = [(0, 0)] * (len(message) + 1)
    for wanted in expected:
        following: list[tuple[int, int] | None] = [none] * (len(message) + 1)
        for at in range(len(message) + 1):
            ways: list[tuple[int, int] | None] = []
            before = row[at]
            if wanted == _WILD:
                ways.append(before)
                if at:
                    ways.append(following[at - 1])
            elif at < len(message) and message[at] == _WILD:
                ways.append(before)
            if at and message[at - 1] == _WILD:
                ways += [following[at - 1], before]
            elif at and message[at - 1] == wanted and (met := row[at - 1]) is not None:
                counts = wanted.isalnum()
                ways.append((met[0] + counts, met[1] + counts * len(wanted)))
            following[at] = max((way for way in ways if way is not None), default=None)
        row = following
    return max((way for way in row if way is not None), default=None)


@lru_cache(maxsize=20_000)
def _alternatives(pattern: str) -> tuple[Words, ...]:
    """Return the alternatives of an expression as words and wildcards; none where it looks around."""
    parts: list[list[str]] = [[]]
    depth, hidden = 0, 0
    tokens = tokenize(pattern)
    opened: list[bool] = []
    for at, token in enumerate(tokens):
        if token.kind == "open":
            if token.source in {"(?=", "(?!", "(?<=", "(?<!"}:
                return ()
            hides = _is_varied(tokens, at)
            opened.append(hides)
            hidden += hides
            depth += 1
            if hides:
                parts[-1].append(_WILD)
        elif token.kind == "close":
            depth -= 1
            hidden -= opened.pop() if opened else 0
        elif hidden:
            continue
        elif token.kind == "alt" and not depth:
            parts.append([])
        elif token.kind == "quant":
            if parts[-1] and token.source not in {"*?", "+?"}:
                parts[-1][-1] = _WILD
        elif token.kind in {"any", "class"}:
            parts[-1].append(_WILD)
        elif token.kind == "char":
            parts[-1].append(token.text)
    return tuple(words for part in parts if (words := _as_words(part)))


def _is_varied(tokens: Sequence[Token], at: int) -> bool:
    """Tell whether the group that opens here is alternatives, or may be missing or repeated."""
    depth = 0
    for position in range(at, len(tokens)):
        token = tokens[position]
        depth += (token.kind == "open") - (token.kind == "close")
        if token.kind == "alt" and depth == 1:
            return True
        if depth == 0:
            following = tokens[position + 1 : position + 2]
            return bool(following) and following[0].kind == "quant"
    return True


def _as_words(characters: Sequence[str]) -> Words:
    """Join characters to words; a wildcard ends one, and two that meet are one."""
    words: list[str] = []
    for part in "".join(char or "\0" for char in characters).split("\0"):
        words.extend(word.lower() for word in _WORDS.findall(part))
        if not words or words[-1] != _WILD:
            words.append(_WILD)
    if characters and characters[-1] != _WILD:
        words.pop()  # nothing ends here but the last word
    return tuple(words)
