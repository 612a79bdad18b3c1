"""Which records stand near one, best first, and why.

Four things count: the kind of mistake (backgroundTag), tags, the words of the message, and the place. What
few records share says more than what many share, so each is weighed by its rarity in the base. A shared
kind of mistake, a rare tag or a rare word each outweighs any nearness in the file.

Pure: the same records give the same answer in whatever order they come.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from app.domain.templates import parse_template

__all__ = ["RELATED_LIMIT", "Choice", "Rarity", "Site", "is_rare", "message_words", "rank"]

RELATED_LIMIT = 5
# Of each five, so many may stand in one file; what the record's own page names is not counted out.
_ONE_FILE_OF_FIVE = 4

# Below this there is nothing in common that is worth a reader's time.
_LEAST = 0.3
# A place alone gives at most 0.96: less than any kind of mistake, rare tag or rare word (1 or more).
_SAME_FILE, _CLOSE, _SAME_FUNCTION = 0.3, 0.4, 0.2
_SAME_REPO, _SAME_CLASS = 0.04, 0.02
_COMMON_AT_MOST = 0.8
_SAME_MESSAGE = 0.5
_WORDS_ELSEWHERE = 2
# Each further shared tag or word adds half of what the one before could.
_FURTHER = 0.5
_CLOSE_LINES = 40
_NEXT_TO_LINES = 60
# A base smaller than this is weighed as if it had so many records: in five records everything is rare.
_SMALL_BASE = 100

_MAX_WORDS = 64
_MAX_WORD_CHARS = 80
_WORD = re.compile(r"\w+")
# Words that say nothing about an error, in any base.
_EMPTY_WORDS_TEXT = """
    about after all also and another any are because been before being both but can cannot could currently did does
    doing don done each either else error exception expected few following for from given gives got had has have having
    her here his how instead into invalid its itself just make may more most must need needs nor not now off once one
    only onto other our out over own please provided raise raised received same set should since some such than that the
    their them then there these they this those through too try trying under unexpected unless until use used using was
    were what when where whether which while who whom whose why will with within without would yet you your
"""
_EMPTY_WORDS = frozenset(_EMPTY_WORDS_TEXT.split())


@dataclass(frozen=True, slots=True)
class Site:
    """What relating needs to know of a record; `pattern` is equal for equal messagePatterns.

    Of `tags` a candidate needs those that it shares. `slug` and `file_path` are only shown.
    """

    id: str
    repo: str
    title: str
    module_path: str
    line_number: int
    error_class: str | None = None
    error_message: str | None = None
    function: str | None = None
    background_tag: str | None = None
    pattern: int | None = None
    tags: tuple[str, ...] = ()
    slug: str = ""
    file_path: str = ""


@dataclass(frozen=True, slots=True)
class Rarity:
    """How many records have what; a tag or word that is not listed is too common to count.

    Attributes:
        records: in the whole base.
        tags: of how many records, by tag.
        backgrounds: the same for kinds of mistake.
        patterns: distinct message patterns in the base.
        words: in how many of them, by lower-case word.
    """

    records: int
    tags: Mapping[str, int] = field(default_factory=dict)
    backgrounds: Mapping[str, int] = field(default_factory=dict)
    patterns: int = 0
    words: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Choice:
    """A related record with the reason in plain words; scores compare within one answer only."""

    id: str
    reason: str
    score: float


def message_words(error_message: str | None) -> dict[str, str]:
    """Return the telling words of a message, lower case, each with the form in which it stands there.

    Interpolations are left out, they are code and not text; an identifier also counts as its parts. At most
    64 words, in order.
    """
    words: dict[str, str] = {}
    for part in parse_template(error_message or ""):
        if not isinstance(part, str):
            continue
        for word in _WORD.findall(part):
            for form in dict.fromkeys((word, *word.split("_"))):
                key = form.lower()[:_MAX_WORD_CHARS]
                if len(form) > 2 and not form.isnumeric() and key not in _EMPTY_WORDS:
                    words.setdefault(key, form)
                    if len(words) == _MAX_WORDS:
                        return words
    return words


def is_rare(count: int, total: int) -> bool:
    """Tell whether what `count` of `total` records share is rare: no more than the square root, nor than a tenth."""
    return count <= max(2, min(math.isqrt(max(total, _SMALL_BASE)), total // 10))


def rank(
    subject: Site,
    candidates: Iterable[Site],
    rarity: Rarity,
    *,
    titles: Sequence[str] = (),
    limit: int = RELATED_LIMIT,
) -> list[Choice]:
    """Choose the records nearest to `subject`, best first.

    Args:
        subject: the record that others are related to; it is never among them.
        candidates: records that may be related; withdrawn ones are not to be handed in.
        rarity: counts for the subject's tags, kind of mistake and words.
        titles: titles that the record's own page names, in its order. A record of the same repository with
            such a title comes before all others.
        limit: most records to return.

    Returns:
        At most `limit`, of each five at most four from one file, none without anything in common. Only what
        the record's own page names is listed however many of it stand in one file.
    """
    words = message_words(subject.error_message)
    sites = {site.id: site for site in candidates if site.id != subject.id}
    scored = [_compare(subject, words, site, rarity) for site in sites.values()]
    scored.sort(key=lambda choice: (-choice.score, choice.id))
    chosen = _named(subject, sites, scored, titles)[:limit]
    taken = {choice.id for choice in chosen}
    left = [choice for choice in scored if choice.score >= _LEAST and choice.id not in taken]
    per_file: dict[tuple[str, str], int] = {}
    for choice in chosen:
        file = _file(sites[choice.id])
        per_file[file] = per_file.get(file, 0) + 1
    while len(chosen) < limit:
        most = _ONE_FILE_OF_FIVE * (len(chosen) // RELATED_LIMIT + 1)
        best = next((choice for choice in left if per_file.get(_file(sites[choice.id]), 0) < most), None)
        if best is None:
            break
        left.remove(best)
        chosen.append(best)
        file = _file(sites[best.id])
        per_file[file] = per_file.get(file, 0) + 1
    return chosen


def _file(site: Site) -> tuple[str, str]:
    return site.repo, site.module_path


def _named(
    subject: Site, sites: Mapping[str, Site], scored: Sequence[Choice], titles: Sequence[str]
) -> list[Choice]:
    """Find the record for each title; of several that are called so the one that is nearest otherwise."""
    by_title: dict[str, Choice] = {}
    for choice in scored:
        site = sites[choice.id]
        if site.repo == subject.repo:
            by_title.setdefault(site.title, choice)
    named = (by_title[title] for title in dict.fromkeys(titles) if title in by_title)
    return [Choice(choice.id, "named on its page", choice.score) for choice in named]


def _compare(subject: Site, words: Mapping[str, str], site: Site, rarity: Rarity) -> Choice:
    signals = (
        _background(subject, site, rarity),
        _tags(subject, site, rarity),
        _words(subject, words, site, rarity),
        _place(subject, site),
    )
    # The reason is what counts most (of equals the first), but a kind of mistake that few share is always told.
    told = signals[0] if _is_rare_kind(subject, site, rarity) else max(signals, key=lambda signal: signal[0])
    total = sum(score for score, _ in signals)
    if total > 0:
        total += _SAME_REPO * (subject.repo == site.repo)
        total += _SAME_CLASS * (subject.error_class is not None and subject.error_class == site.error_class)
    return Choice(site.id, told[1], round(total, 9))


@lru_cache(maxsize=4096)
def _weight(count: int, total: int) -> float:
    """Weigh what `count` of `total` share: 2 for what one alone has, towards 0 for what all have."""
    base = max(total, _SMALL_BASE)
    rarity = max(0.0, math.log(base / max(count, 1)) / math.log(base))
    return max(1.0, 2 * rarity) if is_rare(count, total) else min(_COMMON_AT_MOST, 4 * rarity * rarity)


def _falling(weights: Iterable[float]) -> float:
    return sum(weight * _FURTHER**place for place, weight in enumerate(sorted(weights, reverse=True)))


def _background(subject: Site, site: Site, rarity: Rarity) -> tuple[float, str]:
    tag = subject.background_tag
    if tag is None or tag != site.background_tag:
        return 0.0, ""
    return 1.0 + _weight(rarity.backgrounds.get(tag, 1), rarity.records) / 2, f"same kind of mistake: {tag}"


def _is_rare_kind(subject: Site, site: Site, rarity: Rarity) -> bool:
    tag = subject.background_tag
    return (
        tag is not None
        and tag == site.background_tag
        and is_rare(rarity.backgrounds.get(tag, 1), rarity.records)
    )


def _tags(subject: Site, site: Site, rarity: Rarity) -> tuple[float, str]:
    shared = [tag for tag in dict.fromkeys(subject.tags) if tag in site.tags and tag in rarity.tags]
    if not shared:
        return 0.0, ""
    weights = {tag: _weight(rarity.tags[tag], rarity.records) for tag in shared}
    rare = [tag for tag in shared if is_rare(rarity.tags[tag], rarity.records)]
    names = sorted(rare or shared, key=lambda tag: -weights[tag])[:3]
    kind = f"{'rare ' if rare else ''}tag{'s' if len(names) > 1 else ''}"
    return _falling(weights.values()), f"shares the {kind} {', '.join(names)}"


def _words(subject: Site, words: Mapping[str, str], site: Site, rarity: Rarity) -> tuple[float, str]:
    weights = {
        word: _weight(rarity.words[word], rarity.patterns)
        for word in _shared(words, rarity.words, site.error_message)
    }
    alike = subject.background_tag is not None and subject.background_tag == site.background_tag
    if len(weights) < _WORDS_ELSEWHERE and subject.repo != site.repo and not alike:
        weights = {}  # one word of another project is chance, where nothing else ties the two
    if subject.pattern is not None and subject.pattern == site.pattern:
        return _SAME_MESSAGE + _falling(weights.values()), f"the same message, raised in {_name(site)}"
    # Of equally rare words a name, with its capitals and digits, says more than a plain word.
    told = sorted(
        (word for word in weights if weights[word] > 0),
        key=lambda word: (-weights[word], words[word] == word),
    )
    if not told:
        return 0.0, ""
    return _falling(weights.values()), f"words in common: {', '.join(words[word] for word in told[:4])}"


def _shared(words: Iterable[str], rarity: Mapping[str, int], message: str | None) -> list[str]:
    """Return those of the words that are weighed and that a message has, interpolations left out."""
    lowered = (message or "").lower()
    near = [word for word in words if word in rarity and word in lowered]
    if near and ("{" in lowered or "%" in lowered):
        lowered = "\n".join(part.lower() for part in parse_template(message or "") if isinstance(part, str))
    return [word for word in near if _has_word(lowered, word)]


def _has_word(text: str, word: str) -> bool:
    """Tell whether a word stands in a text, by itself or as a part of an identifier."""
    at = text.find(word)
    while at >= 0:
        end = at + len(word)
        if not (at and text[at - 1].isalnum()) and not text[end : end + 1].isalnum():
            return True
        at = text.find(word, at + 1)
    return False


def _place(subject: Site, site: Site) -> tuple[float, str]:
    if _file(subject) != _file(site):
        return 0.0, ""
    lines = abs(subject.line_number - site.line_number)
    score = _SAME_FILE + _CLOSE * _CLOSE_LINES / (_CLOSE_LINES + lines)
    if subject.function is not None and subject.function == site.function:
        return score + _SAME_FUNCTION, f"raised in the same function, {site.function}"
    return score, f"{'next to it in' if lines <= _NEXT_TO_LINES else 'in the same file,'} {_name(site)}"


def _name(site: Site) -> str:
    return site.module_path.rpartition("/")[2]
