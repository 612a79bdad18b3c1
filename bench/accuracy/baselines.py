"""What else one could do with the same records: four plain ways to find the record of an error.

All are given what errdex has to find in the paste by itself: the message, and the class where it is shown. What they name
is a pattern; of its sites those whose class agrees are the answer, all of them where there are several. So they are judged
more kindly than errdex, which names one site or says that it cannot tell.
"""

from __future__ import annotations

import re
import sqlite3
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice

from rapidfuzz import fuzz, process

from app.domain.templates import parse_template, pattern_of_template
from bench.accuracy.cases import Case
from bench.accuracy.sites import Site

__all__ = ["NAMES", "Found", "compared"]

_WORD = re.compile(r"[^\W_]{2,}")
_LEADING = re.compile(r"^(?:\(\.\*\??\))+")
_RATIO = 80.0
_MOST_WORDS = 40
_LONGEST = 2000

NAMES = {
    "literal": "every regex, the longest literal wins, behind a prefilter on that literal",
    "hyperscan": "Hyperscan, all regexes at once; class, then most literal text",
    "bm25": "FTS5, BM25 of the message's words",
    "rapidfuzz": f"rapidfuzz `ratio` with all templates, from {_RATIO:.0f}",
}


@dataclass(frozen=True, slots=True)
class Template:
    """A distinct template: its regex, its own text, and its sites by class."""

    pattern: str
    literals: tuple[str, ...]
    sites: Mapping[str | None, tuple[str, ...]]

    @property
    def longest(self) -> str:
        """Its longest literal."""
        return max(self.literals, key=len)

    @property
    def text(self) -> str:
        """Its own text, interpolations as a blank."""
        return " ".join(self.literals)


# The templates that an engine would name, best first; at most three are looked at.
Engine = Callable[[Case], Iterable[Template]]


@dataclass(frozen=True, slots=True)
class Found:
    """What a baseline makes of a case; outcomes as for errdex."""

    outcome: str
    in_three: bool


def compared(cases: Sequence[Case], sites: Iterable[Site]) -> dict[str, list[Found]]:
    """Return for each engine what it found, in the order of the cases; without Hyperscan where it is not installed."""
    templates = _templates(sites)
    with ProcessPoolExecutor(len(_ENGINES)) as pool:
        asked = {name: pool.submit(_asked, name, templates, cases) for name in _ENGINES}
        answers = {name: one.result() for name, one in asked.items()}
    return {name: found for name, found in answers.items() if found is not None}


def _asked(name: str, templates: Sequence[Template], cases: Sequence[Case]) -> list[Found] | None:
    began = time.perf_counter()
    try:
        engine = _ENGINES[name](templates)
    except ImportError:
        print(f"{name} is not installed and is left out", file=sys.stderr)
        return None
    # One message stands in pastes of many kinds.
    named: dict[tuple[str, str | None], tuple[Template, ...]] = {}
    found = []
    for case in cases:
        key = (case.message, case.error_class)
        if key not in named:
            named[key] = tuple(islice(engine(case), 3))
        found.append(_judged(case, named[key]))
    print(f"{name}: {time.perf_counter() - began:.0f} s", file=sys.stderr)
    return found


def _templates(sites: Iterable[Site]) -> list[Template]:
    by_template: dict[str, dict[str | None, list[str]]] = defaultdict(lambda: defaultdict(list))
    for site in sites:
        if site.template and site.words:
            by_template[site.template][site.error_class].append(site.id)
    return [
        Template(
            pattern_of_template(template),
            tuple(part for part in parse_template(template) if isinstance(part, str)),
            {name: tuple(ids) for name, ids in groups.items()},
        )
        for template, groups in sorted(by_template.items())
    ]


def _judged(case: Case, named: Iterable[Template]) -> Found:
    answers = [_sites_of(template, case) for template in named]
    if not answers:
        return Found("silent", in_three=False)
    first = answers[0]
    outcome = "wrong" if case.wanted not in first else "right" if len(first) == 1 else "ambiguous"
    return Found(outcome, any(case.wanted in ids for ids in answers))


def _sites_of(template: Template, case: Case) -> tuple[str, ...]:
    agreeing = template.sites.get(case.error_class, ()) if case.error_class else ()
    return agreeing or tuple(identity for ids in template.sites.values() for identity in ids)


def _has_class(template: Template, case: Case) -> bool:
    return case.error_class is not None and case.error_class in template.sites


def _literal(templates: Sequence[Template]) -> Engine:
    ordered = sorted(templates, key=lambda one: (-len(one.longest), one.pattern))
    longest = [one.longest for one in ordered]
    compiled: dict[int, re.Pattern[str]] = {}

    def engine(case: Case) -> Iterator[Template]:
        text = case.message[:_LONGEST]
        for at, literal in enumerate(longest):
            if literal not in text:
                continue
            if at not in compiled:
                compiled[at] = re.compile(_LEADING.sub("", ordered[at].pattern), re.DOTALL)
            if compiled[at].search(text):
                yield ordered[at]

    return engine


def _hyperscan(templates: Sequence[Template]) -> Engine:
    import hyperscan  # only in the environment of the benches

    flags = hyperscan.HS_FLAG_DOTALL | hyperscan.HS_FLAG_SINGLEMATCH | hyperscan.HS_FLAG_UTF8
    kept = [(one, rest) for one in templates if (rest := _LEADING.sub("", one.pattern))]
    database = hyperscan.Database()
    database.compile(
        expressions=[pattern.encode() for _, pattern in kept],
        ids=list(range(len(kept))),
        elements=len(kept),
        flags=[flags | hyperscan.HS_FLAG_ALLOWEMPTY] * len(kept),
    )

    def engine(case: Case) -> list[Template]:
        hits: set[int] = set()
        database.scan(
            case.message[:_LONGEST].encode(), match_event_handler=lambda number, *_: hits.add(number)
        )
        found = [kept[number][0] for number in hits]
        return sorted(found, key=lambda one: (not _has_class(one, case), -len(one.text), one.pattern))

    return engine


def _bm25(templates: Sequence[Template]) -> Engine:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE template USING fts5(text)")
    connection.executemany(
        "INSERT INTO template (rowid, text) VALUES (?, ?)",
        ((at, one.text) for at, one in enumerate(templates)),
    )

    def engine(case: Case) -> list[Template]:
        words = list(dict.fromkeys(_WORD.findall(case.message[:_LONGEST])))[:_MOST_WORDS]
        if not words:
            return []
        query = " OR ".join(f'"{word}"' for word in words)
        rows = connection.execute(
            "SELECT rowid FROM template WHERE template MATCH ? ORDER BY rank LIMIT 3", (query,)
        )
        return [templates[row[0]] for row in rows]

    return engine


def _rapidfuzz(templates: Sequence[Template]) -> Engine:
    texts = [one.text for one in templates]

    def engine(case: Case) -> list[Template]:
        found = process.extract(
            case.message[:_LONGEST], texts, scorer=fuzz.ratio, score_cutoff=_RATIO, limit=3
        )
        return [templates[at] for _, _, at in found]

    return engine


_ENGINES: Mapping[str, Callable[[Sequence[Template]], Engine]] = {
    "literal": _literal,
    "hyperscan": _hyperscan,
    "bm25": _bm25,
    "rapidfuzz": _rapidfuzz,
}
